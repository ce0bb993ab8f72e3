// Sums of electronic invoices, example by example; test/operations/orders/e-invoice-laws.test.ts has the laws. It would
// catch a base of which the rate does not give the tax, amounts under another tax than their own, and totals that do
// not add up.
import { describe, expect, test } from 'vitest';
import type { RateE6 } from '../../../src/domain/money.ts';
import { baseOfTax, eInvoiceSums, peppolIds } from '../../../src/domain/orders/e-invoice.ts';
import type { Positions } from '../../../src/domain/orders/e-invoice.ts';
import type { Vat } from '../../../src/domain/orders/vat-category.ts';
import { FULL } from './e-invoice-values.ts';

const rate = (percent: number): RateE6 => (percent * 10_000) as RateE6;

const vat = (percent: number, more: Partial<Vat> = {}): Vat => {
  return { code: 'S', rateE6: rate(percent), reasonCode: '', reason: '', ...more };
};

const line = (netMinor: number, of = vat(19)): Positions['lines'][number] => {
  return { position: '1', name: 'a', number: '', quantityMilli: 1000, netMinor, vat: of };
};

const adjustment = (netMinor: number, of = vat(19)): Positions['adjustments'][number] => {
  return { reason: 'b', netMinor, vat: of };
};

const sums = (of: Partial<Positions>) =>
  eInvoiceSums({ lines: [], adjustments: [], taxes: [], totalMinor: 0, rounding: 'Rounding', ...of });

describe('the base of a tax', () => {
  test.each([
    ['stays where the rate gives the tax', 100, 19, 19, 100],
    ['is not less than rounds up to it', 90, 19, 19, 98],
    ['is not more than rounds down to it', 110, 19, 19, 102],
    ['at half a cent rounds away from zero', 9, 1, 50, 2],
    ['at half a cent is enough', 0, 1, 50, 1],
    ['below zero stays', -100, -19, 19, -100],
    ['below zero is not nearer to it', -90, -19, 19, -98],
    ['below zero is not farther from it', -110, -19, 19, -102],
    ['of nothing is so little that nothing comes of it', 5, 0, 19, 2],
    ['of nothing may be below zero', -5, 0, 19, -2],
    ['of nothing is none where half of it is a cent', 5, 0, 50, 0],
    ['of nothing is none from either side', -5, 0, 50, 0],
    ['is exact for amounts beyond all doubles', 9e15, 9e14, 10, 9e15],
  ])('%s', (_what, net, tax, percent, base) => {
    expect(baseOfTax(net, tax, rate(percent))).toBe(base);
  });

  test('is no zero with a sign', () => {
    expect(baseOfTax(-0, 0, rate(19))).toBe(0);
  });
});

