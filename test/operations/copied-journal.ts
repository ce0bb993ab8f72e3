// A copy of a journal in memory: a shop that takes long to fill is filled once, and each test opens a copy of its own.
import { MemoryJournal } from '../../src/engine/journal/memory-journal.ts';
import { newCipher } from '../engine/privacy/test-cipher.ts';

/** What a journal holds beside batches and its meta row. */
interface Inside {
  marks: readonly unknown[];
  readonly auditRows: Map<unknown, unknown>;
  readonly rowTables: ReadonlyMap<unknown, Map<unknown, unknown>>;
  readonly tombstoneTables: ReadonlyMap<unknown, Map<unknown, unknown>>;
}

const fill = (to: Map<unknown, unknown>, from: ReadonlyMap<unknown, unknown>): void => {
  for (const [key, value] of from) to.set(key, value);
};

/** Bytes are shared: a journal replaces them and never writes into them. */
export const copyOf = (journal: MemoryJournal): MemoryJournal => {
  const copy = new MemoryJournal(newCipher());
  const [from, to] = [journal, copy] as unknown as readonly [Inside, Inside];
  copy.meta = journal.meta;
  fill(copy.batchesBySeq, journal.batchesBySeq);
  to.marks = from.marks;
  fill(to.auditRows, from.auditRows);
  for (const tables of ['rowTables', 'tombstoneTables'] as const)
    for (const [kind, rows] of from[tables]) fill(to[tables].get(kind)!, rows);
  return copy;
};
