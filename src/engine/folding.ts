// Folding: what a follower does with a batch that its leader has made, instead of deciding.
//
// Guaranteed: a batch is folded only behind the record before it; each record is visible as a whole; no row is written
// of a record whose batch is not; a slot gets its next holder only when the end of its last one is on the disk here.
// Not promised: rows, snapshot files and truncation as the leader has them. They are each process's own.
// Glossary (docs/internals/glossary.md): fold.
import { Fault } from '../kernel/result.ts';
import type { ActorTable } from './actor-table.ts';
import type { CommitPipeline } from './commit-pipeline.ts';
import { StoreDamage } from './disk/store-damage.ts';
import type { Batch, EntryMark, Journal } from './journal/journal.ts';
import { batchDamage, mustKnowFormat, readBatch } from './journal/record.ts';
import type { JournalRecord, KindEvent } from './journal/record.ts';
import type { Tables } from './read-context.ts';
import type { PendingActor } from './unit-of-work.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Rows that are written at a time until a slot is free for its next holder. */
const ROWS_FOR_SLOT = 5000;

/** Called between two records: undefined, or what is to be waited for before the next one. */
export type Pause = () => Promise<void> | undefined;

/** Up to so many events a scan is faster than a map; most records have a handful. */
const SCAN_MAX = 32;

const scan = (pending: readonly PendingActor[], table: ActorTable, id: number): PendingActor | undefined => {
  for (const one of pending) if (one.actor.id === id && one.actor.table === table) return one;
  return undefined;
};

interface Follower {
  readonly tables: Tables;
  readonly journal: Journal;
  readonly headSeq: number;
  readonly hasFailed: boolean;
}

export class Folding {
  private readonly engine: Follower;
  private readonly pipeline: CommitPipeline;
  private readonly apply: (record: JournalRecord, pending: readonly PendingActor[]) => void;

  constructor(engine: Follower, pipeline: CommitPipeline, apply: Folding['apply']) {
    this.engine = engine;
    this.pipeline = pipeline;
    this.apply = apply;
  }

  /**
   * Folds one batch; the one before must have ended. Waits while the disk is too far behind. No bytes: only the mark of
   * the log's entry is kept, at once. Rejects with StoreDamage where the batch is not whole or is not what comes next,
   * and with RecordOfNewer where it holds what this version does not know; nothing of it is folded then.
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
   * Whoever decided has used a slot again, and may have buried its last holder long ago. Buried here later, that would
   * free the slot of its next one.
   */
  private async slotsAreFree(events: readonly KindEvent[]): Promise<void> {
    while (this.isSlotHeld(events)) {
      if (this.engine.hasFailed) throw new Fault('the journal has failed');
      await yieldToEventLoop();
      await this.pipeline.writeRows(ROWS_FOR_SLOT);
    }
  }

  /** The actors that events change, as a unit of work has them, in the order of their first events. */
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
