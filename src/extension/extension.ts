// `kontor/extension`: own logic of a shop, as a module that the server loads (docs/build/extensions.md).
//
//   import { defineExtension } from 'kontor/extension';
//
//   export default defineExtension({
//     name: 'age-check',
//     checkout_check: ({ details }) =>
//       details.attributes.born === undefined
//         ? { refuse: 'AGE_NOT_CONFIRMED', detail: 'The shop sells to adults; say when you were born.' }
//         : undefined,
//   });
//
// A point is asked before the shop decides. Its answer counts only for what the question says; where that changes
// meanwhile, it is asked again. The record keeps what was answered: nobody is asked again for what is recorded.
import type { Cart, Operations, WebhookPayload } from '../client/operations.ts';

export type { Cart, WebhookPayload };

/** The details of a draft order, as get_order_details shows them. */
export type OrderDetails = Operations['get_order_details']['reply'];

/** A whole number of the currency's minor unit: 1999 is 19.99 EUR. */
export type Minor = number;

/** Whose call it is. */
export interface Shopper {
  /** 0: a guest. */
  readonly id_user: number;
  /** Ids of customer groups. */
  readonly groups: readonly number[];
  /** ISO 4217. */
  readonly currency: string;
  /** Decimals of the currency. */
  readonly currency_digits: number;
  /** Two letters: where the cart is taxed and goes to. */
  readonly country: string;
  /** Id of the channel; 0: none. */
  readonly channel: number;
}

/** What a check may say against a change. */
export interface Refusal {
  /** A code of your own: capitals, digits and underscores, at most 60. */
  readonly refuse: string;
  /** A sentence for the one who calls, at most 500 characters. */
  readonly detail?: string;
}

/** What `checkout_check` and `order_attributes` are asked about. */
export interface CheckoutQuestion {
  /** The cart as it is ordered. */
  readonly cart: Cart;
  readonly details: OrderDetails;
  readonly shopper: Shopper;
}

/** What `cart_check` is asked about. */
export interface CartQuestion {
  /** The operation: add_to_cart, set_quantity, sub_from_cart, del_from_cart. */
  readonly change: string;
  /** The cart as the change would leave it. */
  readonly cart: Cart;
  readonly shopper: Shopper;
}

/** What `line_price` is asked about. */
export interface LinePriceQuestion {
  readonly product: {
    readonly id: number;
    readonly element_number: string;
    readonly name: string;
    /** Name of its class. */
    readonly class: string;
    /** Attributes in the shop's language, inherited values included. */
    readonly attributes: { readonly [name: string]: string | number };
  };
  /** What the shop asks for one piece, as its prices are kept: with or without tax. */
  readonly minor: Minor;
  /** Pieces of the product in the cart, those of the change included. */
  readonly quantity: number;
  /** What the caller says of the line. */
  readonly attributes: { readonly [name: string]: string };
  readonly shopper: Shopper;
}

/** An answer of `line_price`. */
export interface Price {
  /** 0 or more. */
  readonly minor: Minor;
}

/** What `delivery_price` is asked about. */
export interface DeliveryPriceQuestion {
  /** The delivery method; its rules let the goods through, or it has none. */
  readonly method: { readonly id: number; readonly name: string };
  /** Two letters. */
  readonly country: string;
  /** Empty: unknown. */
  readonly zip: string;
  readonly goods: readonly {
    /** 0: a free element. */
    readonly id_product: number;
    readonly quantity: number;
    /** What one piece weighs; 0: unknown. */
    readonly kilograms: number;
    /** Length, width and height of one piece; 0: unknown. */
    readonly centimetres: readonly [number, number, number];
    /** What the line comes to, tax included. */
    readonly minor: Minor;
  }[];
  /** What promotions and coupons leave of the goods. */
  readonly sum_minor: Minor;
  /** What the delivery rules ask, as their prices are kept; absent: there are none. */
  readonly minor?: Minor;
  readonly shopper: Shopper;
}

/** An answer of `delivery_price`. */
export interface DeliveryPrice {
  /** 0 or more, with or without tax as the tax class says. */
  readonly minor: Minor;
  /** A tax class of the shop, or `goods` for the rates of the goods; by default that of the rule, else `goods`. */
  readonly taxclass?: string;
  /** How the cart names the delivery; by default as the rule, else the method. */
  readonly name?: string;
}

