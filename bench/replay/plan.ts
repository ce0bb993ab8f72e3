// What the shop is to hold and to sell, and what must come out: computed from the file alone.

import { createHash } from 'node:crypto';
import { PRICE_DECIMALS, formatDecimal, lineSumMinor } from './decimal.ts';
import type { Cancellation, Invoice } from './invoices.ts';
import { returnsOf } from './returns.ts';
import type { Returns } from './returns.ts';

/** One stock code at one price. */
export interface Product {
  /** Stock code and price: unique, since the price is the last word. */
  readonly name: string;
  readonly stockCode: string;
  readonly priceE4: bigint;
  readonly description: string;
}

/** One stock code: what its products are bound to. */
export interface Stock {
  readonly stockCode: string;
  readonly demandMilli: bigint;
  /** Whole units placed: the demand rounded up, and the surplus. */
  readonly placedUnits: bigint;
  /** Whole units left when everything is sold and what was cancelled is back, which is the products' availability. */
  readonly leftUnits: bigint;
}

export interface SaleLine {
  readonly product: Product;
  readonly quantityMilli: bigint;
  readonly sumMinor: bigint;
  /** Of the file. */
  readonly row: number;
}

/** One order: an invoice, or a part of one that has more lines than a cart takes. */
export interface Sale {
  /** The invoice number, in further parts followed by /2, /3 … */
  readonly id: string;
  /** The order's note. */
  readonly note: string;
  readonly idempotencyKey: string;
  readonly customer: string;
  readonly lines: readonly SaleLine[];
  readonly sumMinor: bigint;
}

export interface Plan {
  readonly sales: readonly Sale[];
  readonly products: readonly Product[];
  readonly stocks: readonly Stock[];
  readonly invoices: number;
  /** Invoices sold as several orders. */
  readonly splitInvoices: number;
  readonly lines: number;
  readonly longestLines: number;
  /** Of all that is sold, what is cancelled later included. */
  readonly sumMinor: bigint;
  readonly returns: Returns;
}

/** Most lines that a cart takes. */
export const CART_LINES_MAX = 1_000;
/** More than is sold, so that a stock of zero is never mistaken for the right one. */
const SURPLUS_UNITS = 1n;
const UNIT_MILLI = 1_000n;

/** Plans the sale of the invoices. */
export const planOf = (
  invoices: readonly Invoice[],
  cartLinesMax = CART_LINES_MAX,
  cancelled: readonly Cancellation[] = [],
): Plan => {
  const products = new Map<string, Product>();
  const demandMilli = new Map<string, bigint>();
  const sales: Sale[] = [];
  for (const invoice of invoices) {
    const lines = invoice.lines.map(({ stockCode, description, priceE4, quantityMilli, row }): SaleLine => {
      const name = productName(stockCode, priceE4);
      const product = products.get(name) ?? { name, stockCode, priceE4, description };
      products.set(name, product);
      demandMilli.set(stockCode, (demandMilli.get(stockCode) ?? 0n) + quantityMilli);
      return { product, quantityMilli, sumMinor: lineSumMinor(priceE4, quantityMilli), row };
    });
    for (let from = 0; from < lines.length; from += cartLinesMax) {
      sales.push(saleOf(invoice, from / cartLinesMax + 1, lines.slice(from, from + cartLinesMax)));
    }
  }
  const returns = returnsOf(sales, cancelled);
  return {
    sales,
    returns,
    products: [...products.values()],
    stocks: [...demandMilli].map(([stockCode, demand]) =>
      stockOf(stockCode, demand, returns.returnedMilli.get(stockCode) ?? 0n),
    ),
    invoices: invoices.length,
    splitInvoices: invoices.filter(({ lines }) => lines.length > cartLinesMax).length,
    lines: sales.reduce((count, { lines }) => count + lines.length, 0),
    longestLines: invoices.reduce((most, { lines }) => Math.max(most, lines.length), 0),
    sumMinor: sales.reduce((sum, { sumMinor }) => sum + sumMinor, 0n),
  };
};

/** The price as products carry it in name and attribute: 2 to 4 decimals. */
export const priceText = (priceE4: bigint): string => formatDecimal(priceE4, PRICE_DECIMALS, 2);

const productName = (stockCode: string, priceE4: bigint): string => `${stockCode} ${priceText(priceE4)}`;

const saleOf = (invoice: Invoice, part: number, lines: readonly SaleLine[]): Sale => {
  const id = part === 1 ? invoice.number : `${invoice.number}/${part}`;
  return {
    id,
    note: `invoice ${id}`,
    idempotencyKey: keyOf(id),
    customer: invoice.customer,
    lines,
    sumMinor: lines.reduce((sum, { sumMinor }) => sum + sumMinor, 0n),
  };
};

// A key has at most 64 characters, and nobody promises more than plain ones.
const keyOf = (id: string): string =>
  /^[A-Za-z0-9/_.-]+$/.test(id)
    ? `invoice-${id}`
    : `invoice-${createHash('sha256').update(id).digest('hex').slice(0, 40)}`;

const stockOf = (stockCode: string, demandMilli: bigint, returnedMilli: bigint): Stock => {
  const placedUnits = (demandMilli + UNIT_MILLI - 1n) / UNIT_MILLI + SURPLUS_UNITS;
  return {
    stockCode,
    demandMilli,
    placedUnits,
    leftUnits: (placedUnits * UNIT_MILLI - demandMilli + returnedMilli) / UNIT_MILLI,
  };
};
