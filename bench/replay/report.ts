// The last lines of a replay: counts, totals, speed.

import { money } from './compare.ts';
import type { Histogram } from './latency.ts';
import type { Plan } from './plan.ts';
import { grouped } from './progress.ts';
import type { Summary } from './run.ts';

/** A summary as lines of text. */
export const reportLines = (summary: Summary): string[] => [
  ...countLines(summary),
  ...totalLines(summary),
  ...speedLines(summary),
];

const countLines = ({ sales, plan, ordersSold, ordersCompared, stocksCompared }: Summary): string[] => [
  '',
  row('file', `${grouped(sales.rows)} rows, ${grouped(sales.invoiceNumbers)} invoice numbers`),
  row(
    'not sold',
    `${grouped(sales.cancellations)} cancellations (${grouped(sales.cancelledRows)} rows, see below), ${grouped(sales.skippedInvoices)} invoices without a sellable line,`,
  ),
  row(
    '',
    `${grouped(sales.unsellableRows)} rows without positive quantity and price, ${grouped(sales.unreadableRows)} unreadable rows`,
  ),
  ...sales.unreadable.map(({ line, reason }) => row('', `unreadable line ${line}: ${reason}`)),
  row(
    'to sell',
    `${grouped(plan.invoices)} invoices with ${grouped(plan.lines)} lines (at most ${grouped(plan.longestLines)}),`,
  ),
  row('', `${grouped(plan.products.length)} products of ${grouped(plan.stocks.length)} stock codes`),
  ...splitLines(plan),
  row(
    'cancelled',
    `${grouped(plan.returns.matched)} rows matched to a sale: ${grouped(plan.returns.canceled.length)} whole orders, ${grouped(plan.returns.placements.length)} parts of others;`,
  ),
  row('', `${grouped(plan.returns.unmatched)} rows without such a sale`),
  row('sold', `${grouped(ordersSold)} orders in this run`),
  row('compared', `${grouped(ordersCompared)} orders, ${grouped(stocksCompared)} stocks`),
];

const splitLines = ({ splitInvoices, sales }: Plan): string[] =>
  splitInvoices === 0
    ? []
    : [row('', `${grouped(splitInvoices)} invoices are longer than a cart: ${grouped(sales.length)} orders in all`)];

const totalLines = ({ expectedMinor, shopMinor, shopCanceledMinor, plan, differences }: Summary): string[] => [
  row('total', `${groupedMoney(expectedMinor)} by the file, ${groupedMoney(shopMinor)} by the shop`),
  row(
    'canceled',
    `${groupedMoney(plan.returns.canceledMinor)} by the file, ${groupedMoney(shopCanceledMinor)} by the shop`,
  ),
  row('differences', grouped(differences)),
];

const speedLines = ({ ordersSold, sellingMs, latencies }: Summary): string[] => [
  ...(ordersSold === 0
    ? []
    : [
        row(
          'speed',
          `${(ordersSold / (sellingMs / 1000)).toFixed(1)} orders/s over ${(sellingMs / 1000).toFixed(1)} s`,
        ),
      ]),
  '',
  `${'operation'.padEnd(26)}${['calls', 'p50 ms', 'p99 ms', 'p99.9 ms'].map((title) => title.padStart(11)).join('')}`,
  ...[...latencies.all].map(([operation, histogram]) => operation.padEnd(26) + latencyCells(histogram)),
];

const latencyCells = (histogram: Histogram): string =>
  [grouped(histogram.count), ...[0.5, 0.99, 0.999].map((share) => (histogram.quantileUs(share) / 1000).toFixed(2))]
    .map((cell) => cell.padStart(11))
    .join('');

const row = (name: string, text: string): string => `${name.padEnd(13)}${text}`;

const groupedMoney = (minor: bigint): string => money(minor).replace(/\B(?=(\d{3})+(?=\.))/g, ',');
