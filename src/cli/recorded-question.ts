// The questions that extensions would be asked about the cart of a session, or about an order, of a running shop.
//
// Not promised: that they are what the server asks to the byte. An order does not say which prices of its lines come
// from an extension, and who ordered may be in other groups by now. `sum_minor` is what the cart comes to without its
// delivery, so it is too low where a promotion takes the delivery off.
import type { Cart, Client, Order, Refused } from '../client/client.ts';
import { field } from '../client/client.ts';
import { ConfigError } from '../config/setting.ts';
import { zipKeys } from '../domain/delivery/zips.ts';
import type {
  CheckoutQuestion,
  DeliveryPriceQuestion,
  LinePriceQuestion,
  OrderDetails,
  Shopper,
} from '../extension/extension.ts';
import type { ExtensionPoint } from '../kernel/extensions.ts';

/** Throws ConfigError. */
const must = <T>(outcome: { readonly ok: true; readonly value: T } | Refused): T => {
  if (!outcome.ok) throw new ConfigError(`the shop refuses: ${outcome.code} ${outcome.param} ${outcome.detail}`.trim());
  return outcome.value;
};

interface Recorded extends CheckoutQuestion {
  readonly order?: Order;
}

const shopperOf = async (shop: Client, username: string, currency: string, countryCode: string): Promise<Shopper> => {
  const { currency_digits: digits, country, currency: own } = must(await shop.get_shop());
  const user =
    username === ''
      ? undefined
      : must(await shop.search_users({ constraint: field('username').equals(username) })).result[0];
  const currencyDigits = currency === own ? digits : digitsOf(currency);
  return {
    id_user: user?.id_user ?? 0,
    groups: user?.groups ?? [],
    currency,
    currency_digits: currencyDigits,
    country: countryCode || country,
    channel: 0,
  };
};

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

const ofSession = async (shop: Client, session: string): Promise<Recorded> => {
  const cart = must(await shop.get_cart({ session }));
  const details = must(await shop.get_order_details({ session }));
  const { user, delivery_country_code: country } = details;
  return { cart, details, shopper: await shopperOf(shop, user.username, cart.currency, country) };
};

const idOf = (methods: readonly { readonly id: number; readonly name: string }[], name: string): number =>
  methods.find((method) => method.name === name)?.id ?? 0;

/** Details of a placed order, from what orders show of them. */
const detailsOf = (order: Order, paymentId: number, deliveryId: number): OrderDetails => {
  const told = Object.entries(order).filter(([name, value]) => name.startsWith('order_') && typeof value === 'string');
  return {
    ...Object.fromEntries(told.map(([name, value]) => [name.slice('order_'.length), value as string])),
    object: 'order_details',
    order_payment_method: { id: paymentId, name: order.payment_method },
    order_delivery_method: { id: deliveryId, name: order.delivery_method },
    order_number: String(order.order_number),
    creation_date: order.creation_date,
    attributes: order.attributes,
  } as unknown as OrderDetails;
};

const ofOrder = async (shop: Client, id: number): Promise<Recorded> => {
  const order = must(await shop.get_order_by_id({ id_order: id }));
  const { payment_methods: payments, delivery_methods: deliveries } = must(await shop.get_shop());
  const [payment, delivery] = [idOf(payments, order.payment_method), idOf(deliveries, order.delivery_method)];
  const cart: Cart = { object: 'cart', ...order.cart };
  const shopper = await shopperOf(shop, order.username, order.currency, order.order_delivery_country_code);
  return { cart, details: detailsOf(order, payment, delivery), shopper, order };
};

const minorOf = (amount: number, { currency_digits: digits }: Shopper): number => Math.round(amount * 10 ** digits);

const linesOf = async (shop: Client, { cart, shopper }: Recorded): Promise<LinePriceQuestion[]> => {
  const questions: LinePriceQuestion[] = [];
  for (const line of cart.contents.filter(({ type }) => type === 'PRODUCT')) {
    const { id_product: id, price, quantity, attributes: given, element_number: number } = line;
    const { name, class: className, attributes } = must(await shop.get_product_details({ id_product: id }));
    const valuesOf = (of: { readonly [name: string]: { readonly value?: unknown } }) =>
      Object.fromEntries(Object.entries(of).map(([key, { value }]) => [key, value as string]));
    const product = { id, element_number: number, name, class: className, attributes: valuesOf(attributes) };
    questions.push({ product, minor: minorOf(price, shopper), quantity, attributes: valuesOf(given), shopper });
  }
  return questions;
};

type Goods = DeliveryPriceQuestion['goods'][number];

const goodsOf = (contents: Cart['contents'], shopper: Shopper): Goods[] =>
  contents.flatMap(({ type, id_product, quantity, sum_price: sum, attributes, sub_elements: below }): Goods[] => {
    const measure = (name: string): number => Number(attributes[name]?.value ?? 0);
    const centimetres = [measure('sys_length'), measure('sys_width'), measure('sys_height')] as const;
    const kilograms = measure('sys_weight');
    const own = { id_product, quantity, kilograms, centimetres, minor: minorOf(sum, shopper) };
    return [...(type === 'DELIVERY_COSTS' ? [] : [own]), ...goodsOf(below?.contents ?? [], shopper)];
  });

/** Asks about the chosen method, without what its rules ask: no reply has that beside what an extension says. */
const deliveryOf = ({ cart, details, shopper }: Recorded): DeliveryPriceQuestion => ({
  method: details.order_delivery_method,
  country: shopper.country,
  zip: zipKeys(details.delivery_zip).whole,
  goods: goodsOf(cart.contents, shopper),
  sum_minor: minorOf(cart.total - cart.delivery_costs.sum, shopper),
  shopper,
});

const eventOf = (order: Order): object => ({
  event: 'ORDER_CREATE',
  webhook: '',
  id: '',
  seq: 0,
  time: order.creation_date,
  parameters: { id_order: order.id },
  view_seq: 0,
  gone: 0,
  too_large: 0,
  object: order,
});

/** `what`: id of an order, or code of a session. Throws ConfigError. */
export const recordedQuestions = async (
  shop: Client,
  point: ExtensionPoint,
  what: string,
): Promise<readonly object[]> => {
  const recorded = await (/^\d+$/.test(what) ? ofOrder(shop, Number(what)) : ofSession(shop, what));
  const { cart, details, shopper, order } = recorded;
  if (point === 'checkout_check' || point === 'order_attributes') return [{ cart, details, shopper }];
  if (point === 'cart_check') return [{ change: 'add_to_cart', cart, shopper }];
  if (point === 'line_price') return linesOf(shop, recorded);
  if (point === 'delivery_price') return [deliveryOf(recorded)];
  if (point === 'after' && order !== undefined) return [eventOf(order)];
  throw new ConfigError(
    `no question of ${point} can be made of ${what}: give a file with one, as kontor/extension has its type`,
  );
};
