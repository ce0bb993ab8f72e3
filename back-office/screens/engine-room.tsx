// Is the process healthy, and what is it doing? Its own figures, read each second while the screen is open.
import { isChanged, quantile, readEngine } from '../api/engine.ts';
import type { Reading, ShownSetting } from '../api/engine.ts';
import { count, duration, megabytes, rate, span, time } from '../format.ts';
import { Chart } from '../parts/chart.tsx';
import { Card, Empty, Figure, Page, Skeleton } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Table } from '../parts/table.tsx';
import { useEffect, useMemo, useState } from '../preact.ts';
import { t } from '../texts/texts.ts';

const EVERY_MS = 1000;
const READINGS_MAX = 121;

/** Readings of the last two minutes, oldest first. */
const useReadings = (isRunning: boolean): readonly Reading[] => {
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  useEffect(() => {
    if (!isRunning) return;
    const ending = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const read = async (): Promise<void> => {
      const next = await readEngine(ending.signal);
      setReadings((known) => [...known.slice(1 - READINGS_MAX), next]);
      timer = setTimeout(() => void read().catch(ended), EVERY_MS);
    };
    const ended = (error: unknown): void => {
      if (!ending.signal.aborted) throw error;
    };
    read().catch(ended);
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [isRunning]);
  return readings;
};

/** Returns the increase of a counter per second between two readings. */
const perSecond = (now: Reading, before: Reading | undefined, valueOf: (reading: Reading) => number): number =>
  before === undefined || now.atMs <= before.atMs
    ? 0
    : Math.max(0, ((valueOf(now) - valueOf(before)) * 1000) / (now.atMs - before.atMs));

const calls = (reading: Reading): number => reading.sum('kontor_calls_total');
const refusedCalls = (reading: Reading): number => reading.sum('kontor_calls_total', ({ outcome }) => outcome !== 'ok');
const commits = (reading: Reading): number => reading.part('kontor_commit_seconds', 'count');
const records = (reading: Reading): number => reading.part('kontor_commit_records', 'sum');
const loopMs = (reading: Reading): number => reading.sum('nodejs_eventloop_lag_p99_seconds') * 1000;

const LATELY = 10;

const Tiles = ({ readings }: { readonly readings: readonly Reading[] }) => {
  const now = readings.at(-1)!;
  const before = readings.at(-Math.min(LATELY, readings.length));
  const texts = t().engine;
  const commitRate = perSecond(now, before, commits);
  const meanCommit = now.part('kontor_commit_seconds', 'sum') / Math.max(1, commits(now));
  const started = now.sum('process_start_time_seconds');
  return (
    <div class="tiles">
      <Figure
        name={texts.requests}
        value={count(perSecond(now, before, calls), 1)}
        note={`${texts.refused} ${rate(refusedCalls(now) / Math.max(1, calls(now)))}`}
      />
      <Figure name={texts.loop} value={duration(loopMs(now))} note={texts.loopNote} />
      <Figure
        name={texts.commits}
        value={count(commitRate, 1)}
        note={texts.commitNote(count(perSecond(now, before, records) / Math.max(commitRate, 1e-9), 1))}
      />
      <Figure name={texts.commitTime} value={duration(meanCommit * 1000)} />
      <Figure
        name={texts.memory}
        value={megabytes(now.sum('process_resident_memory_bytes'))}
        note={texts.memoryNote(megabytes(now.sum('nodejs_heap_size_used_bytes')))}
      />
      <Figure name={texts.uptime} value={span(now.atMs / 1000 - started)} note={`${texts.version} ${now.version}`} />
    </div>
  );
};

const clock = (seconds: number): string => time(new Date(seconds * 1000).toISOString());

const Curves = ({ readings }: { readonly readings: readonly Reading[] }) => {
  const texts = t().engine;
  const { times, traffic, delay } = useMemo(
    () => ({
      times: readings.map(({ atMs }) => atMs / 1000),
      traffic: [
        {
          name: texts.requests,
          values: readings.map((one, at) => perSecond(one, readings[at - 1], calls)),
          color: '--accent',
          isFilled: true,
        },
      ],
      delay: [{ name: texts.loop, values: readings.map(loopMs), color: '--info', isFilled: true }],
    }),
    [readings, texts],
  );
  const shared = { times, formatTime: clock, height: 170 };
  return (
    <div class="columns">
      <Card title={texts.traffic}>
        <Chart label={texts.trafficLabel} series={traffic} format={(value) => count(value, 1)} {...shared} />
      </Card>
      <Card title={texts.latency}>
        <Chart label={texts.latencyLabel} series={delay} format={duration} {...shared} />
      </Card>
    </div>
  );
};

const OperationTable = ({ readings }: { readonly readings: readonly Reading[] }) => {
  const [now, first] = [readings.at(-1)!, readings[0]];
  const texts = t().engine;
  const rows = now.labelsOf('kontor_calls_total', 'operation').map((name) => {
    const isOfIt = ({ operation }: { readonly [label: string]: string | number }): boolean => operation === name;
    const buckets = now.buckets('kontor_call_seconds', isOfIt);
    return {
      name,
      calls: now.sum('kontor_calls_total', isOfIt),
      refused: now.sum('kontor_calls_total', (labels) => isOfIt(labels) && labels['outcome'] !== 'ok'),
      perSecond: perSecond(now, first, (reading) => reading.sum('kontor_calls_total', isOfIt)),
      p50: quantile(0.5, buckets),
      p99: quantile(0.99, buckets),
    };
  });
  rows.sort((a, b) => b.calls - a.calls);
  const shown = (seconds: number | undefined): string => (seconds === undefined ? '–' : duration(seconds * 1000));
  return (
    <Card title={texts.operations}>
      {rows.length === 0 ? (
        <Empty>{texts.noCalls}</Empty>
      ) : (
        <Table
          caption={texts.operations}
          rows={rows}
          keyOf={({ name }) => name}
          hrefOf={({ name }) => `#/explorer/${encodeURIComponent(name)}`}
          columns={[
            { title: texts.operation, cell: ({ name }) => name },
            { title: texts.calls, cell: (row) => count(row.calls), isFigure: true },
            { title: texts.refused, cell: (row) => count(row.refused), isFigure: true, isMinor: true },
            { title: texts.perSecond, cell: (row) => count(row.perSecond, 1), isFigure: true, isMinor: true },
            { title: texts.p50, cell: ({ p50 }) => shown(p50), isFigure: true },
            { title: texts.p99, cell: ({ p99 }) => shown(p99), isFigure: true },
          ]}
        />
      )}
    </Card>
  );
};

const State = ({ now }: { readonly now: Reading }) => {
  const texts = t().engine;
  const age = now.sum('kontor_snapshot_age_seconds');
  const pairs = [
    [texts.newest, now.labelsOf('kontor_snapshot_age_seconds', '').length === 0 ? texts.noSnapshot : span(age)],
    [texts.failures, count(now.sum('kontor_snapshot_failures'))],
    [texts.journal, count(now.sum('kontor_records_since_snapshot'))],
    [texts.connections, count(now.sum('kontor_connections'))],
    [texts.sessions, count(now.sum('kontor_actors', ({ kind }) => kind === 'session'))],
    [texts.disk, megabytes(now.sum('kontor_disk_free_bytes', ({ disk }) => disk === 'data'))],
  ] as const;
  return (
    <Card title={texts.state}>
      <Pairs pairs={pairs} areFigures />
    </Card>
  );
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const Settings = ({ settings }: { readonly settings: readonly ShownSetting[] }) => {
  const [words, setWords] = useState('');
  const [isChangedOnly, setChangedOnly] = useState(false);
  const texts = t().engine;
  const rows = settings.filter(
    (one) => one.setting.toLowerCase().includes(words.trim().toLowerCase()) && (!isChangedOnly || isChanged(one)),
  );
  return (
    <Card
      title={texts.settings}
      beside={
        <div class="filters">
          <label>
            <input
              type="checkbox"
              checked={isChangedOnly}
              onInput={(event) => setChangedOnly(event.currentTarget.checked)}
            />{' '}
            {texts.onlyChanged}
          </label>
          <input
            type="search"
            aria-label={texts.filterSettings}
            placeholder={texts.filterSettings}
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        </div>
      }
    >
      <Table
        caption={texts.settings}
        rows={rows}
        keyOf={({ setting }) => setting}
        columns={[
          { title: texts.setting, cell: ({ setting }) => <code>{setting}</code> },
          {
            title: texts.value,
            cell: (one) => <span class={isChanged(one) ? 'changed' : ''}>{`${textOf(one.value)} ${one.unit}`}</span>,
          },
          { title: texts.standard, cell: (one) => textOf(one.default), isMinor: true },
          { title: texts.from, cell: ({ from }) => from, isMinor: true },
        ]}
      />
    </Card>
  );
};

export const EngineRoom = () => {
  const [isRunning, setRunning] = useState(true);
  const readings = useReadings(isRunning);
  const texts = t().engine;
  const now = readings.at(-1);
  return (
    <Page
      title={t().screens.engine}
      actions={
        <button type="button" onClick={() => setRunning(!isRunning)}>
          {isRunning ? texts.pause : texts.resume}
        </button>
      }
    >
      {now === undefined ? (
        <Skeleton lines={8} />
      ) : (
        <>
          <Tiles readings={readings} />
          <Curves readings={readings} />
          <div class="engine-columns">
            <OperationTable readings={readings} />
            <State now={now} />
          </div>
          <Settings settings={now.settings} />
        </>
      )}
    </Page>
  );
};
