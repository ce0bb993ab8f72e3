// Business rules of EN 16931-1, written down from the standard and not from the code that is tested, with those of
// XRechnung and Peppol that ask for more. The official ones tolerate sums that are less than 1.00 off; these none.
import { scaled } from './e-invoice-reader.ts';
import type { ReadInvoice, ReadTax } from './e-invoice-reader.ts';

type Rule = readonly [id: string, holds: (invoice: ReadInvoice) => boolean];

const cents = (text: string): number => scaled(text, 2);
const sum = (texts: readonly string[]): number => texts.reduce((all, text) => all + cents(text), 0);
const filled = (...texts: readonly string[]): boolean => texts.every((text) => text.trim() !== '');
/** One that may be absent, which counts as nothing. */
const centsOr0 = (text: string): number => (text === '' ? 0 : cents(text));

type Coded = { readonly code: string; readonly rate: string };
const positionsOf = ({ lines, adjustments }: ReadInvoice, ofCode: string): readonly Coded[] =>
  [...lines, ...adjustments].filter(({ code }) => code === ofCode);
const taxesOf = ({ taxes }: ReadInvoice, ofCode: string): readonly ReadTax[] =>
  taxes.filter(({ code }) => code === ofCode);

/** What a category's positions at a rate come to. */
const baseOf = ({ lines, adjustments }: ReadInvoice, { code, rate }: Coded): number => {
  const isIn = (one: Coded): boolean => one.code === code && one.rate === rate;
  const signed = adjustments.filter(isIn).map(({ isCharge, amount }) => (isCharge ? 1 : -1) * cents(amount));
  return sum(lines.filter(isIn).map(({ net }) => net)) + signed.reduce((all, one) => all + one, 0);
};

/** base × rate ÷ 100, rounded to cents, halves away from zero. */
const taxOf = ({ base, rate }: ReadTax): number => {
  const product = BigInt(cents(base)) * BigInt(scaled(rate, 4));
  const size = product < 0n ? -product : product;
  const rounded = Number((size + 500_000n) / 1_000_000n);
  return product < 0n ? 0 - rounded : rounded;
};

/** Rules of the categories without tax: who must be known, and what the breakdown says. */
const untaxed = (code: string, id: string, { seller, buyer }: { seller: 'vat' | 'any'; buyer: boolean }): Rule[] => {
  const isThere = (invoice: ReadInvoice): boolean => positionsOf(invoice, code).length > 0;
  const hasReason = code !== 'Z';
  return [
    [`BR-${id}-01`, (invoice) => taxesOf(invoice, code).length === (isThere(invoice) ? 1 : 0)],
    [
      `BR-${id}-02`,
      (invoice) =>
        !isThere(invoice) ||
        (filled(invoice.seller.vatId || (seller === 'any' ? invoice.seller.taxNumber : '')) &&
          (!buyer || filled(invoice.buyer.vatId))),
    ],
    [`BR-${id}-05`, (invoice) => positionsOf(invoice, code).every(({ rate }) => rate === '0')],
    [`BR-${id}-08`, (invoice) => taxesOf(invoice, code).every((tax) => cents(tax.base) === baseOf(invoice, tax))],
    [`BR-${id}-09`, (invoice) => taxesOf(invoice, code).every(({ tax }) => cents(tax) === 0)],
    [
      `BR-${id}-10`,
      (invoice) => taxesOf(invoice, code).every(({ reason, reasonCode }) => (reason + reasonCode !== '') === hasReason),
    ],
  ];
};

const AMOUNT = /^-?\d+(\.\d{1,2})?$/;

