// Opens the store of a command that needs no server, and closes it afterwards, whatever the command does.
//
// The store is locked as long as it is open, so a running server makes the command fail with StoreLocked.
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import { whyReadOnly } from '../../engine/store/read-only.ts';
import type { Store } from '../../engine/store/store.ts';
import { logWarning } from '../../server/observability/log.ts';
import { openConfiguredStore } from '../../server/start/open-store.ts';
import { holdsStore } from './identity.ts';

/**
 * Opens the configured store, or makes one where there is none; on a disk that takes no writes it is opened for reading
 * alone. Throws StoreLocked, StoreDamage, and the reason why the journal failed.
 */
export const withStore = async (config: Config, use: (store: Store) => void | Promise<void>): Promise<void> => {
  const readOnly = whyReadOnly(config.data);
  if (readOnly !== '') logWarning(`${readOnly}: the store is read, and cannot be changed`);
  const store = await openConfiguredStore(config, () => {}, readOnly);
  try {
    await use(store);
  } finally {
    await store.close();
  }
};

/** Like `withStore`, but never makes a store. Throws ConfigError, StoreLocked, StoreDamage. */
export const withExistingStore = async (config: Config, use: (store: Store) => void | Promise<void>): Promise<void> => {
  if (!holdsStore(config.data)) throw new ConfigError(`${config.data} holds no store`);
  await withStore(config, use);
};
