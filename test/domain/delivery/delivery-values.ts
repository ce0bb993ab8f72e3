// Random delivery rules and carts, crowded around few values so that they meet.
import * as fc from 'fast-check';
import { BASES } from '../../../src/domain/delivery/terms.ts';
import type { DeliveryTerms } from '../../../src/domain/delivery/terms.ts';

const rarely = <T>(often: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: fc.constant(often), weight: 5 }, other);
const ids = rarely<number[]>([], fc.subarray([1, 2]));
const COUNTRIES = ['DE', 'AT', 'GB', 'NL'];
const zips = fc.oneof(
  fc.constant([]),
  fc.uniqueArray(
    fc.constantFrom(
      '10115',
      '10000-19999',
      '10100-10199',
      '1*',
      '10*',
      '1000-1999',
      '1234',
      'SW1A',
      'SW1*',
      'BT1-BT9',
      '20000-30000',
      '00-001..00-999',
    ),
    { maxLength: 2 },
  ),
);
const GOODS = ['', '{"main.id":["=",1]}', '{"main.id":["<",3]}'];
/** From and to, of a range that is none now and then. */
const NONE: readonly [from: number, to: number] = [0, 0];
const range = (values: readonly number[]): fc.Arbitrary<readonly [from: number, to: number]> =>
  fc.oneof(
    fc.constant(NONE),
    fc
      .tuple(fc.constantFrom(0, ...values), fc.constantFrom(0, ...values))
      .map(([from, to]) => (to !== 0 && to <= from ? [0, to] : [from, to]) as readonly [number, number]),
  );

export const deliveryTerms: fc.Arbitrary<DeliveryTerms> = fc
  .record({
    name: fc.constantFrom('Parcel', 'Express'),
    methodId: fc.constantFrom(1, 2),
    countries: fc.oneof(fc.constant([]), fc.constant(['DE']), fc.subarray(COUNTRIES, { maxLength: 2 })),
    zips,
    sum: range([500, 2000, 5000]),
    basis: fc.constantFrom(...BASES),
    weight: range([1, 1000, 2500]),
    volume: rarely(NONE, range([1_000_000, 8_000_000])),
    pieces: rarely(NONE, range([1000, 2500])),
    goods: rarely('', fc.constantFrom(...GOODS)),
    unless: rarely('', fc.constantFrom(...GOODS)),
    channels: ids,
    groups: ids,
    currency: rarely('EUR', fc.constant('USD')),
    priceE4: fc.constantFrom(0, 1, 49_000, 59_999, 100_000),
    perKgE4: fc.constantFrom(0, 0, 3333, 10_000),
    perPieceE4: fc.constantFrom(0, 0, 1, 9999),
    freeFromMinor: fc.constantFrom(0, 2000, 5000),
    taxClass: fc.constantFrom('goods', 'default', 'reduced', 'net', ''),
    days: fc.constantFrom([0, 0] as const, [1, 3] as const),
    cutoffMinute: fc.constantFrom(-1, 0, 840),
    storageId: fc.constantFrom(0, 0, 0, 1),
    priority: fc.integer({ min: -1, max: 1 }),
  })
  .map(({ sum, weight, volume, pieces, days, ...terms }) => ({
    ...terms,
    sumFromMinor: sum[0],
    sumToMinor: sum[1],
    weightFromG: weight[0],
    weightToG: weight[1],
    volumeFromMm3: volume[0],
    volumeToMm3: volume[1],
    piecesFromMilli: pieces[0],
    piecesToMilli: pieces[1],
    daysMin: days[0],
    daysMax: days[1],
  }));

const RATES = [0, 70_000, 190_000] as const;

/** One product of a cart; a weight or side of 0 is one that the catalogue does not say. */
const good = fc.record({
  productId: fc.integer({ min: 1, max: 4 }),
  sumMinor: fc.constantFrom(0, 1, 333, 499, 500, 1999, 2000, 5000),
  rateE6: fc.constantFrom(...RATES),
  quantityMilli: fc.constantFrom(1000, 1500, 2000),
  mg: fc.oneof(
    { arbitrary: fc.constantFrom(1, 400, 999_600, 1000, 499_000, 500_000, 1_000_000, 1_667_000), weight: 5 },
    fc.constant(0),
  ),
  mm3: fc.oneof({ arbitrary: fc.constantFrom(1_000_000, 4_000_000), weight: 5 }, fc.constant(0)),
});

export const deliveredCart = fc.record({
  currency: rarely('EUR', fc.constant('USD')),
  country: rarely('DE', fc.constantFrom(...COUNTRIES, 'FR')),
  zip: fc.constantFrom(
    '',
    '10115',
    '10 115',
    'D-10115',
    '12345-678',
    '1234 AB',
    'sw1a 1aa',
    'BT5 4AB',
    '00-950',
    '99999',
  ),
  channelId: fc.constantFrom(1, 2, 3),
  groups: ids,
  goods: fc.array(good, { minLength: 1, maxLength: 4 }),
  offMinor: fc.constantFrom(0, 1, 500, 1000),
  missing: fc.constantFrom(0, 0, 3),
});
export type DeliveredCart = typeof deliveredCart extends fc.Arbitrary<infer T> ? T : never;
