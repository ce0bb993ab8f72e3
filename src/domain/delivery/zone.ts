// Rules of one place, in their order: finds the first that is for a cart. Where most of them differ by their range of
// weight, or of the sum, those of the cart's are found by halves; else ranges are compared one by one as plain numbers.
import type { DeliveryFacts, ReadRule } from './facts.ts';
import { GRAM, asksWeight, whyNotThere } from './facts.ts';

/** By falling priority, then by id: the first that is for a cart decides. */
export const inOrder = (one: ReadRule, other: ReadRule): number => other.priority - one.priority || one.id - other.id;

/** Whether a rule comes too late: `best` is for the cart. */
const isBehind = (one: ReadRule, best: ReadRule | undefined): boolean => best !== undefined && inOrder(one, best) >= 0;

type Range = readonly [from: number, to: number];
/** Places of rules in their zone. */
type Places = Int32Array;

const open = (from: number): number => (from === 0 ? -Infinity : from);
const end = (to: number, scale: number): number => (to === 0 ? Infinity : to * scale);

const weightOf = ({ weightFromG, weightToG }: ReadRule): Range => [open(weightFromG * GRAM), end(weightToG, GRAM)];
const sumOf = ({ sumFromMinor, sumToMinor }: ReadRule): Range => [open(sumFromMinor), end(sumToMinor, 1)];

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
  private readonly rules: readonly ReadRule[];
  private readonly asksWeight: boolean;
  private readonly all: Places;
  /** Five numbers each: weight from and to, sum from and to, whether that is the sum before promotions. */
  private readonly bounds: Float64Array;
  private readonly byWeight: Division | undefined;
  private readonly bySum: Division | undefined;

  constructor(rules: readonly ReadRule[]) {
    this.rules = rules;
    this.asksWeight = rules.some(asksWeight);
    this.all = Int32Array.from(rules, (_, at) => at);
    this.bounds = new Float64Array(rules.length * 5);
    for (const [at, one] of rules.entries())
      this.bounds.set([...weightOf(one), ...sumOf(one), one.basis === 'before' ? 1 : 0], at * 5);
    this.byWeight = Division.of(rules.map(weightOf));
    const isOneBasis = rules.every(({ basis }) => basis === rules[0]!.basis);
    this.bySum = isOneBasis && this.byWeight === undefined ? Division.of(rules.map(sumOf)) : undefined;
  }

  private placesFor(weight: number, { sumBeforeMinor, sumAfterMinor }: DeliveryFacts): Places {
    if (this.byWeight !== undefined && !Number.isNaN(weight)) return this.byWeight.of(weight) ?? NO_PLACES;
    if (this.bySum === undefined) return this.all;
    const sum = this.rules[0]!.basis === 'before' ? sumBeforeMinor : sumAfterMinor;
    return this.bySum.of(sum) ?? NO_PLACES;
  }

  first(facts: DeliveryFacts, best: ReadRule | undefined): ReadRule | undefined {
    const { rules, bounds } = this;
    // NaN is outside of nothing: whether a rule needs what is unknown is asked of the rule.
    const measured = this.asksWeight ? facts.weight() : undefined;
    const weight = measured?.lacking === 0 ? measured.total : NaN;
    const { sumBeforeMinor, sumAfterMinor } = facts;
    for (const at of this.placesFor(weight, facts)) {
      const place = at * 5;
      if (weight < bounds[place]! || weight >= bounds[place + 1]!) continue;
      const sum = bounds[place + 4] === 1 ? sumBeforeMinor : sumAfterMinor;
      if (sum < bounds[place + 2]! || sum >= bounds[place + 3]!) continue;
      const one = rules[at]!;
      if (isBehind(one, best)) return undefined;
      if (whyNotThere(one, facts) === undefined) return one;
    }
    return undefined;
  }
}

export class Zone {
  private readonly rules: readonly ReadRule[];
  /** Made when it is first asked for. */
  private comparison: Comparison | undefined;

  /** `rules`: in their order. */
  constructor(rules: readonly ReadRule[]) {
    this.rules = rules;
  }

  /** The first that is for the cart, of those before the best that is known. */
  first(facts: DeliveryFacts, best: ReadRule | undefined): ReadRule | undefined {
    if (this.rules.length >= COMPARED_MIN) return (this.comparison ??= new Comparison(this.rules)).first(facts, best);
    for (const one of this.rules) {
      if (isBehind(one, best)) return undefined;
      if (whyNotThere(one, facts) === undefined) return one;
    }
    return undefined;
  }
}
