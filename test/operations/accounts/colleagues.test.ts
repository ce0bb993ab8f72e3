// Would catch a colleague who takes over the account of another, or of the person whose page was left open; a shop in
// which nobody may do everything any more; and a refusal that is remembered after the right was given.
import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/domain/webhooks/message.ts';
import { ChangeFeed } from '../../../src/engine/delivery/change-feed.ts';
import { FeedReader, parseEvents, untilPublished } from '../../engine/delivery/feed-reader.ts';
import { Goods, openShop } from '../shop.ts';
import type { Given, TestShop } from '../shop.ts';
import { Staff } from './staff.ts';

const MINE = { email: 'mine@example.org' };

const open = (): { shop: TestShop; staff: Staff } => {
  const shop = openShop();
  return { shop, staff: new Staff(shop) };
};

const addressOf = async (shop: TestShop, id: number): Promise<string> =>
  (await shop.admin<{ email: string }>('get_user_by_id', { id_user: id })).email;

/** What waits to be sent. */
const queued = ({ engine }: TestShop): readonly unknown[] => {
  const { message: table } = engine.tables;
  return Array.from({ length: table.nextId - 1 }, (_, at) => (table.peek(at + 1) as Message | undefined)?.secrets);
};

describe('a colleague of equal rights', () => {
  test.each([
    ['support', 'support'],
    ['manager', 'manager'],
    ['', ''],
  ])('with the role %s takes over no account, by no way', async (mine, other) => {
    const { shop, staff } = open();
    const peer = await staff.add('peer', 50, other);
    const customer = await staff.add('customer', 0);
    const cookie = await staff.enter('attacker', 50, mine);
    const attacks: readonly (readonly [string, Given])[] = [
      ['update_user_data', { id_user: peer, attributes: MINE }],
      ['reset_user', { id_user: peer }],
      ['lock_user', { id_user: peer }],
      ['unlock_user', { id_user: peer }],
    ];
    for (const [request, params] of attacks) {
      const denied = { message: 'PERMISSION_DENIED', param: 'id_user' };
      expect(await staff.call(cookie, request, params), request).toMatchObject(denied);
      expect((await staff.call(cookie, request, { ...params, id_user: customer }))['message'], request).toBeUndefined();
    }
    expect(await addressOf(shop, peer)).toBe('peer@example.org');
    const begun = await staff.call(cookie, 'reset_user_password', { args: { email: 'peer@example.org' } });
    expect(begun).toMatchObject({ session_id: '' });
    await staff.logIn('peer');
  });

  test('who manages people, and may do all that they may, changes accounts', async () => {
    const { shop, staff } = open();
    const peer = await staff.add('peer', 50, 'support');
    const cookie = await staff.enter('owner', 100, 'owner');
    const change = { id_user: peer, attributes: { email: 'new@example.org' } };
    expect(await staff.call(cookie, 'update_user_data', change)).toMatchObject({ status: 'success' });
    expect(await addressOf(shop, peer)).toBe('new@example.org');
  });
});

describe('another address of an account of the back office', () => {
  test('ends its resets, and the one before is told', async () => {
    const { shop, staff } = open();
    await shop.admin('create_webhook', { name: 'MAIL', event: 'SEND_MESSAGE_TO_USER' });
    await shop.admin('update_webhook', { name: 'MAIL', url: 'https://mail.example/', parameter: '' });
    const peer = await staff.add('peer', 50, 'support');
    const begin = { args: { email: 'peer@example.org' } };
    const { session_id: token } = await shop.admin<{ session_id: string }>('reset_user_password', begin);
    expect(token).not.toBe('');
    await shop.admin('update_user_data', { id_user: peer, attributes: { email: 'new@example.org' } });
    const finish = { session_id: token, id_user: peer, new_passwd1: 'other-1', new_passwd2: 'other-1' };
    expect(await shop.call('reset_user_password', { args: finish })).toMatchObject({ message: 'SESSION_INVALID' });
    expect(queued(shop)).toContainEqual({
      email: 'peer@example.org',
      message: expect.stringContaining('Das Konto peer hat jetzt eine andere E-Mail-Adresse.'),
    });
    const before = queued(shop).length;
    const customer = await staff.add('customer', 0);
    await shop.admin('update_user_data', { id_user: customer, attributes: { email: 'c@example.org' } });
    await shop.admin('update_user_data', { id_user: peer, attributes: { firstname: 'Pia' } });
    expect(queued(shop)).toHaveLength(before);
  });
});