export const EN_16931: readonly Rule[] = [
  ['BR-01', ({ specification }) => filled(specification)],
  ['BR-02', ({ number }) => filled(number)],
  ['BR-03', ({ date }) => /^\d{4}-\d\d-\d\d$/.test(date)],
  ['BR-04', ({ typeCode }) => ['380', '381'].includes(typeCode)],
  ['BR-05', ({ currency }) => /^[A-Z]{3}$/.test(currency)],
  ['BR-06', ({ seller }) => filled(seller.name)],
  ['BR-07', ({ buyer }) => filled(buyer.name)],
  ['BR-08', ({ seller }) => filled(seller.street, seller.zip, seller.city)],
  ['BR-09', ({ seller }) => /^[A-Z]{2}$/.test(seller.country)],
  ['BR-11', ({ buyer }) => /^[A-Z]{2}$/.test(buyer.country)],
  ['BR-12', ({ totals }) => filled(totals.lines)],
  ['BR-13', ({ totals }) => filled(totals.net)],
  ['BR-14', ({ totals }) => filled(totals.gross)],
  ['BR-15', ({ totals }) => filled(totals.due)],
  ['BR-16', ({ lines }) => lines.length > 0],
  ['BR-21', ({ lines }) => lines.every(({ id }) => filled(id))],
  ['BR-22', ({ lines }) => lines.every(({ quantity }) => scaled(quantity, 3) !== 0 && filled(quantity))],
  ['BR-23', ({ lines }) => lines.every(({ unit }) => unit === 'H87')],
  ['BR-24', ({ lines }) => lines.every(({ net }) => AMOUNT.test(net))],
  ['BR-25', ({ lines }) => lines.every(({ name }) => filled(name))],
  ['BR-26', ({ lines }) => lines.every(({ price }) => filled(price))],
  ['BR-27', ({ lines }) => lines.every(({ price }) => scaled(price, 4) >= 0)],
  ['BR-31', ({ adjustments }) => adjustments.every(({ amount }) => cents(amount) > 0)],
  ['BR-32', ({ adjustments }) => adjustments.every(({ code }) => filled(code))],
  ['BR-33', ({ adjustments }) => adjustments.every(({ reason }) => filled(reason))],
  ['BR-45', ({ taxes }) => taxes.every(({ base }) => AMOUNT.test(base))],
  ['BR-46', ({ taxes }) => taxes.every(({ tax }) => AMOUNT.test(tax))],
  ['BR-47', ({ taxes }) => taxes.every(({ code }) => ['S', 'Z', 'E', 'AE', 'K', 'G'].includes(code))],
  ['BR-48', ({ taxes }) => taxes.every(({ rate }) => scaled(rate, 4) >= 0)],
  ['BR-49', ({ meansCode }) => filled(meansCode)],
  ['BR-50', ({ meansCode, iban }) => !['30', '58'].includes(meansCode) || filled(iban)],
  ['BR-55', ({ typeCode, preceding }) => (typeCode === '381') === filled(preceding)],
  ['BR-57', ({ deliverCountry }) => deliverCountry === '' || /^[A-Z]{2}$/.test(deliverCountry)],
  ['BR-62', ({ seller }) => seller.endpoint === '' || filled(seller.endpointScheme)],
  ['BR-63', ({ buyer }) => buyer.endpoint === '' || filled(buyer.endpointScheme)],
  ['BR-CO-04', ({ lines }) => lines.every(({ code }) => filled(code))],
  ['BR-CO-09', ({ seller, buyer }) => [seller, buyer].every(({ vatId }) => vatId === '' || /^[A-Z]{2}/.test(vatId))],
  ['BR-CO-10', ({ lines, totals }) => sum(lines.map(({ net }) => net)) === cents(totals.lines)],
  [
    'BR-CO-11',
    ({ adjustments, totals }) =>
      sum(adjustments.filter(({ isCharge }) => !isCharge).map(({ amount }) => amount)) === centsOr0(totals.allowances),
  ],
  [
    'BR-CO-12',
    ({ adjustments, totals }) =>
      sum(adjustments.filter(({ isCharge }) => isCharge).map(({ amount }) => amount)) === centsOr0(totals.charges),
  ],
  [
    'BR-CO-13',
    ({ totals: { lines, allowances, charges, net } }) =>
      cents(lines) - centsOr0(allowances) + centsOr0(charges) === cents(net),
  ],
  ['BR-CO-14', ({ taxes, totals }) => sum(taxes.map(({ tax }) => tax)) === cents(totals.tax)],
  ['BR-CO-15', ({ totals: { net, tax, gross } }) => cents(net) + cents(tax) === cents(gross)],
  ['BR-CO-16', ({ totals: { gross, rounding, due } }) => cents(gross) + centsOr0(rounding) === cents(due)],
  ['BR-CO-17', ({ taxes }) => taxes.every((tax) => taxOf(tax) === cents(tax.tax))],
  ['BR-CO-18', ({ taxes }) => taxes.length > 0],
  ['BR-CO-25', ({ totals, terms }) => cents(totals.due) <= 0 || filled(terms)],
  ['BR-CO-26', ({ seller }) => filled(seller.id || seller.vatId)],
  [
    'BR-S-01',
    (invoice) => positionsOf(invoice, 'S').every(({ rate }) => taxesOf(invoice, 'S').some((tax) => tax.rate === rate)),
  ],
  [
    'BR-S-02',
    (invoice) => positionsOf(invoice, 'S').length === 0 || filled(invoice.seller.vatId || invoice.seller.taxNumber),
  ],
  ['BR-S-05', (invoice) => positionsOf(invoice, 'S').every(({ rate }) => scaled(rate, 4) > 0)],
  ['BR-S-08', (invoice) => taxesOf(invoice, 'S').every((tax) => cents(tax.base) === baseOf(invoice, tax))],
  ['BR-S-09', (invoice) => taxesOf(invoice, 'S').every((tax) => taxOf(tax) === cents(tax.tax))],
  ['BR-S-10', (invoice) => taxesOf(invoice, 'S').every(({ reason, reasonCode }) => reason + reasonCode === '')],
  ...untaxed('Z', 'Z', { seller: 'any', buyer: false }),
  ...untaxed('E', 'E', { seller: 'any', buyer: false }),
  ...untaxed('AE', 'AE', { seller: 'vat', buyer: true }),
  ...untaxed('K', 'IC', { seller: 'vat', buyer: true }),
  ...untaxed('G', 'G', { seller: 'vat', buyer: false }),
  ['BR-IC-11', (invoice) => taxesOf(invoice, 'K').length === 0 || filled(invoice.deliveredOn)],
  ['BR-IC-12', (invoice) => taxesOf(invoice, 'K').length === 0 || filled(invoice.deliverCountry)],
  [
    'PEPPOL-EN16931-R120',
    ({ lines }) =>
      lines.every(
        ({ net, quantity, price, base }) =>
          BigInt(scaled(price, 4)) * BigInt(scaled(quantity, 3)) ===
          BigInt(cents(net)) * 100n * BigInt(scaled(base, 3)),
      ),
  ],
  ['PEPPOL-EN16931-R121', ({ lines }) => lines.every(({ base }) => scaled(base, 3) > 0)],
];

