// Deleting a deep tree. Catches a category that stays, and a stack that overflows.
import { expect, test } from 'vitest';
import { openShop } from '../shop.ts';
import type { TestShop } from '../shop.ts';

const gone = { object: 'delete_category', status: 'success' };

const children = async (shop: TestShop, id_parent: number): Promise<readonly unknown[]> =>
  (await shop.call<{ categories: readonly unknown[] }>('get_categories', { id_parent })).categories;

test('a tree a thousand levels deep goes in one step', async () => {
  const shop = openShop();
  for (let id = 0; id < 1000; id += 1) await shop.make('create_category', { id_parent: id, name: 'c' });
  await shop.adminRefused('update_category', { id_category: 1, id_parent: 1000 }, 'CATEGORY_PARENT_NOT_VALID', 1000);
  expect(await shop.admin('delete_category', { id_category: 1 })).toEqual(gone);
  expect(await children(shop, 0)).toEqual([]);
  await shop.restart();
  expect(await children(shop, 0)).toEqual([]);
});
