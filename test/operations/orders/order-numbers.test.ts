// An order's number is reserved by the first details of its draft, shown there, and the order's id in the end.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paymentServices } from './payment-services.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { SECRET, config, open } from './paying.ts';
import { Goods, freeLine, line, openShop } from '../shop.ts';
import type { Given, Reply, TestShop } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';

const numberOf = async (shop: TestShop, session: string, more: Given = {}): Promise<string> =>
  String((await shop.call('set_order_details', { session, note: 'x', ...more }))['order_number']);

const shown = async (shop: TestShop, session: string): Promise<unknown> =>
  (await shop.call('get_order_details', { session }))['order_number'];

const buy = async (shop: TestShop, session: string): Promise<Checkout> => {
  expect(await shop.call('add_to_cart', freeLine(session, 1))).toMatchObject({ object: 'cart' });
  return shop.call<Checkout>('checkout', { session });
};

describe('the number of a draft', () => {
  test('is reserved once, shown as text, and the id of the order; the next draft has none until its own details', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const [one, two] = [await shop.session(), await shop.session()];
    expect(await shown(shop, one)).toBe('');
    expect(await numberOf(shop, one)).toBe('10001');
    expect(await numberOf(shop, two)).toBe('10002');
    const product = await goods.stocked(1);
    await shop.call('add_to_cart', line(one, product));
    await shop.call('clear_cart', { session: one });
    expect(await shop.call('checkout', { session: one })).toMatchObject({ status: 'error', message: 'CART_EMPTY' });
    expect(await numberOf(shop, one, { email: 'ada@example.org' })).toBe('10001');
    // Somebody else orders meanwhile, without details: the next number that nobody has.
    expect(await buy(shop, await shop.session())).toMatchObject({ id_order: 10_003 });
    const dry = await shop.call('checkout', { session: two, dry_run: 1 });
    expect(dry['id_order']).toBe(0);
    const { id_order, session: next } = await buy(shop, one);
    expect(id_order).toBe(10_001);
    expect(await shop.call('get_order_by_id', { id_order })).toMatchObject({
      id: 10_001,
      order_number: 10_001,
      invoice_number: 'R-2',
    });
    expect([await shown(shop, one), await shown(shop, next)]).toEqual(['10001', '']);
    await shop.call('add_to_cart', freeLine(one, 1));
    expect(await shown(shop, one)).toBe('');
    expect([await numberOf(shop, one), await numberOf(shop, next)]).toEqual(['10004', '10005']);
    await shop.restart();
    expect([await shown(shop, one), await shown(shop, two), await shown(shop, next)]).toEqual([
      '10004',
      '10002',
      '10005',
    ]);
    expect((await shop.call<Checkout>('checkout', { session: one })).id_order).toBe(10_004);
    expect(await buy(shop, await shop.session())).toMatchObject({ id_order: 10_006 });
  });

  test('is nobody’s when its session ends, and no refused call reserves one', async () => {
    const shop = openShop();
    const [gone, other] = [await shop.session(), await shop.session()];
    expect(await numberOf(shop, gone)).toBe('10001');
    await shop.refused('set_order_details', { session: other, delivery_country: 'Atlantis' }, 'COUNTRY_NOT_FOUND');
    await shop.refused('set_order_details', { session: other, id_payment_method: 99 }, 'PAYMENT_METHOD_NOT_FOUND');
    shop.engine.transact({ operation: 'test', channelId: 0, sessionId: 0, userId: 0 }, (tx) =>
      tx.ask('session', 1, { type: 'end' }),
    );
    expect(await numberOf(shop, other)).toBe('10002');
    await shop.restart();
    expect(await buy(shop, other)).toMatchObject({ id_order: 10_002 });
    expect(await buy(shop, await shop.session())).toMatchObject({ id_order: 10_003 });
  });

  // Catches an operation that knows an order before there is one; derived from the table, so that a new operation is
  // asked, too.
  test('is unknown to every operation that names an order, but for do_payment, which then does nothing', async () => {
    const { shop } = open(paymentServices(config(), { KONTOR_PAYMENT_8_SECRET: SECRET }));
    const session = await shop.session();
    const number = await numberOf(shop, session, { id_payment_method: 8 });
    const unknown = 77_777;
    const naming = [...OPERATIONS].filter(([, { params }]) => Object.hasOwn(params, 'id_order')).map(([name]) => name);
    expect(naming).toContain('get_invoice');
    for (const name of naming) {
      const ask = async (id_order: unknown): Promise<Reply> => {
        const before = shop.engine.headSeq;
        const reply = await shop.admin(name, {
          id_order,
          lines: [{ id_element: 1, quantity: 1 }],
          provider: 'p',
          tracking_number: 't',
        });
        expect(shop.engine.headSeq, name).toBe(before);
        return reply;
      };
      const reserved = await ask(number);
      if (name === 'do_payment') {
        expect(reserved).toEqual({ object: 'do_payment', method: '', status: 'Success', redirect: '', token: '' });
        expect(await shop.call('do_payment', { session, id_order: number })).toMatchObject({
          method: 'Card',
          status: 'Success',
          redirect: '',
        });
        await shop.refused('do_payment', { id_order: unknown }, 'ORDER_NOT_FOUND', unknown);
        await shop.refused('do_payment', { id_order: 3 }, 'ORDER_NOT_FOUND', 3);
      } else
        expect(JSON.stringify(reserved).replaceAll(number, String(unknown)), name).toBe(
          JSON.stringify(await ask(unknown)),
        );
    }
    const { id_order } = await buy(shop, session);
    expect(String(id_order)).toBe(number);
    expect(await shop.call('do_payment', { id_order })).toMatchObject({
      method: 'Card',
      redirect: expect.stringContaining('https://pay'),
    });
  });

  test('where ownership is strict, is known to the session that shows it alone', async () => {
    const shop = openShop({ config: { ownership: 'strict' } });
    const [own, other] = [await shop.session(), await shop.session()];
    const id_order = await numberOf(shop, own);
    expect(await shop.call('do_payment', { session: own, id_order })).toMatchObject({ status: 'Success' });
    await shop.refused('do_payment', { session: other, id_order }, 'PERMISSION_DENIED', id_order);
    await shop.refused('do_payment', { id_order }, 'PERMISSION_DENIED', id_order);
  });
});

