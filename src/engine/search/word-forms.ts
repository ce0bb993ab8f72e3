// A hash table from the ids of words to the slots that a column has for their forms.
import { isNearlyFull } from './word-hash-table.ts';

const NONE = -1;
const CAPACITY_MIN = 8;

export class WordForms {
  /** By slot. */
  wordIds: Int32Array = new Int32Array(0);
  private next: Int32Array = new Int32Array(0);
  private buckets: Int32Array = new Int32Array(0);

  constructor() {
    this.grow();
  }

  /** Grows where that is soon to be; false where it is not. `slots`: how many there are. */
  growAhead(slots: number): boolean {
    const soon = isNearlyFull(this.wordIds.length, slots);
    if (soon) this.grow();
    return soon;
  }

  /** The first slot of an id, below 0 when there is none. */
  firstForm(id: number): number {
    let slot = this.buckets[this.bucket(id)]!;
    while (slot !== NONE && this.wordIds[slot] !== id) slot = this.next[slot]!;
    return slot;
  }

  /** The next slot of the same id, below 0 when there is none. */
  nextForm(slot: number): number {
    const id = this.wordIds[slot]!;
    let next = this.next[slot]!;
    while (next !== NONE && this.wordIds[next] !== id) next = this.next[next]!;
    return next;
  }

  set(slot: number, id: number): void {
    if (slot >= this.wordIds.length) this.grow();
    this.wordIds[slot] = id;
    this.link(slot);
  }

  remove(slot: number): void {
    const bucket = this.bucket(this.wordIds[slot]!);
    if (this.buckets[bucket] === slot) this.buckets[bucket] = this.next[slot]!;
    else {
      let before = this.buckets[bucket]!;
      while (this.next[before] !== slot) before = this.next[before]!;
      this.next[before] = this.next[slot]!;
    }
    this.wordIds[slot] = NONE;
  }

  private bucket(id: number): number {
    return (Math.imul(id, 0x9e3779b1) >>> 8) & (this.buckets.length - 1);
  }

  private link(slot: number): void {
    const bucket = this.bucket(this.wordIds[slot]!);
    this.next[slot] = this.buckets[bucket]!;
    this.buckets[bucket] = slot;
  }

  /** Slots come one after the other, so all there is room for are there. */
  private grow(): void {
    const { wordIds: ids } = this;
    const room = Math.max(CAPACITY_MIN, ids.length * 2);
    const memory = new Int32Array(3 * room).fill(NONE);
    this.wordIds = memory.subarray(0, room);
    this.next = memory.subarray(room, 2 * room);
    this.buckets = memory.subarray(2 * room);
    this.wordIds.set(ids);
    for (let slot = 0; slot < ids.length; slot += 1) if (ids[slot] !== NONE) this.link(slot);
  }
}
