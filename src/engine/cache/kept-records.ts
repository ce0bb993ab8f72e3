// Records that many replies show, as text: a product stands alike on every page, in every search and in every list that
// finds it. What a search costs is mostly the writing of its records, and few of them change between two searches.
//
// A record has its own read set, and is made anew once something of it has changed. Its fragments stay fragments of the
// reply that shows it. Not promised: which records stay; the oldest go first.
// Glossary (docs/internals/glossary.md): fragment, response cache.
import type { MemoryShare } from '../../kernel/memory-account.ts';
import { isOutdated, nodeChanges } from '../../kernel/versioned.ts';
import type { KeptRecord, RecordStore } from '../transactions/read-context.ts';

/** Part of the memory of cached replies that records may have. */
const SHARE = 0.25;
/** Memory beside the texts, roughly: of a record, a fragment, a member of a read set. */
const RECORD_BYTES = 300;
const FRAGMENT_BYTES = 150;
const NODE_BYTES = 8;
/** A longer name of a shape is a list of attributes that comes once. */
const SHAPE_LENGTH_MAX = 256;

interface Kept {
  readonly record: KeptRecord;
  readonly bytes: number;
  /** The `nodeChanges` at which it was last found to be current. */
  checkedAt: number;
  readonly shape: string;
  readonly id: number;
}

const bytesOf = ({ texts, fragments, readSet }: KeptRecord): number => {
  let bytes = RECORD_BYTES + readSet.length * NODE_BYTES + fragments.length * FRAGMENT_BYTES;
  for (const text of texts) bytes += text.length;
  for (const { text, readSet: nodes } of fragments) bytes += text.length + nodes.length * NODE_BYTES;
  return bytes;
};

export class KeptRecords implements RecordStore {
  private readonly memory: MemoryShare;
  /** By how they are shown, then by id. */
  private readonly byShape = new Map<string, Map<number, Kept>>();
  /** Oldest first. */
  private readonly all = new Set<Kept>();
  private bytes = 0;

  constructor(memory: MemoryShare) {
    this.memory = memory;
  }

  known(shape: string, id: number): KeptRecord | undefined {
    const kept = this.byShape.get(shape)?.get(id);
    if (kept === undefined) return undefined;
    const now = nodeChanges();
    if (kept.checkedAt !== now) {
      if (isOutdated(kept.record.readSet, kept.record.readSeq)) return undefined;
      kept.checkedAt = now;
    }
    return kept.record;
  }

  keep(shape: string, id: number, record: KeptRecord): void {
    const known = this.byShape.get(shape)?.get(id);
    if (known !== undefined) this.drop(known);
    const bytes = bytesOf(record);
    if (bytes * 16 > this.bytesMax || shape.length > SHAPE_LENGTH_MAX) return;
    const kept: Kept = { record, bytes, checkedAt: -1, shape, id };
    const alike = this.byShape.get(shape);
    if (alike === undefined) this.byShape.set(shape, new Map([[id, kept]]));
    else alike.set(id, kept);
    this.all.add(kept);
    this.bytes += bytes;
    this.memory.take(bytes);
    for (const oldest of this.all) {
      if (this.bytes <= this.bytesMax) return;
      this.drop(oldest);
    }
  }

  clear(): void {
    for (const kept of this.all) this.drop(kept);
  }

  private get bytesMax(): number {
    return this.memory.bytesMax * SHARE;
  }

  private drop(kept: Kept): void {
    const { shape, id, bytes } = kept;
    const alike = this.byShape.get(shape)!;
    alike.delete(id);
    if (alike.size === 0) this.byShape.delete(shape);
    this.all.delete(kept);
    this.bytes -= bytes;
    this.memory.give(bytes);
  }
}
