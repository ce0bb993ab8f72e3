// Cached replies in memory that all threads share: the deciding thread publishes them with what they depend on, and I/O
// threads send them without asking.
//
// Guaranteed: a reply is found only while nothing that it was made from has changed. A change of a node raises its
// version before any reply that shows the change is made, so nobody who knows a change is shown the state before it. No
// byte is overwritten while a thread may read it: a thread says so before it looks for a reply, and a segment is used
// again only once each thread was seen not reading after the segment's replies were removed. Not promised: that a reply
// stays. The oldest segment goes first, and a set of buckets holds four. Where more replies are asked for than fit,
// those asked for most often are published, so that publishing costs little.
//
// Layout: a line of 64 bytes per thread (`reading`), versions, buckets (place of an entry in the slab, in words; 0:
// none), counts (calls and bytes per thread and tally); the slab, in segments. An entry: hash, bytes of the call, bytes
// of the reply, number of nodes, tally, a slot and a version for each node, the call, the reply, padded to four bytes.
import { randomInt } from 'node:crypto';
import type { PublishedReply, ReplyPublisher } from '../../operations/dispatch/reply-publisher.ts';
import type { Versioned, Watcher } from '../../kernel/versioned.ts';

type Meter = PublishedReply['meter'];

const LINE_INTS = 16;
const SLOTS = 65_536;
const WAYS = 4;
const TALLIES = 1024;
const SEGMENTS = 8;
const HEAD_WORDS = 5;
/** Transports copy replies of this size; checking more nodes than that costs a thread more than asking. */
const REPLY_BYTES_MAX = 65_536;
const NODES_MAX = 256;
/** Times that a reply is asked for before it is published, at least and at most. */
const ASKED_MIN = 2;
const ASKED_MAX = 1024;
/** Sends of a published reply below which fewer are published; above four times as many, more are. */
const WORTH_SENDING = 8;
/** Bytes of slab for each set of buckets. */
const BYTES_PER_BUCKET = 1024;

export interface PublishedReplyMemory {
  readonly threads: number;
  readonly seed: number;
  readonly buckets: number;
  readonly ints: SharedArrayBuffer;
  readonly slab: SharedArrayBuffer;
}

/** `bytes`: size of the slab, whole MiB. */
export const newPublishedReplies = (threads: number, bytes: number): PublishedReplyMemory => {
  const buckets = 2 ** Math.floor(Math.log2(bytes / BYTES_PER_BUCKET));
  const ints = threads * LINE_INTS + SLOTS + buckets * WAYS + threads * TALLIES * 2;
  return {
    threads,
    seed: randomInt(2 ** 31),
    buckets,
    ints: new SharedArrayBuffer(ints * 4),
    slab: new SharedArrayBuffer(bytes),
  };
};

/** What both sides know of the memory. */
abstract class PublishedReplies {
  protected readonly reading: Int32Array;
  protected readonly versions: Int32Array;
  protected readonly buckets: Int32Array;
  protected readonly counts: Int32Array;
  protected readonly words: Int32Array;
  protected readonly bytes: Buffer;
  private readonly seed: number;
  private readonly mask: number;

  constructor({ threads, seed, buckets, ints, slab }: PublishedReplyMemory) {
    let at = 0;
    const part = (length: number): Int32Array => new Int32Array(ints, (at += length * 4) - length * 4, length);
    this.reading = part(threads * LINE_INTS);
    this.versions = part(SLOTS);
    this.buckets = part(buckets * WAYS);
    this.counts = part(threads * TALLIES * 2);
    this.words = new Int32Array(slab);
    this.bytes = Buffer.from(slab);
    this.seed = seed;
    this.mask = buckets - 1;
  }

  protected hashOf(call: Uint8Array): number {
    let hash = this.seed;
    for (let index = 0; index < call.length; index += 1) hash = Math.imul(hash ^ call[index]!, 0x01000193);
    return hash;
  }

