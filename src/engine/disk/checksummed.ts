// Values with a checksum at their end, made when a value is written and checked at every read from disk.
//
// The checksum covers table and key, so a value in another's place fails. It goes with the value into snapshot files
// and back, so nothing between writer and reader has to be trusted. An outdated value passes; the digests of
// row-digests.ts find it.
import { checksum, packVolatile, unpack } from './codec.ts';

const CHECKSUM_BYTES = 4;

/** The CRC-32 of any bytes followed by their own CRC-32, lowest byte first. */
const RESIDUE = 0x2144df1c;

/** Start of the checksums of a table's values. */
export type ChecksumSeed = number;

export const checksumSeed = (table: string): ChecksumSeed => checksum(Buffer.from(table));

/** Multiplication by an odd number keeps different ids different; so does the 32-bit checksum with different starts. */
const start = (seed: ChecksumSeed, key: number): number =>
  (seed ^ Math.imul(key | 0, 0x9e3779b1) ^ Math.imul((key / 4_294_967_296) | 0, 0x85ebca6b)) >>> 0;

/** Packs a value with its checksum. `key`: a whole number that identifies the value in the table. */
export const packChecked = (seed: ChecksumSeed, key: number, value: unknown): Buffer => {
  const packed = packVolatile(value);
  const length = packed.end - packed.start;
  const bytes = Buffer.allocUnsafe(length + CHECKSUM_BYTES);
  packed.copy(bytes, 0, packed.start, packed.end);
  bytes.writeUInt32LE(checksum(bytes.subarray(0, length), start(seed, key)), length);
  return bytes;
};

/** Whether the bytes are undamaged and belong to this table and key. */
export const isWhole = (seed: ChecksumSeed, key: number, bytes: Uint8Array): boolean =>
  bytes.length > CHECKSUM_BYTES && checksum(bytes, start(seed, key)) === RESIDUE;

/** Unpacks bytes that the caller knows to be whole. */
export const unpackChecked = (bytes: Uint8Array): unknown => unpack(bytes, bytes.length - CHECKSUM_BYTES);

/** Checksum at the end of the bytes, as a signed number of 32 bits. */
export const checksumOf = (bytes: Buffer): number => bytes.readInt32LE(bytes.length - CHECKSUM_BYTES);

/** First number of a packed list, which is the sequence number of a row or tombstone; undefined for any other bytes. */
export const seqOf = (bytes: Buffer): number | undefined => {
  if (bytes.length < 2 + CHECKSUM_BYTES || (bytes[0]! & 0xf0) !== 0x90) return undefined;
  const first = bytes[1]!;
  if (first < 0x80) return first;
  try {
    switch (first) {
      case 0xcc:
        return bytes.readUInt8(2);
      case 0xcd:
        return bytes.readUInt16BE(2);
      case 0xce:
        return bytes.readUInt32BE(2);
      case 0xcf:
        return Number(bytes.readBigUInt64BE(2));
      case 0xcb:
        return bytes.readDoubleBE(2);
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
};
