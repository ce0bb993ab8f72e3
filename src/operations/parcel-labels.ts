// Data of labels: whom parcels go to and what they weigh, for a carrier's page or its program.
import { fieldOf } from '../domain/cart/order-details.ts';
import { parcelStateOf } from '../domain/orders/order-parts.ts';
import type { Order } from '../domain/orders/order.ts';
import { rulesOf } from '../domain/orders/shop-profile.ts';
import { labelRows } from '../kernel/label-columns.ts';
import { flag, int, optional } from '../kernel/params.ts';
import type { Static } from '../kernel/params.ts';
import { ok } from '../kernel/result.ts';
import { visibleOrder } from './access/visible-order.ts';
import { read } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import { orderIds } from './params/order-list-params.ts';
import { language } from './params/shop-params.ts';
import { id, list, maybe, record, reply, text } from './replies/members.ts';
import { Parcel } from './replies/orders.ts';
import { addressLines } from './views/document.ts';
import { csvOf } from './views/csv.ts';
import { viewMeasures, viewWeight } from './views/order.ts';

const { weight, weight_unknown, measures } = Parcel.properties;

const ParcelLabel = record('ParcelLabel', 'What the label of a parcel says.', {
  id_order: id('order id'),
  id_parcel: id('number of the parcel within its order'),
  reference: text('both, as a carrier shows it: 10001-1'),
  lines: list(text('a line'), 'the address as it is printed, the country last, in the language of the reply'),
  company: text('company; empty: none'),
  name: text('first and last name'),
  street: text('street'),
  number: text('house number'),
  zip: text('postal code'),
  city: text('city'),
  state: text('state'),
  country: text('country as two letters, as entered where ISO 3166 knows it not'),
  email: text('email address of the buyer'),
  phone: text('phone number of the buyer'),
  provider: text('who carries it'),
  tracking_number: text('the carrier’s number'),
  weight,
  weight_unknown,
  measures,
});
type ParcelLabel = Static<typeof ParcelLabel>;

const PLACE = ['companyname', 'firstname', 'lastname', 'street', 'zip', 'city'] as const;
/** Parcels of all orders of a call; one order has all of its own. */
const PARCELS_MAX = 1000;
/** What an erasure leaves of a field. */
const ERASED = 'erased';

/** Labels of the parcels of an order. `wanted`: the number of one; 0: all that are on their way. */
const labelsOf = (
  { shop, service: { documents } }: Context,
  [orderId, order]: readonly [number, Order],
  { wanted, spoken }: { readonly wanted: number; readonly spoken: string },
): readonly ParcelLabel[] => {
  const rules = rulesOf(shop, order);
  const { details } = order;
  const kind = PLACE.some((name) => fieldOf(details, `delivery_${name}`) !== '') ? 'delivery' : 'invoice';
  const plain = (field: string): string => {
    const value = fieldOf(details, field);
    return value === ERASED ? '' : value;
  };
  const of = (name: string): string => plain(`${kind}_${name}`);
  const lines = addressLines(kind, order, (iso) => documents.countries.name(iso, spoken, rules.language));
  return order.parcels.flatMap((parcel, index): readonly ParcelLabel[] => {
    const parcelId = index + 1;
    const isWanted = wanted === 0 ? parcelStateOf(order, index) === 'sent' : wanted === parcelId;
    if (!isWanted) return [];
    return [
      {
        id_order: orderId,
        id_parcel: parcelId,
        reference: `${orderId}-${parcelId}`,
        lines: [...lines],
        company: of('companyname'),
        name: `${of('firstname')} ${of('lastname')}`.trim(),
        street: of('street'),
        number: of('number'),
        zip: of('zip'),
        city: of('city'),
        state: of('state'),
        country: of('country_code') || of('country'),
        email: plain('email'),
        phone: plain('phone'),
        provider: parcel.provider,
        tracking_number: parcel.trackingNumber,
        ...viewWeight(order, parcel),
        ...viewMeasures(order, parcel),
      },
    ];
  });
};

export const get_parcel_labels = read({
  area: 'orders',
  roles: ['warehouse', 'support'],
  isExtension: true,
  summary: 'What the labels of parcels say: address, weight and reference, of one parcel or of all on their way.',
  credential: 'secret',
  session: 'none',
  leaks: ['addresses', 'contacts'],
  params: {
    orders: orderIds,
    id_parcel: optional(int('number of a parcel within each order', { min: 1 }), 0, 'all that are on their way'),
    csv: optional(flag('1 = also as a CSV file'), false),
    language,
  },
  refusals: ['ORDER_NOT_FOUND'],
  reply: reply('parcel_labels', {
    labels: list(ParcelLabel, 'by order as called, then by number'),
    csv: maybe(
      text(
        'the same as a CSV file (RFC 4180) for a carrier’s program, a row for each label; only where csv=1 asks for it',
      ),
    ),
    left: list(id('order id'), 'orders that it has no room for, 1,000 parcels at most: ask for these next'),
  }),
  view: ({ orders, id_parcel: wanted, csv, language: spoken }, ctx) => {
    const labels: ParcelLabel[] = [];
    let parcels = 0;
    const shown = (left: readonly number[]) =>
      ok({ object: 'parcel_labels' as const, labels, ...(csv && { csv: csvOf(labelRows(labels)) }), left });
    for (const [index, orderId] of orders.entries()) {
      const order = visibleOrder(ctx, orderId);
      if (!order.ok) return order;
      parcels += order.value.parcels.length;
      if (index > 0 && parcels > PARCELS_MAX) return shown(orders.slice(index));
      labels.push(...labelsOf(ctx, [orderId, order.value], { wanted, spoken }));
    }
    return shown([]);
  },
});
