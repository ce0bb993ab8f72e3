// npm run bench -- million: a shop of 100,000 products, 1,000,000 sessions with three lines and 1,000,000 orders, made
// through the API, and what it takes: memory, disk, starts, stops, a restart under load, pages of orders, a report, the
// tails of the mix while a snapshot file is written.
// `--scale 0.1` makes a tenth of it, `--scale 0.2` then tells whether twice the shop costs more than 2.2 times.
// `--import 100000` only imports a table of 100,000 rows beside a shopper.
//
// Exit 0: every figure is within its limit, which holds for the whole size; 1: one is not; 2: the bench could not run.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { randomCredentials } from '../src/admin/credentials.ts';
import { reservePort } from '../test/harness/ports.ts';
import { Caller, request } from './caller.ts';
import { Load, ROOT, startKontor } from './processes.ts';
import type { Server } from './processes.ts';
import { measureMix } from './rounds.ts';
import { LANGUAGE, addOrderDetails, fillShop, makeCarts } from './shop.ts';
import type { Shop } from './shop.ts';
import { median, quantile } from './stats.ts';
import { machine } from './table.ts';
import { MIX, prepared } from './workloads.ts';
import type { Ground } from './workloads.ts';

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    import: { type: 'string' },
    engine: { type: 'string', default: join(ROOT, 'dist/main.js') },
    data: { type: 'string', default: tmpdir() },
  },
});
const scale = Number(values.scale);
const [PRODUCTS, SESSIONS, ORDERS] = [100_000, 1_000_000, 1_000_000].map((whole) => Math.round(whole * scale));
/** Carts at a time. */
const BATCH = 10_000;
const CARTS_OF_LOAD = 1000;
const RATE = 500;
const PAGES = 500;

const directory = mkdtempSync(join(values.data, 'kontor-million-'));
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
const credentials = randomCredentials();

const facts: { readonly name: string; readonly value: number; readonly unit: string; readonly max: number }[] = [];
const tell = (name: string, value: number, unit: string, max = Infinity): void => {
  facts.push({ name, value, unit, max });
  const limit = max === Infinity ? '' : value <= max ? `  (at most ${max})` : `  MISSED: at most ${max}`;
  console.log(`${name}: ${Math.round(value * 10) / 10} ${unit}${limit}`);
};
const missed = (): number => (facts.some(({ value, max }) => value > max) ? 1 : 0);

const timed = async <T>(run: () => Promise<T>): Promise<[took: number, made: T]> => {
  const began = performance.now();
  const made = await run();
  return [performance.now() - began, made];
};

// A restart wants a port of its own.
const port = await reservePort();
const start = (): Promise<Server> => startKontor(values.engine, directory, credentials, { port });
const callerOf = (server: Server): Caller => new Caller(server.port, credentials);

/** Starts, and waits for the answer of a first call; returns how long both took. */
const firstAnswer = (shop: Shop): Promise<[number, Server]> =>
  timed(async () => {
    const server = await start();
    await callerOf(server).one('get_product_details', { id_product: shop.productIds[0]!, ...LANGUAGE });
    return server;
  });

/** Milliseconds until a search for a word finds something. */
const untilWords = async (server: Server): Promise<number> => {
  const asked = { ...LANGUAGE, constraint: JSON.stringify({ brand: ['MATCH', 'Nordkap'] }), right_limit: 1 };
  const [took] = await timed(async () => {
    for (;;)
      try {
        return await callerOf(server).one('search_products', asked);
      } catch (error) {
        if (!String(error).includes('SEARCH_WARMING_UP')) throw error;
        await sleep(20);
      }
  });
  return took;
};

const kill = async (pid: number): Promise<void> => {
  process.kill(pid, 'SIGKILL');
  while (existsSync(`/proc/${pid}`)) await sleep(5);
};

const memory = (server: Server): void => {
  const rollup = readFileSync(`/proc/${server.pid}/smaps_rollup`, 'latin1');
  const [resident, anonymous] = ['Rss', 'Anonymous'].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)![1]),
  );
  tell('anonymous memory', anonymous! / 1024, 'MB');
  tell('mapped memory', (resident! - anonymous!) / 1024, 'MB');
  const disk = Number(execFileSync('du', ['-sk', directory], { encoding: 'utf8' }).split('\t')[0]);
  tell('disk', disk / 1024, 'MB');
  // An order has left a session behind, too.
  tell('memory by entity', (anonymous! * 1024) / (PRODUCTS! + SESSIONS! + 2 * ORDERS!), 'bytes');
};

const make = async (caller: Caller): Promise<Shop> => {
  const [products, shop] = await timed(() => fillShop(caller, PRODUCTS!));
  tell('products made', PRODUCTS! / (products / 1000), 'per second');
  const batches = async (count: number, use: (carts: string[]) => Promise<void>): Promise<void> => {
    for (let first = 0; first < count; first += BATCH)
      await use(await makeCarts(caller, shop, Math.min(BATCH, count - first), first));
  };
  const [sessions] = await timed(() => batches(SESSIONS!, async () => {}));
  tell('sessions with three lines made', SESSIONS! / (sessions / 1000), 'per second');
  const [orders] = await timed(() =>
    batches(ORDERS!, async (carts) => {
      await addOrderDetails(caller, carts);
      await caller.many('checkout', carts.length, (i) => ({ session: carts[i]! }));
    }),
  );
  tell('orders made', ORDERS! / (orders / 1000), 'per second');
  return shop;
};

