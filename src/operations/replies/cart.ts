// Carts as replies show them, also within orders.
import { Type } from '../../kernel/params.ts';
import type { Static } from '../../kernel/params.ts';
import {
  dateTime,
  extra,
  group,
  id,
  keyed,
  list,
  maybe,
  money,
  nested,
  oneOf,
  price,
  quantity,
  rate,
  record,
  text,
} from './members.ts';

const LineAttribute = group('An attribute of a line.', {
  name: text('name of the attribute'),
  value: Type.Union([Type.String(), Type.Number()], { description: 'its value' }),
});

const CartLine = record('CartLine', 'A line of a cart or an order; price, tax and texts are as when it was added.', {
  type: oneOf('what it is', ['PRODUCT', 'FREE_ELEMENT', 'DELIVERY_COSTS']),
  id: id('cart element id, of its own within the cart'),
  id_product: id('product id; 0: a free element'),
  element_number: text('article number'),
  quantity: quantity('pieces'),
  price: price('price of one piece'),
  sum_price: money('quantity times price'),
  tax: money('tax in the price of one piece, rounded by itself'),
  sum_tax: money('tax in the sum'),
  name: text('name'),
  description: text('description'),
  attributes: keyed(
    LineAttribute,
    'attributes by name: sys_tax is the tax rate, sys_weight, sys_length, sys_width and sys_height are of one piece',
  ),
  sub_elements: maybe(
    group('The lines that hang below this one.', {
      contents: list(nested<{ readonly id: number }>('CartLine'), 'the lines, which have none below them'),
    }),
  ),
});

const CouponUse = record('CouponUse', 'A coupon that is attached to a cart.', {
  name: text('name of the coupon'),
  code: text('its code'),
  amount: Type.Number({ description: 'what it gives: money, or a fraction for a percentage' }),
  used_amount: money('what it takes off this cart'),
  tax: money('tax in that amount'),
});

const DeliveryPosition = record('DeliveryPosition', 'A part of the delivery costs.', {
  name: text('name'),
  price: money('price, tax included'),
  tax: rate('tax rate'),
});

const TaxPosition = record('TaxPosition', 'The sums of one tax rate.', {
  rate: rate('tax rate'),
  net: money('sum without tax'),
  tax: money('tax'),
  gross: money('sum with tax'),
});

const CART = {
  creation_date: dateTime('when it was begun'),
  sum: money('sum of all lines'),
  last_inserted_element_id: maybe(id('of add_to_cart: the line that was added or raised')),
  contents: list(CartLine, 'lines in the order in which they were added'),
  coupons: group('Attached coupons.', {
    sum: money('what they take off together'),
    positions: list(CouponUse, 'one by one'),
  }),
  delivery_costs: group('Delivery costs.', {
    sum: money('all positions together'),
    positions: list(DeliveryPosition, 'one by one'),
  }),
  total: money('what is to be paid: lines and delivery costs less coupons'),
  sum_tax: extra(money('tax in the total')),
  tax_positions: extra(list(TaxPosition, 'the total by tax rate')),
  explain: maybe(
    extra(
      group('With `explain`: how every amount came about, a sentence each.', {
        lines: list(text('a sentence'), 'the lines'),
        coupons: list(text('a sentence'), 'the coupons'),
        delivery_costs: list(text('a sentence'), 'the delivery costs'),
        total: text('the total'),
      }),
    ),
  ),
};

export const Cart = record('Cart', 'The cart of a session.', { object: Type.Literal('cart'), ...CART });
export type Cart = Static<typeof Cart>;

const { last_inserted_element_id: _raised, explain: _explained, ...OF_ORDER } = CART;

export const OrderCart = record('OrderCart', 'The cart that an order was made of.', OF_ORDER);
export type OrderCart = Static<typeof OrderCart>;
