// Replies kept as bytes, each with what it was made from: as long as nothing of that has changed, it is still right. A
// part that was looked at apart is made anew by itself: a sale changes what is available, and nothing else of a
// product.
import type { Reader, Versioned } from '../../domain/transaction.ts';
import type { Json } from '../../kernel/json.ts';
import { splitAtFragments, toJson } from '../../kernel/json.ts';
import { acquireBuffer } from '../../kernel/buffer-pool.ts';
import type { Look, LookedApart } from '../read-context.ts';
import type { Meter } from '../maintenance/usage-counter.ts';

export interface KeptReply extends KeptUsage {
  readonly bytes: Buffer;
  /** The highest record among what it was made from: the gate's answer, too. */
  readonly seenSeq: number;
}

/** What is counted whenever it is sent again. */
export interface KeptUsage {
  /** Of the channel whose callers get it; undefined where its bytes are not what is sent. */
  readonly meter: Meter | undefined;
  /** The text that it found nothing for; '' for all else. */
  readonly foundNothing: string;
}

const NO_USAGE: KeptUsage = { meter: undefined, foundNothing: '' };

interface KeptPart {
  /** Where it stands in the bytes as they were made. */
  readonly start: number;
  readonly end: number;
  readonly show: (shop: Reader, id: number) => Json;
  readonly id: number;
  nodes: readonly Versioned[];
  seenSeq: number;
  /** What it says now; undefined: what the bytes say. */
  text: string | undefined;
}

// There is one for each product that anybody looked at: its usage stands in it, and no array has room for more.
interface Entry extends KeptReply {
  readonly key: string;
  bytes: Buffer;
  seenSeq: number;
  meter: Meter | undefined;
  foundNothing: string;
  nodes: readonly Versioned[];
  parts: readonly KeptPart[];
  /** Some part says something else than the bytes. */
  drifted: boolean;
  /** Other texts that mean the same call. */
  names: readonly string[];
  size: number;
}

/** Bookkeeping beside the bytes, roughly: of an entry, a part, a name. */
const ENTRY_BYTES = 400;
const PART_BYTES = 200;
const NAME_BYTES = 100;
const NO_NAMES: readonly string[] = [];
/** Each encoding and order of fields is a name of its own; nobody needs many. */
const NAMES_MAX = 3;

/** Whatever changes later has a higher record than all that was seen; what has left memory has none. */
const changed = (nodes: readonly Versioned[], seenSeq: number): boolean => {
  for (let at = 0; at < nodes.length; at += 1) {
    const { seq } = nodes[at]!;
    if (seq > seenSeq || seq < 0) return true;
  }
  return false;
};

export class KeptReplies {
  private readonly entries = new Map<string, Entry>();
  private readonly named = new Map<string, Entry>();
  private readonly bytesMax: number;
  private readonly look: () => Look;
  private bytes = 0;

  /** `look`: how the shop is seen when a part is made anew. */
  constructor(bytesMax: number, look: () => Look) {
    this.bytesMax = bytesMax;
    this.look = look;
  }

  get(key: string): KeptReply | undefined {
    return this.current(this.entries.get(key));
  }

  /** The same by another name that it was given. */
  find(name: string): KeptReply | undefined {
    return this.current(this.named.get(name));
  }

  /** What is no longer right stays until it is made anew, or the oldest: it will be asked for again. */
  private current(entry: Entry | undefined): KeptReply | undefined {
    if (entry === undefined || changed(entry.nodes, entry.seenSeq)) return undefined;
    const { parts } = entry;
    for (let at = 0; at < parts.length; at += 1) {
      const part = parts[at]!;
      if (changed(part.nodes, part.seenSeq)) this.renew(entry, part);
    }
    return entry.drifted ? assembled(entry) : entry;
  }

  private renew(entry: Entry, part: KeptPart): void {
    const look = this.look();
    look.noted = [];
    part.text = toJson(part.show(look, part.id));
    part.nodes = without(look.noted, entry.nodes);
    part.seenSeq = look.seenSeq;
    entry.drifted = true;
  }

