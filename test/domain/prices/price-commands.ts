// Random commands for price lists and what they say of products, well-formed as the operations make them.
import * as fc from 'fast-check';
import type { Milli, PriceE4 } from '../../../src/domain/money.ts';
import { as, text } from '../command-values.ts';
import type { Commands } from '../command-values.ts';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 });
/** Around the times of the commands. */
const bound = fc.constantFrom(0, 1000, 1010, 1030, 5000);
const terms = fc
  .record({
    name: text,
    field: fc.constantFrom('price', 'gross'),
    currency: fc.constantFrom('EUR', 'USD'),
    groups: ids,
    channels: ids,
    countries: fc.subarray(['DE', 'AT']),
    priority: fc.integer({ min: -2, max: 2 }),
    startDay: fc.option(fc.integer({ min: 0, max: 3 })),
    endDay: fc.option(fc.integer({ min: 0, max: 3 })),
    fromMs: bound,
    untilMs: bound,
  })
  .map((drawn) => ({ ...drawn, untilMs: drawn.untilMs === 0 ? 0 : Math.max(drawn.untilMs, drawn.fromMs + 1) }));
const quantity = fc.constantFrom(0, 1000, 2500, 10_000).map((milli) => milli as Milli);
const price = fc.integer({ min: 0, max: 20_000 }).map((priceE4) => priceE4 as PriceE4);
const setPrices = fc.record({
  type: as('set_prices'),
  productId: fc.constantFrom(3),
  listId: fc.integer({ min: 1, max: 3 }),
  changes: fc.array(fc.tuple(quantity, fc.option(price), price), { maxLength: 3 }),
});

export const PRICE_COMMANDS: Pick<Commands, 'customer_group' | 'price_list' | 'product_prices'> = {
  customer_group: {
    first: fc.record({ type: as('make_group'), name: text }),
    rest: fc.oneof(fc.record({ type: as('rename_group'), name: text }), fc.record({ type: as('end_group') })),
  },
  price_list: {
    first: fc.record({ type: as('make_list'), terms }),
    rest: fc.oneof(
      fc.record({ type: as('change_list'), terms }),
      { arbitrary: fc.record({ type: as('come_due') }), weight: 3 },
      fc.record({ type: as('end_list') }),
    ),
  },
  product_prices: {
    first: setPrices,
    rest: fc.oneof({ arbitrary: setPrices, weight: 6 }, fc.record({ type: as('delete_prices') })),
  },
};
