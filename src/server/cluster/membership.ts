// An operator's work on a shop's log and nodes: makes a store the first node of a shop, begins a lost log anew, takes
// nodes out. Nothing here happens by itself.
import type { EtcdLog } from '../../etcd-log/etcd-log.ts';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import { firstEnd } from '../../engine/replication/entry.ts';
import type { ChainEnd } from '../../engine/replication/entry.ts';
import type { Head, NewHead, Outcome } from '../../engine/replication/log.ts';
import { openLmdbReadOnly } from '../../engine/journal/lmdb-journal.ts';
import { STORE_FORMAT, mustWrite } from '../../engine/disk/format.ts';
import { journalPath, newEpoch, randomHex, readIdentity, writeIdentity } from '../../engine/store/identity.ts';
import type { ClusterPlace, StoreIdentity } from '../../engine/store/identity.ts';
import { lockStore } from '../../engine/store/store-lock.ts';
import type { ClusterConfig } from './cluster-config.ts';
import { endOfStore, noteNode } from './node-note.ts';
import { headOnceReached, whyOld } from './reach-log.ts';

/** Half seconds. */
const TRIES = 20;

type Said = (line: string) => void;

/** Runs `work` while the store in the data directory is locked. Throws ConfigError, StoreLocked, StoreDamage. */
const withStore = async <T>(config: Config, work: (identity: StoreIdentity) => Promise<T>): Promise<T> => {
  const identity = readIdentity(config.data);
  if (identity?.started !== true)
    throw new ConfigError(`${config.data} holds no shop: start one there first, and stop it (kontor serve)`);
  mustWrite(`the store in ${config.data}`, identity.format);
  const lock = await lockStore(config.data);
  try {
    return await work(readIdentity(config.data)!);
  } finally {
    await lock.release();
  }
};

/** Repeats until the outcome is known: a repeated request that was written before finds its own head. */
const untilKnown = async (attempt: () => Promise<Outcome>, log: EtcdLog, said: Said): Promise<Outcome> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tried === TRIES) throw error;
      await headOnceReached(log, said, TRIES);
    }
  }
};

const headSeqOf = async (directory: string): Promise<number> => {
  const journal = openLmdbReadOnly(journalPath(directory), undefined);
  try {
    return journal.meta!.headSeq;
  } finally {
    await journal.close();
  }
};

/** The head of a log that nobody leads yet. */
const newHead = ({ node: leader, url }: ClusterConfig, logId: string, end: ChainEnd, feedEpoch: string): NewHead => ({
  ...end,
  logId,
  leader,
  claim: `begun ${logId}`,
  url,
  feedEpoch,
  nowMs: Date.now(),
});

/** Makes the store the first node of the shop. Throws ConfigError where the log holds another shop of this name. */
export const initShop = (cluster: ClusterConfig, log: EtcdLog, config: Config, said: Said): Promise<ClusterPlace> =>
  withStore(config, async (identity) => {
    const { shop, node } = cluster;
    if (identity.follows !== undefined || identity.replaced !== undefined)
      throw new ConfigError(`${config.data} follows another store, or was replaced by one: it is no shop by itself`);
    if (!identity.synced)
      throw new ConfigError(`${config.data} was not stopped cleanly: serve it with --durability fsync`);
    const present = await headOnceReached(log, said, TRIES);
    const old = await whyOld(log);
    if (old !== '') said(old);
    const { cluster: before } = identity;
    if (before !== undefined && present?.logId === before.logId)
      throw new ConfigError(`${config.data} is node ${before.node} of the shop ${before.shop} already`);
    if (present !== undefined)
      throw new ConfigError(`the log has a shop ${shop} already, led by ${present.leader}: name it otherwise (--shop)`);
    const seq = await headSeqOf(config.data);
    // An init that was cut short goes on with its own log.
    const logId = before?.startSeq === seq ? before.logId : randomHex(8);
    const place = { shop, node, nodeId: randomHex(8), logId, startEpoch: 1, startSeq: seq };
    // Written first, so that a store whose log exists is never served without it.
    writeIdentity(config.data, { ...identity, format: STORE_FORMAT, cluster: place });
    const head = newHead(cluster, logId, firstEnd(logId, 1, seq), identity.feedEpoch);
    const outcome = await untilKnown(() => log.begin(head), log, said);
    if (outcome.head?.logId !== logId) {
      writeIdentity(config.data, identity);
      throw new ConfigError(`another node has just begun the shop ${shop}: kontor cluster join`);
    }
    await noteNode(cluster, log, config, place);
    return place;
  });

