// Three machines where namespaces are not allowed: loopback addresses, and a proxy before each place.
//
// Places reach one another at 127.77.0.x, where the proxy listens; their own processes listen at 127.78.0.x. The proxy
// knows who has opened a connection by the process that has its other end, so that each direction between each two
// places can be held or delayed by itself. What goes beyond namespaces: answers are lost after their requests were
// done. Not promised, other than in namespaces: a connection that is not made; the kernel accepts it, and then nothing
// passes.
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { Link, REAL_TIME } from './link.ts';
import type { Time, Weather } from './link.ts';
import { MACHINES } from './machines.ts';
import type { Machine, Network, Place, Role } from './machines.ts';
import { ownerOf } from './socket-owner.ts';

type Ports = { readonly [role in Role]: readonly number[] };

/** A node has one setting for where it listens and where others reach it: it is made to listen elsewhere. */
const LISTEN_ELSEWHERE = `
import { Server } from 'node:net';
const { listen } = Server.prototype;
Server.prototype.listen = function (place, ...more) {
  const isOurs = typeof place?.host === 'string' && place.host.startsWith('127.77.');
  return listen.call(this, isOurs ? { ...place, host: place.host.replace('127.77.', '127.78.') } : place, ...more);
};`;

/** Also '' for whoever is no place: callers, and this process. */
const keyOf = (place: Place | undefined): string => (place === undefined ? '' : `${place.role} ${place.machine}`);

interface Open {
  readonly link: Link;
  readonly client: Place | undefined;
  readonly server: Place;
}

export class Proxies implements Network {
  readonly about: string;
  readonly can = new Set(['cut', 'lose'] as const);
  private readonly places = new Map<string, Place>();
  private readonly servers: Server[] = [];
  private readonly open = new Set<Open>();
  /** "from>to" of places. */
  private readonly cuts = new Set<string>();
  private readonly losing = new Set<string>();
  private readonly off = new Set<Machine>();
  private delay = (): number => 0;
  private readonly random: () => number;

  private readonly time: Time;

  private constructor(why: string, random: () => number, time: Time) {
    this.time = time;
    this.about = `loopback addresses behind a cutting proxy (${why}): it holds, delays and loses what passes`;
    this.random = random;
  }

  /** `why`: there are no namespaces. `ports`: at which places are reached. */
  static async start(why: string, ports: Ports, random: () => number, time: Time = REAL_TIME): Promise<Proxies> {
    const proxies = new Proxies(why, random, time);
    for (const role of ['kontor', 'etcd'] as const)
      for (const machine of MACHINES) for (const port of ports[role]) await proxies.listen({ role, machine }, port);
    return proxies;
  }

  private async listen(place: Place, port: number): Promise<void> {
    const server = createServer((client) => this.pass(client, place, port));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, this.address(place), resolve);
    });
    this.servers.push(server);
  }

  private pass(client: Socket, server: Place, port: number): void {
    const { remoteAddress = '', remotePort = 0 } = client;
    const word = ownerOf(remoteAddress, remotePort, [...this.places.keys()]);
    const from = word === undefined ? undefined : this.places.get(word);
    const target = connect(port, this.listens(server));
    const link = new Link(
      client,
      target,
      () => this.weather(from, server),
      () => this.weather(server, from),
      this.random,
      this.time,
    );
    const one = { link, client: from, server };
    this.open.add(one);
    client.once('close', () => target.destroyed && this.open.delete(one));
    target.once('close', () => client.destroyed && this.open.delete(one));
  }

  private weather(from: Place | undefined, to: Place | undefined): Weather {
    const way = `${keyOf(from)}>${keyOf(to)}`;
    const isOff = from?.machine !== to?.machine && [from, to].some((place) => place && this.off.has(place.machine));
    return { isCut: isOff || this.cuts.has(way), delayMs: this.delay(), losesAnswers: this.losing.has(way) };
  }

  private changed(): void {
    for (const { link } of this.open) link.weatherChanged();
  }

  /** `word`: of the command lines of its processes, and of no others. */
  knows(place: Place, word: string): void {
    this.places.set(word, place);
  }

  address({ role, machine }: Place): string {
    return `127.77.0.${(role === 'kontor' ? 1 : 11) + machine}`;
  }

  listens(place: Place): string {
    return this.address(place).replace('127.77.', '127.78.');
  }

  env({ role }: Place): Readonly<Record<string, string>> {
    if (role === 'etcd') return {};
    return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(LISTEN_ELSEWHERE)}` };
  }

  command(_place: Place, command: readonly string[]): readonly string[] {
    return command;
  }

  cut(from: Place, to: Place): void {
    this.cuts.add(`${keyOf(from)}>${keyOf(to)}`);
  }

  /** Of what `from` asks `to`, some answers are lost, and others leave a connection that hangs. */
  lose(from: Place | undefined, to: Place): void {
    this.losing.add(`${keyOf(to)}>${keyOf(from)}`);
  }

  /** Everything takes so much longer, in each direction. */
  slow(fromMs: number, toMs: number): void {
    this.delay = () => fromMs + this.random() * (toMs - fromMs);
  }

  takeOff(machine: Machine): void {
    this.off.add(machine);
  }

  heal(): void {
    this.cuts.clear();
    this.losing.clear();
    this.off.clear();
    this.delay = () => 0;
    this.changed();
  }

  close(): void {
    for (const server of this.servers) server.close();
    for (const { link } of this.open) link.end();
  }
}
