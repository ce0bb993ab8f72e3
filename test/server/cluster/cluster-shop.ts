// A shop on several nodes with a real etcd, in one directory and named by their data directories: servers in this
// process, and the built program where a test needs what only a process has.
import { expect } from 'vitest';
import { Authority } from '../../etcd-log/certificates.ts';
import { Etcd, HAS_ETCD, PATIENT, isInstalled } from '../../etcd-log/etcd.ts';
import { EtcdLog } from '../../../src/etcd-log/etcd-log.ts';
import { flagName } from '../../../src/config/setting.ts';
import { Place } from '../../harness/program.ts';
import { reservePort } from '../../harness/ports.ts';
import type { Env, Program, Ran } from '../../harness/program.ts';
import { until } from '../../harness/until.ts';
import { Client, must } from '../../kill/client.ts';
import type { Fields, Members } from '../../kill/client.ts';
import { DEMO } from '../standby-shop.ts';

/** A leader that gets no processor for a while stays one: who leads is what a test says. */
const LEASE: Env = { KONTOR_LEASE_MS: '4000' };
/** What nodes say on standard error where nothing is wrong but an etcd for tests and nodes that were killed. */
const KNOWN = /etcd \S+ is older|the log does not answer|could not be written|the lead is handed to nobody/;

/** The log of the shop. */
const MAIN = { prefix: '/kontor/main/', silentMs: 1_000, keepRevisionsMs: 60_000, ...PATIENT };

const HAS_OPENSSL = isInstalled('openssl', 'version');
if (!HAS_OPENSSL) console.log('openssl is missing: nodes have no certificates, and are not tested');
export const HAS_NODES = HAS_ETCD && HAS_OPENSSL;

/** By their names, as texts. */
type Settings = Readonly<Record<string, string>>;

export const LEADING = '200 {"state":"leading"}';
export const FOLLOWING = '200 {"state":"following"}';

interface NodeState {
  readonly node: string;
  readonly state: string;
  readonly record: number | null;
  readonly behind: number | null;
}

export interface ClusterState {
  readonly leader: string;
  readonly record: number;
  readonly epoch: number;
  readonly problems: readonly string[];
  readonly nodes: readonly NodeState[];
}

export class ClusterShop {
  readonly place = new Place();
  readonly etcd: Etcd;
  /** Of the nodes. */
  readonly authority = new Authority(this.place.path('authority'));
  /** What `innerTls` of all nodes names. */
  readonly tls = this.authority.placeNode(this.place.path('tls'));
  private readonly programs = new Map<string, Program>();
  private readonly ports = new Map<string, number>();

  private constructor(etcd: Etcd) {
    this.etcd = etcd;
  }

  static async open(members = 1, args: readonly string[] = []): Promise<ClusterShop> {
    return new ClusterShop(await Etcd.start(members, args));
  }

  /**
   * The shop `a` with demo goods, made the first node; `names`: nodes that join. All of them serve. `programs`: those
   * that are processes; `env`: of these.
   */
  static async of(
    names: readonly string[] = [],
    programs: readonly string[] = [],
    env: Env = {},
  ): Promise<ClusterShop> {
    const shop = await ClusterShop.open();
    await shop.begin();
    const serve = (name: string): Promise<Program> =>
      programs.includes(name) ? shop.serveProgram(name, env) : shop.serve(name);
    await serve('a');
    // It answers before it leads.
    await shop.leader();
    for (const name of names) {
      await shop.ran('cluster join', name);
      await serve(name);
    }
    return shop;
  }

  async port(name: string): Promise<number> {
    const known = this.ports.get(name) ?? (await reservePort());
    this.ports.set(name, known);
    return known;
  }

  get log(): string {
    return `etcd://${this.etcd.urls.map((url) => new URL(url).host).join()}`;
  }

  /** Flags of every command. */
  private get shared(): readonly string[] {
    return ['--log', this.log, '--inner-tls', this.tls];
  }

  /** Flags of a node's command. */
  async flags(name: string): Promise<string[]> {
    const inner = `127.0.0.1:${await this.port(`${name} inner`)}`;
    return ['--data', name, '--node', name, '--inner', inner, ...this.shared];
  }

  /** Settings with which a node is served, beside its directories. */
  private async settings(name: string, more: Settings): Promise<Settings> {
    const inner = `127.0.0.1:${await this.port(`${name} inner`)}`;
    const own = { node: name, inner, port: String(await this.port(name)) };
    return { log: this.log, innerTls: this.tls, ...own, ...more };
  }

  /** A demo shop in `a`, which was served and stopped, and is the first node then. */
  async begin(): Promise<void> {
    await this.serveAlone('a', 'a');
    await this.stop('a');
    await this.ran('cluster init', 'a');
    await this.handTo('a');
  }

  /** The lead of a log that nobody leads goes to a node at once: it would wait for a lease by itself. */
  private async handTo(name: string): Promise<void> {
    const log = new EtcdLog({ endpoints: this.etcd.urls, ...MAIN });
    const head = (await log.head())!;
    await log.beat(head, { nowMs: head.nowMs, url: head.url, to: name });
    await log.close();
  }

