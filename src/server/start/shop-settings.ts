// Brings the settings of the configuration into the shop: the first start seeds it, entries that say something else
// later are pinned.
import type { GivenSettings } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import { shopRules } from '../../config/shop-rules.ts';
import { configureShop } from '../../domain/shop/change-settings.ts';
import { SHOP_SETTINGS } from '../../domain/shop/held-settings.ts';
import { maintenanceCause } from '../../engine/engine.ts';
import type { Engine } from '../../engine/engine.ts';
import { pick } from '../../kernel/pick.ts';
import type { Result } from '../../kernel/result.ts';
import { logWarning } from '../observability/log.ts';

const record = (engine: Engine, { config, sources }: GivenSettings): Result<void> => {
  const values = pick(shopRules(config), [...SHOP_SETTINGS]);
  const given = SHOP_SETTINGS.filter((name) => sources.has(name));
  return engine.transact(maintenanceCause('shop_settings'), (tx) => configureShop(tx, { values, given }));
};

/**
 * Makes a record where the shop does not hold a setting yet, or pins change. Throws ConfigError where an entry that was
 * added, changed or taken away would leave what names a part of the setting without it.
 */
export const recordSettings = (engine: Engine, settings: GivenSettings): void => {
  const made = record(engine, settings);
  if (made.ok) return;
  throw new ConfigError(
    made.code === 'SETTING_IN_USE'
      ? `the configuration takes away what the shop uses: ${made.detail} ` +
          'Say it there, or change what uses it first (docs/sell/settings.md)'
      : `the configuration does not fit the settings of the shop: ${made.detail} (docs/sell/settings.md)`,
  );
};

/**
 * As `recordSettings` on a node that begins to lead: the shop goes on selling where the configuration of this node
 * would be refused at a start. Pins stay as they were then, and one line of the log says why.
 */
export const recordOrKeepSettings = (engine: Engine, settings: GivenSettings): void => {
  const made = record(engine, settings);
  if (made.ok) return;
  logWarning(
    `settings of the shop stay pinned as they were: the configuration of this node does not fit them: ${made.detail} ` +
      'A start with it will be refused (docs/sell/settings.md)',
  );
};
