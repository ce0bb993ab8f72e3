// get_changelog newest first and with filters. Catches a change that is left out or shown twice where pages meet, one
// that was not asked for, and a filter that makes one page look through a whole log.
import { expect, test } from 'vitest';
import type { Given, TestShop } from '../shop.ts';
import { Goods, openShop } from '../shop.ts';

interface Entry {
  readonly seq: number;
  readonly object: string;
  readonly field: string;
  readonly after: unknown;
  readonly operation: string;
  readonly channel: string;
}
interface Log {
  readonly next: number;
  readonly records: readonly Entry[];
}

const log = (shop: TestShop, params: Given = {}): Promise<Log> => shop.admin<Log>('get_changelog', params);

test('newest first, by kind, field, operation, channel and user, page by page', async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const product = await goods.product(1);
  for (let at = 0; at < 5; at += 1) {
    await shop.admin('update_product', { id_product: product, name: `n${at}` });
    await shop.admin('update_category', { id_category: goods.categoryId, name: `c${at}` });
  }
  await shop.admin('update_product', { id_product: product, attributes: { de_DE: { price: 2 } } });
  const all = (await log(shop, { limit: 1000 })).records;
  const filters: readonly (readonly [Given, (entry: Entry) => boolean])[] = [
    [{}, () => true],
    [{ kind: 'product' }, ({ object }) => object.startsWith('product/')],
    [{ kind: 'category', field: 'name' }, ({ object, field }) => object.startsWith('category/') && field === 'name'],
    [{ field: 'attributes' }, ({ field }) => field.startsWith('attributes.')],
    [{ field: 'nam' }, () => false],
    [{ operation: 'update_product' }, ({ operation }) => operation === 'update_product'],
    [{ channel: all.at(-1)!.channel }, ({ channel }) => channel === all.at(-1)!.channel],
    [{ id_user: 0 }, () => true],
    [{ id_user: 4711 }, () => false],
    [
      { object: `product/${product}`, field: 'name' },
      ({ object, field }) => object.startsWith('product') && field === 'name',
    ],
  ];
  for (const [filter, isWanted] of filters) {
    const wanted = all.filter(isWanted);
    for (const backwards of [false, true]) {
      const pages: Entry[] = [];
      for (let from = 0, more = true; more;) {
        const page = await log(shop, { ...filter, [backwards ? 'before' : 'after']: from, limit: 2 });
        pages.push(...page.records);
        [from, more] = [page.next, page.next !== 0];
      }
      const seqs = (entries: readonly Entry[]): string[] => entries.map((one) => JSON.stringify(one)).toSorted();
      expect(seqs(pages), JSON.stringify(filter)).toEqual(seqs(wanted));
      const order = pages.map(({ seq }) => seq);
      expect(order).toEqual(order.toSorted((a, b) => (backwards ? b - a : a - b)));
    }
  }
  await shop.adminRefused('get_changelog', { kind: 'shirt' }, 'PARAMETER_INVALID', 'kind');
  await shop.adminRefused('get_changelog', { channel: 'nobody' }, 'CHANNEL_NOT_FOUND', 'nobody');
  await shop.adminRefused('get_changelog', { after: 3, before: 9 }, 'PARAMETER_INVALID', 'before');
});

// One that is longer than what a page looks through: changelog.long.test.ts.
test('a log is read backwards, and what is oldest in it is found', async () => {
  const shop = openShop();
  const category = await shop.make('create_category', { id_parent: 0, name: 'a' });
  for (let at = 0; at < 30; at += 1) await shop.admin('update_category', { id_category: category, name: `n${at}` });
  const newest = await log(shop, { before: 0, limit: 20 });
  expect(newest.records.map(({ after }) => after)).toEqual(Array.from({ length: 20 }, (_, at) => `n${29 - at}`));
  const oldest = await log(shop, { operation: 'create_category', before: 0 });
  expect([oldest.records.map(({ object }) => object), oldest.next]).toEqual([[`category/${category}`], 0]);
});

// Catches a page that looks through all the records which are not there yet.
test('before a record that has not come yet is the newest page', async () => {
  const { shop } = await Goods.open();
  const newest = await log(shop, { before: 0 });
  expect(newest.records.length).toBeGreaterThan(0);
  expect(await log(shop, { before: 999_999_999_999_999 })).toEqual(newest);
  expect(await log(shop, { after: 999_999_999_999_999 })).toEqual({ ...newest, next: 0, records: [] });
});
