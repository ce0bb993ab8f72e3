// Carts as replies show them, also within orders: declared and written in one place (written.ts).
//
// Every text here is octets (kernel/octets.ts): a cart is put together from kept texts for each reply, and becomes
// bytes by a plain copy.
import type {
  CartPromotion,
  Cart as CartState,
  DeliveryPosition as DeliveryPositionState,
} from '../../domain/cart/cart.ts';
import { undeliveredText } from '../../domain/cart/deliver-cart.ts';
import type { Explanation } from '../../domain/cart/explanation.ts';
import type { ElementType, Line } from '../../domain/cart/line.ts';
import type { TaxPosition as TaxPositionState } from '../../domain/calculation/amounts.ts';
import type { Totals } from '../../domain/calculation/calculate.ts';
import type { CartCoupon } from '../../domain/coupons/coupon.ts';
import type { CouponUse as CouponUseState } from '../../domain/calculation/discount.ts';
import { dateTime as dateTimeText } from '../../domain/date-time.ts';
import { decimal, decimalText } from '../../domain/money.ts';
import { REPRICED_BY } from '../../domain/cart/line-price.ts';
import type { RepricedBy } from '../../domain/cart/line-price.ts';
import { quote, toJson } from '../../kernel/json.ts';
import type { Shown } from '../../kernel/json.ts';
import { ascii, enclosed, joined, octets } from '../../kernel/octets.ts';
import type { Octets } from '../../kernel/octets.ts';
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
  saying,
  text,
} from './members.ts';
import { OctetWriting } from './written.ts';

/** `digits`: decimals of the currency. */
type Digits = number;

const LineAttribute = group('An attribute of a line.', {
  name: text('name of the attribute'),
  value: Type.Union([Type.String(), Type.Number()], { description: 'its value' }),
});
export type LineAttributes = Shown<{ [name: string]: Static<typeof LineAttribute> }>;

/** What a line is written from: `attributes` is made when the line is written for the first time. */
interface ShownLine {
  readonly line: Line;
  readonly attributes: () => LineAttributes;
}

const ofLine = new OctetWriting<ShownLine, Digits>();

export const CartLine = ofLine.record(
  'CartLine',
  'A line of a cart or an order; price and texts are as when it was added, tax is that of the delivery country.',
  {
    type: ofLine.fixed(
      oneOf<ElementType>('what it is', ['PRODUCT', 'FREE_ELEMENT', 'DELIVERY_COSTS']),
      ({ line }) => line.type,
    ),
    id: ofLine.fixed(id('cart element id, of its own within the cart'), ({ line }) => line.id),
    id_product: ofLine.fixed(id('product id; 0: a free element'), ({ line }) => line.productId),
    element_number: ofLine.fixed(text('article number'), ({ line }) => line.elementNumber),
    quantity: ofLine.text(quantity('pieces'), ({ line }) => decimalText(line.quantityMilli, 3)),
    price: ofLine.text(price('price of one piece'), ({ line }) => decimalText(line.priceE4, 4)),
    sum_price: ofLine.text(
      money('quantity times price; all lines of a product come to what one line would'),
      ({ line }, digits) => decimalText(line.sumMinor, digits),
    ),
    tax: ofLine.text(money('tax in the price of one piece, rounded by itself'), ({ line }, digits) =>
      decimalText(line.taxMinor, digits),
    ),
    sum_tax: ofLine.text(money('tax in the sum'), ({ line }, digits) => decimalText(line.sumTaxMinor, digits)),
    price_list: ofLine.value(
      maybe(extra(id('the price list of its price; absent: the attribute is the price'))),
      ({ line }) => (line.listed === null || line.listed[0] === 0 ? undefined : line.listed[0]),
    ),
    name: ofLine.fixed(text('name'), ({ line }) => line.name),
    description: ofLine.fixed(text('description'), ({ line }) => line.description),
    attributes: ofLine.fixed(
      keyed(
        LineAttribute,
        'attributes by name: sys_tax is the tax rate, sys_weight, sys_length, sys_width and sys_height are of one piece',
      ),
      ({ attributes }) => attributes(),
    ),
    sub_elements: ofLine.appended(
      maybe(
        group('The lines that hang below this one.', {
          contents: list(nested<{ readonly id: number }>('CartLine'), 'the lines, which have none below them'),
        }),
      ),
    ),
  },
);

