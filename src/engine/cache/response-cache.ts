// Response cache: replies as bytes, each with its read set. A response is valid while nothing that it read has changed:
// entries are checked when used and never invalidated.
//
// A fragment has a read set of its own and is rendered again alone: a sale changes only the availability in a product's
// reply. A long response is kept from its second call on, as most searches come once; its records are kept from the
// first one on, for all replies that show them (kept-records.ts). Guaranteed: a cached response has the same bytes as a
// new one would have. Not promised: which entries stay; the oldest are removed first when the share of memory is full.
// Glossary (docs/internals/glossary.md): fragment, response cache.
import type { Reader } from '../../domain/transaction.ts';
import { isOutdated, nodeChanges } from '../../kernel/versioned.ts';
import type { Versioned } from '../../kernel/versioned.ts';
import type { MemoryShare } from '../../kernel/memory-account.ts';
import type { Json } from '../../kernel/json.ts';
import { splitAtFragments, toJson } from '../../kernel/json.ts';
import { acquireBuffer } from '../../kernel/buffer-pool.ts';
import { KeptRecords } from './kept-records.ts';
import type { ReadContext, RenderedFragment } from '../transactions/read-context.ts';
import type { Meter, Searched } from '../maintenance/usage-counter.ts';

export interface CachedResponse extends ResponseUsage {
  readonly bytes: Buffer;
  /** The highest sequence number read: the reply waits for it at the durability gate. */
  readonly readSeq: number;
}

/** Usage counted whenever a cached response is sent. */
interface ResponseUsage {
  /** The operation that was called. */
  readonly operation: string;
  /** Usage of the channel whose callers get the response; undefined where other bytes than these are sent. */
  readonly meter: Meter | undefined;
  /** A product search for words; undefined for any other call. */
  readonly searched: Searched | undefined;
}

/** What the cache takes of a context. */
type Read = 'readSeq' | 'readSet' | 'fragments';

const NO_USAGE: ResponseUsage = { operation: '', meter: undefined, searched: undefined };

interface CachedFragment {
  /** Position in the bytes of the entry. */
  readonly start: number;
  readonly end: number;
  readonly render: (shop: Reader, id: number) => Json;
  readonly id: number;
  readSet: readonly Versioned[];
  readSeq: number;
  /** Present text; undefined: as in the bytes. */
  text: string | undefined;
}

// An entry per product read; flat, because nested objects would cost memory a hundred thousand times.
interface Entry extends CachedResponse {
  readonly key: string;
  bytes: Buffer;
  readSeq: number;
  meter: Meter | undefined;
  searched: Searched | undefined;
  readSet: readonly Versioned[];
  fragments: readonly CachedFragment[];
  /** Whether the present text of a fragment differs from the bytes. */
  isStale: boolean;
  /** Request texts that mean this call, besides the key. */
  aliases: readonly string[];
  size: number;
  /** The `nodeChanges` at which it was last found to be current. */
  checkedAt: number;
  /** How often `readSetOf` was asked for its present reply. */
  wanted: number;
}

/** Memory beside the bytes, roughly: of an entry, a fragment, an alias. */
const ENTRY_BYTES = 400;
const FRAGMENT_BYTES = 200;
const ALIAS_BYTES = 100;
const NO_ALIASES: readonly string[] = [];
/** Aliases of an entry: every encoding and order of fields is one, and a client uses few. */
const ALIASES_MAX = 3;

/** Characters of a body from which on its key must have come before. */
const LONG_LENGTH = 16_384;
/** Keys of long bodies that are remembered, at most. */
const KEYS_OF_LONG = 4096;

export class ResponseCache {
  /** What its replies are made of. */
  readonly records: KeptRecords;
  private readonly entries = new Map<string, Entry>();
  private readonly byAlias = new Map<string, Entry>();
  private readonly memory: MemoryShare;
  private readonly newContext: () => ReadContext;
  /** Hashes of keys that had a long body lately, each at a place of its own. */
  private readonly seen = new Int32Array(KEYS_OF_LONG);

  /** `newContext`: makes the read context with which a fragment is rendered again. */
  constructor(memory: MemoryShare, newContext: () => ReadContext) {
    this.memory = memory;
    this.newContext = newContext;
    this.records = new KeptRecords(memory);
  }

  /** Returns the response under a key; undefined when there is none, or it is out of date. */
  lookup(key: string): CachedResponse | undefined {
    return this.current(this.entries.get(key));
  }

  /** Whether a reply has this alias; the reply may be outdated. */
  hasAlias(name: string): boolean {
    return this.byAlias.has(name);
  }

