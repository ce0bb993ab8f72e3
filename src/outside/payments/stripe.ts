// Stripe: a Checkout Session per payment, and its webhook events as notices, verified by Stripe's own library.
import { createRequire } from 'node:module';
import type { Stripe } from 'stripe';
import type {
  CurrencyUnit,
  Notice,
  PaymentCapabilities,
  PaymentProvider,
  PaymentRequest,
  RawNotice,
  RefundNotice,
  RefundRequest,
} from '../../kernel/payment-provider.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import type { HttpClient } from '../../kernel/http-call.ts';
import { stripeHttp } from './stripe-http.ts';
import { MARK_NAME, membersOf } from './stripe-members.ts';
import { KEY_NAME, isAboutRefunds, refundIn, refundNoticeIn } from './stripe-refunds.ts';

interface StripeSettings {
  readonly secret: string;
  /** Secret of the webhook endpoint that is set up for this shop at Stripe. */
  readonly webhookSecret: string;
  /** '' for Stripe's own API; otherwise protocol, host and port of a stand-in for tests. */
  readonly apiUrl: string;
  readonly timeoutMs: number;
  /** Milliseconds that an event may be older than now; whole seconds count. */
  readonly windowMs: number;
  /** Mark of this shop and method. Stripe notifies every endpoint of an account of every session. */
  readonly mark: string;
}

// Most currencies are counted in hundredths. Source: docs.stripe.com/currencies, zero-decimal, three-decimal and
// special cases.
const WHOLE = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ');
const THOUSANDTHS = 'BHD JOD KWD OMR TND'.split(' ');
/** Counted in hundredths, but only whole units are accepted. */
const WHOLE_AS_HUNDREDTHS = 'ISK UGX'.split(' ');

const unitOf = (currency: string): CurrencyUnit => {
  if (WHOLE.includes(currency)) return { digits: 0, step: 1 };
  if (THOUSANDTHS.includes(currency)) return { digits: 3, step: 10 };
  return { digits: 2, step: WHOLE_AS_HUNDREDTHS.includes(currency) ? 100 : 1 };
};

const RECEIVED = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];
const EXPIRED = ['checkout.session.expired', 'checkout.session.async_payment_failed'];

const unavailable = (orderId: number, why: string, what = 'begin the payment'): Refusal =>
  refuse('PAYMENT_PROVIDER_UNAVAILABLE', orderId, `Stripe could not ${what} (${why}).`);

/** By these Stripe says that nothing went back, and why. */
const REFUSED = [400, 402, 404];

/** Matches addresses that Stripe accepts; it refuses the whole payment for any other. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

// 218 files: loaded when a payment method needs them, not at every start of the program.
type StripeSdk = typeof Stripe;
const loadSdk = (): StripeSdk => createRequire(import.meta.url)('stripe') as StripeSdk;

const clientOf = (sdk: StripeSdk, { secret, apiUrl, timeoutMs }: StripeSettings, http: HttpClient): Stripe => {
  const url = apiUrl === '' ? undefined : new URL(apiUrl);
  return new sdk(secret, {
    httpClient: stripeHttp(http, url !== undefined),
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    ...(url !== undefined && {
      host: url.hostname,
      port: url.port || (url.protocol === 'http:' ? '80' : '443'),
      protocol: url.protocol === 'http:' ? 'http' : 'https',
    }),
  });
};

/** Reads a notice; undefined for types of events that the shop does not use. Refuses: NOTICE_INVALID. */
const noticeIn = (event: unknown, mark: string): Result<Notice | RefundNotice | undefined> => {
  const { type, data } = membersOf(event);
  if (typeof type !== 'string') return refuse('NOTICE_INVALID');
  if (isAboutRefunds(type)) return refundNoticeIn(type, membersOf(data)['object'], mark);
  const isReceived = RECEIVED.includes(type);
  if (!isReceived && !EXPIRED.includes(type)) return ok(undefined);
  const {
    id,
    payment_status: status,
    payment_intent: intent,
    amount_total: total,
    currency,
    metadata,
  } = membersOf(membersOf(data)['object']);
  const transaction = typeof intent === 'string' ? intent : (membersOf(intent)['id'] ?? id);
  const [amountMinor, code] = [total ?? 0, currency ?? ''];
  const isFit =
    typeof id === 'string' &&
    typeof status === 'string' &&
    typeof transaction === 'string' &&
    transaction.length <= 255 &&
    Number.isSafeInteger(amountMinor) &&
    typeof code === 'string';
  if (!isFit) return refuse('NOTICE_INVALID');
  // A delayed payment method completes the page first and pays later, with an event of its own.
  const outcome = !isReceived ? 'expired' : status === 'paid' ? 'received' : 'pending';
  return ok({
    reference: id,
    outcome,
    transaction,
    amountMinor: amountMinor as number,
    currency: code.toUpperCase(),
    isForeign: membersOf(metadata)[MARK_NAME] !== mark,
  });
};

