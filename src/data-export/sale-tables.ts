// Tables about what follows an order: its invoice, money that comes and goes back, goods that come back.
import { calculate, payableMinor } from '../domain/calculation/calculate.ts';
import type { StateOf } from '../domain/kind-types.ts';
import { amountOf, creditedMinor, taxesOfCredits } from '../domain/orders/credits.ts';
import type { Credit } from '../domain/orders/credits.ts';
import { invoiceNumberOf } from '../domain/orders/invoice-number.ts';
import { presentPartial, withPartial } from '../domain/orders/partial-invoice.ts';
import { cartSinceMs, cartsOf } from '../domain/orders/past-carts.ts';
import type { Read } from './column.ts';
import { money, table } from './column.ts';

type Order = StateOf<'order'>;
type Invoice = StateOf<'issued_invoice'>;

interface InvoiceRow {
  readonly orderId: number;
  /** With the cart that it is about. */
  readonly order: Order;
  /** What it shows as taken off. */
  readonly credits: readonly Credit[];
  /** Undefined: its content is erased, and with it what is known of it, but for the last one. */
  readonly issued: Pick<Invoice, 'issuedMs' | 'language'> | undefined;
  readonly isDestroyed: boolean;
}

/** A credit without a number was made before there was an invoice, which shows it as taken off. */
const invoiceRow = (orderId: number, order: Order, issued: InvoiceRow['issued'], isDestroyed: boolean): InvoiceRow => {
  const credits = order.credits.filter(({ note }) => note.number === 0);
  return { orderId, order, credits, issued, isDestroyed };
};

/** Once its content is erased, nothing but its time says whether it was issued since the last edit. */
const isPresentIssued = ({ content, issuedMs }: Invoice, order: Order): boolean =>
  content === null ? issuedMs >= cartSinceMs(order) : content.data !== '';

/** Each partial invoice that was issued, oldest first; once their content is erased, each that has a number. */
const partialsOf = (orderId: number, order: Order, { content, partials }: Invoice): readonly InvoiceRow[] =>
  order.partials.flatMap(({ invoice }, at): InvoiceRow[] => {
    const issued = partials?.[invoice.number];
    const isDestroyed = content === null;
    if (issued === undefined && !isDestroyed) return [];
    return [{ orderId, order: withPartial(order, at + 1)!, credits: [], issued, isDestroyed }];
  });

/** What an invoice asks for, and the tax in that. */
const totalsOf = ({ order, credits }: InvoiceRow): { readonly minor: number; readonly taxMinor: number } => {
  const part = presentPartial(order);
  const taxIn = (taken: Parameters<typeof taxesOfCredits>[1]): number =>
    taxesOfCredits(order.cart, taken).reduce((sum, { taxMinor }) => sum + taxMinor, 0);
  if (part !== undefined) return { minor: amountOf(part), taxMinor: taxIn([part]) };
  return {
    minor: payableMinor(order.cart) - creditedMinor({ credits }),
    taxMinor: calculate(order.cart).sumTaxMinor - taxIn(credits),
  };
};

/**
 * Each invoice that was issued, oldest first. That of an earlier cart was, where the edit's credit has a number.
 *
 * The rows follow from records that change the invoice: an edit changes them only where it changes the invoice too, in
 * the same record, and a credit has a number once there is an invoice.
 */
const invoicesOf = (orderId: number, invoice: Invoice, { states }: Read): readonly InvoiceRow[] => {
  const present = states.get('order', orderId)!;
  if (present.isInvoicedByParcel) return partialsOf(orderId, present, invoice);
  return cartsOf(present).flatMap((order, at): InvoiceRow[] => {
    if (at === present.past.length)
      return isPresentIssued(invoice, order) ? [invoiceRow(orderId, order, invoice, invoice.content === null)] : [];
    if (order.credits.at(-1)!.note.number === 0) return [];
    const earlier = invoice.earlier?.find((one) => one.invoice.number === order.invoice.number);
    const isDestroyed = (earlier?.content ?? null) === null;
    return [invoiceRow(orderId, order, isDestroyed ? undefined : earlier, isDestroyed)];
  });
};

const invoices = table('invoices', {
  kind: 'issued_invoice',
  key: 'order_id',
  about:
    'A row per invoice that was issued: an order that was edited after it has several, or is invoiced by parcel. The ' +
    'content of an invoice is not here: it is about a person.',
  rows: invoicesOf,
  columns: ({ integer, text, maybe, boolean, timestamp }) => ({
    order_id: integer('orders.id', (row) => row.orderId),
    invoice_number: text('its number', (row) => invoiceNumberOf(row.order)),
    issued_at: timestamp('when it was issued; null: that is erased', ({ issued }) => issued?.issuedMs),
    language: maybe('as it was asked for', ({ issued }) => issued?.language),
    is_destroyed: boolean('its content is erased', (row) => row.isDestroyed),
    ...money({ text, integer }, (row) => row.order),
    total_minor: integer('what it asks for', (row) => totalsOf(row).minor),
    tax_minor: integer('the tax in that', (row) => totalsOf(row).taxMinor),
  }),
});

/** An order never ends, and keeps its currency for ever. */
const digitsOf = (orderId: number, { states }: Read): number => states.get('order', orderId)!.currencyDigits;

