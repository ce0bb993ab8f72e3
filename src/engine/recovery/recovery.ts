// Recovery: from a journal to tables, by loading rows and replaying every record that is not in them.
//
// Guaranteed: keys that records have destroyed are destroyed before any row is opened; the state is that of the last
// record, byte for byte; a damaged or missing record is refused as StoreDamage and never skipped. The same code reads
// LMDB, an imported snapshot file, and the disk of a simulation. Not promised: recovery in constant time; it replays
// the records after `checkpointSeq`.
import type { AttributeDefinition } from '../../domain/attributes/attributes.ts';
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kind-types.ts';
import { skipNumbersOf } from '../../domain/orders/invoice-number.ts';
import type { OrderIndex } from '../../domain/orders/order-index.ts';
import type { Keyring } from '../../domain/privacy/keyring.ts';
import type { ShopClass } from '../../domain/catalogue/shop-class.ts';
import { must } from '../../kernel/result.ts';
import { checksumOf } from '../disk/checksummed.ts';
import type { Recovered } from '../recovered.ts';
import type { Tombstone } from '../journal/truncation.ts';
import type { Journal, Meta } from '../journal/journal.ts';
import type { Tables } from '../actors/tables.ts';
import { batchCount, batchDamage, readBatch } from '../journal/record.ts';
import type { KindEvent } from '../journal/record.ts';
import { DataSubjects } from '../privacy/data-subjects.ts';
import { RowDigests } from '../journal/row-digests.ts';
import { ActorTable } from '../actors/actor-table.ts';
import { tombstoneMark } from '../journal/row-marks.ts';
import type { Actor } from '../actors/actor-table.ts';
import { mustRead } from '../disk/format.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { RowDamage, RowsDamaged } from '../journal/row-damage.ts';
import type { TableDamage } from '../journal/row-damage.ts';
import { destroyRecordedKeys } from './recorded-keyring.ts';
import { TableCheck } from './row-check.ts';

export interface Replayed extends Recovered {
  readonly rows: number;
  readonly records: number;
  readonly events: number;
}

/** One array, so that the definitions of a class without attributes keep their identity. */
const NO_ATTRIBUTES: readonly AttributeDefinition[] = [];

const decoded = (
  table: ActorTable,
  id: number,
  bytes: Buffer,
  check: TableCheck,
): ReturnType<ActorTable['decode']> | undefined => {
  try {
    return table.decode(id, bytes);
  } catch (error) {
    check.noteFailure(error);
    return undefined;
  }
};

const loadTables = (
  journal: Journal,
  meta: Meta | undefined,
  digests: RowDigests,
  damage: TableDamage[],
): { tables: Tables; rows: number } => {
  const definitionsOf = (classId: number): readonly AttributeDefinition[] =>
    (tables.class.get(classId)?.state as ShopClass | undefined)?.attributes ?? NO_ATTRIBUTES;
  const tables: Tables = Object.fromEntries(
    KIND_NAMES.map((kind) => [kind, new ActorTable(kind, journal, definitionsOf)]),
  ) as Tables;
  let rows = 0;
  for (const kind of KIND_NAMES) {
    const table = tables[kind];
    table.reservesIn = table.kind.reserves && tables[table.kind.reserves.kind as KindName];
    table.nextId = meta?.nextIds[kind] ?? 1;
    const { index } = table.kind;
    // Actors of kinds without an index stay on the disk until they are read.
    if (index === undefined && table.search === undefined) continue;
    const check = new TableCheck(kind, 'rows');
    for (const [id, bytes] of journal.rows(kind)) {
      const row = decoded(table, id, bytes, check);
      if (row === undefined) continue;
      const { state, seq } = row;
      check.digest.addRow(id, seq, checksumOf(bytes));
      // Restored rows may be newer than the meta row that counts ids.
      table.noteId(id);
      if (index !== undefined && table.kind.evictable?.(state) !== true) table.insert(id, seq, state, bytes);
      index?.add(table.index, id, state, seq);
      table.searchRows?.add(id, state);
      table.seq = Math.max(table.seq, seq);
      rows += 1;
    }
    const found = check.damage(digests);
    if (found !== undefined) damage.push(found);
  }
  return { tables, rows };
};

type Tombstones = Map<KindName, Map<number, { readonly seq: number; readonly generation: number }>>;

const loadTombstones = (journal: Journal, digests: RowDigests, damage: TableDamage[]): Tombstones =>
  new Map(
    KIND_NAMES.map((kind) => {
      const byId = new Map<number, { seq: number; generation: number }>();
      const check = new TableCheck(kind, 'tombstones');
      for (const [id, bytes] of journal.tombstones(kind)) {
        try {
          const mark = tombstoneMark(kind, id, bytes);
          check.digest.add(mark);
          byId.set(id, { seq: mark.seq, generation: mark.sum });
        } catch (error) {
          check.noteFailure(error);
        }
      }
      const found = check.damage(digests);
      if (found !== undefined) damage.push(found);
      return [kind, byId];
    }),
  );

class Replay {
  readonly dirty = new Set<Actor>();
  records = 0;
  events = 0;
  private readonly tables: Tables;
  private readonly tombstones: Tombstones;

  constructor(tables: Tables, tombstones: Tombstones) {
    this.tables = tables;
    this.tombstones = tombstones;
  }

