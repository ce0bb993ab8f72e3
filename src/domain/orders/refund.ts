// Money that goes back to a buyer: by the payment that brought it, or by hand; also what a provider gave or took back
// without being asked here. It moves along the life cycle in lifecycles/refund.ts.
//
// Guaranteed: the refunds of an order that are done count in it what `countedMinor` says, together no more than came
// (D521). Not promised: that the money arrived; the provider, or a person, says so.
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { refundLifecycle } from '../lifecycles/refund.ts';
import type { RefundEvent, RefundState } from '../lifecycles/refund.ts';
import { schema } from '../schema.ts';
import type { Reader } from '../transaction.ts';

/** `exchange`: no money; it pays the exchange of a return. */
export const REFUND_WAYS = ['payment', 'manual', 'exchange'] as const;
type RefundWay = (typeof REFUND_WAYS)[number];

/** Who had it made: the shop, the provider's own pages, or a buyer who disputes the payment. */
export const REFUND_ORIGINS = ['shop', 'provider', 'dispute'] as const;
type RefundOrigin = (typeof REFUND_ORIGINS)[number];

export interface Refund {
  orderId: number;
  /** The attempt to pay that brought the money; 0: none is known, it goes back by hand. */
  paymentId: number;
  /** Number of the credit within the order that was made with it; 0: none was. */
  creditId: number;
  amountMinor: number;
  /** What of it counts in the order, or will: less where more went back than came. */
  countedMinor: number;
  /** ISO 4217. */
  currency: string;
  currencyDigits: number;
  to: RefundWay;
  origin: RefundOrigin;
  /** A code of the caller's; '': none. */
  reason: string;
  note: string;
  /** The provider's own number of the refund; '' until the provider sends it. */
  transaction: string;
  state: RefundState;
  /** Why it failed, or why it was not taken yet. */
  failure: string;
  /** Calls of the provider that brought no answer. */
  attempts: number;
  /** When the provider is asked again; −1: it is asked no more. */
  nextMs: number;
  askedMs: number;
  /** When it was done, or failed; 0: neither yet. */
  endedMs: number;
  /** The channel that asked for it; 0: nobody here did. */
  by: number;
  /** It never counts: its money is none that the order has received, or has not any more. */
  isApart: boolean;
  /** A person said that it failed; its provider may know better. */
  isFailedByHand: boolean;
}

type Made = Omit<Refund, 'failure' | 'attempts' | 'nextMs' | 'askedMs' | 'endedMs' | 'isFailedByHand'>;

export type RefundCommand =
  | ({ readonly type: 'make_refund' } & Readonly<Made>)
  | {
      readonly type: RefundEvent;
      /** '': as it is. */
      readonly transaction: string;
      readonly failure: string;
      readonly countedMinor: number;
      /** A person says so. */
      readonly byHand: boolean;
    }
  /** What of one that is done counts now. */
  | { readonly type: 'count_refund'; readonly countedMinor: number }
  /** The provider gave no answer. `nextMs`: −1: it is asked no more. */
  | { readonly type: 'defer_refund'; readonly failure: string; readonly nextMs: number }
  /** The payment of the order is not received any more, so that nothing of it counts. */
  | { readonly type: 'clear_refund' };

const EVENTS = {
  refund_made: {
    orderId: 0,
    paymentId: 0,
    creditId: 0,
    amountMinor: 0,
    countedMinor: 0,
    currency: '',
    currencyDigits: 2,
    to: 'payment' as RefundWay,
    origin: 'shop' as RefundOrigin,
    reason: '',
    note: '',
    transaction: '',
    state: 'asked' as RefundState,
    by: 0,
    isApart: false,
  },
  refund_moved: { state: 'done' as RefundState, transaction: '', failure: '', countedMinor: 0, byHand: false },
  refund_deferred: { failure: '', nextMs: 0 },
  refund_cleared: {},
  refund_counted: { countedMinor: 0 },
};

export const isInFlight = ({ state }: Pick<Refund, 'state'>): boolean => state === 'asked' || state === 'pending';

/** The step that an event makes; undefined: it is no news. What its provider says has failed stays so. */
export const refundStep = (
  { state, isFailedByHand }: Pick<Refund, 'state' | 'isFailedByHand'>,
  event: RefundEvent,
): ReturnType<typeof refundLifecycle.step> =>
  state === 'failed' && !isFailedByHand ? undefined : refundLifecycle.step(state, event);

export class RefundIndex {
  /** Oldest first. */
  readonly refundStates = new Map<number, RefundState>();
  /** Order → its refunds, oldest first. */
  readonly ofOrder = new Map<number, readonly number[]>();
  /** Those that a provider is to be asked for. */
  readonly toAsk = new Set<number>();
  private readonly byTransaction = new Map<string, number>();

