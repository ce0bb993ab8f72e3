// npm run bench -- cores: what I/O threads give and cost. Servers that differ in `ioThreads`, two of them over TLS,
// are measured in turns: rate and CPU of a closed loop, tails of an open one at half of that rate.
//
// `--bundle FILE` packs what a bare Linux machine needs, Node included, so that it can be measured where there are more
// cores and no network: unpack it there and run ./cores. Exit 1 where more than CORES_MIN cores miss a goal.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { randomCredentials } from '../src/admin/credentials.ts';
import { newCertificate } from '../test/http/certificates.ts';
import { Caller } from './caller.ts';
import { Load, ROOT, startEcho, startKontor } from './processes.ts';
import type { Measured, Server } from './processes.ts';
import { fillShop, makeCarts } from './shop.ts';
import { median } from './stats.ts';
import { machine, markdownRow } from './table.ts';
import { CARTS, WORKLOADS } from './workloads.ts';
import type { Ground, Workload } from './workloads.ts';

const HELP = `npm run bench -- cores [options]

  --threads N,N    numbers of I/O threads; the first one is what the others are compared with
  --rounds N       rounds, each server once in a round; the median counts (3)
  --seconds N      measured seconds of a server in a round (1)
  --products N     products of the shop (10000)
  --bundle FILE    packs an archive of it (.tar.xz) instead`;

