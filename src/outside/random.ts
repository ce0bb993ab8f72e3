// The system's random bytes, fetched a piece at a time: a fetch of its own costs more than all else in a new session's
// code.
import { randomFillSync } from 'node:crypto';
import type { Random } from '../kernel/random.ts';
import { must } from '../kernel/result.ts';

const PIECE_BYTES = 4096;

export class SystemRandom implements Random {
  private readonly piece = Buffer.alloc(PIECE_BYTES);
  private used = PIECE_BYTES;

  text(bytes: number): string {
    must(bytes <= PIECE_BYTES, 'random text fits into a piece');
    if (this.used + bytes > PIECE_BYTES) {
      randomFillSync(this.piece);
      this.used = 0;
    }
    const start = this.used;
    this.used += bytes;
    const text = this.piece.toString('base64url', start, this.used);
    // What was handed out cannot be handed out or found again.
    this.piece.fill(0, start, this.used);
    return text;
  }
}
