// An electronic invoice or credit note as a plain record of texts and integers (EN 16931), from which its formats are
// written. Whatever takes money or gives it back has positions, the tax of each rate and a total, and nothing else is
// needed for it.
//
// Guaranteed: the amount due and the tax of each rate are those of the order, to the minor unit, and all sums follow
// the rules of the standard (BR-CO-10 to BR-CO-17). The tax of an order is rounded line by line, so that a rate may
// have a cent more or less than its base times the rate gives: then the base moves by an allowance or a charge for
// rounding, and the rounding amount (BT-114) takes that back.
import type { RateE6 } from '../money.ts';
import type { Seller } from '../seller.ts';
import { peppolIdOf } from '../vat-id.ts';
import type { Vat } from './vat-category.ts';

export interface PostalAddress {
  readonly name: string;
  readonly street: string;
  readonly zip: string;
  readonly city: string;
  /** Two letters. */
  readonly country: string;
}

type EInvoiceSeller = Omit<Seller, 'smallBusiness' | 'exemptions'>;

export interface EInvoiceBuyer extends PostalAddress {
  readonly vatId: string;
  readonly email: string;
  /** As the buyer wants it to be named: of an authority in Germany its Leitweg-ID. */
  readonly reference: string;
  /** Its address in Peppol, `0204:991-01234-44`. */
  readonly peppolId: string;
}

/** What a document says of itself; texts that are not there are ''. */
export interface EInvoiceHead {
  readonly kind: 'invoice' | 'credit_note';
  readonly number: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** The invoice that a credit note is about; null on an invoice. */
  readonly preceding: { readonly number: string; readonly date: string } | null;
  readonly orderNumber: string;
  readonly currency: string;
  /** Decimals of its minor unit, 2 at most. */
  readonly digits: number;
  readonly deliveredOn: string;
  readonly seller: EInvoiceSeller;
  readonly buyer: EInvoiceBuyer;
  readonly deliverTo: PostalAddress;
  /** Name of the payment method. */
  readonly payment: string;
}

export interface PositionLine {
  readonly position: string;
  readonly name: string;
  /** Article number. */
  readonly number: string;
  /** Below zero where the price is. */
  readonly quantityMilli: number;
  /** Without tax. */
  readonly netMinor: number;
}

/** What all positions together cost more, or less where it is below zero, without tax. */
export interface Adjustment {
  readonly reason: string;
  readonly netMinor: number;
}

/** One tax of a document: a category with a rate. */
export interface TaxOf extends Vat {
  readonly baseMinor: number;
  readonly taxMinor: number;
}

export type InTax<P> = P & {
  /** Index in `taxes`. */
  readonly tax: number;
};

/** All in the minor unit; the numbers are those of the standard. */
interface EInvoiceTotals {
  /** BT-106. */
  readonly linesMinor: number;
  /** BT-107. */
  readonly allowancesMinor: number;
  /** BT-108. */
  readonly chargesMinor: number;
  /** BT-109. */
  readonly netMinor: number;
  /** BT-110. */
  readonly taxMinor: number;
  /** BT-112. */
  readonly grossMinor: number;
  /** BT-114. */
  readonly roundingMinor: number;
  /** BT-115: what the order comes to. */
  readonly dueMinor: number;
}

export interface EInvoiceSums {
  readonly lines: readonly InTax<PositionLine>[];
  readonly adjustments: readonly InTax<Adjustment>[];
  readonly taxes: readonly TaxOf[];
  readonly totals: EInvoiceTotals;
}

export interface EInvoice extends EInvoiceHead, EInvoiceSums {}

/** `0204` is for the Leitweg-IDs of German authorities. */
const LEITWEG = /^\d{2,12}-([A-Z0-9]{1,30}-)?\d{2}$/i;

/** Addresses in Peppol, scheme and id with a colon between; '' where there is none. */
export const peppolIds = ({ seller, buyer }: EInvoiceHead): { readonly seller: string; readonly buyer: string } => ({
  seller: peppolIdOf(seller.vatId),
  buyer: buyer.peppolId || (LEITWEG.test(buyer.reference) ? `0204:${buyer.reference}` : peppolIdOf(buyer.vatId)),
});

type InVat<P> = P & { readonly vat: Vat };

