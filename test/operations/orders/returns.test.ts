// Returns: who announces them and until when, what comes back where, what it is worth. It would catch more coming back
// than was delivered, stock that comes back twice or elsewhere than was said, and pieces that are sent again.
import { describe, expect, test } from 'vitest';
import { loggedIn, verified } from '../accounts/accounts.ts';
import { announce, pieces, placed, placedBy, receive, set, ship, stored } from './returned-order.ts';
import type { Placed } from './returned-order.ts';
import { line } from '../shop.ts';
import type { Given, Reply } from '../shop.ts';

const DAY_MS = 86_400_000;

const read = ({ goods, orderId }: Placed): Promise<Reply> => goods.shop.admin('get_order_by_id', { id_order: orderId });

const returnsOf = ({ goods, orderId }: Placed): Promise<Reply> =>
  goods.shop.admin('get_returns', { id_order: orderId });

const byBuyer = ({ goods, orderId, session }: Placed, lines: Parameters<typeof pieces>[0], more: Given = {}) =>
  goods.shop.call('announce_return', { session, id_order: orderId, lines: pieces(lines), ...more });

describe('a return', () => {
  test('is announced, and received in part: its pieces are credited, and are where the shop says', async () => {
    const order = await placed();
    await set(order, { order_payment_state: 'PAYMENT_RECEIVED' });
    await ship(order, [
      [1, 3],
      [2, 3],
    ]);
    expect(await stored(order)).toEqual([0, 3]);
    const lines = [{ id_element: 1, quantity: 2, reason: 'too_small' }];
    const announced = await order.goods.shop.call('announce_return', {
      session: order.session,
      id_order: order.orderId,
      lines,
      note: 'Too tight.',
    });
    expect(announced).toMatchObject({
      status: 'success',
      return: { id: 1, state: 'announced', by_buyer: 1, note: 'Too tight.', lines },
    });
    expect(await read(order)).toMatchObject({ returns: [{ id: 1, state: 'announced', quantity: 2 }] });
    expect(await returnsOf(order)).toMatchObject({
      announced: 1,
      returnable: [
        { id_element: 1, quantity: 1 },
        { id_element: 2, quantity: 3 },
      ],
      until: '2026-01-23',
    });
    const asked = { id_return: 1, lines: [{ id_element: 1, quantity: 1, back: 1, reason: 'too_small' }] };
    const tried = await order.goods.shop.admin('receive_return', { ...asked, dry_run: 1 });
    expect(await order.goods.left(order.own)).toBe(2);
    const received = await order.goods.shop.admin('receive_return', asked);
    expect(received).toMatchObject({
      status: 'success',
      return: { state: 'received', received: [{ id_element: 1, quantity: 1, kept: 1 }], id_credit: 1 },
      credit: { id: 1, kind: 'returned', amount: 10, reason: 'too_small' },
      balance: { total: 85, received: 95, outstanding: -10 },
    });
    expect(tried).toMatchObject({ credit: { amount: 10 }, balance: { total: 85 } });
    expect(await order.goods.left(order.own)).toBe(3);
    expect(await read(order)).not.toHaveProperty('to_send');
    expect(await order.goods.shop.admin('receive_return', asked)).toMatchObject({ message: 'RETURN_ENDED' });
  });

  test('puts pieces back, into another storage, or nowhere, each once', async () => {
    const order = await placed();
    await set(order, { order_delivery_state: 'CLOSED' });
    // Two of `north` and one of `south` were taken; what was taken last goes back first.
    await receive(order, [[2, 1]], { back: 1 });
    expect(await stored(order)).toEqual([0, 4]);
    await receive(order, [[2, 1]], { storage: 'south' });
    expect(await stored(order)).toEqual([0, 5]);
    await receive(order, [[2, 1]]);
    expect(await stored(order)).toEqual([0, 5]);
    await receive(order, [[1, 1]]);
    expect(await order.goods.left(order.own)).toBe(2);
    await receive(order, [[1, 2]], { storage: 'north' });
    expect(await order.goods.left(order.own)).toBe(4);
    expect(await receive(order, [[1, 1]])).toMatchObject({ message: 'RETURN_QUANTITY_EXCEEDED', param: '1' });
  });

  test('has entries that each touch stock, of several lines, or of one line with two places', async () => {
    const order = await placed();
    const { shop } = order.goods;
    await shop.make('create_warehouse_entity', { class: 'part', name: 'P-2', metadata: { element_number: 'P-2' } });
    await shop.admin('inventory_place', { storage: 'west', element_number: 'P-2', quantity: 1 });
    await ship(order, [
      [1, 3],
      [2, 3],
    ]);
    const both = await receive(
      order,
      [
        [1, 1],
        [2, 1],
      ],
      { back: 1 },
    );
    expect(both).toMatchObject({ status: 'success', credit: { amount: 30 } });
    expect([await order.goods.left(order.own), ...(await stored(order))]).toEqual([3, 0, 4]);
    const none = await receive(order, [
      [1, 1],
      [2, 1],
    ]);
    expect(none).toMatchObject({ status: 'success' });
    expect([await order.goods.left(order.own), ...(await stored(order))]).toEqual([3, 0, 4]);
    await shop.admin('update_product', { id_product: order.bound, metadata: { quantity_step: 0.25 } });
    const twice = [
      { id_element: 2, quantity: 0.5, storage: 'west' },
      { id_element: 2, quantity: 0.25, storage: 'west' },
      { id_element: 2, quantity: 0.25, storage: 'south' },
    ];
    const asked = { id_order: order.orderId, lines: twice };
    expect(await shop.admin('receive_return', asked)).toMatchObject({ status: 'success' });
    const { storages } = await shop.admin<{ readonly storages: readonly Given[] }>('get_stock', {
      element_number: 'P-1',
    });
    expect(storages).toMatchObject([
      { storage: 'north', quantity: 0 },
      { storage: 'south', quantity: 4.25 },
      { storage: 'west', quantity: 0.75 },
    ]);
  });

  test('of pieces that the stock lacked puts them in it', async () => {
    const order = await placed({}, { quantity: 1, allow_override: 1 });
    await set(order, { order_delivery_state: 'CLOSED' });
    expect(await order.goods.left(order.own)).toBe(0);
    await receive(order, [[1, 2]], { back: 1 });
    expect(await order.goods.left(order.own)).toBe(2);
    await receive(order, [[1, 1]], { back: 1 });
    expect(await order.goods.left(order.own)).toBe(3);
  });

  test('is of what was delivered, and neither announced nor returned before', async () => {
    const order = await placed();
    expect(await announce(order, [[1, 1]])).toMatchObject({ message: 'RETURN_QUANTITY_EXCEEDED', param: '1' });
    await ship(order, [[1, 2]]);
    expect(await announce(order, [[3, 1]])).toMatchObject({ message: 'ORDER_LINE_NOT_FOUND', param: '3' });
    await announce(order, [[1, 1]]);
    expect(await announce(order, [[1, 2]])).toMatchObject({ message: 'RETURN_QUANTITY_EXCEEDED' });
    expect(await receive(order, [[1, 2]])).toMatchObject({ message: 'RETURN_QUANTITY_EXCEEDED' });
    expect(await receive(order, [[1, 2]], {}, { id_return: 1 })).toMatchObject({ status: 'success' });
    expect(await announce(order, [[1, 1]])).toMatchObject({ message: 'RETURN_QUANTITY_EXCEEDED' });
    // What came back is not sent again, and one piece is still to be sent.
    expect(await read(order)).toMatchObject({
      to_send: [
        { id_element: 1, quantity: 1 },
        { id_element: 2, quantity: 3 },
      ],
    });
    expect(await ship(order, [[1, 2]])).toMatchObject({ message: 'PARCEL_QUANTITY_EXCEEDED' });
    const canceled = await order.goods.shop.admin('cancel_lines', { id_order: order.orderId, lines: pieces([[1, 1]]) });
    expect(canceled).toMatchObject({ credit: { amount: 10 } });
  });

  test('keeps its order from being as if nothing had left', async () => {
    const order = await placed();
    await set(order, { order_delivery_state: 'CLOSED' });
    await receive(order, [[1, 1]], { back: 1 });
    for (const state of ['PROCESSING', 'PARTIAL'])
      expect(await set(order, { order_delivery_state: state })).toMatchObject({ message: 'ORDER_HAS_RETURNS' });
    await set(order, { order_state: 'CANCELED' });
    expect(await order.goods.left(order.own)).toBe(5);
    expect(await announce(order, [[1, 1]])).toMatchObject({ message: 'ORDER_CANCELED' });
    expect(await receive(order, [[1, 1]])).toMatchObject({ message: 'ORDER_CANCELED' });
    await set(order, { order_state: 'OPEN' });
    expect(await order.goods.left(order.own)).toBe(3);
  });
});

