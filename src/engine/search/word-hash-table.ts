// A hash table from words to slots, with the words side by side in one array.
//
// All words can be searched for a part in one walk through memory, and a word is looked up within a text, without being
// cut out. A slot keeps its number as long as its word is in the table.
import { hashOf } from './tokenizer.ts';

const NONE = -1;
const CAPACITY_MIN = 8;

/** Tables of this size grow ahead of need, one per step of indexing: each takes milliseconds. */
const LARGE = 8192;
/** Free slots below which a large table grows; usually more than one step of indexing needs. */
const SPARE = 1024;
const UNITS_PER_WORD = 16;

/** Whether a table of this capacity should grow ahead of need. */
export const isNearlyFull = (room: number, used: number): boolean => room >= LARGE && room - used < SPARE;

export const unitsOf = (word: string): Uint16Array => {
  const units = new Uint16Array(word.length);
  for (let index = 0; index < word.length; index += 1) units[index] = word.charCodeAt(index);
  return units;
};

export class WordHashTable {
  /** Words in the table. */
  size = 0;
  /** All slots, free ones too, are below this number. */
  slotsEnd = 0;
  /** UTF-16 units of all words, by ascending slot. A free slot is used again only for a word of the same length. */
  private units: Uint16Array = new Uint16Array(32);
  /** Position of each slot's word in `units`, and one more. */
  private offsets: Int32Array = new Int32Array(1);
  private hashes: Int32Array = new Int32Array(0);
  /** The next slot of the same bucket. */
  private next: Int32Array = new Int32Array(0);
  /** First slot by bucket, NONE for none; as many buckets as there is capacity for slots. */
  private buckets: Int32Array = new Int32Array(0);
  /** Free slots by the length of their words. */
  private readonly freeSlots = new Map<number, number[]>();

  constructor() {
    this.grow();
  }

  /** Grows one of the arrays ahead of need; false where all have room. */
  growAhead(): boolean {
    if (isNearlyFull(this.hashes.length, this.slotsEnd)) this.grow();
    else if (isNearlyFull(this.units.length / UNITS_PER_WORD, this.offsets[this.slotsEnd]! / UNITS_PER_WORD))
      this.growUnits(0);
    else return false;
    return true;
  }

  /** Slot of the word in `units` from `start` to before `end`; below 0 where it is not in the table. */
  find(units: Uint16Array, start: number, end: number, hash: number): number {
    const { hashes, next, offsets, buckets } = this;
    for (let slot = buckets[hash & (buckets.length - 1)]!; slot !== NONE; slot = next[slot]!) {
      if (hashes[slot] === hash && this.equalsAt(offsets[slot]!, offsets[slot + 1]!, units, start, end)) return slot;
    }
    return NONE;
  }

  findWord(word: string): number {
    const units = unitsOf(word);
    return this.find(units, 0, units.length, hashOf(units, 0, units.length));
  }

  /** Adds a word that is not in the table; returns its slot. */
  insert(units: Uint16Array, start: number, end: number, hash: number): number {
    const slot = this.freeSlots.get(end - start)?.pop() ?? this.newSlot(end - start);
    const { offsets } = this;
    this.units.set(units.subarray(start, end), offsets[slot]!);
    this.size += 1;
    this.link(slot, hash);
    return slot;
  }

  remove(slot: number): void {
    const bucket = this.hashes[slot]! & (this.buckets.length - 1);
    if (this.buckets[bucket] === slot) this.buckets[bucket] = this.next[slot]!;
    else {
      let before = this.buckets[bucket]!;
      while (this.next[before] !== slot) before = this.next[before]!;
      this.next[before] = this.next[slot]!;
    }
    const [from, to] = [this.offsets[slot]!, this.offsets[slot + 1]!];
    this.units.fill(0, from, to);
    const free = this.freeSlots.get(to - from);
    if (free === undefined) this.freeSlots.set(to - from, [slot]);
    else free.push(slot);
    this.size -= 1;
  }

  /** Whether the slot holds a word. */
  isUsed(slot: number): boolean {
    return this.units[this.offsets[slot]!] !== 0;
  }

  wordAt(slot: number): string {
    let word = '';
    for (let position = this.offsets[slot]!; position < this.offsets[slot + 1]!; position += 1)
      word += String.fromCharCode(this.units[position]!);
    return word;
  }

  /**
   * Visits the slots from one to before another whose word holds the part, in UTF-16: at its beginning where `begins`
   * is set, at its end where `ends` is.
   */
  eachContaining(
    wanted: Buffer,
    begins: boolean,
    ends: boolean,
    [first, last]: readonly [first: number, last: number],
    visit: (slot: number) => void,
  ): void {
    const { offsets } = this;
    const length = wanted.length >>> 1;
    const all = Buffer.from(this.units.buffer, 0, offsets[last]! * 2);
    let slot = first;
    // Buffer.indexOf compares many units at a time: 0.15 ms for 108,000 words, a loop 1.0 ms.
    for (let byteOffset = all.indexOf(wanted, offsets[first]! * 2, 'utf16le'); byteOffset >= 0;) {
      const place = byteOffset >>> 1;
      slot = this.slotAt(place, slot);
      const [from, to] = [offsets[slot]!, offsets[slot + 1]!];
      // A match that reaches into the next word does not count.
      const holds = place + length <= to && !(begins && place > from) && !(ends && place + length < to);
      if (holds) visit(slot);
      // Each word is visited once.
      byteOffset = all.indexOf(wanted, holds ? to * 2 : byteOffset + 2, 'utf16le');
    }
  }

  /** Slot of the word at a position of `units`; `from`: a slot at or before it. */
  private slotAt(position: number, from: number): number {
    const { offsets } = this;
    let [low, high] = [from, this.slotsEnd - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (offsets[middle]! <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private equalsAt(from: number, to: number, units: Uint16Array, start: number, end: number): boolean {
    if (to - from !== end - start) return false;
    const mine = this.units;
    for (let position = from, other = start; position < to; position += 1, other += 1)
      if (mine[position] !== units[other]) return false;
    return true;
  }

  private newSlot(length: number): number {
    const slot = this.slotsEnd;
    if (slot === this.hashes.length) this.grow();
    const offset = this.offsets[slot]!;
    if (offset + length > this.units.length) this.growUnits(length);
    this.offsets[slot + 1] = offset + length;
    this.slotsEnd = slot + 1;
    return slot;
  }

  private growUnits(length: number): void {
    const { units } = this;
    const wider = new Uint16Array(units.length + (units.length >>> 1) + length);
    wider.set(units);
    this.units = wider;
  }

  private link(slot: number, hash: number): void {
    const bucket = hash & (this.buckets.length - 1);
    this.hashes[slot] = hash;
    this.next[slot] = this.buckets[bucket]!;
    this.buckets[bucket] = slot;
  }

  private grow(): void {
    const { hashes, offsets, slotsEnd: slots } = this;
    // One allocation, not four: V8 collects garbage for milliseconds on each large one.
    const room = Math.max(CAPACITY_MIN, hashes.length * 2);
    const memory = new Int32Array(4 * room + 1);
    this.hashes = memory.subarray(0, room);
    this.next = memory.subarray(room, 2 * room);
    this.buckets = memory.subarray(2 * room, 3 * room).fill(NONE);
    this.offsets = memory.subarray(3 * room);
    this.hashes.set(hashes);
    this.offsets.set(offsets);
    for (let slot = 0; slot < slots; slot += 1) if (this.isUsed(slot)) this.link(slot, hashes[slot]!);
  }
}
