// Starts real members of etcd for tests: data in memory where the machine has such a directory, reserved ports. A test
// that fails shows what they said last, and their data are kept.
//
// The program is KONTOR_TEST_ETCD, or `etcd` on the PATH; without it, files that need it test nothing and say so.
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EtcdClient } from '../../src/outside/etcd/etcd-client.ts';
import { base64 } from '../../src/outside/etcd/requests.ts';
import type { EtcdOptions } from '../../src/outside/etcd/etcd-client.ts';
import { onFailure } from '../harness/failure.ts';
import { reservePort } from '../harness/ports.ts';
import { keptPath } from '../harness/run.ts';
import { until } from '../harness/until.ts';

const PROGRAM = process.env['KONTOR_TEST_ETCD'] ?? 'etcd';
const MEMORY = '/dev/shm';
/** Lines of a member that a failed test shows. */
const LINES_SHOWN = 20;

export const isInstalled = (program: string, ...args: readonly string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

export const HAS_ETCD = isInstalled(PROGRAM, '--version');
if (!HAS_ETCD) console.log(`etcd is missing: the log in etcd is not tested (KONTOR_TEST_ETCD: ${PROGRAM})`);

export interface Member {
  readonly url: string;
  readonly process: ChildProcess;
  /** What it said last. */
  readonly said: readonly string[];
}

const open = new Set<Etcd>();
process.on('exit', () => {
  for (const etcd of open) etcd.abandon();
});

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

const isRunning = ({ process: child }: Member): boolean => child.exitCode === null && child.signalCode === null;

const startMember = (url: string, args: readonly string[]): Member => {
  const child = spawn(PROGRAM, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    said.push(line);
    if (said.length > LINES_SHOWN) said.shift();
  });
  return { url, process: child, said };
};

/** How long calls of tests wait: the machine has other work. */
export const PATIENT = { answerMsMin: 10_000, answerMsMax: 20_000 };

export const connect = (endpoints: readonly string[], more: Partial<EtcdOptions> = {}): EtcdClient =>
  new EtcdClient({ endpoints, ...PATIENT, ...more });

export class Etcd {
  readonly members: readonly Member[];
  private readonly directory: string;
  private isKept = false;
  private readonly withdraw: () => void;

  private constructor(members: readonly Member[], directory: string) {
    this.members = members;
    this.directory = directory;
    open.add(this);
    this.withdraw = onFailure(() => this.report());
  }

  /**
   * `args`: of every member; `tls`: how its clients connect to one that `args` tell to encrypt; `place`: where data
   * are, in memory by default.
   */
  static async start(
    count = 1,
    args: readonly string[] = [],
    tls?: EtcdOptions['tls'],
    place = existsSync(MEMORY) ? MEMORY : tmpdir(),
  ): Promise<Etcd> {
    const directory = mkdtempSync(join(place, 'kontor-etcd-'));
    const names = Array.from({ length: count }, (_, index) => `m${index}`);
    const peers = await Promise.all(
      names.map(async (name) => [name, `http://127.0.0.1:${await reservePort()}`] as const),
    );
    const cluster = peers.map(([name, url]) => `${name}=${url}`).join();
    const members = await Promise.all(
      peers.map(async ([name, peer]) => {
        const url = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${await reservePort()}`;
        const options = {
          name,
          'data-dir': join(directory, name),
          'initial-cluster': cluster,
          'listen-client-urls': url,
          'advertise-client-urls': url,
          'listen-peer-urls': peer,
          'initial-advertise-peer-urls': peer,
          'heartbeat-interval': 50,
          'election-timeout': 500,
          logger: 'zap',
          'log-level': 'error',
        };
        const own = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
        return startMember(url, [...own, ...args]);
      }),
    );
    const etcd = new Etcd(members, directory);
    try {
      await etcd.untilLed(tls);
    } catch (error) {
      const report = etcd.report();
      await etcd.close();
      throw new Error(`etcd does not start\n${report}`, { cause: error });
    }
    return etcd;
  }

  /** What a failed test shows; its data stay. */
  private report(): string {
    this.isKept = true;
    const members = this.members.map((member) => {
      const said = member.said.map((line) => `  ${line}`);
      return [`${isRunning(member) ? 'running' : 'ended'}: etcd at ${member.url}`, ...said].join('\n');
    });
    return [...members, `data of etcd are kept as ${keptPath(this.directory)}`].join('\n');
  }

  get urls(): string[] {
    return this.members.map(({ url }) => url);
  }

  /** All entries of the shop `main` are trimmed. */
  async trims(): Promise<void> {
    const client = connect(this.urls);
    await client.deleteRange({ key: base64('/kontor/main/log/'), end: base64('/kontor/main/log0') });
    await client.close();
  }

  /** The member that leads the others. */
  async leader(): Promise<Member> {
    const client = connect(this.urls);
    const statuses = await client.statuses();
    await client.close();
    const index = statuses.findIndex(({ status }) => 'leader' in status && status.leader === status.header.member_id);
    return this.members[index]!;
  }

  async close(): Promise<void> {
    this.withdraw();
    await Promise.all(
      this.members.map(({ process: child }) => {
        child.kill('SIGKILL');
        return ended(child);
      }),
    );
    // They may lie on another file system.
    if (this.isKept) cpSync(this.directory, keptPath(this.directory), { recursive: true });
    this.abandon();
  }

  /** At the end of this process, which waits for nothing. */
  abandon(): void {
    open.delete(this);
    for (const { process: child } of this.members) child.kill('SIGKILL');
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 3 });
  }

  private async untilLed(tls: EtcdOptions['tls']): Promise<void> {
    const client = connect(this.urls, tls === undefined ? {} : { tls });
    try {
      await until('all members of etcd have a leader', async () => {
        if (!this.members.every(isRunning)) throw new Error('a member of etcd has ended');
        return (await client.statuses()).every(({ status }) => 'leader' in status);
      });
    } finally {
      await client.close();
    }
  }
}
