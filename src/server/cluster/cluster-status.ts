// `kontor cluster status` and `kontor cluster verify`: reports from the log of a shop and from its nodes.
import type { EtcdLog } from '../../etcd-log/etcd-log.ts';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import { dateTime } from '../../domain/date-time.ts';
import type { Head, KnownNode } from '../../engine/replication/log.ts';
import { lineOf } from '../../kernel/error-line.ts';
import { InnerNetwork } from './inner-network.ts';
import type { LogPlace } from './cluster-config.ts';
import { helloOf } from './inner-protocol.ts';
import type { NodeHello, NodeStatus, Span } from './inner-protocol.ts';
import { headOnceReached } from './reach-log.ts';
import { roomOf } from './node-duties.ts';

const MB = 1_000_000;
const TRIES = 6;
/** A larger difference between two clocks is reported. */
const CLOCK_MS_MAX = 500;

interface NodeReport {
  readonly node: string;
  readonly url: string;
  readonly state: string;
  readonly record: number | null;
  readonly behind: number | null;
  readonly on_disk: number | null;
  readonly keys: string;
  readonly version: string;
  readonly format: number;
  readonly settings: string;
  readonly clock_ms: number | null;
  readonly waiting: number | null;
  readonly note: string;
}

export interface ClusterReport {
  readonly shop: string;
  readonly log: string;
  readonly epoch: number;
  readonly leader: string;
  readonly record: number;
  readonly members: number;
  readonly members_alive: number;
  readonly log_mb: number;
  readonly log_quota_mb: number;
  readonly nodes: readonly NodeReport[];
  readonly problems: readonly string[];
  /** 0: sound; 1: degraded; 2: nobody leads. */
  readonly exit_code: number;
}

const helloFor = ({ shop }: LogPlace, head: Head | undefined): NodeHello =>
  helloOf({ shop, logId: head?.logId ?? '', node: 'kontor cluster' });

/** Throws ConfigError where the shop has no log, and what keeps the log from answering. */
const headOfShop = async ({ shop }: LogPlace, log: EtcdLog): Promise<Head> => {
  const head = await headOnceReached(log, () => {}, TRIES);
  if (head === undefined) throw new ConfigError(`etcd has no log of the shop ${shop}`);
  return head;
};

const reportOf = (node: KnownNode, status: NodeStatus | Error, head: Head, atMs: number): NodeReport => {
  const { name, url, version, format, settings, puncturedSeq, storedAt, isAlive } = node;
  const known = { node: name, url, version, format, settings };
  if (status instanceof Error)
    return {
      ...known,
      state: isAlive ? 'unreachable' : 'away',
      record: null,
      behind: null,
      on_disk: null,
      keys: `current to ${puncturedSeq}`,
      clock_ms: null,
      waiting: null,
      note: isAlive ? status.message : `not seen for ten seconds; entry ${storedAt} is on its disk`,
    };
  const { state, record, stored, nowMs, waiting } = status;
  return {
    ...known,
    state,
    record,
    behind: Math.max(0, head.seq - record),
    on_disk: stored,
    keys: puncturedSeq >= stored ? 'current' : `current to ${puncturedSeq}`,
    clock_ms: nowMs - atMs,
    waiting,
    note: '',
  };
};

const problemsOf = (
  head: Head,
  nodes: readonly NodeReport[],
  copiesMin: number,
  members: { readonly all: number; readonly alive: number },
): string[] => {
  const problems: string[] = [];
  const away = nodes.filter(({ record }) => record === null);
  for (const { node, state, note } of away) problems.push(`node ${node} is ${state}: ${note}`);
  const leading = nodes.find(({ node }) => node === head.leader);
  for (const name of ['settings', 'version'] as const) {
    const other = nodes.filter((one) => leading !== undefined && one[name] !== leading[name]);
    for (const one of other) problems.push(`node ${one.node} has other ${name} than the leader`);
  }
  for (const { node, format } of nodes)
    if (leading !== undefined && format < leading.format)
      problems.push(
        `node ${node} is older than the leader (format ${format}, ${leading.format}): upgrade it, ` +
          'because it ends where the log has what it does not know',
      );
  for (const { node, clock_ms: ms } of nodes)
    if (ms !== null && Math.abs(ms) > CLOCK_MS_MAX)
      problems.push(`the clock of node ${node} is ${ms} ms off this one's`);
  if (members.alive < members.all) problems.push(`etcd: ${members.alive} of ${members.all} members answer`);
  if (nodes.length < copiesMin) problems.push(`${nodes.length} node is known: the shop has one copy of its data`);
  return problems;
};

