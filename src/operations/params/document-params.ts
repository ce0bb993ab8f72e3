// What calls say of the documents that they want, and the data that these are made from.
import type { EInvoice } from '../../domain/orders/e-invoice.ts';
import type { Credit } from '../../domain/orders/credits.ts';
import type { Order } from '../../domain/orders/order.ts';
import { shopTemplates } from '../../domain/shop/document-template.ts';
import { rulesOf } from '../../domain/orders/shop-profile.ts';
import { whyNoLink, withoutPassword } from '../../kernel/http-url.ts';
import { Type, json, map, named, optional } from '../../kernel/params.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { OrderDocumentName } from '../../outside/documents/templates.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { DocumentServices } from '../context/document-services.ts';
import type { Context } from '../context/operation.ts';
import { documentData } from '../views/document.ts';
import { creditNoteRecord, eInvoiceOf } from '../views/e-invoice.ts';
import type { EInvoiceOf } from '../views/e-invoice.ts';

const ARGS_MAX = 200;
const ARGS_LENGTH_MAX = 100_000;

export type Replacements = { readonly [name: string]: string };

/** Texts, numbers and booleans; what else there is replaces nothing, and neither does an `invoice_link` of nothing. */
const replacements = (given: { readonly [name: string]: unknown }, param: string): Result<Replacements> => {
  const scalars = Object.entries(given).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  const texts = scalars.map(([name, value]): [string, string] => [name, String(value as string | number | boolean)]);
  const length = texts.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (length > ARGS_LENGTH_MAX)
    return refuse('PARAMETER_INVALID', param, `${param} is longer than ${ARGS_LENGTH_MAX} characters.`);
  const { invoice_link: link = '', ...others }: Replacements = Object.fromEntries(texts);
  if (link === '') return ok(others);
  const why = whyNoLink(link);
  return why === ''
    ? ok({ ...others, invoice_link: link })
    : refuse('PARAMETER_INVALID', param, `${param}.invoice_link: ${withoutPassword(shown(link))} ${why}.`);
};

export const args = optional(
  map(
    json(
      named(100, Type.Unknown(), {
        maxProperties: ARGS_MAX,
        description:
          'texts for `{{key}}` of the template, such as title, intro, closing; `invoice_link`: ' +
          'an http or https URL that a confirmation shows; `format`: `html` or `pdf`; of an invoice one of its formats',
      }),
    ),
    replacements,
  ),
  {} as Replacements,
);

export interface DocumentArgs<F> {
  readonly format: F;
  readonly texts: Replacements;
}

export const DOCUMENT_FORMATS = ['html', 'pdf'] as const;

/** The first format where `args` name none. Refuses: PARAMETER_INVALID. */
export const formatOf = <const F extends string>(
  { format = '', ...texts }: Replacements,
  formats: readonly [F, ...F[]],
): Result<DocumentArgs<F>> => {
  const wanted = format.toLowerCase();
  const match = wanted === '' ? formats[0] : formats.find((known) => known === wanted);
  return match === undefined
    ? refuse('PARAMETER_INVALID', 'args', `args.format is one of ${formats.join(', ')}.`)
    : ok({ format: match, texts });
};

export interface Subject {
  readonly orderId: number;
  readonly order: Order;
  /** As the call asked for it; '' for none. */
  readonly language: string;
  readonly texts: Replacements;
  readonly creditId?: number;
  /** The record of the invoice that is taken back. */
  readonly issued?: EInvoice | undefined;
}

const recordOf = (
  { shop, service: { documents } }: Context,
  { orderId, order, language, issued }: Omit<Subject, 'texts'>,
  credits: readonly Credit[],
): EInvoiceOf => {
  const rules = rulesOf(shop, order);
  const labels = documents.templates.labels(language, rules.language);
  return { orderId, order, rules, spoken: language, labels, plainText: documents.plainText, credits, issued };
};

/**
 * The record of an electronic invoice of an order. `credits`: those that it takes off. Refuses: E_INVOICE_INCOMPLETE.
 */
export const eInvoiceRecord = (
  ctx: Context,
  subject: Omit<Subject, 'texts'>,
  credits: readonly Credit[],
): Result<EInvoice> => eInvoiceOf(recordOf(ctx, subject, credits));

/** That of a credit note. Refuses: E_INVOICE_INCOMPLETE. */
export const creditRecord = (ctx: Context, subject: Omit<Subject, 'texts'>, creditId: number): Result<EInvoice> =>
  creditNoteRecord(recordOf(ctx, subject, []), creditId);

/** The shop, and what makes documents. */
export interface Printing {
  readonly shop: Reader;
  readonly service: { readonly documents: DocumentServices };
}

/** What a document is made from, all of it out of the order but for the words of the language. */
export const printedData = (
  { shop, service: { documents } }: Printing,
  name: OrderDocumentName,
  { orderId, order, language, texts, creditId = 0 }: Subject,
): object => {
  const rules = rulesOf(shop, order);
  const labels = documents.templates.labels(language, rules.language);
  return documentData({ name, orderId, order, rules, spoken: language, labels, args: texts, creditId }, documents);
};

export const base64Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

/** What the PDF and the built-in template leave out, and a shop's own template may show. */
const CONTACT = ['email', 'phone'] as const;

/** What an invoice in this language shows of an order, as a text to compare. */
export const invoiceText =
  (ctx: Context, orderId: number) =>
  (order: Order, spoken: string): string =>
    JSON.stringify(
      printedData(ctx, 'invoice', { orderId, order, language: spoken, texts: {} }),
      (key, value: unknown) =>
        CONTACT.some((name) => name === key) &&
        !ctx.service.documents.templates.names('invoice', key, shopTemplates(ctx.shop))
          ? undefined
          : value,
    );
