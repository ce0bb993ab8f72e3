// Settings of the shop as a call sends them: each as a whole, and only those that change.
import { NO_ACCOUNTING } from '../../domain/accounting.ts';
import { BUILT_IN_ROLES } from '../../domain/accounts/role.ts';
import { REQUIRABLE } from '../../domain/cart/order-details.ts';
import { INVOICE_PER } from '../../domain/rules.ts';
import type { Method, Names, PaymentMethodRule } from '../../domain/rules.ts';
import { heldMail } from '../../domain/mail.ts';
import { NO_SELLER, heldSeller } from '../../domain/seller.ts';
import { SHOP_SETTINGS, paramOf } from '../../domain/shop/held-settings.ts';
import type { ShopValues } from '../../domain/shop/held-settings.ts';
import { checkedTaxClasses } from '../../domain/shop/tax-classes.ts';
import {
  CARRIERS_MAX,
  CARRIER_LENGTH_MAX,
  CART_HOLD_MS_MAX,
  CART_REMINDER_HOURS_MAX,
  EXEMPTIONS_MAX,
  ExemptionKinds,
  INVOICE_FIRST_MAX,
  LIFE_MS_MAX,
  LIFE_MS_MIN,
  LocalizedName,
  METHOD_ID_MAX,
  MailNames,
  MailText,
  PRICE_HOLD_MS_MAX,
  ORDER_ID_FIRST_MAX,
  SELLER_TEXTS,
  SellerCountry,
  SellerText,
  TRACKING_URL_PATTERN,
  UNPAID_MS_MAX,
  linesOf,
} from '../../domain/shop/written-settings.ts';
import { accountingParam } from './accounting-params.ts';
import { Type, flag, int, json, map, oneOf, optional, text } from '../../kernel/params.ts';
import type { Param } from '../../kernel/params.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { composed } from '../../kernel/text.ts';

const TaxClasses = Type.Array(
  Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 255 }),
      calculation: Type.Union([Type.Literal('included'), Type.Literal('added'), Type.Literal('subtracted')]),
      rates: Type.Record(Type.String({ pattern: '^[A-Z]{2}$' }), Type.Number({ minimum: 0, maximum: 1 }), {
        additionalProperties: false,
      }),
    },
    { additionalProperties: false },
  ),
  {
    minItems: 1,
    maxItems: 100,
    description:
      'all tax classes, the first is the default: [{"name":"full","calculation":"included","rates":{"DE":0.19}}]',
  },
);

const CLOSED = { additionalProperties: false } as const;
const METHOD = { id: Type.Integer({ minimum: 1, maximum: METHOD_ID_MAX }), name: LocalizedName };

const PaymentMethods = Type.Array(
  Type.Object(
    {
      ...METHOD,
      unpaid_order_ms_max: Type.Optional(Type.Integer({ minimum: 60_000, maximum: UNPAID_MS_MAX })),
      instructions: Type.Optional(LocalizedName),
    },
    CLOSED,
  ),
  {
    maxItems: 100,
    description:
      'all payment methods, in the order in which they are offered: ' +
      '[{"id":2,"name":{"de_DE":"Vorkasse"},"unpaid_order_ms_max":604800000}]',
  },
);

const DeliveryMethods = Type.Array(Type.Object(METHOD, CLOSED), {
  maxItems: 100,
  description: 'all delivery methods, in the order in which they are offered: [{"id":1,"name":"Standard"}]',
});

const Currencies = Type.Array(
  Type.Object(
    { code: Type.String({ pattern: '^[A-Z]{3}$' }), digits: Type.Integer({ minimum: 0, maximum: 4 }) },
    CLOSED,
  ),
  {
    maxItems: 50,
    description:
      'all currencies besides that of the shop, in which price lists say prices: [{"code":"USD","digits":2}]',
  },
);

const Carriers = Type.Array(
  Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: CARRIER_LENGTH_MAX }),
      tracking_url: Type.String({ maxLength: 2000, pattern: TRACKING_URL_PATTERN }),
    },
    CLOSED,
  ),
  {
    maxItems: CARRIERS_MAX,
    description:
      'all carriers whose parcels can be followed, each with an https URL in which {number} stands once: ' +
      '[{"name":"DHL","tracking_url":"https://dhl.example/{number}"}]',
  },
);

const DeliveryCountries = Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), {
  uniqueItems: true,
  maxItems: 300,
  description: 'countries delivered to, in this order: ["DE","AT"]; none = all',
});

const WorkingDays = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
  uniqueItems: true,
  minItems: 1,
  description: 'days on which orders are handed over and arrive, from 1 for Monday to 7: [1,2,3,4,5]',
});

