// Logins in the back office: shown and ended, one's own by everybody, those of others by who manages people.
import { lastUsedMs } from '../domain/cart/session-use.ts';
import { endLogins, endOfficeLogin, livingOfficeLogins } from '../domain/accounts/office-logins.ts';
import type { LivingLogin } from '../domain/accounts/office-logins.ts';
import { int } from '../kernel/params.ts';
import { mapOk } from '../kernel/result.ts';
import { WHOSE, accountOf } from './access/whose-account.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { bit, dateTime as dateTimeMember, id, list, record, reply, text } from './replies/members.ts';
import { done } from './replies/plain.ts';
import { dateTime } from './views/format.ts';

const WHAT = 'The logins';

const OF_LOGINS = {
  isForAll: true,
  area: 'roles',
  isExtension: true,
  credential: 'secret',
  level: 'manager',
  session: 'none',
} as const;

const Login = record('OfficeLogin', 'A login in the back office that holds.', {
  id_login: id('login id, of this account'),
  creation_date: dateTimeMember('when it was made'),
  last_used: dateTimeMember('last call, to within sessionTouchIntervalMs'),
  address: text('network that it was made from; empty: unknown'),
  browser: text('browser and system that it was made with, as the browser says; empty: unknown'),
  current: bit('1: the login of this call'),
});

const viewLogin = ({ shop, person }: Context, { login, session }: LivingLogin) => {
  const { id: loginId, sessionId, address, browser } = login;
  const { createdMs } = session;
  return {
    id_login: loginId,
    creation_date: dateTime(createdMs),
    last_used: dateTime(Math.max(createdMs, lastUsedMs(session, shop.rules.sessionTtlMs))),
    address,
    browser,
    current: person?.sessionId === sessionId ? 1 : 0,
  } as const;
};

export const get_logins = read({
  ...OF_LOGINS,
  summary: 'Logins of an account in the back office that hold, the oldest first.',
  params: WHOSE,
  refusals: ['PARAMETER_MISSING', 'USER_NOT_FOUND'],
  reply: reply('logins', { logins: list(Login, 'the logins; at most 20') }),
  view: ({ id_user: userId }, ctx) => {
    const account = accountOf(ctx, userId, WHAT);
    const living = account.ok ? livingOfficeLogins(ctx.shop, account.value) : account;
    return mapOk(living, (logins) => ({ object: 'logins', logins: logins.map((one) => viewLogin(ctx, one)) }) as const);
  },
});

export const end_login = write({
  ...OF_LOGINS,
  summary: 'Ends one login of an account in the back office.',
  params: { ...WHOSE, id_login: int('login id') },
  handle: ({ id_user: userId, id_login: loginId }, ctx) => {
    const account = accountOf(ctx, userId, WHAT);
    return account.ok ? endOfficeLogin(ctx.shop, account.value, loginId) : account;
  },
  refusals: ['PARAMETER_MISSING', 'USER_NOT_FOUND', 'LOGIN_NOT_FOUND'],
  ...done('end_login'),
});

export const end_logins = write({
  ...OF_LOGINS,
  summary:
    'Ends all logins of an account but that of this call, those of storefronts and the tokens of devices among them.',
  params: WHOSE,
  handle: ({ id_user: userId }, ctx) => {
    const account = accountOf(ctx, userId, WHAT);
    if (!account.ok) return account;
    const { person, shop } = ctx;
    return endLogins(shop, account.value, person?.userId === account.value ? person.sessionId : 0);
  },
  refusals: ['PARAMETER_MISSING', 'USER_NOT_FOUND'],
  ...done('end_logins'),
});
