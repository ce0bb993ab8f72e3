// Catches arithmetic of money that is not exact, or rounds otherwise than half away from zero.
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Milli, PriceE4, RateE6, Whole } from '../../src/domain/money.ts';
import {
  AMOUNT_MINOR_MAX,
  PRICE_E4_MAX,
  QUANTITY_MILLI_MAX,
  addTax,
  decimal,
  decimalText as textOf,
  lineSum,
  mulDiv,
  parseDecimal,
  subtractTax,
  sumOf,
  taxWithin,
  toMinor,
  toPrice,
  toQuantity,
  toRate,
} from '../../src/domain/money.ts';
import { ONE, fromDecimal, fromScaled, minus, over, plus, rational, round, scaled, times } from './cart/rational.ts';
import { runs } from '../effort.ts';

const KERNEL = { numRuns: runs(2000) };
const digits = fc.integer({ min: 0, max: 4 });
const near = (...edges: number[]) =>
  fc.tuple(fc.constantFrom(...edges), fc.integer({ min: -3, max: 3 })).map(([edge, by]) => edge + by);
/** The last few before a limit, of either sign. */
const within = (limit: number) =>
  fc.tuple(fc.nat({ max: 3 }), fc.constantFrom(1, -1)).map(([by, sign]) => sign * (limit - by));
const price = fc
  .oneof(
    fc.integer({ min: -PRICE_E4_MAX, max: PRICE_E4_MAX }),
    fc.integer({ min: -99_999, max: 99_999 }),
    near(0, 5000, 50),
    within(PRICE_E4_MAX),
  )
  .map((value) => value as PriceE4);
const quantity = fc
  .oneof(
    fc.integer({ min: 1, max: QUANTITY_MILLI_MAX }),
    fc.integer({ min: 1, max: 3000 }),
    fc.constant(QUANTITY_MILLI_MAX),
  )
  .map((value) => value as Milli);
const rate = fc
  .oneof(
    fc.constantFrom(0, 1, 50_000, 70_000, 190_000, 255_000, 999_999, 1_000_000),
    fc.integer({ min: 0, max: 1_000_000 }),
  )
  .map((value) => value as RateE6);
const amount = fc.oneof(
  fc.integer({ min: -AMOUNT_MINOR_MAX, max: AMOUNT_MINOR_MAX }),
  fc.integer({ min: -1000, max: 1000 }),
  within(AMOUNT_MINOR_MAX),
);
const safe = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -100_000, max: 100_000 }),
  near(94_906_265, -94_906_265, 3_037_000_500),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0),
);

/** A whole number and not −0. */
const isPlain = (value: number): boolean => Number.isInteger(value) && !Object.is(value, -0);

describe('mulDiv', () => {
  // Catches a product that left 2^53 before it was divided, and half rounded to even or towards zero.
  it('is the exact quotient, rounded half away from zero, for any safe integers', () => {
    fc.assert(
      fc.property(
        safe,
        safe,
        fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
        (a, b, d) => {
          const exact = scaled(round(rational(BigInt(a) * BigInt(b), d), 0), 0);
          fc.pre(exact <= BigInt(Number.MAX_SAFE_INTEGER) && exact >= BigInt(Number.MIN_SAFE_INTEGER));
          const result = mulDiv(a, b, d);
          expect(BigInt(result)).toBe(exact);
          expect(isPlain(result)).toBe(true);
        },
      ),
      KERNEL,
    );
  });

  // Catches rounding that looks right until a credit note: −0.5 must be −1 where 0.5 is 1.
  it('is its own mirror image for negative numbers', () => {
    fc.assert(
      fc.property(safe, safe, fc.integer({ min: 1, max: 2_000_000 }), (a, b, d) => {
        expect(mulDiv(-a, b, d) + mulDiv(a, b, d)).toBe(0);
        expect(mulDiv(a, -b, d) + mulDiv(a, b, d)).toBe(0);
      }),
      KERNEL,
    );
    expect(mulDiv(-1, 1, 2)).toBe(-1);
    expect(mulDiv(-1, 1, 3)).toBe(0);
    expect(Object.is(mulDiv(-1, 1, 3), 0)).toBe(true);
    expect(Object.is(mulDiv(0, -5, 7), 0)).toBe(true);
    // 2^53 + 1, which no double is: half of it ends in a half.
    expect(mulDiv(3, 3_002_399_751_580_331, 2)).toBe(4_503_599_627_370_497);
  });
});

