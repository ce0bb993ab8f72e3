import type { PaymentProvider } from '../../kernel/payment-provider.ts';

/** The shop's side of payment providers. */
export interface Payments {
  /** Undefined for a method by hand: nobody is asked. */
  provider(methodId: number): PaymentProvider | undefined;
  /** What clients need to know of a method, such as a public key. */
  attributes(methodId: number): { readonly [name: string]: string };
  /** The settings let shoppers be sent there. */
  allows(url: string): boolean;
  /** Where shoppers come back to when the call does not say. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}
