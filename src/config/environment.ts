// Which variables of the environment are read, so that one that nobody reads is not taken for a setting.
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

export type PaymentSecret = 'SECRET' | 'WEBHOOK_SECRET';

/** Holds a secret of a payment method, unless its settings name another variable. */
export const paymentVariable = (methodId: number, secret: PaymentSecret): string =>
  `KONTOR_PAYMENT_${methodId}_${secret}`;

const PAYMENT_SECRET = /^KONTOR_PAYMENT_\d+_(WEBHOOK_)?SECRET$/;
/** Knobs of the engine's own tests. */
const TEST_KNOB = /^KONTOR_TEST(_|$)/;

/** Variables that begin with KONTOR_ and that nothing reads: a line each, with the nearest name. */
export const unknownVariables = (
  env: { readonly [name: string]: string | undefined },
  { paymentMethods }: Config,
): readonly string[] => {
  const known = new Set<string>([
    ...SETTING_NAMES.map(variableName),
    ...LICENCE_VARIABLES,
    LOG_PASSWORD,
    ...paymentMethods.flatMap(({ secretEnv = '', webhookSecretEnv = '' }) => [secretEnv, webhookSecretEnv]),
  ]);
  // Without the prefix: it would make every two names near.
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