describe('who and when', () => {
  test('a buyer announces in time, and the shop at any time', async () => {
    const order = await placed({ rules: { sessionTtlMs: 900 * DAY_MS } });
    const { shop } = order.goods;
    await ship(order, [[1, 1]]);
    shop.nowMs += 100 * DAY_MS;
    // Not all of it has left: its time has not begun.
    expect(await byBuyer(order, [[1, 1]], { dry_run: 1 })).toMatchObject({ status: 'success' });
  });

  test('the time is counted from the last parcel’s delivery', async () => {
    const order = await placed({ rules: { returnDays: 3, sessionTtlMs: 900 * DAY_MS } });
    const { shop } = order.goods;
    await ship(order, [
      [1, 3],
      [2, 3],
    ]);
    shop.nowMs += 2 * DAY_MS;
    await shop.admin('set_parcel_delivered', { id_order: order.orderId, id_parcel: 1 });
    expect(await returnsOf(order)).toMatchObject({ until: '2026-01-18' });
    shop.nowMs += 14 * DAY_MS;
    expect(await byBuyer(order, [[1, 1]])).toMatchObject({ status: 'success' });
    shop.nowMs += DAY_MS;
    expect(await byBuyer(order, [[1, 1]])).toMatchObject({ message: 'RETURN_TOO_LATE', param: '2026-01-18' });
    expect(await announce(order, [[1, 1]])).toMatchObject({ status: 'success', return: { by_buyer: 0 } });
  });

  test('outside the EU the shop’s own number of days counts', async () => {
    const order = await placed({ rules: { returnDays: 3 } });
    await set(order, { delivery_country: 'CH' });
    await ship(order, [
      [1, 3],
      [2, 3],
    ]);
    expect(await returnsOf(order)).toMatchObject({ until: '2026-01-12' });
  });

  test('only its buyer sees and withdraws it', async () => {
    const order = await placed();
    const { shop } = order.goods;
    await ship(order, [[1, 3]]);
    await byBuyer(order, [[1, 1]]);
    const other = await shop.session();
    const ofOther = { session: other, id_order: order.orderId };
    expect(await shop.call('announce_return', { ...ofOther, lines: pieces([[1, 1]]) })).toMatchObject({
      message: 'PERMISSION_DENIED',
    });
    for (const [request, given] of [
      ['get_returns', { id_order: order.orderId }],
      ['get_returns', { id_return: 1 }],
      ['withdraw_return', { id_return: 1 }],
      ['withdraw_return', { id_return: 9 }],
    ] as const) {
      const reply = await shop.call(request, { session: other, ...given });
      expect(reply, request).toMatchObject({ message: 'PERMISSION_DENIED' });
    }
    await shop.refused('get_returns', { session: other }, 'PARAMETER_INVALID', 'id_order');
    const own = await shop.call('get_returns', { session: order.session, id_order: order.orderId });
    expect(own).toMatchObject({ returns: [{ id: 1 }], returnable: [{ id_element: 1, quantity: 2 }] });
    expect(own).not.toHaveProperty('announced');
    expect(await shop.call('withdraw_return', { session: order.session, id_return: 1 })).toMatchObject({
      return: { state: 'withdrawn' },
    });
    expect(await shop.admin('withdraw_return', { id_return: 1 })).toMatchObject({ message: 'RETURN_ENDED' });
    expect(await returnsOf(order)).toMatchObject({ announced: 0, returnable: [{ id_element: 1, quantity: 3 }] });
  });

  test('what is refused to others names the return, not the order', async () => {
    const order = await placed();
    const { shop } = order.goods;
    await ship(order, [[1, 3]]);
    await announce(order, [[1, 1]]);
    await announce(order, [[1, 1]]);
    expect(order.orderId).not.toBe(2);
    const session = await shop.session();
    for (const request of ['get_returns', 'withdraw_return'])
      await shop.refused(request, { session, id_return: 2 }, 'PERMISSION_DENIED', 2);
  });

  test('the shop lists those to come, page by page, and finds one by its number', async () => {
    const order = await placed();
    const { shop } = order.goods;
    await ship(order, [[1, 3]]);
    for (let times = 0; times < 3; times += 1) await announce(order, [[1, 1]]);
    expect(await shop.admin('get_returns', { limit: 2 })).toMatchObject({
      announced: 3,
      next: 2,
      returns: [{ id: 1 }, { id: 2 }],
    });
    expect(await shop.admin('get_returns', { limit: 2, after: 2 })).toMatchObject({ next: 0, returns: [{ id: 3 }] });
    expect(await shop.admin('get_returns', { id_return: 2 })).toMatchObject({ returns: [{ id: 2 }] });
    expect(await shop.admin('get_returns', { id_return: 4 })).toMatchObject({ message: 'RETURN_NOT_FOUND' });
    await shop.admin('withdraw_return', { id_return: 2 });
    expect(await shop.admin('get_returns', { state: 'withdrawn' })).toMatchObject({ returns: [{ id: 2 }] });
  });
});

