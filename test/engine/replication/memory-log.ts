// A log in memory for tests and simulations, on a time that passes only when the simulation says so.
//
// Each node has a connection of its own. Every request, answer and event of a stream takes its time, and may be lost,
// doubled, or so late that its sender has long given it up: by chance, or as a test prescribes for the next request.
// Nothing depends on anything but the seed and the order of calls.
import { isDeepStrictEqual } from 'node:util';
import { decodeEntry, encodeEntry, sliceOf } from '../../../src/engine/replication/entry.ts';
import type { ChainEnd, Entry, Part } from '../../../src/engine/replication/entry.ts';
import { LogCut, LogRefused, LogSilent } from '../../../src/engine/replication/log.ts';
import type {
  Beat,
  Follower,
  Head,
  KnownNode,
  Log,
  LogNodes,
  NewHead,
  NodeNote,
  NoteOutcome,
  Outcome,
} from '../../../src/engine/replication/log.ts';
import { Seeded } from '../seeded.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What becomes of one copy of a request. An answer that takes undefined is lost. */
export interface Copy {
  readonly arrivesMs: number;
  readonly answerMs: number | undefined;
}

/** Chances from 0 to 1, and delays in milliseconds, each way. */
export interface Faults {
  readonly delayMsMax: number;
  readonly requestLost: number;
  readonly answerLost: number;
  readonly twice: number;
  /** A copy is late, and by how much at most. */
  readonly late: number;
  readonly lateMsMax: number;
}

export const NO_FAULTS: Faults = {
  delayMsMax: 0,
  requestLost: 0,
  answerLost: 0,
  twice: 0,
  late: 0,
  lateMsMax: 0,
};

/** A good network, and a bad one. */
export const CALM: Faults = { ...NO_FAULTS, delayMsMax: 3 };
export const LOSSY: Faults = {
  delayMsMax: 20,
  requestLost: 0.1,
  answerLost: 0.2,
  twice: 0.3,
  late: 0.1,
  lateMsMax: 900,
};

/** Of a log that nobody has led. */
export const firstHead = (end: ChainEnd): NewHead => ({
  ...end,
  logId: 'log',
  leader: '',
  claim: '',
  url: '',
  feedEpoch: '',
  nowMs: 0,
});

/** How long a connection waits: for an answer, until it asks again, and for an event of a stream. */
const ANSWER_MS = 400;
const RETRY_MS = 50;
const STREAM_MS = 1_000;

interface Event {
  readonly entries: readonly Entry[];
  readonly head: Head;
}

export class MemoryLog {
  head: Head | undefined;
  /** Of every entry, trimmed ones too: whose it is. */
  readonly history: { readonly entry: Entry; readonly claim: string }[] = [];
  /** Why writes are refused; '' where they are not. */
  refusal = '';
  /** A longer part of an entry is refused for good. */
  partBytesMax = Infinity;
  trimmedAt = 0;
  readonly known = new Map<string, NodeNote>();
  readonly alive = new Map<string, { readonly url: string; readonly untilMs: number }>();
  readonly streams = new Set<(event: Event) => void>();
  readonly time: VirtualTime;
  readonly random: Seeded;
  private version = 0;
  /** Slices of entries, also of those that were never completed. */
  private readonly slices = new Map<string, Buffer>();
  /** Of each entry that the head has passed: its epoch and how many parts it has. */
  private readonly counted = new Map<number, { readonly epoch: number; readonly count: number }>();

  constructor(time: VirtualTime, seed = 1) {
    this.time = time;
    this.random = new Seeded(seed);
  }

  connect(faults = NO_FAULTS): MemoryConnection {
    return new MemoryConnection(this, faults);
  }

  /** The fence. */
  isBehind(after: Head): boolean {
    return isDeepStrictEqual(after, this.head);
  }

  put(head: NewHead, entries: readonly Entry[] = []): Outcome {
    this.version += 1;
    const put = { ...head, version: String(this.version) };
    this.head = put;
    for (const stream of this.streams) stream({ entries, head: put });
    return { written: true, head: put };
  }

  begin(head: NewHead): Outcome {
    this.mayWrite();
    return this.head === undefined ? this.put(head) : { written: false, head: this.head };
  }

  append(after: Head, entry: Entry, head: NewHead, part: Part): Outcome {
    this.mayWrite();
    const slice = Buffer.from(sliceOf(encodeEntry(entry), part));
    if (slice.length > this.partBytesMax) throw new LogRefused('the request is too large', true);
    if (!this.isBehind(after)) return { written: false, head: this.head };
    const { at, epoch } = entry;
    this.slices.set(`${at}/${epoch}/${part.index}`, slice);
    if (part.index < part.count - 1) return this.put(after);
    this.counted.set(at, { epoch, count: part.count });
    const [whole] = this.entries(at - 1, at);
    this.history.push({ entry: whole!, claim: head.claim });
    return this.put(head, [whole!]);
  }

