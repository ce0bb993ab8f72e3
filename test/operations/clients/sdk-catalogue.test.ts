// Catches a method of the unmodified JavaScript SDK for classes, categories, products, contents, stock or searches that
// does not work, over both listeners.
import { describe, expect, test } from 'vitest';
import type { Checkout } from '../cart-reply.ts';
import { line } from '../shop.ts';
import { LISTENERS, served } from './served.ts';

describe.each(LISTENERS)('$name', (listener) => {
  test('the back office: classes, products, stock, order states', async () => {
    const { call } = await served(listener);
    const made = await call('classes.createClass', { name: 'shirt', type: 'product' });
    expect(made).toEqual({ object: 'create_class', id: '2' });
    const attributes = [{ name: 'price', type: 'FLOAT', de_DE: { label: 'Preis', value: 0 } }];
    expect(await call('classes.createClassAttributes', { id_class: 2, attributes })).toMatchObject({
      status: 'success',
    });
    expect(await call('classes.getClassDetails', { id_class: 2 })).toMatchObject({
      object: 'class',
      attributes: { price: { label: 'Preis' } },
    });
    expect(
      await call('categories.createCategory', { id_parent: 1, name: 'shirts', labels: { de_DE: 'Hemden' } }),
    ).toMatchObject({ id: '2' });
    await call('classes.createClass', { name: 'part', type: 'warehouse_entity' });
    const cloth = {
      class_: 'part',
      name: 'cloth',
      id_manufacturer: 0,
      attributes: {},
      metadata: { element_number: 'C' },
    };
    expect(await call('warehouse.createWarehouseEntity', cloth)).toEqual({
      object: 'create_warehouse_entity',
      id: '1',
    });
    const product = await call('shopObjects.createProduct', {
      class_: 'shirt',
      name: 'shirt',
      shop_active: 1,
      attributes: { de_DE: { price: 30 } },
    });
    expect(product).toEqual({ object: 'create_product', id: '1' });
    expect(await call('shopObjects.getProductDetails', { id_product: 1 })).toMatchObject({
      class: 'shirt',
      attributes: { price: { value: 30 } },
    });
    const movement = { storage: 'north', element_number: 'C', quantity: 5 };
    expect(await call('warehouse.inventoryPlace', movement), 'it sends note=undefined').toEqual({
      object: 'inventory_place',
      status: 'success',
    });
    expect(await call('warehouse.inventoryTake', { ...movement, quantity: 6 })).toMatchObject({
      object: 'error',
      message: 'INSUFFICIENT_STOCK',
    });
    expect(await call('warehouse.addBinding', { id_product: 1, element_number: 'C', quantity: 1 })).toMatchObject({
      status: 'success',
    });
    expect(await call('shopObjects.getProductDetails', { id_product: 1 })).toMatchObject({
      availability: { quantity: 5 },
    });
    const update = {
      id_warehouse_entity: 1,
      name: 'linen',
      id_manufacturer: 0,
      attributes: {},
      metadata: { ean: '1' },
    };
    expect(await call('warehouse.updateWarehouseEntity', update)).toEqual({
      object: 'update_warehouse_entity',
      status: 'success',
    });
    expect(await call('warehouse.deleteWarehouseEntity', { id_warehouse_entity: 1 })).toMatchObject({
      object: 'error',
      message: 'WAREHOUSE_ENTITY_IN_USE',
    });
    expect(await call('warehouse.deleteBinding', { id_product: 1, element_number: 'C' })).toEqual({
      object: 'delete_binding',
      status: 'success',
    });
    expect(await call('warehouse.inventoryTake', movement)).toMatchObject({ status: 'success' });
    expect(await call('warehouse.deleteWarehouseEntity', { id_warehouse_entity: 1 })).toEqual({
      object: 'delete_warehouse_entity',
      status: 'success',
    });
  });

  test('the catalogue, read and written', async () => {
    const { goods, call } = await served(listener);
    const id_category = goods.categoryId;
    const id_product = await goods.product(9.5, { name: 'lamp', seo: { de_DE: { permalink: 'lampe' } } });
    await goods.shop.make('create_class', { name: 'page', type: 'content' });
    const id_content = await goods.shop.make('create_content', {
      class: 'page',
      name: 'imprint',
      shop_active: 1,
      categories: [id_category],
      seo: { de_DE: { permalink: 'impressum' } },
    });
    expect(
      await call('categories.createCategory', {
        id_parent: id_category,
        name: 'lamps',
        seo: { de_DE: { permalink: 'lampen' } },
      }),
    ).toMatchObject({ object: 'create_category', id: '2' });
    expect(await call('categories.getContentsInCategory', { id_category })).toMatchObject({
      object: 'contents_in_category',
      count: 1,
      contents: { imprint: { id: id_content } },
    });
    expect(
      await call('categories.getShopobjectsInCategory', { id_category, needed_attributes: ['price'] }),
    ).toMatchObject({
      products_count: 1,
      contents_count: 1,
    });
    expect(await call('categories.dumpCategory', { id_category })).toMatchObject({
      object: 'category_dump',
      shop_categories: { lamps: {} },
      products_in_category: { products: { lamp: {} } },
    });
    expect(await call('categories.dumpCategory', { id_category: 0, depth: 1 })).toMatchObject({
      shop_categories: { goods: { shop_categories: {} } },
    });
    for (const kind of ['Products', 'Contents', 'Shopobjects'] as const) {
      expect(await call(`categories.seoGet${kind}InCategory`, { permalink: 'lampen' })).toMatchObject({
        object: `${kind.toLowerCase()}_in_category`,
        category: { id: 2 },
      });
    }
    expect(await call('shopObjects.seoGetProductDetails', { permalink: 'lampe' })).toMatchObject({
      object: 'product',
      id: id_product,
    });
    expect(await call('shopObjects.getContentDetails', { id_content })).toMatchObject({
      object: 'content',
      name: 'imprint',
    });
    expect(await call('shopObjects.seoGetContentDetails', { permalink: 'impressum' })).toMatchObject({
      id: id_content,
    });
    expect(
      await call('shopObjects.updateProduct', { id_product, name: 'lantern', attributes: { de_DE: { price: 8 } } }),
    ).toEqual({ object: 'update_product', status: 'success' });
    expect(await call('shopObjects.updateContent', { id_content, name: 'legal' })).toEqual({
      object: 'update_content',
      status: 'success',
    });
    expect(
      await call('shopObjects.createVariation', { id_product, name: 'lantern red', shop_active: 1 }),
    ).toMatchObject({
      object: 'create_variation',
      id: '3',
    });
    expect(await call('shopObjects.getProductDetails', { id_product })).toMatchObject({
      name: 'lantern',
      attributes: { price: { value: 8 } },
      variations: [{ name: 'lantern red' }],
    });
    expect(
      await call('categories.updateCategory', { id_parent: 0, name: 'x' }),
      'it never sends id_category',
    ).toMatchObject({
      object: 'error',
      param: 'id_category',
    });
    expect(await call('shopObjects.deleteProduct', { id_product })).toEqual({
      object: 'delete_product',
      status: 'success',
    });
    expect(await call('shopObjects.deleteContent', { id_content })).toEqual({
      object: 'delete_content',
      status: 'success',
    });
    expect(await call('categories.deleteCategory', { id_category: 2 })).toEqual({
      object: 'delete_category',
      status: 'success',
    });
    expect(await call('categories.dumpCategory', { id_category: 0 })).toMatchObject({
      shop_categories: { goods: { shop_categories: {}, products_in_category: { products: {} } } },
    });
    expect(await call('classes.deleteClassAttributes', { id_class: 1, attributes: ['price'] })).toMatchObject({
      status: 'success',
    });
    expect(await call('classes.deleteClass', { id_class: 1 })).toMatchObject({ status: 'success' });
  });

  test('searches, also as the SDK sends them when it is told nothing', async () => {
    const { goods, call } = await served(listener);
    const id = await goods.product(9.5, { name: 'lamp' });
    await goods.product(7, { name: 'chair' });
    await goods.shop.make('create_class', { name: 'page', type: 'content' });
    await goods.shop.make('create_content', { class: 'page', name: 'imprint', shop_active: 1 });
    await goods.shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
    await goods.shop.make('create_warehouse_entity', {
      class: 'part',
      name: 'bulb',
      id_manufacturer: 0,
      attributes: {},
      metadata: { element_number: 'B-1' },
    });
    const session = await goods.shop.session();
    await goods.shop.call('add_to_cart', line(session, id));
    const { id_order } = await goods.shop.call<Checkout>('checkout', { session });
    expect(await call('search.searchProducts', { constraint: { price: ['>', 8] } })).toMatchObject({
      object: 'search_products_result',
      count: 1,
      result: [{ id }],
    });
    const page = {
      order_columns: ['price'],
      order_type: 'DESC',
      left_limit: 1,
      right_limit: 5,
      needed_attributes: ['price'],
      country: 'DE',
    };
    expect(
      await call('search.searchProducts', { constraint: { search: ['MATCH', 'ware'] }, language: 'de_DE', ...page }),
    ).toMatchObject({ count: 2, limit_count: 1, result: [{ name: 'chair' }] });
    expect(await call('search.searchProducts', { constraint: [] })).toMatchObject({ count: 2 });
    expect(await call('search.searchContents', { constraint: { 'main.name': ['LIKE', 'print'] } })).toMatchObject({
      object: 'search_contents_result',
      count: 1,
    });
    expect(await call('search.searchDistinctProducts', { field: 'main.name', constraint: [] })).toEqual({
      object: 'search_distinct_products_result',
      count: 2,
      result: ['chair', 'lamp'],
    });
    expect(await call('search.searchDistinctProducts', { field: 'price', constraint: {} })).toMatchObject({
      result: [7, 9.5],
    });
    expect(
      await call('search.searchOrders', { constraint: { 'main.id_order': id_order }, order_columns: ['main.id'] }),
    ).toMatchObject({ object: 'search_orders_result', count: 1 });
    expect(await call('search.searchWarehouseEntities', { constraint: { name: 'bulb' } })).toMatchObject({
      object: 'search_warehouse_entities_result',
      count: 1,
    });
    for (const method of ['searchProducts', 'searchContents', 'searchOrders', 'searchWarehouseEntities'] as const) {
      expect(await call(`search.${method}`, {}), method).toMatchObject({ limit_count: expect.any(Number) });
    }
    expect(await call('search.searchProducts', { constraint: { price: ['?', 1] } })).toMatchObject({
      object: 'error',
      message: 'CONSTRAINT_INVALID',
      param: 'price',
    });
  });
});
