// The payment methods of the settings, each with its provider.
import type { Config } from '../../config/config.ts';
import { paymentVariable } from '../../config/environment.ts';
import type { PaymentSecret } from '../../config/environment.ts';
import { ConfigError } from '../../config/setting.ts';
import { nameIn } from '../../domain/rules.ts';
import { paymentMethodProblem } from '../../domain/shop/written-settings.ts';
import type { HttpClient } from '../../kernel/http-call.ts';
import { whyNoLink, withoutPassword } from '../../kernel/http-url.ts';
import { whyNotPayable } from '../../kernel/payment-provider.ts';
import type { PaymentProvider } from '../../kernel/payment-provider.ts';
import { shown } from '../../kernel/result.ts';
import type { Payments } from '../../operations/context/payment-services.ts';
import type { Extensions } from '../../kernel/extensions.ts';
import { ExtensionPayments } from '../../outside/extensions/extension-payments.ts';
import { HostedPage } from '../../outside/payments/hosted-page.ts';
import { StripeCheckout } from '../../outside/payments/stripe.ts';
import { bounded } from './bounded-payments.ts';

type Env = { readonly [name: string]: string | undefined };
type Method = Config['paymentMethods'][number];

/** The name of a method in messages. */
const titleOf = (name: Method['name']): string => nameIn(name, '', '');

const secretOf = (env: Env, { id, name }: Method, variable: string | undefined, what: PaymentSecret): string => {
  const from = variable ?? paymentVariable(id, what);
  const secret = env[from] ?? '';
  if (secret === '')
    throw new ConfigError(`payment method ${titleOf(name)}: the environment variable ${from} is not set`);
  return secret;
};

interface PaymentParts {
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

type HeldRules = Pick<Config, 'language' | 'currency' | 'currencyDigits'>;

const providerOf = (
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

/** Whether the provider can start a payment of any order at all. Throws ConfigError. */
const checkCapable = (
  { name }: Method,
  { capabilities }: PaymentProvider,
  { currency, currencyDigits }: HeldRules,
  { paymentSuccessUrl }: Config,
): void => {
  const why = whyNotPayable(capabilities, { currency, currencyDigits, amountMinor: 0 });
  if (why !== undefined) throw new ConfigError(`payment method ${titleOf(name)}: its provider ${why}`);
  if (capabilities.needsSuccessUrl && paymentSuccessUrl === '')
    throw new ConfigError(`payment method ${titleOf(name)}: its provider needs the setting paymentSuccessUrl`);
};

const checkNames = ({ paymentMethods }: Config, { language }: HeldRules): void => {
  const problem = paymentMethodProblem(paymentMethods, language);
  if (problem !== '') throw new ConfigError(`payment methods: ${problem}`);
};

/**
 * As the `host` of a URL has it, whatever its scheme: in lower case, and never with the port 80 or 443. Throws
 * ConfigError.
 */
const hostOf = (entry: string): string => {
  const hostIn = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');
  const host = hostIn(`http://${entry}`);
  const isHost = /^[^\s/\\?#@*]+$/.test(entry) && host !== '' && host === hostIn(`https://${entry}`);
  if (isHost) return host;
  throw new ConfigError(
    `paymentReturnHosts: ${shown(entry)} is no host as addresses have it: no scheme, no path, no *, ` +
      'and a port only where it is not 80 or 443',
  );
};

/** Throws ConfigError. */
export const paymentServices = (config: Config, parts: PaymentParts): Payments => {
  const { rules = config } = parts;
  checkNames(config, rules);
  const providers = new Map<number, PaymentProvider>();
  for (const method of config.paymentMethods) {
    const provider = providerOf(method, config, parts);
    if (provider === undefined) continue;
    checkCapable(method, provider, rules, config);
    providers.set(method.id, bounded(provider, config));
  }
  const { paymentSuccessUrl: successUrl, paymentCancelUrl: cancelUrl } = config;
  for (const [name, url] of Object.entries({ paymentSuccessUrl: successUrl, paymentCancelUrl: cancelUrl })) {
    const why = url === '' ? '' : whyNoLink(url);
    if (why !== '') throw new ConfigError(`${name}: ${withoutPassword(shown(url))} ${why}`);
  }
  const hosts = config.paymentReturnHosts.map(hostOf);
  return {
    provider: (methodId) => providers.get(methodId),
    attributes: (methodId) => config.paymentMethods.find(({ id }) => id === methodId)?.attributes ?? {},
    allows: (url) => hosts.length === 0 || hosts.includes(new URL(url).host),
    successUrl,
    cancelUrl,
    page: config.paymentPage,
  };
};
