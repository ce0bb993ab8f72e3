// npm run bench -- compare: durable writes beside the rulers of the field, in turns on this machine: add_to_cart beside
// SET of Redis that syncs each write, a checkout of three lines beside one statement of PostgreSQL that places the same
// order. Each server is driven by its own generator: redis-benchmark, pgbench, and that of this bench.
//
// Exit 0: the ratios are kept; 1: one is not; 2: a wrong reply; 3: a program is missing, which is named.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomCredentials } from '../../src/admin/credentials.ts';
import { Caller } from '../caller.ts';
import { Load, ROOT, rssMb, schedule, startKontor } from '../processes.ts';
import type { Server } from '../processes.ts';
import { fillShop, makeCarts } from '../shop.ts';
import { median } from '../stats.ts';
import { machine, markdownRow } from '../table.ts';
import { CARTS, WORKLOADS } from '../workloads.ts';
import type { Ground } from '../workloads.ts';
import { htmlOf } from './html.ts';
import { middle } from './measurement.ts';
import type { Measurement, Row } from './measurement.ts';
import { missingPrograms, openPostgres, openRedis } from './rulers.ts';

interface Side {
  readonly system: string;
  readonly does: string;
  measure(round: number): Promise<Measurement>;
}

/** Two sides that are measured in turns; `atLeast`: the rate of the first as a share of that of the second. */
interface Contest {
  readonly connections: number;
  readonly atLeast: number;
  readonly sides: readonly [Side, Side];
}

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: join(ROOT, 'dist/main.js') },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    'io-threads': { type: 'string', default: '0' },
    html: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const HELP = `npm run bench -- compare [options]: needs redis-server, redis-tools and postgresql of Debian

  --rounds N      rounds in turns (5)
  --seconds N     measured seconds of a round (3)
  --io-threads N  threads of Kontor that do HTTP (0)
  --engine FILE   another build (dist/main.js)
  --html FILE     also writes one page with charts`;
const seconds = Number(values.seconds);
/** As many as a round may place, so that none is sent twice. */
const CHECKOUTS_PER_SECOND_MAX = 6000;
/** About what the record of one add_to_cart takes in the journal. */
const SET_BYTES = 256;
const WARM_MS = 500;

const kontor = (
  load: Load,
  server: Server,
  ground: Ground,
  name: 'add_to_cart' | 'checkout',
  connections: number,
): Side => {
  const workload = WORKLOADS.find((one) => one.name === name)!;
  return {
    system: 'Kontor',
    does: workload.name,
    async measure(round) {
      const { perRound } = workload;
      if (perRound || round === 0) load.keep(name, (await workload.prepare(ground, round)).set);
      const parts = [{ key: name, weight: 1, label: name }];
      const timing = perRound ? { warmMs: 0, measureMs: 60_000 } : { warmMs: WARM_MS, measureMs: seconds * 1000 };
      const got = await load.run(server, { connections, ...timing, rate: 0, seed: round + 1, parts, echo: false });
      if (got.failures > 0) throw new Error(`${name}: ${got.failures} × ${got.firstFailure}`);
      const { p50Us, p99Us, maxUs } = got.latency[name]!;
      return {
        perSecond: got.perSecond,
        p50Ms: p50Us / 1000,
        p99Ms: p99Us / 1000,
        maxMs: maxUs / 1000,
        cpuUs: got.processUsPerReply,
        memoryMb: rssMb(server.pid),
      };
    },
  };
};

const compete = async ({ connections, sides }: Contest, rounds: number): Promise<Row[]> => {
  const measured: [Measurement[], Measurement[]] = [[], []];
  for (let round = 0; round < rounds; round += 1)
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) measured[at]!.push(await sides[at]!.measure(round));
  return sides.map(({ system, does }, at) => ({ system, does, connections, rounds: measured[at]! }));
};

const tableOf = (rows: readonly Row[]): string => {
  const heads = ['system', 'operation', 'connections', 'per second', 'p50 ms', 'p99 ms', 'longest ms', 'CPU µs', 'MB'];
  const body = rows.map((row) => [
    row.system,
    row.does,
    String(row.connections),
    Math.round(middle(row, 'perSecond')).toLocaleString('en'),
    ...(['p50Ms', 'p99Ms', 'maxMs'] as const).map((of) => middle(row, of).toFixed(2)),
    middle(row, 'cpuUs').toFixed(1),
    middle(row, 'memoryMb').toFixed(0),
  ]);
  return [heads, heads.map(() => '---'), ...body].map(markdownRow).join('\n');
};

const contest = async (directory: string): Promise<{ rows: Row[]; ratios: string[]; isKept: boolean }> => {
  const ends: (() => Promise<void> | void)[] = [];
  try {
    const credentials = randomCredentials();
    const env = { KONTOR_IO_THREADS: values['io-threads'], KONTOR_CALL_WAIT_MS_MAX: '30000' };
    const server = await startKontor(values.engine, join(directory, 'kontor'), credentials, { env });
    ends.push(() => server.stop());
    const load = new Load('free');
    ends.push(() => load.stop());
    const redis = await openRedis(directory, SET_BYTES, seconds);
    ends.push(() => redis.close());
    const postgres = await openPostgres(directory, seconds);
    ends.push(() => postgres.close());
    const caller = new Caller(server.port, credentials);
    const shop = await fillShop(caller, 1000);
    const addCarts = await makeCarts(caller, shop, CARTS, CARTS);
    const checkoutsPerRound = Math.round((seconds * CHECKOUTS_PER_SECOND_MAX) / 2);
    const ground: Ground = { caller, shop, readCarts: addCarts, addCarts, checkoutsPerRound };
    const contests: readonly Contest[] = [
      { connections: 64, atLeast: 0.8, sides: [kontor(load, server, ground, 'add_to_cart', 64), redis] },
      { connections: 16, atLeast: 1, sides: [kontor(load, server, ground, 'checkout', 16), postgres] },
    ];
    const rows: Row[] = [];
    const ratios: string[] = [];
    let isKept = true;
    for (const one of contests) {
      const pair = await compete(one, Number(values.rounds));
      rows.push(...pair);
      const [ours, theirs] = pair.map(({ rounds }) => rounds.map(({ perSecond }) => perSecond));
      const ratio = median(ours!.map((perSecond, round) => perSecond / theirs![round]!));
      isKept &&= ratio >= one.atLeast;
      ratios.push(
        `${one.sides[0].does} / ${one.sides[1].does}: ${ratio.toFixed(2)}, wanted ≥ ${one.atLeast.toFixed(1)}`,
      );
    }
    return { rows, ratios, isKept };
  } finally {
    for (const end of ends.toReversed()) await end();
  }
};

const main = async (): Promise<number> => {
  const missing = missingPrograms();
  if (missing.length > 0 || Number.isNaN(schedule(process.pid).processUs)) {
    console.error(`compare: cannot tell: ${missing.join(', ') || 'accounts of threads in /proc'} is missing here`);
    return 3;
  }
  const directory = mkdtempSync(join(tmpdir(), 'kontor-compare-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const { rows, ratios, isKept } = await contest(directory);
  const where = machine('disk', false);
  console.log([where, tableOf(rows), ratios.join('\n'), JSON.stringify({ where, rows })].join('\n\n'));
  if (values.html !== undefined) writeFileSync(values.html, htmlOf(where, rows, ratios));
  return isKept ? 0 : 1;
};

if (values.help) console.log(HELP);
else process.exitCode = await main().catch((error: unknown) => (console.error(error), 2));
