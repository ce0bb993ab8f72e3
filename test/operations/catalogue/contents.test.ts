// Catches contents that lose what was written, or are taken for products.
import { describe, expect, test } from 'vitest';
import type { Given, Reply } from '../shop.ts';
import { Goods } from '../shop.ts';

/** A shop with a class `page` of contents. */
const open = async (): Promise<Goods> => {
  const goods = await Goods.open();
  const id = await goods.shop.make('create_class', { name: 'page', type: 'content' });
  const attributes = [
    { name: 'headline', type: 'CHAR', de_DE: { label: 'Titel', value: 'ohne Titel' } },
    { name: 'content', type: 'HTML' },
    { name: 'related', type: 'PRODUCTS' },
  ];
  expect(await goods.shop.admin('create_class_attributes', { id_class: id, attributes })).toMatchObject({
    status: 'success',
  });
  return goods;
};

const page = (goods: Goods, more: Given = {}): Promise<number> =>
  goods.shop.make('create_content', { class: 'page', name: 'imprint', shop_active: 1, ...more });

test('a content, written and read back', async () => {
  const goods = await open();
  const { shop } = goods;
  const product = await goods.product();
  const reply = await shop.admin('create_content', {
    class: 'page',
    name: 'delivery',
    shop_active: 1,
    attributes: {
      de_DE: { headline: 'Lieferung', content: '<b>bald</b>', related: [product] },
      en_EN: { headline: 'Delivery' },
    },
    seo: {
      de_DE: { permalink: 'lieferung-und-versand', title: 'T', description: 'D', keywords: 'K' },
      en_EN: { permalink: 'delivery' },
    },
    categories: [goods.categoryId],
  });
  expect(reply).toEqual({ object: 'create_content', id: '2' });
  const expected = {
    object: 'content',
    id: 2,
    name: 'delivery',
    creation_date: '2026-01-02 03:04:05',
    class: 'page',
    seo: { permalink: 'lieferung-und-versand', title: 'T', description: 'D', keywords: 'K' },
    attributes: {
      headline: { type: 'CHAR', id: expect.any(Number), name: 'headline', label: 'Titel', value: 'Lieferung' },
      content: { type: 'HTML', id: expect.any(Number), name: 'content', label: '', value: '<b>bald</b>' },
      related: {
        type: 'PRODUCTS',
        id: expect.any(Number),
        name: 'related',
        label: '',
        value: [expect.objectContaining({ object: 'product', id: product })],
      },
    },
    variations: [],
  };
  expect(await shop.call('get_content_details', { id_content: 2, language: 'de_DE' })).toEqual(expected);
  expect(
    await shop.call('get_content_details', { id_content: 2, language: 'de_DE', country: 'DE' }),
    'N sends a country',
  ).toEqual(expected);
  expect(await shop.call('get_content_details', { id_content: 2, language: 'en_EN' })).toMatchObject({
    attributes: { headline: { value: 'Delivery' } },
  });
  await shop.restart();
  expect(await shop.call('get_content_details', { id_content: 2 })).toEqual(expected);
  expect(await shop.call('get_status')).toMatchObject({ products_count: 1, contents_count: 1 });
});

test('products and contents are told apart, and share ids and names', async () => {
  const goods = await open();
  const { shop } = goods;
  const product = await goods.product();
  const content = await page(goods);
  await shop.refused('get_content_details', { id_content: product }, 'SHOPOBJECT_NOT_FOUND', product);
  await shop.refused('get_product_details', { id_product: content }, 'SHOPOBJECT_NOT_FOUND', content);
  for (const operation of ['update_product', 'delete_product'])
    await shop.adminRefused(operation, { id_product: content }, 'SHOPOBJECT_NOT_FOUND', content);
  for (const operation of ['update_content', 'delete_content'])
    await shop.adminRefused(operation, { id_content: product }, 'SHOPOBJECT_NOT_FOUND', product);
  await shop.adminRefused('create_variation', { id_product: content, name: 'v' }, 'SHOPOBJECT_NOT_FOUND', content);
  await shop.adminRefused(
    'create_content',
    { class: 'page', name: 'product 1' },
    'SHOPOBJECT_NAME_ALREADY_IN_USE',
    'product 1',
  );
  await shop.adminRefused(
    'create_product',
    { class: 'product', name: 'imprint' },
    'SHOPOBJECT_NAME_ALREADY_IN_USE',
    'imprint',
  );
});

