// The invoice of an order as it was issued: its content and the documents made from it, for ever (D133). Its id is the
// order's. The first call for an invoice issues it; a change of the order that would change what it shows is refused
// from then on (update-order.ts). Not promised: cancellation invoices; a cancelled order keeps the invoice that it had.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { field, schema } from '../schema.ts';
import type { Transaction } from '../transaction.ts';

export type InvoiceFormat = 'html' | 'pdf';

type Documents = { readonly [F in InvoiceFormat]: string };

/** Compressed, as base64. Each document is made from `data`; '' until that format is asked for. */
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
  | { readonly type: 'add_format'; readonly format: InvoiceFormat; readonly bytes: string };

const NO_CONTENT: InvoiceContent = Object.freeze({ data: '', html: '', pdf: '' });
const NO_DOCUMENTS: Documents = Object.freeze({ html: '', pdf: '' });

/** Content of an invoice outlives an erasure for as long as the law requires it. */
const ON_INVOICE = { personal: 'invoice', erased: null } as const;

const EVENTS = {
  invoice_issued: { subject: 0, language: '', content: field<InvoiceContent | null>(NO_CONTENT, ON_INVOICE) },
  invoice_format_added: { subject: 0, documents: field<Documents | null>(NO_DOCUMENTS, ON_INVOICE) },
};

export const issuedInvoice: ActorKind<IssuedInvoice, IssuedInvoiceCommand, typeof EVENTS> = {
  kind: 'issued_invoice',
  state: schema<IssuedInvoice>({
    subject: 0,
    issuedMs: 0,
    language: '',
    content: field<InvoiceContent | null>(NO_CONTENT, ON_INVOICE),
  }),
  events: EVENTS,
  audit: { hidden: ['content'], unencrypted: ['issuedMs', 'language', 'content'] },
  evictable: () => true,
  residentMax: 100,
  decide(state, command) {
    switch (command.type) {
      case 'issue_invoice': {
        const { subject, language, content } = command;
        return decided({ type: 'invoice_issued', subject, language, content });
      }
      case 'add_format': {
        const { format, bytes } = command;
        if (state.content === null || state.content[format] !== '') return decided();
        return decided({
          type: 'invoice_format_added',
          subject: state.subject,
          documents: { ...NO_DOCUMENTS, [format]: bytes },
        });
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
      case 'invoice_format_added': {
        const { content } = state;
        const { documents } = event;
        if (content === null || documents === null) return;
        state.content = { data: content.data, html: content.html || documents.html, pdf: content.pdf || documents.pdf };
        return;
      }
      default:
        event satisfies never;
    }
  },
};

/**
 * Issues the invoice, or adds a format to the issued one; what is there already stays. The order of an erased person
 * gets none: there is no key that could encrypt it. Refuses: ORDER_NOT_FOUND.
 */
export const issueInvoice = (
  tx: Transaction,
  orderId: number,
  { language, format, data, bytes }: MadeInvoice,
): Result<void> => {
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  if (tx.read('issued_invoice', orderId) !== undefined)
    return tx.ask('issued_invoice', orderId, { type: 'add_format', format, bytes });
  if (tx.isErased(order.subject)) return DONE;
  const content = { ...NO_CONTENT, data, [format]: bytes };
  const issued = tx.create(
    'issued_invoice',
    { type: 'issue_invoice', subject: order.subject || tx.newSubject(), language, content },
    orderId,
  );
  return issued.ok ? DONE : issued;
};
