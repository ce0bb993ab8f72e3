// Rules of one place, by rank: finds the first that is for a cart. Where most of them differ by their range of weight,
// or of the sum, those of the cart's are found by halves; else ranges are compared one by one as plain numbers.
import type { DeliveryFacts, ReadRule } from './facts.ts';
import { GRAM, asksWeight, whyNotThere } from './facts.ts';

/** A rule and its rank: the lowest that is for a cart decides. */
export interface Ranked {
  readonly rule: ReadRule;
  readonly rank: number;
}

type Range = readonly [from: number, to: number];
/** Places of rules in their zone. */
type Places = Int32Array;

const open = (from: number): number => (from === 0 ? -Infinity : from);
const end = (to: number, scale: number): number => (to === 0 ? Infinity : to * scale);

const weightOf = ({ rule: { weightFromG, weightToG } }: Ranked): Range => [
  open(weightFromG * GRAM),
  end(weightToG, GRAM),
];
const sumOf = ({ rule: { sumFromMinor, sumToMinor } }: Ranked): Range => [open(sumFromMinor), end(sumToMinor, 1)];

/** Fewer rules are asked one by one. */
const COMPARED_MIN = 16;
/** How many places a division may have for each rule. */
const PLACES_MAX = 4;

/** Rules by where their ranges lie: between two neighbouring bounds, the same ones count. */
class Division {
  private readonly bounds: readonly number[];
  private readonly places: readonly Places[];

  private constructor(bounds: readonly number[], places: readonly Places[]) {
    this.bounds = bounds;
    this.places = places;
  }

  /** Undefined: too many ranges overlap for that, or it would part none from another. */
  static of(ranges: readonly Range[]): Division | undefined {
    const bounds = [...new Set(ranges.flat())].sort((a, b) => a - b);
    const at = new Map(bounds.map((bound, place) => [bound, place]));
    const among = bounds.map((): number[] => []);
    let left = ranges.length * PLACES_MAX;
    for (const [place, [from, to]] of ranges.entries()) {
      const [first, last] = [at.get(from)!, at.get(to)!];
      if ((left -= last - first) < 0) return undefined;
      for (let segment = first; segment < last; segment += 1) among[segment]!.push(place);
    }
    if (among.some(({ length }) => length * 2 > ranges.length)) return undefined;
    return new Division(
      bounds,
      among.map((places) => Int32Array.from(places)),
    );
  }

  /** Undefined: no rule has it. */
  of(value: number): Places | undefined {
    const { bounds } = this;
    let [low, high] = [0, bounds.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (bounds[middle]! <= value) low = middle + 1;
      else high = middle;
    }
    return this.places[low - 1];
  }
}

const NO_PLACES: Places = new Int32Array(0);

/** What a zone of many rules compares. */
class Comparison {
  private readonly ranked: readonly Ranked[];
  private readonly asksWeight: boolean;
  private readonly all: Places;
  /** Five numbers each: weight from and to, sum from and to, whether that is the sum before promotions. */
  private readonly bounds: Float64Array;
  private readonly byWeight: Division | undefined;
  private readonly bySum: Division | undefined;

  constructor(ranked: readonly Ranked[]) {
    this.ranked = ranked;
    this.asksWeight = ranked.some(({ rule }) => asksWeight(rule));
    this.all = Int32Array.from(ranked, (_, at) => at);
    this.bounds = new Float64Array(ranked.length * 5);
    for (const [at, one] of ranked.entries())
      this.bounds.set([...weightOf(one), ...sumOf(one), one.rule.basis === 'before' ? 1 : 0], at * 5);
    this.byWeight = Division.of(ranked.map(weightOf));
    const isOneBasis = ranked.every(({ rule }) => rule.basis === ranked[0]!.rule.basis);
    this.bySum = isOneBasis && this.byWeight === undefined ? Division.of(ranked.map(sumOf)) : undefined;
  }

  private placesFor(weight: number, { sumBeforeMinor, sumAfterMinor }: DeliveryFacts): Places {
    if (this.byWeight !== undefined && !Number.isNaN(weight)) return this.byWeight.of(weight) ?? NO_PLACES;
    if (this.bySum === undefined) return this.all;
    const sum = this.ranked[0]!.rule.basis === 'before' ? sumBeforeMinor : sumAfterMinor;
    return this.bySum.of(sum) ?? NO_PLACES;
  }

  first(facts: DeliveryFacts, below: number): Ranked | undefined {
    const { ranked, bounds } = this;
    // NaN is outside of nothing: whether a rule needs what is unknown is asked of the rule.
    const measured = this.asksWeight ? facts.weight() : undefined;
    const weight = measured?.lacking === 0 ? measured.total : NaN;
    const { sumBeforeMinor, sumAfterMinor } = facts;
    for (const at of this.placesFor(weight, facts)) {
      const place = at * 5;
      if (weight < bounds[place]! || weight >= bounds[place + 1]!) continue;
      const sum = bounds[place + 4] === 1 ? sumBeforeMinor : sumAfterMinor;
      if (sum < bounds[place + 2]! || sum >= bounds[place + 3]!) continue;
      const one = ranked[at]!;
      if (one.rank >= below) return undefined;
      if (whyNotThere(one.rule, facts) === undefined) return one;
    }
    return undefined;
  }
}

export class Zone {
  readonly ranked: readonly Ranked[];
  /** Made when it is first asked for. */
  private comparison: Comparison | undefined;

  constructor(ranked: readonly Ranked[]) {
    this.ranked = ranked;
  }

  /** The first that is for the cart, of those before the rank `below`. */
  first(facts: DeliveryFacts, below: number): Ranked | undefined {
    if (this.ranked.length >= COMPARED_MIN)
      return (this.comparison ??= new Comparison(this.ranked)).first(facts, below);
    for (const one of this.ranked) {
      if (one.rank >= below) return undefined;
      if (whyNotThere(one.rule, facts) === undefined) return one;
    }
    return undefined;
  }
}
