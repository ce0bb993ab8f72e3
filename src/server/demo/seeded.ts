// Chance that is the same for the same seed: what the demo shop is made of.
import { createHash } from 'node:crypto';
import { must } from '../../kernel/result.ts';
import type { Random } from '../../kernel/random.ts';

const BLOCK_BYTES = 32;

/** SHA-256 over seed and counter. It is no secret: the seed gives all of it. */
export class Seeded implements Random {
  private readonly seed: string;
  private counter = 0;
  private rest = Buffer.alloc(0);

  constructor(seed: string) {
    this.seed = seed;
  }

  private bytes(count: number): Buffer {
    while (this.rest.length < count) {
      const block = createHash('sha256').update(`${this.seed}\0${this.counter}`).digest();
      this.counter += 1;
      this.rest = Buffer.concat([this.rest, block], this.rest.length + BLOCK_BYTES);
    }
    const drawn = this.rest.subarray(0, count);
    this.rest = this.rest.subarray(count);
    return drawn;
  }

  text(bytes: number): string {
    return this.bytes(bytes).toString('base64url');
  }

  /** From 0 up to and without 1. */
  readonly fraction = (): number => this.bytes(4).readUInt32BE() / 2 ** 32;

  /** A whole number from 0 up to and without `below`. */
  readonly int = (below: number): number => Math.floor(this.fraction() * below);

  pick<T>(list: readonly T[]): T {
    must(list.length > 0, 'there is something to pick from');
    return list[this.int(list.length)]!;
  }

  /** Whether something happens that happens with this share. */
  happens(share: number): boolean {
    return this.fraction() < share;
  }
}
