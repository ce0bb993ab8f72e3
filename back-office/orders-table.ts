// Orders as tables for those who count them: a row for each order, or one for each line. Sums are exact to the smallest
// coin: net and tax of all rates add up to the total of the order, and so do its lines with coupons and delivery costs.
import type { CartLine, Order } from '../src/client/operations.ts';
import type { FieldGroup } from './api/session.ts';
import { shopClock } from './format.ts';
import { goodsOf } from './order-lines.ts';
import { tableNumber } from './typed.ts';

type Cell = string | number;
type Table = readonly (readonly Cell[])[];

interface Column<T> {
  readonly head: string;
  readonly cell: (of: T) => Cell;
  /** It is left out for those who do not see it. */
  readonly group?: FieldGroup;
}

/** Whether the person sees the fields of a group. */
type Sees = (group: FieldGroup) => boolean;

interface Given {
  readonly orders: readonly Order[];
  /** Time zone of the shop, so that days summed from the file are days of its reports. */
  readonly zone: string;
  readonly sees: Sees;
}

const tableOf = <T>(all: readonly Column<T>[], rows: readonly T[], sees: Sees): Table => {
  const columns = all.filter(({ group }) => group === undefined || sees(group));
  return [columns.map(({ head }) => head), ...rows.map((row) => columns.map(({ cell }) => cell(row)))];
};

/** Sums amounts of an order in its smallest coin. */
const sumIn = ({ currency_digits: digits }: Order, ...amounts: readonly number[]): number => {
  const unit = 10 ** digits;
  return amounts.reduce((sum, amount) => sum + Math.round(amount * unit), 0) / unit;
};

const percentOf = (rate: number): number => Math.round(rate * 1e6) / 1e4;

/** An invoice has the day on which its order was placed. */
const invoiceDay = (order: Order): string =>
  order.invoice_number === '' ? '' : shopClock(order.creation_date).slice(0, 10);

/** Rates of the orders, the highest first. */
const ratesIn = (orders: readonly Order[]): readonly number[] =>
  [...new Set(orders.flatMap(({ cart }) => cart.tax_positions.map(({ rate }) => rate)))].sort((a, b) => b - a);

/** 0 where the order has nothing at that rate. */
const atRate = (rate: number, member: 'net' | 'tax') => (order: Order) =>
  sumIn(order, ...order.cart.tax_positions.filter((one) => one.rate === rate).map((one) => one[member]));

const rateColumns = (rate: number): readonly Column<Order>[] =>
  (['net', 'tax'] as const).map((member) => ({
    head: `${member} ${tableNumber(percentOf(rate))}%`,
    cell: atRate(rate, member),
    group: 'amounts',
  }));

export const ordersTable = ({ orders, zone, sees }: Given): Table =>
  tableOf<Order>(
    [
      { head: 'order', cell: (order) => order.order_number },
      { head: `placed (${zone})`, cell: (order) => shopClock(order.creation_date) },
      { head: 'state', cell: (order) => order.order_state },
      { head: 'payment', cell: (order) => order.payment_state.name },
      { head: 'delivery', cell: (order) => order.delivery_state.name },
      { head: 'invoice', cell: (order) => order.invoice_number },
      { head: 'invoice_date', cell: invoiceDay },
      { head: 'cancellation', cell: (order) => order.cancellation_number ?? '' },
      { head: 'username', cell: (order) => order.username, group: 'contacts' },
      { head: 'email', cell: (order) => order.order_email, group: 'contacts' },
      { head: 'company', cell: (order) => order.order_delivery_companyname, group: 'addresses' },
      { head: 'firstname', cell: (order) => order.order_delivery_firstname, group: 'addresses' },
      { head: 'lastname', cell: (order) => order.order_delivery_lastname, group: 'addresses' },
      { head: 'street', cell: (order) => order.order_delivery_street, group: 'addresses' },
      { head: 'number', cell: (order) => order.order_delivery_number, group: 'addresses' },
      { head: 'zip', cell: (order) => order.order_delivery_zip, group: 'addresses' },
      { head: 'city', cell: (order) => order.order_delivery_city, group: 'addresses' },
      { head: 'delivery_country', cell: (order) => order.order_delivery_country_code, group: 'addresses' },
      { head: 'payment_method', cell: (order) => order.payment_method },
      { head: 'delivery_method', cell: (order) => order.delivery_method },
      { head: 'lines', cell: (order) => goodsOf(order.cart.contents).length },
      { head: 'total', cell: (order) => order.cart.total, group: 'amounts' },
      { head: 'net', cell: (order) => sumIn(order, order.cart.total, -order.cart.sum_tax), group: 'amounts' },
      { head: 'tax', cell: (order) => order.cart.sum_tax, group: 'amounts' },
      ...ratesIn(orders).flatMap(rateColumns),
      { head: 'currency', cell: (order) => order.currency },
    ],
    orders,
    sees,
  );

