// Snapshot files: portable, checksummed, versioned (format: snapshots/README.md). A file is made beside the traffic:
// every actor as of some record between seqFrom and seqTo, then the records of that interval.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsync,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kinds.ts';
import { must } from '../../kernel/result.ts';
import { checksum, pack, unpack } from '../disk/codec.ts';
import type { Engine } from '../engine.ts';
import { syncDirectory } from '../disk/sync-directory.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { NO_AUDIT, STORE_VERSION } from '../journal/journal.ts';
import type { Batch, Journal, Meta, ActorRow } from '../journal/journal.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { batchCount } from '../journal/record.ts';

const MAGIC = Buffer.from('KONTORS1', 'latin1');

/** magic 8 · format version u32 · store id 16 · seqFrom f64 · seqTo f64 · crc32 of the 44 bytes before it u32. */
export const HEADER_BYTES = 48;
export const SNAPSHOT_VERSION = 2;

/** type u8 · length u32 · crc32 of type, length and payload u32. */
const FRAME_BYTES = 9;
const CHUNK_BYTES = 65_536;

type FrameType = 'A' | 'T' | 'J' | 'E';
type Entry = readonly [id: number, bytes: Buffer];

export interface SnapshotHeader {
  readonly storeId: string;
  readonly seqFrom: number;
  readonly seqTo: number;
}

export interface SnapshotFile extends SnapshotHeader {
  readonly path: string;
  /** '' where the name tells none. */
  readonly branch: string;
}

/**
 * Whose files are whose. The id alone does not say it: a store that was taken back to a backup, and a clone, have the
 * id of the one they were made from, and record numbers that mean something else there.
 */
export interface SnapshotOwner {
  readonly id: string;
  /** Made anew by every restore; '' for a store from before there were branches. */
  readonly branch: string;
  /**
   * The file that a restore made the store from; its branch, if its name told one, was the same history up to there.
   */
  readonly parent?: { readonly branch?: string; readonly upTo: number };
}

const frameChecksum = (head: Buffer, payload: Buffer): number => checksum(payload, checksum(head.subarray(0, 5)));

const headerBytes = ({ storeId, seqFrom, seqTo }: SnapshotHeader): Buffer => {
  const bytes = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(SNAPSHOT_VERSION, 8);
  Buffer.from(storeId, 'hex').copy(bytes, 12);
  bytes.writeDoubleLE(seqFrom, 28);
  bytes.writeDoubleLE(seqTo, 36);
  bytes.writeUInt32LE(checksum(bytes.subarray(0, 44)), 44);
  return bytes;
};

const parseHeader = (bytes: Buffer): SnapshotHeader => {
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, 8).equals(MAGIC)) {
    throw new StoreDamage('it is no snapshot file');
  }
  const version = bytes.readUInt32LE(8);
  if (version !== SNAPSHOT_VERSION) throw new StoreDamage(`its format version is ${version}, not ${SNAPSHOT_VERSION}`);
  if (bytes.readUInt32LE(44) !== checksum(bytes.subarray(0, 44))) throw new StoreDamage('its header is damaged');
  return {
    storeId: bytes.subarray(12, 28).toString('hex'),
    seqFrom: bytes.readDoubleLE(28),
    seqTo: bytes.readDoubleLE(36),
  };
};

class SnapshotWriter {
  private readonly fd: number;
  frames = 0;

  constructor(path: string) {
    this.fd = openSync(path, 'wx', 0o600);
    writeSync(this.fd, Buffer.alloc(HEADER_BYTES));
  }

  frame(type: FrameType, payload: unknown): void {
    const bytes = pack(payload);
    const head = Buffer.alloc(FRAME_BYTES);
    head.write(type, 'latin1');
    head.writeUInt32LE(bytes.length, 1);
    head.writeUInt32LE(frameChecksum(head, bytes), 5);
    this.write(head);
    this.write(bytes);
    this.frames += 1;
  }

  /** The header comes last, and after all else is on the disk, so that a file that was cut short has none. */
  async finish(header: SnapshotHeader, sync: typeof syncFile): Promise<void> {
    await sync(this.fd);
    this.write(headerBytes(header), 0);
    await sync(this.fd);
  }

  private write(bytes: Buffer, position?: number): void {
    const written = writeSync(this.fd, bytes, 0, bytes.length, position);
    if (written !== bytes.length) throw new Error('the disk took only a part of the file');
  }

  close(): void {
    closeSync(this.fd);
  }
}

/** Beside the traffic: a file of a gigabyte takes the disk seconds. */
const syncFile = (fd: number): Promise<void> =>
  new Promise((resolve, reject) => fsync(fd, (error) => (error === null ? resolve() : reject(error))));

export interface SnapshotOptions {
  readonly directory: string;
  readonly owner: SnapshotOwner;
  /** Files kept; older ones are removed and the journal before them may be cut. */
  readonly keep: number;
  /** Milliseconds of one slice beside the traffic. */
  readonly sliceMs: number;
  /** Brings a file to the disk; a simulation has its own. */
  readonly sync?: (fd: number) => Promise<void>;
}

