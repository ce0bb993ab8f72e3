// The second way to a store's state: a snapshot file and later records, or all records, without using any row.
import { StoreDamage } from '../disk/store-damage.ts';
import type { Journal } from '../journal/journal.ts';
import { MemoryJournal } from '../journal/memory-journal.ts';
import { RowDigests } from '../journal/row-digests.ts';
import { importSnapshot } from './import-snapshot.ts';
import { recover } from './recovery.ts';
import type { Replayed } from './recovery.ts';
import type { SnapshotFile } from './snapshot-files.ts';

/**
 * The state as snapshot file plus later records, or as all records, without using any row. Undefined when there is no
 * such way yet: the records before its journal came to a restored store as rows, with the file it was made from.
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
