// The system's random bytes, drawn 4 KiB at a time: one draw per text would cost more than all else in a new session's
// code. Bytes are overwritten when given out, so that none is given twice or found in memory.
import { randomFillSync } from 'node:crypto';
import type { Random } from '../kernel/random.ts';
import { must } from '../kernel/result.ts';

const BUFFER_BYTES = 4096;

export class SystemRandom implements Random {
  private readonly buffer = Buffer.alloc(BUFFER_BYTES);
  private used = BUFFER_BYTES;

  text(bytes: number): string {
    must(bytes <= BUFFER_BYTES, 'a random text fits into the buffer');
    if (this.used + bytes > BUFFER_BYTES) {
      randomFillSync(this.buffer);
      this.used = 0;
    }
    const start = this.used;
    this.used += bytes;
    const text = this.buffer.toString('base64url', start, this.used);
    this.buffer.fill(0, start, this.used);
    return text;
  }
}
