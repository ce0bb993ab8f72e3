// Three etcd and three Kontor on three machines, from nothing to a shop that sells.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../src/config/config.ts';
import type { EtcdLog } from '../../src/etcd-log/etcd-log.ts';
import { openLog } from '../../src/server/cluster/open-log.ts';
import { logPlaceOf } from '../../src/server/cluster/cluster-config.ts';
import type { LogPlace } from '../../src/server/cluster/cluster-config.ts';
import { handOver } from '../../src/server/cluster/cluster-status.ts';
import { Authority } from '../etcd-log/certificates.ts';
import { Client } from '../kill/client.ts';
import type { Licence } from '../kill/client.ts';
import type { Node } from './caller.ts';
import { fill } from './goods.ts';
import type { Books } from './goods.ts';
import { MACHINES, nameOf } from './machines.ts';
import type { Machine, Network, Role } from './machines.ts';
import { Processes } from './processes.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const ETCD = process.env['KONTOR_TEST_ETCD'] ?? 'etcd';
export const LICENCE: Licence = { username: 'faults', password: 'faults-password', secretKey: 'faults-secret-key' };
const [PORT, INNER_PORT, ETCD_PORT, PEER_PORT, FIRST_PORT] = [8080, 8090, 2379, 2380, 8079];
/** At which places are reached. */
export const PORTS = { kontor: [PORT, INNER_PORT], etcd: [ETCD_PORT, PEER_PORT] } as const;
const DISK_BYTES = 512 * 1_048_576;
const READY_MS_MAX = 60_000;

const ENV = {
  KONTOR_LICENCE_USERNAME: LICENCE.username,
  KONTOR_LICENCE_PASSWORD: LICENCE.password,
  KONTOR_LICENCE_SECRET_KEY: LICENCE.secretKey,
  KONTOR_CHECK_REPLIES: 'on',
  KONTOR_TRACE_SEQ: 'on',
  // Machines are network namespaces, which nobody else reaches.
  KONTOR_LOG_IN_CLEAR: 'on',
  KONTOR_LOG_FORMAT: 'json',
  KONTOR_DISK_RESERVE_MB: '16',
  // So that files are written, and the journal is cut, within the run.
  KONTOR_SNAPSHOT_INTERVAL_RECORDS: '5000',
  KONTOR_SNAPSHOT_FILES_MAX: '2',
  KONTOR_FEED_RETENTION_RECORDS: '2000',
};

export interface Ran {
  readonly code: number | null;
  readonly said: string;
}

export class Cluster {
  readonly processes = new Processes();
  readonly nodes: readonly Node[];
  readonly log: EtcdLog;
  readonly network: Network;
  readonly directory: string;
  private readonly place: LogPlace;
  private readonly env: Readonly<Record<string, string>>;
  private filler: string | undefined;

  /** `directory`: empty, and removed by the caller. Each node has a small disk of its own where one can be filled. */
  constructor(network: Network, directory: string, leaseMs: number) {
    this.network = network;
    this.env = { ...ENV, KONTOR_LEASE_MS: String(leaseMs) };
    this.directory = directory;
    this.nodes = MACHINES.map((machine) => ({ name: nameOf(machine), host: this.host(machine), port: PORT }));
    for (const machine of MACHINES) {
      network.knows({ role: 'kontor', machine }, this.path(machine, 'data'));
      network.knows({ role: 'etcd', machine }, this.etcdData(machine));
      mkdirSync(this.path(machine), { recursive: true });
      if (network.can.has('fill'))
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', this.path(machine)]);
    }
    const authority = new Authority(directory);
    for (const machine of MACHINES) authority.placeNode(this.path(machine, 'tls'), this.host(machine));
    const config = loadConfig({ log: this.logUrl, logInClear: 'on', innerTls: this.path(0, 'tls') }, {}, undefined);
    this.place = logPlaceOf(config);
    this.log = openLog(this.place, config, {});
  }

