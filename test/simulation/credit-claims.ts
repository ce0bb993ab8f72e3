// What comes off placed orders, among faults. Claims: of each line ordered ≥ delivered + cancelled, and returned ≤
// delivered; once all pieces of a line are gone, its credits are what was paid for them and the tax in it, and so at
// each rate; refunds are no more than came, what is outstanding is what the order comes to less that; reports are the
// sums of the orders and their credits.
import { calculate } from '../../src/domain/calculation/calculate.ts';
import { lineWorths } from '../../src/domain/calculation/worth.ts';
import type { IndexOf } from '../../src/domain/kind-types.ts';
import { orderTotal } from '../../src/domain/orders/credits.ts';
import type { CreditKind } from '../../src/domain/orders/credits.ts';
import type { Order } from '../../src/domain/orders/order.ts';
import { allCredits, cartsOf } from '../../src/domain/orders/past-carts.ts';
import type { Refund } from '../../src/domain/orders/refund.ts';
import { todayOf } from '../../src/domain/reports/made-report.ts';
import { planReport } from '../../src/domain/reports/report.ts';
import type { Statistic } from '../../src/domain/reports/report.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { runToEnd } from '../../src/kernel/steps.ts';
import { viewBalance } from '../../src/operations/views/order.ts';
import { invoicedMinor } from './invoice-claims.ts';

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** Pieces of a line that credits of these kinds name. */
const goneOf = ({ credits }: Order, id: number, kinds: readonly CreditKind[]): number =>
  sumOf(
    credits.flatMap(({ kind, lines }) =>
      kinds.includes(kind) ? lines.map((one) => (one.lineId === id ? one.quantityMilli : 0)) : [],
    ),
  );

/** What is wrong with the pieces of an order; '' for nothing. */
export const wrongPieces = (order: Order): string => {
  const { cart, states, parcels, parcelsReturned } = order;
  const allLeft = states.delivery === 'CLOSED' || states.order === 'CLOSED';
  for (const { id, type, quantityMilli } of cart.lines) {
    const [canceled, returned] = (['canceled', 'returned'] as const).map((kind) => goneOf(order, id, [kind])) as [
      number,
      number,
    ];
    const inParcels = parcels
      .slice(parcelsReturned)
      .flatMap(({ lines }) => lines.filter(({ lineId }) => lineId === id));
    const sent = sumOf(inParcels.map((one) => one.quantityMilli));
    if (canceled + Math.max(sent, returned) > quantityMilli)
      return `line ${id} of ${quantityMilli}: ${canceled} are cancelled, ${sent} sent and ${returned} returned`;
    if (type === 'DELIVERY_COSTS' || states.order === 'CANCELED') continue;
    const delivered = allLeft ? quantityMilli - canceled : sent;
    if (returned > delivered) return `line ${id}: ${returned} came back of ${delivered}`;
  }
  return '';
};

/** What is wrong with the credits of one cart of an order; '' for nothing. `isPast`: an edit has replaced it. */
const wrongOfCart = ({ cart, credits }: Order, isPast: boolean): string => {
  const paid = new Map<number, [minor: number, tax: number]>();
  let isAllGone = true;
  for (const { line, minor, taxMinor } of lineWorths(cart)) {
    const off = credits.flatMap(({ lines }) => lines.filter(({ lineId }) => lineId === line.id));
    const [gone, offMinor, offTax] = [
      sumOf(off.map(({ quantityMilli }) => quantityMilli)),
      sumOf(off.map((one) => one.minor)),
      sumOf(off.map((one) => one.taxMinor)),
    ];
    const isGone = gone === line.quantityMilli;
    isAllGone &&= isGone;
    if (isGone && (offMinor !== minor || offTax !== taxMinor))
      return `line ${line.id} is gone for ${offMinor} with ${offTax}, and was paid with ${minor} and ${taxMinor}`;
    if (Math.abs(offMinor) > Math.abs(minor) || offMinor * minor < 0)
      return `line ${line.id} of ${minor} is credited with ${offMinor}`;
    const [rateMinor, rateTax] = paid.get(line.rateE6) ?? [0, 0];
    paid.set(line.rateE6, [rateMinor + offMinor, rateTax + offTax]);
  }
  if (isPast && !isAllGone) return 'an edit has left pieces in the cart before it';
  for (const { rateE6, grossMinor, taxMinor } of calculate(cart).taxPositions) {
    const [minor, tax] = paid.get(rateE6) ?? [0, 0];
    if (isAllGone ? minor !== grossMinor || tax !== taxMinor : Math.abs(minor) > Math.abs(grossMinor))
      return `at ${rateE6} ${minor} with ${tax} is credited, of ${grossMinor} with ${taxMinor}`;
  }
  return '';
};

/** What is wrong with what an order was credited with, of each cart that it has had; '' for nothing. */
export const wrongCredits = (order: Order): string =>
  cartsOf(order)
    .map((one, at) => wrongOfCart(one, at < order.past.length))
    .find((wrong) => wrong !== '') ?? '';

/**
 * What is wrong with the money of an order; '' for nothing. `refunds`: of the order. `exchanged`: what other orders
 * gave it in exchanges.
 */
