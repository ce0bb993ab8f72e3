// Names the environment variables that are read, and warns of those that look like settings and are not.
import { nearestName } from '../domain/search/nearest-name.ts';
import { SETTING_NAMES } from './config.ts';
import type { Config } from './config.ts';
import { isServiceLink } from './service-links.ts';
import { variableName } from './setting.ts';

const PREFIX = 'KONTOR_';

/** Credentials of the first channel: all three, or none. */
export const LICENCE_VARIABLES = [
  'KONTOR_LICENCE_USERNAME',
  'KONTOR_LICENCE_PASSWORD',
  'KONTOR_LICENCE_SECRET_KEY',
] as const;

/** Password of `logUser`. */
export const LOG_PASSWORD = 'KONTOR_LOG_PASSWORD';

/** Password of `smtpUser`. */
export const SMTP_PASSWORD = 'KONTOR_SMTP_PASSWORD';

export type PaymentSecret = 'SECRET' | 'WEBHOOK_SECRET';

/** Variable that holds a secret of a payment method, unless its settings name another one. */
export const paymentVariable = (methodId: number, secret: PaymentSecret): string =>
  `KONTOR_PAYMENT_${methodId}_${secret}`;

const PAYMENT_SECRET = /^KONTOR_PAYMENT_\d+_(WEBHOOK_)?SECRET$/;
/** Knobs of the engine's own tests. */
const TEST_KNOB = /^KONTOR_TEST(_|$)/;

/** Returns a line for each variable that begins with KONTOR_ and that nothing reads, with the nearest name. */
export const unknownVariables = (
  env: { readonly [name: string]: string | undefined },
  { paymentMethods }: Config,
): readonly string[] => {
  const known = new Set<string>([
    ...SETTING_NAMES.map(variableName),
    ...LICENCE_VARIABLES,
    LOG_PASSWORD,
    SMTP_PASSWORD,
    ...paymentMethods.flatMap(({ secretEnv = '', webhookSecretEnv = '' }) => [secretEnv, webhookSecretEnv]),
  ]);
  // Names are compared without the prefix, which would make any two of them near.
  const names = [...known].filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
  return Object.entries(env)
    .filter(
      ([name, value = '']) =>
        name.startsWith(PREFIX) &&
        !known.has(name) &&
        !PAYMENT_SECRET.test(name) &&
        !TEST_KNOB.test(name) &&
        !isServiceLink(name, value),
    )
    .map(([name]) => {
      const near = nearestName(name.slice(PREFIX.length), names);
      return `the variable ${name} is no setting and is not read.${near === undefined ? '' : ` Did you mean ${PREFIX}${near}?`}`;
    })
    .toSorted();
};
