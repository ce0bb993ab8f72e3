// Catches an operation that changes an object and takes no `if_seq`; a refusal that does not tell both values of what
// others have changed, tells of what nobody has changed or the call does not change, or shows what the caller may not
// read; and a state of before that is not the one that there was.
import { describe, expect, test } from 'vitest';
import { changedMembers } from '../../src/operations/dispatch/changed-meanwhile.ts';
import { OPERATIONS } from '../../src/operations/dispatch/registry.ts';
import { orderRows, peopleRows, sellingRows } from './changed-office-rows.ts';
import { both, catalogueRows } from './changed-rows.ts';
import type { Changed } from './changed-rows.ts';
import { announce, placed, ship } from './orders/returned-order.ts';
import type { Reply } from './shop.ts';

const COVERED = new Set<string>();

const AREAS = { catalogue: catalogueRows, selling: sellingRows, people: peopleRows, orders: orderRows };

test.each(Object.entries(AREAS))('%s: every operation answers both values', async (_area, rowsOf) => {
  const [shop, rows] = await rowsOf();
  const told: [operation: string, told: unknown][] = [];
  for (const { operation, args, seqOf, other } of rows) {
    const seen = await seqOf();
    const meanwhile = await shop.admin(...other);
    const before = shop.engine.headSeq;
    const { message, param, seq, changed, detail } = await shop.admin(operation, { ...args, if_seq: seen });
    const isRefused = message === 'CHANGED_MEANWHILE' && param === 'if_seq' && Number.isInteger(seq);
    const hasFailed = !isRefused || meanwhile['status'] === 'error' || shop.engine.headSeq !== before;
    told.push([operation, hasFailed ? { seen, meanwhile, message, param, detail } : changed]);
    COVERED.add(operation);
  }
  expect(told).toEqual(rows.map(({ operation, changed }) => [operation, changed]));
});

test('that is every operation that takes if_seq', () => {
  const taking = [...OPERATIONS].filter(([, { params }]) => Object.hasOwn(params, 'if_seq')).map(([name]) => name);
  expect([...COVERED].sort()).toEqual(taking.sort());
});

describe('what a caller is told', () => {
  const opened = async () => {
    const order = await placed();
    const { shop } = order.goods;
    const id_order = order.orderId;
    await shop.admin('update_order_details', { id_order, delivery_city: 'Ulm', email: 'a@example.com' });
    const seen = (await shop.admin('get_order_by_id', { id_order }))['seq'];
    await shop.admin('update_order_details', { id_order, delivery_city: 'Kiel', email: 'b@example.com', note: 'n' });
    return { shop, args: { id_order, delivery_city: 'Bonn', email: 'c@example.com', note: 'm', if_seq: seen } };
  };
  const CHANNEL = { licence_username: 'shop_2', licence_password: 'password-2' };

  test('is the record for the next try; with it nothing stands in the way', async () => {
    const { shop, args } = await opened();
    const { seq } = await shop.admin('update_order_details', args);
    expect(await shop.admin('update_order_details', { ...args, if_seq: seq })).toMatchObject({ status: 'success' });
  });

  test('is nothing that the role of the caller hides', async () => {
    const { shop, args } = await opened();
    const operations = ['cancel_lines', 'get_order_by_id'];
    await shop.admin('create_role', { role: 'shy', operations, hidden: ['addresses', 'contacts'] });
    shop.openChannel(CHANNEL, 'secret-2');
    await shop.admin('set_channel_role', { id_channel: 2, role: 'shy' });
    // There is no such line, so that all is told that others have changed.
    const lines = JSON.stringify([{ id_element: 99, quantity: 1 }]);
    const call = { request: 'cancel_lines', id_order: args.id_order, lines, if_seq: args.if_seq };
    const { text } = await shop.send({ ...CHANNEL, licence_secret_key: 'secret-2', ...call });
    expect(JSON.parse(text)).toMatchObject({
      message: 'CHANGED_MEANWHILE',
      changed: expect.arrayContaining([{ name: 'order_note', seen: '', current: 'n' }]),
    });
    expect(text).not.toMatch(/Kiel|Ulm|example/);
    expect(await shop.text('cancel_lines', call, { secret: true })).toMatch(/Kiel.*example/);
  });

  test('is the record alone where the role does not hold what shows the object', async () => {
    const { shop, args } = await opened();
    await shop.admin('create_role', { role: 'blind', operations: ['update_order_details'] });
    shop.openChannel(CHANNEL, 'secret-2');
    await shop.admin('set_channel_role', { id_channel: 2, role: 'blind' });
    const fields = { ...CHANNEL, licence_secret_key: 'secret-2', request: 'update_order_details', ...args };
    const reply = JSON.parse((await shop.send(fields)).text) as Reply;
    expect(reply).toMatchObject({ message: 'CHANGED_MEANWHILE', seq: expect.any(Number) });
    expect(reply).not.toHaveProperty('changed');
  });

  test('is what was there before it, also after a start', async () => {
    const { shop, args } = await opened();
    await shop.restart();
    const { changed } = await shop.admin<{ changed: Changed }>('update_order_details', args);
    expect(changed).toContainEqual(both('order_delivery_city', 'Ulm', 'Kiel', 'Bonn'));
    expect(changed).toContainEqual(both('order_email', 'a@example.com', 'b@example.com', 'c@example.com'));
  });

  test('is not what a shopper could not ask for', async () => {
    const order = await placed();
    await ship(order, [[1, 1]]);
    await announce(order, [[1, 1]]);
    const { session, goods } = order;
    const reply = await goods.shop.call('withdraw_return', { session, id_return: 1, if_seq: 1 });
    expect(reply).toMatchObject({ message: 'CHANGED_MEANWHILE' });
    expect(reply).not.toHaveProperty('seq');
  });
});

describe('members', () => {
  test('are those that others have changed and the call changes', () => {
    const seen = { a: 1, b: { c: 1, d: [1] }, seq: 1 };
    const current = { a: 2, b: { c: 2, d: [2] }, e: 1, seq: 2 };
    const yours = { a: 2, b: { c: 3 }, e: 1, seq: 2 };
    expect(changedMembers(seen, current, yours)).toEqual([
      both('b.c', 1, 2, 3),
      { name: 'b.d', seen: [1], current: [2] },
    ]);
    expect(changedMembers(undefined, current, yours)).toEqual([
      { name: 'b.c', current: 2, yours: 3 },
      { name: 'b.d', current: [2] },
    ]);
    expect(changedMembers(current, current, yours)).toEqual([]);
  });

  test('are few, and their values short', () => {
    const long = (text: string) =>
      Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`m${at}`, text.repeat(at === 0 ? 3000 : 300)]));
    const told = changedMembers(long('a'), long('b'), long('c'));
    expect(told).toHaveLength(50);
    expect(told[0]).toEqual({ name: 'm0', cut: 1 });
    expect(told[1]).toHaveProperty('yours');
    expect(JSON.stringify(told).length).toBeLessThan(20_000);
  });
});
