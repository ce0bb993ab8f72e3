// Services and settings that the operations of payments use.
import type { PaymentProvider } from '../../kernel/payment-provider.ts';

export interface Payments {
  /** Undefined for a manual method, which has no provider. */
  provider(methodId: number): PaymentProvider | undefined;
  /** Public attributes of a method that clients need, such as a public key. */
  attributes(methodId: number): { readonly [name: string]: string };
  /** Whether the settings allow shoppers to be redirected to the URL. */
  allows(url: string): boolean;
  /** Where shoppers return to if the call names no URL; '' for none. */
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** Page of the storefront that begins a payment, with `{order}` and `{code}` in it; absent or '': there is none. */
  readonly page?: string;
}
