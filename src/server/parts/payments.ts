// The payment methods of the settings, each with its provider.
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import { paymentMethodProblem } from '../../domain/shop/written-settings.ts';
import { whyNoLink, withoutPassword } from '../../kernel/http-url.ts';
import { whyNotPayable } from '../../kernel/payment-provider.ts';
import type { PaymentProvider } from '../../kernel/payment-provider.ts';
import { shown } from '../../kernel/result.ts';
import type { Payments } from '../../operations/context/payment-services.ts';
import { bounded } from './bounded-payments.ts';
import { providerOf, titleOf } from './payment-providers.ts';
import type { HeldRules, Method, PaymentParts } from './payment-providers.ts';

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