  /** Keeps what was made with this look, if there is room, and gives its bytes. */
  set(
    key: string,
    body: string | Uint8Array,
    { seenSeq, noted = [], parts: looked = [] }: Pick<Look, 'seenSeq' | 'noted' | 'parts'>,
    usage = NO_USAGE,
  ): Buffer {
    const nodes = compact([...new Set(noted)]);
    const parts: KeptPart[] = [];
    const bytes = typeof body === 'string' && looked.length > 0 ? whole(body, looked, nodes, parts) : Buffer.from(body);
    const { meter, foundNothing } = usage;
    const size = bytes.length + key.length + ENTRY_BYTES + nodes.length * 8 + parts.length * PART_BYTES;
    const known = this.entries.get(key);
    if (size * 16 > this.bytesMax) {
      if (known !== undefined) this.drop(known);
    } else if (known === undefined) {
      this.entries.set(key, {
        key,
        bytes,
        seenSeq,
        nodes,
        parts: compact(parts),
        drifted: false,
        meter,
        foundNothing,
        names: NO_NAMES,
        size,
      });
      this.grow(size);
    } else {
      // In its place: a hash table that loses and gains keys all the time is laid out again all the time. Its names are
      // those of callers whose credentials were right then.
      for (const name of known.names) this.named.delete(name);
      const more = size - known.size;
      Object.assign(known, {
        bytes,
        seenSeq,
        nodes,
        parts: compact(parts),
        drifted: false,
        meter,
        foundNothing,
        names: NO_NAMES,
        size,
      });
      this.grow(more);
    }
    return bytes;
  }

  name(key: string, name: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined || entry.names.length >= NAMES_MAX || this.named.has(name)) return;
    entry.names = entry.names.concat(name);
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

/** Without the room for sixteen more that a growing array has. */
const compact = <T>(list: readonly T[]): readonly T[] => list.slice();

/** When one of these changes, all is made anew anyway. */
const without = (nodes: readonly Versioned[], those: readonly Versioned[]): readonly Versioned[] =>
  compact(nodes.filter((node, at) => !those.includes(node) && nodes.indexOf(node) === at));

/** The bytes of a text with its parts, and where they stand. */
const whole = (
  text: string,
  looked: readonly LookedApart[],
  nodes: readonly Versioned[],
  parts: KeptPart[],
): Buffer => {
  const pieces = splitAtFragments(text);
  let end = Buffer.byteLength(pieces[0]!);
  for (let at = 1; at < pieces.length; at += 2) {
    const part = looked[Number(pieces[at])]!;
    const start = end;
    end += Buffer.byteLength(part.text);
    parts.push({
      start,
      end,
      show: part.show,
      id: part.id,
      nodes: without(part.nodes, nodes),
      seenSeq: part.seenSeq,
      text: undefined,
    });
    pieces[at] = part.text;
    end += Buffer.byteLength(pieces[at + 1]!);
  }
  // Joined first, they would be once more as much garbage as a page of products has text.
  const bytes = Buffer.allocUnsafe(end);
  let to = 0;
  for (const piece of pieces) to += bytes.write(piece, to);
  return bytes;
};

/**
 * With what its parts say now, for one reply: the bytes that are kept stay as they are, for whoever still sends them.
 */
const assembled = ({ bytes: base, parts, seenSeq: madeSeq, meter, foundNothing }: Entry): KeptReply => {
  let [length, seenSeq] = [base.length, madeSeq];
  for (const { text, start, end, seenSeq: partSeq } of parts) {
    if (text !== undefined) length += Buffer.byteLength(text) - (end - start);
    if (partSeq > seenSeq) seenSeq = partSeq;
  }
  const bytes = acquireBuffer(length);
  let [from, to] = [0, 0];
  for (const { text, start, end } of parts) {
    if (text === undefined) continue;
    to += base.copy(bytes, to, from, start);
    to += bytes.write(text, to);
    from = end;
  }
  base.copy(bytes, to, from);
  return { bytes, seenSeq, meter, foundNothing };
};
