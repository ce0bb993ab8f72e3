// Predicts what a change of an order does: the sentences of the dialog that asks.
//
// The engine itself says whether it is possible (`dry_run`); what follows from it is told from the life cycles
// (docs/reference/life-cycles.md) and the stock as it is now. Not promised: that nothing changes until it is done.
import type { CartLine, Order } from '../../src/client/operations.ts';
import { Refused, call } from '../api/call.ts';
import type { Params } from '../api/call.ts';
import { may, sees } from '../api/rights.ts';
import { moneyOf, pieces } from '../format.ts';
import { goodsOf } from '../order-lines.ts';
import { t } from '../texts/texts.ts';

export type OrderChange = Pick<
  Params<'update_order_details'>,
  'order_state' | 'order_payment_state' | 'order_delivery_state'
>;

export interface Plan {
  /** Undefined: possible. */
  readonly refused: Refused | undefined;
  readonly sentences: readonly string[];
}

const stateSentences = (order: Order, change: OrderChange): readonly string[] => {
  const { becomes } = t().order.plan;
  const states = t().states;
  const said: string[] = [];
  if (change.order_state !== undefined)
    said.push(becomes(t().orders.state, states.order[order.order_state], states.order[change.order_state]));
  if (change.order_payment_state !== undefined) {
    const [from, to] = [order.payment_state.name, change.order_payment_state];
    said.push(becomes(t().orders.payment, states.payment[from], states.payment[to]));
  }
  return said;
};

/** Product → pieces, including lines below another line. */
const piecesOf = (lines: readonly CartLine[]): readonly CartLine[] =>
  goodsOf(lines)
    .map(({ line }) => line)
    .filter(({ type, id_product: id }) => type === 'PRODUCT' && id > 0);

const stockOf = async (id: number, signal: AbortSignal): Promise<number | undefined> => {
  try {
    return (await call('get_product_details', { id_product: id }, signal)).availability.quantity;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
};

const cancelSentences = async (order: Order, signal: AbortSignal): Promise<readonly string[]> => {
  const texts = t().order.plan;
  const back = await Promise.all(
    piecesOf(order.cart.contents).map(async ({ id_product: id, quantity, name }) => {
      const now = await stockOf(id, signal);
      return now === undefined
        ? texts.stockBackBound(pieces(quantity), name)
        : texts.stockBack(pieces(quantity), name, pieces(now));
    }),
  );
  const isPaid = order.payment_state.name === 'PAYMENT_RECEIVED';
  return [
    ...back,
    ...order.cart.coupons.positions.map(({ code }) => texts.couponFree(code)),
    texts.cancelsInvoice,
    ...(isPaid && sees('amounts') ? [texts.refund(moneyOf(order)(order.cart.total))] : []),
  ];
};

const webhookSentences = async (change: OrderChange, signal: AbortSignal): Promise<readonly string[]> => {
  const event = change.order_payment_state === undefined ? 'ORDER_DELIVERY_CHANGE' : 'ORDER_PAYMENT_CHANGE';
  if (change.order_payment_state === undefined && change.order_delivery_state === undefined) return [];
  // Who may change orders need not see what the shop is connected to.
  if (!may('get_webhooks')) return [];
  const { webhooks } = await call('get_webhooks', {}, signal);
  return webhooks
    .filter((webhook) => webhook.event === event && webhook.url !== '')
    .map(({ name, url }) => t().order.plan.webhook(name, url));
};

const refusalOf = async (order: Order, change: OrderChange, signal: AbortSignal): Promise<Refused | undefined> => {
  try {
    await call('update_order_details', { id_order: order.id, ...change, dry_run: 1 }, signal);
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
};

export const planOf = async (order: Order, change: OrderChange, signal: AbortSignal): Promise<Plan> => {
  const texts = t().order.plan;
  const isReopened = order.order_state === 'CANCELED' && change.order_state !== undefined;
  const [refused, cancelled, webhooks] = await Promise.all([
    refusalOf(order, change, signal),
    change.order_state === 'CANCELED' ? cancelSentences(order, signal) : [],
    webhookSentences(change, signal),
  ]);
  const again = isReopened
    ? piecesOf(order.cart.contents).map(({ quantity, name }) => texts.stockAgain(pieces(quantity), name))
    : [];
  return { refused, sentences: [...stateSentences(order, change), ...cancelled, ...again, ...webhooks] };
};
