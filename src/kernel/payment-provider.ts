// A payment provider, as the shop knows it.
import type { Result } from './result.ts';

export interface PaymentRequest {
  readonly orderId: number;
  /** Of this call: asked again with it, by a library that repeats itself, the provider gives the same payment. */
  readonly key: string;
  /** In the currency's minor unit. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
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

/** In units of 10^-digits, and of these in multiples of `step`. */
export interface CurrencyUnit {
  readonly digits: number;
  readonly step: number;
}

/** What a payment can be, known before the provider is asked. */
export interface PaymentCapabilities {
  /** How the provider counts a currency (ISO 4217); undefined: as the order does, to its minor unit. */
  unitOf(currency: string): CurrencyUnit | undefined;
  /** It begins none without an address to come back to. */
  readonly needsSuccessUrl: boolean;
}

export interface PaymentProvider {
  readonly capabilities: PaymentCapabilities;
  /** Refuses: PAYMENT_PROVIDER_UNAVAILABLE. */
  start(request: PaymentRequest, nowMs: number): Promise<Result<StartedPayment>>;
  /**
   * Undefined for a notice that is genuine and means nothing to the shop. Refuses: NOTICE_SIGNATURE_INVALID,
   * NOTICE_TOO_OLD, NOTICE_INVALID.
   */
  notify(notice: RawNotice): Result<Notice | undefined>;
}

/** What is to be paid, in the minor unit of an order. */
interface Amount {
  readonly amountMinor: number;
  readonly currency: string;
  readonly currencyDigits: number;
}

/** Why the provider cannot be asked for this amount, as the end of a sentence; undefined where it can. */
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