  /** As `lookup`, by an alias. */
  lookupAlias(name: string): CachedResponse | undefined {
    return this.current(this.byAlias.get(name));
  }

  /**
   * Returns an entry unless it is outdated. An outdated entry stays until it is replaced or the oldest, because its key
   * will be requested again.
   */
  private current(entry: Entry | undefined): CachedResponse | undefined {
    if (entry === undefined) return undefined;
    if (entry.checkedAt !== nodeChanges() && !this.isMadeCurrent(entry)) return undefined;
    return entry.isStale ? assemble(entry) : entry;
  }

  /** Whether only fragments of an entry are outdated; renders these again. */
  private isMadeCurrent(entry: Entry): boolean {
    if (isOutdated(entry.readSet, entry.readSeq)) return false;
    const { fragments } = entry;
    // Taken first: rendering may bring actors into memory, and others out of it.
    const checkedAt = nodeChanges();
    for (let index = 0; index < fragments.length; index += 1) {
      const fragment = fragments[index]!;
      if (isOutdated(fragment.readSet, fragment.readSeq)) this.refreshFragment(entry, fragment);
    }
    entry.checkedAt = checkedAt;
    return true;
  }

  private refreshFragment(entry: Entry, fragment: CachedFragment): void {
    const reader = this.newContext();
    reader.readSet = [];
    fragment.text = toJson(fragment.render(reader, fragment.id));
    fragment.readSet = without(reader.readSet, entry.readSet);
    fragment.readSeq = reader.readSeq;
    entry.isStale = true;
    entry.wanted = 0;
  }

  /**
   * Read set of the present response under an alias, from the `timesMin`-th call on. Call it right after `lookupAlias`
   * has found the response.
   */
  readSetOf(name: string, timesMin: number): readonly Versioned[] | undefined {
    const entry = this.byAlias.get(name)!;
    entry.wanted += 1;
    if (entry.wanted < timesMin) return undefined;
    entry.wanted = 0;
    return [...entry.readSet, ...entry.fragments.flatMap(({ readSet }) => readSet)];
  }

  /** Whether a body is worth its memory now: it is short, replaces another one, or its key has come before. */
  isWorth(key: string, body: string | Uint8Array): boolean {
    if (body.length < LONG_LENGTH || this.entries.has(key)) return true;
    const hash = hashOf(key);
    const at = hash & (KEYS_OF_LONG - 1);
    const isKnown = this.seen[at] === hash;
    this.seen[at] = hash;
    return isKnown;
  }

  /** Returns the bytes of a body made with this context: cached where it is worth it, or for its sender to release. */
  bytesOf(key: string, body: string | Uint8Array, context: Pick<ReadContext, Read>, usage?: ResponseUsage): Uint8Array {
    return this.isWorth(key, body) ? this.set(key, body, context, usage) : encodedOnce(body, context);
  }

  /** Caches a body made with this context, unless it is too large. Returns its bytes. */
  set(
    key: string,
    body: string | Uint8Array,
    { readSeq, readSet = [], fragments: rendered = [] }: Pick<ReadContext, Read>,
    usage = NO_USAGE,
  ): Buffer {
    const nodes = compact([...new Set(readSet)]);
    const fragments: CachedFragment[] = [];
    const bytes =
      typeof body === 'string' && rendered.length > 0
        ? encodeWithFragments(body, rendered, nodes, fragments)
        : Buffer.from(body);
    const { operation, meter, searched } = usage;
    const size = bytes.length + key.length + ENTRY_BYTES + nodes.length * 8 + fragments.length * FRAGMENT_BYTES;
    const known = this.entries.get(key);
    if (size * 16 > this.memory.bytesMax) {
      if (known !== undefined) this.drop(known);
      return bytes;
    }
    const entry: Entry = {
      key,
      bytes,
      readSeq,
      readSet: nodes,
      fragments: compact(fragments),
      isStale: false,
      operation,
      meter,
      searched,
      aliases: NO_ALIASES,
      size,
      checkedAt: -1,
      wanted: 0,
    };
    if (known === undefined) {
      this.entries.set(key, entry);
      this.grow(size);
    } else {
      // The entry is replaced in place, because removing and adding keys makes V8 rebuild the hash table. Aliases are
      // removed: callers whose credentials were valid at that time added them.
      for (const name of known.aliases) this.byAlias.delete(name);
      const more = size - known.size;
      Object.assign(known, entry);
      this.grow(more);
    }
    return bytes;
  }

