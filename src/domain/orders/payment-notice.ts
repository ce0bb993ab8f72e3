// A notice of a payment provider that no payment of the shop has a use for, kept: money without a claim, until somebody
// has settled it, and the end of a payment that the shop did not know yet (D391).
//
// Guaranteed: the same notice is kept once. Not promised: that the money went back; a person says so.
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { schema } from '../schema.ts';

/** Why money has no claim; `ended`: no money came, a payment ended before the shop knew it. */
export const UNCLAIMED_REASONS = ['payment_unknown', 'amount_differs', 'paid_already', 'order_canceled'] as const;
export type UnclaimedReason = (typeof UNCLAIMED_REASONS)[number];

export interface PaymentNotice {
  methodId: number;
  /** As the provider names the payment. */
  reference: string;
  transaction: string;
  /** In units of 10^−currencyDigits of the currency that came. */
  amountMinor: number;
  currency: string;
  currencyDigits: number;
  reason: UnclaimedReason | 'ended';
  /** 0: no order is known. */
  orderId: number;
  /** The attempt to pay that the notice is about; 0: none is known. */
  paymentId: number;
  keptMs: number;
  /** When somebody said what became of the money; 0: nobody has. */
  settledMs: number;
  /** What became of it. */
  note: string;
  /** The channel through which that was said. */
  settlerChannelId: number;
  /** Refunds of its order settled it, and no person did: it is open again where one of them fails. */
  isRefunded: boolean;
}

/** A notice as it is kept. */
export type KeptNotice = Omit<PaymentNotice, 'keptMs' | 'settledMs' | 'note' | 'settlerChannelId' | 'isRefunded'>;

export type PaymentNoticeCommand =
  | ({ readonly type: 'keep_notice' } & Readonly<KeptNotice>)
  /** The payment was begun after all, and cannot take the money either. */
  | {
      readonly type: 'assign_notice';
      readonly orderId: number;
      readonly paymentId: number;
      readonly reason: UnclaimedReason;
    }
  | { readonly type: 'settle_notice'; readonly note: string; readonly by: number; readonly isRefunded: boolean }
  /** A refund that settled it has failed. */
  | { readonly type: 'reopen_notice' }
  /** A payment has taken the money, or nobody will ask for it any more. */
  | { readonly type: 'drop_notice' };

/** What is kept of a notice, in journal order. */
const KEPT = {
  methodId: 0,
  reference: '',
  transaction: '',
  amountMinor: 0,
  currency: '',
  currencyDigits: 2,
  reason: 'payment_unknown' as PaymentNotice['reason'],
  orderId: 0,
  paymentId: 0,
};

const EVENTS = {
  notice_kept: KEPT,
  notice_assigned: { orderId: 0, paymentId: 0, reason: 'amount_differs' as UnclaimedReason },
  notice_settled: { note: '', by: 0, isRefunded: false },
  /** Older records do not say which, and most that is dropped was money. */
  notice_dropped: { reason: 'payment_unknown' as PaymentNotice['reason'] },
  notice_reopened: {},
};

/** Key by which two notices are the same. */
const keyOf = ({ methodId, reference, transaction, amountMinor, currency, reason }: KeptNotice): string =>
  JSON.stringify([methodId, reference, transaction, amountMinor, currency, reason === 'ended']);

const without = (ids: readonly number[] | undefined, id: number): readonly number[] =>
  (ids ?? []).filter((other) => other !== id);

const setOrDelete = <K>(map: Map<K, readonly number[]>, key: K, ids: readonly number[]): void => {
  if (ids.length === 0) map.delete(key);
  else map.set(key, ids);
};

export class PaymentNoticeIndex {
  /** Money that nobody has settled yet, oldest first. */
  readonly open = new Map<number, UnclaimedReason>();
  /** All money without a claim, settled or not, oldest first. */
  readonly money = new Set<number>();
  /** Ends of payments that the shop did not know, oldest first, with when they came. */
  readonly ends = new Map<number, number>();
  readonly byOrder = new Map<number, readonly number[]>();
  private readonly byKey = new Map<string, number>();
  /** Notices of payments that the shop did not know, by the payment's name. */
  private readonly unknown = new Map<string, readonly number[]>();

