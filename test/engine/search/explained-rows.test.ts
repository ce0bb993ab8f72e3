// Products that several of their variations rank alike. It would catch an explanation that names another of them where
// the search was interrupted, where doc ids are in another order than ids, and where a family was judged again.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVariation } from '../../../src/domain/catalogue/create-variation.ts';
import { deleteObject } from '../../../src/domain/catalogue/delete-object.ts';
import { updateObject } from '../../../src/domain/catalogue/update-object.ts';
import type { ExplainedHit, SearchResult } from '../../../src/domain/search/query.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { ReadContext } from '../../../src/engine/transactions/read-context.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { runs } from '../../harness/effort.ts';
import { CAUSE } from '../shop.ts';
import { EVERYTHING, askPaced, interruptEverywhere, pace, shopOf } from './paced.ts';
import { parsed } from './queries.ts';

interruptEverywhere();

const PRODUCTS = 2;

/** What happens to a variation: `at` says to which, and of which product. */
const change = fc.record({ how: fc.constantFrom('add', 'add', 'rename', 'delete'), at: fc.nat(30) });
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const NAMES = ['lamp', 'red lamp', 'lamps', 'table'];

const take = (engine: Engine, { how, at }: Change): void => {
  const name = `${NAMES[at % NAMES.length]!} ${at}`;
  engine.transact(CAUSE, (tx): Result<unknown> => {
    const id = 1 + (at % (tx.nextId('shopobject') - 1));
    if (how === 'rename') return updateObject(tx, id, 'product', { name });
    if (how === 'delete' && id > PRODUCTS) return deleteObject(tx, id, 'product');
    return createVariation(tx, 1 + (at % PRODUCTS), {
      name,
      active: true,
      attributes: {},
      metadata: {},
      seo: {},
      categories: [],
      availability: { managed: false, override: false, warningMilli: 0 },
      quantityMilli: undefined,
    });
  });
};

const QUERY = { ...EVERYTHING, explains: true, constraint: parsed({ constraint: { 'main.name': ['MATCH', 'lamp'] } }) };
const ask = (shop: ReadContext): Result<SearchResult> => shop.search('shopobject', { ...QUERY, collapseToRoots: true });

/** By product: of its records that rank best, the one with the lowest id. */
const rowsOf = (shop: ReadContext, explained: readonly ExplainedHit[]): Map<number, number> => {
  const best = new Map<number, ExplainedHit>();
  for (const hit of explained) {
    const root = shop.read('shopobject', hit.id)!.productId || hit.id;
    const known = best.get(root);
    if (known === undefined || hit.rank > known.rank || (hit.rank === known.rank && hit.id < known.id))
      best.set(root, hit);
  }
  return new Map([...best].map(([root, { id }]) => [root, id]));
};

test('of records that rank alike the explanation names the one with the lowest id, interrupted or not', () => {
  let named = 0;
  const law = fc.property(
    fc.array(change, { minLength: 8, maxLength: 14, size: 'max' }),
    fc.array(change, { maxLength: 6, size: 'max' }),
    fc.integer({ min: 1, max: 30 }),
    (before, meanwhile, every) => {
      const engine = shopOf(PRODUCTS);
      for (const one of before) take(engine, one);
      const changes = meanwhile.values();
      const between = (): void => {
        const { value, done } = changes.next();
        if (done !== true) take(engine, value);
      };
      const { result } = askPaced(() => engine.readContext(), pace(), ask, between, every);
      const shop = engine.readContext();
      const rows = shop.search('shopobject', QUERY);
      if (!result.ok || !rows.ok) throw new Error('a search was refused');
      const wanted = rowsOf(shop, rows.value.explained ?? []);
      for (const found of [result, ask(shop)])
        if (found.ok)
          expect(new Map((found.value.explained ?? []).map(({ id, rowId }) => [id, rowId]))).toEqual(wanted);
      named += [...wanted].filter(([root, id]) => root !== id).length;
    },
  );
  fc.assert(law, { numRuns: runs(100) });
  expect(named, 'variations were named').toBeGreaterThan(runs(100) / 2);
});
