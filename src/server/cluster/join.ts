// Makes a data directory a node's with a copy of another node's store, and begins one anew that is too far behind.
//
// Guaranteed: a copy is used once it is whole, by its digest; one that was cut short goes on where it was, as long as
// the other node keeps it. The key file is later than the copy. What was in the directory before is put aside, without
// keys. Not promised: that the other node may be another version; both must agree on the format of stores.
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { EtcdLog } from '../../cluster/etcd-log.ts';
import type { Config } from '../../config/config.ts';
import { programVersion } from '../../config/version.ts';
import { ConfigError } from '../../config/setting.ts';
import { FORMAT, mustWrite } from '../../engine/disk/format.ts';
import { makeDirectory } from '../../engine/disk/make-directory.ts';
import { openLmdbReadOnly } from '../../engine/journal/lmdb-journal.ts';
import { SubjectKeys } from '../../engine/privacy/subject-keys.ts';
import { endOf, firstEnd } from '../../engine/replication/entry.ts';
import type { ChainEnd } from '../../engine/replication/entry.ts';
import type { Head, NodeNote } from '../../engine/replication/log.ts';
import { journalPath, machineBootId, randomHex, readIdentity, writeIdentity } from '../../engine/store/identity.ts';
import type { ClusterPlace, StoreIdentity } from '../../engine/store/identity.ts';
import { newJournalPath, publishJournal } from '../../engine/store/open-journal.ts';
import { lockStore } from '../../engine/store/store-lock.ts';
import { lineOf } from '../../kernel/error-line.ts';
import { logInfo, logWarning } from '../observability/log.ts';
import type { ClusterConfig } from './cluster-config.ts';
import { InnerNetwork, bufferOf } from './inner-network.ts';
import { NODE_PROTOCOL } from './inner-protocol.ts';
import type { CopyEnd, NodeHello } from './inner-protocol.ts';
import { peersThatHave } from './peers.ts';
import { headOnceReached, whyOld } from './reach-log.ts';
import { settingsDigest } from './settings-digest.ts';
import type { SignOfLife } from './sign-of-life.ts';
import { digestOf } from './store-copies.ts';

/** How far a copy has come, for whoever waits for it. */
type Progress = (bytes: number, ofBytes: number) => void;

const MB = 1_048_576;

/** The last entry that a node's store has; `journal`: of its directory. */
export const endOfStore = async (directory: string, place: ClusterPlace): Promise<ChainEnd> => {
  const journal = openLmdbReadOnly(journalPath(directory), undefined);
  try {
    const last = journal.lastEntry();
    return last === undefined ? firstEnd(place.logId, place.startEpoch, place.startSeq) : endOf(last);
  } finally {
    await journal.close();
  }
};

/** Why a node that is here cannot go on with that log; '' where it can. */
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

/** What a directory says of its node. Throws ConfigError where it is another one, or none. */
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

/** Before the store of a node is opened. Throws ConfigError where it cannot go on with its log. */
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

interface Joining {
  /** Of the node to copy; absent: one that is alive. */
  readonly from?: string | undefined;
  readonly told: (line: string) => void;
  readonly progress: Progress;
}

const RESUME = 'copy.json';

interface Resume {
  readonly url: string;
  readonly copyId: string;
}

const resumeOf = (directory: string): Resume | undefined => {
  try {
    return JSON.parse(readFileSync(join(newJournalPath(directory), RESUME), 'utf8')) as Resume;
  } catch {
    return undefined;
  }
};

/** Fetches the store of the node at `url` into `journal.part`. Rejects with why it broke; the next attempt goes on. */
const fetchCopy = async (
  network: InnerNetwork,
  url: string,
  hello: NodeHello,
  directory: string,
  progress: Progress,
): Promise<CopyEnd> => {
  const part = newJournalPath(directory);
  const file = join(part, 'data.mdb');
  const resume = resumeOf(directory);
  const held = resume?.url === url && existsSync(file) ? statSync(file).size : 0;
  const peer = await network.connect(url, hello);
  let fd: number | undefined;
  try {
    let [bytes, ofBytes] = [0, 0];
    for await (const message of peer.copy(held > 0 ? resume!.copyId : '', held)) {
      if (message[0] === 'copying') {
        const { copyId, offset } = message[1];
        if (offset === 0) rmSync(part, { recursive: true, force: true });
        makeDirectory(part);
        writeFileSync(join(part, RESUME), JSON.stringify({ url, copyId } satisfies Resume));
        fd = openSync(file, offset === 0 ? 'w' : 'r+', 0o600);
        [bytes, ofBytes] = [offset, message[1].bytes];
      } else if (message[0] === 'piece' && fd !== undefined) {
        bytes += writeSync(fd, bufferOf(message[1]), 0, message[1].length, bytes);
        progress(bytes, ofBytes);
      } else if (message[0] === 'copied' && fd !== undefined) {
        fsyncSync(fd);
        if (bytes === ofBytes && (await digestOf(file)) === message[1].digest) return message[1];
        rmSync(part, { recursive: true, force: true });
        throw new Error(`the copy of ${url} was damaged on its way: it is fetched anew`);
      } else throw new Error(`${url} sends no copy`);
    }
    throw new Error(`${url} has ended the copy`);
  } finally {
    if (fd !== undefined) closeSync(fd);
    peer.close();
  }
};

/** The directory becomes that of a node of this name; what is there already is put aside. */
const install = (directory: string, { identity, keys }: CopyEnd, place: ClusterPlace): void => {
  mustWrite('the store of the other node', identity.format);
  rmSync(join(newJournalPath(directory), RESUME), { force: true });
  const { replaced: _, promotedFrom: __, rowsSuspect: ___, reserved: ____, ...shared } = identity;
  const own: StoreIdentity = { ...shared, bootId: machineBootId(), synced: true, cluster: place };
  // From here on a start fetches the copy again if this is cut short.
  writeIdentity(directory, { ...own, cluster: { ...place, isBehind: true } });
  SubjectKeys.write(directory, keys, identity.id);
  const old = journalPath(directory);
  if (existsSync(old)) renameSync(old, join(directory, `journal.behind-${Date.now()}`));
  publishJournal(directory);
  writeIdentity(directory, own);
};

/** Where the copies can be had, the furthest first. */
const sources = async (log: EtcdLog, { node }: ClusterConfig, from: string | undefined): Promise<readonly string[]> => {
  if (from !== undefined) return [from];
  const nodes = await log.nodes.list();
  // One that has just been started has given no sign of life yet.
  const urls = [...peersThatHave(nodes, node, -1), ...nodes.filter(({ name, isAlive }) => name !== node && !isAlive)];
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
    // What has left, or was replaced, may come back: its store is put aside.
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
    const hello = {
      protocol: NODE_PROTOCOL,
      version: programVersion(),
      shop: cluster.shop,
      logId: head.logId,
      node: cluster.node,
    };
    const problems: string[] = [];
    for (const url of await sources(log, cluster, from)) {
      try {
        told(`copies the store of ${url}`);
        const copy = await fetchCopy(network, url, hello, data, progress);
        const { shop, node } = cluster;
        const place: ClusterPlace = { ...copy.identity.cluster!, shop, node, nodeId };
        const { isBehind: _, ...current } = place;
        install(data, copy, current);
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

/** From now on the log waits for this node. Throws ConfigError where its name is another one's. */
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