  beat(after: Head, { nowMs, url, to }: Beat): Outcome {
    this.mayWrite();
    if (!this.isBehind(after)) return { written: false, head: this.head };
    const { logId, at, epoch, seq, chain, leader, claim, feedEpoch } = after;
    const head = { logId, at, epoch, seq, chain, leader, claim, url, feedEpoch, nowMs };
    return this.put(to === undefined ? head : { ...head, to });
  }

  /** Throws LogCut. */
  entries(afterAt: number, upToAt: number): Entry[] {
    if (afterAt < this.trimmedAt) throw new LogCut(`the log begins behind entry ${this.trimmedAt}`);
    const entries: Entry[] = [];
    for (let at = afterAt + 1; at <= upToAt; at += 1) {
      const { epoch, count } = this.counted.get(at)!;
      const slices = Array.from({ length: count }, (_, index) => this.slices.get(`${at}/${epoch}/${index}`)!);
      entries.push(decodeEntry(Buffer.concat(slices)));
    }
    return entries;
  }

  trim(upToAt: number): void {
    this.trimmedAt = Math.max(this.trimmedAt, Math.min(upToAt, this.head?.at ?? 0));
    for (const key of this.slices.keys()) if (Number.parseInt(key, 10) <= this.trimmedAt) this.slices.delete(key);
    for (const at of this.counted.keys()) if (at <= this.trimmedAt) this.counted.delete(at);
  }

  /** `isNew`: the name may be unknown. */
  note(note: NodeNote, isNew: boolean): NoteOutcome {
    const { name, id } = note;
    const other = this.known.get(name) ?? [...this.known.values()].find((known) => known.id === id);
    if (other === undefined ? !isNew : other.id !== id || other.name !== name) return { written: false, note: other };
    this.known.set(name, note);
    return { written: true };
  }

  keepAlive(name: string, url: string, ttlMs: number): string {
    const { nowMs } = this.time;
    const present = this.alive.get(name);
    if (present !== undefined && present.untilMs > nowMs && present.url !== url) return present.url;
    this.alive.set(name, { url, untilMs: nowMs + ttlMs });
    return '';
  }

  list(): KnownNode[] {
    const isAlive = (name: string): boolean => (this.alive.get(name)?.untilMs ?? 0) > this.time.nowMs;
    const names = [...this.known.keys()].sort();
    return names.map((name) => ({ ...this.known.get(name)!, isAlive: isAlive(name) }));
  }

  private mayWrite(): void {
    if (this.refusal !== '') throw new LogRefused(this.refusal);
  }
}

export class MemoryConnection implements Log {
  faults: Faults;
  /** What becomes of the next requests, before chance decides again. */
  readonly fates: (readonly Copy[])[] = [];
  /** Nothing passes in this direction. Both: a partition. */
  areRequestsCut = false;
  areAnswersCut = false;
  /** Streams give nothing, as at a member that has lost the others; requests are answered. */
  isStreamSilent = false;
  /** Of every so many requests, one is never answered; 0: by chance alone. */
  losesEvery = 0;
  private requests = 0;
  /** Attempts under way; and the most there ever were of those that write. */
  writing = 0;
  writingMax = 0;
  private isClosed = false;
  private readonly log: MemoryLog;

  constructor(log: MemoryLog, faults: Faults) {
    this.log = log;
    this.faults = faults;
  }

  readonly nodes: LogNodes = {
    join: (note) => this.request(() => this.log.note(note, true)),
    announce: (note) => this.request(() => this.log.note(note, false)),
    signOff: (name, url) =>
      this.request(() => void (this.log.alive.get(name)?.url === url && this.log.alive.delete(name))),
    keepAlive: (name, url, ttlMs) => this.request(() => this.log.keepAlive(name, url, ttlMs)),
    forget: (name) => this.request(() => void this.log.known.delete(name)),
    list: () => this.request(() => this.log.list()),
  };

  head(): Promise<Head | undefined> {
    return this.request(() => this.log.head);
  }

  begin(head: NewHead): Promise<Outcome> {
    return this.request(() => this.log.begin(head));
  }

  append(after: Head, entry: Entry, head: NewHead, part: Part): Promise<Outcome> {
    return this.counting(() => this.log.append(after, entry, head, part));
  }

  beat(after: Head, beat: Beat): Promise<Outcome> {
    return this.counting(() => this.log.beat(after, beat));
  }

  trim(upToAt: number): Promise<void> {
    return this.request(() => this.log.trim(upToAt));
  }

