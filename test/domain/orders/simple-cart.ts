// Carts of few plain lines, for examples of what comes after the sale.
import { emptyCart } from '../../../src/domain/cart/cart.ts';
import type { Cart } from '../../../src/domain/cart/cart.ts';
import { LINE } from '../../../src/domain/cart/line.ts';
import { taxWithin } from '../../../src/domain/money.ts';
import type { Milli, Minor, PriceE4, RateE6 } from '../../../src/domain/money.ts';

/** `rateE6`: 0 where absent; `pieces`: one where absent. Below zero: a discount that staff entered. */
export type SimpleLine = readonly [sumMinor: number, rateE6?: number, pieces?: number];

/** A cart as a checkout leaves it; ids of lines count from 1. */
export const cartOf = (...lines: readonly SimpleLine[]): Cart => {
  const cart = emptyCart(0);
  cart.lines = lines.map(([sum, rate = 0, pieces = 1], at) => {
    const [sumMinor, rateE6, quantityMilli] = [sum as Minor, rate as RateE6, (pieces * 1000) as Milli];
    const type = sum < 0 ? ('FREE_ELEMENT' as const) : ('PRODUCT' as const);
    const sumTaxMinor = taxWithin(sumMinor, rateE6);
    const priceE4 = Math.trunc((sum * 100) / pieces) as PriceE4;
    return { ...LINE.initial(), id: at + 1, type, quantityMilli, priceE4, sumMinor, sumTaxMinor, rateE6 };
  });
  cart.linesCreated = lines.length;
  cart.sumMinor = lines.reduce((sum, [sumMinor]) => sum + sumMinor, 0) as Minor;
  return cart;
};
