// `kontor snapshot`: a snapshot file of now, in the directory of snapshot files.
import { ConfigError } from '../config/setting.ts';
import type { SnapshotFile } from '../engine/store/snapshot-files.ts';
import { writeSnapshot } from '../engine/store/write-snapshot.ts';
import type { Shop } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Throws ConfigError. */
export const snapshotNow = ({ store: { engine, identity }, config, server }: Shop): Promise<SnapshotFile> => {
  const { snapshots: directory, snapshotFilesMax: keep, backgroundSliceMs: sliceMs } = config;
  if (engine.headSeq === 0) throw new ConfigError('the store has no record yet');
  return server === undefined
    ? writeSnapshot(engine, { directory, owner: identity, keep, sliceMs })
    : server.snapshot();
};

/** Throws ConfigError. */
export const makeSnapshot = async (shop: Shop, _given: object, terminal: Terminal): Promise<boolean> => {
  const { path, seqTo } = await snapshotNow(shop);
  await terminal.show(`kontor: snapshot of record ${seqTo} in ${path}`, { path, record: seqTo });
  return true;
};
