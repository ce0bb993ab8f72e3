// What price lists say of one product, in one array of numbers: as records of their own, prices would take six times
// the memory. Lists stand by their ids, each as
//
//   id × 2, since when, price                                  a price for any quantity, beside no other price
//   id × 2 + 1, since when, n, then n × (quantity, price, compare at)
import type { Milli, PriceE4 } from '../money.ts';

/** `fromMilli`: the least quantity; 0: any. `compareE4`: the price that it is shown beside; 0: none. */
export type Tier = readonly [fromMilli: Milli, priceE4: PriceE4, compareE4: PriceE4];

/**
 * The tiers of one list, by rising quantity; never none. `sinceMs`: when it first had a price of one piece; 0: it
 * always had, or the past prices say so. It stands here because most prices never change.
 */
export type ListPrices = readonly [listId: number, tiers: readonly Tier[], sinceMs: number];

export type PackedPrices = readonly number[];

const NARROW = 3;
const TIER = 3;

const isWide = (packed: PackedPrices, at: number): boolean => packed[at]! % 2 === 1;
const sizeAt = (packed: PackedPrices, at: number): number =>
  isWide(packed, at) ? NARROW + TIER * packed[at + 2]! : NARROW;

/** -1: the list says nothing. */
const placeOf = (packed: PackedPrices, listId: number): number => {
  for (let at = 0; at < packed.length; at += sizeAt(packed, at)) if (Math.floor(packed[at]! / 2) === listId) return at;
  return -1;
};

const tierAt = (packed: PackedPrices, at: number): Tier => [
  packed[at] as Milli,
  packed[at + 1] as PriceE4,
  packed[at + 2] as PriceE4,
];

const narrow = (packed: PackedPrices, at: number): Tier => [0 as Milli, packed[at + 2] as PriceE4, 0 as PriceE4];

const tiersAt = (packed: PackedPrices, at: number): readonly Tier[] =>
  isWide(packed, at)
    ? Array.from({ length: packed[at + 2]! }, (_, index) => tierAt(packed, at + NARROW + TIER * index))
    : [narrow(packed, at)];

const pricesAt = (packed: PackedPrices, at: number): ListPrices => [
  Math.floor(packed[at]! / 2),
  tiersAt(packed, at),
  packed[at + 1]!,
];

/** Undefined: the list says nothing. */
export const pricesIn = (packed: PackedPrices, listId: number): ListPrices | undefined => {
  const at = placeOf(packed, listId);
  return at < 0 ? undefined : pricesAt(packed, at);
};

/** The lists that say something, by rising id. */
export const listsIn = (packed: PackedPrices): readonly number[] => {
  const ids: number[] = [];
  for (let at = 0; at < packed.length; at += sizeAt(packed, at)) ids.push(Math.floor(packed[at]! / 2));
  return ids;
};

/** The tier that counts for a quantity; undefined: it reaches none. */
export const tierFor = (packed: PackedPrices, listId: number, pieces: number): Tier | undefined => {
  const at = placeOf(packed, listId);
  if (at < 0) return undefined;
  if (!isWide(packed, at)) return narrow(packed, at);
  for (let tier = at + sizeAt(packed, at) - TIER; tier > at + 2; tier -= TIER)
    if (packed[tier]! <= pieces) return tierAt(packed, tier);
  return undefined;
};

export const unpacked = (packed: PackedPrices): readonly ListPrices[] => {
  const lists: ListPrices[] = [];
  for (let at = 0; at < packed.length; at += sizeAt(packed, at)) lists.push(pricesAt(packed, at));
  return lists;
};

/** In any order. */
export const packedOf = (lists: readonly ListPrices[]): PackedPrices =>
  lists
    .toSorted(([one], [other]) => one - other)
    .flatMap(([listId, tiers, sinceMs]) => {
      const [[fromMilli, priceE4, compareE4]] = tiers as readonly [Tier];
      return tiers.length === 1 && fromMilli === 0 && compareE4 === 0
        ? [listId * 2, sinceMs, priceE4]
        : [listId * 2 + 1, sinceMs, tiers.length, ...tiers.flat()];
    })
    // A copy has no room for more.
    .slice();
