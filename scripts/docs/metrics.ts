// docs/reference/metrics.md: every metric of ours, as the server declares it.
import { MetricsPage } from '../../src/server/observability/metrics-page.ts';
import { measureServer } from '../../src/server/observability/server-metrics.ts';
import type { MeasuredServer } from '../../src/server/observability/server-metrics.ts';
import { table } from './markdown.ts';

/** Series are declared without a look at the server, so that none is needed here. */
const NO_SERVER = {} as MeasuredServer;

/** Beginnings of names → the page that explains these metrics, and what it is about. */
const SEE: readonly (readonly [begin: string, page: string])[] = [
  ['kontor_limit_refusals_total', '../operate/limits-refusals.md'],
  ['kontor_tls_handshakes', '../operate/limits.md#connections-and-bodies'],
  ['kontor_calls_waiting', '../operate/limits.md'],
  ['kontor_lists_refused_total', '../operate/limits.md'],
  ['kontor_memory_bytes', '../operate/limits.md'],
  ['kontor_io_thread_', '../operate/cores.md'],
  ['kontor_webhook', '../build/webhooks.md'],
  ['kontor_mails', '../sell/mail.md'],
  ['kontor_unclaimed_money', '../sell/payments.md#money-without-a-claim'],
  ['kontor_clock_jump_seconds', '../operate/time.md'],
  ['kontor_standby_', '../operate/standby.md'],
  ['kontor_follower_', '../operate/standby.md'],
  ['kontor_node_', '../operate/cluster.md'],
];

const pageOf = (name: string): string => {
  const page = SEE.find(([begin]) => name.startsWith(begin))?.[1];
  return page === undefined ? '' : `[${page.replace(/^.*\//, '').replace(/\.md.*$/, '')}](${page})`;
};

export const metricsPage = (): string => {
  const page = new MetricsPage();
  measureServer(page, NO_SERVER);
  const rows = page.declared.map(({ name, help, type, labels = {} }) => [
    `\`${name}\``,
    type,
    Object.entries(labels)
      .map(([label, values]) => (values === '' ? label : `${label}: ${values}`))
      .join('; '),
    help,
    pageOf(name),
  ]);
  return `# Metrics

Written by \`npm run docs\` from \`src/server/observability/\`; do not edit.

\`/metrics\` of the administration port has them ([observability.md](../operate/observability.md#metrics)). Programs on
Node have more: \`process_*\`, \`nodejs_eventloop_lag_*\`, \`nodejs_gc_duration_seconds\`, \`nodejs_heap_*\`.

${table(['metric', 'type', 'labels', 'what it tells', 'more'], rows)}
`;
};
