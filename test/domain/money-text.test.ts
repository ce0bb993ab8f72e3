// Catches an amount that is read or shown otherwise than its decimal text, and a limit that is off by one.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PRICE_E4_MAX,
  QUANTITY_MILLI_MAX,
  decimal,
  decimalText as textOf,
  parseDecimal,
  toMinor,
  toPrice,
  toQuantity,
  toRate,
} from '../../src/domain/money.ts';
import { fromDecimal, fromScaled, minus, round, scaled } from './cart/rational.ts';
import { KERNEL, amount, isPlain } from './money-values.ts';

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

  // Catches a number of any length or form that is called no number, and no number that is called too large.
  it('refuse what is too large by name, also where it is too long to be read; what is no number is none', () => {
    const nines = '9'.repeat(30);
    for (const huge of [nines, ` ${nines} `, `+${nines}.`, `-${nines}.55`, '1e15', '1e+99', '1E99', '.55e99'])
      expect(code(toPrice(huge, 'p')), huge).toBe('AMOUNT_OUT_OF_RANGE');
    for (const junk of ['Infinity', `0x${nines}`, Number.NaN, [1e30], [nines], `0.${'1'.repeat(41)}`])
      expect(code(toPrice(junk, 'p')), String(junk)).toBe('PARAMETER_INVALID');
    // At the limit itself, with more decimals than are read.
    expect(code(toQuantity(`1000000.${'0'.repeat(41)}`, 'q'))).toBe('PARAMETER_INVALID');
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
    expect(toRate('19', 't')).toMatchObject({ param: 't', detail: 't 19 is above 1.' });
    expect(toPrice('1e30', 'p')).toMatchObject({ param: 'p', detail: 'p 1e30 is above 99999999999.9999.' });
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