/** What stands behind a line: those below it, as text. */
export const subElementsText = (lines: Octets): Octets => enclosed(',"sub_elements":{"contents":[', lines, ']}');

const ofCoupon = new OctetWriting<{ readonly coupon: CartCoupon; readonly use: CouponUseState }, Digits>();

const CouponUse = ofCoupon.record('CouponUse', 'A coupon that is attached to a cart, or a promotion, without a code.', {
  name: ofCoupon.value(text('name of the coupon'), ({ coupon }) => coupon.name),
  code: ofCoupon.value(text('its code'), ({ coupon }) => coupon.code),
  amount: ofCoupon.text(
    Type.Number({ description: 'what it gives: money, or percent' }),
    ({ coupon: { terms } }, digits) => decimalText(terms.amount, terms.percentage ? 4 : digits),
  ),
  used_amount: ofCoupon.text(money('what it takes off this cart'), ({ use }, digits) =>
    decimalText(use.usedMinor, digits),
  ),
  tax: ofCoupon.text(money('tax in that amount'), ({ use }, digits) => decimalText(use.taxMinor, digits)),
});

const NO_TERMS: CartCoupon['terms'] = {
  name: '',
  unique: false,
  percentage: false,
  amount: 0,
  startDay: null,
  endDay: null,
  combineable: true,
  currency: '',
  promotionId: 0,
};

/** A promotion as clients of the specification see it: a coupon that nobody entered. */
const promotionAsCoupon = ({ name, usedMinor, taxMinor }: CartPromotion, digits: Digits): Octets =>
  CouponUse.text(
    {
      coupon: { couponId: 0, code: '', name, terms: { ...NO_TERMS, amount: usedMinor } },
      use: { usedMinor, taxMinor, baseMinor: usedMinor, parts: [] },
    },
    digits,
  );

const ofDelivery = new OctetWriting<DeliveryPositionState, Digits>();

const DeliveryPosition = ofDelivery.record('DeliveryPosition', 'A part of the delivery costs.', {
  name: ofDelivery.value(text('name'), ({ name }) => name),
  price: ofDelivery.text(money('price, tax included'), ({ priceMinor }, digits) => decimalText(priceMinor, digits)),
  tax: ofDelivery.text(rate('tax rate'), ({ rateE6 }) => decimalText(rateE6, 6)),
});

const ofTax = new OctetWriting<TaxPositionState, Digits>();

const TaxPosition = ofTax.record('TaxPosition', 'The sums of one tax rate.', {
  rate: ofTax.text(rate('tax rate'), ({ rateE6 }) => decimalText(rateE6, 6)),
  net: ofTax.text(money('sum without tax'), ({ netMinor }, digits) => decimalText(netMinor, digits)),
  tax: ofTax.text(money('tax'), ({ taxMinor }, digits) => decimalText(taxMinor, digits)),
  gross: ofTax.text(money('sum with tax'), ({ grossMinor }, digits) => decimalText(grossMinor, digits)),
});

const [NOTHING, COMMA, NO_ENTRIES] = [ascii(''), ascii(','), ascii('[]')];
const NO_COUPONS = ascii('{"sum":0,"positions":[]}');

/** What `write` gives, with commas between. */
const listed = <T>(items: readonly T[], write: (item: T, index: number) => Octets): Octets => {
  let all = NOTHING;
  for (let index = 0; index < items.length; index += 1)
    all = joined(index === 0 ? all : joined(all, COMMA), write(items[index]!, index));
  return all;
};

const listText = <T>(items: readonly T[], write: (item: T, index: number) => Octets): Octets =>
  enclosed('[', listed(items, write), ']');

/** A cart as it is shown. */
export interface ShownCart {
  readonly cart: CartState;
  readonly totals: Totals;
  /** ISO 4217. */
  readonly currency: string;
  /** Its lines as text, with commas between them. */
  readonly lines: Octets;
  /** Line that add_to_cart added or increased; 0: the reply has no such member. */
  readonly raisedLineId: number;
  readonly explanation: Explanation | undefined;
}

const ofCart = new OctetWriting<ShownCart, Digits>();

const sumAndPositions = new OctetWriting<ShownCart, Digits>();

