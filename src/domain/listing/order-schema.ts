// The searchable fields of orders.
//
// For a million orders a stored field of few different values takes 2 MB, a number 9 MB and a text of each order's own
// 26 MB, so only what orders are usually looked up by is stored; other fields are read from the orders themselves.
import { caseless, composed } from '../../kernel/text.ts';
import { own } from '../by-language.ts';
import { channelName } from '../channels/back-office.ts';
import { textReader } from '../catalogue/typed-values.ts';
import { dateTime } from '../date-time.ts';
import { decimal } from '../money.ts';
import { COUNTRY_CODES, DETAIL_FIELDS, fieldOf, methodName, readerOf } from '../cart/order-details.ts';
import type { MethodKind, OrderDetails } from '../cart/order-details.ts';
import { orderTotal, outstandingOf } from '../orders/credits.ts';
import { invoiceNumberOf, invoicesOf } from '../orders/invoice-number.ts';
import { couponsTaken } from '../calculation/coupons.ts';
import type { Order } from '../orders/order.ts';
import type { ComputedField, SearchSchema } from './search-schema.ts';
import type { ShopRules } from '../rules.ts';
import type { Reader } from '../transaction.ts';
import { rulesOf } from '../orders/shop-profile.ts';
import type { FieldValue } from '../search/constraint.ts';

const fromOrder = (valueOf: (order: Order, rules: ShopRules, language: string) => FieldValue): ComputedField => ({
  kinds: [],
  read: (shop, id, language) => {
    const order = shop.read('order', id);
    return order === undefined ? undefined : valueOf(order, rulesOf(shop, order), language);
  },
});

const detail = (field: string): ComputedField => fromOrder(({ details }) => fieldOf(details, field));

/** Name of a payment or delivery method as replies in the query's language show it. */
const methodOf =
  (kind: MethodKind) =>
  ({ details }: Order, rules: ShopRules, language: string): string =>
    methodName(details, kind, rules, language);

const email = readerOf('email');

const codeForm = (code: string): string => caseless(code.trim());

/** Fields under their own names and, as in replies, with the prefix `order_`. */
const withAndWithoutPrefix = <T>(fields: { readonly [name: string]: T }): { readonly [name: string]: T } =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => [
      [`main.${name}`, field],
      [`main.order_${name}`, field],
    ]),
  );

/** Returns what reads who an address names: first and last name. */
const nameReader = (kind: 'delivery' | 'invoice'): ((details: OrderDetails) => string) => {
  const [first, last] = [readerOf(`${kind}_firstname`), readerOf(`${kind}_lastname`)];
  return (details) => {
    const [given, family] = [first(details), last(details)];
    return given === '' || family === '' ? given + family : given + ' ' + family;
  };
};

const deliveryName = nameReader('delivery');
const deliveryCompany = readerOf('delivery_companyname');
const invoiceName = nameReader('invoice');
const invoiceCompany = readerOf('invoice_companyname');

/** First and last names and companies of both addresses, each once: what a person on the telephone says. */
const personName = ({ details }: Order): FieldValue => {
  const names = [deliveryName(details), deliveryCompany(details), invoiceName(details), invoiceCompany(details)];
  return names.filter((name, at) => name !== '' && names.indexOf(name) === at).join('; ');
};

/** A field that a record without any value lacks, which takes less memory than an empty list. */
const someOf = (values: readonly (string | number)[]): FieldValue => (values.length === 0 ? undefined : values);

/** One value takes less memory than a list of it. */
const onlyOrAll = (values: readonly (string | number)[]): FieldValue =>
  values.length === 1 ? values[0] : someOf(values);

/** The numbers that an invoice of this text may have: a prefix may end in digits, too. */
const sequencesIn = (text: string): number[] => {
  const digits = /\d{1,15}$/.exec(text)?.[0] ?? '';
  return Array.from({ length: digits.length }, (_, start) => digits.slice(start)).flatMap((suffix) =>
    suffix.startsWith('0') ? [] : [Number(suffix)],
  );
};

/** What an index of orders says of some of them, without a look at the orders. */
const fromIndex = (
  list: 'unpaid' | 'expired' | 'trials',
  valueOf: (position: number) => FieldValue,
): ComputedField => ({
  kinds: [],
  read: (shop, id) => {
    const position = shop.index('order')[list].position(id);
    return position === 0 ? undefined : valueOf(position);
  },
  holders: (shop) => shop.index('order')[list].ids,
});

type OrderAttributes = Order['details']['attributes'];

/** An order may have a name from before names were composed. */
const inOtherForm = (attributes: OrderAttributes, name: string): OrderAttributes[string] | undefined => {
  for (const stored of Object.keys(attributes)) if (composed(stored) === name) return attributes[stored];
  return undefined;
};

/** `name`: composed. The class is looked up once, when a search begins, and not for each order. */
const attribute = (shop: Reader, name: string): ComputedField => {
  const valueOf = textReader(shop, name);
  return {
    kinds: ['class'],
    read(reader, id) {
      const attributes = reader.read('order', id)?.details.attributes ?? {};
      return valueOf(own(attributes, name) ?? inOtherForm(attributes, name));
    },
  };
};

