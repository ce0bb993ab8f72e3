// What callers say about persons, by every operation that takes it and whether it is accepted or refused, is written
// down nowhere in clear: not in the journal, in rows, in the audit, in remembered calls, nor in a snapshot file.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADDRESS_FIELDS } from '../../../src/domain/cart/order-details.ts';
import { PROFILE_FIELDS } from '../../../src/domain/accounts/user-fields.ts';
import { KIND_NAMES } from '../../../src/domain/kinds.ts';
import { writeSnapshot } from '../../../src/engine/snapshots/write-snapshot.ts';
import { newDirectory } from '../../harness/directories.ts';
import { verified } from './accounts.ts';
import { Goods, freeLine, openShop } from '../shop.ts';
import type { Given, Reply, TestShop } from '../shop.ts';

/** Texts that are found again, each with what it was sent as. */
class Marks {
  readonly sent = new Map<string, string>();

  of(what: string, before = '', behind = ''): string {
    const mark = `zqmark${String(this.sent.size).padStart(3, '0')}`;
    this.sent.set(mark, what);
    return before + mark + behind;
  }

  each(names: readonly string[]): { [name: string]: string } {
    return Object.fromEntries(names.map((name) => [name, this.of(name)]));
  }
}

/** Each call under a key of its own, so that what comes of it is remembered. */
const caller = (shop: TestShop) => {
  let calls = 0;
  return async <T = Reply>(request: string, params: Given, secret = false): Promise<T> => {
    const reply = await shop.call<T>(request, params, { secret, key: `key ${(calls += 1)}` });
    expect(JSON.stringify(reply), request).not.toMatch(/INTERNAL_ERROR|REQUEST_NOT_VALID|PARAMETER_MISSING/);
    return reply;
  };
};
type Call = ReturnType<typeof caller>;

const account = async (shop: TestShop, call: Call, marks: Marks): Promise<string> => {
  const [name, email, password] = [
    marks.of('username', '', '@example.org'),
    marks.of('email', '', '@example.org'),
    marks.of('password'),
  ];
  const args = { username: name, email, passwd1: password, passwd2: password };
  await call('register_user', { args });
  const { id_user, session_id } = await call('register_user', { args });
  await call('register_user', { args: { ...args, username: marks.of('a bad name', 'ü') } });
  await call('register_user', {
    args: { ...args, username: marks.of('new name', '', '@example.org'), email: marks.of('a bad address') },
  });
  await call('verify_user', { id_user, session_id });
  for (const mark of ['who is invited', 'who comes'])
    await call('invite_person', { email: marks.of(mark, '', '@example.org'), role: 'support' }, true);
  expect(await call('withdraw_invitation', { id_invitation: 1 }, true)).toMatchObject({ status: 'success' });
  const session = await shop.session();
  await call('login_user', { session, username: name, password: marks.of('a wrong password') });
  expect(await call('login_user', { session, username: name, password })).toMatchObject({ status: 'SUCCESS' });
  const profile = marks.each(PROFILE_FIELDS.filter((field) => field !== 'country'));
  expect(await call('set_user_data', { session, attributes: { ...profile, hobby: marks.of('hobby') } })).toMatchObject({
    status: 'SUCCESS',
  });
  const refused: Given[] = [
    { firstname: marks.of('too long', '', 'x'.repeat(300)) },
    { lastname: { a: marks.of('no text') } },
    { country: marks.of('no country') },
    { shoe: marks.of('no number') },
    { email: marks.of('no address') },
  ];
  for (const attributes of refused)
    expect(await call('set_user_data', { session, attributes })).toMatchObject({ status: 'error' });
  expect(
    await call('update_user_data', { id_user, attributes: { city: marks.of('another city') } }, true),
  ).toMatchObject({ status: 'success' });
  await call('set_user_password', {
    session,
    old_passwd: marks.of('a wrong old one'),
    new_passwd1: 'abc1',
    new_passwd2: 'abc1',
  });
  expect(await call('reset_user_password', { args: { email } })).toMatchObject({ status: 'init' });
  await call('reset_user_password', { args: { email: marks.of('nobody’s address', '', '@example.org') } });
  for (const value of [marks.of('a list that is kept'), marks.of('another list')])
    expect(await call('set_preference', { id_user, name: 'lists.orders', value }, true)).toMatchObject({
      status: 'success',
    });
  await call('search_users', { constraint: { 'main.username': ['LIKE', marks.of('searched')] } }, true);
  return session;
};

