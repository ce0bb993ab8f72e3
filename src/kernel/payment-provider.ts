// A payment provider, as the shop knows it.
import type { Result } from './result.ts';

export interface PaymentRequest {
  readonly orderId: number;
  /** Of this call: asked again with it, by a library that repeats itself, the provider gives the same payment. */
  readonly key: string;
  /** In the currency's minor unit. */
  readonly amountMinor: number;
  /** ISO 4217, and the decimals of its minor unit in this order. */
  readonly currency: string;
  readonly currencyDigits: number;
  readonly email: string;
  /** '' where neither call nor settings name one. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface StartedPayment {
  /** By which notices name the payment. */
  readonly reference: string;
  /** Where the shopper pays; '' for none. */
  readonly redirect: string;
  readonly token: string;
  readonly expiresMs: number;
}

/** What arrived at the notify address. */
export interface RawNotice {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly nowMs: number;
}

/** What a provider says of a payment that it started. */
export interface Notice {
  readonly reference: string;
  /** `pending`: the shopper has paid, and the money comes later or not at all. */
  readonly outcome: 'received' | 'expired' | 'pending';
  /** The provider's own number of the transaction. */
  readonly transaction: string;
  readonly amountMinor: number;
  readonly currency: string;
}

export interface PaymentProvider {
  /** Refuses: PAYMENT_PROVIDER_UNAVAILABLE. */
  start(request: PaymentRequest, nowMs: number): Promise<Result<StartedPayment>>;
  /** Undefined for a notice that is genuine and means nothing to the shop. Refuses: NOTICE_SIGNATURE_INVALID, NOTICE_TOO_OLD, NOTICE_INVALID. */
  notify(notice: RawNotice): Result<Notice | undefined>;
}
