// Ways in which a disk may change what a store has written, done to a journal in memory.
import { KIND_NAMES } from '../../../src/domain/kinds.ts';
import type { KindName } from '../../../src/domain/kind-types.ts';
import { commitWith } from '../../../src/engine/journal/journal.ts';
import type { Commit } from '../../../src/engine/journal/journal.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { must } from '../../../src/kernel/result.ts';

type RowKey = readonly [kind: KindName, id: number];

/** A store, and every version of every row that it ever had. */
export interface Stored {
  readonly journal: MemoryJournal;
  readonly state: ReadonlyMap<string, string>;
  readonly versions: ReadonlyMap<string, readonly Buffer[]>;
}

/** Keeps every row that is written. */
export class RememberingJournal extends MemoryJournal {
  readonly versions = new Map<string, Buffer[]>();

  override async commit(commit: Commit): Promise<boolean> {
    for (const { kind, id, bytes } of commit.rows)
      if (bytes !== undefined) {
        const key = `${kind} ${id}`;
        this.versions.set(key, [...(this.versions.get(key) ?? []), Buffer.from(bytes)]);
      }
    return super.commit(commit);
  }
}

const rowsOf = (journal: MemoryJournal): RowKey[] =>
  KIND_NAMES.flatMap((kind) => [...journal.rows(kind)].map(([id]) => [kind, id] as const));

export const change = async (journal: MemoryJournal, given: Partial<Commit>): Promise<void> => {
  const meta = { ...journal.meta!, commitNumber: journal.meta!.commitNumber + 1 };
  must(await journal.commit(commitWith(meta, given)), 'no other writer');
};

export const flipped = (bytes: Buffer, bit: number): Buffer => {
  const hurt = Buffer.from(bytes);
  hurt[(bit >> 3) % hurt.length]! ^= 1 << (bit & 7);
  return hurt;
};

/** Does its damage to a copy; false where there is nothing of that sort. `pick` chooses what, `bit` where. */
type Damage = (journal: MemoryJournal, stored: Stored, pick: number, bit: number) => Promise<boolean>;

const of = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

export const setRow = async (journal: MemoryJournal, [kind, id]: RowKey, bytes: Buffer | undefined): Promise<true> => {
  await change(journal, { rows: [{ kind, id, bytes, tombstone: undefined }] });
  return true;
};

export const DAMAGES: { readonly [name: string]: Damage } = {
  'a bit of a row': async (journal, _, pick, bit) => {
    const key = of(rowsOf(journal), pick);
    if (key === undefined) return false;
    const [kind, id] = key;
    return setRow(journal, [kind, id], flipped(journal.row(kind, id)!, bit));
  },
  'a bit of a tombstone': async (journal, _, pick, bit) => {
    const all = KIND_NAMES.flatMap((kind) => [...journal.tombstones(kind)].map(([id]) => [kind, id] as const));
    const key = of(all, pick);
    if (key === undefined) return false;
    const [kind, id] = key;
    const tombstone = flipped(journal.tombstone(kind, id)!, bit);
    await change(journal, { rows: [{ kind, id, bytes: journal.row(kind, id), tombstone }] });
    return true;
  },
  'a bit of a batch': async (journal, _, pick, bit) => {
    const batch = of([...journal.batches(0)], pick);
    if (batch === undefined) return false;
    const { firstSeq, bytes } = batch;
    journal.batchesBySeq.set(firstSeq, flipped(bytes, bit));
    return true;
  },
  'a batch of which the end was not written': async (journal, _, pick, bit) => {
    const batch = of([...journal.batches(0)], pick);
    if (batch === undefined) return false;
    const { firstSeq, bytes } = batch;
    journal.batchesBySeq.set(firstSeq, bytes.subarray(0, bit % bytes.length));
    return true;
  },
  'a row of which the end was not written': async (journal, _, pick, bit) => {
    const key = of(rowsOf(journal), pick);
    if (key === undefined) return false;
    const bytes = journal.row(...key)!;
    return setRow(journal, key, bytes.subarray(0, bit % bytes.length));
  },
  'a bit of an entry of the audit log': async (journal, _, pick, bit) => {
    const entry = of([...journal.audit(0)], pick);
    if (entry === undefined) return false;
    const [seq, bytes] = entry;
    await change(journal, { audit: { add: [{ seq, bytes: flipped(bytes, bit), objects: [] }], remove: [] } });
    return true;
  },
  'an older row': async (journal, { versions }, pick) => {
    const older = rowsOf(journal).flatMap(([kind, id]) => {
      const row = journal.row(kind, id)!;
      const all = versions.get(`${kind} ${id}`) ?? [];
      return all
        .slice(
          0,
          all.findIndex((bytes) => bytes.equals(row)),
        )
        .map((bytes) => ({ kind, id, bytes }));
    });
    const chosen = of(older, pick);
    return chosen !== undefined && setRow(journal, [chosen.kind, chosen.id], chosen.bytes);
  },
  'a row that is gone': async (journal, _, pick) => {
    const key = of(rowsOf(journal), pick);
    return key !== undefined && setRow(journal, key, undefined);
  },
  'a row that was put back': async (journal, { versions }, pick) => {
    const ended = KIND_NAMES.flatMap((kind) =>
      [...journal.tombstones(kind)].flatMap(([id]) => {
        const [first] = versions.get(`${kind} ${id}`) ?? [];
        return first !== undefined && journal.row(kind, id) === undefined ? [{ kind, id, bytes: first }] : [];
      }),
    );
    const chosen = of(ended, pick);
    return chosen !== undefined && setRow(journal, [chosen.kind, chosen.id], chosen.bytes);
  },
  "a row at another's place": async (journal, _, pick, bit) => {
    const key = of(rowsOf(journal), pick);
    if (key === undefined) return false;
    const [kind, id] = key;
    const other = of(
      rowsOf(journal).filter(([name, at]) => name === kind && at !== id),
      bit,
    );
    return other !== undefined && setRow(journal, [kind, id], journal.row(...other));
  },
};
