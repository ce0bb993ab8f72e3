// Makes, changes and ends price lists, moves them when their days come, and sets their prices.
import { caseless } from '../../kernel/text.ts';
import { DONE, mapOk, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Milli } from '../money.ts';
import { currencyNamed } from '../currencies.ts';
import { checkSeen } from '../seen-record.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { boundsOf, checkAudience } from './audience-given.ts';
import { groupOf } from './change-groups.ts';
import { listIds } from './price-list.ts';
import type { PriceList, PriceListTerms } from './price-list.ts';
import { changedTiers, tiersOf } from './product-prices.ts';
import type { Tier } from './packed-prices.ts';
import type { TierChange } from './product-prices.ts';

/** Lists of a shop, ended ones included. */
const LISTS_MAX = 1000;
/** Tiers of a product in one list. */
const TIERS_MAX = 50;

/** What a call says of a list. */
export type ListGiven = Omit<PriceListTerms, 'fromMs' | 'untilMs'>;

/** Refuses: PRICE_LIST_NOT_FOUND. */
const listOf = (shop: Reader, id: number): Result<PriceList> => {
  const list = shop.read('price_list', id);
  return list === undefined ? refuse('PRICE_LIST_NOT_FOUND', id) : ok(list);
};

/** `id`: the list that they are for; 0: a new one. `before`: its terms. */
const checked = (tx: Transaction, id: number, given: ListGiven, before?: PriceListTerms): Result<PriceListTerms> => {
  const { name, currency } = given;
  if (name === '') return refuse('PARAMETER_INVALID', 'name', 'name: a price list has one.');
  const holder = tx.index('price_list').byName.get(caseless(name));
  if (holder !== undefined && holder !== id) return refuse('PRICE_LIST_NAME_ALREADY_IN_USE', name);
  const named = currencyNamed(tx.rules, currency);
  if (!named.ok) return named;
  const audience = checkAudience(tx, given, before);
  if (!audience.ok) return audience;
  return mapOk(boundsOf(tx, given), (bounds) => ({ ...given, ...bounds, currency: named.value }));
};

/**
 * Refuses: PARAMETER_INVALID, CURRENCY_NOT_FOUND, PRICE_LIST_NAME_ALREADY_IN_USE, GROUP_NOT_FOUND, CHANNEL_NOT_FOUND,
 * PRICE_LIST_LIMIT_REACHED.
 */
export const makeList = (tx: Transaction, given: ListGiven): Result<number> => {
  const terms = checked(tx, 0, given);
  if (!terms.ok) return terms;
  const { length } = listIds(tx);
  if (length >= LISTS_MAX)
    return refuse('PRICE_LIST_LIMIT_REACHED', given.name, `There are ${length} price lists, of at most ${LISTS_MAX}.`);
  return tx.create('price_list', { type: 'make_list', terms: terms.value });
};

/**
 * What is absent stays. Refuses as `makeList`; PRICE_LIST_NOT_FOUND, CHANGED_MEANWHILE, PRICE_LIST_ENDED.
 */
export const changeList = (
  tx: Transaction,
  id: number,
  change: Partial<ListGiven>,
  seen: number | undefined,
): Result<void> => {
  const known = listOf(tx, id);
  if (!known.ok) return known;
  const isSeen = checkSeen(tx, 'price_list', id, seen);
  if (!isSeen.ok) return isSeen;
  const { terms: before } = known.value;
  const terms = checked(tx, id, { ...before, ...change }, before);
  return terms.ok ? tx.ask('price_list', id, { type: 'change_list', terms: terms.value }) : terms;
};

/** For good. Refuses: PRICE_LIST_NOT_FOUND. */
export const endList = (tx: Transaction, id: number): Result<void> => {
  const known = listOf(tx, id);
  return known.ok ? tx.ask('price_list', id, { type: 'end_list' }) : known;
};

/** Begins and ends the lists whose days have come, all in one record. */
export const moveDueLists = (tx: Transaction): Result<void> => {
  for (const id of tx.index('price_list').due.dueAt(tx.atMs)) {
    const moved = tx.ask('price_list', id, { type: 'come_due' });
    if (!moved.ok) return moved;
  }
  return DONE;
};

/** Accounts keep its id, which no later group gets. Refuses: GROUP_NOT_FOUND, GROUP_IN_USE. */
export const endGroup = (tx: Transaction, group: number): Result<void> => {
  const known = groupOf(tx, group);
  if (!known.ok) return known;
  const lists = listIds(tx).map((id) => tx.read('price_list', id)!);
  const user = lists.find(({ terms, state }) => state !== 'ended' && terms.groups.includes(group));
  return user === undefined
    ? tx.ask('customer_group', group, { type: 'end_group' })
    : refuse('GROUP_IN_USE', group, `The price list ${shown(user.terms.name)} names it.`);
};

/** Prices of one product or variation in a list. */
export interface PricesGiven {
  readonly productId: number;
  readonly changes: readonly TierChange[];
}

/** A tier at which more pieces come to less money than fewer at the tier before it. */
export interface Inverted {
  readonly productId: number;
  readonly fromMilli: Milli;
}

/** Tiers whose first quantity costs less in sum than the last one below it, in whole steps of the tier's quantity. */
const invertedIn = (productId: number, tiers: readonly Tier[]): readonly Inverted[] =>
  tiers.flatMap(([fromMilli, priceE4], at) => {
    const before = tiers[at - 1];
    // The largest quantity below the tier is one step short of it; a whole piece is the usual one.
    const below = Math.max(fromMilli - 1000, 0);
    return before !== undefined && BigInt(priceE4) * BigInt(fromMilli) < BigInt(before[1]) * BigInt(below)
      ? [{ productId, fromMilli }]
      : [];
  });

const setOf = (tx: Transaction, listId: number, { productId, changes }: PricesGiven): Result<readonly Inverted[]> => {
  const product = tx.read('shopobject', productId);
  if (product?.type !== 'product') return refuse('SHOPOBJECT_NOT_FOUND', productId);
  const id = tx.index('product_prices').get(productId);
  const before = id === undefined ? [] : tiersOf(tx.read('product_prices', id)!, listId);
  const tiers = changedTiers(before, changes);
  if (tiers.length > TIERS_MAX)
    return refuse(
      'PARAMETER_INVALID',
      'prices',
      `prices: product ${productId} would have ${tiers.length} tiers, of ${TIERS_MAX}.`,
    );
  const command = { type: 'set_prices', productId, listId, changes } as const;
  const set = id === undefined ? tx.create('product_prices', command) : tx.ask('product_prices', id, command);
  return set.ok ? ok(invertedIn(productId, tiers)) : set;
};

/**
 * Sets prices of a list, all or none; the tiers whose price is inverted are named and set all the same. `given`: each
 * product once.
 *
 * Refuses: PRICE_LIST_NOT_FOUND, PRICE_LIST_ENDED, SHOPOBJECT_NOT_FOUND, PARAMETER_INVALID.
 */
export const setPrices = (
  tx: Transaction,
  listId: number,
  given: readonly PricesGiven[],
): Result<readonly Inverted[]> => {
  const known = listOf(tx, listId);
  if (!known.ok) return known;
  if (known.value.state === 'ended') return refuse('PRICE_LIST_ENDED', known.value.terms.name);
  const inverted: Inverted[] = [];
  for (const prices of given) {
    const set = setOf(tx, listId, prices);
    if (!set.ok) return set;
    inverted.push(...set.value);
  }
  return ok(inverted);
};
