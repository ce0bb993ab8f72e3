// Sums of a cart's lines. Equal goods are summed before they are rounded (D71): all lines of a product together come
// to what one line of the same pieces costs, however they are split. Each has the whole minor units of its own amount,
// and those that are missing go to the lines with the largest fractions, one each. A line by itself is price ×
// quantity, rounded half up. Which line gets what does not depend on their order, but among equal ones.
//
// Prices below zero are rounded as the mirror image, and added up apart from those above.
// Not promised: that a change costs its line alone. It does where no amount needs rounding, which is nearly always: a
// price in whole minor units for whole pieces.
import type { Milli, Minor, PriceE4, RateE6 } from '../money.ts';
import { taxWithin, tenTo } from '../money.ts';

/** What the sum of a line follows from, and the sum itself. */
export interface SummedLine {
  readonly id: number;
  /** 0: a free element, which stands by itself. */
  readonly productId: number;
  readonly priceE4: PriceE4;
  readonly quantityMilli: Milli;
  readonly rateE6: RateE6;
  readonly sumMinor: Minor;
}

/** Another sum of a line whose quantity stays. */
export interface SumChange {
  readonly lineId: number;
  readonly quantityMilli: Milli;
  readonly sumMinor: Minor;
  readonly sumTaxMinor: Minor;
  /** Growth of its absolute value. */
  readonly moreMinor: number;
}

/** Whether price × quantity needs no rounding: such a line changes no other one's sum. */
export const isWhole = (
  { priceE4, quantityMilli }: Pick<SummedLine, 'priceE4' | 'quantityMilli'>,
  digits: number,
): boolean => {
  const product = priceE4 * quantityMilli;
  return Number.isSafeInteger(product)
    ? product % tenTo(7 - digits) === 0
    : (BigInt(priceE4) * BigInt(quantityMilli)) % BigInt(tenTo(7 - digits)) === 0n;
};

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** What differs of the lines of one product with prices on one side of zero, in the order of the cart. */
const changesOf = (lines: readonly SummedLine[], digits: number): SumChange[] => {
  const unit = BigInt(tenTo(7 - digits));
  const sizes = lines.map(({ priceE4, quantityMilli }) => {
    const exact = BigInt(priceE4) * BigInt(quantityMilli);
    return exact < 0n ? -exact : exact;
  });
  const wholes = sizes.map((size) => size / unit);
  const all = sizes.reduce((sum, size) => sum + size, 0n);
  const missing = (all * 2n + unit) / (2n * unit) - wholes.reduce((sum, whole) => sum + whole, 0n);
  // Of equal fractions the larger amount comes first, then the earlier line: a sort leaves equals in their order.
  const order = sizes
    .map((_, index) => index)
    .sort((a, b) => compare(sizes[b]! % unit, sizes[a]! % unit) || compare(sizes[b]!, sizes[a]!));
  for (const index of order.slice(0, Number(missing))) wholes[index]! += 1n;
  return lines.flatMap(({ id: lineId, priceE4, quantityMilli, rateE6, sumMinor: present }, index) => {
    const size = Number(wholes[index]!);
    const sumMinor = (priceE4 < 0 && size !== 0 ? -size : size) as Minor;
    if (sumMinor === present) return [];
    const moreMinor = Math.abs(sumMinor) - Math.abs(present);
    return [{ lineId, quantityMilli, sumMinor, sumTaxMinor: taxWithin(sumMinor, rateE6), moreMinor }];
  });
};

/** The lines of these products that have another sum than they should. */
export const sumChanges = (
  lines: readonly SummedLine[],
  productIds: ReadonlySet<number>,
  digits: number,
): readonly SumChange[] =>
  [...productIds].flatMap((productId) => {
    const ofProduct = lines.filter((line) => line.productId === productId);
    return [false, true].flatMap((isBelow) =>
      changesOf(
        ofProduct.filter(({ priceE4 }) => priceE4 < 0 === isBelow),
        digits,
      ),
    );
  });