test('bad input is refused by name, and nothing changes', async () => {
  const order = await placed();
  const { shop } = order.goods;
  const { orderId } = order;
  await ship(order, [[1, 3]]);
  await announce(order, [[1, 1]]);
  const one = pieces([[1, 1]]);
  for (const [request, given, code, param] of [
    ['receive_return', { lines: one }, 'PARAMETER_INVALID', 'id_return'],
    ['receive_return', { id_return: 1, id_order: orderId, lines: one }, 'PARAMETER_INVALID', 'id_return'],
    ['receive_return', { id_return: 7, lines: one }, 'RETURN_NOT_FOUND', 7],
    ['receive_return', { id_order: 7, lines: one }, 'ORDER_NOT_FOUND', 7],
    ['receive_return', { id_return: 1, lines: one, if_seq: 1 }, 'CHANGED_MEANWHILE', 'if_seq'],
    ['receive_return', { id_order: orderId, lines: one, if_seq: 1 }, 'CHANGED_MEANWHILE', 'if_seq'],
    ['receive_return', { id_return: 1, lines: pieces([[1, 1]], { storage: 'gone' }) }, 'STORAGE_NOT_FOUND', 1],
    ['receive_return', { id_return: 1, lines: pieces([[1, 1]], { storage: 'north', back: 1 }) }, 'PARAMETER_INVALID'],
    ['receive_return', { id_return: 1, lines: pieces([[1, 1]], { reason: 'No!' }) }, 'PARAMETER_INVALID', 'lines'],
    ['announce_return', { id_order: orderId, lines: pieces([[1, 1]], { reason: 'No!' }) }, 'PARAMETER_INVALID'],
    ['announce_return', { id_order: 7, lines: one }, 'ORDER_NOT_FOUND', 7],
    ['withdraw_return', { id_return: 1, if_seq: 1 }, 'CHANGED_MEANWHILE', 'if_seq'],
    ['withdraw_return', { id_return: 7 }, 'RETURN_NOT_FOUND', 7],
  ] as const)
    await shop.adminRefused(request, given, code, param);
});