  /** A shop by itself. */
  async serveAlone(name: string, data: string): Promise<Program> {
    const program = await this.startHere(name, data, { port: String(await this.port(name)) });
    await program.ready();
    return program;
  }

  /** A command of a node, and what it ended with. */
  async run(command: string, name: string, ...args: readonly string[]): Promise<Ran> {
    return this.place.run([...command.split(' '), ...(await this.flags(name)), ...args], LEASE);
  }

  /** As `run`; it must succeed. */
  async ran(command: string, name: string, ...args: readonly string[]): Promise<Ran> {
    const ran = await this.run(command, name, ...args);
    expect(ran.code, [...ran.out, ...ran.err].join('\n')).toBe(0);
    return ran;
  }

  /** A command of the whole cluster. */
  all(command: string, ...args: readonly string[]): Promise<Ran> {
    return this.place.run([...command.split(' '), ...this.shared, ...args], LEASE);
  }

  private async startHere(name: string, data: string, settings: Settings): Promise<Program> {
    const all = { data, snapshots: `${data}-snapshots`, ...settings };
    const args = Object.entries(all).flatMap(([setting, value]) => [flagName(setting), value]);
    const program = await this.place.startHere(['serve', '--demo', ...args], LEASE);
    this.programs.set(name, program);
    return program;
  }

  /** A node in this process. */
  async start(name: string, more: Settings = {}): Promise<Program> {
    return this.startHere(name, name, await this.settings(name, more));
  }

  /** A node that is a process. */
  async startProgram(name: string, env: Env = {}, more: Settings = {}): Promise<Program> {
    const settings = { data: name, snapshots: `${name}-snapshots`, ...(await this.settings(name, more)) };
    const args = Object.entries(settings).flatMap(([setting, value]) => [flagName(setting), value]);
    const program = this.place.start(['serve', '--demo', ...args], { ...LEASE, ...env });
    this.programs.set(name, program);
    // After a hand-over it starts itself again, as nobody's child.
    void program.line(/process \d+ takes over/).then((line) => this.place.adopt(Number(/\d+/.exec(line)![0])));
    return program;
  }

  /** Resolves when it answers exactly. */
  async serve(name: string): Promise<Program> {
    const program = await this.start(name);
    await program.ready();
    return program;
  }

  async serveProgram(name: string, env: Env = {}): Promise<Program> {
    const program = await this.startProgram(name, env);
    await program.ready();
    return program;
  }

  program(name: string): Program {
    return this.programs.get(name)!;
  }

  /** The line with which a node ends instead of serving. */
  async refused(name: string, more: Settings = {}): Promise<string> {
    return this.lastLineOf(await this.start(name, more));
  }

  /** The same of a process, which ends although its store is open. */
  async ends(name: string, more: Settings = {}): Promise<string> {
    return this.lastLineOf(await this.startProgram(name, {}, more));
  }

  private async lastLineOf(program: Program): Promise<string> {
    expect((await program.ended).code, program.said).toBe(1);
    const said = program.err.filter((line) => !KNOWN.test(line));
    expect(said.length, program.said).toBe(1);
    return said[0]!.replace(`${this.place.directory}/`, '');
  }

  async stop(name: string): Promise<void> {
    const program = this.program(name);
    program.signal('SIGTERM');
    expect((await program.ended).code, program.said).toBe(0);
    expect(program.err.filter((line) => !KNOWN.test(line))).toEqual([]);
  }

  async kill(name: string): Promise<void> {
    await this.program(name).kill();
  }

  async status(): Promise<ClusterState & { readonly code: number }> {
    const { code, out, err } = await this.all('cluster status', '--json');
    if (out[0] === undefined) throw new Error(err.join('\n'));
    return { ...(JSON.parse(out[0]) as ClusterState), code: code! };
  }

  /** What a balancer asks a node. */
  async health(name: string): Promise<string> {
    const reply = await fetch(`http://127.0.0.1:${await this.port(name)}/srv/health`);
    return `${reply.status} ${await reply.text()}`;
  }

  /** Resolves with the one that says that it leads, which is another one than `not`. */
  leader(not = ''): Promise<string> {
    return until(`a node leads, which is not '${not}'`, async () => {
      for (const name of this.programs.keys())
        if (name !== not && (await this.health(name).catch(() => '')) === LEADING) return name;
      return false;
    });
  }

  async client(name: string): Promise<Client> {
    return new Client(await this.port(name), DEMO);
  }

  /** The reply of a call that must succeed. */
  async call(name: string, operation: string, fields: Fields = {}): Promise<Members> {
    const client = await this.client(name);
    try {
      // Nothing was begun then: a caller tries again.
      const answered = async (): Promise<Members | undefined> => {
        const answer = await client.office(operation, fields);
        return answer?.refusal === 'NOT_LEADER' ? undefined : (await must(Promise.resolve(answer))).body;
      };
      return await until(`a node leads and answers ${operation}`, answered);
    } finally {
      client.hangUp();
    }
  }

  /** All nodes that run have the same records. */
  async compare(): Promise<void> {
    const { code, out, err } = await this.all('cluster verify');
    expect(code, [...out, ...err].join('\n')).toBe(0);
  }

  async clean(): Promise<void> {
    await this.place.clean();
    await this.etcd.close();
  }
}