describe('a document', () => {
  test('sums its positions by category and rate', () => {
    const free = vat(0, { code: 'E', reasonCode: 'VATEX-EU-F', reason: 'x' });
    const made = sums({
      lines: [line(200), line(50, vat(7)), line(-100), line(30, free), line(20, vat(0, { code: 'Z' }))],
      adjustments: [adjustment(-10), adjustment(5), adjustment(3, vat(7))],
      taxes: [
        { rateE6: rate(7), taxMinor: 4 },
        { rateE6: rate(19), taxMinor: 18 },
      ],
      totalMinor: 220,
    });
    expect(made.taxes).toEqual([
      { ...vat(19), baseMinor: 95, taxMinor: 18 },
      { ...vat(7), baseMinor: 53, taxMinor: 4 },
      { ...free, baseMinor: 30, taxMinor: 0 },
      { ...vat(0, { code: 'Z' }), baseMinor: 20, taxMinor: 0 },
    ]);
    expect(made.lines.map(({ tax, netMinor }) => [tax, netMinor])).toEqual([
      [0, 200],
      [1, 50],
      [0, -100],
      [2, 30],
      [3, 20],
    ]);
    expect(made.lines[0]).not.toHaveProperty('vat');
    expect(made.adjustments).toEqual([
      { reason: 'b', netMinor: -10, tax: 0 },
      { reason: 'b', netMinor: 5, tax: 0 },
      { reason: 'b', netMinor: 3, tax: 1 },
    ]);
    expect(made.totals).toEqual({
      linesMinor: 200,
      allowancesMinor: 10,
      chargesMinor: 8,
      netMinor: 198,
      taxMinor: 22,
      grossMinor: 220,
      roundingMinor: 0,
      dueMinor: 220,
    });
  });

  test('moves each base to where its rate gives the tax of the order, and takes that back', () => {
    const made = sums({
      lines: [line(90), line(110, vat(20))],
      taxes: [
        { rateE6: rate(19), taxMinor: 19 },
        { rateE6: rate(20), taxMinor: 20 },
      ],
      totalMinor: 239,
    });
    expect(made.adjustments).toEqual([
      { reason: 'Rounding', netMinor: 8, tax: 0 },
      { reason: 'Rounding', netMinor: -8, tax: 1 },
    ]);
    expect(made.totals).toEqual({
      linesMinor: 200,
      allowancesMinor: 8,
      chargesMinor: 8,
      netMinor: 200,
      taxMinor: 39,
      grossMinor: 239,
      roundingMinor: 0,
      dueMinor: 239,
    });
    expect(sums({ lines: [line(90)], taxes: [{ rateE6: rate(19), taxMinor: 19 }], totalMinor: 109 }).totals).toEqual({
      linesMinor: 90,
      allowancesMinor: 0,
      chargesMinor: 8,
      netMinor: 98,
      taxMinor: 19,
      grossMinor: 117,
      roundingMinor: -8,
      dueMinor: 109,
    });
  });

  test('with a rate of which the order has no tax has so little under it that none comes of it', () => {
    const made = sums({ lines: [line(2)], totalMinor: 2 });
    expect([made.taxes, made.adjustments]).toEqual([[{ ...vat(19), baseMinor: 2, taxMinor: 0 }], []]);
  });

  test('says nothing of an adjustment of nothing, but has the rate of one that may be all tax', () => {
    const made = sums({
      lines: [line(100)],
      adjustments: [adjustment(0, vat(0, { code: 'Z' })), adjustment(0, vat(7)), adjustment(4, vat(0, { code: 'E' }))],
      taxes: [
        { rateE6: rate(19), taxMinor: 19 },
        { rateE6: rate(7), taxMinor: 1 },
      ],
      totalMinor: 124,
    });
    expect(made.taxes.map(({ code, rateE6, baseMinor, taxMinor }) => [code, rateE6, baseMinor, taxMinor])).toEqual([
      ['S', 190_000, 100, 19],
      ['S', 70_000, 8, 1],
      ['E', 0, 4, 0],
    ]);
    expect(made.adjustments).toEqual([
      { reason: 'b', netMinor: 4, tax: 2 },
      { reason: 'Rounding', netMinor: 8, tax: 1 },
    ]);
  });

  test('has no sign at what is nothing', () => {
    const { totals } = sums({ lines: [line(1, vat(0))], totalMinor: 1 });
    expect([totals.allowancesMinor, totals.chargesMinor, totals.roundingMinor]).toEqual([0, 0, 0]);
  });
});

describe('the reason of a tax', () => {
  const margin = (reasonCode: string, reason: string) => vat(0, { code: 'E', reasonCode, reason });

  test('has its code, unless positions have several', () => {
    const same = sums({ lines: [line(1, margin('F', 'a')), line(1, margin('F', 'a'))] });
    expect(same.taxes).toMatchObject([{ reasonCode: 'F', reason: 'a' }]);
    const several = sums({ lines: [margin('F', 'a'), margin('I', 'b'), margin('F', 'a')].map((of) => line(1, of)) });
    expect(several.taxes).toMatchObject([{ reasonCode: '', reason: 'a; b' }]);
  });

  test('is that of the positions that have one', () => {
    const lines = [margin('', ''), margin('', 'a'), margin('', '')].map((of) => line(1, of));
    expect(sums({ lines }).taxes).toMatchObject([{ reason: 'a' }]);
    expect(sums({ lines: lines.slice(2) }).taxes).toMatchObject([{ reason: '' }]);
  });
});

describe('in Peppol', () => {
  const buyerId = (more: Partial<typeof FULL.buyer>) => peppolIds({ ...FULL, buyer: { ...FULL.buyer, ...more } }).buyer;

  test('both are found by their VAT ids', () => {
    expect(peppolIds(FULL)).toEqual({ seller: '9930:DE123456788', buyer: '9930:DE987654321' });
  });

  test('a buyer has the address that the order names, whatever else it says', () => {
    expect(buyerId({ peppolId: '0088:1', reference: '991-01234-44' })).toBe('0088:1');
  });

  test.each(['991-01234-44', '04011000-1234512345-06', '05-44', '123456789012-abc-01'])(
    'an authority is found by its Leitweg-ID %s',
    (reference) => {
      expect(buyerId({ reference })).toBe(`0204:${reference}`);
    },
  );

  test.each([
    '9-01234-44',
    '1234567890123-1-44',
    '991-01234-4',
    '991-01234-444',
    'a991-01234-44',
    '991--44',
    '991-1_1-44',
    `991-${'a'.repeat(31)}-44`,
    'xx-44',
    '991-01234-xx',
  ])('%s is no Leitweg-ID', (reference) => {
    expect(buyerId({ reference })).toBe('9930:DE987654321');
  });
});
