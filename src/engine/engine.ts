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
import { AuditLog, objectsOf } from './audit-log.ts';
import { Checkpoint } from './checkpoint.ts';
import type { CheckpointLimits, CheckpointRows } from './checkpoint.ts';
import { DurabilityGate } from './durability-gate.ts';
import { GroupCommit, FlushTimer } from './group-commit.ts';
import type { Waiter } from './durability-gate.ts';
import { STORE_VERSION } from './journal/journal.ts';
import type { AuditChange, Journal, Meta } from './journal/journal.ts';
import { ReadContext } from './read-context.ts';
import type { Tables } from './read-context.ts';
import type { Observer } from './observer.ts';
import { BatchWriter } from './journal/record.ts';
import type { Cause } from './journal/record.ts';
import type { Actor } from './actor-table.ts';
import { UnitOfWork, type PendingActor } from './unit-of-work.ts';
import type { DataSubjects } from './privacy/data-subjects.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

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
  readonly headSeq: number;
  readonly lastMs: number;
  readonly subjects: DataSubjects;
  /** Replayed actors, whose rows are older than they are. */
  readonly dirty: readonly Actor[];
  readonly tombstones: readonly Tombstone[];
}

/** The tombstone of an id that is never used again: needed until the journal is cut behind it. */
export interface Tombstone {
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
  headSeq: number;
  /** Records up to this one may be cut: the oldest kept snapshot file holds them. */
  truncatableSeq = 0;
  /** Told of every record, and of every commit. */
  observer: Observer | undefined;
  /** Told what a record changes before that is applied. */
  beforeApply: ((drafted: readonly PendingActor[]) => void) | undefined = undefined;
  private readonly options: EngineOptions;
  private readonly gate = new DurabilityGate();
  /** Follows the journal itself, whatever the mode. */
  private readonly journalGate = new DurabilityGate();
  private readonly checkpoint: Checkpoint;
  private readonly writer = new BatchWriter();
  private readonly auditLog: AuditLog;
  private auditEntries: number;
  private readonly groupCommit = new GroupCommit();
  private readonly flushTimer = new FlushTimer(() => this.tryFlush());
  private readonly unitLimits: { readonly slotsMax: number; readonly subjects: DataSubjects };
  private lastMs: number;
  private commitNumber: number;
  private truncatedSeq: number;
  /** The last record of a batch before which there is none, so that its keys are not read for every commit. */
  private oldestBatchLastSeq = 0;
  private headSeqAtTick = 0;
  private flushing: Promise<void> | undefined;
  private failed = false;
  private closing = false;
  private closed = false;
  private readonly tombstones: Tombstone[];

  constructor(options: EngineOptions, recovered: Recovered) {
    this.options = options;
    this.rules = options.rules;
    this.limits = options.limits;
    this.clock = options.clock;
    this.unitLimits = { slotsMax: options.limits.sessionsMax, subjects: recovered.subjects };
    this.tables = recovered.tables;
    this.journal = recovered.journal;
    this.headSeq = recovered.headSeq;
    this.lastMs = recovered.lastMs;
    this.commitNumber = recovered.journal.meta?.commit ?? 0;
    this.truncatedSeq = recovered.journal.meta?.cut ?? 0;
    this.gate.durableSeq = recovered.headSeq;
    this.journalGate.durableSeq = recovered.headSeq;
    this.checkpoint = new Checkpoint(options.limits);
    this.tombstones = [...recovered.tombstones];
    this.auditLog = new AuditLog(this.journal.cipher);
    this.auditEntries = this.journal.auditCount();
    for (const actor of recovered.dirty) {
      const since = actor.dirtySince;
      actor.dirtySince = 0;
      this.checkpoint.markDirty(actor, since);
    }
    for (const { search } of Object.values(this.tables))
      if (search !== undefined && search.docCount <= WARM_AT_ONCE_MAX) search.warm(() => true);
  }

  /** Brings words into the search indexes while `more` says so; true when all are in. */
  warmSearch(more: () => boolean): boolean {
    return KIND_NAMES.every((kind) => this.tables[kind].search?.warm(more) ?? true);
  }

  /** Searches for words are refused meanwhile, all others are slower. */
  get isSearchWarming(): boolean {
    return KIND_NAMES.some((kind) => this.tables[kind].search?.warming);
  }

  /** Time never runs backwards in the journal. */
  nowMs(): number {
    return Math.max(this.options.clock.nowMs(), this.lastMs);
  }

  readContext(): ReadContext {
    return new ReadContext(this.tables, this.rules, this.nowMs());
  }

  begin(): UnitOfWork {
    return new UnitOfWork(
      this.tables,
      this.rules,
      this.nowMs(),
      this.options.random,
      this.truncatedSeq,
      this.unitLimits,
    );
  }