describe('everyday amounts', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  // Catches a price list that takes five times as long to read, because every price goes by way of what only the
  // largest need.
  it('need no BigInt', () => {
    vi.stubGlobal('BigInt', () => expect.unreachable('a detour over BigInt'));
    expect([
      mulDiv(1_199_000, 2000, 100_000),
      mulDiv(-23_980, 190_000, 1_190_000),
      mulDiv(94_906_265, 94_906_265, 7),
    ]).toEqual([23_980, -3829, 1_286_742_733_750_032]);
    expect(['119.90', '1.2345', '-.5', '12345678901.2345', '1e3'].map((text) => parseDecimal(text, 4))).toEqual([
      1_199_000, 12_345, -5000, 123_456_789_012_345, 10_000_000,
    ]);
  });

  // Catches a number of a JSON body that is turned into text first.
  it('need no text where they are numbers', () => {
    const exec = vi.spyOn(RegExp.prototype, 'exec');
    const read = [119.9, 0, -0.25, 9_999_999_999_999.99, -9_999_999_999_999.99, 0.07].map((value) =>
      parseDecimal(value, 2),
    );
    const looks = exec.mock.calls.length;
    exec.mockRestore();
    expect([read, looks]).toEqual([[11_990, 0, -25, AMOUNT_MINOR_MAX, -AMOUNT_MINOR_MAX, 7], 0]);
  });
});

