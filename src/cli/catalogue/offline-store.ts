// A store for one command, which no server has open.
import { existsSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { ConfigError } from '../../config.ts';
import { readIdentity } from '../../engine/store.ts';
import type { Store } from '../../engine/store.ts';
import { openShop } from '../shop.ts';

/** Opens a store, hands it out and closes it; a journal that fails is the one line of its reason. */
export const withStore = async (config: Config, use: (store: Store) => Promise<void>): Promise<void> => {
  let failure: string | undefined;
  const store = await openShop(config, (reason) => (failure ??= reason));
  try {
    await use(store);
  } catch (error) {
    throw failure === undefined ? error : new ConfigError(failure);
  } finally {
    await store.close();
  }
};

export const holdsStore = (directory: string): boolean => existsSync(directory) && readIdentity(directory) !== undefined;
