// Folding: a follower applies the batches of its leader instead of deciding.
//
// Guaranteed: a batch is folded only behind the record before it; each record is visible as a whole; no row is written
// before the batch of its record; a slot gets its next holder only when the end of its last one is on the disk here.
// Not promised: the leader's rows, snapshot files and truncation. Each process has its own.
// Glossary (docs/internals/glossary.md): fold.
import { Fault } from '../../kernel/result.ts';
import type { ActorTable } from '../actors/actor-table.ts';
import type { CommitPipeline } from './commit-pipeline.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import type { Batch, EntryMark, Journal } from '../journal/journal.ts';
import { batchDamage, mustKnowFormat, readBatch } from '../journal/record.ts';
import type { JournalRecord, KindEvent } from '../journal/record.ts';
import type { Tables } from '../actors/tables.ts';
import type { PendingActor } from '../transactions/pending-actor.ts';
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';

/** Rows written at a time until a slot is free for its next holder. */
const ROWS_FOR_SLOT = 5000;

/** Called between two records. Returns a promise to wait for, or undefined. */
export type Pause = () => Promise<void> | undefined;

/** Number of events up to which a scan is faster than a map; most records have a handful. */
const SCAN_MAX = 32;

const scan = (pending: readonly PendingActor[], table: ActorTable, id: number): PendingActor | undefined => {
  for (const one of pending) if (one.actor.id === id && one.actor.table === table) return one;
  return undefined;
};

interface FoldingEngine {
  readonly tables: Tables;
  readonly journal: Journal;
  readonly headSeq: number;
  readonly hasFailed: boolean;
}

export class Folding {
  private readonly engine: FoldingEngine;
  private readonly pipeline: CommitPipeline;
  private readonly apply: (record: JournalRecord, pending: readonly PendingActor[]) => void;

  constructor(engine: FoldingEngine, pipeline: CommitPipeline, apply: Folding['apply']) {
    this.engine = engine;
    this.pipeline = pipeline;
    this.apply = apply;
  }

  /**
   * Folds one batch, after the one before has ended. Waits while the disk is too far behind. Without bytes it keeps
   * only the mark of the log's entry, at once. Rejects with StoreDamage where the batch is damaged or not the next one,
   * and with RecordOfNewer where this version cannot read it; nothing of it is folded then.
   */
  async batch(batch: Batch, entry: EntryMark | undefined, pause: Pause): Promise<void> {
    if (batch.bytes.length > 0) await this.pipeline.room();
    const records = this.recordsOf(batch);
    for (const { events } of records) if (this.isSlotHeld(events)) await this.slotsAreFree(events);
    this.pipeline.hold();
    for (const record of records) {
      if (this.engine.hasFailed) throw new Fault('the journal has failed');
      this.apply(record, this.pendingOf(record.events));
      const rest = pause();
      if (rest !== undefined) await rest;
    }
    this.pipeline.writer.adopt(batch, records.length, entry);
    this.pipeline.release();
  }

  private recordsOf({ firstSeq, bytes }: Batch): JournalRecord[] {
    if (bytes.length === 0) return [];
    const { headSeq, journal } = this.engine;
    mustKnowFormat(bytes);
    const why = batchDamage(bytes);
    if (why !== '') throw new StoreDamage(`the batch at record ${firstSeq} cannot be folded: ${why}`);
    const records = readBatch(bytes, journal.cipher, true);
    for (const [index, { seq }] of records.entries())
      if (seq !== headSeq + 1 + index) throw new StoreDamage(`record ${seq} cannot follow record ${headSeq + index}`);
    return records;
  }

  private isSlotHeld(events: readonly KindEvent[]): boolean {
    const { tables } = this.engine;
    for (const { kind, id } of events) {
      const table = tables[kind];
      if (table.kind.slots === true && table.resident.get(id)?.ended === true) return true;
    }
    return false;
  }

  /**
   * Waits until the slots of new actors are free here. The leader may have written the tombstone of a slot's last
   * holder long ago; a tombstone written here later would free the slot of its next holder.
   */
  private async slotsAreFree(events: readonly KindEvent[]): Promise<void> {
    while (this.isSlotHeld(events)) {
      if (this.engine.hasFailed) throw new Fault('the journal has failed');
      await yieldToEventLoop();
      await this.pipeline.writeRows(ROWS_FOR_SLOT);
    }
  }

  /** Actors that events change, in the order of their first events, as a unit of work has them. */
  private pendingOf(events: readonly KindEvent[]): PendingActor[] {
    const pending: PendingActor[] = [];
    const many = events.length > SCAN_MAX ? new Map<string, PendingActor>() : undefined;
    for (const event of events) {
      const table = this.engine.tables[event.kind];
      let one = many === undefined ? scan(pending, table, event.id) : many.get(`${event.kind} ${event.id}`);
      if (one === undefined) {
        const held = table.get(event.id);
        const actor = held ?? table.make(event.id, 0);
        one = { actor, created: held === undefined, hasGivenId: false, events: [], pendingState: undefined };
        many?.set(`${event.kind} ${event.id}`, one);
        pending.push(one);
      }
      one.events.push(event);
    }
    return pending;
  }
}
