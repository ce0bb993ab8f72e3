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

/** What a run may do to the connections between places; all of it undone by `heal`. */
export interface Network {
  /** One line. */
  readonly about: string;
  /** Whether connections can be cut, and machines taken off the network. */
  readonly canCut: boolean;
  address(place: Place): string;
  /** A command that runs there. */
  command(place: Place, command: readonly string[]): readonly string[];
  /** What `from` sends never reaches `to`; what it gets from there still does. */
  cut(from: Place, to: Place): void;
  takeOff(machine: Machine): void;
  heal(): void;
}

const spaceOf = ({ role, machine }: Place): string => `${role}-${nameOf(machine)}`;

export class Namespaces implements Network {
  readonly about = 'network namespaces: three machines on one bridge, connections are cut by routes';
  readonly canCut = true;
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
}

/** Where no namespaces are allowed: places have loopback addresses of their own, and nothing is cut. */
export class Loopback implements Network {
  readonly about = 'loopback addresses, because no namespaces are allowed here: nothing is cut or taken off';
  readonly canCut = false;

  address({ role, machine }: Place): string {
    return `127.77.0.${(role === 'kontor' ? 1 : 11) + machine}`;
  }

  command(_place: Place, command: readonly string[]): readonly string[] {
    return command;
  }

  cut(): void {
    throw new Error('nothing can be cut here');
  }

  takeOff(): void {
    throw new Error('nothing can be taken off here');
  }

  heal(): void {}
}