  /** `paymentId`: the attempt that it is for; undefined: there is none. */
  named(paymentId: number, transaction: string): number | undefined {
    return transaction === '' ? undefined : this.byTransaction.get(`${paymentId} ${transaction}`);
  }

  add(id: number, { orderId, paymentId, transaction, state, nextMs }: Refund): void {
    if (!this.refundStates.has(id)) this.ofOrder.set(orderId, [...(this.ofOrder.get(orderId) ?? []), id]);
    this.refundStates.set(id, state);
    if (state === 'asked' && nextMs >= 0) this.toAsk.add(id);
    else this.toAsk.delete(id);
    if (transaction !== '') this.byTransaction.set(`${paymentId} ${transaction}`, id);
  }
}

export const refund: ActorKind<Refund, RefundCommand, typeof EVENTS, RefundIndex> = {
  kind: 'refund',
  audit: { hidden: [] },
  state: schema<Refund>({
    orderId: 0,
    paymentId: 0,
    creditId: 0,
    amountMinor: 0,
    countedMinor: 0,
    currency: '',
    currencyDigits: 2,
    to: 'payment',
    origin: 'shop',
    reason: '',
    note: '',
    transaction: '',
    state: 'asked',
    failure: '',
    attempts: 0,
    nextMs: 0,
    askedMs: 0,
    endedMs: 0,
    by: 0,
    isApart: false,
    isFailedByHand: false,
  }),
  events: EVENTS,
  decide(state, command) {
    switch (command.type) {
      case 'make_refund': {
        const { type: _type, ...made } = command;
        return decided({ type: 'refund_made', ...made });
      }
      case 'accept':
      case 'complete':
      case 'fail': {
        const step = refundStep(state, command.type);
        if (step === undefined) return decided();
        return decided({ ...command, type: 'refund_moved', state: step.to });
      }
      case 'defer_refund':
        return state.state === 'asked'
          ? decided({ type: 'refund_deferred', failure: command.failure, nextMs: command.nextMs })
          : decided();
      case 'count_refund':
        return decided({ type: 'refund_counted', countedMinor: command.countedMinor });
      case 'clear_refund':
        return state.isApart ? decided() : decided({ type: 'refund_cleared' });
      default:
        return command satisfies never;
    }
  },
  apply(state, event, atMs) {
    switch (event.type) {
      case 'refund_made': {
        const { type: _type, ...made } = event;
        Object.assign(state, made, { askedMs: atMs, endedMs: isInFlight(made) ? 0 : atMs });
        return;
      }
      case 'refund_moved':
        state.state = event.state;
        if (event.transaction !== '') state.transaction = event.transaction;
        state.failure = event.failure;
        state.countedMinor = event.countedMinor;
        state.isFailedByHand = event.byHand && event.state === 'failed';
        state.endedMs = isInFlight(event) ? 0 : atMs;
        return;
      case 'refund_deferred':
        state.failure = event.failure;
        state.nextMs = event.nextMs;
        state.attempts += 1;
        return;
      case 'refund_cleared':
        state.countedMinor = 0;
        state.isApart = true;
        return;
      case 'refund_counted':
        state.countedMinor = event.countedMinor;
        return;
      default:
        event satisfies never;
    }
  },
  index: {
    isOneWay: true,
    create: () => new RefundIndex(),
    add: (index, id, state) => index.add(id, state),
    // What is looked up by never changes, and a refund never ends.
    remove: () => {},
  },
};

/** The refunds of an order, oldest first. */
export const refundsOf = (shop: Reader, orderId: number): readonly (readonly [id: number, refund: Refund])[] => {
  shop.trackAbsence('refund');
  const ids = shop.index('refund').ofOrder.get(orderId) ?? [];
  return ids.map((id) => [id, shop.read('refund', id)!] as const);
};

interface RefundPage {
  readonly orderId: number;
  readonly state: RefundState | undefined;
  readonly after: number;
  readonly limit: number;
}

/** Ids, newest first. `orderId`: 0: of every order; `after`: the last id of the page before, 0: the first page. */
export const refundPage = (shop: Reader, { orderId, state, after, limit }: RefundPage): readonly number[] => {
  shop.trackAbsence('refund');
  const { refundStates, ofOrder } = shop.index('refund');
  const ids = orderId === 0 ? [...refundStates.keys()] : (ofOrder.get(orderId) ?? []);
  return ids
    .filter((id) => (after === 0 || id < after) && (state === undefined || refundStates.get(id) === state))
    .sort((a, b) => b - a)
    .slice(0, limit);
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly refund: typeof refund;
  }
}
