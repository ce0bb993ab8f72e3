// What the back office does to accounts: lock, unlock, a new password.
import { userOf } from '../domain/accounts/find-user.ts';
import type { User } from '../domain/accounts/user.ts';
import { int } from '../kernel/params.ts';
import { mapOk } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { isOfOther, leavesOwner, mayChangeAccount } from './access/levels.ts';
import { sendNewPassword } from './access/user-messages.ts';
import { write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { writeSeen } from './params/seen-write.ts';
import { SUCCESS, reply, text } from './replies/members.ts';
import { done } from './replies/plain.ts';

const USER = { id_user: int('user id') };

/** An account that the caller may change. Refuses: USER_NOT_FOUND, PERMISSION_DENIED. */
const changeable = (ctx: Context, id: number): Result<User> => {
  const known = userOf(ctx.shop, id);
  if (!known.ok) return known;
  const allowed = mayChangeAccount(ctx, id, known.value);
  return allowed.ok ? known : allowed;
};

const OF_ACCOUNT = {
  area: 'users',
  isExtension: true,
  credential: 'secret',
  session: 'none',
  params: USER,
  level: 'manager',
  roles: ['support'],
} as const;

export const lock_user = writeSeen(
  { kind: 'user', id: (args) => args.id_user, called: 'account', shownBy: 'get_user_by_id' },
  {
    ...OF_ACCOUNT,
    summary: 'Refuses logins to an account and ends those it has; again is no harm.',
    handle: ({ id_user: id }, ctx) => {
      const known = changeable(ctx, id);
      if (!known.ok) return known;
      const { roles } = ctx.service.accounts;
      const allowed = [isOfOther(ctx, id, 'Nobody locks their own account.'), leavesOwner(ctx.shop, roles, id)];
      return allowed.find((one) => !one.ok) ?? ctx.shop.ask('user', id, { type: 'lock' });
    },
    refusals: ['USER_NOT_FOUND', 'LAST_OWNER'],
    ...done('lock_user'),
  },
);

export const unlock_user = writeSeen(
  { kind: 'user', id: (args) => args.id_user, called: 'account', shownBy: 'get_user_by_id' },
  {
    ...OF_ACCOUNT,
    summary: 'Lets a locked account log in again; of one that is not locked nothing changes.',
    handle: ({ id_user: id }, ctx) => {
      const known = changeable(ctx, id);
      return known.ok ? ctx.shop.ask('user', id, { type: 'unlock' }) : known;
    },
    refusals: ['USER_NOT_FOUND'],
    ...done('unlock_user'),
  },
);

/** The same; nobody gets round the question for their own old password. Refuses: USER_NOT_FOUND, PERMISSION_DENIED. */
const resettable = (ctx: Context, id: number): Result<User> => {
  const isOther = isOfOther(ctx, id, 'You change your own password by set_user_password.');
  return isOther.ok ? changeable(ctx, id) : isOther;
};

export const reset_user = write({
  ...OF_ACCOUNT,
  // By the password one sees the account as its person does.
  leaks: 'all',
  summary:
    'Gives an account a random password, shown this once and sent by the webhook SEND_NEW_PASSWD_TO_USER; ' +
    'all its logins end.',
  slow: 'passwords',
  secret: true,
  // The password comes in as data with its hash, so the decision can be replayed.
  prepare: ({ id_user: id }, ctx) => {
    const known = resettable(ctx, id);
    if (!known.ok) return known;
    const { service } = ctx;
    const { password } = service.newCredentials();
    return Promise.resolve(service.accounts.passwords.hash(password)).then((hashed) =>
      mapOk(hashed, (passwordHash) => ({ password, passwordHash })),
    );
  },
  handle: ({ id_user: id }, ctx, { password, passwordHash }) => {
    const known = resettable(ctx, id);
    if (!known.ok) return known;
    const { shop } = ctx;
    const changed = shop.ask('user', id, { type: 'set_password', passwordHash, isByStaff: true });
    if (!changed.ok) return changed;
    return sendNewPassword(shop, id, password);
  },
  refusals: ['USER_NOT_FOUND', 'LOGIN_BUSY'],
  reply: reply('reset_user', { status: SUCCESS, password: text('the new password; it is shown this once') }),
  view: (_outcome, _ctx, _args, prepared) =>
    ({ object: 'reset_user', status: 'success', password: prepared?.password ?? '' }) as const,
});
