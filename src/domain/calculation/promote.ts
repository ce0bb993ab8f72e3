// What promotions take off a cart, in one pass: first those on pieces, then those on the order, then free delivery,
// each by falling priority, then by id. Integers only.
//
// Every amount is found for pools of equal pieces (pieces.ts) and then spread over their lines by largest remainder:
// how pieces are split over lines, and in which order lines were added, changes no amount. A piece is discounted once
// per stack. An exclusive promotion takes pieces that nothing has touched, and nothing touches them after it.
// Not promised: amounts to the minor unit that are the same for every split of pieces whose price has more decimals
// than the currency.
import type { Minor, RateE6 } from '../money.ts';
import { mulDiv, taxWithin } from '../money.ts';
import { spread } from './discount.ts';
import { cut, milliOf, openTo, poolsOf, sumOf, take } from './pieces.ts';
import type { Pool, PromotedLine, Segment } from './pieces.ts';

export const PROMOTION_KINDS = ['percent', 'amount', 'price', 'buy_get', 'free_delivery'] as const;
export type PromotionKind = (typeof PROMOTION_KINDS)[number];

/** What a promotion takes off what it is for. */
export interface Gift {
  readonly kind: PromotionKind;
  /** `percent`, `buy_get`: a rate; `amount`, `price`: money in the minor unit. */
  readonly value: number;
  readonly per: 'piece' | 'order';
  /** Pieces of a set of `buy_get` that keep their price, and those that do not. */
  readonly buy: number;
  readonly get: number;
  /** Sets of one order; 0: as many as there are. */
  readonly timesMax: number;
}

/** Products of a cart: all of them, or whether one is among them. */
export type CandidateGoods = ReadonlySet<number> | ((productId: number) => boolean);

/** A promotion that a cart's context lets in. */
export interface Candidate {
  readonly id: number;
  readonly priority: number;
  readonly stack: string;
  readonly isExclusive: boolean;
  readonly gift: Gift;
  /** What the goods that it counts come to at least, after promotions on pieces; 0: nothing. */
  readonly minSumMinor: number;
  /** Their pieces, in 1/1,000; 0: any. */
  readonly minMilli: number;
  /** What it may take off at most; Infinity: any. */
  readonly leftMinor: number;
  /** What the conditions count; absent: every product. */
  readonly counts?: CandidateGoods;
  /** What it takes off; absent: every product. */
  readonly takesOff?: CandidateGoods;
}

interface PromotedPosition {
  readonly priceMinor: Minor;
  readonly rateE6: RateE6;
}

export interface Promotable {
  /** Goods, in the order of their ids. */
  readonly lines: readonly PromotedLine[];
  readonly deliveryPositions: readonly PromotedPosition[];
}

/** What a line, by its id, or a delivery position, by its place, bears: pieces, money, and the tax in that. */
type PromotedPart = readonly [of: number, milli: number, minor: Minor, taxMinor: Minor];

/** What one promotion came to. */
export interface PromotionUse {
  readonly id: number;
  readonly usedMinor: Minor;
  readonly taxMinor: Minor;
  readonly parts: readonly PromotedPart[];
  readonly delivery: readonly PromotedPart[];
  /** What is left of pieces that it keeps from coupons, by line id. */
  readonly kept: readonly (readonly [lineId: number, minor: Minor])[];
}

/** Why a promotion gives something or not; the first that is true of it. */
export type PromotionVerdict = 'gives' | 'needs_sum' | 'needs_pieces' | 'no_goods' | 'taken' | 'spent' | 'nothing_off';

/** `missing`: money or thousandths of a piece that the conditions lack; 0: more goods would not help. */
type Verdict = readonly [verdict: PromotionVerdict, missing: number];

export interface Judged {
  readonly id: number;
  readonly verdict: PromotionVerdict;
  readonly missing: number;
}

export interface Promoted {
  /** Those that take something off, in the order in which they are taken. */
  readonly uses: readonly PromotionUse[];
  /** All of them, in that order. */
  readonly judged: readonly Judged[];
}

const RATE_ONE = 1_000_000;
const PIECE = 1000;

/** What a segment, or a delivery position by its place, gets off. */
type Share<T> = readonly [of: T, minor: number];

/** What equal pieces get off together: if anything, all of them are taken. */
type Wanted = Share<readonly Segment[]>;

/** A pool with the segments of it that a promotion may take. */
type Open = readonly [pool: Pool, segments: readonly Segment[]];

interface Found {
  readonly candidate: Candidate;
  readonly shares: readonly (readonly [segment: Segment, minor: number, milli: number])[];
  readonly delivery: readonly Share<number>[];
}

