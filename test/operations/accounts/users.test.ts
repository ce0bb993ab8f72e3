// Registration, verification, login and logout.
import { describe, expect, test } from 'vitest';
import { size } from '../../harness/effort.ts';
import { PASSWORD, isLoggedIn, loggedIn, register, registration, verdict, verified } from './accounts.ts';
import { START_MS, freeLine, openShop } from '../shop.ts';

const WRONG = 'LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT';

describe('registration', () => {
  test('the account waits for its verification; then it is active', async () => {
    const shop = openShop();
    const { id, token } = await register(shop, 'anna');
    await shop.refused('login_user', { username: 'anna', password: PASSWORD }, 'USER_NOT_VERIFIED');
    expect(await shop.call('get_user_by_id', { id_user: id })).toMatchObject({
      status: 'unverified',
      username: 'anna',
      first_login: '',
      security_level: 0,
    });
    expect(await shop.call('verify_user', { id_user: id, session_id: token })).toEqual({
      object: 'verify_user',
      status: 'SUCCESS',
    });
    expect(await shop.call('get_user_by_id', { id_user: id })).toMatchObject({ status: 'active' });
    const { headSeq } = shop.engine;
    expect(
      await shop.call('verify_user', { id_user: id, session_id: token }),
      'a link is followed twice',
    ).toMatchObject({ status: 'SUCCESS' });
    expect(shop.engine.headSeq).toBe(headSeq);
  });

  test('bogus verifications say nothing of who exists', async () => {
    const shop = openShop();
    const { id, token } = await register(shop, 'anna');
    const { token: other } = await register(shop, 'bert');
    const attempts = [
      { id_user: id, session_id: other },
      { id_user: 99, session_id: token },
      { id_user: id, session_id: `${token}x` },
      { id_user: id, session_id: 'x' },
    ];
    for (const attempt of attempts)
      expect(await shop.call('verify_user', attempt)).toEqual(verdict('verify_user', 'SESSION_INVALID', 'session_id'));
    expect(await shop.call('verify_user', { id_user: id })).toEqual(
      verdict('verify_user', 'PARAMETER_MISSING', 'session_id'),
    );
    expect(await shop.call('verify_user', { id_user: 'x', session_id: token })).toEqual(
      verdict('verify_user', 'PARAMETER_INVALID', 'id_user'),
    );
  });

  test.each([
    ['a name of three characters', { username: 'abc' }, 'USERNAME_IS_INVALID', 'username'],
    ['a name of 61 characters', { username: 'a'.repeat(61) }, 'USERNAME_IS_INVALID', 'username'],
    ['no name', { username: '' }, 'USERNAME_IS_INVALID', 'username'],
    ['the text undefined for a name', { username: 'undefined' }, 'USERNAME_IS_INVALID', 'username'],
    ['a name with a blank', { username: 'anna b' }, 'USERNAME_IS_INVALID', 'username'],
    ['a Cyrillic а', { username: '\u0430nna' }, 'USERNAME_IS_INVALID', 'username'],
    ['a full-width a', { username: '\uFF41nna' }, 'USERNAME_IS_INVALID', 'username'],
    ['a name that is none', { username: { toString: 1 } }, 'USERNAME_IS_INVALID', 'username'],
    ['no e-mail address', { email: '' }, 'EMAIL_IS_INVALID', 'email'],
    ['an address without a domain', { email: 'anna@' }, 'EMAIL_IS_INVALID', 'email'],
    ['an address without a dot', { email: 'anna@localhost' }, 'EMAIL_IS_INVALID', 'email'],
    ['two addresses', { email: 'a@example.org,b@example.org' }, 'EMAIL_IS_INVALID', 'email'],
    ['an address with a line break', { email: 'a@example.org\nBcc: b@example.org' }, 'EMAIL_IS_INVALID', 'email'],
    ['an address of 255 characters', { email: `${'a'.repeat(243)}@example.org` }, 'EMAIL_IS_INVALID', 'email'],
    ['a password of two characters', { passwd1: 'ab', passwd2: 'ab' }, 'PASSWORD_IS_INVALID', 'passwd1'],
    [
      'a password of 31 characters',
      { passwd1: 'a'.repeat(31), passwd2: 'a'.repeat(31) },
      'PASSWORD_IS_INVALID',
      'passwd1',
    ],
    ['a password outside the set', { passwd1: 'pässword', passwd2: 'pässword' }, 'PASSWORD_IS_INVALID', 'passwd1'],
    ['no password', { passwd1: null, passwd2: null }, 'PASSWORD_IS_INVALID', 'passwd1'],
    ['another repeat', { passwd2: 'Secret2' }, 'PASSWORDS_DOES_NOT_MATCH', 'passwd1'],
    ['a class that is not there', { class: 'vip' }, 'CLASS_NOT_FOUND', 'vip'],
  ])('%s is refused', async (_name, args, code, param) => {
    const shop = openShop();
    const { headSeq } = shop.engine;
    expect(await shop.call('register_user', registration('anna', args))).toEqual(verdict('error', code, param));
    expect(shop.engine.headSeq).toBe(headSeq);
  });

  test('megabytes of password are refused before anything is hashed', async () => {
    const shop = openShop();
    const long = 'a'.repeat(size(2_000_000, 10_000_000));
    expect(await shop.call('register_user', registration('anna', { passwd1: long, passwd2: long }))).toEqual(
      verdict('error', 'PASSWORD_IS_INVALID', 'passwd1'),
    );
    expect(shop.passwords.hashes).toBe(0);
    await verified(shop, 'anna');
    const session = await loggedIn(shop, 'anna');
    const change = { session, old_passwd: PASSWORD, new_passwd1: long, new_passwd2: long };
    expect(await shop.call('set_user_password', change)).toEqual(
      verdict('error', 'PASSWORD_IS_INVALID', 'new_passwd1'),
    );
  });

  test('a used name and a used address, also in another case', async () => {
    const shop = openShop();
    await register(shop, 'Anna.B@Example.org', { email: 'Anna.B@Example.org' });
    const used = [
      [registration('anna.b@example.ORG', { email: 'other@example.org' }), 'USERNAME_IN_USE', 'username'],
      [registration('other', { email: 'anna.b@EXAMPLE.org' }), 'EMAIL_IS_IN_USE', 'email'],
    ] as const;
    const { hashes } = shop.passwords;
    for (const [given, code, param] of used)
      expect(await shop.call('register_user', given)).toEqual(verdict('error', code, param));
    expect(shop.passwords.hashes, 'no new hash is made for them').toBe(hashes);
  });

  test('of two registrations under way with one name the second is refused', async () => {
    const shop = openShop();
    const replies = await Promise.all([
      shop.call('register_user', registration('anna')),
      shop.call('register_user', registration('ANNA', { email: 'b@example.org' })),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(['SUCCESS', 'USERNAME_IN_USE']);
  });

  test('clients send names that are e-mail addresses, numbers as passwords, no language and no class', async () => {
    const shop = openShop();
    const args = {
      username: 'a-b_c+d@example.org',
      email: 'x@example.org',
      passwd1: 12345,
      passwd2: '12345',
      class: null,
    };
    expect(await shop.call('register_user', { args })).toMatchObject({ status: 'SUCCESS', id_user: 1 });
    expect(await shop.call('get_user_by_id', { id_user: 1 })).toMatchObject({
      default_language: 'de_DE',
      reg_date: '2026-01-02 03:04:05',
    });
  });

  test('a charset of any lifts the set, not the length', async () => {
    const shop = openShop({ config: { passwordCharset: 'any' } });
    for (const given of ['naïve pässwörd 🔑', '🔑'.repeat(30)])
      expect(
        await shop.call('register_user', registration(`user${given.length}`, { passwd1: given, passwd2: given })),
      ).toMatchObject({ status: 'SUCCESS' });
    const long = '🔑'.repeat(31);
    expect(await shop.call('register_user', registration('long', { passwd1: long, passwd2: long }))).toMatchObject({
      status: 'PASSWORD_IS_INVALID',
    });
  });

  test('a shop’s own user class gives additional attributes, and cannot be deleted while it has users', async () => {
    const shop = openShop();
    const classId = await shop.make('create_class', { name: 'vip', type: 'user' });
    await shop.make('create_class', { name: 'thing', type: 'product' });
    expect(await shop.call('register_user', registration('anna', { class: 'thing' }))).toEqual(
      verdict('error', 'CLASS_TYPE_NOT_VALID', 'thing'),
    );
    await register(shop, 'anna', { class: 'vip' });
    await shop.adminRefused('delete_class', { id_class: classId }, 'CLASS_IN_USE', classId);
  });

  test('a repeat under an idempotency key does not show the token again', async () => {
    const shop = openShop();
    const once = () => shop.call('register_user', registration('anna'), { key: 'k' });
    expect(await once()).toMatchObject({ status: 'SUCCESS' });
    expect(await once()).toEqual(verdict('error', 'IDEMPOTENCY_RESULT_GONE'));
  });
});

describe('login', () => {
  test('to the session sent, which keeps its cart; the reply has every member', async () => {
    const shop = openShop();
    const { id } = await verified(shop, 'Anna');
    const session = await shop.session();
    shop.nowMs = START_MS + 60_000;
    expect(await shop.call('login_user', { username: 'aNNa', password: PASSWORD, session })).toEqual({
      object: 'login_user',
      status: 'SUCCESS',
      id_user: id,
      session_id: session,
      username: 'Anna',
      email: 'anna@example.org',
      default_language: 'de_DE',
      reg_date: '2026-01-02 03:04:05',
      first_login: '2026-01-02 03:05:05',
      last_login: '2026-01-02 03:05:05',
      security_level: 0,
      device_token: expect.stringMatching(/^1\.[\w-]{16}\.[\w-]{43}$/),
    });
    shop.nowMs += 60_000;
    expect(await shop.call('login_user', { username: 'Anna', password: PASSWORD, session })).toMatchObject({
      first_login: '2026-01-02 03:05:05',
      last_login: '2026-01-02 03:06:05',
    });
    expect(await shop.call('get_order_details', { session })).toMatchObject({
      user: { id_user: id, username: 'Anna' },
    });
  });

  test.each(['', 'undefined', 'null', undefined])('with the session %j a new one is made', async (session) => {
    const shop = openShop();
    await verified(shop, 'anna');
    const { session_id: code } = await shop.call('login_user', { username: 'anna', password: PASSWORD, session });
    expect(code).toMatch(/^\d{10}[A-Za-z0-9]{32}$/);
    expect(await shop.call('get_user_data', { session: code })).toMatchObject({
      object: 'get_user_data',
      session_id: code,
      status: 'active',
    });
  });

  test('with a session that is none nobody is logged in', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const { checks } = shop.passwords;
    await shop.refused(
      'login_user',
      { username: 'anna', password: PASSWORD, session: 'x'.repeat(42) },
      'SESSION_INVALID',
      'session',
    );
    expect(shop.passwords.checks).toBe(checks);
  });

  test('every wrong pair has one code, one text and one check of a hash; a right one has no other', async () => {
    // Would catch a path that answers before it hashes, by which names could be found out.
    const shop = openShop();
    await verified(shop, 'anna');
    await verified(shop, 'locked');
    await register(shop, 'fresh');
    shop.engine.transact({ operation: 'test', channelId: 0, sessionId: 0, userId: 0 }, (tx) =>
      tx.ask('user', 2, { type: 'lock' }),
    );
    const costs = async (username: string, password: string) => {
      const { checks, hashes } = shop.passwords;
      const reply = await shop.call('login_user', { username, password });
      return {
        checks: shop.passwords.checks - checks,
        hashes: shop.passwords.hashes - hashes,
        code: reply['message'] ?? reply['status'],
        detail: reply['detail'],
      };
    };
    const detail = (await costs('anna', 'wrong'))['detail'];
    const pairs = [
      ['anna', 'wrong'],
      ['nobody', PASSWORD],
      ['nobody', 'wrong'],
      ['fresh', 'wrong'],
      ['locked', 'wrong'],
      ['anna', ''],
      ['anna', 'x'.repeat(1_000_000)],
      ['', ''],
      ['\u0430nna', PASSWORD],
      ['x'.repeat(1_000_000), PASSWORD],
    ] as const;
    for (const [username, password] of pairs)
      expect(await costs(username, password), username.slice(0, 9)).toEqual({
        checks: 1,
        hashes: 0,
        code: WRONG,
        detail,
      });
    expect(await costs('fresh', PASSWORD)).toMatchObject({ checks: 1, hashes: 0, code: 'USER_NOT_VERIFIED' });
    expect(await costs('locked', PASSWORD)).toMatchObject({ checks: 1, hashes: 0, code: 'USER_LOCKED' });
    expect(await costs('anna', PASSWORD)).toMatchObject({ checks: 1, hashes: 0, code: 'SUCCESS' });
  });

  test('a password that changes while it is checked opens nothing', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const session = await loggedIn(shop, 'anna');
    shop.passwords.meanwhile = () =>
      shop.call('set_user_password', { session, old_passwd: PASSWORD, new_passwd1: 'Other1', new_passwd2: 'Other1' });
    expect(await shop.call('login_user', { username: 'anna', password: PASSWORD })).toMatchObject({
      object: 'error',
      message: WRONG,
    });
    await loggedIn(shop, 'anna', '', 'Other1');
  });

  test('a stronger setting hashes again at the next login, once', async () => {
    const shop = openShop();
    const { id } = await verified(shop, 'anna');
    const hashOf = () => shop.engine.readContext().read('user', id)!.passwordHash;
    const before = hashOf();
    const other = await loggedIn(shop, 'anna');
    shop.passwords.passes = 3;
    // Two at a time: the one that hashed again must not make the other wrong.
    await Promise.all([loggedIn(shop, 'anna'), loggedIn(shop, 'anna')]);
    expect(hashOf()).not.toBe(before);
    const { hashes } = shop.passwords;
    await loggedIn(shop, 'anna');
    expect(shop.passwords.hashes).toBe(hashes);
    expect(await isLoggedIn(shop, other), 'other sessions stay logged in').toBe(true);
  });

  test('a full queue answers LOGIN_BUSY', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    shop.passwords.busy = true;
    for (let count = 0; count < 20; count += 1)
      await shop.refused('login_user', { username: 'anna', password: PASSWORD }, 'LOGIN_BUSY');
    expect(await shop.call('register_user', registration('bert'))).toEqual(verdict('error', 'LOGIN_BUSY'));
    shop.passwords.busy = false;
    await loggedIn(shop, 'anna');
  });

  test('a repeat under an idempotency key gives the same session, and checks nothing again', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const login = () => shop.call('login_user', { username: 'anna', password: PASSWORD }, { key: 'k' });
    const first = await login();
    const { checks } = shop.passwords;
    expect(await login()).toEqual(first);
    expect(shop.passwords.checks).toBe(checks);
  });

  test('locking ends logins at once; unlocking brings none back', async () => {
    const shop = openShop();
    const { id } = await verified(shop, 'anna');
    const session = await loggedIn(shop, 'anna');
    const ask = (type: 'lock' | 'unlock') =>
      shop.engine.transact({ operation: 'test', channelId: 0, sessionId: 0, userId: 0 }, (tx) =>
        tx.ask('user', id, { type }),
      );
    ask('lock');
    expect(await isLoggedIn(shop, session)).toBe(false);
    ask('unlock');
    expect(await isLoggedIn(shop, session)).toBe(false);
    expect(await isLoggedIn(shop, await loggedIn(shop, 'anna', session))).toBe(true);
  });
});

