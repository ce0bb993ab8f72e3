// Restores damaged rows from the newest snapshot file and the journal.
//
// Guaranteed: exactly the state that the store held, because every record since the snapshot file is there and whole;
// otherwise nothing is written and the damage is thrown. All rows of a damaged kind are written again, because an
// outdated row shows only if no later record has changed it. After a kill between two of its commits the digests still
// differ, and the next start begins again.
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kind-types.ts';
import { seqOf } from '../disk/checksummed.ts';
import { STORE_FORMAT } from '../disk/format.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { commitWith } from '../journal/journal.ts';
import type { ActorRow, Journal } from '../journal/journal.ts';
import { RowDigests } from '../journal/row-digests.ts';
import { rowMark, tombstoneMark } from '../journal/row-marks.ts';
import type { Tables } from '../actors/tables.ts';
import { recoverIndependently } from './independent-recovery.ts';
import { described } from '../journal/row-damage.ts';
import { checkRows } from './row-check.ts';
import type { SnapshotFile } from '../snapshots/snapshot-files.ts';

const ROWS_PER_COMMIT = 1000;
const NAMED_MAX = 10;

/** Correct rows and tombstones of a kind. */
const rowsOf = (tables: Tables, replayed: Journal, kind: KindName): Map<number, ActorRow> => {
  const table = tables[kind];
  const rows = new Map<number, ActorRow>();
  for (const [id, tombstone] of replayed.tombstones(kind)) rows.set(id, { kind, id, bytes: undefined, tombstone });
  for (let id = 1; id < table.nextId; id += 1) {
    const actor = table.resident.get(id);
    const bytes = table.currentRowBytes(id);
    if (actor?.ended) rows.set(id, table.rowOf(actor));
    else if (bytes !== undefined) rows.set(id, { kind, id, bytes, tombstone: rows.get(id)?.tombstone });
  }
  return rows;
};

/** Objects whose rows differ from the correct ones, if no later record has changed them. */
function* differing(journal: Journal, kind: KindName, rows: ReadonlyMap<number, ActorRow>): Generator<string> {
  const { checkpointSeq } = journal.meta!;
  const seqs = new Map([...journal.rows(kind)].map(([id, bytes]) => [id, seqOf(bytes)]));
  for (const [id, { bytes, tombstone }] of rows) {
    const seq = seqOf((bytes ?? tombstone)!)!;
    const own = seqs.get(id);
    seqs.delete(id);
    if (seq > checkpointSeq || (bytes === undefined ? own === undefined : own === seq)) continue;
    if (bytes === undefined) yield `${kind} ${id} was there again after its end (record ${seq})`;
    else yield `${kind} ${id} ${own === undefined ? 'was missing' : `was as of record ${own}`}, not of record ${seq}`;
  }
  for (const id of seqs.keys()) yield `${kind} ${id} was there and should not have been`;
}

/**
 * Repairs rows. Returns one line about it. Throws StoreDamage, with the damage, if the exact state cannot be restored.
 */
export const repairRows = async (
  journal: Journal,
  newest: SnapshotFile | undefined,
  restoredTo: number,
): Promise<string> => {
  const damage = checkRows(journal);
  const told = damage.flatMap(described);
  const fresh = await recoverIndependently(journal, newest, restoredTo);
  if (fresh === undefined || typeof fresh === 'string') {
    const why = fresh ?? 'there is no snapshot file to restore it from';
    throw new StoreDamage(`${told.join('; ')}, and it cannot be restored: ${why}`);
  }
  const digests = new RowDigests(journal.meta!.digests);
  const kinds = KIND_NAMES.filter((kind) => damage.some((table) => table.kind === kind));
  let { commitNumber } = journal.meta!;
  const write = async (rows: readonly ActorRow[], after = journal.meta!.digests): Promise<void> => {
    commitNumber += 1;
    const meta = { ...journal.meta!, ...STORE_FORMAT, commitNumber, digests: after };
    await journal.commit(commitWith(meta, { rows }));
  };
  for (const kind of kinds) {
    const rows = rowsOf(fresh.tables, fresh.journal, kind);
    told.push(...differing(journal, kind, rows));
    digests.reset(kind);
    for (const { id, bytes, tombstone } of rows.values()) {
      if (bytes !== undefined) digests.change(kind, 'rows', undefined, rowMark(kind, id, bytes));
      if (tombstone !== undefined)
        digests.change(kind, 'tombstones', undefined, tombstoneMark(kind, id, Buffer.from(tombstone)));
    }
    const gone = [...journal.rows(kind)].flatMap(([id]): ActorRow[] =>
      rows.has(id) ? [] : [{ kind, id, bytes: undefined, tombstone: undefined }],
    );
    const all = [...gone, ...rows.values()];
    for (let first = 0; first < all.length; first += ROWS_PER_COMMIT)
      await write(all.slice(first, first + ROWS_PER_COMMIT));
  }
  await write([], digests.bytes());
  const named = told.slice(0, NAMED_MAX).join('; ');
  return told.length > NAMED_MAX ? `${named}; and ${told.length - NAMED_MAX} more` : named;
};
