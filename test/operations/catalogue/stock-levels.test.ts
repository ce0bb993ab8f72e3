// get_stock: catches a storage that is left out, levels that are not the sum of their movements, and a list of
// movements that is not the newest ones.
import { expect, test } from 'vitest';
import { boundProduct, buy, open, place } from './warehouse-shop.ts';
import { Goods } from '../shop.ts';

interface Stock {
  readonly quantity: number;
  readonly storages: readonly { readonly storage: string; readonly quantity: number; readonly held: number }[];
  readonly movements: readonly { readonly name: string; readonly quantity: number; readonly id_order: number }[];
}

test('of a warehouse entity: by storage, with the latest movements of all storages', async () => {
  const goods = await open('A-1');
  await place(goods, 'Berlin', 'A-1', 5);
  await place(goods, 'Ulm', 'A-1', 7);
  const product = await boundProduct(goods, [['A-1', 2]]);
  const bought = await buy(goods, [product, 1]);
  const stock = await goods.shop.admin<Stock>('get_stock', { element_number: 'A-1', movements: 10 });
  expect(stock.quantity).toBe(10);
  expect(stock.storages.map(({ storage }) => storage)).toEqual(['Berlin', 'Ulm']);
  expect(stock.storages.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(10);
  expect(stock.movements.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(10);
  expect(stock.movements.find(({ name }) => name === 'sold')).toMatchObject({
    quantity: -2,
    id_order: bought.id_order,
  });
  expect((await goods.shop.admin<Stock>('get_stock', { element_number: 'A-1' })).movements).toEqual([]);
});

test('of a product’s own, over many pages of movements: the newest come first', async () => {
  const goods = await Goods.open();
  const product = await goods.stocked(0);
  for (let quantity = 1; quantity <= 230; quantity += 1)
    await goods.shop.admin('update_product', { id_product: product, availability: { quantity } });
  const stock = await goods.shop.admin<Stock>('get_stock', { id_product: product, movements: 220 });
  expect(stock).toMatchObject({ quantity: 230, storages: [{ storage: '', quantity: 230, held: 0 }] });
  expect(stock.movements).toHaveLength(220);
  expect(stock.movements[0]).toMatchObject({ name: 'placed', quantity: 1 });
});

test('refuses what is not there, and both names or none', async () => {
  const goods = await open('A-1');
  const { shop } = goods;
  await shop.adminRefused('get_stock', { element_number: 'B' }, 'WAREHOUSE_ENTITY_NOT_FOUND', 'B');
  await shop.adminRefused('get_stock', { id_product: 99 }, 'SHOPOBJECT_NOT_FOUND', 99);
  await shop.adminRefused('get_stock', {}, 'PARAMETER_INVALID', 'element_number');
  await shop.adminRefused('get_stock', { element_number: 'A-1', id_product: 1 }, 'PARAMETER_INVALID', 'element_number');
  await shop.adminRefused('get_stock', { element_number: 'A-1', movements: 1001 }, 'PARAMETER_INVALID', 'movements');
  await shop.refused('get_stock', { element_number: 'A-1' }, 'PERMISSION_DENIED', 'licence_secret_key');
});
