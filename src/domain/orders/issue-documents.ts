// Issues the documents of an order, and gives those that take an invoice back their numbers. The bytes that were made
// are kept by issued-invoice.ts.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { retainInvoiceKeys } from '../privacy/retention.ts';
import { bookingDay } from '../time/closed-month.ts';
import type { Transaction } from '../transaction.ts';
import { cancellationOf, invoiceNumberOf, nextCancellation } from './invoice-number.ts';
import { NO_CONTENT, isIssued } from './issued-invoice.ts';
import type { IssuedInvoiceCommand, MadeInvoice } from './issued-invoice.ts';
import { mailBuyer } from './mail-buyer.ts';
import type { Cancellation } from './order.ts';
import { creditOf } from './past-carts.ts';
import { NO_NUMBER } from './placed-order.ts';
import type { InvoiceNumber } from './placed-order.ts';

/**
 * Issues the invoice, or adds a format to the issued one, or to that of an earlier `number`; what is there already
 * stays. The order of an erased person gets none: there is no key that could encrypt it. Refuses: ORDER_NOT_FOUND,
 * ORDER_CANCELED.
 */
export const issueInvoice = (
  tx: Transaction,
  orderId: number,
  { language, format, data, bytes, number }: MadeInvoice & { readonly number?: number | undefined },
): Result<void> => {
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  const before = tx.read('issued_invoice', orderId);
  const { invoice } = order;
  if (isIssued(tx, orderId) || (number !== undefined && number !== invoice.number))
    return tx.ask('issued_invoice', orderId, { type: 'add_format', format, bytes, number: number ?? invoice.number });
  if (order.states.order === 'CANCELED') return refuse('ORDER_CANCELED', orderId);
  if (tx.isErased(order.subject)) return DONE;
  const content = { ...NO_CONTENT, data, [format]: bytes };
  const issue = { type: 'issue_invoice', language, content } as const;
  const subject = before?.subject ?? (order.subject || tx.newSubject());
  const issued =
    before === undefined
      ? tx.create('issued_invoice', { ...issue, subject }, orderId)
      : tx.ask('issued_invoice', orderId, { ...issue, subject });
  return issued.ok ? mailBuyer(tx, 'invoice', orderId, { number: invoiceNumberOf(order) }) : issued;
};

/** Asks for what may be the first document of an order. */
const askIssued = (
  tx: Transaction,
  orderId: number,
  command: Extract<IssuedInvoiceCommand, { type: 'issue_part' | 'add_credit_note' }>,
): Result<void> => {
  if (tx.read('issued_invoice', orderId) !== undefined) return tx.ask('issued_invoice', orderId, command);
  const made = tx.create('issued_invoice', command, orderId);
  return made.ok ? DONE : made;
};

/**
 * Issues a partial invoice that has its number, or adds a format to it, as `issueInvoice` does. Refuses:
 * ORDER_NOT_FOUND.
 */
export const issuePart = (
  tx: Transaction,
  orderId: number,
  { number: of, ...made }: MadeInvoice & { readonly number: InvoiceNumber },
): Result<void> => {
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  const before = tx.read('issued_invoice', orderId);
  const isFirst = before?.partials?.[of.number] === undefined;
  if (before?.content === null || (isFirst && tx.isErased(order.subject))) return DONE;
  const subject = before?.subject ?? (order.subject || tx.newSubject());
  const issued = askIssued(tx, orderId, { ...made, type: 'issue_part', subject, number: of.number });
  return issued.ok && isFirst
    ? mailBuyer(tx, 'invoice', orderId, { number: invoiceNumberOf({ invoice: of }) })
    : issued;
};

/** Personal data on a document is kept by the year of its own date: that of the order, and of what was issued of it. */
export const retainDocumentKeys = (tx: Transaction, orderId: number, issuedMs: number): Result<void> => {
  const subjects = [tx.read('order', orderId)!.subject, tx.read('issued_invoice', orderId)?.subject ?? 0];
  return retainInvoiceKeys(tx, [...new Set(subjects)], issuedMs);
};

/** Gives the document that cancels an invoice its number. */
const numberCancellation = (tx: Transaction, orderId: number, given: Cancellation): Result<void> => {
  const numbered = tx.ask('order', orderId, { type: 'cancel_invoice', ...given });
  return numbered.ok ? retainDocumentKeys(tx, orderId, given.canceledMs) : numbered;
};

