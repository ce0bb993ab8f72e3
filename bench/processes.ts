// The child processes of the bench: the engine, the ruler, the load generator; and what the kernel says about their CPU
// time.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Echo } from './echo.ts';
import type { Order, Outcome, RequestSet, RunOrder, Tick } from './load.ts';

export interface Server {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly secretKey: string;
}

/** A run's outcome and what the server's main thread did meanwhile. */
export interface Measured extends Outcome {
  /**
   * Share of the measured time in which the server's main thread ran or wanted to run; 1 where the system does not
   * tell.
   */
  readonly serverBusy: number;
  /** Its CPU time per reply; NaN where the system does not tell. */
  readonly serverUsPerReply: number;
  /** CPU time of all threads of the server per reply, likewise. */
  readonly processUsPerReply: number;
}

const READY = /ready at (https?:\/\/\S+)/;
const START_MS_MAX = 60_000;
const STOP_MS_MAX = 30_000;
/** As `npm start` has it. */
const ENGINE_HEAP = '--max-semi-space-size=32';
/** Ruler and generator leave so little garbage that more room would only take them out of the caches. */
const RULER_HEAP = '--max-semi-space-size=8';
const LOAD_CORE = cpus().length - 1;
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** True when processes can be given a core: the generator gets the last one, the servers' main threads the first. */
export const pinned = cpus().length > 1 && spawnSync('taskset', ['-p', String(process.pid)]).status === 0;

/** Runs a command only while its core has nothing else to do. */
const YIELD = ['chrt', '-i', '0'];
const YIELDING = spawnSync('chrt', ['-i', '0', 'true']).status === 0;

interface StartOptions {
  /** The program that runs it; this one by default. */
  readonly node?: string;
  /** Flags of Node. */
  readonly flags?: readonly string[];
  /** Settings, `KONTOR_…`. */
  readonly env?: Readonly<Record<string, string>>;
  /** 0, by default: the system chooses. */
  readonly port?: number;
}

/** The engine as it is shipped: `kontor serve` on an empty directory. */
export async function startKontor(
  engine: string,
  dataDir: string,
  credentials: Credentials,
  { node = process.execPath, flags = [], env = {}, port = 0 }: StartOptions = {},
): Promise<Server> {
  const settings = ['--port', String(port), '--data', dataDir, '--snapshots', join(dataDir, 'snapshots')];
  const child = spawn(node, [ENGINE_HEAP, ...flags, engine, 'serve', ...settings], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...env,
      KONTOR_LICENCE_USERNAME: credentials.username,
      KONTOR_LICENCE_PASSWORD: credentials.password,
      KONTOR_LICENCE_SECRET_KEY: credentials.secretKey,
    },
  });
  const endWithBench = (): void => void child.kill('SIGKILL');
  // Whatever ends the bench ends the engine: its store is thrown away anyway.
  process.once('exit', endWithBench);
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const give = (why: string): void => reject(new Error(`kontor serve ${why}\n${said.slice(-4000)}`));
    const timer = setTimeout(() => give(`was not ready within ${START_MS_MAX / 1000} s`), START_MS_MAX);
    const listen = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-20_000);
      const found = READY.exec(said);
      if (found?.[1] === undefined) return;
      clearTimeout(timer);
      resolve(found[1]);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (code) => give(`ended with ${code}`));
  });
  child.once('exit', (code, signal) => {
    process.off('exit', endWithBench);
    if (code !== 0) console.error(`kontor serve ended with ${code ?? signal}\n${said.slice(-4000)}`);
  });
  return { pid: child.pid ?? 0, port: Number(new URL(url).port), stop: () => stop(child) };
}

/** The ruler, answering these bytes. */
export async function startEcho(body: Uint8Array, more: Partial<Echo> = {}): Promise<Server> {
  const child = startTypeScript('echo.ts', []);
  child.send({ body, burnUs: 0, isNodeHttp: false, ...more } satisfies Echo);
  const { port } = await message<{ port: number }>(child, () => true);
  const server = { pid: child.pid ?? 0, port, stop: () => stop(child) };
  pinMainThread(server);
  return server;
}

