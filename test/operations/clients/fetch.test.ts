// Catches a parameter that is read otherwise in one of the three encodings of a body, and a header Idempotency-Key that
// does not reach the operation: a purchase by fetch, over both listeners.
import { describe, expect, test } from 'vitest';
import type { Cart, Checkout } from '../cart-reply.ts';
import { CREDENTIALS, line } from '../shop.ts';
import { ENCODINGS, fetched } from './encodings.ts';
import { LISTENERS, served } from './served.ts';

describe.each(LISTENERS)('$name', (listener) => {
  test.each(ENCODINGS)('the same purchase by fetch, %s', async (encoding) => {
    const { goods, url } = await served(listener);
    const id = await goods.stocked(5);
    const call = fetched(url, encoding);
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
    const { url } = await served(listener);
    const body = new URLSearchParams({ ...CREDENTIALS, request: 'get_new_session' });
    const once = async (): Promise<unknown> =>
      (await fetch(url, { method: 'POST', body, headers: { 'idempotency-key': 'k' } })).json();
    expect(await once()).toEqual(await once());
  });
});
