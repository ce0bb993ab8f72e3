// Stripe: a Checkout Session per payment, notices as its webhook events, verified by its own library.
import { Stripe } from 'stripe';
import type { Notice, PaymentProvider, PaymentRequest, RawNotice } from '../kernel/payment-provider.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Refusal, Result } from '../kernel/result.ts';

export interface StripeSettings {
  readonly secret: string;
  /** Of the webhook endpoint that is set up for this shop at Stripe. */
  readonly webhookSecret: string;
  /** '' for Stripe's own; otherwise protocol, host and port, as tests want them. */
  readonly apiUrl: string;
  readonly timeoutMs: number;
  readonly successUrl: string;
}

/** Stripe counts most currencies in hundredths; these in wholes, those in thousandths. */
const WHOLE = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' ');
const THOUSANDTHS = 'BHD JOD KWD OMR TND'.split(' ');
export const stripeDigits = (currency: string): number => (WHOLE.includes(currency) ? 0 : THOUSANDTHS.includes(currency) ? 3 : 2);

const RECEIVED = ['checkout.session.completed', 'checkout.session.async_payment_succeeded'];
const EXPIRED = ['checkout.session.expired', 'checkout.session.async_payment_failed'];
const CURRENT_MS = 300_000;

const unavailable = (orderId: number, why: string): Refusal =>
  refuse('PAYMENT_PROVIDER_UNAVAILABLE', orderId, `Stripe could not begin the payment (${why}).`);

/** Stripe refuses the whole payment for an address that it cannot read. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const clientOf = ({ secret, apiUrl, timeoutMs }: StripeSettings): Stripe => {
  const at = apiUrl === '' ? undefined : new URL(apiUrl);
  return new Stripe(secret, {
    // Stripe's client on node:http counts the silence between two bytes; this one all of the call.
    httpClient: Stripe.createFetchHttpClient((url, call) => fetch(url, { ...call, redirect: 'error' })),
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    ...(at !== undefined && { host: at.hostname, port: at.port, protocol: at.protocol === 'http:' ? 'http' : 'https' }),
  });
};

export class StripeCheckout implements PaymentProvider {
  private readonly settings: StripeSettings;
  private readonly client: Stripe;

  constructor(settings: StripeSettings) {
    this.settings = settings;
    this.client = clientOf(settings);
  }

  async start(request: PaymentRequest): ReturnType<PaymentProvider['start']> {
    const { orderId, key, amountMinor, currency, currencyDigits, email, successUrl, cancelUrl } = request;
    // The settings may have changed since the order.
    if (currencyDigits !== stripeDigits(currency)) return unavailable(orderId, `it counts ${currency} in other units than the order`);
    try {
      const session = await this.client.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: String(orderId),
          line_items: [{ quantity: 1, price_data: { currency: currency.toLowerCase(), unit_amount: amountMinor, product_data: { name: `Order ${orderId}` } } }],
          success_url: successUrl || this.settings.successUrl,
          ...(cancelUrl !== '' && { cancel_url: cancelUrl }),
          ...(EMAIL.test(email) && { customer_email: email }),
        },
        { idempotencyKey: key },
      );
      const { id, url, expires_at: expires } = session as Partial<Stripe.Checkout.Session>;
      // A failing proxy before Stripe can answer with JSON, too.
      if (typeof id !== 'string' || typeof url !== 'string' || typeof expires !== 'number') return unavailable(orderId, 'no session');
      return ok({ reference: id, redirect: url, token: '', expiresMs: expires * 1000 });
    } catch (error) {
      // Stripe's own words may hold what was sent: the kind of error is enough.
      const kind = error instanceof Stripe.errors.StripeError ? error.type : 'unknown';
      return unavailable(orderId, kind);
    }
  }

  notify({ headers, body, nowMs }: RawNotice): Result<Notice | undefined> {
    let event: Stripe.Event;
    try {
      const tolerance = CURRENT_MS / 1000;
      event = this.client.webhooks.constructEvent(body, headers.get('stripe-signature') ?? '', this.settings.webhookSecret, tolerance, undefined, nowMs);
    } catch {
      return refuse('NOTICE_SIGNATURE_INVALID');
    }
    const isReceived = RECEIVED.includes(event.type);
    if (!isReceived && !EXPIRED.includes(event.type)) return ok(undefined);
    const session = event.data.object as Stripe.Checkout.Session;
    // A delayed method completes the page first and pays later; the later event tells.
    const outcome = !isReceived ? 'expired' : session.payment_status === 'paid' ? 'received' : 'pending';
    const { payment_intent: intent, amount_total: total, currency } = session;
    const transaction = typeof intent === 'string' ? intent : (intent?.id ?? session.id);
    return ok({ reference: session.id, outcome, transaction, amountMinor: total ?? 0, currency: (currency ?? '').toUpperCase() });
  }
}
