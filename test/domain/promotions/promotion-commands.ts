// Random commands for promotions, well-formed as the operations make them.
import * as fc from 'fast-check';
import { PROMOTION_KINDS } from '../../../src/domain/calculation/promote.ts';
import { as, keyed, text } from '../command-values.ts';
import type { Commands } from '../command-values.ts';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 });
const amount = fc.constantFrom(0, 1, 250, 100_000);
/** Around the times of the commands. */
const bound = fc.constantFrom(0, 1000, 1010, 1030, 5000);
const day = fc.option(fc.integer({ min: 0, max: 3 }));
const goods = fc.constantFrom('', '{"main.id":["=",3]}');
const changeable = {
  name: text,
  labels: keyed(text),
  startDay: day,
  endDay: day,
  fromMs: bound,
  untilMs: bound,
  usesMax: fc.integer({ min: 0, max: 3 }),
  usesPerPersonMax: fc.integer({ min: 0, max: 3 }),
  budgetMinor: amount,
};
const terms = fc.record({
  ...changeable,
  kind: fc.constantFrom(...PROMOTION_KINDS),
  value: amount,
  per: fc.constantFrom('piece' as const, 'order' as const),
  buy: fc.integer({ min: 0, max: 3 }),
  get: fc.integer({ min: 0, max: 3 }),
  timesMax: fc.integer({ min: 0, max: 3 }),
  groups: ids,
  channels: ids,
  countries: fc.subarray(['DE', 'AT']),
  isFirstOrder: fc.boolean(),
  isByCode: fc.boolean(),
  currency: fc.constantFrom('', 'EUR', 'USD'),
  minSumMinor: amount,
  minMilli: amount,
  countedGoods: goods,
  goods,
  priority: fc.integer({ min: -2, max: 2 }),
  stack: fc.constantFrom('', 'a'),
  isExclusive: fc.boolean(),
});

export const PROMOTION_COMMANDS: Commands['promotion'] = {
  first: fc.record({ type: as('make_promotion'), terms }),
  rest: fc.oneof(
    fc.record({ type: as('change_promotion'), change: fc.record(changeable, { requiredKeys: [] }) }),
    { arbitrary: fc.record({ type: as('come_due') }), weight: 3 },
    fc.record({ type: as('end_promotion') }),
  ),
};
