// Every write of orders, payment and warehouse under an idempotency key, across a restart.
import { expect, test } from 'vitest';
import type { Given } from '../shop.ts';
import { Goods, freeLine, line, makePart, openShop } from '../shop.ts';

interface Write {
  readonly request: string;
  readonly params: Given;
  readonly secret: boolean;
  /** What must be so beforehand. */
  readonly before?: readonly (readonly [request: string, params: Given])[];
}

const movement = { storage: 'north', element_number: 'A', note: 'n' };
const placed = ['inventory_place', { ...movement, quantity: 9 }] as const;

/** On a shop with product 1 in the cart of `session`, entity 1 of element number A, and order 10001 of product 1. */
const writes = (session: string): readonly Write[] => [
  { request: 'set_order_details', params: { session, note: 'x' }, secret: false },
  { request: 'checkout', params: { session }, secret: false },
  { request: 'do_payment', params: { id_order: 10_001 }, secret: false },
  { request: 'update_order_details', params: { id_order: 10_001, order_state: 'CANCELED', note: 'x' }, secret: true },
  { request: 'add_parcel', params: { id_order: 10_001, lines: [{ id_element: 1, quantity: 1 }] }, secret: true },
  {
    request: 'create_warehouse_entity',
    params: { class: 'part', name: 'B', metadata: { element_number: 'B' } },
    secret: true,
  },
  { request: 'update_warehouse_entity', params: { id_warehouse_entity: 1, name: 'C' }, secret: true },
  { request: 'delete_warehouse_entity', params: { id_warehouse_entity: 1 }, secret: true },
  { request: 'inventory_place', params: { ...movement, quantity: 2 }, secret: true },
  { request: 'inventory_take', params: { ...movement, quantity: 2 }, secret: true, before: [placed] },
  { request: 'add_binding', params: { id_product: 1, element_number: 'A', quantity: 2 }, secret: true },
  {
    request: 'delete_binding',
    params: { id_product: 1, element_number: 'A' },
    secret: true,
    before: [['add_binding', { id_product: 1, element_number: 'A' }]],
  },
];

const open = async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const product = await goods.stocked(9);
  await makePart(shop, 'A', 'A');
  const sessions = [await shop.session(), await shop.session()];
  for (const session of sessions) await shop.call('add_to_cart', line(session, product, { quantity: 2 }));
  await shop.call('set_order_details', { session: sessions[0], id_payment_method: 2 });
  await shop.call('checkout', { session: sessions[0] });
  return { goods, session: sessions[1]! };
};

test.each(writes('').map(({ request }, at) => [request, at] as const))('%s acts once', async (_request, at) => {
  const { goods, session } = await open();
  const { shop } = goods;
  const { request, params, secret, before = [] } = writes(session)[at]!;
  for (const [name, given] of before) expect(await shop.admin(name, given)).toMatchObject({ status: 'success' });
  const call = (given: Given = params) => shop.call(request, given, { secret, key: 'k' });
  const first = await call();
  expect(first).not.toMatchObject({ object: 'error' });
  expect(first).not.toMatchObject({ status: 'error' });
  const { headSeq } = shop.engine;
  expect(await call()).toEqual(first);
  expect(shop.engine.headSeq).toBe(headSeq);
  await shop.restart();
  const restarted = shop.engine.headSeq;
  expect(await Promise.all([call(), call()])).toEqual([first, first]);
  expect(shop.engine.headSeq).toBe(restarted);
  const other = await call({
    ...params,
    ...(request === 'checkout'
      ? { session: await shop.session() }
      : {
          name: 'other',
          note: 'other',
          quantity: 7,
          element_number: 'B',
          args: { success_url: 'https://x.example.org/' },
          provider: 'other',
          id_warehouse_entity: 7,
        }),
  });
  expect(other).toMatchObject({ message: 'IDEMPOTENCY_KEY_REUSED', param: 'idempotency_key' });
});

test('a cart is sold, however many sessions and keys there are', async () => {
  // Catches: a flood of sessions, or of keys, that stops every purchase for a day.
  const shop = openShop({ config: { sessionsMax: 1, channelSessionsPercent: 100, idempotencyKeysMax: 1 } });
  const session = await shop.session();
  await shop.call('add_to_cart', freeLine(session, 5), { key: 'line' });
  expect(await shop.call('get_new_session')).toMatchObject({ message: 'SESSION_LIMIT_REACHED' });
  const other = await shop.call('add_to_cart', freeLine(session, 5), { key: 'other' });
  expect(other).toMatchObject({ message: 'IDEMPOTENCY_LIMIT_REACHED' });
  const first = await shop.call('checkout', { session }, { key: 'k' });
  expect(first).toMatchObject({ object: 'checkout', id_order: 10_001 });
  expect(await shop.call('checkout', { session }, { key: 'k' }), 'without a record of the key').toEqual(first);
  const next = first['session'] as string;
  expect(await shop.call('get_cart', { session: next })).toMatchObject({ object: 'cart' });
});
