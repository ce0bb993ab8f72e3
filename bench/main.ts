// npm run bench: measures the built engine beside its ruler and fails when a floor is missed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { randomCredentials } from '../src/admin/credentials.ts';
import { Caller } from './caller.ts';
import { Load, ROOT, pinMainThread, startKontor, type Server } from './processes.ts';
import { measureMix, measureRatio, type Bench, type Figure, type Pace, type Tally } from './rounds.ts';
import { fillShop, makeCarts, piecesIn, readAll } from './shop.ts';
import { asMarkdown, asText, holds, machine, rows } from './table.ts';
import { CARTS, WORKLOADS, type Ground } from './workloads.ts';

const NAMES = [...WORKLOADS.map(({ name }) => name), 'mix'];
const HELP = `Usage: npm run bench -- [options]

Measures the built engine (dist/main.js) beside an echo of the same bytes, in the same run, and
exits 1 when the median over the rounds misses a floor or any reply is wrong.

  --only NAME     one workload; may be given several times: ${NAMES.join(', ')}
  --quick         10,000 products instead of 100,000, 2 rounds of 1 s: for a look, not for a claim
  --seconds N     measured seconds per run (3)
  --rounds N      rounds; the median counts (5)
  --engine FILE   another build to measure, for a before and after (dist/main.js)
  --node FILE     another Node to run the engine with; echo and generator keep this one
  --data DIR      where the store is made and removed (${tmpdir()}); must be a real disk
  --markdown      print the results as Markdown
  --help`;

interface Options extends Pace {
  readonly only: readonly string[];
  readonly products: number;
  readonly checkoutsPerRound: number;
  readonly engine: string;
  readonly node: string;
  readonly dataParent: string;
  readonly markdown: boolean;
}

/** Exit codes: 0 all floors kept, 1 a floor missed or a reply wrong, 2 the bench could not run. */
async function main(): Promise<number> {
  const options = readOptions();
  if (options === null) return 2;
  const tally: Tally = { added: 0, checkedOut: 0, failures: [], notes: new Set() };
  const load = new Load('closed');
  const figures: Figure[] = [];
  try {
    await measureEngine(options, load, tally, figures);
  } finally {
    await load.stop();
  }
  report(options, figures, tally);
  return tally.failures.length === 0 && figures.every(holds) ? 0 : 1;
}

async function measureEngine(options: Options, load: Load, tally: Tally, figures: Figure[]): Promise<void> {
  const dataDir = mkdtempSync(join(options.dataParent, 'kontor-bench-'));
  const clean = (): void => rmSync(dataDir, { recursive: true, force: true });
  process.once('exit', clean);
  const credentials = randomCredentials();
  let server: Server | null = null;
  try {
    server = await startKontor(options.engine, dataDir, credentials, { node: options.node });
    const caller = new Caller(server.port, credentials);
    const ground = await prepareGround(caller, options, tally);
    pinMainThread(server);
    const bench = { load, server, ground, pace: options, tally };
    for (const workload of WORKLOADS) {
      if (!wants(options, workload.name)) continue;
      figures.push(await measureRatio(bench, workload));
      console.error(asText(rows(figures.slice(-1)).slice(1)));
    }
    if (wants(options, 'mix')) figures.push(...(await measureOpen({ ...bench, pace: inThirds(options) })));
    await checkWhatWasPromised(ground, tally);
  } finally {
    await server?.stop();
    clean();
  }
}

async function measureOpen(bench: Bench): Promise<Figure[]> {
  const load = new Load('open');
  try {
    return await measureMix({ ...bench, load });
  } finally {
    await load.stop();
  }
}

/**
 * A pause of a virtual machine spoils the p99 of the round that it falls into: three times as many rounds of a third,
 * so that the median is one without.
 */
function inThirds({ rounds, measureMs, warmMs }: Pace): Pace {
  return { rounds: rounds * 3, measureMs: measureMs / 3, warmMs };
}

