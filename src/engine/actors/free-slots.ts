// Slots whose last holder has ended, in the order of their ends.
//
// A slot is used again only once the journal is truncated past the end of its last holder: an older record can then no
// longer be replayed into the new one.

export interface FreeSlot {
  readonly id: number;
  /** The record that ended its last holder. */
  readonly seq: number;
  /** Generation of its last holder. */
  readonly generation: number;
}

export class FreeSlots {
  private slots: FreeSlot[] = [];
  /** Slots before this one are taken. */
  private first = 0;

  get size(): number {
    return this.slots.length - this.first;
  }

  /** The slot after `ahead` others, if it was freed by a record up to `truncatedSeq`. */
  usable(truncatedSeq: number, ahead: number): FreeSlot | undefined {
    const slot = this.slots[this.first + ahead];
    return slot !== undefined && slot.seq <= truncatedSeq ? slot : undefined;
  }

  /** Counts slots freed by records up to `truncatedSeq`, up to `limit`. */
  usableCount(truncatedSeq: number, limit = Infinity): number {
    let [low, high] = [this.first, Math.min(this.slots.length, this.first + limit)];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.slots[middle]!.seq <= truncatedSeq) low = middle + 1;
      else high = middle;
    }
    return low - this.first;
  }

  /**
   * Removes a slot that has its next holder. The deciding process takes the first slot. The order of another process
   * differs only by tombstones not yet written there, so the slot is searched from the front.
   */
  take(id: number): void {
    let index = this.first;
    while (index < this.slots.length && this.slots[index]!.id !== id) index += 1;
    if (index === this.slots.length) return;
    this.slots.copyWithin(this.first + 1, this.first, index);
    this.first += 1;
    if (this.first < 1024 || this.first * 2 < this.slots.length) return;
    this.slots = this.slots.slice(this.first);
    this.first = 0;
  }

  /** Adds a slot whose holder's tombstone is on the disk. */
  add(slot: FreeSlot): void {
    // Tombstones are written in the order of their actors' oldest unwritten change, not of their end.
    let index = this.slots.length;
    while (index > this.first && this.slots[index - 1]!.seq > slot.seq) index -= 1;
    this.slots.splice(index, 0, slot);
  }
}
