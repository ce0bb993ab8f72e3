// Inputs made from inputs: bytes flipped, cut, repeated, joined with others, and words of the format put in.
import type { Seeded } from '../../engine/seeded.ts';

const BYTES_MAX = 4096;
/** Bytes at which decoders turn. */
const BYTES = Buffer.from('\0\x01\t\n\r "%&\'+,-09:<=[\\]{}\x7f\x80\xff', 'latin1');
/** Lengths and counts at which decoders turn. */
const NUMBERS = [0, 1, 127, 128, 255, 256, 65_535, 65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];

export interface Material {
  readonly corpus: readonly Buffer[];
  /** Words of the format. */
  readonly words: readonly Buffer[];
}

const spliced = (bytes: Buffer, from: number, to: number, by: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)]);

const once = (random: Seeded, bytes: Buffer, { corpus, words }: Material): Buffer => {
  const from = random.below(bytes.length + 1);
  const to = Math.min(bytes.length, from + random.below(random.of([2, 8, 64]) + 1));
  const byte = (): Buffer => Buffer.from([random.chance(0.5) ? BYTES[random.below(BYTES.length)]! : random.below(256)]);
  switch (random.below(9)) {
    case 0:
      return spliced(bytes, from, to, Buffer.alloc(0));
    case 1:
      return spliced(bytes, from, from, random.of(words));
    case 2:
      return spliced(bytes, from, to, random.of(words));
    case 3:
      return spliced(bytes, from, from, byte());
    case 4:
      return spliced(bytes, from, Math.min(bytes.length, from + 1), byte());
    case 5: {
      const part = bytes.subarray(from, to);
      return spliced(bytes, from, from, Buffer.concat(Array.from({ length: random.of([1, 2, 8, 40]) }, () => part)));
    }
    case 6: {
      const other = random.of(corpus);
      return spliced(
        bytes,
        from,
        random.chance(0.5) ? bytes.length : to,
        other.subarray(random.below(other.length + 1)),
      );
    }
    case 7: {
      const number = Buffer.alloc(4);
      number[random.chance(0.5) ? 'writeUInt32LE' : 'writeUInt32BE'](random.of(NUMBERS));
      return spliced(bytes, from, Math.min(bytes.length, from + 4), number);
    }
    default: {
      const flipped = Buffer.from(bytes);
      if (from < flipped.length) flipped[from]! ^= 1 << random.below(8);
      return flipped;
    }
  }
};

const NEWEST = 4;

/** One of the corpus, every other time one of the newest, changed once to six times. */
export const mutant = (random: Seeded, material: Material): Buffer => {
  const { corpus } = material;
  let bytes = random.of(random.chance(0.5) ? corpus.slice(-NEWEST) : corpus);
  for (let count = 1 + random.below(6); count > 0; count -= 1) bytes = once(random, bytes, material);
  return bytes.subarray(0, BYTES_MAX);
};
