// Laws of electronic invoices over random orders. They catch a cent that is lost or moved between rates, sums that
// break the rules of EN 16931, and a rule that finds nothing.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculate, payableMinor } from '../../../src/domain/calculation/calculate.ts';
import type { Cart } from '../../../src/domain/cart/cart.ts';
import { taxWithin } from '../../../src/domain/money.ts';
import type { RateE6 } from '../../../src/domain/money.ts';
import { creditOfPieces } from '../../../src/domain/orders/credit-pieces.ts';
import { creditOfAmount } from '../../../src/domain/orders/credits.ts';
import type { Credit } from '../../../src/domain/orders/credits.ts';
import { baseOfTax, eInvoiceSums } from '../../../src/domain/orders/e-invoice.ts';
import type { EInvoice } from '../../../src/domain/orders/e-invoice.ts';
import { order } from '../../../src/domain/orders/order.ts';
import type { ShopRules } from '../../../src/domain/rules.ts';
import { heldSeller } from '../../../src/domain/seller.ts';
import { creditNoteRecord, eInvoiceOf, takenBack } from '../../../src/operations/views/e-invoice.ts';
import type { EInvoiceOf } from '../../../src/operations/views/e-invoice.ts';
import { ciiOf } from '../../../src/outside/documents/e-invoice-cii.ts';
import { ublOf } from '../../../src/outside/documents/e-invoice-ubl.ts';
import type { Labels } from '../../../src/outside/documents/templates.ts';
import { runs } from '../../harness/effort.ts';
import { placedCart } from '../../domain/calculation/placed-carts.ts';
import { readInvoice } from '../../outside/documents/e-invoice-reader.ts';
import type { ReadInvoice } from '../../outside/documents/e-invoice-reader.ts';
import { EN_16931, PEPPOL, XRECHNUNG, broken } from '../../outside/documents/e-invoice-rules.ts';
import { SELLER } from './e-invoice-shop.ts';

const RULES = {
  seller: heldSeller({ ...SELLER, exemptions: [{ taxClass: '', kind: 'zero', reason: '' }] }),
  timeZone: 'UTC',
  language: 'de_DE',
  paymentMethods: [],
} as unknown as ShopRules;

const BUYER = {
  name: 'Käufer',
  street: 'Weg 1',
  zip: '10117',
  city: 'Berlin',
  country: 'DE',
  vatId: 'DE123456788',
  email: 'a@example.org',
  reference: 'r',
  peppolId: '',
};

const givenOf = (cart: Cart, createdMs: number, credits: readonly Credit[]): EInvoiceOf => ({
  orderId: 1,
  order: { ...order.state.initial(), cart, createdMs, currency: 'EUR', invoice: { prefix: 'R-', number: 7 }, credits },
  rules: RULES,
  spoken: '',
  labels: { language: 'de', text: { coupon: 'Gutschein', delivery_costs: 'Versand' } } as unknown as Labels,
  plainText: (html) => html,
  credits,
});

/** `creditId`: of a credit note; 0: the invoice, less all credits. */
const recordOf = (cart: Cart, createdMs = 0, credits: readonly Credit[] = [], creditId = 0): EInvoice => {
  const given = givenOf(cart, createdMs, credits);
  const made = creditId === 0 ? eInvoiceOf(given) : creditNoteRecord(given, creditId);
  if (!made.ok) throw new Error(made.detail);
  return { ...made.value, buyer: BUYER, deliverTo: BUYER };
};

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

/** Rounded half away from zero. */
const taxOf = (base: number, rate: number): number => {
  const product = BigInt(Math.abs(base)) * BigInt(rate);
  const rounded = Number((product + 500_000n) / 1_000_000n);
  return base < 0 ? 0 - rounded : rounded;
};

