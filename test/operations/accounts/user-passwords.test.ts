// Changing a password, setting a forgotten one, and throttling.
import { describe, expect, test } from 'vitest';
import type { Context } from '../../../src/operations/context/operation.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { PASSWORD, isLoggedIn, loggedIn, register, verdict, verified } from './accounts.ts';
import { channel, raw } from '../channels/channel-calls.ts';
import { openShop } from '../shop.ts';
import type { TestShop } from '../shop.ts';

const WRONG = 'LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT';
const HOUR_MS = 3_600_000;
const change = (session: string, more: object = {}) => ({
  session,
  old_passwd: PASSWORD,
  new_passwd1: 'Other1',
  new_passwd2: 'Other1',
  ...more,
});

describe('set_user_password', () => {
  test('the session that changes it stays logged in, all others do not', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const [own, other] = [await loggedIn(shop, 'anna'), await loggedIn(shop, 'anna')];
    expect(await shop.call('set_user_password', change(own))).toEqual({
      object: 'set_user_password',
      status: 'SUCCESS',
      device_token: expect.stringMatching(/^1\.[\w-]{16}\.[\w-]{43}$/),
    });
    expect(await isLoggedIn(shop, own)).toBe(true);
    expect(await isLoggedIn(shop, other)).toBe(false);
    expect(await shop.call('get_cart', { session: other }), 'the session itself lives on').toMatchObject({
      object: 'cart',
    });
    await shop.refused('login_user', { username: 'anna', password: PASSWORD }, WRONG);
    await loggedIn(shop, 'anna', '', 'Other1');
    await shop.restart();
    expect(await isLoggedIn(shop, own)).toBe(true);
    expect(await isLoggedIn(shop, other)).toBe(false);
  });

  test.each([
    ['a wrong old password', { old_passwd: 'wrong' }, 'OLD_PASSWORD_IS_WRONG', 'old_passwd'],
    ['an old password of a megabyte', { old_passwd: 'x'.repeat(1_000_000) }, 'OLD_PASSWORD_IS_WRONG', 'old_passwd'],
    ['a new one that is too short', { new_passwd1: 'ab', new_passwd2: 'ab' }, 'PASSWORD_IS_INVALID', 'new_passwd1'],
    ['another repeat', { new_passwd2: 'Other2' }, 'PASSWORDS_DOES_NOT_MATCH', 'new_passwd1'],
    ['a bogus session', { session: 'x' }, 'SESSION_INVALID', 'session'],
  ])('%s is refused', async (_name, more, code, param) => {
    const shop = openShop();
    await verified(shop, 'anna');
    const session = await loggedIn(shop, 'anna');
    const { headSeq } = shop.engine;
    expect(await shop.call('set_user_password', change(session, more))).toEqual(verdict('error', code, param));
    expect(shop.engine.headSeq).toBe(headSeq);
  });

  test('nobody who is not logged in changes anything', async () => {
    const shop = openShop();
    expect(await shop.call('set_user_password', change(await shop.session()))).toEqual(
      verdict('error', 'USER_NOT_LOGGED_IN', 'session'),
    );
    expect(shop.passwords.checks).toBe(0);
  });

  test('of two changes under way only the first counts', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const [one, two] = [await loggedIn(shop, 'anna'), await loggedIn(shop, 'anna')];
    const replies = await Promise.all([
      shop.call('set_user_password', change(one)),
      shop.call('set_user_password', change(two, { new_passwd1: 'Third1', new_passwd2: 'Third1' })),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(['SUCCESS', 'USER_NOT_LOGGED_IN']);
    await loggedIn(shop, 'anna', '', 'Other1');
  });

  // Without a new token, whoever guesses from the same address delays the device that changed the password.
  test('gives the device a token in the place of the one that it ends, of the same device', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const logIn = (more: object) => shop.call('login_user', { username: 'anna', password: PASSWORD, ...more });
    const { device_token: before } = await logIn({});
    // The device of an earlier session.
    const { session_id: session } = await logIn({ device_token: before });
    const { device_token: elsewhere } = await logIn({});
    const deviceIn = (token: unknown): string | undefined => String(token).split('.')[1];
    const changed = await shop.call('set_user_password', change(String(session), { device_token: before }), {
      key: 'once',
    });
    const { device_token: after } = changed;
    expect(deviceIn(after)).toBe(deviceIn(before));
    expect(deviceIn(after)).not.toBe(deviceIn(elsewhere));
    expect(after).not.toBe(before);
    const guess = async (more: object) => (await logIn({ password: 'wrong', ...more }))['message'];
    for (let count = 0; count < 5; count += 1) expect(await guess({})).toBe(WRONG);
    for (const device_token of [undefined, before, elsewhere])
      expect(await guess({ device_token }), 'no known device').toBe('LOGIN_THROTTLED');
    expect(await logIn({ password: 'Other1', device_token: after })).toMatchObject({ device_token: after });
    const again = change(String(session), { device_token: before });
    expect(await shop.call('set_user_password', again, { key: 'once' })).toEqual(changed);
  });

  test('gives a device that sends no token one that its next login knows', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const { device_token } = await shop.call('set_user_password', change(await loggedIn(shop, 'anna')));
    const login = { username: 'anna', password: 'Other1', device_token };
    expect(await shop.call('login_user', login)).toMatchObject({ device_token });
  });

  test('repeats what an older version has done, without a token', () => {
    const operation = OPERATIONS.get('set_user_password')!;
    const view = operation.effect === 'write' ? operation.view(null, {} as Context, {}) : undefined;
    expect(view).toEqual({ object: 'set_user_password', status: 'SUCCESS', device_token: '' });
  });

  test('guesses at the old password are throttled like logins', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const session = await loggedIn(shop, 'anna');
    const guess = async () =>
      (await shop.call('set_user_password', change(session, { old_passwd: 'wrong' })))['status'];
    for (let count = 0; count < 5; count += 1) expect(await guess()).toBe('OLD_PASSWORD_IS_WRONG');
    expect(await guess()).toBe('LOGIN_THROTTLED');
  });
});

