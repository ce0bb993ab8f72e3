// Accounts that came from another system. Catches a password that would open one, work that tells them from accounts
// that do not exist, a reset that needs no mailbox, and an import that takes over what its owner has made.
import { expect, test } from 'vitest';
import { lacksPassword } from '../../../src/domain/accounts/user.ts';
import { bringRecords, isUnchanged } from '../../catalogue-files/catalogue-shop.ts';
import { openShop } from '../shop.ts';
import type { ShopOptions, TestShop } from '../shop.ts';
import { loggedIn, registration, verified } from './accounts.ts';

const EMAIL = 'anna@example.org';
const ANNA = { type: 'customer', email: EMAIL, attributes: { firstname: 'Anna', city: 'Köln', country: 'DE' } };
const WRONG = 'LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT';

const shopWith = async (options: ShopOptions = {}): Promise<TestShop> => {
  const shop = openShop(options);
  const webhook = { name: 'SEND_MESSAGE_TO_USER', event: 'SEND_MESSAGE_TO_USER' };
  await shop.admin('create_webhook', webhook);
  await shop.admin('update_webhook', { ...webhook, url: 'http://127.0.0.1/mail', parameter: '', rotate_secret: 0 });
  const report = await bringRecords(shop.engine, [ANNA]);
  expect([report.listed, report.types]).toEqual([[], { customer: { created: 1, updated: 0, unchanged: 0 } }]);
  return shop;
};

/** Messages that wait: `id_user 1, session_id …`. */
const messages = ({ engine }: TestShop): string[] =>
  [...engine.readContext().index('message').queues.values()]
    .flatMap((ids) => [...ids])
    .map((id) => (engine.tables.message.peek(id) as { secrets: { message: string } }).secrets.message);

const tokenIn = (message: string): string => /session_id (\S+)$/.exec(message)![1]!;

test('an account comes with what it holds, is active, has no password, and nobody is sent anything', async () => {
  const shop = await shopWith();
  expect(messages(shop)).toEqual([]);
  const account = await shop.admin('get_user_by_id', { id_user: 1 });
  expect(account).toMatchObject({
    username: EMAIL,
    email: EMAIL,
    status: 'active',
    unclaimed: 1,
    security_level: 0,
    default_language: 'de_DE',
    attributes: { firstname: { value: 'Anna' }, city: { value: 'Köln' }, lastname: { value: '' } },
  });
  await verified(shop, 'berta');
  expect(await shop.admin('get_user_by_id', { id_user: 2 })).not.toHaveProperty('unclaimed');
});

test('no password opens it, after the work of one check, as of an account that does not exist', async () => {
  const shop = await shopWith();
  for (const password of ['Secret1', '*', '', 'x'.repeat(1000)]) {
    for (const username of [EMAIL, 'nobody@example.org']) {
      const { checks, hashes } = shop.passwords;
      await shop.refused('login_user', { username, password }, WRONG);
      expect([shop.passwords.checks - checks, shop.passwords.hashes - hashes]).toEqual([1, 0]);
    }
  }
});

test('a hash of the settings is never made of what stands in its place', async () => {
  const shop = await shopWith();
  const given: (string | undefined)[] = [];
  const { check } = shop.passwords;
  shop.passwords.check = (phc, password) => {
    given.push(phc);
    return check.call(shop.passwords, phc, password);
  };
  await shop.refused('login_user', { username: EMAIL, password: 'Secret1' }, WRONG);
  expect(given).toEqual([undefined]);
});

test('registering with its address takes nothing over', async () => {
  const shop = await shopWith();
  for (const [username, code] of [
    [EMAIL, 'USERNAME_IN_USE'],
    ['someone', 'EMAIL_IS_IN_USE'],
  ] as const) {
    const { headSeq } = shop.engine;
    expect(await shop.call('register_user', registration(username, { email: EMAIL }))).toMatchObject({ message: code });
    expect(shop.engine.headSeq).toBe(headSeq);
  }
});

