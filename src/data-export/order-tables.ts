// Tables about orders and their parts.
import { calculate, payableMinor } from '../domain/calculation/calculate.ts';
import { lineWorths } from '../domain/calculation/worth.ts';
import { DETAIL_FIELDS, COUNTRY_CODES, readerOf } from '../domain/cart/order-details.ts';
import type { OrderDetails } from '../domain/cart/order-details.ts';
import type { StateOf } from '../domain/kind-types.ts';
import {
  amountOf,
  creditedMinor,
  creditedPieces,
  moneyReceivedOf,
  orderTotal,
  outstandingOf,
  taxesOfCredits,
} from '../domain/orders/credits.ts';
import { isCounted } from '../domain/orders/bookings.ts';
import type { Credit } from '../domain/orders/credits.ts';
import { cancellationNumberOf, invoiceNumberOf } from '../domain/orders/invoice-number.ts';
import { parcelStateOf } from '../domain/orders/order-parts.ts';
import { allCredits, cartsOf } from '../domain/orders/past-carts.ts';
import { nameIn } from '../domain/rules.ts';
import type { Names } from '../domain/rules.ts';
import type { Column } from './column.ts';
import { money, table } from './column.ts';

type Order = StateOf<'order'>;

/** Where an order's own name of a method is in several languages: the first by code. */
const methodName = (names: Names | null): string => nameIn(names ?? '', '', '');

/** Addresses, e-mail, phone and note, by their names in the API; all about a person. */
export const detailColumns = <R>(
  maybe: (about: string, of: (row: R) => string) => Column<R>,
  of: (row: R) => OrderDetails,
): { readonly [name: string]: Column<R> } =>
  Object.fromEntries(
    [...DETAIL_FIELDS, ...COUNTRY_CODES].map((name) => {
      const read = readerOf(name);
      const about = name.endsWith('_code') ? 'two letters of ISO 3166' : 'as the buyer wrote it';
      return [name, { ...maybe(about, (row) => read(of(row))), isPersonal: true }];
    }),
  );