describe('reset_user_password', () => {
  const init = async (shop: TestShop, email = 'anna@example.org') =>
    shop.call('reset_user_password', { args: { email } });
  const finish = (token: unknown, more: object = {}) => ({
    args: { session_id: token, id_user: 1, new_passwd1: 'Other1', new_passwd2: 'Other1', ...more },
  });

  test('by the token of its beginning, once; it ends every login', async () => {
    const shop = openShop();
    const { id, email } = await verified(shop, 'anna');
    const session = await loggedIn(shop, 'anna');
    const begun = await init(shop, 'ANNA@example.org');
    expect(begun).toEqual({
      object: 'reset_user_password',
      status: 'init',
      id_user: id,
      session_id: expect.stringMatching(/^[\w-]{32}$/),
      username: 'anna',
      email,
      default_language: 'de_DE',
    });
    await loggedIn(shop, 'anna');
    expect(await shop.call('reset_user_password', finish(begun['session_id']))).toEqual({
      ...begun,
      status: 'success',
      session_id: '',
    });
    expect(await isLoggedIn(shop, session)).toBe(false);
    await shop.refused('login_user', { username: 'anna', password: PASSWORD }, WRONG);
    await loggedIn(shop, 'anna', '', 'Other1');
    await shop.refused('reset_user_password', finish(begun['session_id']), 'SESSION_INVALID', 'session_id');
  });

  test('an unknown address has a name of its own, and nothing is hashed for it', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const { hashes } = shop.passwords;
    await shop.refused('reset_user_password', { args: { email: 'nobody@example.org' } }, 'USER_NOT_FOUND', 'email');
    for (const args of [{}, [], { email: 'anna' }, { email: null }])
      await shop.refused('reset_user_password', { args }, 'EMAIL_IS_INVALID', 'email');
    await shop.refused('reset_user_password', { args: 'x' }, 'PARAMETER_INVALID', 'args');
    expect(shop.passwords.hashes).toBe(hashes);
  });

  test('bogus tokens are refused before anything is hashed', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    await verified(shop, 'bert');
    const { token } = await register(shop, 'cleo');
    const { session_id: berts } = await init(shop, 'bert@example.org');
    const { hashes } = shop.passwords;
    for (const bogus of [berts, token, 'x', `${String(berts)}x`])
      await shop.refused('reset_user_password', finish(bogus), 'SESSION_INVALID', 'session_id');
    await shop.refused('reset_user_password', finish(berts, { id_user: 99 }), 'SESSION_INVALID', 'session_id');
    expect(shop.passwords.hashes).toBe(hashes);
  });

  test('a new password outside the rules leaves the token good', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const { session_id: token } = await init(shop);
    await shop.refused(
      'reset_user_password',
      finish(token, { new_passwd1: 'ab', new_passwd2: 'ab' }),
      'PASSWORD_IS_INVALID',
      'new_passwd1',
    );
    await shop.refused(
      'reset_user_password',
      finish(token, { new_passwd2: 'Other2' }),
      'PASSWORDS_DOES_NOT_MATCH',
      'new_passwd1',
    );
    expect(await shop.call('reset_user_password', finish(token))).toMatchObject({ status: 'success' });
  });

  test.each([
    ['an hour passes', async (shop: TestShop) => void (shop.nowMs += HOUR_MS)],
    ['another reset begins', init],
    [
      'the password changes',
      async (shop: TestShop) => shop.call('set_user_password', change(await loggedIn(shop, 'anna'))),
    ],
    [
      'the address changes',
      (shop: TestShop) => shop.admin('update_user_data', { id_user: 1, attributes: { email: 'new@example.org' } }),
    ],
  ])('the token is worth nothing once %s', async (_name, meanwhile) => {
    const shop = openShop();
    await verified(shop, 'anna');
    const { session_id: token } = await init(shop);
    await meanwhile(shop);
    await shop.refused('reset_user_password', finish(token), 'SESSION_INVALID', 'session_id');
  });

  test('whoever is locked or unverified stays so', async () => {
    const shop = openShop();
    await register(shop, 'anna');
    const { session_id: token } = await init(shop);
    expect(await shop.call('reset_user_password', finish(token))).toMatchObject({ status: 'success' });
    await shop.refused('login_user', { username: 'anna', password: 'Other1' }, 'USER_NOT_VERIFIED');
  });

  test('a repeat under an idempotency key does not show the token again', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const once = () => shop.call('reset_user_password', { args: { email: 'anna@example.org' } }, { key: 'k' });
    expect(await once()).toMatchObject({ status: 'init' });
    expect(await once()).toMatchObject({ message: 'IDEMPOTENCY_RESULT_GONE' });
  });
});

