// The provider of a payment method, by the settings.
import type { Config } from '../../config/config.ts';
import { paymentVariable } from '../../config/environment.ts';
import type { PaymentSecret } from '../../config/environment.ts';
import { ConfigError } from '../../config/setting.ts';
import { nameIn } from '../../domain/rules.ts';
import type { Extensions } from '../../kernel/extensions.ts';
import type { HttpClient } from '../../kernel/http-call.ts';
import { whyNoLink, withoutPassword } from '../../kernel/http-url.ts';
import type { PaymentProvider } from '../../kernel/payment-provider.ts';
import { ExtensionPayments } from '../../outside/extensions/extension-payments.ts';
import { HostedPage } from '../../outside/payments/hosted-page.ts';
import { StripeCheckout } from '../../outside/payments/stripe.ts';

type Env = { readonly [name: string]: string | undefined };
export type Method = Config['paymentMethods'][number];

/** The name of a method in messages. */
export const titleOf = (name: Method['name']): string => nameIn(name, '', '');

const secretOf = (env: Env, { id, name }: Method, variable: string | undefined, what: PaymentSecret): string => {
  const from = variable ?? paymentVariable(id, what);
  const secret = env[from] ?? '';
  if (secret === '')
    throw new ConfigError(`payment method ${titleOf(name)}: the environment variable ${from} is not set`);
  return secret;
};

export interface PaymentParts {
  readonly env: Env;
  /** Calls the providers. */
  readonly client: HttpClient;
  /** The store's `id`; '' where no payment is begun. */
  readonly storeId: string;
  /** Absent: the shop has none. */
  readonly extensions?: Extensions | undefined;
  /** Those that the shop holds; absent: those of the configuration. */
  readonly rules?: HeldRules;
}

export type HeldRules = Pick<Config, 'language' | 'currency' | 'currencyDigits'>;

/** Undefined for a manual method. Throws ConfigError. */
export const providerOf = (
  method: Method,
  config: Config,
  { env, client, storeId, extensions }: PaymentParts,
): PaymentProvider | undefined => {
  const { name, url, refundUrl, secretEnv, webhookSecretEnv, provider = 'manual' } = method;
  for (const given of [url, refundUrl]) {
    const why = given === undefined ? '' : whyNoLink(given);
    if (why !== '') throw new ConfigError(`payment method ${titleOf(name)}: ${withoutPassword(given!)} ${why}`);
  }
  switch (provider) {
    case 'manual':
      return undefined;
    case 'hosted-page':
      if (url === undefined) throw new ConfigError(`payment method ${titleOf(name)}: a hosted page needs its url`);
      return new HostedPage(
        {
          url,
          secret: secretOf(env, method, secretEnv, 'SECRET'),
          tokenMs: config.paymentTokenTtlMs,
          windowMs: config.paymentNoticeToleranceMs,
          refundUrl: refundUrl ?? '',
          timeoutMs: config.paymentTimeoutMs,
        },
        client,
      );
    case 'stripe': {
      const secret = secretOf(env, method, secretEnv, 'SECRET');
      const webhookSecret = secretOf(env, method, webhookSecretEnv, 'WEBHOOK_SECRET');
      return new StripeCheckout(
        {
          secret,
          webhookSecret,
          apiUrl: url ?? '',
          timeoutMs: config.paymentTimeoutMs,
          windowMs: config.paymentNoticeToleranceMs,
          mark: `${storeId}/${method.id}`,
        },
        client,
      );
    }
    case 'extension': {
      const { extension = '' } = method;
      if (extension === '' || config.extensions.length === 0)
        throw new ConfigError(`payment method ${titleOf(name)}: it needs the name of one of the setting extensions`);
      // Settings are checked without the shop's threads.
      return extensions === undefined ? undefined : new ExtensionPayments(extension, extensions);
    }
    default:
      throw new ConfigError(`payment method ${titleOf(name)}: there is no provider ${provider}`);
  }
};
