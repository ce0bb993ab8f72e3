// Accounts over real transports: the unmodified JavaScript SDK, all three encodings, the trusted address header.
import { afterEach, describe, expect, test } from 'vitest';
import Sleekshop from 'sleekshop-js-sdk';
import { listenNode } from '../../../src/http/transport/node-transport.ts';
import { requestHandler } from '../../../src/http/server.ts';
import type { Listener } from '../../../src/http/transport/transport.ts';
import { listenUws } from '../../../src/http/transport/uws-transport.ts';
import { addApplication } from '../../../src/domain/accounts/add-application.ts';
import { issueLogin } from '../../../src/domain/accounts/application-login.ts';
import { ApplicationTokens } from '../../../src/engine/codes/application-tokens.ts';
import { maintenanceCause } from '../../../src/engine/engine.ts';
import { digestOf } from '../../../src/operations/access/tokens.ts';
import { PASSWORD } from './accounts.ts';
import type { Given, Reply, ShopOptions } from '../shop.ts';
import type { Cart, Checkout } from '../cart-reply.ts';
import { CREDENTIALS, Goods, SECRET, STORE_KEY, line } from '../shop.ts';

type Method = (params?: Given) => Promise<Reply>;
type UserMethod =
  | 'registerUser'
  | 'verifyUser'
  | 'loginUser'
  | 'logoutUser'
  | 'setUserPassword'
  | 'resetUserPasswordInit'
  | 'resetUserPasswordSuccess';
type DataMethod = 'getUserOrders' | 'getUserData' | 'getUserById' | 'setUserData' | 'updateUserData' | 'instantLogin';
interface Sdk {
  readonly sessions: { readonly getNewSession: Method };
  readonly user: { readonly [K in UserMethod | DataMethod]: Method };
  readonly search: { readonly searchUsers: Method };
  readonly applications: { readonly applicationApiCall: Method };
}

type SdkClass = new (endpoint: string, username: string, password: string, secretKey?: string) => Sdk;
const loaded = Sleekshop as unknown as SdkClass & { readonly default?: SdkClass };
const SdkConstructor: SdkClass = loaded.default ?? loaded;

const open: Listener[] = [];
afterEach(async () => {
  for (const listening of open.splice(0)) await listening.close(0);
});

const asTexts = (fields: Given): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );

const encodings: { readonly [name: string]: (fields: Given) => RequestInit } = {
  urlencoded: (fields) => ({ body: new URLSearchParams(Object.entries(asTexts(fields))) }),
  multipart: (fields) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(asTexts(fields))) form.append(name, value);
    return { body: form };
  },
  json: (fields) => ({ body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }),
};

const transports = [
  { name: 'uWebSockets.js', listen: listenUws },
  { name: 'node:http', listen: listenNode },
] as const;

