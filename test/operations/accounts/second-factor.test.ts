// Would catch a login without its code, a code that counts twice, a secret that is shown again, a factor that somebody
// else sets up or ends, and a role that wants one and opens the shop without it.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/domain/webhooks/message.ts';
import { maintenanceCause } from '../../../src/engine/engine.ts';
import { useCode } from '../../../src/operations/access/second-factor.ts';
import { ONE_TIME_CODES } from '../../../src/outside/passwords/one-time-codes.ts';
import { runs } from '../../harness/effort.ts';
import { openShop } from '../shop.ts';
import type { Reply, TestShop } from '../shop.ts';
import { codeAt } from './codes.ts';
import { Staff } from './staff.ts';

const PASSWORD = 'secret-1';
const STEP_MS = 30_000;

const open = (): { shop: TestShop; staff: Staff } => {
  const shop = openShop();
  return { shop, staff: new Staff(shop) };
};

interface Factor {
  readonly secret: string;
  readonly recovery: readonly string[];
}

/** Sets a second factor up; the step of its code is over afterwards. */
const setUp = async (shop: TestShop, staff: Staff, cookie: string): Promise<Factor> => {
  const { secret } = await staff.call<{ secret: string }>(cookie, 'begin_second_factor', { password: PASSWORD });
  const code = codeAt(secret, shop.nowMs);
  const reply = await staff.call<{ recovery_codes: string[] }>(cookie, 'confirm_second_factor', { code });
  shop.nowMs += 2 * STEP_MS;
  return { secret, recovery: reply.recovery_codes };
};

const entered = (staff: Staff, code = '', username = 'anna'): Promise<string> =>
  staff.logIn(username, undefined, code).then(
    () => 'in',
    (error: Error) => error.message,
  );