async function prepareGround(caller: Caller, options: Options, tally: Tally): Promise<Ground> {
  const startMs = performance.now();
  const shop = await fillShop(caller, options.products);
  const seconds = (performance.now() - startMs) / 1000;
  tally.notes.add(
    `made ${options.products} products through the API in ${seconds.toFixed(1)} s, ${Math.round(options.products / seconds)}/s`,
  );
  const warmMs = performance.now();
  await readAll(caller, shop);
  tally.notes.add(
    `read every product once before measuring, ${Math.round(shop.productIds.length / ((performance.now() - warmMs) / 1000))}/s`,
  );
  const readCarts = await makeCarts(caller, shop, CARTS, 0);
  const addCarts = await makeCarts(caller, shop, CARTS, CARTS);
  return { caller, shop, readCarts, addCarts, checkoutsPerRound: options.checkoutsPerRound };
}

/** The server's default for its first order id. */
const FIRST_ORDER = 10_001;

/** Every acknowledged add_to_cart and checkout must be there: a fast engine that forgets is not fast. */
async function checkWhatWasPromised({ caller, addCarts }: Ground, tally: Tally): Promise<void> {
  const quantity = await piecesIn(caller, addCarts);
  const expected = tally.added + 3 * addCarts.length;
  if (quantity !== expected) tally.failures.push(`the carts hold ${quantity} pieces, acknowledged were ${expected}`);
  if (tally.checkedOut === 0) return;
  // Orders count up by one: the acknowledged ones are there, and not one more.
  const last = FIRST_ORDER - 1 + tally.checkedOut;
  const found = await caller.one('get_order_by_id', { id_order: last, language: 'de_DE' });
  if (Number(found['id']) !== last)
    tally.failures.push(`order ${last} is missing, ${tally.checkedOut} were acknowledged`);
}

function report(options: Options, figures: readonly Figure[], tally: Tally): void {
  const table = rows(figures);
  const notes = [
    machine(fileSystem(options.dataParent)),
    ...(options.node === process.execPath ? [] : [`the engine ran on Node ${versionOf(options.node)}`]),
    `${options.products} products, ${options.rounds} rounds of ${options.measureMs / 1000} s`,
    ...tally.notes,
  ];
  if (figures.length > 0) console.log(`\n${options.markdown ? asMarkdown(table) : asText(table)}`);
  console.log(`\n${notes.map((note) => (options.markdown ? `- ${note}` : note)).join('\n')}`);
  for (const failure of tally.failures) console.error(`FAILED: ${failure}`);
}

function wants({ only }: Options, name: string): boolean {
  return only.length === 0 || only.includes(name);
}

function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      engine: { type: 'string', default: join(ROOT, 'dist/main.js') },
      node: { type: 'string', default: process.execPath },
      data: { type: 'string', default: tmpdir() },
      markdown: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const measureMs = Number(values.seconds ?? (values.quick ? 1 : 3)) * 1000;
  const rounds = Number(values.rounds ?? (values.quick ? 2 : 5));
  const unknown = values.only.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) return refuse(`--only ${unknown}: choose from ${NAMES.join(', ')}`);
  if (!(measureMs > 0) || !Number.isInteger(rounds) || rounds < 1)
    return refuse('--seconds and --rounds are positive numbers');
  if (fileSystem(values.data) === 'tmpfs')
    console.error(`--data ${values.data} is in memory: durable figures will be too good`);
  if (!existsSync(values.engine)) return refuse(`${values.engine} is missing: npm run build`);
  return {
    only: values.only,
    products: values.quick ? 10_000 : 100_000,
    checkoutsPerRound: Math.ceil((values.quick ? 3 : 10) * measureMs),
    rounds,
    measureMs,
    warmMs: values.quick ? 300 : 700,
    engine: resolve(values.engine),
    node: values.node,
    dataParent: values.data,
    markdown: values.markdown,
  };
}

function refuse(why: string): null {
  console.error(`bench: ${why}\n\n${HELP}`);
  return null;
}

function versionOf(node: string): string {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
}

function fileSystem(directory: string): string {
  const known: Readonly<Record<number, string>> = {
    0xef53: 'ext4',
    0x01021994: 'tmpfs',
    0x58465342: 'xfs',
    0x9123683e: 'btrfs',
    0x794c7630: 'overlayfs',
  };
  const { type } = statfsSync(directory);
  return known[type] ?? `file system ${type.toString(16)}`;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
process.exitCode = await main();
