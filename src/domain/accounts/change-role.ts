// Makes, changes, ends and gives roles.
import { atOnce } from '../../kernel/many.ts';
import { caseless } from '../../kernel/text.ts';
import { mapOk, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { userOf } from './find-user.ts';
import { BUILT_IN_ROLES } from './role.ts';
import type { BuiltInRole, Role, RoleChange } from './role.ts';
import { SECURITY_LEVELS } from './user-fields.ts';

const NAME_LENGTH_MAX = 64;
/** Own roles of a shop. */
const ROLES_MAX = 100;

/** The built-in role of this name, whatever its case. */
export const builtInRole = (name: string): BuiltInRole | undefined =>
  BUILT_IN_ROLES.find((one) => one === caseless(name));

const idOf = (shop: Reader, name: string): number | undefined => {
  shop.trackAbsence('role');
  return shop.index('role').byName.get(caseless(name));
};

/** The role of the shop's own that has this name, whatever its case. Refuses: ROLE_NOT_FOUND. */
export const ownRole = (shop: Reader, name: string): Result<readonly [id: number, role: Readonly<Role>]> => {
  const id = idOf(shop, name);
  const state = id === undefined ? undefined : shop.read('role', id);
  return id === undefined || state === undefined ? refuse('ROLE_NOT_FOUND', name) : ok([id, state]);
};

/** The ids of the shop's own roles, in the order of creation. */
export const roleIds = (shop: Reader): readonly number[] => {
  shop.trackAbsence('role');
  return atOnce(shop.index('role').byName.all(), 'roles_made').toSorted((a, b) => a - b);
};

/** The accounts that open the back office, in the order of creation. */
export const staffIds = (shop: Reader): readonly number[] => {
  shop.trackAbsence('user');
  return [...shop.index('user').staff].sort((a, b) => a - b);
};

/** Refuses: ROLE_NAME_NOT_VALID, ROLE_NAME_ALREADY_IN_USE, ROLE_LIMIT_REACHED. */
export const makeRole = (tx: Transaction, made: Readonly<Role>): Result<number> => {
  const { name } = made;
  if (name.length > NAME_LENGTH_MAX || name.trim() !== name || name === '')
    return refuse('ROLE_NAME_NOT_VALID', 'role');
  if (builtInRole(name) !== undefined || idOf(tx, name) !== undefined) return refuse('ROLE_NAME_ALREADY_IN_USE', name);
  const { length } = roleIds(tx);
  if (length >= ROLES_MAX)
    return refuse('ROLE_LIMIT_REACHED', name, `There are ${length} roles of the shop, of at most ${ROLES_MAX}.`);
  return tx.create('role', { type: 'make_role', ...made });
};

/** Refuses: ROLE_IS_BUILT_IN, ROLE_NOT_FOUND. */
export const changeableRole = (shop: Reader, name: string): ReturnType<typeof ownRole> =>
  builtInRole(name) === undefined ? ownRole(shop, name) : refuse('ROLE_IS_BUILT_IN', name);

/** Refuses: ROLE_IS_BUILT_IN, ROLE_NOT_FOUND. */
export const changeRole = (tx: Transaction, name: string, change: RoleChange): Result<void> => {
  const known = changeableRole(tx, name);
  return known.ok ? tx.ask('role', known.value[0], { type: 'change_role', ...change }) : known;
};

/** The account, channel or invitation that has the role, for a sentence; undefined: nobody has it. */
const holderOf = (shop: Reader, name: string): string | undefined => {
  const person = staffIds(shop).find((id) => shop.read('user', id)?.role === name);
  if (person !== undefined) return `user ${person}`;
  shop.trackAbsence('channel');
  const channel = [...shop.index('channel').byName.values()].find((id) => shop.read('channel', id)?.role === name);
  if (channel !== undefined) return `channel ${channel}`;
  shop.trackAbsence('invitation');
  const invited = [...shop.index('invitation').ends.keys()].find((id) => shop.read('invitation', id)?.role === name);
  return invited === undefined ? undefined : `invitation ${invited}`;
};

/** Refuses: ROLE_IS_BUILT_IN, ROLE_NOT_FOUND, ROLE_IN_USE. */
export const endRole = (tx: Transaction, name: string): Result<void> => {
  const known = changeableRole(tx, name);
  if (!known.ok) return known;
  const [id, state] = known.value;
  const holder = holderOf(tx, state.name);
  if (holder !== undefined) return refuse('ROLE_IN_USE', state.name, `It is the role of ${holder}.`);
  return tx.ask('role', id, { type: 'end_role' });
};

/** The name of a role as it is written; '' for ''. Refuses: ROLE_NOT_FOUND. */
export const nameOfRole = (shop: Reader, given: string): Result<string> => {
  const builtIn = builtInRole(given);
  if (given === '' || builtIn !== undefined) return ok(builtIn ?? '');
  return mapOk(ownRole(shop, given), ([, { name }]) => name);
};

/** `role`: '' for none. Refuses: USER_NOT_FOUND, ROLE_NOT_FOUND, PARAMETER_INVALID for the account of a customer. */
export const giveUserRole = (tx: Transaction, userId: number, given: string): Result<void> => {
  const known = userOf(tx, userId);
  if (!known.ok) return known;
  if (known.value.level < SECURITY_LEVELS.manager)
    return refuse('PARAMETER_INVALID', 'id_user', 'Only an account that opens the back office has a role.');
  const named = nameOfRole(tx, given);
  return named.ok ? tx.ask('user', userId, { type: 'give_role', role: named.value }) : named;
};

/** `role`: '' for none. Refuses: CHANNEL_NOT_FOUND, ROLE_NOT_FOUND. */
export const giveChannelRole = (tx: Transaction, channelId: number, given: string): Result<void> => {
  if (tx.read('channel', channelId) === undefined) return refuse('CHANNEL_NOT_FOUND', channelId);
  const named = nameOfRole(tx, given);
  return named.ok ? tx.ask('channel', channelId, { type: 'give_role', role: named.value }) : named;
};
