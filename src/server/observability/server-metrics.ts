// What /metrics tells of a server: docs/reference/metrics.md has the list.
import { actorCount } from '../../admin/actor-count.ts';
import type { Config } from '../../config/config.ts';
import { programVersion } from '../../config/version.ts';
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kinds.ts';
import { UNCLAIMED_REASONS } from '../../domain/orders/payment-notice.ts';
import { webhookIds } from '../../domain/webhooks/list-webhooks.ts';
import type { Engine } from '../../engine/engine.ts';
import { freeBytesSoon } from '../../engine/disk/disk-space.ts';
import { limitRefusals } from '../../kernel/limits.ts';
import type { ListeningThread } from '../../http/threads/io-threads.ts';
import type { ConnectionLimit } from '../../http/transport/connection-limit.ts';
import type { HandshakeCount } from '../../http/transport/handshakes.ts';
import type { Dispatch } from '../../operations/dispatch/dispatch.ts';
import type { CallMetrics } from './call-metrics.ts';
import { measureIoThreads } from './io-thread-metrics.ts';
import { droppedLines } from './log.ts';
import type { MetricsPage, Sample } from './metrics-page.ts';
import { measureStandbys } from './standby-metrics.ts';
import type { Roles } from './standby-metrics.ts';

export interface MeasuredServer {
  readonly config: Config;
  readonly engine: Engine;
  readonly snapshots: {
    readonly recordsSinceSnapshot: number;
    /** Of the newest file; undefined without one. */
    readonly ageMs: number | undefined;
    /** Attempts since then that failed. */
    readonly failures: number;
  };
  readonly dispatch: Dispatch;
  readonly connections: ConnectionLimit;
  readonly handshakes: HandshakeCount;
  readonly calls: CallMetrics;
  readonly ioThreads: () => readonly ListeningThread[];
  readonly roles: Roles;
}

const by = (label: string, values: Iterable<readonly [string, number]>): readonly Sample[] =>
  [...values].map(([name, value]) => ({ value, labels: { [label]: name } }));

const byKind = (count: (kind: KindName) => number): readonly Sample[] =>
  by(
    'kind',
    KIND_NAMES.map((kind) => [kind, count(kind)] as const),
  );

/** Bytes of a disk; without a sample where the system does not tell. */
const freeBytes = async (disk: string, directory: string): Promise<readonly Sample[]> => {
  const value = await freeBytesSoon(directory);
  return value === Infinity ? [] : [{ value, labels: { disk } }];
};

const measureCalls = (page: MetricsPage, { calls }: MeasuredServer): void => {
  page.counter({ name: 'kontor_calls_total', help: 'Calls answered, by operation and outcome.' }, () =>
    [...calls.calls].flatMap(([operation, { outcomes }]) =>
      [...outcomes].map(([outcome, value]) => ({ value, labels: { operation, outcome } })),
    ),
  );
  page.histogram(
    { name: 'kontor_call_seconds', help: 'Seconds from the arrival of a call until its reply leaves, by operation.' },
    () => [...calls.calls].map(([operation, { seconds }]) => ({ histogram: seconds, labels: { operation } })),
  );
  page.counter(
    { name: 'kontor_requests_refused_total', help: 'Requests refused before they were calls, by refusal.' },
    () => by('code', calls.refusedRequests),
  );
  page.counter(
    { name: 'kontor_limit_refusals_total', help: 'Refusals at limits that share their code with others, by limit.' },
    () => by('limit', limitRefusals()),
  );
};