describe('create_content refuses', () => {
  test.each<[string, Given, string, string]>([
    ['an empty name', { name: '' }, 'SHOPOBJECT_NAME_NOT_VALID', 'name'],
    ['a name in use', { name: 'imprint' }, 'SHOPOBJECT_NAME_ALREADY_IN_USE', 'imprint'],
    ['a missing name', { name: undefined }, 'PARAMETER_MISSING', 'name'],
    ['an unknown class', { class: 'x' }, 'CLASS_NOT_FOUND', 'x'],
    ['a product class', { class: 'product' }, 'CLASS_TYPE_NOT_VALID', 'product'],
    ['an unknown attribute', { attributes: { de_DE: { price: 1 } } }, 'SHOPOBJECT_ATTRIBUTE_UNKNOWN', 'price'],
    ['an unknown category', { categories: 'x' }, 'CATEGORY_NOT_FOUND', 'x'],
    [
      'a permalink in use',
      { seo: { de_DE: { permalink: 'impressum' } } },
      'SEO_ENTRY_PERMALINK_ALREADY_IN_USE',
      'impressum',
    ],
    ['a control character', { attributes: { de_DE: { headline: '\u0007' } } }, 'PARAMETER_INVALID', 'attributes'],
  ])('%s', async (_what, given, code, param) => {
    const goods = await open();
    await page(goods, { seo: { de_DE: { permalink: 'impressum' } } });
    await goods.shop.adminRefused('create_content', { class: 'page', name: 'x', ...given }, code, param);
    await goods.shop.refused('create_content', { class: 'page', name: 'x' }, 'PERMISSION_DENIED', 'licence_secret_key');
  });
});

test('update_content merges as update_product does', async () => {
  const goods = await open();
  const { shop } = goods;
  const id = await page(goods, {
    attributes: { de_DE: { headline: 'A', content: 'x' } },
    seo: { de_DE: { permalink: 'a', title: 't' } },
  });
  const update = async (change: Given): Promise<Reply> => {
    expect(await shop.admin('update_content', { id_content: id, ...change })).toEqual({
      object: 'update_content',
      status: 'success',
    });
    return shop.admin('get_content_details', { id_content: id });
  };
  expect(await update({ attributes: { de_DE: { headline: 'B' } } })).toMatchObject({
    attributes: { headline: { value: 'B' }, content: { value: 'x' } },
  });
  expect(await update({ attributes: { de_DE: { headline: null } } })).toMatchObject({
    attributes: { headline: { value: 'ohne Titel' } },
  });
  expect(await update({ name: 'legal', seo: { de_DE: { title: 'u' } } })).toMatchObject({
    name: 'legal',
    seo: { permalink: 'a', title: 'u' },
  });
  const before = shop.engine.headSeq;
  await update({ name: 'legal', metadata: { weight: 1 }, availability: { quantity: 5 } });
  expect(shop.engine.headSeq, 'a content has neither').toBe(before);
  await update({ shop_active: 0 });
  await shop.refused('get_content_details', { id_content: id }, 'SHOPOBJECT_NOT_FOUND', id);
  await shop.refused('seo_get_content_details', { permalink: 'a' }, 'SHOPOBJECT_NOT_FOUND', 'a');
  expect(await shop.admin('seo_get_content_details', { permalink: 'a' })).toMatchObject({ object: 'content', id });
  await shop.adminRefused('update_content', { id_content: 99 }, 'SHOPOBJECT_NOT_FOUND', 99);
  await shop.refused('update_content', { id_content: id, name: 'x' }, 'PERMISSION_DENIED', 'licence_secret_key');
});

