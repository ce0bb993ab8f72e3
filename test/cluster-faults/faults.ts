// What goes wrong in a run: one fault after the other, each with what ends it.
import { setTimeout as pause } from 'node:timers/promises';
import { below, pick } from '../kill/model.ts';
import type { Random } from '../kill/model.ts';
import { MACHINES, nameOf } from './machines.ts';
import type { Ability, Machine, Network, Place, Role } from './machines.ts';
import type { Processes } from './processes.ts';

/** What faults are made of. */
export interface Ground {
  readonly network: Network;
  readonly processes: Processes;
  readonly random: Random;
  /** No fault lasts longer. */
  readonly holdMsMax: number;
  /** The machine whose process of that role leads; one of them where nobody knows. */
  leader(role: Role): Promise<Machine>;
  /** `kontor cluster hand-over`. Resolves with what became of it. */
  handOver(): Promise<string>;
  fillDisk(machine: Machine): Promise<void>;
  freeDisk(): void;
}

export interface Fault {
  readonly name: string;
  /** Absent: everywhere. */
  readonly needs?: Ability;
  /** Makes it and ends it. Resolves with which machine it was about. */
  run(ground: Ground): Promise<string>;
}

const STOP_MS_MIN = 1_000;
const STOP_MS_MAX = 15_000;
const HOLD_MS_MAX = 8_000;

const processName = ({ role, machine }: Place): string => `${role}-${nameOf(machine)}`;
const others = (machine: Machine): readonly Machine[] => MACHINES.filter((other) => other !== machine);

const follower = async ({ random, leader }: Ground): Promise<Machine> => pick(random, others(await leader('kontor')));

const hold = ({ random, holdMsMax }: Ground, minMs: number, maxMs: number): Promise<void> =>
  pause(minMs + random() * (Math.min(maxMs, holdMsMax) - minMs));

const killed = async ({ processes }: Ground, ...places: readonly Place[]): Promise<string> => {
  for (const place of places) processes.signal(processName(place), 'SIGKILL');
  return places.map(processName).join(' and ');
};

/** Longer than a node lets connections end. */
const END_MS_MAX = 15_000;

const restarted = async ({ processes }: Ground, machine: Machine): Promise<string> => {
  const name = processName({ role: 'kontor', machine });
  const ended = processes.untilEnded(name, END_MS_MAX);
  processes.signal(name, 'SIGTERM');
  await ended;
  return name;
};

const frozen = async (ground: Ground, place: Place): Promise<string> => {
  const { processes } = ground;
  processes.signal(processName(place), 'SIGSTOP');
  // Short ones are likelier, and those about as long as a lease.
  await hold(ground, STOP_MS_MIN, ground.random() < 0.6 ? 4_000 : STOP_MS_MAX);
  processes.signal(processName(place), 'SIGCONT');
  return processName(place);
};

/** `from` and what it sends; `isBoth`: also what comes back. */
const cutOff = async (ground: Ground, from: Place, to: readonly Place[], direction: 'both' | 'out' | 'in') => {
  const { network } = ground;
  for (const place of to) {
    if (direction !== 'in') network.cut(from, place);
    if (direction !== 'out') network.cut(place, from);
  }
  await hold(ground, 1_000, HOLD_MS_MAX);
  network.heal();
  return processName(from);
};

const places = (role: Role, machines: readonly Machine[] = MACHINES): Place[] =>
  machines.map((machine) => ({ role, machine }));

const kontorOf = async (ground: Ground): Promise<Place> => ({
  role: 'kontor',
  machine: ground.random() < 0.6 ? await ground.leader('kontor') : await follower(ground),
});

const DIRECTIONS = ['both', 'out', 'in'] as const;

const cuts: readonly Fault[] = [
  {
    name: 'node cut off from etcd',
    needs: 'cut',
    run: async (ground) => cutOff(ground, await kontorOf(ground), places('etcd'), 'both'),
  },
  {
    name: 'node and etcd, one direction',
    needs: 'cut',
    run: async (ground) =>
      cutOff(ground, await kontorOf(ground), places('etcd'), pick(ground.random, ['out', 'in'] as const)),
  },
  {
    name: 'nodes cut off from one another',
    needs: 'cut',
    run: async (ground) => {
      const from = await kontorOf(ground);
      return cutOff(ground, from, places('kontor', others(from.machine)), pick(ground.random, DIRECTIONS));
    },
  },
  {
    name: 'etcd leader cut off from etcd',
    needs: 'cut',
    run: async (ground) => {
      const machine = await ground.leader('etcd');
      const direction = pick(ground.random, DIRECTIONS);
      return cutOff(ground, { role: 'etcd', machine }, places('etcd', others(machine)), direction);
    },
  },
  {
    name: 'machine of the leader off the network',
    needs: 'cut',
    run: async (ground) => {
      const machine = await ground.leader('kontor');
      ground.network.takeOff(machine);
      await hold(ground, 1_000, HOLD_MS_MAX);
      ground.network.heal();
      return nameOf(machine);
    },
  },
  {
    name: 'machine of a follower off the network',
    needs: 'cut',
    run: async (ground) => {
      const machine = await follower(ground);
      ground.network.takeOff(machine);
      await hold(ground, 1_000, HOLD_MS_MAX);
      ground.network.heal();
      return nameOf(machine);
    },
  },
  {
    name: 'full disk of a node',
    needs: 'fill',
    run: async (ground) => {
      const { machine } = await kontorOf(ground);
      await ground.fillDisk(machine);
      await hold(ground, 1_000, 6_000);
      ground.freeDisk();
      return nameOf(machine);
    },
  },
];

