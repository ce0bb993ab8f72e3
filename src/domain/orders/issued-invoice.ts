// The invoice of an order as it was issued: its content and the documents made from it, for ever (D133). Its id is the
// order's. The first call for an invoice issues it; a change of the order that would change what it shows is refused
// from then on (update-order.ts). A cancelled order gets no invoice; one that was issued before stays as it is, and a
// document with a number of its own cancels it, which is kept here as well (D393).
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { field, schema } from '../schema.ts';
import type { InvoiceNumber } from './placed-order.ts';
import type { Reader } from '../transaction.ts';

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
  /** Number of a partial invoice → as it was issued, once somebody has asked for it; null as `content` is. */
  partials: { readonly [number: number]: IssuedPartial } | null;
}

/** A partial invoice as it was issued. */
type IssuedPartial = Pick<IssuedInvoice, 'issuedMs' | 'language'> & { readonly content: InvoiceContent };

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
  /** Issues a partial invoice, or adds a format to it. `number`: its own. */
  | {
      readonly type: 'issue_part';
      readonly subject: number;
      readonly number: number;
      readonly language: string;
      readonly data: string;
      readonly format: InvoiceFormat;
      readonly bytes: string;
    }
  /** Its order has another one from here on. */
  | { readonly type: 'supersede'; readonly invoice: InvoiceNumber }
  /** `number`: of the invoice. */
  | { readonly type: 'add_format'; readonly format: InvoiceFormat; readonly bytes: string; readonly number: number }
  | {
      readonly type: 'add_credit_note';
      /** Where nothing was issued of the order yet. */
      readonly subject?: number;
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

export const NO_CONTENT: InvoiceContent = Object.freeze({ data: '', html: '', pdf: '' });
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
  partial_invoice_issued: {
    subject: 0,
    number: 0,
    language: '',
    content: field<InvoiceContent | null>(NO_CONTENT, ON_INVOICE),
  },
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
    partials: field<IssuedInvoice['partials']>(NO_NOTES, ON_INVOICE),
  }),
  events: EVENTS,
  audit: {
    hidden: ['content', 'cancellation', 'creditNotes', 'earlier', 'partials'],
    unencrypted: ['issuedMs', 'language', 'content', 'cancellation', 'creditNotes', 'earlier', 'partials'],
  },
  evictable: () => true,
  residentMax: 100,
  decide(state, command) {
    switch (command.type) {
      case 'issue_invoice': {
        const { subject, language, content } = command;
        return decided({ type: 'invoice_issued', subject, language, content });
      }
      case 'issue_part': {
        const { subject, number, language, data, format, bytes } = command;
        const { content: invoice, partials } = state;
        const before = partials?.[number]?.content;
        if (invoice === null || partials === null || before?.[format]) return decided();
        const content = { ...NO_CONTENT, data: before?.data ?? data, [format]: bytes };
        return decided({
          type: 'partial_invoice_issued',
          subject: state.subject || subject,
          number,
          language,
          content,
        });
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
        const { content: invoice, creditNotes } = state;
        const subject = state.subject || (command.subject ?? 0);
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
      case 'partial_invoice_issued': {
        const { subject, number, language, content: made } = event;
        state.subject = subject;
        // Its key is destroyed, and with it all that is under the key.
        if (made === null) state.content = null;
        if (state.partials === null || made === null) return;
        const before = state.partials[number];
        const issued = before ?? { issuedMs: atMs, language, content: NO_CONTENT };
        const content = { ...merged(issued.content, made), data: made.data };
        state.partials = { ...state.partials, [number]: { ...issued, content } };
        return;
      }
      case 'credit_note_made': {
        const { creditId, content: made } = event;
        state.subject = event.subject;
        // As above: no invoice may be there to tell.
        if (made === null) state.content = null;
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

/**
 * The invoice of an order that has this number, which may be a partial one, or of before an edit; undefined: none is
 * issued.
 */
export const issuedAs = (
  shop: Reader,
  orderId: number,
  { number }: InvoiceNumber,
): Pick<IssuedInvoice, 'content' | 'language'> | undefined => {
  const issued = shop.read('issued_invoice', orderId);
  return issued?.earlier?.find(({ invoice }) => invoice.number === number) ?? issued?.partials?.[number] ?? issued;
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly issued_invoice: typeof issuedInvoice;
  }
}