  async follow(afterAt: number, follower: Follower, stop: AbortSignal): Promise<void> {
    let at = afterAt;
    const isOver = (): boolean => stop.aborted || this.isClosed;
    while (!isOver()) {
      const stream = new Stream(this, this.log);
      try {
        await this.request(() => stream.begin(at));
        const abort = (): void => stream.end();
        stop.addEventListener('abort', abort);
        for (let event = await stream.next(); event !== undefined && !isOver(); event = await stream.next()) {
          for (const entry of event.entries) {
            if (isOver()) return;
            if (entry.at !== at + 1) continue;
            await follower.entry(entry);
            at += 1;
          }
          // An event was lost.
          if (event.head.at > at) break;
          if (event.head.at === at && !isOver()) follower.head(event.head);
        }
        stop.removeEventListener('abort', abort);
      } catch (error) {
        if (!(error instanceof LogSilent)) throw error;
        await new Promise<void>((done) => this.log.time.after(RETRY_MS, done));
      } finally {
        stream.end();
      }
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  get isCut(): boolean {
    return this.areRequestsCut || this.areAnswersCut || this.isClosed;
  }

  /** How long a message is on its way. */
  delayMs(): number {
    const { random } = this.log;
    const { delayMsMax, late, lateMsMax } = this.faults;
    return random.next() * delayMsMax + (random.chance(late) ? random.next() * lateMsMax : 0);
  }

  private async counting(apply: () => Outcome): Promise<Outcome> {
    this.writing += 1;
    this.writingMax = Math.max(this.writingMax, this.writing);
    try {
      return await this.request(apply);
    } finally {
      this.writing -= 1;
    }
  }

  private fate(): readonly Copy[] {
    this.requests += 1;
    if (this.requests % this.losesEvery === 0) return [{ arrivesMs: this.delayMs(), answerMs: undefined }];
    const { random } = this.log;
    const { requestLost, answerLost, twice } = this.faults;
    const copies = Array.from({ length: random.chance(twice) ? 2 : 1 }, () => ({
      isLost: random.chance(requestLost),
      arrivesMs: this.delayMs(),
      answerMs: random.chance(answerLost) ? undefined : this.delayMs(),
    }));
    return copies.filter(({ isLost }) => !isLost);
  }

  private request<T>(apply: () => T): Promise<T> {
    const { time } = this.log;
    return new Promise((resolve, reject) => {
      const giveUp = time.after(ANSWER_MS, () => reject(new LogSilent('no answer')));
      const answer = (settle: () => void): void => {
        if (this.areAnswersCut || this.isClosed) return;
        giveUp();
        settle();
      };
      const arrive = ({ answerMs }: Copy): void => {
        if (this.areRequestsCut) return;
        let settle: () => void;
        try {
          const value = apply();
          settle = () => resolve(value);
        } catch (error) {
          settle = () => reject(error as Error);
        }
        if (answerMs !== undefined) time.after(answerMs, () => answer(settle));
      };
      for (const copy of this.fates.shift() ?? this.fate()) time.after(copy.arrivesMs, () => arrive(copy));
    });
  }
}

/** Events from one subscription on, in order; it ends where the connection is cut, and when it is silent for long. */
class Stream {
  private readonly arrived: Event[] = [];
  private isEnded = false;
  private lastMs = 0;
  private wake: () => void = () => {};
  private readonly connection: MemoryConnection;
  private readonly log: MemoryLog;
  private readonly publish = (event: Event): void => {
    const { time } = this.log;
    this.lastMs = Math.max(this.lastMs, time.nowMs + this.connection.delayMs());
    time.after(this.lastMs - time.nowMs, () => {
      if (this.connection.isStreamSilent) return;
      if (this.connection.isCut) return this.end();
      this.arrived.push(event);
      this.wake();
    });
  };

  constructor(connection: MemoryConnection, log: MemoryLog) {
    this.connection = connection;
    this.log = log;
  }

  /** Throws LogCut. */
  begin(afterAt: number): void {
    const { head } = this.log;
    if (this.isEnded) return;
    if (head !== undefined) this.arrived.push({ entries: this.log.entries(afterAt, head.at), head });
    this.log.streams.add(this.publish);
  }

  end(): void {
    this.isEnded = true;
    this.log.streams.delete(this.publish);
    this.wake();
  }

  /** Undefined at the end. */
  async next(): Promise<Event | undefined> {
    if (this.arrived.length === 0 && !this.isEnded)
      await new Promise<void>((wake) => {
        const cancel = this.log.time.after(STREAM_MS, () => this.end());
        this.wake = () => {
          cancel();
          wake();
        };
      });
    return this.isEnded ? undefined : this.arrived.shift();
  }
}
