// States of actors as of the last record of a journal that nobody has open for them: rows, and the events that they
// lack applied in memory. Actors are read one by one: memory holds those that records after the checkpoint changed,
// which the shop keeps few for its own next start.
//
// Guaranteed: the states are those of one record, `headSeq`; a damaged or missing record, and a damaged row, is refused
// as StoreDamage. Not promised: that no row is missing (`kontor verify` says so), and states in the order of ids where
// the journal is one in memory.
import type { ActorKind, EventShapes } from '../../domain/actor.ts';
import { KINDS } from '../../domain/kinds.ts';
import type { KindName, StateOf } from '../../domain/kind-types.ts';
import { keyNumberOf } from '../../domain/privacy/key-number.ts';
import { isInRanges } from '../../domain/privacy/keyring.ts';
import type { KeyRange } from '../../domain/privacy/keyring.ts';
import { ActorTable } from '../actors/actor-table.ts';
import type { State } from '../actors/actor-table.ts';
import { seqOf } from '../disk/checksummed.ts';
import { mustRead } from '../disk/format.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import type { Journal } from '../journal/journal.ts';
import { batchCount, batchDamage, readBatch } from '../journal/record.ts';
import type { KindEvent } from '../journal/record.ts';
import { tombstoneMark } from '../journal/row-marks.ts';
import { destroyRecordedKeys, keysDestroyedAfter } from './recorded-keyring.ts';

type AnyKind = ActorKind<State, object, EventShapes, unknown>;

/** An actor that records after the checkpoint changed. */
interface Changed {
  /** The last record in its row; 0 without one. */
  readonly rowSeq: number;
  seq: number;
  /** Undefined: it has ended. */
  state: State | undefined;
}

export interface StoredState<K extends KindName = KindName> {
  readonly id: number;
  /** The last record that changed it. */
  readonly seq: number;
  readonly state: StateOf<K>;
}

export class StoredStates {
  /** Record as of which the states are; 0 for a store without records. */
  readonly headSeq: number;
  readonly lastMs: number;
  /** Ends and destroyed keys are known by record after this one only. */
  readonly truncatedSeq: number;
  private readonly journal: Journal;
  private readonly tables = new Map<KindName, ActorTable>();
  private readonly changed = new Map<KindName, Map<number, Changed>>();
  private readonly nextIds: { readonly [kind: string]: number };

  /** Throws StoreDamage, WrongFormat. */
  constructor(journal: Journal) {
    const { meta } = journal;
    if (meta !== undefined) mustRead('the journal', meta);
    destroyRecordedKeys(journal);
    this.journal = journal;
    this.headSeq = meta?.headSeq ?? 0;
    this.truncatedSeq = meta?.truncatedSeq ?? 0;
    this.nextIds = meta?.nextIds ?? {};
    this.lastMs = this.replay(meta?.checkpointSeq ?? 0, meta?.lastMs ?? 0);
  }

  /** Returns the time of the last record. */
  private replay(checkpointSeq: number, checkpointMs: number): number {
    let [head, lastMs] = [checkpointSeq, checkpointMs];
    for (const { firstSeq, bytes } of this.journal.batches(checkpointSeq + 1)) {
      const why = batchDamage(bytes);
      if (why !== '') throw new StoreDamage(`the batch at record ${firstSeq} is damaged: ${why}`, firstSeq);
      if (firstSeq + batchCount(bytes) - 1 <= checkpointSeq) continue;
      if (firstSeq > head + 1) throw new StoreDamage(`the records ${head + 1} to ${firstSeq - 1} are missing`);
      for (const { seq, atMs, events } of readBatch(bytes, this.journal.cipher)) {
        if (seq <= checkpointSeq) continue;
        for (const event of events) this.apply(event, seq, atMs);
        [head, lastMs] = [seq, atMs];
      }
    }
    if (head < this.headSeq) throw new StoreDamage(`the records ${head + 1} to ${this.headSeq} are missing`);
    return lastMs;
  }

  private table(kind: KindName): ActorTable {
    const known = this.tables.get(kind) ?? new ActorTable(kind, this.journal);
    this.tables.set(kind, known);
    return known;
  }

  private endOf(kind: KindName, id: number): number {
    const bytes = this.journal.tombstone(kind, id);
    return bytes === undefined ? 0 : tombstoneMark(kind, id, bytes).seq;
  }

