// Why a position has the tax that it has. It would catch a category, a code or words of another reason, and a position
// without tax for which nothing says why.
import { describe, expect, test } from 'vitest';
import type { RateE6 } from '../../../src/domain/money.ts';
import { bookedCategory, vatOf } from '../../../src/domain/orders/vat-category.ts';
import type { TaxFacts } from '../../../src/domain/orders/vat-category.ts';
import { NO_SELLER } from '../../../src/domain/seller.ts';
import type { ExemptionKind, Seller } from '../../../src/domain/seller.ts';

const [NONE, FULL] = [0 as RateE6, 190_000 as RateE6];

/** A German seller, whose tax class has its kind's name. */
const seller = (more: Partial<Seller> = {}): Seller => ({
  ...NO_SELLER,
  country: 'DE',
  exemptions: (['zero', 'exempt', 'reverse_charge', 'second_hand', 'art', 'antiques'] as const).map((kind) => {
    return { taxClass: kind, kind, reason: kind === 'exempt' ? 'By law' : '' };
  }),
  ...more,
});

const facts = (more: Partial<TaxFacts> = {}): TaxFacts => {
  return { seller: seller(), country: 'DE', buyerVatId: '', isGerman: true, ...more };
};

const FRENCH = 'FR12345678901';

const vat = (taxClass: string, more: Partial<TaxFacts> = {}, rateE6 = NONE) => {
  const made = vatOf(taxClass, rateE6, facts(more));
  return made.ok ? [made.value.code, made.value.rateE6, made.value.reasonCode, made.value.reason] : made.param;
};

describe('on an invoice', () => {
  test('tax needs no reason', () => {
    expect(vat('reverse_charge', { seller: seller({ smallBusiness: true }) }, FULL)).toEqual(['S', FULL, '', '']);
  });

  test.each([
    ['second_hand', 'E', 'VATEX-EU-F', 'Gebrauchtgegenstände/Sonderregelung', 'Margin scheme: second-hand goods'],
    ['art', 'E', 'VATEX-EU-I', 'Kunstgegenstände/Sonderregelung', 'Margin scheme: works of art'],
    [
      'antiques',
      'E',
      'VATEX-EU-J',
      'Sammlungsstücke und Antiquitäten/Sonderregelung',
      'Margin scheme: collectors’ items and antiques',
    ],
  ])('the margin scheme of %s has its code and its words', (kind, code, reasonCode, german, english) => {
    expect(vat(kind, { country: 'US' })).toEqual([code, NONE, reasonCode, german]);
    expect(vat(kind, { isGerman: false })).toEqual([code, NONE, reasonCode, english]);
  });

  test('a small business has no tax at all, whatever its classes say', () => {
    const small = { seller: seller({ smallBusiness: true }), country: 'US' };
    const german = 'Kein Ausweis von Umsatzsteuer, da Kleinunternehmer gemäß § 19 UStG';
    expect(vat('zero', small)).toEqual(['E', NONE, '', german]);
    expect(vat('zero', { ...small, isGerman: false })).toEqual(['E', NONE, '', 'No VAT: small business, § 19 UStG']);
  });

  test('the buyer owes it by a VAT id that has its form', () => {
    const words = ['AE', NONE, 'VATEX-EU-AE'];
    const buyerVatId = FRENCH;
    expect(vat('reverse_charge', { buyerVatId })).toEqual([...words, 'Steuerschuldnerschaft des Leistungsempfängers']);
    expect(vat('reverse_charge', { buyerVatId, isGerman: false })).toEqual([...words, 'Reverse charge']);
    const exemptions = [{ taxClass: 'bau', kind: 'reverse_charge' as ExemptionKind, reason: '§ 13b' }];
    expect(vat('bau', { buyerVatId, seller: seller({ exemptions }) })).toEqual([...words, '§ 13b']);
    expect(vatOf('reverse_charge', NONE, facts({ buyerVatId: 'FR1' }))).toMatchObject({
      code: 'E_INVOICE_INCOMPLETE',
      param: 'attributes.vat_id',
      detail: 'The order has no VAT id of its buyer that has its form.',
    });
  });

  test('what is exempt is so everywhere, by its own words', () => {
    expect(vat('exempt', { country: 'US' })).toEqual(['E', NONE, '', 'By law']);
  });

  test.each(['zero', 'unknown'])('goods of a class %s leave the Union as an export', (taxClass) => {
    const words = ['G', NONE, 'VATEX-EU-G'];
    expect(vat(taxClass, { country: 'US' })).toEqual([...words, 'Steuerfreie Ausfuhrlieferung']);
    expect(vat(taxClass, { country: 'US', isGerman: false })).toEqual([...words, 'Export outside the EU']);
  });

  test.each(['zero', 'unknown'])('goods of a class %s go to a buyer of another country of the Union', (taxClass) => {
    const abroad = { country: 'FR', buyerVatId: FRENCH };
    const words = ['K', NONE, 'VATEX-EU-IC'];
    expect(vat(taxClass, abroad)).toEqual([...words, 'Steuerfreie innergemeinschaftliche Lieferung']);
    expect(vat(taxClass, { ...abroad, isGerman: false })).toEqual([...words, 'Intra-Community supply']);
    expect(vat(taxClass, { ...abroad, buyerVatId: 'FR1' })).toBe('attributes.vat_id');
  });

  test.each([
    ['nobody knows where', { country: '', buyerVatId: FRENCH }],
    ['home', { buyerVatId: FRENCH }],
    ['abroad to one with a VAT id of home', { country: 'FR', buyerVatId: 'DE123456789' }],
    ['abroad to one without a VAT id', { country: 'FR' }],
    ['out of a country that is not of the Union', { seller: seller({ country: 'CH' }), country: 'US' }],
  ])('a rate of zero stays one where goods go %s, and a class that says nothing is refused', (_where, more) => {
    expect(vat('zero', more)).toEqual(['Z', NONE, '', '']);
    expect(vatOf('unknown', NONE, facts(more))).toMatchObject({
      code: 'E_INVOICE_INCOMPLETE',
      param: 'seller.exemptions',
      detail: 'The settings of the shop do not say why the tax class unknown has no tax in it.',
    });
  });
});

test.each([
  ['zero', FULL, 'US', {}, 'S'],
  ['zero', NONE, 'US', { smallBusiness: true }, 'E'],
  ['reverse_charge', NONE, 'US', {}, 'AE'],
  ['exempt', NONE, 'US', {}, 'E'],
  ['art', NONE, 'US', {}, 'E'],
  ['zero', NONE, '', {}, 'Z'],
  ['zero', NONE, 'DE', {}, 'Z'],
  ['zero', NONE, 'US', { country: 'CH' }, 'Z'],
  ['zero', NONE, 'FR', {}, 'K'],
  ['unknown', NONE, 'FR', {}, 'K'],
  ['zero', NONE, 'US', {}, 'G'],
] as const)('in the books, %s at %i to %s is %j %s', (taxClass, rateE6, country, more, category) => {
  expect(bookedCategory(taxClass, rateE6, country, seller(more))).toBe(category);
});