  /** Applies an event unless the actor's row has it. `bytes`: share of the event in its record. */
  apply({ kind, id, event }: KindEvent, seq: number, atMs: number, bytes: number): void {
    const table = this.tables[kind];
    const tombstone = this.tombstones.get(kind)!.get(id);
    const holder = table.resident.get(id) ?? table.loadUnchecked(id);
    // A replay from a snapshot file may contain the end of a slot's holder and the next holder, which is another actor.
    const known = holder?.ended ? undefined : holder;
    if (holder?.ended) this.dirty.delete(holder);
    if (known === undefined && tombstone !== undefined && tombstone.seq >= seq) return;
    const actor = known ?? table.make(id, 0);
    if (holder?.ended) {
      // The row on the disk still belongs to the previous holder.
      actor.rowSeq = holder.rowSeq;
      actor.rowSum = holder.rowSum;
    }
    // The row's own seq decides, not the actor's: one record may hold several events of one actor.
    if (actor.rowSeq >= seq) return;
    if (known === undefined) table.keep(actor);
    try {
      table.apply(actor, event, seq, atMs);
    } catch (error) {
      // The record is whole, so the row is outdated, which no digest has shown yet.
      throw error instanceof StoreDamage ? error : new RowDamage(kind, id, actor.rowSeq);
    }
    table.grow(actor, bytes);
    this.events += 1;
    if (actor.dirtySince !== 0) return;
    actor.dirtySince = seq;
    this.dirty.add(actor);
  }
}

const refuse = (damage: readonly TableDamage[]): never => {
  throw new RowsDamaged(damage);
};

/**
 * Recovers the state. `onDamage` gets damage of rows; if it returns, rows with a wrong checksum are left out. Throws
 * WrongFormat, and StoreDamage when a record is damaged or missing.
 */
export const recover = (journal: Journal, onDamage: (damage: readonly TableDamage[]) => void = refuse): Replayed => {
  const { meta } = journal;
  if (meta !== undefined) mustRead('the journal', meta);
  destroyRecordedKeys(journal);
  const digests = new RowDigests(meta?.digests);
  const damaged: TableDamage[] = [];
  const { tables, rows } = loadTables(journal, meta, digests, damaged);
  const tombstones = loadTombstones(journal, digests, damaged);
  if (damaged.length > 0) onDamage(damaged);
  const replay = new Replay(tables, tombstones);
  const { invoices, cancellations } = tables.order.index as OrderIndex;
  skipNumbersOf(invoices, meta?.nextIds['invoice'] ?? 1);
  skipNumbersOf(cancellations, meta?.nextIds['cancellation'] ?? 1);
  const low = meta?.checkpointSeq ?? 0;
  let lastMs = meta?.lastMs ?? 0;
  const recorded = tables.keyring.index as Keyring;
  const subjects = new DataSubjects(meta?.nextIds['subject'] ?? 1, journal.cipher, recorded);
  let head = low;
  let damage: StoreDamage | undefined;
  for (const { firstSeq, bytes } of journal.batches(low + 1)) {
    if (damage !== undefined) throw new StoreDamage(damage.message);
    const why = batchDamage(bytes);
    if (why !== '') {
      damage = new StoreDamage(`the batch at record ${firstSeq} is damaged: ${why}`, firstSeq);
      continue;
    }
    if (firstSeq + batchCount(bytes) - 1 <= low) continue;
    if (firstSeq > head + 1) throw new StoreDamage(`the records ${head + 1} to ${firstSeq - 1} are missing`);
    for (const { seq, atMs, events, bytes: recordBytes } of readBatch(bytes, journal.cipher)) {
      if (seq <= low) continue;
      must(seq === head + 1, `record ${seq} follows record ${head}`);
      for (const kindEvent of events) {
        subjects.observe(kindEvent.event);
        replay.apply(kindEvent, seq, atMs, Math.ceil(recordBytes / events.length));
      }
      head = seq;
      lastMs = atMs;
      replay.records += 1;
    }
  }
  if (damage !== undefined) throw damage;
  if (meta !== undefined && head < meta.headSeq)
    throw new StoreDamage(`the records ${head + 1} to ${meta.headSeq} are missing`);
  if (meta !== undefined && head > meta.headSeq)
    throw new StoreDamage(`the journal has records up to ${head}, its meta row says ${meta.headSeq}`);
  const remainingTombstones = freeSlots(tables, tombstones, journal);
  const { records, events, dirty } = replay;
  return {
    journal,
    tables,
    headSeq: head,
    lastMs,
    subjects,
    dirty: [...dirty],
    tombstones: remainingTombstones,
    digests,
    rows,
    records,
    events,
  };
};

/**
 * Frees slots whose holders have ended. Returns the tombstones of other kinds, oldest first, which stay until
 * truncation.
 */
const freeSlots = (tables: Tables, tombstones: Tombstones, journal: Journal): Tombstone[] => {
  const remaining: Tombstone[] = [];
  for (const [kind, byId] of tombstones) {
    const table = tables[kind];
    for (const [id, { seq, generation }] of [...byId].sort(([, a], [, b]) => a.seq - b.seq)) {
      if (!table.kind.slots) remaining.push({ kind, id, seq });
      // A slot that was used again keeps its old tombstone until it ends once more.
      else if (!table.resident.has(id) && journal.row(kind, id) === undefined)
        table.freeSlots.add({ id, seq, generation });
    }
  }
  return remaining.sort((a, b) => a.seq - b.seq);
};
