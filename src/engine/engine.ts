// The engine: state in memory, one decision at a time, one commit in flight.
//
//   begin → (handler drafts) → commit: pack the record, apply it, mark what changed
//   flush: everything packed since the last commit goes to the journal as one batch
//   the gate releases every reply that saw a record of the batch
import { KIND_NAMES } from '../domain/kinds.ts';
import type { KindName } from '../domain/kinds.ts';
import type { ShopRules } from '../domain/rules.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Random } from '../kernel/random.ts';
import { Fault } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { AuditTrail, objectsOf } from './audit-log.ts';
import { Checkpoint } from './checkpoint.ts';
import type { CheckpointLimits, RowsTaken } from './checkpoint.ts';
import { Gate } from './durability-gate.ts';
import { Gathering, Lookout } from './group-commit.ts';
import type { Waiter } from './durability-gate.ts';
import { STORE_VERSION } from './journal/journal.ts';
import type { AuditChange, Journal, Meta } from './journal/journal.ts';
import { Look } from './read-context.ts';
import type { Tables } from './read-context.ts';
import type { Observer } from './observer.ts';
import { BatchWriter } from './journal/record.ts';
import type { Cause } from './journal/record.ts';
import type { Actor } from './actor-table.ts';
import { Drafts, type Drafted } from './unit-of-work.ts';
import type { Subjects } from './privacy/data-subjects.ts';
import { turn } from './yield-to-event-loop.ts';

export interface EngineLimits extends CheckpointLimits {
  readonly sessionsMax: number;
  /** Actors of a kind kept in memory as objects. */
  readonly residentActorsMax: number;
  /** Replies that may wait for the disk. */
  readonly pendingRepliesMax: number;
  /** Records that the journal keeps for readers of the change feed. */
  readonly feedRetentionRecords: number;
  /** Records that the audit keeps. */
  readonly auditEntriesMax: number;
}

export interface EngineOptions {
  readonly rules: ShopRules;
  readonly limits: EngineLimits;
  readonly clock: Clock;
  readonly random: Random;
  /** False for `relaxed`: replies do not wait for the journal. */
  readonly gated: boolean;
  /** Memory is ahead of the disk or was changed by half: the process must end. */
  readonly fatal: (reason: string, error: unknown) => void;
}

/** Where recovery left the store. */
export interface Recovered {
  readonly journal: Journal;
  readonly tables: Tables;
  readonly head: number;
  readonly lastMs: number;
  readonly subjects: Subjects;
  /** Replayed actors, whose rows are older than they are. */
  readonly dirty: readonly Actor[];
  readonly graves: readonly Grave[];
}

/** The tombstone of an id that is never used again: needed until the journal is cut behind it. */
export interface Grave {
  readonly kind: KindName;
  readonly id: number;
  readonly seq: number;
}

const CUT_KEYS_MAX = 256;

/** Share of the session slots in use. */
const PRESSURE = 0.95;

/** A kind with at most so many actors has its words indexed before the first call. */
const WARM_AT_ONCE_MAX = 500;

export class Engine {
  readonly tables: Tables;
  readonly rules: ShopRules;
  readonly limits: EngineLimits;
  readonly journal: Journal;
  readonly clock: Clock;
  /** The last record in memory. */
  head: number;
  /** Records up to this one may be cut: the oldest kept snapshot file holds them. */
  cutFloor = 0;
  /** Told of every record, and of every commit. */
  observer: Observer | undefined;
  /** Told what a record changes before that is applied. */
  before: ((drafted: readonly Drafted[]) => void) | undefined = undefined;
  private readonly options: EngineOptions;
  private readonly gate = new Gate();
  /** Follows the journal itself, whatever the mode. */
  private readonly written = new Gate();
  private readonly checkpoint: Checkpoint;
  private readonly writer = new BatchWriter();
  private readonly trail: AuditTrail;
  private audited: number;
  private readonly gathering = new Gathering();
  private readonly lookout = new Lookout(() => this.depart());
  private readonly drafting: { readonly slotsMax: number; readonly subjects: Subjects };
  private lastMs: number;
  private commits: number;
  private cutSeq: number;
  /** The last record of a batch before which there is none, so that its keys are not read for every commit. */
  private oldestEnds = 0;
  private headAtTick = 0;
  private flushing: Promise<void> | undefined;
  private failed = false;
  private closing = false;
  private closed = false;
  private readonly graves: Grave[];

