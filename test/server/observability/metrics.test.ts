// The page of metrics, and the files in deploy/ and docs/ that rely on it.
import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../../../src/config/config.ts';
import { ConnectionLimit } from '../../../src/http/transport/connection-limit.ts';
import { HandshakeCount } from '../../../src/http/transport/handshakes.ts';
import { Histogram } from '../../../src/kernel/histogram.ts';
import { CallMetrics } from '../../../src/server/observability/call-metrics.ts';
import { MetricsPage } from '../../../src/server/observability/metrics-page.ts';
import { measureServer } from '../../../src/server/observability/server-metrics.ts';
import type { Roles } from '../../../src/server/observability/standby-metrics.ts';
import { Goods, line } from '../../operations/shop.ts';

const file = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

const LEADING: Roles = { standby: () => undefined, followers: () => [], node: () => undefined };

const measuredShop = async (roles = LEADING, handshakes = new HandshakeCount()) => {
  const calls = new CallMetrics();
  const goods = await Goods.open({
    observer: { answered: (call) => (calls.answered(call), []), answeredElsewhere: () => {}, knownSeq: 0 },
  });
  const page = new MetricsPage();
  measureServer(page, {
    config: loadConfig({}, {}, undefined),
    engine: goods.shop.engine,
    dispatch: goods.shop.dispatch,
    snapshots: { recordsSinceSnapshot: 7, ageMs: 2500, failures: 1 },
    connections: new ConnectionLimit(10),
    handshakes,
    calls,
    ioThreads: () => [],
    roles,
  });
  return { goods, calls, declared: page.declared, text: async () => (await page.text())[0] };
};

/** The value of a series as the page has it; undefined without it. */
const valueOf = (page: string, series: string): number | undefined => {
  const found = page.split('\n').find((one) => one.startsWith(`${series} `));
  return found === undefined ? undefined : Number(found.slice(series.length + 1));
};