  /** Adds a request text to an entry, unless it has `ALIASES_MAX` already, or the text belongs to another one. */
  addAlias(key: string, name: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined || entry.aliases.length >= ALIASES_MAX || this.byAlias.has(name)) return;
    entry.aliases = entry.aliases.concat(name);
    this.byAlias.set(name, entry);
    entry.size += name.length + ALIAS_BYTES;
    this.grow(name.length + ALIAS_BYTES);
  }

  /** Removes the oldest entries beyond the share of memory, used or not: frequent requests add them again. */
  private grow(bytes: number): void {
    const { memory } = this;
    memory.take(bytes);
    for (const oldest of this.entries.values()) {
      if (memory.bytes <= memory.bytesMax) return;
      this.drop(oldest);
    }
  }

  clear(): void {
    this.records.clear();
    for (const entry of this.entries.values()) this.drop(entry);
  }

  private drop(entry: Entry): void {
    this.entries.delete(entry.key);
    for (const name of entry.aliases) this.byAlias.delete(name);
    this.memory.give(entry.size);
  }
}

/** Copies an array without its spare capacity (bench/notes/small-caches.md). */
const compact = <T>(list: readonly T[]): readonly T[] => list.slice();

/** `nodes` once each, without the read set of the whole entry, whose change outdates all of it anyway. */
const without = (nodes: readonly Versioned[], known: readonly Versioned[]): readonly Versioned[] =>
  compact(nodes.filter((node, index) => !known.includes(node) && nodes.indexOf(node) === index));

/** FNV-1a. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5 | 0;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
};

/**
 * Writes texts one by one, because joining them first would make garbage of their size. Told how many bytes a text
 * takes, V8 writes it twice as fast, and one of ASCII alone nine times (bench/notes/guard.md).
 */
const writePieces = (bytes: Buffer, pieces: readonly string[], sizes: readonly number[]): Buffer => {
  let to = 0;
  for (let index = 0; index < pieces.length; index += 1) {
    const [piece, size] = [pieces[index]!, sizes[index]!];
    bytes.write(piece, to, size, size === piece.length ? 'latin1' : 'utf8');
    to += size;
  }
  return bytes;
};

/** Encodes a text with its fragments; adds their positions to `fragments`. */
const encodeWithFragments = (
  text: string,
  rendered: readonly RenderedFragment[],
  nodes: readonly Versioned[],
  fragments: CachedFragment[],
): Buffer => {
  const pieces = splitAtFragments(text);
  const sizes: number[] = [];
  let end = 0;
  for (let index = 0; index < pieces.length; index += 1) {
    const fragment = index % 2 === 0 ? undefined : rendered[Number(pieces[index])]!;
    if (fragment !== undefined) pieces[index] = fragment.text;
    const start = end;
    sizes.push(Buffer.byteLength(pieces[index]!));
    end += sizes[index]!;
    if (fragment === undefined) continue;
    const { render, id, readSeq } = fragment;
    fragments.push({ start, end, render, id, readSet: without(fragment.readSet, nodes), readSeq, text: undefined });
  }
  return writePieces(Buffer.allocUnsafe(end), pieces, sizes);
};

/** Returns a body with its fragments, in memory that its sender releases: it is sent once. */
export const encodedOnce = (
  body: string | Uint8Array,
  { fragments = [] }: Pick<ReadContext, 'fragments'>,
): Uint8Array => {
  if (typeof body !== 'string') return body;
  const pieces = splitAtFragments(body);
  for (let index = 1; index < pieces.length; index += 2) pieces[index] = fragments[Number(pieces[index])]!.text;
  const sizes = pieces.map((piece) => Buffer.byteLength(piece));
  const length = sizes.reduce((sum, size) => sum + size, 0);
  return writePieces(acquireBuffer(length), pieces, sizes);
};

/**
 * Returns the response with the present text of its fragments, in a copy: the cached bytes may still be on their way.
 */
const assemble = ({ bytes: base, fragments, readSeq: baseSeq, operation, meter, searched }: Entry): CachedResponse => {
  let [length, readSeq] = [base.length, baseSeq];
  for (const { text, start, end, readSeq: fragmentSeq } of fragments) {
    if (text !== undefined) length += Buffer.byteLength(text) - (end - start);
    if (fragmentSeq > readSeq) readSeq = fragmentSeq;
  }
  const bytes = acquireBuffer(length);
  let [from, to] = [0, 0];
  for (const { text, start, end } of fragments) {
    if (text === undefined) continue;
    to += base.copy(bytes, to, from, start);
    to += bytes.write(text, to);
    from = end;
  }
  base.copy(bytes, to, from);
  return { bytes, readSeq, operation, meter, searched };
};
