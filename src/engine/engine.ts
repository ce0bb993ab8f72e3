// The engine: state in memory, one decision at a time, one commit in flight.
//
//   begin    a unit of work decides and collects pending events
//   record   packs its events as one record, applies them, and marks the changed actors dirty
//   flush    writes all records packed since the last commit, with rows of dirty actors (commit-pipeline.ts)
//   release  the durability gate releases every reply that read a record of the commit
//
// Guaranteed: a record is applied as a whole or not at all; memory and journal have the same records in the same order;
// no reply leaves before the records that it read are durable (unless the mode is `relaxed`). How: everything runs on
// one thread, records are packed before they are applied, and after the first failure nothing is decided any more.
// Not promised: surviving a failed write. The engine calls `fatal`, the process ends, and the next start recovers.
// Glossary (docs/internals/glossary.md): record, commit.
import { KIND_NAMES } from '../domain/kinds.ts';
import type { ShopRules } from '../domain/rules.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { Clock, Stopwatch } from '../kernel/clock.ts';
import { unboundedMemory } from '../kernel/memory-account.ts';
import type { MemoryAccount } from '../kernel/memory-account.ts';
import { Fault } from '../kernel/result.ts';
import type { Refusal, Result } from '../kernel/result.ts';
import type { Actor } from './actors/actor-table.ts';
import { AuditLog } from './audit/audit-log.ts';
import type { AuditSource } from './audit/audit-log.ts';
import { Hindsight } from './audit/hindsight.ts';
import { applyEvents } from './commit/apply-events.ts';
import { Checkpoint } from './commit/checkpoint.ts';
import { CommitPipeline } from './commit/commit-pipeline.ts';
import type { Recording, StoredHead } from './commit/commit-pipeline.ts';
import { Destruction } from './destruction/destruction.ts';
import { DurabilityGate } from './commit/durability-gate.ts';
import type { Waiter } from './commit/durability-gate.ts';
import type { StoreDamage } from './disk/store-damage.ts';
import type { EngineLimits, EngineOptions } from './engine-options.ts';
import { evict } from './actors/eviction.ts';
import type { GroupCommit } from './commit/group-commit.ts';
import { JournalTime } from './time/journal-time.ts';
import { Folding } from './commit/folding.ts';
import type { Pause } from './commit/folding.ts';
import type { Batch, EntryMark, Journal } from './journal/journal.ts';
import type { RowDigests } from './journal/row-digests.ts';
import type { Cause, JournalRecord } from './journal/record.ts';
import type { Observer } from './observer.ts';
import { OpenCarts } from './actors/open-carts.ts';
import { ReadContext, rulesOf } from './transactions/read-context.ts';
import type { Tables } from './actors/tables.ts';
import type { Recovered } from './recovered.ts';
import { SessionSlots } from './actors/session-slots.ts';
import { Truncation } from './journal/truncation.ts';
import type { SnapshotsUpTo } from './journal/truncation.ts';
import { UnitOfWork } from './transactions/unit-of-work.ts';
import type { PendingActor } from './transactions/pending-actor.ts';
import type { UnitLimits } from './transactions/unit-of-work.ts';
import { WriteLoad } from './commit/write-load.ts';
import { WriteRefusals } from './commit/write-refusals.ts';

/** Kinds with at most this many actors index all their words before the first call. */
const WARM_AT_ONCE_MAX = 500;

export class Engine {
  readonly tables: Tables;
  readonly limits: EngineLimits;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly memory: MemoryAccount;
  readonly time: JournalTime;
  /** The last record applied in memory. */
  headSeq: number;
  /** Bound of truncation: the oldest kept snapshot file, or the newest one while no session slot is free. */
  snapshotsUpTo: SnapshotsUpTo = { oldest: 0, newest: 0 };
  /** Stock items of which carts may hold more than they can buy; the sweeper checks them (release-holds.ts). */
  readonly heldToCheck = new Set<number>();
  readonly writeRefusals = new WriteRefusals();
  /** Called with the actors of a record before it is applied; must not throw. One slot: open lists use it. */
  beforeApply: ((pending: readonly PendingActor[]) => void) | undefined = undefined;
  /** Called when personal values in memory were erased, so that copies of replies or states are dropped. */
  readonly erasedObservers: (() => void)[] = [];
  private readonly options: EngineOptions;
  private readonly observers: Observer[] = [];
  /** Holds replies back. In the mode `relaxed` it opens as soon as a record is applied. */
  readonly gate = new DurabilityGate();
  /** Opens when records are promised, whatever the mode. */
  private readonly promisedGate = new DurabilityGate();
  private readonly checkpoint: Checkpoint;
  readonly digests: RowDigests;
  readonly writeLoad: WriteLoad;
  readonly sessionSlots: SessionSlots;
  readonly openCarts: OpenCarts;
  private readonly auditLog: AuditLog;
  readonly hindsight: Hindsight;
  private readonly truncation: Truncation;
  private readonly pipeline: CommitPipeline;
  private readonly folding: Folding;
  readonly destruction: Destruction;
  private readonly unitLimits: UnitLimits;
  private headSeqAtTick = 0;
  private failed = false;
  private leads: boolean;

