// Maps by language code or name: what is longer than either may be, or empty, is refused and not kept.
import { expect, test } from 'vitest';
import type { Given } from '../shop.ts';
import { Goods } from '../shop.ts';

const maps: readonly (readonly [request: string, param: string, of: (code: string) => Given])[] = [
  ['create_category', 'labels', (code) => ({ id_parent: 0, name: 'c', labels: { [code]: 'x' } })],
  ['update_category', 'labels', (code) => ({ id_category: 1, labels: { [code]: 'x' } })],
  ['update_category', 'seo', (code) => ({ id_category: 1, seo: { [code]: { title: 'x' } } })],
  ['create_product', 'attributes', (code) => ({ class: 'product', name: 'q', attributes: { [code]: { name: 'x' } } })],
  ['update_product', 'attributes', (code) => ({ id_product: 1, attributes: { [code]: { name: 'x' } } })],
  ['update_product', 'seo', (code) => ({ id_product: 1, seo: { [code]: { title: 'x' } } })],
  ['create_variation', 'attributes', (code) => ({ id_product: 1, name: 'v', attributes: { [code]: { name: 'x' } } })],
  [
    'create_class_attributes',
    'attributes',
    (code) => ({ id_class: 1, attributes: [{ name: 'a', type: 'CHAR', [code]: { label: 'x' } }] }),
  ],
];

test.each(maps)('%s, %s: a code of 1 to 35 characters', async (request, param, of) => {
  const goods = await Goods.open();
  await goods.product();
  for (const code of ['', 'x'.repeat(36), 'x'.repeat(10_240)])
    await goods.shop.adminRefused(request, of(code), 'PARAMETER_INVALID', param);
  for (const code of ['x'.repeat(35)])
    expect(await goods.shop.admin(request, of(code))).toMatchObject({ object: request });
});

test('an attribute of a category has a name of 1 to 255 characters', async () => {
  const { shop } = await Goods.open();
  for (const name of ['', 'x'.repeat(256), 'x'.repeat(100_000)]) {
    await shop.adminRefused(
      'update_category',
      { id_category: 1, attributes: { [name]: 'x' } },
      'PARAMETER_INVALID',
      'attributes',
    );
  }
  expect(await shop.admin('update_category', { id_category: 1, attributes: { ['x'.repeat(255)]: 'x' } })).toMatchObject(
    { status: 'success' },
  );
});

test.each([
  'get_categories',
  'get_products_in_category',
  'get_product_details',
  'search_products',
  'get_class_details',
])('%s: in a language of 10 kB', async (request) => {
  const goods = await Goods.open();
  const ids = { id_parent: 0, id_category: 1, id_product: await goods.product(), constraint: [], id_class: 1 };
  await goods.shop.refused(request, { ...ids, language: 'x'.repeat(10_240) }, 'PARAMETER_INVALID', 'language');
  expect(await goods.shop.call(request, { ...ids, language: 'zz_ZZ' })).not.toMatchObject({ object: 'error' });
});
