// Catches lists of a category with missing or foreign objects, wrong totals, or another order.
import { describe, expect, test } from 'vitest';
import type { Listing } from './category-list-shop.ts';
import { contents, open, products } from './category-list-shop.ts';

describe('get_contents_in_category', () => {
  test('the category, totals, and contents keyed by name', async () => {
    const { list, categoryId } = await open();
    const reply = await list('get_contents_in_category', { language: 'de_DE' });
    expect(reply).toMatchObject({
      object: 'contents_in_category',
      category: { id: categoryId, name: 'goods' },
      count: 2,
      contents_count: 2,
    });
    expect(reply.products).toBeUndefined();
    expect(reply.contents['agb']).toMatchObject({
      object: 'content',
      name: 'agb',
      class: 'page',
      attributes: { headline: { value: 'AGB' } },
      variations: [],
    });
    expect(Object.keys(reply.contents)).toEqual(['imprint', 'agb']);
  });

  test('is ordered, cut and trimmed like products are', async () => {
    const { list } = await open();
    expect(await contents(list('get_contents_in_category', { order_columns: ['headline'] }))).toEqual([
      'agb',
      'imprint',
    ]);
    expect(
      await contents(list('get_contents_in_category', { order_column: 'headline', order: 'DESC', right_limit: 1 })),
    ).toEqual(['imprint']);
    expect(
      (await list('get_contents_in_category', { needed_attributes: ['price'] })).contents['agb']!.attributes,
    ).toMatchObject({ price: { value: 0 } });
  });
});

describe('get_shopobjects_in_category', () => {
  test('both kinds, each with its total', async () => {
    const { list, categoryId } = await open();
    const reply = await list('get_shopobjects_in_category', { language: 'de_DE', country: 'DE' });
    expect(reply).toMatchObject({
      object: 'shopobjects_in_category',
      category: { id: categoryId },
      count: 4,
      products_count: 2,
      contents_count: 2,
    });
    expect(Object.keys(reply.products)).toEqual(['lamp', 'chair']);
    expect(Object.keys(reply.contents)).toEqual(['imprint', 'agb']);
  });

  test('needed_attributes are the products’ only: contents keep theirs', async () => {
    const { list } = await open();
    const reply = await list('get_shopobjects_in_category', { needed_attributes: ['price'] });
    expect(Object.keys(reply.products['lamp']!.attributes)).toEqual(['price']);
    expect(Object.keys(reply.contents['agb']!.attributes)).toEqual(['headline', 'price']);
  });

  test('limits cut each kind, and totals are those before', async () => {
    const { list } = await open();
    const reply = await list('get_shopobjects_in_category', { left_limit: 1, right_limit: 1 });
    expect(reply).toMatchObject({ count: 4, products_count: 2, contents_count: 2 });
    expect([Object.keys(reply.products), Object.keys(reply.contents)]).toEqual([['chair'], ['agb']]);
  });
});

describe('seo_get_*_in_category', () => {
  const linked = async () => {
    const opened = await open();
    const { shop, goods } = opened;
    const seo = { de_DE: { permalink: 'waren' }, en_GB: { permalink: 'goods' } };
    await shop.admin('update_category', {
      id_category: opened.categoryId,
      name: 'goods',
      labels: { de_DE: 'Waren', en_GB: 'Goods' },
      seo,
    });
    await goods.product(2, { name: 'sofa', attributes: { de_DE: { name: 'Zweisitzer' }, en_GB: { name: 'Couch' } } });
    return opened;
  };

  test.each([
    ['seo_get_products_in_category', 'products_in_category'],
    ['seo_get_contents_in_category', 'contents_in_category'],
    ['seo_get_shopobjects_in_category', 'shopobjects_in_category'],
  ])('%s says what its twin by id says, in the language of the permalink', async (request, object) => {
    const { shop, categoryId } = await linked();
    for (const [permalink, language] of [
      ['waren', 'de_DE'],
      ['goods', 'en_GB'],
    ]) {
      const byId = await shop.call(request.slice(4), { id_category: categoryId, language });
      expect(byId['object']).toBe(object);
      expect(await shop.call(request, { permalink })).toEqual(byId);
    }
    const asked = await shop.call(request.slice(4), { id_category: categoryId, language: 'de_DE' });
    expect(await shop.call(request, { permalink: 'goods', language: 'de_DE' }), 'the language asked for wins').toEqual(
      asked,
    );
    await shop.refused(request, { permalink: 'nothing' }, 'CATEGORY_NOT_FOUND', 'nothing');
    await shop.refused(request, {}, 'PARAMETER_MISSING', 'permalink');
  });

  test('texts are ordered in the language of the permalink', async () => {
    const { shop } = await linked();
    const order = async (permalink: string): Promise<string[]> =>
      products(shop.call<Listing>('seo_get_products_in_category', { permalink, order_columns: ['name'] }));
    expect([await order('waren'), await order('goods')]).toEqual([
      ['lamp', 'chair', 'sofa'],
      ['sofa', 'lamp', 'chair'],
    ]);
  });

  test('a permalink that moves takes its kept replies with it', async () => {
    const { shop, categoryId } = await linked();
    const other = await shop.make('create_category', { id_parent: 0, name: 'other' });
    expect(await shop.call('seo_get_products_in_category', { permalink: 'waren' })).toMatchObject({
      category: { id: categoryId },
    });
    await shop.admin('update_category', { id_category: categoryId, name: 'goods', seo: { de_DE: { permalink: '' } } });
    expect(await shop.call('seo_get_products_in_category', { permalink: 'waren' })).toMatchObject({
      message: 'CATEGORY_NOT_FOUND',
      moved_to: 'goods',
    });
    await shop.admin('update_category', { id_category: other, name: 'other', seo: { de_DE: { permalink: 'waren' } } });
    expect(await shop.call('seo_get_products_in_category', { permalink: 'waren' })).toMatchObject({
      category: { id: other },
      count: 0,
    });
  });
});

