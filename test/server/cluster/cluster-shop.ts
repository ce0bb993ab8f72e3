// A shop on several nodes with a real etcd: processes in one directory, named by their data directories.
import { expect } from 'vitest';
import { Authority } from '../../cluster/certificates.ts';
import { Etcd, HAS_ETCD, isInstalled } from '../../cluster/etcd.ts';
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

const HAS_OPENSSL = isInstalled('openssl', 'version');
if (!HAS_OPENSSL) console.log('openssl is missing: nodes have no certificates, and are not tested');
export const HAS_NODES = HAS_ETCD && HAS_OPENSSL;

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
  private readonly successors: number[] = [];

  private constructor(etcd: Etcd) {
    this.etcd = etcd;
  }

  static async open(members = 1, args: readonly string[] = []): Promise<ClusterShop> {
    return new ClusterShop(await Etcd.start(members, args));
  }

  /** The shop `a` with demo goods, made the first node; `names`: nodes that join. All of them serve. */
  static async of(...names: readonly string[]): Promise<ClusterShop> {
    const shop = await ClusterShop.open();
    await shop.begin();
    await shop.serve('a');
    // It answers before it leads.
    await shop.leader();
    for (const name of names) {
      await shop.ran('cluster join', name);
      await shop.serve(name);
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

  /** A demo shop in `a`, which was served and stopped, and is the first node then. */
  async begin(): Promise<void> {
    const port = String(await this.port('a'));
    const program = this.place.start(['serve', '--demo', '--data', 'a', '--snapshots', 'a-snapshots', '--port', port]);
    await program.ready();
    program.signal('SIGTERM');
    expect((await program.ended).code, program.said).toBe(0);
    await this.ran('cluster init', 'a');
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

  async start(name: string, env: Env = {}, args: readonly string[] = []): Promise<Program> {
    const own = ['--snapshots', `${name}-snapshots`, '--port', String(await this.port(name))];
    const program = this.place.start(['serve', '--demo', ...(await this.flags(name)), ...own, ...args], {
      ...LEASE,
      ...env,
    });
    this.programs.set(name, program);
    // After a hand-over it starts itself again, as nobody's child.
    void program.line(/process \d+ takes over/).then((line) => this.successors.push(Number(/\d+/.exec(line)![0])));
    return program;
  }

  /** Resolves when it answers exactly. */
  async serve(name: string, env: Env = {}): Promise<Program> {
    const program = await this.start(name, env);
    await program.ready();
    return program;
  }

  program(name: string): Program {
    return this.programs.get(name)!;
  }

  /** The line with which a node ends instead of serving. */
  async refused(name: string, args: readonly string[] = []): Promise<string> {
    const program = await this.start(name, {}, args);
    await program.ended;
    const said = program.err.filter((line) => !KNOWN.test(line));
    expect(said.length, program.said).toBe(1);
    return said[0]!;
  }

  async stop(name: string): Promise<void> {
    const program = this.program(name);
    program.signal('SIGTERM');
    expect((await program.ended).code, program.said).toBe(0);
    expect(program.err.filter((line) => !KNOWN.test(line))).toEqual([]);
  }

  /** The process in the place of one that has handed the lead over, once it answers. Its outputs are the same. */
  async stopSuccessor(name: string): Promise<void> {
    const before = this.program(name);
    const readies = (): number => before.out.filter((line) => line.includes('ready at')).length;
    await expect.poll(readies).toBe(2);
    process.kill(Number(/process (\d+) takes over/.exec(before.out.join('\n'))![1]), 'SIGTERM');
    expect((await before.ended).code, before.said).toBe(0);
  }

  async kill(name: string): Promise<void> {
    await this.program(name).kill();
  }

  async status(): Promise<ClusterState & { readonly code: number }> {
    const { code, out, err } = await this.all('cluster status', '--json');
    if (out[0] === undefined) throw new Error(err.join('\n'));
    return { ...(JSON.parse(out[0]) as ClusterState), code: code! };
  }

  /** Resolves with the one that leads, which is another one than `not`. */
  leader(not = ''): Promise<string> {
    return until(`a node leads, which is not '${not}'`, async () => {
      const { leader } = await this.status().catch(() => ({ leader: '' }));
      return leader !== '' && leader !== not && leader;
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
    for (const pid of this.successors) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    }
    await this.place.clean();
    await this.etcd.close();
  }
}
