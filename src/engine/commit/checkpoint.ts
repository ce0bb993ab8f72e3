// Continuous checkpoint: writes dirty actors to their rows, oldest change first, so that a restart replays little.
//
// It works by volume and not by a clock: while more records than `replayRecordsMax` would have to be replayed, every
// commit carries rows of its own; an idle engine writes the rest. Guaranteed:
// - `checkpointSeq`: the rows on the disk hold every change up to it, because it is written in the commit of the rows;
// - rows: none is newer than the last record of its commit, because rows and batch are one transaction of LMDB;
// - eviction: an actor leaves memory only after the commit that wrote its row.
// test/engine/rules.test.ts fails when one of them is broken. Not promised: a bound on the replay of a restart, which
// grows while the disk cannot keep up.
// Glossary (docs/internals/glossary.md): checkpoint, replay debt.
import type { Actor } from '../actors/actor-table.ts';
import type { MemoryShare } from '../../kernel/memory-account.ts';
import { checksumOf } from '../disk/checksummed.ts';
import type { ActorRow } from '../journal/journal.ts';
import type { RowDigests } from '../journal/row-digests.ts';

/**
 * Dirty actors of kinds with large states above which every commit writes rows, because dirty actors stay in memory.
 */
const LARGE_DIRTY_MAX = 1000;

/** Share of the memory for actors above which dirty actors make every commit write rows. */
const DIRTY_SHARE = 0.25;

/** Rows of a commit, unless the debt is well above its limit (D683): a record may make 10,000 actors. */
export const CHECKPOINT = { commitRowsMax: 1000 };

const isLarge = ({ table }: Actor): boolean => table.kind.residentMax !== undefined;

export interface CheckpointLimits {
  /** Records to replay at a restart above which commits carry rows while the shop is busy. */
  readonly replayRecordsMax: number;
  /** Rows per commit while the engine is idle. */
  readonly checkpointRowsMax: number;
  /** Milliseconds between two such commits. */
  readonly checkpointPauseMs: number;
}

export interface CheckpointRows {
  readonly rows: readonly ActorRow[];
  /** Actors whose tombstones are among the rows. */
  readonly ended: readonly Actor[];
  /** Actors that may leave memory once the rows are on the disk. */
  readonly evictable: readonly Actor[];
}

export class Checkpoint {
  /** Ordered by `dirtySince`: the first one says where a replay begins. Entries before `firstDirty` are written. */
  private dirty: Actor[] = [];
  private firstDirty = 0;
  private readonly limits: CheckpointLimits;
  private readonly memory: MemoryShare;
  private readonly digests: RowDigests;
  private lastIdleRowsMs = 0;
  /** Actors that became dirty since the last rows were taken. */
  private newlyDirty = 0;
  /** Dirty actors of kinds with large states. */
  private largeDirty = 0;
  /** Memory of dirty actors. */
  private dirtyBytes = 0;

  /** `memory`: share of the actors. */
  constructor(limits: CheckpointLimits, memory: MemoryShare, digests: RowDigests) {
    this.limits = limits;
    this.memory = memory;
    this.digests = digests;
  }

  /** Number of dirty actors. */
  get size(): number {
    return this.dirty.length - this.firstDirty;
  }

  /** The last record that needs no replay. */
  checkpointSeq(headSeq: number): number {
    const oldest = this.dirty[this.firstDirty];
    return oldest === undefined ? headSeq : oldest.dirtySince - 1;
  }

  /** Marks an actor that record `seq` has changed and made larger by `bytes`. */
  markDirty(actor: Actor, seq: number, bytes: number): void {
    if (actor.dirtySince !== 0) {
      this.dirtyBytes += bytes;
      return;
    }
    actor.dirtySince = seq;
    this.add(actor);
  }

  /** Takes over the actors that recovery left dirty, oldest change first. */
  adopt(actors: Iterable<Actor>): void {
    for (const actor of actors) this.add(actor);
  }

  private add(actor: Actor): void {
    this.dirty.push(actor);
    this.dirtyBytes += actor.bytes;
    this.newlyDirty += 1;
    if (isLarge(actor)) this.largeDirty += 1;
  }

  /** Rows that the next commit, of `records` records, should carry. */
  rowsToWrite(headSeq: number, records: number, nowMs: number, idle: boolean): number {
    if (this.size === 0) return 0;
    if (idle) {
      if (nowMs - this.lastIdleRowsMs < this.limits.checkpointPauseMs) return 0;
      this.lastIdleRowsMs = nowMs;
      return this.limits.checkpointRowsMax;
    }
    const over =
      Math.max(
        (headSeq - this.checkpointSeq(headSeq)) / this.limits.replayRecordsMax,
        this.largeDirty / LARGE_DIRTY_MAX,
        this.dirtyBytes / (this.memory.bytesMax * DIRTY_SHARE),
      ) - 1;
    if (over <= 0) return 0;
    // As many as became dirty, and more with a longer replay, so that the load stays balanced. What a record of
    // thousands of actors leaves is paid by the share of `commitRowsMax`. Where all records are such ones, the debt may
    // grow to twice its limit: from there on a commit carries as many rows as became dirty.
    const dirtied = Math.max(this.newlyDirty, records);
    const { commitRowsMax } = CHECKPOINT;
    const most = Math.max(commitRowsMax, dirtied * (2 * over - 1));
    return Math.ceil(Math.min(dirtied * (1 + over) + commitRowsMax * over, most));
  }

  /**
   * Takes the rows of the oldest changes; they count as written from here on. All their events are in the batch of
   * commit `commitNumber` or an earlier one.
   */
  takeRows(count: number, commitNumber: number): CheckpointRows {
    const rows: ActorRow[] = [];
    const ended: Actor[] = [];
    const evictable: Actor[] = [];
    this.newlyDirty = 0;
    while (rows.length < count && this.firstDirty < this.dirty.length) {
      const actor = this.dirty[this.firstDirty]!;
      this.firstDirty += 1;
      this.dirtyBytes -= actor.bytes;
      const row = actor.table.rowOf(actor);
      rows.push(row);
      this.digest(actor, row);
      if (actor.ended) ended.push(actor);
      else if (actor.table.isEvictable(actor)) {
        actor.recentlyUsed = false;
        evictable.push(actor);
      }
      actor.dirtySince = 0;
      actor.rowCommit = commitNumber;
      if (isLarge(actor)) this.largeDirty -= 1;
    }
    // The list is copied only when half of it is written, so an entry is moved once on average.
    if (this.firstDirty * 2 >= this.dirty.length) {
      this.dirty = this.dirty.slice(this.firstDirty);
      this.firstDirty = 0;
    }
    return { rows, ended, evictable };
  }

  /** Updates the digests for a row. */
  private digest(actor: Actor, { bytes }: ActorRow): void {
    const { table, id, seq } = actor;
    const before = actor.rowMark;
    if (bytes === undefined) {
      const generation = table.tombstoneGenerationOf(actor);
      this.digests.change(table.name, 'tombstones', table.tombstoneMark(id), { id, seq, sum: generation });
      actor.rowSeq = 0;
    } else {
      actor.rowSeq = seq;
      actor.rowSum = checksumOf(bytes);
    }
    this.digests.change(table.name, 'rows', before, actor.rowMark);
  }
}