const payments = table('payments', {
  kind: 'payment',
  key: 'id',
  about: 'A row per attempt to pay an order with a payment provider.',
  rows: (id, payment, read) => [{ id, payment, digits: digitsOf(payment.orderId, read) }],
  columns: ({ integer, text, maybe, boolean, timestamp, personal }) => ({
    id: integer('payment id', (row) => row.id),
    order_id: integer('orders.id', ({ payment }) => payment.orderId),
    method_id: integer('payment method, as settings have it', ({ payment }) => payment.methodId),
    state: text('how far it came', ({ payment }) => payment.state),
    started_at: timestamp('when it was started', ({ payment }) => payment.startedMs),
    expires_at: timestamp('until when it could be paid', ({ payment }) => payment.expiresMs),
    reference: personal(maybe("the provider's number of the attempt", ({ payment }) => payment.reference)),
    transaction: personal(maybe("the provider's number of the transaction", ({ payment }) => payment.transaction)),
    is_returned: boolean('staff said that the money went back', ({ payment }) => payment.isReturned),
    currency: text('ISO 4217 code', ({ payment }) => payment.currency),
    currency_digits: integer('decimals of its minor unit', (row) => row.digits),
    amount_minor: integer('what it was for', ({ payment }) => payment.amountMinor),
  }),
});

const refunds = table('refunds', {
  kind: 'refund',
  key: 'id',
  about: 'A row per amount that went back to a buyer or to an exchange, or was to.',
  rows: (id, refund) => [{ id, refund }],
  columns: ({ integer, id, text, maybe, timestamp, personal }) => ({
    id: integer('refund id', (row) => row.id),
    order_id: integer('orders.id', ({ refund }) => refund.orderId),
    payment_id: id('payments.id; null: it went by hand or to an exchange', ({ refund }) => refund.paymentId),
    credit_id: id('credit_notes.credit_id of the order, the first one', ({ refund }) => refund.creditId),
    state: text('asked, pending, done or failed', ({ refund }) => refund.state),
    way: text('payment, manual or exchange: it pays another order', ({ refund }) => refund.to),
    origin: text('shop, provider or dispute', ({ refund }) => refund.origin),
    reason: maybe("a code of the shop's own", ({ refund }) => refund.reason),
    transaction: personal(
      maybe("the provider's number, or order-ID of the exchange", ({ refund }) => refund.transaction),
    ),
    failure: personal(maybe('why it failed, or was not taken yet', ({ refund }) => refund.failure)),
    asked_at: timestamp('when it was asked for', ({ refund }) => refund.askedMs),
    ended_at: timestamp('when it was done, or failed', ({ refund }) => refund.endedMs),
    channel_id: id('channels.id; null: nobody here asked', ({ refund }) => refund.by),
    ...money({ text, integer }, (row) => row.refund),
    amount_minor: integer('what goes back', ({ refund }) => refund.amountMinor),
    counted_minor: integer('what of it the order counts', ({ refund }) => refund.countedMinor),
    note: personal(maybe('what staff wrote about it', ({ refund }) => refund.note)),
  }),
});

const returns = table('returns', {
  kind: 'order_return',
  key: 'id',
  about: 'A row per return of an order.',
  rows: (id, of) => [{ id, of }],
  columns: ({ integer, id, text, maybe, timestamp, personal }) => ({
    id: integer('return id', (row) => row.id),
    order_id: integer('orders.id', ({ of }) => of.orderId),
    state: text('announced, received or withdrawn', ({ of }) => of.state),
    announced_at: timestamp('when it was announced', ({ of }) => of.announcedMs),
    announced_by: id('channels.id; null: the buyer', ({ of }) => of.announcedBy),
    ended_at: timestamp('when it was received or withdrawn', ({ of }) => of.endedMs),
    ended_by: id('channels.id; null: the buyer', ({ of }) => of.endedBy),
    credit_id: id('credit_notes.credit_id of the order, the first one', ({ of }) => of.creditId),
    note: personal(maybe('what the buyer wrote about it', ({ of }) => of.note)),
    exchange_order_id: id('orders.id of its exchange; null: none', ({ of }) => of.exchangeOrderId),
    wish: maybe('refund or exchange: what its buyer wants; null: nothing was said', ({ of }) => of.wish),
  }),
});

const returnLines = table('return_lines', {
  kind: 'order_return',
  key: 'return_id',
  about: 'A row per line that was announced, and one per line that was received.',
  rows: (id, { lines, received }) => [
    ...lines.map((line) => ({ id, what: 'announced', line, isKept: null, storageId: 0 })),
    ...received.map((line) => ({ id, what: 'received', line, isKept: line.isKept, storageId: line.storageId })),
  ],
  columns: ({ integer, id, text, maybe, boolean }) => ({
    return_id: integer('returns.id', (row) => row.id),
    what: text('announced or received', (row) => row.what),
    line_id: integer('order_lines.line_id of the order', ({ line }) => line.lineId),
    quantity_milli: integer('pieces', ({ line }) => line.quantityMilli),
    reason: maybe("a code of the shop's own", ({ line }) => line.reason),
    is_kept: boolean('received pieces are stock again', (row) => row.isKept),
    storage_id: id('storages.id where they are', (row) => row.storageId),
  }),
});

export const SALE_TABLES = [invoices, payments, refunds, returns, returnLines];
