// A hosted payment page: the shopper is sent to it with a signed token, and the page reports by signed notices
// (docs/sell/payment-providers.md). Signatures are HMAC-SHA-256 with a shared secret; a notice is refused when its time
// is too far off.
import { createHmac } from 'node:crypto';
import type {
  Notice,
  PaymentCapabilities,
  PaymentProvider,
  PaymentRequest,
  RawNotice,
  RefundAnswer,
  RefundNotice,
  RefundRequest,
} from '../../kernel/payment-provider.ts';
import { NOBODY } from '../../kernel/http-call.ts';
import type { HttpClient } from '../../kernel/http-call.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { constantTimeEqual } from '../../kernel/constant-time-equal.ts';

interface HostedPageSettings {
  /** The page's address; the token is added as the query parameter `token`. */
  readonly url: string;
  readonly secret: string;
  readonly tokenMs: number;
  /** Milliseconds that a notice may be older or younger than now. */
  readonly windowMs: number;
  /** Where money is asked to be given back; '' or absent: the page cannot. */
  readonly refundUrl?: string;
  readonly timeoutMs?: number;
}

const ANSWER_BYTES_MAX = 65_536;
const REFUND_TIMEOUT_MS = 10_000;

const SIGNATURE = /^v1=([0-9a-f]{64})$/;

const hmac = (secret: string, text: string | Buffer): string => createHmac('sha256', secret).update(text).digest('hex');

/** The signature of a notice, over `timestamp.body` with the body's bytes as sent. */
export const signatureOf = (secret: string, timestamp: string, body: Buffer): string =>
  `v1=${hmac(secret, Buffer.concat([Buffer.from(`${timestamp}.`), body]))}`;

