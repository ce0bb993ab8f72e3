// Long years of a shop with price lists, in which every place is looked at after each step, and what years would be
// worth that find nothing: each canary is a fault that they must find.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LISTED_PRICE } from '../../../src/domain/listing/listed-price.ts';
import { DueTimes } from '../../../src/domain/lifecycles/dated.ts';
import { PriceListIndex, priceList } from '../../../src/domain/prices/price-list.ts';
import { productPrices } from '../../../src/domain/prices/product-prices.ts';
import { runs } from '../../harness/effort.ts';
import { replaced } from '../../harness/replaced.ts';
import { lived } from './year-places.ts';
import { yearOf } from './year-steps.ts';

test('every place shows, sorts by and charges the price of the model, for years', async () => {
  await fc.assert(
    fc.asyncProperty(yearOf(100), (year) => lived(year, 'all')),
    { numRuns: runs(1, 4, 300) },
  );
});

test.each<readonly [fault: string, make: () => () => void]>([
  [
    'a list of low priority counts',
    () =>
      replaced(
        PriceListIndex.prototype,
        'runningFor',
        (own) =>
          function (this: PriceListIndex, field) {
            return own.call(this, field).toReversed();
          },
      ),
  ],
  ['a list counts after its last day', () => replaced(DueTimes.prototype, 'dueAt', () => () => [])],
  [
    'what is sorted by price is sorted by that of a guest',
    () => replaced(LISTED_PRICE, 'read', (own) => (shop, id, language) => own(shop, id, language, undefined)),
  ],
  [
    'a change of prices loses the tiers that it does not name',
    () =>
      replaced(productPrices, 'decide', (own) => (state, command, atMs) => own({ ...state, lists: [] }, command, atMs)),
  ],
  [
    'an end is forgotten',
    () =>
      replaced(
        priceList,
        'decide',
        (own) => (state, command, atMs) =>
          command.type === 'end_list' ? { ok: true, value: [] } : own(state, command, atMs),
      ),
  ],
])('years find that %s', async (_fault, make) => {
  const putBack = make();
  try {
    const found = await fc.check(
      fc.asyncProperty(yearOf(60), (year) => lived(year, 'some')),
      { numRuns: 150, endOnFailure: true },
    );
    expect(found.failed).toBe(true);
  } finally {
    putBack();
  }
});
