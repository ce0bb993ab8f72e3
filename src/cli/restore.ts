// `kontor restore`: makes a store from a snapshot file. It refuses a data directory that has a journal already.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepMoment } from '../admin/keep-moment.ts';
import { makeDirectory } from '../engine/disk/make-directory.ts';
import { ConfigError } from '../config/setting.ts';
import { parseMoment } from '../domain/date-time.ts';
import type { Forward } from '../engine/store/restore.ts';
import { restoreStore } from '../engine/store/restore.ts';
import type { Printer } from './printer.ts';

export interface RestoreFlags {
  readonly keys?: string;
  readonly records?: string;
  readonly toSeq?: string;
  readonly toTime?: string;
}

const untilOf = ({ toSeq, toTime }: RestoreFlags): Forward['until'] => {
  if (toSeq !== undefined && toTime !== undefined) throw new ConfigError('either --to-seq or --to-time is wanted');
  if (toSeq !== undefined) {
    if (!/^[1-9]\d{0,14}$/.test(toSeq)) throw new ConfigError(`--to-seq: ${toSeq} is no number of a record`);
    return { seq: Number(toSeq) };
  }
  if (toTime === undefined) return undefined;
  const ms = parseMoment(toTime);
  if (ms === undefined) throw new ConfigError(`--to-time: ${toTime} is not of the form YYYY-MM-DD HH:MM:SS, UTC`);
  return { ms };
};

const forwardOf = (flags: RestoreFlags): Forward | undefined => {
  const until = untilOf(flags);
  if (flags.records !== undefined) return { records: flags.records, until, keepMoment };
  if (until !== undefined) throw new ConfigError('--records: the data directory that has kept the records is wanted');
  return undefined;
};

const KEY_FILES = ['store.json', 'subject-keys.json'] as const;

/** Puts the files of `kontor backup --keys` into the directory, which must not have others. Throws ConfigError. */
const placeKeys = (directory: string, keys: string): void => {
  const read = (): { readonly [name: string]: unknown } => {
    try {
      return JSON.parse(readFileSync(keys, 'utf8')) as { readonly [name: string]: unknown };
    } catch (error) {
      throw new ConfigError(`${keys} holds no keys: ${(error as Error).message}`, { cause: error });
    }
  };
  const files = read();
  makeDirectory(directory);
  for (const name of KEY_FILES) {
    const [path, text] = [join(directory, name), files[name]];
    if (typeof text !== 'string') throw new ConfigError(`${keys} holds no ${name}`);
    if (existsSync(path) && readFileSync(path, 'utf8') !== text) throw new ConfigError(`${path} is there already`);
    writeFileSync(path, text, { mode: 0o600, flush: true });
  }
};

/** A store from a snapshot file. Throws ConfigError, StoreLocked, StoreDamage. */
export const restore = async (
  file: string,
  flags: RestoreFlags,
  directory: string,
  printer: Printer,
): Promise<void> => {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw new ConfigError(`there is no snapshot file ${file}`);
  if (stat.isDirectory()) throw new ConfigError(`${file} is a directory: one of the snapshot files is wanted`);
  const forward = forwardOf(flags);
  if (existsSync(join(directory, 'journal'))) throw new ConfigError(`${directory} holds a store already`);
  if (flags.keys !== undefined) placeKeys(directory, flags.keys);
  const { seqTo } = await restoreStore(directory, file, { nowMs: Date.now }, forward);
  printer.show(`${directory} is the store as of record ${seqTo}`, { data: directory, record: seqTo });
};
