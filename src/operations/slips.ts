// What the warehouse packs by: a slip for each order, and one list of all that is to be fetched.
import { shopTemplates } from '../domain/shop/document-template.ts';
import type { Order } from '../domain/orders/order.ts';
import { int, optional } from '../kernel/params.ts';
import { mapOk, ok } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { Shown } from '../kernel/json.ts';
import type { Static } from '../kernel/params.ts';
import { DOCUMENT_FORMATS, args, base64Of, formatOf } from './params/document-params.ts';
import type { Replacements } from './params/document-params.ts';
import { orderIds, sliceOf } from './params/order-list-params.ts';
import type { Slice } from './params/order-list-params.ts';
import { language } from './params/shop-params.ts';
import { read } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { id, list, quantity as pieces, record, reply, text } from './replies/members.ts';
import { quantity } from './views/format.ts';
import { pickListData, positionsOf, slipsData } from './views/slips.ts';
import type { Slips } from './views/slips.ts';

const OF_ORDERS = {
  area: 'orders',
  isExtension: true,
  credential: 'secret',
  session: 'none',
  slow: 'documents',
  refusals: ['ORDER_NOT_FOUND', 'DOCUMENT_BUSY', 'DOCUMENT_TOO_SLOW', 'DOCUMENT_TOO_LARGE', 'TEMPLATE_INVALID'],
} as const;

const SLICED = {
  orders: list(id('order id'), 'orders that are in it, in the order of the call'),
  sent: list(
    id('order id'),
    'orders of which nothing is to be sent: all has left, they are done or cancelled, or have no such parcel',
  ),
  left: list(id('order id'), 'orders that it has no room for, 500 lines at most: ask for these next'),
};

const sliced = ({ orders, sent, left }: Slice) => ({ orders: orders.map(([orderId]) => orderId), sent, left });

type Made = Result<Uint8Array> | Promise<Result<Uint8Array>>;
const NO_DOCUMENT: Made = ok(new Uint8Array());

const made = (
  { shop, service: { documents } }: Context,
  name: 'packing_slips' | 'pick_list',
  format: 'html' | 'pdf',
  { orders: [first] }: Slice,
  data: () => object,
): Made => {
  // Nothing is to be sent of any of them.
  if (first === undefined) return NO_DOCUMENT;
  const [orderId] = first;
  return format === 'pdf'
    ? documents.pdf.make(orderId, data(), name)
    : documents.html.make(orderId, name, data(), shopTemplates(shop));
};

/** The reply with its document, once that is made. */
const withDocument = <T>(document: Made, shown: (bytes: Uint8Array) => T): Result<T> | Promise<Result<T>> =>
  document instanceof Promise ? document.then((later) => mapOk(later, shown)) : mapOk(document, shown);

interface Given {
  readonly orders: readonly number[];
  readonly args: Replacements;
  readonly language: string;
  /** The parcel whose slip is asked for; 0: what is still to be sent. */
  readonly id_parcel?: number;
}

interface Asked {
  readonly format: 'html' | 'pdf';
  readonly slice: Slice;
  readonly data: Slips;
}

/** Refuses: PARAMETER_INVALID; ORDER_NOT_FOUND. */
const askedOf = (
  { orders: ids, args: given, language: spoken, id_parcel: parcelId = 0 }: Given,
  ctx: Context,
): Result<Asked> => {
  const wanted = formatOf(given, DOCUMENT_FORMATS);
  if (!wanted.ok) return wanted;
  const hasParcel = ({ parcels }: Order): boolean => parcelId <= parcels.length;
  const slice = sliceOf(ctx, ids, parcelId === 0 ? undefined : hasParcel);
  if (!slice.ok) return slice;
  const { format, texts } = wanted.value;
  const { shop, service } = ctx;
  const { orders } = slice.value;
  return ok({
    format,
    slice: slice.value,
    data: { shop, documents: service.documents, orders, spoken, args: texts, parcelId },
  });
};

const PARAMS = { orders: orderIds, args };

const PackingSlips = reply('packing_slips', {
  packing_slips: text('base64 of the document, a page or more for each order; empty: nothing is to be sent'),
  ...SLICED,
});
type PackingSlips = Static<typeof PackingSlips>;

const slips = (given: Given, ctx: Context): Result<Shown<PackingSlips>> | Promise<Result<Shown<PackingSlips>>> => {
  const asked = askedOf(given, ctx);
  if (!asked.ok) return asked;
  const { format, slice, data } = asked.value;
  const document = made(ctx, 'packing_slips', format, slice, () => slipsData(data));
  const shown = sliced(slice);
  return withDocument(document, (bytes) => ({ object: 'packing_slips', packing_slips: base64Of(bytes), ...shown }));
};

export const get_packing_slips = read({
  ...OF_ORDERS,
  leaks: ['addresses'],
  summary:
    'Packing slips of orders, without prices, as base64 of one HTML document, or of one PDF: what is still to be sent, ' +
    'or what is in a parcel.',
  params: {
    ...PARAMS,
    id_parcel: optional(
      int('number of a parcel within each order: what is in it', { min: 1 }),
      0,
      'what is still to be sent',
    ),
    language,
  },
  reply: PackingSlips,
  view: slips,
});

const PickPosition = record('PickPosition', 'Something to fetch for several orders together.', {
  storage: text('name of the storage; empty: the stock of a product’s own, or none is known'),
  element_number: text('element number of the warehouse entity, or of the product'),
  name: text('its name'),
  quantity: pieces('pieces to fetch there'),
  orders: list(id('order id'), 'orders that it is for'),
});

const PickList = reply('pick_list', {
  pick_list: text('base64 of the document; empty: nothing is to be sent'),
  positions: list(PickPosition, 'the same as data: by storage, then by number'),
  ...SLICED,
});
type PickList = Static<typeof PickList>;

const pickList = (given: Given, ctx: Context): Result<Shown<PickList>> | Promise<Result<Shown<PickList>>> => {
  const asked = askedOf(given, ctx);
  if (!asked.ok) return asked;
  const { format, slice, data } = asked.value;
  const fetched = positionsOf(data.shop, data.orders, data.documents);
  const document = made(ctx, 'pick_list', format, slice, () => pickListData(data, fetched));
  const shown = {
    positions: fetched.map(({ storage, elementNumber, name, quantityMilli, orderIds: ofOrders }) => ({
      storage,
      element_number: elementNumber,
      name,
      quantity: quantity(quantityMilli),
      orders: [...ofOrders],
    })),
    ...sliced(slice),
  };
  return withDocument(document, (bytes) => ({ object: 'pick_list', pick_list: base64Of(bytes), ...shown }));
};

export const get_pick_list = read({
  ...OF_ORDERS,
  summary:
    'What is to be fetched from the storages to send these orders, summed: as data and as base64 of an HTML document ' +
    'or of a PDF.',
  params: { ...PARAMS, language },
  reply: PickList,
  view: pickList,
});
