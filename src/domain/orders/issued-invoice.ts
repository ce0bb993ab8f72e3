// The invoice of an order as it was issued: its content and the documents made from it, for ever (D133). Its id is the
// order's. The first call for an invoice issues it; a change of the order that would change what it shows is refused
// from then on (update-order.ts). A cancelled order gets no invoice; one that was issued before stays as it is, and a
// document with a number of its own cancels it, which is kept here as well (D393).
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { field, schema } from '../schema.ts';
import { mailBuyer } from './mail-buyer.ts';
import { cancellationOf, invoiceNumberOf, nextCancellation } from './invoice-number.ts';
import { retainInvoiceKeys } from '../privacy/retention.ts';
import type { Cancellation } from './order.ts';
import { creditOf } from './past-carts.ts';
import type { InvoiceNumber } from './placed-order.ts';
import { bookingDay } from '../time/closed-month.ts';
import type { Reader, Transaction } from '../transaction.ts';

/** For people, and for programs: PDF with XML in it, or XML by itself. */
export const INVOICE_FORMATS = ['html', 'pdf', 'zugferd', 'xrechnung', 'ubl'] as const;
export type InvoiceFormat = (typeof INVOICE_FORMATS)[number];

type Documents = { readonly html: string; readonly pdf: string } & { readonly [F in InvoiceFormat]?: string };

/** Compressed, as base64. Each document is made from `data`; '' or absent until that format is asked for. */
export interface InvoiceContent extends Documents {
  /** What documents are made from (`documentData`), as JSON. */
  readonly data: string;
}

export interface IssuedInvoice {
  /** The data subject whose keys encrypt it: the order's, or one of its own if the order is about nobody. */
  subject: number;
  issuedMs: number;
  /** As the call asked for it; '': none. */
  language: string;
  /** null once its key is destroyed: the person is erased, and the law no longer requires the invoice. */
  content: InvoiceContent | null;
  /** The document that cancels it; empty until somebody asks for it. */
  cancellation: InvoiceContent | null;
  /** Credit of the order → its credit note, once somebody has asked for it; null as `content` is. */
  creditNotes: { readonly [creditId: number]: InvoiceContent } | null;
  /** Invoices that an edit of the order has taken back, oldest first; null as `content` is. */
  earlier: readonly EarlierInvoice[] | null;
}

/** An invoice as it was issued. */
interface EarlierInvoice extends Pick<IssuedInvoice, 'issuedMs' | 'language' | 'content'> {
  readonly invoice: InvoiceNumber;
}

export interface MadeInvoice {
  readonly language: string;
  readonly format: InvoiceFormat;
  readonly data: string;
  readonly bytes: string;
}

export type IssuedInvoiceCommand =
  | {
      readonly type: 'issue_invoice';
      readonly subject: number;
      readonly language: string;
      readonly content: InvoiceContent;
    }
  /** Its order has another one from here on. */
  | { readonly type: 'supersede'; readonly invoice: InvoiceNumber }
  /** `number`: of the invoice. */
  | { readonly type: 'add_format'; readonly format: InvoiceFormat; readonly bytes: string; readonly number: number }
  | {
      readonly type: 'add_credit_note';
      readonly creditId: number;
      readonly data: string;
      readonly format: InvoiceFormat;
      readonly bytes: string;
    }
  | {
      readonly type: 'add_cancellation';
      readonly data: string;
      readonly format: InvoiceFormat;
      readonly bytes: string;
    };

const NO_CONTENT: InvoiceContent = Object.freeze({ data: '', html: '', pdf: '' });
const NO_NOTES = Object.freeze({});
const NO_DOCUMENTS: Documents = Object.freeze({ html: '', pdf: '' });

/** What is there stays. */
const merged = <D extends Documents>(before: D, made: Documents): D => {
  const added = INVOICE_FORMATS.filter((format) => !before[format] && made[format]);
  return { ...before, ...Object.fromEntries(added.map((format) => [format, made[format]])) };
};

/** Content of an invoice outlives an erasure for as long as the law requires it. */
const ON_INVOICE = { personal: 'invoice', erased: null } as const;

const EVENTS = {
  invoice_issued: { subject: 0, language: '', content: field<InvoiceContent | null>(NO_CONTENT, ON_INVOICE) },
  invoice_format_added: { subject: 0, documents: field<Documents | null>(NO_DOCUMENTS, ON_INVOICE), number: 0 },
  invoice_superseded: { subject: 0, prefix: '', number: 0 },
  cancellation_made: { subject: 0, content: field<InvoiceContent | null>(NO_CONTENT, ON_INVOICE) },
  credit_note_made: { subject: 0, creditId: 0, content: field<InvoiceContent | null>(NO_CONTENT, ON_INVOICE) },
};