/** One cart while its promotions are taken. */
interface Taking {
  readonly pools: readonly Pool[];
  readonly byProduct: ReadonlyMap<number, readonly Pool[]>;
  /** What promotions on pieces left of each pool; empty while they are taken. */
  readonly afterPieces: Map<Pool, number>;
  readonly deliveryLeft: number[];
  readonly found: Found[];
  /**
   * Pools that may have something left for a stack, or for exclusive promotions (undefined), once one for every product
   * has asked: nothing that is taken comes back.
   */
  readonly open: Map<string | undefined, readonly Pool[]>;
  /** What all pools come to; undefined: not known since something was taken. */
  all: Sums | undefined;
}

interface Sums {
  readonly minor: number;
  readonly milli: number;
}

const GIVES: Verdict = ['gives', 0];

const spreadOver = (minor: number, segments: readonly Segment[]): Share<Segment>[] =>
  spread(
    minor,
    segments.map((segment) => segment.minor),
  ).map((part, at) => [segments[at]!, part]);

/** What pieces of one price get off by a promotion on pieces. */
const offPieces = ({ kind, value }: Gift, segments: readonly Segment[]): number => {
  const minor = sumOf(segments);
  if (kind === 'percent') return mulDiv(minor, value, RATE_ONE);
  const money = mulDiv(value, milliOf(segments), PIECE);
  return kind === 'amount' ? Math.min(money, minor) : Math.max(0, minor - money);
};

const offOrder = ({ kind, value }: Gift, base: number): number => {
  if (kind === 'percent') return mulDiv(base, value, RATE_ONE);
  return kind === 'amount' ? Math.min(value, base) : Math.max(0, base - value);
};

const wantedPerOrder = (gift: Gift, open: readonly Open[]): readonly Wanted[] => {
  const sums = open.map(([, segments]) => sumOf(segments));
  const base = sums.reduce((all, sum) => all + sum, 0);
  return spread(offOrder(gift, base), sums).map((part, at) => [open[at]![1], part]);
};

/** How many of the first `count` pieces of sets get something off: the last ones of each set. */
const gotOf = (count: number, { buy, get }: Gift): number =>
  Math.floor(count / (buy + get)) * get + Math.max(0, (count % (buy + get)) - buy);

interface Sets {
  readonly wanted: readonly Wanted[];
  /** Pieces that make the sets full. */
  readonly bought: readonly Segment[];
}

/** Pools stand by falling price: a set is of pieces beside each other, and its cheapest ones get something off. */
const setsOf = (gift: Gift, open: readonly Open[], pieces: readonly number[], count: number): Sets => {
  const wanted: Wanted[] = [];
  const bought: Segment[] = [];
  let before = 0;
  for (const [at, [pool, segments]] of open.entries()) {
    if (before === count) break;
    const after = Math.min(before + pieces[at]!, count);
    const got = gotOf(after, gift) - gotOf(before, gift);
    const gotten = cut(pool, segments, got * PIECE);
    const rest = segments.filter((segment) => !gotten.includes(segment));
    wanted.push([gotten, mulDiv(sumOf(gotten), gift.value, RATE_ONE)]);
    bought.push(...cut(pool, rest, (after - before - got) * PIECE));
    before = after;
  }
  return { wanted, bought };
};

/** As much of what is wanted as may be taken. */
const within = <T>(leftMinor: number, wanted: readonly Share<T>[]): readonly Share<T>[] => {
  const minors = wanted.map(([, minor]) => minor);
  const all = minors.reduce((sum, minor) => sum + minor, 0);
  return all <= leftMinor ? wanted : spread(leftMinor, minors).map((part, at) => [wanted[at]![0], part]);
};

const isSomething = <T>([, minor]: Share<T>): boolean => minor > 0;

const takeWanted = (taking: Taking, candidate: Candidate, wanted: readonly Wanted[]): Verdict => {
  const shares = within(candidate.leftMinor, wanted)
    .filter(isSomething)
    .flatMap(([segments, minor]) => spreadOver(minor, segments));
  if (shares.length === 0) return ['nothing_off', 0];
  taking.found.push({ candidate, shares: shares.map(([of, minor]) => [of, minor, of.milli]), delivery: [] });
  taking.all = undefined;
  for (const [segment, minor] of shares) take(segment, candidate, minor);
  return GIVES;
};

const takeDelivery = ({ found, deliveryLeft }: Taking, candidate: Candidate): Verdict => {
  const wanted = deliveryLeft.map((minor, at): Share<number> => [at, minor]);
  const delivery = within(candidate.leftMinor, wanted).filter(isSomething);
  if (delivery.length === 0) return ['nothing_off', 0];
  found.push({ candidate, shares: [], delivery });
  for (const [at, minor] of delivery) deliveryLeft[at]! -= minor;
  return GIVES;
};

