// Writes records into a ring in order: at once where there is room, otherwise when there is room again.
//
// Not promised: a limit. Writers bound what waits: each exchange has one body or reply, and each stream a window.
import type { RingWriter } from './ring.ts';

/** Something that is written in one record or in several. */
export interface Outgoing {
  /** Writes what there is room for, and the rest the next time. False: some is left. */
  write(writer: RingWriter): boolean;
}

export class RingQueue {
  readonly writer: RingWriter;
  private waiting: Outgoing[] = [];
  private first = 0;

  constructor(writer: RingWriter) {
    this.writer = writer;
  }

  /** Nothing waits: what comes next may be written at once. */
  get isEmpty(): boolean {
    return this.first === this.waiting.length;
  }

  get length(): number {
    return this.waiting.length - this.first;
  }

  add(outgoing: Outgoing): void {
    if (this.isEmpty && outgoing.write(this.writer)) return;
    this.waiting.push(outgoing);
  }

  /** Must be called when the reader has made room. */
  flush(): void {
    while (this.first < this.waiting.length && this.waiting[this.first]!.write(this.writer)) this.first += 1;
    if (this.first < this.waiting.length) return;
    this.waiting = [];
    this.first = 0;
  }
}