  protected bucketOf(hash: number): number {
    return ((hash ^ (hash >>> 15)) & this.mask) * WAYS;
  }

  /** Whether an entry is the reply to this call. */
  protected isFor(entry: number, hash: number, call: Uint8Array): boolean {
    if (this.words[entry] !== hash || this.words[entry + 1] !== call.length) return false;
    const start = this.callStart(entry);
    for (let index = 0; index < call.length; index += 1) if (this.bytes[start + index] !== call[index]) return false;
    return true;
  }

  /** Whether nothing that the entry was made from has changed. */
  protected isTrue(entry: number): boolean {
    const from = entry + HEAD_WORDS;
    const to = from + this.words[entry + 3]! * 2;
    for (let at = from; at < to; at += 2)
      if (Atomics.load(this.versions, this.words[at]!) !== this.words[at + 1]!) return false;
    return true;
  }

  protected callStart(entry: number): number {
    return (entry + HEAD_WORDS + this.words[entry + 3]! * 2) * 4;
  }
}

export class PublishedRepliesReader extends PublishedReplies {
  private readonly line: number;
  private readonly tallies: number;
  private readonly passOneOf: number;
  private passed = 0;

  /** `thread`: its number, from 0. `passOneOf`: one of this many calls is not answered here; 0: all are. */
  constructor(memory: PublishedReplyMemory, thread: number, passOneOf: number) {
    super(memory);
    this.line = thread * LINE_INTS;
    this.tallies = thread * TALLIES * 2;
    this.passOneOf = passOneOf;
  }

  /**
   * Sends the reply to a call, if there is one. `send`: gets bytes that are valid until it returns. False: the deciding
   * thread must be asked.
   */
  answer(call: Uint8Array, send: (reply: Buffer) => void): boolean {
    Atomics.store(this.reading, this.line, 1);
    try {
      const entry = this.find(call);
      if (entry === 0 || this.isPassed()) return false;
      const start = this.callStart(entry) + call.length;
      const length = this.words[entry + 2]!;
      const tally = this.tallies + this.words[entry + 4]! * 2;
      send(this.bytes.subarray(start, start + length));
      // Counts the call last, so that a collector finds its bytes.
      Atomics.add(this.counts, tally + 1, length);
      Atomics.add(this.counts, tally, 1);
      return true;
    } finally {
      Atomics.store(this.reading, this.line, 0);
    }
  }

  private find(call: Uint8Array): number {
    const hash = this.hashOf(call);
    const bucket = this.bucketOf(hash);
    for (let way = 0; way < WAYS; way += 1) {
      const entry = Atomics.load(this.buckets, bucket + way);
      if (entry !== 0 && this.isFor(entry, hash, call)) return this.isTrue(entry) ? entry : 0;
    }
    return 0;
  }

  private isPassed(): boolean {
    if (this.passOneOf === 0) return false;
    this.passed = (this.passed + 1) % this.passOneOf;
    return this.passed === 0;
  }
}

/** Raises the version of a node when it changes. */
class Slot implements Watcher {
  readonly index: number;
  private readonly changedIn: (index: number) => void;

  constructor(index: number, changedIn: (index: number) => void) {
    this.index = index;
    this.changedIn = changedIn;
  }

  changed(): void {
    this.changedIn(this.index);
  }
}

/** Numbers from 0 on. The number given back longest ago is taken first, so that no version repeats soon. */
class FreeNumbers {
  size: number;
  private readonly numbers: Int32Array;
  private first = 0;

  constructor(count: number) {
    this.size = count;
    this.numbers = Int32Array.from({ length: count }, (_, index) => index);
  }

  /** Must not be called while `size` is 0. */
  take(): number {
    const number = this.numbers[this.first]!;
    this.first = (this.first + 1) % this.numbers.length;
    this.size -= 1;
    return number;
  }