describe('who is in a list', () => {
  test('variations stand with their product and not on their own', async () => {
    const { shop, categoryId, list } = await open();
    await shop.make('create_variation', { id_product: 1, name: 'lamp red', shop_active: 1, categories: [categoryId] });
    const reply = await list('get_products_in_category');
    expect(reply).toMatchObject({ count: 2, products: { lamp: { variations: [{ name: 'lamp red' }] } } });
    expect(Object.keys(reply.products)).toEqual(['lamp', 'chair']);
  });

  test('what is not on sale is listed for the secret key alone, and two kept replies never mix', async () => {
    const { shop, categoryId, page, goods } = await open();
    await page('draft', 'Entwurf', { shop_active: 0 });
    await goods.product(1, { name: 'later', shop_active: 0 });
    for (const request of ['get_shopobjects_in_category', 'dump_category']) {
      const hidden = await shop.text(request, { id_category: categoryId });
      expect(hidden.includes('draft') || hidden.includes('later')).toBe(false);
      const shown = await shop.text(request, { id_category: categoryId }, { secret: true });
      expect(shown.includes('draft') && shown.includes('later')).toBe(true);
      expect(await shop.text(request, { id_category: categoryId })).toBe(hidden);
    }
  });

  test('names of digits keep their place in the bytes', async () => {
    const { shop, categoryId, goods, page } = await open();
    for (const name of ['10', '2', '1']) await goods.product(1, { name });
    for (const name of ['20', '3']) await page(name, name);
    const text = await shop.text('get_shopobjects_in_category', {
      id_category: categoryId,
      order_columns: ['main.id'],
      order: 'DESC',
    });
    const at = ['1', '2', '10', 'chair', 'lamp', '3', '20', 'agb', 'imprint'].map((name) =>
      text.indexOf(`"${name}":{"object"`),
    );
    expect(at.every((one) => one > 0)).toBe(true);
    expect(at).toEqual([...at].sort((a, b) => a - b));
  });
});

describe('order', () => {
  test.each([
    [['prio'], 'ASC', ['lamp', 'chair', 'Äpfel', 'apfel']],
    [['prio'], 'DESC', ['apfel', 'Äpfel', 'chair', 'lamp']],
    [['price'], 'ASC', ['chair', 'Äpfel', 'apfel', 'lamp']],
    [['price', 'main.name'], 'ASC', ['apfel', 'Äpfel', 'chair', 'lamp']],
    [['price', 'prio'], 'DESC', ['lamp', 'apfel', 'Äpfel', 'chair']],
    [['main.name'], 'ASC', ['apfel', 'Äpfel', 'chair', 'lamp']],
    [['creation_date', 'main.id'], 'DESC', ['apfel', 'Äpfel', 'chair', 'lamp']],
    [['vendor'], 'DESC', ['apfel', 'Äpfel', 'chair', 'lamp']],
    [['vendor', 'price'], 'ASC', ['chair', 'Äpfel', 'apfel', 'lamp']],
  ])('by %j %s', async (order_columns, order, expected) => {
    const { goods, list } = await open();
    await goods.product(1, { name: 'Äpfel' });
    await goods.product(1, { name: 'apfel' });
    expect(await products(list('get_products_in_category', { order_columns, order }))).toEqual(expected);
  });

  test('what lacks a column comes last, in both directions', async () => {
    const { shop, categoryId, list } = await open();
    await shop.make('create_class', { name: 'tool', type: 'product' });
    await shop.make('create_product', { class: 'tool', name: 'saw', shop_active: 1, categories: [categoryId] });
    expect(await products(list('get_products_in_category', { order_columns: ['price'] }))).toEqual([
      'chair',
      'lamp',
      'saw',
    ]);
    expect(await products(list('get_products_in_category', { order_columns: ['price'], order: 'DESC' }))).toEqual([
      'lamp',
      'chair',
      'saw',
    ]);
  });
});