export const XRECHNUNG: readonly Rule[] = [
  ['BR-DE-1', ({ meansCode }) => filled(meansCode)],
  ['BR-DE-3', ({ seller }) => filled(seller.city)],
  ['BR-DE-4', ({ seller }) => filled(seller.zip)],
  ['BR-DE-5', ({ seller }) => filled(seller.contact)],
  ['BR-DE-6', ({ seller }) => filled(seller.phone)],
  ['BR-DE-7', ({ seller }) => filled(seller.email)],
  ['BR-DE-8', ({ buyer }) => filled(buyer.city)],
  ['BR-DE-9', ({ buyer }) => filled(buyer.zip)],
  ['BR-DE-10', ({ deliverCountry, deliverCity }) => deliverCountry === '' || filled(deliverCity)],
  ['BR-DE-11', ({ deliverCountry, deliverZip }) => deliverCountry === '' || filled(deliverZip)],
  ['BR-DE-15', ({ buyerReference }) => filled(buyerReference)],
  ['BR-DE-21', ({ specification }) => specification.endsWith('#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0')],
  ['PEPPOL-EN16931-R010', ({ buyer }) => filled(buyer.endpoint)],
  ['PEPPOL-EN16931-R020', ({ seller }) => filled(seller.endpoint)],
];

export const PEPPOL: readonly Rule[] = [
  ['PEPPOL-EN16931-R004', ({ specification }) => specification.endsWith('urn:fdc:peppol.eu:2017:poacc:billing:3.0')],
  ['PEPPOL-EN16931-R010', ({ buyer }) => filled(buyer.endpoint)],
  ['PEPPOL-EN16931-R020', ({ seller }) => filled(seller.endpoint)],
  [
    'PEPPOL-EN16931-CL008',
    ({ seller, buyer }) => [seller, buyer].every(({ endpointScheme }) => /^\d{4}$/.test(endpointScheme)),
  ],
];

/** The ids of the rules that an invoice breaks. */
export const broken = (rules: readonly Rule[], invoice: ReadInvoice): string[] =>
  rules.filter(([, holds]) => !holds(invoice)).map(([id]) => id);
