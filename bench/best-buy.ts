// npm run bench -- best-buy: real products instead of generated ones, where their file is. Imported by `kontor import`,
// then read over HTTP beside the echo, then searched in a process of its own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { eachActor } from '../src/catalogue-files/catalogue.ts';
import { Caller, request } from './caller.ts';
import type { Fields } from './caller.ts';
import { Load, ROOT, pinMainThread, startKontor } from './processes.ts';
import { measureRatio } from './rounds.ts';
import type { Figure, Tally } from './rounds.ts';
import { LANGUAGE, PAGE } from './shop.ts';
import type { Page, Shop } from './shop.ts';
import { asText, holds, rows } from './table.ts';
import { WORKLOADS } from './workloads.ts';
import { CREDENTIALS, openAlone } from './search/measure.ts';

const { values } = parseArgs({
  options: {
    file: { type: 'string', default: join(ROOT, '../shared/data/best-buy-products.json') },
    engine: { type: 'string', default: join(ROOT, 'dist/main.js') },
    data: { type: 'string', default: tmpdir() },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    help: { type: 'boolean', default: false },
  },
});

const HELP = `Measures reads and searches over Best Buy's public product data.

  --file FILE    its products, ../shared/data/best-buy-products.json unless told
  --engine FILE  dist/main.js unless told
  --data DIR     where the store is made and removed; must be a real disk
  --rounds N     rounds of the ratios, 5 unless told
  --seconds N    seconds per round and per kind of search, 2 unless told`;

/** What the store holds; pages are those with as many products as fit. */
const shopOf = async (directory: string): Promise<Shop> => {
  const { engine, close } = await openAlone(directory);
  const reader = engine.readContext();
  const products = [...eachActor(engine, reader, 'shopobject')];
  const held = new Map<number, number>();
  for (const [, { memberships }] of products)
    for (const { categoryId } of memberships) held.set(categoryId, (held.get(categoryId) ?? 0) + 1);
  const pages = [...held].flatMap(([categoryId, count]) =>
    Array.from({ length: Math.floor(count / PAGE) }, (_, page): Page => ({
      categoryId,
      categoryName: reader.read('category', categoryId)!.name,
      page,
    })),
  );
  await close();
  return { productIds: products.map(([id]) => id), productName: (i) => products[i]![1].name, pages };
};

/** The place with the reply of middle length: the echo answers the first one's bytes. */
const middleOf = async (
  caller: Caller,
  operation: string,
  count: number,
  fields: (i: number) => Fields,
): Promise<number> => {
  const lengths: [length: number, at: number][] = [];
  await caller.bytes(
    count,
    (at) => request({ request: operation, ...caller.credentials, ...fields(at) }),
    (at, body) => lengths.push([body.length, at]),
  );
  lengths.sort(([a], [b]) => a - b);
  const [length, at] = lengths[count >>> 1]!;
  console.log(
    `${operation}: ${count} of ${(lengths[0]![0] / 1000).toFixed(1)} to ${(lengths.at(-1)![0] / 1000).toFixed(1)} kB, half of them up to ${(length / 1000).toFixed(1)} kB, which the echo answers`,
  );
  return at;
};

const startingWith = <T>(list: readonly T[], at: number): T[] => [...list.slice(at), ...list.slice(0, at)];

const turned = async (caller: Caller, shop: Shop): Promise<Shop> => {
  const { productIds, pages, productName } = shop;
  const product = await middleOf(caller, 'get_product_details', productIds.length, (i) => ({
    id_product: productIds[i]!,
    ...LANGUAGE,
  }));
  const page = await middleOf(caller, 'get_products_in_category', pages.length, (i) => {
    const { categoryId, page: number } = pages[i]!;
    return {
      id_category: categoryId,
      ...LANGUAGE,
      order_columns: '["price"]',
      left_limit: number * PAGE,
      right_limit: PAGE,
    };
  });
  return {
    productIds: startingWith(productIds, product),
    productName: (i) => productName((i + product) % productIds.length),
    pages: startingWith(pages, page),
  };
};

const measureReads = async (directory: string): Promise<readonly Figure[]> => {
  const found = await shopOf(directory);
  const server = await startKontor(resolve(values.engine), directory, CREDENTIALS);
  const load = new Load('closed');
  const tally: Tally = { added: 0, checkedOut: 0, failures: [], notes: new Set() };
  const figures: Figure[] = [];
  try {
    const caller = new Caller(server.port, CREDENTIALS);
    const shop = await turned(caller, found);
    pinMainThread(server);
    const pace = { rounds: Number(values.rounds), measureMs: Number(values.seconds) * 1000, warmMs: 700 };
    const ground = { caller, shop, readCarts: [], addCarts: [], checkoutsPerRound: 0 };
    for (const workload of WORKLOADS.filter(({ name }) => name === 'product' || name === 'category')) {
      figures.push(await measureRatio({ load, server, ground, pace, tally }, workload));
    }
  } finally {
    await load.stop();
    await server.stop();
  }
  for (const failure of tally.failures) throw new Error(failure);
  for (const note of tally.notes) console.log(note);
  return figures;
};

const run = (args: readonly string[]): void => {
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
};

const main = async (): Promise<boolean> => {
  const directory = mkdtempSync(join(values.data, 'kontor-best-buy-'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  process.env['KONTOR_SNAPSHOTS'] = join(directory, 'snapshots');
  run([resolve(values.engine), 'import', resolve(values.file), '--format', 'best-buy', '--data', directory]);
  const figures = await measureReads(directory);
  console.log(`\n${asText(rows(figures))}\n`);
  run([
    '--max-semi-space-size=32',
    '--import',
    'tsx',
    'bench/search/main.ts',
    '--best-buy',
    '--data',
    directory,
    '--seconds',
    values.seconds,
  ]);
  return figures.every(holds);
};

if (values.help) console.log(HELP);
else if (!existsSync(values.file))
  console.log(`best-buy: nothing was measured, ${values.file} is not there (--file FILE)`);
else process.exitCode = (await main()) ? 0 : 1;
