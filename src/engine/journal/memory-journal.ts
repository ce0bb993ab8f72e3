import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kind-types.ts';
import { isAbout } from './journal.ts';
import type { AuditRow, Batch, Commit, EntryMark, Journal, Meta } from './journal.ts';
import type { SubjectCipher } from '../privacy/encryption.ts';

const tables = (): Map<KindName, Map<number, Buffer>> => new Map(KIND_NAMES.map((kind) => [kind, new Map()]));

/** A disk in memory: for tests, and for the second way to the same state when a store is verified. */
export class MemoryJournal implements Journal {
  meta: Meta | undefined;
  readonly cipher: SubjectCipher | undefined;
  readonly batchesBySeq = new Map<number, Buffer>();
  private marks: EntryMark[] = [];
  private readonly auditRows = new Map<number, AuditRow>();
  private readonly rowTables = tables();
  private readonly tombstoneTables = tables();

  constructor(cipher?: SubjectCipher) {
    this.cipher = cipher;
  }

  async commit(commit: Commit): Promise<boolean> {
    const { follows, batches, entries, rows, truncatedBatches, droppedTombstones, audit, meta } = commit;
    if (follows !== (this.meta?.commitNumber ?? 0)) return false;
    for (const { firstSeq, bytes } of batches) this.batchesBySeq.set(firstSeq, bytes);
    const marks = [...this.marks, ...entries];
    const isKept = (mark: EntryMark): boolean => mark.lastSeq > meta.truncatedSeq || mark === marks.at(-1);
    this.marks = truncatedBatches.length === 0 ? marks : marks.filter(isKept);
    for (const { kind, id, bytes, tombstone } of rows) {
      if (bytes === undefined) this.rowTables.get(kind)!.delete(id);
      else this.rowTables.get(kind)!.set(id, bytes);
      if (tombstone !== undefined) this.tombstoneTables.get(kind)!.set(id, tombstone);
    }
    for (const { seq } of audit.remove) this.auditRows.delete(seq);
    for (const row of audit.add) this.auditRows.set(row.seq, row);
    for (const key of truncatedBatches) this.batchesBySeq.delete(key);
    for (const { kind, id } of droppedTombstones) this.tombstoneTables.get(kind)!.delete(id);
    this.meta = meta;
    return true;
  }

  *batches(seq: number): Iterable<Batch> {
    const keys = [...this.batchesBySeq.keys()].sort((a, b) => a - b);
    const start = keys.findLast((key) => key <= seq) ?? 0;
    for (const key of keys) if (key >= start) yield { firstSeq: key, bytes: this.batchesBySeq.get(key)! };
  }

  oldestBatches(limit: number, fromSeq = 0): number[] {
    const keys = [...this.batchesBySeq.keys()].filter((key) => key >= fromSeq);
    return keys.sort((a, b) => a - b).slice(0, limit);
  }

  entries(at: number): Iterable<EntryMark> {
    return this.marks.filter((mark) => mark.at >= at);
  }

  lastEntry(): EntryMark | undefined {
    return this.marks.at(-1);
  }

  row(kind: KindName, id: number): Buffer | undefined {
    return this.rowTables.get(kind)!.get(id);
  }

  rows(kind: KindName): Iterable<readonly [number, Buffer]> {
    return this.rowTables.get(kind)!;
  }

  tombstone(kind: KindName, id: number): Buffer | undefined {
    return this.tombstoneTables.get(kind)!.get(id);
  }

  tombstones(kind: KindName, fromId = 0): Iterable<readonly [number, Buffer]> {
    const tombstones = this.tombstoneTables.get(kind)!;
    return fromId === 0 ? tombstones : [...tombstones].filter(([id]) => id >= fromId).sort(([a], [b]) => a - b);
  }

  *audit(seq: number, object?: AuditRow['objects'][number]): Iterable<readonly [number, Buffer]> {
    for (const row of [...this.auditRows.values()].sort((a, b) => a.seq - b.seq))
      if (row.seq >= seq && isAbout(row, object)) yield [row.seq, row.bytes];
  }

  auditCount(): number {
    return this.auditRows.size;
  }

  keepMoment(): () => void {
    return () => {};
  }

  async close(): Promise<void> {}
}