  /** Makes the drafts a record and applies them; without drafts nothing happens. The record's seq, or 0. */
  commit(unit: UnitOfWork, cause: Cause): number {
    const { events, pending, atMs } = unit;
    if (this.failed) throw new Fault('the journal has failed');
    if (events.length === 0) return 0;
    if (this.closed) throw new Fault('the store is closed');
    const seq = this.headSeq + 1;
    // What cannot be packed has changed nothing yet.
    this.writer.add(seq, atMs, cause, events, this.journal.cipher);
    this.beforeApply?.(pending);
    const before = this.auditLog.statesBefore(pending);
    try {
      for (const { actor, created } of pending) {
        if (!created) continue;
        actor.table.resident.set(actor.id, actor);
        actor.table.takeSlot(actor.id);
      }
      for (const { actor, events: own } of pending) {
        for (const { event } of own) actor.table.apply(actor, event, seq, atMs);
        if (own.length > 0) this.checkpoint.markDirty(actor, seq);
      }
      if (before !== undefined) this.auditLog.append(seq, atMs, cause, pending, before);
    } catch (error) {
      this.fail('applying a record failed', error);
      throw error;
    }
    for (const { event } of events) this.unitLimits.subjects.observe(event);
    this.headSeq = seq;
    this.lastMs = atMs;
    this.observer?.committed(seq, events);
    if (!this.options.gated) this.gate.advance(seq);
    this.scheduleFlush();
    return seq;
  }

  /** Decides and commits in one go. */
  transact<T>(cause: Cause, decide: (tx: Transaction) => Result<T>): Result<T> {
    const unit = this.begin();
    const result = decide(unit);
    if (result.ok) this.commit(unit, cause);
    return result;
  }

  get durableSeq(): number {
    return this.gate.durableSeq;
  }

  releaseWhenDurable(seq: number, waiter: Waiter): void {
    this.gate.wait(seq, waiter);
  }

