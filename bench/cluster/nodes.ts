// A shop on several nodes with an etcd on the disk, as processes of the bench.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { EtcdLog } from '../../src/cluster/etcd-log.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { Config } from '../../src/config/config.ts';
import { PATIENT, openLog } from '../../src/server/cluster/open-log.ts';
import { logPlaceOf } from '../../src/server/cluster/cluster-config.ts';
import type { LogPlace } from '../../src/server/cluster/cluster-config.ts';
import { clusterReport, handOver } from '../../src/server/cluster/cluster-status.ts';
import { Authority } from '../../test/cluster/certificates.ts';
import { Etcd } from '../../test/cluster/etcd.ts';
import { reservePort } from '../../test/harness/ports.ts';
import { ROOT, startKontor } from '../processes.ts';
import type { Server } from '../processes.ts';
import { CREDENTIALS } from '../search/measure.ts';

const PROGRAM = join(ROOT, 'dist/main.js');
const LOOK_MS = 100;

export interface ClusterState {
  readonly leader: string;
  readonly log_mb: number;
  readonly nodes: readonly { readonly node: string; readonly state: string; readonly behind: number | null }[];
}

interface Place {
  readonly data: string;
  readonly port: number;
  readonly inner: number;
}

export class BenchCluster {
  readonly etcd: Etcd;
  readonly servers = new Map<string, Server>();
  private readonly directory: string;
  /** Of all nodes: they are on one address. */
  private readonly tls: string;
  private readonly shop: LogPlace;
  private readonly log: EtcdLog;
  private readonly places = new Map<string, Place>();
  /** Of its nodes, also those that have ended and those that took the place of another process after a hand-over. */
  private readonly started = new Map<number, Place>();

  private constructor(etcd: Etcd, directory: string) {
    this.etcd = etcd;
    this.directory = directory;
    const certificates = mkdtempSync(join(directory, 'certificates-'));
    this.tls = new Authority(certificates).placeNode(join(certificates, 'node'));
    this.shop = logPlaceOf(this.config);
    this.log = openLog(this.shop, this.config, {}, PATIENT);
  }

  /** `members`: of etcd, whose data are on the disk of the directory. */
  static async open(directory: string, members: number): Promise<BenchCluster> {
    return new BenchCluster(await Etcd.start(members, [], undefined, directory), directory);
  }

  async place(name: string, data = join(this.directory, name)): Promise<Place> {
    const known = this.places.get(name) ?? { data, port: await reservePort(), inner: await reservePort() };
    this.places.set(name, known);
    return known;
  }

  private get config(): Config {
    return loadConfig({ log: this.members, innerTls: this.tls }, {}, undefined);
  }

  /** Of every command. */
  private get env(): { readonly [variable: string]: string } {
    return { KONTOR_LOG: this.members, KONTOR_INNER_TLS: this.tls };
  }

  private get members(): string {
    return `etcd://${this.etcd.urls.map((url) => new URL(url).host).join()}`;
  }

  private async settings(name: string): Promise<{ readonly [variable: string]: string }> {
    const { inner } = await this.place(name);
    return { ...this.env, KONTOR_NODE: name, KONTOR_INNER: `127.0.0.1:${inner}` };
  }

  /** A command of the program; what it printed. */
  async run(args: readonly string[], env = this.env): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], {
      env: { ...process.env, ...env },
    });
    return stdout;
  }

  /** The store in `data` becomes the first node, and serves. */
  async init(name: string, data: string): Promise<void> {
    await this.place(name, data);
    await this.run(['cluster', 'init', '--data', data], await this.settings(name));
    await this.serve(name);
    await this.leader();
  }

  /** Milliseconds of the copy, and until it answers exactly. */
  async join(name: string): Promise<readonly [copyMs: number, servesMs: number]> {
    const { data } = await this.place(name);
    const startMs = performance.now();
    await this.run(['cluster', 'join', '--data', data], await this.settings(name));
    const copiedMs = performance.now();
    await this.serve(name);
    return [copiedMs - startMs, performance.now() - copiedMs];
  }

  async serve(name: string): Promise<Server> {
    const place = await this.place(name);
    const { data, port } = place;
    const env = await this.settings(name);
    const succeeded = (pid: number): void => void this.started.set(pid, place);
    const server = await startKontor(PROGRAM, data, CREDENTIALS, { port, env, mayEnd: true, succeeded });
    this.started.set(server.pid, place);
    this.servers.set(name, server);
    return server;
  }

  async port(name: string): Promise<number> {
    return (await this.place(name)).port;
  }

  /** As `kontor cluster status` has it, without a process that would compete with those that are measured. */
  state(): Promise<ClusterState> {
    return clusterReport(this.shop, this.log, this.config);
  }

  /** As `kontor cluster hand-over`, in the same way. Resolves with the node that leads next. */
  handOver(): Promise<string> {
    return handOver(this.shop, this.log, '');
  }

  /** The node that leads, once one does that is another one than `not`. */
  async leader(not = ''): Promise<string> {
    for (;;) {
      const { leader } = await this.state().catch(() => ({ leader: '' }));
      if (leader !== '' && leader !== not) return leader;
      await sleep(LOOK_MS);
    }
  }

  /** Every node leads or follows, and has what the log has. */
  async settled(): Promise<void> {
    for (;;) {
      const { leader, nodes } = await this.state();
      const isWell = ({ state, behind }: ClusterState['nodes'][number]): boolean =>
        (state === 'leading' || state === 'following') && (behind ?? Infinity) < 100;
      if (leader !== '' && nodes.every(isWell)) return;
      await sleep(LOOK_MS);
    }
  }

  async close(): Promise<void> {
    for (const [pid, { data }] of this.started) if (commandOf(pid).includes(data)) kill(pid);
    await this.log.close();
    await this.etcd.close();
  }
}

/** '' once it has ended: its number may be another process's then. */
const commandOf = (pid: number): string => {
  try {
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
};

export const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
};