/**
 * Looks up the number of the document that cancels an issued invoice, before `tx` changes an order. Returns what gives
 * it to the order once that is cancelled; nothing where no invoice is issued.
 */
export const cancelsIssued = (tx: Transaction, orderId: number): (() => Result<void>) => {
  if (!isIssued(tx, orderId)) return () => DONE;
  const number = nextCancellation(tx);
  return () => numberCancellation(tx, orderId, { ...number, canceledMs: tx.atMs, day: bookingDay(tx) });
};

/**
 * Looks up numbers of credit notes, before `tx` changes an order. `noteOf` gives the next one to a credit of a partial
 * invoice, or where the invoice of the order was issued, and else none. `retain`: to be called once the order has them.
 */
export const creditsIssued = (
  tx: Transaction,
  orderId: number,
): { readonly noteOf: (partialId: number) => InvoiceNumber; readonly retain: () => Result<void> } => {
  const { isInvoicedByParcel, partials } = tx.read('order', orderId)!;
  const isWhole = !isInvoicedByParcel && isIssued(tx, orderId);
  if (!isWhole && partials.length === 0) return { noteOf: () => NO_NUMBER, retain: () => DONE };
  const { prefix, number } = nextCancellation(tx);
  let given = 0;
  return {
    noteOf(partialId) {
      if (!isWhole && partialId === 0) return NO_NUMBER;
      given += 1;
      return { prefix, number: number + given - 1 };
    },
    retain: () => (given === 0 ? DONE : retainDocumentKeys(tx, orderId, tx.atMs)),
  };
};

/**
 * Gives the document that cancels the invoice of a cancelled order its number, unless it has one. `tx` must not have
 * changed an order yet.
 */
const cancelInvoice = (tx: Transaction, orderId: number): Result<void> => {
  const order = tx.read('order', orderId)!;
  if (order.cancellation.number !== 0) return DONE;
  return numberCancellation(tx, orderId, cancellationOf(tx, order));
};

/**
 * Keeps the document that cancels an invoice, for ever; what is there already stays. Nothing is kept or numbered once
 * the key of the invoice is destroyed. Refuses: ORDER_NOT_FOUND, INVOICE_NOT_CANCELED.
 */
export const keepCancellation = (
  tx: Transaction,
  orderId: number,
  { format, data, bytes }: Omit<MadeInvoice, 'language'>,
): Result<void> => {
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  const invoice = tx.read('issued_invoice', orderId);
  if (order.states.order !== 'CANCELED' || invoice === undefined || !isIssued(tx, orderId))
    return refuse('INVOICE_NOT_CANCELED', orderId);
  if (invoice.content === null) return DONE;
  const numbered = cancelInvoice(tx, orderId);
  if (!numbered.ok) return numbered;
  return tx.ask('issued_invoice', orderId, { type: 'add_cancellation', format, data, bytes });
};

/**
 * Keeps the credit note of a credit, for ever; what is there already stays. Nothing is kept once the key of the invoice
 * is destroyed. Refuses: ORDER_NOT_FOUND; CREDIT_NOTE_NOT_FOUND with the credit's number.
 */
export const keepCreditNote = (
  tx: Transaction,
  orderId: number,
  { creditId, format, data, bytes }: Omit<MadeInvoice, 'language'> & { readonly creditId: number },
): Result<void> => {
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  if ((creditOf(order, creditId)?.note.number ?? 0) === 0) return refuse('CREDIT_NOTE_NOT_FOUND', creditId);
  const issued = tx.read('issued_invoice', orderId);
  if (issued?.content === null) return DONE;
  const isFirst = issued?.creditNotes?.[creditId] === undefined;
  if (issued === undefined && tx.isErased(order.subject)) return DONE;
  const subject = issued?.subject ?? (order.subject || tx.newSubject());
  const note = { type: 'add_credit_note', subject, creditId, format, data, bytes } as const;
  const kept = askIssued(tx, orderId, note);
  return kept.ok && isFirst ? mailBuyer(tx, 'credit_note', orderId, { id_credit: creditId }) : kept;
};