  /** Resolves when record `seq` is in the journal: in the mode `relaxed` the gate knows less than that. */
  whenDurable(seq: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.journalGate.wait(seq, { release: resolve, fail: () => reject(new Fault('the journal has failed')) });
    });
  }

  /** The journal has failed: nothing is decided any more, and the process ends. */
  get hasFailed(): boolean {
    return this.failed;
  }

  /** So few session slots are left that those that ended are wanted at once. */
  get sessionsNearlyFull(): boolean {
    return this.tables.session.idsInUse > this.limits.sessionsMax * PRESSURE;
  }

  /** In the mode `relaxed` no reply waits, but records do. */
  get isOverloaded(): boolean {
    return Math.max(this.gate.waiting, this.writer.count) >= this.limits.pendingRepliesMax;
  }

  /**
   * Eviction, and rows when nothing has happened since the last call. Called every few milliseconds by the loop's
   * owner.
   */
  tick(): void {
    if (this.failed) return;
    for (const kind of KIND_NAMES) this.tables[kind].evict(this.limits.residentActorsMax, this.commitNumber, 1000);
    const idle = this.headSeq === this.headSeqAtTick;
    this.headSeqAtTick = this.headSeq;
    if (idle && this.flushing === undefined && !this.failed && !this.closing) this.flush(true);
  }

  private scheduleFlush(): void {
    if (this.flushing !== undefined) return;
    // At the record that completes the group: by the end of the loop's turn it would have half of the next one in it.
    if (this.groupCommit.isComplete(this.writer.count)) return this.flush(false);
    this.flushTimer.afterThisTurn();
  }

  private tryFlush(): void {
    if (this.flushing !== undefined || this.writer.count === 0) return;
    if (this.groupCommit.isReady(this.writer.count)) this.flush(false);
    else this.flushTimer.afterDelay();
  }

  /** Half of a commit that is prepared has marked rows as written that are not: nothing may go on after that. */
  private flush(idle: boolean): void {
    if (this.failed || this.closed) return;
    try {
      this.startCommit(idle);
    } catch (error) {
      this.fail('a commit could not be prepared', error);
    }
  }

  private startCommit(idle: boolean): void {
    const records = this.writer.count;
    const checkpointRowsMax = this.closing
      ? Infinity
      : this.checkpoint.rowsToWrite(this.headSeq, records, this.options.clock.nowMs(), idle);
    const { cut, upTo } = this.truncatableBatches();
    if (records === 0 && checkpointRowsMax === 0 && cut.length === 0 && !this.closing) return;
    const commit = this.commitNumber + 1;
    const taken = this.checkpoint.takeRows(checkpointRowsMax, commit);
    const batch = records > 0 ? { firstSeq: this.writer.firstSeq, bytes: this.writer.take() } : undefined;
    const buried = this.collectTombstones();
    this.truncatedSeq = upTo;
    const meta = this.meta(commit);
    this.groupCommit.commitStarted();
    this.flushing = this.journal
      .commit({
        batch,
        rows: taken.rows,
        truncatedBatches: cut,
        droppedTombstones: buried,
        audit: this.auditChange(),
        meta,
      })
      .then(
        (written) => this.commitEnded(written, meta, taken, records),
        (error: unknown) => this.fail('the journal could not be written', error),
      )
      .catch((error: unknown) => this.fail('answering after a commit failed', error));
  }

  private meta(commit: number): Meta {
    const nextIds: { [kind: string]: number } = { subject: this.unitLimits.subjects.next };
    for (const kind of KIND_NAMES) nextIds[kind] = this.tables[kind].nextId;
    return {
      version: STORE_VERSION,
      commit,
      head: this.headSeq,
      low: this.checkpoint.checkpointSeq(this.headSeq),
      cut: this.truncatedSeq,
      lastMs: this.lastMs,
      nextIds,
    };
  }

  /** Batches that neither a row nor a kept snapshot file needs any more, and the last record in them. */
  private truncatableBatches(): { readonly cut: readonly number[]; readonly upTo: number } {
    const { session } = this.tables;
    const { sessionsMax, feedRetentionRecords } = this.limits;
    const slots = sessionsMax - (session.nextId - 1) + session.reusableSlots(this.truncatedSeq);
    // A slot is used again only behind the cut: shoppers go before readers of the feed.
    const window = slots < sessionsMax * (1 - PRESSURE) ? 0 : feedRetentionRecords;
    const floor = Math.min(this.truncatableSeq, this.journal.meta?.low ?? 0, this.headSeq - window);
    let upTo = this.truncatedSeq;
    if (floor <= upTo || floor < this.oldestBatchLastSeq) return { cut: [], upTo };
    const keys = this.journal.oldestBatches(CUT_KEYS_MAX + 1);
    const cut: number[] = [];
    for (let at = 0; at + 1 < keys.length; at += 1) {
      const lastSeq = keys[at + 1]! - 1;
      this.oldestBatchLastSeq = lastSeq;
      if (lastSeq > floor) break;
      cut.push(keys[at]!);
      upTo = lastSeq;
    }
    return { cut, upTo };
  }

  /** What is new, and the oldest that is too much. */
  private auditChange(): AuditChange {
    const add = this.auditLog.take();
    this.auditEntries += add.length;
    const drop: { seq: number; objects: ReturnType<typeof objectsOf> }[] = [];
    if (this.auditEntries > this.limits.auditEntriesMax) {
      for (const [seq, bytes] of this.journal.audit(0)) {
        if (drop.length >= CUT_KEYS_MAX || this.auditEntries - drop.length <= this.limits.auditEntriesMax) break;
        drop.push({ seq, objects: objectsOf(bytes) });
      }
      this.auditEntries -= drop.length;
    }
    return { add, remove: drop };
  }

  /** Graves that no replay can come upon any more. */
  private collectTombstones(): Tombstone[] {
    let count = 0;
    while (count < CUT_KEYS_MAX && (this.tombstones[count]?.seq ?? Infinity) <= this.truncatedSeq) count += 1;
    return this.tombstones.splice(0, count);
  }

  private commitEnded(written: boolean, meta: Meta, { ended, evictable }: CheckpointRows, records: number): void {
    this.flushing = undefined;
    if (!written) {
      this.fail('another process writes to this store', undefined);
      return;
    }
    this.commitNumber = meta.commit;
    for (const actor of ended) {
      const { table, id, seq } = actor;
      table.tombstoneWritten(actor);
      if (!table.kind.slots) this.tombstones.push({ kind: table.name, id, seq });
    }
    for (const actor of evictable) actor.table.evictWritten(actor);
    const { count } = this.writer;
    this.groupCommit.commitEnded(records, count);
    // Before the replies of this batch are sent: the disk then works meanwhile.
    if (count > 0 && this.groupCommit.isReady(count)) this.flush(false);
    this.journalGate.advance(meta.head);
    this.observer?.durable();
    if (this.options.gated) this.gate.advance(meta.head);
    if (this.writer.count > 0) this.scheduleFlush();
  }

  private fail(reason: string, error: unknown): void {
    if (this.failed) return;
    this.failed = true;
    this.flushing = undefined;
    this.gate.fail();
    this.journalGate.fail();
    this.options.fatal(reason, error);
  }

  /** Writes what is left, every row included, and closes the journal. */
  async close(): Promise<void> {
    while (this.flushing !== undefined) await this.flushing;
    this.closing = true;
    this.flush(false);
    // What is decided meanwhile makes a commit of its own.
    while (!this.failed && (this.flushing !== undefined || this.writer.count > 0))
      await (this.flushing ?? yieldToEventLoop());
    this.closed = true;
    await this.journal.close();
  }
}

/** For what the engine itself causes. */
export const maintenanceCause = (operation: string): Cause => ({ operation, channelId: 0, sessionId: 0, userId: 0 });