  private host(machine: Machine): string {
    return this.network.address({ role: 'kontor', machine });
  }

  private etcdHost(machine: Machine): string {
    return this.network.address({ role: 'etcd', machine });
  }

  private etcdData(machine: Machine): string {
    return join(this.directory, `etcd-${nameOf(machine)}`);
  }

  private path(machine: Machine, ...names: string[]): string {
    return join(this.directory, nameOf(machine), ...names);
  }

  get logUrl(): string {
    return `etcd://${MACHINES.map((machine) => `${this.etcdHost(machine)}:${ETCD_PORT}`).join(',')}`;
  }

  logOf(name: string): string {
    return join(this.directory, `${name}.log`);
  }

  private nodeFlags(machine: Machine): string[] {
    const inner = `${this.host(machine)}:${INNER_PORT}`;
    const own = ['--data', this.path(machine, 'data'), '--node', nameOf(machine), '--inner', inner];
    return [...own, '--log', this.logUrl, '--inner-tls', this.path(machine, 'tls')];
  }

  /** Runs a command of the program to its end, on a machine. */
  run(machine: Machine, args: readonly string[]): Promise<Ran> {
    const command = this.network.command({ role: 'kontor', machine }, [process.execPath, PROGRAM, ...args]);
    const [program = '', ...rest] = command;
    return new Promise((resolve) => {
      const child = spawn(program, rest, { env: { ...process.env, ...this.env }, stdio: ['ignore', 'pipe', 'pipe'] });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
      child.once('close', (code) => resolve({ code, said: said.trim() }));
    });
  }

  private async must(machine: Machine, args: readonly string[]): Promise<void> {
    const { code, said } = await this.run(machine, args);
    if (code !== 0) throw new Error(`kontor ${args.join(' ')} ends with ${code}: ${said}`);
  }

  private startEtcd(machine: Machine): void {
    const at = (host: string, port: number): string => `http://${host}:${port}`;
    const [reached, own] = [this.etcdHost(machine), this.network.listens({ role: 'etcd', machine })];
    const data = this.etcdData(machine);
    const options = {
      name: nameOf(machine),
      'initial-cluster': MACHINES.map((one) => `${nameOf(one)}=http://${this.etcdHost(one)}:${PEER_PORT}`).join(),
      'listen-client-urls': at(own, ETCD_PORT),
      'advertise-client-urls': at(reached, ETCD_PORT),
      'listen-peer-urls': at(own, PEER_PORT),
      'initial-advertise-peer-urls': at(reached, PEER_PORT),
      'heartbeat-interval': 50,
      'election-timeout': 500,
      'pre-vote': true,
      'auto-compaction-mode': 'revision',
      'auto-compaction-retention': 1000,
      'log-level': 'error',
      logger: 'zap',
    };
    const flags = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
    const command = [ETCD, ...flags, '--data-dir', data];
    const place = { role: 'etcd', machine } as const;
    const name = `etcd-${nameOf(machine)}`;
    const service = { name, mark: data, command: this.network.command(place, command), env: {} };
    this.processes.keep({ ...service, log: this.logOf(name) });
  }

  private startNode(machine: Machine): void {
    const place = { role: 'kontor', machine } as const;
    const [host, data] = [this.network.listens(place), this.path(machine, 'data')];
    const snapshots = this.path(machine, 'snapshots');
    const own = ['--host', host, '--port', String(PORT), '--snapshots', snapshots, '--behind-proxy'];
    const command = [process.execPath, PROGRAM, 'serve', ...this.nodeFlags(machine), ...own];
    const name = `kontor-${nameOf(machine)}`;
    this.processes.keep({
      name,
      mark: data,
      command: this.network.command(place, command),
      env: { ...this.env, ...this.network.env(place) },
      log: this.logOf(name),
    });
  }

