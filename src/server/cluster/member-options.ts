// What a node of a cluster is made of.
import type { Config } from '../../config/config.ts';
import type { UsageCounter } from '../../engine/maintenance/usage-counter.ts';
import type { Store } from '../../engine/store/store.ts';
import type { EtcdLog } from '../../etcd-log/etcd-log.ts';
import type { HandshakeCount } from '../../http/transport/handshakes.ts';
import type { ClusterConfig } from './cluster-config.ts';
import type { SignOfLife } from './sign-of-life.ts';

export interface MemberOptions {
  readonly cluster: ClusterConfig;
  readonly config: Config;
  readonly log: EtcdLog;
  readonly life: SignOfLife;
  readonly store: Store;
  readonly usage: UsageCounter;
  readonly handshakes: HandshakeCount;
  /** The node leads now. */
  readonly leads: () => void;
  /** The server is about to stop. */
  readonly isStopping: () => boolean;
  /** The process must end at once: nothing more is answered. */
  readonly failed: (why: string, exitCode: number) => void;
}
