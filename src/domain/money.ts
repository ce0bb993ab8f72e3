// Exact amounts. Everything is a safe integer; a JSON number appears only in a view (D71). Rounding is half up at the
// declared points, negative amounts as the mirror image. Amounts beyond a limit are refused and never rounded (D72).
// Glossary (docs/internals/glossary.md): unit suffixes.
import { ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { ascii } from '../kernel/octets.ts';
import type { Octets } from '../kernel/octets.ts';

declare const unit: unique symbol;
type Int<U extends string> = number & { readonly [unit]: U };

/** A unit price in 1/10,000 of the currency. */
export type PriceE4 = Int<'E4'>;
/** An amount in the currency's minor unit (EUR: cents). */
export type Minor = Int<'minor'>;
/** A quantity in 1/1,000 of a piece. */
export type Milli = Int<'milli'>;
/** A tax rate in 1/1,000,000: 19 % is 190,000. */
export type RateE6 = Int<'rate'>;

/** 15 digits: the most that a JSON number is certain to show exactly. */
export const AMOUNT_MINOR_MAX = 999_999_999_999_999;
/** 99,999,999,999.9999: 15 digits, too, so that a price survives as a FLOAT, which is a double. */
export const PRICE_E4_MAX = 999_999_999_999_999;
export const QUANTITY_MILLI_MAX = 1_000_000_000;
/** All that ever came into a stock item, or was sold of it. */
export const MOVED_MILLI_MAX = AMOUNT_MINOR_MAX;

export const ZERO = 0 as Minor;
export const NO_RATE = 0 as RateE6;
const RATE_ONE = 1_000_000;

/**
 * floor(n / d) where n + d is a safe integer. Such a quotient is never rounded up to the next whole number k: it lies
 * at least 1/d below it, which is more than half a step of a double at k while k · d < 2^53. Three times as fast as
 * `%`, which beyond 2^31 is a division by hand.
 */
export const wholeQuotient = (n: number, d: number): number => Math.floor(n / d);

/**
 * a · b / d, rounded half away from zero, exact for any safe integers. A quotient beyond 2^53 is only near, and never
 * below it: callers refuse what is beyond their limit.
 */
export const mulDiv = (a: number, b: number, d: number): number => {
  const product = a * b;
  const sign = product < 0 ? -1 : 1;
  const whole = product * sign;
  if (whole + d <= Number.MAX_SAFE_INTEGER) {
    const quotient = wholeQuotient(whole, d);
    const rest = whole - quotient * d;
    const rounded = rest * 2 >= d ? quotient + 1 : quotient;
    return rounded === 0 ? 0 : rounded * sign;
  }
  const exact = BigInt(a) * BigInt(b) * BigInt(sign);
  const divisor = BigInt(d);
  return Number(BigInt(sign) * ((exact * 2n + divisor) / (2n * divisor)));
};

/** An integer of any size: a number where that is safe, else a bigint, so that equal ones are the same. */
export type Whole = number | bigint;

export const sumOf = (a: Whole, b: Whole): Whole => {
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a + b)) return a + b;
  const exact = BigInt(a) + BigInt(b);
  const near = Number(exact);
  return Number.isSafeInteger(near) ? near : exact;
};

const DECIMAL = /^([+-]?)(\d{0,24})(?:\.(\d{0,40}))?(?:[eE]([+-]?\d{1,3}))?$/;

const POWERS = Array.from({ length: 16 }, (_, digits) => 10 ** digits);

/** 10 to the power of 0 to 15. */
export const tenTo = (digits: number): number => POWERS[digits]!;

/**
 * A number whose decimals are that many at most, without a detour over its text: the quotient of an integer of up to
 * 15 digits and a power of ten is the double of just that decimal and no other.
 */
const scaledNumber = (value: number, digits: number): number | undefined => {
  const scaled = Math.round(value * tenTo(digits));
  return Math.abs(scaled) <= AMOUNT_MINOR_MAX && scaled / tenTo(digits) === value ? scaled + 0 : undefined;
};

/** Most quantities. With six decimals, the most that there are, fifteen digits. */
const PLAIN = /^\d{1,9}$/;

/**
 * A decimal text or JSON number as an integer of `digits` decimals, rounded half up; undefined when it is no number
 * or no safe integer.
 */
export const parseDecimal = (value: unknown, digits: number): number | undefined => {
  const direct = typeof value === 'number' ? scaledNumber(value, digits) : undefined;
  if (direct !== undefined) return direct;
  if (typeof value === 'string' && PLAIN.test(value)) return Number(value) * tenTo(digits);
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  const shift = digits + Number(exponent) - fraction.length;
  if (shift >= 0 && whole.length + fraction.length + shift <= 15) {
    // Every usual price: up to 15 digits a double is exact, and BigInt costs five times as much.
    const exact = Number(whole + fraction) * tenTo(shift);
    return exact === 0 ? 0 : sign === '-' ? -exact : exact;
  }
  let scaled = BigInt(whole + fraction);
  if (shift >= 0) scaled *= 10n ** BigInt(Math.min(shift, 80));
  else {
    const divisor = 10n ** BigInt(-shift);
    scaled = (scaled * 2n + divisor) / (2n * divisor);
  }
  const result = Number(scaled);
  if (!Number.isSafeInteger(result)) return undefined;
  return result === 0 ? 0 : sign === '-' ? -result : result;
};