  constructor(options: EngineOptions, recovered: Recovered) {
    this.options = options;
    this.limits = options.limits;
    this.clock = options.clock;
    this.stopwatch = options.stopwatch;
    this.memory = options.memory ?? unboundedMemory();
    this.unitLimits = { slotsMax: options.limits.sessionsMax, subjects: recovered.subjects };
    this.tables = recovered.tables;
    this.journal = recovered.journal;
    this.headSeq = recovered.headSeq;
    this.time = options.time ?? new JournalTime(options.clock, options.limits);
    this.time.lastMs = recovered.lastMs;
    this.gate.durableSeq = this.promisedGate.durableSeq = recovered.headSeq;
    this.leads = options.follows !== true;
    if (!this.leads) recovered.journal.cipher?.rememberValues(true);
    this.digests = recovered.digests;
    this.truncation = new Truncation(recovered.journal, recovered.tombstones);
    this.sessionSlots = new SessionSlots(recovered.tables.session, this.truncation, options.limits);
    this.openCarts = new OpenCarts(recovered.tables.session, options.rules.sessionTtlMs);
    this.checkpoint = new Checkpoint(options.limits, this.memory.actors, recovered.digests);
    this.auditLog = new AuditLog(recovered.journal, options.limits.auditEntriesMax);
    this.hindsight = new Hindsight(this, this.auditLog);
    const { journal, checkpoint, auditLog, truncation, digests, stopwatch } = this;
    const { pendingBytesMax } = options;
    const parts = { journal, checkpoint, auditLog, truncation, digests, stopwatch, pendingBytesMax };
    this.pipeline = new CommitPipeline(this.recording(), parts);
    this.writeLoad = new WriteLoad(options.limits.pendingRepliesMax, this.gate, this.pipeline, this.memory.waiting);
    this.folding = new Folding(this, this.pipeline, (record, pending) => {
      options.numbers?.ensure(this.tables);
      this.apply(record, pending);
    });
    this.destruction = new Destruction(this);
    this.checkpoint.adopt(recovered.dirty);
    for (const kind of KIND_NAMES) this.tables[kind].onDamage = (damage) => this.failDamaged(damage);
    for (const { search } of Object.values(this.tables))
      if (search !== undefined && search.docCount <= WARM_AT_ONCE_MAX) search.warm(() => true);
  }

  /** Observers are called in the order in which they were registered. */
  observe(observer: Observer): void {
    this.observers.push(observer);
  }

  /** Indexes words for search while `goOn` is true. Returns whether all words are indexed. */
  warmSearch(goOn: () => boolean): boolean {
    return KIND_NAMES.every((kind) => this.tables[kind].search?.warm(goOn) ?? true);
  }

  /** Whether words are still being indexed: searches for words wait, and all others are slower. */
  get isSearchWarming(): boolean {
    return KIND_NAMES.some((kind) => this.tables[kind].search?.warming);
  }

  get rules(): ShopRules {
    return rulesOf(this.tables, this.options.rules);
  }
  /** Time that a record made now would have (journal-time.ts). */
  nowMs(): number {
    return this.time.nowMs();
  }

  readContext(): ReadContext {
    return new ReadContext(this.tables, this.options.rules, this.nowMs());
  }

  begin(): UnitOfWork {
    if (!this.leads) throw new Fault('a follower decides nothing');
    const { random, rules } = this.options;
    return new UnitOfWork(this.tables, rules, this.nowMs(), random, this.truncation.truncatedSeq, this.unitLimits);
  }