interface LineRow {
  readonly order: Order;
  readonly kind: 'product' | 'free' | 'delivery' | 'promotion' | 'coupon';
  readonly number: string;
  readonly name: string;
  readonly quantity: number;
  readonly price: number;
  readonly sum: number;
  /** Per cent; '': a coupon that takes off goods of several rates, or a promotion that takes off delivery costs. */
  readonly percent: number | '';
  readonly tax: number;
}

const KINDS = { PRODUCT: 'product', FREE_ELEMENT: 'free', DELIVERY_COSTS: 'delivery' } as const;

const lineRow = (order: Order, line: CartLine): LineRow => {
  const rate = line.attributes['sys_tax']?.value;
  return {
    order,
    kind: KINDS[line.type],
    number: line.element_number,
    name: line.name,
    quantity: line.quantity,
    price: line.price,
    sum: line.sum_price,
    percent: typeof rate === 'number' ? percentOf(rate) : 0,
    tax: line.sum_tax,
  };
};

/** What promotions take off: a row for each line that bears a part, and one for the rest, which delivery costs bear. */
const promotionRows = (order: Order, goods: readonly (readonly [CartLine, LineRow])[]): readonly LineRow[] =>
  (order.cart.promotions ?? []).flatMap(({ name, amount, tax, allocations }) => {
    const row = (of: Partial<LineRow>, less: number, lessTax: number): LineRow => ({
      order,
      kind: 'promotion',
      number: '',
      percent: '',
      ...of,
      name,
      quantity: 1,
      price: sumIn(order, -less),
      sum: sumIn(order, -less),
      tax: sumIn(order, -lessTax),
    });
    const borne = allocations.map((part) => {
      const own = goods.find(([{ id }]) => id === part.id_element)?.[1];
      return row(own === undefined ? {} : { number: own.number, percent: own.percent }, part.amount, part.tax);
    });
    const rest = sumIn(order, amount, ...allocations.map((part) => -part.amount));
    const restTax = sumIn(order, tax, ...allocations.map((part) => -part.tax));
    return rest === 0 ? borne : [...borne, row({}, rest, restTax)];
  });

/** Goods, then what promotions and coupons take off, then delivery costs. */
const rowsOf = (order: Order, sees: Sees): readonly LineRow[] => {
  const { contents, coupons, promotions = [] } = order.cart;
  const pairs = goodsOf(contents).map(({ line }) => [line, lineRow(order, line)] as const);
  const goods = pairs.map(([, row]) => row);
  const costs = contents.filter(({ type }) => type === 'DELIVERY_COSTS').map((line) => lineRow(order, line));
  const rates = new Set(goods.map(({ percent }) => percent));
  // Promotions stand first among the coupons.
  const entered = coupons.positions.slice(promotions.length);
  const taken = entered.map(({ code, name, used_amount: used, tax }): LineRow => ({
    order,
    kind: 'coupon',
    number: code,
    name,
    quantity: 1,
    price: sumIn(order, -used),
    sum: sumIn(order, -used),
    percent: rates.size === 1 ? [...rates][0]! : '',
    tax: sumIn(order, -tax),
  }));
  return [...goods, ...(sees('amounts') ? [...promotionRows(order, pairs), ...taken] : []), ...costs];
};

export const linesTable = ({ orders, zone, sees }: Given): Table =>
  tableOf<LineRow>(
    [
      { head: 'order', cell: ({ order }) => order.order_number },
      { head: `placed (${zone})`, cell: ({ order }) => shopClock(order.creation_date) },
      { head: 'state', cell: ({ order }) => order.order_state },
      { head: 'invoice', cell: ({ order }) => order.invoice_number },
      { head: 'invoice_date', cell: ({ order }) => invoiceDay(order) },
      { head: 'delivery_country', cell: ({ order }) => order.order_delivery_country_code, group: 'addresses' },
      { head: 'kind', cell: ({ kind }) => kind },
      { head: 'number', cell: ({ number }) => number },
      { head: 'name', cell: ({ name }) => name },
      { head: 'quantity', cell: ({ quantity }) => quantity },
      { head: 'price', cell: ({ price }) => price, group: 'amounts' },
      { head: 'sum', cell: ({ sum }) => sum, group: 'amounts' },
      { head: 'tax_rate', cell: ({ percent }) => percent, group: 'amounts' },
      { head: 'tax', cell: ({ tax }) => tax, group: 'amounts' },
      { head: 'currency', cell: ({ order }) => order.currency },
    ],
    orders.flatMap((order) => rowsOf(order, sees)),
    sees,
  );
