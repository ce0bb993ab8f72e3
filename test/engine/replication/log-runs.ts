// Runs of three nodes over one log, whose clocks drift and whose requests are lost, late and doubled; what must hold of
// them; and nodes that are broken on purpose.
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { endOf, firstEnd, fits } from '../../../src/engine/replication/entry.ts';
import { Lease, Silence, momentOf } from '../../../src/engine/replication/lease.ts';
import type { Clock } from '../../../src/kernel/clock.ts';
import type { Seeded } from '../seeded.ts';
import { CALM, LOSSY, MemoryLog, firstHead } from './memory-log.ts';
import type { Copy, Faults } from './memory-log.ts';
import { LEASE_MS, SOUND, SimulatedNode } from './simulated-node.ts';
import type { Making, Seen } from './simulated-node.ts';
import { VirtualTime } from './virtual-time.ts';

const DREADFUL: Faults = { delayMsMax: 50, requestLost: 0.2, answerLost: 0.7, twice: 0.5, late: 0.4, lateMsMax: 5_000 };
/** What was written is known only after a second and more, and then nothing passes. */
const KNOWN_LATE: readonly (readonly Copy[])[] = [
  [{ arrivesMs: 1, answerMs: undefined }],
  [],
  [],
  [{ arrivesMs: 1, answerMs: 1 }],
  ...Array.from({ length: 6 }, () => []),
];
const SECONDS = 40;
const NAMES = ['a', 'b', 'c'] as const;
const FIRST = firstEnd('log', 1, 0);

/** A cut lasts some seconds. */
const isCutStill = (random: Seeded, isCut: boolean): boolean => random.chance(isCut ? 0.7 : 0.06);

const disturb = (log: MemoryLog, nodes: readonly SimulatedNode[]): void => {
  const { random } = log;
  log.refusal = random.chance(0.05) ? 'no space' : '';
  for (const node of nodes) {
    const { connection } = node;
    connection.faults = random.of([CALM, CALM, LOSSY, LOSSY, DREADFUL]);
    connection.areRequestsCut = isCutStill(random, connection.areRequestsCut);
    connection.areAnswersCut = isCutStill(random, connection.areAnswersCut);
    connection.isStreamSilent = random.chance(0.1);
    if (random.chance(0.05)) connection.fates.push(...KNOWN_LATE);
    if (random.chance(0.04)) node.restart(random.below(3_000));
  }
};

const heal = (log: MemoryLog, nodes: readonly SimulatedNode[]): void => {
  log.refusal = '';
  for (const { connection } of nodes) {
    connection.faults = CALM;
    connection.areRequestsCut = false;
    connection.areAnswersCut = false;
    connection.isStreamSilent = false;
    connection.fates.length = 0;
  }
};

interface Ran extends Seen {
  readonly log: MemoryLog;
  readonly nodes: readonly SimulatedNode[];
}

const run = async (
  seed: number,
  speeds: readonly number[],
  seconds = SECONDS,
  making = SOUND,
  Made = MemoryLog,
): Promise<Ran> => {
  const time = new VirtualTime();
  const log = new Made(time, seed);
  log.begin(firstHead(FIRST));
  const seen: Seen = { acknowledged: [], wrong: [], appends: 0, stalls: 0, handOvers: 0, fenced: 0 };
  const others = (name: string): string[] => NAMES.filter((other) => other !== name);
  const nodes = NAMES.map((name, at) => new SimulatedNode(name, others(name), log, speeds[at]!, seen, making));
  const look = (): void => {
    if (nodes.filter(({ lease }) => lease?.isValid()).length > 1) seen.wrong.push(`two leases at ${time.nowMs}`);
    if (nodes.some(({ connection }) => connection.writingMax > 1)) seen.wrong.push('two requests at once');
  };
  for (let second = 0; second < seconds && seen.wrong.length === 0; second += 1) {
    disturb(log, nodes);
    await time.runFor(1_000, look);
  }
  heal(log, nodes);
  await time.runFor(10_000, look);
  const [before, at] = [seen.acknowledged.length, log.head!.at];
  await time.runFor(10_000, look);
  if (nodes.some(({ end }) => end.at < at)) seen.wrong.push('a node does not follow although nothing is in the way');
  if (seen.acknowledged.length === before) seen.wrong.push('nobody leads although nothing is in the way');
  for (const node of nodes) node.rest();
  await time.runFor(5_000);
  return { ...seen, log, nodes };
};