/** Gives the main thread the first core; the threads that sync the journal stay free to run on either. */
export function pinMainThread({ pid }: { readonly pid: number }): void {
  if (pinned) spawnSync('taskset', ['-p', '-c', '0', String(pid)]);
}

/** The load generator's process, which keeps the request sets that it was given. */
export class Load {
  readonly #child: ChildProcess;

  /**
   * `closed`: for closed loops. It stands for other machines, so the engine's threads that write the journal go first
   * on its core. For an open loop that would not do: while the engine collects garbage on that core, requests would go
   * out late. `free`: it may run on any core, as servers whose several threads share two.
   */
  constructor(loop: 'closed' | 'open' | 'free') {
    this.#child = startTypeScript(
      'load.ts',
      pinned && loop !== 'free'
        ? ['taskset', '-c', String(LOAD_CORE), ...(loop === 'closed' && YIELDING ? YIELD : [])]
        : [],
    );
  }

  keep(key: string, set: RequestSet): void {
    this.#tell({ type: 'keep', key, set });
  }

  async run(server: Server, order: Omit<RunOrder, 'type' | 'port'>): Promise<Measured> {
    let begin = schedule(server.pid);
    let end = begin;
    const watch = (tick: Tick | Outcome): void => {
      if (tick.type === 'begin') begin = schedule(server.pid);
      if (tick.type === 'end') end = schedule(server.pid);
    };
    this.#child.on('message', watch);
    this.#tell({ ...order, type: 'run', port: server.port });
    const outcome = await message<Outcome>(this.#child, (sent) => sent.type === 'outcome');
    this.#child.off('message', watch);
    const wantedUs = end.ranUs + end.waitedUs - begin.ranUs - begin.waitedUs;
    return {
      ...outcome,
      serverBusy: Number.isNaN(wantedUs) ? 1 : Math.min(1, wantedUs / 1000 / (end.atMs - begin.atMs)),
      serverUsPerReply: (end.ranUs - begin.ranUs) / outcome.replies,
      processUsPerReply: (end.processUs - begin.processUs) / outcome.replies,
    };
  }

  stop(): Promise<void> {
    return stop(this.#child);
  }

  #tell(order: Order): void {
    this.#child.send(order);
  }
}

function startTypeScript(file: string, wrapper: readonly string[]): ChildProcess {
  // An archive of the bench has each as JavaScript.
  const built = import.meta.url.endsWith('.js') ? file.replace(/ts$/, 'js') : file;
  const script = fileURLToPath(new URL(built, import.meta.url));
  const flags = [
    RULER_HEAP,
    '--expose-gc',
    ...process.execArgv.filter((flag) => !flag.startsWith('--max-semi-space-size')),
  ];
  const command = [...wrapper, process.execPath, ...flags, script];
  return spawn(command[0] as string, command.slice(1), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
}

function message<T extends object>(child: ChildProcess, wanted: (sent: T) => boolean): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`${child.spawnargs.at(-1)} ended with ${code}`));
    const hear = (sent: unknown): void => {
      if (!wanted(sent as T)) return;
      child.off('message', hear);
      child.off('exit', ended);
      resolve(sent as T);
    };
    child.on('message', hear);
    child.once('exit', ended);
  });
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    if (child.connected) child.disconnect();
    else child.kill('SIGTERM');
  });
}

interface Schedule {
  readonly atMs: number;
  readonly ranUs: number;
  readonly waitedUs: number;
  /** How long all threads that the process has now have run. */
  readonly processUs: number;
}

/** What is in memory of a process, in MB. */
export const rssMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]) / 1024;

const accountOf = (pid: number, thread: string): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')
    .split(' ')
    .map((ns) => Number(ns) / 1000);

/** How long the threads of a process have run, and its main thread waited for a core; NaN where no system tells. */
export function schedule(pid: number): Schedule {
  const atMs = performance.now();
  try {
    const [ranUs, waitedUs] = accountOf(pid, String(pid)) as [number, number];
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => accountOf(pid, thread)[0]!);
    return { atMs, ranUs, waitedUs, processUs: threads.reduce((sum, us) => sum + us, 0) };
  } catch {
    return { atMs, ranUs: Number.NaN, waitedUs: Number.NaN, processUs: Number.NaN };
  }
}
