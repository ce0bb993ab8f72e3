// One node of the cluster simulation: the real engine on a simulated disk, the real node over a log in memory, and
// reads that ask the leader as a server would. Its process may be killed, and stopped for a while.
import { ClusterNode } from '../../../src/engine/cluster-node.ts';
import { Engine } from '../../../src/engine/engine.ts';
import type { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { ExpirySweeper } from '../../../src/engine/maintenance/expiry-sweeper.ts';
import type { ChainEnd } from '../../../src/engine/replication/entry.ts';
import type { Timers } from '../../../src/engine/replication/log-writer.ts';
import { ReplicatedJournal } from '../../../src/engine/replication/replicated-journal.ts';
import { recover } from '../../../src/engine/recovery/recovery.ts';
import type { Clock } from '../../../src/kernel/clock.ts';
import { MemoryAccount, NO_LIMITS } from '../../../src/kernel/memory-account.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import { ReadIndex } from '../../../src/server/cluster/read-index.ts';
import type { Fresh } from '../../../src/server/cluster/leader-peer.ts';
import { Follower } from '../../../src/server/following/follower.ts';
import { SimulatedDisk } from '../journal/simulated-disk.ts';
import { SimulatedKeyPlace } from '../privacy/simulated-key-place.ts';
import { NO_FAULTS } from '../replication/memory-log.ts';
import type { Faults, MemoryConnection, MemoryLog } from '../replication/memory-log.ts';
import { TickingStopwatch } from '../seeded.ts';
import { RULES } from '../shop.ts';
import { LIMITS } from '../store/stores.ts';
import { PausableLog } from './pausable-log.ts';

const LEASE_MS = 2_000;
const ANSWER_MS = 50;
const WAIT_MS_MAX = 3_000;
/** A process that must end goes on for so long, and one that has given its lead away. */
const LAST_MS = 200;
const LINGER_MS = 2_000;
/** Nearly no memory for actors makes every commit write rows, and evicts all the time. */
const ACTOR_BYTES = [Infinity, 1000, 20_000] as const;

export interface World {
  readonly log: MemoryLog;
  /** The key file of a node that has none and copies from nobody. */
  readonly keys: string;
  readonly start: ChainEnd;
  node(name: string): SimulatedClusterNode | undefined;
  /** Whether a message passes from one node to another now. */
  passes(from: string, to: string): boolean;
  failed(what: string): void;
  readonly counts: { boots: number; fellBehind: number; asked: number; confirmed: number; ended: number };
}

export class SimulatedClusterNode {
  readonly name: string;
  disk = new SimulatedDisk();
  /** Its key file. */
  place: SimulatedKeyPlace;
  /** False: it was forgotten, and nobody waits for it. */
  isKnown = true;
  connection!: MemoryConnection;
  engine!: Engine;
  node!: ClusterNode;
  private index: ReadIndex | undefined;
  follower: Follower | undefined;
  sweeper!: ExpirySweeper;
  isUp = false;
  isPaused = false;
  /** It lacks what the log has trimmed. */
  isBehind = false;
  yieldsMs = 0;
  private boots = 0;
  private resumed: (() => void)[] = [];
  private readonly world: World;
  private readonly clock: Clock;
  private readonly timers: Timers;

  constructor(name: string, world: World, speed: number, wallErrorMs: number) {
    this.name = name;
    this.world = world;
    this.place = new SimulatedKeyPlace(world.keys);
    const { clock, timers } = world.log.time.node(speed, wallErrorMs);
    this.clock = clock;
    this.timers = { after: (ms, run) => timers.after(ms, () => void this.running().then(run)) };
  }

  /** Resolves at once unless the process is stopped. */
  private running(): Promise<void> {
    return this.isPaused ? new Promise((resolve) => this.resumed.push(resolve)) : Promise.resolve();
  }

  pause(ms: number): void {
    if (this.isPaused) return;
    this.isPaused = true;
    this.world.log.time.after(ms, () => {
      this.isPaused = false;
      for (const go of this.resumed.splice(0)) go();
    });
  }

  boot(faults: Faults = NO_FAULTS): void {
    const { world, clock, timers, disk, name } = this;
    const { log } = world;
    const { random } = log;
    this.boots += 1;
    world.counts.boots += 1;
    const boot = this.boots;
    const isThis = (): boolean => boot === this.boots && this.isUp;
    this.isUp = true;
    this.isBehind = false;
    this.connection = log.connect(faults);
    const { cipher } = SubjectKeys.read(this.place);
    const journal = new ReplicatedJournal(disk.plugIn(cipher), random.of([2_000, 1_000_000]));
    this.engine = new Engine(
      {
        rules: RULES,
        limits: {
          ...LIMITS,
          sessionsMax: 10,
          residentActorsMax: random.of([2, 5, 1000]),
          replayRecordsMax: random.of([1, 10, 50]),
          checkpointRowsMax: random.of([1, 3, 20]),
          checkpointPauseMs: random.of([0, 100]),
          auditEntriesMax: 50,
          pendingRepliesMax: 1_000_000,
        },
        clock,
        stopwatch: new TickingStopwatch(),
        random,
        gated: true,
        follows: true,
        memory: new MemoryAccount({ ...NO_LIMITS, actors: random.of(ACTOR_BYTES) }),
        fatal: (reason, error) => {
          const isMeant = !isThis() || ['ENDED', 'STALLED'].includes(this.node.state) || isDeposed(error);
          if (!isMeant) world.failed(`${name}: ${reason}: ${String((error as Error | undefined)?.message)}`);
          if (isThis()) this.endSoon(LAST_MS, 500);
        },
      },
      recover(journal),
    );
    this.place.beforeStep = () => isThis() && random.chance(0.05) && this.kill(random.below(3), 500);
    this.sweeper = new ExpirySweeper(this.engine);
    this.node = new ClusterNode(
      {
        log: new PausableLog(this.connection, () => this.running()),
        clock,
        timers,
        url: name,
        resendMs: 50,
        giveUpMs: 5_000,
        partBytesMax: random.of([200, 100_000]),
        name,
        claim: this.claim,
        engine: this.engine,
        journal,
        start: world.start,
        leaseMs: LEASE_MS,
        yieldsMs: () => this.yieldsMs,
        random: () => random.next(),
        pause: () => undefined,
      },
      {
        changed: () => this.follower?.askAgain(),
        fellBehind: () => isThis() && this.fellBehind(),
        ended: (why) => {
          world.counts.ended += 1;
          if (why.includes('cannot be folded')) world.failed(`${name}: ${why}`);
          if (!isThis()) return;
          if (why.startsWith('the lead is handed')) this.endSoon(LINGER_MS, 1_000);
          else this.endSoon(LAST_MS, 500);
        },
        outdated: (why) => world.failed(`${name}: ${why}`),
      },
    );
    const { node, engine } = this;
    const index = new ReadIndex({
      node,
      name,
      engine,
      leader: { fresh: (url) => this.askLeader(url) },
      nowMs: () => clock.sinceBootMs(),
      timers,
      follower: () => follower,
    });
    const config = { passOnMsMax: WAIT_MS_MAX, pendingRepliesMax: Infinity, readStaleMsMax: 0 };
    const follower = new Follower(
      {
        engine,
        usage: { isDue: false, take: never },
        config,
        nowMs: () => clock.sinceBootMs(),
        isStopping: () => false,
      },
      {
        ask: (id) => void index.ask(id),
        mayDecide: () => node.mayBegin,
        isLeaving: () => node.hasEnded,
        requestsToLeader: never,
        callsBroke: never,
        sendUsage: never,
      },
    );
    this.index = index;
    this.follower = follower;
    this.node.begin();
    this.work(boot);
  }

  /** The disk completes commits one after the other, each in its time. */
  private work(boot: number): void {
    const { log } = this.world;
    log.time.after(log.random.of([1, 5, 80]) * log.random.next(), () => {
      if (boot !== this.boots) return;
      void this.disk.completeNext().then(() => this.work(boot));
    });
  }

  /** Of its process. */
  get claim(): string {
    return `${this.name} ${this.boots}`;
  }

  /** Its process must end, and takes a moment for it. */
  private endSoon(ms: number, afterMs: number): void {
    const boot = this.boots;
    this.world.log.time.after(ms, () => boot === this.boots && this.kill(0, afterMs));
  }

  /** The power goes, or the process is killed; it starts again after a while, or not: undefined. */
  kill(kept: number, afterMs: number | undefined): void {
    if (!this.isUp) return;
    this.isUp = false;
    this.boots += 1;
    const boot = this.boots;
    this.index?.close();
    this.node.close();
    void this.connection.close();
    const { faults } = this.connection;
    void this.disk.cutPower(kept);
    this.place = this.place.afterPowerCut(this.world.log.random.chance(0.5));
    if (afterMs === undefined) return;
    this.world.log.time.after(afterMs, () => {
      if (boot === this.boots) this.boot(faults);
    });
  }

  /** What it has on its disk is of no use any more, but for its keys. */
  private fellBehind(): void {
    this.world.counts.fellBehind += 1;
    const { place } = this;
    this.burn();
    this.place = new SimulatedKeyPlace(place.durable);
  }

  /** It does not start again by itself. */
  private end(): void {
    this.kill(0, undefined);
    this.boots += 1;
  }

  /** Its disk is gone, with its keys. */
  burn(): void {
    this.end();
    this.disk = new SimulatedDisk();
    this.place = new SimulatedKeyPlace();
    this.isBehind = true;
  }

  /** It is gone for good, with a disk that nobody asks for any more. */
  forget(): void {
    this.end();
    this.isKnown = false;
  }

  /** Another machine takes its place, without a disk. */
  replace(): void {
    this.burn();
    this.isKnown = true;
  }

  /** Begins anew with what another node has on its disk, and with its keys where it has none of its own. */
  join(copy: MemoryJournal, keys: string): void {
    this.disk = new SimulatedDisk(copy);
    if (this.place.durable === undefined) this.place = new SimulatedKeyPlace(keys);
    this.boot();
  }

  /** One message to the leader and one back; the log is asked where no answer comes. */
  private async askLeader(url: string): Promise<Fresh | undefined> {
    const { world, name } = this;
    const leader = world.node(url);
    world.counts.asked += 1;
    const told = await new Promise<Fresh | undefined>((resolve) => {
      world.log.time.after(ANSWER_MS, () => resolve(undefined));
      if (leader === undefined || !world.passes(name, leader.name)) return;
      world.log.time.after(world.log.random.next() * 5, () => {
        if (!leader.isUp || leader.isPaused) return;
        const seq = leader.node.fresh();
        if (seq === undefined || !world.passes(leader.name, name)) return;
        const { lastMs: nowMs } = leader.engine.time;
        world.log.time.after(world.log.random.next() * 5, () => resolve({ seq, nowMs }));
      });
    });
    await this.running();
    if (told === undefined) world.counts.confirmed += 1;
    return told;
  }
}

/** No call is passed on here, and no usage counted. */
const never = (): never => {
  throw new Error('not simulated');
};

const isDeposed = (error: unknown): boolean => /leads|has taken the lead/.test(String((error as Error)?.message));