describe('a permalink fixes object and language', () => {
  test('the reply is in its language unless another is asked for', async () => {
    const goods = await open();
    const { shop } = goods;
    const attributes = { de_DE: { headline: 'Lieferung' }, en_EN: { headline: 'Delivery' } };
    const id = await page(goods, {
      attributes,
      seo: { de_DE: { permalink: 'lieferung' }, en_EN: { permalink: 'delivery' } },
    });
    const headline = async (params: Given): Promise<unknown> => {
      const reply = await shop.call<{ id: number; attributes: { headline: { value: string } } }>(
        'seo_get_content_details',
        params,
      );
      expect(reply.id).toBe(id);
      return reply.attributes.headline.value;
    };
    expect(await headline({ permalink: 'delivery' })).toBe('Delivery');
    expect(await headline({ permalink: 'lieferung' })).toBe('Lieferung');
    expect(await headline({ permalink: 'delivery', language: 'de_DE' })).toBe('Lieferung');
    for (const language of ['', 'undefined', 'null'])
      expect(await headline({ permalink: 'delivery', language })).toBe('Delivery');
    await shop.refused('seo_get_content_details', { permalink: 'nothing' }, 'SHOPOBJECT_NOT_FOUND', 'nothing');
    await shop.refused('seo_get_content_details', {}, 'PARAMETER_MISSING', 'permalink');
    await shop.refused('seo_get_content_details', { permalink: 'x'.repeat(300) }, 'SHOPOBJECT_NOT_FOUND');
    await shop.refused('seo_get_product_details', { permalink: 'delivery' }, 'SHOPOBJECT_NOT_FOUND', 'delivery');
  });

  test('of several objects: the language asked for, the shop’s own, the first by code; and kept replies follow', async () => {
    const goods = await open();
    const { shop } = goods;
    const found = async (more: Given = {}): Promise<unknown> =>
      (await shop.call('seo_get_product_details', { permalink: 'x', country: 'DE', ...more }))['id'];
    const make = (language: string): Promise<number> => goods.product(1, { seo: { [language]: { permalink: 'x' } } });
    const french = await make('fr_FR');
    expect(await found()).toBe(french);
    const english = await make('en_EN');
    expect(await found()).toBe(english);
    const german = await make('de_DE');
    expect(await found()).toBe(german);
    expect(await found({ language: 'fr_FR' })).toBe(french);
    expect(await found({ language: 'xx' })).toBe(german);
    await shop.admin('update_product', { id_product: german, seo: { de_DE: { permalink: 'y' } } });
    expect(await found()).toBe(english);
    await shop.admin('update_product', { id_product: english, shop_active: 0 });
    expect(await found()).toBe(french);
    await shop.admin('delete_product', { id_product: french });
    const gone = await shop.call('seo_get_product_details', { permalink: 'x' });
    expect(gone).toMatchObject({ message: 'SHOPOBJECT_NOT_FOUND', param: 'x', moved_to: 'y' });
    await make('fr_FR');
    await shop.restart();
    expect(await found()).toBe(4);
  });

  test('the same one in several languages: the shop’s own first, then the first by code', async () => {
    const goods = await open();
    const attributes = { de_DE: { name: 'D' }, en_EN: { name: 'E' }, fr_FR: { name: 'F' } };
    const id = await goods.product(1, { attributes, seo: { fr_FR: { permalink: 'p' }, en_EN: { permalink: 'p' } } });
    const name = async (): Promise<unknown> =>
      (
        await goods.shop.call<{ attributes: { name: { value: string } } }>('seo_get_product_details', {
          permalink: 'p',
        })
      ).attributes.name.value;
    expect(await name()).toBe('E');
    await goods.shop.admin('update_product', { id_product: id, seo: { de_DE: { permalink: 'p' } } });
    expect(await name()).toBe('D');
  });
});
