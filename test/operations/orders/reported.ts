// Orders and reports as clients make and read them, for the tests of reports.
import type { Given, ShopOptions } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { Goods, line } from '../shop.ts';
import type { TestShop } from '../shop.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

interface Row {
  readonly date: string;
  readonly value: number;
  readonly id?: number;
  readonly name?: string;
}

export interface Report {
  readonly object: string;
  readonly statistic: string;
  readonly measurement: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly sum: number;
  readonly status: string;
  readonly records: readonly Row[];
}

export const report = (shop: TestShop, statistic: string, more: Given = {}): Promise<Report> =>
  shop.admin<Report>('get_report', { statistic, ...more });

/** Date → value of the days that have any. */
export const days = async (
  shop: TestShop,
  statistic: string,
  more: Given = {},
): Promise<{ readonly [date: string]: number }> => {
  const { records } = await report(shop, statistic, more);
  return Object.fromEntries(records.filter(({ value }) => value !== 0).map(({ date, value }) => [date, value]));
};

export const list = async (
  shop: TestShop,
  statistic: string,
): Promise<(readonly [id: number | undefined, value: number])[]> =>
  (await report(shop, statistic)).records.map(({ id, value }) => [id, value]);

export const buy = async (
  shop: TestShop,
  quantities: readonly (readonly [productId: number, quantity: number])[],
): Promise<number> => {
  const session = await shop.session();
  for (const [productId, quantity] of quantities)
    await shop.call('add_to_cart', line(session, productId, { quantity }));
  const { id_order } = await shop.call<Checkout>('checkout', { session });
  return Number(id_order);
};

export const setState = (shop: TestShop, id_order: number, order_state: string) =>
  shop.admin('update_order_details', { id_order, order_state });

/** A shop with three products at 10.00, its clock at a moment. */
export const at = async (moment: string, options: ShopOptions = {}) => {
  const goods = await Goods.open(options);
  const { shop } = goods;
  const products = [await goods.product(10), await goods.product(10), await goods.product(10)] as const;
  shop.nowMs = Date.parse(moment);
  shop.usage.tick();
  return { goods, shop, products };
};

/** By another way than the engine's. */
export const localDay = (timeZone: string, ms: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(ms);