/** What does not hold. Compared here, and not by `expect`, which took more than the runs. */
const findings = ({ log, nodes, acknowledged, wrong }: Ran): string[] => {
  const found = [...wrong];
  let end = FIRST;
  const claims = new Map<number, string>();
  const texts = new Set<string>();
  for (const { entry, claim } of log.history) {
    const why = fits(end, entry);
    if (why !== '') found.push(why);
    end = endOf(entry);
    const leader = claims.get(entry.epoch) ?? claim;
    if (leader !== claim) found.push(`${leader} and ${claim} lead in epoch ${entry.epoch}`);
    claims.set(entry.epoch, claim);
    if (entry.bytes.length === 0) continue;
    const text = entry.bytes.toString();
    if (texts.has(text)) found.push(`${text} twice`);
    texts.add(text);
  }
  for (const entry of acknowledged)
    if (!isDeepStrictEqual(log.history[entry.at - 1]?.entry, entry)) found.push(`entry ${entry.at} is another one`);
  for (const [index, node] of nodes.entries())
    if (!isDeepStrictEqual(node.end, end)) found.push(`node ${NAMES[index]} has another end`);
  return found;
};

export interface Total {
  acknowledged: number;
  entries: number;
  epochs: number;
  stalls: number;
  handOvers: number;
  fenced: number;
}

/** So many runs, each with `seconds` of faults. Returns what has happened in them. */
export const holds = async (count: number, seconds = SECONDS): Promise<Total> => {
  const total: Total = { acknowledged: 0, entries: 0, epochs: 0, stalls: 0, handOvers: 0, fenced: 0 };
  const speed = fc.constantFrom(0.9, 0.95, 1, 1.05, 1.1);
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.tuple(speed, speed, speed), async (seed, speeds) => {
      const ran = await run(seed, speeds, seconds);
      expect(findings(ran)).toEqual([]);
      total.acknowledged += ran.acknowledged.length;
      total.entries += ran.log.history.length;
      total.epochs += ran.log.head!.epoch - 1;
      total.stalls += ran.stalls;
      total.handOvers += ran.handOvers;
      total.fenced += ran.fenced;
    }),
    { numRuns: count },
  );
  return total;
};

class LeaseFromAnswer extends Lease {
  private readonly answered: Clock;

  constructor(clock: Clock) {
    super(clock, LEASE_MS);
    this.answered = clock;
  }

  override renew(): void {
    super.renew(momentOf(this.answered));
  }
}

class KeptLease extends Lease {
  override giveUp(): void {}
}

class OpenLog extends MemoryLog {
  override isBehind(): boolean {
    return true;
  }
}

type Broken = readonly [name: string, making: Partial<Making>, Made: typeof MemoryLog];

/** Each breaks one thing; the simulation is worth what it finds of them. The one that is found soonest comes first. */
export const BROKEN: readonly Broken[] = [
  ['no fence', {}, OpenLog],
  ['a lease kept in a hand-over', { lease: (clock) => new KeptLease(clock, LEASE_MS) }, MemoryLog],
  ['a silence as short as the lease', { silence: (clock) => new Silence(clock, LEASE_MS / 1.25) }, MemoryLog],
  ['one claim for all', { claim: () => '' }, MemoryLog],
  ['a lease from the answer', { lease: (clock) => new LeaseFromAnswer(clock) }, MemoryLog],
];

/** How many runs it takes to find it; Infinity: they find nothing. */
export const runsToFind = async (broken: Partial<Making>, Made: typeof MemoryLog, most: number): Promise<number> => {
  for (let seed = 0; seed < most; seed += 1) {
    const speeds = seed % 2 === 0 ? [0.9, 1.1, 1.1] : [1.1, 0.9, 0.9];
    const ran = await run(seed, speeds, SECONDS, { ...SOUND, ...broken }, Made);
    if (findings(ran).length > 0) return seed + 1;
  }
  return Infinity;
};
