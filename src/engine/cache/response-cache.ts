// Response cache: replies as bytes, each with its read set. A response is valid as long as nothing that it read has
// changed, so that entries are checked when they are used and never invalidated.
//
// A fragment has a read set of its own and is rendered anew alone: a sale changes the availability of a product, and
// nothing else of its reply. Guaranteed: a cached response has the same bytes as a new one would have. Not promised:
// which entries stay; the oldest go first when the share of memory is full.
// Glossary (docs/internals/glossary.md): fragment, response cache.
import type { Reader } from '../../domain/transaction.ts';
import type { Versioned } from '../../kernel/versioned.ts';
import type { MemoryShare } from '../../kernel/memory-account.ts';
import type { Json } from '../../kernel/json.ts';
import { splitAtFragments, toJson } from '../../kernel/json.ts';
import { acquireBuffer } from '../../kernel/buffer-pool.ts';
import type { ReadContext, RenderedFragment } from '../read-context.ts';
import type { Meter } from '../maintenance/usage-counter.ts';

export interface CachedResponse extends ResponseUsage {
  readonly bytes: Buffer;
  /** The highest sequence number read: the reply waits for it at the durability gate. */
  readonly readSeq: number;
}

/** What is counted whenever a cached response is sent. */
interface ResponseUsage {
  /** The operation that was called. */
  readonly operation: string;
  /** Usage of the channel whose callers get it; undefined where other bytes than these are sent. */
  readonly meter: Meter | undefined;
  /** The text of a search without a match; '' for any other call. */
  readonly emptySearchText: string;
}

const NO_USAGE: ResponseUsage = { operation: '', meter: undefined, emptySearchText: '' };

interface CachedFragment {
  /** Its place in the bytes of the entry. */
  readonly start: number;
  readonly end: number;
  readonly render: (shop: Reader, id: number) => Json;
  readonly id: number;
  readSet: readonly Versioned[];
  readSeq: number;
  /** Its present text; undefined: as in the bytes. */
  text: string | undefined;
}

// One for each product that was read: flat, because objects within would cost memory a hundred thousand times.
interface Entry extends CachedResponse {
  readonly key: string;
  bytes: Buffer;
  readSeq: number;
  meter: Meter | undefined;
  emptySearchText: string;
  readSet: readonly Versioned[];
  fragments: readonly CachedFragment[];
  /** The present text of some fragment differs from the bytes. */
  isStale: boolean;
  /** Request texts that mean this call, besides the key. */
  aliases: readonly string[];
  size: number;
  /** Times that its present reply was wanted elsewhere. */
  wanted: number;
}

/** Memory beside the bytes, roughly: of an entry, a fragment, an alias. */
const ENTRY_BYTES = 400;
const FRAGMENT_BYTES = 200;
const ALIAS_BYTES = 100;
const NO_ALIASES: readonly string[] = [];
/** Every encoding and order of fields is an alias of its own; a client uses few. */
const ALIASES_MAX = 3;

/** A later change has a higher sequence number than all that was read; what was evicted has −1. */
const isOutdated = (nodes: readonly Versioned[], readSeq: number): boolean => {
  for (let index = 0; index < nodes.length; index += 1) {
    const { seq } = nodes[index]!;
    if (seq > readSeq || seq < 0) return true;
  }
  return false;
};

export class ResponseCache {
  private readonly entries = new Map<string, Entry>();
  private readonly byAlias = new Map<string, Entry>();
  private readonly memory: MemoryShare;
  private readonly newContext: () => ReadContext;

  /** `newContext`: makes the read context with which a fragment is rendered again. */
  constructor(memory: MemoryShare, newContext: () => ReadContext) {
    this.memory = memory;
    this.newContext = newContext;
  }

  /** The response under a key; undefined when there is none, or it is out of date. */
  lookup(key: string): CachedResponse | undefined {
    return this.current(this.entries.get(key));
  }

  /** Whether there is a reply under this name, which may be outdated. */
  hasAlias(name: string): boolean {
    return this.byAlias.has(name);
  }

  /** The response under an alias, on the terms of `lookup`. */
  lookupAlias(name: string): CachedResponse | undefined {
    return this.current(this.byAlias.get(name));
  }

