// What the back office does to accounts: lock, unlock, a new password.
import { userOf } from '../domain/accounts/find-user.ts';
import type { User } from '../domain/accounts/user.ts';
import type { Reader } from '../domain/transaction.ts';
import { fire } from '../domain/webhooks/fire-webhooks.ts';
import { int } from '../kernel/params.ts';
import { mapOk } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { mayChangeAccount } from './access/levels.ts';
import { write } from './context/operation.ts';
import type { Operation, Person } from './context/operation.ts';
import { SUCCESS, reply, text } from './replies/members.ts';
import { done } from './replies/plain.ts';

const USER = { id_user: int('user id') };

/** An account that the caller may change. Refuses: USER_NOT_FOUND, PERMISSION_DENIED. */
const changeable = (shop: Reader, id: number, person: Person | undefined): Result<User> => {
  const known = userOf(shop, id);
  if (!known.ok) return known;
  const allowed = mayChangeAccount({ person }, known.value.level);
  return allowed.ok ? known : allowed;
};

const changeStatus = (operation: string, type: 'lock' | 'unlock', summary: string): Operation =>
  write({
    area: 'users',
    isExtension: true,
    summary,
    credential: 'secret',
    session: 'none',
    params: USER,
    level: 'manager',
    handle: ({ id_user: id }, { shop, person }) => {
      const known = changeable(shop, id, person);
      if (!known.ok) return known;
      return type === 'lock' ? shop.ask('user', id, { type: 'lock' }) : shop.ask('user', id, { type: 'unlock' });
    },
    refusals: ['USER_NOT_FOUND'],
    ...done(operation),
  });

export const lock_user = changeStatus(
  'lock_user',
  'lock',
  'Refuses logins to an account and ends those it has; again is no harm.',
);

export const unlock_user = changeStatus(
  'unlock_user',
  'unlock',
  'Lets a locked account log in again; of one that is not locked nothing changes.',
);

export const reset_user = write({
  area: 'users',
  isExtension: true,
  summary:
    'Gives an account a random password, shown this once and sent by the webhook SEND_NEW_PASSWD_TO_USER; ' +
    'all its logins end.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  slow: 'passwords',
  secret: true,
  params: USER,
  // The password comes in as data with its hash, so the decision can be replayed.
  prepare: ({ id_user: id }, { shop, service, person }) => {
    const known = changeable(shop, id, person);
    if (!known.ok) return known;
    const { password } = service.newCredentials();
    return Promise.resolve(service.accounts.passwords.hash(password)).then((hashed) =>
      mapOk(hashed, (passwordHash) => ({ password, passwordHash })),
    );
  },
  handle: ({ id_user: id }, { shop, person }, { password, passwordHash }) => {
    const known = changeable(shop, id, person);
    if (!known.ok) return known;
    const isByStaff = person?.userId !== id;
    const changed = shop.ask('user', id, { type: 'set_password', passwordHash, isByStaff });
    if (!changed.ok) return changed;
    return fire(shop, 'SEND_NEW_PASSWD_TO_USER', { email: known.value.email, passwd: password }, id);
  },
  refusals: ['USER_NOT_FOUND', 'LOGIN_BUSY'],
  reply: reply('reset_user', { status: SUCCESS, password: text('the new password; it is shown this once') }),
  view: (_outcome, _ctx, _args, prepared) =>
    ({ object: 'reset_user', status: 'success', password: prepared?.password ?? '' }) as const,
});
