// Starts real members of etcd for tests: data in memory where the machine has such a directory, free ports.
//
// The program is KONTOR_TEST_ETCD, or `etcd` on the PATH; without it, files that need it test nothing and say so.
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EtcdClient } from '../../src/outside/etcd/etcd-client.ts';
import { base64 } from '../../src/outside/etcd/requests.ts';
import type { EtcdOptions } from '../../src/outside/etcd/etcd-client.ts';

const PROGRAM = process.env['KONTOR_TEST_ETCD'] ?? 'etcd';
const MEMORY = '/dev/shm';

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

const reservePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

export interface Member {
  readonly url: string;
  readonly process: ChildProcess;
}

const started = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

/** How long calls of tests wait: the machine has other work. */
export const PATIENT = { answerMsMin: 2_000, answerMsMax: 4_000 };

export const connect = (endpoints: readonly string[], more: Partial<EtcdOptions> = {}): EtcdClient =>
  new EtcdClient({ endpoints, ...PATIENT, ...more });

export class Etcd {
  readonly members: readonly Member[];
  private readonly directory: string;

  private constructor(members: readonly Member[], directory: string) {
    this.members = members;
    this.directory = directory;
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
        const child = spawn(PROGRAM, [...own, ...args], { stdio: 'ignore' });
        started.add(child);
        return { url, process: child };
      }),
    );
    const etcd = new Etcd(members, directory);
    await etcd.untilLed(tls);
    return etcd;
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
    for (const { process: child } of this.members) {
      child.kill('SIGKILL');
      await ended(child);
      started.delete(child);
    }
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async untilLed(tls: EtcdOptions['tls']): Promise<void> {
    const client = connect(this.urls, tls === undefined ? {} : { tls });
    for (;;) {
      const statuses = await client.statuses();
      if (statuses.every(({ status }) => 'leader' in status)) break;
      await pause(20);
    }
    await client.close();
  }
}
