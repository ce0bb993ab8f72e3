// `kontor restore`: makes a store from a snapshot file. It refuses a data directory that has a journal already.
import { statSync } from 'node:fs';
import { ConfigError } from '../config/setting.ts';
import { restoreStore } from '../engine/store/restore.ts';

/** A store from a snapshot file. Throws StoreLocked, StoreDamage. */
export const restore = async (file: string, directory: string): Promise<void> => {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw new ConfigError(`there is no snapshot file ${file}`);
  if (stat.isDirectory()) throw new ConfigError(`${file} is a directory: one of the snapshot files is wanted`);
  const { seqTo } = await restoreStore(directory, file, { nowMs: Date.now });
  console.log(`kontor: ${directory} is the store as of record ${seqTo}`);
};
