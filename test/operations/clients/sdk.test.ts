// The unmodified JavaScript SDK against a real listener: a newcomer's purchase, as its readme begins; then the same
// purchase by fetch in all three encodings.
import { afterEach, describe, expect, test } from 'vitest';
import Sleekshop from 'sleekshop-js-sdk';
import { listenNode } from '../../../src/http/transport/node-transport.ts';
import { requestHandler } from '../../../src/http/server.ts';
import type { Listener } from '../../../src/http/transport/transport.ts';
import { listenUws } from '../../../src/http/transport/uws-transport.ts';
import type { Given, Reply } from '../shop.ts';
import type { Cart, Checkout } from '../cart-reply.ts';
import { CREDENTIALS, Goods, SECRET, line } from '../shop.ts';

// The package declares its types for bundlers only; this is what the tests use of it.
type Method = (params?: Given) => Promise<Reply>;
type CategoryMethod =
  | 'getCategories'
  | `${'g' | 'seoG'}et${'Products' | 'Contents' | 'Shopobjects'}InCategory`
  | `${'dump' | 'create' | 'update' | 'delete'}Category`;
type ObjectMethod =
  | `${'g' | 'seoG'}et${'Product' | 'Content'}Details`
  | `${'create' | 'update' | 'delete'}Product`
  | `${'update' | 'delete'}Content`
  | 'createVariation';
type SearchMethod = `search${'Products' | 'Contents' | 'DistinctProducts' | 'Orders' | 'WarehouseEntities'}`;
interface Sdk {
  readonly sessions: { readonly getNewSession: Method };
  readonly categories: { readonly [K in CategoryMethod]: Method };
  readonly shopObjects: { readonly [K in ObjectMethod]: Method };
  readonly search: { readonly [K in SearchMethod]: Method };
  readonly classes: {
    readonly [
      K in 'getClassDetails' | 'createClass' | 'createClassAttributes' | 'deleteClassAttributes' | 'deleteClass'
    ]: Method;
  };
  readonly cart: {
    readonly addToCart: Method;
    readonly subFromCart: Method;
    readonly delFromCart: Method;
    readonly getCart: Method;
    readonly clearCart: Method;
  };
  readonly orders: {
    readonly setOrderDetails: Method;
    readonly getOrderDetails: Method;
    readonly checkout: Method;
    readonly getOrderById: Method;
    readonly updateOrderDetails: Method;
    readonly getInvoice: Method;
    readonly getOrderConfirmation: Method;
    readonly getDeliveryCountries: Method;
  };
  readonly payment: { readonly addDeliveryCosts: Method };
  readonly warehouse: {
    readonly [
      K in
        | `${'create' | 'update' | 'delete'}WarehouseEntity`
        | 'inventoryPlace'
        | 'inventoryTake'
        | 'addBinding'
        | 'deleteBinding'
    ]: Method;
  };
  readonly server: { readonly getStatus: Method };
  readonly webhooks: { readonly [K in 'createWebhook' | 'updateWebhook']: Method };
}
type SdkClass = new (endpoint: string, username: string, password: string, secretKey?: string) => Sdk;
const loaded = Sleekshop as unknown as SdkClass & { readonly default?: SdkClass };
const SdkConstructor: SdkClass = loaded.default ?? loaded;

const open: Listener[] = [];
afterEach(async () => {
  for (const listening of open.splice(0)) await listening.close(0);
});

const transports = [
  { name: 'uWebSockets.js', listen: listenUws },
  { name: 'node:http', listen: listenNode },
] as const;

