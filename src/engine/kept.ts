// Replies kept as bytes, each with what it was made from: as long as nothing of that has changed, it is still right.
import type { Versioned } from '../domain/transaction.ts';

export interface KeptReply {
  readonly bytes: Buffer;
  /** The highest record among what it was made from: the gate's answer, too. */
  readonly seenSeq: number;
}

interface Entry extends KeptReply {
  readonly nodes: readonly Versioned[];
  readonly seqs: readonly number[];
  readonly size: number;
}

/** Bookkeeping of one entry beside its bytes, roughly. */
const ENTRY_BYTES = 300;

export class KeptReplies {
  private readonly entries = new Map<string, Entry>();
  private readonly bytesMax: number;
  private bytes = 0;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  get(key: string): KeptReply | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    const { nodes, seqs } = entry;
    for (let at = 0; at < nodes.length; at += 1) {
      if (nodes[at]!.seq !== seqs[at]) {
        this.drop(key, entry);
        return undefined;
      }
    }
    return entry;
  }

  set(key: string, bytes: Buffer, seenSeq: number, nodes: readonly Versioned[]): void {
    const known = this.entries.get(key);
    if (known !== undefined) this.drop(key, known);
    const unique = [...new Set(nodes)];
    const size = bytes.length + key.length + ENTRY_BYTES + unique.length * 16;
    if (size * 16 > this.bytesMax) return;
    this.entries.set(key, { bytes, seenSeq, nodes: unique, seqs: unique.map(({ seq }) => seq), size });
    this.bytes += size;
    // The oldest go first: what is asked for often is soon back.
    for (const [oldest, entry] of this.entries) {
      if (this.bytes <= this.bytesMax) return;
      this.drop(oldest, entry);
    }
  }

  private drop(key: string, entry: Entry): void {
    this.entries.delete(key);
    this.bytes -= entry.size;
  }
}