const Coupons = sumAndPositions.group('Attached coupons.', {
  sum: sumAndPositions.text(money('what they take off together'), ({ totals }, digits) =>
    decimalText(totals.promotionsMinor + totals.couponsMinor, digits),
  ),
  positions: sumAndPositions.text(list(CouponUse.schema, 'one by one'), ({ cart, totals }, digits) => {
    const promotions = listed(cart.promotions, (promotion) => promotionAsCoupon(promotion, digits));
    const coupons = listed(cart.coupons, (coupon, index) =>
      CouponUse.text({ coupon, use: totals.couponUses[index]! }, digits),
    );
    const both = promotions === NOTHING || coupons === NOTHING ? promotions : joined(promotions, COMMA);
    return enclosed('[', joined(both, coupons), ']');
  }),
});

const DeliveryCosts = sumAndPositions.group('Delivery costs.', {
  sum: sumAndPositions.text(money('all positions together'), ({ totals }, digits) =>
    decimalText(totals.deliveryMinor, digits),
  ),
  positions: sumAndPositions.text(list(DeliveryPosition.schema, 'one by one'), ({ cart }, digits) =>
    cart.deliveryPositions.length === 0
      ? NO_ENTRIES
      : listText(cart.deliveryPositions, (position) => DeliveryPosition.text(position, digits)),
  ),
});

export const Explain = group('How every amount came about, a sentence each.', {
  lines: list(text('a sentence'), 'the lines'),
  promotions: maybe(
    list(text('a sentence'), 'promotions; of a cart also those that give nothing, and why; absent: none'),
  ),
  coupons: list(text('a sentence'), 'the coupons'),
  delivery_costs: list(text('a sentence'), 'the delivery costs'),
  delivery_rules: maybe(
    list(text('a sentence'), 'of a cart: the delivery rules that were asked, up to the one that decides; absent: none'),
  ),
  worth: maybe(
    list(text('a sentence'), 'of a placed order: what each line is worth after all that is taken off it; else absent'),
  ),
  total: text('the total'),
});

const Repriced = group('A line with another price than before.', {
  id_element: id('cart element id'),
  from: price('price of one piece before'),
  to: price('price of one piece now'),
  why: oneOf('what the price follows', REPRICED_BY),
});

const LABELS = maybe(keyed(text('label'), 'what shoppers read for the name, by language; absent: the name'));

const labelsShown = (labels: CartPromotion['labels']) => (Object.keys(labels).length === 0 ? {} : { labels });

const PromotionShown = group('What a promotion takes off.', {
  id: id('promotion id'),
  name: text('its name'),
  labels: LABELS,
  amount: money('what it takes off, tax included'),
  tax: money('tax in that amount'),
  allocations: list(
    group('What a line bears of it.', {
      id_element: id('cart element id'),
      quantity: quantity('pieces that it is for'),
      amount: money('what it takes off them, tax included'),
      tax: money('tax in that amount'),
    }),
    'by line; what it takes off delivery costs is in none',
  ),
});

type Parts = CartPromotion['parts'];
/** Texts of what lines bear, as long as a promotion gives a cart the same. */
const allocationTexts = new WeakMap<Parts, readonly [digits: Digits, text: Octets]>();

const allocationsText = (parts: Parts, digits: Digits): Octets => {
  const known = allocationTexts.get(parts);
  if (known?.[0] === digits) return known[1];
  const text = listText(parts, ([line, milli, minor, tax]) => {
    const [quantityText, amount, taxText] = [
      decimalText(milli, 3),
      decimalText(minor, digits),
      decimalText(tax, digits),
    ];
    return ascii(`{"id_element":${line},"quantity":${quantityText},"amount":${amount},"tax":${taxText}}`);
  });
  allocationTexts.set(parts, [digits, text]);
  return text;
};

const promotionText = ({ id: promotionId, name, labels, ...use }: CartPromotion, digits: Digits): Octets => {
  const called = Object.keys(labels).length === 0 ? '' : `,"labels":${toJson(labels)}`;
  const [amount, tax] = [decimalText(use.usedMinor, digits), decimalText(use.taxMinor, digits)];
  const named = octets(`{"id":${promotionId},"name":${quote(name)}${called},`);
  const borne = enclosed(`"amount":${amount},"tax":${tax},"allocations":`, allocationsText(use.parts, digits), '}');
  return joined(named, borne);
};

/** Written by hand as its lines are: an order of a thousand lines has as many allocations. */
const promotionsText = ({ cart }: ShownCart, digits: Digits): Octets | undefined =>
  cart.promotions.length === 0 ? undefined : listText(cart.promotions, (promotion) => promotionText(promotion, digits));