/** Time that a signature covers, in seconds; the last of several, as the library that checked it reads it. */
const signedAtS = (signature: string): number =>
  parseInt(
    signature
      .split(',')
      .findLast((item) => item.startsWith('t='))
      ?.slice(2) ?? '',
    10,
  );

export class StripeCheckout implements PaymentProvider {
  readonly capabilities: PaymentCapabilities = { unitOf, needsSuccessUrl: true };
  private readonly settings: StripeSettings;
  private readonly sdk = loadSdk();
  private readonly client: Stripe;

  constructor(settings: StripeSettings, http: HttpClient) {
    this.settings = settings;
    this.client = clientOf(this.sdk, settings, http);
  }

  async start(request: PaymentRequest): ReturnType<PaymentProvider['start']> {
    const { orderId, key, amountMinor, currency, email, successUrl, cancelUrl } = request;
    try {
      const session = await this.client.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: String(orderId),
          metadata: { [MARK_NAME]: this.settings.mark },
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: currency.toLowerCase(),
                unit_amount: amountMinor,
                product_data: { name: `Order ${orderId}` },
              },
            },
          ],
          success_url: successUrl,
          ...(cancelUrl !== '' && { cancel_url: cancelUrl }),
          ...(EMAIL.test(email) && { customer_email: email }),
        },
        { idempotencyKey: key },
      );
      const { id, url, expires_at: expires } = session as Partial<Stripe.Checkout.Session>;
      // A proxy in front of Stripe that fails may answer with JSON of its own.
      if (typeof id !== 'string' || typeof url !== 'string' || typeof expires !== 'number')
        return unavailable(orderId, 'no session');
      return ok({ reference: id, redirect: url, token: '', expiresMs: expires * 1000 });
    } catch (error) {
      // Stripe's message may repeat personal data that was sent, so only the kind of error is shown.
      const kind = error instanceof this.sdk.errors.StripeError ? error.type : 'unknown';
      return unavailable(orderId, kind);
    }
  }

  async refund({
    key,
    orderId,
    transaction,
    amountMinor,
  }: RefundRequest): ReturnType<NonNullable<PaymentProvider['refund']>> {
    const metadata = { [MARK_NAME]: this.settings.mark, [KEY_NAME]: key };
    try {
      const asked = { payment_intent: transaction, amount: amountMinor, metadata };
      const answer = refundIn(await this.client.refunds.create(asked, { idempotencyKey: key }));
      return answer === undefined ? unavailable(orderId, 'no refund', 'give the money back') : ok(answer);
    } catch (error) {
      const { StripeError, StripeInvalidRequestError, StripeCardError } = this.sdk.errors;
      const isRefused = error instanceof StripeInvalidRequestError || error instanceof StripeCardError;
      if (isRefused && REFUSED.includes(error.statusCode ?? 0))
        return ok({ state: 'failed', transaction: '', failure: error.code ?? error.type });
      return unavailable(orderId, error instanceof StripeError ? error.type : 'unknown', 'give the money back');
    }
  }

  /** Event of a notice with a valid signature, of any shape. Refuses as `notify`. */
  private signed({ headers, body, nowMs }: RawNotice): Result<unknown> {
    const { webhookSecret, windowMs } = this.settings;
    const signature = headers.get('stripe-signature') ?? '';
    let event: unknown;
    try {
      // No limit of age is given, because the library has one error for a wrong and for an old signature.
      event = this.client.webhooks.constructEvent(body, signature, webhookSecret, 0, undefined, nowMs);
    } catch (error) {
      return refuse(
        error instanceof this.sdk.errors.StripeSignatureVerificationError
          ? 'NOTICE_SIGNATURE_INVALID'
          : 'NOTICE_INVALID',
      );
    }
    // Both directions are checked here; the library takes any time ahead.
    const ageS = Math.floor(nowMs / 1000) - signedAtS(signature);
    return Math.abs(ageS) > Math.floor(windowMs / 1000) ? refuse('NOTICE_TOO_OLD') : ok(event);
  }

  notify(notice: RawNotice): Result<Notice | RefundNotice | undefined> {
    const event = this.signed(notice);
    return event.ok ? noticeIn(event.value, this.settings.mark) : event;
  }
}