const Holidays = Type.Array(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }), {
  uniqueItems: true,
  maxItems: 1000,
  description: 'days on which nobody works: ["2026-12-25"]',
});

const CheckoutRequires = Type.Array(Type.Union(REQUIRABLE.map((name) => Type.Literal(name))), {
  uniqueItems: true,
  description: 'what a draft must say before it is checked out: ["email","delivery_zip","id_payment_method"]',
});

const SecondFactorRoles = Type.Array(Type.Union(BUILT_IN_ROLES.map((name) => Type.Literal(name))), {
  uniqueItems: true,
  description: 'built-in roles whose people need a second factor: ["owner","manager"]; none = nobody does',
});

const Seller = Type.Partial(
  Type.Object(
    {
      ...SELLER_TEXTS,
      country: SellerCountry,
      vat_id: SellerText,
      tax_number: SellerText,
      small_business: Type.Union([Type.Literal(0), Type.Literal(1)]),
      exemptions: Type.Array(
        Type.Object({ tax_class: SellerText, kind: ExemptionKinds, reason: Type.Optional(SellerText) }, CLOSED),
        { maxItems: EXEMPTIONS_MAX },
      ),
    },
    CLOSED,
  ),
  {
    ...CLOSED,
    description:
      'what electronic invoices say of the shop, as a whole; null = none are made: ' +
      '{"name":"Kontor GmbH","street":"Speicherweg 7","zip":"20457","city":"Hamburg","country":"DE",' +
      '"vat_id":"DE123456788"}',
  },
);

const paymentMethod = (sent: {
  readonly id: number;
  readonly name: Names;
  readonly unpaid_order_ms_max?: number;
  readonly instructions?: Names;
}): PaymentMethodRule => {
  const { id, name, unpaid_order_ms_max: unpaidOrderMsMax, instructions } = sent;
  return {
    id,
    name,
    ...(unpaidOrderMsMax !== undefined && { unpaidOrderMsMax }),
    ...(instructions !== undefined && { instructions }),
  };
};

const changed = <T>(base: Param<T>) => optional(base, undefined, 'stays as it is');
/** JSON null empties it: an empty text is one that was not sent. */
const emptied = <T>(base: Param<T>, empty: T): Param<T | undefined> => ({
  ...changed(base),
  cleared: { value: empty },
});
const lines = (description: string) =>
  emptied(
    map(text(`${description}, line by line; null = none`, { max: 2000 }), (given) => ok(linesOf(given))),
    [],
  );
const prefix = (description: string) => emptied(text(`${description}; null = none`, { max: 20, line: true }), '');

/** A second to ten years. */
const LIFE = { min: LIFE_MS_MIN, max: LIFE_MS_MAX };

const LANGUAGE = '^[A-Za-z_-]{1,35}$';

/** A text of this form. Refuses: PARAMETER_INVALID. */
const coded = (description: string, pattern: string, expected: string): Param<string> =>
  map(text(description), (given, param) =>
    new RegExp(pattern).test(given)
      ? ok(given)
      : refuse('PARAMETER_INVALID', param, `${param}: ${shown(given)} is not ${expected}.`),
  );

const Languages = Type.Array(Type.String({ pattern: LANGUAGE }), {
  minItems: 1,
  uniqueItems: true,
  maxItems: 101,
  description: 'all languages that the shop offers, its own among them: ["de_DE","en_GB"]; texts in others stay',
});

const Mail = Type.Object(
  {
    sends: Type.Array(MailNames, { uniqueItems: true }),
    sender_name: Type.Optional(MailText),
    reply_to: Type.Optional(MailText),
  },
  {
    additionalProperties: false,
    description:
      'the mails that the shop sends, and what it says of itself in them: ' +
      '{"sends":["order_confirmation","parcel_shipped"],"sender_name":"Shop","reply_to":""}',
  },
);

/** As the time zones of the system have it. Refuses: PARAMETER_INVALID. */
const timeZone = (given: string, param: string): Result<string> => {
  try {
    return ok(new Intl.DateTimeFormat('en-US', { timeZone: given }).resolvedOptions().timeZone);
  } catch {
    return refuse('PARAMETER_INVALID', param, `${param}: ${shown(given)} is no time zone such as Europe/Berlin.`);
  }
};

