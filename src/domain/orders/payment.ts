// One attempt to collect the money of an order: started with a payment provider, and moved by its notices along the
// life cycle in lifecycles/payment-attempt.ts. An attempt never ends as an actor, so that late notices find it.
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { paymentAttemptLifecycle } from '../lifecycles/payment-attempt.ts';
import type { PaymentAttemptEvent, PaymentAttemptState } from '../lifecycles/payment-attempt.ts';
import { schema } from '../schema.ts';
import type { Reader } from '../transaction.ts';

export interface Payment {
  orderId: number;
  methodId: number;
  reference: string;
  redirect: string;
  token: string;
  amountMinor: number;
  /** ISO 4217. */
  currency: string;
  startedMs: number;
  expiresMs: number;
  state: PaymentAttemptState;
  /** The provider's own number of the transaction; '' until the provider sends it. */
  transaction: string;
  /** Where the provider sends the shopper back to; '' where nobody said. */
  successUrl: string;
  cancelUrl: string;
  /** The back office said that the money which it brought went back. */
  isReturned: boolean;
  /** What had come for the order when it began: it asks for more. */
  beforeMinor: number;
}

export type PaymentCommand =
  | ({ readonly type: 'start_payment' } & Omit<Payment, 'startedMs' | 'state' | 'transaction' | 'isReturned'>)
  | { readonly type: 'return_money' }
  | { readonly type: PaymentAttemptEvent; readonly transaction: string };

const EVENTS = {
  payment_started: {
    orderId: 0,
    methodId: 0,
    reference: '',
    redirect: '',
    token: '',
    amountMinor: 0,
    currency: '',
    expiresMs: 0,
    successUrl: '',
    cancelUrl: '',
    beforeMinor: 0,
  },
  payment_settled: { outcome: 'received' as PaymentAttemptState, transaction: '' },
  payment_returned: {},
};

export class PaymentIndex {
  /** Order → the payment started last. */
  readonly ofOrder = new Map<number, number>();
  /** Order → the payments started before that; most orders have none. */
  readonly earlier = new Map<number, Set<number>>();
  /** Orders that a payment brought money for. */
  readonly received = new Set<number>();
  /** Order → the payments whose money is on its way. */
  readonly pendingFor = new Map<number, Set<number>>();
  private readonly byReference = new Map<string, number>();
  private readonly byTransaction = new Map<string, number>();

  named(methodId: number, reference: string): number | undefined {
    return this.byReference.get(`${methodId} ${reference}`);
  }

  /** The payment that the provider's transaction brought. */
  paidBy(methodId: number, transaction: string): number | undefined {
    return this.byTransaction.get(`${methodId} ${transaction}`);
  }

  add(id: number, { orderId, methodId, reference, state, transaction }: Payment): void {
    const last = this.ofOrder.get(orderId) ?? id;
    this.ofOrder.set(orderId, Math.max(id, last));
    if (id !== last) this.earlier.set(orderId, (this.earlier.get(orderId) ?? new Set()).add(Math.min(id, last)));
    if (state === 'received') this.received.add(orderId);
    const pending = this.pendingFor.get(orderId);
    if (state === 'pending') this.pendingFor.set(orderId, (pending ?? new Set()).add(id));
    else if (pending?.delete(id) === true && pending.size === 0) this.pendingFor.delete(orderId);
    this.byReference.set(`${methodId} ${reference}`, id);
    if (transaction !== '') this.byTransaction.set(`${methodId} ${transaction}`, id);
  }
}

export const payment: ActorKind<Payment, PaymentCommand, typeof EVENTS, PaymentIndex> = {
  kind: 'payment',
  audit: { hidden: ['token', 'redirect', 'successUrl', 'cancelUrl'] },
  state: schema<Payment>({
    orderId: 0,
    methodId: 0,
    reference: '',
    redirect: '',
    token: '',
    amountMinor: 0,
    currency: '',
    startedMs: 0,
    expiresMs: 0,
    state: 'started',
    transaction: '',
    successUrl: '',
    cancelUrl: '',
    isReturned: false,
    beforeMinor: 0,
  }),
  events: EVENTS,
  decide(state, command) {
    switch (command.type) {
      case 'start_payment': {
        const {
          orderId,
          methodId,
          reference,
          redirect,
          token,
          amountMinor,
          currency,
          expiresMs,
          successUrl,
          cancelUrl,
          beforeMinor,
        } = command;
        const started = {
          orderId,
          methodId,
          reference,
          redirect,
          token,
          amountMinor,
          currency,
          expiresMs,
          successUrl,
          cancelUrl,
          beforeMinor,
        };
        return decided({ type: 'payment_started', ...started });
      }
      case 'promise':
      case 'receive':
      case 'expire': {
        const step = paymentAttemptLifecycle.step(state.state, command.type);
        return step === undefined
          ? decided()
          : decided({ type: 'payment_settled', outcome: step.to, transaction: command.transaction });
      }
      case 'return_money':
        return state.state === 'received' && !state.isReturned ? decided({ type: 'payment_returned' }) : decided();
      default:
        return command satisfies never;
    }
  },
  apply(state, event, atMs) {
    switch (event.type) {
      case 'payment_started': {
        const { type: _type, ...started } = event;
        Object.assign(state, started, { startedMs: atMs });
        return;
      }
      case 'payment_settled':
        state.state = event.outcome;
        state.transaction = event.transaction;
        return;
      case 'payment_returned':
        state.isReturned = true;
        return;
      default:
        event satisfies never;
    }
  },
  index: {
    isOneWay: true,
    create: () => new PaymentIndex(),
    add: (index, id, state) => index.add(id, state),
    // What is looked up by never changes, and a payment never ends.
    remove: () => {},
  },
};

/** The payment of this order that was started last; 0 for none. */
export const lastPaymentOf = (shop: Reader, orderId: number): number => shop.index('payment').ofOrder.get(orderId) ?? 0;

/** The payments of this order, oldest first. */
export const attemptsFor = (shop: Reader, orderId: number): readonly number[] => {
  shop.trackAbsence('payment');
  const last = lastPaymentOf(shop, orderId);
  const earlier = [...(shop.index('payment').earlier.get(orderId) ?? [])].sort((a, b) => a - b);
  return last === 0 ? [] : [...earlier, last];
};

/** What payments of this order brought and nobody said went back, in the minor unit. */
export const broughtMinor = (shop: Reader, orderId: number): number =>
  attemptsFor(shop, orderId)
    .map((id) => shop.read('payment', id)!)
    .filter(({ state, isReturned }) => state === 'received' && !isReturned)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly payment: typeof payment;
  }
}
