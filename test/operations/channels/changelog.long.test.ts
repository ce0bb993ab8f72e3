// The log of changes where it is long, or its changes are large. Catches a page that is too large to send, and a filter
// that makes one page look through a whole log.
import { expect, test } from 'vitest';
import type { Given, TestShop } from '../shop.ts';
import { Goods, openShop } from '../shop.ts';

interface Log {
  readonly next: number;
  readonly records: readonly { readonly object: string; readonly field: string; readonly after: unknown }[];
}

const log = (shop: TestShop, params: Given = {}): Promise<Log> => shop.admin<Log>('get_changelog', params);

test('large changes come in pages that can be sent', async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const product = await goods.product(1);
  for (let at = 0; at < 7; at += 1)
    await shop.admin('update_product', {
      id_product: product,
      attributes: { de_DE: { short_description: `${at}`.padEnd(900_000, 'x') } },
    });
  const pages: Log[] = [];
  for (let after = 0, more = true; more;) {
    const page = await log(shop, { object: `product/${product}`, limit: 1000, after });
    pages.push(page);
    [after, more] = [page.next, page.next !== 0];
  }
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(5 * 1024 * 1024);
  expect(
    pages.flatMap(({ records }) => records).filter(({ field }) => field === 'attributes.de_DE.short_description'),
  ).toHaveLength(7);
});

test('a log in which few changes are wanted is looked through in pages, and a long one backwards', async () => {
  const shop = openShop();
  const category = await shop.make('create_category', { id_parent: 0, name: 'a' });
  const other = await shop.make('create_category', { id_parent: 0, name: 'b' });
  for (let at = 0; at < 1100; at += 1) await shop.admin('update_category', { id_category: category, name: `n${at}` });
  const first = await log(shop, { object: `category/${other}`, before: 0 });
  expect(first).toMatchObject({ next: 0, records: [{ change: 'created' }] });
  const sparse = await log(shop, { operation: 'create_category', before: 0 });
  expect(sparse.records).toEqual([]);
  expect(sparse.next).toBeGreaterThan(0);
  const rest = await log(shop, { operation: 'create_category', before: sparse.next });
  expect([rest.records.map(({ object }) => object), rest.next]).toEqual([
    [`category/${other}`, `category/${category}`],
    0,
  ]);
  const newest = await log(shop, { before: 0, limit: 1000 });
  expect(newest.records.map(({ after }) => after)).toEqual(Array.from({ length: 1000 }, (_, at) => `n${1099 - at}`));
});
