// Placed orders as replies show them.
import { ADDRESS_FIELDS } from '../../domain/cart/order-details.ts';
import { REFUND_STATES } from '../../domain/lifecycles/refund.ts';
import { REFUND_ORIGINS, REFUND_WAYS } from '../../domain/orders/refund.ts';
import { CREDIT_KINDS } from '../../domain/orders/credits.ts';
import { DELIVERY_STATES } from '../../domain/lifecycles/delivery.ts';
import { PARCEL_STATES } from '../../domain/lifecycles/parcel.ts';
import { RETURN_STATES } from '../../domain/lifecycles/return.ts';
import { ORDER_STATES } from '../../domain/lifecycles/order.ts';
import { PAYMENT_STATES } from '../../domain/lifecycles/payment.ts';
import { Type } from '../../kernel/params.ts';
import type { Static } from '../../kernel/params.ts';
import { OrderCart } from './cart.ts';
import {
  bit,
  dateTime,
  extra,
  group,
  id,
  keyed,
  centimetres,
  kilograms,
  list,
  maybe,
  money,
  oneOf,
  quantity,
  record,
  text,
  whole,
} from './members.ts';

type AddressField = (typeof ADDRESS_FIELDS)[number] | 'country_code';
type AddressMembers<Prefix extends string> = { [K in `${Prefix}_${AddressField}`]: ReturnType<typeof text> };
export type Address<Prefix extends string> = { readonly [K in `${Prefix}_${AddressField}`]: string };

/** What the member of a country's code says. */
export const COUNTRY_CODE = 'country as two letters, as entered where ISO 3166 knows it not';

/** `prefix`: before the names of the fields, such as `order_delivery`. */
const address = <const P extends string>(prefix: P, of: string): AddressMembers<P> =>
  Object.fromEntries([
    ...ADDRESS_FIELDS.map((field) => [`${prefix}_${field}`, text(`${of}: ${field}`)]),
    [`${prefix}_country_code`, extra(text(`${of}: ${COUNTRY_CODE}`))],
  ]) as AddressMembers<P>;

const NamedValue = group('An attribute.', { name: text('name of the attribute'), value: text('its value') });
export const OrderAttributes = keyed(NamedValue, 'attributes by name, as they were set');

export const PayUntil = maybe(
  extra(
    dateTime(
      'when it is cancelled unless it is paid; money on its way puts that off; absent: it waits for no money, or for ever',
    ),
  ),
);

export const StaffNote = record('StaffNote', 'What somebody of the staff noted about an order.', {
  date: dateTime('when it was noted'),
  id_user: id('user who noted it; 0: a channel did'),
  username: text('their username; empty: a channel, or an account that is gone'),
  text: text('the note'),
});

export const Parcel = record('Parcel', 'A parcel of an order.', {
  id: id('number of the parcel within its order, from 1'),
  creation_date: dateTime('when it was sent'),
  provider: text('who carries it'),
  tracking_number: text('the carrier’s number'),
  tracking_url: maybe(text('https URL where it can be followed, as it was made when it was sent; absent: none')),
  state: oneOf('what has become of it', PARCEL_STATES),
  delivery_date: maybe(dateTime('when it was delivered; absent: it has not been')),
  weight: kilograms('by the scale, else the sum of what the goods in it weigh'),
  weight_unknown: maybe(list(id('cart element id'), 'those whose goods have no weight, and weigh 0 here')),
  measures: maybe(
    group('Its sides, as given, else of the one piece in it; absent: not known.', {
      length: centimetres('length'),
      width: centimetres('width'),
      height: centimetres('height'),
    }),
  ),
  lines: list(
    group('Pieces of a line.', { id_element: id('cart element id'), quantity: quantity('pieces') }),
    'what is in it',
  ),
});
export type Parcel = Static<typeof Parcel>;

export const Credit = record('Credit', 'What of an order no longer counts: its cart stays as it was placed.', {
  id: id('number of the credit within its order, from 1'),
  date: dateTime('when it was made'),
  kind: oneOf('pieces that were cancelled, pieces that came back, or money alone', CREDIT_KINDS),
  reason: text('code of the reason; empty: none was given'),
  amount: money('what the order comes to less by it'),
  tax: money('tax in that amount'),
  lines: list(
    group('What of a line.', {
      id_element: id('cart element id'),
      quantity: quantity('pieces; 0: money alone'),
      amount: money('what they are worth'),
      tax: money('tax in that amount'),
    }),
    'the lines that it is about',
  ),
  credit_note_number: maybe(text('number of its credit note; absent: no invoice was issued')),
  invoice_number: maybe(text('the partial invoice that it credits; absent: none')),
  continued: maybe(bit('1: it was made with the credit before it, of what stands on another invoice; or absent')),
});
export type Credit = Static<typeof Credit>;

export const MadeCredits = list(
  Credit,
  'where several invoices are credited: each credit, `credit` the first; or absent',
);

