// What is left when products, contents, classes and attributes go: carts, orders, values that name them.
import { describe, expect, test } from 'vitest';
import type { Given, Json, Reply, TestShop } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { Goods, line, openShop } from '../shop.ts';

const values = async (shop: TestShop, id: number, more: Given = {}): Promise<{ [name: string]: Json }> => {
  const { attributes } = await shop.call<{ attributes: { [name: string]: { value: Json } } }>('get_product_details', {
    id_product: id,
    ...more,
  });
  return Object.fromEntries(Object.entries(attributes).map(([name, { value }]) => [name, value]));
};

describe('delete_product', () => {
  const gone = { object: 'delete_product', status: 'success' };

  test('takes variations, stock and every mention along; ids are not used again, names and permalinks are', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    await shop.admin('create_class_attributes', { id_class: 1, attributes: [{ name: 'related', type: 'PRODUCTS' }] });
    const id = await goods.stocked(5, {});
    await shop.admin('update_product', { id_product: id, name: 'gone', seo: { de_DE: { permalink: 'gone' } } });
    const variation = await shop.make('create_variation', {
      id_product: id,
      name: 'v',
      shop_active: 1,
      availability: { quantity: 2 },
    });
    const below = await shop.make('create_variation', {
      id_product: variation,
      name: 'w',
      shop_active: 1,
      availability: { quantity: 3 },
    });
    const other = await goods.product(1, { attributes: { de_DE: { related: [id, variation, below] } } });
    expect((await values(shop, other))['related']).toHaveLength(3);
    expect(await shop.admin('delete_product', { id_product: id })).toEqual(gone);
    const check = async (): Promise<void> => {
      for (const one of [id, variation, below]) {
        for (const secret of [false, true])
          await shop.refused('get_product_details', { id_product: one }, 'SHOPOBJECT_NOT_FOUND', one, { secret });
        await shop.adminRefused('update_product', { id_product: one, name: 'x' }, 'SHOPOBJECT_NOT_FOUND', one);
        await shop.adminRefused('delete_product', { id_product: one }, 'SHOPOBJECT_NOT_FOUND', one);
        await shop.refused('add_to_cart', line(await shop.session(), one), 'SHOPOBJECT_NOT_AVAILABLE', one);
      }
      expect((await values(shop, other))['related']).toEqual([]);
      expect(await shop.call('get_products_in_category', { id_category: goods.categoryId })).toMatchObject({
        count: 1,
      });
      expect(await shop.call('get_status')).toMatchObject({ products_count: 1 });
      for (const stock of [1, 2, 3]) expect(shop.engine.tables.stock.peek(stock)).toBe(undefined);
    };
    await check();
    await shop.restart();
    await check();
    const again = await goods.product(1, { name: 'gone', seo: { de_DE: { permalink: 'gone' } } });
    expect(again).toBe(other + 1);
    expect(await shop.call('seo_get_product_details', { permalink: 'gone' })).toMatchObject({
      id: again,
      variations: [],
    });
  });

  test('of a variation leaves the product and the other variations', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const id = await goods.product();
    const [red, blue] = [
      await shop.make('create_variation', { id_product: id, name: 'red', shop_active: 1 }),
      await shop.make('create_variation', { id_product: id, name: 'blue', shop_active: 1 }),
    ];
    expect(await shop.admin('delete_product', { id_product: red })).toEqual(gone);
    expect(await shop.call('get_product_details', { id_product: id })).toMatchObject({ variations: [{ id: blue }] });
    expect(await shop.call('get_product_details', { id_product: blue })).toMatchObject({
      variations: [{ id, variations: [] }],
    });
  });

  test('a cart keeps its line, and its checkout is refused until the line is gone', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    for (const id of [await goods.product(), await goods.stocked(5)]) {
      const kept = await goods.product();
      const session = await shop.session();
      await shop.call('add_to_cart', line(session, id));
      await shop.call('add_to_cart', line(session, kept));
      const before = await shop.text('get_cart', { session });
      await shop.admin('delete_product', { id_product: id });
      expect(await shop.text('get_cart', { session })).toBe(before);
      const head = shop.engine.headSeq;
      expect(await shop.call('checkout', { session })).toMatchObject({
        object: 'error',
        status: 'error',
        id_order: 0,
        message: 'SHOPOBJECT_NOT_AVAILABLE',
        param: String(id),
      });
      expect(shop.engine.headSeq).toBe(head);
      await shop.call('del_from_cart', { session, id_element: 1 });
      expect(await shop.call('checkout', { session })).toMatchObject({ status: 'success' });
    }
  });

  test('an order keeps what was bought; cancelling gives back what there still is a stock for', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const [gone, kept] = [await goods.stocked(5), await goods.stocked(5)];
    const session = await shop.session();
    for (const id of [gone, kept]) await shop.call('add_to_cart', line(session, id, { quantity: 2 }));
    const { id_order } = await shop.call<Checkout>('checkout', { session });
    await shop.admin('delete_product', { id_product: gone });
    await shop.restart();
    expect(await shop.call('get_order_by_id', { id_order })).toMatchObject({
      cart: { contents: [{ id_product: gone }, { id_product: kept }] },
    });
    const state = (order_state: string): Promise<Reply> =>
      shop.admin('update_order_details', { id_order, order_state });
    expect(await state('CANCELED')).toMatchObject({ status: 'success' });
    expect(await goods.left(kept)).toBe(5);
    await shop.adminRefused(
      'update_order_details',
      { id_order, order_state: 'OPEN' },
      'SHOPOBJECT_NOT_AVAILABLE',
      gone,
    );
    expect(await goods.left(kept)).toBe(5);
  });

  test('one bound to a warehouse entity leaves the entity its stock', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
    await shop.make('create_warehouse_entity', { class: 'part', name: 'part', metadata: { element_number: 'E' } });
    await shop.admin('inventory_place', { storage: 'north', element_number: 'E', quantity: 5 });
    const bound = { metadata: { element_number: 'E' }, add_binding: 1, availability: { active: 1 } };
    const [gone, kept] = [await goods.product(1, bound), await goods.product(1, bound)];
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, gone));
    const { id_order } = await shop.call<Checkout>('checkout', { session });
    await shop.admin('delete_product', { id_product: gone });
    expect(await goods.left(kept)).toBe(4);
    await shop.admin('update_order_details', { id_order, order_state: 'CANCELED' });
    expect(await goods.left(kept)).toBe(5);
  });

  test('refuses what is not there, and a call without the secret key', async () => {
    const goods = await Goods.open();
    const id = await goods.product();
    await goods.shop.adminRefused('delete_product', { id_product: 99 }, 'SHOPOBJECT_NOT_FOUND', 99);
    await goods.shop.adminRefused('delete_product', {}, 'PARAMETER_MISSING', 'id_product');
    await goods.shop.refused('delete_product', { id_product: id }, 'PERMISSION_DENIED', 'licence_secret_key');
  });

  test('a repeat under an idempotency key succeeds again', async () => {
    const goods = await Goods.open();
    const id = await goods.product();
    for (const key of ['k', 'k'])
      expect(await goods.shop.admin('delete_product', { id_product: id }, { key })).toEqual(gone);
    await goods.shop.refused('delete_product', { id_product: id }, 'SHOPOBJECT_NOT_FOUND', id, {
      secret: true,
      key: 'other',
    });
  });
});

