// From records to the journal: gathers records into batches, commits them with rows of dirty actors, and opens the
// gates behind which replies wait.
//
// A commit passes two points. It is _promised_ when its records can no longer be lost: replies leave, and the next
// commit begins. It is _stored_ when its rows are on the disk of this process: actors may leave memory, and what was
// truncated may be forgotten. LMDB does both at once. A journal behind a log promises earlier; its disk may be several
// commits behind.
// Guaranteed: commits are promised and stored in the order of their numbers. Not promised: surviving a failed commit.
// Glossary (docs/internals/glossary.md): commit, promised and stored.
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { Stopwatch } from '../../kernel/clock.ts';
import type { ActorTable } from '../actors/actor-table.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Checkpoint, CheckpointRows } from './checkpoint.ts';
import { DurabilityGate } from './durability-gate.ts';
import { nextDocuments } from '../../domain/orders/invoice-number.ts';
import type { OrderIndex } from '../../domain/orders/order-index.ts';
import { STORE_FORMAT } from '../disk/format.ts';
import { FlushTimer, GroupCommit } from './group-commit.ts';
import type { Journal, Meta } from '../journal/journal.ts';
import { BatchWriter } from '../journal/record.ts';
import type { RowDigests } from '../journal/row-digests.ts';
import type { Tables } from '../actors/tables.ts';
import type { Truncation } from '../journal/truncation.ts';
import { functionOf } from '../../kernel/source-function.ts';
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';

/** Bytes of records that may wait for the journal. */
const PENDING_BYTES_MAX = 33_554_432;

/** The engine as the pipeline needs it. */
export interface Recording {
  readonly tables: Tables;
  /** The last record applied in memory. */
  headSeq(): number;
  lastMs(): number;
  /** False: only records that were already answered are written. */
  mayWrite(): boolean;
  /** Number of the next data subject. */
  nextSubject(): number;
  /** Rows that a commit of `records` records should carry. */
  rowsToWrite(records: number, idle: boolean): number;
  /** The first record still needed, if rows on the disk hold every change up to `checkpointSeq`. */
  neededFromSeq(checkpointSeq: number): number;
  /** Called when records up to `seq` are promised. */
  notePromised(seq: number): void;
  fail(reason: string, error: unknown): void;
}

export interface PipelineParts {
  readonly journal: Journal;
  readonly checkpoint: Checkpoint;
  readonly auditLog: AuditLog;
  readonly truncation: Truncation;
  readonly digests: RowDigests;
  readonly stopwatch: Stopwatch;
  /** Bytes of records that may wait for the journal; absent: PENDING_BYTES_MAX. */
  readonly pendingBytesMax?: number | undefined;
}

/** The last record on the disk, its time, and the ids that came next. */
export type StoredHead = Pick<Meta, 'headSeq' | 'lastMs' | 'nextIds'>;

type Ids = { [name: string]: number };

/** All ids in one literal: a spread of forty members takes thirty times as long in Node 20. */
const copyOfIds = functionOf<(ids: Ids) => Ids>(
  ['ids'],
  `return { ${['subject', 'invoice', 'cancellation', ...KIND_NAMES].map((name) => `${name}: ids.${name}`).join(', ')} }`,
);

export class CommitPipeline {
  readonly writer = new BatchWriter();
  readonly groupCommit: GroupCommit;
  readonly pendingBytesMax: number;
  private readonly storedGate = new DurabilityGate();
  private readonly engine: Recording;
  private readonly parts: PipelineParts;
  private readonly tables: readonly ActorTable[];
  private readonly idsOfTables: number[];
  private ids: Ids = {};
  private readonly flushTimer = new FlushTimer(() => this.tryFlush());
  /** The last commit that is on the disk. */
  storedCommit: number;
  /** Head on the disk: that of the last commit, or as recovery found it. */
  stored: StoredHead;
  /** The last commit that was given to the journal. */
  private issuedCommit: number;
  /** The commit that is not promised yet. */
  private promising: Promise<void> | undefined;
  /** Resolves when the last commit given to the journal is stored. */
  private storing: Promise<void> = Promise.resolve();
  private failed = false;
  private held = false;
  /** Rows requested by `writeRows`. */
  private rowsWanted = 0;
  private closing = false;
  private isClosed = false;

