// Catches a cached reply that no longer says what a new one would.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { ResponseCache } from '../../../src/engine/cache/response-cache.ts';
import { MemoryAccount, NO_LIMITS } from '../../../src/kernel/memory-account.ts';
import type { MemoryShare } from '../../../src/kernel/memory-account.ts';
import { Goods, line, makePart } from '../shop.ts';

const cacheOf = (bytesMax: number): MemoryShare => new MemoryAccount({ ...NO_LIMITS, cache: bytesMax }).cache;

interface World {
  readonly goods: Goods;
  /** Of its own stock, with a variation; bound to two pieces of a part; naming both. */
  readonly ids: readonly number[];
}

const open = async (): Promise<World> => {
  const goods = await Goods.open();
  const { shop } = goods;
  await shop.admin('create_class_attributes', {
    id_class: 1,
    attributes: [{ name: 'related', type: 'PRODUCTS', de_DE: { label: '', value: null } }],
  });
  await makePart(shop, 'P');
  const own = await goods.stocked(20);
  const variation = await shop.make('create_variation', {
    id_product: own,
    name: 'größer',
    shop_active: 1,
    availability: { quantity: 9, active: 1 },
  });
  const bound = await goods.product(10, { availability: { active: 1 } });
  await shop.admin('add_binding', { id_product: bound, element_number: 'P', quantity: 2 });
  const naming = await goods.product(10);
  await shop.admin('update_product', { id_product: naming, attributes: { de_DE: { related: [own, bound] } } });
  return { goods, ids: [own, variation, bound, naming] };
};

const readsOf = ({
  goods,
  ids,
}: World): readonly (readonly [name: string, params: { readonly [name: string]: unknown }])[] => [
  ...ids.map((id) => ['get_product_details', { id_product: id }] as const),
  ['get_products_in_category', { id_category: goods.categoryId }],
  ['get_products_in_category', { id_category: goods.categoryId, facets: ['name', 'main.price', 'availability.low'] }],
  [
    'search_products',
    {
      constraint: { 'main.name': ['LIKE', 'product'] },
      left_limit: 0,
      right_limit: 10,
      order_columns: [],
      order_type: 'ASC',
      needed_attributes: [],
    },
  ],
];

const at = fc.nat(3);
const step = fc.oneof(
  fc.record({ type: fc.constant('buy' as const), at, quantity: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ type: fc.constant('place' as const), quantity: fc.integer({ min: 1, max: 2000 }) }),
  fc.record({ type: fc.constant('restock' as const), at, quantity: fc.integer({ min: 0, max: 12_000 }) }),
  fc.record({ type: fc.constant('rename' as const), at, name: fc.constantFrom('ä', 'plain', 'a longer name €') }),
  fc.record({ type: fc.constant('look' as const), at }),
);

// Catches a part that stands where another one does, says what was true before a sale, or stays when its product is
// renamed, moved or shown within another one.
test('whatever was sold, stocked and renamed since, a kept reply says what a new one says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const world = await open();
      const { shop } = world.goods;
      const { reads } = shop.dispatch as unknown as { reads: { cache: ResponseCache } };
      const cache = reads.cache;
      const none = new ResponseCache(cacheOf(0), () => shop.engine.readContext());
      for (const one of steps) {
        const id = 'at' in one ? world.ids[one.at]! : 0;
        if (one.type === 'place')
          await shop.admin('inventory_place', {
            storage: 'north',
            element_number: 'P',
            quantity: one.quantity,
            note: '',
          });
        else if (one.type === 'restock')
          await shop.admin('update_product', { id_product: id, availability: { quantity: one.quantity } });
        else if (one.type === 'rename')
          await shop.admin('update_product', { id_product: id, attributes: { de_DE: { name: one.name } } });
        else if (one.type === 'buy') {
          const session = await shop.session();
          await shop.call('add_to_cart', line(session, id, { quantity: one.quantity }));
          await shop.call('checkout', { session });
        }
        for (const [name, params] of readsOf(world)) {
          const known = await shop.text(name, params);
          reads.cache = none;
          expect(known, name).toBe(await shop.text(name, params));
          reads.cache = cache;
        }
      }
    }),
    { numRuns: runs(10) },
  );
});

test('the facets of a list are kept while products come elsewhere, and counted anew where one changes', async () => {
  const { goods, ids } = await open();
  const { shop, categoryId } = goods;
  const elsewhere = await shop.make('create_category', { id_parent: 0, name: 'elsewhere' });
  const { cache } = (shop.dispatch as unknown as { reads: { cache: ResponseCache } }).reads;
  const kept = vi.spyOn(cache, 'lookup');
  const isKept = async (): Promise<boolean> => {
    await shop.call('get_products_in_category', { id_category: categoryId, facets: ['name', 'category.label'] });
    return kept.mock.results.at(-1)!.value !== undefined;
  };
  await isKept();
  await isKept();
  expect(await isKept()).toBe(true);
  await goods.product(5, { categories: [elsewhere] });
  expect(await isKept()).toBe(true);
  await shop.admin('update_product', { id_product: ids[3]!, attributes: { de_DE: { name: 'new' } } });
  expect(await isKept()).toBe(false);
  await isKept();
  await isKept();
  await shop.admin('update_category', { id_category: categoryId, labels: { de_DE: 'anders' } });
  expect(await isKept()).toBe(false);
});