test('delete_content', async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  await shop.make('create_class', { name: 'page', type: 'content' });
  const id = await shop.make('create_content', {
    class: 'page',
    name: 'c',
    shop_active: 1,
    seo: { de_DE: { permalink: 'c' } },
  });
  expect(await shop.call('seo_get_content_details', { permalink: 'c' })).toMatchObject({ id });
  expect(await shop.admin('delete_content', { id_content: id })).toEqual({
    object: 'delete_content',
    status: 'success',
  });
  await shop.refused('get_content_details', { id_content: id }, 'SHOPOBJECT_NOT_FOUND', id);
  await shop.refused('seo_get_content_details', { permalink: 'c' }, 'SHOPOBJECT_NOT_FOUND', 'c');
  await shop.adminRefused('delete_content', { id_content: id }, 'SHOPOBJECT_NOT_FOUND', id);
  expect(await shop.call('get_status')).toMatchObject({ contents_count: 0 });
});

describe('delete_class', () => {
  test('is refused while anything is of it, and succeeds when it is gone', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const product = await goods.product();
    const variation = await shop.make('create_variation', { id_product: product, name: 'v' });
    const page = await shop.make('create_class', { name: 'page', type: 'content' });
    const part = await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
    const content = await shop.make('create_content', { class: 'page', name: 'c' });
    await shop.make('create_warehouse_entity', { class: 'part', name: 'w' });
    await shop.restart();
    for (const id_class of [1, page, part])
      await shop.adminRefused('delete_class', { id_class }, 'CLASS_IN_USE', id_class);
    await shop.admin('delete_content', { id_content: content });
    expect(await shop.admin('delete_class', { id_class: page })).toEqual({ object: 'delete_class', status: 'success' });
    await shop.admin('delete_product', { id_product: variation });
    await shop.adminRefused('delete_class', { id_class: 1 }, 'CLASS_IN_USE', 1);
    await shop.admin('delete_product', { id_product: product });
    expect(await shop.admin('delete_class', { id_class: 1 })).toMatchObject({ status: 'success' });
    await shop.restart();
    await shop.adminRefused('get_class_details', { id_class: 1 }, 'CLASS_NOT_FOUND', 1);
    await shop.adminRefused('create_product', { class: 'product', name: 'x' }, 'CLASS_NOT_FOUND', 'product');
    expect(
      await shop.make('create_class', { name: 'product', type: 'content' }),
      'its name is free, its id is not',
    ).toBe(part + 1);
  });

  test('refuses what is not there, and a call without the secret key', async () => {
    const shop = openShop();
    const id = await shop.make('create_class', { name: 'user', type: 'user' });
    await shop.adminRefused('delete_class', { id_class: 9 }, 'CLASS_NOT_FOUND', 9);
    await shop.adminRefused('delete_class', {}, 'PARAMETER_MISSING', 'id_class');
    await shop.refused('delete_class', { id_class: id }, 'PERMISSION_DENIED', 'licence_secret_key');
    expect(await shop.admin('delete_class', { id_class: id })).toMatchObject({ status: 'success' });
    await shop.adminRefused('create_class_attributes', { id_class: id, attributes: [] }, 'CLASS_NOT_FOUND', id);
    await shop.adminRefused('delete_class_attributes', { id_class: id, attributes: [] }, 'CLASS_NOT_FOUND', id);
  });
});

