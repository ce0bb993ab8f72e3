// Replies kept as bytes, each with what it was made from: as long as nothing of that has changed, it is still right.
import type { Versioned } from '../domain/transaction.ts';
import type { Meter } from './usage-counter.ts';

export interface KeptReply {
  readonly bytes: Buffer;
  /** The highest record among what it was made from: the gate's answer, too. */
  readonly seenSeq: number;
  /** What is counted whenever it is sent again. */
  readonly usage: KeptUsage;
}

export interface KeptUsage {
  /** Of the channel whose callers get it; undefined where its bytes are not what is sent. */
  readonly meter: Meter | undefined;
  /** The text that it found nothing for; '' for all else. */
  readonly foundNothing: string;
}

const NO_USAGE: KeptUsage = { meter: undefined, foundNothing: '' };

interface Entry extends KeptReply {
  readonly key: string;
  readonly nodes: readonly Versioned[];
  readonly seqs: readonly number[];
  /** Other texts that mean the same call. */
  readonly names: string[];
  size: number;
}

/** Bookkeeping of an entry beside its bytes, and of a name, roughly. */
const ENTRY_BYTES = 400;
const NAME_BYTES = 100;
/** Each encoding and order of fields is a name of its own; nobody needs many. */
const NAMES_MAX = 3;

export class KeptReplies {
  private readonly entries = new Map<string, Entry>();
  private readonly named = new Map<string, Entry>();
  private readonly bytesMax: number;
  private bytes = 0;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  get(key: string): KeptReply | undefined {
    return this.current(this.entries.get(key));
  }

  /** The same by another name that it was given. */
  find(name: string): KeptReply | undefined {
    return this.current(this.named.get(name));
  }

  private current(entry: Entry | undefined): Entry | undefined {
    if (entry === undefined) return undefined;
    const { nodes, seqs } = entry;
    for (let at = 0; at < nodes.length; at += 1) {
      if (nodes[at]!.seq !== seqs[at]) {
        this.drop(entry);
        return undefined;
      }
    }
    return entry;
  }

  set(key: string, bytes: Buffer, seenSeq: number, nodes: readonly Versioned[], usage = NO_USAGE): void {
    const known = this.entries.get(key);
    if (known !== undefined) this.drop(known);
    const unique = [...new Set(nodes)];
    const size = bytes.length + key.length + ENTRY_BYTES + unique.length * 16;
    if (size * 16 > this.bytesMax) return;
    this.entries.set(key, { key, bytes, seenSeq, usage, nodes: unique, seqs: unique.map(({ seq }) => seq), names: [], size });
    this.grow(size);
  }

  name(key: string, name: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined || entry.names.length >= NAMES_MAX || this.named.has(name)) return;
    entry.names.push(name);
    this.named.set(name, entry);
    entry.size += name.length + NAME_BYTES;
    this.grow(name.length + NAME_BYTES);
  }

  /** The oldest go first: what is asked for often is soon back. */
  private grow(bytes: number): void {
    this.bytes += bytes;
    for (const oldest of this.entries.values()) {
      if (this.bytes <= this.bytesMax) return;
      this.drop(oldest);
    }
  }

  private drop(entry: Entry): void {
    this.entries.delete(entry.key);
    for (const name of entry.names) this.named.delete(name);
    this.bytes -= entry.size;
  }
}
