// Rules of one place, in their order: finds the first that is for a cart. They are in blocks, whose ranges of weight
// and sum are compared as plain numbers, and a block that has nothing for the cart is passed over. A rule that comes or
// goes makes the numbers of its block anew, not those of the place.
import { countBefore } from './by-halves.ts';
import type { DeliveryFacts, ReadRule } from './facts.ts';
import { GRAM, asksWeight, whyNotThere } from './facts.ts';

/** By falling priority, then by id: the first that is for a cart decides. */
export const inOrder = (one: ReadRule, other: ReadRule): number => other.priority - one.priority || one.id - other.id;

/** Whether a rule comes too late: `best` is for the cart. */
const isBehind = (one: ReadRule, best: ReadRule | undefined): boolean => best !== undefined && inOrder(one, best) >= 0;

const open = (from: number): number => (from === 0 ? -Infinity : from);
const end = (to: number, scale: number): number => (to === 0 ? Infinity : to * scale);

/** Fewer rules are asked one by one. */
const COMPARED_MIN = 16;
/** Rules above which a block is split; tests lower it. */
export const ZONES = { blockMax: 128 };

/** Numbers of a rule: weight from and to, sum from and to, whether that is the sum before promotions. */
const NUMBERS = 5;

/** What the rules of a block ask of weight and sum. */
class Bounds {
  readonly asksWeight: boolean;
  readonly numbers: Float64Array;
  /** What all of its ranges lie within. */
  private weightFrom = Infinity;
  private weightTo = -Infinity;
  private sumFrom = Infinity;
  private sumTo = -Infinity;

  constructor(rules: readonly ReadRule[]) {
    this.asksWeight = rules.some(asksWeight);
    const numbers = new Float64Array(rules.length * NUMBERS);
    this.numbers = numbers;
    for (let at = 0, place = 0; at < rules.length; at += 1, place += NUMBERS) {
      const one = rules[at]!;
      numbers[place] = open(one.weightFromG * GRAM);
      numbers[place + 1] = end(one.weightToG, GRAM);
      numbers[place + 2] = open(one.sumFromMinor);
      numbers[place + 3] = end(one.sumToMinor, 1);
      numbers[place + 4] = one.basis === 'before' ? 1 : 0;
      this.weightFrom = Math.min(this.weightFrom, numbers[place]!);
      this.weightTo = Math.max(this.weightTo, numbers[place + 1]!);
      this.sumFrom = Math.min(this.sumFrom, numbers[place + 2]!);
      this.sumTo = Math.max(this.sumTo, numbers[place + 3]!);
    }
  }

  /** Whether none of the rules is for a cart. `weight`: NaN, which is outside of nothing, where it is not known. */
  exclude(weight: number, { sumBeforeMinor, sumAfterMinor }: DeliveryFacts): boolean {
    return (
      weight < this.weightFrom ||
      weight >= this.weightTo ||
      Math.max(sumBeforeMinor, sumAfterMinor) < this.sumFrom ||
      Math.min(sumBeforeMinor, sumAfterMinor) >= this.sumTo
    );
  }
}

/** Rules that follow each other. */
class Block {
  rules: ReadRule[];
  /** Made when it is first asked for after a rule has come or gone. */
  private bounds: Bounds | undefined = undefined;

  constructor(rules: ReadRule[]) {
    this.rules = rules;
  }

  /** Position of the first rule that is not before another one. */
  lowerBound(rule: ReadRule): number {
    const { rules } = this;
    return countBefore(rules.length, (place) => inOrder(rules[place]!, rule) < 0);
  }

  add(rule: ReadRule): void {
    this.rules.splice(this.lowerBound(rule), 0, rule);
    this.bounds = undefined;
  }

  remove(rule: ReadRule): void {
    const at = this.lowerBound(rule);
    if (this.rules[at]?.id !== rule.id) return;
    this.rules.splice(at, 1);
    this.bounds = undefined;
  }

  /** Takes the second half of the rules out. */
  half(): ReadRule[] {
    this.bounds = undefined;
    return this.rules.splice(this.rules.length >>> 1);
  }

  first(facts: DeliveryFacts, best: ReadRule | undefined): ReadRule | undefined {
    const { rules } = this;
    if (rules.length >= COMPARED_MIN) return this.compared((this.bounds ??= new Bounds(rules)), facts, best);
    for (const one of rules) {
      if (isBehind(one, best)) return undefined;
      if (whyNotThere(one, facts) === undefined) return one;
    }
    return undefined;
  }

  private compared(bounds: Bounds, facts: DeliveryFacts, best: ReadRule | undefined): ReadRule | undefined {
    // Whether a rule needs a weight that is not known is asked of the rule.
    const measured = bounds.asksWeight ? facts.weight() : undefined;
    const weight = measured?.lacking === 0 ? measured.total : NaN;
    if (bounds.exclude(weight, facts)) return undefined;
    const { rules } = this;
    const { numbers } = bounds;
    const { sumBeforeMinor, sumAfterMinor } = facts;
    for (let at = 0, place = 0; at < rules.length; at += 1, place += NUMBERS) {
      if (weight < numbers[place]! || weight >= numbers[place + 1]!) continue;
      const sum = numbers[place + 4] === 1 ? sumBeforeMinor : sumAfterMinor;
      if (sum < numbers[place + 2]! || sum >= numbers[place + 3]!) continue;
      const one = rules[at]!;
      if (isBehind(one, best)) return undefined;
      if (whyNotThere(one, facts) === undefined) return one;
    }
    return undefined;
  }
}

export class Zone {
  readonly #blocks: Block[] = [];

  add(rule: ReadRule): void {
    const at = Math.max(0, this.#blockOf(rule));
    const block = this.#blocks[at];
    if (block === undefined) return void this.#blocks.push(new Block([rule]));
    block.add(rule);
    if (block.rules.length > ZONES.blockMax) this.#blocks.splice(at + 1, 0, new Block(block.half()));
  }

  remove(rule: ReadRule): void {
    const at = this.#blockOf(rule);
    const block = this.#blocks[at];
    block?.remove(rule);
    if (block?.rules.length === 0) this.#blocks.splice(at, 1);
  }

  /** The first that is for the cart, of those before the best that is known. */
  first(facts: DeliveryFacts, best: ReadRule | undefined): ReadRule | undefined {
    for (const block of this.#blocks) {
      if (isBehind(block.rules[0]!, best)) return undefined;
      const one = block.first(facts, best);
      if (one !== undefined) return one;
    }
    return undefined;
  }

  /** The last block that begins with a rule or before it; −1: none. */
  #blockOf(rule: ReadRule): number {
    const blocks = this.#blocks;
    return countBefore(blocks.length, (place) => inOrder(blocks[place]!.rules[0]!, rule) <= 0) - 1;
  }
}