/** Throws ConfigError where the shop has no log, and what keeps the log from answering. */
export const clusterReport = async (place: LogPlace, log: EtcdLog, config: Config): Promise<ClusterReport> => {
  const head = await headOfShop(place, log);
  const statuses = await log.client.statuses();
  const { usedBytes, quotaBytes } = roomOf(statuses, config.logQuotaMb);
  const network = new InnerNetwork(place.tls);
  const hello = helloFor(place, head);
  try {
    const known = await log.nodes.list();
    const nodes = await Promise.all(
      known.map(async (node) => {
        const status = await network
          .ask(node.url, hello, (peer) => peer.status())
          .catch((error: unknown) => error as Error);
        return reportOf(node, status, head, Date.now());
      }),
    );
    const all = statuses.length;
    const alive = statuses.filter(({ status }) => !(status instanceof Error)).length;
    const problems = problemsOf(head, nodes, Math.max(2, config.logCopiesMin), { all, alive });
    const leads = nodes.some(({ node, state }) => node === head.leader && state === 'leading');
    if (!leads) problems.unshift(`nobody leads: ${head.leader} was the last`);
    return {
      shop: place.shop,
      log: place.endpoints.join(','),
      epoch: head.epoch,
      leader: leads ? head.leader : '',
      record: head.seq,
      members: all,
      members_alive: alive,
      log_mb: Math.ceil(usedBytes / MB),
      log_quota_mb: Math.ceil(quotaBytes / MB),
      nodes,
      problems,
      exit_code: leads ? Math.min(1, problems.length) : 2,
    };
  } finally {
    network.close();
  }
};

const COLUMNS = ['node', 'state', 'record', 'behind', 'on_disk', 'keys', 'waiting', 'version', 'settings'] as const;

/** The report as lines of text. */
export const clusterLines = (report: ClusterReport): string[] => {
  const { shop, epoch, leader, members, members_alive: alive, log_mb: mb, log_quota_mb: quota, nodes } = report;
  const rows = [
    COLUMNS.map((name) => name.replace('_', ' ')),
    ...nodes.map((node) => COLUMNS.map((name) => (node[name] === null ? '–' : String(node[name])))),
  ];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return [
    `shop ${shop} · epoch ${epoch} · ${leader === '' ? 'nobody leads' : `leader ${leader}`} · record ${report.record} · ` +
      `log etcd ${alive}/${members} members, ${mb} MB of ${quota} MB · ${dateTime(Date.now())} UTC`,
    ...rows.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    ),
    ...report.problems.map((problem) => `! ${problem}`),
  ];
};

/** Asks the leader to give its lead away. Resolves with the node that takes it. Throws ConfigError. */
export const handOver = async (place: LogPlace, log: EtcdLog, to: string): Promise<string> => {
  const head = await headOfShop(place, log);
  const network = new InnerNetwork(place.tls);
  try {
    return await network.ask(head.url, helloFor(place, head), (peer) => peer.handOver(to));
  } catch (error) {
    throw new ConfigError(`node ${head.leader}: ${lineOf(error)}`);
  } finally {
    network.close();
  }
};

/** Makes the log forget the node. Throws ConfigError where the node is not known, or runs. */
export const forgetNode = async (place: LogPlace, log: EtcdLog, name: string): Promise<void> => {
  const head = await headOnceReached(log, () => {}, TRIES);
  const known = (await log.nodes.list()).find((node) => node.name === name);
  if (known === undefined) throw new ConfigError(`there is no node ${name}`);
  const network = new InnerNetwork(place.tls);
  try {
    const answers = await network
      .ask(known.url, helloFor(place, head), ({ node }) => Promise.resolve(node))
      .catch(() => undefined);
    if (known.isAlive || answers === name)
      throw new ConfigError(`node ${name} runs: stop it, and take it out with kontor cluster leave`);
  } finally {
    network.close();
  }
  await log.nodes.forget(name);
};

/** Records in which two nodes differ. */
interface Difference {
  readonly node: string;
  readonly other: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

export interface Compared {
  readonly nodes: readonly string[];
  /** Known nodes that could not be asked. */
  readonly missing: readonly string[];
  /** Records that at least two nodes have, and that are equal. */
  readonly equal: number;
  readonly differences: readonly Difference[];
}

/** Compares the records of all nodes that run, by digests of their batches. Throws ConfigError. */
export const compareNodes = async (place: LogPlace, log: EtcdLog): Promise<Compared> => {
  const head = await headOfShop(place, log);
  const network = new InnerNetwork(place.tls);
  try {
    const spans = new Map<string, readonly Span[]>();
    const missing: string[] = [];
    for (const { name, url } of await log.nodes.list()) {
      const own = await network.ask(url, helloFor(place, head), (peer) => peer.spans(0)).catch(() => undefined);
      if (own === undefined) missing.push(name);
      else spans.set(name, own);
    }
    const [[first, reference] = ['', []], ...others] = spans;
    const byStart = new Map(reference.map((span) => [span[0], span]));
    const differences: Difference[] = [];
    const equal = new Set<number>();
    for (const [name, list] of others)
      for (const [firstSeq, lastSeq, digest] of list) {
        const own = byStart.get(firstSeq);
        // Spans differ where one node has truncated, or lags.
        if (own?.[1] !== lastSeq) continue;
        if (own[2] === digest) equal.add(firstSeq);
        else differences.push({ node: first, other: name, firstSeq, lastSeq });
      }
    const counted = [...equal].reduce((sum, seq) => sum + byStart.get(seq)![1] - seq + 1, 0);
    return { nodes: [...spans.keys()], missing, equal: counted, differences };
  } finally {
    network.close();
  }
};
