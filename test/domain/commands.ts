// Random commands for every kind of actor, well-formed as the operations make them; whether they make sense is the
// actor's business.
import * as fc from 'fast-check';
import { volumeOf } from '../../src/domain/cart/line.ts';
import { ATTRIBUTE_TYPES } from '../../src/domain/attributes/attributes.ts';
import type { CommandOf, KindName } from '../../src/domain/kinds.ts';
import { DELIVERY_EVENTS } from '../../src/domain/lifecycles/delivery.ts';
import { ORDER_EVENTS } from '../../src/domain/lifecycles/order.ts';
import { PAYMENT_ATTEMPT_EVENTS } from '../../src/domain/lifecycles/payment-attempt.ts';
import { PAYMENT_EVENTS } from '../../src/domain/lifecycles/payment.ts';
import type { Milli, Minor, PriceE4, RateE6 } from '../../src/domain/money.ts';
import { NO_DETAILS, changedDetails, personalChange } from '../../src/domain/cart/order-details.ts';
import { CLASS_TYPES } from '../../src/domain/catalogue/shop-class.ts';
import { USER_COMMANDS } from './accounts/user-commands.ts';
import { WEBHOOK_COMMANDS } from './webhooks/webhook-commands.ts';

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('', 'x'.repeat(256), '0', 'name'),
);
/** Keys that objects can keep; also names made of digits, which a JavaScript object reorders. */
const key = fc
  .oneof(fc.constantFrom('de_DE', 'en_GB', '10', '9', 'constructor', 'price'), fc.string({ maxLength: 5 }))
  .filter((one) => one !== '__proto__');
const keyed = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<{ [name: string]: T }> =>
  fc.array(fc.tuple(key, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));
const id = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom(2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER));
const milli = fc.oneof(fc.integer({ min: 1, max: 9000 }), fc.constantFrom(1_000_000_000, 1_000_000_000_000));
const measure = fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.constantFrom(0.1, 1e-6, 123.456789));
const value = fc.oneof(
  text,
  measure,
  fc.record({ value: text, width: id, height: id }),
  fc.array(id, { maxLength: 3 }),
);
const seo = keyed(fc.record({ permalink: text, title: text }, { requiredKeys: [] }));
const digests = fc.record({ username: text, password: text, secretKey: text });
const metadataMembers = {
  element_number: text,
  ean: text,
  taxclass: text,
  length: measure,
  width: measure,
  height: measure,
  weight: measure,
  notes: text,
};
const metadata = fc.record(metadataMembers);
const metadataChange = fc.record(metadataMembers, { requiredKeys: [] });
const pairs = fc.array(fc.tuple(text, text), { maxLength: 3 });
const as = <const T extends string>(type: T): fc.Arbitrary<T> => fc.constant(type);

