// What the demo of a cluster starts: one member of etcd, and `kontor` as it is built, on free ports of loopback and in
// a temporary directory. Processes and directory go when this process ends, unless that is by SIGKILL.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Etcd } from '../../test/etcd-log/etcd.ts';
import { reservePort } from '../../test/harness/ports.ts';
import { Place } from '../../test/harness/program.ts';
import type { Env, Program, Ran } from '../../test/harness/program.ts';

const CERTIFICATES = fileURLToPath(new URL('../../deploy/certificates.sh', import.meta.url));
const ETCD = process.env['KONTOR_ETCD'] ?? 'etcd';
const LOOPBACK = '127.0.0.1';

export const LICENCE = { username: 'cluster_demo', password: 'cluster-demo-pass', secretKey: 'cluster-demo-secret' };

const place = new Place();
const programs = new Set<Program>();
let etcd: Etcd | undefined;

process.once('exit', () => {
  for (const program of programs) program.signal('SIGKILL');
  etcd?.abandon();
  rmSync(place.directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});
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
  execFileSync('sh', [CERTIFICATES, 'tls', ...nodes], { cwd: place.directory, stdio: 'pipe' });
};

/** Flags by which the node `name`, or a command beside it, reaches the log and the other nodes. */
export const reaching = (log: string, name: string): readonly string[] => [
  '--log',
  log,
  '--inner-tls',
  join('tls', name),
];

/** One member of etcd. Resolves with what `--log` takes, once it answers. */
export const startEtcd = async (): Promise<string> => {
  // Its module reads the variable, and says on the console where there is no etcd.
  process.env['KONTOR_TEST_ETCD'] = ETCD;
  const { Etcd: EtcdOfTests } = await import('../../test/etcd-log/etcd.ts');
  etcd = await EtcdOfTests.start(1, [], undefined, place.directory);
  return etcd.urls[0]!.replace('http:', 'etcd:');
};

/** Runs a command to its end. Throws where its exit code is not one of these. */
export const run = async (args: readonly string[], codes: readonly number[] = [0]): Promise<Ran> => {
  const ran = await place.runBuilt(args);
  if (ran.code === null || !codes.includes(ran.code))
    throw new Error(`kontor ${args.join(' ')} ended with ${ran.code}:\n${[...ran.out, ...ran.err].join('\n')}`);
  return ran;
};

/** A node of the demo's shop: its directories, its addresses, and the process that serves it. */
export class DemoNode {
  /** Where callers reach it. */
  readonly url: string;
  readonly name: string;
  private readonly port: number;
  private readonly membership: readonly string[];
  private program: Program | undefined;

  private constructor(name: string, log: string, port: number, inner: number) {
    this.name = name;
    this.port = port;
    this.url = `http://${LOOPBACK}:${port}`;
    this.membership = ['--node', name, '--inner', `${LOOPBACK}:${inner}`, ...reaching(log, name)];
  }

  static async at(name: string, log: string): Promise<DemoNode> {
    return new DemoNode(name, log, await reservePort(), await reservePort());
  }

  private async serve(more: readonly string[], env: Env = {}): Promise<void> {
    const places = ['--data', this.name, '--snapshots', join(this.name, 'snapshots'), '--port', String(this.port)];
    this.program = place.start(['serve', ...places, ...more], env);
    programs.add(this.program);
    await this.program.ready();
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
    await run(['cluster', how, '--data', this.name, ...this.membership]);
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    await this.serve(this.membership);
  }

  /** As a machine that loses its power would leave it. */
  async kill(): Promise<void> {
    await this.program!.kill();
  }

  async stop(): Promise<void> {
    const code = await this.program!.stop();
    if (code !== 0) throw new Error(`node ${this.name} stopped with ${code}; its last lines:\n${this.program!.said}`);
  }
}
