// S 4.7: what a shop sends its customers about an order, and where it delivers to (Decisions 35, 36).
import { isHttpUrl } from '../kernel/http-url.ts';
import { Type, int, json, map, named, optional } from '../kernel/params.ts';
import { mapOk, ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { Json } from '../kernel/json.ts';
import type { DocumentName } from '../outside/templates.ts';
import { read } from './operation.ts';
import type { Context, Operation } from './operation.ts';
import { language } from './params.ts';
import { seenOrder } from './seen-order.ts';
import { documentData } from './views/document.ts';

const ARGS_MAX = 200;
const ARGS_LENGTH_MAX = 100_000;

type Replacements = { readonly [name: string]: string };

/** Texts, numbers and booleans; what else there is replaces nothing, and neither does an `invoice_link` of nothing. */
const replacements = (given: { readonly [name: string]: unknown }, param: string): Result<Replacements> => {
  const scalars = Object.entries(given).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  const texts = scalars.map(([name, value]): [string, string] => [name, String(value as string | number | boolean)]);
  const length = texts.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (length > ARGS_LENGTH_MAX) return refuse('PARAMETER_INVALID', param, `${param} is longer than ${ARGS_LENGTH_MAX} characters.`);
  const { invoice_link: link = '', ...others }: Replacements = Object.fromEntries(texts);
  if (link === '') return ok(others);
  return isHttpUrl(link) ? ok({ ...others, invoice_link: link }) : refuse('PARAMETER_INVALID', param, `${shown(link)} is no http or https URL for ${param}.invoice_link.`);
};

const args = optional(
  map(
    json(
      named(100, Type.Unknown(), {
        maxProperties: ARGS_MAX,
        description: 'texts for `{{key}}` of the template, such as title, intro, closing; `invoice_link`: an http or https URL that a confirmation shows; `format`: `html` or `pdf`',
      }),
    ),
    replacements,
  ),
  {} as Replacements,
);

const FORMATS: readonly string[] = ['html', 'pdf', ''];

type Shown = Result<Json> | Promise<Result<Json>>;

const shownDocument = (name: DocumentName, ctx: Context, given: { id_order: number; args: Replacements; language: string }): Shown => {
  const { format = '', ...texts } = given.args;
  if (!FORMATS.includes(format.toLowerCase())) return refuse('PARAMETER_INVALID', 'args', 'args.format is html or pdf.');
  const seen = seenOrder(ctx, given.id_order);
  if (!seen.ok) return seen;
  const { templates, html, pdf } = ctx.service.printing;
  const labels = templates.labels(given.language, ctx.shop.rules.language);
  const printed = { name, orderId: given.id_order, order: seen.value, rules: ctx.shop.rules, labels, args: texts };
  const data = documentData(printed, ctx.service.printing);
  const reply = (bytes: Uint8Array): Json => ({ object: name, [name]: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') });
  const made = format.toLowerCase() === 'pdf' ? pdf.make(data) : html.make(name, data);
  return made instanceof Promise ? made.then((later) => mapOk(later, reply)) : mapOk(made, reply);
};

const documentOf = (name: DocumentName, summary: string): Operation =>
  read({
    spec: '4.7',
    summary,
    credential: 'licence',
    session: 'optional',
    slow: 'documents',
    params: { id_order: int('order id'), args, language },
    view: (given, ctx) => shownDocument(name, ctx, given),
  });

export const get_invoice = documentOf('invoice', 'The invoice of an order as base64 of an HTML document, or of a PDF.');

export const get_order_confirmation = documentOf('order_confirmation', 'What confirms an order to its buyer, as base64 of an HTML document, or of a PDF.');

export const get_delivery_countries = read({
  spec: '4.7',
  summary: 'The countries that the shop delivers to.',
  credential: 'licence',
  session: 'none',
  params: { language },
  kept: true,
  view: (given, { shop, service }) =>
    ok({ object: 'get_delivery_countries', countries: service.printing.countries.list(given.language, shop.rules.language) as unknown as Json }),
});
