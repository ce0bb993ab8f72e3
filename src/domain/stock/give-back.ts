// What an order gives back of the stock that it took, once it wants fewer pieces: what it still lacks of a source is
// given up first, then what it took last. Not promised: pieces of a product that was deleted, or whose parts were
// changed since.
import { addMissing, perProduct, sourcesOf } from './availability.ts';
import type { Share } from './availability.ts';
import type { Taken, WantedPieces } from './pieces.ts';
import type { Reader } from '../transaction.ts';

interface Held {
  readonly taken: readonly Taken[];
  readonly backordered: readonly WantedPieces[];
}

interface FromSource {
  readonly stockIds: readonly number[];
  beforeMilli: number;
  afterMilli: number;
  readonly shares: Share[];
}

const bySource = (
  shop: Reader,
  before: readonly WantedPieces[],
  after: ReadonlyMap<number, number>,
): ReadonlyMap<number, FromSource> => {
  const sources = new Map<number, FromSource>();
  for (const { productId, quantityMilli } of perProduct(before)) {
    const product = shop.read('shopobject', productId);
    if (product === undefined) continue;
    for (const { key, perPieceMilli, stockIds } of sourcesOf(shop, productId, product)) {
      const [beforeMilli, needMilli] = [quantityMilli, after.get(productId) ?? 0].map((milli) =>
        Math.ceil((milli * perPieceMilli) / 1000),
      ) as [number, number];
      const source = sources.get(key) ?? { stockIds, beforeMilli: 0, afterMilli: 0, shares: [] };
      source.beforeMilli += beforeMilli;
      source.afterMilli += needMilli;
      source.shares.push({ productId, perPieceMilli, needMilli });
      sources.set(key, source);
    }
  }
  return sources;
};

/** Moves pieces of these items from the end of what was taken to what is freed. */
const free = (taken: Taken[], stockIds: readonly number[], milli: number): readonly Taken[] => {
  const freed: Taken[] = [];
  let rest = milli;
  for (let at = taken.length - 1; at >= 0 && rest > 0; at -= 1) {
    const { stockId, quantityMilli } = taken[at]!;
    if (!stockIds.includes(stockId)) continue;
    const part = Math.min(rest, quantityMilli);
    freed.push({ stockId, quantityMilli: part });
    rest -= part;
    if (part === quantityMilli) taken.splice(at, 1);
    else taken[at] = { stockId, quantityMilli: quantityMilli - part };
  }
  return freed;
};

/** What one source gets back, or is no longer asked for. */
export interface FromOneSource {
  /** As `sourcesOf` has it: below zero for a product's own stock. */
  readonly key: number;
  readonly stockIds: readonly number[];
  /** Pieces that the order wants less of it. */
  readonly lessMilli: number;
  /** What of these it had taken. */
  readonly freed: readonly Taken[];
}

/**
 * Product → those of these products that need a source which it needs, or which one of them needs, itself included.
 * What one gives back is decided by its group alone.
 */
export const stockGroups = (shop: Reader, productIds: readonly number[]): ReadonlyMap<number, ReadonlySet<number>> => {
  const keysOf = new Map<number, readonly number[]>();
  const productsOf = new Map<number, number[]>();
  for (const productId of new Set(productIds)) {
    const product = shop.read('shopobject', productId);
    const keys = product === undefined ? [] : sourcesOf(shop, productId, product).map(({ key }) => key);
    keysOf.set(productId, keys);
    for (const key of keys) {
      const others = productsOf.get(key);
      if (others === undefined) productsOf.set(key, [productId]);
      else others.push(productId);
    }
  }
  const groups = new Map<number, Set<number>>();
  for (const first of keysOf.keys()) {
    if (groups.has(first)) continue;
    const group = new Set([first]);
    // The set grows while it is walked through.
    for (const productId of group) {
      groups.set(productId, group);
      for (const key of keysOf.get(productId)!) {
        for (const other of productsOf.get(key) ?? []) group.add(other);
        productsOf.delete(key);
      }
    }
  }
  return groups;
};

/**
 * `before`, `after`: what the order wanted of the stock, and what it wants from now on, which is no more; of all
 * products that need the same sources. What is lacking of products that `before` does not name stays as it is.
 */
export const heldAfter = (
  shop: Reader,
  held: Held,
  before: readonly WantedPieces[],
  after: readonly WantedPieces[],
): Held & { readonly sources: readonly FromOneSource[] } => {
  const wanted = new Map(perProduct(after).map(({ productId, quantityMilli }) => [productId, quantityMilli]));
  const taken = [...held.taken];
  const sources: FromOneSource[] = [];
  const missing = new Map<number, number>();
  for (const [key, { stockIds, beforeMilli, afterMilli, shares }] of bySource(shop, before, wanted)) {
    const hadMilli = taken.reduce((sum, one) => sum + (stockIds.includes(one.stockId) ? one.quantityMilli : 0), 0);
    const freed = free(taken, stockIds, Math.max(0, Math.min(hadMilli, beforeMilli) - afterMilli));
    sources.push({ key, stockIds, lessMilli: beforeMilli - afterMilli, freed });
    addMissing(missing, { shares }, Math.max(0, afterMilli - hadMilli));
  }
  const named = new Set(before.map(({ productId }) => productId));
  const backordered = held.backordered.flatMap((one) => {
    const { productId, quantityMilli: lackedMilli } = one;
    if (!named.has(productId)) return [one];
    const quantityMilli = Math.min(lackedMilli, missing.get(productId) ?? 0);
    return quantityMilli === 0 ? [] : [{ productId, quantityMilli }];
  });
  return { taken, backordered, sources };
};
