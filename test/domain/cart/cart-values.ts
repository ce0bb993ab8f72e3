// Random lines, coupons, carts and details of an order draft, as commands for sessions, orders and coupons carry them.
import * as fc from 'fast-check';
import { volumeOf } from '../../../src/domain/cart/line.ts';
import type { Listed } from '../../../src/domain/cart/line.ts';
import type { TaxBasis } from '../../../src/domain/calculation/tax.ts';
import type { Milli, Minor, PriceE4, RateE6 } from '../../../src/domain/money.ts';
import { measure } from '../catalogue/catalogue-commands.ts';
import { text, keyed, id, milli } from '../command-values.ts';

const pairs = fc.array(fc.tuple(text, text), { maxLength: 3 });

const rateE6 = fc.constantFrom(0, 70_000, 190_000).map((rate) => rate as RateE6);
const minor = fc.integer({ min: -100_000, max: 100_000 }).map((amount) => amount as Minor);
const priceE4 = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((price) => price as PriceE4);
type Priced = { readonly priceE4: PriceE4; readonly rateE6: RateE6 };
/** By what is drawn already, so that the draws of a seed stay. */
const basisOf = ({ priceE4, rateE6 }: Priced): TaxBasis | null =>
  rateE6 === 0 ? null : [priceE4, rateE6 === 70_000 ? 'reduced' : '', priceE4 % 2 === 0 ? 'DE' : 'AT'];
const listedOf = ({ priceE4: given, rateE6: rate }: Priced): Listed | null =>
  rate === 0 ? null : [given % 2 === 0 ? 0 : 4, 0 as Milli, 'price', 'de_DE', 1];
export const positions = fc.array(fc.record({ name: text, priceMinor: minor, rateE6 }), { maxLength: 3 }).map((drawn) =>
  drawn.map((position) => ({
    ...position,
    basis: basisOf({ priceE4: (position.priceMinor * 100) as PriceE4, rateE6: position.rateE6 }),
    ruleId: Math.abs(position.priceMinor) % 3,
  })),
);

const details = {
  fields: fc.dictionary(fc.constantFrom('note', 'email', 'delivery_city'), text),
  attributes: keyed(text),
};
const methods = { paymentMethodId: id, deliveryMethodId: id };
export const change = fc.record({ ...methods, ...details }, { requiredKeys: ['fields', 'attributes'] });
export const nextSession = fc.record({ id, generation: id, nonce: text, createdMs: id });
export const pricedLine = fc
  .record({
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
  })
  .map((drawn) => ({ ...drawn, basis: basisOf(drawn), listed: listedOf(drawn) }));
export const quantityMilli = milli.map((many) => many as Milli);
export const lineId = fc.integer({ min: 1, max: 3 });
const line = fc
  .record({ line: pricedLine, id: lineId, quantityMilli, sumMinor: minor, sumTaxMinor: minor })
  .map(({ line: priced, ...more }) => ({ ...priced, ...more, derivedCache: undefined }));
const day = fc.oneof(fc.constant(null), fc.integer({ min: -5, max: 40_000 }));
export const terms = fc.record({
  name: text,
  unique: fc.boolean(),
  percentage: fc.boolean(),
  amount: fc.integer({ min: 1, max: 1_000_000 }),
  startDay: day,
  endDay: day,
  combineable: fc.boolean(),
  currency: fc.constantFrom('', 'USD'),
  promotionId: fc.constantFrom(0, 7),
});
export const cartCoupon = fc.record({ couponId: id, code: text, name: text, terms });
const part = fc.tuple(fc.nat({ max: 2 }), minor, minor);
const used = fc.record({
  usedMinor: minor,
  taxMinor: minor,
  baseMinor: minor,
  parts: fc.array(part, { maxLength: 3 }),
});
const promoted = fc.array(fc.tuple(fc.nat({ max: 2 }), fc.constantFrom(1000, 2500), minor, minor), { maxLength: 2 });
export const promotionUse = fc.record({
  id,
  usedMinor: minor,
  taxMinor: minor,
  parts: promoted,
  delivery: promoted,
  kept: fc.array(fc.tuple(fc.nat({ max: 2 }), minor), { maxLength: 1 }),
  name: text,
  labels: keyed(text),
});
export const nearly = fc.array(
  fc.tuple(
    id,
    text,
    fc.constantFrom('sum' as const, 'pieces' as const),
    fc.integer({ min: 1, max: 5000 }),
    keyed(text),
  ),
  { maxLength: 2 },
);
/** Why no delivery rule is for a cart. */
export const undelivered = fc.constantFrom(null, ['other_zip', 0] as const, ['weight_unknown', 7] as const);
const anyCart = fc.record({
  promotions: fc.array(
    // Its lines are drawn apart.
    promotionUse.map((one) => ({ ...one, parts: [], delivery: [], kept: [] })),
    { maxLength: 1 },
  ),
  nearly: fc.constant([]),
  isDeliveryGiven: fc.boolean(),
  undelivered,
  answered: fc.constantFrom([], [[1, 'prices', '2', 1000 as PriceE4]] as const),
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
export const cart = anyCart.map((one) => ({
  ...one,
  repriced: one.lines.slice(1).map((changed) => [changed.id, 100 as PriceE4, changed.priceE4, 'login'] as const),
  volumeMinor: volumeOf(one.lines),
}));
