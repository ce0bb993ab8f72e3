// Data of an order for templates and PDF documents, formatted for the language.
import { dayIn, dayText } from '../../domain/date-time.ts';
import { cancellationNumberOf, creditNoteNumberOf, invoiceNumberOf } from '../../domain/orders/invoice-number.ts';
import type { Credit } from '../../domain/orders/credits.ts';
import type { Order } from '../../domain/orders/order.ts';
import { presentPartial } from '../../domain/orders/partial-invoice.ts';
import { creditOf, invoicedMs } from '../../domain/orders/past-carts.ts';
import { addressLinesOf } from '../../domain/cart/address-form.ts';
import { fieldOf, methodName } from '../../domain/cart/order-details.ts';
import type { ShopRules } from '../../domain/rules.ts';
import type { Labels, OrderDocumentName } from '../../outside/documents/templates.ts';
import type { DocumentServices } from '../context/document-services.ts';
import { amountsOf, cut, partAmounts } from './document-amounts.ts';
import type { Part, Writer } from './document-amounts.ts';

/** In the Gregorian calendar with Latin digits, which every auditor of an invoice reads. */
const GREGORIAN = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
} as const;

/** The last one, since to make one takes as long as a short document. */
let formatter = { locale: '', timeZone: '', write: (ms: number): string => String(ms) };

const formatterOf = (locale: string, timeZone: string): typeof formatter => {
  if (formatter.locale !== locale || formatter.timeZone !== timeZone) {
    formatter = { locale, timeZone, write: new Intl.DateTimeFormat(locale, { timeZone, ...GREGORIAN }).format };
  }
  return formatter;
};

export const dateIn = ({ format, locale }: Labels, timeZone: string, ms: number): string => {
  if (format.date === undefined) return formatterOf(locale, timeZone).write(ms);
  const [year = '', month = '', day = ''] = dayText(dayIn(timeZone, ms)).split('-');
  return format.date.replace('{day}', day).replace('{month}', month).replace('{year}', year);
};

/** Placeholder in the contact details of an erased person; documents leave it out. */
const ERASED = 'erased';
export const isThere = (text: string): boolean => text !== '' && text !== ERASED;

/** In the order of the country, its name last; what an erasure has left of it is not there. */
export const addressLines = (
  kind: 'invoice' | 'delivery',
  { details }: Order,
  country: (iso: string) => string,
): readonly string[] => {
  const firstOf = (...names: string[]): string =>
    names
      .map((name) => fieldOf(details, `${kind}_${name}`))
      .filter(isThere)
      .join(' ');
  const iso = firstOf('country_code') || firstOf('country');
  const recipient = [
    firstOf('companyname'),
    firstOf('department'),
    firstOf('salutation'),
    firstOf('firstname', 'lastname'),
  ].filter((line) => line !== '');
  const [street, city, state, zip] = [firstOf('street', 'number'), firstOf('city'), firstOf('state'), firstOf('zip')];
  const written = addressLinesOf(iso, { recipient, street, city, state, zip });
  // An order without any address has the shop's country.
  return written.length === 0 || iso === '' ? written : [...written, country(iso)];
};

const NOTE_LINES_MAX = 100;

export const noteLines = (note: string): string[] => {
  const lines = note.split(/\r?\n/).filter(isThere);
  const shown = lines.slice(0, NOTE_LINES_MAX).map((line) => cut(line));
  return lines.length > NOTE_LINES_MAX ? [...shown, '…'] : shown;
};

export interface Printed {
  readonly name: OrderDocumentName;
  readonly orderId: number;
  readonly order: Order;
  /** With what the order holds of them in their place. */
  readonly rules: ShopRules;
  /** The language asked for, '' for none, and its labels. */
  readonly spoken: string;
  readonly labels: Labels;
  /** Texts that the template shows by these names; what the order itself says is never replaced. */
  readonly args: { readonly [name: string]: string };
  /** The credit that a credit note is about; absent: it is none. */
  readonly creditId?: number;
}