/** Entries that `reseed` would lose, and that may still be on another node's disk. */
export interface Loss {
  readonly node: string;
  readonly entries: number;
}

/** `decide`: gets the loss, and returns whether to go on. False: nothing was changed. */
export const reseedShop = (
  cluster: ClusterConfig,
  log: EtcdLog,
  config: Config,
  said: Said,
  decide: (head: Head | undefined, end: ChainEnd, losses: readonly Loss[]) => Promise<boolean>,
): Promise<boolean> =>
  withStore(config, async (identity) => {
    const { cluster: place } = identity;
    if (place === undefined) throw new ConfigError(`${config.data} is no node: kontor cluster init`);
    const head = await headOnceReached(log, said, TRIES);
    const end = await endOfStore(config.data, place);
    const nodes = await log.nodes.list();
    const losses = [
      ...nodes
        .filter(({ storedAt }) => storedAt > end.at)
        .map(({ name, storedAt }) => ({ node: name, entries: storedAt - end.at })),
      ...(head !== undefined && head.at > end.at ? [{ node: 'the log', entries: head.at - end.at }] : []),
    ];
    if (!(await decide(head, end, losses))) return false;
    const epoch = Math.max(end.epoch, head?.epoch ?? 0) + 1;
    const logId = randomHex(8);
    const feedEpoch = newEpoch();
    // Its entries go on with the chain of this store; other nodes take a copy.
    const isFirst = end.at === 0;
    const begins = isFirst ? firstEnd(logId, epoch, end.seq) : { ...end, epoch };
    const next = { ...place, logId, ...(isFirst && { startEpoch: epoch, startSeq: end.seq }) };
    const anew = newHead(cluster, logId, begins, feedEpoch);
    writeIdentity(config.data, { ...identity, feedEpoch, cluster: next });
    const outcome = await untilKnown(() => log.beginAnew(head, anew), log, said);
    if (outcome.head?.logId !== logId) {
      writeIdentity(config.data, identity);
      throw new ConfigError('the log has moved since it was looked at: nothing was changed');
    }
    for (const { name } of nodes) await log.nodes.forget(name);
    await noteNode(cluster, log, config, next);
    return true;
  });

/** Takes the node out. True: it was the last one, and its store is a single shop again. Throws ConfigError. */
export const leaveShop = (log: EtcdLog, config: Config, said: Said): Promise<boolean> =>
  withStore(config, async (identity) => {
    const { cluster: place } = identity;
    if (place === undefined) throw new ConfigError(`${config.data} is no node`);
    const head = await headOnceReached(log, said, TRIES);
    const others = (await log.nodes.list()).filter(({ id }) => id !== place.nodeId);
    const isLast = others.length === 0;
    const end = await endOfStore(config.data, place);
    if (isLast && head !== undefined && head.logId === place.logId && head.at !== end.at)
      throw new ConfigError(
        `${config.data} lacks ${head.at - end.at} entries of the log and is the last node: start it once, then leave`,
      );
    const { cluster: _, ...alone } = identity;
    const by = `the other nodes of the shop ${place.shop}`;
    const replaced = { by, seq: end.seq, atMs: Date.now() };
    writeIdentity(config.data, isLast ? alone : { ...alone, replaced });
    if (isLast && head?.logId === place.logId) await log.remove(head);
    else if (!isLast) await log.nodes.forget(place.node);
    return isLast;
  });
