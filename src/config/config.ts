// All settings: flags win over environment variables, these over kontor.config.json, and that over the defaults.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean } from '../domain/search/nearest-name.ts';
import { shown } from '../kernel/result.ts';
import { ACCOUNT_SETTINGS } from './account-settings.ts';
import { CLUSTER_SETTINGS } from './cluster-settings.ts';
import { DOCUMENT_SETTINGS } from './document-settings.ts';
import { ENGINE_SETTINGS } from './engine-settings.ts';
import { EXTENSION_SETTINGS } from './extension-settings.ts';
import { MAIL_SETTINGS } from './mail-settings.ts';
import { OBSERVABILITY_SETTINGS } from './observability-settings.ts';
import { PAYMENT_SETTINGS } from './payment-settings.ts';
import { RETENTION_SETTINGS } from './retention-settings.ts';
import { SERVER_SETTINGS } from './server-settings.ts';
import { SESSION_SETTINGS } from './session-settings.ts';
import { isServiceLink } from './service-links.ts';
import { ConfigError, flagName, variableName } from './setting.ts';
import type { Setting, SettingGroup } from './setting.ts';
import { SHOP_SETTINGS } from './shop-settings.ts';
import { WEBHOOK_SETTINGS } from './webhook-settings.ts';
import { WORK_SETTINGS } from './work-settings.ts';

export const SETTINGS = {
  ...SERVER_SETTINGS,
  ...OBSERVABILITY_SETTINGS,
  ...WORK_SETTINGS,
  ...ENGINE_SETTINGS,
  ...RETENTION_SETTINGS,
  ...SHOP_SETTINGS,
  ...SESSION_SETTINGS,
  ...ACCOUNT_SETTINGS,
  ...PAYMENT_SETTINGS,
  ...DOCUMENT_SETTINGS,
  ...WEBHOOK_SETTINGS,
  ...MAIL_SETTINGS,
  ...EXTENSION_SETTINGS,
  ...CLUSTER_SETTINGS,
} satisfies { readonly [name: string]: Setting<unknown> };

/** All settings, by subject. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Listeners and requests',
    about: 'Where the server listens, and what one request may be.',
    settings: SERVER_SETTINGS,
  },
  {
    title: 'Logs and metrics',
    about: 'What the server tells about itself: [observability.md](../operate/observability.md).',
    settings: OBSERVABILITY_SETTINGS,
  },
  {
    title: 'Work and load',
    about:
      'How the one thread is shared among callers, and what waits or is refused under load: [limits.md](../operate/limits.md).',
    settings: WORK_SETTINGS,
  },
  {
    title: 'Store and memory',
    about:
      'Where the files are, what a reply promises, what stays in memory, and what the background writes: ' +
      '[durability.md](../operate/durability.md), [time.md](../operate/time.md).',
    settings: ENGINE_SETTINGS,
  },
  {
    title: 'What is kept',
    about: 'Idempotency keys, the change feed, the audit log and counts, which are kept beside the state of the shop.',
    settings: RETENTION_SETTINGS,
  },
  {
    title: 'Shop and orders',
    about: 'What a person decides about the shop: money, taxes, deliveries, numbers.',
    settings: SHOP_SETTINGS,
  },
  {
    title: 'Carts and sessions',
    about: 'How much one session holds, how many there are, and how long they live.',
    settings: SESSION_SETTINGS,
  },
  {
    title: 'Accounts and logins',
    about: 'Passwords, throttling, and who sees users and orders: [logins.md](../sell/logins.md).',
    settings: ACCOUNT_SETTINGS,
  },
  {
    title: 'Payment',
    about: 'Methods and their providers: [payments.md](../sell/payments.md).',
    settings: PAYMENT_SETTINGS,
  },
  {
    title: 'Documents and images',
    about: 'Letterhead, templates, and what making a document may take: [documents.md](../sell/documents.md).',
    settings: DOCUMENT_SETTINGS,
  },
  {
    title: 'Webhooks',
    about: 'How many there may be, and how they are called: [webhooks.md](../build/webhooks.md).',
    settings: WEBHOOK_SETTINGS,
  },
  {
    title: 'Mail',
    about: 'The server that takes the mails of the shop, and which are sent: [mail.md](../sell/mail.md).',
    settings: MAIL_SETTINGS,
  },
  {
    title: 'Extensions',
    about: 'Own logic that the server loads, each module on a thread of its own.',
    settings: EXTENSION_SETTINGS,
  },
  {
    title: 'Cluster',
    about: 'Several nodes that share one shop over a log in etcd: [cluster.md](../operate/cluster.md).',
    settings: CLUSTER_SETTINGS,
  },
];

export type SettingName = keyof typeof SETTINGS;
export type Config = { readonly [K in SettingName]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

type Env = { readonly [name: string]: string | undefined };
export type RawSettings = { readonly [name: string]: unknown };

/** File of settings, read from the working directory. */
export const CONFIG_FILE = 'kontor.config.json';

