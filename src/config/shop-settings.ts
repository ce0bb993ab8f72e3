// Settings of the shop: currency, taxes, deliveries, orders and invoices. Most of them become `ShopRules`.
import { REQUIRABLE } from '../domain/cart/order-details.ts';
import { INVOICE_PER } from '../domain/rules.ts';
import type { ShopRules } from '../domain/rules.ts';
import { BUILT_IN_ROLES } from '../domain/accounts/role.ts';
import {
  CARRIERS_MAX,
  CARRIER_LENGTH_MAX,
  TRACKING_URL_PATTERN,
  INVOICE_FIRST_MAX,
  LocalizedName,
  ORDER_ID_FIRST_MAX,
  PRICE_HOLD_MS_MAX,
} from '../domain/shop/written-settings.ts';
import { Type, json } from '../kernel/params.ts';
import { flag, choice, jsonSetting, text, thousandths, timeZone, whole } from './setting.ts';

const taxClasses = json(
  Type.Array(
    Type.Object({
      name: Type.String({ minLength: 1 }),
      calculation: Type.Union([Type.Literal('included'), Type.Literal('added'), Type.Literal('subtracted')]),
      rates: Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 1 })),
    }),
    { minItems: 1 },
  ),
);

export const SHOP_SETTINGS = {
  currency: text('EUR', 'currency of all prices and orders: its ISO 4217 code', {
    pattern: /^[A-Z]{3}$/,
    expected: 'three capital letters',
    when: 'Before the first price. A start with another one is refused while orders, carts, coupons or prices are in it.',
  }),
  currencyDigits: whole(2, 'decimals that an amount of the currency has', {
    unit: 'decimals',
    max: 4,
    when: 'With currency: 0 for JPY, 3 for KWD. A start with others is refused while amounts are counted in them.',
  }),
  currencies: jsonSetting<ShopRules['currencies']>(
    [],
    'currencies that the shop sells in besides its own, in which price lists say the prices: [{"code":"USD","digits":2}]',
    {
      shape: json(
        Type.Array(
          Type.Object({
            code: Type.String({ pattern: '^[A-Z]{3}$' }),
            digits: Type.Integer({ minimum: 0, maximum: 4 }),
          }),
          { maxItems: 50 },
        ),
      ),
      when: 'Where shoppers pay in several. Nothing is converted: what no list has a price for is not sold in it.',
    },
  ),
  language: text('de_DE', 'language of the shop: that of texts and calls which name none', {
    pattern: /^[A-Za-z_-]{1,35}$/,
    expected: 'a language code',
    when: 'Before the first product: texts without a language are of this one.',
  }),
  languages: jsonSetting<readonly string[]>(
    [],
    'languages that the shop offers besides its default one: ["en_GB","fr_FR"]',
    {
      shape: json(Type.Array(Type.String({ pattern: '^[A-Za-z_-]{1,35}$' }), { uniqueItems: true, maxItems: 100 })),
      when: 'Where clients ask the shop which languages it has.',
    },
  ),
  country: text('DE', 'country of the shop, whose taxes count where a call names none', {
    pattern: /^[A-Z]{2}$/,
    expected: 'two capital letters',
    when: 'For a shop elsewhere: it decides the tax of calls and orders that name no country.',
  }),
  timeZone: timeZone('UTC', 'IANA time zone in which a day of the shop begins', {
    when: 'For every real shop: days of reports, coupons and invoices are those of this zone.',
  }),
  taxClasses: jsonSetting(
    [{ name: 'default', calculation: 'included', rates: { DE: 0.19 } }],
    'tax classes, the first is the default: [{name, calculation, rates: {country: fraction}}]',
    { shape: taxClasses, when: 'For every real shop. Placed orders keep the rates that they were placed with.' },
  ),
  deliveryMethods: jsonSetting<ShopRules['deliveryMethods']>(
    [{ id: 1, name: 'Standard' }],
    'delivery methods: [{id, name}], name a text or {language: text}',
    {
      shape: json(Type.Array(Type.Object({ id: Type.Integer({ minimum: 1 }), name: LocalizedName }))),
      when: 'Where shoppers choose among several.',
    },
  ),
  carriers: jsonSetting<ShopRules['carriers']>(
    [],
    'carriers whose parcels can be followed: [{"name":"DHL","trackingUrl":"https://dhl.example/{number}"}]',
    {
      shape: json(
        Type.Array(
          Type.Object({
            name: Type.String({ minLength: 1, maxLength: CARRIER_LENGTH_MAX }),
            trackingUrl: Type.String({ maxLength: 2000, pattern: TRACKING_URL_PATTERN }),
          }),
          { maxItems: CARRIERS_MAX },
        ),
      ),
      when: 'Where buyers are to follow their parcels: {number} is the number of one, and the link is https.',
    },
  ),
  deliveryCountries: jsonSetting<readonly string[]>(
    [],
    'countries delivered to, in this order: ["DE","AT"]; none = all',
    {
      shape: json(Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { uniqueItems: true, maxItems: 300 })),
      when: 'Where the shop does not deliver to the whole world.',
    },
  ),
  workingDays: jsonSetting<readonly number[]>(
    [1, 2, 3, 4, 5],
    'days on which orders are handed over and arrive, from 1 for Monday to 7: [1,2,3,4,5]',
    {
      shape: json(Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { uniqueItems: true, minItems: 1 })),
      when: 'Where the shop or its carrier works on Saturdays, or not on Fridays.',
    },
  ),
  holidays: jsonSetting<readonly string[]>([], 'days on which nobody works: ["2026-12-25"]', {
    shape: json(Type.Array(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }), { uniqueItems: true, maxItems: 1000 })),
    when: 'Where delivery rules say days.',
  }),
  checkoutRequires: jsonSetting<readonly string[]>(
    [],
    'fields that an order draft needs before checkout: ["email","delivery_zip","id_payment_method"]',
    {
      shape: json(Type.Array(Type.Union(REQUIRABLE.map((name) => Type.Literal(name))))),
      when: 'For every shop whose orders are sent: a checkout that lacks one is refused with its name.',
    },
  ),
  addressChecks: flag(false, 'refuse postal codes that have not the form of their country', {
    when: 'Where storefronts and staff send both, and a carrier refuses such parcels: docs/sell/addresses.md.',
  }),
  secondFactorRoles: jsonSetting<readonly string[]>(
    [],
    'built-in roles whose people may only set up a second factor until they have one: ["owner","manager"]',
    {
      shape: json(Type.Array(Type.Union(BUILT_IN_ROLES.map((name) => Type.Literal(name))), { uniqueItems: true })),
      when: 'Where a password that is guessed must not open the back office: docs/sell/second-factor.md.',
    },
  ),
  orderIdFirst: whole(10_001, 'id and number of the first order', {
    min: 1,
    max: ORDER_ID_FIRST_MAX,
    when: 'Before the first order, where numbers go on from another shop’s.',
  }),
  orderTransitions: choice('lenient', 'strict allows only the regular arrows of docs/reference/life-cycles.md', {
    values: ['lenient', 'strict'],
    when: 'strict where the back office must not set states out of order.',
  }),
  returnDays: whole(14, 'time after its delivery in which a buyer may announce a return', {
    unit: 'days',
    max: 3650,
    when: 'Where buyers have longer, or may not return what is delivered outside the EU; within it they have 14 days.',
  }),
  invoicePer: choice('order', 'what has an invoice of its own: an order, or each parcel of it', {
    values: INVOICE_PER,
    when: 'parcel where orders often leave in parts. An order keeps what it was placed with.',
  }),
  returnPicturesMax: whole(5, 'pictures that one return may have; 0 = none are taken', {
    unit: 'pictures',
    max: 50,
    when: 'Higher where what came back is shown from all sides.',
  }),
  returnPictureBytesMax: whole(600_000, 'size of one picture of a return', {
    unit: 'bytes',
    min: 1000,
    max: 3_000_000,
    when: 'Higher where pictures are not made smaller before they are sent; with bodyBytesMax, which base64 must fit in.',
  }),
  returnPicturesMb: whole(1024, 'size of all pictures of returns', {
    unit: 'MiB',
    max: 1_048_576,
    when: 'Higher for shops with many returns: their pictures stand in the journal and stay.',
  }),
  invoicePrefix: text('R-', 'text before the number of an invoice', {
    pattern: /^[^\p{C}]{0,20}$/u,
    expected: 'a text of up to 20 characters',
    when: 'Where invoices are numbered otherwise; at the turn of a year, say.',
  }),
  invoiceNumberFirst: whole(1, 'number of the first invoice', {
    min: 1,
    max: INVOICE_FIRST_MAX,
    when: 'Before the first order, where numbers go on from another shop’s.',
  }),
  cancellationPrefix: text('S-', 'text before the number of a document that cancels an invoice', {
    pattern: /^[^\p{C}]{0,20}$/u,
    expected: 'a text of up to 20 characters',
    when: 'Where it must differ from invoicePrefix otherwise than by default, or at the turn of a year.',
  }),
  invoiceRetentionYears: whole(10, 'time that the data of an invoice outlives the erasure of its person', {
    unit: 'whole years',
    max: 100,
    when: 'As the law of the shop’s country says: docs/sell/privacy.md.',
  }),
  priceFields: jsonSetting<readonly string[]>(
    [],
    'attributes that add_to_cart takes as a price, and that no product has below zero: ["price","price_b2b"]; ' +
      'empty = any FLOAT attribute, with any value',
    {
      shape: json(Type.Array(Type.String({ minLength: 1 }), { uniqueItems: true, maxItems: 100 })),
      when: 'Wherever a caller may pass price_field on from a page: a weight must not be a price.',
    },
  ),
  priceHoldMs: whole(
    0,
    'time for which a line of a cart keeps its price, whatever becomes of lists; 0 = for its life',
    {
      unit: 'ms',
      max: PRICE_HOLD_MS_MAX,
      when: 'Where prices change often: after it, the next change of a cart prices its lines anew, and says so.',
    },
  ),
  searchBoost: text('', 'field of products by which a search orders those that its words rank alike; empty = none', {
    pattern: /^[^\p{C}]{0,128}$/u,
    expected: 'a name of up to 128 characters',
    when: 'Where numbers say what sells: an attribute such as popularity. The highest come first.',
  }),
  quantityStep: thousandths(1, 'products whose own record and class say nothing are sold in multiples of this', {
    unit: 'pieces',
    when: 'Where most goods are sold by weight or length: 0.001. A cart with a quantity off it is not ordered.',
  }),
  freeElements: choice('everyone', 'who may add free elements, whose price the call names', {
    values: ['everyone', 'secret-key', 'nobody'],
    when: 'secret-key or nobody wherever a caller may pass element_type on from a page.',
  }),
};
