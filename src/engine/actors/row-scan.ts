// A scan over all rows of a kind, in background steps, which ends in a comparison with the digest of the kind.
//
// A resident actor counts as its row must be, any other as its row is: commits that have ended wrote those rows, so
// nothing under way changes them. Changes of rows that the scan has passed are added to its own digest, which must
// equal the digest of the table at the end.
import { Digest } from '../journal/row-digests.ts';
import type { DigestObserver, RowDigests, RowMark } from '../journal/row-digests.ts';
import { checksumOf, seqOf } from '../disk/checksummed.ts';
import type { Actor, ActorTable } from './actor-table.ts';

export interface ScannedRow {
  readonly id: number;
  /** The row's actor, where it is resident. */
  readonly actor: Actor | undefined;
  /** The row on the disk, where it is not. */
  readonly stored: Buffer | undefined;
}

export class RowScan implements DigestObserver {
  private readonly table: ActorTable;
  private readonly digests: RowDigests;
  private readonly digest = new Digest();
  private readonly stopObserving: () => void;
  private nextId = 1;

  constructor(table: ActorTable, digests: RowDigests) {
    this.table = table;
    this.digests = digests;
    this.stopObserving = digests.observe(table.name, this);
  }

  changed(before: RowMark | undefined, after: RowMark | undefined): void {
    const mark = before ?? after;
    if (mark === undefined || mark.id >= this.nextId) return;
    if (before !== undefined) this.digest.remove(before);
    if (after !== undefined) this.digest.add(after);
  }

  get done(): boolean {
    return this.nextId >= this.table.nextId;
  }

  /** Returns the next row: its actor if resident, else the row on the disk. Throws RowDamage. */
  next(): ScannedRow {
    const id = this.nextId;
    this.nextId += 1;
    const { table } = this;
    const actor = table.resident.get(id);
    const stored = actor === undefined ? table.storedRow(id) : undefined;
    const mark = stored === undefined ? actor?.rowMark : { id, seq: seqOf(stored)!, sum: checksumOf(stored) };
    if (mark !== undefined) this.digest.add(mark);
    return { id, actor, stored };
  }

  /** Whether the rows are those last written; known once `next` has given all of them. */
  get agrees(): boolean {
    return this.digest.equals(this.digests.of(this.table.name, 'rows'));
  }

  close(): void {
    this.stopObserving();
  }
}