describe('a second factor', () => {
  test('is set up with the password and a first code; then logins want one, also at a storefront', async () => {
    const { shop, staff } = open();
    await staff.add('anna', 100, 'owner');
    const cookie = await staff.logIn('anna');
    const begin = (password: string) => staff.call(cookie, 'begin_second_factor', { password });
    expect(await begin('other')).toMatchObject({ message: 'OLD_PASSWORD_IS_WRONG', param: 'password' });
    expect(await staff.call(cookie, 'confirm_second_factor', { code: '123456' })).toMatchObject({
      message: 'SECOND_FACTOR_NOT_SET',
    });
    const begun = await begin(PASSWORD);
    const secret = begun['secret'] as string;
    expect(begun['url']).toContain(`secret=${secret}`);
    expect(await entered(staff), 'it is not confirmed').toBe('in');
    const wrong = { code: codeAt(secret, shop.nowMs, 5) };
    const refused = { message: 'SECOND_FACTOR_CODE_NOT_CORRECT', param: 'code' };
    expect(await staff.call(cookie, 'confirm_second_factor', wrong)).toMatchObject(refused);
    const { recovery } = await setUp(shop, staff, cookie);
    expect(new Set(recovery).size).toBe(10);
    for (const code of recovery) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect(await begin(PASSWORD)).toMatchObject({ message: 'SECOND_FACTOR_ALREADY_SET' });
    const { person } = await staff.call<{ person: Reply }>(cookie, 'get_rights');
    expect(person).toMatchObject({ second_factor: 1, second_factor_missing: 0, recovery_codes: 10 });
    await shop.restart();
    expect(await entered(new Staff(shop))).toBe('SECOND_FACTOR_CODE_REQUIRED');
    const login = { username: 'anna', password: PASSWORD };
    expect(await shop.call('login_user', login)).toMatchObject({ message: 'SECOND_FACTOR_CODE_REQUIRED' });
    expect(await shop.call('login_user', { ...login, code: '000 000' })).toMatchObject(refused);
  });

  test('takes each code once, with spaces or not, and each recovery code once', async () => {
    const { shop, staff } = open();
    const cookie = await staff.enter('anna', 100);
    const { secret, recovery } = await setUp(shop, staff, cookie);
    const code = codeAt(secret, shop.nowMs);
    expect(await entered(staff, ` ${code.slice(0, 3)} ${code.slice(3)}`)).toBe('in');
    expect(await entered(staff, code)).toBe('SECOND_FACTOR_CODE_NOT_CORRECT');
    expect(await entered(staff, codeAt(secret, shop.nowMs, 1)), 'the clock of a telephone').toBe('in');
    expect(await entered(staff, recovery[3]!.toUpperCase().replaceAll('-', ' '))).toBe('in');
    expect(await entered(staff, recovery[3]!)).toBe('SECOND_FACTOR_CODE_NOT_CORRECT');
    const { person } = await staff.call<{ person: Reply }>(cookie, 'get_rights');
    expect(person['recovery_codes']).toBe(9);
  });

  test('counts a wrong code as a failed login, and the question for a code as none', async () => {
    const { shop, staff } = open();
    const cookie = await staff.enter('anna', 100);
    const { secret } = await setUp(shop, staff, cookie);
    const tried: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      expect(await entered(staff)).toBe(at < 5 ? 'SECOND_FACTOR_CODE_REQUIRED' : 'LOGIN_THROTTLED');
      tried.push(await entered(staff, codeAt(secret, shop.nowMs, 100 + at)));
    }
    expect(tried).toEqual([...Array.from({ length: 5 }, () => 'SECOND_FACTOR_CODE_NOT_CORRECT'), 'LOGIN_THROTTLED']);
  });

  test('delays wrong codes of whoever has the password, from whatever address, and the person is told', async () => {
    const { shop, staff } = open();
    await shop.admin('create_webhook', { name: 'MAIL', event: 'SEND_MESSAGE_TO_USER' });
    await shop.admin('update_webhook', { name: 'MAIL', url: 'https://mail.example/', parameter: '' });
    const id = await staff.add('anna', 100);
    const { secret } = await setUp(shop, staff, await staff.logIn('anna'));
    const tried = (at: number, code: string): Promise<string> =>
      staff.logIn('anna', { clientAddress: `admin 10.0.${at}.1`, traceparent: '' }, code).then(
        () => 'in',
        (error: Error) => error.message,
      );
    // Without the password nobody tries a code.
    for (let at = 0; at < 8; at += 1)
      await shop.call('login_user', { username: 'anna', password: 'other-1', code: '123456' });
    const wrong = codeAt(secret, shop.nowMs, 100);
    for (let at = 0; at < 5; at += 1) expect(await tried(at, wrong)).toBe('SECOND_FACTOR_CODE_NOT_CORRECT');
    expect(await tried(6, wrong)).toBe('LOGIN_THROTTLED');
    expect(await tried(7, codeAt(secret, shop.nowMs)), 'a right one is not checked').toBe('LOGIN_THROTTLED');
    expect(await tried(8, ''), 'the question').toBe('SECOND_FACTOR_CODE_REQUIRED');
    const { records } = await shop.admin<{ records: readonly Reply[] }>('get_changelog', { object: `user/${id}` });
    expect(records).toContainEqual(expect.objectContaining({ field: 'wrongCodes', before: 0, after: 5 }));
    const { secrets } = shop.engine.tables.message.peek(1) as Message;
    expect(secrets).toMatchObject({ email: 'anna@example.org', message: expect.stringContaining('5 falsche Codes') });
    shop.nowMs += 1000;
    expect(await tried(9, codeAt(secret, shop.nowMs))).toBe('in');
    expect(shop.engine.readContext().read('user', id)!.wrongCodes).toBe(0);
  });

  test('is shown once: a call that is repeated under its key shows it to nobody', async () => {
    const { staff } = open();
    const cookie = await staff.enter('anna', 100);
    const begin = { password: PASSWORD, idempotency_key: 'k' };
    expect(await staff.call(cookie, 'begin_second_factor', begin)).toHaveProperty('secret');
    const again = await staff.call(cookie, 'begin_second_factor', begin);
    expect(again).toMatchObject({ message: 'IDEMPOTENCY_RESULT_GONE' });
  });

  test('is ended by a code, and not by who finds a page left open', async () => {
    const { shop, staff } = open();
    const cookie = await staff.enter('anna', 100);
    const { secret } = await setUp(shop, staff, cookie);
    for (const [code, why] of [
      ['', 'SECOND_FACTOR_CODE_REQUIRED'],
      ['123456', 'SECOND_FACTOR_CODE_NOT_CORRECT'],
    ])
      expect(await staff.call(cookie, 'end_second_factor', { code })).toMatchObject({ message: why });
    const code = codeAt(secret, shop.nowMs);
    expect(await staff.call(cookie, 'end_second_factor', { code })).toMatchObject({ status: 'success' });
    expect(await entered(staff)).toBe('in');
    expect(await staff.call(cookie, 'end_second_factor', { code })).toMatchObject({ message: 'SECOND_FACTOR_NOT_SET' });
  });

  test('is in the audit log without its secret, and goes with the erasure of the person', async () => {
    const { shop, staff } = open();
    await staff.add('owner', 100, 'owner');
    const id = await staff.add('anna', 50, 'support');
    const { secret } = await setUp(shop, staff, await staff.logIn('anna'));
    const { records } = await shop.admin<{ records: readonly Reply[] }>('get_changelog', { object: `user/${id}` });
    expect(records).toContainEqual(expect.objectContaining({ field: 'hasSecondFactor', before: false, after: true }));
    const exported = await shop.admin('export_user', { id_user: id });
    expect(exported['second_factor']).toBe(1);
    expect(JSON.stringify([records, exported])).not.toContain(secret);
    await shop.admin('erase_user', { id_user: id });
    expect(shop.engine.readContext().read('user', id)!.secondFactor.secret).toBe('');
  });

  test('is for who is logged in, a customer among them', async () => {
    const { shop, staff } = open();
    const guest = await shop.session();
    await shop.refused('begin_second_factor', { session: guest, password: 'x' }, 'USER_NOT_LOGGED_IN', 'session');
    for (const request of ['confirm_second_factor', 'end_second_factor'])
      await shop.refused(request, { session: guest, code: '123456' }, 'USER_NOT_LOGGED_IN', 'session');
    await staff.add('anna', 0);
    const login = { username: 'anna', password: PASSWORD };
    const { session_id: session } = await shop.call('login_user', login);
    const { secret } = await shop.call<{ secret: string }>('begin_second_factor', { session, password: PASSWORD });
    const code = codeAt(secret, shop.nowMs);
    expect(await shop.call('confirm_second_factor', { session, code })).toMatchObject({ status: 'success' });
    expect(await shop.call('login_user', login)).toMatchObject({ message: 'SECOND_FACTOR_CODE_REQUIRED' });
    shop.nowMs += STEP_MS;
    const next = { ...login, code: codeAt(secret, shop.nowMs) };
    expect(await shop.call('login_user', next)).toMatchObject({ status: 'SUCCESS' });
  });
});

