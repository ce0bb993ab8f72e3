// Would catch a number that is read as another one: a group of thousands taken for decimals or the other way round, a
// digit that is rounded away, and a number that is written so that whoever reads it again has another.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainDecimal, readDecimal, writeDecimal } from '../../src/kernel/decimal-text.ts';
import type { DecimalRule, Point } from '../../src/kernel/decimal-text.ts';
import { runs } from '../harness/effort.ts';

const MAX = 999_999_999_999_999;
const rule = (usualDecimals: number, decimalsMax = 4): DecimalRule => ({
  usualDecimals,
  decimalsMax,
  min: -MAX,
  max: MAX,
});

const read = (text: string, point: Point, given = rule(2)): string | readonly string[] => {
  const reading = readDecimal(text, point, given);
  if (reading.kind === 'wrong') return reading.why;
  return reading.kind === 'number' ? reading.text : reading.texts;
};

describe('a text', () => {
  test.each([
    ['12', '12'],
    ['12.5', '12.5'],
    ['12,5', '12.5'],
    ['+12', '12'],
    ['-0,50', '-0.5'],
    ['−3', '-3'],
    ['-0', '0'],
    ['007', '7'],
    ['.5', '0.5'],
    ['12.', '12'],
    ['1,299.00', '1299'],
    ['1.299,00', '1299'],
    ['1,299,000', '1299000'],
    ['1.299.000', '1299000'],
    ['1 299,50', '1299.5'],
    ['1 299.500', '1299.5'],
    ["1'299.5", '1299.5'],
    ['1\u202f299', '1299'],
    ['0,299', '0.299'],
    ['0.299', '0.299'],
    ['1299,500', '1299.5'],
    ['1,2990', '1.299'],
  ])('%j is %s to everybody', (text, number) => {
    for (const point of ['.', ','] as const)
      for (const digits of [0, 1, 2, 3, 4]) expect(read(text, point, rule(digits)), `${point} ${digits}`).toBe(number);
  });

  test.each([
    '',
    '-',
    '.',
    'abc',
    '1e3',
    '12a',
    '1,29,99',
    '1.2.3',
    '1,299.00.1',
    '1 29',
    '12 €',
    '٣',
    '1_299',
    '1  299',
  ])('%j is no number', (text) => {
    expect(read(text, '.')).toBe('no number');
  });

  test.each([
    ['1,299', '.', 2, ['1299', '1.299']],
    ['1.299', '.', 2, ['1.299', '1299']],
    ['1.299', ',', 2, ['1299', '1.299']],
    ['1,299', ',', 2, ['1.299', '1299']],
    ['-12,000', '.', 0, ['-12000', '-12']],
    // The other sign is a doubt wherever decimals are possible.
    ['1,299', '.', 3, ['1299', '1.299']],
  ] as const)(
    '%j where the point is %j and %i decimals are usual has two readings',
    (text, point, digits, readings) => {
      expect(read(text, point, rule(digits))).toEqual(readings);
    },
  );

  test.each([
    ['1.299', '.', rule(3), '1.299'],
    ['1,299', ',', rule(4), '1.299'],
    ['1,299', '.', rule(0, 0), '1299'],
    ['1.299', ',', rule(0, 0), '1299'],
    // Its own notation would be a fraction, where only whole ones are possible.
    ['1.299', '.', rule(0, 0), ['1299']],
    ['1,299', '.', rule(2, 2), ['1299']],
    ['1,500', '.', { ...rule(2), max: 100 }, ['1.5']],
    ['12.345', ',', { ...rule(2, 2), max: 100 }, 'range'],
    ['0.12345', '.', rule(2), 'decimals'],
    ['0.1234000', '.', rule(2), '0.1234'],
    ['-1', '.', { ...rule(0), min: 0 }, 'range'],
    ['1234567890123456', '.', rule(0), 'range'],
    ['123456789012.3456', '.', rule(2), 'range'],
  ] as const)('%j where the point is %j by %j is %j', (text, point, given, reading) => {
    expect(read(text, point, given)).toEqual(reading);
  });
});

