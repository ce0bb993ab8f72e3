// Settings of the shop: currency, taxes, carts, orders and sessions. Most of them become `ShopRules`.
import { REQUIRABLE } from '../domain/cart/order-details.ts';
import type { ShopRules } from '../domain/rules.ts';
import { SLOTS_MAX } from '../engine/codes/session-codes.ts';
import { Type, json } from '../kernel/params.ts';
import { HOUR_MS, LocalizedName, choice, jsonSetting, text, timeZone, whole } from './setting.ts';

export const SHOP_SETTINGS = {
  currency: text('EUR', 'ISO 4217 code', /^[A-Z]{3}$/, 'three capital letters'),
  currencyDigits: whole(2, 'decimals of the minor unit', 0, 4),
  language: text('de_DE', 'default language', /^[A-Za-z_-]{1,35}$/, 'a language code'),
  languages: jsonSetting<readonly string[]>(
    [],
    'languages that the shop offers besides its default one: ["en_GB","fr_FR"]',
    json(Type.Array(Type.String({ pattern: '^[A-Za-z_-]{1,35}$' }), { uniqueItems: true, maxItems: 100 })),
  ),
  country: text('DE', 'default country', /^[A-Z]{2}$/, 'two capital letters'),
  timeZone: timeZone('UTC', 'IANA time zone in which a day of the shop begins'),
  taxClasses: jsonSetting(
    [{ name: 'default', calculation: 'included', rates: { DE: 0.19 } }],
    'tax classes, the first is the default: [{name, calculation, rates: {country: fraction}}]',
    json(
      Type.Array(
        Type.Object({
          name: Type.String({ minLength: 1 }),
          calculation: Type.Union([Type.Literal('included'), Type.Literal('added'), Type.Literal('subtracted')]),
          rates: Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 1 })),
        }),
        { minItems: 1 },
      ),
    ),
  ),
  deliveryMethods: jsonSetting<ShopRules['deliveryMethods']>(
    [{ id: 1, name: 'Standard' }],
    'delivery methods: [{id, name}], name a text or {language: text}',
    json(Type.Array(Type.Object({ id: Type.Integer({ minimum: 1 }), name: LocalizedName }))),
  ),
  deliveryCountries: jsonSetting<readonly string[]>(
    [],
    'countries delivered to, in this order: ["DE","AT"]; none = all',
    json(Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { uniqueItems: true, maxItems: 300 })),
  ),
  checkoutRequires: jsonSetting<readonly string[]>(
    [],
    'fields that an order draft needs before checkout: ["email","delivery_zip","id_payment_method"]',
    json(Type.Array(Type.Union(REQUIRABLE.map((name) => Type.Literal(name))))),
  ),
  orderIdFirst: whole(10_001, 'id and number of the first order', 1, 1_000_000_000),
  invoicePrefix: text(
    'R-',
    'text before the number of an invoice',
    /^[^\p{C}]{0,20}$/u,
    'a text of up to 20 characters',
  ),
  invoiceNumberFirst: whole(1, 'number of the first invoice', 1, 1_000_000_000_000),
  invoiceRetentionYears: whole(
    10,
    'whole years that the data of an invoice outlives the erasure of its person',
    0,
    100,
  ),
  orderTransitions: choice('lenient', 'strict allows only the regular arrows of docs/life-cycles.md', [
    'lenient',
    'strict',
  ]),
  cartLinesMax: whole(1000, 'lines of a cart', 1, 1000),
  sessionBytesMax: whole(
    1_048_576,
    'bytes of one session: texts of cart and order draft by their characters, and 64 for each line',
    16_384,
    16_777_216,
  ),
  priceFields: jsonSetting<readonly string[]>(
    [],
    'attributes that add_to_cart takes as a price: ["price","price_b2b"]; empty = any FLOAT attribute',
    json(Type.Array(Type.String({ minLength: 1 }), { uniqueItems: true, maxItems: 100 })),
  ),
  freeElements: choice('everyone', 'who may add free elements, whose price the call names', [
    'everyone',
    'secret-key',
    'nobody',
  ]),
  cartHoldMs: whole(
    0,
    'milliseconds that a cart holds the stock of its lines after its last change; 0 = carts hold nothing',
    0,
    24 * HOUR_MS,
  ),
  recordsMax: whole(0, 'records that one list, search or report may hold; 0 = all there are', 0, 1_000_000_000),
  channelsMax: whole(1000, 'channels', 1, 1_000_000),
  sessionsMax: whole(5_000_000, 'sessions at a time', 1, SLOTS_MAX),
  channelSessionsPercent: whole(
    80,
    'percent of them that the sessions opened by one channel since the start may have',
    1,
    100,
  ),
  sessionTtlMs: whole(24 * HOUR_MS, 'milliseconds that an unused session lives', 1000),
  sessionTouchIntervalMs: whole(
    HOUR_MS,
    'milliseconds between two writes of a session’s new expiry while it is used',
    100,
  ),
};