/** `invoice_number` is named also where there is none: `args` would say one. */
const numbersOf = ({
  name,
  orderId,
  order,
  creditId = 0,
}: Printed): { number: string; invoice_number: string | undefined } => {
  switch (name) {
    case 'invoice':
      return { number: invoiceNumberOf(order), invoice_number: invoiceNumberOf(order) };
    case 'cancellation_invoice':
      return { number: cancellationNumberOf(order), invoice_number: invoiceNumberOf(order) };
    case 'credit_note':
      return { number: creditNoteNumberOf(order, creditId), invoice_number: invoiceNumberOf(order) };
    case 'order_confirmation':
      return { number: String(orderId), invoice_number: undefined };
    default:
      return name satisfies never;
  }
};

/** When a document is dated. */
const madeAt = ({ name, order, creditId = 0 }: Printed): number =>
  name === 'credit_note'
    ? creditOf(order, creditId)!.atMs
    : name === 'cancellation_invoice'
      ? order.cancellation.canceledMs
      : name === 'invoice'
        ? invoicedMs(order)
        : order.createdMs;

/** An invoice has what was credited before it; what is credited later has a note of its own. */
export const creditsBefore = ({ credits }: Pick<Order, 'credits'>): readonly Credit[] =>
  credits.filter(({ note }) => note.number === 0);

/** The part of the order that the document is about; undefined: it is about all of it. */
const partOf = ({ name, order, creditId = 0 }: Printed): Part | undefined =>
  name === 'credit_note' ? creditOf(order, creditId)! : name === 'invoice' ? presentPartial(order) : undefined;

/** The data from which templates (docs/sell/document-templates.md) and the PDF are rendered. */
export const documentData = (printed: Printed, services: DocumentServices): object => {
  const { name, orderId, order, rules, spoken, labels, args } = printed;
  const { format, currencies, language, text, documents } = labels;
  const takesBack = name === 'cancellation_invoice' || name === 'credit_note';
  const sign = currencies[order.currency] ?? order.currency;
  const writer: Writer = { format, sign, digits: order.currencyDigits, factor: takesBack ? -1 : 1 };
  const country = (iso: string): string => services.countries.name(iso, language, rules.language);
  const madeMs = madeAt(printed);
  const delivery = addressLines('delivery', order, country);
  const invoice = addressLines('invoice', order, country);
  const { details } = order;
  const part = partOf(printed);
  return {
    greeting: text['greeting'] ?? '',
    ...documents[name],
    ...args,
    language,
    locale: labels.locale,
    text: name === 'cancellation_invoice' ? { ...text, invoice_number: text['canceled_invoice'] ?? '' } : text,
    ...numbersOf(printed),
    // A link to the invoice stands on a confirmation.
    invoice_link: name === 'order_confirmation' ? args['invoice_link'] : undefined,
    order_number: String(orderId),
    date: dateIn(labels, rules.timeZone, madeMs),
    created_ms: madeMs,
    canceled: !takesBack && order.states.order === 'CANCELED',
    company: rules.company,
    company_foot: rules.companyFoot,
    sender: rules.company.slice(0, 3).join(' · '),
    invoice_address: invoice.length === 0 ? delivery : invoice,
    delivery_address: invoice.length === 0 || invoice.join('\n') === delivery.join('\n') ? [] : delivery,
    email: fieldOf(details, 'email'),
    phone: fieldOf(details, 'phone'),
    note_lines: noteLines(fieldOf(details, 'note')),
    payment_method: methodName(details, 'payment', rules, spoken),
    delivery_method: methodName(details, 'delivery', rules, spoken),
    ...(part === undefined
      ? amountsOf(
          order.cart,
          name === 'invoice' ? creditsBefore(order) : order.credits,
          writer,
          { text, spoken },
          services.plainText,
        )
      : partAmounts(order.cart, part, writer, services.plainText)),
  };
};
