// Finds orders of other systems: by their number, their address or their account.
import { NONE, atOnce } from '../../kernel/many.ts';
import { caseless } from '../../kernel/text.ts';
import { isErased, vouchedEmail } from '../accounts/user.ts';
import type { User } from '../accounts/user.ts';
import type { Reader } from '../transaction.ts';
import { numberKey } from './past-order.ts';
import type { PastOrderIndex } from './past-order.ts';

/** Past orders with this number, from every system, in the order in which they came. */
const pastOrdersWithNumber = (shop: Reader, number: string): readonly number[] => {
  shop.trackAbsence('past_order');
  return shop.index('past_order').byNumber.holders(numberKey(number));
};

/** The one of a system with a number. */
export const pastOrderOf = (shop: Reader, source: string, number: string): number | undefined =>
  pastOrdersWithNumber(shop, number).find((id) => shop.read('past_order', id)!.source === source);

/** In the order in which they came. */
const pastOrdersWithEmail = (shop: Reader, email: string): readonly number[] => {
  shop.trackAbsence('past_order');
  return shop.index('past_order').withEmail(email.trim());
};

/** Whether another system vouched for an address of the account: orders of it without an account are its own. */
export const mayClaim = (user: User | undefined): user is User =>
  user !== undefined && !isErased(user) && vouchedEmail(user) !== '';

/**
 * Orders of the address that an account came with and has not got yet: the import that gives them was interrupted or is
 * under way. Sorted by id; nearly always none.
 */
export const unclaimedOf = ({ unclaimed }: PastOrderIndex, user: User | undefined): readonly number[] =>
  mayClaim(user) ? unclaimed.holders(caseless(vouchedEmail(user))) : [];

/** Whether there are such orders; without a copy of a long list. */
export const hasUnclaimed = ({ unclaimed }: PastOrderIndex, user: User): boolean =>
  mayClaim(user) && unclaimed.someOf(caseless(vouchedEmail(user)), 1).length > 0;

/** Past orders of a user, newest first, with those that the account will get. Tracks the list. */
export const pastOrdersOf = (shop: Reader, userId: number): readonly number[] => {
  const index = shop.index('past_order');
  const list = index.byUser.find(userId);
  shop.track(list ?? index.byUser.begun);
  const user = shop.read('user', userId);
  if (mayClaim(user)) shop.trackAbsence('past_order');
  const own = atOnce(list?.ids ?? NONE, 'past orders of one person').toReversed();
  const others = unclaimedOf(index, user);
  if (others.length === 0) return own;
  const placed = new Map(others.map((id) => [id, shop.read('past_order', id)!.placedMs]));
  const placedMs = (id: number): number => placed.get(id) ?? list!.position(id);
  return [...own, ...others].sort((one, other) => placedMs(other) - placedMs(one) || other - one);
};

/** Whether nobody's account has it, so that it is erased by itself. */
export const isOfGuest = (shop: Reader, pastOrderId: number): boolean => {
  const { userId } = shop.read('past_order', pastOrderId)!;
  const owner = userId === 0 ? undefined : shop.read('user', userId);
  return owner === undefined || isErased(owner);
};

/** 0 and '': any. */
interface Asked {
  readonly number: string;
  readonly email: string;
  readonly userId: number;
  /** The last id of the page before; 0: the first page. */
  readonly after: number;
  readonly limit: number;
}

/** None ever ends, but ids have gaps: those that a lost tail of the journal gave are not given again. */
const idsBehind = (shop: Reader, after: number, limit: number): number[] => {
  shop.trackAbsence('past_order');
  const { lastId } = shop.index('past_order');
  const ids: number[] = [];
  for (let id = after + 1; id <= lastId && ids.length < limit; id += 1)
    if (shop.read('past_order', id) !== undefined) ids.push(id);
  return ids;
};

/** Ids in the order in which the orders came. */
export const findPastOrders = (shop: Reader, { number, email, userId, after, limit }: Asked): readonly number[] => {
  const lists = [
    ...(number === '' ? [] : [pastOrdersWithNumber(shop, number)]),
    ...(email === '' ? [] : [pastOrdersWithEmail(shop, email)]),
    ...(userId === 0 ? [] : [pastOrdersOf(shop, userId)]),
  ];
  const [first, ...others] = lists;
  if (first === undefined) return idsBehind(shop, after, limit);
  const sets = others.map((list) => new Set(list));
  return first
    .filter((id) => id > after && sets.every((set) => set.has(id)))
    .toSorted((one, other) => one - other)
    .slice(0, limit);
};
