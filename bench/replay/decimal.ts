// Exact decimals as scaled integers: what the shop's figures are compared with, so nothing here is a float.

/** Decimals of a unit price. */
export const PRICE_DECIMALS = 4;
/** Decimals of a quantity. */
export const QUANTITY_DECIMALS = 3;
/** Sums have the currency's decimals: EUR has 2. */
export const MINOR_DECIMALS = 2;

const LINE_DIVISOR = 10n ** BigInt(PRICE_DECIMALS + QUANTITY_DECIMALS - MINOR_DECIMALS);
const DECIMAL = /^([+-]?)(\d{1,24})(?:\.(\d{0,24}))?$/;

/** A line's sum: price × quantity, rounded half up to the minor unit. */
export const lineSumMinor = (priceE4: bigint, quantityMilli: bigint): bigint =>
  divideHalfUp(priceE4 * quantityMilli, LINE_DIVISOR);

/** Divides by a positive divisor and rounds half away from zero, so that negative amounts are the mirror image. */
export const divideHalfUp = (dividend: bigint, divisor: bigint): bigint => {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * magnitude + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
};

/** The value times 10^decimals, or why there is none: no plain decimal number, or digits beyond the decimals. */
export const parseDecimal = (text: string, decimals: number): bigint | 'malformed' | 'too_fine' => {
  const match = DECIMAL.exec(text);
  if (match === null) return 'malformed';
  const [, sign, whole = '', fraction = ''] = match;
  if (/[1-9]/.test(fraction.slice(decimals))) return 'too_fine';
  const magnitude = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return sign === '-' ? -magnitude : magnitude;
};

/** The shortest text of a scaled integer that has at least `decimalsMin` decimals. */
export const formatDecimal = (scaled: bigint, decimals: number, decimalsMin = 0): string => {
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  let fraction = digits.slice(digits.length - decimals);
  while (fraction.length > decimalsMin && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  return `${scaled < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
};