/** Writes a snapshot file beside the traffic and removes files beyond `keep`. */
export const writeSnapshot = async (engine: Engine, options: SnapshotOptions): Promise<SnapshotFile> => {
  const { directory, owner, keep, sliceMs, sync = syncFile } = options;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const temporary = join(directory, `${stemOf(owner)}.${randomBytes(4).toString('hex')}.part`);
  const writer = new SnapshotWriter(temporary);
  try {
    const header = await writeFile(engine, writer, owner.id, sliceMs, sync);
    const path = join(directory, `${stemOf(owner)}-${String(header.seqTo).padStart(16, '0')}.snapshot`);
    renameSync(temporary, path);
    syncDirectory(directory);
    engine.truncatableSeq = prune(directory, owner, keep);
    return { ...header, path, branch: owner.branch };
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    writer.close();
  }
};

const writeFile = async (
  engine: Engine,
  writer: SnapshotWriter,
  storeId: string,
  sliceMs: number,
  sync: typeof syncFile,
): Promise<SnapshotHeader> => {
  const seqFrom = engine.headSeq;
  await writeActors(engine, writer, sliceMs);
  await writeTombstones(engine, writer);
  await engine.whenDurable(engine.headSeq);
  const { meta } = engine.journal;
  must(meta !== undefined, 'a store without records has nothing to write');
  await writeRecords(engine.journal, writer, seqFrom, meta.head);
  writer.frame('E', { frames: writer.frames, lastMs: meta.lastMs, nextIds: meta.nextIds });
  const header = { storeId, seqFrom, seqTo: meta.head };
  await writer.finish(header, sync);
  return header;
};

const writeActors = async (engine: Engine, writer: SnapshotWriter, sliceMs: number): Promise<void> => {
  let sliceEndMs = performance.now() + sliceMs;
  for (const kind of KIND_NAMES) {
    const table = engine.tables[kind];
    // Actors made from here on come with the records of the interval.
    const { nextId } = table;
    let chunk: Entry[] = [];
    let size = 0;
    for (let id = 1; id < nextId; id += 1) {
      const bytes = table.currentRowBytes(id);
      if (bytes !== undefined) {
        chunk.push([id, bytes]);
        size += bytes.length;
      }
      if (size >= CHUNK_BYTES) {
        writer.frame('A', [kind, chunk]);
        chunk = [];
        size = 0;
      }
      if ((id & 63) === 0 && performance.now() > sliceEndMs) {
        await yieldToEventLoop();
        sliceEndMs = performance.now() + sliceMs;
      }
    }
    if (chunk.length > 0) writer.frame('A', [kind, chunk]);
  }
};

/** After the actors, so that one which ended meanwhile is known to have ended. */
const writeTombstones = async (engine: Engine, writer: SnapshotWriter): Promise<void> => {
  for (const kind of KIND_NAMES) {
    const tombstones = new Map<number, Buffer>(engine.journal.tombstones(kind));
    for (const actor of engine.tables[kind].resident.values()) {
      if (actor.ended) tombstones.set(actor.id, engine.tables[kind].rowOf(actor).tombstone!);
    }
    const entries = [...tombstones];
    for (let at = 0; at < entries.length; at += 2000) {
      writer.frame('T', [kind, entries.slice(at, at + 2000)]);
      await yieldToEventLoop();
    }
  }
};

const writeRecords = async (
  journal: Journal,
  writer: SnapshotWriter,
  seqFrom: number,
  seqTo: number,
): Promise<void> => {
  for (let next = seqFrom + 1; next <= seqTo;) {
    const slice: Batch[] = [];
    for (const batch of journal.batches(next)) {
      if (batch.firstSeq > seqTo || slice.length >= 64) break;
      const { firstSeq, bytes } = batch;
      if (firstSeq + batchCount(bytes) > next) slice.push({ firstSeq, bytes: Buffer.from(bytes) });
    }
    for (const { firstSeq, bytes } of slice) {
      writer.frame('J', [firstSeq, bytes]);
      next = firstSeq + batchCount(bytes);
    }
    await yieldToEventLoop();
  }
};

/** What the names of a store's own files begin with. */
const stemOf = ({ id, branch }: SnapshotOwner): string => (branch === '' ? id : `${id}-${branch}`);

/**
 * The branch that the name of a store's file tells: '' for one from before there were branches, undefined for any other
 * name.
 */
export const branchOf = (path: string, storeId: string): string | undefined => {
  const [, id, branch = ''] = /^([0-9a-f]{32})(?:-([0-9a-f]{8}))?-\d{16}\.snapshot$/.exec(basename(path)) ?? [];
  return id === storeId ? branch : undefined;
};

/** Whether the store itself has written the file: it removes no others. */
export const isOwn = ({ branch }: SnapshotOwner, file: SnapshotFile): boolean => file.branch === branch;

const isUsable = (owner: SnapshotOwner, file: SnapshotFile): boolean => {
  const { id, parent } = owner;
  return file.storeId === id && (isOwn(owner, file) || (file.branch === parent?.branch && file.seqTo <= parent.upTo));
};

