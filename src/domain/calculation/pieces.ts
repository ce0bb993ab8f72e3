// The pieces of a cart as promotions take them. Pieces of one product at one price and one tax rate are one pool,
// whatever lines they stand in; a segment is pieces of one line that promotions treat alike.
import type { Milli, Minor, PriceE4, RateE6 } from '../money.ts';
import { mulDiv } from '../money.ts';

/** A line of goods as promotions see it. */
export interface PromotedLine {
  readonly id: number;
  /** 0: a free element, which no promotion touches. */
  readonly productId: number;
  readonly priceE4: PriceE4;
  readonly quantityMilli: Milli;
  readonly sumMinor: Minor;
  readonly sumTaxMinor: Minor;
  readonly rateE6: RateE6;
}

export interface Segment {
  /** The line's place. */
  readonly at: number;
  milli: number;
  /** What promotions have left of its price. */
  minor: number;
  /** Stacks of which a promotion has taken it. */
  stacks: readonly string[];
  /** An exclusive promotion has taken it. */
  isKept: boolean;
}

export interface Pool {
  readonly productId: number;
  readonly priceE4: PriceE4;
  readonly rateE6: RateE6;
  readonly segments: Segment[];
  /** Among all pools. */
  place: number;
}

/** What decides which pieces a promotion may take. */
interface Taking {
  readonly stack: string;
  readonly isExclusive: boolean;
}

export const sumOf = (segments: readonly Segment[]): number => {
  let sum = 0;
  for (const { minor } of segments) sum += minor;
  return sum;
};

export const milliOf = (segments: readonly Segment[]): number => {
  let sum = 0;
  for (const { milli } of segments) sum += milli;
  return sum;
};

/** By falling price, then by product and rate: their order says nothing of the order of lines. */
const compare = (one: Pool, other: Pool): number =>
  other.priceE4 - one.priceE4 || one.productId - other.productId || one.rateE6 - other.rateE6;

export interface Pools {
  readonly pools: readonly Pool[];
  readonly byProduct: ReadonlyMap<number, readonly Pool[]>;
}

/** The pools of all products with a price above zero. */
export const poolsOf = (lines: readonly PromotedLine[]): Pools => {
  const byProduct = new Map<number, Pool[]>();
  for (const [at, { productId, priceE4, rateE6, quantityMilli, sumMinor }] of lines.entries()) {
    if (productId === 0 || sumMinor <= 0) continue;
    const ofProduct = byProduct.get(productId) ?? [];
    if (ofProduct.length === 0) byProduct.set(productId, ofProduct);
    let pool = ofProduct.find((known) => known.priceE4 === priceE4 && known.rateE6 === rateE6);
    if (pool === undefined) ofProduct.push((pool = { productId, priceE4, rateE6, segments: [], place: 0 }));
    pool.segments.push({ at, milli: quantityMilli, minor: sumMinor, stacks: [], isKept: false });
  }
  const pools = [...byProduct.values()].flat().sort(compare);
  for (const [place, pool] of pools.entries()) pool.place = place;
  return { pools, byProduct };
};

/** The segments that a promotion may still take. */
export const openTo = ({ segments }: Pool, { stack, isExclusive }: Taking): readonly Segment[] =>
  segments.filter(
    ({ minor, stacks, isKept }) =>
      minor > 0 && !isKept && (isExclusive ? stacks.length === 0 : !stacks.includes(stack)),
  );

/** Cuts pieces off the first of the segments, which have them; the segments that are just these. */
export const cut = (pool: Pool, open: readonly Segment[], milli: number): readonly Segment[] => {
  const taken: Segment[] = [];
  let rest = milli;
  for (const segment of open) {
    if (rest === 0) break;
    if (segment.milli > rest) {
      const minor = mulDiv(segment.minor, rest, segment.milli);
      const part = { ...segment, milli: rest, minor };
      segment.milli -= rest;
      segment.minor -= minor;
      pool.segments.splice(pool.segments.indexOf(segment), 0, part);
      taken.push(part);
      break;
    }
    taken.push(segment);
    rest -= segment.milli;
  }
  return taken;
};

/** Notes that a promotion has taken a segment, and so much off it. */
export const take = (segment: Segment, { stack, isExclusive }: Taking, minor: number): void => {
  segment.minor -= minor;
  segment.stacks = [...segment.stacks, stack];
  segment.isKept = isExclusive;
};