  /** 0: it is not kept. */
  same(notice: KeptNotice): number {
    return this.byKey.get(keyOf(notice)) ?? 0;
  }

  /** What came for a payment before the shop knew it, oldest first. */
  early(methodId: number, reference: string): readonly number[] {
    return this.unknown.get(`${methodId} ${reference}`) ?? [];
  }

  add(id: number, notice: PaymentNotice): void {
    const { methodId, reference, reason, orderId, paymentId, settledMs, keptMs } = notice;
    this.byKey.set(keyOf(notice), id);
    if (reason === 'ended') this.ends.set(id, keptMs);
    else this.money.add(id);
    if (reason !== 'ended' && settledMs === 0) this.open.set(id, reason);
    const name = `${methodId} ${reference}`;
    if (paymentId === 0) this.unknown.set(name, [...without(this.unknown.get(name), id), id]);
    if (orderId !== 0)
      this.byOrder.set(
        orderId,
        [...without(this.byOrder.get(orderId), id), id].sort((a, b) => a - b),
      );
  }

  remove(id: number, notice: PaymentNotice): void {
    const name = `${notice.methodId} ${notice.reference}`;
    this.byKey.delete(keyOf(notice));
    this.ends.delete(id);
    this.money.delete(id);
    this.open.delete(id);
    setOrDelete(this.unknown, name, without(this.unknown.get(name), id));
    setOrDelete(this.byOrder, notice.orderId, without(this.byOrder.get(notice.orderId), id));
  }
}

export const paymentNotice: ActorKind<PaymentNotice, PaymentNoticeCommand, typeof EVENTS, PaymentNoticeIndex> = {
  kind: 'payment_notice',
  state: schema<PaymentNotice>({
    ...KEPT,
    keptMs: 0,
    settledMs: 0,
    note: '',
    settlerChannelId: 0,
    isRefunded: false,
  }),
  audit: { hidden: [] },
  events: EVENTS,
  ends: 'notice_dropped',
  decide(state, command) {
    switch (command.type) {
      case 'keep_notice': {
        const { methodId, reference, transaction, amountMinor, currency, currencyDigits } = command;
        const { reason, orderId, paymentId } = command;
        const money = { methodId, reference, transaction, amountMinor, currency, currencyDigits };
        return decided({ type: 'notice_kept', ...money, reason, orderId, paymentId });
      }
      case 'assign_notice': {
        const { orderId, paymentId, reason } = command;
        return decided({ type: 'notice_assigned', orderId, paymentId, reason });
      }
      case 'settle_notice':
        if (state.settledMs !== 0) return decided();
        return decided({ ...command, type: 'notice_settled' });
      case 'reopen_notice':
        return state.isRefunded ? decided({ type: 'notice_reopened' }) : decided();
      case 'drop_notice':
        return decided({ type: 'notice_dropped', reason: state.reason });
      default:
        return command satisfies never;
    }
  },
  apply(state, event, atMs) {
    switch (event.type) {
      case 'notice_kept': {
        const { type: _type, ...kept } = event;
        Object.assign(state, kept, { keptMs: atMs });
        return;
      }
      case 'notice_assigned':
        state.orderId = event.orderId;
        state.paymentId = event.paymentId;
        state.reason = event.reason;
        return;
      case 'notice_settled':
        state.settledMs = atMs;
        state.note = event.note;
        state.settlerChannelId = event.by;
        state.isRefunded = event.isRefunded;
        return;
      case 'notice_reopened':
        state.settledMs = 0;
        state.settlerChannelId = 0;
        state.isRefunded = false;
        return;
      case 'notice_dropped':
        return;
      default:
        event satisfies never;
    }
  },
  index: {
    create: () => new PaymentNoticeIndex(),
    add: (index, id, state) => index.add(id, state),
    remove: (index, id, state) => index.remove(id, state),
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly payment_notice: typeof paymentNotice;
  }
}
