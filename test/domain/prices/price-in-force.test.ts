// Which price counts, beside a slow model that looks at every list, product and tier. It would catch a list that counts
// for others, a tier that is missed, and a person who pays more because of a further group.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import type { ReadContext } from '../../../src/engine/transactions/read-context.ts';
import type { Milli, PriceE4 } from '../../../src/domain/money.ts';
import { explainPrice } from '../../../src/domain/prices/explain-price.ts';
import type { ListVerdict } from '../../../src/domain/prices/explain-price.ts';
import { listedPrice } from '../../../src/domain/prices/price-in-force.ts';
import type { PriceContext } from '../../../src/domain/prices/price-context.ts';
import type { ListedPrice } from '../../../src/domain/prices/price-in-force.ts';
import type { PriceListTerms } from '../../../src/domain/prices/price-list.ts';
import { mapOk } from '../../../src/kernel/result.ts';
import { make } from '../../engine/shop.ts';
import { engineOn } from '../../engine/store/stores.ts';
import { runs } from '../../harness/effort.ts';

const [PRODUCT, VARIATION] = [3, 4];
/** Verdicts of lists that fit, and lose to another one. */
const BEHIND: ReadonlySet<ListVerdict> = new Set(['lower_priority', 'dearer', 'made_later']);

interface Price {
  readonly list: number;
  readonly product: number;
  readonly fromMilli: number;
  readonly priceE4: number;
}

interface Scene {
  readonly lists: readonly PriceListTerms[];
  readonly ended: readonly number[];
  readonly prices: readonly Price[];
}

/** Mostly none, so that several lists fit at a time. */
const few = <T>(...values: T[]) =>
  fc.oneof(
    { arbitrary: fc.constant<T[]>([]), weight: 3 },
    { arbitrary: fc.subarray(values, { minLength: 1, maxLength: 2 }), weight: 1 },
  );
const terms: fc.Arbitrary<PriceListTerms> = fc.record({
  name: fc.constant('list'),
  field: fc.constantFrom('price', 'price', 'price', 'gross'),
  currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'EUR', 'USD'),
  groups: few(1, 2, 3),
  channels: few(1, 2),
  countries: few('DE', 'AT'),
  priority: fc.integer({ min: 0, max: 2 }),
  startDay: fc.constant(null),
  endDay: fc.constant(null),
  fromMs: fc.constant(0),
  untilMs: fc.constant(0),
});
const scene: fc.Arbitrary<Scene> = fc.array(terms, { minLength: 1, maxLength: 5 }).chain((lists) =>
  fc.record({
    lists: fc.constant(lists),
    ended: fc.subarray(
      lists.map((_, at) => at),
      { maxLength: 1 },
    ),
    prices: fc.array(
      fc.record({
        list: fc.nat({ max: lists.length - 1 }),
        product: fc.constantFrom(PRODUCT, VARIATION),
        fromMilli: fc.constantFrom(0, 1000, 2500, 5000),
        priceE4: fc.integer({ min: 0, max: 3 }).map((price) => price * 10_000),
      }),
      { minLength: 3, maxLength: 14 },
    ),
  }),
);
const context = fc.record({
  channelId: fc.constantFrom(1, 2),
  groups: few(1, 2, 3),
  country: fc.constantFrom('DE', 'AT', 'CH'),
  currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
});

/** Every list, product and tier, one by one; of two prices for one tier the later was set. */
const slow = (
  { lists, ended, prices }: Scene,
  family: readonly number[],
  asked: PriceContext,
  pieces: number,
): Pick<ListedPrice, 'listId' | 'priceE4'> | undefined => {
  const all = lists.flatMap((list, at) => {
    const isFor = <T>(wanted: readonly T[], had: readonly T[]): boolean =>
      wanted.length === 0 || wanted.some((one) => had.includes(one));
    if (ended.includes(at) || list.field !== 'price' || list.currency !== asked.currency) return [];
    if (!isFor(list.groups, asked.groups) || !isFor(list.channels, [asked.channelId])) return [];
    if (!isFor(list.countries, [asked.country])) return [];
    for (const product of family) {
      const tiers = prices.filter((one) => one.list === at && one.product === product && one.fromMilli <= pieces);
      const most = Math.max(...tiers.map(({ fromMilli }) => fromMilli));
      const tier = tiers.findLast(({ fromMilli }) => fromMilli === most);
      if (tier !== undefined) return [{ listId: at + 1, priority: list.priority, priceE4: tier.priceE4 }];
    }
    return [];
  });
  const [first] = all.sort((a, b) => b.priority - a.priority || a.priceE4 - b.priceE4 || a.listId - b.listId);
  return first && { listId: first.listId, priceE4: first.priceE4 as PriceE4 };
};

