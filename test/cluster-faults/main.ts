// `npm run sim -- faults --seed N --faults N --minutes N`: a cluster of real processes under faults.
//
// It runs again under `unshare`, in namespaces of its own for processes, mounts and the network: the kernel ends every
// process and removes every mount and network namespace of a run with its first process, however that ends. Where that
// is not allowed, or with `--network proxies`, places have loopback addresses behind a cutting proxy, which also delays
// what passes and loses answers, and no disk is filled. The first line says which it is.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flag, number, optionsOf, text } from '../harness/program-options.ts';
import { seeded } from '../kill/model.ts';
import { PORTS } from './cluster.ts';
import { Namespaces } from './machines.ts';
import { Proxies } from './proxies.ts';
import { BRIEF, PACE, Run } from './run.ts';

const { values } = optionsOf({
  name: 'faults',
  does: 'A cluster of real processes, killed, cut off and filled up; needs etcd and openssl.',
  options: {
    seed: number(1, 'what is drawn'),
    faults: number(200, 'how many faults'),
    minutes: number(600, 'how long at most'),
    // Most of the time a run only waits.
    brief: flag('short leases, faults that last little longer than these, and few shoppers'),
    only: text('NAME', 'faults whose names contain it'),
    keep: text('DIR', 'copy logs and stores there at the end'),
    network: text('KIND', 'namespaces or proxies; namespaces where they are allowed unless told', (kind) =>
      ['namespaces', 'proxies'].includes(kind) ? '' : 'is neither namespaces nor proxies',
    ),
  },
});
const INSIDE = 'KONTOR_TEST_INSIDE';
const UNSHARE = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
const MEMORY = '/dev/shm';

const works = (program: string, ...args: readonly string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** The same command, alone in the world. Resolves with its exit code. */
const inNamespaces = (directory: string): Promise<number> =>
  new Promise((resolve) => {
    const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
    const env = { ...process.env, [INSIDE]: directory };
    const child = spawn('unshare', [...UNSHARE, ...command], { env, stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGKILL'));
    child.once('exit', (code) => resolve(code ?? 1));
  });

const testIn = async (directory: string): Promise<number> => {
  const isInside = process.env[INSIDE] !== undefined;
  if (isInside) {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
    mkdirSync('/run/netns');
  }
  const why = values.network === 'proxies' ? 'as --network says' : 'no namespaces are allowed here';
  const network = isInside ? new Namespaces() : await Proxies.start(why, PORTS, seeded(values.seed));
  console.log(`seed ${values.seed}, in ${network.about}`);
  const untilMs = performance.now() + values.minutes * 60_000;
  const run = new Run(network, directory, {
    seed: values.seed,
    faults: values.faults,
    untilMs,
    only: values.only,
    pace: values.brief ? BRIEF : PACE,
  });
  const end = (): void => {
    run.cluster.processes.killAll();
    if (!isInside) rmSync(directory, { recursive: true, force: true });
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  let isRight = false;
  try {
    isRight = await run.all();
  } catch (error) {
    console.log(`FAILED: ${(error as Error).stack ?? String(error)}`);
    console.log(run.logs(25));
  }
  await run.cluster.close();
  if (values.keep !== '')
    cpSync(directory, values.keep, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  console.log(isRight ? '1 passed, 0 failed' : '0 passed, 1 failed');
  return isRight ? 0 : 1;
};

const main = async (): Promise<number> => {
  const etcd = process.env['KONTOR_TEST_ETCD'] ?? 'etcd';
  if (!works(etcd, '--version') || !works('openssl', 'version')) {
    console.log(`etcd or openssl is missing: a cluster under faults is not tested (KONTOR_TEST_ETCD: ${etcd})`);
    return 0;
  }
  const inside = process.env[INSIDE];
  if (inside !== undefined) return testIn(inside);
  const directory = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'kontor-faults-'));
  try {
    if (values.network === 'proxies') return await testIn(directory);
    const canIsolate = works('unshare', ...UNSHARE, 'true') && works('ip', 'link');
    if (canIsolate) return await inNamespaces(directory);
    if (values.network === '') return await testIn(directory);
    console.error('--network namespaces: they are not allowed here');
    return 2;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

process.exit(await main());