describe('/metrics', () => {
  test('tells of handshakes of TLS, those of threads included', async () => {
    const handshakes = new HandshakeCount();
    const ofThread = new HandshakeCount(handshakes.memory);
    const { text } = await measuredShop(LEADING, handshakes);
    for (const count of [handshakes, ofThread, ofThread]) count.change(1);
    ofThread.countTimeout();
    const page = await text();
    expect(valueOf(page, 'kontor_tls_handshakes')).toBe(3);
    expect(valueOf(page, 'kontor_tls_handshakes_timed_out_total')).toBe(1);
  });

  test('tells of the standbys that follow, and of a standby what it does', async () => {
    const followers = [{ directory: '/srv/two', version: '1.0.0', sentSeq: 3 }];
    const leading = await measuredShop({ ...LEADING, followers: () => followers });
    await leading.goods.product(5);
    const { headSeq } = leading.goods.shop.engine;
    const page = await leading.text();
    expect(valueOf(page, 'kontor_leading')).toBe(1);
    expect(valueOf(page, 'kontor_follower_behind_records{directory="/srv/two"}')).toBe(headSeq - 3);
    expect(valueOf(page, 'kontor_standby_following')).toBeUndefined();
    const figures = { state: 'waiting', leader: '/srv/one', questions: 5, passedOn: 6, waiting: 7 } as const;
    const own = await (await measuredShop({ ...LEADING, standby: () => figures })).text();
    expect(valueOf(own, 'kontor_leading')).toBe(0);
    expect(valueOf(own, 'kontor_standby_following')).toBe(0);
    expect(valueOf(own, 'kontor_standby_questions_total')).toBe(5);
    expect(valueOf(own, 'kontor_standby_calls_passed_on_total')).toBe(6);
    expect(valueOf(own, 'kontor_standby_calls_waiting')).toBe(7);
  });

  test('tells of a node of a cluster what it does', async () => {
    const known = { node: 'b', leader: 'a', epoch: 3, entry: 9, stored: 8 };
    const figures = { ...known, questions: 5, passedOn: 6, waiting: 7, strangersCut: 8 };
    const textOf = async (state: string): Promise<string> =>
      (await measuredShop({ ...LEADING, node: () => ({ ...figures, state }) })).text();
    const [following, leading, ended] = await Promise.all(['following', 'leading', 'ended'].map(textOf));
    for (const [name, value] of Object.entries({
      epoch: 3,
      entry: 9,
      stored_entry: 8,
      questions_total: 5,
      calls_passed_on_total: 6,
      calls_waiting: 7,
      strangers_cut_total: 8,
    }))
      expect(valueOf(following!, `kontor_node_${name}`), name).toBe(value);
    const serving = [following!, leading!, ended!].map((page) => valueOf(page, 'kontor_node_serving'));
    expect(serving).toEqual([1, 1, 0]);
    expect([following!, leading!, ended!].map((page) => valueOf(page, 'kontor_leading'))).toEqual([0, 1, 0]);
  });

  test('counts each call once, by operation and outcome, and each value in one range', async () => {
    const { goods, text } = await measuredShop();
    const { shop } = goods;
    const id = await goods.product(5);
    const session = await shop.session();
    for (let turn = 0; turn < 3; turn += 1) await shop.call('add_to_cart', line(session, id));
    const { message: refusal } = await shop.call<{ message: string }>('add_to_cart', { session, id_product: 'none' });
    await shop.call('a name that a caller made up');
    for (let turn = 0; turn < 2; turn += 1) await shop.call('get_product_details', { id_product: id });
    const page = await text();
    const calls = (operation: string, outcome: string) =>
      valueOf(page, `kontor_calls_total{operation="${operation}",outcome="${outcome}"}`);
    expect(calls('add_to_cart', 'ok')).toBe(3);
    expect(calls('add_to_cart', refusal)).toBe(1);
    expect(calls('unknown', 'REQUEST_NOT_VALID')).toBe(1);
    expect(page).not.toContain('made up');
    expect(valueOf(page, 'kontor_call_seconds_count{operation="add_to_cart"}')).toBe(4);
    expect(valueOf(page, 'kontor_call_seconds_bucket{operation="add_to_cart",le="+Inf"}')).toBe(4);
    expect(valueOf(page, 'kontor_response_cache_hits_total')).toBeGreaterThanOrEqual(1);
    expect(valueOf(page, 'kontor_records_total')).toBe(shop.engine.headSeq);
    expect(valueOf(page, 'kontor_commit_records_sum')).toBe(shop.engine.headSeq);
    expect(valueOf(page, 'kontor_gate_wait_seconds_count')).toBeGreaterThan(0);
    expect(valueOf(page, 'kontor_actors{kind="order"}')).toBe(0);
    expect(valueOf(page, 'kontor_actors{kind="session"}')).toBe(1);
    expect(valueOf(page, 'kontor_snapshot_age_seconds')).toBe(2.5);
    expect(valueOf(page, 'kontor_writes_refused{code="DISK_FULL"}')).toBeUndefined();
    expect(valueOf(page, 'kontor_disk_free_bytes{disk="data"}')).not.toBe(0);
  });

  test('has the labels that are declared, and no other', async () => {
    const followers = [{ directory: '/srv/two', version: '1.0.0', sentSeq: 3 }];
    const { goods, declared, text } = await measuredShop({ ...LEADING, followers: () => followers });
    await goods.product(5);
    const labelled = [...(await text()).matchAll(/^(kontor_\w+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})? /gm)];
    expect(labelled.length).toBeGreaterThan(declared.length / 2);
    for (const [line, name, labels = ''] of labelled) {
      const names = [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label).filter((label) => label !== 'le');
      const series = declared.find((one) => one.name === name);
      expect(series, line).toBeDefined();
      expect(names, line).toEqual(Object.keys(series!.labels ?? {}));
    }
  });

  test('a histogram puts a value into the range whose bound it does not exceed', () => {
    const histogram = new Histogram([1, 2]);
    for (const value of [0, 1, 1.5, 2, 2.1, 100]) histogram.observe(value);
    expect([histogram.counts, histogram.sum]).toEqual([[2, 2, 2], 106.6]);
  });
});

