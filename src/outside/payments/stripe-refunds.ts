// Refunds and disputes as Stripe has them.
import type { RefundAnswer, RefundNotice } from '../../kernel/payment-provider.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { MARK_NAME, membersOf } from './stripe-members.ts';

/** Name of the shop's key in the metadata of a refund, which its events repeat. */
export const KEY_NAME = 'kontor_refund';

const STATES: { readonly [status: string]: RefundAnswer['state'] } = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'done',
  failed: 'failed',
  canceled: 'failed',
};

/** Undefined for anything else than a refund. */
export const refundIn = (object: unknown): RefundAnswer | undefined => {
  const { id, status, failure_reason: reason } = membersOf(object);
  const state = typeof status === 'string' && Object.hasOwn(STATES, status) ? STATES[status] : undefined;
  if (typeof id !== 'string' || id === '' || id.length > 255 || state === undefined) return undefined;
  const failure = state === 'failed' ? String(typeof reason === 'string' ? reason : status).slice(0, 200) : '';
  return { state, transaction: id, failure };
};

/** Money is gone while a dispute is open, or lost; undefined for an inquiry, which takes none. */
const disputeIn = (object: unknown): RefundAnswer | undefined => {
  const { id, status } = membersOf(object);
  if (typeof id !== 'string' || typeof status !== 'string' || status.startsWith('warning_')) return undefined;
  const isWon = status === 'won' || status === 'prevented';
  return { state: isWon ? 'failed' : 'done', transaction: id, failure: isWon ? status : '' };
};

const REFUND_EVENT = /^(refund\.(created|updated|failed)|charge\.refund\.updated|charge\.refunded)$/;
const DISPUTE_EVENT = /^charge\.dispute\./;

/** Whether an event of this type is about money that goes back. */
export const isAboutRefunds = (type: string): boolean => REFUND_EVENT.test(type) || DISPUTE_EVENT.test(type);

/** Refuses: NOTICE_INVALID. */
export const refundNoticeIn = (type: string, object: unknown, mark: string): Result<RefundNotice | undefined> => {
  const isDispute = DISPUTE_EVENT.test(type);
  // A charge names its refunds, the newest first, or leaves that to the events of refunds.
  const refunds = membersOf(membersOf(object)['refunds'])['data'];
  const about = type === 'charge.refunded' ? (Array.isArray(refunds) ? (refunds[0] as unknown) : undefined) : object;
  if (about === undefined) return ok(undefined);
  const { payment_intent: intent, amount, currency, metadata, status } = membersOf(about);
  if (isDispute && typeof status === 'string' && status.startsWith('warning_')) return ok(undefined);
  const answer = isDispute ? disputeIn(about) : refundIn(about);
  const payment = typeof intent === 'string' ? intent : membersOf(intent)['id'];
  const isFit = answer !== undefined && Number.isSafeInteger(amount) && Number(amount) > 0;
  if (!isFit || typeof currency !== 'string') return refuse('NOTICE_INVALID');
  const { [MARK_NAME]: of, [KEY_NAME]: key } = membersOf(metadata);
  return ok({
    ...answer,
    origin: isDispute ? 'dispute' : 'refund',
    key: of === mark && typeof key === 'string' ? key : '',
    reference: '',
    payment: typeof payment === 'string' ? payment : '',
    amountMinor: Number(amount),
    currency: currency.toUpperCase(),
    isForeign: true,
  });
};
