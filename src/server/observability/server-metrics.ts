// What /metrics tells of a server: docs/reference/metrics.md has the list.
import { programVersion } from '../../config/version.ts';
import { limitRefusals } from '../../kernel/limits.ts';
import type { ListeningThread } from '../../http/threads/io-threads.ts';
import type { ConnectionLimit } from '../../http/transport/connection-limit.ts';
import type { HandshakeCount } from '../../http/transport/handshakes.ts';
import type { Dispatch } from '../../operations/dispatch/dispatch.ts';
import type { CallMetrics } from './call-metrics.ts';
import { measureIoThreads } from './io-thread-metrics.ts';
import { droppedLines } from './log.ts';
import { by } from './metrics-page.ts';
import type { MetricsPage } from './metrics-page.ts';
import { measureShop } from './shop-metrics.ts';
import type { MeasuredShop } from './shop-metrics.ts';
import { measureStandbys } from './standby-metrics.ts';
import type { Roles } from './standby-metrics.ts';

export interface MeasuredServer extends MeasuredShop {
  readonly snapshots: {
    readonly recordsSinceSnapshot: number;
    /** Age of the newest file; undefined without one. */
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

const measureCalls = (page: MetricsPage, { calls }: MeasuredServer): void => {
  page.counter(
    {
      name: 'kontor_calls_total',
      help: 'Calls answered, by operation and outcome.',
      labels: { operation: '', outcome: '`ok`, or the code of the refusal' },
    },
    () =>
      [...calls.calls].flatMap(([operation, { outcomes }]) =>
        [...outcomes].map(([outcome, value]) => ({ value, labels: { operation, outcome } })),
      ),
  );
  page.histogram(
    {
      name: 'kontor_call_seconds',
      help: 'Seconds from the arrival of a call until its reply leaves, by operation.',
      labels: { operation: '' },
    },
    () => [...calls.calls].map(([operation, { seconds }]) => ({ histogram: seconds, labels: { operation } })),
  );
  page.counter(
    {
      name: 'kontor_requests_refused_total',
      help: 'Requests refused before they were calls, by refusal.',
      labels: { code: '' },
    },
    () => by('code', calls.refusedRequests),
  );
  page.counter(
    {
      name: 'kontor_limit_refusals_total',
      help: 'Refusals at limits that share their code with others, by limit.',
      labels: { limit: '' },
    },
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
    {
      name: 'kontor_lists_ended_total',
      help: 'Long lists that ended before their last record, by why.',
      labels: {
        reason: '`gave_way`, `stalled`, `left`, `fault`, `too_large`, `too_expensive`, `disk`, `server_stops`',
      },
    },
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
  page.counter(
    { name: 'kontor_records_total', help: 'Records of the journal since the store was made.' },
    () => engine.headSeq,
  );
  page.histogram({ name: 'kontor_commit_seconds', help: 'Seconds that a commit takes.' }, () => [
    { histogram: engine.groupCommit.durations },
  ]);
  page.histogram({ name: 'kontor_commit_records', help: 'Records of a commit.' }, () => [
    { histogram: engine.groupCommit.sizes },
  ]);
  page.histogram(
    { name: 'kontor_gate_wait_seconds', help: 'Seconds that replies waited for the disk, of those that waited.' },
    () => [{ histogram: dispatch.gateWaits }],
  );
  page.gauge({ name: 'kontor_replies_waiting', help: 'Replies that wait for the disk.' }, () => engine.gate.waiting);
  page.gauge(
    {
      name: 'kontor_writes_refused',
      help: '1 while changes are refused, by why: the disk is full, or read-only.',
      labels: { code: '`DISK_FULL`, `STORE_READ_ONLY`' },
    },
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

/** Declares every series; nothing of the server is read before the page is. */
export const measureServer = (page: MetricsPage, server: MeasuredServer): void => {
  page.gauge(
    {
      name: 'kontor_info',
      help: 'Always 1; its labels tell which program this is.',
      labels: { version: '', node: '', durability: '' },
    },
    () => [
      {
        value: 1,
        labels: { version: programVersion(), node: process.versions.node, durability: server.config.durability },
      },
    ],
  );
  measureCalls(page, server);
  measureConnections(page, server);
  measureLoad(page, server);
  measureIoThreads(page, server.ioThreads);
  measureJournal(page, server);
  measureShop(page, server);
  measureStandbys(page, server.roles, () => server.engine.headSeq);
};