const order = async (session: string, call: Call, marks: Marks): Promise<void> => {
  const addresses = ['delivery', 'invoice'].flatMap((kind) =>
    ADDRESS_FIELDS.filter((field) => field !== 'country').map((field) => `${kind}_${field}`),
  );
  const email = marks.of('email of an order', '', '@example.org');
  const details = { ...marks.each([...addresses, 'note', 'phone']), email };
  const attributes = [{ name: marks.of('name of an attribute'), value: marks.of('its value') }];
  expect(await call('set_order_details', { session, ...details, attributes })).toMatchObject({
    object: 'order_details',
  });
  await call('set_order_details', { session, delivery_country: marks.of('no country') });
  await call('set_order_details', { session, id_payment_method: 77, note: marks.of('beside what is refused') });
  await call('add_to_cart', freeLine(session, 5));
  const { id_order, session: next } = await call<{ id_order: number; session: string }>('checkout', { session });
  expect(id_order).toBeGreaterThan(0);
  await call('set_order_details', { session: next, email: marks.of('for the next order', '', '@example.org') });
  await call('set_order_details', { session: next, email: marks.of('no address of an order') });
  const change = {
    delivery_lastname: marks.of('a new name'),
    invoice_street: marks.of('a new street'),
    note: marks.of('a new note'),
  };
  expect(await call('update_order_details', { id_order, ...change }, true)).toMatchObject({ status: 'success' });
  await call('update_order_details', { id_order, invoice_country: marks.of('no country either') }, true);
};

const written = async ({ engine, journal }: TestShop): Promise<Map<string, Buffer>> => {
  await engine.whenDurable(engine.headSeq);
  const directory = newDirectory();
  await writeSnapshot(engine, { directory, owner: { id: '0f'.repeat(16), timeline: '01234567' }, keep: 1, sliceMs: 5 });
  const found = new Map<string, Buffer>(
    readdirSync(directory).map((name) => [name, readFileSync(join(directory, name))]),
  );
  for (const { firstSeq, bytes } of journal.batches(0)) found.set(`batch ${firstSeq}`, bytes);
  for (const [seq, bytes] of journal.audit(0)) found.set(`audit ${seq}`, bytes);
  for (const kind of KIND_NAMES) {
    for (let id = 1; id < engine.tables[kind].nextId; id += 1) {
      const row = engine.tables[kind].currentRowBytes(id);
      if (row !== undefined) found.set(`${kind} ${id}`, row);
    }
  }
  return found;
};

test('nothing that callers say about persons is written down in clear', async () => {
  const { shop } = await Goods.open();
  for (const name of ['SEND_MESSAGE_TO_USER', 'ORDER_CREATE'])
    await shop.admin('update_webhook', { name, url: 'http://127.0.0.1:9/', parameter: '' });
  const classId = await shop.make('create_class', { name: 'user', type: 'user' });
  await shop.admin('create_class_attributes', {
    id_class: classId,
    attributes: [
      { name: 'hobby', type: 'CHAR' },
      { name: 'shoe', type: 'INT' },
    ],
  });
  const marks = new Marks();
  const call = caller(shop);
  await order(await account(shop, call, marks), call, marks);
  await order(await shop.session(), call, marks);
  const places = await written(shop);
  const found = [...marks.sent].flatMap(([mark, what]) =>
    [...places].filter(([, bytes]) => bytes.includes(mark)).map(([place]) => `${what} in ${place}`),
  );
  expect(found).toEqual([]);
  expect(marks.sent.size).toBeGreaterThan(80);
  // The test can fail: what is nobody's is there.
  expect([...places.values()].some((bytes) => bytes.includes('Gift wrap'))).toBe(true);
});

test('a refusal that quotes what was sent is repeated without the quotation', async () => {
  const { shop } = await Goods.open();
  const session = await shop.session();
  const call = () => shop.call('set_order_details', { session, delivery_country: 'Anna' }, { key: 'k' });
  const first = await call();
  expect([first['message'], first['detail']]).toEqual(['COUNTRY_NOT_FOUND', expect.stringContaining('Anna')]);
  const again = await call();
  expect(again).toMatchObject({ message: 'COUNTRY_NOT_FOUND', param: 'delivery_country' });
  expect(again['detail']).not.toContain('Anna');
});

test('in a shop that is strict about owners, only the back office searches orders and users', async () => {
  // Catches the way around get_order_by_id and get_user_by_id: a search without a condition finds everybody.
  const shop = openShop({ config: { ownership: 'strict' } });
  await verified(shop, 'anna');
  for (const request of ['search_users', 'search_orders']) {
    await shop.refused(request, { constraint: [] }, 'PERMISSION_DENIED', 'licence_secret_key');
    expect(await shop.admin(request, { constraint: [] })).toMatchObject({
      object: `${request}_result`,
      count: request === 'search_users' ? 1 : 0,
    });
  }
  const open = openShop();
  await verified(open, 'anna');
  expect(await open.call('search_users', { constraint: [] })).toMatchObject({ count: 1 });
});