  /** As recovery does it: an event counts unless the row of its actor, or its tombstone, has it. */
  private apply({ kind: name, id, event }: KindEvent, seq: number, atMs: number): void {
    const kind = KINDS[name] as unknown as AnyKind;
    const changed = this.changed.get(name) ?? new Map<number, Changed>();
    this.changed.set(name, changed);
    const known = changed.get(id) ?? this.rowOf(name, id);
    if (known.state === undefined && this.endOf(name, id) >= seq) return;
    if (known.rowSeq >= seq) return;
    known.state ??= kind.state.initial();
    try {
      kind.apply(known.state, event as never, atMs, seq);
    } catch (error) {
      throw error instanceof StoreDamage
        ? error
        : new StoreDamage(`the row of ${name} ${id} is not as it was written, as of record ${known.rowSeq}`);
    }
    if (event.type === kind.ends) known.state = undefined;
    known.seq = seq;
    changed.set(id, known);
  }

  private rowOf(kind: KindName, id: number): Changed {
    const bytes = this.journal.row(kind, id);
    if (bytes === undefined) return { rowSeq: 0, seq: 0, state: undefined };
    const { seq, state } = this.table(kind).decode(id, bytes);
    return { rowSeq: seq, seq, state };
  }

  /** Undefined: there is none, or it has ended. */
  get<K extends KindName>(kind: K, id: number): StateOf<K> | undefined {
    const { state } = this.changed.get(kind)?.get(id) ?? this.rowOf(kind, id);
    return state as StateOf<K> | undefined;
  }

  /** Actors that have not ended. `isWanted`: asked before a row is decoded. */
  *of<K extends KindName>(kind: K, isWanted: (seq: number) => boolean = () => true): Generator<StoredState<K>> {
    const changed = new Map(this.changed.get(kind));
    const table = this.table(kind);
    const live = ({ state, seq }: Changed, id: number): StoredState<K>[] =>
      state === undefined || !isWanted(seq) ? [] : [{ id, seq, state: state as StateOf<K> }];
    for (const [id, bytes] of this.journal.rows(kind)) {
      const later = changed.get(id);
      changed.delete(id);
      if (later !== undefined) {
        yield* live(later, id);
        continue;
      }
      // Bytes that have no number are damaged, and refused.
      const written = seqOf(bytes);
      if (written === undefined || isWanted(written)) {
        const { seq, state } = table.decode(id, bytes);
        yield { id, seq, state: state as StateOf<K> };
      }
    }
    for (const [id, later] of changed) yield* live(later, id);
  }

  /** One more than the highest id of a kind. */
  nextId(kind: KindName): number {
    let next = this.nextIds[kind] ?? 1;
    for (const id of this.changed.get(kind)?.keys() ?? []) next = Math.max(next, id + 1);
    return next;
  }

  /**
   * Ids whose actors have ended after a record, each with the record that ended it. From a record before `truncatedSeq`
   * on: every id that no actor has, with 0, also one that none ever had.
   */
  *ended(kind: KindName, afterSeq: number): Generator<readonly [id: number, seq: number]> {
    if (KINDS[kind].ends === undefined) return;
    const changed = this.changed.get(kind) ?? new Map<number, Changed>();
    if (afterSeq < this.truncatedSeq) {
      const live = new Uint8Array(this.nextId(kind));
      for (const [id] of this.journal.rows(kind)) live[id] = 1;
      for (const [id, { state }] of changed) live[id] = state === undefined ? 0 : 1;
      for (let id = 1; id < live.length; id += 1) if (live[id] === 0) yield [id, 0];
      return;
    }
    for (const [id, { state, seq }] of changed) if (state === undefined && seq > afterSeq) yield [id, seq];
    for (const [id, bytes] of this.journal.tombstones(kind)) {
      const { seq } = tombstoneMark(kind, id, bytes);
      // A slot that is used again keeps the tombstone of its holder before.
      const isUsed = changed.has(id) || this.journal.row(kind, id) !== undefined;
      if (seq > afterSeq && !isUsed) yield [id, seq];
    }
  }

  /**
   * Whether keys of a data subject were destroyed after a record; undefined: nobody's were. From a record before
   * `truncatedSeq` on: whether they are destroyed.
   */
  erasedAfter(afterSeq: number): ((subject: number) => boolean) | undefined {
    const ranges: readonly KeyRange[] =
      afterSeq < this.truncatedSeq
        ? [...this.of('keyring')].flatMap(({ state }) => state.destroyed)
        : keysDestroyedAfter(this.journal, afterSeq);
    if (ranges.length === 0) return undefined;
    return (subject) =>
      subject !== 0 &&
      (isInRanges(ranges, keyNumberOf(subject, 'contact')) || isInRanges(ranges, keyNumberOf(subject, 'invoice')));
  }
}
