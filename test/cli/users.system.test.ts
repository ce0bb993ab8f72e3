// `kontor user` and `kontor app` on a store, and what a server then makes of it: real hashes on their own thread. The
// store is opened in this process between two commands, and once by the program.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpenedShop } from '../harness/opened-shop.ts';
import { Place } from '../harness/program.ts';
import type { Ran } from '../harness/program.ts';

type Reply = { readonly [name: string]: unknown };
type Params = { readonly [name: string]: string };

let place: Place;
let shop: OpenedShop | undefined;

const open = async (): Promise<void> => void (shop = await OpenedShop.open(place, 'demo'));
const stop = async (): Promise<void> => {
  await shop!.stop();
  shop = undefined;
};

beforeAll(async () => {
  place = new Place();
  await open();
  await stop();
});
afterAll(async () => {
  await shop?.stop();
  await place.clean();
});

const said = ({ out, err }: Ran): string => [...out, ...err].join('\n');
const done = async (...args: string[]): Promise<string> => {
  const ran = await place.run([...args, '--data', 'demo']);
  expect(ran, said(ran)).toMatchObject({ code: 0, err: [] });
  return ran.out.join('\n');
};
const refused = async (...args: string[]): Promise<string> => {
  const ran = await place.run([...args, '--data', 'demo']);
  expect(ran, said(ran)).toMatchObject({ code: 1, out: [] });
  expect(ran.err).toHaveLength(1);
  return ran.err[0]!;
};
const call = (request: string, params: Params = {}): Promise<Reply> => shop!.call(request, params);
/** By the program, which is started for it and stopped. */
const callServed = async (request: string, params: Params): Promise<Reply> => {
  const server = place.start(['serve', '--demo', '--port', '0', '--data', 'demo']);
  const licence = { licence_username: 'demo_kontor', licence_password: 'demo-password' };
  const body = new URLSearchParams({ ...licence, request, ...params });
  const reply = (await (await fetch(await server.ready(), { method: 'POST', body })).json()) as Reply;
  server.signal('SIGTERM');
  expect((await server.ended).code).toBe(0);
  return reply;
};
const match = (pattern: RegExp, text: string): string => {
  const [, found = ''] = pattern.exec(text) ?? [];
  expect(found, text).not.toBe('');
  return found;
};

test('a user of the back office is added, logs in, is locked, unlocked and given a new password', async () => {
  const added = await done('user', 'add', 'boss', '--email', 'boss@example.org', '--level', 'manager');
  const password = match(/the level manager and the password (\w{16}), which is shown this once$/, added);
  const app = match(
    /called at https:\/\/app\.example\.org\/a\/srv\/service\/ by no channel until applicationChannels names one; its application token is ([\w-]{32})$/,
    await done('app', 'add', 'billing', 'https://app.example.org/a/index.php'),
  );
  const token = match(
    /logs boss in with the token ([\w-]{32}), which is shown this once$/,
    await done('app', 'token', 'billing', 'boss'),
  );
  expect(await done('app', 'list')).toMatch(
    /^kontor: billing {2}https:\/\/app\.example\.org\/a\/index\.php {2}since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d, 1 login tokens, called by no channel until applicationChannels names one$/,
  );
  await open();
  const login = () => call('login_user', { username: 'BOSS', password });
  const first = await login();
  expect(first).toMatchObject({ object: 'login_user', status: 'SUCCESS', security_level: 50, username: 'boss' });
  expect(await call('login_user', { username: 'boss', password: 'wrong' })).toMatchObject({
    message: 'LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT',
  });
  expect(await call('login_user', { username: 'nobody', password })).toMatchObject({
    message: 'LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT',
  });
  for (let count = 0; count < 2; count += 1)
    expect(await call('instant_login', { token, application_token: app })).toMatchObject({
      status: 'SUCCESS',
      username: 'boss',
    });
  const session = String(first['session_id']);
  await stop();

  expect(await done('user', 'lock', 'boss')).toBe('kontor: user boss is locked');
  await open();
  expect(await login()).toMatchObject({ message: 'USER_LOCKED' });
  expect(await call('get_user_data', { session })).toMatchObject({ message: 'USER_NOT_LOGGED_IN' });
  expect(await call('instant_login', { token, application_token: app })).toMatchObject({
    message: 'LOGIN_TOKEN_INVALID',
  });
  await stop();

  expect(await done('user', 'unlock', 'boss')).toBe('kontor: user boss is active');
  const fresh = match(
    /user boss has the password (\w{16}), which is shown this once; all logins are ended$/,
    await done('user', 'reset', 'boss'),
  );
  await open();
  expect(await login()).toMatchObject({ message: 'LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT' });
  await stop();
  expect(await callServed('login_user', { username: 'boss', password: fresh })).toMatchObject({ status: 'SUCCESS' });
});

