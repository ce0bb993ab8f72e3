// A streamed reply whose connection is an I/O thread's: texts go through the ring, and what the client has taken comes
// back as a number of bytes. At most a window of bytes is on the way.
import { StreamBase } from '../transport/stream-base.ts';
import { PIECE_BYTES, REPLY, writeSignal } from './records.ts';
import type { RingQueue } from './ring-queue.ts';

const WINDOW_BYTES = 262_144;
/** Characters of one record: none is longer than three bytes. */
const TEXT_LENGTH_MAX = Math.floor(PIECE_BYTES / 3);

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

export class ThreadStream extends StreamBase {
  readonly generation: number;
  private readonly queue: RingQueue;
  private readonly exchange: number;
  /** Bytes that were written and that the client has not taken yet. */
  private owedBytes = 0;
  private isFull = false;

  constructor(queue: RingQueue, exchange: number, generation: number, onEnd: () => void) {
    super(onEnd);
    this.queue = queue;
    this.exchange = exchange;
    this.generation = generation;
  }

  /** Notes that the client has taken `bytes` bytes. */
  taken(bytes: number): void {
    this.owedBytes -= bytes;
    if (!this.isFull || this.owedBytes >= WINDOW_BYTES / 2) return;
    this.isFull = false;
    this.onDrain();
  }

  protected writeText(text: string): boolean {
    for (let from = 0; from < text.length;) {
      let to = Math.min(text.length, from + TEXT_LENGTH_MAX);
      // A surrogate pair is one character; half of it has no bytes of its own.
      if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to -= 1;
      this.writePart(text.slice(from, to));
      from = to;
    }
    this.isFull = this.owedBytes >= WINDOW_BYTES;
    return !this.isFull;
  }

  protected endReply(): void {
    this.signal(REPLY.end);
  }

  protected resetConnection(): void {
    this.signal(REPLY.abort);
  }

  private writePart(text: string): void {
    const { exchange, generation } = this;
    this.owedBytes += Buffer.byteLength(text);
    this.queue.add({
      write: (writer) => {
        const start = writer.reserve(text.length * 3);
        if (start < 0) return false;
        writer.publish(REPLY.text, exchange, generation, writer.bytes.write(text, start));
        return true;
      },
    });
  }

  private signal(kind: number): void {
    const { exchange, generation } = this;
    this.queue.add({ write: (writer) => writeSignal(writer, kind, exchange, generation) });
  }
}