describe('logout', () => {
  test('takes the user and leaves the session, twice without harm', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const session = await loggedIn(shop, 'anna');
    await shop.call('add_to_cart', freeLine(session, 5));
    const entered = { delivery_city: 'Köln', invoice_zip: '1', note: 'n', email: 'a@example.org', phone: '1' };
    const attributes = [{ name: 'gift', value: 'yes' }];
    await shop.call('set_order_details', { session, ...entered, attributes, id_payment_method: 2 });
    for (let count = 0; count < 2; count += 1)
      expect(await shop.call('logout_user', { session })).toEqual({ object: 'logout_user', status: 'SUCCESS' });
    await shop.refused('get_user_data', { session }, 'USER_NOT_LOGGED_IN', 'session');
    const nothing = { delivery_city: '', invoice_zip: '', note: '', email: '', phone: '', attributes: {} };
    expect(await shop.call('get_order_details', { session }), 'what was entered goes with the user').toMatchObject({
      ...nothing,
      order_payment_method: { id: 2 },
      user: { id_user: 0, username: '' },
    });
    expect(await shop.call('get_cart', { session }), 'the cart stays').toMatchObject({ sum: 5 });
    await shop.refused('logout_user', { session: 'x' }, 'SESSION_INVALID', 'session');
  });

  test('a restart knows who is logged in, and who is not', async () => {
    const shop = openShop();
    await verified(shop, 'anna');
    const [inside, outside] = [await loggedIn(shop, 'anna'), await loggedIn(shop, 'anna')];
    await shop.call('logout_user', { session: outside });
    await shop.restart();
    expect(await isLoggedIn(shop, inside)).toBe(true);
    expect(await isLoggedIn(shop, outside)).toBe(false);
    await loggedIn(shop, 'ANNA');
  });
});
