// Electronic invoices as calls get them. They catch a document that breaks the rules of its format, that says another
// category than the sale has, that changes after it was issued, and one that is made although something is not told.
import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { XMLValidator } from 'fast-xml-parser';
import type { Config } from '../../../src/config/config.ts';
import type { RateE6 } from '../../../src/domain/money.ts';
import { vatOf } from '../../../src/domain/orders/vat-category.ts';
import { NO_SELLER } from '../../../src/domain/seller.ts';
import { readInvoice } from '../../outside/documents/e-invoice-reader.ts';
import { EN_16931, PEPPOL, XRECHNUNG, broken } from '../../outside/documents/e-invoice-rules.ts';
import { warmPrinting } from '../shop.ts';
import type { Given, TestShop } from '../shop.ts';
import { ABROAD, BUYER, CONFIG, SCENES, SELLER, eInvoice, eShop, order } from './e-invoice-shop.ts';

const RULES = { zugferd: EN_16931, xrechnung: [...EN_16931, ...XRECHNUNG], ubl: [...EN_16931, ...PEPPOL] };
type Format = keyof typeof RULES;
const FORMATS = Object.keys(RULES) as readonly Format[];

/** The dictionary and the bytes of the file that is attached to a PDF. */
const attached = (pdf: Buffer): { readonly head: string; readonly bytes: Buffer } => {
  const at = pdf.indexOf('/Type /EmbeddedFile');
  const from = pdf.indexOf('stream\n', at) + 7;
  const head = pdf.toString('latin1', at, from);
  const bytes = pdf.subarray(from, from + Number(/\/Length (\d+)/.exec(head)![1]));
  return { head, bytes: inflateSync(bytes) };
};

const xmlOf = (format: Format, bytes: Buffer): string =>
  (format === 'zugferd' ? attached(bytes).bytes : bytes).toString();

const CATEGORIES: { readonly [name: string]: readonly string[] } = {
  standard: ['S 19', 'S 7'],
  rounding: ['S 19'],
  zero: ['Z 0'],
  exempt: ['E 0', 'S 19'],
  reverse: ['AE 0'],
  union: ['K 0'],
  export: ['G 0'],
};

beforeAll(() => warmPrinting(CONFIG));

describe.each(Object.entries(SCENES))('an order that is %s', (name, scene) => {
  test.each(FORMATS)('has an invoice as %s that keeps the rules', async (format) => {
    const shop = eShop();
    const id_order = await order(shop, scene);
    if (name === 'union') await shop.admin('add_parcel', { id_order, lines: [{ id_element: 1, quantity: 3 }] });
    const xml = xmlOf(format, await eInvoice(shop, id_order, format));
    const read = readInvoice(xml);
    expect(broken(RULES[format], read)).toEqual([]);
    expect(read.taxes.map(({ code, rate }) => `${code} ${rate}`).toSorted()).toEqual(CATEGORIES[name]);
    const { cart } = await shop.admin<{ readonly cart: { readonly total: number } }>('get_order_by_id', { id_order });
    expect(Number(read.totals.due)).toBe(cart.total);
  });
});

test.each(FORMATS)('a credit note, as %s, is of what was credited, and stays as it was', async (format) => {
  const shop = eShop();
  const id_order = await order(shop, SCENES['standard']!);
  await shop.admin('get_invoice', { id_order });
  await shop.admin('cancel_lines', { id_order, lines: [{ id_element: 1, quantity: 1 }] });
  const ask = () => shop.admin('get_credit_note', { id_order, id_credit: 1, format });
  await shop.admin('get_credit_note', { id_order, id_credit: 1, format: 'html' });
  const first = await ask();
  const read = readInvoice(xmlOf(format, Buffer.from(String(first['credit_note']), 'base64')));
  expect(broken(RULES[format], read)).toEqual([]);
  const { credits } = await shop.admin<{ readonly credits: readonly { readonly amount: number }[] }>(
    'get_order_by_id',
    { id_order },
  );
  expect(Number(read.totals.due)).toBe(credits[0]!.amount);
  await shop.admin('update_order_details', { id_order, attributes: { buyer_reference: 'another' } });
  expect(await ask()).toEqual(first);
});

