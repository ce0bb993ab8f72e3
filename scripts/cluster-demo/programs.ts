// What the demo of a cluster starts: one member of etcd, and `kontor` as it is built, on free ports of loopback and in
// a temporary directory. Processes and directory go when this process ends, unless that is by SIGKILL.
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const CERTIFICATES = fileURLToPath(new URL('../../deploy/certificates.sh', import.meta.url));
const ETCD = process.env['KONTOR_ETCD'] ?? 'etcd';
const LOOPBACK = '127.0.0.1';
/** The machine may have other work. */
const READY_MS_MAX = 60_000;
const LINES_KEPT = 12;
const READY = /ready at (https?:\/\/[^/\s]+)/;

export const LICENCE = { username: 'cluster_demo', password: 'cluster-demo-pass', secretKey: 'cluster-demo-secret' };

const directory = mkdtempSync(join(tmpdir(), 'kontor-cluster-demo-'));
const children = new Set<Child>();

const end = (): void => {
  for (const child of children) child.signal('SIGKILL');
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
};
process.once('exit', end);
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1));

const runs = (program: string, ...args: readonly string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** '' where etcd can be started and certificates can be made, else one line that says what to do. */
export const whatIsMissing = (): string => {
  if (!runs(ETCD, '--version'))
    return `etcd is missing (${ETCD}): install it, as etcd-server in Debian, or set KONTOR_ETCD to its path`;
  return runs('openssl', 'version') ? '' : 'openssl is missing: install it; nodes know each other by certificates';
};

/** `tls/NAME` for each node, as an operator makes it. */
export const makeCertificates = (names: readonly string[]): void => {
  const nodes = names.map((name) => `${name}=${LOOPBACK}`);
  execFileSync('sh', [CERTIFICATES, 'tls', ...nodes], { cwd: directory, stdio: 'pipe' });
};

/** Flags by which the node `name`, or a command beside it, reaches the log and the other nodes. */
export const reaching = (log: string, name: string): readonly string[] => [
  '--log',
  log,
  '--inner-tls',
  join('tls', name),
];

const reservePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, LOOPBACK, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Settings of the caller's shell are not meant for the demo. */
const cleanEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('KONTOR_')));

/** A process whose last lines are kept, for whoever asks why it failed. */
class Child {
  /** The exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  readonly out: string[] = [];
  private readonly lines: string[] = [];
  private readonly waiting = new Set<(line: string) => void>();
  private readonly process: ChildProcess;

  constructor(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    this.process = spawn(command, args, { cwd: directory, env: { ...cleanEnv(), ...env }, stdio: [...stdio] });
    this.ended = new Promise((resolve, reject) => {
      this.process.once('error', reject);
      this.process.once('close', (code) => resolve(code));
    });
    createInterface({ input: this.process.stdout! }).on('line', (line) => {
      this.out.push(line);
      this.heard(line);
    });
    createInterface({ input: this.process.stderr! }).on('line', (line) => this.heard(line));
    children.add(this);
    this.ended.finally(() => children.delete(this)).catch(() => {});
  }

  get said(): string {
    return this.lines.join('\n');
  }

  private heard(line: string): void {
    this.lines.push(line);
    if (this.lines.length > LINES_KEPT) this.lines.shift();
    for (const hear of this.waiting) hear(line);
  }

  /** Resolves with what a line has that comes from now on. Rejects when none does. */
  async line(wanted: RegExp): Promise<string> {
    let hear: (line: string) => void = () => {};
    const match = new Promise<string>((resolve) => {
      hear = (line) => {
        const found = wanted.exec(line);
        if (found !== null) resolve(found[1] ?? '');
      };
      this.waiting.add(hear);
    });
    const late = sleep(READY_MS_MAX, undefined, { ref: false });
    const found = await Promise.race([match, this.ended.then(() => undefined), late]);
    this.waiting.delete(hear);
    if (found === undefined) throw new Error(`nothing said ${String(wanted)}; its last lines:\n${this.said}`);
    return found;
  }

