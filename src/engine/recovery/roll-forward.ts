// Rolls a journal made from a snapshot file forward with records of another journal of the same history: to its end, to
// a record, or to a moment.
import { StoreDamage } from '../disk/store-damage.ts';
import { commitWith } from '../journal/journal.ts';
import type { Journal } from '../journal/journal.ts';
import { batchDamage, batchUpTo, firstSeqOf } from '../journal/record.ts';

/** The last wanted record; for a moment, the last one before the first later record. */
export type Until = { readonly seq: number } | { readonly ms: number } | undefined;

/**
 * Returns the last record that the journal then has. Throws StoreDamage if a record is missing or damaged, or the
 * records end before the wanted one.
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
    // A batch that begins within the snapshot file may go on after it.
    if (part === undefined) break;
    if (part.seq > meta.headSeq) {
      meta = { ...meta, commitNumber: meta.commitNumber + 1, headSeq: part.seq, lastMs: part.atMs };
      await journal.commit(commitWith(meta, { batches: [{ firstSeq: firstSeqOf(part.bytes), bytes: part.bytes }] }));
    }
    // The wanted record lies within this batch; the rest is left out on purpose.
    if (!part.isWhole) break;
  }
  if (until !== undefined && 'seq' in until && meta.headSeq < until.seq)
    throw new StoreDamage(`the records end with ${meta.headSeq}, before record ${until.seq}`);
  return meta.headSeq;
};
