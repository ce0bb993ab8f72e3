// Joins the cluster before the store is opened. Loaded only where the settings name a log: it imports undici, which
// takes a tenth of a start.
import type { EtcdLog } from '../../etcd-log/etcd-log.ts';
import type { Config } from '../../config/config.ts';
import type { Role } from '../standby/role.ts';
import type { ClusterConfig } from './cluster-config.ts';
import { prepareNode } from './prepare-node.ts';
import { Member } from './member.ts';
import type { MemberOptions } from './member-options.ts';
import { openLog } from './open-log.ts';
import { SignOfLife } from './sign-of-life.ts';

/** The cluster that the settings name, with its log open. */
export interface Joined {
  readonly cluster: ClusterConfig;
  readonly log: EtcdLog;
  readonly member: (options: Omit<MemberOptions, 'cluster' | 'log' | 'life'>) => Role;
  /** To be called where the start fails. */
  readonly leave: () => Promise<void>;
}

/** See `joinedOf`. */
export const joinCluster = async (cluster: ClusterConfig, config: Config): Promise<Joined> => {
  const log = openLog(cluster, config, process.env);
  const life = new SignOfLife(log.nodes, cluster);
  const leave = async (): Promise<void> => {
    life.close();
    await life.signOff();
    await log.close();
  };
  try {
    await prepareNode(cluster, log, config, life);
    return { cluster, log, leave, member: (options) => new Member({ ...options, cluster, log, life }) };
  } catch (error) {
    await leave();
    throw error;
  }
};
