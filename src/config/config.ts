// All settings: flags win over environment variables, these over kontor.config.json, and that over the defaults.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shown } from '../kernel/result.ts';
import { ACCOUNT_SETTINGS } from './account-settings.ts';
import { DOCUMENT_SETTINGS } from './document-settings.ts';
import { ENGINE_SETTINGS } from './engine-settings.ts';
import { PAYMENT_SETTINGS } from './payment-settings.ts';
import { SERVER_SETTINGS } from './server-settings.ts';
import { ConfigError } from './setting.ts';
import type { Setting } from './setting.ts';
import { SHOP_SETTINGS } from './shop-settings.ts';
import { WEBHOOK_SETTINGS } from './webhook-settings.ts';

export const SETTINGS = {
  ...SERVER_SETTINGS,
  ...ENGINE_SETTINGS,
  ...SHOP_SETTINGS,
  ...DOCUMENT_SETTINGS,
  ...PAYMENT_SETTINGS,
  ...WEBHOOK_SETTINGS,
  ...ACCOUNT_SETTINGS,
} satisfies { readonly [name: string]: Setting<unknown> };

export type SettingName = keyof typeof SETTINGS;
export type Config = { readonly [K in SettingName]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** `bodyBytesMax` → `KONTOR_BODY_BYTES_MAX`. */
const envName = (name: string): string => `KONTOR_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

const CONFIG_FILE = 'kontor.config.json';

const readFile = (directory: string): { readonly [name: string]: unknown } => {
  const path = join(directory, CONFIG_FILE);
  if (!existsSync(path)) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(`${path}: ${(error as Error).message}`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new ConfigError(`${path} is not a JSON object`);
  for (const name of Object.keys(parsed))
    if (!Object.hasOwn(SETTINGS, name)) throw new ConfigError(`${path}: there is no setting ${name}`);
  return parsed as { readonly [name: string]: unknown };
};

export type RawSettings = { readonly [name: string]: unknown };

/**
 * `directory` may hold kontor.config.json; `defaults` replace those of the settings. Throws ConfigError
 * for a value that is not valid and for an unknown setting in the file.
 */
export const loadConfig = (
  flags: RawSettings,
  env: { readonly [name: string]: string | undefined },
  directory: string | undefined,
  defaults: RawSettings = {},
): Config => {
  const file = directory === undefined ? {} : readFile(directory);
  const config: { [name: string]: unknown } = {};
  for (const name of SETTING_NAMES) {
    const setting: Setting<unknown> = SETTINGS[name];
    const fromEnv = env[envName(name)];
    const [raw, source] =
      flags[name] !== undefined
        ? [flags[name], `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`]
        : fromEnv !== undefined && fromEnv !== ''
          ? [fromEnv, envName(name)]
          : [file[name] === undefined ? defaults[name] : file[name], CONFIG_FILE];
    const value = raw === undefined ? setting.defaultValue : setting.parse(raw);
    if (value === undefined)
      throw new ConfigError(`${source}: ${shown(JSON.stringify(raw))} is not ${setting.expected}`);
    config[name] = value;
  }
  return config as Config;
};