/** Answers of `to` to `from` are lost for a while. */
const lost = async (ground: Ground, from: Place | undefined, to: readonly Place[]): Promise<string> => {
  for (const place of to) ground.network.lose(from, place);
  await hold(ground, 1_000, HOLD_MS_MAX);
  ground.network.heal();
  return `${to.map(processName).join(' and ')} to ${from === undefined ? 'callers' : processName(from)}`;
};

const losses: readonly Fault[] = [
  {
    name: 'answers of etcd to a node lost',
    needs: 'lose',
    run: async (ground) => lost(ground, await kontorOf(ground), places('etcd')),
  },
  {
    name: 'answers of the leader to a node lost',
    needs: 'lose',
    run: async (ground) => {
      const machine = await ground.leader('kontor');
      return lost(
        ground,
        { role: 'kontor', machine: pick(ground.random, others(machine)) },
        places('kontor', [machine]),
      );
    },
  },
  {
    name: 'answers to callers lost',
    needs: 'lose',
    run: async (ground) => lost(ground, undefined, places('kontor')),
  },
  {
    name: 'everything is slow',
    needs: 'lose',
    run: async (ground) => {
      ground.network.slow(2, 50);
      await hold(ground, 1_000, HOLD_MS_MAX);
      ground.network.heal();
      return '2 to 50 ms more in each direction';
    },
  },
];

const FAULTS: readonly Fault[] = [
  {
    name: 'kontor leader killed',
    run: async (ground) => killed(ground, { role: 'kontor', machine: await ground.leader('kontor') }),
  },
  {
    name: 'kontor follower killed',
    run: async (ground) => killed(ground, { role: 'kontor', machine: await follower(ground) }),
  },
  {
    name: 'etcd leader killed',
    run: async (ground) => killed(ground, { role: 'etcd', machine: await ground.leader('etcd') }),
  },
  {
    name: 'kontor and etcd of one machine killed',
    run: async (ground) => {
      const machine = await ground.leader(ground.random() < 0.7 ? 'kontor' : 'etcd');
      return killed(ground, { role: 'kontor', machine }, { role: 'etcd', machine });
    },
  },
  {
    name: 'kontor leader and etcd leader killed',
    run: async (ground) => {
      const [kontor, etcd] = [await ground.leader('kontor'), await ground.leader('etcd')];
      return killed(ground, { role: 'kontor', machine: kontor }, { role: 'etcd', machine: etcd });
    },
  },
  {
    name: 'kontor leader stopped for a while',
    run: async (ground) => frozen(ground, { role: 'kontor', machine: await ground.leader('kontor') }),
  },
  {
    name: 'kontor follower stopped for a while',
    run: async (ground) => frozen(ground, { role: 'kontor', machine: await follower(ground) }),
  },
  {
    name: 'etcd leader stopped for a while',
    run: async (ground) => frozen(ground, { role: 'etcd', machine: await ground.leader('etcd') }),
  },
  {
    name: 'hand-over',
    run: async (ground) => {
      const name = processName({ role: 'kontor', machine: await ground.leader('kontor') });
      const ended = ground.processes.untilEnded(name, END_MS_MAX);
      const outcome = await ground.handOver();
      // It restarts itself a moment later.
      if (outcome.startsWith('to ')) await ended;
      return outcome;
    },
  },
  {
    name: 'clean restart of the leader',
    run: async (ground) => restarted(ground, await ground.leader('kontor')),
  },
  {
    name: 'clean restart of a follower',
    run: async (ground) => restarted(ground, await follower(ground)),
  },
  {
    name: 'hand-over, and then the leader killed',
    run: async (ground) => {
      const machine = await ground.leader('kontor');
      const handed = ground.handOver();
      await pause(below(ground.random, 600));
      await killed(ground, { role: 'kontor', machine });
      return `${nameOf(machine)}, ${await handed}`;
    },
  },
  ...cuts,
  ...losses,
];

/** Each kind once, in an order of the seed, and so on: a short run has no kind twice before it has each once. */
export const faultsOf = (random: Random, count: number, can: ReadonlySet<Ability>): Fault[] => {
  const kinds = FAULTS.filter(({ needs }) => needs === undefined || can.has(needs));
  const drawn: Fault[] = [];
  while (drawn.length < count) {
    const deck = [...kinds];
    while (deck.length > 0) drawn.push(...deck.splice(below(random, deck.length), 1));
  }
  return drawn.slice(0, count);
};
