// Would catch a manager who may do what only administrators may, a login that opens more than its account, and a change
// that the audit log has nobody for.
import { beforeEach, describe, expect, test } from 'vitest';
import { registerUser } from '../../../src/domain/accounts/register-user.ts';
import { maintenanceCause } from '../../../src/engine/engine.ts';
import { levelOf } from '../../../src/operations/access/levels.ts';
import { BackOffice } from '../../../src/operations/dispatch/back-office.ts';
import type { Login } from '../../../src/operations/dispatch/back-office.ts';
import type { KnownDevice } from '../../../src/operations/dispatch/call-of-person.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { must } from '../../../src/kernel/result.ts';
import { openShop } from '../shop.ts';
import type { Given, Reply, TestShop } from '../shop.ts';

const ORIGIN = { clientAddress: '', traceparent: '' };
const PASSWORD = 'secret-1';
const NOT_LOGGED_IN = { message: 'PERMISSION_DENIED', param: 'session' };

let shop: TestShop;
let office: BackOffice;

const addUser = async (username: string, level: number): Promise<number> => {
  const passwordHash = await shop.passwords.hash(PASSWORD);
  must(passwordHash.ok, 'the password is hashed');
  const made = shop.engine.transact(maintenanceCause('test'), (tx) =>
    registerUser(tx, {
      username,
      email: `${username}@example.org`,
      passwordHash: passwordHash.value,
      className: '',
      language: 'de_DE',
      level,
      verifyDigest: '',
    }),
  );
  must(made.ok, 'the account is made');
  return made.value;
};

const logIn = (username: string, password = PASSWORD, { devices = '', address = '' } = {}): Promise<Result<Login>> =>
  new Promise((resolve) =>
    office.login({ username, password }, devices, { ...ORIGIN, clientAddress: address }, resolve),
  );

const cookieOf = async (username: string): Promise<string> => {
  const login = await logIn(username);
  must(login.ok, `${username} logs in`);
  return login.value.cookie;
};

const call = (cookie: string, request: string, params: Given = {}): Promise<Reply> =>
  new Promise((resolve) =>
    office.call({ request, ...params }, '', cookie, ORIGIN, (_status, body) =>
      resolve(JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()) as Reply),
    ),
  );

beforeEach(async () => {
  shop = openShop();
  office = new BackOffice(shop.dispatch, shop.service.codes);
  await addUser('customer', 0);
  await addUser('manager', 50);
  await addUser('administrator', 100);
});