const rateE6 = fc.constantFrom(0, 70_000, 190_000).map((rate) => rate as RateE6);
const minor = fc.integer({ min: -100_000, max: 100_000 }).map((amount) => amount as Minor);
const priceE4 = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((price) => price as PriceE4);
const positions = fc.array(fc.record({ name: text, priceMinor: minor, rateE6 }), { maxLength: 3 });
const details = {
  fields: fc.dictionary(fc.constantFrom('note', 'email', 'delivery_city'), text),
  attributes: keyed(text),
};
const methods = { paymentMethodId: id, deliveryMethodId: id };
const change = fc.record({ ...methods, ...details }, { requiredKeys: ['fields', 'attributes'] });
const nextSession = fc.record({ id, generation: id, nonce: text, createdMs: id });
const pricedLine = fc.record({
  type: fc.constantFrom('PRODUCT' as const, 'FREE_ELEMENT' as const),
  productId: id,
  elementNumber: text,
  priceE4,
  rateE6,
  taxMinor: minor,
  name: fc.constantFrom('a', 'b'),
  description: text,
  attributes: pairs,
  parentId: fc.constantFrom(0, 0, 1, 2),
  measures: fc.array(measure, { maxLength: 4 }),
  markup: fc.constantFrom(0, 1, 2, 3),
});
/** Comes again and again, so that equal lines meet. */
const sameLine = fc.constant({
  type: 'PRODUCT' as const,
  productId: 1,
  elementNumber: 'n',
  priceE4: 12_345 as PriceE4,
  rateE6: 190_000 as RateE6,
  taxMinor: 20 as Minor,
  name: 'same',
  description: '',
  attributes: [],
  parentId: 0,
  measures: [],
  markup: 0,
});
const quantityMilli = milli.map((many) => many as Milli);
const lineId = fc.integer({ min: 1, max: 3 });
const wanted = fc.array(fc.record({ productId: id, quantityMilli: milli }), { maxLength: 2 });
const holder = fc.record({ sessionId: fc.integer({ min: 1, max: 3 }), generation: fc.integer({ min: 0, max: 1 }) });
const taken = fc.array(fc.record({ stockId: id, quantityMilli: milli }), { maxLength: 2 });
const line = fc
  .record({ line: pricedLine, id: lineId, quantityMilli, sumMinor: minor, sumTaxMinor: minor })
  .map(({ line: priced, ...more }) => ({ ...priced, ...more, memo: undefined }));
const day = fc.oneof(fc.constant(null), fc.integer({ min: -5, max: 40_000 }));
const terms = fc.record({
  name: text,
  unique: fc.boolean(),
  percentage: fc.boolean(),
  amount: fc.integer({ min: 1, max: 1_000_000 }),
  startDay: day,
  endDay: day,
  combineable: fc.boolean(),
});
const cartCoupon = fc.record({ couponId: id, code: text, name: text, terms });
const part = fc.tuple(fc.nat({ max: 2 }), minor, minor);
const used = fc.record({
  usedMinor: minor,
  taxMinor: minor,
  baseMinor: minor,
  parts: fc.array(part, { maxLength: 3 }),
});
const anyCart = fc.record({
  createdMs: id,
  lines: fc.array(line, { maxLength: 3 }),
  linesCreated: id,
  lastLineId: id,
  sumMinor: minor,
  index: fc.constant(undefined),
  deliveryPositions: positions,
  coupons: fc.array(cartCoupon, { maxLength: 2 }),
  couponUses: fc.oneof(fc.constant(null), fc.array(used, { maxLength: 2 })),
});
const cart = anyCart.map((one) => ({ ...one, volumeMinor: volumeOf(one.lines) }));

const names = fc.array(fc.oneof(fc.stringMatching(/^[a-z]$/), text), { maxLength: 2 });
/** Values of few attributes, so that changes meet them. */
const texts = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<{ [language: string]: { [number: number]: T } }> =>
  keyed(fc.dictionary(fc.constantFrom('1', '2', '3'), one));
const availability = { managed: fc.boolean(), override: fc.boolean(), warningMilli: milli };
const memberships = fc.uniqueArray(fc.record({ categoryId: id, position: id }), {
  selector: ({ categoryId }) => categoryId,
  maxLength: 3,
});
const orNull = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.oneof(one, fc.constant(null));

const first = <T>(command: fc.Arbitrary<T>): { readonly first: fc.Arbitrary<T>; readonly rest: fc.Arbitrary<T> } => ({
  first: command,
  rest: command,
});

/** How an actor begins, and what may come after that. */
export type Commands = {
  readonly [K in KindName]: { readonly first: fc.Arbitrary<CommandOf<K>>; readonly rest: fc.Arbitrary<CommandOf<K>> };
};

/** Of methods, as a change brings them. */
const methodNames = fc.constantFrom(null, '', 'Cash', { de_DE: 'Bar', en_GB: 'Cash' });

