// Makes a data directory a node's with a copy of another node's store, and renews a node that is too far behind. The
// copy itself is fetch-copy.ts.
//
// Guaranteed: a name and a directory belong to one node. Not promised: a copy between versions; both must agree on the
// format of stores.
import type { EtcdLog } from '../../etcd-log/etcd-log.ts';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import { makeDirectory } from '../../engine/disk/make-directory.ts';
import { randomHex, readIdentity } from '../../engine/store/identity.ts';
import type { ClusterPlace } from '../../engine/store/identity.ts';
import { lockStore } from '../../engine/store/store-lock.ts';
import { lineOf } from '../../kernel/error-line.ts';
import type { ClusterConfig } from './cluster-config.ts';
import { fetchCopy, installCopy } from './fetch-copy.ts';
import { InnerNetwork } from './inner-network.ts';
import { helloOf } from './inner-protocol.ts';
import { noteNode } from './node-note.ts';
import { nodesAhead } from './nodes-ahead.ts';
import { headOnceReached } from './reach-log.ts';

interface Joining {
  /** URL of the node to copy; absent: one that is alive. */
  readonly from?: string | undefined;
  readonly told: (line: string) => void;
  /** Shows how far a copy is. */
  readonly progress: (bytes: number, ofBytes: number) => void;
}

/** URLs of nodes that can be copied, the furthest first. */
const sources = async (log: EtcdLog, { node }: ClusterConfig, from: string | undefined): Promise<readonly string[]> => {
  if (from !== undefined) return [from];
  const nodes = await log.nodes.list();
  // A node that was just started has given no sign of life yet.
  const urls = [...nodesAhead(nodes, node, -1), ...nodes.filter(({ name, isAlive }) => name !== node && !isAlive)];
  if (urls.length === 0) throw new ConfigError('the shop has no other node: kontor cluster init');
  return urls.map(({ url }) => url);
};

/** Throws ConfigError where the directory or the name is taken, and where no node can be copied. */
export const joinShop = async (
  cluster: ClusterConfig,
  log: EtcdLog,
  config: Config,
  { from, told, progress }: Joining,
): Promise<void> => {
  const { data } = config;
  makeDirectory(data);
  const lock = await lockStore(data);
  const network = new InnerNetwork(cluster.tls);
  try {
    const known = readIdentity(data);
    // A node that has left, or was replaced, may come back: its store is put aside.
    if (known !== undefined && known.cluster === undefined && known.replaced === undefined)
      throw new ConfigError(`${data} holds a shop of its own`);
    const head = await headOnceReached(log, told);
    if (head === undefined) throw new ConfigError(`etcd has no log of the shop ${cluster.shop}: kontor cluster init`);
    const nodeId = known?.cluster?.node === cluster.node ? known.cluster.nodeId : randomHex(8);
    const taken = (await log.nodes.list()).find(({ name }) => name === cluster.node);
    if (taken !== undefined && taken.id !== nodeId)
      throw new ConfigError(
        `there is a node ${cluster.node} already, at ${taken.url}: choose another name, ` +
          `or, if its disk is gone, kontor cluster forget ${cluster.node}`,
      );
    const hello = helloOf({ ...cluster, logId: head.logId });
    const problems: string[] = [];
    for (const url of await sources(log, cluster, from)) {
      try {
        told(`copies the store of ${url}`);
        const copy = await fetchCopy(network, url, hello, data, progress);
        const { shop, node } = cluster;
        const place: ClusterPlace = { ...copy.identity.cluster!, shop, node, nodeId };
        const { isBehind: _, ...current } = place;
        installCopy(data, copy, current);
        await noteNode(cluster, log, config, current);
        return;
      } catch (error) {
        if (error instanceof ConfigError) throw error;
        problems.push(lineOf(error));
      }
    }
    throw new ConfigError(`no node could be copied: ${problems.join('; ')}`);
  } finally {
    network.close();
    await lock.release();
  }
};
