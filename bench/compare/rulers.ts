// Redis that syncs each write before it answers, and PostgreSQL with its defaults, each in a folder of its own.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { reservePort } from '../../test/harness/ports.ts';
import { rssMb } from '../processes.ts';
import { quantile } from '../stats.ts';
import type { Measurement } from './measurement.ts';

const run = promisify(execFile);
const POSTGRES_ROOT = '/usr/lib/postgresql';
const TICK_US = 10_000;

/** The newest version that is installed. */
const postgresBin = (): string | undefined => {
  try {
    const version = readdirSync(POSTGRES_ROOT).toSorted((a, b) => Number(b) - Number(a))[0];
    return version === undefined ? undefined : join(POSTGRES_ROOT, version, 'bin');
  } catch {
    return undefined;
  }
};

export const missingPrograms = (): readonly string[] => [
  ...['redis-server', 'redis-benchmark'].filter((name) => spawnSync(name, ['--version']).status !== 0),
  ...(postgresBin() === undefined ? ['postgresql'] : []),
];

/** CPU time of a process and of children that have ended. */
const cpuUs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) * TICK_US;
};

const ended = (child: ChildProcess, signal: NodeJS.Signals): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });

/** Calls `ask` until it succeeds. */
const ready = async (ask: () => Promise<unknown>): Promise<void> => {
  for (let tries = 0; ; tries += 1)
    try {
      return void (await ask());
    } catch (error) {
      if (tries >= 200) throw error;
      await sleep(50);
    }
};

/** A server and its generator. */
interface Ruler {
  readonly system: string;
  readonly does: string;
  measure(): Promise<Measurement>;
  close(): Promise<void>;
}

export const openRedis = async (directory: string, bytes: number, seconds: number): Promise<Ruler> => {
  const dir = join(directory, 'redis');
  mkdirSync(dir);
  const port = String(await reservePort());
  const flags = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--bind', '127.0.0.1'];
  const server = spawn('redis-server', ['--port', port, '--dir', dir, ...flags], { stdio: 'ignore' });
  const pid = server.pid!;
  await ready(() => run('redis-benchmark', ['-p', port, '-n', '1', '-q', '-t', 'ping']));
  // As many as the last round would have made in its time.
  let requests = 20_000;
  return {
    system: 'Redis, appendfsync always',
    does: 'SET',
    async measure() {
      const before = cpuUs(pid);
      const shape = ['-c', '64', '-n', String(requests), '-d', String(bytes), '-r', '100000'];
      const { stdout } = await run('redis-benchmark', ['-p', port, '-t', 'set', '--csv', ...shape]);
      const used = (cpuUs(pid) - before) / requests;
      const row = stdout.trim().split('\n').at(-1)!.replaceAll('"', '').split(',').map(Number);
      const [, rate, , , p50, , p99, max] = row;
      requests = Math.round(rate! * seconds);
      return { perSecond: rate!, p50Ms: p50!, p99Ms: p99!, maxMs: max!, cpuUs: used, memoryMb: rssMb(pid) };
    },
    close: () => ended(server, 'SIGTERM'),
  };
};

const PRODUCTS = 1000;
const TABLES = `
create table stock (product int primary key, quantity int not null);
create table orders (id bigint generated always as identity primary key, placed timestamptz not null default now(),
  total numeric(12,2) not null, details jsonb not null);
create table lines (order_id bigint not null references orders, position int not null,
  product int not null references stock, quantity int not null, price numeric(12,4) not null,
  primary key (order_id, position));
insert into stock select i, 1000000 from generate_series(0, ${PRODUCTS - 1}) i;`;
const DETAILS = JSON.stringify({
  email: 'aenne@example.org',
  delivery: { name: 'Änne Müller', street: 'Hafenstraße 12a', zip: '20457', city: 'Hamburg', country: 'DE' },
  payment: 2,
});
/** The products rise, so that two orders never wait for each other in a circle. */
const ORDER = `\\set a random(0, 300)
\\set b random(301, 600)
\\set c random(601, ${PRODUCTS - 1})
with o as (insert into orders (total, details) values (89.70, '${DETAILS}') returning id),
s as (update stock set quantity = quantity - 1 where product in (:a, :b, :c) and quantity > 0 returning product)
insert into lines select o.id, row_number() over (), s.product, 1, 29.90 from o, s returning order_id;
`;

export const openPostgres = async (directory: string, seconds: number): Promise<Ruler> => {
  const dir = join(directory, 'postgres');
  mkdirSync(dir);
  const isRoot = process.getuid?.() === 0;
  // It starts for nobody who may do everything.
  const [uid, gid] = ['-u', '-g'].map((which) =>
    isRoot ? Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' })) : undefined,
  );
  if (isRoot) {
    chmodSync(directory, 0o755);
    chownSync(dir, uid!, gid!);
  }
  const as = { cwd: dir, ...(isRoot ? { uid: uid!, gid: gid! } : {}) };
  const bin = postgresBin()!;
  await run(join(bin, 'initdb'), ['-D', join(dir, 'data'), '-U', 'bench', '-A', 'trust', '-E', 'UTF8'], as);
  const flags = ['-D', join(dir, 'data'), '-c', 'listen_addresses=', '-k', dir];
  const server = spawn(join(bin, 'postgres'), flags, { ...as, stdio: 'ignore' });
  const pid = server.pid!;
  const at = ['-h', dir, '-U', 'bench'];
  const psql = (sql: string): Promise<unknown> => run(join(bin, 'psql'), [...at, '-d', 'postgres', '-qc', sql]);
  await ready(() => psql('select 1'));
  await psql(TABLES);
  writeFileSync(join(dir, 'order.sql'), ORDER);
  return {
    system: 'PostgreSQL',
    does: 'order of three lines, one statement',
    async measure() {
      const before = cpuUs(pid);
      const flags = ['-n', '-M', 'prepared', '-f', join(dir, 'order.sql'), '-c', '16', '-T', String(seconds)];
      await run(join(bin, 'pgbench'), [...at, ...flags, '-l', '--log-prefix', join(dir, 'log'), 'postgres']);
      // Its processes have ended with their connections, and their time counts as that of their parent then.
      await sleep(200);
      const log = join(
        dir,
        readdirSync(dir).find((name) => name.startsWith('log.'))!,
      );
      const lines = readFileSync(log, 'utf8').trim().split('\n');
      rmSync(log);
      const sorted = lines.map((line) => Number(line.split(' ')[2])).toSorted((a, b) => a - b);
      const [p50Ms, p99Ms, maxMs] = [0.5, 0.99, 1].map((share) => quantile(sorted, share) / 1000);
      const used = (cpuUs(pid) - before) / lines.length;
      const perSecond = lines.length / seconds;
      return { perSecond, p50Ms: p50Ms!, p99Ms: p99Ms!, maxMs: maxMs!, cpuUs: used, memoryMb: rssMb(pid) };
    },
    close: () => ended(server, 'SIGINT'),
  };
};