test('the amount due and the tax of each rate are those of the order, to the cent', () => {
  fc.assert(
    fc.property(placedCart, (cart) => {
      const { totalMinor, sumTaxMinor, taxPositions } = calculate(cart);
      const { taxes, totals, adjustments } = recordOf(cart);
      expect([totals.dueMinor, totals.taxMinor]).toEqual([totalMinor, sumTaxMinor]);
      for (const { rateE6, taxMinor, netMinor } of taxPositions) {
        const [tax, ...others] = taxes.filter((one) => one.rateE6 === rateE6);
        // A delivery that costs nothing is not on it.
        if (tax === undefined && netMinor === 0 && taxMinor === 0) continue;
        expect([tax?.taxMinor, others.length]).toEqual([taxMinor, 0]);
        // The base is the order's own, and where the rate does not give its tax, the nearest of which it does.
        const at = taxes.indexOf(tax!);
        const roundings = adjustments.filter((one) => one.tax === at && one.reason === 'Rundung');
        const isExact = taxOf(netMinor, rateE6) === taxMinor;
        expect(roundings.length).toBe(isExact ? 0 : 1);
        expect(tax!.baseMinor - sum(roundings.map((one) => one.netMinor))).toBe(netMinor);
        const nearer = tax!.baseMinor + Math.sign(netMinor - tax!.baseMinor);
        if (!isExact) expect(taxOf(nearer, rateE6)).not.toBe(taxMinor);
      }
      expect(totals.roundingMinor).toBe(
        0 - sum(adjustments.filter(({ reason }) => reason === 'Rundung').map(({ netMinor }) => netMinor)),
      );
    }),
    { numRuns: runs(300, 1000) },
  );
});

test('UBL and CII of any order, and what takes it back, keep every rule, to the cent', () => {
  fc.assert(
    fc.property(placedCart, (cart) => {
      const record = recordOf(cart);
      const canceled = { ...order.state.initial(), cancellation: { prefix: 'S-', number: 1, canceledMs: 0, day: -1 } };
      for (const invoice of [record, takenBack(record, canceled, RULES)]) {
        expect(broken([...EN_16931, ...PEPPOL], readInvoice(ublOf(invoice, 'ubl')))).toEqual([]);
        expect(broken([...EN_16931, ...XRECHNUNG], readInvoice(ublOf(invoice, 'xrechnung')))).toEqual([]);
        expect(broken(EN_16931, readInvoice(ciiOf(invoice)))).toEqual([]);
      }
    }),
    { numRuns: runs(20, 60) },
  );
});

test('an invoice, its credit notes and what is left of it come to one another, and keep every rule', () => {
  const part = fc.record({
    at: fc.nat({ max: 9 }),
    milli: fc.integer({ min: 1, max: 3000 }),
    minor: fc.nat({ max: 999 }),
  });
  const note = { prefix: 'S-', number: 1 };
  fc.assert(
    fc.property(placedCart, fc.array(part, { minLength: 1, maxLength: 3 }), (cart, parts) => {
      fc.pre(payableMinor(cart) > 0);
      const credits: Credit[] = [];
      for (const { at, milli, minor } of parts) {
        const now = { cart, currencyDigits: 2, credits };
        const line = cart.lines[at % cart.lines.length]!;
        const made =
          minor % 3 === 0
            ? creditOfAmount(now, minor)
            : creditOfPieces(now, [{ lineId: line.id, quantityMilli: milli }]);
        if (!made.ok || made.value.length === 0) continue;
        credits.push({ kind: 'returned', atMs: 0, day: 0, lines: made.value, reason: '', note, by: 0 });
      }
      const notes = credits.map((_credit, at) => recordOf(cart, 0, credits, at + 1));
      const [whole, left] = [recordOf(cart), recordOf(cart, 0, credits)];
      for (const name of ['dueMinor', 'taxMinor'] as const)
        expect(left.totals[name] + sum(notes.map(({ totals }) => totals[name]))).toBe(whole.totals[name]);
      for (const record of [left, ...notes]) {
        expect(broken([...EN_16931, ...PEPPOL], readInvoice(ublOf(record, 'ubl')))).toEqual([]);
        expect(broken(EN_16931, readInvoice(ciiOf(record)))).toEqual([]);
      }
    }),
    { numRuns: runs(15, 60) },
  );
});

test('a base for each tax is one of which the rate is that tax, whatever the amounts', () => {
  const amount = fc.oneof(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: -1e15, max: 1e15 }));
  fc.assert(
    fc.property(amount, amount, fc.integer({ min: 1, max: 1_000_000 }), (gross, off, rate) => {
      const tax = taxWithin(gross, rate as RateE6) + (Math.abs(off) <= 3000 ? off % 50 : 0);
      expect(taxOf(baseOfTax(gross - tax, tax, rate as RateE6), rate)).toBe(tax);
    }),
    {
      numRuns: runs(2000),
      examples: [
        [27, 0, 190_000],
        [0, 0, 190_000],
        [-27, 3, 190_000],
      ],
    },
  );
});