// No two parts of it can match the same digit, so a long text is read once.
const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/;

/** Whether a value is a number, or text of one, beyond a bound. */
const isHuge = (value: unknown, beyond: number): boolean =>
  (typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value))) && Math.abs(Number(value)) > beyond;

const bounded = (value: unknown, digits: number, min: number, max: number, param: string): Result<number> => {
  const parsed = parseDecimal(value, digits) ?? (isHuge(value, max / tenTo(digits)) ? Infinity : undefined);
  if (parsed === undefined) return refuse('PARAMETER_INVALID', param, `${param}: ${shown(value)} is no number.`);
  if (parsed >= min && parsed <= max) return ok(parsed);
  const beyond = parsed > max ? `above ${decimal(max, digits)}` : `below ${decimal(min, digits)}`;
  return refuse('AMOUNT_OUT_OF_RANGE', param, `${param} ${shown(value)} is ${beyond}.`);
};

/** Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE. */
export const toPrice = (value: unknown, param: string): Result<PriceE4> =>
  bounded(value, 4, -PRICE_E4_MAX, PRICE_E4_MAX, param) as Result<PriceE4>;

/** More than zero. Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE. */
export const toQuantity = (value: unknown, param: string): Result<Milli> =>
  bounded(value, 3, 1, QUANTITY_MILLI_MAX, param) as Result<Milli>;

/** 0 to 100 %. Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE. */
export const toRate = (value: unknown, param: string): Result<RateE6> =>
  bounded(value, 6, 0, RATE_ONE, param) as Result<RateE6>;

/**
 * 0 to 100, with 4 decimals: as an integer the same share as a rate. Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE.
 */
export const toPercent = (value: unknown, param: string): Result<RateE6> =>
  bounded(value, 4, 0, RATE_ONE, param) as Result<RateE6>;

/** The largest amount that is a unit price, too. */
export const minorMax = (digits: number): number => wholeQuotient(PRICE_E4_MAX, tenTo(4 - digits));

/**
 * An amount given in the currency, rounded to its minor unit; as limited as a unit price, which it becomes in an order:
 * 99,999,999,999.99 EUR, 99,999,999,999 VND.
 *
 * Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE.
 */
export const toMinor = (value: unknown, digits: number, param: string): Result<Minor> => {
  const max = minorMax(digits);
  return bounded(value, digits, -max, max, param) as Result<Minor>;
};

/**
 * As `toMinor`, an amount that was shown: more decimals than the currency has are refused, because rounded it would be
 * another one. Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE.
 */
export const toShownMinor = (value: string, digits: number, param: string): Result<Minor> => {
  const minor = toMinor(value, digits, param);
  const [, , whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(value.trim()) ?? [];
  const decimals = (whole + fraction).replace(/0+$/, '').length - whole.length - Number(exponent);
  if (!minor.ok || decimals <= digits) return minor;
  return refuse(
    'PARAMETER_INVALID',
    param,
    `${param}: ${shown(value)} has more decimals than the currency: ${digits}.`,
  );
};

/** round(price × quantity) in minor units of `digits` decimals: the declared rounding point of a line. */
export const lineSum = (price: PriceE4, quantity: Milli, digits: number): Minor =>
  mulDiv(price, quantity, tenTo(7 - digits)) as Minor;

/** The tax contained in a gross amount: p · t / (1 + t). */
export const taxWithin = (gross: number, rate: RateE6): Minor => mulDiv(gross, rate, RATE_ONE + rate) as Minor;

/** A net unit price with its tax: p · (1 + t), at 4 decimals. */
export const addTax = (net: PriceE4, rate: RateE6): PriceE4 => mulDiv(net, RATE_ONE + rate, RATE_ONE) as PriceE4;

/** A gross unit price without its tax: p / (1 + t), at 4 decimals. */
export const subtractTax = (gross: PriceE4, rate: RateE6): PriceE4 =>
  mulDiv(gross, RATE_ONE, RATE_ONE + rate) as PriceE4;

/** An integer of `digits` decimals as the JSON number that shows it; exact up to 15 digits. */
export const decimal = (scaled: number, digits: number): number => scaled / tenTo(digits);

/** The texts after a whole number: `.05`, `.5`, '' of 5, 50 and 0 hundredths. */
const fractionTexts = (digits: number): readonly string[] =>
  Array.from({ length: tenTo(digits) }, (_, rest) =>
    rest === 0 ? '' : `.${String(rest).padStart(digits, '0').replace(/0+$/, '')}`,
  );

const FRACTIONS = [0, 1, 2, 3].map(fractionTexts);

/** Texts of the whole numbers that most amounts have: a reply shows about thirty. */
const WHOLES: readonly string[] = Array.from({ length: 10_000 }, (_, whole) => String(whole));

/** The same as text, without a trailing zero: what JSON shows of that number. */
export const decimalText = (scaled: number, digits: number): Octets => {
  const fractions = FRACTIONS[digits];
  if (scaled < 0) return ascii(String(decimal(scaled, digits)));
  if (fractions === undefined) {
    // Prices and rates have more decimals than they use.
    const unused = tenTo(digits - 2);
    return scaled % unused === 0 ? decimalText(scaled / unused, 2) : ascii(String(decimal(scaled, digits)));
  }
  const rest = scaled % fractions.length;
  const whole = (scaled - rest) / fractions.length;
  return ascii((WHOLES[whole] ?? `${whole}`) + fractions[rest]!);
};
