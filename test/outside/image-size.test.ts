// Catches a wrong size of an image, and bytes that make the reader throw.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sizeOfImage } from '../../src/outside/image-size.ts';

/** The head of a PNG: signature, length and name of the first chunk, then the size. */
export const png = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(33);
  head.write('89504e470d0a1a0a0000000d49484452', 0, 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
};

const gif = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(13);
  head.write('GIF89a', 0, 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return head;
};

describe('reads', () => {
  test('PNG, GIF and SVG', () => {
    expect(sizeOfImage(png(640, 480))).toEqual({ width: 640, height: 480 });
    expect(sizeOfImage(gif(3, 65_535))).toEqual({ width: 3, height: 65_535 });
    expect(sizeOfImage(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 30"></svg>'))).toEqual({
      width: 20,
      height: 30,
    });
  });

  test('nothing of what is no image, is cut before its size, or has none that can be one', () => {
    for (const bytes of [
      Buffer.from(''),
      Buffer.from('<html></html>'),
      png(1, 1).subarray(0, 18),
      png(0, 5),
      png(4_000_000_000, 5),
    ])
      expect(sizeOfImage(bytes)).toBeUndefined();
  });

  test('law: whatever the bytes are, a size of whole pixels or none', () => {
    const head = fc.constantFrom(
      png(7, 7),
      gif(7, 7),
      Buffer.from('ffd8ffe000104a464946', 'hex'),
      Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'),
      Buffer.from('\0\0\0\x18ftypavif\0\0\0\0', 'latin1'),
      Buffer.from('<svg '),
      Buffer.alloc(0),
    );
    fc.assert(
      fc.property(head, fc.uint8Array({ maxLength: 300 }), fc.nat(40), (start, rest, cut) => {
        const size = sizeOfImage(Buffer.concat([start.subarray(0, cut), rest]));
        for (const pixels of size === undefined ? [] : [size.width, size.height])
          expect(Number.isInteger(pixels) && pixels >= 1 && pixels <= 1_000_000).toBe(true);
      }),
    );
  });
});
