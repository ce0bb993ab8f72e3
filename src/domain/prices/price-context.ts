// For whom a price is asked. Callers of the same channel, groups, country and currency share one object, so that what
// was found for one is known for all (src/domain/prices/price-in-force.ts).

import type { ShopRules } from '../rules.ts';

export interface PriceContext {
  readonly channelId: number;
  /** Groups of the account that is logged in, ascending; none for a guest. */
  readonly groups: readonly number[];
  /** Two letters. */
  readonly country: string;
  /** ISO 4217 code. */
  readonly currency: string;
}

/** Contexts that are kept; a shop has some dozens. Beyond it all are forgotten, and made anew as they are asked for. */
const CONTEXTS_MAX = 4096;

const interned = new Map<string, PriceContext>();

/** `groups`: in any order. */
export const contextOf = (
  channelId: number,
  groups: readonly number[],
  country: string,
  currency: string,
): PriceContext => {
  const sorted = groups.length < 2 ? groups : groups.toSorted((a, b) => a - b);
  const key = `${channelId} ${sorted.join()} ${country} ${currency}`;
  const known = interned.get(key);
  if (known !== undefined) return known;
  if (interned.size >= CONTEXTS_MAX) interned.clear();
  const context = { channelId, groups: sorted, country, currency };
  interned.set(key, context);
  return context;
};

/** A guest of no channel, in the shop's own country and currency. */
export const guestOf = ({ country, currency }: Pick<ShopRules, 'country' | 'currency'>): PriceContext =>
  contextOf(0, [], country, currency);
