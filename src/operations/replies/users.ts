// Accounts as replies show them.
import { ADDRESS_FIELDS } from '../../domain/cart/order-details.ts';
import { USER_STATES } from '../../domain/lifecycles/user.ts';
import { Type } from '../../kernel/params.ts';
import type { Static } from '../../kernel/params.ts';
import { OrderCart } from './cart.ts';
import { Change } from './changelog.ts';
import {
  UPPER_SUCCESS,
  dateTime,
  extra,
  group,
  id,
  keyed,
  list,
  maybe,
  oneOf,
  record,
  reply,
  saying,
  text,
  whole,
} from './members.ts';
import { Order, StaffNote } from './orders.ts';
import { Return } from './returns.ts';
import { PastOrder } from './past-orders.ts';

const ACCOUNT = {
  id_user: id('user id'),
  username: text('username'),
  email: text('email address'),
  default_language: text('language of the account, such as de_DE'),
  reg_date: dateTime('when it was registered'),
  first_login: dateTime('first login'),
  last_login: dateTime('last login'),
};

const SECURITY_LEVEL = whole('0: a customer, 50: a manager, 100: an administrator');

/** `object`, status and session before the account, which the login's own members follow. */
const LOGIN = {
  status: Type.Literal('SUCCESS'),
  session_id: text('session id that the client sends from now on'),
};

const DEVICE_TOKEN = text(
  'for the device to keep, and to send with its next logins of this user: guesses of others do not delay them; ' +
    'empty: in the back office',
);

export const LoggedIn = reply('login_user', {
  ...LOGIN,
  ...ACCOUNT,
  security_level: SECURITY_LEVEL,
  device_token: DEVICE_TOKEN,
});
export const InstantlyLoggedIn = reply('login_user', {
  ...LOGIN,
  ...ACCOUNT,
  remote_session: text('the same session id, under the name that applications ask for'),
});

const ProfileValue = group('A standard attribute.', { name: text('name'), value: text('its value; empty: none') });
const AdditionalValue = group('An attribute of the user’s class.', {
  type: text('kind of value, as for attributes of products'),
  name: text('name of the attribute'),
  value: Type.Unknown({ description: 'its value: a text, a number, or a list of product ids' }),
  width: maybe(whole('of an image: pixels')),
  height: maybe(whole('of an image: pixels')),
});

type Address = { [K in (typeof ADDRESS_FIELDS)[number]]: ReturnType<typeof text> };
const Address = group(
  'An address.',
  Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, text(field)])) as Address,
);

const user = <const O extends string>(object: O) =>
  reply(object, {
    ...ACCOUNT,
    status: oneOf('state of the account', USER_STATES),
    unclaimed: maybe(
      extra(saying(Type.Literal(1), 'it came from another system, and nobody has set a password yet; else absent')),
    ),
    session_id: text('session id, where a session reads its own user; else empty'),
    security_level: SECURITY_LEVEL,
    groups: maybe(extra(list(id('group id'), 'groups of customers that it is in; absent: none'))),
    attributes: keyed(ProfileValue, 'standard attributes by name'),
    additional_attributes: extra(keyed(AdditionalValue, 'attributes of the user’s class by name')),
    addresses: list(Address, 'distinct addresses of the newest orders, newest first'),
    seq: maybe(
      extra(whole('record that changed it last, for if_seq; only get_user_by_id shows it to the back office')),
    ),
  });

export const UserData = user('get_user_data');
export const User = { ...user('user'), title: 'User', description: 'An account.' };
export type User = Static<typeof User>;

export const UserExport = reply('user_export', {
  user: User,
  former_email: maybe(text('address with which another system brought the account, before it changed; absent: none')),
  second_factor: maybe(saying(Type.Literal(1), 'logins want a code of an app as well; absent: they do not')),
  orders: list(Order, 'orders, newest first, those placed as a guest before a login among them'),
  order_notes: maybe(
    list(
      record('NotedOrder', 'An order about which the staff noted something.', {
        id_order: id('order id'),
        notes: list(StaffNote, 'oldest first'),
      }),
      'notes of the staff about these orders, by order; absent: there are none',
    ),
  ),
  returns: maybe(list(Return, 'returns of these orders; absent: there are none')),
  past_orders: maybe(list(PastOrder, 'orders of another system, newest first; absent: there are none')),
  sessions: list(
    record('UserSession', 'A session of the user that has not expired.', {
      creation_date: dateTime('when it was opened'),
      expiration_date: dateTime('when it expires'),
      cart: OrderCart,
      order_details: keyed(text('value'), 'what was entered for the next order, by field'),
      attributes: keyed(text('value'), 'attributes for the next order, by name'),
    }),
    'sessions of the user',
  ),
  office_logins: maybe(
    list(
      record('UserOfficeLogin', 'Where a login in the back office was made.', {
        address: text('network that it was made from; empty: unknown'),
        browser: text('browser and system that it was made with; empty: unknown'),
      }),
      'the last logins in the back office, the oldest first; absent: there are none',
    ),
  ),
  preferences: maybe(keyed(text('as it was set'), 'what was chosen in the back office, by name; absent: nothing was')),
  changes: list(Change, 'changes of the account, oldest first'),
});
export type UserExport = Static<typeof UserExport>;

export const PasswordChanged = reply('set_user_password', {
  status: UPPER_SUCCESS,
  device_token: extra(DEVICE_TOKEN),
});

export const PasswordReset = reply('reset_user_password', {
  status: oneOf('init: a token was made; success: the password is set', ['init', 'success']),
  id_user: id('user id; 0 where the reply does not tell whether the address has an account'),
  session_id: text('token that finishes the reset; empty once it is used, or where only the message has it'),
  username: text('username; empty where id_user is 0'),
  email: text('email address'),
  default_language: text('language of the account'),
});
export type PasswordReset = Static<typeof PasswordReset>;
