// The bytes of a snapshot file: header and frames (snapshots/README.md has every offset).
//
// A file is whole or refused: header and frames have checksums, the header is written last, and the last frame counts
// the others. Not promised: that a damaged file can be read in part.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { checksum, pack, unpack } from '../disk/codec.ts';
import { hasRange, mustRead, statedRange } from '../disk/format.ts';
import type { FormatRange } from '../disk/format.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import type { SnapshotDisk } from './snapshot-disk.ts';

const MAGIC = Buffer.from('KONTORS1', 'latin1');
/**
 * magic 8 · version u32 · store id 16 · seqFrom f64 · seqTo f64 · least reader u32 · least writer u32 · crc32 of the 52
 * bytes before it u32. The same in every later version, so that each program can say why it does not read a file.
 */
export const HEADER_BYTES = 56;
/** Size of a header without a range, whose checksum follows `seqTo`. */
const EARLY_HEADER_BYTES = 48;
/** type u8 · length u32 · crc32 of type, length and payload u32. */
const FRAME_BYTES = 9;

/** A: actor rows, T: tombstones, J: a batch of the journal, E: the end. */
export type FrameType = 'A' | 'T' | 'J' | 'E';

/** A row or a tombstone under the id of its actor. */
export type IdBytes = readonly [id: number, bytes: Buffer];

/** The states are as of records between `seqFrom` and `seqTo`; the records of that interval bring all to `seqTo`. */
export interface SnapshotHeader {
  readonly format: FormatRange;
  readonly storeId: string;
  readonly seqFrom: number;
  readonly seqTo: number;
}

const frameChecksum = (head: Buffer, payload: Buffer): number => checksum(payload, checksum(head.subarray(0, 5)));

const headerBytes = ({ format, storeId, seqFrom, seqTo }: SnapshotHeader): Buffer => {
  const bytes = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(format.version, 8);
  Buffer.from(storeId, 'hex').copy(bytes, 12);
  bytes.writeDoubleLE(seqFrom, 28);
  bytes.writeDoubleLE(seqTo, 36);
  bytes.writeUInt32LE(format.leastReader, 44);
  bytes.writeUInt32LE(format.leastWriter, 48);
  bytes.writeUInt32LE(checksum(bytes.subarray(0, 52)), 52);
  return bytes;
};

const headerBytesOf = (version: number): number => (hasRange(version) ? HEADER_BYTES : EARLY_HEADER_BYTES);

const rangeIn = (bytes: Buffer): FormatRange | undefined => {
  const version = bytes.readUInt32LE(8);
  const length = headerBytesOf(version);
  if (bytes.length < length || bytes.readUInt32LE(length - 4) !== checksum(bytes.subarray(0, length - 4)))
    return undefined;
  return hasRange(version)
    ? statedRange(version, bytes.readUInt32LE(44), bytes.readUInt32LE(48))
    : statedRange(version, undefined, undefined);
};

const parseHeader = (bytes: Buffer): SnapshotHeader => {
  if (bytes.length < EARLY_HEADER_BYTES || !bytes.subarray(0, 8).equals(MAGIC)) {
    throw new StoreDamage('it is no snapshot file');
  }
  const format = rangeIn(bytes);
  if (format === undefined) throw new StoreDamage('its header is damaged');
  return {
    format,
    storeId: bytes.subarray(12, 28).toString('hex'),
    seqFrom: bytes.readDoubleLE(28),
    seqTo: bytes.readDoubleLE(36),
  };
};

/** Decodes a header. `bytes`: beginning of the file. Throws StoreDamage, and WrongFormat. */
export const snapshotHeader = (path: string, bytes: Buffer): SnapshotHeader => {
  const header = parseHeader(bytes);
  mustRead(path, header.format);
  return header;
};

/** Throws StoreDamage, and WrongFormat. */
export const readSnapshotHeader = (path: string): SnapshotHeader => {
  const fd = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(HEADER_BYTES);
    return snapshotHeader(path, bytes.subarray(0, readSync(fd, bytes)));
  } finally {
    closeSync(fd);
  }
};

const payloadOf = (bytes: Buffer, offset: number): unknown => {
  try {
    return unpack(bytes);
  } catch {
    throw new StoreDamage(`the frame before byte ${offset} holds no value`);
  }
};

/** Yields the frames of a file in order, including the end. Throws StoreDamage. */
export function* readFrames(path: string, { format }: SnapshotHeader): Generator<readonly [FrameType, unknown]> {
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    let offset = headerBytesOf(format.version);
    for (;;) {
      const head = Buffer.alloc(FRAME_BYTES);
      if (readSync(fd, head, 0, FRAME_BYTES, offset) !== FRAME_BYTES) throw new StoreDamage('it ends too early');
      const length = head.readUInt32LE(1);
      offset += FRAME_BYTES;
      if (offset + length > size) throw new StoreDamage('it ends too early');
      const bytes = Buffer.alloc(length);
      if (readSync(fd, bytes, 0, length, offset) !== length) throw new StoreDamage('it ends too early');
      offset += length;
      if (head.readUInt32LE(5) !== frameChecksum(head, bytes))
        throw new StoreDamage(`the frame before byte ${offset} is damaged`);
      const type = head.toString('latin1', 0, 1) as FrameType;
      if (type === 'E' && offset !== size)
        throw new StoreDamage(`${size - offset} bytes follow its end: it is not as it was written`);
      yield [type, payloadOf(bytes, offset)];
      if (type === 'E') return;
    }
  } finally {
    closeSync(fd);
  }
}

export class SnapshotWriter {
  private readonly fd: number;
  private readonly disk: SnapshotDisk;
  private waiting: Buffer[] = [];
  frames = 0;

  private constructor(fd: number, disk: SnapshotDisk) {
    this.fd = fd;
    this.disk = disk;
  }

  /** Creates a file, which must not exist; removes it if its first bytes cannot be written. */
  static async create(path: string, disk: SnapshotDisk): Promise<SnapshotWriter> {
    const writer = new SnapshotWriter(await disk.create(path), disk);
    try {
      await writer.write(Buffer.alloc(HEADER_BYTES));
      return writer;
    } catch (error) {
      await writer.close();
      await disk.remove(path);
      throw error;
    }
  }

  /** Adds a frame, written by `flush`. */
  frame(type: FrameType, payload: unknown): void {
    const bytes = pack(payload);
    const head = Buffer.alloc(FRAME_BYTES);
    head.write(type, 'latin1');
    head.writeUInt32LE(bytes.length, 1);
    head.writeUInt32LE(frameChecksum(head, bytes), 5);
    this.waiting.push(head, bytes);
    this.frames += 1;
  }

  async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    const bytes = Buffer.concat(this.waiting);
    this.waiting = [];
    await this.write(bytes);
  }

  /** Writes the header once everything else is on the disk, so an unfinished file has none. */
  async finish(header: SnapshotHeader): Promise<void> {
    await this.flush();
    await this.disk.sync(this.fd);
    await this.write(headerBytes(header), 0);
    await this.disk.sync(this.fd);
  }

  private async write(bytes: Buffer, position: number | null = null): Promise<void> {
    const written = await this.disk.write(this.fd, bytes, position);
    if (written !== bytes.length) throw new Error('the disk took only a part of the file');
  }

  close(): Promise<void> {
    return this.disk.close(this.fd);
  }
}
