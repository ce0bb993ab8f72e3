// get_low_stock: catches a product that is low and not listed, one that is listed and has enough, and a page that does
// not go on where the one before ended.
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { runs } from '../../harness/effort.ts';
import { Goods } from '../shop.ts';
import type { Given } from '../shop.ts';
import { boundProduct, open, place } from './warehouse-shop.ts';

interface Low {
  readonly next: number;
  readonly products: readonly {
    readonly id_product: number;
    readonly quantity: number;
    readonly storages: unknown[];
  }[];
}

const low = (goods: Goods, more: Given = {}): Promise<Low> => goods.shop.admin<Low>('get_low_stock', more);

test('the low ones of random products, newest first, in pages of any size, as stock goes and comes', async () => {
  const product = fc.record({
    quantity: fc.nat({ max: 4 }),
    quantity_warning: fc.nat({ max: 3 }),
    active: fc.constantFrom(0, 1, 1),
    sale: fc.constantFrom(0, 1, 1),
  });
  const law = fc.asyncProperty(
    fc.array(product, { minLength: 1, maxLength: 12 }),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 4 })), { maxLength: 4 }),
    fc.integer({ min: 1, max: 4 }),
    fc.boolean(),
    async (products, changes, limit, inactive) => {
      const goods = await Goods.open();
      const known = new Map<
        number,
        { quantity: number; readonly quantity_warning: number; readonly managed: boolean }
      >();
      for (const { sale, active, quantity, quantity_warning } of products) {
        const availability = { quantity, quantity_warning, active, allow_override: 0 };
        const id = await goods.product(10, { availability, shop_active: sale });
        if (sale === 1 || inactive) known.set(id, { quantity, quantity_warning, managed: active === 1 });
      }
      const ids = [...known.keys()];
      for (const [n, quantity] of changes) {
        const id = ids[n % ids.length];
        if (id === undefined) continue;
        await goods.shop.admin('update_product', { id_product: id, availability: { quantity } });
        known.get(id)!.quantity = quantity;
      }
      const expected = ids.filter((id) => {
        const { quantity, quantity_warning, managed } = known.get(id)!;
        return managed && quantity <= quantity_warning;
      });
      const shown: number[] = [];
      let after = 0;
      do {
        const page = await low(goods, { after, limit, inactive: inactive ? 1 : 0 });
        expect(page.products.length).toBeLessThanOrEqual(limit);
        for (const { id_product: id, quantity } of page.products) {
          shown.push(id);
          expect(quantity).toBe(known.get(id)!.quantity);
        }
        after = page.next;
      } while (after !== 0);
      expect(shown).toEqual(expected.toReversed());
    },
  );
  await fc.assert(law, { numRuns: runs(15) });
});

test('a page goes on behind where its last product was, also when that is gone', async () => {
  const goods = await Goods.open();
  const availability = { quantity: 0, quantity_warning: 1, active: 1 };
  const ids: number[] = [];
  // Some are made within one millisecond, some are not.
  for (let made = 0; made < 6; made += 1) {
    goods.shop.nowMs += made % 2;
    ids.push(await goods.product(10, { availability, shop_active: 1 }));
  }
  const [a, b, c, d, e, f] = ids as [number, number, number, number, number, number];
  const page = async (after: number): Promise<readonly [shown: readonly number[], next: number]> => {
    const { products, next } = await low(goods, { after, limit: 2 });
    return [products.map(({ id_product: id }) => id), next];
  };
  expect(await page(0)).toEqual([[f, e], e]);
  const gone = async (id: number): Promise<void> => void (await goods.shop.admin('delete_product', { id_product: id }));
  await gone(e);
  expect(await page(e)).toEqual([[d, c], c]);
  await gone(f);
  await gone(d);
  for (const after of [e, d]) expect(await page(after)).toEqual([[c, b], b]);
  await gone(b);
  await gone(a);
  expect(await page(b)).toEqual([[], 0]);
  expect(await page(a)).toEqual([[], 0]);
  expect(await page(d)).toEqual([[c], 0]);
  await goods.shop.adminRefused('get_low_stock', { after: f + 1 }, 'SHOPOBJECT_NOT_FOUND', String(f + 1));
  await goods.shop.restart();
  expect(await page(d)).toEqual([[c], 0]);
});

// Would catch a place that is found by reading back over every id that is gone.
test('a page behind many products that are gone looks for none of them', async () => {
  const goods = await Goods.open();
  const availability = { quantity: 0, quantity_warning: 1, active: 1 };
  const ids: number[] = [];
  for (let made = 0; made < 30; made += 1) ids.push(await goods.product(10, { availability, shop_active: 1 }));
  for (const id_product of ids.slice(1)) await goods.shop.admin('delete_product', { id_product });
  const reads = vi.spyOn(goods.shop.engine.tables.shopobject, 'get');
  const { products } = await low(goods, { after: ids.at(-1)! });
  expect(products.map(({ id_product: id }) => id)).toEqual(ids.slice(0, 1));
  expect(reads.mock.calls.length).toBeLessThan(15);
  reads.mockRestore();
});

test('of a bound product: what its scarcest part makes, and each part in each storage', async () => {
  const goods = await open('A-1');
  await place(goods, 'Berlin', 'A-1', 5);
  await place(goods, 'Ulm', 'A-1', 2);
  const product = await boundProduct(goods, [['A-1', 2]]);
  const warnAt = (quantity_warning: number) =>
    goods.shop.admin('update_product', { id_product: product, availability: { quantity_warning, active: 1 } });
  await warnAt(2);
  expect((await low(goods)).products).toEqual([]);
  await warnAt(3);
  expect((await low(goods)).products).toEqual([
    {
      id_product: product,
      id_parent: 0,
      name: expect.any(String),
      element_number: expect.any(String),
      active: 1,
      quantity: 3,
      quantity_warning: 3,
      storages: [
        { element_number: 'A-1', storage: 'Berlin', quantity: 5, held: 0 },
        { element_number: 'A-1', storage: 'Ulm', quantity: 2, held: 0 },
      ],
    },
  ]);
  await goods.shop.admin('inventory_place', { storage: 'Ulm', element_number: 'A-1', quantity: 1 });
  expect((await low(goods)).products).toEqual([]);
  await goods.shop.adminRefused('get_low_stock', { after: 4711 }, 'SHOPOBJECT_NOT_FOUND', '4711');
});
