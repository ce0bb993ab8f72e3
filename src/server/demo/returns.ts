// What comes back to the demo shop: one return that is announced and waits, and one that was received, with its credit
// note and the money back.
import { announceReturn } from '../../domain/orders/change-returns.ts';
import { returnsOf } from '../../domain/orders/order-return.ts';
import { RefusedCall } from './demo-shop.ts';
import type { DemoShop, Members } from './demo-shop.ts';
import { linesOf } from './orders.ts';
import { story } from './story.ts';
import type { SentBack } from './story.ts';
import { HOUR_MS } from './timeline.ts';
import type { Planned } from './timeline.ts';

interface Found {
  readonly id: number;
  readonly order_state: string;
  readonly payment_state: { readonly name: string };
}

/** The newest order that was paid, has arrived, and of which nothing comes back yet; undefined: there is none. */
const arrivedOrder = async ({ call, engine }: DemoShop): Promise<number | undefined> => {
  const { result } = await call('search_orders', { constraint: { order_state: 'CLOSED' }, right_limit: 500 });
  const shop = engine.readContext();
  const ids = (result as readonly Found[])
    .filter(({ id, payment_state: { name } }) => name === 'PAYMENT_RECEIVED' && returnsOf(shop, id).length === 0)
    .map(({ id }) => id);
  return ids.length === 0 ? undefined : Math.max(...ids);
};

/** Documents that are asked for once more, because the machine is too busy for the time that they have. */
const PRINTED_TRIES = 20;

const printed = async (shop: DemoShop, request: string, fields: Members, tries = PRINTED_TRIES): Promise<void> => {
  try {
    await shop.call(request, fields);
  } catch (error) {
    const isBusy = error instanceof RefusedCall && error.code === 'DOCUMENT_TOO_SLOW' && tries > 1;
    if (!isBusy) throw error;
    await printed(shop, request, fields, tries - 1);
  }
};

/** Its buyer announces a return of one piece, with the invoice in hand; undefined: nothing has arrived. */
const announce = async (shop: DemoShop, { reason, note }: SentBack) => {
  const orderId = await arrivedOrder(shop);
  const [line] = orderId === undefined ? [] : await linesOf(shop, orderId);
  if (orderId === undefined || line === undefined) return undefined;
  await printed(shop, 'get_invoice', { id_order: orderId });
  const lines = [{ lineId: line.id, quantityMilli: 1000, reason }];
  const announced = { orderId, lines, note, wish: 'refund', wished: [], by: 0 } as const;
  // Nobody has a session of the buyer any more.
  const returnId = shop.decide('announce_return', (tx) => announceReturn(tx, announced));
  return { orderId, returnId, lines: [{ id_element: line.id, quantity: 1, reason, back: 1 }] };
};

/** One is announced, and received two days later; the money goes back in the hour after. */
export const receivedReturn = (shop: DemoShop, dayMs: number, days: number): Planned => ({
  atMs: dayMs + 18 * HOUR_MS,
  run: async (plan) => {
    const sentBack = await announce(shop, story().returns.received);
    if (sentBack === undefined) return;
    const { orderId, returnId, lines } = sentBack;
    const atMs = dayMs + (days * 24 + 10) * HOUR_MS;
    plan(atMs, async () => void (await shop.call('receive_return', { id_return: returnId, lines })));
    plan(atMs + HOUR_MS, async () => {
      await shop.call('refund', { id_order: orderId, to: 'manual', reason: story().returns.received.reason });
      await printed(shop, 'get_credit_note', { id_order: orderId, id_credit: 1 });
    });
  },
});

/** One that is on its way. */
export const announcedReturn = (shop: DemoShop, dayMs: number): Planned => ({
  atMs: dayMs + 19 * HOUR_MS,
  run: async () => void (await announce(shop, story().returns.announced)),
});
