// HMAC (RFC 2104) with SHA-512 of short texts under one key, as two digests that make no native object: it takes a
// quarter of the time of `createHmac`, and leaves nothing outside the heap for V8 to collect.
import { hash } from 'node:crypto';
import { must } from '../../kernel/result.ts';

/** Bytes of a block of SHA-512, and of its digest. */
const BLOCK_BYTES = 128;
const DIGEST_BYTES = 64;
/** Bytes of UTF-8 that a UTF-16 unit takes at most. */
const UNIT_BYTES_MAX = 3;
const TEXT_UNITS_MAX = 160;
const [INNER, OUTER] = [0x36, 0x5c];

export class KeyedDigest {
  /** The key's inner block, and the text behind it. */
  private readonly inner = Buffer.alloc(BLOCK_BYTES + TEXT_UNITS_MAX * UNIT_BYTES_MAX, INNER);
  /** The key's outer block, and the inner digest behind it. */
  private readonly outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES, OUTER);

  /** `key`: at most a block. */
  constructor(key: Uint8Array) {
    must(key.length <= BLOCK_BYTES, 'a key fits into a block');
    for (const [index, byte] of key.entries()) {
      this.inner[index]! ^= byte;
      this.outer[index]! ^= byte;
    }
  }

  /** Returns the digest, a character per byte. `text`: at most 160 UTF-16 units. */
  of(text: string): string {
    must(text.length <= TEXT_UNITS_MAX, 'a text fits into the buffer');
    const bytes = this.inner.write(text, BLOCK_BYTES);
    this.outer.write(hash('sha512', this.inner.subarray(0, BLOCK_BYTES + bytes), 'binary'), BLOCK_BYTES, 'latin1');
    return hash('sha512', this.outer, 'binary');
  }
}