test.each(FORMATS)('an invoice and what cancels it, as %s, are as they were, byte for byte', async (format) => {
  const shop = eShop();
  const id_order = await order(shop, SCENES['standard']!);
  const first = await eInvoice(shop, id_order, format);
  await expect(xmlOf(format, first)).toMatchFileSnapshot(`./e-invoices/invoice.${format}.xml`);
  await shop.admin('update_order_details', { id_order, order_state: 'CANCELED' });
  const cancel = async (): Promise<Buffer> => {
    const reply = await shop.admin('get_cancellation_invoice', { id_order, args: { format } });
    return Buffer.from(reply['cancellation_invoice'] as string, 'base64');
  };
  const credit = await cancel();
  const xml = xmlOf(format, credit);
  await expect(xml).toMatchFileSnapshot(`./e-invoices/credit-note.${format}.xml`);
  expect(broken(RULES[format], readInvoice(xml))).toEqual([]);
  expect(readInvoice(xml)).toMatchObject({ typeCode: '381', number: 'S-1', preceding: 'R-1' });
  await shop.restart({ config: { seller: { ...SELLER, city: 'Bremen' }, company: 'Another' } });
  expect((await eInvoice(shop, id_order, format)).equals(first)).toBe(true);
  expect((await cancel()).equals(credit)).toBe(true);
});

test('a PDF is PDF/A-3 with the XML attached as the same in another form', async () => {
  const shop = eShop({ company: 'A & B <C>' });
  const pdf = await eInvoice(shop, await order(shop, { lines: [['full', '1', 1, 'Ware Ⴀ']] }), 'zugferd');
  const text = pdf.toString('latin1');
  const { head, bytes } = attached(pdf);
  expect(text.startsWith('%PDF-1.7')).toBe(true);
  expect(head).toContain('/Subtype /text#2Fxml');
  expect(head.toLowerCase()).toContain(createHash('md5').update(bytes).digest('hex'));
  for (const part of ['/AFRelationship /Alternative', '/UF (factur-x.xml)', '/AF [', '/EmbeddedFiles', '/ID ['])
    expect(text).toContain(part);
  expect(text).toMatch(/\/Type \/OutputIntent\n\/S \/GTS_PDFA1/);
  // Every font is in the file, and nothing that PDF/A forbids.
  expect(text.match(/\/Type \/FontDescriptor/g)!.length).toBe(text.match(/\/FontFile2 /g)!.length);
  expect(text).not.toMatch(/\/Encrypt|\/JavaScript|\/BaseFont \/Helvetica|\/SMask/);
  const xmp = Buffer.from(/<\?xpacket begin[\s\S]*<\?xpacket end="w"\?>/.exec(text)![0], 'latin1').toString();
  expect(XMLValidator.validate(xmp.replaceAll(/<\?xpacket[^>]*>/g, ''))).toBe(true);
  for (const part of [
    '<pdfaid:part>3</pdfaid:part>',
    '<pdfaid:conformance>B</pdfaid:conformance>',
    '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
    '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
    '<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>',
    '<rdf:li>A &amp; B &lt;C></rdf:li>',
  ])
    expect(xmp).toContain(part);
});

const GOODS = SCENES['zero']!;
const without = (setting: string): Partial<Config> => ({ seller: { ...SELLER, [setting]: '' } });
const buyer = (changes: Given): Given => ({ ...BUYER, ...changes });

