// Exact fractions, slow and obvious: what money is checked against.

export interface Rational {
  readonly n: bigint;
  /** Above zero. */
  readonly d: bigint;
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

export const rational = (n: bigint | number, d: bigint | number = 1n): Rational => {
  const [top, bottom] = [BigInt(n), BigInt(d)];
  if (bottom === 0n) throw new RangeError('division by zero');
  const sign = bottom < 0n ? -1n : 1n;
  const common = gcd(abs(top), abs(bottom)) || 1n;
  return { n: (sign * top) / common, d: (sign * bottom) / common };
};

export const ZERO = rational(0);
export const ONE = rational(1);
export const plus = (a: Rational, b: Rational): Rational => rational(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a: Rational, b: Rational): Rational => rational(a.n * b.d - b.n * a.d, a.d * b.d);
export const times = (a: Rational, b: Rational): Rational => rational(a.n * b.n, a.d * b.d);
export const over = (a: Rational, b: Rational): Rational => rational(a.n * b.d, a.d * b.n);
export const compare = (a: Rational, b: Rational): number => Number(minus(a, b).n > 0n) - Number(minus(a, b).n < 0n);
export const sumOf = (values: readonly Rational[]): Rational => values.reduce(plus, ZERO);
const power = (digits: number): Rational =>
  digits >= 0 ? rational(10n ** BigInt(digits)) : rational(1n, 10n ** BigInt(-digits));

/** Half up, away from zero, at `digits` decimals. */
export const round = (value: Rational, digits: number): Rational => {
  const scaled = times(value, power(digits));
  const whole = (2n * abs(scaled.n) + scaled.d) / (2n * scaled.d);
  return over(rational(scaled.n < 0n ? -whole : whole), power(digits));
};

/** The integer that shows `value` with `digits` decimals; throws when it does not show it exactly. */
export const scaled = (value: Rational, digits: number): bigint => {
  const product = times(value, power(digits));
  if (product.d !== 1n) throw new RangeError(`${product.n}/${product.d} is no whole number`);
  return product.n;
};

export const fromScaled = (value: number | bigint, digits: number): Rational => over(rational(value), power(digits));

/** `-12.5e-3`, read by hand. */
export const fromDecimal = (text: string): Rational => {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const value = times(rational(BigInt(`${whole}${fraction}` || '0')), power(Number(exponent) - fraction.length));
  return mantissa.startsWith('-') ? minus(ZERO, value) : value;
};
