// A price that changes by a share of it, in whole units of ten-thousandths: no price is ever a sum of floats.

/** Units of a price: the engine reads unit prices to four decimals. */
const UNITS = 10_000;
/** Hundredths of a per cent in the whole. */
const WHOLE = 10_000;

/**
 * The price after a change by `percent`, to the smallest coin of the currency, half of it upwards. `percent`: to two
 * decimals, not below -100; `digits`: decimals of the currency, at most 4.
 */
export const priceAfter = (price: number, percent: number, digits: number): number => {
  const units = Math.round(price * UNITS);
  const share = WHOLE + Math.round(percent * 100);
  const coin = 10 ** (4 - digits) * WHOLE;
  // In two parts, so that prices of 15 digits stay whole numbers.
  const [wholes, rest] = [Math.floor(units / coin), units % coin];
  const coins = wholes * share + Math.floor((2 * rest * share + coin) / (2 * coin));
  return coins / 10 ** digits;
};
