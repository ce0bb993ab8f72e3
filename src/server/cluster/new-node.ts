// Makes the part of a node that folds the log and takes the lead, with the clocks and the chance of this process.
import type { Config } from '../../config/config.ts';
import { pauseAfter } from '../../admin/slices.ts';
import { ClusterNode } from '../../engine/cluster-node.ts';
import type { NodeOwner } from '../../engine/cluster-node.ts';
import { firstEnd } from '../../engine/replication/entry.ts';
import { ReplicatedJournal } from '../../engine/replication/replicated-journal.ts';
import { randomHex } from '../../engine/store/identity.ts';
import type { Store } from '../../engine/store/store.ts';
import type { EtcdLog } from '../../etcd-log/etcd-log.ts';
import { must } from '../../kernel/result.ts';
import { SYSTEM_CLOCK, SYSTEM_TIMERS } from '../../outside/system-clock.ts';
import type { ClusterConfig } from './cluster-config.ts';

/** Between two attempts at an append whose outcome is not known. */
const RESEND_MS = 50;
/** A longer entry goes out in parts. */
const PART_BYTES_MAX = 1_000_000;

interface NewNode {
  readonly cluster: ClusterConfig;
  readonly config: Config;
  readonly log: EtcdLog;
  readonly store: Store;
  /** See NodeOptions. */
  readonly yieldsMs: () => number;
}

/** Returns the journal of a node's store. */
export const journalOf = ({ engine }: Store): ReplicatedJournal => {
  must(engine.journal instanceof ReplicatedJournal, 'the store of a node has a replicated journal');
  return engine.journal;
};

/** Returns the node; it does nothing before it is told to begin. */
export const newNode = ({ cluster, config, log, store, yieldsMs }: NewNode, owner: NodeOwner): ClusterNode => {
  const { engine, identity } = store;
  const place = identity.cluster!;
  return new ClusterNode(
    {
      log,
      clock: SYSTEM_CLOCK,
      timers: SYSTEM_TIMERS,
      url: cluster.url,
      resendMs: RESEND_MS,
      giveUpMs: config.logGiveUpMs,
      partBytesMax: PART_BYTES_MAX,
      name: cluster.node,
      claim: randomHex(16),
      engine,
      journal: journalOf(store),
      start: firstEnd(place.logId, place.startEpoch, place.startSeq),
      leaseMs: config.leaseMs,
      yieldsMs,
      random: Math.random,
      pause: pauseAfter(config.backgroundSliceMs),
    },
    owner,
  );
};
