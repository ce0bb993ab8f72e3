// Settings of payment: the methods of the shop, their providers, and how long these may take.
import type { Names } from '../domain/rules.ts';
import { Type, json } from '../kernel/params.ts';
import { HOUR_MS, LocalizedName, jsonSetting, text, whole } from './setting.ts';

export interface PaymentMethod {
  readonly id: number;
  readonly name: Names;
  /** Absent: `manual`. */
  readonly provider?: 'manual' | 'hosted-page' | 'stripe';
  /** Shown to clients by get_payment_methods, such as a public key. */
  readonly attributes?: { readonly [name: string]: string };
  /** URL of the hosted page; for `stripe` that of an API other than Stripe's own. */
  readonly url?: string;
  /** Name of the environment variable that holds the provider's secret. */
  readonly secretEnv?: string;
  /** Name of the environment variable that holds the secret of the provider's notices. */
  readonly webhookSecretEnv?: string;
}

const paymentMethods = json(
  Type.Array(
    Type.Object(
      {
        // Nine digits: the route of payment notices accepts no more.
        id: Type.Integer({ minimum: 1, maximum: 999_999_999 }),
        name: LocalizedName,
        provider: Type.Optional(
          Type.Union([Type.Literal('manual'), Type.Literal('hosted-page'), Type.Literal('stripe')]),
        ),
        attributes: Type.Optional(Type.Record(Type.String(), Type.String())),
        url: Type.Optional(Type.String()),
        secretEnv: Type.Optional(Type.String()),
        webhookSecretEnv: Type.Optional(Type.String()),
      },
      // An unknown member is refused: it could be a secret that was written into the file by mistake.
      { additionalProperties: false },
    ),
  ),
);

export const PAYMENT_SETTINGS = {
  paymentMethods: jsonSetting<readonly PaymentMethod[]>(
    [
      { id: 2, name: 'PrePayment' },
      { id: 3, name: 'Cash' },
    ],
    'active payment methods: [{id, name, provider}], name a text or {language: text}, docs/payments.md',
    paymentMethods,
  ),
  paymentSuccessUrl: text('', 'where shoppers come back to after paying', /^$|^https?:\/\/./, 'an http or https URL'),
  paymentCancelUrl: text('', 'where shoppers come back to without paying', /^$|^https?:\/\/./, 'an http or https URL'),
  paymentReturnHosts: jsonSetting<readonly string[]>(
    [],
    'hosts that success_url and cancel_url may name, others are not used; empty = any',
    json(Type.Array(Type.String())),
  ),
  paymentTimeoutMs: whole(10_000, 'milliseconds until a payment provider must have answered', 100, 120_000),
  paymentCallsMax: whole(50, 'payments being started at a time, per method', 1, 10_000),
  paymentTokenTtlMs: whole(HOUR_MS, 'milliseconds that the token of a hosted payment page is valid', 1000),
  paymentNoticeToleranceMs: whole(300_000, 'milliseconds that a payment notice may be older or younger than now', 1000),
};
