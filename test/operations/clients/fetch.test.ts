// Catches a parameter that is read otherwise in one of the three encodings of a body, and a header Idempotency-Key that
// does not reach the operation: a purchase by fetch, over both listeners.
import { describe, expect, test } from 'vitest';
import type { Cart, Checkout } from '../cart-reply.ts';
import type { Given, Reply } from '../shop.ts';
import { CREDENTIALS, line } from '../shop.ts';
import { LISTENERS, served } from './served.ts';

const asTexts = (fields: Given): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );

describe.each(LISTENERS)('$name', (listener) => {
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
    const { goods, url } = await served(listener);
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
    const { url } = await served(listener);
    const body = new URLSearchParams({ ...CREDENTIALS, request: 'get_new_session' });
    const once = async (): Promise<unknown> =>
      (await fetch(url, { method: 'POST', body, headers: { 'idempotency-key': 'k' } })).json();
    expect(await once()).toEqual(await once());
  });
});