  /** An outdated entry stays until it is replaced or the oldest, because it will be asked for again. */
  private current(entry: Entry | undefined): CachedResponse | undefined {
    if (entry === undefined || isOutdated(entry.readSet, entry.readSeq)) return undefined;
    const { fragments } = entry;
    for (let index = 0; index < fragments.length; index += 1) {
      const fragment = fragments[index]!;
      if (isOutdated(fragment.readSet, fragment.readSeq)) this.refreshFragment(entry, fragment);
    }
    return entry.isStale ? assemble(entry) : entry;
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
   * All that the present response under an alias was made from, from the time on that this is asked so many times.
   * Only right after `lookupAlias` has found it.
   */
  readSetOf(name: string, timesMin: number): readonly Versioned[] | undefined {
    const entry = this.byAlias.get(name)!;
    entry.wanted += 1;
    if (entry.wanted < timesMin) return undefined;
    entry.wanted = 0;
    return [...entry.readSet, ...entry.fragments.flatMap(({ readSet }) => readSet)];
  }

  /** Caches a body made with this context, unless it is too large. Returns its bytes. */
  set(
    key: string,
    body: string | Uint8Array,
    { readSeq, readSet = [], fragments: rendered = [] }: Pick<ReadContext, 'readSeq' | 'readSet' | 'fragments'>,
    usage = NO_USAGE,
  ): Buffer {
    const nodes = compact([...new Set(readSet)]);
    const fragments: CachedFragment[] = [];
    const bytes =
      typeof body === 'string' && rendered.length > 0
        ? encodeWithFragments(body, rendered, nodes, fragments)
        : Buffer.from(body);
    const { operation, meter, emptySearchText } = usage;
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
      emptySearchText,
      aliases: NO_ALIASES,
      size,
      wanted: 0,
    };
    if (known === undefined) {
      this.entries.set(key, entry);
      this.grow(size);
    } else {
      // Replaced in place: a hash table that loses and gains keys all the time is laid out again all the time. The
      // aliases go, because they were added by callers whose credentials were right at that time.
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

  /**
   * Removes the oldest entries beyond the share of memory, whether they are in use or not: frequent requests add them
   * again.
   */
  private grow(bytes: number): void {
    const { memory } = this;
    memory.take(bytes);
    for (const oldest of this.entries.values()) {
      if (memory.bytes <= memory.bytesMax) return;
      this.drop(oldest);
    }
  }

  clear(): void {
    for (const entry of this.entries.values()) this.drop(entry);
  }

  private drop(entry: Entry): void {
    this.entries.delete(entry.key);
    for (const name of entry.aliases) this.byAlias.delete(name);
    this.memory.give(entry.size);
  }
}

/** Without the spare capacity of an array that has grown (bench/notes/small-caches.md). */
const compact = <T>(list: readonly T[]): readonly T[] => list.slice();

/** `nodes` once each, without those of the whole entry's read set, whose change makes all of it outdated anyway. */
const without = (nodes: readonly Versioned[], known: readonly Versioned[]): readonly Versioned[] =>
  compact(nodes.filter((node, index) => !known.includes(node) && nodes.indexOf(node) === index));

/** The bytes of a text with its fragments; adds to `fragments` where these are. */
const encodeWithFragments = (
  text: string,
  rendered: readonly RenderedFragment[],
  nodes: readonly Versioned[],
  fragments: CachedFragment[],
): Buffer => {
  const pieces = splitAtFragments(text);
  let end = Buffer.byteLength(pieces[0]!);
  for (let index = 1; index < pieces.length; index += 2) {
    const fragment = rendered[Number(pieces[index])]!;
    const start = end;
    end += Buffer.byteLength(fragment.text);
    fragments.push({
      start,
      end,
      render: fragment.render,
      id: fragment.id,
      readSet: without(fragment.readSet, nodes),
      readSeq: fragment.readSeq,
      text: undefined,
    });
    pieces[index] = fragment.text;
    end += Buffer.byteLength(pieces[index + 1]!);
  }
  // Written piece by piece: joining them first would make garbage of the size of the text.
  const bytes = Buffer.allocUnsafe(end);
  let to = 0;
  for (const piece of pieces) to += bytes.write(piece, to);
  return bytes;
};

/** The response with the present text of its fragments. The cached bytes stay as they are: they may still be sent. */
const assemble = ({
  bytes: base,
  fragments,
  readSeq: baseSeq,
  operation,
  meter,
  emptySearchText,
}: Entry): CachedResponse => {
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
  return { bytes, readSeq, operation, meter, emptySearchText };
};
