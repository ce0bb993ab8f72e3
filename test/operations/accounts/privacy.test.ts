// export_user, erase_user, erase_order: catches an export that leaves out what an erasure destroys, an erasure after
// which anything about the person is found, one that erases somebody else, and one that nobody answers for.
import { beforeEach, describe, expect, test } from 'vitest';
import { freeLine, openShop } from '../shop.ts';
import type { Reply, TestShop } from '../shop.ts';
import { loggedIn, verified } from './accounts.ts';

const FIRST = 10_001;

let shop: TestShop;
/** Anna's. */
let id: number;

const buy = async (session: string, firstname: string): Promise<void> => {
  await shop.call('add_to_cart', freeLine(session, '1.50'));
  await shop.call('set_order_details', { session, delivery_firstname: firstname, delivery_lastname: 'Gartenweg' });
  expect(await shop.call('checkout', { session })).toMatchObject({ status: 'success' });
};

beforeEach(async () => {
  shop = openShop();
  ({ id } = await verified(shop, 'anna'));
  const session = await loggedIn(shop, 'anna');
  await buy(session, 'Anna');
  await shop.call('set_order_details', { session, note: 'ring at number 4' });
  await buy(await shop.session(), 'Bert');
});

const found = async (name: string): Promise<unknown> =>
  (await shop.admin('search_orders', { constraint: { person_name: ['LIKE', name] } }))['count'];

describe('export_user', () => {
  test('shows account, orders, sessions and changes; of nobody else', async () => {
    const text = await shop.text('export_user', { id_user: id }, { secret: true });
    const reply = JSON.parse(text) as Reply;
    expect(reply).toMatchObject({
      object: 'user_export',
      user: { username: 'anna', email: 'anna@example.org' },
      orders: [{ id: FIRST, order_delivery_firstname: 'Anna' }],
      sessions: [{ order_details: { note: 'ring at number 4' } }, { order_details: {} }],
    });
    expect(reply['changes']).toContainEqual(expect.objectContaining({ object: `user/${id}`, change: 'created' }));
    expect(text).not.toContain('Bert');
  });

  test('waits until all that it shows is on the disk', async () => {
    const { engine } = shop;
    const session = await loggedIn(shop, 'anna');
    const before = engine.durableSeq;
    void shop.call('set_order_details', { session, note: 'not yet' });
    const text = await shop.text('export_user', { id_user: id }, { secret: true });
    expect(text).toContain('not yet');
    expect(engine.durableSeq).toBeGreaterThan(before);
  });
});

describe('erase_user', () => {
  test('a dry run counts, and leaves everything as it is', async () => {
    const head = shop.engine.headSeq;
    expect(await shop.admin('erase_user', { id_user: id, dry_run: 1 })).toEqual({
      object: 'erase_user',
      status: 'success',
      orders: 1,
      sessions: 2,
      messages: 0,
      invoices_until: '2037-01-01 00:00:00',
      late: [],
    });
    expect(shop.engine.headSeq).toBe(head);
    expect(await found('anna gart')).toBe(1);
  });

  test('leaves nothing of the person to be found by name, in orders, accounts and changes', async () => {
    expect([await found('anna gart'), await found('bert gart')]).toEqual([1, 1]);
    const would = await shop.admin('erase_user', { id_user: id, dry_run: 1 });
    expect(await shop.admin('erase_user', { id_user: id }, { key: 'k' })).toEqual(would);
    expect([await found('anna'), await found('bert gart')]).toEqual([0, 1]);
    for (const [request, params] of [
      ['get_order_by_id', { id_order: FIRST }],
      ['search_users', { constraint: {} }],
      ['search_orders', { constraint: {} }],
      ['get_changelog', { limit: 1000 }],
    ] as const)
      expect(await shop.text(request, params, { secret: true }), request).not.toMatch(/anna|ring at/i);
    await shop.adminRefused('erase_user', { id_user: id }, 'USER_NOT_FOUND', id);
    await shop.adminRefused('export_user', { id_user: id }, 'USER_NOT_FOUND', id);
    // What the same call would erase is gone: it is answered by its outcome.
    expect(await shop.admin('erase_user', { id_user: id }, { key: 'k' })).toEqual(would);
    await shop.restart();
    expect([await found('anna'), await found('bert gart')]).toEqual([0, 1]);
  });

  test('the audit log says who has erased what', async () => {
    await shop.admin('erase_user', { id_user: id });
    const { records } = await shop.admin<{ records: Reply[] }>('get_changelog', { operation: 'erase_user' });
    expect(records).toMatchObject(
      [`user/${id}`, `order/${FIRST}`].map((object) => ({ object, channel: 'test', field: 'erased', after: true })),
    );
  });
});

describe('erase_order', () => {
  test('erases the guest who placed it; the order of a user is refused while the user is there', async () => {
    const refused = await shop.admin('erase_order', { id_order: FIRST });
    expect(refused).toMatchObject({ message: 'PARAMETER_INVALID', param: 'id_order' });
    const constraint = { person_name: ['LIKE', 'bert'] };
    const { result } = await shop.admin<{ result: { id: number }[] }>('search_orders', { constraint });
    const guests = { id_order: result[0]!.id };
    expect(await shop.admin('erase_order', { ...guests, dry_run: 1 })).toMatchObject({ orders: 1 });
    expect(await shop.admin('erase_order', guests)).toMatchObject({ status: 'success', orders: 1 });
    expect([await found('anna gart'), await found('bert')]).toEqual([1, 0]);
    await shop.adminRefused('erase_order', { id_order: 99 }, 'ORDER_NOT_FOUND', 99);
  });
});

test.each(['export_user', 'erase_user', 'erase_order', 'erase_past_order'])(
  '%s wants the secret key',
  async (request) => {
    await shop.refused(request, { id_user: id, id_order: FIRST }, 'PERMISSION_DENIED', 'licence_secret_key');
  },
);
