// Whether a data directory is that of a node which can go on with its log; one that is too far behind is renewed.
import type { EtcdLog } from '../../etcd-log/etcd-log.ts';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import type { ChainEnd } from '../../engine/replication/entry.ts';
import type { Head } from '../../engine/replication/log.ts';
import { readIdentity } from '../../engine/store/identity.ts';
import type { ClusterPlace } from '../../engine/store/identity.ts';
import { logInfo, logWarning } from '../observability/log.ts';
import type { ClusterConfig } from './cluster-config.ts';
import { joinShop } from './join.ts';
import { endOfStore } from './node-note.ts';
import { headOnceReached, whyOld } from './reach-log.ts';
import type { SignOfLife } from './sign-of-life.ts';

const MB = 1_048_576;

/** Why a node cannot go on with that log; '' where it can. */
const whyBeside = (directory: string, { logId, shop }: ClusterPlace, end: ChainEnd, head: Head | undefined): string => {
  if (head === undefined)
    return `etcd has no log of the shop ${shop}: if it has lost its data, kontor cluster reseed begins it anew`;
  if (head.logId !== logId)
    return `the log of the shop ${shop} was begun anew since ${directory} was a node: kontor cluster join takes a copy`;
  if (end.at > head.at)
    return (
      `${directory} has entry ${end.at}, the log ends with ${head.at}: etcd was put back, ` +
      'and kontor cluster reseed begins its log anew with what the nodes have'
    );
  if (end.at === head.at && end.chain !== head.chain)
    return `entry ${end.at} of ${directory} is not that of the log (${end.chain}, ${head.chain}): it has another history`;
  return '';
};

/** Reads which node the directory is. Throws ConfigError where it is another one, or none. */
const placeIn = ({ data }: Config, { shop, node }: ClusterConfig): ClusterPlace => {
  const place = readIdentity(data)?.cluster;
  if (place === undefined)
    throw new ConfigError(
      `${data} is no node: kontor cluster init makes it the first one of a shop, kontor cluster join another one`,
    );
  if (place.shop !== shop) throw new ConfigError(`${data} is a node of the shop ${place.shop}, not of ${shop}`);
  if (place.node !== node) throw new ConfigError(`${data} is node ${place.node}, not ${node}`);
  return place;
};

/** To be called before a node's store is opened. Throws ConfigError where the node cannot go on with its log. */
export const prepareNode = async (
  cluster: ClusterConfig,
  log: EtcdLog,
  config: Config,
  life: SignOfLife,
): Promise<void> => {
  const place = placeIn(config, cluster);
  const head = await headOnceReached(log, logWarning);
  await life.begin(config.data);
  if (place.isBehind === true) {
    let told = 0;
    await joinShop(cluster, log, config, {
      told: logInfo,
      progress: (bytes, ofBytes) => {
        if (bytes < ofBytes && performance.now() - told < 5_000) return;
        told = performance.now();
        logInfo(`has ${Math.ceil(bytes / MB)} of ${Math.ceil(ofBytes / MB)} MB of the copy`);
      },
    });
    return;
  }
  const why = whyBeside(config.data, place, await endOfStore(config.data, place), head);
  if (why !== '') throw new ConfigError(why);
  const old = await whyOld(log);
  if (old !== '') logWarning(old);
};