/** A core for the deciding thread, one for each of four I/O threads, one for the callers. */
const CORES_MIN = 6;
const all = cpus().length;
const { values } = parseArgs({
  options: {
    threads: { type: 'string', default: all >= CORES_MIN ? '0,1,2,4,8' : '0,1' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '1' },
    products: { type: 'string', default: '10000' },
    bundle: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

/** Rates with four I/O threads, as ratios to none. */
const GOALS: { readonly [workload: string]: number } = { product_hot: 3, add_to_cart: 1.7 };
const NAMES = ['product_hot', 'cart', 'add_to_cart', 'checkout'];
interface Subject {
  /** As the table names it. */
  readonly name: string;
  readonly server: Server;
  readonly ground: Ground;
  readonly tls: boolean;
}

interface Account {
  readonly closed: Measured;
  /** Undefined where requests cannot be repeated. */
  readonly open: Measured | undefined;
}

const opened = async (name: string, directory: string): Promise<Subject> => {
  const tls = name.endsWith('TLS');
  const { certFile, keyFile } = await newCertificate('bench');
  const credentials = randomCredentials();
  const server = await startKontor(join(ROOT, 'dist/main.js'), join(directory, name.replace(' ', '-')), credentials, {
    env: {
      KONTOR_IO_THREADS: name.split(' ')[0]!,
      KONTOR_CALL_WAIT_MS_MAX: '30000',
      ...(tls ? { KONTOR_TLS_CERT: certFile, KONTOR_TLS_KEY: keyFile } : {}),
    },
  });
  const caller = new Caller(server.port, credentials, tls);
  const shop = await fillShop(caller, Number(values.products));
  const readCarts = await makeCarts(caller, shop, CARTS, 0);
  const addCarts = await makeCarts(caller, shop, CARTS, CARTS);
  return { name, server, tls, ground: { caller, shop, readCarts, addCarts, checkoutsPerRound: 4000 } };
};

const measure = async (load: Load, key: string, { server, tls }: Subject, round: number, at: Workload) => {
  const order = {
    connections: at.connections,
    warmMs: at.perRound ? 0 : 300,
    measureMs: at.perRound ? 60_000 : Number(values.seconds) * 1000,
    rate: 0,
    seed: round + 1,
    parts: [{ key, weight: 1, label: at.name }],
    echo: key.endsWith('node:http'),
    tls,
  };
  const closed = await load.run(server, order);
  const open = at.perRound
    ? undefined
    : await load.run(server, { ...order, rate: Math.max(1, Math.floor(closed.perSecond / 2)) });
  for (const { failures, firstFailure } of [closed, ...(open ? [open] : [])])
    if (failures > 0) throw new Error(`${key}: ${failures} × ${firstFailure}`);
  return { closed, open };
};

/** A row of a server. Returns whether it misses its goal. */
const tell = (workload: string, name: string, accounts: readonly Account[], first: readonly Account[]): boolean => {
  const of = (pick: (account: Account) => number): number => median(accounts.map(pick));
  const ratio = median(accounts.map(({ closed }, round) => closed.perSecond / first[round]!.closed.perSecond));
  const tail = (at: 'p50Us' | 'p99Us' | 'p999Us'): string =>
    (of(({ open }) => open?.latency[workload]?.[at] ?? Number.NaN) / 1000).toFixed(2);
  const isMissed = name === '4' && all >= CORES_MIN && ratio < (GOALS[workload] ?? 0);
  const cells = [
    `${(of(({ closed }) => closed.perSecond) / 1000).toFixed(1)} k`,
    ratio.toFixed(2),
    of(({ closed }) => closed.serverUsPerReply).toFixed(1),
    of(({ closed }) => closed.processUsPerReply).toFixed(1),
    accounts[0]!.open === undefined ? '' : `${tail('p50Us')} / ${tail('p99Us')} / ${tail('p999Us')}`,
  ];
  console.log(markdownRow([workload, name, ...cells, isMissed ? `MISSED: ${GOALS[workload]}` : '']));
  return isMissed;
};

const compare = async (load: Load, subjects: readonly Subject[], workload: Workload): Promise<number> => {
  const accounts: Account[][] = subjects.map(() => []);
  for (let round = 0; round < Number(values.rounds); round += 1)
    // The order turns round, so that what drifts disturbs all alike.
    for (const index of round % 2 === 0 ? subjects.keys() : [...subjects.keys()].toReversed()) {
      const subject = subjects[index]!;
      const key = `${workload.name} ${subject.name}`;
      if (round === 0 || workload.perRound) load.keep(key, (await workload.prepare(subject.ground, round)).set);
      accounts[index]!.push(await measure(load, key, subject, round, workload));
    }
  return subjects.filter(({ name }, index) => tell(workload.name, name, accounts[index]!, accounts[0]!)).length;
};

/** A bare server of node:http that answers a product's bytes: what another server in JavaScript begins with. */
const beside = async (load: Load, { ground }: Subject): Promise<void> => {
  const workload = WORKLOADS.find(({ name }) => name === 'product_hot')!;
  const { set, sample } = await workload.prepare(ground, 0);
  let body = Buffer.alloc(0);
  await ground.caller.bytes(
    1,
    () => sample,
    (_, bytes) => (body = Buffer.from(bytes)),
  );
  const server = await startEcho(body, { isNodeHttp: true });
  load.keep('node:http', set);
  const subject = { name: 'node:http', server, ground, tls: false };
  const account = await measure(load, 'node:http', subject, 0, workload);
  tell(workload.name, 'node:http, bare', [account], [account]);
  await server.stop();
};

/** The licences go with their packages; types, sources and machine code of other systems stay. */
const isPacked = (path: string): boolean =>
  !/\.(?:map|[cm]?ts|md)$/.test(path) &&
  (!path.endsWith('.node') ||
    (/linux|glibc|napi/.test(path) &&
      !/musl|arm64/.test(path) &&
      new RegExp(`napi|gnu|[_.](?:abi)?${process.versions.modules}\\b`).test(path)));

const pack = async (file: string): Promise<void> => {
  const { build } = await import('esbuild');
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bundle-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const root = join(directory, 'kontor-cores');
  const run = ['ls', '--omit=dev', '--all', '--parseable'];
  const packages = execFileSync('npm', run, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n').slice(1);
  for (const path of [...packages, ...['dist', 'templates', 'demo', 'package.json'].map((name) => join(ROOT, name))])
    cpSync(path, join(root, relative(ROOT, path)), { recursive: true, filter: isPacked });
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['cores', 'load', 'echo'].map((name) => `bench/${name}.ts`),
    outdir: join(root, 'bench'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['esbuild', 'uWebSockets.js', 'lmdb'],
    banner: {
      js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
    },
    logLevel: 'error',
  });
  mkdirSync(join(root, 'bin'));
  cpSync(process.execPath, join(root, 'bin/node'));
  writeFileSync(join(root, 'cores'), '#!/bin/sh\ncd "$(dirname "$0")" && exec bin/node ./bench/cores.js "$@"\n', {
    mode: 0o755,
  });
  // More effort takes minutes and saves a tenth.
  execFileSync('tar', ['-C', directory, '-cJf', resolve(file), basename(root)], {
    env: { ...process.env, XZ_OPT: '-2 -T0' },
  });
  console.log(
    `${file}: ${(statSync(file).size / 2 ** 20).toFixed(1)} MiB; on the other machine: tar xf, ./kontor-cores/cores`,
  );
};

const main = async (): Promise<number> => {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-cores-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const threads = values.threads.split(',');
  const subjects: Subject[] = [];
  for (const name of new Set([...threads, `${threads[0]} TLS`, `${threads.at(-1)} TLS`]))
    subjects.push(await opened(name, directory));
  const load = new Load('free');
  let missed = 0;
  try {
    console.log(`${machine('disk', false)}\n`);
    const head = [
      'workload',
      'I/O threads',
      'requests/s',
      'ratio',
      'deciding thread, µs',
      'process, µs',
      'p50 / p99 / p99.9 at half, ms',
      '',
    ];
    console.log([head, head.map(() => '---')].map(markdownRow).join('\n'));
    for (const name of NAMES)
      missed += await compare(
        load,
        subjects,
        WORKLOADS.find((one) => one.name === name)!,
      );
    await beside(load, subjects[0]!);
  } finally {
    await load.stop();
    for (const { server } of subjects) await server.stop();
  }
  if (all < CORES_MIN) console.log(`\n${all} cores: the goals of four threads want ${CORES_MIN}`);
  return missed === 0 ? 0 : 1;
};

if (values.help) console.log(HELP);
else if (values.bundle !== undefined) await pack(values.bundle);
else if (existsSync(join(ROOT, 'dist/main.js'))) process.exitCode = await main();
else throw new Error('npm run build first');