const takeSets = (taking: Taking, candidate: Candidate, open: readonly Open[]): Verdict => {
  const { gift } = candidate;
  const size = gift.buy + gift.get;
  const pieces = open.map(([, segments]) => Math.floor(milliOf(segments) / PIECE));
  const all = pieces.reduce((sum, count) => sum + count, 0);
  if (all < size) return ['needs_pieces', (size - all) * PIECE];
  const sets = Math.min(Math.floor(all / size), gift.timesMax === 0 ? Infinity : gift.timesMax);
  const { wanted, bought } = setsOf(gift, open, pieces, sets * size);
  const verdict = takeWanted(taking, candidate, wanted);
  if (verdict === GIVES) for (const segment of bought) take(segment, candidate, 0);
  return verdict;
};

/** Few products are looked up; else each pool is asked for. */
const LOOKED_UP_SHARE = 4;

const poolsAmong = ({ pools, byProduct }: Taking, goods: CandidateGoods | undefined): readonly Pool[] => {
  if (goods === undefined) return pools;
  if (typeof goods === 'function') return pools.filter(({ productId }) => goods(productId));
  if (goods.size * LOOKED_UP_SHARE > pools.length) return pools.filter(({ productId }) => goods.has(productId));
  return [...goods].flatMap((productId) => byProduct.get(productId) ?? []).sort((a, b) => a.place - b.place);
};

const sumsOf = ({ afterPieces }: Taking, pools: readonly Pool[]): Sums => {
  let [minor, milli] = [0, 0];
  for (const pool of pools) {
    minor += afterPieces.get(pool) ?? sumOf(pool.segments);
    milli += milliOf(pool.segments);
  }
  return { minor, milli };
};

/** What the conditions lack; undefined: nothing. */
const lacking = (taking: Taking, candidate: Candidate): Verdict | undefined => {
  const { minSumMinor, minMilli, leftMinor } = candidate;
  if (leftMinor <= 0) return ['spent', 0];
  if (minSumMinor === 0 && minMilli === 0) return undefined;
  const { counts } = candidate;
  const { minor, milli } =
    counts === undefined ? (taking.all ??= sumsOf(taking, taking.pools)) : sumsOf(taking, poolsAmong(taking, counts));
  if (minor < minSumMinor) return ['needs_sum', minSumMinor - minor];
  return milli < minMilli ? ['needs_pieces', minMilli - milli] : undefined;
};

/** Pieces that are as many as all for a promotion. */
const enoughFor = ({ kind, buy, get, timesMax }: Gift): number =>
  kind === 'buy_get' && timesMax > 0 ? timesMax * (buy + get) : Infinity;

/** The first pools of what a promotion is for that have something left for it, and enough of that. */
const openFor = ({ open }: Taking, candidate: Candidate, pools: readonly Pool[]): readonly Open[] => {
  const { stack, isExclusive, takesOff, gift } = candidate;
  const [isForAll, key, enough] = [takesOff === undefined, isExclusive ? undefined : stack, enoughFor(gift)];
  const left = isForAll ? (open.get(key) ?? pools) : pools;
  const found: Open[] = [];
  let [at, pieces] = [0, 0];
  for (; at < left.length && pieces < enough; at += 1) {
    const free = openTo(left[at]!, candidate);
    if (free.length === 0) continue;
    found.push([left[at]!, free]);
    pieces += Math.floor(milliOf(free) / PIECE);
  }
  if (isForAll && found.length < at) open.set(key, [...found.map(([pool]) => pool), ...left.slice(at)]);
  return found;
};

const taken = (taking: Taking, candidate: Candidate): Verdict => {
  const lacks = lacking(taking, candidate);
  if (lacks !== undefined) return lacks;
  const { gift } = candidate;
  if (gift.kind === 'free_delivery') return takeDelivery(taking, candidate);
  const pools = poolsAmong(taking, candidate.takesOff);
  if (pools.length === 0) return ['no_goods', 0];
  const open = openFor(taking, candidate, pools);
  if (open.length === 0) return ['taken', 0];
  if (gift.kind === 'buy_get') return takeSets(taking, candidate, open);
  return takeWanted(
    taking,
    candidate,
    gift.per === 'order'
      ? wantedPerOrder(gift, open)
      : open.map(([, segments]): Wanted => [segments, offPieces(gift, segments)]),
  );
};

