// Who may call which operation: what decides for persons of the back office, and where rights are checked.
//
// Guaranteed: an operation that writes and needs the secret key is for administrators unless it says otherwise.
import { builtInRole, ownRole, staffIds } from '../../domain/accounts/change-role.ts';
import { userOf } from '../../domain/accounts/find-user.ts';
import { NO_PASSWORD } from '../../domain/accounts/user.ts';
import type { User } from '../../domain/accounts/user.ts';
import { SECURITY_LEVELS } from '../../domain/accounts/user-fields.ts';
import type { Reader, Transaction } from '../../domain/transaction.ts';
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Context, Operation } from '../context/operation.ts';
import type { Account, Rights, RoleServices } from '../context/rights.ts';

/** Returns the least security level that may call it, 50 or 100. */
export const levelOf = ({ level, credential, effect }: Operation): number => {
  const byItself = credential === 'secret' && effect === 'write' ? 'administrator' : 'manager';
  return SECURITY_LEVELS[level ?? byItself];
};

/**
 * Whether the holder of the rights may call it. This is the one place in which rights are checked, for persons and for
 * channels alike. Refuses: PERMISSION_DENIED, SECOND_FACTOR_REQUIRED.
 */
export const mayCall = ({ role, may, lacksSecondFactor }: Rights, name: string): Result<void> => {
  if (may(name)) return DONE;
  if (lacksSecondFactor === true) return refuse('SECOND_FACTOR_REQUIRED', 'request');
  const why = role === '' ? 'This is for administrators.' : `The role ${role} lacks ${name}.`;
  return refuse('PERMISSION_DENIED', 'request', why);
};

type Holder = Pick<Context, 'shop' | 'rights' | 'service'>;

/** Whether the caller may do all that somebody else may. `param`: what names them. Refuses: PERMISSION_DENIED. */
export const coversRights = ({ rights, service }: Holder, wanted: Rights, param: string): Result<void> => {
  const missing = service.accounts.roles.lacking(rights, wanted);
  return missing === undefined ? DONE : refuse('PERMISSION_DENIED', param, `That wants ${missing}, which you lack.`);
};

type Changer = Holder & Pick<Context, 'person'>;

/** Who may call it manages people: only they change an account of the back office that is not their own. */
export const MANAGES_PEOPLE = 'set_user_role';

/**
 * Whether the caller may change an account: nobody changes that of somebody above them, by level or by what they may
 * do, and nobody who does not manage people that of a colleague, whose login they could take over. A channel with its
 * secret key and without a role may change all. `param`: what names the account. Refuses: PERMISSION_DENIED.
 */
export const mayChangeAccount = (ctx: Changer, userId: number, account: Account, param = 'id_user'): Result<void> => {
  const { person, rights, shop, service } = ctx;
  if (person !== undefined && person.level < account.level)
    return refuse('PERMISSION_DENIED', param, 'The account has a higher level than yours.');
  const isColleague = account.level >= SECURITY_LEVELS.manager && person?.userId !== userId;
  if (isColleague && !rights.may(MANAGES_PEOPLE))
    return refuse('PERMISSION_DENIED', param, `An account of the back office wants ${MANAGES_PEOPLE}, which you lack.`);
  return coversRights(ctx, service.accounts.roles.ofAccount(shop, account), param);
};

/** Whether the account is not the caller's own. `why`: what to do instead. Refuses: PERMISSION_DENIED. */
export const isOfOther = ({ person }: Pick<Context, 'person'>, userId: number, why: string): Result<void> =>
  person?.userId === userId ? refuse('PERMISSION_DENIED', 'id_user', why) : DONE;

/**
 * Whether an account that may do everything stays, and can log in, once this one has another role or is locked or
 * erased. `then`: what it is afterwards; absent: gone. Refuses: LAST_OWNER.
 */
export const leavesOwner = (shop: Reader, roles: RoleServices, userId: number, then?: Account): Result<void> => {
  const owner = roles.ofRole(shop, 'owner');
  const isOwner = (account: Account): boolean => roles.lacking(roles.ofAccount(shop, account), owner) === undefined;
  const logsIn = ({ status, passwordHash }: User): boolean => status === 'active' && passwordHash !== NO_PASSWORD;
  const known = userOf(shop, userId);
  if (!known.ok || !logsIn(known.value) || !isOwner(known.value)) return DONE;
  if (then !== undefined && isOwner(then)) return DONE;
  const stays = staffIds(shop).some((id) => {
    const other = id === userId ? undefined : shop.read('user', id);
    return other !== undefined && logsIn(other) && isOwner(other);
  });
  return stays ? DONE : refuse('LAST_OWNER', userId);
};

/**
 * The first record of an erasure: ends the logins of an account that opens the back office and lets it make no new one,
 * so that of two owners who are erased at once one stays. Refuses: USER_NOT_FOUND, LAST_OWNER.
 */
export const beginErasure = (tx: Transaction, roles: RoleServices, userId: number): Result<void> => {
  const known = userOf(tx, userId);
  if (!known.ok) return known;
  const stays = leavesOwner(tx, roles, userId);
  if (!stays.ok || known.value.level < SECURITY_LEVELS.manager) return stays;
  return tx.ask('user', userId, { type: 'lock' });
};

/** The rights of a channel; one that there is not has those without a role. */
const rightsOfChannel = ({ shop, service }: Holder, channelId: number): Rights =>
  service.accounts.roles.ofChannel(shop, shop.read('channel', channelId)?.role ?? '');

/**
 * Whether the caller may change a channel: nobody gets credentials that open more than their own. Refuses:
 * PERMISSION_DENIED.
 */
export const mayChangeChannel = (ctx: Holder, channelId: number): Result<void> =>
  coversRights(ctx, rightsOfChannel(ctx, channelId), 'id_channel');

/**
 * Whether the caller may give a role, '' for none, to an account of a level, or to a channel. Refuses: ROLE_NOT_FOUND,
 * PERMISSION_DENIED.
 */
export const mayGiveRole = (ctx: Holder, role: string, to: number | 'channel'): Result<void> => {
  const { shop, service } = ctx;
  const { roles } = service.accounts;
  const isKnown = role === '' || builtInRole(role) !== undefined ? DONE : ownRole(shop, role);
  if (!isKnown.ok) return isKnown;
  const rights = to === 'channel' ? roles.ofChannel(shop, role) : roles.ofAccount(shop, { level: to, role });
  return coversRights(ctx, rights, 'role');
};

/** Whether the caller may take money off an order by a negative amount: who may make coupons takes it off by these. */
export const mayTakeOff = ({ backOffice, rights }: Pick<Context, 'backOffice' | 'rights'>): boolean =>
  backOffice && rights.may('create_coupons');