  give(number: number): void {
    this.numbers[(this.first + this.size) % this.numbers.length] = number;
    this.size += 1;
  }
}

interface Tally {
  readonly operation: string;
  readonly meter: Meter;
  /** Counts that were collected so far, by thread. */
  readonly calls: number[];
  readonly bytes: number[];
}

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

export class PublishedRepliesWriter extends PublishedReplies implements ReplyPublisher {
  private readonly threads: number;
  private readonly segmentWords: number;
  private readonly slots: Slot[] = [];
  private readonly free = new FreeNumbers(SLOTS);
  /** Slot → the node whose version it holds. */
  private readonly nodes: (Versioned | undefined)[] = [];
  private readonly tallies: Tally[] = [];
  /** Replies that were collected as sent, by thread. */
  readonly sent: number[];
  private readonly tallyNumbers = new Map<Meter, Map<string, number>>();
  askedMin = ASKED_MIN;
  /** Replies that were published, and sent, since the last segment was begun. */
  private publishedCount = 0;
  private sentCount = 0;
  private segment = 0;
  /** Place of the next entry in the segment. The first word stays empty: the place 0 means that there is no entry. */
  private at = 1;
  /** Segments without entries, and the threads that may still read them. */
  private readonly retired = new Map<number, Set<number>>();

  constructor(memory: PublishedReplyMemory) {
    super(memory);
    this.threads = memory.threads;
    this.sent = zeros(memory.threads);
    this.segmentWords = memory.slab.byteLength / 4 / SEGMENTS;
  }

  publish({ call, bytes, readSet, operation, meter }: PublishedReply): void {
    const tally = this.tallyOf(operation, meter);
    if (bytes.length > REPLY_BYTES_MAX || readSet.length > NODES_MAX || tally >= TALLIES) return;
    if (this.free.size < readSet.length) this.clear();
    const words = HEAD_WORDS + readSet.length * 2 + Math.ceil((call.length + bytes.length) / 4);
    const entry = this.reserve(words);
    if (entry === 0) return;
    const body = Buffer.from(call, 'latin1');
    const hash = this.hashOf(body);
    this.words.set([hash, body.length, bytes.length, readSet.length, tally], entry);
    for (const [index, node] of readSet.entries()) {
      const slot = this.slotOf(node);
      this.words[entry + HEAD_WORDS + index * 2] = slot;
      this.words[entry + HEAD_WORDS + index * 2 + 1] = this.versions[slot]!;
    }
    const start = this.callStart(entry);
    this.bytes.set(body, start);
    this.bytes.set(bytes, start + body.length);
    Atomics.store(this.buckets, this.placeFor(hash, body), entry);
    this.publishedCount += 1;
  }

  clear(): void {
    for (const [slot, node] of this.nodes.entries()) {
      if (node === undefined) continue;
      node.watcher = undefined;
      this.release(slot);
    }
    for (let segment = 0; segment < SEGMENTS; segment += 1) this.retire(segment);
  }

  takeCounts(sent: (operation: string, meter: Meter, calls: number, bytes: number) => void): void {
    for (const [number, { operation, meter, calls, bytes }] of this.tallies.entries()) {
      for (let thread = 0; thread < this.threads; thread += 1) {
        const at = (thread * TALLIES + number) * 2;
        // Modulo 2^32.
        const moreCalls = (Atomics.load(this.counts, at) - calls[thread]!) >>> 0;
        if (moreCalls === 0) continue;
        const moreBytes = (Atomics.load(this.counts, at + 1) - bytes[thread]!) >>> 0;
        calls[thread] = (calls[thread]! + moreCalls) | 0;
        bytes[thread] = (bytes[thread]! + moreBytes) | 0;
        this.sent[thread]! += moreCalls;
        this.sentCount += moreCalls;
        sent(operation, meter, moreCalls, moreBytes);
      }
    }
    for (const segment of this.retired.keys()) this.recycle(segment);
  }