const orders = table('orders', {
  kind: 'order',
  key: 'id',
  about:
    'A row per placed order, trial and cancelled ones among them: is_counted says which ones reports count. What it ' +
    'comes to is that of its present cart; an edit begins another one.',
  rows: (id, order) => [{ id, order, totals: calculate(order.cart) }],
  columns: ({ integer, id, text, maybe, boolean, timestamp, date, json, personal }) => ({
    id: integer('order id', (row) => row.id),
    created_at: timestamp('when it was placed', ({ order }) => order.createdMs),
    modified_at: timestamp('when it changed last', ({ order }) => order.modifiedMs),
    day: date("day of the shop's calendar on which it was placed", ({ order }) => order.day),
    user_id: id('customers.id; null: a guest', ({ order }) => order.userId),
    channel_id: id('channels.id; null: unknown', ({ order }) => order.channelId),
    state_of_order: text('OPEN, CLOSED or CANCELED', ({ order }) => order.states.order),
    state_of_payment: text('whether its payment was received', ({ order }) => order.states.payment),
    state_of_delivery: text('how far its delivery is', ({ order }) => order.states.delivery),
    is_counted: boolean(
      'reports count it in the sales: no trial, and not cancelled, or only once its month was closed',
      ({ order }) => isCounted(order) && !order.isTrial,
    ),
    is_trial: boolean('it tries the shop out', ({ order }) => order.isTrial),
    is_prepared: boolean('the shop prepared it for its customer', ({ order }) => order.isPrepared),
    is_expired: boolean('cancelled because it was not paid in time', ({ order }) => order.isExpired),
    pay_until_at: timestamp('when it is cancelled unless it is paid', ({ order }) => order.payUntilMs),
    number_of_invoice: text(
      'number of its present invoice, issued or not; empty: it is invoiced by parcel, and none has',
      ({ order }) => invoiceNumberOf(order),
    ),
    number_of_cancellation: maybe('number of the document that cancels it', ({ order }) => cancellationNumberOf(order)),
    canceled_at: timestamp('when that document was made', ({ order }) => order.cancellation.canceledMs),
    payment_method_id: id('as settings have it', ({ order }) => order.details.paymentMethodId),
    payment_method: maybe('its name at the time', ({ order }) => methodName(order.details.paymentMethod)),
    delivery_method_id: id('as settings have it', ({ order }) => order.details.deliveryMethodId),
    delivery_method: maybe('its name at the time', ({ order }) => methodName(order.details.deliveryMethod)),
    tax_country: maybe('country that taxed its first line', ({ order }) => order.cart.lines[0]?.basis?.[2] ?? ''),
    ...money({ text, integer }, (row) => row.order),
    goods_minor: integer('its goods, before what is taken off', ({ order }) => order.cart.sumMinor),
    promotions_minor: integer('what promotions took off', ({ totals }) => totals.promotionsMinor),
    coupons_minor: integer('what coupons took off', ({ totals }) => totals.couponsMinor),
    delivery_minor: integer('its delivery', ({ totals }) => totals.deliveryMinor),
    total_minor: integer('what its present cart comes to, before its credits', ({ order }) => payableMinor(order.cart)),
    tax_minor: integer('the tax in that', ({ totals }) => totals.sumTaxMinor),
    credited_minor: integer('what was credited of that', ({ order }) => creditedMinor(order)),
    left_minor: integer('total_minor − credited_minor', ({ order }) => orderTotal(order)),
    received_minor: integer('money that came', ({ order }) => moneyReceivedOf(order)),
    refunded_minor: integer('what went back, also to an exchange', ({ order }) => order.refundedMinor),
    outstanding_minor: integer('what is to be paid; below 0: to be given back', ({ order }) => outstandingOf(order)),
    username: personal(maybe('of the account, at the time', ({ order }) => order.username)),
    ...detailColumns(maybe, ({ order }) => order.details),
    attributes: personal(json('attributes of its details', ({ order }) => order.details.attributes)),
    notes: personal(json('notes of the staff: at, user_id, text', ({ order }) => notesOf(order))),
    exchanged_minor: integer('what pays it of what is owed for a returned order', ({ order }) => order.exchangedMinor),
    return_id: id('returns.id of which it is the exchange', ({ order }) => order.returnId),
    placed_minor: integer('what was to be paid when it was placed', ({ order }) =>
      payableMinor((order.past[0] ?? order).cart),
    ),
    cart_number: integer(
      'number of its present cart: 1, and one more with each edit',
      ({ order }) => order.past.length + 1,
    ),
  }),
});

const notesOf = ({ notes }: Order): object =>
  notes.map(({ atMs, userId, text }) => ({ at: new Date(atMs).toISOString(), user_id: userId, text }));

const linesOf = (orderId: number, order: Order) => {
  const credited = new Map<number, number>();
  for (const { lines } of order.credits)
    for (const { lineId, minor } of lines) credited.set(lineId, (credited.get(lineId) ?? 0) + minor);
  const pieces = creditedPieces(order);
  return lineWorths(order.cart).map(({ line, minor, taxMinor }) => ({
    orderId,
    order,
    line,
    worthMinor: minor,
    worthTaxMinor: taxMinor,
    creditedMinor: credited.get(line.id) ?? 0,
    creditedMilli: pieces.get(line.id) ?? 0,
  }));
};

