// Catches terms of a coupon that are read in a wrong unit, or accepted beyond their bounds.
import { describe, expect, it } from 'vitest';
import { couponTerms } from '../../../src/domain/coupons/coupon-terms.ts';
import type { Promised } from '../../../src/domain/coupons/coupon-terms.ts';
import { parseDay } from '../../../src/domain/date-time.ts';
import { RULES } from '../memory-shop.ts';

type Given = Partial<Omit<Promised, 'attributes'>> & Partial<Promised['attributes']>;

const terms = ({ startDate = '', endDate = '', combineable = false, ...given }: Given, currencyDigits = 2) =>
  couponTerms(
    {
      name: 'n',
      amount: '5',
      type: 'UNIQUE_NOMINAL',
      currency: '',
      promotionId: 0,
      ...given,
      attributes: { startDate, endDate, combineable },
    },
    { ...RULES, currencyDigits, currencies: [{ code: 'JPY', digits: 0 }] },
  );
const said = (given: Given): string => {
  const result = terms(given);
  return result.ok ? 'ok' : `${result.code} ${result.param} ${result.detail}`;
};

describe('terms of a coupon', () => {
  // Catches a kind that is taken for another, a percent that is a hundred times too much, and a day that is lost.
  it('are what the call promises, in the units of decisions', () => {
    const none = {
      name: 'n',
      unique: true,
      percentage: false,
      amount: 500,
      startDay: null,
      endDay: null,
      combineable: false,
      currency: '',
      promotionId: 0,
    };
    expect(terms({})).toEqual({ ok: true, value: none });
    expect(terms({ type: 'MULTIPLE_NOMINAL', combineable: true })).toEqual({
      ok: true,
      value: { ...none, unique: false, combineable: true },
    });
    expect(terms({ type: 'UNIQUE_PERCENTAGE', amount: '12.5' })).toEqual({
      ok: true,
      value: { ...none, percentage: true, amount: 125_000 },
    });
    expect(terms({ type: 'MULTIPLE_PERCENTAGE', amount: '0.0001' })).toEqual({
      ok: true,
      value: { ...none, unique: false, percentage: true, amount: 1 },
    });
    expect(terms({ startDate: '1970-01-02', endDate: '2026-12-31' })).toEqual({
      ok: true,
      value: { ...none, startDay: 1, endDay: parseDay('2026-12-31') },
    });
  });

  it('have money in the currency’s minor unit, and shares in any currency alike', () => {
    expect([0, 2, 3, 4].map((digits) => terms({ amount: '5' }, digits))).toMatchObject(
      [5, 500, 5000, 50_000].map((amount) => ({ value: { amount } })),
    );
    expect([0, 4].map((digits) => terms({ amount: '100', type: 'UNIQUE_PERCENTAGE' }, digits))).toMatchObject([
      { value: { amount: 1_000_000 } },
      { value: { amount: 1_000_000 } },
    ]);
  });

  it.each<[Given]>([
    [{ startDate: '2026-02-02' }],
    [{ endDate: '2026-02-02' }],
    [{ startDate: '2026-02-02', endDate: '2026-02-02' }],
    // Days before 1970 are below zero.
    [{ endDate: '1969-12-31' }],
    [{ startDate: '1969-12-31' }],
    [{ startDate: '1969-12-30', endDate: '1969-12-31' }],
  ])('may name either day or both: %j', (given) => expect(said(given)).toBe('ok'));

  it.each<[Given, string]>([
    [{ amount: 'five' }, 'PARAMETER_INVALID amount amount: five is no number.'],
    [{ amount: 'ten', type: 'UNIQUE_PERCENTAGE' }, 'PARAMETER_INVALID amount amount: ten is no number.'],
    [{ amount: '0' }, 'PARAMETER_INVALID amount amount 0 is not above 0.'],
    [{ amount: '0.004' }, 'PARAMETER_INVALID amount amount 0.004 is not above 0.'],
    [{ amount: '-1' }, 'PARAMETER_INVALID amount amount -1 is not above 0.'],
    [{ amount: '0.00004', type: 'MULTIPLE_PERCENTAGE' }, 'PARAMETER_INVALID amount amount 0.00004 is not above 0.'],
    [
      { startDate: '2026-02-29' },
      'PARAMETER_INVALID attributes attributes.start_date: 2026-02-29 is no date like 2026-12-31.',
    ],
    [
      { startDate: '2026-02-02', endDate: '31.12.2026' },
      'PARAMETER_INVALID attributes attributes.end_date: 31.12.2026 is no date like 2026-12-31.',
    ],
    [
      { startDate: '2026-02-02', endDate: '2026-02-01' },
      'PARAMETER_INVALID attributes attributes.end_date: it is before start_date.',
    ],
    [
      { startDate: '1969-12-31', endDate: '1969-12-30' },
      'PARAMETER_INVALID attributes attributes.end_date: it is before start_date.',
    ],
  ])('are refused, with the reason: %j', (given, expected) => expect(said(given)).toBe(expected));

  it('are refused beyond all and beyond the largest price', () => {
    expect(said({ amount: '100.0001', type: 'UNIQUE_PERCENTAGE' })).toMatch(/^AMOUNT_OUT_OF_RANGE amount /);
    expect(said({ amount: '-1', type: 'UNIQUE_PERCENTAGE' })).toMatch(/^AMOUNT_OUT_OF_RANGE amount /);
    expect(said({ amount: '100000000000' })).toMatch(/^AMOUNT_OUT_OF_RANGE amount /);
    expect(said({ amount: '99999999999.99' })).toBe('ok');
  });

  // Catches a rate in a currency, an amount in one that the shop has not, and a promotion that takes off twice.
  it('name a currency for an amount alone, and nothing for what opens a promotion', () => {
    const value = (given: Given) => {
      const result = terms(given);
      return result.ok ? [result.value.currency, result.value.amount, result.value.promotionId] : said(given);
    };
    expect(value({ currency: RULES.currency })).toEqual(['', 500, 0]);
    expect(value({ currency: 'JPY' })).toEqual(['JPY', 5, 0]);
    expect(value({ currency: 'CHF' })).toMatch(/^CURRENCY_NOT_FOUND /);
    expect(value({ currency: 'JPY', type: 'UNIQUE_PERCENTAGE' })).toBe(
      'PARAMETER_INVALID currency currency: a percentage has none.',
    );
    expect(value({ currency: RULES.currency, type: 'UNIQUE_PERCENTAGE' })).toEqual(['', 50_000, 0]);
    expect(value({ amount: '', promotionId: 3 })).toEqual(['', 0, 3]);
    const twice = 'PARAMETER_INVALID amount amount: what opens a promotion takes nothing off by itself.';
    expect(said({ promotionId: 3 })).toBe(twice);
    expect(said({ amount: '', currency: 'JPY', promotionId: 3 })).toBe(twice);
  });
});
