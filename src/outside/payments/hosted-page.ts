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
} from '../../kernel/payment-provider.ts';
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
}

const SIGNATURE = /^v1=([0-9a-f]{64})$/;

const hmac = (secret: string, text: string | Buffer): string => createHmac('sha256', secret).update(text).digest('hex');

/** The signature of a notice, over `timestamp.body` with the body's bytes as sent. */
export const signatureOf = (secret: string, timestamp: string, body: Buffer): string =>
  `v1=${hmac(secret, Buffer.concat([Buffer.from(`${timestamp}.`), body]))}`;

const tokenOf = (secret: string, payload: object): string => {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${encoded}.${hmac(secret, encoded)}`;
};

const noticeIn = (body: Buffer): Notice | undefined => {
  let parsed: { readonly [member: string]: unknown };
  try {
    parsed = JSON.parse(body.toString('utf8')) as typeof parsed;
  } catch {
    return undefined;
  }
  const { payment, status, transaction, amount, currency } = parsed ?? {};
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

export class HostedPage implements PaymentProvider {
  readonly capabilities: PaymentCapabilities = { unitOf: () => undefined, needsSuccessUrl: false };
  private readonly settings: HostedPageSettings;

  constructor(settings: HostedPageSettings) {
    this.settings = settings;
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

  notify({ headers, body, nowMs }: RawNotice): Result<Notice | undefined> {
    const { secret, windowMs } = this.settings;
    const timestamp = headers.get('x-kontor-timestamp') ?? '';
    const signature = headers.get('x-kontor-signature') ?? '';
    if (!SIGNATURE.test(signature) || !constantTimeEqual(signature, signatureOf(secret, timestamp, body)))
      return refuse('NOTICE_SIGNATURE_INVALID');
    if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) * 1000 - nowMs) > windowMs)
      return refuse('NOTICE_TOO_OLD', timestamp);
    const notice = noticeIn(body);
    return notice === undefined ? refuse('NOTICE_INVALID') : ok(notice);
  }
}
