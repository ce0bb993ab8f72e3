// Parcels of a placed order. Orders show them; existing clients have no operation that adds one.
import { addParcel } from '../domain/orders/parcels.ts';
import { int, optional, text } from '../kernel/params.ts';
import type { Reader } from '../domain/transaction.ts';
import { dryRunParam } from './params/dry-run.ts';
import { write } from './context/operation.ts';
import { parcelLines } from './params/parcel-params.ts';
import { DELIVERY_STATES } from '../domain/lifecycles/delivery.ts';
import { SUCCESS, id, oneOf, reply } from './replies/members.ts';

const viewAdded = (shop: Reader, orderId: number, parcelId: number) =>
  ({
    object: 'add_parcel',
    status: 'success',
    id_parcel: parcelId,
    order_delivery_state: shop.read('order', orderId)!.states.delivery,
  }) as const;

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
    provider: optional(text('who carries it', { max: 255 }), ''),
    tracking_number: optional(text('the carrier’s number', { max: 255 }), ''),
    dry_run: dryRunParam,
  },
  handle: ({ id_order: orderId, lines, provider, tracking_number: trackingNumber }, { shop, channelId }) =>
    addParcel(shop, { orderId, lines, provider, trackingNumber, by: channelId }),
  refusals: [
    'AMOUNT_OUT_OF_RANGE',
    'ORDER_NOT_FOUND',
    'ORDER_CANCELED',
    'ORDER_LINE_NOT_FOUND',
    'PARCEL_QUANTITY_EXCEEDED',
    'PARCEL_LIMIT_REACHED',
  ],
  reply: reply('add_parcel', {
    status: SUCCESS,
    id_parcel: id('number of the parcel within its order'),
    order_delivery_state: oneOf('the state of the delivery', DELIVERY_STATES),
  }),
  dryRun: ({ shop }, parcelId, { id_order: orderId }) => viewAdded(shop, orderId, parcelId),
  view: (parcelId, { shop }, { id_order: orderId }) => viewAdded(shop, orderId, parcelId),
});
