// Claims: an order that ends by itself had its time to pay, and nobody had paid, closed or sent it.
import type { Order } from '../../src/domain/orders/order.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { KindEvent } from '../../src/engine/journal/record.ts';

/** What is wrong with an order that has just ended; '' for nothing. */
const wrongOf = ({ states, parcels, payUntilMs }: Order, from: string, atMs: number): string => {
  if (from !== 'OPEN' && from !== 'PROCESSING') return `was ${from}`;
  if (states.payment !== 'PAYMENT_NOT_RECEIVED') return 'was paid';
  if (states.delivery !== 'PROCESSING' || parcels.length > 0) return 'was sent';
  return payUntilMs === 0 || payUntilMs > atMs ? `had until ${payUntilMs}, and it was ${atMs}` : '';
};

/** Looks at the ends of orders in a record that the engine has applied. */
export const checkEnds = (
  engine: Engine,
  events: readonly KindEvent[],
  atMs: number,
  found: (wrong: string) => void,
): void => {
  for (const { kind, id, event } of events) {
    if (kind !== 'order' || event.type !== 'order_state_changed') continue;
    const { expired, from } = event as unknown as { readonly expired: boolean; readonly from: string };
    if (!expired) continue;
    const wrong = wrongOf(engine.tables.order.peek(id) as Order, from, atMs);
    if (wrong !== '') found(`order ${id} ended by itself, and ${wrong}`);
  }
};
