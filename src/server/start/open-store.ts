// Opens the store that the settings name: for the server, and for commands that need no server.
import type { Config } from '../../config/config.ts';
import { engineLimits } from '../../config/engine-limits.ts';
import { shopRules } from '../../config/shop-rules.ts';
import type { EngineOptions } from '../../engine/engine-options.ts';
import { machineBootId } from '../../engine/store/identity.ts';
import type { StoreLocation } from '../../engine/store/open-journal.ts';
import { openStore } from '../../engine/store/store.ts';
import type { Store } from '../../engine/store/store.ts';
import type { MemoryAccount } from '../../kernel/memory-account.ts';
import { SystemRandom } from '../../outside/random.ts';
import { SYSTEM_STOPWATCH } from '../../outside/stopwatch.ts';
import { SYSTEM_CLOCK } from '../../outside/system-clock.ts';
import { memoryAccount } from '../parts/memory.ts';
import { keepMoment } from '../../admin/keep-moment.ts';
import { checkCurrency } from './shop-currency.ts';

/**
 * Recovers the store, or makes a new one. `fatal` is called when the journal fails; closing the store throws the same
 * reason. `readOnly`: of `whyReadOnly`. `acceptTime`: the system's clock is right, by order. `where`: other
 * than the settings say. Throws StoreLocked, StoreDamage, ClockRefused, ConfigError for a currency that would change
 * what amounts mean, and errors of the file system.
 */
export const openConfiguredStore = async (
  config: Config,
  fatal: EngineOptions['fatal'] = () => {},
  readOnly = '',
  memory: MemoryAccount = memoryAccount(config),
  acceptTime?: StoreLocation['acceptTime'],
  where: Partial<Pick<StoreLocation, 'directory' | 'locked' | 'lockWaitMs' | 'follows'>> = {},
): Promise<Store> => {
  const { data: directory, snapshots, durability } = config;
  const store = await openStore(
    {
      directory,
      snapshots,
      durability,
      bootId: machineBootId(),
      readOnly,
      keepMoment,
      ...(acceptTime !== undefined && { acceptTime }),
      ...where,
    },
    {
      rules: shopRules(config),
      limits: engineLimits(config),
      clock: SYSTEM_CLOCK,
      stopwatch: SYSTEM_STOPWATCH,
      random: new SystemRandom(),
      memory,
      fatal,
    },
  );
  try {
    checkCurrency(store.engine);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
};
