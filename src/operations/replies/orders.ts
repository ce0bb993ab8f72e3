// Draft orders and placed orders as replies show them.
import { ADDRESS_FIELDS } from '../../domain/cart/order-details.ts';
import { DELIVERY_STATES } from '../../domain/lifecycles/delivery.ts';
import { ORDER_STATES } from '../../domain/lifecycles/order.ts';
import { PAYMENT_STATES } from '../../domain/lifecycles/payment.ts';
import { Type } from '../../kernel/params.ts';
import type { Static } from '../../kernel/params.ts';
import { OrderCart } from './cart.ts';
import {
  dateTime,
  extra,
  group,
  id,
  keyed,
  list,
  maybe,
  money,
  oneOf,
  quantity,
  record,
  reply,
  text,
  whole,
} from './members.ts';

type AddressField = (typeof ADDRESS_FIELDS)[number] | 'country_code';
type AddressMembers<Prefix extends string> = { [K in `${Prefix}_${AddressField}`]: ReturnType<typeof text> };
export type Address<Prefix extends string> = { readonly [K in `${Prefix}_${AddressField}`]: string };

/** `prefix`: before the names of the fields, such as `order_delivery`. */
const address = <const P extends string>(prefix: P, of: string): AddressMembers<P> =>
  Object.fromEntries([
    ...ADDRESS_FIELDS.map((field) => [`${prefix}_${field}`, text(`${of}: ${field}`)]),
    [`${prefix}_country_code`, extra(text(`${of}: country as two letters, as entered where ISO 3166 knows it not`))],
  ]) as AddressMembers<P>;

const NamedValue = group('An attribute.', { name: text('name of the attribute'), value: text('its value') });
const OrderAttributes = keyed(NamedValue, 'attributes by name, as they were set');

const Choice = (description: string) =>
  group(description, {
    id: id('0: not specified'),
    name: text('name in the shop’s language; not_specified: none was chosen'),
  });
const StateShown = <const T extends string>(description: string, states: readonly T[]) =>
  group(description, {
    id: id('number of the state; 0: none yet'),
    name: oneOf<T | 'not_specified'>('the state', ['not_specified', ...states]),
  });

export const OrderDetails = reply('order_details', {
  user: group('Whose order it is.', { id_user: id('user id; 0: a guest'), username: text('username; empty: a guest') }),
  order_payment_method: Choice('The payment method.'),
  order_delivery_method: Choice('The delivery method.'),
  order_payment_state: StateShown('The state of the payment.', PAYMENT_STATES),
  order_delivery_state: StateShown('The state of the delivery.', DELIVERY_STATES),
  order_state: StateShown('The state of the order.', ORDER_STATES),
  order_type: group('Whether it is placed, and by whom.', {
    id: id('0: a draft'),
    name: oneOf('kind of order', ['not_specified', 'GUEST_ORDER', 'MEMBER_ORDER']),
  }),
  order_number: text('number that the order has, or will have; empty: none is reserved yet'),
  username_creator: text('of a placed order: who placed it; empty: a guest'),
  creation_date: dateTime('of a placed order: when'),
  username_modifier: text('of a placed order: the user or channel that changed it last'),
  modification_date: dateTime('of a placed order: when it was changed last'),
  ...address('delivery', 'delivery address'),
  ...address('invoice', 'invoice address'),
  note: text('note of the buyer'),
  email: text('email address'),
  phone: text('phone number'),
  attributes: OrderAttributes,
  taxed_again: maybe(
    extra(
      group('Of set_order_details: the delivery country taxed the cart anew; show it before the checkout.', {
        country: text('the delivery country, as two letters'),
        total_before: money('what the cart came to before'),
        total: money('what it comes to now'),
        currency: text('of both: ISO 4217'),
      }),
    ),
  ),
});
export type OrderDetails = Static<typeof OrderDetails>;

export const Parcel = record('Parcel', 'A parcel of an order.', {
  id: id('number of the parcel within its order, from 1'),
  creation_date: dateTime('when it was sent'),
  provider: text('who carries it'),
  tracking_number: text('the carrier’s number'),
  lines: list(
    group('Pieces of a line.', { id_element: id('cart element id'), quantity: quantity('pieces') }),
    'what is in it',
  ),
});
export type Parcel = Static<typeof Parcel>;

const labelled = <const T extends string>(description: string, states: readonly T[]) =>
  group(description, { name: oneOf('the state', states), label: text('name to show, in the language of the reply') });

export const Order = record('Order', 'A placed order.', {
  object: Type.Literal('order'),
  id: id('order id'),
  order_number: id('order number: the order id'),
  invoice_number: text('invoice number; empty: no invoice is issued'),
  cancellation_number: maybe(extra(text('of the document that cancels its invoice; absent: there is none'))),
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
  backordered: maybe(
    extra(
      list(
        group('Pieces of a product.', { id_product: id('product id'), quantity: quantity('pieces') }),
        'what was sold beyond the stock; absent: nothing',
      ),
    ),
  ),
});
export type Order = Static<typeof Order>;
