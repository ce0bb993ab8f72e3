// A hash table from words to slots that finds a word where it stands in a text, without cutting it out: indexing the
// words of a big shop is millions of such looks.

const hashOf = (text: string, start: number, end: number): number => {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
};

const NONE = -1;

export class WordTable {
  /** By slot; undefined where the slot is free. */
  readonly words: (string | undefined)[] = [];
  /** Words in it. */
  size = 0;
  private hashes: Int32Array = new Int32Array(8);
  /** The next slot of the same bucket. */
  private next: Int32Array = new Int32Array(8);
  /** The first slot of a bucket; NONE for none. As many as there is room for slots. */
  private buckets: Int32Array = new Int32Array(8).fill(NONE);
  private readonly free: number[] = [];

  /** The slot of the word that stands in the text from `start` to `end`; below 0 when it is not in the table. */
  find(text: string, start: number, end: number): number {
    const hash = hashOf(text, start, end);
    for (let slot = this.buckets[hash & (this.buckets.length - 1)]!; slot !== NONE; slot = this.next[slot]!) {
      if (this.hashes[slot] === hash && this.stands(this.words[slot]!, text, start, end)) return slot;
    }
    return NONE;
  }

  /** The slot of a word that was not in the table. */
  insert(word: string): number {
    const slot = this.free.pop() ?? this.words.length;
    if (slot === this.hashes.length) this.grow();
    this.words[slot] = word;
    this.size += 1;
    this.link(slot, hashOf(word, 0, word.length));
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
    this.words[slot] = undefined;
    this.free.push(slot);
    this.size -= 1;
  }

  private stands(word: string, text: string, start: number, end: number): boolean {
    if (word.length !== end - start) return false;
    for (let at = 0; at < word.length; at += 1) if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
    return true;
  }

  private link(slot: number, hash: number): void {
    const bucket = hash & (this.buckets.length - 1);
    this.hashes[slot] = hash;
    this.next[slot] = this.buckets[bucket]!;
    this.buckets[bucket] = slot;
  }

  private grow(): void {
    const hashes = this.hashes;
    const room = hashes.length * 2;
    this.hashes = new Int32Array(room);
    this.next = new Int32Array(room);
    this.buckets = new Int32Array(room).fill(NONE);
    // Only a full table grows: every slot holds a word.
    for (let slot = 0; slot < hashes.length; slot += 1) this.link(slot, hashes[slot]!);
  }
}
