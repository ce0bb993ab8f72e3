// Delivery by rules as replies of the wire show it, and what the rules ask for a cart, counted apart from the server.
import type { Client, Members } from './client.ts';
import { must } from './client.ts';

/** A method of every shop that says nothing else. */
export const METHOD = 1;

/** Sums are those before promotions and coupons, which others may use up meanwhile. */
const RULES = [
  { name: 'Small', price: '4.90', per_piece: '0.35', sum: '[null, 50]', basis: 'before' },
  { name: 'Large', price: '7.15', sum: '[50, null]', free_from: '500', basis: 'before', taxclass: 'goods' },
] as const;

export const makeDelivery = async (office: Client): Promise<void> => {
  for (const rule of RULES) await must(office.office('create_delivery_rule', { ...rule, id_delivery_method: METHOD }));
};

/** What the rules ask for goods, in cents. */
export const deliveryCents = (goodsCents: number, pieces: number): number => {
  if (pieces === 0 || goodsCents >= 50_000) return 0;
  return goodsCents < 5000 ? 490 + 35 * pieces : 715;
};

const minor = (amount: unknown): number => Math.round(Number(amount) * 100);

/** Lines of a cart that are goods: an order has each delivery position as a line, too. */
export const goodsOf = <T>(cart: Members): readonly T[] =>
  (cart['contents'] as readonly (T & { readonly id_product: number })[]).filter(({ id_product: id }) => id !== 0);

/** What a cart shows, in cents: its positions, which come to its sum, and in an order to their lines; else NaN. */
export const deliveryOf = (cart: Members): number => {
  const { sum, positions } = cart['delivery_costs'] as { readonly sum: number; readonly positions: readonly Members[] };
  const parts = positions.reduce((all, { price }) => all + minor(price), 0);
  const lines = (cart['contents'] as readonly Members[]).filter((line) => line['id_product'] === 0);
  const asLines = lines.reduce((all, line) => all + minor(line['sum_price']), 0);
  return parts === minor(sum) && (lines.length === 0 || asLines === parts) ? parts : Number.NaN;
};