/** Returns a line about a name that no setting has. */
export const unknownSetting = (name: string): string =>
  `there is no setting ${name}.${didYouMean(name, SETTING_NAMES)}`;

/** Returns the settings of the file by name; adds what is wrong with it to `problems`. */
const readFile = (directory: string, problems: string[]): RawSettings => {
  const path = join(directory, CONFIG_FILE);
  if (!existsSync(path)) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    problems.push(`${path}: ${(error as Error).message}`);
    return {};
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    problems.push(`${path} is not a JSON object`);
    return {};
  }
  for (const name of Object.keys(parsed))
    if (!Object.hasOwn(SETTINGS, name)) problems.push(`${path}: ${unknownSetting(name)}`);
  return parsed as RawSettings;
};

export interface ReadSettings {
  readonly config: Config;
  /** Source of each value that is not a default: a flag, a variable, or the file. */
  readonly sources: ReadonlyMap<string, string>;
  /** One line each; the setting that a line is about has its default. */
  readonly problems: readonly string[];
}

/** `directory` may hold kontor.config.json; `defaults` replace those of the settings. */
export const readSettings = (
  flags: RawSettings,
  env: Env,
  directory: string | undefined,
  defaults: RawSettings = {},
): ReadSettings => {
  const problems: string[] = [];
  const file = directory === undefined ? {} : readFile(directory, problems);
  const config: { [name: string]: unknown } = {};
  const sources = new Map<string, string>();
  for (const name of SETTING_NAMES) {
    const setting: Setting<unknown> = SETTINGS[name];
    const variable = variableName(name);
    const fromEnv = env[variable] ?? '';
    const [raw, source, where] =
      flags[name] !== undefined
        ? [flags[name], flagName(name), flagName(name)]
        : fromEnv !== '' && !isServiceLink(variable, fromEnv)
          ? [fromEnv, variable, variable]
          : Object.hasOwn(file, name)
            ? [file[name], CONFIG_FILE, `${CONFIG_FILE}: ${name}`]
            : [defaults[name], undefined, name];
    const value = raw === undefined ? setting.defaultValue : setting.parse(raw);
    if (value === undefined) problems.push(`${where}: ${shown(JSON.stringify(raw))} is not ${setting.expected}`);
    else if (source !== undefined) sources.set(name, source);
    config[name] = value ?? setting.defaultValue;
  }
  return { config: config as Config, sources, problems };
};

/** Valid settings, with the source of each that is not a default. */
export type GivenSettings = Pick<ReadSettings, 'config' | 'sources'>;

/** Reads settings. Throws ConfigError for the first value that is not valid, and for an unknown setting in the file. */
export const loadSettings = (...given: Parameters<typeof readSettings>): GivenSettings => {
  const { config, sources, problems } = readSettings(...given);
  if (problems[0] !== undefined) throw new ConfigError(problems[0]);
  return { config, sources };
};

/** As `loadSettings`, without the sources. Throws ConfigError. */
export const loadConfig = (...given: Parameters<typeof readSettings>): Config => loadSettings(...given).config;

/** Whether a setting has another value than its default. */
export const isChanged = (config: Config, name: SettingName): boolean =>
  JSON.stringify(config[name]) !== JSON.stringify(SETTINGS[name].defaultValue);

/** Value of a setting as one line, with its unit. */
export const valueLine = (config: Config, name: SettingName): string => {
  const value = config[name];
  return `${typeof value === 'object' ? JSON.stringify(value) : String(value)} ${SETTINGS[name].unit}`.trimEnd();
};
