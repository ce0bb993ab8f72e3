// What must be true when the faults are over and every call has its answer: carts, orders, stock and coupons.
import { setTimeout as pause } from 'node:timers/promises';
import type { Fields, Members } from '../kill/client.ts';
import { deliveryOf } from '../kill/delivered.ts';
import { centsOf, promotedOf } from '../kill/promoted.ts';
import { ENTITY, PROMOTED } from './goods.ts';
import { linesOf, shown } from './shopper.ts';
import type { LeftCart, Shop } from './shopper.ts';

const TRIES = 100;

const ask = async ({ callers, nodes }: Shop, operation: string, fields: Fields, isOffice = false): Promise<Members> => {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const answer = await callers.call(nodes[tried % nodes.length]!, operation, fields, isOffice);
    if (answer.outcome === 'answered') {
      if (answer.refusal !== '') throw new Error(`${operation}: ${JSON.stringify(answer.body).slice(0, 300)}`);
      return answer.body;
    }
    await pause(100);
  }
  throw new Error(`no node answers ${operation}, when all faults are over`);
};

const cartProblems = async (shop: Shop, left: readonly LeftCart[]): Promise<string[]> => {
  const problems: string[] = [];
  for (const { session, about, mayBe } of left) {
    const given = shown(linesOf(await ask(shop, 'get_cart', { session })));
    const wanted = mayBe.map(shown);
    if (!wanted.includes(given))
      problems.push(`${about}: session ${session} has ${given || 'nothing'}, may have ${wanted.join(' or ')}`);
  }
  return problems;
};

interface WireOrder {
  readonly id: number;
  readonly order_note: string;
  readonly cart: Members;
}

const couponsOf = (cart: Members): string[] => {
  const { positions } = cart['coupons'] as { readonly positions: readonly { readonly code: string }[] };
  // Promotions are among them without a code.
  return positions.flatMap(({ code }) => (code === '' ? [] : code));
};

const repeated = (names: readonly string[]): string[] => names.filter((name, index) => names.indexOf(name) !== index);

const orderProblems = (orders: readonly WireOrder[], { books }: Shop): string[] => {
  const problems: string[] = [];
  const found = new Map(orders.map((order) => [order.id, order]));
  for (const tag of repeated(orders.map(({ order_note: note }) => note))) problems.push(`two orders for ${tag}`);
  for (const code of repeated(orders.flatMap(({ cart }) => couponsOf(cart))))
    problems.push(`the coupon ${code} was used twice`);
  for (const { id, tag, lines, isSent } of books.orders.values()) {
    const order = found.get(id);
    if (order === undefined) problems.push(`the acknowledged order ${id} of ${tag} is gone`);
    else if (order.order_note !== tag || shown(linesOf(order.cart)) !== shown(lines))
      problems.push(`order ${id} is ${order.order_note}: ${shown(linesOf(order.cart))}, not ${tag}: ${shown(lines)}`);
    else if (deliveryOf(order.cart) !== books.deliveryOf(lines, isSent))
      problems.push(`order ${id} pays ${deliveryOf(order.cart)} for delivery, not ${books.deliveryOf(lines, isSent)}`);
  }
  for (const { id, order_note: note, cart } of orders) {
    const isLate = books.maybe.has(note) && shown(linesOf(cart)) === shown(books.sent.get(note)!);
    if (!books.orders.has(id) && !isLate) problems.push(`order ${id} of ${note} was given to nobody`);
  }
  return problems;
};

const stockProblems = async (shop: Shop, orders: readonly WireOrder[]): Promise<string[]> => {
  const { books } = shop;
  const sold = orders.reduce((sum, { cart }) => sum + books.piecesOf(linesOf(cart)), 0);
  const constraint = JSON.stringify({ 'metadata.element_number': ENTITY });
  const { result } = await ask(shop, 'search_warehouse_entities', { constraint }, true);
  const [entity] = result as readonly [{ readonly availability: { readonly quantity: number } }];
  const { quantity } = entity.availability;
  if (quantity >= 0 && quantity === books.placed - sold) return [];
  return [`${quantity} rare pieces are left: ${books.placed} were placed and ${sold} are sold`];
};

/** As many orders have the promotion as may, and the shop counts them; what it takes off is what totals lack. */
const promotionProblems = async (shop: Shop, orders: readonly WireOrder[]): Promise<string[]> => {
  const promoted = orders.map(({ id, cart }) => promotedOf(cart, `order ${id}`)).filter(({ length }) => length > 0);
  const { promotions } = await ask(shop, 'get_promotions', {}, true);
  const [{ uses, spent }] = promotions as readonly [
    { readonly uses: number; readonly spent: readonly { readonly amount: number }[] },
  ];
  const cents = promoted.reduce((sum, one) => sum + centsOf(one, shop.books.promotion), 0);
  const counted = Math.round((spent[0]?.amount ?? 0) * 100);
  const wanted = Math.min(PROMOTED, orders.length);
  if (promoted.length === wanted && uses === wanted && counted === cents) return [];
  return [
    `${promoted.length} of ${orders.length} orders have the promotion for ${cents}, ${PROMOTED} may; ` +
      `${uses} are counted for ${counted}`,
  ];
};

/** Lines. */
export const settle = async (shop: Shop, left: readonly LeftCart[]): Promise<string[]> => {
  const { result } = await ask(shop, 'search_orders', { constraint: '{}', language: 'de_DE' }, true);
  const orders = result as readonly WireOrder[];
  return [
    ...(await cartProblems(shop, left)),
    ...orderProblems(orders, shop),
    ...(await stockProblems(shop, orders)),
    ...(await promotionProblems(shop, orders)),
  ];
};
