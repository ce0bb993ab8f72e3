// The interface of a payment provider: what the shop asks of it, and what it reports (docs/sell/payment-providers.md).
import type { Result } from './result.ts';

/** What the shop asks of a provider: to begin one payment of one order. */
export interface PaymentRequest {
  readonly orderId: number;
  /** Idempotency key of this call: a repeated request with it gets the same payment. */
  readonly key: string;
  /** In the currency's minor unit. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly email: string;
  /** '' if neither the call nor the settings name one. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** A payment that a provider has begun, and where the shopper is sent to pay. */
export interface StartedPayment {
  /** How notices name the payment. */
  readonly reference: string;
  /** URL of the page where the shopper pays; '' for none. */
  readonly redirect: string;
  /** Shown as `token` in the reply of do_payment; '' for none. */
  readonly token: string;
  readonly expiresMs: number;
}

/** What the shop asks of a provider: to give money of a payment back. */
export interface RefundRequest {
  /** Idempotency key: the money goes back once, however often it is asked for with it. */
  readonly key: string;
  readonly orderId: number;
  /** As notices name the payment. */
  readonly reference: string;
  /** The provider's own id of the payment's transaction. */
  readonly transaction: string;
  /** In the currency's minor unit. */
  readonly amountMinor: number;
  readonly currency: string;
}

/** What became of a refund, as far as the provider knows. */
export interface RefundAnswer {
  readonly state: 'pending' | 'done' | 'failed';
  /** The provider's own id of the refund; '' where it failed without one. */
  readonly transaction: string;
  /** Why it failed; '' otherwise. */
  readonly failure: string;
}

/** A request that arrived at the notify address, not yet verified. */
export interface RawNotice {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly nowMs: number;
}

/** What a provider reports about a payment that it started. */
export interface Notice {
  readonly reference: string;
  /** `pending`: the shopper has paid, and the money arrives later or not at all. */
  readonly outcome: 'received' | 'expired' | 'pending';
  /** The provider's own id of the transaction. */
  readonly transaction: string;
  readonly amountMinor: number;
  readonly currency: string;
  /**
   * Nothing shows that this shop began the payment by this method, so the notice counts only for a payment that the
   * shop knows. Absent: the provider reports only the shop's own payments.
   */
  readonly isForeign?: boolean;
}

/** What a provider reports about money that went back, asked for here or not. */
export interface RefundNotice extends RefundAnswer {
  readonly origin: 'refund' | 'dispute';
  /** As the shop asked for it; '': it did not. */
  readonly key: string;
  /** The payment whose money it is, by either name; '': it is not said. */
  readonly reference: string;
  readonly payment: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** The payment may be another shop's, where this one does not know it. */
  readonly isForeign?: boolean;
}

/** Unit in which amounts of a currency are counted: multiples of `step` × 10^-digits. */
export interface CurrencyUnit {
  readonly digits: number;
  readonly step: number;
}

/** Payments that a provider can start; known without asking it. */
export interface PaymentCapabilities {
  /** How the provider counts a currency (ISO 4217); undefined: in its minor unit, as orders do. */
  unitOf(currency: string): CurrencyUnit | undefined;
  /** A payment without an address to return to cannot be started. */
  readonly needsSuccessUrl: boolean;
}

/** Undefined: it is genuine and means nothing to the shop. */
export type NoticeRead = Result<Notice | RefundNotice | undefined>;

/** A way by which money comes. It is asked before anything is decided, so a slow one holds up nobody else. */
export interface PaymentProvider {
  readonly capabilities: PaymentCapabilities;
  /** Refuses: PAYMENT_PROVIDER_UNAVAILABLE. */
  start(request: PaymentRequest, nowMs: number): Promise<Result<StartedPayment>>;
  /**
   * Gives money back, once for each key; absent: the provider cannot. Refuses: PAYMENT_PROVIDER_UNAVAILABLE where
   * nobody knows what became of it, so that it is asked again.
   */
  readonly refund?: ((request: RefundRequest, nowMs: number) => Promise<Result<RefundAnswer>>) | undefined;
  /**
   * Verifies a notice. Refuses: NOTICE_SIGNATURE_INVALID, NOTICE_TOO_OLD, NOTICE_INVALID;
   * PAYMENT_PROVIDER_UNAVAILABLE where nobody knows what it says, so that it is sent again.
   */
  notify(notice: RawNotice): NoticeRead | Promise<NoticeRead>;
}

/** An amount to be paid, in an order's minor unit. */
interface Amount {
  readonly amountMinor: number;
  readonly currency: string;
  readonly currencyDigits: number;
}

/** Why the provider cannot take this amount, as the end of a sentence; undefined if it can. */
export const whyNotPayable = (
  capabilities: PaymentCapabilities,
  { amountMinor, currency, currencyDigits }: Amount,
): string | undefined => {
  const { digits, step } = capabilities.unitOf(currency) ?? { digits: currencyDigits, step: 1 };
  if (digits !== currencyDigits) return `counts ${currency} with ${digits} decimals, not ${currencyDigits}`;
  return amountMinor % step === 0
    ? undefined
    : `counts ${currency} in multiples of ${step} minor units, and ${amountMinor} is none`;
};
