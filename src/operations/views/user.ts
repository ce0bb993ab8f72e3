// Accounts as clients read them.
import type { AttributeDefinition, AttributeValue } from '../../domain/attributes/attributes.ts';
import { emptyValue } from '../../domain/attributes/attributes.ts';
import { lookUpPlain, own } from '../../domain/by-language.ts';
import { ADDRESS_FIELDS, fieldOf } from '../../domain/cart/order-details.ts';
import type { OrderDetails } from '../../domain/cart/order-details.ts';
import type { Reader } from '../../domain/transaction.ts';
import { lacksPassword } from '../../domain/accounts/user.ts';
import type { User } from '../../domain/accounts/user.ts';
import { PROFILE_FIELDS } from '../../domain/accounts/user-fields.ts';
import { classOfUser } from '../../domain/accounts/user-class.ts';
import { Keyed } from '../../kernel/json.ts';
import type { Json, Shown, ShownRecord } from '../../kernel/json.ts';
import { NONE, atOnce } from '../../kernel/many.ts';
import { isAmong } from '../../kernel/text.ts';
import type * as Replies from '../replies/users.ts';
import { dateTime } from './format.ts';

const account = (id: number, state: User) => ({
  id_user: id,
  username: state.username,
  email: state.email,
  default_language: state.language,
  reg_date: dateTime(state.createdMs),
  first_login: dateTime(state.firstLoginMs),
  last_login: dateTime(state.lastLoginMs),
});

/** The reply of a login, without the members at its end. `code`: session id that the client sends from now on. */
export const viewLogin = (id: number, state: User, code: string) =>
  ({ object: 'login_user', status: 'SUCCESS', session_id: code, ...account(id, state) }) as const;

/** The reply of reset_user_password. `token`: '' after it was used. */
export const viewReset = (
  id: number,
  { username, email, language }: User,
  token: string,
): Shown<Replies.PasswordReset> => ({
  object: 'reset_user_password',
  status: token === '' ? 'success' : 'init',
  id_user: id,
  session_id: token,
  username,
  email,
  default_language: language,
});

/** The reply of a reset that begins with its token withheld: the same whether or not the address has an account. */
export const viewWithheldReset = (email: string, language: string): Shown<Replies.PasswordReset> => ({
  object: 'reset_user_password',
  status: 'init',
  id_user: 0,
  session_id: '',
  username: '',
  email,
  default_language: language,
});

const shownValue = (
  value: AttributeValue,
): { readonly value: Json; readonly width?: number; readonly height?: number } =>
  typeof value === 'object' && 'width' in value
    ? { value: value.value, width: value.width, height: value.height }
    : { value };

const additional = (
  shop: Reader,
  state: User,
  isNeeded: (name: string) => boolean,
): Shown<Replies.User['additional_attributes']> => {
  const [, shopClass] = classOfUser(shop, state) ?? [];
  const valueOf = ({ number, type, defaults }: AttributeDefinition): AttributeValue =>
    own(state.attributes, String(number)) ??
    lookUpPlain(defaults, state.language, shop.rules.language) ??
    emptyValue(type);
  return new Keyed(
    (shopClass?.attributes ?? [])
      .filter(({ name }) => isNeeded(name))
      .map((attribute) => [
        attribute.name,
        { type: attribute.type, name: attribute.name, ...shownValue(valueOf(attribute)) },
      ]),
  );
};

/** Newest orders of a user whose addresses are shown. */
const ADDRESS_ORDERS_MAX = 200;

const addressOf = (details: OrderDetails, kind: 'delivery' | 'invoice'): readonly string[] =>
  ADDRESS_FIELDS.map((field) => fieldOf(details, `${kind}_${field}`));

/** Distinct addresses of the newest orders, newest first. */
const addresses = (shop: Reader, userId: number): Replies.User['addresses'] => {
  const distinct = new Map<string, Replies.User['addresses'][number]>();
  for (const id of ordersOf(shop, userId).slice(0, ADDRESS_ORDERS_MAX)) {
    const { details } = shop.untracked(() => shop.read('order', id)!);
    for (const kind of ['delivery', 'invoice'] as const) {
      const address = addressOf(details, kind);
      if (address.some((text) => text !== ''))
        distinct.set(
          JSON.stringify(address),
          Object.fromEntries(
            ADDRESS_FIELDS.map((field, index) => [field, address[index]!]),
          ) as Replies.User['addresses'][number],
        );
    }
  }
  return [...distinct.values()];
};

/** Ids of a user's orders, newest first. The read set gets the list, which changes with each of the orders. */
export const ordersOf = (shop: Reader, userId: number): readonly number[] => {
  const { byUser } = shop.index('order');
  const list = byUser.find(userId);
  shop.track(list ?? byUser.begun);
  return atOnce(list?.ids ?? NONE, 'orders of one person').toReversed();
};

export interface ShownUser<O extends string> {
  readonly object: O;
  /** Session id, if the session reads its own user; '' otherwise. */
  readonly code: string;
  /** Names of the attributes to show; empty: all. */
  readonly needed?: readonly string[];
}

export const viewUser = <O extends 'get_user_data' | 'user'>(
  shop: Reader,
  id: number,
  { object, code, needed = [] }: ShownUser<O>,
): { readonly object: O } & Omit<ShownRecord<Replies.User>, 'object'> => {
  const state = shop.read('user', id)!;
  const isNeeded = (name: string): boolean => needed.length === 0 || isAmong(needed, name);
  return {
    object,
    ...account(id, state),
    status: state.status,
    ...(lacksPassword(state) && { unclaimed: 1 as const }),
    session_id: code,
    security_level: state.level,
    ...(state.groups.length > 0 && { groups: state.groups }),
    attributes: Object.fromEntries(
      PROFILE_FIELDS.filter(isNeeded).map((name) => [name, { name, value: own(state.profile, name) ?? '' }]),
    ),
    additional_attributes: additional(shop, state, isNeeded),
    addresses: addresses(shop, id),
  };
};

/** What get_user_by_id shows in the back office: with the record that changed the account last. It must be there. */
export const viewUserToStaff = (shop: Reader, id: number) => ({
  ...viewUser(shop, id, { object: 'get_user_data', code: '' }),
  seq: shop.seqOf('user', id),
});