const orderLines = table('order_lines', {
  kind: 'order',
  key: 'order_id',
  about:
    "A row per line of an order's present cart, its delivery positions among them. Σ worth_minor of an order is its " +
    'total_minor.',
  rows: linesOf,
  columns: ({ integer, id, text, maybe, json, personal }) => ({
    order_id: integer('orders.id', (row) => row.orderId),
    line_id: integer('number of the line within the order', ({ line }) => line.id),
    parent_line_id: id('the line that it hangs below', ({ line }) => line.parentId),
    type: text('PRODUCT, FREE_ELEMENT or DELIVERY_COSTS', ({ line }) => line.type),
    product_id: id('products.id or variations.id', ({ line }) => line.productId),
    element_number: maybe('as the catalogue had it', ({ line }) => line.elementNumber),
    name: text('as the buyer saw it', ({ line }) => line.name),
    quantity_milli: integer('pieces', ({ line }) => line.quantityMilli),
    ...money({ text, integer }, (row) => row.order),
    price_e4: integer('of one piece', ({ line }) => line.priceE4),
    sum_minor: integer('price × quantity', ({ line }) => line.sumMinor),
    worth_minor: integer('after what promotions and coupons took off it', (row) => row.worthMinor),
    worth_tax_minor: integer('the tax in that', (row) => row.worthTaxMinor),
    tax_rate_e6: integer('rate of its tax', ({ line }) => line.rateE6),
    tax_class: maybe('class of its tax', ({ line }) => line.basis?.[1] ?? ''),
    tax_country: maybe('country whose rate it is', ({ line }) => line.basis?.[2] ?? ''),
    price_list_id: id('price_lists.id; null: an attribute was its price', ({ line }) => line.listed?.[0] ?? 0),
    credited_milli: integer('pieces that were credited', (row) => row.creditedMilli),
    credited_minor: integer('what was credited for it', (row) => row.creditedMinor),
    attributes: personal(
      json('what the line says besides, by name', ({ line }) => Object.fromEntries(line.attributes)),
    ),
  }),
});

const taxesOf = (orderId: number, order: Order) => {
  const credited = new Map(taxesOfCredits(order.cart, order.credits).map((position) => [position.rateE6, position]));
  return calculate(order.cart).taxPositions.map((position) => {
    const off = credited.get(position.rateE6);
    return { orderId, order, position, taxOff: off?.taxMinor ?? 0, grossOff: off?.grossMinor ?? 0 };
  });
};

const orderTaxes = table('order_taxes', {
  kind: 'order',
  key: 'order_id',
  about: "A row per rate of tax in an order's present cart. Σ gross_minor of an order is its total_minor.",
  rows: taxesOf,
  columns: ({ integer, text }) => ({
    order_id: integer('orders.id', (row) => row.orderId),
    tax_rate_e6: integer('rate', ({ position }) => position.rateE6),
    ...money({ text, integer }, (row) => row.order),
    net_minor: integer('without tax', ({ position }) => position.netMinor),
    tax_minor: integer('tax', ({ position }) => position.taxMinor),
    gross_minor: integer('both', ({ position }) => position.grossMinor),
    credited_tax_minor: integer('tax that was credited since', (row) => row.taxOff),
    credited_gross_minor: integer('credited since, with that tax', (row) => row.grossOff),
  }),
});

const orderCoupons = table('order_coupons', {
  kind: 'order',
  key: 'order_id',
  about: "A row per coupon of an order's present cart.",
  rows: (orderId, order) =>
    order.cart.coupons.map((coupon, at) => ({ orderId, order, coupon, use: calculate(order.cart).couponUses[at]! })),
  columns: ({ integer, id, text, maybe }) => ({
    order_id: integer('orders.id', (row) => row.orderId),
    coupon_id: integer('coupons.id', ({ coupon }) => coupon.couponId),
    code: text('its code', ({ coupon }) => coupon.code),
    name: maybe('as the buyer saw it', ({ coupon }) => coupon.name || coupon.terms.name),
    promotion_id: id('the promotion that it opened', ({ coupon }) => coupon.terms.promotionId),
    ...money({ text, integer }, (row) => row.order),
    used_minor: integer('what it took off', ({ use }) => use.usedMinor),
    used_tax_minor: integer('the tax in that', ({ use }) => use.taxMinor),
  }),
});

