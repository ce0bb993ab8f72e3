// Bytes on disk: msgpack for values, CRC-32 for whatever must be known to be whole.
import { Packr } from 'msgpackr';
import { crc32 } from 'node:zlib';

// Plain msgpack, no records and no extensions: readable by any msgpack library in ten years.
const packr = new Packr({ useRecords: false, variableMapSize: true, encodeUndefinedAsNil: true });

/** The bytes are valid until the next call: copy what must live longer. */
export const packVolatile = (value: unknown): Buffer => packr.pack(value);

export const pack = (value: unknown): Buffer => Buffer.from(packr.pack(value));

/** Throws on bytes that are no msgpack. */
export const unpack = (bytes: Uint8Array): unknown => packr.unpack(bytes as Buffer);

/** `before`: the checksum of what stands before these bytes. */
export const checksum = (bytes: Uint8Array, before = 0): number => crc32(bytes, before);