export const OrderInvoice = record('OrderInvoice', 'An invoice over a part of an order.', {
  number: text('its number, for get_invoice'),
  date: dateTime('when it was made'),
  id_parcel: id('the parcel that it is over; 0: what was left when the order was closed'),
  amount: money('what it comes to'),
  tax: money('tax in that amount'),
  lines: list(
    group('What of a line.', {
      id_element: id('cart element id'),
      quantity: quantity('pieces; 0: money alone'),
      amount: money('what they are worth'),
      tax: money('tax in that amount'),
    }),
    'the lines that it is about',
  ),
});
export type OrderInvoice = Static<typeof OrderInvoice>;

const OrderRefund = record('OrderRefund', 'Money of an order that went back, or goes.', {
  id: id('its number'),
  date: dateTime('when it was asked for'),
  amount: money('what goes back'),
  to: oneOf('by the payment that brought it, by hand, or no money: to the exchange of a return', REFUND_WAYS),
  origin: oneOf(
    'who had it made: the shop, the provider’s own pages, or a buyer who disputes the payment',
    REFUND_ORIGINS,
  ),
  state: oneOf('where it is in its life cycle', REFUND_STATES),
});

const BriefReturn = record('BriefReturn', 'A return of an order, in short.', {
  id: id('number of the return'),
  state: oneOf('what has become of it', RETURN_STATES),
  creation_date: dateTime('when it was announced, or received if nobody announced it'),
  quantity: quantity('pieces that came, or are to come'),
});

const labelled = <const T extends string>(description: string, states: readonly T[]) =>
  group(description, { name: oneOf('the state', states), label: text('name to show, in the language of the reply') });

export const Order = record('Order', 'A placed order.', {
  object: Type.Literal('order'),
  id: id('order id'),
  order_number: id('order number: the order id'),
  invoice_number: text('invoice number; empty: no invoice is issued'),
  invoices: maybe(extra(list(OrderInvoice, 'its invoices by parcel, oldest first; absent: it has one over all of it'))),
  cancellation_number: maybe(extra(text('of the document that cancels its invoice; absent: there is none'))),
  pay_until: PayUntil,
  awaits_payment: maybe(
    extra(Type.Literal(1, { description: 'it may be given a time to pay: unpaid, open, nothing sent, not free' })),
  ),
  expired: maybe(extra(Type.Literal(1, { description: 'it was cancelled because it was not paid in time' }))),
  trial: maybe(extra(Type.Literal(1, { description: 'it tries the shop out: no figure counts it' }))),
  language: maybe(extra(text('language code in which the buyer is written to, where the checkout named one'))),
  creation_date: dateTime('when it was placed'),
  modification_date: dateTime('when it was changed last'),
  username: text('username of its owner; empty: a guest'),
  ...address('order_delivery', 'delivery address'),
  ...address('order_invoice', 'invoice address'),
  order_email: text('email address'),
  order_phone: text('phone number'),
  order_note: text('note of the buyer'),
  payment_method: text('payment method, in the language of the reply'),
  payment_state: labelled('The state of the payment.', PAYMENT_STATES),
  delivery_method: text('delivery method, in the language of the reply'),
  delivery_state: labelled('The state of the delivery.', DELIVERY_STATES),
  order_state: oneOf('the state of the order', ORDER_STATES),
  attributes: OrderAttributes,
  cart: OrderCart,
  currency: extra(text('currency that it was placed in, of every amount: ISO 4217')),
  currency_digits: extra(whole('decimals of its amounts')),
  parcels: extra(list(Parcel, 'parcels in the order in which they were sent')),
  to_send: maybe(
    extra(
      list(
        group('Pieces of a line.', { id_element: id('cart element id'), quantity: quantity('pieces') }),
        'what is still to be sent, as packing slips show it; absent: nothing',
      ),
    ),
  ),
  backordered: maybe(
    extra(
      list(
        group('Pieces of a product.', { id_product: id('product id'), quantity: quantity('pieces') }),
        'what was sold beyond the stock; absent: nothing',
      ),
    ),
  ),
  worth: extra(
    list(
      group('What the pieces of a line are worth together.', {
        id_element: id('cart element id'),
        amount: money('what was charged for them after all that was taken off, tax included'),
        tax: money('tax in that amount'),
      }),
      'what each line is worth, delivery costs among them: together the total of the cart',
    ),
  ),
  credits: maybe(extra(list(Credit, 'what of it no longer counts, oldest first; absent: nothing'))),
  balance: extra(
    group('What it comes to now, and what of that is still to be paid.', {
      total: money('the total of the cart less the credits; 0: also of a cancelled order'),
      received: money('money that came for it, and what an exchange brought'),
      outstanding: money('what is still to be paid; below 0: what is to be given back'),
      refunded: money('money that went back, and what went to an exchange'),
      exchanged: maybe(money('what of `received` is no money: the worth of what came back; absent: nothing')),
    }),
  ),
  id_return: maybe(extra(id('the return that it is the exchange of; absent: none'))),
  refunds: maybe(extra(list(OrderRefund, 'money that went back, or goes, oldest first; absent: none'))),
  returns: maybe(extra(list(BriefReturn, 'its returns, oldest first; absent: there is none, and in lists'))),
  seq: maybe(extra(whole('record that changed it last, for if_seq; absent in lists, and for shoppers'))),
});
export type Order = Static<typeof Order>;