// Each rule of sums and of who must be named finds what breaks it.
const CHANGES: readonly (readonly [id: string, change: (invoice: ReadInvoice) => ReadInvoice])[] = [
  ['BR-CO-10', (one) => ({ ...one, totals: { ...one.totals, lines: '0.01' } })],
  ['BR-CO-11', (one) => ({ ...one, totals: { ...one.totals, allowances: '77.00' } })],
  ['BR-CO-12', (one) => ({ ...one, totals: { ...one.totals, charges: '77.00' } })],
  ['BR-CO-13', (one) => ({ ...one, totals: { ...one.totals, net: '0.01' } })],
  ['BR-CO-14', (one) => ({ ...one, totals: { ...one.totals, tax: '77.00' } })],
  ['BR-CO-15', (one) => ({ ...one, totals: { ...one.totals, gross: '77.00' } })],
  ['BR-CO-16', (one) => ({ ...one, totals: { ...one.totals, due: '77.00' } })],
  ['BR-CO-17', (one) => ({ ...one, taxes: one.taxes.map((tax) => ({ ...tax, tax: '77.00' })) })],
  ['BR-CO-18', (one) => ({ ...one, taxes: [] })],
  ['BR-CO-26', (one) => ({ ...one, seller: { ...one.seller, vatId: '', id: '' } })],
  ['BR-S-01', (one) => ({ ...one, taxes: one.taxes.map((tax) => ({ ...tax, rate: '16' })) })],
  ['BR-S-08', (one) => ({ ...one, taxes: one.taxes.map((tax) => ({ ...tax, base: '77.00' })) })],
  ['BR-S-10', (one) => ({ ...one, taxes: one.taxes.map((tax) => ({ ...tax, reason: 'why' })) })],
  ['BR-S-02', (one) => ({ ...one, seller: { ...one.seller, vatId: '', taxNumber: '' } })],
  [
    'BR-AE-02',
    (one) => ({
      ...one,
      lines: one.lines.map((line) => ({ ...line, code: 'AE' })),
      buyer: { ...one.buyer, vatId: '' },
    }),
  ],
  ['BR-E-01', (one) => ({ ...one, lines: one.lines.map((line) => ({ ...line, code: 'E' })) })],
  ['BR-G-05', (one) => ({ ...one, lines: one.lines.map((line) => ({ ...line, code: 'G' })) })],
  ['BR-IC-11', (one) => ({ ...one, taxes: one.taxes.map((tax) => ({ ...tax, code: 'K' })) })],
  ['BR-E-10', (one) => ({ ...one, taxes: one.taxes.map((tax) => ({ ...tax, code: 'E' })) })],
  ['BR-27', (one) => ({ ...one, lines: one.lines.map((line) => ({ ...line, price: '-1' })) })],
  ['BR-55', (one) => ({ ...one, typeCode: '381' })],
  ['BR-50', (one) => ({ ...one, iban: '' })],
  ['BR-16', (one) => ({ ...one, lines: [] })],
  ['PEPPOL-EN16931-R120', (one) => ({ ...one, lines: one.lines.map((line) => ({ ...line, net: '77.01' })) })],
];

test.each(CHANGES)('the rule %s finds an invoice that breaks it', (id, change) => {
  const [cart] = fc.sample(
    placedCart.filter(({ lines: [first] }) => first!.rateE6 === 190_000),
    { seed: 1, numRuns: 1 },
  );
  const read = readInvoice(ublOf(recordOf(cart!), 'ubl'));
  expect(broken(EN_16931, read)).toEqual([]);
  expect(broken(EN_16931, change(read))).toContain(id);
});

test('each reason of a tax is said once, also where one holds what parts them', () => {
  const of = (reason: string) => ({ code: 'E' as const, rateE6: 0 as RateE6, reasonCode: '', reason });
  const line = (reason: string) => ({
    position: '1',
    name: 'a',
    number: '',
    quantityMilli: 1,
    netMinor: 1,
    vat: of(reason),
  });
  const reasons = ['§ 4 Nr. 21; § 4 Nr. 22', 'Art', '§ 4 Nr. 21; § 4 Nr. 22', 'Art', ''];
  const sums = eInvoiceSums({ lines: reasons.map(line), adjustments: [], taxes: [], totalMinor: 5, rounding: 'R' });
  expect(sums.taxes.map(({ reason }) => reason)).toEqual(['§ 4 Nr. 21; § 4 Nr. 22; Art']);
});
