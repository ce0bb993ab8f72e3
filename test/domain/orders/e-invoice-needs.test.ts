// What an electronic invoice of each format must say. It would catch a rule of a format that is not asked for, one that
// is asked for where it does not hold, and a refusal that names another field or says that another one lacks it.
import { describe, expect, test } from 'vitest';
import { checkEInvoice } from '../../../src/domain/orders/e-invoice-needs.ts';
import type { EInvoice } from '../../../src/domain/orders/e-invoice.ts';
import { FULL, taxOf } from './e-invoice-values.ts';

const FORMATS = ['zugferd', 'xrechnung', 'ubl'] as const;
type Format = (typeof FORMATS)[number];

/** By format what is asked for first; '' where nothing is. */
const asked = (change: Partial<EInvoice>) =>
  FORMATS.map((format) => {
    const checked = checkEInvoice({ ...FULL, ...change }, format);
    return checked.ok ? '' : checked.param;
  });

const only = (param: string, ...formats: readonly Format[]) =>
  FORMATS.map((format) => (formats.includes(format) ? param : ''));

const seller = (more: Partial<EInvoice['seller']>): Partial<EInvoice> => ({ seller: { ...FULL.seller, ...more } });
const buyer = (more: Partial<EInvoice['buyer']>): Partial<EInvoice> => ({ buyer: { ...FULL.buyer, ...more } });
const deliverTo = (more: Partial<EInvoice['deliverTo']>): Partial<EInvoice> => ({
  deliverTo: { ...FULL.deliverTo, ...more },
});

test('one that says all is one in every format', () => {
  expect(asked({})).toEqual(['', '', '']);
});

describe('every format names', () => {
  test.each(['name', 'street', 'zip', 'city', 'country'])('the %s of the seller', (name) => {
    expect(asked(seller({ [name]: '' }))).toEqual(only(`seller.${name}`, ...FORMATS));
  });

  test.each([
    ['invoice_lastname', buyer({ name: '' })],
    ['invoice_country', buyer({ country: '' })],
    ['lines', { lines: [] }],
  ])('%s', (param, change) => {
    expect(asked(change)).toEqual(only(param, ...FORMATS));
  });

  test('the seller by the number of the tax office or by a VAT id', () => {
    expect(asked(seller({ taxNumber: '' }))).toEqual(['', '', '']);
    expect(asked(seller({ taxNumber: '', vatId: '' }))).toEqual(only('seller.vat_id', ...FORMATS));
    // Peppol has addresses for VAT ids alone.
    expect(asked(seller({ vatId: '' }))).toEqual(only('seller.vat_id', 'ubl'));
  });

  test.each(['AE', 'G', 'K'] as const)('the VAT id of the seller, where a tax is %s', (code) => {
    expect(asked({ ...seller({ vatId: '' }), taxes: [taxOf('S', 190_000), taxOf(code)] })).toEqual(
      only('seller.vat_id', ...FORMATS),
    );
  });

  test('when and where goods were delivered within the Union', () => {
    const within = { taxes: [taxOf('S', 190_000), taxOf('K')] };
    expect(asked(within)).toEqual(['', '', '']);
    expect(asked({ ...within, deliveredOn: '' })).toEqual(only('parcels', ...FORMATS));
    expect(asked({ ...within, ...deliverTo({ country: '' }) })).toEqual(only('delivery_country', ...FORMATS));
    expect(asked({ deliveredOn: '', ...deliverTo({ country: '' }) })).toEqual(['', '', '']);
  });
});

const GERMAN: readonly (readonly [param: string, change: Partial<EInvoice>])[] = [
  ['seller.contact', seller({ contact: '' })],
  ['seller.phone', seller({ phone: '' })],
  ['seller.email', seller({ email: '' })],
  ['attributes.buyer_reference', buyer({ reference: '' })],
  ['invoice_zip', buyer({ zip: '' })],
  ['invoice_city', buyer({ city: '' })],
  ['delivery_zip', deliverTo({ zip: '' })],
  ['delivery_city', deliverTo({ city: '' })],
];

describe('XRechnung names, and Peppol of two parties in Germany,', () => {
  test.each(GERMAN)('%s', (param, change) => {
    expect(asked(change)).toEqual(only(param, 'xrechnung', 'ubl'));
    const [abroad, party] = [{ country: 'AT' }, { ...FULL, ...change }];
    const fromAbroad = { ...change, seller: { ...party.seller, ...abroad } };
    const toAbroad = { ...change, buyer: { ...party.buyer, ...abroad } };
    expect([asked(fromAbroad), asked(toAbroad)]).toEqual([only(param, 'xrechnung'), only(param, 'xrechnung')]);
  });
});

test('XRechnung goes to an address of email', () => {
  expect(asked(buyer({ email: '' }))).toEqual(only('email', 'xrechnung'));
});

test('Peppol goes from an address to one', () => {
  expect(asked(seller({ vatId: 'DK12345678' }))).toEqual(only('seller.vat_id', 'ubl'));
  expect(asked(buyer({ vatId: '' }))).toEqual(only('attributes.peppol_id', 'ubl'));
  for (const peppolId of ['0204:991-01234-44', '0088:1'])
    expect(asked(buyer({ vatId: '', peppolId }))).toEqual(['', '', '']);
  for (const peppolId of ['204:991', '10204:991', 'x0204:991', '0204:', '0204:9 1', '0204 991', 'abcd:991'])
    expect(asked(buyer({ peppolId }))).toEqual(only('attributes.peppol_id', 'ubl'));
});

test('what lacks is a setting of the shop, or a field of the order', () => {
  expect(checkEInvoice({ ...FULL, ...seller({ city: '' }) }, 'ubl')).toMatchObject({
    code: 'E_INVOICE_INCOMPLETE',
    param: 'seller.city',
    detail: 'seller.city: The settings of the shop lack it.',
  });
  expect(checkEInvoice({ ...FULL, ...buyer({ email: '' }) }, 'xrechnung')).toMatchObject({
    code: 'E_INVOICE_INCOMPLETE',
    param: 'email',
    detail: 'email: The order lacks it.',
  });
});