test('orders are newest first by the time of their checkout, whatever their numbers', async () => {
  const shop = openShop();
  const { id_user, session_id } = await shop.call('register_user', {
    args: { username: 'anna.m', email: 'anna@example.org', passwd1: 'abcd1', passwd2: 'abcd1' },
  });
  await shop.call('verify_user', { id_user, session_id });
  const sessions = [await shop.session(), await shop.session(), await shop.session()] as const;
  for (const session of sessions) {
    await shop.call('login_user', { session, username: 'anna.m', password: 'abcd1' });
    await numberOf(shop, session);
  }
  for (const at of [1, 2, 0]) {
    shop.nowMs += 5000;
    await buy(shop, sessions[at]!);
  }
  const idsOf = ({ orders, result }: Reply): unknown =>
    ((orders ?? result) as readonly { id: number }[]).map(({ id }) => id);
  const newest = [10_001, 10_003, 10_002];
  const check = async (): Promise<void> => {
    expect(idsOf(await shop.call('get_user_orders', { session: sessions[0] }))).toEqual(newest);
    const found = await shop.admin('search_orders', {
      constraint: {},
      order_columns: ['creation_date'],
      order_type: 'DESC',
    });
    expect(idsOf(found)).toEqual(newest);
  };
  await check();
  await shop.restart();
  await check();
});

// Would catch a number that is given twice, changes under a draft, or is not that of the order in the end.
test('whatever shoppers do, a number is one draft’s, and its order’s', async () => {
  const step = fc.record({
    session: fc.nat({ max: 3 }),
    does: fc.constantFrom('details', 'add', 'remove', 'clear', 'checkout', 'restart', 'dry', 'new'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const shop = openShop();
      const sessions = [await shop.session(), await shop.session(), await shop.session(), await shop.session()];
      const numbers = new Map<string, string>();
      const given = new Set<string>();
      for (const { session: at, does } of steps) {
        const session = sessions[at]!;
        if (does === 'details') {
          const number = await numberOf(shop, session);
          expect(numbers.get(session) ?? number).toBe(number);
          expect(given.has(number) && !numbers.has(session)).toBe(false);
          numbers.set(session, number);
          given.add(number);
        } else if (does === 'add') await shop.call('add_to_cart', freeLine(session, 1));
        else if (does === 'remove') await shop.call('del_from_cart', { session, id_element: 1 });
        else if (does === 'clear') await shop.call('clear_cart', { session });
        else if (does === 'restart') await shop.restart();
        else if (does === 'dry') await shop.call('checkout', { session, dry_run: 1 });
        else if (does === 'new') {
          sessions[at] = await shop.session();
        } else {
          const cart = await shop.call<{ contents: readonly unknown[] }>('get_cart', { session });
          const { id_order } = await shop.call<Checkout>('checkout', { session });
          if (cart.contents.length === 0) continue;
          const number = numbers.get(session);
          if (number !== undefined) expect(String(id_order)).toBe(number);
          else expect(given.has(String(id_order))).toBe(false);
          given.add(String(id_order));
          numbers.delete(session);
        }
      }
    }),
    { numRuns: runs(10) },
  );
});

test('a line that comes and goes leaves the repeat of a checkout as it was', async () => {
  const shop = openShop();
  const session = await shop.session();
  const placed = await buy(shop, session);
  const { contents } = await shop.call<{ contents: readonly { id: number }[] }>('add_to_cart', freeLine(session, 2));
  await shop.call('del_from_cart', { session, id_element: contents[0]!.id });
  expect(await shop.call('checkout', { session })).toEqual(placed);
  await shop.restart();
  expect(await shop.call('checkout', { session })).toEqual(placed);
  const second = await buy(shop, session);
  expect(second.id_order).toBe(placed.id_order + 1);
  expect(await shop.call('checkout', { session })).toEqual(second);
});

// Each number is a record and a gap; what is kept by id must stay small whatever lies between.
test('a million numbers that nobody ordered under cost less than 96 bytes each', async () => {
  // What any first purchase takes is none of it.
  const other = openShop();
  await buy(other, await other.session());
  const shop = openShop({ config: { orderIdFirst: 1_010_001 } });
  const before = process.memoryUsage().rss;
  const { id_order } = await buy(shop, await shop.session());
  expect(id_order).toBe(1_010_001);
  expect(process.memoryUsage().rss - before).toBeLessThan(96_000_000);
});
