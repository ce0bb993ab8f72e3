// Looks accounts up by name, address or id. Erased accounts have no name any more, so they are found by nobody.
import { caseless } from '../../kernel/text.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader } from '../transaction.ts';
import type { User } from './user.ts';
import { isErased } from './user.ts';

export type Known = readonly [id: number, state: User];

/** The account with a name or an address. Undefined where there is none; the absence is tracked. */
const knownBy = (shop: Reader, key: 'byName' | 'byEmail' | 'byVouchedEmail', text: string): Known | undefined => {
  const id = shop.index('user')[key].get(caseless(text));
  const state = id === undefined ? undefined : shop.read('user', id);
  if (id === undefined || state === undefined) {
    shop.trackAbsence('user');
    return undefined;
  }
  return [id, state];
};

export const userNamed = (shop: Reader, username: string): Known | undefined => knownBy(shop, 'byName', username);

export const userWithEmail = (shop: Reader, email: string): Known | undefined => knownBy(shop, 'byEmail', email);

/**
 * The account of another system's customer: the one that came with the address, whichever it has by now, or else the
 * one that has it.
 */
export const customerOf = (shop: Reader, email: string): Known | undefined =>
  knownBy(shop, 'byVouchedEmail', email) ?? userWithEmail(shop, email);

/** One that has not been erased. Refuses: USER_NOT_FOUND. */
export const userOf = (shop: Reader, userId: number): Result<User> => {
  const state = shop.read('user', userId);
  return state === undefined || isErased(state) ? refuse('USER_NOT_FOUND', userId) : ok(state);
};

/** The account of this name and this address, while it waits for its verification. */
export const unverifiedAs = (shop: Reader, username: string, email: string): Known | undefined => {
  const known = userNamed(shop, username);
  return known !== undefined && known[1].status === 'unverified' && caseless(known[1].email) === caseless(email)
    ? known
    : undefined;
};