  /** Notes that a thread has ended: it reads nothing any more. */
  ended(thread: number): void {
    Atomics.store(this.reading, thread * LINE_INTS, 0);
  }

  private tallyOf(operation: string, meter: Meter): number {
    let numbers = this.tallyNumbers.get(meter);
    if (numbers === undefined) this.tallyNumbers.set(meter, (numbers = new Map()));
    const known = numbers.get(operation);
    if (known !== undefined || this.tallies.length === TALLIES) return known ?? TALLIES;
    const { threads } = this;
    const number = this.tallies.push({ operation, meter, calls: zeros(threads), bytes: zeros(threads) }) - 1;
    numbers.set(operation, number);
    return number;
  }

  private slotOf(node: Versioned): number {
    if (node.watcher instanceof Slot) return node.watcher.index;
    const slot = this.free.take();
    this.nodes[slot] = node;
    node.watcher = this.slots[slot] ??= new Slot(slot, this.release);
    return slot;
  }

  /** Frees a slot; replies that depend on its node are not found even once another node has the slot. */
  private readonly release = (slot: number): void => {
    Atomics.add(this.versions, slot, 1);
    this.nodes[slot] = undefined;
    this.free.give(slot);
  };

  /** Returns the place of an older reply to this call, an empty one, an outdated one, or any. */
  private placeFor(hash: number, call: Uint8Array): number {
    const bucket = this.bucketOf(hash);
    let [empty, stale] = [-1, -1];
    for (let place = bucket; place < bucket + WAYS; place += 1) {
      const entry = this.buckets[place]!;
      if (entry === 0) empty = place;
      else if (this.isFor(entry, hash, call)) return place;
      else if (!this.isTrue(entry)) stale = place;
    }
    if (empty >= 0) return empty;
    return stale >= 0 ? stale : bucket + ((hash >>> 13) & (WAYS - 1));
  }

  /** Returns the place of a new entry; 0 where a thread may still read what is there. */
  private reserve(words: number): number {
    if (this.at + words > this.segmentWords) {
      const next = (this.segment + 1) % SEGMENTS;
      this.retire(next);
      if (!this.recycle(next)) return 0;
      this.segment = next;
      this.at = 1;
      this.weigh();
    } else if (!this.recycle(this.segment)) return 0;
    this.at += words;
    return this.segment * this.segmentWords + this.at - words;
  }

  /** Publishes fewer or more replies, by what those of the last segment were worth. */
  private weigh(): void {
    const [worth, sent] = [this.publishedCount * WORTH_SENDING, this.sentCount];
    if (sent < worth) this.askedMin = Math.min(ASKED_MAX, this.askedMin * 2);
    else if (sent > worth * 4) this.askedMin = Math.max(ASKED_MIN, this.askedMin / 2);
    this.publishedCount = 0;
    this.sentCount = 0;
  }

  /** Removes the entries of a segment. */
  private retire(segment: number): void {
    if (this.retired.has(segment)) return;
    const [from, to] = [segment * this.segmentWords, (segment + 1) * this.segmentWords];
    for (let place = 0; place < this.buckets.length; place += 1) {
      const entry = this.buckets[place]!;
      if (entry > from && entry < to) Atomics.store(this.buckets, place, 0);
    }
    this.retired.set(segment, new Set(Array.from({ length: this.threads }, (_, thread) => thread)));
  }

  /** Overwrites a segment, if no thread can read it any more. */
  private recycle(segment: number): boolean {
    const readers = this.retired.get(segment);
    if (readers === undefined) return true;
    for (const thread of readers) if (Atomics.load(this.reading, thread * LINE_INTS) === 0) readers.delete(thread);
    if (readers.size > 0) return false;
    this.words.fill(0, segment * this.segmentWords, (segment + 1) * this.segmentWords);
    this.retired.delete(segment);
    return true;
  }
}