export const COMMANDS: Commands = {
  issued_invoice: {
    first: fc.record({
      type: as('issue_invoice'),
      subject: id,
      language: text,
      content: fc.record({ data: text, html: fc.constantFrom('', 'aGk='), pdf: fc.constant('') }),
    }),
    rest: fc.record({
      type: as('add_format'),
      format: fc.constantFrom('html' as const, 'pdf' as const),
      bytes: fc.constantFrom('aGE=', 'aG8='),
    }),
  },
  shop_profile: first(
    fc.record({
      type: as('record_profile'),
      language: text,
      timeZone: text,
      company: fc.array(text, { maxLength: 2 }),
      companyFoot: fc.array(text, { maxLength: 2 }),
    }),
  ),
  payment: {
    first: fc.record({
      type: as('start_payment'),
      orderId: id,
      methodId: id,
      reference: text,
      redirect: text,
      token: text,
      amountMinor: id,
      currency: fc.constantFrom('EUR', 'JPY'),
      expiresMs: id,
      successUrl: text,
      cancelUrl: text,
    }),
    rest: fc.record({
      type: fc.constantFrom(...PAYMENT_ATTEMPT_EVENTS),
      transaction: text,
    }),
  },
  channel: {
    first: fc.record({
      type: as('open_channel'),
      name: text,
      description: text,
      active: fc.boolean(),
      output: fc.constantFrom('json' as const, 'xml' as const),
      digests,
      demo: fc.boolean(),
    }),
    rest: fc.record({ type: as('rotate_credentials'), digests }),
  },
  class: {
    first: fc.record({ type: as('create_class'), name: text, classType: fc.constantFrom(...CLASS_TYPES) }),
    rest: fc.oneof(
      fc.record({
        type: as('add_attributes'),
        attributes: fc.array(
          fc.record({
            name: fc.oneof(fc.stringMatching(/^[a-z]{1,3}$/), text),
            type: fc.constantFrom(...ATTRIBUTE_TYPES),
            labels: keyed(text),
            defaults: keyed(value),
          }),
          { maxLength: 3 },
        ),
      }),
      fc.record({
        type: as('add_attributes'),
        attributes: fc.constant([{ name: 'a', type: 'INT' as const, labels: {}, defaults: {} }]),
      }),
      fc.record({ type: as('remove_attributes'), names }),
      fc.record({ type: as('remove_attributes'), names: fc.constant(['a']) }),
      fc.record({ type: as('set_defaults'), number: fc.integer({ min: 1, max: 4 }), defaults: keyed(value) }),
      fc.record({ type: as('delete_class') }),
    ),
  },
  category: {
    first: fc.record({
      type: as('create_category'),
      parentId: id,
      name: text,
      prio: id,
      labels: keyed(text),
      attributes: keyed(fc.oneof(text, measure)),
      localized: keyed(keyed(fc.oneof(text, measure))),
      seo,
    }),
    rest: fc.oneof(
      fc.record(
        {
          type: as('update_category'),
          name: text,
          labels: keyed(orNull(text)),
          attributes: keyed(orNull(fc.oneof(text, measure))),
          localized: keyed(orNull(keyed(orNull(fc.oneof(text, measure))))),
          seo,
        },
        { requiredKeys: ['type'] },
      ),
      fc.record({ type: as('move_category'), parentId: id, prio: id }),
      fc.record({ type: as('delete_category') }),
    ),
  },
  shopobject: {
    first: fc.record({
      type: as('create_shopobject'),
      objectType: fc.constantFrom('product' as const, 'content' as const),
      name: text,
      classId: id,
      productId: id,
      active: fc.boolean(),
      attributes: texts(value),
      seo,
      metadata,
      availability: fc.record(availability),
      memberships,
    }),
    rest: fc.oneof(
      fc.record({ type: as('bind'), entityId: id, perPieceMilli: milli }),
      fc.record({ type: as('unbind'), entityId: id }),
      fc.record(
        {
          type: as('update_shopobject'),
          name: text,
          active: fc.boolean(),
          attributes: texts(orNull(value)),
          seo,
          metadata: metadataChange,
          availability: fc.record(availability, { requiredKeys: [] }),
          memberships,
        },
        { requiredKeys: ['type'] },
      ),
      fc.record({ type: as('delete_shopobject') }),
    ),
  },
  warehouse_entity: {
    first: fc.record({
      type: as('create_warehouse_entity'),
      name: text,
      classId: id,
      manufacturerId: id,
      attributes: texts(value),
      metadata,
    }),
    rest: fc.oneof(
      fc.record(
        {
          type: as('update_warehouse_entity'),
          name: text,
          manufacturerId: id,
          attributes: texts(orNull(value)),
          metadata: metadataChange,
        },
        { requiredKeys: ['type'] },
      ),
      fc.record({ type: as('delete_warehouse_entity') }),
    ),
  },
  storage: first(fc.record({ type: as('open_storage'), name: text })),
  stock: {
    first: fc.record({ type: as('open_stock'), storageId: id, holderId: id, quantityMilli: milli }),
    rest: fc.oneof(
      fc.record({ type: fc.constantFrom('place' as const, 'take' as const), quantityMilli: milli, note: text }),
      fc.record({ type: fc.constantFrom('sell' as const, 'put_back' as const), quantityMilli: milli, orderId: id }),
      fc.record({ type: as('sell'), quantityMilli: milli, orderId: id, holder }),
      fc.record({
        type: as('hold'),
        holder,
        quantityMilli: fc.oneof(milli, fc.constant(0)),
        lifeMs: fc.integer({ min: 1, max: 50 }),
      }),
      fc.record({ type: as('hold'), holder, quantityMilli: fc.constant(1 as Milli), lifeMs: fc.constant(10) }),
      { weight: 2, arbitrary: fc.record({ type: as('expire_holds') }) },
      fc.record({ type: as('archive_movements'), pageId: id, count: fc.nat({ max: 3 }) }),
      fc.record({ type: as('close_stock') }),
    ),
  },
  session: {
    first: fc.record({
      type: as('start'),
      nonce: text,
      lifeMs: fc.integer({ min: 1, max: 50 }),
      userId: id,
      subject: id,
      username: text,
    }),
    rest: fc.oneof(
      fc.record({ type: as('touch'), lifeMs: fc.integer({ min: 1, max: 50 }) }),
      fc.record({
        type: fc.constantFrom('expire' as const, 'end_if_idle' as const, 'clear_cart' as const, 'log_out' as const),
      }),
      fc.record({
        type: as('log_in'),
        keepsDraft: fc.boolean(),
        userId: id,
        subject: fc.constant(3),
        username: text,
        loginGeneration: id,
      }),
      fc.record({
        type: as('add_line'),
        line: pricedLine,
        quantityMilli,
        grouped: fc.boolean(),
        linesMax: fc.constant(4),
        currencyDigits: fc.constant(2),
      }),
      fc.record({
        type: as('add_line'),
        line: sameLine,
        quantityMilli: fc.constant(2000 as Milli),
        grouped: fc.constant(true),
        linesMax: fc.constant(4),
        currencyDigits: fc.constant(2),
      }),
      fc.record({
        type: as('add_line'),
        line: sameLine,
        quantityMilli: fc.constant(2000 as Milli),
        grouped: fc.constant(true),
        linesMax: fc.constant(4),
        currencyDigits: fc.constant(2),
      }),
      fc.record({ type: as('decrement_line'), lineId, currencyDigits: fc.constant(2) }),
      fc.record({ type: as('remove_line'), lineId }),
      fc.record({ type: as('record_stock_holds'), stockIds: fc.array(id, { maxLength: 3 }) }),
      fc.record({ type: as('set_delivery_costs'), positions }),
      fc.record({ type: as('set_coupons'), coupons: fc.array(cartCoupon, { maxLength: 2 }) }),
      fc.tuple(change, fc.constantFrom(3, 4), id).map(([given, subject, reservedOrderId]) => ({
        type: 'set_details' as const,
        subject,
        reservedOrderId,
        ...given,
      })),
      fc.record({ type: as('place'), orderId: id, nextSession }),
    ),
  },
  order: {
    first: fc.record({
      type: as('place_order'),
      userId: id,
      subject: id,
      username: text,
      currency: fc.constantFrom('EUR', 'JPY'),
      currencyDigits: fc.constantFrom(0, 2, 3),
      details: change.map((given) =>
        changedDetails(NO_DETAILS, {
          paymentMethodId: 0,
          deliveryMethodId: 0,
          ...given,
          ...personalChange(NO_DETAILS, given),
        }),
      ),
      cart,
      taken,
      backordered: wanted,
      invoice: fc.record({ prefix: text, number: id }),
      day: fc.integer({ min: 20_000, max: 20_100 }),
      sessions: fc.constantFrom([], [1, 0, 2, 1]),
      profileId: id,
    }),
    rest: fc.oneof(
      fc.tuple(change, id, methodNames, methodNames).map(([given, by, paymentMethod, deliveryMethod]) => ({
        type: 'change_details' as const,
        subject: 3,
        by,
        names: { paymentMethod, deliveryMethod },
        ...given,
      })),
      fc.record({
        type: as('move'),
        lifecycle: as('order'),
        event: fc.constantFrom(...ORDER_EVENTS),
        mode: fc.constantFrom('lenient' as const, 'strict' as const),
        byHand: fc.boolean(),
        by: id,
      }),
      fc.record({
        type: as('move'),
        lifecycle: as('payment'),
        event: fc.constantFrom(...PAYMENT_EVENTS),
        mode: fc.constantFrom('lenient' as const, 'strict' as const),
        byHand: fc.boolean(),
        by: id,
      }),
      fc.record({
        type: as('move'),
        lifecycle: as('delivery'),
        event: fc.constantFrom(...DELIVERY_EVENTS),
        mode: fc.constantFrom('lenient' as const, 'strict' as const),
        byHand: fc.boolean(),
        by: id,
      }),
      fc.record({
        type: as('add_parcel'),
        lines: fc.array(fc.record({ lineId, quantityMilli: milli }), { maxLength: 2 }),
        provider: text,
        trackingNumber: text,
        by: id,
      }),
      fc.record({ type: as('set_stock'), taken, backordered: wanted }),
    ),
  },
  idempotency_record: {
    first: fc.record({
      type: as('remember'),
      keyDigest: text,
      paramsDigest: text,
      channelId: id,
      outcome: fc.oneof(
        fc.record({ value: fc.oneof(id, fc.constant(null), fc.record({ orderId: id, nextSession })) }),
        fc.record({ code: as('CART_EMPTY'), param: text }),
      ),
      lifeMs: fc.integer({ min: 1, max: 20 }),
    }),
    rest: fc.record({ type: as('forget') }),
  },
  coupon_batch: first(fc.record({ type: as('create_batch'), terms, firstCouponId: id, count: id })),
  coupon: {
    first: fc.record({ type: as('create_coupon'), batchId: id, code: text }),
    rest: fc.oneof(
      fc.record({ type: as('redeem'), unique: fc.boolean(), orderId: id }),
      fc.record({ type: as('free'), orderId: id }),
    ),
  },
  stock_movement_page: first(
    fc.record({
      type: as('create_page'),
      stockId: id,
      previousPageId: id,
      earlierMilli: milli,
      movements: fc.array(fc.tuple(fc.constantFrom('placed' as const, 'sold' as const), milli, id, id, text), {
        maxLength: 3,
      }),
    }),
  ),
  usage: first(
    fc.record({
      type: as('count_usage'),
      day: id,
      channels: fc.uniqueArray(fc.tuple(id, id, milli), { selector: ([channel]) => channel, maxLength: 3 }),
    }),
  ),
  zero_result_searches: first(
    fc.record({
      type: as('count_zero_result_searches'),
      day: id,
      counts: fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-e]$/), id), { selector: ([text]) => text, maxLength: 4 }),
      textsMax: fc.integer({ min: 0, max: 3 }),
    }),
  ),
  ...USER_COMMANDS,
  ...WEBHOOK_COMMANDS,
};
