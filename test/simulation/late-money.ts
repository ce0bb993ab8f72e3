// Money that a payment provider reports late, for orders that have ended unpaid among others. Claims: an order is
// opened again in the record of its money where its goods and coupons can be had, else the money is kept without a
// claim; never both, never neither.
import type { IndexOf } from '../../src/domain/kind-types.ts';
import type { Order } from '../../src/domain/orders/order.ts';
import type { Payment } from '../../src/domain/orders/payment.ts';
import { reopenExpired } from '../../src/domain/orders/unpaid-order.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { Cause, KindEvent } from '../../src/engine/journal/record.ts';
import type { Refusal } from '../../src/kernel/result.ts';
import type { Seeded } from '../engine/seeded.ts';
import type { Counts } from './counts.ts';
import { CARD_METHOD } from './simulated-shop.ts';
import type { Life, SentCall } from './simulated-shop.ts';

/** What may be said of a notice besides success: another payment came first, or nothing is taken now. */
const EXPECTED: ReadonlySet<string> = new Set([
  'PAYMENT_ALREADY_RECEIVED',
  'JOURNAL_FAILED',
  'OVERLOADED',
  'DISK_FULL',
]);

export class LateMoney {
  private readonly counts: Counts;
  private readonly claim: (holds: boolean, message: () => string) => void;
  /** Told of each payment whose money the provider has. */
  private readonly took: (reference: string, amountMinor: number) => void;
  private transactions = 0;

  constructor(counts: Counts, took: LateMoney['took'], claim: LateMoney['claim']) {
    this.counts = counts;
    this.took = took;
    this.claim = claim;
  }

  /** Somebody begins to pay, and a provider reports money, of orders that have ended before all others. */
  bring(life: Life, chance: Seeded, send: (call: SentCall) => void): void {
    const payment = this.nextPayment(life.engine);
    if (payment !== undefined) send(payment);
    this.notify(life, chance);
  }

  /** A payment that somebody may begin; undefined: none. */
  private nextPayment({ tables }: Engine): SentCall | undefined {
    const { ofOrder } = tables.payment.index as IndexOf<'payment'>;
    for (let id = 1; id < tables.order.nextId; id += 1) {
      const order = tables.order.peek(id) as Order | undefined;
      if (order?.states.payment !== 'PAYMENT_NOT_RECEIVED') continue;
      const isCard = order.details.paymentMethodId === CARD_METHOD && order.states.order !== 'CANCELED';
      if (isCard && !ofOrder.has(id)) return { request: 'do_payment', params: { id_order: id }, secret: true, key: '' };
    }
    return undefined;
  }

  /** The provider reports the money of an attempt: of an order that has ended, where there is one. */
  private notify(life: Life, chance: Seeded): void {
    const { engine } = life;
    const attempts: [id: number, payment: Payment][] = [];
    for (let id = 1; id < engine.tables.payment.nextId; id += 1) {
      const payment = engine.tables.payment.peek(id) as Payment | undefined;
      if (payment?.state === 'started' || payment?.state === 'expired') attempts.push([id, payment]);
    }
    const ended = attempts.filter(([, { orderId }]) => (engine.tables.order.peek(orderId) as Order).isExpired);
    const from = ended.length > 0 && chance.chance(0.6) ? ended : attempts;
    if (from.length === 0) return;
    const [id, { reference, amountMinor, currency, orderId }] = chance.of(from);
    const { isExpired } = engine.tables.order.peek(orderId) as Order;
    // Nothing is recorded of it.
    const opens = isExpired && reopenExpired(engine.begin(), orderId).ok;
    this.took(reference, amountMinor);
    this.transactions += 1;
    const transaction = `money-${this.transactions}`;
    const notice = { reference, outcome: 'received' as const, transaction, amountMinor, currency };
    const headBefore = engine.headSeq;
    life.tell(notice, (refusal) => this.answered(engine, id, refusal));
    const { states } = engine.tables.order.peek(orderId) as Order;
    if (opens && engine.headSeq > headBefore)
      this.claim(states.order === 'OPEN', () => `order ${orderId} could be opened, and is ${states.order}`);
  }

  private answered(engine: Engine, id: number, refusal: Refusal | undefined): void {
    this.claim(refusal === undefined || EXPECTED.has(refusal.code), () => `money was refused: ${refusal!.code}`);
    if (refusal !== undefined) return;
    const { state } = engine.tables.payment.peek(id) as Payment;
    this.claim(state === 'received', () => `payment ${id} was told of its money, and is ${state}`);
  }

  /** Looks at a record that the engine has applied. */
  check(engine: Engine, events: readonly KindEvent[], { operation }: Cause): void {
    if (operation !== 'payment_notice') return;
    const settled = events.find(({ kind, event }) => kind === 'payment' && event.type === 'payment_settled');
    if (settled === undefined) return;
    const { orderId } = engine.tables.payment.peek(settled.id) as Payment;
    const { states } = engine.tables.order.peek(orderId) as Order;
    const keeps = events.filter(({ kind, event }) => kind === 'payment_notice' && event.type === 'notice_kept').length;
    const isOpened = events.some(
      ({ kind, event }) =>
        kind === 'order' &&
        event.type === 'order_state_changed' &&
        (event as unknown as { readonly from: string }).from === 'CANCELED',
    );
    if (isOpened) this.counts.reopened += 1;
    this.counts.kept += keeps;
    const isCanceled = states.order === 'CANCELED';
    this.claim(
      states.payment === 'PAYMENT_RECEIVED' && keeps === (isCanceled ? 1 : 0) && !(isOpened && isCanceled),
      () => `order ${orderId} is ${states.order} and ${states.payment}, and its money was kept ${keeps} times`,
    );
  }
}
