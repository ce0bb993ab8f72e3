// npm run bench -- cores: what I/O threads cost and gain. Servers that differ in `ioThreads` alone run beside each
// other and are measured in turns: requests per second, and per request the CPU time of the deciding thread and of the
// whole process. Where there are two cores the accounts of CPU time say what more cores would give; with more, the
// rates do.
//
// What the deciding thread uses when nobody calls is not counted. p99 is that of an open loop at half of the rate that
// saturates the server without I/O threads.
//
// Exit 1 where a target is missed; they are ratios to the server without I/O threads in the same run.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Caller } from './caller.ts';
import { Load, ROOT, rssMb, schedule, startKontor } from './processes.ts';
import type { Credentials, Measured, Server } from './processes.ts';
import { fillShop, makeCarts } from './shop.ts';
import { median } from './stats.ts';
import { machine, markdownRow } from './table.ts';
import { CARTS, WORKLOADS } from './workloads.ts';
import type { Ground, Workload } from './workloads.ts';

const HELP = `npm run bench -- cores [options]

  --threads N,N    numbers of I/O threads that are compared with 0 (1)
  --only NAME      one workload; may be given several times
  --rounds N       rounds, each server once in a round; the median counts (5)
  --seconds N      measured seconds of a server in a round (2)
  --products N     products of the shop (10000)
  --engine FILE    the built program (dist/main.js)
  --base FILE      another build that takes the place of the server without I/O threads, for a before and after`;