describe('what is not told is refused by its name', () => {
  test.each<readonly [param: string, format: Format, config: Partial<Config>, details: Given]>([
    ['seller.name', 'zugferd', { seller: {} }, BUYER],
    ['seller.street', 'zugferd', without('street'), BUYER],
    ['seller.city', 'ubl', without('city'), BUYER],
    ['seller.country', 'xrechnung', without('country'), BUYER],
    ['seller.vat_id', 'zugferd', without('vatId'), BUYER],
    ['seller.exemptions', 'zugferd', { seller: { ...SELLER, exemptions: [] } }, BUYER],
    ['invoice_lastname', 'zugferd', {}, { delivery_country: 'DE', delivery_city: 'Berlin' }],
    ['seller.contact', 'xrechnung', without('contact'), BUYER],
    ['seller.phone', 'ubl', without('phone'), BUYER],
    ['seller.email', 'xrechnung', without('email'), BUYER],
    ['attributes.buyer_reference', 'xrechnung', {}, buyer({ attributes: {} })],
    ['email', 'xrechnung', {}, buyer({ email: '' })],
    ['invoice_zip', 'xrechnung', {}, buyer({ invoice_zip: '' })],
    ['delivery_city', 'xrechnung', {}, buyer({ delivery_city: '' })],
    ['attributes.peppol_id', 'ubl', {}, buyer({ attributes: { buyer_reference: 'Abt. 7' } })],
  ])('%s of %s', async (param, format, config, details) => {
    const shop = eShop(config);
    const id_order = await order(shop, { ...GOODS, details });
    await shop.adminRefused('get_invoice', { id_order, format }, 'E_INVOICE_INCOMPLETE', param);
  });

  test('of sales without tax: a VAT id that has its form, and when the goods were sent', async () => {
    const shop = eShop();
    const place = (lines: (typeof GOODS)['lines'], attributes: Given): Promise<number> =>
      order(shop, { lines, details: ABROAD('AT', '1010', attributes) });
    const refused = (id_order: number, param: string): Promise<unknown> =>
      shop.adminRefused('get_invoice', { id_order, format: 'zugferd' }, 'E_INVOICE_INCOMPLETE', param);
    await refused(await place([['services', '1', 1]], {}), 'attributes.vat_id');
    await refused(await place([['services', '1', 1]], { vat_id: 'ATU1234567' }), 'attributes.vat_id');
    await refused(await place([['goods', '1', 1]], { vat_id: 'ATU12345678' }), 'parcels');
    await refused(await place([['goods', '1', 1]], {}), 'seller.exemptions');
  });

  test('and what was lacking may be told later, in the settings and in the order', async () => {
    const shop = eShop({ seller: {} });
    const id_order = await order(shop, { ...GOODS, details: buyer({ attributes: {} }) });
    const html = await shop.admin('get_invoice', { id_order });
    await shop.restart({ config: { seller: SELLER } });
    await shop.adminRefused(
      'get_invoice',
      { id_order, format: 'xrechnung' },
      'E_INVOICE_INCOMPLETE',
      'attributes.buyer_reference',
    );
    await shop.admin('update_order_details', { id_order, attributes: { buyer_reference: '991-01234-44' } });
    expect(readInvoice((await eInvoice(shop, id_order, 'xrechnung')).toString()).buyerReference).toBe('991-01234-44');
    expect(await shop.admin('get_invoice', { id_order })).toEqual(html);
  });
});

test('a small business says why it says no tax, and needs no VAT id', async () => {
  const taxClasses = CONFIG.taxClasses.map((one) => ({ ...one, rates: { DE: 0, AT: 0, CH: 0 } }));
  const shop = eShop({ taxClasses, seller: { ...SELLER, vatId: '', taxNumber: '12/345/67890', smallBusiness: true } });
  const id_order = await order(shop, GOODS);
  const read = readInvoice(xmlOf('zugferd', await eInvoice(shop, id_order, 'zugferd')));
  expect(broken(EN_16931, read)).toEqual([]);
  expect(read.taxes).toMatchObject([{ code: 'E', reason: expect.stringContaining('§ 19 UStG') as string }]);
  expect(
    Buffer.from((await shop.admin('get_invoice', { id_order }))['invoice'] as string, 'base64').toString(),
  ).toMatch(/19 UStG/);
});

const asked = async (shop: TestShop, id_order: number, given: Given): Promise<string> =>
  Buffer.from((await shop.admin('get_invoice', { id_order, ...given }))['invoice'] as string, 'base64').toString();

