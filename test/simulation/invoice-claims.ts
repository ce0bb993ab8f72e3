// Invoices over parts of orders, among faults. Claims: no piece of a line is on two; less their notes they come to what
// the order does, at each rate, once all of it has left; no note takes more than its invoice has.
import { lineWorths } from '../../src/domain/calculation/worth.ts';
import type { Order } from '../../src/domain/orders/order.ts';
import { allCredits } from '../../src/domain/orders/past-carts.ts';
import type { LineAmount } from '../../src/domain/orders/partial-invoice.ts';

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

const amountOf = ({ lines }: { readonly lines: readonly LineAmount[] }): number =>
  sumOf(lines.map(({ minor }) => minor));

/** What is on the invoices of an order less what notes took off them. */
export const invoicedMinor = (order: Order): number =>
  sumOf(order.partials.map(amountOf)) -
  sumOf(allCredits(order).map((credit) => ((credit.partialId ?? 0) > 0 ? amountOf(credit) : 0)));

/** What is wrong with the invoices of an order; '' for nothing. */
export const wrongParts = (order: Order): string => {
  const { cart, credits, partials, states, isInvoicedByParcel } = order;
  if (!isInvoicedByParcel) return partials.length === 0 ? '' : 'has invoices of parcels, and one over all of it';
  if (order.invoice.number !== (partials.at(-1)?.invoice.number ?? 0))
    return 'has another number than its last invoice';
  if (states.order === 'CANCELED') return partials.length === 0 ? '' : 'is cancelled, and has invoices';
  const onNone = credits.filter(({ partialId = 0 }) => partialId === 0);
  const isWhole = states.order === 'CLOSED' || states.delivery === 'CLOSED';
  const left = new Map<number, readonly [minor: number, taxMinor: number]>();
  for (const { line, minor, taxMinor } of lineWorths(cart)) {
    const of = ({ lines }: { readonly lines: readonly LineAmount[] }) => lines.filter((one) => one.lineId === line.id);
    const [on, off] = [partials.flatMap(of), onNone.flatMap(of)];
    const milli = sumOf([...on, ...off].map(({ quantityMilli }) => quantityMilli));
    if (milli > line.quantityMilli)
      return `has ${milli} of ${line.quantityMilli} pieces of line ${line.id} on invoices`;
    const [leftMinor, leftTax] = left.get(line.rateE6) ?? [0, 0];
    const taken = [...on, ...off];
    left.set(line.rateE6, [
      leftMinor + minor - sumOf(taken.map((one) => one.minor)),
      leftTax + taxMinor - sumOf(taken.map((one) => one.taxMinor)),
    ]);
  }
  for (const [rateE6, [minor, taxMinor]] of left)
    if (isWhole && (minor !== 0 || taxMinor !== 0)) return `has ${minor} with ${taxMinor} at ${rateE6} on no invoice`;
  for (const [at, partial] of partials.entries()) {
    const notes = credits.filter(({ partialId }) => partialId === at + 1);
    if (notes.some(({ note }) => note.number === 0)) return 'has a credit of an invoice without a note';
    const [minor, off] = [amountOf(partial), sumOf(notes.map(amountOf))];
    if (minor < 0 || off > minor) return `has ${off} off an invoice of ${minor}`;
  }
  return onNone.some(({ note }) => note.number !== 0) ? 'has a note of no invoice' : '';
};
