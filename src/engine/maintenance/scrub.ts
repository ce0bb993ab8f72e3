// Reads everything stored, at a set rate, so that damage is found while a snapshot file and a journal can still restore
// it.
//
// Guaranteed: the next pass finds rows that are damaged, old, missing or put back. The damaged row of a resident actor
// is written again; any other damage of rows ends the process, and the next start restores them. Damaged batches and
// audit entries are reported: memory is right, and a snapshot file replaces a batch. Not promised: that damage is found
// before a read meets it; every read checks by itself.
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kind-types.ts';
import type { Actor } from '../actors/actor-table.ts';
import { entryDamage } from '../audit/audit-log.ts';
import { checksumOf, seqOf } from '../disk/checksummed.ts';
import type { Engine } from '../engine.ts';
import { batchDamage } from '../journal/record.ts';
import { RowDamage, RowsDamaged } from '../journal/row-damage.ts';
import { tombstoneMark } from '../journal/row-marks.ts';
import { RowScan } from '../actors/row-scan.ts';

/** Cost of checking a row beside its bytes, in bytes. */
const ROW_BYTES = 64;
/** Values read at a time, because iterators of the journal do not survive a commit. */
const SLICE_VALUES = 64;
/** Steps between two looks at the clock: a row may be small, and thousands of them are as many bytes as a tick has. */
const STEPS_PER_LOOK = 8;
/**
 * From one pass to the next, in ticks of 50 ms: ten times as long as it read, so that a store of any size costs the
 * deciding thread little; ten seconds at least, and an hour at most.
 */
const PASS_SHARE = 10;
const PASS_TICKS_MIN = 200;
const PASS_TICKS_MAX = 72_000;

export interface ScrubReports {
  /** Called when the damaged row of a resident actor is written again. */
  rewritten(line: string): void;
  /** Called when a batch is damaged; a snapshot file is needed, from which a restart and `verify` begin. */
  batchDamaged(line: string): void;
  entryDamaged(line: string): void;
}

export class Scrub {
  /** Completed passes over everything stored. */
  passes = 0;
  private readonly engine: Engine;
  private readonly reports: ScrubReports;
  private pass: Generator<number, void>;
  private scan: RowScan | undefined = undefined;
  private ticksOfPass = 0;
  /** Ticks from the beginning of the last pass to that of the next; 0 during a pass. */
  private nextPassTicks = 0;

  constructor(engine: Engine, reports: ScrubReports) {
    this.engine = engine;
    this.reports = reports;
    this.pass = this.steps();
  }

  /** As `advance`, with a pause between passes. */
  tick(bytes: number, goOn: () => boolean = () => true): void {
    this.ticksOfPass += 1;
    if (this.ticksOfPass <= this.nextPassTicks) return;
    if (this.nextPassTicks > 0) this.ticksOfPass = 1;
    this.nextPassTicks = 0;
    const { passes, ticksOfPass } = this;
    this.advance(bytes, goOn);
    if (this.passes === passes) return;
    const read = Math.min(ticksOfPass * PASS_SHARE, PASS_TICKS_MAX);
    this.nextPassTicks = Math.max(read, PASS_TICKS_MIN, ticksOfPass);
  }

  /** Reads about `bytes` bytes, fewer where `goOn` ends it. */
  advance(bytes: number, goOn: () => boolean = () => true): void {
    for (let [read, steps] = [0, 1]; read < bytes && !this.engine.hasFailed; steps += 1) {
      if (steps % STEPS_PER_LOOK === 0 && !goOn()) return;
      const step = this.pass.next();
      if (step.done === true) {
        this.passes += 1;
        this.pass = this.steps();
        return;
      }
      read += step.value;
    }
  }

  close(): void {
    this.scan?.close();
  }

  /** Yields the bytes read by each step. */
  private *steps(): Generator<number, void> {
    for (const kind of KIND_NAMES) {
      yield* this.rows(kind);
      yield* this.tombstones(kind);
    }
    yield* this.batches();
    yield* this.audit();
  }

  private *rows(kind: KindName): Generator<number, void> {
    const { engine } = this;
    const scan = new RowScan(engine.tables[kind], engine.digests);
    this.scan = scan;
    try {
      while (!scan.done) {
        const { actor, stored } = scan.next();
        if (actor !== undefined && engine.isRowSettled(actor)) this.compare(actor);
        yield ROW_BYTES + (stored?.length ?? 0);
      }
      if (!scan.agrees) engine.failDamaged(new RowsDamaged([{ kind, table: 'rows', rows: [], differs: true }]));
    } finally {
      scan.close();
    }
  }

  /** Compares the row of a resident actor, which must be the one last written. */
  private compare(actor: Actor): void {
    const { table, id } = actor;
    const bytes = this.engine.journal.row(table.name, id);
    const mark = actor.rowMark;
    const agrees =
      bytes === undefined
        ? mark === undefined
        : mark !== undefined && table.isWhole(id, bytes) && seqOf(bytes) === mark.seq && checksumOf(bytes) === mark.sum;
    if (agrees) return;
    this.engine.rewriteRow(actor);
    const seq = bytes && seqOf(bytes);
    this.reports.rewritten(`${new RowDamage(table.name, id, seq).message}; it is written again from memory`);
  }

  private *tombstones(kind: KindName): Generator<number, void> {
    const { engine } = this;
    for (let fromId = 1; ;) {
      let count = 0;
      for (const [id, bytes] of engine.journal.tombstones(kind, fromId)) {
        try {
          tombstoneMark(kind, id, bytes);
        } catch (error) {
          return engine.failDamaged(error as RowDamage);
        }
        fromId = id + 1;
        count += 1;
        if (count === SLICE_VALUES) break;
      }
      if (count < SLICE_VALUES) return;
      yield count * ROW_BYTES;
    }
  }

  private *batches(): Generator<number, void> {
    const { journal } = this.engine;
    for (let next = 0; ;) {
      let [read, last] = [0, next];
      for (const { firstSeq, bytes } of journal.batches(next)) {
        if (firstSeq < next) continue;
        const why = batchDamage(bytes);
        if (why !== '') this.reports.batchDamaged(`the batch at record ${firstSeq} is damaged: ${why}`);
        last = firstSeq + 1;
        read += bytes.length;
        if (read > SLICE_VALUES * ROW_BYTES) break;
      }
      if (last === next) return;
      next = last;
      yield read;
    }
  }

  private *audit(): Generator<number, void> {
    const { journal } = this.engine;
    for (let next = 0; ;) {
      let [read, last] = [0, next];
      for (const [seq, bytes] of journal.audit(next)) {
        const damage = entryDamage(seq, bytes);
        if (damage !== '') this.reports.entryDamaged(damage);
        last = seq + 1;
        read += bytes.length;
        if (read > SLICE_VALUES * ROW_BYTES) break;
      }
      if (last === next) return;
      next = last;
      yield read;
    }
  }
}
