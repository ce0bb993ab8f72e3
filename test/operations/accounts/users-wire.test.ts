// Accounts over real transports: the unmodified JavaScript SDK, all three encodings, the trusted address header.
import { describe, expect, test } from 'vitest';
import { OWN, addBilling } from './application-shop.ts';
import { PASSWORD } from './accounts.ts';
import type { Reply } from '../shop.ts';
import type { Cart, Checkout } from '../cart-reply.ts';
import { CREDENTIALS, line } from '../shop.ts';
import { ENCODINGS, fetched } from '../clients/encodings.ts';
import { LISTENERS, served } from '../clients/served.ts';

describe.each(LISTENERS)('$name', (listener) => {
  test('the SDK’s user methods', async () => {
    const config = { applicationChannels: { billing: ['test'] } };
    const { goods, call } = await served(listener, { config });
    const registered = await call('user.registerUser', {
      username: 'zoe@example.org',
      passwd1: PASSWORD,
      passwd2: PASSWORD,
      email: 'zoe@example.org',
      language: 'en_GB',
      class_: 'user',
    });
    expect(registered).toMatchObject({ object: 'register_user', status: 'SUCCESS', id_user: 1 });
    expect(
      await call('user.registerUser', {
        username: 'zoe@example.org',
        passwd1: PASSWORD,
        passwd2: PASSWORD,
        email: 'z@example.org',
      }),
    ).toMatchObject({ object: 'error', status: 'USERNAME_IN_USE' });
    expect(await call('user.verifyUser', { id_user: 1, session_id: 'wrong' })).toMatchObject({
      object: 'verify_user',
      status: 'SESSION_INVALID',
    });
    expect(await call('user.verifyUser', { id_user: 1, session_id: registered['session_id'] })).toMatchObject({
      status: 'SUCCESS',
    });
    expect(await call('user.loginUser', { username: 'zoe@example.org', password: 'wrong' })).toMatchObject({
      object: 'error',
      message: 'LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT',
    });
    const { session_id: session } = await call('user.loginUser', { username: 'zoe@example.org', password: PASSWORD });
    expect(session, 'it sends session=undefined').toMatch(/^\d{10}[A-Za-z0-9]{32}$/);
    expect(await call('user.setUserData', { session, attributes: { firstname: 'Zoë', city: 'Köln' } })).toMatchObject({
      status: 'SUCCESS',
    });
    expect(await call('user.getUserData', { session })).toMatchObject({
      status: 'active',
      default_language: 'en_GB',
      attributes: { firstname: { value: 'Zoë' } },
    });
    expect(
      await call('user.setUserPassword', {
        session,
        old_passwd: PASSWORD,
        new_passwd1: 'Other1',
        new_passwd2: 'Other1',
      }),
    ).toMatchObject({ status: 'SUCCESS' });
    expect(await call('user.getUserOrders', { session })).toEqual({ object: 'get_user_orders', orders: [] });
    expect(await call('user.logoutUser', { session })).toMatchObject({ status: 'SUCCESS' });
    expect(await call('user.getUserData', { session })).toMatchObject({
      object: 'error',
      message: 'USER_NOT_LOGGED_IN',
    });
    const begun = await call('user.resetUserPasswordInit', { email: 'zoe@example.org' });
    expect(begun).toMatchObject({ status: 'init', id_user: 1 });
    expect(
      await call('user.resetUserPasswordSuccess', {
        session_id: begun['session_id'],
        id_user: 1,
        new_passwd1: 'Third1',
        new_passwd2: 'Third1',
      }),
    ).toMatchObject({ status: 'success' });
    expect(await call('user.updateUserData', { id_user: 1, attributes: { lastname: 'Groß' } })).toMatchObject({
      object: 'update_user_data',
      status: 'success',
    });
    expect(await call('user.getUserById', { id_user: 1 })).toMatchObject({
      object: 'get_user_data',
      attributes: { lastname: { value: 'Groß' } },
    });
    expect(await call('search.searchUsers', { constraint: { email: 'zoe@example.org' } })).toMatchObject({
      object: 'search_users_result',
      count: 1,
      result: [{ id_user: 1 }],
    });
    expect(await call('search.searchUsers', { constraint: {} })).toMatchObject({ count: 1 });
    addBilling(goods.shop, 'https://app.example/', 100);
    expect(await call('user.instantLogin', { token: 'token', application_token: OWN })).toMatchObject({
      object: 'login_user',
      status: 'SUCCESS',
      id_user: 2,
    });
    goods.shop.http = { call: () => Promise.resolve({ ok: true, status: 200, bytes: Buffer.from('{"obj":"pong"}') }) };
    expect(
      await call('applications.applicationApiCall', { application: 'billing', app_request: 'ping', args: {} }),
    ).toEqual({
      obj: 'pong',
    });
  });

  test.each(ENCODINGS)(
    'register, verify, log in on a session with a cart, check out, order history: %s',
    async (encoding) => {
      const { goods, url } = await served(listener);
      const id = await goods.stocked(5);
      const call = fetched(url, encoding);
      const { code: session } = await call<{ code: string }>('get_new_session');
      await call('add_to_cart', line(session, id, { quantity: 2 }));
      const args = { username: 'zoe+shop@example.org', passwd1: PASSWORD, passwd2: PASSWORD, email: 'zoe@example.org' };
      const { id_user, session_id } = await call('register_user', { language: 'de_DE', args });
      expect(await call('verify_user', { id_user, session_id })).toMatchObject({ status: 'SUCCESS' });
      expect(await call('login_user', { username: args.username, password: PASSWORD, session })).toMatchObject({
        status: 'SUCCESS',
        session_id: session,
      });
      expect(
        await call('set_user_data', { session, attributes: { firstname: 'Zoë', street: 'Größe & Maß 5%' } }),
      ).toMatchObject({ status: 'SUCCESS' });
      expect((await call<Cart>('get_cart', { session })).contents).toHaveLength(1);
      await call('set_order_details', { session, delivery_city: 'Köln', id_payment_method: 2 });
      const { id_order, session: next } = await call<Checkout>('checkout', { session });
      for (const one of [session, next]) {
        expect(await call('get_user_orders', { session: one })).toMatchObject({
          orders: [{ id: id_order, username: args.username, order_delivery_city: 'Köln', cart: { sum: 20 } }],
        });
      }
      expect(await call('get_user_data', { session: next })).toMatchObject({
        attributes: { street: { value: 'Größe & Maß 5%' } },
        addresses: [{ city: 'Köln' }],
      });
    },
  );

  test('failed logins are counted by the address of the trusted header, where there is one', async () => {
    const attempt = async (url: string, username: string, address: string): Promise<unknown> => {
      const body = new URLSearchParams({ ...CREDENTIALS, request: 'login_user', username, password: 'wrong' });
      return ((await (await fetch(url, { method: 'POST', body, headers: { 'X-Shopper': address } })).json()) as Reply)[
        'message'
      ];
    };
    const config = { loginFailuresFree: 100, loginFailuresFreePerAddress: 2 };
    const trusted = await served(listener, { config }, 'x-shopper');
    const codes = [];
    for (const username of ['anna', 'bert', 'cleo']) codes.push(await attempt(trusted.url, username, '192.0.2.1'));
    expect(codes.at(-1)).toBe('LOGIN_THROTTLED');
    expect(await attempt(trusted.url, 'cleo', '192.0.2.2')).toBe(codes[0]);
    const untrusted = await served(listener, { config });
    for (let count = 0; count < 5; count += 1) expect(await attempt(untrusted.url, 'anna', '192.0.2.1')).toBe(codes[0]);
  });

  test('a body above the limit never reaches anybody', async () => {
    const { url } = await served(listener);
    const body = new URLSearchParams({
      ...CREDENTIALS,
      request: 'login_user',
      username: 'anna',
      password: 'x'.repeat(2_000_000),
    });
    expect((await fetch(url, { method: 'POST', body })).status).toBe(413);
  });
});