test('an export is everything about one user, as JSON', async () => {
  const password = match(
    /password (\w{16}),/,
    await done('user', 'add', 'zoe@example.org', '--email', 'zoe@example.org', '--level', 'customer'),
  );
  await open();
  const free = {
    element_type: 'FREE_ELEMENT',
    id_shopobject: '0',
    quantity: '1',
    price_field: '3',
    name_field: 'wrap',
    description_field: '',
  };
  // What she ordered as a guest before she logged in there is hers as well.
  const { code: session } = (await call('get_new_session')) as { code: string };
  await call('add_to_cart', { session, ...free, name_field: 'before' });
  await call('set_order_details', { session, delivery_city: 'Bonn' });
  await call('checkout', { session });
  expect(await call('login_user', { session, username: 'zoe@example.org', password })).toMatchObject({
    session_id: session,
  });
  await call('set_user_data', { session, attributes: JSON.stringify({ firstname: 'Zoë' }) });
  await call('add_to_cart', { session, ...free });
  await call('set_order_details', { session, delivery_city: 'Köln' });
  const { session: next } = (await call('checkout', { session })) as { session: string };
  await call('add_to_cart', { session: next, ...free, name_field: 'another' });
  await stop();
  const exported = await done('user', 'export', 'ZOE@example.org');
  expect(JSON.parse(exported)).toMatchObject({
    user: { username: 'zoe@example.org', attributes: { firstname: { value: 'Zoë' } }, addresses: [{ city: 'Köln' }] },
    orders: [
      { object: 'order', order_delivery_city: 'Köln', cart: { contents: [{ name: 'wrap' }] } },
      { object: 'order', order_delivery_city: 'Bonn', cart: { contents: [{ name: 'before' }] } },
    ],
    sessions: [
      { order_details: { delivery_city: 'Köln' }, cart: { contents: [] } },
      { cart: { contents: [{ name: 'another' }] } },
    ],
    changes: expect.arrayContaining([
      expect.objectContaining({ operation: 'set_user_data', field: 'profile.firstname', after: 'Zoë' }),
    ]) as unknown,
  });
  for (const secret of ['argon2', session, next, 'boss']) expect(exported.includes(secret), secret).toBe(false);
});

test('messages that wait for a user are deleted with the user, those to an earlier address as well', async () => {
  // Catches a message that does not say whom it is to.
  await open();
  const office = { licence_secret_key: 'demo-secret-key' };
  for (const name of ['SEND_MESSAGE_TO_USER', 'SEND_NEW_PASSWD_TO_USER']) {
    expect(await call('update_webhook', { ...office, name, url: 'http://127.0.0.1:9/', parameter: '' })).toMatchObject({
      status: 'success',
    });
  }
  const register = (name: string): Promise<Reply> =>
    call('register_user', {
      args: JSON.stringify({
        username: name,
        email: `${name}@former.example`,
        passwd1: 'password1',
        passwd2: 'password1',
      }),
    });
  const { id_user: id } = await register('mona');
  expect(await register('nobody_else')).toMatchObject({ status: 'SUCCESS' });
  expect(await call('reset_user_password', { args: JSON.stringify({ email: 'mona@former.example' }) })).toMatchObject({
    status: 'init',
  });
  await stop();
  await done('user', 'reset', 'mona');
  await open();
  expect(
    await call('update_user_data', {
      ...office,
      id_user: String(id),
      attributes: JSON.stringify({ email: 'mona@new.example' }),
    }),
  ).toMatchObject({ status: 'success' });
  await stop();
  expect(await done('user', 'erase', 'mona')).toContain('and 3 waiting messages');
  expect(await done('user', 'erase', 'nobody_else')).toContain('and 1 waiting messages');
});

test.each([
  [['user', 'add', 'abc', '--email', 'a@example.org', '--level', 'manager'], 'USERNAME_IS_INVALID'],
  [['user', 'add', 'name', '--email', 'a', '--level', 'manager'], 'EMAIL_IS_INVALID'],
  [
    ['user', 'add', 'name', '--email', 'a@example.org', '--level', 'king'],
    'king is none of customer, manager, administrator',
  ],
  [['user', 'lock', 'nobody'], 'USER_NOT_FOUND (nobody)'],
  [['user', 'reset', 'nobody'], 'USER_NOT_FOUND (nobody)'],
  [['user', 'export', 'nobody'], 'USER_NOT_FOUND (nobody)'],
  [['app', 'add', 'x', 'ftp://example.org'], 'ftp://example.org is no http or https address'],
  [['app', 'add', '', 'https://example.org'], 'the name of an application has 1 to 255 characters'],
  [['app', 'token', 'nothing', 'nobody'], 'APPLICATION_NOT_FOUND (nothing)'],
])('%j is one line: %s', async (args, reason) => {
  expect(await refused(...args)).toContain(reason);
});

test('a name that is taken, and a directory without a store', async () => {
  await done('user', 'add', 'taken', '--email', 'taken@example.org', '--level', 'administrator');
  expect(await refused('user', 'add', 'TAKEN', '--email', 'other@example.org', '--level', 'customer')).toContain(
    'USERNAME_IN_USE',
  );
  expect(await refused('user', 'add', 'other', '--email', 'Taken@example.org', '--level', 'customer')).toContain(
    'EMAIL_IS_IN_USE',
  );
  const ran = await place.run(['user', 'lock', 'taken', '--data', 'nowhere']);
  expect(ran).toMatchObject({ code: 1, err: ['kontor: nowhere holds no store'] });
});
