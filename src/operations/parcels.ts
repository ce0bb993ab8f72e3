// Parcels of a placed order (S 2.8 shows them; no operation of S makes them).
import type { ParcelLine } from '../domain/orders/order.ts';
import { addParcel } from '../domain/orders/parcels.ts';
import { Type, int, json, map, optional, text } from '../kernel/params.ts';
import { ok } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { write } from './context/operation.ts';
import { quantity } from './params/parameters.ts';

const LINES_MAX = 1000;
const lineId = int('line id', { min: 1 });

const Either = Type.Union([Type.Number(), Type.String({ maxLength: 40 })]);

const parcelLines = map(
  json(
    Type.Array(Type.Object({ id_element: Either, quantity: Either }), {
      minItems: 1,
      maxItems: LINES_MAX,
      description: 'what is in it: [{id_element, quantity}], by the ids of the order’s lines',
    }),
  ),
  (given, param): Result<readonly ParcelLine[]> => {
    const lines: ParcelLine[] = [];
    for (const [at, one] of given.entries()) {
      const id = lineId.read(one.id_element, `${param}[${at}].id_element`);
      if (!id.ok) return { ...id, param: 'id_element' };
      const pieces = quantity.read(String(one.quantity), `${param}[${at}].quantity`);
      if (!pieces.ok) return { ...pieces, param: 'quantity' };
      lines.push({ lineId: id.value, quantityMilli: pieces.value });
    }
    return ok(lines);
  },
);

export const add_parcel = write({
  area: 'orders',
  isExtension: true,
  summary: 'Notes that pieces of an order left in a parcel; its delivery state follows unless it was set by hand.',
  credential: 'secret',
  session: 'none',
  params: {
    id_order: int('order id'),
    lines: parcelLines,
    provider: optional(text('who carries it', { max: 255 }), ''),
    tracking_number: optional(text('the carrier’s number', { max: 255 }), ''),
  },
  handle: ({ id_order: orderId, lines, provider, tracking_number: trackingNumber }, { shop, channelId }) =>
    addParcel(shop, { orderId, lines, provider, trackingNumber, by: channelId }),
  view: (parcelId, { shop }, { id_order: id }) => ({
    object: 'add_parcel',
    status: 'success',
    id_parcel: parcelId,
    order_delivery_state: shop.read('order', id)!.states.delivery,
  }),
});