const orderPromotions = table('order_promotions', {
  kind: 'order',
  key: 'order_id',
  about: "A row per promotion that took something off an order's present cart.",
  rows: (orderId, order) => order.cart.promotions.map((use) => ({ orderId, order, use })),
  columns: ({ integer, text }) => ({
    order_id: integer('orders.id', (row) => row.orderId),
    promotion_id: integer('promotions.id', ({ use }) => use.id),
    name: text('its name at the time', ({ use }) => use.name),
    ...money({ text, integer }, (row) => row.order),
    used_minor: integer('what it took off', ({ use }) => use.usedMinor),
    used_tax_minor: integer('the tax in that', ({ use }) => use.taxMinor),
  }),
});

interface CreditRow {
  readonly orderId: number;
  readonly order: Order;
  readonly credit: Credit;
  readonly creditId: number;
  readonly cartNumber: number;
  /** What the next cart is dearer by than what the edit took back; null: it is no edit. */
  readonly changeMinor: number | null;
}

/** Those of every cart, numbered over all of them as refunds and returns name them. */
const creditsOf = (orderId: number, order: Order): readonly CreditRow[] => {
  const carts = cartsOf(order);
  return carts.flatMap(({ past, credits: own }, at) => {
    const before = allCredits({ past, credits: [] }).length;
    const next = carts[at + 1];
    return own.map((credit, index) => {
      const isEdit = next !== undefined && index === own.length - 1;
      const changeMinor = isEdit ? payableMinor(next.cart) - amountOf(credit) : null;
      return { orderId, order, credit, creditId: before + index + 1, cartNumber: at + 1, changeMinor };
    });
  });
};

const credits = table('credit_notes', {
  kind: 'order',
  key: 'order_id',
  about:
    'A row per credit of an order: pieces that were cancelled or came back, money off, or all that was left of a cart ' +
    'that an edit replaced. Reports have the former by their day, and of an edit change_minor.',
  rows: creditsOf,
  columns: ({ integer, id, text, maybe, boolean, timestamp, date }) => ({
    order_id: integer('orders.id', (row) => row.orderId),
    credit_id: integer('number of the credit within the order, over all its carts', (row) => row.creditId),
    kind: text('canceled, returned, goodwill or edited', ({ credit }) => credit.kind),
    created_at: timestamp('when it was made', ({ credit }) => credit.atMs),
    day: date("day of the shop's calendar", ({ credit }) => credit.day),
    note_number: maybe('number of its document; null: no invoice was issued', ({ credit: { note } }) =>
      note.number === 0 ? '' : `${note.prefix}${note.number}`,
    ),
    reason: maybe("a code of the shop's own", ({ credit }) => credit.reason),
    channel_id: id('channels.id; null: the buyer made it', ({ credit }) => credit.by),
    ...money({ text, integer }, (row) => row.order),
    amount_minor: integer('what was credited', ({ credit }) => amountOf(credit)),
    tax_minor: integer('the tax in that', ({ credit }) =>
      credit.lines.reduce((sum, { taxMinor }) => sum + taxMinor, 0),
    ),
    cart_number: integer('the cart of the order that it is of', (row) => row.cartNumber),
    change_minor: integer(
      'what an edit made the order dearer by; below 0: cheaper; null: no edit',
      (row) => row.changeMinor,
    ),
    is_continued: boolean(
      'it was made with the credit before it, of another invoice',
      ({ credit: { isContinued = false } }) => isContinued,
    ),
  }),
});

const creditLines = table('credit_note_lines', {
  kind: 'order',
  key: 'order_id',
  about: 'A row per line of an order that a credit is about.',
  rows: (orderId, order) => creditsOf(orderId, order).flatMap((of) => of.credit.lines.map((line) => ({ ...of, line }))),
  columns: ({ integer, text }) => ({
    order_id: integer('orders.id', (row) => row.orderId),
    credit_id: integer('credit_notes.credit_id', (row) => row.creditId),
    line_id: integer('order_lines.line_id, or one of a cart before', ({ line }) => line.lineId),
    quantity_milli: integer('pieces; 0: money only', ({ line }) => line.quantityMilli),
    ...money({ text, integer }, (row) => row.order),
    amount_minor: integer('what was credited', ({ line }) => line.minor),
    tax_minor: integer('the tax in that', ({ line }) => line.taxMinor),
    cart_number: integer('the cart of the order that has the line', (row) => row.cartNumber),
  }),
});

