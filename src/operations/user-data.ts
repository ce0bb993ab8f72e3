// What an account holds, and its orders.
import { capList } from '../domain/listing/listing.ts';
import { pastOrdersOf } from '../domain/history/find-past-orders.ts';
import type { Reader, Transaction } from '../domain/transaction.ts';
import { userOf } from '../domain/accounts/find-user.ts';
import { SECURITY_LEVELS } from '../domain/accounts/user-fields.ts';
import { changeUser } from '../domain/accounts/change-user.ts';
import { checkSeen } from '../domain/seen-record.ts';
import type { Shown } from '../kernel/json.ts';
import { int } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { mayChangeAccount } from './access/levels.ts';
import { tellFormerAddress } from './access/user-messages.ts';
import { checkCountry } from './params/countries.ts';
import { read, write } from './context/operation.ts';
import { ifSeq } from './params/seen-param.ts';
import { profile } from './params/user-params.ts';
import { capMember, plainRecords } from './views/view-context.ts';
import { orderShown } from './views/order.ts';
import { viewPastOrder } from './views/past-order.ts';
import { ordersOf, viewUser, viewUserToStaff } from './views/user.ts';
import { done, doneInCapitals } from './replies/plain.ts';
import { CAP } from './replies/catalogue.ts';
import { extra, list, maybe, reply } from './replies/members.ts';
import { Order } from './replies/orders.ts';
import { PastOrder } from './replies/past-orders.ts';
import { UserData } from './replies/users.ts';

const UserOrders = reply('get_user_orders', {
  ...CAP,
  orders: list(Order, 'the orders, newest first'),
  past_orders: maybe(extra(list(PastOrder, 'orders of another shop system, newest first; absent: there are none'))),
});

/** As history, beside the orders of this shop. */
const pastOrders = (shop: Reader, userId: number) => {
  const past = capList(shop, pastOrdersOf(shop, userId));
  if (past.count === 0) return {};
  const show = (id: number): PastOrder => viewPastOrder(shop, id);
  return { past_orders: shop.untracked(() => plainRecords(shop, 'past_order', past.ids, show)) };
};

export const get_user_orders = read({
  area: 'users',
  summary: 'The orders of the user who is logged in, newest first.',
  credential: 'licence',
  session: 'required',
  params: {},
  refusals: ['USER_NOT_LOGGED_IN'],
  reply: UserOrders,
  view: (_args, { shop, session: { userId } }) => {
    const user = userId === 0 ? undefined : shop.read('user', userId);
    if (user === undefined) return refuse('USER_NOT_LOGGED_IN', 'session');
    const listed = capList(shop, ordersOf(shop, userId));
    const show = (id: number): Shown<Order> => orderShown(shop, id, user.language);
    return ok({
      object: 'get_user_orders',
      ...capMember(listed),
      orders: shop.untracked(() => plainRecords(shop, 'order', listed.ids, show)),
      ...pastOrders(shop, userId),
    });
  },
});

export const get_user_data = read({
  area: 'users',
  summary: 'The account of the user who is logged in.',
  credential: 'licence',
  session: 'required',
  params: {},
  refusals: ['USER_NOT_LOGGED_IN'],
  reply: UserData,
  view: (_args, { shop, service, session: { userId }, sessionActor }) =>
    userId === 0
      ? refuse('USER_NOT_LOGGED_IN', 'session')
      : ok(viewUser(shop, userId, { object: 'get_user_data', code: service.codes.codeOf(sessionActor) })),
});

export const get_user_by_id = read({
  area: 'users',
  summary: 'The account of a user.',
  credential: 'licence',
  session: 'optional',
  params: { id_user: int('user id') },
  refusals: ['USER_NOT_FOUND'],
  reply: UserData,
  view: ({ id_user: id }, ctx) => {
    const owns = ctx.backOffice || (ctx.sessionId !== 0 && ctx.session.userId === id);
    if (!owns && ctx.service.accounts.ownership === 'strict') return refuse('PERMISSION_DENIED', id);
    if (ctx.shop.read('user', id) === undefined) return refuse('USER_NOT_FOUND', id);
    return ok(
      ctx.backOffice ? viewUserToStaff(ctx.shop, id) : viewUser(ctx.shop, id, { object: 'get_user_data', code: '' }),
    );
  },
});

/** Changes an account. The address that an account of the back office had before is told of another one. */
const changeAndTell = (tx: Transaction, userId: number, sent: Parameters<typeof changeUser>[2]): Result<void> => {
  const { email = '', level = 0 } = tx.read('user', userId) ?? {};
  const changed = changeUser(tx, userId, sent);
  const isTold = changed.ok && level >= SECURITY_LEVELS.manager && tx.read('user', userId)!.email !== email;
  return isTold ? tellFormerAddress(tx, userId, email) : changed;
};

export const set_user_data = write({
  area: 'users',
  summary: 'Changes what was sent of the account of the user who is logged in.',
  credential: 'licence',
  session: 'required',
  params: { attributes: profile },
  handle: ({ attributes }, { shop, service, session: { userId } }) => {
    if (userId === 0) return refuse('USER_NOT_LOGGED_IN', 'session');
    const country = checkCountry(service.documents.countries, attributes);
    return country.ok ? changeAndTell(shop, userId, attributes) : country;
  },
  refusals: [
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'SHOPOBJECT_ATTRIBUTE_INVALID',
    'COUNTRY_NOT_FOUND',
    'EMAIL_IS_INVALID',
    'EMAIL_IS_IN_USE',
    'USER_NOT_LOGGED_IN',
  ],
  ...doneInCapitals('set_user_data'),
});

export const update_user_data = write({
  area: 'users',
  // An address of one's own as the e-mail of an account opens it; and what changes nothing tells what it was.
  leaks: ['addresses', 'contacts'],
  roles: ['support'],
  summary: 'Changes what was sent of an account.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: { id_user: int('user id'), attributes: profile, if_seq: ifSeq('account', 'get_user_by_id') },
  handle: ({ id_user: id, attributes, if_seq: seq }, ctx) => {
    const { shop, service, person } = ctx;
    const known = userOf(shop, id);
    if (!known.ok) return known;
    const { email } = known.value;
    const allowed = mayChangeAccount(ctx, id, known.value);
    if (!allowed.ok) return allowed;
    const seen = checkSeen(shop, 'user', id, seq);
    if (!seen.ok) return seen;
    const country = checkCountry(service.documents.countries, attributes);
    const changed = country.ok ? changeAndTell(shop, id, attributes) : country;
    // Who finds a page left open must not lead the resets of its person to another mailbox.
    return changed.ok && person?.userId === id && shop.read('user', id)!.email !== email
      ? refuse('PERMISSION_DENIED', 'email', 'Your own address is changed by somebody else who manages people.')
      : changed;
  },
  refusals: [
    'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
    'SHOPOBJECT_ATTRIBUTE_INVALID',
    'COUNTRY_NOT_FOUND',
    'EMAIL_IS_INVALID',
    'EMAIL_IS_IN_USE',
    'USER_NOT_FOUND',
    'CHANGED_MEANWHILE',
  ],
  ...done('update_user_data'),
});