const { values } = parseArgs({
  options: {
    threads: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    products: { type: 'string', default: '10000' },
    engine: { type: 'string', default: join(ROOT, 'dist/main.js') },
    base: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

/** A second server without I/O threads: what differs from the first one is noise, or the other build. */
const AGAIN = '0 again';

interface Subject {
  /** As the table names it. */
  readonly name: string;
  readonly server: Server;
  readonly ground: Ground;
  /** Share of a core that its deciding thread uses when nobody calls. */
  idle: number;
}

interface Account {
  readonly measured: Measured;
  readonly decidingUs: number;
  readonly processUs: number;
  /** Undefined where requests cannot be repeated. */
  readonly p99Us: number | undefined;
}

/** Least or greatest ratio to the server without I/O threads. */
const TARGETS: { readonly [workload: string]: { readonly rate: number; readonly decidingUs: number } } = {
  product_hot: { rate: 0.92, decidingUs: 0.02 },
  product: { rate: 0.92, decidingUs: 0.1 },
  category: { rate: 0.92, decidingUs: 0.1 },
  cart: { rate: 0.92, decidingUs: 0.6 },
  add_to_cart: { rate: 0.92, decidingUs: 0.65 },
  checkout: { rate: 0.92, decidingUs: 0.9 },
};

/** CPU time of all threads of a process, in microseconds: Linux counts it in ticks of 10 ms. */
const processUs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
};

const word = (): string => randomBytes(18).toString('base64url');

const opened = async (name: string, engine: string, threads: string, directory: string): Promise<Subject> => {
  const credentials: Credentials = { username: word(), password: word(), secretKey: word() };
  const server = await startKontor(engine, join(directory, name.replaceAll(' ', '-')), credentials, {
    env: { KONTOR_IO_THREADS: threads },
  });
  const caller = new Caller(server.port, credentials);
  const shop = await fillShop(caller, Number(values.products));
  const readCarts = await makeCarts(caller, shop, CARTS, 0);
  const addCarts = await makeCarts(caller, shop, CARTS, CARTS);
  const checkoutsPerRound = Math.ceil(8000 * Number(values.seconds));
  return { name, server, ground: { caller, shop, readCarts, addCarts, checkoutsPerRound }, idle: 0 };
};

const measureIdle = async (subjects: readonly Subject[]): Promise<void> => {
  const before = subjects.map(({ server }) => schedule(server.pid).ranUs);
  await sleep(IDLE_MS);
  for (const [index, subject] of subjects.entries())
    subject.idle = (schedule(subject.server.pid).ranUs - before[index]!) / (IDLE_MS * 1000);
};

/** `halfRate`: of the server without I/O threads, once it is known. */
const measure = async (
  load: Load,
  subject: Subject,
  workload: Workload,
  round: number,
  halfRate: number,
): Promise<Account> => {
  const { server, ground } = subject;
  const key = `${workload.name} ${subject.name}`;
  if (round === 0 || workload.perRound) load.keep(key, (await workload.prepare(ground, round)).set);
  const [before, beganMs] = [processUs(server.pid), performance.now()];
  const order = {
    connections: workload.connections,
    warmMs: workload.perRound ? 0 : 300,
    measureMs: Number(values.seconds) * 1000,
    rate: 0,
    seed: round + 1,
    parts: [{ key, weight: 1, label: workload.name }],
    echo: false,
  };
  const measured = await load.run(server, order);
  if (measured.failures > 0) throw new Error(`${key}: ${measured.failures} × ${measured.firstFailure}`);
  // The warm-up is in it: the same share of the time for all.
  const share = measured.measuredMs / (performance.now() - beganMs);
  const cpuUs = processUs(server.pid) - before;
  const rate = Math.floor(halfRate > 0 ? halfRate : measured.perSecond / 2);
  const open = workload.perRound ? undefined : await load.run(server, { ...order, rate });
  return {
    measured,
    decidingUs: Math.max(0, measured.serverUsPerReply - (subject.idle * 1e6) / measured.perSecond),
    processUs: (cpuUs * share) / measured.replies,
    p99Us: open && Object.values(open.latency)[0]!.p99Us,
  };
};

/** What filling the shop has left to do. */
const SETTLE_MS = 3000;
const IDLE_MS = 3000;
const P99_RATIO_MAX = 1.1;

const us = (value: number): string => value.toFixed(1);
const ratio = (value: number): string => value.toFixed(2);
const shownMs = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(1));
const shownRatio = (value: number): string => (Number.isNaN(value) ? '' : ratio(value));

const COLUMNS = [
  'workload',
  'I/O threads',
  'requests/s',
  'ratio',
  'deciding thread, µs',
  'ratio',
  'process, µs',
  'ratio',
  'p99 at half, ms',
  'ratio',
  'MB',
  '',
];
const row = (cells: readonly string[]): void => console.log(markdownRow(cells));

const compare = async (load: Load, subjects: readonly Subject[], workload: Workload): Promise<number> => {
  const accounts: Account[][] = subjects.map(() => []);
  for (let round = 0; round < Number(values.rounds); round += 1)
    // The order turns round, so that what drifts disturbs all alike.
    for (const index of round % 2 === 0 ? subjects.keys() : [...subjects.keys()].toReversed()) {
      const halfRate = (accounts[0]![0]?.measured.perSecond ?? 0) / 2;
      accounts[index]!.push(await measure(load, subjects[index]!, workload, round, halfRate));
    }
  let missed = 0;
  for (const [index, { name, server }] of subjects.entries()) {
    const of = (pick: (account: Account) => number): number => median(accounts[index]!.map(pick));
    const against = (pick: (account: Account) => number): number =>
      median(accounts[index]!.map((account, round) => pick(account) / pick(accounts[0]![round]!)));
    const rate = ({ measured }: Account): number => measured.perSecond;
    const deciding = ({ decidingUs }: Account): number => decidingUs;
    const whole = (account: Account): number => account.processUs;
    const latency = ({ p99Us = Number.NaN }: Account): number => p99Us / 1000;
    const target = TARGETS[workload.name]!;
    const misses =
      index === 0
        ? []
        : [
            ...(against(rate) < target.rate ? [`rate below ${target.rate}`] : []),
            ...(name !== AGAIN && against(deciding) > target.decidingUs
              ? [`deciding thread above ${target.decidingUs}`]
              : []),
            ...(against(latency) > P99_RATIO_MAX ? [`p99 above ${P99_RATIO_MAX}`] : []),
          ];
    missed += misses.length;
    row([
      workload.name,
      name,
      `${(of(rate) / 1000).toFixed(1)} k`,
      ratio(against(rate)),
      us(of(deciding)),
      ratio(against(deciding)),
      us(of(whole)),
      ratio(against(whole)),
      shownMs(of(latency)),
      shownRatio(against(latency)),
      rssMb(server.pid).toFixed(0),
      misses.join('; '),
    ]);
  }
  return missed;
};

const main = async (): Promise<number> => {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-cores-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const engine = resolve(values.engine);
  const subjects = [await opened('0', resolve(values.base ?? values.engine), '0', directory)];
  for (const threads of values.threads.split(','))
    subjects.push(await opened(threads === '0' ? AGAIN : threads, engine, threads, directory));
  await sleep(SETTLE_MS);
  await measureIdle(subjects);
  const load = new Load('free');
  let missed = 0;
  try {
    console.log(machine(statfsSync(directory).type === 0xef53 ? 'ext4' : 'another file system', false));
    console.log(
      `${cpus().length} cores, ${values.rounds} rounds of ${values.seconds} s, ${values.products} products\n`,
    );
    row(COLUMNS);
    row(COLUMNS.map(() => '---'));
    for (const workload of WORKLOADS)
      if (TARGETS[workload.name] !== undefined && (values.only.length === 0 || values.only.includes(workload.name)))
        missed += await compare(load, subjects, workload);
  } finally {
    await load.stop();
    for (const { server } of subjects) await server.stop();
  }
  console.log(missed === 0 ? '\nall targets are met' : `\n${missed} targets are missed`);
  return missed === 0 ? 0 : 1;
};

if (values.help) console.log(HELP);
else process.exitCode = await main();