export const wrongMoney = (order: Order, refunds: readonly Refund[], exchanged: number): string => {
  const { cart, credits, states, receivedMinor, refundedMinor, exchangedMinor } = order;
  if (exchangedMinor !== exchanged) return `has ${exchangedMinor} by an exchange, and ${exchanged} was given`;
  const comesTo =
    sumOf(lineWorths(cart).map(({ minor }) => minor)) -
    sumOf(credits.flatMap(({ lines }) => lines.map(({ minor }) => minor)));
  if (comesTo < 0) return `comes to ${comesTo}`;
  const counted = sumOf(refunds.map(({ state, countedMinor }) => (state === 'done' ? countedMinor : 0)));
  if (counted !== refundedMinor) return `has ${refundedMinor} refunded, and its refunds make ${counted}`;
  const received = (states.payment === 'PAYMENT_RECEIVED' ? receivedMinor : 0) + exchangedMinor;
  if (refundedMinor < 0 || refundedMinor > received) return `has ${refundedMinor} refunded of ${received}`;
  if (refunds.some(({ countedMinor, amountMinor }) => countedMinor > amountMinor))
    return 'has a refund that counts more than it is';
  const total = states.order === 'CANCELED' ? 0 : comesTo;
  const outstanding = total - received + refundedMinor;
  const shown = viewBalance(order);
  const wanted = [total, received, outstanding, refundedMinor];
  const seen = [shown.total, shown.received, shown.outstanding, shown.refunded].map((money) => Math.round(money * 100));
  return wanted.join() === seen.join() ? '' : `shows ${seen.join()} for ${wanted.join()}`;
};

const ordersOf = ({ tables: { order } }: Engine): Order[] => {
  const orders: Order[] = [];
  for (let id = 1; id < order.nextId; id += 1) {
    const one = order.peek(id) as Order | undefined;
    if (one !== undefined) orders.push(one);
  }
  return orders;
};

/** Sum of a report over all days, in cents; undefined where it is not made. */
const reported = (engine: Engine, statistic: Statistic, fromDay: number, toDay: number): number | undefined => {
  const plan = planReport(engine.readContext(), { statistic, fromDay, toDay, channel: '', currency: 'EUR' });
  if (!plan.ok) return undefined;
  const made = runToEnd(plan.value.steps());
  return made.ok ? made.value.sum : undefined;
};

/** What an order adds to the reports: its first cart and edits that make it dearer, less what is credited besides. */
const reportedOf = (order: Order): readonly [sales: number, credits: number] => {
  let [sales, credits, before] = [0, 0, 0];
  for (const { cart, credits: own } of cartsOf(order)) {
    const more = calculate(cart).totalMinor - before;
    if (more > 0) sales += more;
    else credits -= more;
    const others = own.filter(({ kind }) => kind !== 'edited');
    credits += sumOf(others.flatMap(({ lines }) => lines.map(({ minor }) => minor)));
    before = calculate(cart).totalMinor - sumOf(others.flatMap(({ lines }) => lines.map(({ minor }) => minor)));
  }
  return [sales, credits];
};

/** What reports say otherwise than the orders; '' for nothing. */
export const wrongReports = (engine: Engine): string => {
  const all = ordersOf(engine).filter(({ isTrial }) => !isTrial);
  const sold = all.filter(({ states }) => states.order !== 'CANCELED');
  if (sold.length === 0) return '';
  // An invoice that a cancellation has taken back is in the reports of both days.
  const days = all.flatMap((order) => [
    order.day,
    ...allCredits(order).map(({ day }) => day),
    ...order.partials.map(({ day }) => day),
    ...(order.cancellation.number === 0 ? [] : [order.cancellation.day]),
  ]);
  const [fromDay, toDay] = [Math.min(...days), Math.max(...days)];
  // What was sold or credited while the clock was ahead is reported when its day has come.
  if (toDay > todayOf(engine.readContext()) + 1) return '';
  const sums = sold.map(reportedOf);
  const [sales, credits] = [sumOf(sums.map(([one]) => one)), sumOf(sums.map(([, one]) => one))];
  // An order that is invoiced by parcel is in the books with its invoices alone.
  const parts = sold.filter(({ isInvoicedByParcel }) => isInvoicedByParcel);
  const unbooked = sumOf(parts.map((order) => orderTotal(order) - invoicedMinor(order)));
  for (const [statistic, wanted] of [
    ['sales', sales],
    ['credits', credits],
    ['net_sales', sales - credits - unbooked],
  ] as const) {
    const shown = reported(engine, statistic, fromDay, toDay);
    if (shown !== wanted) return `${statistic} come to ${shown}, those of the orders to ${wanted}`;
  }
  return '';
};

/** What is wrong with the numbers of documents that take invoices back; '' for nothing. */
export const wrongNotes = (engine: Engine): string => {
  const numbers = ordersOf(engine).flatMap((order) => [
    order.cancellation.number,
    ...allCredits(order).map(({ note }) => note.number),
  ]);
  const sorted = numbers.filter((number) => number !== 0).toSorted((a, b) => a - b);
  const { last } = (engine.tables.order.index as IndexOf<'order'>).cancellations;
  return sorted.every((number, at) => number === at + 1) && last === sorted.length
    ? ''
    : `documents that take invoices back have ${sorted.join()}, and the last is ${last}`;
};