describe('logging in', () => {
  test('gives who it is; a wrong password is refused', async () => {
    expect(await logIn('manager')).toMatchObject({
      ok: true,
      value: { user: { object: 'back_office_user', id_user: 2, username: 'manager', name: '', level: 50 } },
    });
    expect(await logIn('manager', 'wrong')).toMatchObject({ code: 'LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT' });
  });

  test('answers and delays the right password of a customer as a wrong one', async () => {
    const answers = async (password?: string) => {
      const told: unknown[] = [];
      for (let at = 0; at < 8; at += 1) told.push(await logIn('customer', password));
      return told;
    };
    const right = await answers();
    expect(right[0]).toMatchObject({ code: 'LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT' });
    expect(right.at(-1)).toMatchObject({ code: 'LOGIN_THROTTLED' });
    shop.nowMs += 3_600_000;
    expect(await answers('wrong')).toEqual(right);
  });

  describe('while somebody guesses at a name', () => {
    const guessFrom = async (address: string): Promise<void> => {
      for (let guess = 0; guess < 10; guess += 1) await logIn('manager', 'wrong', { address });
    };
    const deviceOf = async (username: string, password = PASSWORD): Promise<string> => {
      const login = await logIn(username, password, { address: '192.0.2.99' });
      must(login.ok, 'the login is right');
      return login.value.device;
    };

    test('its owner logs in from another address, and by a device that has logged in from the same', async () => {
      const device = await deviceOf('manager');
      await guessFrom('192.0.2.1');
      expect(await logIn('manager', PASSWORD, { address: '192.0.2.1' }), 'unknown').toMatchObject({
        code: 'LOGIN_THROTTLED',
      });
      expect((await logIn('manager', PASSWORD, { address: '192.0.2.2' })).ok, 'elsewhere').toBe(true);
      for (const devices of [device, `x ${device} y`])
        expect((await logIn('manager', PASSWORD, { address: '192.0.2.1', devices })).ok, devices).toBe(true);
      const again = await logIn('manager', PASSWORD, { devices: device });
      expect(again, 'it stays the same device').toMatchObject({ value: { device } });
    });

    test('a device is known for its user, at its form, until the password changes', async () => {
      const own = await deviceOf('manager');
      const { device_token: ofShop } = await shop.call('login_user', { username: 'manager', password: PASSWORD });
      const foreign = [await deviceOf('administrator'), String(ofShop), own.slice(0, -1), `${own}A`, own.toLowerCase()];
      await guessFrom('192.0.2.1');
      const attempt = (devices: string) => logIn('manager', PASSWORD, { address: '192.0.2.1', devices });
      for (const devices of [...foreign, foreign.join(' ')])
        expect(await attempt(devices), devices).toMatchObject({ code: 'LOGIN_THROTTLED' });
      expect((await attempt(own)).ok).toBe(true);
      await guessFrom('192.0.2.1');
      await shop.admin('reset_user', { id_user: 2 });
      expect(await attempt(own)).toMatchObject({ code: 'LOGIN_THROTTLED' });
    });

    test('a browser in which its person changes the password gets a new token, and stays known', async () => {
      const login = await logIn('manager');
      must(login.ok, 'the manager logs in');
      const { cookie, device: old } = login.value;
      const change = (request: string, params: Given): Promise<KnownDevice | undefined> =>
        new Promise((resolve) =>
          office.call({ request, ...params }, '', cookie, ORIGIN, (...sent) => resolve(sent[4])),
        );
      const passwords = (from: string, to: string) => ({ old_passwd: from, new_passwd1: to, new_passwd2: to });
      expect(await change('set_user_password', passwords('wrong', 'secret2'))).toBeUndefined();
      expect(await change('get_status', {})).toBeUndefined();
      const given = await change('set_user_password', passwords(PASSWORD, 'secret2'));
      await guessFrom('192.0.2.1');
      const attempt = (devices: string, password: string) =>
        logIn('manager', password, { address: '192.0.2.1', devices });
      expect(await attempt(old, 'secret2')).toMatchObject({ code: 'LOGIN_THROTTLED' });
      expect([given?.userId, (await attempt(given!.token, 'secret2')).ok]).toEqual([2, true]);
      expect(office.permits(cookie).ok, 'the login in hand holds').toBe(true);
      const { session_id: session } = await shop.call('login_user', { username: 'manager', password: 'secret2' });
      const elsewhere = { session, ...passwords('secret2', 'secret3') };
      expect(await change('set_user_password', elsewhere), 'of another session').toBeUndefined();
      expect(office.permits(cookie).ok).toBe(false);
    });

    test('a known device that guesses itself waits as well, and delays no login from elsewhere', async () => {
      const devices = await deviceOf('manager');
      for (let guess = 0; guess < 10; guess += 1) await logIn('manager', 'wrong', { devices });
      expect(await logIn('manager', PASSWORD, { devices })).toMatchObject({ code: 'LOGIN_THROTTLED' });
      expect((await logIn('manager', PASSWORD, { address: '192.0.2.2' })).ok).toBe(true);
    });

    test('guesses at a storefront delay nobody here, nor guesses here a shopper', async () => {
      await guessFrom('');
      const right = { username: 'manager', password: PASSWORD };
      expect(await shop.call('login_user', right)).toMatchObject({ status: 'SUCCESS' });
      for (let guess = 0; guess < 10; guess += 1)
        await shop.call('login_user', { username: 'administrator', password: 'wrong' });
      expect((await logIn('administrator')).ok).toBe(true);
    });

    test('a person who is logged in gets no token that a script could read', async () => {
      const cookie = await cookieOf('administrator');
      const right = { username: 'manager', password: PASSWORD };
      expect(await call(cookie, 'login_user', right)).toMatchObject({ status: 'SUCCESS', device_token: '' });
    });
  });

  test('opens nothing after logout, lock, new password and the end of the session', async () => {
    const ways = [
      (cookie: string) => new Promise<void>((resolve) => office.logout(cookie, ORIGIN, () => resolve())),
      () => shop.admin('lock_user', { id_user: 2 }).then(() => shop.admin('unlock_user', { id_user: 2 })),
      async () => void (shop.nowMs += 400 * 86_400_000),
      () => shop.admin('reset_user', { id_user: 2 }),
    ];
    for (const way of ways) {
      const cookie = await cookieOf('manager');
      expect(office.permits(cookie)).toMatchObject({ ok: true });
      await way(cookie);
      expect(await call(cookie, 'get_channels')).toMatchObject(NOT_LOGGED_IN);
      expect(office.permits(cookie)).toMatchObject({ code: 'PERMISSION_DENIED', param: 'session' });
    }
  });

  test('the session code of the same person at a storefront opens nothing', async () => {
    const { session_id: code } = await shop.call('login_user', { username: 'administrator', password: PASSWORD });
    const cookie = await cookieOf('administrator');
    const forged = `${String(code)}${cookie.slice(String(code).length)}`;
    for (const given of ['', String(code), `${String(code)}.`, forged, cookie.slice(0, -1), `${cookie}x`, '.', 'x'])
      expect(await call(given, 'get_channels'), given).toMatchObject(NOT_LOGGED_IN);
  });
});

