// The three machines of a run: what they are called on the network, and what can be done to it.
//
// Each machine has a bridge with a network namespace for Kontor and one for etcd; the three bridges hang on a hub, on
// which callers are as well. All of it is in namespaces of this run (main.ts), which end with it.
import { execFileSync } from 'node:child_process';

export const MACHINES = [0, 1, 2] as const;
export type Machine = (typeof MACHINES)[number];

/** What runs on a machine. */
export type Role = 'kontor' | 'etcd';

export interface Place {
  readonly role: Role;
  readonly machine: Machine;
}

export const nameOf = (machine: Machine): string => ['a', 'b', 'c'][machine]!;
const ip = (...args: readonly string[]): void => void execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });

/** `cut`: connections, and machines off the network. `fill`: disks. `lose`: answers, and time. */
export type Ability = 'cut' | 'fill' | 'lose';

/** What a run may do to the connections between places; all of it undone by `heal`. */
export interface Network {
  /** One line. */
  readonly about: string;
  readonly can: ReadonlySet<Ability>;
  /** `word` is on the command lines of its processes, and of no others. */
  knows(place: Place, word: string): void;
  /** At which others reach it. */
  address(place: Place): string;
  /** At which its own processes listen. */
  listens(place: Place): string;
  /** Of its processes. */
  env(place: Place): Readonly<Record<string, string>>;
  /** A command that runs there. */
  command(place: Place, command: readonly string[]): readonly string[];
  /** What `from` sends never reaches `to`; what it gets from there still does. */
  cut(from: Place, to: Place): void;
  takeOff(machine: Machine): void;
  /** Requests of `from` pass, and some of their answers are lost; undefined: of callers. */
  lose(from: Place | undefined, to: Place): void;
  /** Everything takes so much longer, in each direction. */
  slow(fromMs: number, toMs: number): void;
  heal(): void;
  close(): void;
}

const spaceOf = ({ role, machine }: Place): string => `${role}-${nameOf(machine)}`;

export class Namespaces implements Network {
  readonly about = 'network namespaces: three machines on one bridge, connections are cut by routes';
  readonly can = new Set(['cut', 'fill'] as const);
  private undo: (() => void)[] = [];

  constructor() {
    ip('link', 'set', 'lo', 'up');
    ip('link', 'add', 'hub', 'type', 'bridge');
    ip('link', 'set', 'hub', 'up');
    ip('addr', 'add', '10.77.0.254/24', 'dev', 'hub');
    for (const machine of MACHINES) {
      const [bridge, cable, plug] = ['bridge', 'cable', 'plug'].map((what) => `${what}-${nameOf(machine)}`) as [
        string,
        string,
        string,
      ];
      ip('link', 'add', bridge, 'type', 'bridge');
      ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', plug);
      ip('link', 'set', cable, 'master', 'hub');
      ip('link', 'set', plug, 'master', bridge);
      for (const one of [bridge, cable, plug]) ip('link', 'set', one, 'up');
      for (const role of ['kontor', 'etcd'] as const) this.add({ role, machine }, bridge);
    }
  }

  private add(place: Place, bridge: string): void {
    const space = spaceOf(place);
    const end = `${place.role}-${nameOf(place.machine)}-x`;
    ip('netns', 'add', space);
    ip('link', 'add', end, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    ip('link', 'set', end, 'master', bridge);
    ip('link', 'set', end, 'up');
    ip('-n', space, 'link', 'set', 'lo', 'up');
    ip('-n', space, 'link', 'set', 'eth0', 'up');
    ip('-n', space, 'addr', 'add', `${this.address(place)}/24`, 'dev', 'eth0');
  }

  address({ role, machine }: Place): string {
    return `10.77.0.${(role === 'kontor' ? 1 : 11) + machine}`;
  }

  knows(): void {}

  listens(place: Place): string {
    return this.address(place);
  }

  env(): Readonly<Record<string, string>> {
    return {};
  }

  command(place: Place, command: readonly string[]): readonly string[] {
    return ['nsenter', `--net=/run/netns/${spaceOf(place)}`, ...command];
  }

  cut(from: Place, to: Place): void {
    const route = ['blackhole', `${this.address(to)}/32`];
    ip('-n', spaceOf(from), 'route', 'add', ...route);
    this.undo.push(() => ip('-n', spaceOf(from), 'route', 'del', ...route));
  }

  takeOff(machine: Machine): void {
    const cable = `cable-${nameOf(machine)}`;
    ip('link', 'set', cable, 'down');
    this.undo.push(() => ip('link', 'set', cable, 'up'));
  }

  heal(): void {
    for (const undo of this.undo.splice(0)) undo();
  }

  lose(): void {
    throw new Error('the kernel loses no answers');
  }

  slow(): void {
    throw new Error('the kernel here has no delays');
  }

  close(): void {}
}
