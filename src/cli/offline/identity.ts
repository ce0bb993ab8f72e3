// Whether a directory holds a store, for commands that read its files.
import { existsSync } from 'node:fs';
import { ConfigError } from '../../config/setting.ts';
import { readIdentity } from '../../engine/store/identity.ts';
import type { StoreIdentity } from '../../engine/store/identity.ts';

const DENIED = new Set(['EACCES', 'EPERM']);

/**
 * Undefined where there is no store. Throws ConfigError for one that this user may not read, StoreDamage, WrongFormat.
 */
export const storeIn = (directory: string): StoreIdentity | undefined => {
  if (!existsSync(directory)) return undefined;
  try {
    return readIdentity(directory);
  } catch (error) {
    const { cause, message } = error as Error & { readonly cause?: NodeJS.ErrnoException };
    if (cause === undefined || !DENIED.has(cause.code ?? '')) throw error;
    throw new ConfigError(`${message}; run the command as the user of the server`, { cause: error });
  }
};

/** Whether the directory holds a store, whatever its state. Throws as `storeIn`. */
export const holdsStore = (directory: string): boolean => storeIn(directory) !== undefined;