describe.each(transports)('$name', ({ listen }) => {
  const serve = async (): Promise<{ goods: Goods; url: string; sdk: Sdk }> => {
    const goods = await Goods.open();
    const receive = requestHandler(goods.shop.dispatch, { bodyFieldsMax: 200, fieldNameBytesMax: 256 });
    const listening = await listen(
      { host: '127.0.0.1', port: 0, bodyBytesMax: 1_048_576, bodyTimeoutMs: 5000 },
      receive,
    );
    open.push(listening);
    const url = `http://127.0.0.1:${listening.port}/srv/service/`;
    const { licence_username, licence_password } = CREDENTIALS;
    return { goods, url, sdk: new SdkConstructor(url, licence_username, licence_password, SECRET) };
  };

  test('a newcomer’s purchase', async () => {
    const { goods, sdk } = await serve();
    const id = await goods.product(119.9, { name: 'Leselampe', seo: { de_DE: { permalink: 'leselampe' } } });
    const { code: session } = await sdk.sessions.getNewSession();
    expect(session).toMatch(/^\d{10}[A-Za-z0-9]{32}$/);
    expect(await sdk.categories.getCategories({ id_parent: 0 })).toMatchObject({
      categories: [{ id: goods.categoryId, name: 'goods' }],
    });
    const listing = await sdk.categories.getProductsInCategory({
      id_category: goods.categoryId,
      order_columns: ['price'],
      right_limit: 5,
    });
    expect(listing).toMatchObject({ object: 'products_in_category', count: 1, products: { Leselampe: { id } } });
    expect(await sdk.shopObjects.getProductDetails({ id_product: id })).toMatchObject({
      object: 'product',
      attributes: { price: { value: 119.9 } },
    });
    const added = await sdk.cart.addToCart({ session, id_shopobject: id, element_type: 'PRODUCT_GR', quantity: 3 });
    expect(added).toMatchObject({ object: 'cart', last_inserted_element_id: 1, sum: 359.7 });
    expect(await sdk.cart.subFromCart({ session, id_element: 1 })).toMatchObject({ sum: 239.8 });
    await sdk.payment.addDeliveryCosts({ session, delivery_costs: [['Post', 4.9, 0.19]] });
    const details = {
      id_payment_method: 2,
      id_delivery_method: 1,
      delivery_firstname: 'Zoë',
      delivery_country: 'DE',
      email: 'zoe@example.org',
    };
    expect(await sdk.orders.setOrderDetails({ session, ...details })).toMatchObject({
      object: 'order_details',
      delivery_firstname: 'Zoë',
    });
    expect(await sdk.orders.getOrderDetails({ session })).toMatchObject({
      email: 'zoe@example.org',
      order_payment_method: { name: 'PrePayment' },
    });
    expect(await sdk.cart.getCart({ session })).toMatchObject({
      sum: 239.8,
      total: 244.7,
      contents: [{ sum_tax: 38.29 }],
    });
    const placed = await sdk.orders.checkout({ session });
    expect(placed).toMatchObject({ object: 'checkout', status: 'success', message: '', param: '' });
    expect(await sdk.orders.getOrderById({ id_order: placed['id_order'] })).toMatchObject({
      object: 'order',
      order_delivery_firstname: 'Zoë',
      payment_state: { name: 'PAYMENT_NOT_RECEIVED' },
      cart: { sum: 239.8, contents: [{ name: 'Ware 1' }, { type: 'DELIVERY_COSTS', sum_price: 4.9 }] },
    });
    const html = (base64: unknown): string => Buffer.from(String(base64), 'base64').toString();
    const invoice = await sdk.orders.getInvoice({ id_order: placed['id_order'] });
    expect(html(invoice['invoice'])).toMatch(/^<!DOCTYPE html>[\s\S]*Zo&#235;[\s\S]*244,70/);
    const confirmation = await sdk.orders.getOrderConfirmation({
      id_order: placed['id_order'],
      args: { intro: 'Danke, Zoë' },
    });
    expect(html(confirmation['order_confirmation'])).toContain('Danke, Zo&#235;');
    const { countries } = await sdk.orders.getDeliveryCountries();
    expect(countries).toContainEqual({ id: 276, name: 'DEUTSCHLAND', iso: 'DE', printable_name: 'Deutschland' });
    expect(await sdk.cart.getCart({ session: placed['session'] })).toMatchObject({ contents: [], sum: 0 });
    expect(await sdk.orders.getOrderDetails({ session })).toMatchObject({
      email: 'zoe@example.org',
      order_number: String(placed['id_order']),
    });
  });

  test('the back office: classes, products, stock, order states', async () => {
    const { sdk } = await serve();
    const made = await sdk.classes.createClass({ name: 'shirt', type: 'product' });
    expect(made).toEqual({ object: 'create_class', id: '2' });
    const attributes = [{ name: 'price', type: 'FLOAT', de_DE: { label: 'Preis', value: 0 } }];
    expect(await sdk.classes.createClassAttributes({ id_class: 2, attributes })).toMatchObject({ status: 'success' });
    expect(await sdk.classes.getClassDetails({ id_class: 2 })).toMatchObject({
      object: 'class',
      attributes: { price: { label: 'Preis' } },
    });
    expect(
      await sdk.categories.createCategory({ id_parent: 1, name: 'shirts', labels: { de_DE: 'Hemden' } }),
    ).toMatchObject({ id: '2' });
    await sdk.classes.createClass({ name: 'part', type: 'warehouse_entity' });
    const cloth = {
      class_: 'part',
      name: 'cloth',
      id_manufacturer: 0,
      attributes: {},
      metadata: { element_number: 'C' },
    };
    expect(await sdk.warehouse.createWarehouseEntity(cloth)).toEqual({ object: 'create_warehouse_entity', id: '1' });
    const product = await sdk.shopObjects.createProduct({
      class_: 'shirt',
      name: 'shirt',
      shop_active: 1,
      attributes: { de_DE: { price: 30 } },
    });
    expect(product).toEqual({ object: 'create_product', id: '1' });
    expect(await sdk.shopObjects.getProductDetails({ id_product: 1 })).toMatchObject({
      class: 'shirt',
      attributes: { price: { value: 30 } },
    });
    const movement = { storage: 'north', element_number: 'C', quantity: 5 };
    expect(await sdk.warehouse.inventoryPlace(movement), 'it sends note=undefined').toEqual({
      object: 'inventory_place',
      status: 'success',
    });
    expect(await sdk.warehouse.inventoryTake({ ...movement, quantity: 6 })).toMatchObject({
      object: 'error',
      message: 'INSUFFICIENT_STOCK',
    });
    expect(await sdk.warehouse.addBinding({ id_product: 1, element_number: 'C', quantity: 1 })).toMatchObject({
      status: 'success',
    });
    expect(await sdk.shopObjects.getProductDetails({ id_product: 1 })).toMatchObject({ availability: { quantity: 5 } });
    const update = {
      id_warehouse_entity: 1,
      name: 'linen',
      id_manufacturer: 0,
      attributes: {},
      metadata: { ean: '1' },
    };
    expect(await sdk.warehouse.updateWarehouseEntity(update)).toEqual({
      object: 'update_warehouse_entity',
      status: 'success',
    });
    expect(await sdk.warehouse.deleteWarehouseEntity({ id_warehouse_entity: 1 })).toMatchObject({
      object: 'error',
      message: 'WAREHOUSE_ENTITY_IN_USE',
    });
    expect(await sdk.warehouse.deleteBinding({ id_product: 1, element_number: 'C' })).toEqual({
      object: 'delete_binding',
      status: 'success',
    });
    expect(await sdk.warehouse.inventoryTake(movement)).toMatchObject({ status: 'success' });
    expect(await sdk.warehouse.deleteWarehouseEntity({ id_warehouse_entity: 1 })).toEqual({
      object: 'delete_warehouse_entity',
      status: 'success',
    });
  });

  test('the catalogue, read and written', async () => {
    const { goods, sdk } = await serve();
    const { categories, shopObjects } = sdk;
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
      await categories.createCategory({
        id_parent: id_category,
        name: 'lamps',
        seo: { de_DE: { permalink: 'lampen' } },
      }),
    ).toMatchObject({ object: 'create_category', id: '2' });
    expect(await categories.getContentsInCategory({ id_category })).toMatchObject({
      object: 'contents_in_category',
      count: 1,
      contents: { imprint: { id: id_content } },
    });
    expect(await categories.getShopobjectsInCategory({ id_category, needed_attributes: ['price'] })).toMatchObject({
      products_count: 1,
      contents_count: 1,
    });
    expect(await categories.dumpCategory({ id_category })).toMatchObject({
      object: 'category_dump',
      shop_categories: { lamps: {} },
      products_in_category: { products: { lamp: {} } },
    });
    expect(await categories.dumpCategory({ id_category: 0, depth: 1 })).toMatchObject({
      shop_categories: { goods: { shop_categories: {} } },
    });
    for (const kind of ['Products', 'Contents', 'Shopobjects'] as const) {
      expect(await categories[`seoGet${kind}InCategory`]({ permalink: 'lampen' })).toMatchObject({
        object: `${kind.toLowerCase()}_in_category`,
        category: { id: 2 },
      });
    }
    expect(await shopObjects.seoGetProductDetails({ permalink: 'lampe' })).toMatchObject({
      object: 'product',
      id: id_product,
    });
    expect(await shopObjects.getContentDetails({ id_content })).toMatchObject({ object: 'content', name: 'imprint' });
    expect(await shopObjects.seoGetContentDetails({ permalink: 'impressum' })).toMatchObject({ id: id_content });
    expect(
      await shopObjects.updateProduct({ id_product, name: 'lantern', attributes: { de_DE: { price: 8 } } }),
    ).toEqual({ object: 'update_product', status: 'success' });
    expect(await shopObjects.updateContent({ id_content, name: 'legal' })).toEqual({
      object: 'update_content',
      status: 'success',
    });
    expect(await shopObjects.createVariation({ id_product, name: 'lantern red', shop_active: 1 })).toMatchObject({
      object: 'create_variation',
      id: '3',
    });
    expect(await shopObjects.getProductDetails({ id_product })).toMatchObject({
      name: 'lantern',
      attributes: { price: { value: 8 } },
      variations: [{ name: 'lantern red' }],
    });
    expect(await categories.updateCategory({ id_parent: 0, name: 'x' }), 'it never sends id_category').toMatchObject({
      object: 'error',
      param: 'id_category',
    });
    expect(await shopObjects.deleteProduct({ id_product })).toEqual({ object: 'delete_product', status: 'success' });
    expect(await shopObjects.deleteContent({ id_content })).toEqual({ object: 'delete_content', status: 'success' });
    expect(await categories.deleteCategory({ id_category: 2 })).toEqual({
      object: 'delete_category',
      status: 'success',
    });
    expect(await categories.dumpCategory({ id_category: 0 })).toMatchObject({
      shop_categories: { goods: { shop_categories: {}, products_in_category: { products: {} } } },
    });
    expect(await sdk.classes.deleteClassAttributes({ id_class: 1, attributes: ['price'] })).toMatchObject({
      status: 'success',
    });
    expect(await sdk.classes.deleteClass({ id_class: 1 })).toMatchObject({ status: 'success' });
  });

  test('searches, also as the SDK sends them when it is told nothing', async () => {
    const { goods, sdk } = await serve();
    const { search } = sdk;
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
    expect(await search.searchProducts({ constraint: { price: ['>', 8] } })).toMatchObject({
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
      await search.searchProducts({ constraint: { search: ['MATCH', 'ware'] }, language: 'de_DE', ...page }),
    ).toMatchObject({ count: 2, limit_count: 1, result: [{ name: 'chair' }] });
    expect(await search.searchProducts({ constraint: [] })).toMatchObject({ count: 2 });
    expect(await search.searchContents({ constraint: { 'main.name': ['LIKE', 'print'] } })).toMatchObject({
      object: 'search_contents_result',
      count: 1,
    });
    expect(await search.searchDistinctProducts({ field: 'main.name', constraint: [] })).toEqual({
      object: 'search_distinct_products_result',
      count: 2,
      result: ['chair', 'lamp'],
    });
    expect(await search.searchDistinctProducts({ field: 'price', constraint: {} })).toMatchObject({ result: [7, 9.5] });
    expect(
      await search.searchOrders({ constraint: { 'main.id_order': id_order }, order_columns: ['main.id'] }),
    ).toMatchObject({ object: 'search_orders_result', count: 1 });
    expect(await search.searchWarehouseEntities({ constraint: { name: 'bulb' } })).toMatchObject({
      object: 'search_warehouse_entities_result',
      count: 1,
    });
    for (const method of ['searchProducts', 'searchContents', 'searchOrders', 'searchWarehouseEntities'] as const) {
      expect(await search[method]({}), method).toMatchObject({ limit_count: expect.any(Number) });
    }
    expect(await search.searchProducts({ constraint: { price: ['?', 1] } })).toMatchObject({
      object: 'error',
      message: 'CONSTRAINT_INVALID',
      param: 'price',
    });
  });

  test('webhooks, made and aimed; a refusal keeps its object', async () => {
    const { sdk } = await serve();
    const made = await sdk.webhooks.createWebhook({ name: 'NEW_ORDER', event: 'ORDER_CREATE' });
    expect(made).toMatchObject({
      object: 'create_webhook',
      status: 'success',
      secret: expect.stringMatching(/^whsec_/),
    });
    const aimed = await sdk.webhooks.updateWebhook({
      name: 'NEW_ORDER',
      url: 'https://receiver.example/hook',
      parameter: '1',
    });
    expect(aimed).toMatchObject({ object: 'update_webhook', status: 'success', health: 'healthy' });
    expect(
      await sdk.webhooks.updateWebhook({ name: 'NONE', url: 'https://receiver.example/', parameter: '' }),
    ).toMatchObject({ object: 'update_webhook', status: 'WEBHOOK_NOT_FOUND' });
    expect(await sdk.webhooks.createWebhook({ name: 'new', event: 'ORDER_CREATE' })).toMatchObject({
      object: 'error',
      message: 'WEBHOOK_NAME_NOT_VALID',
    });
  });

  test('getStatus, the one call that the SDK makes with a JSON body', async () => {
    const { sdk } = await serve();
    expect(await sdk.server.getStatus()).toMatchObject({ object: 'status', server_status: 'running' });
  });

  test('an error arrives as one: HTTP 200 and the code', async () => {
    const { sdk } = await serve();
    expect(await sdk.cart.getCart({ session: 'undefined' })).toMatchObject({
      object: 'error',
      message: 'SESSION_INVALID',
    });
    expect(await sdk.shopObjects.getProductDetails({ id_product: 99 })).toMatchObject({
      object: 'error',
      message: 'SHOPOBJECT_NOT_FOUND',
      param: '99',
    });
  });

  const encodings: { readonly [name: string]: (fields: Given) => RequestInit } = {
    urlencoded: (fields) => ({ body: new URLSearchParams(Object.entries(asTexts(fields))) }),
    multipart: (fields) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(asTexts(fields))) form.append(name, value);
      return { body: form };
    },
    json: (fields) => ({ body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }),
  };

  test.each(Object.keys(encodings))('the same purchase by fetch, %s', async (encoding) => {
    const { goods, url } = await serve();
    const id = await goods.stocked(5);
    const call = async <T = Reply>(request: string, params: Given = {}): Promise<T> => {
      const reply = await fetch(url, {
        method: 'POST',
        ...encodings[encoding]!({ ...CREDENTIALS, request, ...params }),
      });
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
      return (await reply.json()) as T;
    };
    const { code: session } = await call<{ code: string }>('get_new_session');
    await call('add_to_cart', line(session, id, { quantity: 2, attributes: [{ name: 'Größe', value: 'XL & mehr' }] }));
    await call('add_delivery_costs', { session, delivery_costs: [['Post', 4.9, 0.19]] });
    await call('set_order_details', { session, delivery_city: 'Köln', note: 'a+b=c%20&\r\n"ß"', id_payment_method: 2 });
    const cart = await call<Cart>('get_cart', { session });
    expect(cart.contents[0]!.attributes['Größe']).toEqual({ name: 'Größe', value: 'XL & mehr' });
    const { id_order } = await call<Checkout>('checkout', { session });
    const order = await call('get_order_by_id', { id_order });
    expect(order).toMatchObject({
      order_delivery_city: 'Köln',
      order_note: 'a+b=c%20&\r\n"ß"',
      cart: { sum: 20, total: 24.9 },
    });
    expect(await goods.left(id)).toBe(3);
  });

  test('the header Idempotency-Key reaches the operation', async () => {
    const { url } = await serve();
    const body = new URLSearchParams({ ...CREDENTIALS, request: 'get_new_session' });
    const once = async (): Promise<unknown> =>
      (await fetch(url, { method: 'POST', body, headers: { 'idempotency-key': 'k' } })).json();
    expect(await once()).toEqual(await once());
  });
});

const asTexts = (fields: Given): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