test('the format is a parameter or an entry of args, and none is HTML', async () => {
  const shop = eShop();
  const id_order = await order(shop, GOODS);
  expect(await asked(shop, id_order, {})).toMatch(/^<!doctype html>/i);
  expect(await asked(shop, id_order, { format: 'ubl' })).toBe(await asked(shop, id_order, { args: { format: 'UBL' } }));
  expect(await asked(shop, id_order, { format: 'pdf', args: { format: 'ubl' } })).toMatch(/^%PDF/);
  await shop.adminRefused('get_invoice', { id_order, format: 'edifact' }, 'PARAMETER_INVALID', 'format');
  await shop.adminRefused('get_invoice', { id_order, args: { format: 'edifact' } }, 'PARAMETER_INVALID', 'args');
  await shop.adminRefused('get_order_confirmation', { id_order, args: { format: 'ubl' } }, 'PARAMETER_INVALID', 'args');
});

test('an invoice that was issued names its buyer as the law wants, also in a format asked for after an erasure', async () => {
  const shop = eShop();
  const id_order = await order(shop, GOODS);
  await asked(shop, id_order, {});
  await shop.admin('erase_order', { id_order });
  const read = readInvoice((await eInvoice(shop, id_order, 'xrechnung')).toString());
  expect(broken(RULES.xrechnung, read)).toEqual([]);
  expect(read.buyer).toMatchObject({ name: 'Amt für Öffentliches & Co', email: 'amt@example.org' });
  expect(await asked(shop, id_order, { format: 'xrechnung' })).toContain('991-01234-44');
});

test('an intra-Community invoice that was issued before its parcel is made for programs behind it', async () => {
  const shop = eShop();
  const id_order = await order(shop, SCENES['union']!);
  await asked(shop, id_order, { format: 'pdf' });
  await shop.adminRefused('get_invoice', { id_order, format: 'zugferd' }, 'E_INVOICE_INCOMPLETE', 'parcels');
  await shop.admin('add_parcel', { id_order, lines: [{ id_element: 1, quantity: 3 }] });
  const read = readInvoice(xmlOf('zugferd', await eInvoice(shop, id_order, 'zugferd')));
  expect(broken(EN_16931, read)).toEqual([]);
});

/** What takes an intra-Community invoice in English back, in part and as a whole, after its person was erased. */
const takenBackErased = async (call: 'get_credit_note' | 'get_cancellation_invoice'): Promise<string> => {
  const shop = eShop();
  const id_order = await order(shop, SCENES['union']!);
  await asked(shop, id_order, { language: 'en_GB' });
  if (call === 'get_credit_note')
    await shop.admin('cancel_lines', { id_order, lines: [{ id_element: 1, quantity: 1 }] });
  await shop.admin('add_parcel', { id_order, lines: [{ id_element: 1, quantity: 2 }] });
  if (call === 'get_cancellation_invoice')
    await shop.admin('update_order_details', { id_order, order_state: 'CANCELED' });
  await shop.admin('erase_order', { id_order });
  const credit = call === 'get_credit_note' ? { id_credit: 1 } : {};
  const reply = await shop.admin(call, { id_order, format: 'ubl', ...credit });
  return Buffer.from(reply[call.slice('get_'.length)] as string, 'base64').toString();
};

test.each(['get_credit_note', 'get_cancellation_invoice'] as const)(
  '%s has the tax category and the language of the invoice, also after an erasure',
  async (call) => {
    const read = readInvoice(await takenBackErased(call));
    expect(read.taxes).toMatchObject([{ code: 'K', reason: 'Intra-Community supply' }]);
    expect(broken(RULES.ubl, read)).toEqual([]);
  },
);

test('a position without tax to nobody knows where is no export', () => {
  const facts = { seller: { ...NO_SELLER, country: 'DE' }, country: '', buyerVatId: 'ATU12345678', isGerman: false };
  expect(vatOf('', 0 as RateE6, facts)).toMatchObject({ ok: false, param: 'seller.exemptions' });
});