export const settingParams = {
  language: changed(
    coded(
      'language of the shop: that of texts and calls which name none; it becomes one of languages',
      LANGUAGE,
      'a language code',
    ),
  ),
  languages: changed(json(Languages)),
  country: changed(text('country of the shop, in any form: its taxes count where a call names none')),
  time_zone: changed(
    map(text('where a day of the shop begins: Europe/Berlin; counted days stay as they are', { max: 60 }), timeZone),
  ),
  currency: changed(
    coded(
      'currency of all prices and orders; changed only before the first order, price, cart and coupon of an amount',
      '^[A-Z]{3}$',
      'three capital letters',
    ),
  ),
  currency_digits: changed(
    int('decimals of an amount: 2 for EUR, 0 for JPY; only while there is no cart and no coupon of an amount', {
      max: 4,
    }),
  ),
  currencies: changed(json(Currencies)),
  tax_classes: changed(map(json(TaxClasses), checkedTaxClasses)),
  payment_methods: changed(map(json(PaymentMethods), (methods) => ok(methods.map(paymentMethod)))),
  delivery_methods: changed(json(DeliveryMethods) as Param<readonly Method[]>),
  carriers: changed(
    map(json(Carriers), (carriers) =>
      ok(carriers.map(({ name, tracking_url: trackingUrl }) => ({ name, trackingUrl }))),
    ),
  ),
  delivery_countries: changed(json(DeliveryCountries)),
  working_days: changed(json(WorkingDays)),
  holidays: changed(json(Holidays)),
  checkout_requires: changed(json(CheckoutRequires)),
  address_checks: changed(flag('1 = a postal code that has not the form of its country is refused (ZIP_NOT_VALID)')),
  cart_hold_ms: changed(
    int('milliseconds that a cart holds the stock of its lines; 0 = it holds none', { max: CART_HOLD_MS_MAX }),
  ),
  price_hold_ms: changed(
    int('milliseconds that a line of a cart keeps its price; 0 = for its life', { max: PRICE_HOLD_MS_MAX }),
  ),
  session_ttl_ms: changed(
    int('milliseconds that a session and its cart live after their last use; it counts from the next use on', LIFE),
  ),
  draft_ttl_ms: changed(int('milliseconds that a draft of the back office lives after its last use', LIFE)),
  second_factor_roles: changed(json(SecondFactorRoles)),
  company: lines('name and address of the shop’s operator, the head of documents'),
  company_foot: lines('tax number, register, bank account, the foot of documents'),
  seller: emptied(
    map(json(Seller), ({ vat_id, tax_number, small_business, exemptions = [], ...texts }) =>
      ok(
        heldSeller({
          ...texts,
          ...(vat_id !== undefined && { vatId: vat_id }),
          ...(tax_number !== undefined && { taxNumber: tax_number }),
          smallBusiness: small_business === 1,
          exemptions: exemptions.map(({ tax_class: taxClass, kind, reason = '' }) => ({
            taxClass: composed(taxClass),
            kind,
            reason,
          })),
        }),
      ),
    ),
    NO_SELLER,
  ),
  accounting: emptied(accountingParam, NO_ACCOUNTING),
  mail: changed(
    map(json(Mail), ({ sends, sender_name: senderName, reply_to: replyTo }) =>
      ok(
        heldMail({
          sends,
          ...(senderName !== undefined && { senderName }),
          ...(replyTo !== undefined && { replyTo }),
        }),
      ),
    ),
  ),
  cart_reminder_hours: changed(
    int('hours without use after which a shopper who agreed is reminded of a cart by mail; 0 = never', {
      max: CART_REMINDER_HOURS_MAX,
    }),
  ),
  order_id_first: changed(
    int('number of the next order that has none yet, above all numbers that were given; at once only', {
      min: 1,
      max: ORDER_ID_FIRST_MAX,
    }),
  ),
  invoice_number_first: changed(
    int('number of the next invoice, above all numbers that were given; at once only', {
      min: 1,
      max: INVOICE_FIRST_MAX,
    }),
  ),
  invoice_per: changed(
    oneOf('what has an invoice of its own, of orders placed from then on: an order, or each parcel of it', INVOICE_PER),
  ),
  invoice_prefix: prefix('text before the number of an invoice'),
  cancellation_prefix: prefix('text before the number of a document that cancels an invoice'),
};

/** What a call sends, by setting. */
export const settingsSent = (args: { readonly [param: string]: unknown }): ShopValues =>
  Object.fromEntries(
    SHOP_SETTINGS.map((name) => [name, args[paramOf(name)]] as const).filter(([, value]) => value !== undefined),
  );

/** Countries that settings name, each with the parameter that does. */
export const countriesNamed = ({ taxClasses, deliveryCountries = [] }: ShopValues) => [
  ...(taxClasses?.flatMap(({ rates }) => Object.keys(rates)) ?? []).map((country) => ['tax_classes', country] as const),
  ...deliveryCountries.map((country) => ['delivery_countries', country] as const),
];