const NearlyShown = group('A promotion that more goods would bring.', {
  id: id('promotion id'),
  name: text('its name'),
  labels: LABELS,
  needs: group('What is missing: one of these.', {
    sum: maybe(money('money that more goods come to')),
    pieces: maybe(quantity('pieces more')),
  }),
});

const BEGINNING = {
  creation_date: ofCart.text(dateTime('when it was begun'), ({ cart }) => ascii(`"${dateTimeText(cart.createdMs)}"`)),
  sum: ofCart.text(money('sum of all lines'), ({ cart }, digits) => decimalText(cart.sumMinor, digits)),
};

const REST = {
  contents: ofCart.text(list(CartLine.schema, 'lines in the order in which they were added'), ({ lines }) =>
    enclosed('[', lines, ']'),
  ),
  coupons: ofCart.text(Coupons.schema, (shown, digits) =>
    shown.cart.coupons.length + shown.cart.promotions.length === 0 ? NO_COUPONS : Coupons.text(shown, digits),
  ),
  delivery_costs: ofCart.text(DeliveryCosts.schema, (shown, digits) => DeliveryCosts.text(shown, digits)),
  total: ofCart.text(money('what is to be paid: lines and delivery costs less coupons'), ({ totals }, digits) =>
    decimalText(totals.totalMinor, digits),
  ),
  sum_tax: ofCart.text(extra(money('tax in the total')), ({ totals }, digits) =>
    decimalText(totals.sumTaxMinor, digits),
  ),
  tax_positions: ofCart.text(extra(list(TaxPosition.schema, 'the total by tax rate')), ({ totals }, digits) =>
    listText(totals.taxPositions, (position) => TaxPosition.text(position, digits)),
  ),
  currency: ofCart.text(extra(text('currency of every amount: ISO 4217')), ({ currency }) => ascii(`"${currency}"`)),
  promotions: ofCart.maybeText(
    maybe(
      extra(list(PromotionShown, 'what promotions take off, in the order in which they are taken; absent: nothing')),
    ),
    promotionsText,
  ),
};

const NotAvailable = group('Why the chosen delivery method is not to be had for this cart.', {
  why: text('code of the reason, as get_delivery_methods has it'),
  message: text('the same in a sentence'),
});

export const CartOfSession = ofCart.record('Cart', 'The cart of a session.', {
  object: ofCart.constant(Type.Literal('cart'), 'cart'),
  ...BEGINNING,
  last_inserted_element_id: ofCart.value(
    maybe(id('of add_to_cart: the line that was added or raised')),
    ({ raisedLineId }) => (raisedLineId === 0 ? undefined : raisedLineId),
  ),
  ...REST,
  repriced: ofCart.value(
    maybe(extra(list(Repriced, 'lines that the last change of the cart gave another price; absent: none'))),
    ({ cart }) =>
      cart.repriced.length === 0
        ? undefined
        : cart.repriced.map(([lineId, fromE4, toE4, why]) => ({
            id_element: lineId,
            from: decimal(fromE4, 4),
            to: decimal(toE4, 4),
            why: why as RepricedBy,
          })),
  ),
  nearly: ofCart.value(
    maybe(extra(list(NearlyShown, 'promotions that more goods would bring; absent: none'))),
    ({ cart }, digits) =>
      cart.nearly.length === 0
        ? undefined
        : cart.nearly.map(([promotionId, name, what, missing, labels]) => ({
            id: promotionId,
            name,
            ...labelsShown(labels),
            needs: what === 'sum' ? { sum: decimal(missing, digits) } : { pieces: decimal(missing, 3) },
          })),
  ),
  delivery_not_available: ofCart.value(
    maybe(extra(saying(NotAvailable, 'the checkout refuses the chosen delivery method; absent: it does not'))),
    ({ cart: { undelivered } }) =>
      undelivered === null ? undefined : { why: undelivered[0], message: undeliveredText(undelivered) },
  ),
  explain: ofCart.value(maybe(extra(Explain)), ({ explanation }) => explanation),
});

export const Cart = CartOfSession.schema;
export type Cart = Static<typeof Cart>;

export const CartOfOrder = ofCart.record('OrderCart', 'The cart that an order was made of.', { ...BEGINNING, ...REST });
export const OrderCart = CartOfOrder.schema;
export type OrderCart = Static<typeof OrderCart>;