  /** Resolves when a shop with goods has three nodes that run. */
  async begin(books: Books): Promise<void> {
    for (const machine of MACHINES) this.startEtcd(machine);
    const data = this.path(0, 'data');
    const alone = ['serve', '--data', data, '--snapshots', this.path(0, 'snapshots'), '--port', String(FIRST_PORT)];
    const first = spawn(process.execPath, [PROGRAM, ...alone], { env: { ...process.env, ...this.env }, stdio: 'pipe' });
    const ended = new Promise((resolve) => first.once('close', resolve));
    await new Promise<void>((resolve) =>
      first.stdout.on('data', (text: Buffer) => text.toString().includes('ready at') && resolve()),
    );
    await fill(new Client(FIRST_PORT, LICENCE), books);
    first.kill('SIGTERM');
    await ended;
    await this.must(0, ['cluster', 'init', ...this.nodeFlags(0)]);
    this.startNode(0);
    await this.untilLed();
    const joining = ([1, 2] as const).map(async (machine) => {
      await this.must(machine, ['cluster', 'join', ...this.nodeFlags(machine)]);
      this.startNode(machine);
    });
    await Promise.all(joining);
  }

  private async untilLed(): Promise<void> {
    const untilMs = performance.now() + READY_MS_MAX;
    for (;;) {
      const head = await this.log.head().catch(() => undefined);
      if ((head?.epoch ?? 0) > 1) return;
      if (performance.now() > untilMs) throw new Error(`node a does not lead: ${this.logOf('kontor-a')}`);
      await pause(100);
    }
  }

  async leader(role: Role): Promise<Machine> {
    const index = role === 'etcd' ? await this.etcdLeader() : await this.nodeLeader();
    return MACHINES[Math.max(0, index)]!;
  }

  private async nodeLeader(): Promise<number> {
    const head = await this.log.head().catch(() => undefined);
    return MACHINES.findIndex((machine) => nameOf(machine) === head?.leader);
  }

  private async etcdLeader(): Promise<number> {
    const statuses = await this.log.client.statuses();
    return statuses.findIndex(({ status }) => 'leader' in status && status.leader === status.header.member_id);
  }

  handOver(to = ''): Promise<string> {
    return handOver(this.place, this.log, to).then(
      (node) => `to ${node}`,
      (error: unknown) => `refused: ${(error as Error).message}`,
    );
  }

  /** Until nothing is left. By another process: this one has callers. */
  fillDisk(machine: Machine): Promise<void> {
    this.filler = this.path(machine, 'filler');
    const child = spawn('dd', ['if=/dev/zero', `of=${this.filler}`, 'bs=1M'], { stdio: 'ignore' });
    return new Promise((resolve) => child.once('close', () => resolve()));
  }

  freeDisk(): void {
    if (this.filler === undefined) return;
    rmSync(this.filler, { force: true });
    this.filler = undefined;
  }

  /** `kontor cluster verify`, stop of all nodes, `kontor verify` of each; lines of what is wrong. */
  async end(): Promise<string[]> {
    const problems: string[] = [];
    const compared = await this.run(0, ['cluster', 'verify', '--log', this.logUrl, '--inner-tls', this.path(0, 'tls')]);
    console.log(compared.said);
    if (compared.code !== 0) problems.push(`kontor cluster verify ends with ${compared.code}: ${compared.said}`);
    for (const machine of MACHINES)
      if (!(await this.processes.stop(`kontor-${nameOf(machine)}`, 30_000)))
        problems.push(`node ${nameOf(machine)} does not stop`);
    const verifying = MACHINES.map(async (machine) => {
      const args = ['verify', this.path(machine, 'data'), '--snapshots', this.path(machine, 'snapshots')];
      const { code, said } = await this.run(machine, args);
      console.log(`node ${nameOf(machine)}: ${said.split('\n').at(-1)}`);
      if (code !== 0) problems.push(`kontor verify of node ${nameOf(machine)} ends with ${code}: ${said}`);
    });
    await Promise.all(verifying);
    return problems;
  }

  async close(): Promise<void> {
    this.processes.killAll();
    await this.log.close();
    this.network.close();
  }
}