describe('attributes of a class that has objects', () => {
  const remove = (shop: TestShop, attributes: Json): Promise<Reply> =>
    shop.admin('delete_class_attributes', { id_class: 1, attributes });
  const add = (shop: TestShop, name: string, type: string, value: Json): Promise<Reply> =>
    shop.admin('create_class_attributes', { id_class: 1, attributes: [{ name, type, de_DE: { label: name, value } }] });
  const done = { object: 'delete_class_attributes', status: 'success' };

  test('come and go at once in every reply, and one that comes back starts with its default', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const id = await goods.product(9.5);
    const ids = async (): Promise<unknown[]> => {
      const { attributes } = await shop.admin<{ attributes: { [name: string]: { id: number } } }>('get_class_details', {
        id_class: 1,
      });
      return Object.values(attributes).map((one) => one.id);
    };
    const list = (): Promise<string> => shop.text('get_products_in_category', { id_category: goods.categoryId });
    expect(await values(shop, id)).toEqual({ name: 'Ware 1', short_description: 'kurz', price: 9.5 });
    const listed = await list();
    const before = await ids();
    await add(shop, 'colour', 'CHAR', 'blau');
    expect(await values(shop, id)).toEqual({ name: 'Ware 1', short_description: 'kurz', price: 9.5, colour: 'blau' });
    expect(await list()).not.toBe(listed);
    expect(await remove(shop, ['price', 'colour'])).toEqual(done);
    expect(await values(shop, id)).toEqual({ name: 'Ware 1', short_description: 'kurz' });
    expect(await list()).not.toContain('price');
    await shop.adminRefused(
      'update_product',
      { id_product: id, attributes: { de_DE: { price: 1 } } },
      'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
      'price',
    );
    await add(shop, 'price', 'FLOAT', 3);
    expect(await values(shop, id)).toEqual({ name: 'Ware 1', short_description: 'kurz', price: 3 });
    expect(
      (await ids()).filter((one) => before.includes(one)),
      'an id is never used again',
    ).toHaveLength(2);
    await shop.admin('update_product', { id_product: id, attributes: { de_DE: { price: 4 } } });
    await shop.restart();
    expect(await values(shop, id)).toEqual({ name: 'Ware 1', short_description: 'kurz', price: 4 });
  });

  test('one that comes back as another type knows nothing of the former values', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const id = await goods.product(9.5);
    await remove(shop, ['price']);
    await add(shop, 'price', 'PRODUCTS', null);
    expect((await values(shop, id))['price']).toEqual([]);
    await remove(shop, 'price');
    await add(shop, 'price', 'IMG', null);
    expect((await values(shop, id))['price']).toBe('');
  });

  test('the cart sees them as they are now: no price to sell by, no name but the product’s', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const id = await goods.product(9.5);
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, id));
    await remove(shop, ['price', 'name']);
    await shop.refused('add_to_cart', line(session, id), 'PRICE_FIELD_INVALID', 'price_field');
    await add(shop, 'price', 'FLOAT', 2);
    const cart = await shop.call('add_to_cart', line(session, id));
    expect(cart).toMatchObject({
      contents: [
        { name: 'Ware 1', price: 9.5 },
        { name: 'product 1', price: 2 },
      ],
    });
  });

  test('all or none', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const id = await goods.product();
    const before = await values(shop, id);
    const refused = (attributes: Json, code: string, param: string): Promise<Reply> =>
      shop.adminRefused('delete_class_attributes', { id_class: 1, attributes }, code, param);
    await refused(['price', 'colour'], 'SHOPOBJECT_ATTRIBUTE_UNKNOWN', 'colour');
    await refused('colour', 'SHOPOBJECT_ATTRIBUTE_UNKNOWN', 'colour');
    await refused(['constructor'], 'SHOPOBJECT_ATTRIBUTE_UNKNOWN', 'constructor');
    await refused([1], 'PARAMETER_INVALID', 'attributes');
    await refused({ name: 'price' }, 'PARAMETER_INVALID', 'attributes');
    await shop.adminRefused('delete_class_attributes', { id_class: 1 }, 'PARAMETER_MISSING', 'attributes');
    await shop.adminRefused('delete_class_attributes', { id_class: 9, attributes: ['price'] }, 'CLASS_NOT_FOUND', 9);
    await shop.refused(
      'delete_class_attributes',
      { id_class: 1, attributes: ['price'] },
      'PERMISSION_DENIED',
      'licence_secret_key',
    );
    const { headSeq } = shop.engine;
    expect(await remove(shop, [])).toEqual(done);
    expect(shop.engine.headSeq).toBe(headSeq);
    expect(await values(shop, id)).toEqual(before);
    expect(await remove(shop, ['price', 'price'])).toEqual(done);
    expect(Object.keys(await values(shop, id))).toEqual(['name', 'short_description']);
  });
});