const measureConnections = (page: MetricsPage, { connections, handshakes }: MeasuredServer): void => {
  page.gauge({ name: 'kontor_connections', help: 'Connections that are open.' }, () => connections.open);
  page.gauge({ name: 'kontor_connections_max', help: 'Connections that may be open.' }, () => connections.max);
  page.counter(
    { name: 'kontor_connections_cut_total', help: 'Connections closed because as many were open as may be.' },
    () => connections.cut,
  );
  page.gauge(
    { name: 'kontor_tls_handshakes', help: 'Handshakes of TLS that are under way, at listeners on node:https.' },
    () => handshakes.open,
  );
  page.counter(
    { name: 'kontor_tls_handshakes_timed_out_total', help: 'Handshakes of TLS ended because they took too long.' },
    () => handshakes.timedOut,
  );
};

const measureLoad = (page: MetricsPage, { dispatch }: MeasuredServer): void => {
  page.gauge({ name: 'kontor_calls_waiting', help: 'Calls that wait to begin.' }, () => dispatch.load.callsWaiting);
  page.gauge(
    { name: 'kontor_searches_open', help: 'Searches and other long work that go on in slices.' },
    () => dispatch.load.searchesOpen,
  );
  page.gauge({ name: 'kontor_lists_open', help: 'Long lists that are being sent.' }, () => dispatch.load.lists.open);
  page.counter(
    { name: 'kontor_lists_refused_total', help: 'Long lists refused, because all places or memory were taken.' },
    () => dispatch.load.lists.refused,
  );
  page.counter(
    { name: 'kontor_lists_ended_total', help: 'Long lists that ended before their last record, by why.' },
    () => by('reason', dispatch.load.lists.ended),
  );
  page.counter(
    { name: 'kontor_log_lines_dropped_total', help: 'Lines of the log that nobody read in time.' },
    droppedLines,
  );
  page.counter(
    { name: 'kontor_response_cache_hits_total', help: 'Reads answered by the response cache.' },
    () => dispatch.load.cacheHits,
  );
  page.counter(
    { name: 'kontor_response_cache_misses_total', help: 'Reads that the response cache had no valid reply for.' },
    () => dispatch.load.cacheMisses,
  );
};

const measureJournal = (page: MetricsPage, { engine, dispatch, snapshots }: MeasuredServer): void => {
  const { groupCommit, gate } = engine;
  page.counter(
    { name: 'kontor_records_total', help: 'Records of the journal since the store was made.' },
    () => engine.headSeq,
  );
  page.histogram({ name: 'kontor_commit_seconds', help: 'Seconds that a commit takes.' }, () => [
    { histogram: groupCommit.durations },
  ]);
  page.histogram({ name: 'kontor_commit_records', help: 'Records of a commit.' }, () => [
    { histogram: groupCommit.sizes },
  ]);
  page.histogram(
    { name: 'kontor_gate_wait_seconds', help: 'Seconds that replies waited for the disk, of those that waited.' },
    () => [{ histogram: dispatch.gateWaits }],
  );
  page.gauge({ name: 'kontor_replies_waiting', help: 'Replies that wait for the disk.' }, () => gate.waiting);
  page.gauge(
    { name: 'kontor_writes_refused', help: '1 while changes are refused, by why: the disk is full, or read-only.' },
    () => by('code', engine.writeRefusal === undefined ? [] : [[engine.writeRefusal.code, 1]]),
  );
  page.gauge({ name: 'kontor_snapshot_age_seconds', help: 'Seconds since the newest snapshot file was written.' }, () =>
    snapshots.ageMs === undefined ? [] : [{ value: snapshots.ageMs / 1000 }],
  );
  page.gauge(
    { name: 'kontor_snapshot_failures', help: 'Attempts to write a snapshot file that failed since the last one.' },
    () => snapshots.failures,
  );
  page.gauge(
    { name: 'kontor_records_since_snapshot', help: 'Records that the newest snapshot file lacks.' },
    () => snapshots.recordsSinceSnapshot,
  );
};

