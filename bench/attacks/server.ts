// The program that is attacked, in a process of its own: started, watched, stopped.
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import * as fs from 'node:fs';
import { closeSync, constants, existsSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { schedule } from '../processes.ts';
import { reservePort } from '../../test/harness/ports.ts';
import { newCertificate } from '../../test/http/certificates.ts';
import { DESCRIPTORS } from './rows.ts';
import type { Row } from './rows.ts';

/** As that of a container: a process that takes more is killed, and told that it may have so much. */
const MEMORY_MB = 3072;
const WATCH_MS = 100;
const START_MS_MAX = 120_000;
/** The stop has failed by then. */
const KILL_MS = 20_000;
const PROBE = new URL('probe.js', import.meta.url).href;
const READY = /ready at (https?:[^\s"]+)/;

interface Turn {
  readonly beganMs: number;
  readonly ms: number;
  readonly cpuMs: number;
  /** What its thread has used since it began. */
  readonly threadCpuMs: number;
}

interface ServerOptions {
  readonly engine: string;
  readonly directory: string;
  readonly heapMb: string;
  /** Of a core; 0: as much as there is. */
  readonly share: number;
  readonly row: Row;
}

/** Gives a process a share of a core, by a group of version 1 or 2; exits with 3 where this machine has none for us. */
const confine = (child: ChildProcess, share: number): void => {
  const isOld = existsSync('/sys/fs/cgroup/cpu/tasks');
  const group = `/sys/fs/cgroup/${isOld ? 'cpu/' : ''}kontor-attacks`;
  const [file, value] = isOld ? ['cpu.cfs_quota_us', ''] : ['cpu.max', ' 100000'];
  try {
    fs.mkdirSync(group, { recursive: true });
    writeFileSync(join(group, file), `${Math.round(share * 100_000)}${value}`);
    writeFileSync(join(group, 'cgroup.procs'), String(child.pid));
  } catch (error) {
    console.error(`no share of a core can be given here: ${String(error)}`);
    process.exit(3);
  }
  child.once('exit', () => fs.rmdir(group, () => {}));
};

/** Figures of the process, in MB; 0 where the system has none. */
const memoryMb = (pid: number, name: 'VmHWM' | 'VmRSS'): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};

/** `code`: null where it was killed, because it took too long. `waitedMs`: of it its thread waited for a core. */
export interface Stopped {
  readonly code: number | null;
  readonly tookMs: number;
  readonly waitedMs: number;
}

type Places = Pick<Server, 'adminUrl' | 'legacyPort' | 'ca' | 'said'>;

/** What the first thread of a process has used of a core, and waited for one, in milliseconds; 0 where nobody tells. */
const threadMs = (pid: number): readonly [cpuMs: number, waitedMs: number] => {
  const { ranUs, waitedUs } = schedule(pid);
  return Number.isNaN(ranUs) ? [0, 0] : [ranUs / 1000, waitedUs / 1000];
};

export class Server {
  readonly url: string;
  readonly adminUrl: string;
  readonly legacyPort: number;
  readonly ca: readonly string[];
  /** The end of what it has said. */
  readonly said: string[];
  /** Why it was killed; '' if it was not. */
  killed = '';
  /** CPU of the turn in which it was killed. */
  private lastTurnMs = 0;
  private readonly child: ChildProcess;
  private readonly ended: Promise<number | null>;
  private readonly probed: string;
  /** Where it logs, and nobody reads; '' otherwise. */
  private readonly pipe: string;
  private readonly watch: NodeJS.Timeout;

  private constructor({ child, url }: Started, places: Places, probed: string, pipe: string, mbMax: number) {
    this.pipe = pipe;
    ({ adminUrl: this.adminUrl, legacyPort: this.legacyPort, ca: this.ca, said: this.said } = places);
    this.url = url;
    this.child = child;
    this.probed = probed;
    this.ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
    this.watch = setInterval(() => {
      const mb = memoryMb(child.pid!, 'VmRSS');
      if (mb <= mbMax) return;
      this.killed = `killed at ${mb.toFixed(0)} MB`;
      child.kill('SIGKILL');
    }, WATCH_MS);
    child.once('exit', () => clearInterval(this.watch));
  }

  static async open({ engine, directory, heapMb, share, row }: ServerOptions): Promise<Server> {
    const probed = join(directory, 'turns.jsonl');
    writeFileSync(probed, '');
    const adminPort = row.hasAdministration === true ? await reservePort() : 0;
    const legacyPort = row.isOverTls === true ? await reservePort() : 0;
    const tls = row.isOverTls === true ? await newCertificate('attacked') : undefined;
    const flags = [`--max-old-space-size=${row.memoryMb === undefined ? heapMb : row.memoryMb / 2}`, '--import', PROBE];
    const places = ['--data', directory, '--snapshots', join(directory, 'snapshots')];
    const ports = ['--port', '0', '--admin-port', String(adminPort), '--legacy-port', String(legacyPort)];
    const secure = tls === undefined ? [] : ['--tls-cert', tls.certFile, '--tls-key', tls.keyFile];
    const args = [...flags, engine, 'serve', ...ports, ...places, ...secure];
    const mbMax = row.memoryMb ?? MEMORY_MB;
    const env = {
      ...process.env,
      KONTOR_LOG_FORMAT: 'pretty',
      ...row.env,
      KONTOR_MEMORY: String(mbMax * 1_048_576),
      ATTACKS_PROBE: probed,
    };
    const limited = ['-c', `ulimit -n ${DESCRIPTORS}; exec "$0" "$@"`, process.execPath, ...args];
    const start = (stdio: StdioOptions): ChildProcess =>
      row.isOverTls === true ? spawn('sh', limited, { env, stdio }) : spawn(process.execPath, args, { env, stdio });
    const said: string[] = [];
    const pipe = row.isUnread === true ? join(directory, 'log') : '';
    const started = await (pipe === '' ? read(start, said) : unread(pipe, start));
    if (share > 0) confine(started.child, share);
    const adminUrl = adminPort === 0 ? '' : `http://127.0.0.1:${adminPort}`;
    return new Server(
      started,
      { adminUrl, legacyPort, ca: tls === undefined ? [] : [tls.cert], said },
      probed,
      pipe,
      mbMax,
    );
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** What it logs from now on finds no room. */
  fillLog(): void {
    if (this.pipe !== '') fill(this.pipe);
  }

  /** The height of its memory counts from now on. */
  resetHeight(): number {
    const file = `/proc/${this.child.pid}/clear_refs`;
    if (existsSync(file)) writeFileSync(file, '5');
    return memoryMb(this.child.pid!, 'VmRSS');
  }

  heightMb(): number {
    return memoryMb(this.child.pid!, 'VmHWM');
  }

  /** Its longest turn of those that fall into this time, in milliseconds of its thread's CPU. */
  longestTurnMs(fromMs: number, toMs: number): number {
    return this.turns()
      .filter(({ beganMs, ms }) => beganMs + ms >= fromMs && beganMs <= toMs)
      .reduce((longest, { cpuMs }) => Math.max(longest, cpuMs), this.lastTurnMs);
  }

  private turns(): readonly Turn[] {
    const lines = readFileSync(this.probed, 'utf8').split('\n').slice(0, -1);
    return lines.map((text) => JSON.parse(text) as Turn);
  }

  async stop(): Promise<Stopped> {
    const [began, pid] = [performance.now(), this.child.pid!];
    const [, before] = threadMs(pid);
    let waitedMs = 0;
    const watch = setInterval(() => (waitedMs = Math.max(waitedMs, threadMs(pid)[1] - before)), WATCH_MS);
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => {
      const usedMs = this.turns().at(-1)?.threadCpuMs ?? 0;
      this.lastTurnMs = threadMs(pid)[0] - usedMs;
      this.child.kill('SIGKILL');
    }, KILL_MS);
    const code = await this.ended;
    clearTimeout(timer);
    clearInterval(watch);
    return { code, tookMs: Math.round(performance.now() - began), waitedMs: Math.round(waitedMs) };
  }
}

type Start = (stdio: StdioOptions) => ChildProcess;
interface Started {
  readonly child: ChildProcess;
  readonly url: string;
}

/** Ends with this process. */
const owned = (child: ChildProcess): ChildProcess => {
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
};

const SAID_MAX = 200;

const read = (start: Start, said: string[]): Promise<Started> => {
  const child = owned(start(['ignore', 'pipe', 'pipe']));
  return new Promise((resolve, reject) => {
    for (const output of [child.stdout!, child.stderr!])
      createInterface({ input: output }).on('line', (line) => {
        said.push(line);
        if (said.length > SAID_MAX) said.shift();
        const url = READY.exec(line)?.[1];
        if (url !== undefined) resolve({ child, url });
      });
    child.once('exit', () => reject(new Error(said.join('\n'))));
  });
};

/** Writes to the pipe until nothing more fits. */
const fill = (pipe: string): void => {
  const writer = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    for (;;) writeSync(writer, 'x');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
  closeSync(writer);
};

/** Its log is read until it is ready, and never again, while whoever read it stays there. */
const unread = async (pipe: string, start: Start): Promise<Started> => {
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(pipe, constants.O_WRONLY);
  const child = owned(start(['ignore', writer, writer]));
  closeSync(writer);
  child.once('exit', () => closeSync(reader));
  const buffer = Buffer.alloc(65_536);
  let text = '';
  for (const endMs = performance.now() + START_MS_MAX; performance.now() < endMs; await sleep(20)) {
    try {
      text += buffer.toString('latin1', 0, readSync(reader, buffer));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
    const url = READY.exec(text)?.[1];
    if (url !== undefined) return { child, url };
    if (child.exitCode !== null) break;
  }
  throw new Error(text);
};
