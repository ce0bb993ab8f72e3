// Bytes on disk: msgpack for values, CRC-32 to detect damage. The CRC does not protect against intent.
import { Packr, RESET_BUFFER_MODE, REUSE_BUFFER_MODE } from 'msgpackr';
import type { UnpackOptions } from 'msgpackr';
import { crc32 } from 'node:zlib';

// Plain msgpack without records and extensions, which any msgpack library can read in ten years.
const packr = new Packr({ useRecords: false, variableMapSize: true, encodeUndefinedAsNil: true });

/** The packer's buffer with the position of a value; valid until the next value is packed. */
export type Packed = Buffer & { readonly start: number; readonly end: number };

/** Packs a value into the packer's own buffer, because a view per value would cost as much as packing a small one. */
export const packVolatile = (value: unknown): Packed =>
  packr.pack(value, REUSE_BUFFER_MODE | RESET_BUFFER_MODE) as Packed;

export const pack = (value: unknown): Buffer => {
  const packed = packVolatile(value);
  const bytes = Buffer.allocUnsafe(packed.end - packed.start);
  packed.copy(bytes, 0, packed.start, packed.end);
  return bytes;
};

/** Unpacks a value. Throws on bytes that are no msgpack. `end`: end of the value. */
export const unpack = (bytes: Uint8Array, end = bytes.length): unknown =>
  // The package's types lack the form with a number.
  packr.unpack(bytes as Buffer, end as unknown as UnpackOptions);

/** CRC-32 of bytes. `before`: checksum of the preceding bytes. */
export const checksum = (bytes: Uint8Array, before = 0): number => crc32(bytes, before);
