// What happens in a simulated year of price lists, and where a price is looked at after each step. Places are numbers
// that are taken modulo what there is, so that a year stays one while it is shrunk.
import * as fc from 'fast-check';
import { CURRENCIES } from './year-model.ts';

const few = <T>(...values: T[]) =>
  fc.oneof(
    { arbitrary: fc.constant<T[]>([]), weight: 4 },
    { arbitrary: fc.subarray(values, { minLength: 1, maxLength: 2 }), weight: 1 },
  );
const rarely = <T>(given: fc.Arbitrary<T>) => fc.option(given, { nil: undefined, freq: 1 });
const place = fc.nat({ max: 59 });
const COUNTRIES = ['DE', 'AT', 'CH'] as const;

const TERMS = {
  groups: few(0, 1),
  channels: few(1, 2),
  countries: few<string>(...COUNTRIES),
  priority: fc.constantFrom(0, 0, 1, 2),
  /** In days from the present one; undefined: no bound. */
  first: rarely(fc.integer({ min: -2, max: 3 })),
  last: rarely(fc.integer({ min: 0, max: 9 })),
};

/** Prices are close together, so that lists often say the same. */
const cents = fc.integer({ min: 1, max: 60 });

const is = <K extends string>(type: K) => fc.constant(type);

const step = fc.oneof(
  {
    arbitrary: fc.record({ type: is('make_list'), ...TERMS, currency: fc.constantFrom('EUR', 'EUR', ...CURRENCIES) }),
    weight: 3,
  },
  { arbitrary: fc.record({ type: is('change_list'), list: place, ...TERMS }), weight: 2 },
  { arbitrary: fc.record({ type: is('end_list'), list: place }), weight: 1 },
  {
    arbitrary: fc.record({
      type: is('set_prices'),
      list: place,
      prices: fc.array(
        fc.record({
          product: place,
          from: fc.constantFrom(0, 0, 2000, 5000),
          cents: fc.option(cents, { nil: undefined, freq: 8 }),
          compareAt: fc.option(cents, { nil: undefined, freq: 1 }),
        }),
        { minLength: 4, maxLength: 9 },
      ),
    }),
    weight: 8,
  },
  { arbitrary: fc.record({ type: is('set_attribute'), product: place, cents }), weight: 2 },
  { arbitrary: fc.record({ type: is('set_groups'), user: place, groups: fc.subarray([0, 1]) }), weight: 2 },
  { arbitrary: fc.record({ type: is('log_in'), session: place, user: place }), weight: 2 },
  { arbitrary: fc.record({ type: is('log_out'), session: place }), weight: 1 },
  {
    arbitrary: fc.record({
      type: is('choose'),
      session: place,
      currency: fc.option(fc.constantFrom(...CURRENCIES), { nil: undefined, freq: 2 }),
      country: fc.option(fc.constantFrom(...COUNTRIES, ''), { nil: undefined, freq: 2 }),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({ type: is('deliver_to'), session: place, country: fc.constantFrom(...COUNTRIES) }),
    weight: 1,
  },
  {
    arbitrary: fc.record({ type: is('add'), session: place, product: place, pieces: fc.constantFrom(1, 1, 2, 4) }),
    weight: 8,
  },
  {
    arbitrary: fc.record({ type: is('set_quantity'), session: place, line: place, pieces: fc.constantFrom(1, 2, 5) }),
    weight: 3,
  },
  { arbitrary: fc.record({ type: is('remove'), session: place, line: place }), weight: 2 },
  { arbitrary: fc.record({ type: is('check_out'), session: place }), weight: 2 },
  /** To the end of this day of the shop, or past it. */
  {
    arbitrary: fc.record({
      type: is('wait'),
      days: fc.constantFrom(0, 0, 1, 6),
      ms: fc.constantFrom(-1, 0, 40_000_000),
    }),
    weight: 5,
  },
  { arbitrary: fc.record({ type: is('restart') }), weight: 1 },
);

const look = fc.record({
  session: place,
  product: place,
  pieces: fc.constantFrom(1, 1, 2, 5),
  cents,
  /** Who names a currency instead of a session. */
  currency: fc.constantFrom(...CURRENCIES),
});

export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
export type Look = typeof look extends fc.Arbitrary<infer T> ? T : never;

export interface Year {
  readonly holdMs: number;
  readonly steps: readonly (readonly [Step, Look])[];
}

export const yearOf = (many: number): fc.Arbitrary<Year> =>
  fc.record({
    holdMs: fc.constantFrom(0, 2 * 86_400_000),
    steps: fc.array(fc.tuple(step, look), { minLength: Math.ceil(many / 2), maxLength: many, size: 'max' }),
  });
