// A digest of the settings that a leader decides with, so that nodes with different ones are seen.
import { createHash } from 'node:crypto';
import { SHOP_SETTINGS } from '../../config/shop-settings.ts';
import { ACCOUNT_SETTINGS } from '../../config/account-settings.ts';
import { PAYMENT_SETTINGS } from '../../config/payment-settings.ts';
import { RETENTION_SETTINGS } from '../../config/retention-settings.ts';
import { SESSION_SETTINGS } from '../../config/session-settings.ts';
import type { Config } from '../../config/config.ts';

const NAMES = Object.keys({
  ...SHOP_SETTINGS,
  ...SESSION_SETTINGS,
  ...ACCOUNT_SETTINGS,
  ...PAYMENT_SETTINGS,
  ...RETENTION_SETTINGS,
}).sort() as (keyof Config)[];

/** 4 hexadecimal digits. */
export const settingsDigest = (config: Config): string =>
  createHash('sha256')
    .update(JSON.stringify(NAMES.map((name) => config[name])))
    .digest('hex')
    .slice(0, 4);
