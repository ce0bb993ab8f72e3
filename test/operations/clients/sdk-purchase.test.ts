// Catches a purchase, a refusal or a webhook that the unmodified JavaScript SDK cannot make, beginning as its readme
// does, over both listeners.
import { describe, expect, test } from 'vitest';
import { LISTENERS, served } from './served.ts';

describe.each(LISTENERS)('$name', (listener) => {
  test('a newcomer’s purchase', async () => {
    const { goods, call } = await served(listener);
    const id = await goods.product(119.9, { name: 'Leselampe', seo: { de_DE: { permalink: 'leselampe' } } });
    const { code: session } = await call('sessions.getNewSession');
    expect(session).toMatch(/^\d{10}[A-Za-z0-9]{32}$/);
    expect(await call('categories.getCategories', { id_parent: 0 })).toMatchObject({
      categories: [{ id: goods.categoryId, name: 'goods' }],
    });
    const listing = await call('categories.getProductsInCategory', {
      id_category: goods.categoryId,
      order_columns: ['price'],
      right_limit: 5,
    });
    expect(listing).toMatchObject({ object: 'products_in_category', count: 1, products: { Leselampe: { id } } });
    expect(await call('shopObjects.getProductDetails', { id_product: id })).toMatchObject({
      object: 'product',
      attributes: { price: { value: 119.9 } },
    });
    const added = await call('cart.addToCart', { session, id_shopobject: id, element_type: 'PRODUCT_GR', quantity: 3 });
    expect(added).toMatchObject({ object: 'cart', last_inserted_element_id: 1, sum: 359.7 });
    expect(await call('cart.subFromCart', { session, id_element: 1 })).toMatchObject({ sum: 239.8 });
    await call('payment.addDeliveryCosts', { session, delivery_costs: [['Post', 4.9, 0.19]] });
    const details = {
      id_payment_method: 2,
      id_delivery_method: 1,
      delivery_firstname: 'Zoë',
      delivery_country: 'DE',
      email: 'zoe@example.org',
    };
    expect(await call('orders.setOrderDetails', { session, ...details })).toMatchObject({
      object: 'order_details',
      delivery_firstname: 'Zoë',
    });
    expect(await call('orders.getOrderDetails', { session })).toMatchObject({
      email: 'zoe@example.org',
      order_payment_method: { name: 'PrePayment' },
    });
    expect(await call('cart.getCart', { session })).toMatchObject({
      sum: 239.8,
      total: 244.7,
      contents: [{ sum_tax: 38.29 }],
    });
    const placed = await call('orders.checkout', { session });
    expect(placed).toMatchObject({ object: 'checkout', status: 'success', message: '', param: '' });
    expect(await call('orders.getOrderById', { id_order: placed['id_order'] })).toMatchObject({
      object: 'order',
      order_delivery_firstname: 'Zoë',
      payment_state: { name: 'PAYMENT_NOT_RECEIVED' },
      cart: { sum: 239.8, contents: [{ name: 'Ware 1' }, { type: 'DELIVERY_COSTS', sum_price: 4.9 }] },
    });
    const html = (base64: unknown): string => Buffer.from(String(base64), 'base64').toString();
    const invoice = await call('orders.getInvoice', { id_order: placed['id_order'] });
    expect(html(invoice['invoice'])).toMatch(/^<!DOCTYPE html>[\s\S]*Zo&#235;[\s\S]*244,70/);
    const confirmation = await call('orders.getOrderConfirmation', {
      id_order: placed['id_order'],
      args: { intro: 'Danke, Zoë' },
    });
    expect(html(confirmation['order_confirmation'])).toContain('Danke, Zo&#235;');
    const { countries } = await call('orders.getDeliveryCountries');
    expect(countries).toContainEqual({ id: 276, name: 'DEUTSCHLAND', iso: 'DE', printable_name: 'Deutschland' });
    expect(await call('cart.getCart', { session: placed['session'] })).toMatchObject({ contents: [], sum: 0 });
    expect(await call('orders.getOrderDetails', { session })).toMatchObject({
      email: 'zoe@example.org',
      order_number: String(placed['id_order']),
    });
  });

  test('webhooks, made and aimed; a refusal keeps its object', async () => {
    const { call } = await served(listener);
    const made = await call('webhooks.createWebhook', { name: 'NEW_ORDER', event: 'ORDER_CREATE' });
    expect(made).toMatchObject({
      object: 'create_webhook',
      status: 'success',
      secret: expect.stringMatching(/^whsec_/),
    });
    const aimed = await call('webhooks.updateWebhook', {
      name: 'NEW_ORDER',
      url: 'https://receiver.example/hook',
      parameter: '1',
    });
    expect(aimed).toMatchObject({ object: 'update_webhook', status: 'success', health: 'healthy' });
    expect(
      await call('webhooks.updateWebhook', { name: 'NONE', url: 'https://receiver.example/', parameter: '' }),
    ).toMatchObject({ object: 'update_webhook', status: 'WEBHOOK_NOT_FOUND' });
    expect(await call('webhooks.createWebhook', { name: 'new', event: 'ORDER_CREATE' })).toMatchObject({
      object: 'error',
      message: 'WEBHOOK_NAME_NOT_VALID',
    });
  });

  test('getStatus, the one call that the SDK makes with a JSON body', async () => {
    const { call } = await served(listener);
    expect(await call('server.getStatus')).toMatchObject({ object: 'status', server_status: 'running' });
  });

  test('an error arrives as one: HTTP 200 and the code', async () => {
    const { call } = await served(listener);
    expect(await call('cart.getCart', { session: 'undefined' })).toMatchObject({
      object: 'error',
      message: 'SESSION_INVALID',
    });
    expect(await call('shopObjects.getProductDetails', { id_product: 99 })).toMatchObject({
      object: 'error',
      message: 'SHOPOBJECT_NOT_FOUND',
      param: '99',
    });
  });
});
