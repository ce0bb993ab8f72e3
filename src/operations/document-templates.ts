// Templates of documents that the shop has of its own, and documents made by a text that is not one yet.
import {
  TEMPLATE_LENGTH_MAX,
  TEMPLATE_NAMES,
  isDocument,
  setTemplate,
  shopTemplates,
  templateState,
} from '../domain/shop/document-template.ts';
import type { ShopTemplates, TemplateName } from '../domain/shop/document-template.ts';
import type { Order } from '../domain/orders/order.ts';
import { int, oneOf, optional, text as textParam } from '../kernel/params.ts';
import { mapOk, ok } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { DocumentName } from '../outside/documents/templates.ts';
import { visibleOrder } from './access/visible-order.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { base64Of, printedData } from './params/document-params.ts';
import { dryRunParam } from './params/dry-run.ts';
import { language } from './params/shop-params.ts';
import { SUCCESS, list, oneOf as oneOfMember, record, reply, text, whole } from './replies/members.ts';
import { SAMPLE_ORDER_ID, sampleOrder, withSampleCredit } from './views/sample-order.ts';
import { pickListData, positionsOf, slipsData } from './views/slips.ts';

const OF_TEMPLATES = { area: 'server', isExtension: true, credential: 'secret', session: 'none' } as const;
const TOO_MUCH = ['DOCUMENT_BUSY', 'DOCUMENT_TOO_SLOW', 'DOCUMENT_TOO_LARGE', 'TEMPLATE_INVALID'] as const;

const name = oneOf('a document, or a part of documents', TEMPLATE_NAMES);

const SHOWN = {
  name: oneOfMember('document, or part of documents', TEMPLATE_NAMES),
  formats: list(oneOfMember('format', ['html']), 'what is made by it; a PDF has a layout of its own'),
  source: oneOfMember('where its text comes from', ['built_in', 'directory', 'shop']),
  text: text('the template, in Liquid'),
};
const DocumentTemplate = record('DocumentTemplate', 'A template of documents, as it counts now.', {
  ...SHOWN,
  seq: whole('record that changed the shop’s own last, for if_seq; 0: none ever did'),
});

const shownTemplate = ({ shop, service: { documents } }: Context, one: TemplateName) => {
  const { templates } = documents;
  const own = templateState(shop, one)?.text ?? '';
  const source = own !== '' ? 'shop' : templates.isOfDirectory(one) ? 'directory' : 'built_in';
  return { name: one, formats: ['html'], source, text: own === '' ? templates.texts[one]! : own } as const;
};

export const get_document_templates = read({
  ...OF_TEMPLATES,
  summary: 'The templates of documents: their texts, and whose they are.',
  params: {},
  reply: reply('document_templates', { templates: list(DocumentTemplate, 'documents first, then their parts') }),
  view: (_args, ctx) =>
    ok({
      object: 'document_templates',
      templates: TEMPLATE_NAMES.map((one) => ({
        ...shownTemplate(ctx, one),
        seq: templateState(ctx.shop, one)?.seq ?? 0,
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
}

/** The shop's own templates with a text in the place of one of them. */
const withText = ({ shop }: Context, { name: one, text: wanted }: Given): ShopTemplates => ({
  ...shopTemplates(shop),
  ...(wanted !== '' && { [one]: wanted }),
});

/**
 * Makes what the template is a part of, from a sample order and from one in which everything is empty. Returns the
 * templates that were tried, as a text to compare.
 *
 * Refuses: DOCUMENT_BUSY, DOCUMENT_TOO_SLOW, DOCUMENT_TOO_LARGE, TEMPLATE_INVALID.
 */
const tried = (ctx: Context, given: Given): Promise<Result<string>> => {
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
  summary: 'Gives the shop a template of documents of its own; documents that were issued stay as they are.',
  slow: 'documents',
  params: {
    name,
    text: textParam('the template, in Liquid; empty: that of the directory or the built-in one counts again', {
      max: TEMPLATE_LENGTH_MAX,
      empty: true,
    }),
    if_seq: optional(int('seq of the template that the caller has seen'), undefined, 'it is changed whatever it is'),
    dry_run: dryRunParam,
  },
  prepare: (given, ctx) => (given.text === '' ? ok('') : tried(ctx, given)),
  isStale: (given, ctx, prepared) => given.text !== '' && prepared !== JSON.stringify(withText(ctx, given)),
  handle: ({ name: one, text: wanted, if_seq: ifSeq }, { shop }) =>
    mapOk(setTemplate(shop, { name: one, text: wanted, ifSeq }), () => null),
  refusals: ['CHANGED_MEANWHILE', ...TOO_MUCH],
  dryRun: (ctx, _outcome, given) => viewUpdate(ctx, given),
  reply: reply('update_document_template', { status: SUCCESS, ...SHOWN }),
  view: (_outcome, ctx, given) => viewUpdate(ctx, given),
});

const viewUpdate = (ctx: Context, { name: one }: Given) =>
  ({ object: 'update_document_template', status: 'success', ...shownTemplate(ctx, one) }) as const;

export const preview_document = read({
  ...OF_TEMPLATES,
  leaks: 'all',
  summary: 'A document made by a text in the place of a template, as base64 of HTML; nothing is changed or issued.',
  slow: 'documents',
  params: {
    name,
    text: optional(textParam('the template, in Liquid', { max: TEMPLATE_LENGTH_MAX }), '', 'the one that counts'),
    id_order: optional(int('order id'), undefined, 'an order that nobody placed'),
    language,
  },
  refusals: ['ORDER_NOT_FOUND', ...TOO_MUCH],
  reply: reply('preview_document', { document: text('base64 of the document') }),
  view: ({ id_order: id, name: one, text: wanted, language: spoken }, ctx) => {
    const order = id === undefined ? ok(sampleOrder(ctx.shop)) : visibleOrder(ctx, id);
    if (!order.ok) return order;
    const document = documentWith(one);
    const sample = { orderId: id ?? SAMPLE_ORDER_ID, order: order.value, language: spoken };
    const own = withText(ctx, { name: one, text: wanted });
    const made = ctx.service.documents.html.makeBy(0, document, dataOf(ctx, document, sample), own);
    const shown = (bytes: Uint8Array) => ({ object: 'preview_document', document: base64Of(bytes) }) as const;
    return made.then((later) => mapOk(later, shown));
  },
});