describe('tokens', () => {
  test('only digests of them are kept anywhere', async () => {
    const shop = openShop();
    const { token } = await register(shop, 'anna');
    const reset = await shop.call('reset_user_password', { args: { email: 'anna@example.org' } });
    const kept = [...shop.journal.batches(1)].map(({ bytes }) => bytes.toString('latin1')).join();
    expect(kept.length).toBeGreaterThan(0);
    for (const secret of [token, String(reset['session_id']), PASSWORD]) expect(kept.includes(secret)).toBe(false);
  });
});

describe('throttling', () => {
  const attempt = async (shop: TestShop, username: string, password = 'wrong') => {
    const reply = await shop.call('login_user', { username, password });
    return reply['message'] ?? reply['status'];
  };

  test.each(['anna', 'nobody'])(
    'five failures of %s are free; then each waits longer, never for ever',
    async (username) => {
      const shop = openShop();
      await verified(shop, 'anna');
      for (let count = 0; count < 5; count += 1)
        expect(await attempt(shop, count % 2 === 0 ? username : username.toUpperCase())).toBe(WRONG);
      for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 512]) {
        const { checks } = shop.passwords;
        shop.nowMs += seconds * 1000 - 1;
        expect(await attempt(shop, username)).toBe('LOGIN_THROTTLED');
        expect(shop.passwords.checks, 'nothing is hashed').toBe(checks);
        shop.nowMs += 1;
        expect(await attempt(shop, username)).toBe(WRONG);
      }
      shop.nowMs += HOUR_MS;
      expect(await attempt(shop, username)).toBe(WRONG);
      expect(await attempt(shop, username)).toBe(WRONG);
    },
  );

  test('the right password begins anew; other names wait for nobody', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    await verified(shop, 'bert');
    for (let count = 0; count < 6; count += 1) await attempt(shop, 'anna');
    expect(await attempt(shop, 'bert', PASSWORD)).toBe('SUCCESS');
    expect(await attempt(shop, 'anna', PASSWORD)).toBe('LOGIN_THROTTLED');
    shop.nowMs += 1000;
    expect(await attempt(shop, 'anna', PASSWORD)).toBe('SUCCESS');
    for (let count = 0; count < 5; count += 1) expect(await attempt(shop, 'anna')).toBe(WRONG);
  });

  test('by its token a device that has logged in before passes, whatever others guess at its storefront', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const right = { username: 'anna', password: PASSWORD };
    const { device_token: token } = await shop.call('login_user', right);
    for (let count = 0; count < 6; count += 1) await attempt(shop, 'anna');
    expect(await attempt(shop, 'anna', PASSWORD), 'an unknown device').toBe('LOGIN_THROTTLED');
    for (const device_token of [token, `x ${String(token)}`])
      expect(await shop.call('login_user', { ...right, device_token })).toMatchObject({
        status: 'SUCCESS',
        device_token: token,
      });
    const wrong = { username: 'anna', password: 'wrong', device_token: token };
    for (let count = 0; count < 5; count += 1) await shop.refused('login_user', wrong, WRONG);
    expect(await shop.call('login_user', { ...right, device_token: token }), 'it has a count of its own').toMatchObject(
      { message: 'LOGIN_THROTTLED' },
    );
  });

  test('guesses at one storefront delay nobody at another one', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const second = await channel(shop, 'json', { name: 'second' });
    for (let count = 0; count < 6; count += 1) await attempt(shop, 'anna');
    expect(await attempt(shop, 'anna', PASSWORD)).toBe('LOGIN_THROTTLED');
    const right = { request: 'login_user', username: 'anna', password: PASSWORD };
    expect((await raw(shop, { ...second, licence_secret_key: '', ...right })).text).toContain('SUCCESS');
  });

  test('guesses at a login delay no change of the password, nor guesses at that a login', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const session = await loggedIn(shop, 'anna');
    for (let count = 0; count < 6; count += 1) await attempt(shop, 'anna');
    const guessed = async () =>
      (await shop.call('set_user_password', change(session, { old_passwd: 'wrong' })))['status'];
    for (let count = 0; count < 5; count += 1) expect(await guessed()).toBe('OLD_PASSWORD_IS_WRONG');
    shop.nowMs += 1000;
    expect(await attempt(shop, 'anna', PASSWORD)).toBe('SUCCESS');
  });

  test('many at once are no way around it', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const replies = await Promise.all(Array.from({ length: 20 }, () => attempt(shop, 'anna')));
    expect(replies.filter((code) => code === WRONG)).toHaveLength(5);
    expect(replies.filter((code) => code === 'LOGIN_THROTTLED')).toHaveLength(15);
  });
});
