// What lists said before of one product, for one piece: what is shown beside a discount is found in it
// (src/domain/listing/lowest-price.ts). Bounded per list as past values of attributes are, by the same numbers
// (src/domain/attributes/past-values.ts).
import { KEPT_MAX, NO_VALUE, outdated } from '../attributes/past-values.ts';
import type { PriceE4 } from '../money.ts';

/** Price and struck price of one piece in a list; the price is NO_VALUE where the list has none. */
export type PieceOf = readonly [priceE4: PriceE4 | number, compareE4: PriceE4 | number];

export const NO_PIECE: PieceOf = [NO_VALUE, 0];

/** Four numbers for each change, by rising moments: list, moment until which it was so, price, struck price. */
export type PastPrices = readonly number[];

/** Numbers of one change. */
const SIZE = 4;

/** Where the changes of a list begin. */
const placesOf = (past: PastPrices, listId: number): number[] => {
  const places: number[] = [];
  for (let at = 0; at < past.length; at += SIZE) if (past[at] === listId) places.push(at);
  return places;
};

export const isKept = (past: PastPrices, listId: number): boolean => {
  for (let at = 0; at < past.length; at += SIZE) if (past[at] === listId) return true;
  return false;
};

const without = (past: PastPrices, places: readonly number[]): number[] =>
  past.filter((_, at) => !places.includes(at - (at % SIZE)));

/** Joins the two oldest changes under the lower price, so that none that is lower is forgotten. */
const joined = (past: readonly number[], [first = 0, second = 0]: readonly number[]): number[] => {
  const all = [...past];
  const [one, other] = [all[first + 2]!, all[second + 2]!];
  if (other === NO_VALUE || (one !== NO_VALUE && one < other))
    all.splice(second + 2, 2, ...all.slice(first + 2, first + SIZE));
  return without(all, [first]);
};

/** Keeps what a list said until now. What it said for no time at all is left out. */
export const keepPiece = (
  past: PastPrices,
  listId: number,
  [priceE4, compareE4]: PieceOf,
  untilMs: number,
): PastPrices => {
  const last = placesOf(past, listId).at(-1);
  if (last !== undefined && past[last + 1]! >= untilMs) return past;
  const all = [...past, listId, untilMs, priceE4, compareE4];
  const places = placesOf(all, listId);
  const gone = outdated(places.length, untilMs, (index) => all[places[index]! + 1]!);
  if (gone > 0) return without(all, places.slice(0, gone));
  return places.length > KEPT_MAX ? joined(all, places) : all;
};

/** What a list said at a moment; undefined: what it says now. */
export const pieceAt = (past: PastPrices, listId: number, atMs: number): PieceOf | undefined => {
  for (let at = 0; at < past.length; at += SIZE)
    if (past[at] === listId && past[at + 1]! > atMs) return [past[at + 2]!, past[at + 3]!];
  return undefined;
};

/** Each list that said something else before, with the moment until which it did. */
export const pastMoments = (past: PastPrices): readonly (readonly [listId: number, untilMs: number])[] =>
  Array.from({ length: past.length / SIZE }, (_, index) => [past[index * SIZE]!, past[index * SIZE + 1]!] as const);
