// Which role the server has: a node of a cluster where the settings name a log; else alone, with standbys or as one.
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import type { UsageCounter } from '../../engine/maintenance/usage-counter.ts';
import type { StoreLocation } from '../../engine/store/open-journal.ts';
import { ReplicatedJournal } from '../../engine/replication/replicated-journal.ts';
import type { Store } from '../../engine/store/store.ts';
import type { HandshakeCount } from '../../http/transport/handshakes.ts';
import { clusterOf } from '../cluster/cluster-config.ts';
import type { Joined } from '../cluster/join-cluster.ts';
import { failSoon } from '../process/end-process.ts';
import { logError } from '../observability/log.ts';
import { Replication } from '../standby/replication.ts';
import type { Role } from '../standby/role.ts';

/** How its store is opened. */
export const REPLICATED: Pick<StoreLocation, 'replicate'> = { replicate: (disk) => new ReplicatedJournal(disk) };

/**
 * Undefined where the settings name no log. Else the store in the data directory is a node's, and begins anew with a
 * copy where it is too far behind. Throws ConfigError where it is none, or another one's.
 */
export const joinedOf = async (config: Config, readOnly: string): Promise<Joined | undefined> => {
  const cluster = clusterOf(config);
  if (cluster === undefined) return undefined;
  if (readOnly !== '')
    throw new ConfigError(`${readOnly}: a node cannot follow its log without a disk that takes changes`);
  // A shop that is alone does without all of it.
  const { joinCluster } = await import('../cluster/join-cluster.ts');
  return joinCluster(cluster, config);
};

/** Whether the settings name a log, so that this server does not decide from its start on. */
export const isNode = (config: Config): boolean => clusterOf(config) !== undefined;

interface RoleOptions {
  readonly store: Store;
  readonly config: Config;
  readonly usage: UsageCounter;
  readonly joined: Joined | undefined;
  /** See ServeOptions. */
  readonly follow: string | undefined;
  readonly leads: () => void;
  readonly handshakes: HandshakeCount;
  /** See ServerLife. */
  readonly isStopping: () => boolean;
}

/** What this one has folded may be another history, or it leads no more: it answers nothing. */
const endAtOnce =
  (what: string) =>
  (why: string, exitCode = 1): void => {
    logError(`${why}; the ${what} stops`);
    failSoon(exitCode);
  };

export const roleOf = ({ joined, follow, handshakes, ...shared }: RoleOptions): Role => {
  if (joined !== undefined) return joined.member({ ...shared, handshakes, failed: endAtOnce('node') });
  const followed = shared.store.engine.isLeading ? undefined : follow;
  return new Replication({ ...shared, follow: followed, failed: endAtOnce('standby') });
};