/** Amounts by what bears them, with what is left of each, and the tax in that, from promotion to promotion. */
class Bearers {
  private readonly left: number[];
  private readonly taxes: number[];
  private readonly rates: readonly RateE6[];

  constructor(given: readonly (readonly [minor: number, taxMinor: number, rateE6: RateE6])[]) {
    this.left = given.map(([minor]) => minor);
    this.taxes = given.map(([, tax]) => tax);
    this.rates = given.map(([, , rate]) => rate);
  }

  /** What is left is taxed anew, so that what is free keeps no tax. */
  bear(at: number, minor: number): Minor {
    this.left[at]! -= minor;
    const taxLeft = taxWithin(this.left[at]!, this.rates[at]!);
    const tax = this.taxes[at]! - taxLeft;
    this.taxes[at] = taxLeft;
    return tax as Minor;
  }
}

/** Parts of one promotion by what bears them, each once, in the order of their places. */
const partsOf = (
  bearers: Bearers,
  shares: readonly (readonly [at: number, minor: number, milli: number])[],
  idAt: (at: number) => number,
): readonly PromotedPart[] => {
  const byPlace = new Map<number, readonly [minor: number, milli: number]>();
  for (const [at, minor, milli] of shares) {
    const [minorBefore, milliBefore] = byPlace.get(at) ?? [0, 0];
    byPlace.set(at, [minorBefore + minor, milliBefore + milli]);
  }
  return [...byPlace]
    .sort(([one], [other]) => one - other)
    .map(([at, [minor, milli]]): PromotedPart => [idAt(at), milli, minor as Minor, bearers.bear(at, minor)]);
};

const keptOf = ({ candidate, shares }: Found, lines: readonly PromotedLine[]): PromotionUse['kept'] => {
  if (!candidate.isExclusive) return [];
  const byLine = new Map<number, number>();
  for (const [{ at, minor }] of shares) byLine.set(at, (byLine.get(at) ?? 0) + minor);
  return [...byLine].filter(([, minor]) => minor > 0).map(([at, minor]) => [lines[at]!.id, minor as Minor]);
};

const usesOf = ({ lines, deliveryPositions }: Promotable, found: readonly Found[]): readonly PromotionUse[] => {
  const ofLines = new Bearers(lines.map(({ sumMinor, sumTaxMinor, rateE6 }) => [sumMinor, sumTaxMinor, rateE6]));
  const ofDelivery = new Bearers(
    deliveryPositions.map(({ priceMinor, rateE6 }) => [priceMinor, taxWithin(priceMinor, rateE6), rateE6]),
  );
  return found.map((one) => {
    const { candidate, shares, delivery } = one;
    const ofGoods = shares.map(([{ at }, minor, milli]) => [at, minor, milli] as const);
    const parts = partsOf(ofLines, ofGoods, (at) => lines[at]!.id);
    const ofPositions = delivery.map(([at, minor]) => [at, minor, PIECE] as const);
    const deliveryParts = partsOf(ofDelivery, ofPositions, (at) => at);
    const all = [...parts, ...deliveryParts];
    return {
      id: candidate.id,
      usedMinor: all.reduce((sum, [, , minor]) => sum + minor, 0) as Minor,
      taxMinor: all.reduce((sum, [, , , tax]) => sum + tax, 0) as Minor,
      parts,
      delivery: deliveryParts,
      kept: keptOf(one, lines),
    };
  });
};

/** 0: on pieces, 1: on the order, 2: on its delivery. */
const phaseOf = ({ gift: { kind, per } }: Candidate): number =>
  kind === 'free_delivery' ? 2 : kind === 'buy_get' || per === 'piece' ? 0 : 1;

/** What each promotion takes off a cart, and why it does or not. */
export const promote = (cart: Promotable, candidates: readonly Candidate[]): Promoted => {
  const ordered = candidates.toSorted((a, b) => phaseOf(a) - phaseOf(b) || b.priority - a.priority || a.id - b.id);
  const taking: Taking = {
    ...poolsOf(cart.lines),
    afterPieces: new Map(),
    deliveryLeft: cart.deliveryPositions.map(({ priceMinor }) => Math.max(0, priceMinor)),
    found: [],
    open: new Map(),
    all: undefined,
  };
  const judged = ordered.map((candidate): Judged => {
    if (taking.afterPieces.size === 0 && phaseOf(candidate) > 0)
      for (const pool of taking.pools) taking.afterPieces.set(pool, sumOf(pool.segments));
    const [verdict, missing] = taken(taking, candidate);
    return { id: candidate.id, verdict, missing };
  });
  return { uses: usesOf(cart, taking.found), judged };
};
