// Bytes on disk: msgpack for values, CRC-32 to detect damage. The CRC does not protect against intent.
import { Packr, RESET_BUFFER_MODE, REUSE_BUFFER_MODE } from 'msgpackr';
import type { UnpackOptions } from 'msgpackr';
import { crc32 } from 'node:zlib';

// Plain msgpack, no records and no extensions: readable by any msgpack library in ten years.
const packr = new Packr({ useRecords: false, variableMapSize: true, encodeUndefinedAsNil: true });

/** Where the packer has put a value; valid until the next one is packed. */
export type Packed = Buffer & { readonly start: number; readonly end: number };

/** A view of its own for each value would cost as much as packing a small one. */
export const packVolatile = (value: unknown): Packed =>
  packr.pack(value, REUSE_BUFFER_MODE | RESET_BUFFER_MODE) as Packed;

export const pack = (value: unknown): Buffer => {
  const packed = packVolatile(value);
  const bytes = Buffer.allocUnsafe(packed.end - packed.start);
  packed.copy(bytes, 0, packed.start, packed.end);
  return bytes;
};

/** Throws on bytes that are no msgpack. `end`: where the value ends. */
export const unpack = (bytes: Uint8Array, end = bytes.length): unknown =>
  // Its types know options alone.
  packr.unpack(bytes as Buffer, end as unknown as UnpackOptions);

/** `before`: the checksum of what stands before these bytes. */
export const checksum = (bytes: Uint8Array, before = 0): number => crc32(bytes, before);
