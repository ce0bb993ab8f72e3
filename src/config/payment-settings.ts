// Settings of payment: the methods of the shop, their providers, and how long these may take.
import type { Names } from '../domain/rules.ts';
import { Type, json } from '../kernel/params.ts';
import { METHOD_ID_MAX, LocalizedName, UNPAID_MS_MAX } from '../domain/shop/written-settings.ts';
import { HOUR_MS, jsonSetting, text, whole } from './setting.ts';

export interface PaymentMethod {
  readonly id: number;
  readonly name: Names;
  /** Absent: `manual`. */
  readonly provider?: 'manual' | 'hosted-page' | 'stripe' | 'extension';
  /** With the provider `extension`: its name. */
  readonly extension?: string;
  /** Shown to clients by get_payment_methods, such as a public key. */
  readonly attributes?: { readonly [name: string]: string };
  /** URL of the hosted page; for `stripe` that of an API other than Stripe's own. */
  readonly url?: string;
  /** Where a hosted page is asked to give money back; absent: it cannot. */
  readonly refundUrl?: string;
  /** Name of the environment variable that holds the provider's secret. */
  readonly secretEnv?: string;
  /** Name of the environment variable that holds the secret of the provider's notices. */
  readonly webhookSecretEnv?: string;
  /** Milliseconds after which an order that is not paid is cancelled; absent: never. */
  readonly unpaidOrderMsMax?: number;
  /** What a shopper is told after the order; absent: nothing. */
  readonly instructions?: Names;
}

const paymentMethods = json(
  Type.Array(
    Type.Object(
      {
        id: Type.Integer({ minimum: 1, maximum: METHOD_ID_MAX }),
        name: LocalizedName,
        provider: Type.Optional(
          Type.Union([
            Type.Literal('manual'),
            Type.Literal('hosted-page'),
            Type.Literal('stripe'),
            Type.Literal('extension'),
          ]),
        ),
        extension: Type.Optional(Type.String({ maxLength: 40 })),
        attributes: Type.Optional(Type.Record(Type.String(), Type.String())),
        url: Type.Optional(Type.String()),
        refundUrl: Type.Optional(Type.String()),
        secretEnv: Type.Optional(Type.String()),
        webhookSecretEnv: Type.Optional(Type.String()),
        unpaidOrderMsMax: Type.Optional(Type.Integer({ minimum: 60_000, maximum: UNPAID_MS_MAX })),
        instructions: Type.Optional(LocalizedName),
      },
      // An unknown member is refused: it could be a secret that was written into the file by mistake.
      { additionalProperties: false },
    ),
  ),
);

const URL_OR_NONE = { pattern: /^$|^https?:\/\/./, expected: 'an http or https URL' };

export const PAYMENT_SETTINGS = {
  paymentMethods: jsonSetting<readonly PaymentMethod[]>(
    [
      { id: 2, name: 'PrePayment' },
      { id: 3, name: 'Cash' },
    ],
    'active payment methods: [{id, name, provider, unpaidOrderMsMax, instructions}], names a text or {language: text}',
    { shape: paymentMethods, when: 'For every real shop: docs/sell/payments.md.' },
  ),
  paymentSuccessUrl: text('', 'where shoppers come back to after paying', {
    ...URL_OR_NONE,
    when: 'Where a method has a provider and calls do not name the page themselves.',
  }),
  paymentCancelUrl: text('', 'where shoppers come back to without paying', {
    ...URL_OR_NONE,
    when: 'With paymentSuccessUrl.',
  }),
  paymentPage: text('', 'page of the storefront that pays an order by a link; `{order}` and `{code}` are replaced', {
    pattern: /^$|^https?:\/\/.*\{order\}.*\{code\}/,
    expected: 'an http or https URL with {order} and {code}',
    when: 'Where customers pay by a link that holds for days: docs/sell/payments.md.',
  }),
  paymentReturnHosts: jsonSetting<readonly string[]>(
    [],
    'hosts that success_url and cancel_url may name, others are not used; empty = any',
    {
      shape: json(Type.Array(Type.String())),
      when: 'Wherever a method has a provider: a call may otherwise send shoppers who paid to any host.',
    },
  ),
  paymentTimeoutMs: whole(10_000, 'time within which a payment provider must have answered', {
    unit: 'ms',
    min: 100,
    max: 120_000,
    when: 'Longer for a provider that is slow; the shopper waits that long.',
  }),
  paymentCallsMax: whole(50, 'payments being started at a time, per method', {
    unit: 'payments',
    min: 1,
    max: 10_000,
    when: 'Higher for bursts of checkouts, as far as the provider allows them.',
  }),
  paymentTokenTtlMs: whole(HOUR_MS, 'time for which the token of a hosted payment page is valid', {
    unit: 'ms',
    min: 1000,
    when: 'Longer where shoppers take their time on that page.',
  }),
  pendingPaymentMsMax: whole(7 * 24 * HOUR_MS, 'time by which money on its way puts off the end of an unpaid order', {
    unit: 'ms',
    min: 0,
    max: UNPAID_MS_MAX,
    when: 'Longer for methods whose money takes weeks, where the method has unpaidOrderMsMax.',
  }),
  paymentNoticeToleranceMs: whole(300_000, 'difference between the time of a payment notice and now', {
    unit: 'ms',
    min: 1000,
    when: 'Longer only where the clock of the provider differs: a stolen notice can be repeated that long.',
  }),
};