test.each([
  ['open', 'auto'],
  ['strict', 'on'],
] as const)('only the message of a reset sets its password: ownership %s, tokens %s', async (ownership, shown) => {
  const shop = await shopWith({ config: { ownership, resetTokenInReply: shown } });
  const begun = await shop.call('reset_user_password', { args: { email: EMAIL } });
  expect(begun).toMatchObject({ status: 'init', session_id: '', id_user: 0 });
  const [message] = messages(shop);
  const finish = { session_id: tokenIn(message!), id_user: 1, new_passwd1: 'Other1', new_passwd2: 'Other1' };
  expect(await shop.call('reset_user_password', { args: finish })).toMatchObject({ status: 'success' });
  await loggedIn(shop, EMAIL, '', 'Other1');
  expect(await shop.admin('get_user_by_id', { id_user: 1 })).not.toHaveProperty('unclaimed');
  // From then on it is an account like every other one.
  expect(await shop.call('reset_user_password', { args: { email: EMAIL } })).toMatchObject({ id_user: 1 });
});

test('the same again changes nothing; while it has no password it becomes what the file says', async () => {
  const shop = await shopWith();
  await isUnchanged(shop.engine, () => bringRecords(shop.engine, [ANNA]));
  const moved = { ...ANNA, email: 'ANNA@example.org', attributes: { firstname: 'Anna', city: 'Bonn', country: null } };
  const report = await bringRecords(shop.engine, [moved]);
  expect(report.types).toEqual({ customer: { created: 0, updated: 1, unchanged: 0 } });
  expect(await shop.admin('get_user_by_id', { id_user: 1 })).toMatchObject({
    email: EMAIL,
    attributes: { city: { value: 'Bonn' }, country: { value: '' } },
  });
  await shop.admin('reset_user', { id_user: 1 });
  await isUnchanged(shop.engine, () => bringRecords(shop.engine, [ANNA]));
  await shop.restart();
  expect(lacksPassword(shop.engine.readContext().read('user', 1)!)).toBe(false);
});

test('an account that somebody has registered here stays as its owner has it', async () => {
  const shop = openShop();
  await verified(shop, 'anna');
  await isUnchanged(shop.engine, () => bringRecords(shop.engine, [ANNA]));
});

test('after a restart it still has none; an erased one reads as erased, and may come again', async () => {
  const shop = await shopWith();
  await shop.restart();
  await shop.refused('login_user', { username: EMAIL, password: 'Secret1' }, WRONG);
  expect(await shop.admin('erase_user', { id_user: 1 })).toMatchObject({ object: 'erase_user' });
  await shop.adminRefused('lock_user', { id_user: 1 }, 'USER_NOT_FOUND');
  const report = await bringRecords(shop.engine, [ANNA]);
  expect(report.types).toEqual({ customer: { created: 1, updated: 0, unchanged: 0 } });
});

test('a record that cannot be is refused whole, by its line', async () => {
  const shop = openShop();
  await verified(shop, 'taken');
  const { headSeq } = shop.engine;
  const report = await bringRecords(shop.engine, [
    { type: 'customer', attributes: {} },
    { type: 'customer', email: 'anna' },
    { type: 'customer', email: EMAIL, username: 'ü' },
    { type: 'customer', email: EMAIL, username: 'taken' },
    { type: 'customer', email: EMAIL, attributes: { country: 'Germany' } },
    { type: 'customer', email: EMAIL, attributes: { email: 'other@example.org' } },
    { type: 'customer', email: EMAIL, attributes: { shoe: '41' } },
    { type: 'customer', email: EMAIL, attributes: { city: 'a\nb' } },
    { type: 'customer', email: EMAIL, password: 'Secret1' },
  ]);
  expect(report.refusals.map(({ line, code, param }) => `${line} ${code} ${String(param)}`)).toEqual([
    '1 PARAMETER_MISSING email',
    '2 EMAIL_IS_INVALID email',
    '3 USERNAME_IS_INVALID username',
    '4 USERNAME_IN_USE username',
    '5 COUNTRY_NOT_FOUND country',
    '6 PARAMETER_INVALID email',
    '7 SHOPOBJECT_ATTRIBUTE_UNKNOWN shoe',
    '8 PARAMETER_INVALID city',
    '9 PARAMETER_INVALID password',
  ]);
  expect(shop.engine.headSeq).toBe(headSeq);
});
