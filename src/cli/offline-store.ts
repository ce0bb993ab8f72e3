// A store for one command, which no server has open.
import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { ConfigError } from '../config.ts';
import { readIdentity } from '../engine/store/store.ts';
import type { Store } from '../engine/store/store.ts';
import { openShop } from '../server/open-shop.ts';

/** Opens a store, hands it out and closes it; a journal that fails is the one line of its reason. */
export const withStore = async (config: Config, use: (store: Store) => void | Promise<void>): Promise<void> => {
  const store = await openShop(config);
  try {
    await use(store);
  } finally {
    await store.close();
  }
};

/** The same with one that is there. Throws ConfigError, StoreLocked, StoreDamage. */
export const withKnownStore = async (config: Config, use: (store: Store) => void | Promise<void>): Promise<void> => {
  if (!holdsStore(config.data)) throw new ConfigError(`${config.data} holds no store`);
  await withStore(config, use);
};

export const holdsStore = (directory: string): boolean =>
  existsSync(directory) && readIdentity(directory) !== undefined;