describe('what a person may call', () => {
  test('levels: every operation is refused below its own, and below no other', async () => {
    const cookies = new Map([
      [50, await cookieOf('manager')],
      [100, await cookieOf('administrator')],
    ]);
    for (const [name, operation] of OPERATIONS) {
      if (name === 'logout_user') continue;
      for (const [level, cookie] of cookies) {
        const { message, param } = await call(cookie, name);
        const isRefused = message === 'PERMISSION_DENIED' && param === 'request';
        expect(isRefused, `${name} at ${level}`).toBe(level < levelOf(operation));
      }
    }
  });

  test('for administrators alone: keys, structures, and what cannot be taken back', () => {
    const names = [...OPERATIONS].filter(([, operation]) => levelOf(operation) === 100).map(([name]) => name);
    expect(names.toSorted()).toMatchSnapshot();
  });

  test('nobody changes the account of somebody above them', async () => {
    const [manager, administrator] = [await cookieOf('manager'), await cookieOf('administrator')];
    const attributes = { email: 'mine@example.org' };
    for (const [request, params] of [
      ['lock_user', {}],
      ['reset_user', {}],
      ['update_user_data', { attributes }],
    ] as const)
      expect(await call(manager, request, { id_user: 3, ...params }), request).toMatchObject({
        message: 'PERMISSION_DENIED',
        param: 'id_user',
      });
    expect(await call(manager, 'lock_user', { id_user: 1 })).toMatchObject({ status: 'success' });
    expect(await call(administrator, 'reset_user', { id_user: 2 })).toMatchObject({ status: 'success' });
  });

  test('nobody gets the token that sets the password of another account', async () => {
    const begin = { args: { email: 'administrator@example.org' } };
    for (const level of ['manager', 'administrator'])
      expect(await call(await cookieOf(level), 'reset_user_password', begin), level).toMatchObject({
        object: 'reset_user_password',
        status: 'init',
        session_id: '',
        id_user: 0,
      });
    const shown = { session_id: expect.stringMatching(/./) };
    expect(await shop.admin('reset_user_password', begin), 'with the secret key').toMatchObject(shown);
    for (const [username, expected] of [
      ['administrator', { session_id: '' }],
      ['manager', { session_id: '' }],
      ['customer', shown],
    ] as const) {
      const args = { email: `${username}@example.org` };
      expect(await shop.call('reset_user_password', { args }), username).toMatchObject(expected);
    }
  });

  test('an unknown operation and a name of an object’s own members are refused', async () => {
    const cookie = await cookieOf('administrator');
    for (const request of ['nothing', 'constructor', '__proto__', ''])
      expect(await call(cookie, request)).toMatchObject({ message: 'REQUEST_NOT_VALID' });
  });

  test('an aggregate calls in the name of the person', async () => {
    const manager = await cookieOf('manager');
    const pipe = (request: string) => ({ pipe: { a: { request, args: {} } } });
    expect(await call(manager, 'aggregate', pipe('get_channels'))).toMatchObject({
      aggregate_a: { object: 'channels' },
    });
    expect(await call(manager, 'aggregate', pipe('create_channel'))).toMatchObject({
      aggregate_a: { message: 'PERMISSION_DENIED' },
    });
  });
});

test('the audit log says that a password is known to staff, until the person has set one', async () => {
  const told = async (id: number): Promise<readonly unknown[]> => {
    const { records } = await shop.admin<{ records: readonly Reply[] }>('get_changelog', { object: `user/${id}` });
    return records
      .filter(({ field }) => field === 'passwordIsByStaff')
      .map(({ operation, id_user: by, before, after }) => [operation, by, before, after]);
  };
  const cookie = await cookieOf('administrator');
  const { password } = await call(cookie, 'reset_user', { id_user: 2 });
  const byStaff = ['reset_user', 3, false, true];
  expect(await told(2)).toEqual([byStaff]);
  const { session_id: session } = await shop.call('login_user', { username: 'manager', password });
  const own = { session, old_passwd: password, new_passwd1: 'Own123', new_passwd2: 'Own123' };
  expect(await shop.call('set_user_password', own)).toMatchObject({ status: 'SUCCESS' });
  expect(await told(2)).toEqual([byStaff, ['set_user_password', 2, true, false]]);
  await call(cookie, 'reset_user', { id_user: 3 });
  expect(await told(3), 'an own password is no one else’s').toEqual([]);
});

test('the audit log names the person, and orders name the back office', async () => {
  const cookie = await cookieOf('manager');
  await call(cookie, 'lock_user', { id_user: 1 });
  const { records } = await shop.admin<{ records: readonly Reply[] }>('get_changelog', { object: 'user/1' });
  expect(records.at(-1)).toMatchObject({ operation: 'lock_user', channel: 'back office', id_user: 2 });
});
