import { KIND_NAMES } from '../../../src/domain/kinds.ts';
import { objectsOf } from '../../../src/engine/audit/audit-log.ts';
import { commitWith } from '../../../src/engine/journal/journal.ts';
import type { AuditChange, Journal } from '../../../src/engine/journal/journal.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';

const auditOf = (journal: Journal): AuditChange => ({
  add: [...journal.audit(0)].map(([seq, bytes]) => ({ seq, bytes, objects: objectsOf(seq, bytes) })),
  remove: [],
});

/** Another disk with the same content: what a crash at this moment leaves. `cipher`: of another process. */
export const copyOf = async (journal: Journal, cipher = journal.cipher): Promise<MemoryJournal> => {
  const copy = new MemoryJournal(cipher);
  const rows = KIND_NAMES.flatMap((kind) => [
    ...[...journal.rows(kind)].map(([id, bytes]) => ({ kind, id, bytes, tombstone: undefined })),
    ...[...journal.tombstones(kind)].map(([id, tombstone]) => ({ kind, id, bytes: journal.row(kind, id), tombstone })),
  ]);
  if (journal.meta !== undefined)
    await copy.commit(
      commitWith(journal.meta, { follows: 0, rows, entries: [...journal.entries(0)], audit: auditOf(journal) }),
    );
  for (const { firstSeq, bytes } of journal.batches(0)) copy.batchesBySeq.set(firstSeq, bytes);
  return copy;
};