  constructor(options: EngineOptions, recovered: Recovered) {
    this.options = options;
    this.rules = options.rules;
    this.limits = options.limits;
    this.clock = options.clock;
    this.drafting = { slotsMax: options.limits.sessionsMax, subjects: recovered.subjects };
    this.tables = recovered.tables;
    this.journal = recovered.journal;
    this.head = recovered.head;
    this.lastMs = recovered.lastMs;
    this.commits = recovered.journal.meta?.commit ?? 0;
    this.cutSeq = recovered.journal.meta?.cut ?? 0;
    this.gate.durableSeq = recovered.head;
    this.written.durableSeq = recovered.head;
    this.checkpoint = new Checkpoint(options.limits);
    this.graves = [...recovered.graves];
    this.trail = new AuditTrail(this.journal.vault);
    this.audited = this.journal.auditCount();
    for (const actor of recovered.dirty) {
      const since = actor.dirtySince;
      actor.dirtySince = 0;
      this.checkpoint.changed(actor, since);
    }
    for (const { search } of Object.values(this.tables))
      if (search !== undefined && search.rows <= WARM_AT_ONCE_MAX) search.warm(() => true);
  }

  /** Brings words into the search indexes while `more` says so; true when all are in. */
  warm(more: () => boolean): boolean {
    return KIND_NAMES.every((kind) => this.tables[kind].search?.warm(more) ?? true);
  }

  /** Searches for words are refused meanwhile, all others are slower. */
  get warming(): boolean {
    return KIND_NAMES.some((kind) => this.tables[kind].search?.warming);
  }

  /** Time never runs backwards in the journal. */
  nowMs(): number {
    return Math.max(this.options.clock.nowMs(), this.lastMs);
  }

  look(): Look {
    return new Look(this.tables, this.rules, this.nowMs());
  }

  begin(): Drafts {
    return new Drafts(this.tables, this.rules, this.nowMs(), this.options.random, this.cutSeq, this.drafting);
  }

  /** Makes the drafts a record and applies them; without drafts nothing happens. The record's seq, or 0. */
  commit(drafts: Drafts, cause: Cause): number {
    const { events, drafted, atMs } = drafts;
    if (this.failed) throw new Fault('the journal has failed');
    if (events.length === 0) return 0;
    if (this.closed) throw new Fault('the store is closed');
    const seq = this.head + 1;
    // What cannot be packed has changed nothing yet.
    this.writer.add(seq, atMs, cause, events, this.journal.vault);
    this.before?.(drafted);
    const before = this.trail.before(drafted);
    try {
      for (const { actor, created } of drafted) {
        if (!created) continue;
        actor.table.hot.set(actor.id, actor);
        actor.table.occupied(actor.id);
      }
      for (const { actor, events: own } of drafted) {
        for (const { event } of own) actor.table.apply(actor, event, seq, atMs);
        if (own.length > 0) this.checkpoint.changed(actor, seq);
      }
      if (before !== undefined) this.trail.note(seq, atMs, cause, drafted, before);
    } catch (error) {
      this.fail('applying a record failed', error);
      throw error;
    }
    for (const { event } of events) this.drafting.subjects.saw(event);
    this.head = seq;
    this.lastMs = atMs;
    this.observer?.committed(seq, events);
    if (!this.options.gated) this.gate.advance(seq);
    this.schedule();
    return seq;
  }