test('of any codes at any times, those of now and beside it count, each once and none before one that counted', async () => {
  const { shop, staff } = open();
  const id = await staff.add('anna', 100);
  const { secret } = await setUp(shop, staff, await staff.logIn('anna'));
  const tries = fc.array(
    fc.record({ waitS: fc.integer({ min: 0, max: 70 }), steps: fc.integer({ min: -2, max: 2 }) }),
    {
      maxLength: 8,
    },
  );
  let used = 0;
  await fc.assert(
    fc.property(tries, (given) => {
      for (const { waitS, steps } of given) {
        shop.nowMs += waitS * 1000;
        const code = codeAt(secret, shop.nowMs, steps);
        const step = Math.floor(shop.nowMs / STEP_MS) + steps;
        const isRight = Math.abs(steps) <= 1 && step > used;
        const { ok } = shop.engine.transact(maintenanceCause('test'), (tx) =>
          useCode(tx, ONE_TIME_CODES, id, { code, atMs: tx.atMs }),
        );
        expect(ok, `${steps} steps from now, the last was ${step - used} before`).toBe(isRight);
        if (ok) used = step;
      }
    }),
    { numRuns: runs(100) },
  );
});

describe('a factor that is lost', () => {
  test('is taken away by who manages people and holds what they hold; the logins end', async () => {
    const { shop, staff } = open();
    const owner = await staff.add('owner', 100, 'owner');
    const ownerCookie = await staff.logIn('owner');
    const id = await staff.add('anna', 50, 'support');
    const cookie = await staff.logIn('anna');
    await setUp(shop, staff, cookie);
    await shop.admin('create_role', { role: 'Lead', operations: ['reset_second_factor'] });
    const lead = await staff.enter('lead', 50, 'Lead');
    const reset = (by: string, whom: number) => staff.call(by, 'reset_second_factor', { id_user: whom });
    expect(await reset(lead, id)).toMatchObject({ message: 'PERMISSION_DENIED', param: 'id_user' });
    expect(await reset(ownerCookie, owner)).toMatchObject({ message: 'PERMISSION_DENIED', param: 'id_user' });
    expect(await reset(ownerCookie, id)).toMatchObject({ status: 'success' });
    expect(staff.office.permits(cookie).ok).toBe(false);
    expect(await entered(staff)).toBe('in');
    await shop.adminRefused('reset_second_factor', { id_user: id }, 'SECOND_FACTOR_NOT_SET');
    await shop.adminRefused('reset_second_factor', { id_user: 99 }, 'USER_NOT_FOUND', 99);
  });
});

