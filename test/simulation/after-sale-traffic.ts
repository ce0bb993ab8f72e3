// Calls after the sale, by chance: parcels, pieces that are cancelled or come back, money that goes back, and the
// documents of both.
import type { Seeded } from '../engine/seeded.ts';
import type { SentCall } from './simulated-shop.ts';

/** What callers know of orders. */
interface KnownOrders {
  /** Ids of acknowledged orders. */
  readonly orders: readonly number[];
  /** By order: the session that its buyer went on with. */
  readonly buyers: ReadonlyMap<number, string>;
  /** By order: its lines of goods and their whole pieces. */
  readonly lines: ReadonlyMap<number, readonly (readonly [id: number, pieces: number])[]>;
  /** Number of a return → its order. */
  readonly returns: ReadonlyMap<number, number>;
  readonly made: number;
}

type Params = { readonly [name: string]: unknown };
type Make = (chance: Seeded, known: KnownOrders) => SentCall;

const office = (request: string, params: Params): SentCall => ({ request, params, secret: true, key: '' });

/** One of the latest, so that much happens to the same. */
const orderOf = (chance: Seeded, { orders }: KnownOrders): number =>
  orders.length === 0 ? 1 : chance.of(chance.chance(0.8) ? orders.slice(-4) : orders);

/** Pieces of lines that the order has, most of the time no more than it has. */
const linesOf = (
  chance: Seeded,
  { lines }: KnownOrders,
  orderId: number,
  more: () => Params = () => ({}),
): readonly Params[] => {
  const own = lines.get(orderId) ?? [[1, 1]];
  return Array.from({ length: chance.of([1, 1, 2]) }, () => {
    const [id, pieces] = chance.chance(0.95) ? chance.of(own) : [3, 1];
    return { id_element: id, quantity: 1 + chance.below(chance.chance(0.9) ? pieces : 4), ...more() };
  });
};

const onOrder =
  (request: string, more: (chance: Seeded, known: KnownOrders, orderId: number) => Params): Make =>
  (chance, known) => {
    const orderId = orderOf(chance, known);
    return office(request, { id_order: orderId, ...more(chance, known, orderId) });
  };

/** Sent again under its key now and then. */
const keyed =
  (make: Make): Make =>
  (chance, known) => {
    const call = make(chance, known);
    return chance.chance(0.4) ? { ...call, key: `key-${known.made}` } : call;
  };

const announced: Make = (chance, known) => {
  const orderId = orderOf(chance, known);
  const note = chance.chance(0.2) && { note: `n${known.made}` };
  const params = { id_order: orderId, lines: linesOf(chance, known, orderId), ...note };
  const session = known.buyers.get(orderId);
  if (session === undefined || chance.chance(0.5)) return office('announce_return', params);
  return { request: 'announce_return', params: { ...params, session }, secret: false, key: '' };
};

const returnOf = (chance: Seeded, { returns }: KnownOrders): number =>
  returns.size === 0 ? 1 : chance.of([...returns.keys()].slice(-4));

const placeOf = (chance: Seeded): Params =>
  chance.of([{ back: 1 }, { back: 1 }, { storage: 'north' }, { storage: 'south' }, {}]);

const received: Make = (chance, known) => {
  const returnId = known.returns.size > 0 && chance.chance(0.3) ? returnOf(chance, known) : 0;
  const orderId = returnId === 0 ? orderOf(chance, known) : known.returns.get(returnId)!;
  const lines = linesOf(chance, known, orderId, () => placeOf(chance));
  return office('receive_return', { ...(returnId === 0 ? { id_order: orderId } : { id_return: returnId }), lines });
};

const refunded = onOrder('refund', (chance, known, orderId) => {
  const what = chance.below(3);
  return {
    to: chance.of(['payment', 'payment', 'manual', 'credit']),
    reason: chance.of(['', 'late']),
    ...(what === 0 && { amount: (1 + chance.below(300)) / 100 }),
    ...(what === 1 && { lines: linesOf(chance, known, orderId) }),
  };
});

const set = (name: string, states: readonly string[]): Make =>
  onOrder('update_order_details', (chance) => ({ [name]: chance.of(states) }));

const shown = (request: string, more: (chance: Seeded) => Params = () => ({})): Make =>
  onOrder(request, (chance) => ({ ...more(chance), format: chance.of(['html', 'html', 'html', 'pdf']) }));

/** Weights, out of their sum and that of others. */
export const AFTER_SALE: readonly (readonly [weight: number, make: Make])[] = [
  [6, onOrder('add_parcel', (chance, known, orderId) => ({ lines: linesOf(chance, known, orderId) }))],
  [2, set('order_delivery_state', ['CLOSED', 'CLOSED', 'PROCESSING'])],
  [1, set('order_payment_state', ['PAYMENT_RECEIVED'])],
  [6, onOrder('cancel_lines', (chance, known, orderId) => ({ lines: linesOf(chance, known, orderId) }))],
  [3, announced],
  [8, keyed(received)],
  [1, (chance, known) => office('withdraw_return', { id_return: returnOf(chance, known) })],
  [10, keyed(refunded)],
  [4, shown('get_invoice')],
  [3, shown('get_credit_note', (chance) => ({ id_credit: 1 + chance.below(3) }))],
  [1, shown('get_cancellation_invoice')],
  [1, onOrder('get_refunds', () => ({}))],
];