  /** Decides and commits in one go. */
  transact<T>(cause: Cause, decide: (tx: Transaction) => Result<T>): Result<T> {
    const drafts = this.begin();
    const result = decide(drafts);
    if (result.ok) this.commit(drafts, cause);
    return result;
  }

  get durableSeq(): number {
    return this.gate.durableSeq;
  }

  wait(seq: number, waiter: Waiter): void {
    this.gate.wait(seq, waiter);
  }

  /** Resolves when record `seq` is in the journal: in the mode `relaxed` the gate knows less than that. */
  durable(seq: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.written.wait(seq, { release: resolve, fail: () => reject(new Fault('the journal has failed')) });
    });
  }

  /** The journal has failed: nothing is decided any more, and the process ends. */
  get isBroken(): boolean {
    return this.failed;
  }

  /** So few session slots are left that those that ended are wanted at once. */
  get crowded(): boolean {
    return this.tables.session.live > this.limits.sessionsMax * PRESSURE;
  }

  /** In the mode `relaxed` no reply waits, but records do. */
  get overloaded(): boolean {
    return Math.max(this.gate.waiting, this.writer.count) >= this.limits.pendingRepliesMax;
  }

  /**
   * Eviction, and rows when nothing has happened since the last call. Called every few milliseconds by the loop's
   * owner.
   */
  tick(): void {
    if (this.failed) return;
    for (const kind of KIND_NAMES) this.tables[kind].evict(this.limits.residentActorsMax, this.commits, 1000);
    const idle = this.head === this.headAtTick;
    this.headAtTick = this.head;
    if (idle && this.flushing === undefined && !this.failed && !this.closing) this.flush(true);
  }

  private schedule(): void {
    if (this.flushing !== undefined) return;
    // At the record that completes the group: by the end of the loop's turn it would have half of the next one in it.
    if (this.gathering.complete(this.writer.count)) return this.flush(false);
    this.lookout.soon();
  }

  private depart(): void {
    if (this.flushing !== undefined || this.writer.count === 0) return;
    if (this.gathering.ripe(this.writer.count)) this.flush(false);
    else this.lookout.later();
  }

  /** Half of a commit that is prepared has marked rows as written that are not: nothing may go on after that. */
  private flush(idle: boolean): void {
    if (this.failed || this.closed) return;
    try {
      this.begun(idle);
    } catch (error) {
      this.fail('a commit could not be prepared', error);
    }
  }

  private begun(idle: boolean): void {
    const records = this.writer.count;
    const checkpointRowsMax = this.closing
      ? Infinity
      : this.checkpoint.wanted(this.head, records, this.options.clock.nowMs(), idle);
    const { cut, upTo } = this.cuttable();
    if (records === 0 && checkpointRowsMax === 0 && cut.length === 0 && !this.closing) return;
    const commit = this.commits + 1;
    const taken = this.checkpoint.take(checkpointRowsMax, commit);
    const batch = records > 0 ? { firstSeq: this.writer.firstSeq, bytes: this.writer.take() } : undefined;
    const buried = this.levelled();
    this.cutSeq = upTo;
    const meta = this.meta(commit);
    this.gathering.started();
    this.flushing = this.journal
      .commit({ batch, rows: taken.rows, cut, buried, audit: this.auditing(), meta })
      .then(
        (written) => this.committed(written, meta, taken, records),
        (error: unknown) => this.fail('the journal could not be written', error),
      )
      .catch((error: unknown) => this.fail('answering after a commit failed', error));
  }

  private meta(commit: number): Meta {
    const nextIds: { [kind: string]: number } = { subject: this.drafting.subjects.next };
    for (const kind of KIND_NAMES) nextIds[kind] = this.tables[kind].nextId;
    return {
      version: STORE_VERSION,
      commit,
      head: this.head,
      low: this.checkpoint.low(this.head),
      cut: this.cutSeq,
      lastMs: this.lastMs,
      nextIds,
    };
  }

  /** Batches that neither a row nor a kept snapshot file needs any more, and the last record in them. */
  private cuttable(): { readonly cut: readonly number[]; readonly upTo: number } {
    const { session } = this.tables;
    const { sessionsMax, feedRetentionRecords } = this.limits;
    const slots = sessionsMax - (session.nextId - 1) + session.reusable(this.cutSeq);
    // A slot is used again only behind the cut: shoppers go before readers of the feed.
    const window = slots < sessionsMax * (1 - PRESSURE) ? 0 : feedRetentionRecords;
    const floor = Math.min(this.cutFloor, this.journal.meta?.low ?? 0, this.head - window);
    let upTo = this.cutSeq;
    if (floor <= upTo || floor < this.oldestEnds) return { cut: [], upTo };
    const keys = this.journal.oldest(CUT_KEYS_MAX + 1);
    const cut: number[] = [];
    for (let at = 0; at + 1 < keys.length; at += 1) {
      const lastSeq = keys[at + 1]! - 1;
      this.oldestEnds = lastSeq;
      if (lastSeq > floor) break;
      cut.push(keys[at]!);
      upTo = lastSeq;
    }
    return { cut, upTo };
  }

  /** What is new, and the oldest that is too much. */
  private auditing(): AuditChange {
    const add = this.trail.take();
    this.audited += add.length;
    const drop: { seq: number; objects: ReturnType<typeof objectsOf> }[] = [];
    if (this.audited > this.limits.auditEntriesMax) {
      for (const [seq, bytes] of this.journal.audit(0)) {
        if (drop.length >= CUT_KEYS_MAX || this.audited - drop.length <= this.limits.auditEntriesMax) break;
        drop.push({ seq, objects: objectsOf(bytes) });
      }
      this.audited -= drop.length;
    }
    return { add, drop };
  }

  /** Graves that no replay can come upon any more. */
  private levelled(): Grave[] {
    let count = 0;
    while (count < CUT_KEYS_MAX && (this.graves[count]?.seq ?? Infinity) <= this.cutSeq) count += 1;
    return this.graves.splice(0, count);
  }

  private committed(written: boolean, meta: Meta, { ended, resting }: RowsTaken, records: number): void {
    this.flushing = undefined;
    if (!written) {
      this.fail('another process writes to this store', undefined);
      return;
    }
    this.commits = meta.commit;
    for (const actor of ended) {
      const { table, id, seq } = actor;
      table.buried(actor);
      if (!table.kind.slots) this.graves.push({ kind: table.name, id, seq });
    }
    for (const actor of resting) actor.table.leave(actor);
    const { count } = this.writer;
    this.gathering.ended(records, count);
    // Before the replies of this batch are sent: the disk then works meanwhile.
    if (count > 0 && this.gathering.ripe(count)) this.flush(false);
    this.written.advance(meta.head);
    this.observer?.durable();
    if (this.options.gated) this.gate.advance(meta.head);
    if (this.writer.count > 0) this.schedule();
  }

  private fail(reason: string, error: unknown): void {
    if (this.failed) return;
    this.failed = true;
    this.flushing = undefined;
    this.gate.fail();
    this.written.fail();
    this.options.fatal(reason, error);
  }

  /** Writes what is left, every row included, and closes the journal. */
  async close(): Promise<void> {
    while (this.flushing !== undefined) await this.flushing;
    this.closing = true;
    this.flush(false);
    // What is decided meanwhile makes a commit of its own.
    while (!this.failed && (this.flushing !== undefined || this.writer.count > 0)) await (this.flushing ?? turn());
    this.closed = true;
    await this.journal.close();
  }
}

/** For what the engine itself causes. */
export const housekeeping = (operation: string): Cause => ({ operation, channelId: 0, sessionId: 0, userId: 0 });
