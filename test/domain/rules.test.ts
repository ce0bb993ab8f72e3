// Catches a name in the wrong language, a tax class or rate that nobody asked for, and a refusal that names the wrong
// member.
import { describe, expect, test } from 'vitest';
import type { RateE6 } from '../../src/domain/money.ts';
import { checkTaxClass, nameIn, rateIn, taxClassNamed, taxClassOf } from '../../src/domain/rules.ts';
import type { ShopRules, TaxClass } from '../../src/domain/rules.ts';
import { DONE, ok } from '../../src/kernel/result.ts';
import { RULES } from './memory-shop.ts';

const taxClass = (name: string, rates: { readonly [country: string]: number }): TaxClass => ({
  name,
  calculation: 'included',
  rates: rates as { readonly [country: string]: RateE6 },
});

const WHOLE = taxClass('whole', { DE: 190_000, AT: 200_000 });
const HALF = taxClass('half', { DE: 70_000 });
const ABROAD = taxClass('abroad', { CH: 81_000 });
const REDUCED = taxClass('ermäßigt', { DE: 50_000 });
const rules: ShopRules = { ...RULES, country: 'DE', taxClasses: [WHOLE, HALF, ABROAD] };

describe('a name', () => {
  test('of one text is that text in every language', () => {
    expect(nameIn('Rechnung', 'en', 'de')).toBe('Rechnung');
  });

  test('is in the language asked for, else in the fallback, else in the first by code', () => {
    const names = { fr: 'facture', de: 'Rechnung', en: 'invoice' };
    expect(nameIn(names, 'fr', 'en')).toBe('facture');
    expect(nameIn(names, 'it', 'en')).toBe('invoice');
    expect(nameIn(names, 'it', '')).toBe('Rechnung');
  });

  test('of no language is empty', () => {
    expect(nameIn({}, 'en', 'de')).toBe('');
  });
});

describe('a tax class', () => {
  test('of a record is found by its name; an unknown one is the first', () => {
    expect(taxClassOf(rules, 'half')).toBe(HALF);
    expect(taxClassOf(rules, 'gone')).toBe(WHOLE);
    // As an older version stored it.
    const composed = { ...rules, taxClasses: [WHOLE, REDUCED] as const };
    expect(taxClassOf(composed, 'ermäßigt'.normalize('NFD'))).toBe(REDUCED);
    expect(taxClassNamed(composed, 'ermäßigt'.normalize('NFD'), 'taxclass')).toEqual(ok(REDUCED));
  });

  test('of a call is found by its name; an empty one is the first, an unknown one is refused', () => {
    expect(taxClassNamed(rules, 'half', 'taxclass')).toEqual(ok(HALF));
    expect(taxClassNamed(rules, '', 'taxclass')).toEqual(ok(WHOLE));
    expect(taxClassNamed(rules, 'gone', 'taxclass')).toMatchObject({
      ok: false,
      code: 'PARAMETER_INVALID',
      param: 'taxclass',
      detail: 'taxclass: gone is none of the tax classes whole, half, abroad.',
    });
  });

  test('of metadata is one that there is, or the one that the record has already', () => {
    for (const taxclass of ['half', '', null]) expect(checkTaxClass(rules, { taxclass })).toBe(DONE);
    expect(checkTaxClass(rules, {})).toBe(DONE);
    expect(checkTaxClass(rules, { taxclass: 'gone' }, 'gone')).toBe(DONE);
    expect(checkTaxClass(rules, { taxclass: 'gone' }, 'half')).toMatchObject({
      ok: false,
      code: 'PARAMETER_INVALID',
      param: 'metadata',
      detail: 'metadata.taxclass: gone is none of the tax classes whole, half, abroad.',
    });
  });
});

test('a rate is the country’s, else that of the shop’s own country, else none', () => {
  expect(rateIn(rules, WHOLE, 'AT')).toBe(200_000);
  expect(rateIn(rules, WHOLE, 'FR')).toBe(190_000);
  expect(rateIn(rules, ABROAD, 'FR')).toBe(0);
  expect(rateIn(rules, WHOLE, 'constructor')).toBe(190_000);
});