describe('a role that wants a second factor', () => {
  test('may be a built-in one, by the settings of the shop; others stay open, and get_roles says so', async () => {
    const { shop, staff } = open();
    const owner = await staff.enter('greta', 100, 'owner');
    const manager = await staff.enter('mia', 50, 'manager');
    const change = (roles: readonly string[]) =>
      shop.admin('update_shop_settings', { second_factor_roles: JSON.stringify(roles) });
    expect(await change(['manager'])).toMatchObject({ second_factor_roles: ['manager'] });
    const { roles } = await shop.admin<{ roles: { name: string; second_factor: number }[] }>('get_roles');
    expect(roles.filter((role) => role.second_factor === 1).map(({ name }) => name)).toEqual(['manager']);
    const ask = (cookie: string) => staff.call(cookie, 'get_categories', { id_parent: 0 });
    expect(await ask(manager)).toMatchObject({ message: 'SECOND_FACTOR_REQUIRED' });
    expect(await ask(owner)).not.toHaveProperty('message');
    expect(await staff.call(manager, 'get_rights')).toMatchObject({ person: { second_factor_missing: 1 } });
    await setUp(shop, staff, manager);
    expect(await ask(manager)).not.toHaveProperty('message');
    await shop.adminRefused('update_shop_settings', { second_factor_roles: '["Lead"]' }, 'PARAMETER_INVALID');
    const other = await staff.enter('nele', 50, 'manager');
    expect(await ask(other)).toMatchObject({ message: 'SECOND_FACTOR_REQUIRED' });
    await change([]);
    expect(await ask(other)).not.toHaveProperty('message');
  });

  test('opens nothing but one’s own account until it is set up, by any way in; and closes when it ends', async () => {
    const { shop, staff } = open();
    const operations = ['get_categories', 'change_feed'];
    await shop.admin('create_role', { role: 'Safe', operations });
    const cookie = await staff.enter('anna', 50, 'Safe');
    expect(await staff.call(cookie, 'get_categories', { id_parent: 0 })).not.toHaveProperty('message');
    await shop.admin('update_role', { role: 'Safe', second_factor: 1 });
    const { roles } = await shop.admin<{ roles: readonly Reply[] }>('get_roles');
    expect(roles.filter((role) => role['second_factor'] === 1)).toMatchObject([{ name: 'Safe' }]);
    const pipe = { a: { request: 'get_categories', args: { id_parent: 0 } } };
    for (const [request, params, member] of [
      ['get_categories', {}, undefined],
      ['create_product', {}, undefined],
      ['aggregate', { pipe }, 'aggregate_a'],
    ] as const) {
      const reply = await staff.call(cookie, request, params);
      const refused = member === undefined ? reply : reply[member];
      expect(refused, request).toMatchObject({ message: 'SECOND_FACTOR_REQUIRED' });
    }
    expect(staff.office.permits(cookie, 'change_feed')).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    const missing = async () =>
      (await staff.call<{ person: Reply }>(cookie, 'get_rights')).person['second_factor_missing'];
    expect(await missing()).toBe(1);
    const { secret } = await setUp(shop, staff, cookie);
    expect(await missing()).toBe(0);
    expect(await staff.call(cookie, 'get_categories', { id_parent: 0 })).not.toHaveProperty('message');
    expect(staff.office.permits(cookie, 'change_feed').ok).toBe(true);
    await staff.call(cookie, 'end_second_factor', { code: codeAt(secret, shop.nowMs) });
    expect(await staff.call(cookie, 'get_categories', { id_parent: 0 })).toMatchObject({
      message: 'SECOND_FACTOR_REQUIRED',
    });
  });
});