describe.each(transports)('$name', ({ listen }) => {
  const serve = async (
    options: ShopOptions = {},
    clientAddressHeader = '',
  ): Promise<{ goods: Goods; url: string; sdk: Sdk }> => {
    const goods = await Goods.open(options);
    const receive = requestHandler(goods.shop.dispatch, { bodyFieldsMax: 200, fieldNameBytesMax: 256 });
    const listening = await listen(
      { host: '127.0.0.1', port: 0, bodyBytesMax: 1_048_576, bodyTimeoutMs: 5000, clientAddressHeader },
      receive,
    );
    open.push(listening);
    const url = `http://127.0.0.1:${listening.port}/srv/service/`;
    const { licence_username, licence_password } = CREDENTIALS;
    return { goods, url, sdk: new SdkConstructor(url, licence_username, licence_password, SECRET) };
  };

  test('the SDK’s user methods', async () => {
    const { goods, sdk } = await serve();
    const { user } = sdk;
    const registered = await user.registerUser({
      username: 'zoe@example.org',
      passwd1: PASSWORD,
      passwd2: PASSWORD,
      email: 'zoe@example.org',
      language: 'en_GB',
      class_: 'user',
    });
    expect(registered).toMatchObject({ object: 'register_user', status: 'SUCCESS', id_user: 1 });
    expect(
      await user.registerUser({
        username: 'zoe@example.org',
        passwd1: PASSWORD,
        passwd2: PASSWORD,
        email: 'z@example.org',
      }),
    ).toMatchObject({ object: 'error', status: 'USERNAME_IN_USE' });
    expect(await user.verifyUser({ id_user: 1, session_id: 'wrong' })).toMatchObject({
      object: 'verify_user',
      status: 'SESSION_INVALID',
    });
    expect(await user.verifyUser({ id_user: 1, session_id: registered['session_id'] })).toMatchObject({
      status: 'SUCCESS',
    });
    expect(await user.loginUser({ username: 'zoe@example.org', password: 'wrong' })).toMatchObject({
      object: 'error',
      message: 'LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT',
    });
    const { session_id: session } = await user.loginUser({ username: 'zoe@example.org', password: PASSWORD });
    expect(session, 'it sends session=undefined').toMatch(/^\d{10}[A-Za-z0-9]{32}$/);
    expect(await user.setUserData({ session, attributes: { firstname: 'Zoë', city: 'Köln' } })).toMatchObject({
      status: 'SUCCESS',
    });
    expect(await user.getUserData({ session })).toMatchObject({
      status: 'active',
      default_language: 'en_GB',
      attributes: { firstname: { value: 'Zoë' } },
    });
    expect(
      await user.setUserPassword({ session, old_passwd: PASSWORD, new_passwd1: 'Other1', new_passwd2: 'Other1' }),
    ).toMatchObject({ status: 'SUCCESS' });
    expect(await user.getUserOrders({ session })).toEqual({ object: 'get_user_orders', orders: [] });
    expect(await user.logoutUser({ session })).toMatchObject({ status: 'SUCCESS' });
    expect(await user.getUserData({ session })).toMatchObject({ object: 'error', message: 'USER_NOT_LOGGED_IN' });
    const begun = await user.resetUserPasswordInit({ email: 'zoe@example.org' });
    expect(begun).toMatchObject({ status: 'init', id_user: 1 });
    expect(
      await user.resetUserPasswordSuccess({
        session_id: begun['session_id'],
        id_user: 1,
        new_passwd1: 'Third1',
        new_passwd2: 'Third1',
      }),
    ).toMatchObject({ status: 'success' });
    expect(await user.updateUserData({ id_user: 1, attributes: { lastname: 'Groß' } })).toMatchObject({
      object: 'update_user_data',
      status: 'success',
    });
    expect(await user.getUserById({ id_user: 1 })).toMatchObject({
      object: 'get_user_data',
      attributes: { lastname: { value: 'Groß' } },
    });
    expect(await sdk.search.searchUsers({ constraint: { email: 'zoe@example.org' } })).toMatchObject({
      object: 'search_users_result',
      count: 1,
      result: [{ id_user: 1 }],
    });
    expect(await sdk.search.searchUsers({ constraint: {} })).toMatchObject({ count: 1 });
    const own = new ApplicationTokens(STORE_KEY).of('nonce');
    goods.shop.engine.transact(maintenanceCause('test'), (tx) =>
      addApplication(tx, { name: 'app', url: 'https://app.example/', nonce: 'nonce', tokenDigest: digestOf(own) }),
    );
    goods.shop.engine.transact(maintenanceCause('test'), (tx) =>
      tx.create('user', {
        type: 'register',
        subject: tx.newSubject(),
        username: 'chef',
        email: 'chef@example.org',
        passwordHash: 'x',
        language: '',
        classId: 0,
        level: 100,
        verifyDigest: '',
      }),
    );
    goods.shop.engine.transact(maintenanceCause('test'), (tx) => issueLogin(tx, 'app', 'chef', digestOf('token')));
    expect(await user.instantLogin({ token: 'token', application_token: own })).toMatchObject({
      object: 'login_user',
      status: 'SUCCESS',
      id_user: 2,
    });
    goods.shop.http = { call: () => Promise.resolve({ ok: true, status: 200, bytes: Buffer.from('{"obj":"pong"}') }) };
    expect(await sdk.applications.applicationApiCall({ application: 'app', app_request: 'ping', args: {} })).toEqual({
      obj: 'pong',
    });
  });

  test.each(Object.keys(encodings))(
    'register, verify, log in on a session with a cart, check out, order history: %s',
    async (encoding) => {
      const { goods, url } = await serve();
      const id = await goods.stocked(5);
      const call = async <T = Reply>(request: string, params: Given = {}): Promise<T> => {
        const reply = await fetch(url, {
          method: 'POST',
          ...encodings[encoding]!({ ...CREDENTIALS, request, ...params }),
        });
        expect(reply.status).toBe(200);
        return (await reply.json()) as T;
      };
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
    const trusted = await serve({ config }, 'x-shopper');
    const codes = [];
    for (const username of ['anna', 'bert', 'cleo']) codes.push(await attempt(trusted.url, username, '192.0.2.1'));
    expect(codes.at(-1)).toBe('LOGIN_THROTTLED');
    expect(await attempt(trusted.url, 'cleo', '192.0.2.2')).toBe(codes[0]);
    const untrusted = await serve({ config });
    for (let count = 0; count < 5; count += 1) expect(await attempt(untrusted.url, 'anna', '192.0.2.1')).toBe(codes[0]);
  });

  test('a body above the limit never reaches anybody', async () => {
    const { url } = await serve();
    const body = new URLSearchParams({
      ...CREDENTIALS,
      request: 'login_user',
      username: 'anna',
      password: 'x'.repeat(2_000_000),
    });
    expect((await fetch(url, { method: 'POST', body })).status).toBe(413);
  });
});
