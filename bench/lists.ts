// The longest slice of a long list, and what it takes of memory: everything that a shop has, in one reply.
// Then the searches that known clients send, within the budgets of the default settings. Exit 1 where a search is
// refused, a list lacks a record or is no whole JSON, or 99 of 100 slices take more than SLICE_CPU_MS_MAX.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { openFirstChannel } from '../src/admin/credentials.ts';
import { yieldToEventLoop } from '../src/engine/yield-to-event-loop.ts';
import type { LongListOptions } from '../src/operations/dispatch/list-scheduler.ts';
import { KNOWN_SEARCHES, refusedSearches } from './known-searches.ts';
import { fill, fillOrders } from './search/store.ts';
import { CREDENTIALS, dispatchOf, openAlone, threadCpuMs } from './search/measure.ts';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '10000' },
    orders: { type: 'string', default: '100000' },
    data: { type: 'string' },
  },
});
const directory = values.data ?? mkdtempSync(join(tmpdir(), 'kontor-lists-'));
const [products, orders] = [Number(values.products), Number(values.orders)];

/** Milliseconds of the thread's CPU: a collection of the heap now and then takes longer than any slice. */
const SLICE_CPU_MS_MAX = 5;
/** As the setting has it. */
const SEARCH_BUDGET_MS = 50;
const HEAP_BYTES_MAX = 512 * 1_048_576;

interface Slice {
  readonly ms: number;
  readonly cpuMs: number;
}