test('entries of one line and reason become one, and a buyer gives few reasons', async () => {
  const order = await placedBy(0.1);
  const { shop } = order.goods;
  await ship(order, [[1, 3]]);
  const entry = (reason: string) => ({ id_element: 1, quantity: 0.1, reason });
  const byReasons = (count: number) => Array.from({ length: count }, (_, at) => entry(`r${at}`));
  const given = { session: order.session, id_order: order.orderId };
  const twice = [entry('too_small'), entry('torn'), entry('too_small')];
  expect(await shop.call('announce_return', { ...given, lines: twice })).toMatchObject({
    return: { lines: [{ ...entry('too_small'), quantity: 0.2 }, entry('torn')] },
  });
  // The order has two lines of goods and one of delivery.
  await shop.refused('announce_return', { ...given, lines: byReasons(10) }, 'PARAMETER_INVALID', 'lines');
  expect(await shop.call('announce_return', { ...given, lines: byReasons(9) })).toMatchObject({ status: 'success' });
  const byShop = { id_order: order.orderId, lines: byReasons(10) };
  expect(await shop.admin('announce_return', byShop)).toMatchObject({ status: 'success' });
});

test('webhooks are called, and an order has at most 200 returns', async () => {
  const order = await placedBy(0.01);
  const { shop } = order.goods;
  const { orderId } = order;
  for (const event of ['RETURN_ANNOUNCED', 'RETURN_RECEIVED', 'RETURN_WITHDRAWN']) {
    await shop.admin('create_webhook', { name: event, event });
    await shop.admin('update_webhook', { name: event, url: 'https://hook.example/', parameter: '' });
  }
  await ship(order, [[1, 3]]);
  await announce(order, [[1, 1]]);
  await receive(order, [[1, 1]], {}, { id_return: 1 });
  await announce(order, [[1, 0.01]]);
  await shop.admin('withdraw_return', { id_return: 2 });
  const { queues } = shop.engine.tables.message.index as { queues: Map<number, number[]> };
  const told = [...queues.values()].flat().map((one) => shop.engine.tables.message.peek(one));
  expect(told).toMatchObject([
    { parameters: { id_order: orderId, id_return: 1 } },
    { parameters: { id_order: orderId, id_return: 2 } },
    { parameters: { id_order: orderId, id_return: 1, id_credit: 1 } },
    { parameters: { id_order: orderId, id_return: 2 } },
  ]);
  for (let id = 3; id <= 200; id += 1) await announce(order, [[1, 0.01]]);
  const one = { id_order: orderId, lines: pieces([[1, 0.01]]) };
  // A withdrawn one does not count.
  expect(await byBuyer(order, [[1, 0.01]])).toMatchObject({ status: 'success' });
  expect(await byBuyer(order, [[1, 0.01]])).toMatchObject({ message: 'RETURN_LIMIT_REACHED', param: String(orderId) });
  for (const request of ['announce_return', 'receive_return'])
    await shop.adminRefused(request, one, 'RETURN_LIMIT_REACHED', orderId);
});

