// An object as it was at a record: its row in the newest snapshot file before that, and the events since, from the file
// and from the journal. Only data about the object is read into memory.
import type { ActorKind, EventShapes } from '../../domain/actor.ts';
import { KINDS } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kind-types.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { ActorTable } from '../actors/actor-table.ts';
import type { State } from '../actors/actor-table.ts';
import type { Journal } from '../journal/journal.ts';
import { batchDamage, readBatch } from '../journal/record.ts';
import type { SnapshotFile } from '../snapshots/snapshot-files.ts';
import { readFrames } from '../snapshots/snapshot-format.ts';
import type { IdBytes } from '../snapshots/snapshot-format.ts';

type AnyKind = ActorKind<State, object, EventShapes, unknown>;

export interface AsOf {
  /** State of the object; undefined where it did not exist. */
  readonly state: State | undefined;
  /** The last record up to then that changed it, and its time; 0 where unknown. */
  readonly seq: number;
  readonly atMs: number;
}

class Past {
  state: State | undefined;
  seq = 0;
  atMs = 0;
  private readonly table: ActorTable;
  private readonly kind: AnyKind;
  private readonly name: KindName;
  private readonly id: number;
  private readonly journal: Journal;

  constructor(journal: Journal, name: KindName, id: number) {
    this.journal = journal;
    this.name = name;
    this.id = id;
    this.kind = KINDS[name] as unknown as AnyKind;
    this.table = new ActorTable(name, journal, () => []);
  }

  begin(rows: readonly IdBytes[]): void {
    const bytes = rows.find(([id]) => id === this.id)?.[1];
    if (bytes !== undefined) Object.assign(this, this.table.decode(this.id, Buffer.from(bytes)));
  }

  /** Replays a batch. Returns its last record, up to the wanted one. */
  replay(bytes: Buffer, upToSeq: number): number {
    const why = batchDamage(bytes);
    if (why !== '') throw new StoreDamage(`a batch is damaged: ${why}`);
    let last = 0;
    for (const { seq, atMs, events } of readBatch(bytes, this.journal.cipher)) {
      if (seq > upToSeq) break;
      last = seq;
      for (const { kind, id, event } of events) {
        if (kind !== this.name || id !== this.id || seq < this.seq || (seq === this.seq && this.atMs === 0)) continue;
        this.state ??= this.kind.state.initial();
        this.kind.apply(this.state, event as never, atMs, seq);
        if (event.type === this.kind.ends) this.state = undefined;
        this.seq = seq;
        this.atMs = atMs;
      }
    }
    return last;
  }
}

/**
 * `files`: snapshot files of the store, oldest first. Throws StoreDamage if records between the newest file before
 * `seq` and `seq` are gone.
 */
export const stateAsOf = (
  journal: Journal,
  files: readonly SnapshotFile[],
  [kind, id]: readonly [kind: KindName, id: number],
  seq: number,
): AsOf => {
  const headSeq = journal.meta?.headSeq ?? 0;
  if (seq > headSeq) throw new StoreDamage(`the newest record is ${headSeq}`);
  const file = files.findLast(({ seqTo }) => seqTo <= seq);
  const past = new Past(journal, kind, id);
  let last = 0;
  if (file !== undefined) {
    for (const [type, payload] of readFrames(file.path, file)) {
      if (type === 'A') {
        const [name, rows] = payload as readonly [kind: KindName, rows: readonly IdBytes[]];
        if (name === kind) past.begin(rows);
      } else if (type === 'J') past.replay(Buffer.from((payload as IdBytes)[1]), seq);
    }
    last = file.seqTo;
  }
  for (const { firstSeq, bytes } of journal.batches(last + 1)) {
    if (last >= seq) break;
    if (firstSeq > last + 1)
      throw new StoreDamage(
        `the records ${last + 1} to ${firstSeq - 1} are not kept any more (journalKeepRecords keeps them)`,
      );
    last = Math.max(last, past.replay(bytes, seq));
  }
  if (last < seq) throw new StoreDamage(`the records ${last + 1} to ${seq} are not kept any more`);
  return { state: past.state, seq: past.seq, atMs: past.atMs };
};