export const issuedInvoice: ActorKind<IssuedInvoice, IssuedInvoiceCommand, typeof EVENTS> = {
  kind: 'issued_invoice',
  state: schema<IssuedInvoice>({
    subject: 0,
    issuedMs: 0,
    language: '',
    content: field<InvoiceContent | null>(NO_CONTENT, ON_INVOICE),
    cancellation: field<InvoiceContent | null>(NO_CONTENT, ON_INVOICE),
    creditNotes: field<IssuedInvoice['creditNotes']>(NO_NOTES, ON_INVOICE),
    earlier: field<IssuedInvoice['earlier']>([], ON_INVOICE),
  }),
  events: EVENTS,
  audit: {
    hidden: ['content', 'cancellation', 'creditNotes', 'earlier'],
    unencrypted: ['issuedMs', 'language', 'content', 'cancellation', 'creditNotes', 'earlier'],
  },
  evictable: () => true,
  residentMax: 100,
  decide(state, command) {
    switch (command.type) {
      case 'issue_invoice': {
        const { subject, language, content } = command;
        return decided({ type: 'invoice_issued', subject, language, content });
      }
      case 'supersede':
        return decided({ ...command.invoice, type: 'invoice_superseded', subject: state.subject });
      case 'add_format': {
        const { format, bytes, number } = command;
        const of = state.earlier?.find(({ invoice }) => invoice.number === number);
        const { content } = of ?? state;
        if (content === null || content[format]) return decided();
        const documents = { ...NO_DOCUMENTS, [format]: bytes };
        const earlier = of === undefined ? 0 : number;
        return decided({ type: 'invoice_format_added', subject: state.subject, documents, number: earlier });
      }
      case 'add_cancellation': {
        const { data, format, bytes } = command;
        const { subject, content: invoice, cancellation } = state;
        // A replayed journal has no cancellation whose loss would tell that the key is destroyed; the invoice tells.
        if (invoice === null || cancellation === null || cancellation[format]) return decided();
        const content = { ...NO_CONTENT, data: cancellation.data || data, [format]: bytes };
        return decided({ type: 'cancellation_made', subject, content });
      }
      case 'add_credit_note': {
        const { creditId, data, format, bytes } = command;
        const { subject, content: invoice, creditNotes } = state;
        const before = creditNotes?.[creditId];
        if (invoice === null || creditNotes === null || before?.[format]) return decided();
        const content = { ...NO_CONTENT, data: before?.data ?? data, [format]: bytes };
        return decided({ type: 'credit_note_made', subject, creditId, content });
      }
      default:
        return command satisfies never;
    }
  },
  apply(state, event, atMs) {
    switch (event.type) {
      case 'invoice_issued':
        state.subject = event.subject;
        state.issuedMs = atMs;
        state.language = event.language;
        state.content = event.content;
        return;
      case 'invoice_superseded': {
        const { content, earlier, issuedMs, language } = state;
        const invoice = { prefix: event.prefix, number: event.number };
        if (earlier !== null) state.earlier = [...earlier, { invoice, issuedMs, language, content }];
        state.content = content === null ? null : NO_CONTENT;
        return;
      }
      case 'invoice_format_added': {
        const { content, earlier } = state;
        const { documents, number } = event;
        if (content === null || documents === null) return;
        if (number === 0) state.content = merged(content, documents);
        else if (earlier !== null)
          state.earlier = earlier.map((one) =>
            one.invoice.number === number && one.content !== null
              ? { ...one, content: merged(one.content, documents) }
              : one,
          );
        return;
      }
      case 'cancellation_made': {
        const { cancellation: before } = state;
        const { content: made } = event;
        if (before === null || made === null) return;
        state.cancellation = { ...merged(before, made), data: made.data };
        return;
      }
      case 'credit_note_made': {
        const { creditId, content: made } = event;
        if (state.creditNotes === null || made === null) return;
        const note = { ...merged(state.creditNotes[creditId] ?? NO_CONTENT, made), data: made.data };
        state.creditNotes = { ...state.creditNotes, [creditId]: note };
        return;
      }
      default:
        event satisfies never;
    }
  },
};

/** Whether the present invoice of an order is issued. */
export const isIssued = (shop: Reader, orderId: number): boolean => {
  const issued = shop.read('issued_invoice', orderId);
  return issued !== undefined && issued.content?.data !== '';
};

/** The invoice of an order that has this number, which may be one of before an edit; undefined: none is issued. */
export const issuedAs = (
  shop: Reader,
  orderId: number,
  { number }: InvoiceNumber,
): Pick<IssuedInvoice, 'content' | 'language'> | undefined => {
  const issued = shop.read('issued_invoice', orderId);
  return issued?.earlier?.find(({ invoice }) => invoice.number === number) ?? issued;
};

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

/** Gives the document that cancels an invoice its number. Personal data on it is kept by the year of its own date. */
const numberCancellation = (tx: Transaction, orderId: number, given: Cancellation): Result<void> => {
  const numbered = tx.ask('order', orderId, { type: 'cancel_invoice', ...given });
  if (!numbered.ok) return numbered;
  const subjects = [tx.read('order', orderId)!.subject, tx.read('issued_invoice', orderId)?.subject ?? 0];
  return retainInvoiceKeys(tx, [...new Set(subjects)], given.canceledMs);
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

const NO_NOTE: InvoiceNumber = { prefix: '', number: 0 };

/**
 * The number of the credit note that a credit of this order has, which no order has taken yet: none where no invoice
 * was issued. `retain`: to be called once the order has it.
 */
export const creditsIssued = (
  tx: Transaction,
  orderId: number,
): { readonly note: InvoiceNumber; readonly retain: () => Result<void> } => {
  const issued = tx.read('issued_invoice', orderId);
  if (issued === undefined || !isIssued(tx, orderId)) return { note: NO_NOTE, retain: () => DONE };
  const subjects = [tx.read('order', orderId)!.subject, issued.subject];
  return { note: nextCancellation(tx), retain: () => retainInvoiceKeys(tx, [...new Set(subjects)], tx.atMs) };
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
  const kept = tx.ask('issued_invoice', orderId, { type: 'add_credit_note', creditId, format, data, bytes });
  return kept.ok && isFirst ? mailBuyer(tx, 'credit_note', orderId, { id_credit: creditId }) : kept;
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly issued_invoice: typeof issuedInvoice;
  }
}
