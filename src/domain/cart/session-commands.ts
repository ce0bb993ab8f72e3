// What a session can be asked for.
import type { CartCoupon } from '../coupons/coupon.ts';
import type { Chosen } from './chosen.ts';
import type { Cart, CartPromotion, Nearly, NewDeliveryPosition, Undelivered } from './cart.ts';
import type { LineCommand, PriceLines, TaxLines } from './cart-lines.ts';
import type { Listed } from './line.ts';
import type { DetailsChange, OrderDetails } from './order-details.ts';
import type { PriceE4 } from '../money.ts';
import type { WantedPieces } from '../stock/pieces.ts';

/** The parts of a session that its code is made from. */
export interface SessionRef {
  readonly id: number;
  readonly generation: number;
  readonly nonce: string;
  readonly createdMs: number;
}

/** The placed order that a session edits. */
export interface OrderEdit {
  readonly orderId: number;
  /** Record of the order that the edit began from. */
  readonly orderSeq: number;
  /** Credits that the order had then: the edit is of what was left of its lines. */
  readonly credits: number;
  /** What the order holds of the stock. */
  readonly wanted: readonly WantedPieces[];
  /** Its methods then. */
  readonly methods: readonly [paymentMethodId: number, deliveryMethodId: number];
  /** It is made in the record that begins it, so its cart holds no stock; absent: later. */
  readonly isWhole?: true;
}

interface Login {
  readonly userId: number;
  readonly subject: number;
  readonly username: string;
  readonly loginGeneration: number;
}

export type SessionCommand =
  | {
      readonly type: 'start';
      readonly nonce: string;
      readonly lifeMs: number;
      readonly userId: number;
      readonly subject: number;
      readonly username: string;
      readonly loginGeneration?: number;
      /** Absent: nothing. */
      readonly chosen?: Chosen;
      /** Whose call begins it; absent: nobody's. */
      readonly channelId?: number;
      /** The session follows a checkout, which succeeds even if all session slots are taken. */
      readonly afterCheckout?: true;
    }
  /** `keepsDraft`: the user is the guest who entered the draft. `nonce`: of a new code; '' keeps the code. */
  | ({ readonly type: 'log_in'; readonly keepsDraft: boolean; readonly nonce: string } & Login)
  | { readonly type: 'log_out' }
  /** Its lines are priced by another command. */
  | { readonly type: 'choose'; readonly chosen: Chosen }
  /** `by`: the user who prepares an order, or 0. `userId`: whose order it will be, with their subject; 0: a guest's. */
  | {
      readonly type: 'prepare';
      readonly by: number;
      readonly userId: number;
      readonly subject: number;
      readonly isTrial: boolean;
    }
  /** The cart is what is left of the order's, and the details are the order's. `by`, `userId`: as for `prepare`. */
  | {
      readonly type: 'begin_edit';
      readonly edits: OrderEdit;
      readonly by: number;
      readonly userId: number;
      readonly subject: number;
      readonly chosen: Chosen;
      readonly cart: Cart;
      readonly details: OrderDetails;
    }
  | { readonly type: 'touch'; readonly lifeMs: number }
  /** After a step back of time: it ends no later than if it were used now. */
  | { readonly type: 'limit_life'; readonly lifeMs: number }
  /** Its shopper is reminded of the cart. */
  | { readonly type: 'note_reminder' }
  | { readonly type: 'expire' }
  | { readonly type: 'end_if_idle' }
  | { readonly type: 'end' }
  /** `bytesMax`: of the session, which a new line may not exceed. */
  | (Extract<LineCommand, { type: 'add_line' }> & { readonly bytesMax: number })
  | Exclude<LineCommand, { type: 'add_line' }>
  | TaxLines
  | PriceLines
  | { readonly type: 'clear_cart' }
  /** `name` '': no extension says the price of the line. `lineId` 0: of the delivery. */
  | {
      readonly type: 'note_price';
      readonly lineId: number;
      readonly name: string;
      readonly version: string;
      readonly ownE4: PriceE4;
      readonly listed: Listed | null;
    }
  | { readonly type: 'record_stock_holds'; readonly stockIds: readonly number[] }
  /** `isGiven` false: none is named any more, and rules decide again; absent: true. */
  | {
      readonly type: 'set_delivery_costs';
      readonly positions: readonly NewDeliveryPosition[];
      readonly isGiven?: boolean;
    }
  | {
      readonly type: 'set_delivery';
      readonly positions: readonly NewDeliveryPosition[];
      readonly undelivered: Undelivered | null;
    }
  | {
      readonly type: 'set_promotions';
      readonly promotions: readonly CartPromotion[];
      readonly nearly: readonly Nearly[];
    }
  | { readonly type: 'set_coupons'; readonly coupons: readonly CartCoupon[] }
  | ({
      readonly type: 'set_details';
      readonly subject: number;
      /** An order id that nobody has, for a draft that has none yet. */
      readonly reservedOrderId: number;
      /** Size of the session that a growing draft may not exceed. */
      readonly bytesMax: number;
    } & DetailsChange)
  | { readonly type: 'place'; readonly orderId: number; readonly nextSession: SessionRef };
