// What calls say of the documents that they want, and the data that these are made from.
import type { Order } from '../../domain/orders/order.ts';
import { shopTemplates } from '../../domain/shop/document-template.ts';
import { rulesOf } from '../../domain/orders/shop-profile.ts';
import { whyNoLink, withoutPassword } from '../../kernel/http-url.ts';
import { Type, json, map, named, optional } from '../../kernel/params.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { OrderDocumentName } from '../../outside/documents/templates.ts';
import type { Context } from '../context/operation.ts';
import { documentData } from '../views/document.ts';

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
          'an http or https URL that a confirmation shows; `format`: `html` or `pdf`',
      }),
    ),
    replacements,
  ),
  {} as Replacements,
);

export interface DocumentArgs {
  readonly format: 'html' | 'pdf';
  readonly texts: Replacements;
}

/** HTML where `args` name no format. Refuses: PARAMETER_INVALID. */
export const formatOf = ({ format = '', ...texts }: Replacements): Result<DocumentArgs> => {
  const wanted = format.toLowerCase();
  if (wanted === 'html' || wanted === '') return ok({ format: 'html', texts });
  return wanted === 'pdf'
    ? ok({ format: wanted, texts })
    : refuse('PARAMETER_INVALID', 'args', 'args.format is html or pdf.');
};

export interface Subject {
  readonly orderId: number;
  readonly order: Order;
  /** As the call asked for it; '' for none. */
  readonly language: string;
  readonly texts: Replacements;
  readonly creditId?: number;
}

/** What a document is made from, all of it out of the order but for the words of the language. */
export const printedData = (
  { shop, service: { documents } }: Context,
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