test('a buyer who announces and withdraws may do so until there are 300 returns, and the shop further on', async () => {
  const order = await placedBy(0.01);
  const { shop } = order.goods;
  await ship(order, [[1, 3]]);
  for (let id = 1; id <= 300; id += 1) {
    await byBuyer(order, [[1, 0.01]]);
    if (id <= 110) await shop.call('withdraw_return', { session: order.session, id_return: id });
  }
  expect(await byBuyer(order, [[1, 0.01]])).toMatchObject({
    message: 'RETURN_LIMIT_REACHED',
    detail: 'The order has 300 returns, of at most 300.',
  });
  expect(await announce(order, [[1, 0.01]])).toMatchObject({ return: { id: 301 } });
});

test('a note is exported and erased with its buyer', async () => {
  const { goods } = await placed();
  const { shop } = goods;
  await verified(shop, 'anna');
  const session = await loggedIn(shop, 'anna');
  await shop.call('add_to_cart', line(session, await goods.product()));
  const { id_order, session: next } = await shop.call<{ readonly id_order: number; readonly session: string }>(
    'checkout',
    { session },
  );
  await shop.admin('update_order_details', { id_order, order_delivery_state: 'CLOSED' });
  const note = 'It itches.';
  await shop.call('announce_return', { session: next, id_order, lines: pieces([[1, 1]]), note });
  const { result } = await shop.admin<{ readonly result: readonly { readonly id_user: number }[] }>('search_users', {
    constraint: { username: 'anna' },
  });
  const { id_user } = result[0]!;
  expect(await shop.text('export_user', { id_user }, { secret: true })).toContain(note);
  await shop.admin('erase_user', { id_user });
  expect(await shop.admin('get_returns', { id_order })).toMatchObject({ returns: [{ note: '' }] });
  await shop.adminRefused(
    'announce_return',
    { id_order, lines: pieces([[1, 1]]), note: 'x' },
    'RETURN_QUANTITY_EXCEEDED',
    '1',
  );
  await shop.admin('withdraw_return', { id_return: 1 });
  await shop.adminRefused('announce_return', { id_order, lines: pieces([[1, 1]]), note: 'x' }, 'ORDER_ERASED');
});
