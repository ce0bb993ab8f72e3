// Which price counts for whom: of the lists that run and fit, the highest priority; among equals the lowest price, then
// the lowest id. A variation's own price comes before its product's within a list, and of a list's tiers the one with
// the largest quantity that is reached.
import type { Milli, PriceE4 } from '../money.ts';
import type { Reader } from '../transaction.ts';
import type { PriceContext } from './price-context.ts';
import type { RunningList } from './price-list.ts';
import { tierFor, unpacked } from './packed-prices.ts';
import type { ProductPrices } from './product-prices.ts';

/** What a list says one piece costs. */
export interface ListedPrice {
  readonly listId: number;
  readonly fromMilli: Milli;
  readonly priceE4: PriceE4;
  /** 0: none. */
  readonly compareE4: PriceE4;
}

const admits = <T>(wanted: readonly T[], value: T): boolean => wanted.length === 0 || wanted.includes(value);

/** Whether a list is for somebody, its currency aside. */
export const isFor = (
  { groups, channels, countries }: Pick<RunningList, 'groups' | 'channels' | 'countries'>,
  context: PriceContext,
): boolean =>
  (groups.length === 0 || groups.some((group) => context.groups.includes(group))) &&
  admits(channels, context.channelId) &&
  admits(countries, context.country);

const fits = (list: RunningList, context: PriceContext): boolean =>
  list.currency === context.currency && isFor(list, context);

/** What the lists say of a product; undefined: nothing. The absence is tracked. */
export const pricesOf = (shop: Reader, productId: number): ProductPrices | undefined => {
  const id = shop.index('product_prices').get(productId);
  if (id !== undefined) return shop.read('product_prices', id);
  shop.trackAbsence('product_prices');
  return undefined;
};

/** Whether any list may answer for the attribute. The lists are tracked. */
export const isListed = (shop: Reader, field: string): boolean => {
  shop.trackAbsence('price_list');
  return shop.index('price_list').runningFor(field).length > 0;
};

/**
 * The price of a list for one piece; undefined: no list says one, and the attribute counts. `family`: the product or
 * variation, then its product. `pieces`: how many of it there are in the whole cart.
 */
export const listedPrice = (
  shop: Reader,
  family: readonly number[],
  field: string,
  context: PriceContext,
  pieces: number,
): ListedPrice | undefined => {
  shop.trackAbsence('price_list');
  const lists = shop.index('price_list').runningFor(field);
  if (lists.length === 0) return undefined;
  const known = family.map((id) => pricesOf(shop, id));
  let best: ListedPrice | undefined;
  let bestPriority = 0;
  for (const list of lists) {
    if (best !== undefined && list.priority < bestPriority) break;
    if (!fits(list, context)) continue;
    for (const prices of known) {
      const tier = prices === undefined ? undefined : tierFor(prices.lists, list.id, pieces);
      if (tier === undefined) continue;
      const [fromMilli, priceE4, compareE4] = tier;
      if (best === undefined || priceE4 < best.priceE4) best = { listId: list.id, fromMilli, priceE4, compareE4 };
      bestPriority = list.priority;
      break;
    }
  }
  return best;
};

/** Another price of one piece from a quantity on, which the list may have from a smaller one. */
export interface QuantityPrice extends ListedPrice {
  readonly atMilli: Milli;
}

/**
 * The quantities above `pieces` from which another price counts than for fewer, rising. `found`: the price that counts
 * for `pieces`; the other parameters as for `listedPrice`.
 */
export const quantityPrices = (
  shop: Reader,
  family: readonly number[],
  field: string,
  context: PriceContext,
  pieces: number,
  found: ListedPrice | undefined,
): readonly QuantityPrice[] => {
  const lists = shop.index('price_list').runningFor(field);
  const bounds = new Set<Milli>();
  for (const prices of family.map((id) => pricesOf(shop, id)))
    for (const [listId, tiers] of prices === undefined ? [] : unpacked(prices.lists))
      if (tiers.at(-1)![0] > pieces && lists.some((list) => list.id === listId && fits(list, context)))
        for (const [fromMilli] of tiers) if (fromMilli > pieces) bounds.add(fromMilli);
  const others: QuantityPrice[] = [];
  let priceE4 = found?.priceE4;
  for (const atMilli of [...bounds].sort((a, b) => a - b)) {
    const price = listedPrice(shop, family, field, context, atMilli)!;
    if (price.priceE4 !== priceE4) others.push({ ...price, atMilli });
    ({ priceE4 } = price);
  }
  return others;
};