describe('one’s own account', () => {
  test('who finds a page left open gets no password, no other mailbox, and cannot end it', async () => {
    const { shop, staff } = open();
    await staff.add('other', 100, 'owner');
    const own = await staff.add('owner', 100, 'owner');
    const cookie = await staff.logIn('owner');
    const calls: readonly (readonly [string, Given, string])[] = [
      ['reset_user', {}, 'id_user'],
      ['lock_user', {}, 'id_user'],
      ['erase_user', {}, 'id_user'],
      ['erase_user', { dry_run: 1 }, 'id_user'],
      ['update_user_data', { attributes: MINE }, 'email'],
    ];
    for (const [request, params, param] of calls)
      expect(await staff.call(cookie, request, { id_user: own, ...params }), request).toMatchObject({
        message: 'PERMISSION_DENIED',
        param,
      });
    expect(await addressOf(shop, own)).toBe('owner@example.org');
    const named = { id_user: own, attributes: { firstname: 'Olga', email: 'owner@example.org' } };
    expect(await staff.call(cookie, 'update_user_data', named)).toMatchObject({ status: 'success' });
  });
});

describe('the last who may do everything', () => {
  test('is not locked, erased or given another role, by nobody', async () => {
    const { shop, staff } = open();
    const owner = await staff.add('owner', 100, 'owner');
    const locked = await staff.add('locked', 100);
    await staff.add('manager', 50, 'manager');
    await shop.admin('lock_user', { id_user: locked });
    for (const [request, params] of [
      ['lock_user', {}],
      ['erase_user', {}],
      ['set_user_role', { role: 'reader' }],
    ] as const)
      await shop.adminRefused(request, { id_user: owner, ...params }, 'LAST_OWNER', owner);
    expect(await shop.admin('set_user_role', { id_user: owner, role: '' }), 'by level as well').toMatchObject({
      status: 'success',
    });
    await shop.admin('unlock_user', { id_user: locked });
    expect(await shop.admin('lock_user', { id_user: owner })).toMatchObject({ status: 'success' });
    await shop.adminRefused('lock_user', { id_user: locked }, 'LAST_OWNER', locked);
  });
});

test('of two owners who are erased at once one stays, and logs in', async () => {
  const { shop, staff } = open();
  const ids = [await staff.add('first', 100, 'owner'), await staff.add('second', 100, 'owner')];
  const replies = await Promise.all(ids.map((id) => shop.admin('erase_user', { id_user: id })));
  expect(replies.map(({ status, message }) => message ?? status)).toEqual(['success', 'LAST_OWNER']);
  await staff.logIn('second');
});

test('the key of a colleague answers nobody else', async () => {
  const { staff } = open();
  const cookies = [await staff.enter('first', 100, 'owner'), await staff.enter('second', 100, 'owner')];
  const made = { role: 'Packer', operations: [], idempotency_key: 'k' };
  const make = (cookie: string) => staff.call(cookie, 'create_role', made);
  expect(await make(cookies[0]!)).toMatchObject({ status: 'success' });
  expect(await make(cookies[1]!)).toMatchObject({ message: 'ROLE_NAME_ALREADY_IN_USE' });
  expect(await make(cookies[0]!), 'the own key does').toMatchObject({ status: 'success' });
});

test('a call that was refused for want of a right succeeds under its key once the right is given', async () => {
  const { shop, staff } = open();
  const peer = await staff.add('peer', 50, 'support');
  const cookie = await staff.enter('worker', 100, 'support');
  const lock = { id_user: peer, idempotency_key: 'k' };
  expect(await staff.call(cookie, 'lock_user', lock)).toMatchObject({ message: 'PERMISSION_DENIED' });
  await shop.admin('set_user_role', { id_user: 2, role: 'owner' });
  expect(await staff.call(cookie, 'lock_user', lock)).toMatchObject({ status: 'success' });
});

test('a reader of the change feed gets nothing after the record that took its role away', async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const staff = new Staff(shop);
  await shop.admin('create_role', { role: 'Watcher', operations: ['change_feed'] });
  const cookies = await Promise.all(['by role', 'by list', 'by lock'].map((name) => staff.enter(name, 50, 'Watcher')));
  const feed = new ChangeFeed(shop.engine, { readersMax: 9, stalledMsMax: 10_000 });
  const ids = [1, 2, 3].map((at) => at + shop.engine.tables.user.nextId - 4);
  const takings: readonly (readonly [string, Given])[] = [
    ['set_user_role', { id_user: ids[0], role: 'None' }],
    ['lock_user', { id_user: ids[2] }],
    ['update_role', { role: 'Watcher', operations: [] }],
  ];
  await shop.admin('create_role', { role: 'None', operations: [] });
  for (const [at, [request, params]] of takings.entries()) {
    await untilPublished(shop);
    const reader = new FeedReader();
    const cookie = cookies[[0, 2, 1][at]!]!;
    feed.subscribe(reader, -1, () => staff.office.permits(cookie, 'change_feed').ok);
    expect(await shop.admin(request, params), request).toMatchObject({ status: 'success' });
    await goods.product(10 + at);
    await untilPublished(shop);
    const { messages } = parseEvents(reader.text);
    expect(
      messages.map(({ event }) => event),
      request,
    ).toEqual(['cut']);
  }
});
