// What the log notes of a node: how far the store on its disk is.
import type { EtcdLog } from '../../etcd-log/etcd-log.ts';
import type { Config } from '../../config/config.ts';
import { programVersion } from '../../config/version.ts';
import { ConfigError } from '../../config/setting.ts';
import { FORMAT } from '../../engine/disk/format.ts';
import { openLmdbReadOnly } from '../../engine/journal/lmdb-journal.ts';
import { endOf, firstEnd } from '../../engine/replication/entry.ts';
import type { ChainEnd } from '../../engine/replication/entry.ts';
import type { NodeNote } from '../../engine/replication/log.ts';
import { journalPath } from '../../engine/store/identity.ts';
import type { ClusterPlace } from '../../engine/store/identity.ts';
import type { ClusterConfig } from './cluster-config.ts';
import { settingsDigest } from './settings-digest.ts';

/** Returns the last entry of a node's store. */
export const endOfStore = async (directory: string, place: ClusterPlace): Promise<ChainEnd> => {
  const journal = openLmdbReadOnly(journalPath(directory), undefined);
  try {
    const last = journal.lastEntry();
    return last === undefined ? firstEnd(place.logId, place.startEpoch, place.startSeq) : endOf(last);
  } finally {
    await journal.close();
  }
};

/** Makes the log wait for this node from now on. Throws ConfigError where its name is another one's. */
export const noteNode = async (
  { node: name, url }: ClusterConfig,
  log: EtcdLog,
  config: Config,
  place: ClusterPlace,
): Promise<void> => {
  const { at, seq } = await endOfStore(config.data, place);
  const note: NodeNote = {
    name,
    id: place.nodeId,
    url,
    storedAt: at,
    puncturedSeq: seq,
    version: programVersion(),
    format: FORMAT,
    settings: settingsDigest(config),
  };
  const outcome = await log.nodes.join(note);
  if (!outcome.written) throw new ConfigError(`node ${outcome.note?.name ?? name} has this name or this directory`);
};