const measureShop = (page: MetricsPage, { config, engine }: MeasuredServer): void => {
  page.gauge(
    { name: 'kontor_actors', help: 'Ids in use by kind; those of deleted objects are not given again, and counted.' },
    () => byKind((kind) => actorCount(engine, config, kind)),
  );
  page.gauge({ name: 'kontor_actors_in_memory', help: 'Actors in memory, by kind.' }, () =>
    byKind((kind) => engine.tables[kind].resident.size),
  );
  page.gauge({ name: 'kontor_memory_bytes', help: 'Bytes counted, by share of memory.' }, () => {
    const { actors, cache, waiting, aggregates, calls, searches } = engine.memory;
    const shares = { actors, cache, waiting, aggregates, calls, searches };
    return by(
      'share',
      Object.entries(shares).map(([name, { bytes }]) => [name, bytes] as const),
    );
  });
  page.gauge({ name: 'kontor_search_warming', help: '1 while words are indexed, and MATCH waits.' }, () =>
    engine.isSearchWarming ? 1 : 0,
  );
  page.gauge({ name: 'kontor_webhook_messages_waiting', help: 'Messages that wait to be delivered, by webhook.' }, () =>
    webhooksOf(engine).map(({ name, waiting }) => ({ value: waiting, labels: { webhook: name } })),
  );
  page.gauge(
    { name: 'kontor_webhook_oldest_message_seconds', help: 'Seconds that the oldest message of a webhook waits.' },
    () =>
      webhooksOf(engine).map(({ name, oldestMs }) => ({
        value: oldestMs === undefined ? 0 : Math.max(0, engine.nowMs() - oldestMs) / 1000,
        labels: { webhook: name },
      })),
  );
  page.gauge(
    { name: 'kontor_webhooks_suspended', help: 'Webhooks that are not called any more.' },
    () => webhooksOf(engine).filter(({ isSuspended }) => isSuspended).length,
  );
  page.gauge(
    { name: 'kontor_unclaimed_money', help: 'Payments that came without a claim and that nobody has settled, by why.' },
    () => {
      const { open } = engine.readContext().index('payment_notice');
      const reasons = [...open.values()];
      return by(
        'reason',
        UNCLAIMED_REASONS.map((reason) => [reason, reasons.filter((one) => one === reason).length] as const),
      );
    },
  );
  page.gauge(
    { name: 'kontor_clock_jump_seconds', help: "Seconds that the system's clock is away from the shop's." },
    () => engine.time.jumpMs / 1000,
  );
  page.gauge({ name: 'kontor_disk_free_bytes', help: 'Bytes that are free, by what the disk is for.' }, async () =>
    (await Promise.all([freeBytes('data', config.data), freeBytes('snapshots', config.snapshots)])).flat(),
  );
};

interface WebhookLoad {
  readonly name: string;
  readonly waiting: number;
  /** When the oldest message that waits was made; undefined where none does. */
  readonly oldestMs: number | undefined;
  readonly isSuspended: boolean;
}

const webhooksOf = (engine: Engine): readonly WebhookLoad[] => {
  const shop = engine.readContext();
  const { queues } = shop.index('message');
  return webhookIds(shop).flatMap((id) => {
    const webhook = shop.read('webhook', id);
    if (webhook === undefined) return [];
    const queue = queues.get(id) ?? [];
    const oldest = queue[0] === undefined ? undefined : shop.read('message', queue[0]);
    const isSuspended = webhook.health !== 'healthy';
    return [{ name: webhook.name, waiting: queue.length, oldestMs: oldest?.atMs, isSuspended }];
  });
};

export const measureServer = (page: MetricsPage, server: MeasuredServer): void => {
  page.gauge({ name: 'kontor_info', help: 'Always 1; its labels tell which program this is.' }, () => [
    {
      value: 1,
      labels: { version: programVersion(), node: process.versions.node, durability: server.config.durability },
    },
  ]);
  measureCalls(page, server);
  measureConnections(page, server);
  measureLoad(page, server);
  measureIoThreads(page, server.ioThreads);
  measureJournal(page, server);
  measureShop(page, server);
  measureStandbys(page, server.roles, () => server.engine.headSeq);
};