const invoiceLines = table('partial_invoice_lines', {
  kind: 'order',
  key: 'order_id',
  about: 'A row per line of an invoice over a part of an order, which each parcel has; fetched or not.',
  rows: (orderId, order) =>
    order.partials.flatMap((invoice) => invoice.lines.map((line) => ({ orderId, order, invoice, line }))),
  columns: ({ integer, id, text, timestamp, date }) => ({
    order_id: integer('orders.id', (row) => row.orderId),
    invoice_number: text('its number', ({ invoice }) => invoiceNumberOf(invoice)),
    numbered_at: timestamp('when it got its number', ({ invoice }) => invoice.atMs),
    day: date("day of the shop's calendar", ({ invoice }) => invoice.day),
    parcel_id: id('parcels.parcel_id of the order; null: it is over what was left', ({ invoice }) => invoice.parcelId),
    line_id: integer('order_lines.line_id', ({ line }) => line.lineId),
    quantity_milli: integer('pieces; 0: money only', ({ line }) => line.quantityMilli),
    ...money({ text, integer }, (row) => row.order),
    amount_minor: integer('what is invoiced', ({ line }) => line.minor),
    tax_minor: integer('the tax in that', ({ line }) => line.taxMinor),
  }),
});

const parcelsOf = (orderId: number, order: Order) =>
  order.parcels.map((parcel, at) => ({ orderId, order, parcel, at, parcelId: at + 1 }));

const parcels = table('parcels', {
  kind: 'order',
  key: 'order_id',
  about: 'A row per parcel of an order.',
  rows: parcelsOf,
  columns: ({ integer, id, text, maybe, timestamp, json, personal }) => ({
    order_id: integer('orders.id', (row) => row.orderId),
    parcel_id: integer('number of the parcel within the order', (row) => row.parcelId),
    state: text('sent, delivered or returned', ({ order, at }) => parcelStateOf(order, at)),
    sent_at: timestamp('when it left', ({ parcel }) => parcel.sentMs),
    delivered_at: timestamp('when it arrived', ({ parcel }) => parcel.deliveredMs ?? 0),
    provider: maybe('who carries it', ({ parcel }) => parcel.provider),
    // 1/1,000,000 of a kilogram is a milligram.
    weight_mg: id('by a scale; null: nobody weighed it', ({ parcel }) => parcel.weightE6 ?? 0),
    measures_mm: json('length, width and height', ({ parcel }) => parcel.measuresMm),
    tracking_number: personal(maybe('its number at its carrier', ({ parcel }) => parcel.trackingNumber)),
    tracking_url: personal(maybe('where it can be followed', ({ parcel }) => parcel.trackingUrl ?? '')),
  }),
});

const parcelLines = table('parcel_lines', {
  kind: 'order',
  key: 'order_id',
  about: 'A row per line of an order in a parcel.',
  rows: (orderId, order) => parcelsOf(orderId, order).flatMap((of) => of.parcel.lines.map((line) => ({ ...of, line }))),
  columns: ({ integer }) => ({
    order_id: integer('orders.id', (row) => row.orderId),
    parcel_id: integer('parcels.parcel_id', (row) => row.parcelId),
    line_id: integer('order_lines.line_id', ({ line }) => line.lineId),
    quantity_milli: integer('pieces', ({ line }) => line.quantityMilli),
  }),
});

export const ORDER_TABLES = [
  orders,
  orderLines,
  orderTaxes,
  orderCoupons,
  orderPromotions,
  credits,
  creditLines,
  invoiceLines,
  parcels,
  parcelLines,
];