const tokenOf = (secret: string, payload: object): string => {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${encoded}.${hmac(secret, encoded)}`;
};

type Members = { readonly [member: string]: unknown };

const membersIn = (bytes: Uint8Array): Members => {
  try {
    return (JSON.parse(Buffer.from(bytes).toString('utf8')) ?? {}) as Members;
  } catch {
    return {};
  }
};

const noticeIn = ({ payment, status, transaction, amount, currency }: Members): Notice | undefined => {
  const isFit =
    typeof payment === 'string' &&
    (status === 'received' || status === 'expired' || status === 'pending') &&
    typeof transaction === 'string' &&
    transaction.length <= 255 &&
    // A payment without a transaction number could not be told from a repeated notice.
    (transaction !== '' || status !== 'received') &&
    Number.isSafeInteger(amount) &&
    typeof currency === 'string';
  return isFit
    ? { reference: payment, outcome: status, transaction, amountMinor: amount as number, currency }
    : undefined;
};

/** What a notice says of money that goes back: of a refund, or of a dispute. */
const REFUND_STATUS: { readonly [status: string]: readonly ['refund' | 'dispute', RefundAnswer['state']] } = {
  refunded: ['refund', 'done'],
  refund_pending: ['refund', 'pending'],
  refund_failed: ['refund', 'failed'],
  disputed: ['dispute', 'done'],
  dispute_won: ['dispute', 'failed'],
};

const isTransaction = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 255;

const detailIn = ({ detail }: Members): string => (typeof detail === 'string' ? detail.slice(0, 200) : '');

/** Refuses: NOTICE_INVALID. */
const refundNoticeIn = (said: Members, status: string): Result<RefundNotice> => {
  const { refund: key = '', payment, transaction, amount, currency } = said;
  const [origin, state] = REFUND_STATUS[status]!;
  const isFit = typeof key === 'string' && typeof payment === 'string' && typeof currency === 'string';
  if (!isFit || !isTransaction(transaction) || !Number.isSafeInteger(amount) || Number(amount) <= 0)
    return refuse('NOTICE_INVALID');
  const failure = state === 'failed' ? detailIn(said) || status : '';
  const amountMinor = Number(amount);
  return ok({ origin, state, key, reference: payment, payment: '', transaction, amountMinor, currency, failure });
};

const answerIn = (said: Members): RefundAnswer | undefined => {
  const { status, transaction } = said;
  if (status === 'failed') return { state: status, transaction: '', failure: detailIn(said) || status };
  const isTaken = (status === 'done' || status === 'pending') && isTransaction(transaction);
  return isTaken ? { state: status, transaction, failure: '' } : undefined;
};

export class HostedPage implements PaymentProvider {
  readonly capabilities: PaymentCapabilities = { unitOf: () => undefined, needsSuccessUrl: false };
  /** Absent where the page cannot. */
  readonly refund?: (request: RefundRequest, nowMs: number) => Promise<Result<RefundAnswer>>;
  private readonly settings: HostedPageSettings;

  constructor(settings: HostedPageSettings, http: HttpClient = NOBODY) {
    this.settings = settings;
    const { refundUrl = '' } = settings;
    if (refundUrl !== '') this.refund = (request, nowMs) => this.askForRefund(http, refundUrl, request, nowMs);
  }

  start(
    { orderId, key, amountMinor, currency, successUrl, cancelUrl }: PaymentRequest,
    nowMs: number,
  ): ReturnType<PaymentProvider['start']> {
    const { url, secret, tokenMs } = this.settings;
    const expiresMs = nowMs + tokenMs;
    const token = tokenOf(secret, {
      payment: key,
      order: orderId,
      amount: amountMinor,
      currency,
      expires: Math.floor(expiresMs / 1000),
      success_url: successUrl,
      cancel_url: cancelUrl,
    });
    const target = new URL(url);
    target.searchParams.set('token', token);
    return Promise.resolve(ok({ reference: key, redirect: target.href, token: '', expiresMs }));
  }

  private async askForRefund(
    http: HttpClient,
    url: string,
    { key, orderId, reference, transaction, amountMinor, currency }: RefundRequest,
    nowMs: number,
  ): Promise<Result<RefundAnswer>> {
    const { secret, timeoutMs = REFUND_TIMEOUT_MS } = this.settings;
    const asked = { refund: key, payment: reference, transaction, order: orderId, amount: amountMinor, currency };
    const body = JSON.stringify(asked);
    const timestamp = String(Math.floor(nowMs / 1000));
    const headers = {
      'content-type': 'application/json',
      'x-kontor-timestamp': timestamp,
      'x-kontor-signature': signatureOf(secret, timestamp, Buffer.from(body)),
    };
    const call = { method: 'POST', url, headers, body, timeoutMs, bytesMax: ANSWER_BYTES_MAX } as const;
    const reply = await http.call({ ...call, privateAllowed: true });
    const answer = reply.ok && reply.status === 200 ? answerIn(membersIn(reply.bytes)) : undefined;
    if (answer !== undefined) return ok(answer);
    const why = !reply.ok ? reply.failure : reply.status === 200 ? 'no answer that is known' : `HTTP ${reply.status}`;
    return refuse('PAYMENT_PROVIDER_UNAVAILABLE', orderId, `The payment page could not give the money back (${why}).`);
  }

  notify({ headers, body, nowMs }: RawNotice): Result<Notice | RefundNotice | undefined> {
    const { secret, windowMs } = this.settings;
    const timestamp = headers.get('x-kontor-timestamp') ?? '';
    const signature = headers.get('x-kontor-signature') ?? '';
    if (!SIGNATURE.test(signature) || !constantTimeEqual(signature, signatureOf(secret, timestamp, body)))
      return refuse('NOTICE_SIGNATURE_INVALID');
    if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) * 1000 - nowMs) > windowMs)
      return refuse('NOTICE_TOO_OLD', timestamp);
    const said = membersIn(body);
    const { status } = said;
    if (typeof status === 'string' && Object.hasOwn(REFUND_STATUS, status)) return refundNoticeIn(said, status);
    const notice = noticeIn(said);
    return notice === undefined ? refuse('NOTICE_INVALID') : ok(notice);
  }
}
