import { hash } from 'node:crypto';

/** A digest as text, a character per byte. */
export const digestText = (algorithm: 'sha256' | 'sha512', bytes: Uint8Array): string => hash(algorithm, bytes, 'binary');

/**
 * A digest as bytes. By way of a string, which lies on the heap: a digest that Node gives as a Buffer is memory of its
 * own, which costs more than the digest and counts for the collector as a reason to mark everything.
 */
export const digest = (algorithm: 'sha256' | 'sha512', bytes: Uint8Array): Buffer => Buffer.from(digestText(algorithm, bytes), 'latin1');