/** The files that hold the store's history, oldest first: its own, and its parent's up to where it began. */
export const listSnapshots = (directory: string, owner: SnapshotOwner): SnapshotFile[] => {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return [];
  }
  return names
    .flatMap((name): SnapshotFile[] => {
      const path = join(directory, name);
      const branch = branchOf(name, owner.id);
      if (branch === undefined) return [];
      try {
        const file = { ...readSnapshotHeader(path), path, branch };
        return isUsable(owner, file) ? [file] : [];
      } catch {
        return [];
      }
    })
    .sort((a, b) => a.seqTo - b.seqTo);
};

/** Removes what a killed process left of this store's files. */
export const removeUnfinished = (directory: string, owner: SnapshotOwner): void => {
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory)) {
    if (name.startsWith(`${stemOf(owner)}.`) && name.endsWith('.part')) rmSync(join(directory, name));
  }
};

/** Removes own files beyond `keep`; the seq up to which the oldest kept one reaches. */
const prune = (directory: string, owner: SnapshotOwner, keep: number): number => {
  const files = listSnapshots(directory, owner).filter((file) => isOwn(owner, file));
  for (const { path } of files.slice(0, Math.max(0, files.length - keep))) rmSync(path);
  return files.slice(-keep)[0]?.seqTo ?? 0;
};

/** Throws StoreDamage. */
export const readSnapshotHeader = (path: string): SnapshotHeader => {
  const fd = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(HEADER_BYTES);
    return parseHeader(bytes.subarray(0, readSync(fd, bytes)));
  } finally {
    closeSync(fd);
  }
};

function* frames(path: string): Generator<readonly [FrameType, unknown]> {
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    let at = HEADER_BYTES;
    for (;;) {
      const head = Buffer.alloc(FRAME_BYTES);
      if (readSync(fd, head, 0, FRAME_BYTES, at) !== FRAME_BYTES) throw new StoreDamage('it ends too early');
      const length = head.readUInt32LE(1);
      at += FRAME_BYTES;
      if (at + length > size) throw new StoreDamage('it ends too early');
      const bytes = Buffer.alloc(length);
      if (readSync(fd, bytes, 0, length, at) !== length) throw new StoreDamage('it ends too early');
      at += length;
      if (head.readUInt32LE(5) !== frameChecksum(head, bytes))
        throw new StoreDamage(`the frame before byte ${at} is damaged`);
      const type = head.toString('latin1', 0, 1) as FrameType;
      yield [type, unpack(bytes)];
      if (type === 'E') return;
    }
  } finally {
    closeSync(fd);
  }
}

export interface Imported extends SnapshotHeader {
  /** The number of the next person. */
  readonly nextSubject: number;
}

/**
 * Brings a snapshot file into an empty journal, as rows and records that `recover` then reads like any others.
 *
 * Throws StoreDamage.
 */
export const importSnapshot = async (path: string, journal: Journal): Promise<Imported> => {
  const header = readSnapshotHeader(path);
  let commit = 0;
  const meta = (nextIds: Meta['nextIds'], lastMs: number): Meta => ({
    version: STORE_VERSION,
    commit: (commit += 1),
    head: header.seqTo,
    low: header.seqFrom,
    cut: header.seqFrom,
    lastMs,
    nextIds,
  });
  const write = async (rows: ActorRow[], batch?: Batch, last = meta({}, 0)): Promise<void> => {
    await journal.commit({ batch, rows, truncatedBatches: [], droppedTombstones: [], audit: NO_AUDIT, meta: last });
  };
  let read = 0;
  let nextSubject = 1;
  for (const [type, payload] of frames(path)) {
    switch (type) {
      case 'A': {
        const [kind, entries] = payload as [KindName, Entry[]];
        await write(entries.map(([id, bytes]) => ({ kind, id, bytes: Buffer.from(bytes), tombstone: undefined })));
        break;
      }
      case 'T': {
        const [kind, entries] = payload as [KindName, Entry[]];
        await write(await tombstoneRows(journal, kind, entries));
        break;
      }
      case 'J': {
        const [firstSeq, bytes] = payload as [number, Buffer];
        await write([], { firstSeq, bytes: Buffer.from(bytes) });
        break;
      }
      case 'E': {
        const { frames: written, nextIds, lastMs } = payload as { frames: number } & Pick<Meta, 'nextIds' | 'lastMs'>;
        if (written !== read) throw new StoreDamage(`it holds ${read} of ${written} frames`);
        await write([], undefined, meta(nextIds, lastMs));
        nextSubject = nextIds['subject'] ?? 1;
        break;
      }
      default:
        throw new StoreDamage(`it holds a frame of unknown type ${String(type satisfies never)}`);
    }
    read += 1;
  }
  return { ...header, nextSubject };
};

/** A slot's old tombstone must not remove the row of its new holder. */
const tombstoneRows = async (journal: Journal, kind: KindName, entries: readonly Entry[]): Promise<ActorRow[]> =>
  entries.map(([id, tombstone]) => ({ kind, id, bytes: journal.row(kind, id), tombstone: Buffer.from(tombstone) }));