const part = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{0,${max}}$`));
const decimalText = fc
  .record({
    sign: fc.constantFrom('', '+', '-'),
    whole: fc.oneof(part(6), part(24)),
    fraction: fc.option(fc.oneof(part(6), part(40)), { nil: undefined }),
    exponent: fc.option(fc.integer({ min: -60, max: 60 }), { nil: undefined }),
    letter: fc.constantFrom('e', 'E'),
    plus: fc.constantFrom('', '+'),
    padding: fc.constantFrom('', ' ', '\n'),
  })
  .filter(({ whole, fraction }) => whole !== '' || (fraction ?? '') !== '')
  .map(({ sign, whole, fraction, exponent, letter, plus: mark, padding }) => {
    const tail = exponent === undefined ? '' : `${letter}${exponent >= 0 ? mark : ''}${exponent}`;
    return `${padding}${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${tail}${padding}`;
  });

describe('parseDecimal', () => {
  // Catches parsing by way of a float: 1.005 → 1.00, 0.1 + 0.2, digits beyond the 15th.
  it('reads any decimal text exactly and rounds half away from zero, or says that it does not fit', () => {
    fc.assert(
      fc.property(decimalText, fc.integer({ min: 0, max: 6 }), (text, places) => {
        const exact = scaled(round(fromDecimal(text.trim()), places), places);
        const fits = exact <= BigInt(Number.MAX_SAFE_INTEGER) && exact >= BigInt(Number.MIN_SAFE_INTEGER);
        const parsed = parseDecimal(text, places);
        expect(parsed === undefined ? undefined : BigInt(parsed)).toBe(fits ? exact : undefined);
        if (parsed !== undefined) expect(isPlain(parsed)).toBe(true);
      }),
      KERNEL,
    );
  });

  // Catches a JSON number that means something else than its text.
  it('reads a number as the text that shows it', () => {
    fc.assert(
      fc.property(fc.double(), fc.integer({ min: 0, max: 6 }), (value, places) => {
        expect(parseDecimal(value, places)).toBe(parseDecimal(String(value), places));
      }),
      KERNEL,
    );
    expect(parseDecimal(1.005, 2)).toBe(101);
    expect(parseDecimal(1e-7, 4)).toBe(0);
    expect(parseDecimal(-0, 2)).toBe(0);
  });

  // Catches "1,000.00" read as 1, hexadecimal, infinities, and a huge exponent that builds a huge BigInt.
  it('takes nothing that is no decimal number', () => {
    const junk = [
      '',
      ' ',
      '.',
      '-',
      '+',
      '-.',
      'e5',
      '.e5',
      '1e',
      '1e+',
      '1,5',
      '1.000,00',
      '1 000',
      '0x10',
      '1_000',
      '--1',
      '1.2.3',
      'NaN',
      'Infinity',
      '-Infinity',
      '١٢',
      '1e9999',
      '1n',
      '1'.repeat(25),
      `0.${'1'.repeat(41)}`,
      null,
      undefined,
      true,
      [],
      [1],
      {},
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Symbol.iterator,
      () => 1,
      1n,
    ];
    for (const value of junk) expect(parseDecimal(value, 2)).toBe(undefined);
    expect(parseDecimal('1e999', 6)).toBe(undefined);
    expect(parseDecimal('0e999', 6)).toBe(0);
    expect(parseDecimal('1e-999', 6)).toBe(0);
    expect(parseDecimal('.5', 0)).toBe(1);
    expect(parseDecimal('-.5', 0)).toBe(-1);
    expect(parseDecimal('5.', 2)).toBe(500);
    for (const zero of ['0', '-0', '-0.00', '-.0e5', '-0.004']) expect(Object.is(parseDecimal(zero, 2), 0)).toBe(true);
  });

  it('never throws and never gives anything but a safe integer, whatever it is handed', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const parsed = parseDecimal(value, 4);
        return parsed === undefined || (Number.isSafeInteger(parsed) && !Object.is(parsed, -0));
      }),
      KERNEL,
    );
  });
});

describe('amounts of a line', () => {
  // Catches price × quantity beyond 2^53, and rounding at the unit instead of the line.
  it('lineSum is round(price × quantity), and outside the limit it is seen to be outside', () => {
    fc.assert(
      fc.property(price, quantity, digits, (one, many, places) => {
        const exact = scaled(round(times(fromScaled(one, 4), fromScaled(many, 3)), places), places);
        const result = lineSum(one, many, places);
        if (Math.abs(result) <= AMOUNT_MINOR_MAX) expect(BigInt(result)).toBe(exact);
        else expect(exact > AMOUNT_MINOR_MAX || exact < -AMOUNT_MINOR_MAX).toBe(true);
        expect(isPlain(result)).toBe(true);
      }),
      KERNEL,
    );
  });

  // Catches tax computed as p·t, or from a net that was rounded first.
  it('taxWithin is round(p·t/(1+t)), lies between 0 and p, and net + tax = gross', () => {
    fc.assert(
      fc.property(amount, rate, (gross, one) => {
        const share = over(fromScaled(one, 6), plus(ONE, fromScaled(one, 6)));
        const tax = taxWithin(gross, one);
        expect(BigInt(tax)).toBe(scaled(round(times(rational(gross), share), 0), 0));
        expect(isPlain(tax)).toBe(true);
        expect(Math.abs(tax) <= Math.abs(gross) && tax * Math.sign(gross) >= 0).toBe(true);
        expect(gross - tax + tax).toBe(gross);
        expect(tax + taxWithin(-gross, one)).toBe(0);
      }),
      KERNEL,
    );
  });

  // Catches a conversion that rounds to cents before the quantity multiplies the error.
  it('addTax and subtractTax convert at 4 decimals, and undo each other to within one unit of them', () => {
    fc.assert(
      fc.property(price, rate, (one, share) => {
        const factor = plus(ONE, fromScaled(share, 6));
        const gross = addTax(one, share);
        const net = subtractTax(one, share);
        expect(BigInt(gross)).toBe(scaled(round(times(fromScaled(one, 4), factor), 4), 4));
        expect(BigInt(net)).toBe(scaled(round(over(fromScaled(one, 4), factor), 4), 4));
        expect(isPlain(gross) && isPlain(net)).toBe(true);
        if (Math.abs(gross) <= PRICE_E4_MAX) expect(Math.abs(subtractTax(gross, share) - one)).toBeLessThanOrEqual(1);
      }),
      KERNEL,
    );
  });

  // Catches the tax of a unit and of a line (D75) becoming one: twice the unit's tax is not the line's.
  it('has the numbers of the documented example', () => {
    const sum = lineSum(1_199_000 as PriceE4, 2000 as Milli, 2);
    expect([sum, taxWithin(11_990, 190_000 as RateE6), taxWithin(sum, 190_000 as RateE6)]).toEqual([
      23_980, 1914, 3829,
    ]);
  });
});

describe('decimal', () => {
  // Catches a reply that shows 0.30000000000000004, or a 15th digit that is not the one stored.
  it('shows up to 15 digits exactly', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 6 }), (value, places) => {
        const shown = fromDecimal(String(decimal(value, places)));
        expect(minus(shown, fromScaled(value, places)).n).toBe(0n);
        expect(parseDecimal(decimal(value, places), places)).toBe(value);
      }),
      KERNEL,
    );
  });
});

describe('decimalText', () => {
  // Catches a trailing zero, a lost leading one of a fraction, and an amount whose text another program reads as
  // another.
  it('is the text that JSON shows of the number', () => {
    fc.assert(
      fc.property(fc.oneof(amount, fc.nat({ max: 20_000 })), fc.integer({ min: 0, max: 6 }), (value, places) => {
        expect(textOf(value, places)).toBe(JSON.stringify(decimal(value, places)));
      }),
      KERNEL,
    );
    expect([
      textOf(0, 3),
      textOf(100, 3),
      textOf(5, 2),
      textOf(50, 2),
      textOf(10_000, 2),
      textOf(7, 0),
      textOf(-5, 2),
    ]).toEqual(['0', '0.1', '0.05', '0.5', '100', '7', '-0.05']);
  });
});

describe('sumOf', () => {
  // Catches a sum over all orders of a day that loses a cent beyond 2^53, and one that does not come back from there.
  it('is exact for any number of amounts, forth and back, and equal sums are the same value', () => {
    const term = fc.oneof(safe, amount);
    fc.assert(
      fc.property(fc.array(term, { maxLength: 40 }), (terms) => {
        const total = terms.reduce<Whole>(sumOf, 0);
        const exact = terms.reduce((sum, one) => sum + BigInt(one), 0n);
        expect(BigInt(total)).toBe(exact);
        expect(typeof total).toBe(Number.isSafeInteger(Number(exact)) ? 'number' : 'bigint');
        expect(terms.reduce<Whole>((left, one) => sumOf(left, -one), total)).toBe(0);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('limits', () => {
  const code = (result: { readonly ok: boolean; readonly code?: string }): string => (result.ok ? 'ok' : result.code!);

  // Catches a limit that is off by one, or judged before rounding.
  it('are inclusive, and judged after rounding', () => {
    // As text and as the double that a FLOAT is.
    for (const most of ['99999999999.9999', 99_999_999_999.9999])
      expect(toPrice(most, 'p')).toEqual({ ok: true, value: PRICE_E4_MAX });
    expect(toPrice('-99999999999.99994', 'p')).toEqual({ ok: true, value: -PRICE_E4_MAX });
    for (const more of ['99999999999.99995', '-100000000000', 1e11, '1e30', 1e300, '9'.repeat(500), '-1e999'])
      expect(code(toPrice(more, 'p'))).toBe('AMOUNT_OUT_OF_RANGE');
    expect(toQuantity('0.001', 'q')).toEqual({ ok: true, value: 1 });
    expect(toQuantity('1000000', 'q')).toEqual({ ok: true, value: QUANTITY_MILLI_MAX });
    for (const none of ['0', '-1', '0.0004', '1000000.001'])
      expect(code(toQuantity(none, 'q'))).toBe('AMOUNT_OUT_OF_RANGE');
    expect(toRate('1', 't')).toEqual({ ok: true, value: 1_000_000 });
    for (const none of ['1.000001', '-0.01', '19']) expect(code(toRate(none, 't'))).toBe('AMOUNT_OUT_OF_RANGE');
    for (const junk of ['', 'x', 'NaN', {}, null]) expect(code(toPrice(junk, 'p'))).toBe('PARAMETER_INVALID');
  });

  it('say which parameter, what of it is wrong, and what it was', () => {
    expect(toPrice('ten', 'p')).toEqual({
      ok: false,
      code: 'PARAMETER_INVALID',
      param: 'p',
      detail: 'p: ten is no number.',
    });
    expect(toQuantity(-1, 'q')).toEqual({
      ok: false,
      code: 'AMOUNT_OUT_OF_RANGE',
      param: 'q',
      detail: 'q -1 is below 0.001.',
    });
  });

  // Catches a delivery amount whose price at 4 decimals, which its order line carries, is no safe integer.
  it('hold for a delivery amount in every currency: it fits a unit price', () => {
    for (const [places, most, more] of [
      [0, '99999999999', '99999999999.5'],
      [2, '99999999999.99', '99999999999.995'],
      [3, '99999999999.999', '1e11'],
      [4, '99999999999.9999', '1e11'],
    ] as const) {
      const minor = Number(most.replace('.', ''));
      expect(toMinor(most, places, 'd')).toEqual({ ok: true, value: minor });
      expect(toMinor(`-${most}`, places, 'd')).toEqual({ ok: true, value: -minor });
      expect(minor * 10 ** (4 - places)).toBeLessThanOrEqual(PRICE_E4_MAX);
      expect(code(toMinor(more, places, 'd'))).toBe('AMOUNT_OUT_OF_RANGE');
      expect(code(toMinor(`-${more}`, places, 'd'))).toBe('AMOUNT_OUT_OF_RANGE');
    }
  });
});
