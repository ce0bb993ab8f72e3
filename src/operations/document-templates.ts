// Templates of documents that the shop has of its own, and documents made by a text that is not one yet.
import {
  TEMPLATE_LENGTH_MAX,
  TEMPLATE_NAMES,
  isDocument,
  isOfMail,
  languagesOfTemplates,
  mailOf,
  mailTemplate,
  mailTemplates,
  setTemplate,
  shopTemplates,
  templateLanguage,
  templateState,
} from '../domain/shop/document-template.ts';
import type { ShopTemplates, TemplateName } from '../domain/shop/document-template.ts';
import type { Order } from '../domain/orders/order.ts';
import { guard, int, map, oneOf, optional, text as textParam } from '../kernel/params.ts';
import { mapOk, ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { MAILS } from '../domain/mail.ts';
import type { Mail } from '../domain/mail.ts';
import type { DocumentName } from '../outside/documents/templates.ts';
import { visibleOrder } from './access/visible-order.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { base64Of, printedData } from './params/document-params.ts';
import { renderMail, sampleMailData } from './params/mail-data.ts';
import { dryRunParam } from './params/dry-run.ts';
import { language } from './params/shop-params.ts';
import { SUCCESS, list, maybe, oneOf as oneOfMember, record, reply, text, whole } from './replies/members.ts';
import { SAMPLE_ORDER_ID, sampleOrder, withSampleCredit } from './views/sample-order.ts';
import { pickListData, positionsOf, slipsData } from './views/slips.ts';

const OF_TEMPLATES = { area: 'server', isExtension: true, credential: 'secret', session: 'none' } as const;
const TOO_MUCH = ['DOCUMENT_BUSY', 'DOCUMENT_TOO_SLOW', 'DOCUMENT_TOO_LARGE', 'TEMPLATE_INVALID'] as const;

const name = oneOf('a document or a mail, or a part of them', TEMPLATE_NAMES);
const forLanguage = optional(
  map(textParam('two letters, for mails alone: the template counts for this language', { max: 35 }), (given) =>
    /^[a-z]{2}$/.test(given)
      ? ok(given)
      : refuse('PARAMETER_INVALID', 'language', `language: two small letters are wanted, not ${shown(given)}.`),
  ),
  '',
  'for all that have none of their own',
);

const SHOWN = {
  name: oneOfMember('document or mail, or a part of them', TEMPLATE_NAMES),
  language: text('two letters; empty: it counts for all languages that have none of their own'),
  formats: list(oneOfMember('format', ['html']), 'what is made by it; a PDF has a layout of its own'),
  source: oneOfMember('where its text comes from', ['built_in', 'directory', 'shop']),
  text: text('the template, in Liquid'),
};
const DocumentTemplate = record('DocumentTemplate', 'A template of documents, as it counts now.', {
  ...SHOWN,
  seq: whole('record that changed the shop’s own last, for if_seq; 0: none ever did'),
});

const shownTemplate = ({ shop, service: { documents } }: Context, one: TemplateName, language: string) => {
  const { templates } = documents;
  const own = templateState(shop, one, language)?.text ?? '';
  const source = own !== '' ? 'shop' : templates.isOfDirectory(one) ? 'directory' : 'built_in';
  return { name: one, language, formats: ['html'], source, text: own === '' ? templates.texts[one]! : own } as const;
};

export const get_document_templates = read({
  ...OF_TEMPLATES,
  summary: 'The templates of documents: their texts, and whose they are.',
  params: {},
  reply: reply('document_templates', {
    templates: list(DocumentTemplate, 'documents and their parts, then mails; those of one language at the end'),
  }),
  view: (_args, ctx) =>
    ok({
      object: 'document_templates',
      templates: [
        ...TEMPLATE_NAMES.map((one) => [one, ''] as const),
        ...languagesOfTemplates(ctx.shop).flatMap((spoken) =>
          TEMPLATE_NAMES.filter((one) => isOfMail(one) && templateState(ctx.shop, one, spoken)?.text).map(
            (one) => [one, spoken] as const,
          ),
        ),
      ].map(([one, spoken]) => ({
        ...shownTemplate(ctx, one, spoken),
        seq: templateState(ctx.shop, one, spoken)?.seq ?? 0,
      })),
    } as const),
});

interface Sample {
  readonly orderId: number;
  readonly order: Order;
  readonly language: string;
}

/** What a document is made from, as the operation that shows the document makes it. */
const dataOf = (ctx: Context, document: DocumentName, { orderId, order, language: spoken }: Sample): object => {
  const { shop, service } = ctx;
  const { documents } = service;
  if (document === 'credit_note')
    return printedData(ctx, document, {
      orderId,
      order: withSampleCredit(order),
      language: spoken,
      texts: {},
      creditId: 1,
    });
  if (document !== 'packing_slips' && document !== 'pick_list')
    return printedData(ctx, document, { orderId, order, language: spoken, texts: {} });
  const orders = [[orderId, order] as const];
  const slips = { shop, documents, orders, spoken, args: {}, parcelId: 0 };
  return document === 'packing_slips' ? slipsData(slips) : pickListData(slips, positionsOf(shop, orders, documents));
};

/** A part is shown in an invoice. */
const documentWith = (one: TemplateName): DocumentName => (isDocument(one) ? one : 'invoice');

interface Given {
  readonly name: TemplateName;
  readonly text: string;
  /** A mail's: that of its template, or of the one who reads it. */
  readonly language: string;
}

/** The shop's own templates with a text in the place of one of them. */
const withText = ({ shop }: Context, { name: one, text: wanted, language: spoken }: Given): ShopTemplates => ({
  ...(isOfMail(one) ? mailTemplates(shop, templateLanguage(spoken || shop.rules.language)) : shopTemplates(shop)),
  ...(wanted !== '' && { [one]: wanted }),
});

/** The mails that a template is a part of. */
const mailsWith = (one: TemplateName): readonly Mail[] => {
  const mail = mailOf(one);
  return mail === undefined ? MAILS : [mail];
};

/** As `tried`, for mails. */
const triedInMails = (ctx: Context, given: Given): Promise<Result<string>> => {
  const { shop, service } = ctx;
  const own = withText(ctx, given);
  const spoken = given.language || shop.rules.language;
  const printing = { shop, service, pages: service.accounts };
  const all = mailsWith(given.name).map((mail) => [mail, sampleMailData(printing, { mail, spoken })] as const);
  const empty = service.documents.templates.emptyData(spoken);
  const trials = all.map(([mail]) => ({ name: mailTemplate(mail), data: empty }));
  return Promise.all(all.map(([mail, data]) => renderMail(printing, mail, data, own))).then((made) => {
    const refused = made.find((one) => !one.ok);
    if (refused !== undefined && !refused.ok) return refused;
    return service.documents.html.tryOut(trials, own).then((tried) => mapOk(tried, () => JSON.stringify(own)));
  });
};

/**
 * Makes what the template is a part of, from a sample order and from one in which everything is empty. Returns the
 * templates that were tried, as a text to compare.
 *
 * Refuses: DOCUMENT_BUSY, DOCUMENT_TOO_SLOW, DOCUMENT_TOO_LARGE, TEMPLATE_INVALID.
 */
const tried = (ctx: Context, given: Given): Promise<Result<string>> => {
  if (isOfMail(given.name)) return triedInMails(ctx, given);
  const { shop, service } = ctx;
  const { html, templates } = service.documents;
  const own = withText(ctx, given);
  const sample = { orderId: SAMPLE_ORDER_ID, order: sampleOrder(shop), language: '' };
  const empty = templates.emptyData(shop.rules.language);
  const names: readonly TemplateName[] = isDocument(given.name)
    ? [given.name]
    : [given.name, ...TEMPLATE_NAMES.filter(isDocument)];
  const trials = names.flatMap((one) => [
    { name: one, data: dataOf(ctx, documentWith(one), sample) },
    { name: one, data: empty },
  ]);
  return html.tryOut(trials, own).then((made) => mapOk(made, () => JSON.stringify(own)));
};

export const update_document_template = write({
  ...OF_TEMPLATES,
  summary: 'Gives the shop a template of documents or mails of its own; documents that were issued stay as they are.',
  slow: 'documents',
  params: {
    name,
    language: forLanguage,
    text: textParam('the template, in Liquid; empty: that of the directory or the built-in one counts again', {
      max: TEMPLATE_LENGTH_MAX,
      empty: true,
    }),
    if_seq: guard(int('seq of the template that the caller has seen'), undefined, 'it is changed whatever it is'),
    dry_run: dryRunParam,
  },
  prepare: (given, ctx) => {
    if (given.language !== '' && !isOfMail(given.name))
      return refuse('PARAMETER_INVALID', 'language', 'language: templates of mails alone differ by language.');
    return given.text === '' ? ok('') : tried(ctx, given);
  },
  isStale: (given, ctx, prepared) => given.text !== '' && prepared !== JSON.stringify(withText(ctx, given)),
  handle: ({ name: one, language: spoken, text: wanted, if_seq: ifSeq }, { shop }) =>
    mapOk(setTemplate(shop, { name: one, language: spoken, text: wanted, ifSeq }), () => null),
  refusals: ['CHANGED_MEANWHILE', ...TOO_MUCH],
  dryRun: (ctx, _outcome, given) => viewUpdate(ctx, given),
  reply: reply('update_document_template', { status: SUCCESS, ...SHOWN }),
  view: (_outcome, ctx, given) => viewUpdate(ctx, given),
});

const viewUpdate = (ctx: Context, { name: one, language: spoken }: Given) =>
  ({ object: 'update_document_template', status: 'success', ...shownTemplate(ctx, one, spoken) }) as const;

/** A part is shown in the confirmation of an order. */
const previewOfMail = (
  ctx: Context,
  given: Given,
  placed: { readonly orderId: number; readonly order: Order } | undefined,
) => {
  const { shop, service } = ctx;
  const mail = mailOf(given.name) ?? 'order_confirmation';
  const spoken = given.language || shop.rules.language;
  const context = { shop, service, pages: service.accounts };
  const data = sampleMailData(context, { mail, spoken, placed });
  return renderMail(context, mail, data, withText(ctx, given)).then((made) =>
    mapOk(made, ({ subject, html, text: plain }) => ({
      object: 'preview_document' as const,
      document: base64Of(Buffer.from(html)),
      subject,
      text: plain,
    })),
  );
};

export const preview_document = read({
  ...OF_TEMPLATES,
  leaks: 'all',
  summary:
    'A document or a mail made by a text in the place of a template, as base64 of HTML; nothing is changed or issued.',
  slow: 'documents',
  params: {
    name,
    text: optional(textParam('the template, in Liquid', { max: TEMPLATE_LENGTH_MAX }), '', 'the one that counts'),
    id_order: optional(int('order id'), undefined, 'an order that nobody placed'),
    language,
  },
  refusals: ['ORDER_NOT_FOUND', ...TOO_MUCH],
  reply: reply('preview_document', {
    document: text('base64 of the document'),
    subject: maybe(text('of a mail')),
    text: maybe(text('of a mail: what stands beside its HTML')),
  }),
  view: ({ id_order: id, name: one, text: wanted, language: spoken }, ctx) => {
    const order = id === undefined ? ok(sampleOrder(ctx.shop)) : visibleOrder(ctx, id);
    if (!order.ok) return order;
    const placed = id === undefined ? undefined : { orderId: id, order: order.value };
    if (isOfMail(one)) return previewOfMail(ctx, { name: one, text: wanted, language: spoken }, placed);
    const document = documentWith(one);
    const sample = { orderId: id ?? SAMPLE_ORDER_ID, order: order.value, language: spoken };
    const own = withText(ctx, { name: one, text: wanted, language: spoken });
    const made = ctx.service.documents.html.makeBy(0, document, dataOf(ctx, document, sample), own);
    const shown = (bytes: Uint8Array) => ({ object: 'preview_document', document: base64Of(bytes) }) as const;
    return made.then((later) => mapOk(later, shown));
  },
});
