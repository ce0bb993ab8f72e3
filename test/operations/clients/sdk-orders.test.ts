// The unmodified JavaScript SDK: every method of orders, payment, coupons and warehouse, over both listeners.
import { describe, expect, test } from 'vitest';
import type { Json, Reply } from '../shop.ts';
import { line } from '../shop.ts';
import { failed } from '../orders/checkout-shop.ts';
import { LISTENERS, served } from './served.ts';

const htmlOf = (base64: Json | undefined): string => Buffer.from(String(base64), 'base64').toString();
const success = (object: string): Reply => ({ object, status: 'success' });
const error = (message: string, param: string | number) => ({
  object: 'error',
  status: 'error',
  message,
  param: String(param),
  detail: expect.any(String),
});

describe.each(LISTENERS)('$name', (listener) => {
  const bought = async (details: { readonly [field: string]: unknown } = {}) => {
    const shop = await served(listener);
    const { goods, call } = shop;
    const productId = await goods.stocked(5);
    const { code: session } = await call('sessions.getNewSession');
    await call('cart.addToCart', { session, id_shopobject: productId, element_type: 'PRODUCT_GR', quantity: 2 });
    await call('orders.setOrderDetails', {
      session,
      id_payment_method: 2,
      id_delivery_method: 1,
      delivery_country: 'DE',
      ...details,
    });
    const placed = await call('orders.checkout', { session });
    expect(placed).toEqual({
      object: 'checkout',
      status: 'success',
      id_order: 10_001,
      session: expect.any(String),
      message: '',
      param: '',
    });
    return { ...shop, productId, session, placed, id_order: placed['id_order'] };
  };

  test('an order from its draft to its end', async () => {
    const { goods, call, productId, session, id_order } = await bought({
      delivery_lastname: 'Łuczak',
      invoice_country: 'AT',
      note: 'klingeln',
      attributes: [{ lang: 'de_DE', name: 'gift', value: 'yes' }],
    });
    const shown = {
      object: 'order_details',
      order_number: String(id_order),
      order_state: { name: 'OPEN' },
      delivery_lastname: 'Łuczak',
      delivery_country: 'DE',
      invoice_country_code: 'AT',
      attributes: { gift: { name: 'gift', value: 'yes' } },
    };
    expect(await call('orders.getOrderDetails', { session })).toMatchObject(shown);
    const update = {
      id_order,
      order_state: 'PROCESSING',
      order_payment_state: 'PAYMENT_RECEIVED',
      order_delivery_state: 'PARTIAL',
      delivery_city: 'Łódź',
      delivery_country: 'Poland',
    };
    expect(await call('orders.updateOrderDetails', update)).toEqual(success('update_order_details'));
    expect(await call('orders.getOrderById', { id_order, language: 'en_GB' })).toMatchObject({
      object: 'order',
      order_delivery_city: 'Łódź',
      order_delivery_country: 'Poland',
      order_delivery_country_code: 'PL',
      order_state: 'PROCESSING',
      payment_state: { name: 'PAYMENT_RECEIVED', label: 'Payment received' },
      delivery_state: { name: 'PARTIAL' },
    });
    expect(await goods.left(productId)).toBe(3);
    const invoice = await call('orders.getInvoice', { id_order });
    expect(Object.keys(invoice)).toEqual(['object', 'invoice']);
    expect(htmlOf(invoice['invoice'])).toContain('&#321;uczak');
    expect(await call('orders.updateOrderDetails', { id_order, order_state: 'CANCELED' })).toEqual(
      success('update_order_details'),
    );
    expect(await goods.left(productId)).toBe(5);
    // What was issued stays as it was.
    expect(await call('orders.getInvoice', { id_order })).toEqual(invoice);
    const confirmation = await call('orders.getOrderConfirmation', { id_order, args: { intro: 'Danke & tschüß' } });
    expect(htmlOf(confirmation['order_confirmation'])).toMatch(/Storniert[\s\S]*Danke &amp; tsch&#252;&#223;/);
    const { countries } = (await call('orders.getDeliveryCountries')) as unknown as { countries: Reply[] };
    expect(countries).toHaveLength(250);
    for (const country of countries)
      expect(country).toEqual({
        id: expect.any(Number),
        name: expect.any(String),
        iso: expect.stringMatching(/^[A-Z]{2}$/),
        printable_name: expect.any(String),
      });
  });

  test('orders: what the shop says no to', async () => {
    const { goods, call, session, placed, id_order } = await bought();
    const { code: empty } = await call('sessions.getNewSession');
    expect(await call('orders.checkout', { session: empty })).toEqual(failed('CART_EMPTY', 'session'));
    expect(await call('orders.checkout', { session }), 'a repeat').toEqual(placed);
    expect(await call('orders.setOrderDetails', { session: empty, delivery_country: 'Atlantis' })).toEqual(
      error('COUNTRY_NOT_FOUND', 'delivery_country'),
    );
    expect(await call('orders.setOrderDetails', { session: empty, id_payment_method: 99 })).toEqual(
      error('PAYMENT_METHOD_NOT_FOUND', 99),
    );
    expect(await call('orders.getOrderDetails', { session: 'x' })).toEqual(error('SESSION_INVALID', 'session'));
    expect(await call('orders.updateOrderDetails', { id_order, order_state: 'SHIPPED' })).toEqual(
      error('PARAMETER_INVALID', 'order_state'),
    );
    expect(await call('orders.updateOrderDetails', { id_order: 7, order_state: 'CLOSED' })).toEqual(
      error('ORDER_NOT_FOUND', 7),
    );
    for (const method of [
      'orders.getOrderById',
      'orders.getInvoice',
      'orders.getOrderConfirmation',
      'payment.doPayment',
    ] as const) {
      expect(await call(method, { id_order: 7 }), method).toEqual(error('ORDER_NOT_FOUND', 7));
    }
    expect(goods.shop.engine.tables.order.nextId).toBe(10_002);
  });

  test('payment: methods, an order paid by hand, what cannot be paid', async () => {
    const { call, id_order } = await bought();
    const methods = await call('payment.getPaymentMethods');
    expect(Object.keys(methods)).toEqual(['object', 'PrePayment', 'Cash']);
    expect(methods).toEqual({
      object: 'payment_methods',
      PrePayment: { id: 2, name: 'PrePayment', attributes: {} },
      Cash: { id: 3, name: 'Cash', attributes: {} },
    });
    const paid = { object: 'do_payment', method: 'PrePayment', status: 'Success', redirect: '', token: '' };
    expect(
      await call('payment.doPayment', {
        id_order,
        args: { success_url: 'https://shop.example.org/ok', cancel_url: 'https://shop.example.org/no' },
      }),
    ).toEqual(paid);
    expect(await call('payment.doPayment', { id_order }), 'it sends args=[]').toEqual(paid);
    expect(await call('payment.doPayment', { id_order, args: { success_url: 'javascript:alert(1)' } })).toEqual(
      error('PARAMETER_INVALID', 'success_url'),
    );
    await call('orders.updateOrderDetails', { id_order, order_state: 'CANCELED' });
    expect(await call('payment.doPayment', { id_order })).toEqual(error('ORDER_CANCELED', id_order as number));
  });

  test('coupons and delivery costs are in the order', async () => {
    const { goods, call } = await served(listener);
    const { code: session } = await call('sessions.getNewSession');
    await goods.shop.call('add_to_cart', line(String(session), await goods.product(100)));
    const made = (await call('coupons.createCoupons', {
      count: 1,
      name: 'ten',
      amount: 10,
      type: 'UNIQUE_PERCENTAGE',
      code: 'TEN',
      attributes: { combineable: true },
    })) as unknown as { coupons: { code: string }[] };
    expect(made.coupons.map(({ code }) => code)).toEqual(['TEN']);
    expect(await call('coupons.addCoupons', { session, coupons: [['TEN', 'ten']] })).toEqual({
      object: 'add_coupons',
      status: 'SUCCESS',
    });
    expect(await call('coupons.addCoupons', { session, coupons: [['NONE', '']] })).toEqual(
      error('COUPON_NOT_VALID', 'NONE'),
    );
    expect(await call('payment.addDeliveryCosts', { session, delivery_costs: [['Post', 4.9, 0.19]] })).toEqual({
      object: 'add_delivery_costs',
      status: 'SUCCESS',
    });
    const { id_order } = await call('orders.checkout', { session });
    expect(await call('orders.getOrderById', { id_order })).toMatchObject({
      cart: {
        sum: 100,
        total: 94.9,
        coupons: { sum: 10, positions: [{ name: 'ten', code: 'TEN', amount: 10, used_amount: 10, tax: 1.6 }] },
        delivery_costs: { sum: 4.9, positions: [{ name: 'Post', price: 4.9, tax: 0.19 }] },
        contents: [{ type: 'PRODUCT' }, { type: 'DELIVERY_COSTS', name: 'Post', sum_price: 4.9 }],
      },
    });
  });

  test('the warehouse: entities, storages, bindings, and every way to be told no', async () => {
    const { goods, call } = await served(listener);
    await goods.shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
    const entity = {
      class_: 'part',
      name: 'leg',
      id_manufacturer: 0,
      attributes: {},
      metadata: { element_number: 'L' },
    };
    expect(await call('warehouse.createWarehouseEntity', entity)).toEqual({
      object: 'create_warehouse_entity',
      id: '1',
    });
    expect(await call('warehouse.createWarehouseEntity', { ...entity, name: 'other' })).toEqual(
      error('ELEMENT_NUMBER_ALREADY_IN_USE', 'L'),
    );
    expect(await call('warehouse.createWarehouseEntity', { ...entity, class_: 'nothing' })).toEqual(
      error('CLASS_NOT_FOUND', 'nothing'),
    );
    const change = {
      id_warehouse_entity: 1,
      name: 'table leg',
      id_manufacturer: 4,
      attributes: {},
      metadata: { element_number: 'L-1' },
    };
    expect(await call('warehouse.updateWarehouseEntity', change)).toEqual(success('update_warehouse_entity'));
    expect(await call('warehouse.updateWarehouseEntity', { ...change, id_warehouse_entity: 9 })).toEqual(
      error('WAREHOUSE_ENTITY_NOT_FOUND', 9),
    );

    const id_product = await goods.product(1, { availability: { active: 1 } });
    const binding = { id_product, element_number: 'L-1', quantity: 4 };
    expect(await call('warehouse.addBinding', binding)).toEqual(success('add_binding'));
    expect(await call('warehouse.addBinding', { ...binding, element_number: 'L' })).toEqual(
      error('WAREHOUSE_ENTITY_NOT_FOUND', 'L'),
    );
    expect(await call('warehouse.addBinding', { ...binding, id_product: 99 })).toEqual(
      error('SHOPOBJECT_NOT_FOUND', 99),
    );
    const move = { storage: 'north', element_number: 'L-1', quantity: 9, note: 'first' };
    expect(await call('warehouse.inventoryPlace', move)).toEqual(success('inventory_place'));
    expect(await call('warehouse.inventoryPlace', { ...move, element_number: 'none' })).toEqual(
      error('WAREHOUSE_ENTITY_NOT_FOUND', 'none'),
    );
    expect(await call('warehouse.inventoryPlace', { ...move, quantity: -1 })).toEqual(
      error('PARAMETER_INVALID', 'quantity'),
    );
    expect(await goods.left(id_product)).toBe(2);
    expect(await call('warehouse.inventoryTake', { ...move, quantity: 10 })).toMatchObject({
      object: 'error',
      message: 'INSUFFICIENT_STOCK',
    });
    expect(await call('warehouse.inventoryTake', { ...move, storage: 'south', quantity: 1 })).toMatchObject({
      object: 'error',
      message: 'INSUFFICIENT_STOCK',
    });
    expect(await goods.left(id_product)).toBe(2);

    expect(await call('warehouse.deleteWarehouseEntity', { id_warehouse_entity: 1 })).toEqual(
      error('WAREHOUSE_ENTITY_IN_USE', 1),
    );
    expect(await call('warehouse.inventoryTake', move)).toEqual(success('inventory_take'));
    expect(await call('warehouse.deleteWarehouseEntity', { id_warehouse_entity: 1 }), 'still bound').toEqual(
      error('WAREHOUSE_ENTITY_IN_USE', 1),
    );
    expect(await call('warehouse.deleteBinding', { id_product, element_number: 'L-1' })).toEqual(
      success('delete_binding'),
    );
    expect(await call('warehouse.deleteBinding', { id_product, element_number: 'L-1' })).toEqual(
      error('BINDING_NOT_FOUND', 'L-1'),
    );
    expect(await call('warehouse.deleteWarehouseEntity', { id_warehouse_entity: 1 })).toEqual(
      success('delete_warehouse_entity'),
    );
    expect(await call('warehouse.deleteWarehouseEntity', { id_warehouse_entity: 1 })).toEqual(
      error('WAREHOUSE_ENTITY_NOT_FOUND', 1),
    );
  });

  test('a member’s orders', async () => {
    const { goods, call } = await served(listener);
    const { id_user, session_id } = await call('user.registerUser', {
      language: 'de_DE',
      username: 'ada_1',
      passwd1: 'secret1',
      passwd2: 'secret1',
      email: 'ada@example.org',
    });
    expect(await call('user.verifyUser', { id_user, session_id })).toMatchObject({ status: 'SUCCESS' });
    const { session_id: session } = await call('user.loginUser', { username: 'ada_1', password: 'secret1' });
    await goods.shop.call('add_to_cart', line(String(session), await goods.product(10)));
    const { id_order, session: next } = await call('orders.checkout', { session });
    expect(await call('user.getUserOrders', { session: next })).toMatchObject({
      object: 'get_user_orders',
      orders: [{ id: id_order, username: 'ada_1', cart: { sum: 10 } }],
    });
    expect(await call('orders.getOrderDetails', { session })).toMatchObject({
      order_type: { id: 2, name: 'MEMBER_ORDER' },
      user: { id_user, username: 'ada_1' },
    });
  });
});