  signal(name: NodeJS.Signals): void {
    this.process.kill(name);
  }
}

/** One member of etcd. Resolves with what `--log` takes, once it answers. */
export const startEtcd = async (): Promise<string> => {
  const [client, peer] = [`http://${LOOPBACK}:${await reservePort()}`, `http://${LOOPBACK}:${await reservePort()}`];
  const options = {
    name: 'log',
    'data-dir': 'etcd',
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `log=${peer}`,
    'quota-backend-bytes': 2_147_483_648,
    'auto-compaction-mode': 'revision',
    'auto-compaction-retention': 100_000,
    logger: 'zap',
    'log-level': 'error',
  };
  const etcd = new Child(
    ETCD,
    Object.entries(options).map(([name, value]) => `--${name}=${value}`),
  );
  const answers = async (): Promise<boolean> => {
    const answer = await fetch(`${client}/health`).catch(() => undefined);
    return answer?.ok === true;
  };
  const untilMs = performance.now() + READY_MS_MAX;
  while (!(await answers())) {
    if (performance.now() > untilMs)
      throw new Error(`etcd does not answer at ${client}; its last lines:\n${etcd.said}`);
    await sleep(50);
  }
  return client.replace('http:', 'etcd:');
};

const kontor = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Child =>
  new Child(process.execPath, [PROGRAM, ...args], { KONTOR_LOG_FORMAT: 'pretty', ...env });

export interface Ran {
  readonly code: number | null;
  readonly lines: readonly string[];
}

/** Runs a command to its end. Throws where its exit code is not one of these. */
export const run = async (args: readonly string[], codes: readonly number[] = [0]): Promise<Ran> => {
  const child = kontor(args);
  const code = await child.ended;
  if (code === null || !codes.includes(code))
    throw new Error(`kontor ${args.join(' ')} ended with ${code}:\n${child.said}`);
  return { code, lines: child.out };
};

/** A node of the demo's shop: its directories, its addresses, and the process that serves it. */
export class DemoNode {
  /** Where callers reach it. */
  readonly url: string;
  readonly name: string;
  private readonly port: number;
  private readonly place: readonly string[];
  private readonly membership: readonly string[];
  private child: Child | undefined;

  private constructor(name: string, log: string, port: number, inner: number) {
    this.name = name;
    this.port = port;
    this.url = `http://${LOOPBACK}:${port}`;
    this.place = ['--data', name];
    this.membership = ['--node', name, '--inner', `${LOOPBACK}:${inner}`, ...reaching(log, name)];
  }

  static async at(name: string, log: string): Promise<DemoNode> {
    return new DemoNode(name, log, await reservePort(), await reservePort());
  }

  private serve(more: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    const ports = ['--port', String(this.port), '--snapshots', join(this.name, 'snapshots')];
    this.child = kontor(['serve', ...this.place, ...ports, ...more], env);
    return this.child.line(READY);
  }

  /** As a shop by itself, once, so that there is something to sell. */
  async makeShop(): Promise<void> {
    await this.serve(['--sample'], {
      KONTOR_LICENCE_USERNAME: LICENCE.username,
      KONTOR_LICENCE_PASSWORD: LICENCE.password,
      KONTOR_LICENCE_SECRET_KEY: LICENCE.secretKey,
    });
    await this.stop();
  }

  /** `kontor cluster init` or `join`. */
  async become(how: 'init' | 'join'): Promise<void> {
    await run(['cluster', how, ...this.place, ...this.membership]);
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    await this.serve(this.membership);
  }

  /** As a machine that loses its power would leave it. */
  async kill(): Promise<void> {
    this.child!.signal('SIGKILL');
    await this.child!.ended;
  }

  async stop(): Promise<void> {
    const child = this.child!;
    child.signal('SIGTERM');
    const code = await child.ended;
    if (code !== 0) throw new Error(`node ${this.name} stopped with ${code}; its last lines:\n${child.said}`);
  }
}