const run = async (): Promise<void> => {
  const store = await openAlone(directory);
  const { engine } = store;
  if (engine.headSeq < 10) {
    const startedMs = performance.now();
    openFirstChannel(engine, CREDENTIALS, false);
    await fill(engine, products);
    await fillOrders(engine, orders);
    console.log(
      `${products} products and ${orders} orders made in ${Math.round((performance.now() - startedMs) / 1000)} s`,
    );
  }
  for (let at = 0; at < 200; at += 1) {
    engine.tick();
    await yieldToEventLoop();
  }
  const slices: Slice[] = [];
  /** The system brings the thread's own clock up to date when it is asked for that of the process. */
  const cpuNowMs = (): number => (process.cpuUsage(), threadCpuMs());
  const timed = (work: () => void): Slice => {
    const [cpuMs, startedMs] = [cpuNowMs(), performance.now()];
    work();
    return { ms: performance.now() - startedMs, cpuMs: cpuNowMs() - cpuMs };
  };
  let [heapMax, rssMax] = [0, 0];
  const between = (): void => {
    if (slices.length % 50 !== 0) return;
    const { heapUsed, rss } = process.memoryUsage();
    heapMax = Math.max(heapMax, heapUsed);
    rssMax = Math.max(rssMax, rss);
    engine.tick();
  };
  const soon = (step: () => void): void => {
    setImmediate(() => {
      slices.push(timed(step));
      between();
    });
  };
  const lists: LongListOptions = {
    openMax: 64,
    yieldMs: 60_000,
    nowMs: () => performance.now(),
    stallTimeoutMs: 60_000,
    soon,
    after: () => () => {},
  };
  const dispatch = dispatchOf(store, directory, lists);
  const failures: string[] = [];
  let measured = 0;
  const asked = async (
    name: string,
    mark: string,
    expected: number,
    given: { readonly [name: string]: string },
  ): Promise<void> => {
    for (let at = 0; at < 50; at += 1) {
      engine.tick();
      await yieldToEventLoop();
    }
    globalThis.gc?.();
    const before = process.memoryUsage();
    slices.length = 0;
    let [bytes, records, rest] = [0, 0, ''];
    [heapMax, rssMax] = [0, 0];
    const startedMs = performance.now();
    let first: Slice | undefined;
    await new Promise<void>((resolve) => {
      const sink = {
        write: (chunk: string): boolean => {
          bytes += Buffer.byteLength(chunk);
          // A mark may be cut by the end of a chunk; what is left is too short to hold a whole one.
          const pieces = (rest + chunk).split(mark);
          records += pieces.length - 1;
          rest = pieces.at(-1)!.slice(1 - mark.length);
          return true;
        },
        end: resolve,
        abort: (): never => {
          throw new Error(`${name} was cut`);
        },
        onDrain: () => {},
        onClose: () => {},
      };
      const fields = {
        licence_username: CREDENTIALS.username,
        licence_password: CREDENTIALS.password,
        licence_secret_key: CREDENTIALS.secretKey,
        ...given,
      };
      first = timed(() =>
        dispatch.call(
          fields,
          '',
          (_status, body) => (
            console.log(
              Buffer.from(body as string)
                .toString()
                .slice(0, 200),
            ),
            resolve()
          ),
          '',
          undefined,
          { stream: () => sink },
        ),
      );
    });
    const took = performance.now() - startedMs;
    const sorted = slices.map(({ cpuMs }) => cpuMs).sort((a, b) => a - b);
    const at = (share: number): string =>
      (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2);
    const longestMs = slices.reduce((longest, { ms }) => Math.max(longest, ms), 0);
    const p99 = Number(at(0.99));
    const wrong =
      records !== expected
        ? `${records} records instead of ${expected}`
        : !rest.endsWith('}')
          ? 'no whole JSON'
          : p99 > SLICE_CPU_MS_MAX
            ? `slices of ${p99} ms`
            : '';
    if (wrong !== '' || heapMax - before.heapUsed > HEAP_BYTES_MAX)
      failures.push(`${name}: ${wrong || 'too much memory'}`);
    measured += 1;
    const mb = (value: number): string => (value / 1_048_576).toFixed(0);
    console.log(
      `| ${name} | ${mb(bytes)} MB | ${(took / 1000).toFixed(1)} s | ${first!.cpuMs.toFixed(1)} ms | ${slices.length} | ${at(0.5)} / ${at(0.99)} / ${at(0.999)} / ${at(1)} | ${longestMs.toFixed(0)} | ` +
        `+${mb(heapMax - before.heapUsed)} / +${mb(rssMax - before.rss)} MB |`,
    );
  };
  console.log(
    '| list | text | took | search and first slice, CPU | slices | CPU of a slice, p50 / p99 / p99.9 / longest ms | longest by the clock, ms | heap / rss at most |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  await asked('search_products', '"object":"product"', products, { request: 'search_products', constraint: '[]' });
  await asked('dump_category', '"object":"product"', products, { request: 'dump_category', id_category: '0' });
  await asked('search_distinct_products', '","', products, {
    request: 'search_distinct_products',
    constraint: '[]',
    field: 'main.name',
  });
  await asked('search_orders', '"object":"order"', orders, { request: 'search_orders', constraint: '[]' });
  await asked('search_orders DESC', '"object":"order"', orders, {
    request: 'search_orders',
    constraint: '[]',
    order: 'DESC',
  });
  await asked('search_orders by date', '"object":"order"', orders, {
    request: 'search_orders',
    constraint: '[]',
    order_columns: '["main.creation_date"]',
    order: 'DESC',
  });
  const searching = dispatchOf(store, directory, lists, SEARCH_BUDGET_MS);
  const licence = { licence_username: CREDENTIALS.username, licence_password: CREDENTIALS.password };
  console.log('| search of a known client | took | reply |\n|---|---|---|');
  failures.push(...(await refusedSearches(searching, licence)));
  measured += Object.keys(KNOWN_SEARCHES).length;
  await store.close();
  for (const failure of failures) console.log(`FAILED ${failure}`);
  console.log(`${measured - failures.length} passed, ${failures.length} failed`);
  process.exitCode = failures.length === 0 ? 0 : 1;
  if (values.data === undefined) rmSync(directory, { recursive: true, force: true });
};

await run();