  /** Makes a record of the unit's events and applies it. Returns its number; 0 where there is nothing to record. */
  record(unit: UnitOfWork, cause: Cause): number {
    const { events, pending, atMs } = unit;
    if (this.failed) throw new Fault('the journal has failed');
    if (events.length === 0 && !unit.mustRecord) return 0;
    if (this.pipeline.closed) throw new Fault('the store is closed');
    if (this.isReadOnly) throw new Fault('the store is read only');
    unit.releaseHolds(this.heldToCheck);
    if (unit.imitated !== undefined) this.auditLog.imitate(unit.imitated, atMs, cause);
    this.options.numbers?.ensure(this.tables);
    const seq = this.headSeq + 1;
    // An event that cannot be packed throws here, while nothing has changed yet.
    const bytes = this.pipeline.writer.add(seq, atMs, cause, events, this.journal.cipher);
    this.apply({ seq, atMs, cause, events, bytes }, pending);
    if (!this.options.gated) this.gate.advance(seq);
    this.pipeline.scheduleFlush();
    return seq;
  }

  /** Applies a record. `pending`: the actors that it changes, with their events. */
  private apply({ seq, atMs, cause, events, bytes }: JournalRecord, pending: readonly PendingActor[]): void {
    this.beforeApply?.(pending);
    const before = this.auditLog.statesBefore(pending);
    try {
      for (const { actor, created } of pending) {
        if (!created) continue;
        actor.table.keep(actor);
        if (actor.id < actor.table.nextId) actor.table.freeSlots.take(actor.id);
      }
      const share = Math.ceil(bytes / pending.length);
      applyEvents(events, pending, seq, atMs);
      for (const { actor, events: own } of pending)
        if (own.length > 0) this.checkpoint.markDirty(actor, seq, actor.table.grow(actor, share));
      if (before !== undefined) this.auditLog.append(seq, atMs, cause, pending, before);
    } catch (error) {
      this.fail('applying a record failed', error);
      throw error;
    }
    for (const { event } of events) this.unitLimits.subjects.observe(event);
    this.destruction.noteRecord(seq, events);
    this.headSeq = seq;
    this.time.lastMs = atMs;
    this.openCarts.noteRecord(events, this.leads);
    for (const observer of this.observers) observer.recorded(seq, events, cause);
  }

  /** Whether this process decides; else it folds what another one has decided. */
  get isLeading(): boolean {
    return this.leads;
  }

  /** Makes this process the leader, which decides. All promised records must be folded before. */
  lead(): void {
    this.openGates(this.headSeq);
    this.leads = true;
    this.journal.cipher?.rememberValues(false);
  }

  /** Notes, on a follower, that records up to `seq` are promised; it may not have folded them yet. */
  notePromised(seq: number): void {
    if (seq > this.promisedGate.durableSeq) this.openGates(seq);
  }

  /** Folds a batch of the leader (`Folding.batch`); only on a follower. */
  fold(batch: Batch, entry: EntryMark | undefined, pause: Pause): Promise<void> {
    if (this.leads) throw new Fault('a leader folds nothing');
    // The batch may have been promised before it arrived.
    return this.folding.batch(batch, entry, pause).then(() => this.destruction.carryOut());
  }

  /** Decides and records at once. A refusal changes nothing. */
  transact<T>(cause: Cause, decide: (tx: Transaction) => Result<T>): Result<T> {
    const unit = this.begin();
    const result = decide(unit);
    if (result.ok) this.record(unit, cause);
    return result;
  }

  get groupCommit(): GroupCommit {
    return this.pipeline.groupCommit;
  }

  /** The last record that cannot be lost; observers are notified next. */
  get promisedSeq(): number {
    return this.promisedGate.durableSeq;
  }

  /** Last record whose readers' replies may leave; in the mode `relaxed` it is ahead of the journal. */
  get durableSeq(): number {
    return this.gate.durableSeq;
  }

  /** Releases a reply that read records up to `seq`. */
  releaseWhenDurable(seq: number, waiter: Waiter): void {
    this.gate.wait(seq, waiter);
  }

  /** Resolves when record `seq` can no longer be lost, in the mode `relaxed` too. Rejects when the journal fails. */
  whenDurable(seq: number): Promise<void> {
    return this.promisedGate.passed(seq);
  }

  /** Resolves when `journal` has record `seq`, maybe later than it is durable. Rejects when the journal fails. */
  whenStored(seq: number): Promise<void> {
    return this.pipeline.whenStored(seq);
  }

  /** Head of `journal`. */
  get stored(): StoredHead {
    return this.pipeline.stored;
  }

  /** The audit log, with entries that are durable and not in the journal yet. */
  get audit(): AuditSource {
    return this.auditLog.upTo(this.durableSeq);
  }

