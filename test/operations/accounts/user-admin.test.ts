// What the back office does to accounts and applications: catches a lock that leaves a login alive, a new password that
// is not the one shown or leaves the old one valid, and a list of tokens that shows one which holds no more.
import { describe, expect, test } from 'vitest';
import { START_MS, openShop } from '../shop.ts';
import { PASSWORD, isLoggedIn, loggedIn, verified } from './accounts.ts';
import { addBilling } from './application-shop.ts';

describe('lock_user and unlock_user', () => {
  test('a lock ends logins and refuses new ones until it is taken away', async () => {
    const shop = openShop();
    const { id } = await verified(shop, 'anna');
    const session = await loggedIn(shop, 'anna');
    for (const again of [1, 2])
      expect([again, await shop.admin('lock_user', { id_user: id })]).toEqual([
        again,
        { object: 'lock_user', status: 'success' },
      ]);
    expect(await isLoggedIn(shop, session)).toBe(false);
    expect(await shop.call('login_user', { username: 'anna', password: PASSWORD })).toMatchObject({
      message: 'USER_LOCKED',
    });
    expect(await shop.admin('unlock_user', { id_user: id })).toEqual({ object: 'unlock_user', status: 'success' });
    await loggedIn(shop, 'anna');
    const head = shop.engine.headSeq;
    await shop.admin('unlock_user', { id_user: id });
    expect(shop.engine.headSeq).toBe(head);
  });

  test.each(['lock_user', 'unlock_user', 'reset_user'])('%s wants the secret key and a user', async (request) => {
    const shop = openShop();
    const { id } = await verified(shop, 'anna');
    await shop.refused(request, { id_user: id }, 'PERMISSION_DENIED', 'licence_secret_key');
    await shop.adminRefused(request, { id_user: 99 }, 'USER_NOT_FOUND', 99);
    await shop.adminRefused(request, { id_user: 'x' }, 'PARAMETER_INVALID', 'id_user');
  });
});

test('reset_user: the password shown is the only one that holds, and no reply shows it twice', async () => {
  const shop = openShop();
  const { id } = await verified(shop, 'anna');
  const session = await loggedIn(shop, 'anna');
  const { password } = await shop.admin<{ password: string }>('reset_user', { id_user: id }, { key: 'k' });
  expect(await isLoggedIn(shop, session)).toBe(false);
  await loggedIn(shop, 'anna', '', password);
  expect(await shop.call('login_user', { username: 'anna', password: PASSWORD })).toMatchObject({
    message: 'LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT',
  });
  expect(await shop.admin('reset_user', { id_user: id }, { key: 'k' })).toMatchObject({
    message: 'IDEMPOTENCY_RESULT_GONE',
  });
});

describe('get_applications and get_application_tokens', () => {
  test('count and name the tokens that hold, and show none', async () => {
    const shop = openShop();
    expect(await shop.admin('get_applications')).toEqual({ object: 'applications', applications: [] });
    addBilling(shop, 'https://app.example.org/');
    const [application] = (await shop.admin<{ applications: object[] }>('get_applications')).applications;
    expect(application).toMatchObject({ name: 'billing', url: 'https://app.example.org/', tokens: 1 });
    const listed = await shop.admin('get_application_tokens', { application: 'billing' });
    expect(listed).toEqual({
      object: 'application_tokens',
      tokens: [
        {
          id: expect.stringMatching(/^[\w-]{16}$/),
          id_user: 1,
          username: 'chef',
          end_date: '2026-01-03 03:04:05',
        },
      ],
    });
    expect(JSON.stringify(listed)).not.toContain('"token"');
    shop.nowMs = START_MS + 86_400_000;
    expect(await shop.admin('get_application_tokens', { application: 'billing' })).toMatchObject({ tokens: [] });
    await shop.adminRefused('get_application_tokens', { application: 'x' }, 'APPLICATION_NOT_FOUND', 'x');
  });

  test('a token ends with its user’s logins', async () => {
    const shop = openShop();
    addBilling(shop, 'https://app.example.org/');
    await shop.admin('lock_user', { id_user: 1 });
    expect(await shop.admin('get_application_tokens', { application: 'billing' })).toMatchObject({ tokens: [] });
  });
});
