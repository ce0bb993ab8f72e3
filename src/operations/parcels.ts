// Parcels of a placed order. Orders show them; existing clients have no operation that adds one.
import { addParcel, deliverParcel } from '../domain/orders/parcels.ts';
import { invoiceNumberOf } from '../domain/orders/invoice-number.ts';
import { int, optional, text as textParam } from '../kernel/params.ts';
import type { Reader } from '../domain/transaction.ts';
import { dryRunParam } from './params/dry-run.ts';
import { write } from './context/operation.ts';
import { parcelLines, parcelMeasures, parcelWeight } from './params/parcel-params.ts';
import { ifSeq } from './params/seen-param.ts';
import { DELIVERY_STATES } from '../domain/lifecycles/delivery.ts';
import { Parcel } from './replies/orders.ts';
import { SUCCESS, id, maybe, oneOf, reply, text } from './replies/members.ts';
import { done } from './replies/plain.ts';
import { viewMeasures, viewWeight } from './views/order.ts';

const viewAdded = (shop: Reader, orderId: number, parcelId: number) => {
  const order = shop.read('order', orderId)!;
  const parcel = order.parcels[parcelId - 1]!;
  const partial = order.partials.find((one) => one.parcelId === parcelId);
  return {
    object: 'add_parcel',
    status: 'success',
    id_parcel: parcelId,
    order_delivery_state: order.states.delivery,
    ...viewWeight(order, parcel),
    ...viewMeasures(order, parcel),
    ...(parcel.trackingUrl !== undefined && { tracking_url: parcel.trackingUrl }),
    ...(partial !== undefined && { invoice_number: invoiceNumberOf(partial) }),
  } as const;
};

const { weight, weight_unknown, measures, tracking_url } = Parcel.properties;

export const add_parcel = write({
  area: 'orders',
  roles: ['warehouse'],
  isExtension: true,
  summary: 'Notes that pieces of an order left in a parcel; its delivery state follows unless it was set by hand.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    id_order: int('order id'),
    lines: parcelLines,
    provider: optional(
      textParam('who carries it; one of the carriers of the settings gives it a link', { max: 255 }),
      '',
    ),
    tracking_number: optional(textParam('the carrier’s number', { max: 255 }), ''),
    weight: parcelWeight,
    measures: parcelMeasures,
    dry_run: dryRunParam,
  },
  handle: (args, { shop, channelId }) =>
    addParcel(shop, {
      orderId: args.id_order,
      lines: args.lines,
      provider: args.provider,
      trackingNumber: args.tracking_number,
      weightE6: args.weight,
      measuresMm: args.measures,
      by: channelId,
    }),
  refusals: [
    'AMOUNT_OUT_OF_RANGE',
    'ORDER_NOT_FOUND',
    'ORDER_CANCELED',
    'ORDER_LINE_NOT_FOUND',
    'PARCEL_QUANTITY_EXCEEDED',
    'QUANTITY_INVALID',
    'PARCEL_LIMIT_REACHED',
  ],
  reply: reply('add_parcel', {
    status: SUCCESS,
    id_parcel: id('number of the parcel within its order'),
    order_delivery_state: oneOf('the state of the delivery', DELIVERY_STATES),
    weight,
    weight_unknown,
    measures,
    tracking_url,
    invoice_number: maybe(text('number of its invoice; absent: it has none of its own')),
  }),
  dryRun: ({ shop }, parcelId, { id_order: orderId }) => viewAdded(shop, orderId, parcelId),
  view: (parcelId, { shop }, { id_order: orderId }) => viewAdded(shop, orderId, parcelId),
});

export const set_parcel_delivered = write({
  area: 'orders',
  roles: ['warehouse', 'support'],
  isExtension: true,
  summary: 'Notes that a parcel of an order was delivered; one that has been stays as it is.',
  credential: 'secret',
  level: 'manager',
  session: 'none',
  params: {
    id_order: int('order id'),
    id_parcel: int('number of the parcel within its order', { min: 1 }),
    dry_run: dryRunParam,
    if_seq: ifSeq('order', 'get_order_by_id'),
  },
  handle: ({ id_order: orderId, id_parcel: parcelId, if_seq: seen }, { shop, channelId }) =>
    deliverParcel(shop, { orderId, parcelId, ifSeq: seen, by: channelId }),
  refusals: ['ORDER_NOT_FOUND', 'CHANGED_MEANWHILE', 'ORDER_CANCELED', 'PARCEL_NOT_FOUND', 'PARCEL_RETURNED'],
  ...done('set_parcel_delivered'),
  dryRun: () => ({ object: 'set_parcel_delivered', status: 'success' }) as const,
});