const shopOf = ({ lists, ended, prices }: Scene): ReadContext => {
  const engine = engineOn(new MemoryJournal());
  for (const one of lists) make(engine, (tx) => tx.create('price_list', { type: 'make_list', terms: one }));
  for (const at of ended) make(engine, (tx) => tx.ask('price_list', at + 1, { type: 'end_list' }));
  for (const { list, product: productId, fromMilli, priceE4 } of prices)
    make(engine, (tx) => {
      const changes = [[fromMilli as Milli, priceE4 as PriceE4, 0 as PriceE4]] as const;
      const command = { type: 'set_prices', productId, listId: list + 1, changes } as const;
      const id = tx.index('product_prices').get(productId);
      return id === undefined
        ? mapOk(tx.create('product_prices', command), () => undefined)
        : tx.ask('product_prices', id, command);
    });
  return engine.readContext();
};

const pieces = fc.constantFrom(500, 1000, 2499, 2500, 7000);
const families = fc.constantFrom([PRODUCT], [VARIATION, PRODUCT]);

test('is that of a model that looks at everything', () => {
  let found = 0;
  fc.assert(
    fc.property(scene, context, families, pieces, (drawn, asked, family, milli) => {
      const price = listedPrice(shopOf(drawn), family, 'price', asked, milli);
      const wanted = slow(drawn, family, asked, milli);
      expect(price && { listId: price.listId, priceE4: price.priceE4 }).toEqual(wanted);
      if (wanted !== undefined) found += 1;
    }),
    { numRuns: runs(1200) },
  );
  expect(found).toBeGreaterThan(runs(300));
});

test('a further group makes nothing dearer among lists of equal priority', () => {
  fc.assert(
    fc.property(scene, context, families, pieces, fc.constantFrom(1, 2, 3), (drawn, asked, family, milli, group) => {
      const even = { ...drawn, lists: drawn.lists.map((list) => ({ ...list, priority: 0 })) };
      const shop = shopOf(even);
      const before = listedPrice(shop, family, 'price', asked, milli);
      const after = listedPrice(shop, family, 'price', { ...asked, groups: [...asked.groups, group] }, milli);
      if (before !== undefined) expect(after!.priceE4).toBeLessThanOrEqual(before.priceE4);
    }),
    { numRuns: runs(600, 1200, 120_000) },
  );
});

test('the reasons agree with the price that counts', () => {
  let lost = 0;
  fc.assert(
    fc.property(scene, context, families, pieces, (drawn, asked, family, milli) => {
      const shop = shopOf(drawn);
      const price = listedPrice(shop, family, 'price', asked, milli);
      const { found, lists } = explainPrice(shop, family, 'price', asked, milli as Milli);
      expect(found).toEqual(price);
      const fitting = lists.filter(({ verdict }) => BEHIND.has(verdict));
      expect(lists.filter(({ verdict }) => verdict === 'counts').map(({ listId }) => listId)).toEqual(
        price === undefined ? [] : [price.listId],
      );
      // Whatever is behind counts once all that counts before it has ended.
      for (const { listId } of fitting) {
        const others = lists.flatMap((one) => (one.listId === listId ? [] : [one.listId - 1]));
        const alone = shopOf({ ...drawn, ended: [...new Set([...drawn.ended, ...others])] });
        expect(listedPrice(alone, family, 'price', asked, milli)?.listId).toBe(listId);
        lost += 1;
      }
    }),
    { numRuns: runs(300) },
  );
  expect(lost).toBeGreaterThan(runs(20));
});
