// Tables about what follows an order: its invoice, money that comes and goes back, goods that come back.
import { calculate, payableMinor } from '../domain/calculation/calculate.ts';
import type { StateOf } from '../domain/kind-types.ts';
import { invoiceNumberOf } from '../domain/orders/invoice-number.ts';
import type { Read } from './column.ts';
import { money, table } from './column.ts';

type OfOrder<T> = T & { readonly order: StateOf<'order'> };

/** An order never ends, and what is read of it here never changes. */
const withOrder = <T extends { readonly orderId: number }>(of: T, { states }: Read): OfOrder<T> => ({
  ...of,
  order: states.get('order', of.orderId)!,
});

const invoices = table('invoices', {
  kind: 'issued_invoice',
  key: 'order_id',
  about: 'A row per invoice that was issued. Its content is not here: it is about a person.',
  rows: (orderId, invoice, read) => [withOrder({ orderId, invoice }, read)],
  columns: ({ integer, text, maybe, boolean, timestamp }) => ({
    order_id: integer('orders.id', (row) => row.orderId),
    invoice_number: text('its number', (row) => invoiceNumberOf(row.order)),
    issued_at: timestamp('when it was issued', ({ invoice }) => invoice.issuedMs),
    language: maybe('as it was asked for', ({ invoice }) => invoice.language),
    is_destroyed: boolean('its content is erased', ({ invoice }) => invoice.content === null),
    ...money({ text, integer }, (row) => row.order),
    total_minor: integer('what it asks for', (row) => payableMinor(row.order.cart)),
    tax_minor: integer('the tax in that', (row) => calculate(row.order.cart).sumTaxMinor),
  }),
});

const payments = table('payments', {
  kind: 'payment',
  key: 'id',
  about: 'A row per attempt to pay an order with a payment provider.',
  rows: (id, payment, read) => [{ id, payment, ...withOrder({ orderId: payment.orderId }, read) }],
  columns: ({ integer, text, maybe, boolean, timestamp }) => ({
    id: integer('payment id', (row) => row.id),
    order_id: integer('orders.id', (row) => row.orderId),
    method_id: integer('payment method, as settings have it', ({ payment }) => payment.methodId),
    state: text('how far it came', ({ payment }) => payment.state),
    started_at: timestamp('when it was started', ({ payment }) => payment.startedMs),
    expires_at: timestamp('until when it could be paid', ({ payment }) => payment.expiresMs),
    reference: maybe("the provider's number of the attempt", ({ payment }) => payment.reference),
    transaction: maybe("the provider's number of the transaction", ({ payment }) => payment.transaction),
    is_returned: boolean('staff said that the money went back', ({ payment }) => payment.isReturned),
    currency: text('ISO 4217 code', ({ payment }) => payment.currency),
    currency_digits: integer('decimals of its minor unit', (row) => row.order.currencyDigits),
    amount_minor: integer('what it was for', ({ payment }) => payment.amountMinor),
  }),
});

const refunds = table('refunds', {
  kind: 'refund',
  key: 'id',
  about: 'A row per amount that went back to a buyer, or was to.',
  rows: (id, refund) => [{ id, refund }],
  columns: ({ integer, id, text, maybe, timestamp, personal }) => ({
    id: integer('refund id', (row) => row.id),
    order_id: integer('orders.id', ({ refund }) => refund.orderId),
    payment_id: id('payments.id; null: it went by hand', ({ refund }) => refund.paymentId),
    credit_id: id('credit_notes.credit_id of the order', ({ refund }) => refund.creditId),
    state: text('asked, pending, done or failed', ({ refund }) => refund.state),
    way: text('payment or manual', ({ refund }) => refund.to),
    origin: text('shop, provider or dispute', ({ refund }) => refund.origin),
    reason: maybe("a code of the shop's own", ({ refund }) => refund.reason),
    transaction: maybe("the provider's number of it", ({ refund }) => refund.transaction),
    failure: maybe('why it failed, or was not taken yet', ({ refund }) => refund.failure),
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
    credit_id: id('credit_notes.credit_id of the order', ({ of }) => of.creditId),
    note: personal(maybe('what the buyer wrote about it', ({ of }) => of.note)),
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