export const orderSchema: SearchSchema<Order> = {
  classOf: () => 0,
  texts: undefined,
  stored: {
    'main.id': { read: (_state, id) => id },
    'main.creation_date': { read: ({ createdMs }) => dateTime(createdMs) },
    'main.modification_date': { read: ({ modifiedMs }) => dateTime(modifiedMs) },
    'main.id_user': { read: ({ userId }) => userId },
    'main.username': { read: ({ username }) => username },
    'main.order_number': { read: (_state, id) => String(id) },
    'main.order_state': { read: ({ states }) => states.order },
    'main.order_payment_state': { read: ({ states }) => states.payment },
    'main.order_delivery_state': { read: ({ states }) => states.delivery },
    'main.email': { read: ({ details }) => caseless(email(details)) },
    'main.id_payment_method': { read: ({ details }) => details.paymentMethodId },
    'main.id_delivery_method': { read: ({ details }) => details.deliveryMethodId },
    'main.person_name': { read: personName },
    'main.tracking_number': {
      read: ({ parcels }) => someOf(parcels.flatMap(({ trackingNumber }) => trackingNumber || [])),
    },
    'main.coupon_code': { read: ({ cart }) => someOf(cart.coupons.map(({ code }) => caseless(code))) },
    'main.invoice_sequence': { read: (order) => onlyOrAll(invoicesOf(order).map(({ number }) => number)) },
    // As `availability.low`: 1 or 0. A field of two values takes little, and says who owes nothing.
    'main.nothing_to_pay': { read: (order) => (outstandingOf(order) > 0 ? 0 : 1) },
    'main.cart.sum': { read: ({ cart, currencyDigits }) => decimal(cart.sumMinor, currencyDigits) },
  },
  computed: {
    ...withAndWithoutPrefix(
      Object.fromEntries(
        [...DETAIL_FIELDS.filter((field) => field !== 'email'), ...COUNTRY_CODES].map((field) => [
          field,
          detail(field),
        ]),
      ),
    ),
    'main.element_number': fromOrder(({ cart }) =>
      someOf(cart.lines.flatMap(({ elementNumber }) => elementNumber || [])),
    ),
    'main.id_product': fromOrder(({ cart }) => cart.lines.flatMap(({ productId }) => productId || [])),
    'main.payment_method': fromOrder(methodOf('payment')),
    'main.delivery_method': fromOrder(methodOf('delivery')),
    'main.invoice_number': {
      ...fromOrder((order) => onlyOrAll(invoicesOf(order).map((invoice) => invoiceNumberOf({ invoice })))),
      narrowedBy: { by: 'main.invoice_sequence', to: sequencesIn },
    },
    'main.cart.total': {
      kinds: [],
      read: (shop, id) => {
        const order = shop.read('order', id);
        return order && decimal(orderTotal(order), order.currencyDigits);
      },
    },
    'main.currency': fromOrder(({ currency }) => currency),
    'main.channel': {
      kinds: ['channel'],
      read: (shop, id) => channelName(shop, shop.read('order', id)?.channelId ?? 0),
    },
    // What the reports count, 1 or 0: with the days these list exactly the orders of a figure.
    'main.counted': fromOrder(({ isTrial }) => (isTrial ? 0 : 1)),
    'main.from_cart': fromOrder(({ isPrepared }) => (isPrepared ? 0 : 1)),
    'main.with_coupon': fromOrder(({ cart }) => (couponsTaken(cart) > 0 ? 1 : 0)),
    'main.id_promotion': fromOrder(({ cart }) => someOf(cart.promotions.map(({ id }) => id))),
    'main.with_promotion': fromOrder(({ cart }) => (cart.promotions.length > 0 ? 1 : 0)),
    'main.returning': {
      kinds: [],
      read: (shop, id) => {
        const order = shop.read('order', id);
        const { returning } = shop.index('order').reports;
        return order !== undefined && returning.has(order.userId, id, order.day) ? 1 : 0;
      },
    },
    'main.pay_until': fromIndex('unpaid', dateTime),
    'main.expired': fromIndex('expired', () => 1),
    'main.trial': fromIndex('trials', () => 1),
    // Without `main.` the name means the house number of the invoice address, as in every request.
    invoice_number: detail('invoice_number'),
  },
  named: (shop, name) =>
    shop.index('order').attributeNames.of(composed(name)) === 0 ? undefined : attribute(shop, composed(name)),
  aliases: {
    'main.id_order': 'main.id',
    'main.payment_state': 'main.order_payment_state',
    'main.order_email': 'main.email',
    'main.order_tracking_number': 'main.tracking_number',
    'main.order_coupon_code': 'main.coupon_code',
  },
  linked: {},
  bareNames: true,
  // As carts compare codes of coupons (D95), without blanks around them, and accounts their addresses.
  folds: { coupon_code: codeForm, order_coupon_code: codeForm, email: caseless, order_email: caseless },
  idFields: ['main.id'],
  nameFields: [],
  madeMs: ({ createdMs }) => createdMs,
};