const reads = async (server: Server): Promise<void> => {
  const caller = callerOf(server);
  const load = new Load('closed');
  const step = Math.floor(ORDERS! / PAGES);
  const pages = Array.from({ length: PAGES }, (_, page) => {
    const asked = { constraint: '{}', order_columns: '["main.id"]', left_limit: page * step, right_limit: 20 };
    return request({ request: 'search_orders', ...caller.secretKey, ...asked });
  });
  load.keep('pages', prepared(pages, { order: 'cycle', object: 'search_orders_result', marks: ['"result"'] }).set);
  const parts = [{ key: 'pages', weight: 1, label: 'pages' }];
  const order = { connections: 1, warmMs: 1000, measureMs: 4000, rate: 0, seed: 1, parts, echo: false };
  const { latency, failures, firstFailure } = await load.run(server, order);
  await load.stop();
  if (failures > 0) throw new Error(firstFailure);
  tell('page of orders, p99', latency['pages']!.p99Us / 1000, 'ms', 5);
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const year = { statistic: 'sales', start_date: day(Date.now() - 365 * 86_400_000), end_date: day(Date.now()) };
  tell("a year's report", (await timed(() => caller.office('get_report', year)))[0], 'ms', 5);
};

const groundOf = async (server: Server, shop: Shop): Promise<Ground> => {
  const caller = callerOf(server);
  const carts = await makeCarts(caller, shop, CARTS_OF_LOAD, 0);
  return { caller, shop, readCarts: carts, addCarts: carts, checkoutsPerRound: 0 };
};

const tails = async (server: Server, shop: Shop): Promise<void> => {
  const load = new Load('open');
  const pace = { rounds: 7, measureMs: 3000, warmMs: 500 };
  const tally = { added: 0, checkedOut: 0, failures: [] as string[], notes: new Set<string>() };
  const bench = { load, server, ground: await groundOf(server, shop), pace, tally };
  for (const { target, values, beside } of await measureMix(bench, () => process.kill(server.pid, 'SIGUSR2')))
    tell(`${target.name} (${beside.ruler})`, median(values), target.unit, target.floor);
  await load.stop();
  if (tally.failures.length > 0) throw new Error(tally.failures[0]);
};

/** The mix at a fixed rate, while something is done to the server. */
const underLoad = async (server: Server, shop: Shop, act: () => Promise<unknown>): Promise<[number, number]> => {
  const load = new Load('open');
  const ground = await groundOf(server, shop);
  for (const { key, prepare } of MIX) load.keep(key, (await prepare(ground)).set);
  const parts = MIX.map(({ key, weight, label }) => ({ key, weight, label }));
  const order = { connections: 64, warmMs: 500, measureMs: 8000, rate: RATE, seed: 1, parts, echo: false };
  const measured = load.run(server, order);
  await sleep(1500);
  const [took] = await timed(act);
  const { latency } = await measured;
  await load.stop();
  return [took, Math.max(...Object.values(latency).map(({ maxUs }) => maxUs / 1000))];
};

/** `kontor import` of a table of Shopify, two rows a product, beside a shopper who calls again and again. */
const bring = async (rows: number): Promise<number> => {
  const server = await start();
  const { productIds } = await fillShop(callerOf(server), 1000);
  const table = join(directory, 'table.csv');
  const head =
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Price';
  const row = (_: unknown, i: number): string => `p${i >> 1},Product ${i >> 1},Size,${i},S${i},shopify,9,${i % 100}.50`;
  writeFileSync(table, [head, ...Array.from({ length: rows }, row)].join('\n'));
  const callsUntil = async (end: Promise<unknown>): Promise<number[]> => {
    const [tookMs, product] = [[] as number[], { id_product: productIds[0]!, ...LANGUAGE }];
    const isDone = end.then(() => true);
    while ((await Promise.race([isDone, sleep(10)])) !== true)
      tookMs.push((await timed(() => callerOf(server).one('get_product_details', product)))[0]);
    return tookMs.sort((a, b) => a - b);
  };
  const quiet = await callsUntil(sleep(3000));
  const command = [values.engine, 'import', table, '--format', 'shopify', '--data', directory];
  const [took, beside] = await timed(() => callsUntil(promisify(execFile)(process.execPath, command)));
  tell(`import of ${rows} rows`, took / 1000, 's', Math.max(10, (60 * rows) / 100_000));
  tell('p50 of a call alone', quantile(quiet, 0.5), 'ms');
  tell('p50 beside the import', quantile(beside, 0.5), 'ms');
  tell('p99 of a call alone', quantile(quiet, 0.99), 'ms');
  tell('p99 beside the import', quantile(beside, 0.99), 'ms', 50);
  await server.stop();
  return missed();
};

const main = async (): Promise<number> => {
  console.log(`${machine('disk', false)}, scale ${scale}`);
  if (values.import !== undefined) return bring(Number(values.import));
  let [took, server] = await timed(start);
  const shop = await make(callerOf(server));
  memory(server);
  await reads(server);
  await tails(server, shop);
  await kill(server.pid);
  [took, server] = await firstAnswer(shop);
  tell('first answer after a kill', took, 'ms', 5000);
  tell('MATCH after it', await untilWords(server), 'ms', 5000);
  const [stop] = await underLoad(server, shop, () => server.stop());
  tell('stop under load', stop, 'ms', 3000);
  [took, server] = await firstAnswer(shop);
  tell('first answer after a clean stop', took, 'ms', 3000);
  await untilWords(server);
  const restart = (): Promise<unknown> =>
    promisify(execFile)(process.execPath, [values.engine, 'restart', '--data', directory]);
  const [, longest] = await underLoad(server, shop, restart);
  tell('longest call in a restart', longest, 'ms', 500);
  for (const name of execFileSync('pgrep', ['-f', directory], { encoding: 'utf8' }).trim().split('\n'))
    if (Number(name) !== process.pid) process.kill(Number(name), 'SIGKILL');
  return missed();
};

process.exit(await main().catch((error: unknown) => (console.error(error), 2)));
