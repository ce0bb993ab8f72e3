// Makes, renames and ends groups of customers, and says which are there.
import { atOnce } from '../../kernel/many.ts';
import { caseless } from '../../kernel/text.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { checkSeen } from '../seen-record.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { CustomerGroup } from './customer-group.ts';

const NAME_LENGTH_MAX = 64;
/** Groups of a shop. */
const GROUPS_MAX = 1000;

/** Refuses: GROUP_NOT_FOUND. */
export const groupOf = (shop: Reader, id: number): Result<CustomerGroup> => {
  const group = shop.read('customer_group', id);
  return group === undefined ? refuse('GROUP_NOT_FOUND', id) : ok(group);
};

/** The ids of all groups, in the order of creation. */
export const groupIds = (shop: Reader): readonly number[] => {
  shop.trackAbsence('customer_group');
  return atOnce(shop.index('customer_group').byName.all(), 'customer_groups').toSorted((a, b) => a - b);
};

/** `id`: the group that may have the name; 0: none. Refuses: GROUP_NAME_NOT_VALID, GROUP_NAME_ALREADY_IN_USE. */
const nameFor = (shop: Reader, id: number, given: string): Result<string> => {
  const name = given.trim();
  if (name === '' || name.length > NAME_LENGTH_MAX) return refuse('GROUP_NAME_NOT_VALID', 'name');
  shop.trackAbsence('customer_group');
  const holder = shop.index('customer_group').byName.get(caseless(name));
  return holder === undefined || holder === id ? ok(name) : refuse('GROUP_NAME_ALREADY_IN_USE', name);
};

/** Refuses: GROUP_NAME_NOT_VALID, GROUP_NAME_ALREADY_IN_USE, GROUP_LIMIT_REACHED. */
export const makeGroup = (tx: Transaction, given: string): Result<number> => {
  const name = nameFor(tx, 0, given);
  if (!name.ok) return name;
  const { length } = groupIds(tx);
  if (length >= GROUPS_MAX)
    return refuse('GROUP_LIMIT_REACHED', name.value, `There are ${length} groups, of at most ${GROUPS_MAX}.`);
  return tx.create('customer_group', { type: 'make_group', name: name.value });
};

/** Refuses: GROUP_NOT_FOUND, CHANGED_MEANWHILE, GROUP_NAME_NOT_VALID, GROUP_NAME_ALREADY_IN_USE. */
export const renameGroup = (tx: Transaction, id: number, given: string, seen: number | undefined): Result<void> => {
  const known = groupOf(tx, id);
  if (!known.ok) return known;
  const isSeen = checkSeen(tx, 'customer_group', id, seen);
  if (!isSeen.ok) return isSeen;
  const name = nameFor(tx, id, given);
  return name.ok ? tx.ask('customer_group', id, { type: 'rename_group', name: name.value }) : name;
};

/** `groups`: ascending, each once. Refuses: GROUP_NOT_FOUND. */
export const setGroups = (tx: Transaction, userId: number, groups: readonly number[]): Result<void> => {
  for (const group of groups) {
    const known = groupOf(tx, group);
    if (!known.ok) return known;
  }
  return tx.ask('user', userId, { type: 'set_groups', groups });
};