  constructor(engine: Recording, parts: PipelineParts) {
    this.engine = engine;
    this.parts = parts;
    this.tables = KIND_NAMES.map((kind) => engine.tables[kind]);
    this.idsOfTables = this.tables.map(() => 0);
    this.groupCommit = new GroupCommit(parts.stopwatch);
    this.pendingBytesMax = parts.pendingBytesMax ?? PENDING_BYTES_MAX;
    this.storedCommit = this.issuedCommit = parts.journal.meta?.commitNumber ?? 0;
    this.storedGate.durableSeq = engine.headSeq();
    this.stored = { headSeq: engine.headSeq(), lastMs: engine.lastMs(), nextIds: this.nextIds() };
  }

  get closed(): boolean {
    return this.isClosed;
  }

  /** Resolves when record `seq` is on the disk of this process. Rejects when the journal fails. */
  whenStored(seq: number): Promise<void> {
    return this.storedGate.passed(seq);
  }

  /** Whether too much waits for the journal to add more. */
  get isFull(): boolean {
    return this.writer.bytesHeld >= this.pendingBytesMax;
  }

  /** Resolves when more may be added. */
  async room(): Promise<void> {
    if (this.promising === undefined && this.isFull) this.flush(false);
    while (!this.failed && this.promising !== undefined && this.isFull) await this.promising;
  }

  /** Stops writing rows until `release`: memory has records of a batch that the writer does not have yet. */
  hold(): void {
    this.held = true;
  }

  release(): void {
    this.held = false;
    this.scheduleFlush();
  }

  /** Schedules a flush for a record that was packed. */
  scheduleFlush(): void {
    if (this.promising !== undefined || this.held) return;
    // The flush runs at the record that completes the group; in the next turn, half of the next group would have joined
    // it.
    if (this.groupCommit.isComplete(this.writer.count)) return this.flush(false);
    this.flushTimer.afterThisTurn();
  }

  /** Writes rows if nothing else is to be written. */
  writeIdleRows(): void {
    if (this.promising === undefined && !this.closing) this.flush(true);
  }

  /** Resolves when a commit with `count` rows, or with all dirty ones, is on the disk. */
  async writeRows(count: number): Promise<void> {
    while (this.promising !== undefined) await this.promising;
    this.rowsWanted = count;
    this.flush(false);
    await this.storing;
  }

  private tryFlush(): void {
    if (this.promising !== undefined || this.writer.isEmpty) return;
    if (this.groupCommit.isReady(this.writer.count)) this.flush(false);
    else this.flushTimer.afterDelay();
  }

  /**
   * If preparing a commit throws, some actors are already marked clean although their rows were never written. The
   * engine must stop.
   */
  private flush(idle: boolean): void {
    if (this.failed || this.isClosed || this.held) return;
    try {
      this.startCommit(idle);
    } catch (error) {
      this.engine.fail('a commit could not be prepared', error);
    }
  }

  private startCommit(idle: boolean): void {
    const { engine, closing, writer } = this;
    const { journal, checkpoint, auditLog, truncation, digests } = this.parts;
    const mayWrite = engine.mayWrite();
    const records = writer.count;
    // Short of space, only answered records are written, and rows that folding waits for: all other rows can be made
    // again from records.
    const rowsMax = Math.max(this.rowsWanted, !mayWrite ? 0 : closing ? Infinity : engine.rowsToWrite(records, idle));
    this.rowsWanted = 0;
    const plan = mayWrite
      ? truncation.plan(engine.neededFromSeq(journal.meta?.checkpointSeq ?? 0) - 1)
      : truncation.nothing;
    if (writer.isEmpty && rowsMax === 0 && plan.batches.length === 0 && !(closing && mayWrite)) return;
    const commitNumber = this.issuedCommit + 1;
    const taken = checkpoint.takeRows(rowsMax, commitNumber);
    const { batches, entries } = writer.take();
    const droppedTombstones = truncation.apply(plan);
    for (const { kind, id, seq } of droppedTombstones)
      digests.change(kind, 'tombstones', { id, seq, sum: 0 }, undefined);
    const meta = this.meta(commitNumber);
    const audit = auditLog.take();
    this.groupCommit.commitStarted();
    let isPromised = false;
    const promised = (): void => {
      if (isPromised || this.failed) return;
      isPromised = true;
      this.commitPromised(meta.headSeq, records);
    };
    const follows = this.issuedCommit;
    this.issuedCommit = commitNumber;
    this.storing = journal
      .commit(
        { follows, batches, entries, rows: taken.rows, truncatedBatches: plan.batches, droppedTombstones, audit, meta },
        promised,
      )
      .then(
        (written) => {
          if (!written) return this.engine.fail('another process writes to this store', undefined);
          this.noteStored(meta, taken);
          promised();
          this.storedGate.advance(meta.headSeq);
        },
        (error: unknown) => this.engine.fail('the journal could not be written', error),
      )
      .catch((error: unknown) => this.engine.fail('answering after a commit failed', error));
    // The journal may have promised within the call.
    if (!isPromised) this.promising = this.storing;
  }

