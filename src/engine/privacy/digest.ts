import { hash } from 'node:crypto';
import { must } from '../../kernel/result.ts';

/** A digest as text, a character per byte. */
export const digestText = (algorithm: 'sha256' | 'sha512', bytes: Uint8Array): string =>
  hash(algorithm, bytes, 'binary');

/**
 * A digest as bytes. By way of a string, which lies on the heap: a digest that Node gives as a Buffer is memory of its
 * own, which costs more than the digest and counts for the collector as a reason to mark everything.
 */
export const digest = (algorithm: 'sha256' | 'sha512', bytes: Uint8Array): Buffer =>
  Buffer.from(digestText(algorithm, bytes), 'latin1');

const BLOCK = 128;
const DIGEST = 64;

/**
 * HMAC with SHA-512 (RFC 2104). Node's own takes twice the time, and leaves an object for each digest whose finalizer
 * the collector of young objects calls: 0.5 to 1.7 us of its pause.
 */
export class HmacSha512 {
  private readonly inner: Buffer;
  private readonly outer: Buffer;

  /** At most 128 bytes. */
  constructor(key: Uint8Array) {
    must(key.length <= BLOCK, 'a key is no longer than a block');
    const padded = (pad: number): Buffer => {
      const bytes = Buffer.alloc(BLOCK, pad);
      key.forEach((byte, at) => (bytes[at] = byte ^ pad));
      return bytes;
    };
    this.inner = padded(0x36);
    this.outer = Buffer.concat([padded(0x5c), Buffer.alloc(DIGEST)]);
  }

  /** A character per byte. */
  text(message: string): string {
    this.outer.write(digestText('sha512', Buffer.concat([this.inner, Buffer.from(message)])), BLOCK, 'latin1');
    return digestText('sha512', this.outer);
  }
}
