// The second way to a store's state: a snapshot file and later records, or all records, without using any row.
import { StoreDamage } from '../disk/store-damage.ts';
import type { Journal } from '../journal/journal.ts';
import { MemoryJournal } from '../journal/memory-journal.ts';
import { RowDigests } from '../journal/row-digests.ts';
import { importSnapshot } from '../snapshots/import-snapshot.ts';
import { recover } from './recovery.ts';
import type { Replayed } from './recovery.ts';
import type { SnapshotFile } from '../snapshots/snapshot-files.ts';

/**
 * Recovers the state from a snapshot file and later records, or from all records, without using any row. Undefined for
 * a restored store whose earlier records came as rows, until it has a snapshot file.
 */
export const recoverIndependently = async (
  journal: Journal,
  file: SnapshotFile | undefined,
  restoredTo: number,
): Promise<Replayed | string | undefined> => {
  const truncatedSeq = journal.meta?.truncatedSeq ?? 0;
  if (truncatedSeq > (file?.seqTo ?? 0) && truncatedSeq <= restoredTo) return undefined;
  const memory = new MemoryJournal(journal.cipher);
  let from = 0;
  try {
    if (file !== undefined) from = (await importSnapshot(file.path, memory)).seqTo;
  } catch (error) {
    if (error instanceof StoreDamage) return `${file!.path} is damaged: ${error.message}`;
    throw error;
  }
  const meta = journal.meta;
  if (meta === undefined) return recover(memory);
  if (truncatedSeq > from)
    return `the records ${from + 1} to ${truncatedSeq} are neither in a snapshot file nor in the journal`;
  for (const { firstSeq, bytes } of journal.batches(from + 1)) memory.batchesBySeq.set(firstSeq, Buffer.from(bytes));
  const low = memory.meta?.checkpointSeq ?? 0;
  const { nextIds = {}, lastMs = 0, digests = new RowDigests().bytes() } = memory.meta ?? {};
  memory.meta = { ...meta, checkpointSeq: low, nextIds, lastMs, digests };
  return recover(memory);
};