  /** Most commits make no actor: the object of the one before is kept, and a copy of it is changed, never itself. */
  private nextIds(): Meta['nextIds'] {
    const { tables, idsOfTables } = this;
    const subject = this.engine.nextSubject();
    const documents = nextDocuments(this.engine.tables.order.index as OrderIndex);
    let { ids } = this;
    let isCopy = false;
    if (
      subject !== ids['subject'] ||
      documents.invoice !== ids['invoice'] ||
      documents.cancellation !== ids['cancellation']
    ) {
      ids = copyOfIds(ids);
      ids['subject'] = subject;
      ids['invoice'] = documents.invoice;
      ids['cancellation'] = documents.cancellation;
      isCopy = true;
    }
    for (let index = 0; index < tables.length; index += 1) {
      const { name, nextId } = tables[index]!;
      if (idsOfTables[index] === nextId) continue;
      if (!isCopy) ids = copyOfIds(ids);
      isCopy = true;
      ids[name] = nextId;
      idsOfTables[index] = nextId;
    }
    this.ids = ids;
    return ids;
  }

  /** Member by member: each commit makes one, and members after a spread take a microsecond each. */
  private meta(commitNumber: number): Meta {
    const { engine, parts } = this;
    const { version, leastReader, leastWriter } = STORE_FORMAT;
    const headSeq = engine.headSeq();
    return {
      version,
      leastReader,
      leastWriter,
      commitNumber,
      headSeq,
      checkpointSeq: parts.checkpoint.checkpointSeq(headSeq),
      truncatedSeq: parts.truncation.truncatedSeq,
      lastMs: engine.lastMs(),
      nextIds: this.nextIds(),
      digests: parts.digests.bytes(),
    };
  }

  private commitPromised(headSeq: number, records: number): void {
    this.promising = undefined;
    const { count } = this.writer;
    this.groupCommit.noteCommitEnd(records, count);
    // The next batch starts before the replies of this one are sent, so that the disk works meanwhile.
    if (count > 0 && this.groupCommit.isReady(count)) this.flush(false);
    this.engine.notePromised(headSeq);
    if (!this.writer.isEmpty) this.scheduleFlush();
  }

  /** Handles a stored commit. An actor written again since waits for its later row. */
  private noteStored(meta: Meta, { ended, evictable }: CheckpointRows): void {
    const { commitNumber } = meta;
    const { truncation, auditLog } = this.parts;
    this.storedCommit = commitNumber;
    this.stored = meta;
    for (const actor of ended) {
      if (actor.rowCommit !== commitNumber) continue;
      const { table, id, seq } = actor;
      table.noteTombstoneWritten(actor);
      if (!table.kind.slots) truncation.addTombstone({ kind: table.name, id, seq });
    }
    for (const actor of evictable) if (actor.rowCommit === commitNumber) actor.table.evictWritten(actor);
    auditLog.noteStored(meta.headSeq);
  }

  /** Stops the pipeline: the journal has failed, or must not be written any more. */
  fail(): void {
    this.failed = true;
    this.promising = undefined;
    this.storedGate.fail();
  }

  private get isStored(): boolean {
    return this.issuedCommit === this.storedCommit;
  }

  /** Writes all that is left, every dirty row included. */
  async close(): Promise<void> {
    while (this.promising !== undefined) await this.promising;
    this.closing = true;
    this.flush(false);
    // Records decided meanwhile get a commit of their own.
    while (!this.failed && (!this.writer.isEmpty || !this.isStored))
      await (this.promising ?? (this.isStored ? yieldToEventLoop() : this.storing));
    this.isClosed = true;
  }
}
