// `kontor snapshot`: a snapshot file of now, in the directory of snapshot files.
import { ConfigError } from '../config/setting.ts';
import { systemReason } from '../engine/disk/system-error.ts';
import type { SnapshotFile } from '../engine/snapshots/snapshot-files.ts';
import { writeSnapshot } from '../engine/snapshots/write-snapshot.ts';
import type { Shop } from './command.ts';
import type { Terminal } from './terminal.ts';

const SHORT_OF_SPACE = /ENOSPC|EDQUOT|too full|reserve/;

/** Throws ConfigError with why no file could be written. */
export const snapshotNow = async ({ store: { engine, identity }, config, server }: Shop): Promise<SnapshotFile> => {
  const { snapshots: directory, snapshotFilesMax: keep, backgroundSliceMs: sliceMs } = config;
  if (engine.headSeq === 0) throw new ConfigError('the store has no record yet');
  try {
    return await (server === undefined
      ? writeSnapshot(engine, { directory, owner: identity, keep, sliceMs })
      : server.snapshot());
  } catch (error) {
    const why = systemReason(error).replace(/^no snapshot: /, '');
    const advice = SHORT_OF_SPACE.test(why) ? '; free some space there, or set another directory for snapshots' : '';
    throw new ConfigError(`no snapshot file can be written to ${directory}: ${why}${advice}`, { cause: error });
  }
};

/** Throws ConfigError. */
export const makeSnapshot = async (shop: Shop, _given: object, terminal: Terminal): Promise<boolean> => {
  const { path, seqTo } = await snapshotNow(shop);
  await terminal.show(`kontor: snapshot of record ${seqTo} in ${path}`, { path, record: seqTo });
  return true;
};
