// What the pieces of an order are worth: what was charged for them after all that promotions and coupons took off.
//
// Guaranteed: it follows from the amounts that the checkout fixed and from nothing else, so that it never changes. The
// worths of all lines add up to what the order came to, and the taxes in them to its tax positions, by rate. Pieces of
// a line have a worth by their place in it: however they are taken, piece by piece or together, the worths of all of
// them add up to the line's.
// Not promised: that equal pieces are worth the same to the minor unit; 10.00 for three is 3.33, 3.34 and 3.33.
import type { Milli, Minor } from '../money.ts';
import { mulDiv } from '../money.ts';
import type { Calculable } from './amounts.ts';
import { calculate } from './calculate.ts';
import { isGoods } from './goods.ts';

export interface Worth {
  /** Below zero for a line whose price is. */
  readonly minor: Minor;
  /** The tax contained in it. */
  readonly taxMinor: Minor;
}

export interface LineWorth<L = unknown> extends Worth {
  readonly line: L;
}

/** What each line of a placed order is worth, its delivery positions among them, in the order of its lines. */
export const lineWorths = <L extends Calculable['lines'][number]>(
  cart: Calculable & { readonly lines: readonly L[] },
): readonly LineWorth<L>[] => {
  const { promotions } = cart;
  const lines: readonly L[] = cart.lines;
  const left = lines.map((line) => ({ line, minor: line.sumMinor, taxMinor: line.sumTaxMinor }));
  const takeOff = (at: number, minor: number, taxMinor: number): void => {
    const of = left[at]!;
    of.minor = (of.minor - minor) as Minor;
    of.taxMinor = (of.taxMinor - taxMinor) as Minor;
  };
  const places = new Map(lines.map(({ id }, at) => [id, at]));
  const positions = lines.flatMap((line, at) => (isGoods(line) ? [] : [at]));
  for (const { parts, delivery } of promotions) {
    for (const [id, , minor, taxMinor] of parts) takeOff(places.get(id)!, minor, taxMinor);
    for (const [position, , minor, taxMinor] of delivery) takeOff(positions[position]!, minor, taxMinor);
  }
  for (const { parts } of calculate(cart).couponUses) for (const part of parts) takeOff(...part);
  return left;
};

/** What the pieces of a line are worth from one place in it to another, both in 1/1,000 from its first piece on. */
export const worthBetween = (
  { line, minor, taxMinor }: LineWorth<{ readonly quantityMilli: Milli }>,
  fromMilli: Milli,
  toMilli: Milli,
): Worth => {
  const upTo = (amount: number, milli: number): number => mulDiv(amount, milli, line.quantityMilli);
  return {
    minor: (upTo(minor, toMilli) - upTo(minor, fromMilli)) as Minor,
    taxMinor: (upTo(taxMinor, toMilli) - upTo(taxMinor, fromMilli)) as Minor,
  };
};
