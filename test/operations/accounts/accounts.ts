// Accounts in a test: registered, verified and logged in through the API.
import { expect } from 'vitest';
import type { Given, Json, TestShop } from '../shop.ts';

export const PASSWORD = 'Secret1';

export interface Account {
  readonly id: number;
  readonly username: string;
  readonly email: string;
}

export const registration = (username: string, more: Given = {}): Given => ({
  language: 'de_DE',
  args: { username, email: `${username.toLowerCase()}@example.org`, passwd1: PASSWORD, passwd2: PASSWORD, ...more },
});

/** Its id, and the token that verifies it. */
export const register = async (
  shop: TestShop,
  username: string,
  more: Given = {},
): Promise<{ readonly id: number; readonly token: string }> => {
  const reply = await shop.call('register_user', registration(username, more));
  expect(reply).toEqual({
    object: 'register_user',
    status: 'SUCCESS',
    id_user: expect.any(Number),
    session_id: expect.stringMatching(/^[\w-]{32}$/),
  });
  return { id: Number(reply['id_user']), token: String(reply['session_id']) };
};

export const verified = async (shop: TestShop, username: string, more: Given = {}): Promise<Account> => {
  const { id, token } = await register(shop, username, more);
  expect(await shop.call('verify_user', { id_user: id, session_id: token })).toEqual({
    object: 'verify_user',
    status: 'SUCCESS',
  });
  return { id, username, email: `${username.toLowerCase()}@example.org` };
};

/** The code of the session that holds the login. */
export const loggedIn = async (
  shop: TestShop,
  username: string,
  session = '',
  password = PASSWORD,
): Promise<string> => {
  const reply = await shop.call('login_user', { username, password, session });
  expect(reply).toMatchObject({ object: 'login_user', status: 'SUCCESS' });
  return String(reply['session_id']);
};

/** Whether somebody is logged in. */
export const isLoggedIn = async (shop: TestShop, session: string): Promise<boolean> =>
  (await shop.call('get_user_data', { session }))['object'] === 'get_user_data';

/** A reply that keeps its `object` and says why in `status`. */
export const verdict = (object: string, code: string, param: Json = expect.any(String) as Json) => ({
  object,
  status: code,
  message: code,
  param,
  detail: expect.any(String),
});