/** A number of so many decimals at most, small ones and those around a thousand more often. */
const numberOf = (decimals: number): fc.Arbitrary<number> =>
  fc
    .oneof(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: -1e14, max: 1e14 }))
    .map((scaled) => scaled / 10 ** decimals);

const notation = fc.constantFrom<Point>('.', ',');

test('what is written is read as just that number, whatever the notation and the digits', () => {
  const drawn = fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 4 }), notation, fc.nat({ max: 4 }));
  const property = fc.property(
    drawn.chain(([usual, decimals, point, padding]) =>
      fc.tuple(fc.constant([usual, point, padding] as const), numberOf(decimals)),
    ),
    ([[usual, point, padding], value]) => {
      const written = writeDecimal(plainDecimal(value), point, rule(usual), padding);
      const reading = readDecimal(written, point, rule(usual));
      expect(reading, written).toEqual({ kind: 'number', text: plainDecimal(value) });
      expect(Number((reading as { text: string }).text)).toBe(value);
    },
  );
  fc.assert(property, { numRuns: runs(2000) });
});

test('what somebody else has written is that number, or a question with that number among its answers', () => {
  const property = fc.property(
    numberOf(4),
    notation,
    notation,
    fc.nat({ max: 4 }),
    fc.constantFrom('', 'sign', ' ', "'", '\u00a0'),
    (value, theirs, mine, usual, group) => {
      // Where three decimals are usual, the page's own notation decides.
      fc.pre(theirs === mine || usual < 3);
      const [whole = '', decimals = ''] = plainDecimal(value).split('.');
      const sign = group === 'sign' ? (theirs === '.' ? ',' : '.') : group;
      const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, sign);
      const text = decimals === '' ? grouped : grouped + theirs + decimals;
      const reading = readDecimal(text, mine, rule(usual));
      const readings = reading.kind === 'number' ? [reading.text] : reading.kind === 'doubtful' ? reading.texts : [];
      expect(readings, text).toContain(plainDecimal(value));
      // The one who wrote it in the notation of the page, with the usual decimals, is never asked without need.
      if (reading.kind === 'doubtful') expect(text).toMatch(/^-?\d{1,3}[.,]\d{3}$/);
    },
  );
  fc.assert(property, {
    numRuns: runs(2000),
    examples: [
      [1.299, '.', '.', 2, ''],
      [1299, '.', ',', 2, 'sign'],
    ],
  });
});

test('any text has a reading or a reason, and no reading breaks the rule', () => {
  const text = fc.string({ unit: fc.constantFrom(..."0123456789.,-+ '’_e€x\u00a0"), maxLength: 14 });
  const property = fc.property(
    text,
    notation,
    fc.nat({ max: 4 }),
    fc.nat({ max: 4 }),
    (written, point, usual, most) => {
      const given = { ...rule(usual, most), min: -1000, max: 1_000_000 };
      const reading = readDecimal(written, point, given);
      const readings = reading.kind === 'number' ? [reading.text] : reading.kind === 'doubtful' ? reading.texts : [];
      for (const one of readings) {
        expect(one).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
        expect(Number(one)).toBeGreaterThanOrEqual(-1000);
        expect(Number(one)).toBeLessThanOrEqual(1_000_000);
        expect((one.split('.')[1] ?? '').length).toBeLessThanOrEqual(most);
      }
    },
  );
  fc.assert(property, { numRuns: runs(2000) });
});

test('a number without its exponent is the same number', () => {
  expect(plainDecimal(1e21)).toBe('1000000000000000000000');
  expect(plainDecimal(1.25e-7)).toBe('0.000000125');
  expect(plainDecimal(-0)).toBe('0');
  const property = fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
    expect(plainDecimal(value)).toMatch(/^-?\d+(\.\d+)?$/);
    expect(Number(plainDecimal(value))).toBe(value === 0 ? 0 : value);
  });
  fc.assert(property, { numRuns: runs(500) });
});