/** What a document is about, without tax, and what its order has found of taxes. */
export interface Positions {
  readonly lines: readonly InVat<PositionLine>[];
  readonly adjustments: readonly InVat<Adjustment>[];
  /** Tax by rate; rates without tax may be left out. */
  readonly taxes: readonly { readonly rateE6: RateE6; readonly taxMinor: number }[];
  readonly totalMinor: number;
  /** Reason of an allowance or a charge for rounding. */
  readonly rounding: string;
}

const HALF = 500_000n;

/** ceil(a / b) of integers above zero. */
const ceiling = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;

/** The base nearest to `net` of which the rate is just this tax, rounded half away from zero. `rate`: above zero. */
export const baseOfTax = (net: number, tax: number, rate: RateE6): number => {
  const [twice, by] = [2n * BigInt(Math.abs(tax)), BigInt(rate)];
  const most = Number(ceiling((twice + 1n) * HALF, by)) - 1;
  const least = tax === 0 ? -most : Number(ceiling((twice - 1n) * HALF, by));
  // Adding zero makes a negative zero a positive one.
  return (tax < 0 ? Math.min(Math.max(net, -most), -least) : Math.min(Math.max(net, least), most)) + 0;
};

type Growing = { -readonly [K in keyof TaxOf]: TaxOf[K] };

/** The taxes of a document: one for each category and rate. */
class Taxes {
  readonly all: Growing[] = [];
  /** The reasons, by the place of their tax in `all`. */
  private readonly reasons: Set<string>[] = [];

  /** Adds an amount without tax; returns the index of its tax. */
  add({ code, rateE6, reasonCode, reason }: Vat, netMinor: number): number {
    let at = this.all.findIndex((one) => one.code === code && one.rateE6 === rateE6);
    if (at < 0) {
      at = this.all.push({ code, rateE6, reasonCode, reason, baseMinor: 0, taxMinor: 0 }) - 1;
      this.reasons.push(new Set());
    }
    const tax = this.all[at]!;
    tax.baseMinor += netMinor;
    if (tax.reasonCode !== reasonCode) tax.reasonCode = '';
    const reasons = this.reasons[at]!;
    if (reason !== '') tax.reason = [...reasons.add(reason)].join('; ');
    return at;
  }
}

/** Allowances and charges that bring each base to where its rate gives the tax that the order has. */
const roundings = (taxes: readonly Growing[], { taxes: found, rounding }: Positions): InTax<Adjustment>[] =>
  taxes.flatMap((tax, at) => {
    const { rateE6, baseMinor } = tax;
    if (rateE6 === 0) return [];
    tax.taxMinor = found.find((one) => one.rateE6 === rateE6)?.taxMinor ?? 0;
    tax.baseMinor = baseOfTax(baseMinor, tax.taxMinor, rateE6);
    return tax.baseMinor === baseMinor ? [] : [{ reason: rounding, netMinor: tax.baseMinor - baseMinor, tax: at }];
  });

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

/** The sums of a document. */
export const eInvoiceSums = (positions: Positions): EInvoiceSums => {
  const taxes = new Taxes();
  const lines = positions.lines.map(({ vat, ...line }) => ({ ...line, tax: taxes.add(vat, line.netMinor) }));
  // One cent may be all tax: its rate counts, and nothing stands there that is 0.00.
  const given = positions.adjustments
    .filter(({ netMinor, vat }) => netMinor !== 0 || vat.rateE6 !== 0)
    .map(({ vat, ...adjustment }) => ({ ...adjustment, tax: taxes.add(vat, adjustment.netMinor) }))
    .filter(({ netMinor }) => netMinor !== 0);
  const adjustments = [...given, ...roundings(taxes.all, positions)];
  const amounts = adjustments.map(({ netMinor }) => netMinor);
  const linesMinor = sum(lines.map(({ netMinor }) => netMinor));
  const netMinor = sum(taxes.all.map(({ baseMinor }) => baseMinor));
  const taxMinor = sum(taxes.all.map((tax) => tax.taxMinor));
  const grossMinor = netMinor + taxMinor;
  return {
    lines,
    adjustments,
    taxes: taxes.all,
    totals: {
      linesMinor,
      allowancesMinor: -sum(amounts.filter((amount) => amount < 0)) + 0,
      chargesMinor: sum(amounts.filter((amount) => amount > 0)),
      netMinor,
      taxMinor,
      grossMinor,
      roundingMinor: positions.totalMinor - grossMinor,
      dueMinor: positions.totalMinor,
    },
  };
};
