// Whether another process, such as a server, has a store open.
import { StoreLocked, lockStore } from '../../engine/store/store-lock.ts';
import type { StoreLock } from '../../engine/store/store-lock.ts';

/** Undefined while another process has the store open. */
export const lockUnlessServed = async (directory: string): Promise<StoreLock | undefined> => {
  try {
    return await lockStore(directory);
  } catch (error) {
    if (error instanceof StoreLocked) return undefined;
    throw error;
  }
};

/** At this moment. */
export const isServed = async (directory: string): Promise<boolean> => {
  const lock = await lockUnlessServed(directory);
  await lock?.release();
  return lock === undefined;
};
