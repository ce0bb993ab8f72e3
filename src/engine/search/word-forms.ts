// A hash table from word ids to form ids: the surface forms of a word in a column.
import { isNearlyFull } from './word-hash-table.ts';

const NONE = -1;
const CAPACITY_MIN = 8;

export class WordForms {
  /** Word id by form id; NONE where the form is free. */
  wordIds: Int32Array = new Int32Array(0);
  private next: Int32Array = new Int32Array(0);
  private buckets: Int32Array = new Int32Array(0);

  constructor() {
    this.grow();
  }

  /** Grows ahead of need; false where there is room. `slots`: form ids in use. */
  growAhead(slots: number): boolean {
    const soon = isNearlyFull(this.wordIds.length, slots);
    if (soon) this.grow();
    return soon;
  }

  /** First form of a word; below 0: none. */
  firstForm(id: number): number {
    let slot = this.buckets[this.bucket(id)]!;
    while (slot !== NONE && this.wordIds[slot] !== id) slot = this.next[slot]!;
    return slot;
  }

  /** Next form of the same word; below 0: none. */
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

  /** Form ids are given in ascending order, so doubling always makes room for the next one. */
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