/** Names of metrics without the ends that histograms and summaries add. */
const metricsOf = (page: string): Set<string> =>
  new Set([...page.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!));

/** The metrics that an expression names; an error where it is no PromQL. */
const named = (expression: string): string[] => {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${expression}`);
      if (type.name === 'Identifier' && expression[from - 1] !== '"') names.push(expression.slice(from, to));
    },
  });
  return names.map((name) => name.replace(/_(bucket|sum|count)$/, ''));
};

/** Grafana puts a duration there. */
const filledIn = (expression: string): string => expression.replaceAll('$__rate_interval', '5m');

const Alerts = Type.Object(
  {
    groups: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1 }),
          rules: Type.Array(
            Type.Object(
              {
                alert: Type.String({ pattern: '^Kontor[A-Za-z]+$' }),
                expr: Type.String(),
                for: Type.Optional(Type.String({ pattern: '^\\d+[smh]$' })),
                labels: Type.Object({ severity: Type.Enum(['warning', 'critical']) }),
                annotations: Type.Object({ summary: Type.String({ minLength: 10 }) }),
              },
              { additionalProperties: false },
            ),
          ),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

const Place = Type.Object({ h: Type.Integer(), w: Type.Integer(), x: Type.Integer(), y: Type.Integer() });
const Dashboard = Type.Object({
  uid: Type.String({ maxLength: 40 }),
  title: Type.String(),
  schemaVersion: Type.Integer({ minimum: 30 }),
  templating: Type.Object({ list: Type.Array(Type.Object({ name: Type.String(), type: Type.String() })) }),
  panels: Type.Array(
    Type.Object({
      id: Type.Integer(),
      type: Type.Enum(['row', 'timeseries']),
      title: Type.String(),
      gridPos: Place,
      targets: Type.Optional(
        Type.Array(Type.Object({ refId: Type.String(), expr: Type.String(), legendFormat: Type.String() })),
      ),
    }),
  ),
});

describe('what relies on the metrics', () => {
  test('alert rules and dashboard are of their schema, and name metrics that there are', async () => {
    const { text } = await measuredShop();
    const known = metricsOf(await text());
    known.add('up');
    const alerts = Value.Parse(Alerts, parse(file('deploy/prometheus-alerts.yml')));
    const dashboard = Value.Parse(Dashboard, JSON.parse(file('deploy/grafana-dashboard.json')));
    const rules = alerts.groups.flatMap((group) => group.rules.map(({ expr }) => expr));
    const panels = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => filledIn(expr)));
    expect(rules.length * panels.length).toBeGreaterThan(0);
    for (const expression of [...rules, ...panels]) {
      const names = named(expression);
      expect(names.length, expression).toBeGreaterThan(0);
      for (const name of names) expect(known, expression).toContain(name);
    }
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    expect(() => named('rate(kontor_calls_total[5m)')).toThrow('no PromQL');
  });

  test('the pages of metrics and alerts have every one of ours, and no other', async () => {
    const { text } = await measuredShop();
    const own = [...metricsOf(await text())].filter((name) => name.startsWith('kontor_'));
    const page = file('docs/reference/metrics.md');
    expect([...page.matchAll(/^\| `(kontor_\w+)`/gm)].map(([, name]) => name)).toEqual(own);
    const alerts = Value.Parse(Alerts, parse(file('deploy/prometheus-alerts.yml')));
    const names = alerts.groups.flatMap((group) => group.rules.map(({ alert }) => alert));
    expect([...file('docs/operate/alerts.md').matchAll(/^- `(Kontor\w+)`/gm)].map(([, name]) => name)).toEqual(names);
  });
});