/** What `message` is asked about. */
export interface MessageQuestion {
  /** Which mail: order_confirmation, parcel_shipped, … */
  readonly kind: string;
  /** Such as de_DE. */
  readonly language: string;
  /** What the templates of the shop get. */
  readonly view: { readonly [member: string]: unknown };
  /** As the templates of the shop make it. */
  readonly subject: string;
  readonly text: string;
}

/** What takes the place of a part of a mail. */
export interface Message {
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
}

/** A payment that is to begin. */
export interface PaymentStart {
  readonly id_order: number;
  /** The same key is the same payment, however often it is begun. */
  readonly key: string;
  readonly minor: Minor;
  readonly currency: string;
  readonly email: string;
  readonly success_url: string;
  readonly cancel_url: string;
}

/** A payment that has begun. */
export interface PaymentBegun {
  /** How notices name the payment. */
  readonly reference: string;
  /** Where the shopper pays. */
  readonly redirect: string;
  readonly token?: string;
  /** Seconds for which the shopper can pay; an hour by default. */
  readonly expires_s?: number;
}

/** A request that came to /srv/payment/ID/notify. */
export interface PaymentNoticeRequest {
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** What a notice says, once the extension has verified it. */
export type PaymentNotice =
  | {
      readonly reference: string;
      readonly outcome: 'received' | 'expired' | 'pending';
      /** The provider's own id. */
      readonly transaction: string;
      readonly minor: Minor;
      readonly currency: string;
    }
  /** It is not genuine. */
  | { readonly refuse: 'NOTICE_SIGNATURE_INVALID' | 'NOTICE_TOO_OLD' | 'NOTICE_INVALID' }
  /** It is genuine, and means nothing to the shop. */
  | undefined;

/** Money that is to go back; the same key is the same refund. */
export interface PaymentRefund {
  readonly key: string;
  readonly id_order: number;
  readonly reference: string;
  readonly transaction: string;
  readonly minor: Minor;
  readonly currency: string;
}

/** What became of it. */
export interface PaymentRefunded {
  readonly state: 'pending' | 'done' | 'failed';
  readonly transaction?: string;
  /** Why it failed. */
  readonly failure?: string;
}

/** What a handler may use besides what Node gives it. */
export interface Tools {
  /** Aborts at the deadline of the question. */
  readonly signal: AbortSignal;
  /** The platform's own, ended by `signal`. */
  readonly fetch: typeof fetch;
  /** Writes a line to the log of the server. */
  readonly log: (line: string) => void;
}

type Answer<T> = T | undefined | Promise<T | undefined>;
type Handler<Q, A> = (question: Q, tools: Tools) => Answer<A>;

/** The points, each with its question and its answer; undefined: nothing to say. */
export interface Points {
  /** Another price of a product's line. */
  readonly line_price?: Handler<LinePriceQuestion, Price>;
  /** Whether a cart may change so. */
  readonly cart_check?: Handler<CartQuestion, Refusal>;
  /** Another price of a delivery method for a cart. */
  readonly delivery_price?: Handler<DeliveryPriceQuestion, DeliveryPrice>;
  /** Whether a cart may be ordered. */
  readonly checkout_check?: Handler<CheckoutQuestion, Refusal>;
  /** Attributes that the order gets; those that it has stay. */
  readonly order_attributes?: Handler<CheckoutQuestion, { readonly [name: string]: string }>;
  /** Subject and text of a mail. */
  readonly message?: Handler<MessageQuestion, Message>;
  /** Told of what has happened, in order and at least once: throw, and it is told again. */
  readonly after?: (event: WebhookPayload, tools: Tools) => void | Promise<void>;
  /** A way to pay: a method of the setting paymentMethods has `provider: "extension"` and the extension's name. */
  readonly payment_provider?: {
    readonly start: (payment: PaymentStart, tools: Tools) => PaymentBegun | Promise<PaymentBegun>;
    readonly notify: (notice: PaymentNoticeRequest, tools: Tools) => PaymentNotice | Promise<PaymentNotice>;
    readonly refund?: (refund: PaymentRefund, tools: Tools) => PaymentRefunded | Promise<PaymentRefunded>;
  };
}

/** A module of own logic: its name, and the points where it is asked. */
export interface Extension extends Points {
  /** Lower case, digits and hyphens, at most 40; recorded with each answer. */
  readonly name: string;
  /** Recorded with each answer; by default the first 12 hex digits of the SHA-256 of the module's file. */
  readonly version?: string;
}

/** Gives the extension its types; it is checked when the server loads it. */
export const defineExtension = <const E extends Extension>(extension: E): E => extension;