  /** Whether the journal has failed: nothing is decided any more, and the process ends. */
  get hasFailed(): boolean {
    return this.failed;
  }

  /** Why changes are refused now; undefined while they are accepted. */
  get writeRefusal(): Refusal | undefined {
    return this.writeRefusals.current;
  }

  /** Whether the store was opened for reading only, so that nothing is ever written. */
  get isReadOnly(): boolean {
    return this.writeRefusal?.code === 'STORE_READ_ONLY';
  }

  /** Whether changes are accepted. If not, maintenance waits; calls under way may still be recorded. */
  get mayWrite(): boolean {
    return this.writeRefusal === undefined;
  }

  /** Evicts actors, and writes rows if no record was made since the last call. Called every few milliseconds. */
  tick(): void {
    if (this.failed) return;
    evict(this.tables, this.limits.residentActorsMax, this.memory.actors, this.pipeline.storedCommit);
    const idle = this.headSeq === this.headSeqAtTick;
    this.headSeqAtTick = this.headSeq;
    if (!this.mayWrite) return;
    if (idle) this.pipeline.writeIdleRows();
    this.options.numbers?.reserveAhead(this.tables);
  }

  /** The engine as the pipeline sees it while it makes a commit. */
  private recording(): Recording {
    return {
      tables: this.tables,
      headSeq: () => this.headSeq,
      lastMs: () => this.time.lastMs,
      mayWrite: () => this.mayWrite,
      nextSubject: () => this.unitLimits.subjects.next,
      rowsToWrite: (records, idle) =>
        this.checkpoint.rowsToWrite(this.headSeq, records, this.clock.sinceBootMs(), idle),
      neededFromSeq: (checkpointSeq) => this.neededFromSeq(checkpointSeq),
      // A follower's disk proves nothing about its leader's promises; a new leader knew them before it took the lead.
      notePromised: (seq) => {
        if (this.leads && seq >= this.promisedGate.durableSeq) this.openGates(seq);
      },
      fail: (reason, error) => this.fail(reason, error),
    };
  }

  private openGates(seq: number): void {
    this.destruction.notePromised(seq);
    this.promisedGate.advance(seq);
    for (const observer of this.observers) observer.durable(seq);
    if (this.options.gated || !this.leads) this.gate.advance(seq);
  }

  /** The first record that recovery, a kept snapshot file, the change feed or a restore still needs. */
  private neededFromSeq(checkpointSeq: number): number {
    // A slot is free only after truncation past its holder's end: new sessions go before readers of the feed.
    const { sessionSlots, snapshotsUpTo } = this;
    const retained = sessionSlots.fewFree ? 0 : this.limits.feedRetentionRecords;
    const inFiles = sessionSlots.noneFree ? snapshotsUpTo.newest : snapshotsUpTo.oldest;
    const kept = Math.max(retained, this.limits.journalKeepRecords);
    return Math.min(inFiles, checkpointSeq, this.headSeq - kept) + 1;
  }

  /** Stops the engine because the disk does not hold what was written. The next start restores it. */
  failDamaged(damage: StoreDamage): void {
    this.fail('the store is damaged', damage);
  }

  /** Whether the last commit with the actor's row has ended. */
  isRowSettled(actor: Actor): boolean {
    return actor.rowCommit <= this.pipeline.storedCommit;
  }

  /** Writes the row of a resident actor again, because the row on the disk is damaged and the actor is not. */
  rewriteRow(actor: Actor): void {
    if (actor.dirtySince === 0) this.checkpoint.markDirty(actor, this.headSeq + 1, 0);
  }

  /** Fails all waiting replies with an open outcome: the log, which decides it, gives no answer for now. */
  failWaiting(): void {
    this.gate.failWaiting();
    this.promisedGate.failWaiting();
  }

  /** Stops the engine because another process leads. */
  depose(error: Error): void {
    this.fail('this process leads no more', error);
  }

  private fail(reason: string, error: unknown): void {
    if (this.failed) return;
    this.failed = true;
    this.gate.fail();
    this.promisedGate.fail();
    this.pipeline.fail();
    this.options.fatal(reason, error);
  }

  /** Writes all waiting records and every dirty row, and closes the journal. */
  async close(): Promise<void> {
    await this.pipeline.close();
    await this.journal.close();
  }
}

/** Cause of records made by the engine's own maintenance. */
export const maintenanceCause = (operation: string): Cause => ({ operation, channelId: 0, sessionId: 0, userId: 0 });
