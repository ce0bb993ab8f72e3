// Brings a journal that was made from a snapshot file forward, with records that another journal of the same history
// has kept: to the last of them, to a record, or to a moment.
import { StoreDamage } from '../disk/store-damage.ts';
import { commitWith } from '../journal/journal.ts';
import type { Journal } from '../journal/journal.ts';
import { batchDamage, batchUpTo, firstSeqOf } from '../journal/record.ts';

/** The last record that is wanted. Of a moment: the last one before the first that is later. */
export type Until = { readonly seq: number } | { readonly ms: number } | undefined;

/**
 * Returns the last record that the journal then has. Throws StoreDamage where a record is missing or damaged, or where
 * the records end before the one that is wanted.
 */
export const rollForward = async (journal: Journal, source: Journal, until: Until): Promise<number> => {
  const { meta: first } = journal;
  if (first === undefined) throw new StoreDamage('the snapshot file holds nothing');
  let meta = first;
  const isWanted = (seq: number, atMs: number): boolean =>
    until === undefined || ('seq' in until ? seq <= until.seq : atMs <= until.ms);
  for (const { firstSeq, bytes } of source.batches(meta.headSeq + 1)) {
    const why = batchDamage(bytes);
    if (why !== '') throw new StoreDamage(`the batch at record ${firstSeq} is damaged: ${why}`);
    if (firstSeq > meta.headSeq + 1)
      throw new StoreDamage(
        `the records ${meta.headSeq + 1} to ${firstSeq - 1} are not kept any more (journalKeepRecords keeps them)`,
      );
    const part = batchUpTo(bytes, isWanted);
    // A batch that begins within the snapshot file is in it as a whole, or goes on behind it.
    if (part === undefined) break;
    if (part.seq > meta.headSeq) {
      meta = { ...meta, commitNumber: meta.commitNumber + 1, headSeq: part.seq, lastMs: part.atMs };
      await journal.commit(commitWith(meta, { batches: [{ firstSeq: firstSeqOf(part.bytes), bytes: part.bytes }] }));
    }
    // The record that is wanted lies within this batch: what comes next is missing on purpose.
    if (!part.isWhole) break;
  }
  if (until !== undefined && 'seq' in until && meta.headSeq < until.seq)
    throw new StoreDamage(`the records end with ${meta.headSeq}, before record ${until.seq}`);
  return meta.headSeq;
};
