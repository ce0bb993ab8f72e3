// A node that does nothing but follow the log, take the lead where it may, and append: for simulations of the log and
// its leaders alone. What it appends says who it was and which number it had.
import { endOf, fits } from '../../../src/engine/replication/entry.ts';
import type { ChainEnd, Entry } from '../../../src/engine/replication/entry.ts';
import { Lease, Silence } from '../../../src/engine/replication/lease.ts';
import { LogWriter } from '../../../src/engine/replication/log-writer.ts';
import type { Timers } from '../../../src/engine/replication/log-writer.ts';
import type { Head } from '../../../src/engine/replication/log.ts';
import type { Clock } from '../../../src/kernel/clock.ts';
import type { Seeded } from '../seeded.ts';
import { NO_FAULTS } from './memory-log.ts';
import type { Faults, MemoryConnection, MemoryLog } from './memory-log.ts';

export const LEASE_MS = 2_000;
const POLL_MS = 60;
const PART_BYTES_MAX = 20;

/** What a node is made of, so that a test can put something broken into it. */
export interface Making {
  readonly lease: (clock: Clock) => Lease;
  readonly silence: (clock: Clock) => Silence;
  readonly claim: (node: string, boot: number) => string;
}

export const SOUND: Making = {
  lease: (clock) => new Lease(clock, LEASE_MS),
  silence: (clock) => new Silence(clock, LEASE_MS),
  claim: (node, boot) => `${node} ${boot}`,
};

/** What all nodes of a run have seen. */
export interface Seen {
  /** Of each append that was answered: its entry. */
  readonly acknowledged: Entry[];
  /** What must not be. */
  readonly wrong: string[];
  appends: number;
  stalls: number;
  handOvers: number;
  fenced: number;
}

export class SimulatedNode {
  connection: MemoryConnection;
  lease: Lease | undefined;
  writer: LogWriter | undefined;
  /** What it has folded: on its disk, so that a restart leaves it. */
  end: ChainEnd;
  private boots = 0;
  private isResting = false;
  private stop = new AbortController();
  private readonly name: string;
  private readonly others: readonly string[];
  private readonly log: MemoryLog;
  private readonly random: Seeded;
  private readonly clock: Clock;
  private readonly timers: Timers;
  private readonly seen: Seen;
  private readonly making: Making;

  constructor(name: string, others: readonly string[], log: MemoryLog, speed: number, seen: Seen, making = SOUND) {
    this.making = making;
    this.name = name;
    this.others = others;
    this.log = log;
    this.random = log.random;
    this.seen = seen;
    ({ clock: this.clock, timers: this.timers } = log.time.node(speed, speed * 1_000));
    this.end = log.head!;
    this.connection = log.connect();
    this.start(NO_FAULTS);
  }

  /** Appends nothing any more, and follows. */
  rest(): void {
    this.isResting = true;
    this.writer?.close();
  }

  /** The process ends, whatever it was doing, and another one begins. */
  restart(afterMs = 0): void {
    this.stop.abort();
    this.writer?.close();
    void this.connection.close();
    this.writer = undefined;
    this.lease = undefined;
    this.boots += 1;
    const boot = this.boots;
    this.timers.after(afterMs, () => {
      if (boot === this.boots) this.start(this.connection.faults);
    });
  }

  private start(faults: Faults): void {
    this.connection = this.log.connect(faults);
    this.stop = new AbortController();
    const silence = this.making.silence(this.clock);
    const entry = async (one: Entry): Promise<void> => {
      const why = fits(this.end, one);
      if (why !== '') this.seen.wrong.push(`${this.name}: ${why}`);
      this.end = endOf(one);
    };
    const head = (one: Head): void => silence.noteHead(one.version);
    void this.connection.follow(this.end.at, { entry, head }, this.stop.signal);
    void this.lookOut(silence, this.stop.signal);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((done) => this.timers.after(ms, done));
  }

  private async lookOut(silence: Silence, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const head = await this.connection.head().catch(() => undefined);
      if (stop.aborted) return;
      if (head === undefined) silence.noteNoAnswer();
      else silence.noteAnswer(head.version);
      const mayCampaign =
        head !== undefined && !this.isResting && (silence.isOver(head.version) || head.to === this.name);
      if (mayCampaign && this.end.at === head.at && (await this.campaign(head, stop))) return;
      await this.pause(POLL_MS);
    }
  }

  private async campaign(head: Head, stop: AbortSignal): Promise<boolean> {
    await this.pause(this.random.chance(0.5) ? 0 : this.random.below(300));
    if (stop.aborted || this.isResting) return true;
    const { clock, timers, name: node } = this;
    const lease = this.making.lease(clock);
    const claim = this.making.claim(node, this.boots);
    const times = { beatMs: LEASE_MS / 4, resendMs: 50, giveUpMs: 5_000 };
    const own = { node, url: `http://${node}`, claim, partBytesMax: PART_BYTES_MAX };
    const { seen, connection: log } = this;
    const writer = new LogWriter(
      { log, clock, timers, lease, ...own, ...times },
      { stalled: () => (seen.stalls += 1), resumed: () => {}, fenced: () => this.fenced(stop), refused: () => {} },
    );
    this.writer = writer;
    this.lease = lease;
    if ((await writer.campaign(head)) === undefined) return stop.aborted;
    void this.lead(writer, stop);
    return true;
  }

  private fenced(stop: AbortSignal): void {
    this.seen.fenced += 1;
    if (!stop.aborted) this.restart(200);
  }

  private async lead(writer: LogWriter, stop: AbortSignal): Promise<void> {
    const { seen, random } = this;
    while (!stop.aborted && !this.isResting) {
      await this.pause(random.chance(0.2) ? random.below(2_000) : random.below(30));
      if (stop.aborted || this.isResting || writer.state !== 'leading') continue;
      if (random.chance(0.006)) {
        seen.handOvers += 1;
        await writer.handOver(random.of(this.others));
        // It answers what it had begun, and ends.
        await this.pause(3_000);
        if (!stop.aborted) this.restart();
        return;
      }
      seen.appends += 1;
      const text = `${this.name} ${seen.appends}`.padEnd(random.below(70), '.');
      const entry = await writer.append(Buffer.from(text), 1 + random.below(3));
      if (entry === undefined) return;
      if (entry.bytes.toString() !== text) seen.wrong.push(`${this.name}: another entry for ${text}`);
      seen.acknowledged.push(entry);
    }
  }
}
