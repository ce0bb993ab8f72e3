// Writes a snapshot file in the background, in time slices, while the shop is served; other threads do the writing.
//
// The file is a fuzzy snapshot: each actor as of some record between `seqFrom` and `seqTo`, then the records of that
// interval, whose replay brings every actor to `seqTo`. It becomes visible under its name only when it is whole and
// synced. Not promised: a bound on its duration; while it runs, the journal must keep the records from `seqFrom` on,
// which it does because it is truncated only up to finished files.
// Glossary (docs/internals/glossary.md): snapshot file.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { makeDirectory } from '../disk/make-directory.ts';
import { KIND_NAMES } from '../../domain/kinds.ts';
import { tombstoneMark } from '../journal/row-marks.ts';
import { must } from '../../kernel/result.ts';
import { SNAPSHOT_FORMAT } from '../disk/format.ts';
import type { Engine } from '../engine.ts';
import type { Batch, Journal } from '../journal/journal.ts';
import { batchCount } from '../journal/record.ts';
import { RowsDamaged } from '../journal/row-damage.ts';
import { RowScan } from '../actors/row-scan.ts';
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import { pruneSnapshots, snapshotName, unfinishedName } from './snapshot-files.ts';
import type { SnapshotFile, SnapshotOwner } from './snapshot-files.ts';
import { POOL_DISK } from './snapshot-disk.ts';
import type { SnapshotDisk } from './snapshot-disk.ts';
import { SnapshotWriter } from './snapshot-format.ts';
import type { IdBytes, SnapshotHeader } from './snapshot-format.ts';

/** Bytes of the rows of one frame. */
const FRAME_BYTES_MAX = 65_536;
const FRAME_TOMBSTONES_MAX = 2000;
/** Batches copied from the journal between two turns of the event loop. */
const SLICE_BATCHES_MAX = 64;
/** Actors between two looks at the clock. */
const CLOCK_STEP = 64;

export interface SnapshotOptions {
  readonly directory: string;
  readonly owner: SnapshotOwner;
  /** Number of files kept; older ones are removed. */
  readonly keep: number;
  /** Milliseconds of one time slice. */
  readonly sliceMs: number;
  /** Whether the disk has space to go on; asked between two slices. */
  readonly mayGoOn?: () => boolean;
  /** Disk of the files; absent: that of the machine. */
  readonly disk?: SnapshotDisk;
}

/** Resolves when the file is complete, and older files beyond `keep` are removed. */
export const writeSnapshot = async (engine: Engine, options: SnapshotOptions): Promise<SnapshotFile> => {
  const { directory, owner, keep, sliceMs, mayGoOn = () => true, disk = POOL_DISK } = options;
  makeDirectory(directory);
  const temporary = join(directory, unfinishedName(owner, randomBytes(4).toString('hex')));
  const writer = await SnapshotWriter.create(temporary, disk);
  try {
    const header = await writeFrames(engine, writer, owner.id, { sliceMs, pause: () => pause(writer, mayGoOn) });
    await writer.finish(header);
    const path = join(directory, snapshotName(owner, header.seqTo));
    await disk.rename(temporary, path, directory);
    engine.snapshotsUpTo = await pruneSnapshots(directory, owner, keep, disk);
    return { ...header, path, timeline: owner.timeline };
  } catch (error) {
    await disk.remove(temporary);
    throw error;
  } finally {
    await writer.close();
  }
};

interface Slices {
  readonly sliceMs: number;
  /** Waits between two slices. Rejects if the file must not go on. */
  readonly pause: () => Promise<void>;
}

const pause = async (writer: SnapshotWriter, mayGoOn: () => boolean): Promise<void> => {
  await writer.flush();
  await yieldToEventLoop();
  if (!mayGoOn()) throw new Error('the disk has become too full while the file was written');
};

const writeFrames = async (
  engine: Engine,
  writer: SnapshotWriter,
  storeId: string,
  slices: Slices,
): Promise<SnapshotHeader> => {
  const seqFrom = engine.headSeq;
  await writeActors(engine, writer, slices);
  await writeTombstones(engine, writer, slices);
  await engine.whenStored(engine.headSeq);
  // The meta row of the journal does not count records that a restore has added after a snapshot file.
  const { headSeq, lastMs, nextIds } = engine.stored;
  must(headSeq > 0, 'a store without records has nothing to write');
  await writeBatches(engine.journal, writer, [seqFrom, headSeq], slices);
  writer.frame('E', { frames: writer.frames, lastMs, nextIds });
  return { format: SNAPSHOT_FORMAT, storeId, seqFrom, seqTo: headSeq };
};

const writeActors = async (engine: Engine, writer: SnapshotWriter, { sliceMs, pause: rest }: Slices): Promise<void> => {
  const { stopwatch } = engine;
  let sliceEndMs = stopwatch.nowMs() + sliceMs;
  for (const kind of KIND_NAMES) {
    const table = engine.tables[kind];
    const scan = new RowScan(table, engine.digests);
    let rows: IdBytes[] = [];
    let size = 0;
    try {
      while (!scan.done) {
        const { id, stored } = scan.next();
        const bytes = stored ?? table.currentRowBytes(id);
        if (bytes !== undefined) {
          rows.push([id, bytes]);
          size += bytes.length;
        }
        if (size >= FRAME_BYTES_MAX) {
          writer.frame('A', [kind, rows]);
          rows = [];
          size = 0;
        }
        if (id % CLOCK_STEP === 0 && stopwatch.nowMs() > sliceEndMs) {
          await rest();
          sliceEndMs = stopwatch.nowMs() + sliceMs;
        }
      }
      if (!scan.agrees) {
        const damage = new RowsDamaged([{ kind, table: 'rows', rows: [], differs: true }]);
        engine.failDamaged(damage);
        throw damage;
      }
    } finally {
      scan.close();
    }
    if (rows.length > 0) writer.frame('A', [kind, rows]);
  }
};

/** Writes tombstones, after the actors, so that one that ended meanwhile is known to have ended. */
const writeTombstones = async (engine: Engine, writer: SnapshotWriter, { pause: rest }: Slices): Promise<void> => {
  for (const kind of KIND_NAMES) {
    const tombstones = new Map<number, Buffer>(engine.journal.tombstones(kind));
    for (const [id, bytes] of tombstones) tombstoneMark(kind, id, bytes);
    for (const actor of engine.tables[kind].resident.values('no call')) {
      if (actor.ended) tombstones.set(actor.id, engine.tables[kind].rowOf(actor).tombstone!);
    }
    const entries = [...tombstones];
    for (let start = 0; start < entries.length; start += FRAME_TOMBSTONES_MAX) {
      writer.frame('T', [kind, entries.slice(start, start + FRAME_TOMBSTONES_MAX)]);
      await rest();
    }
  }
};

const writeBatches = async (
  journal: Journal,
  writer: SnapshotWriter,
  [seqFrom, seqTo]: readonly [number, number],
  { pause: rest }: Slices,
): Promise<void> => {
  for (let nextSeq = seqFrom + 1; nextSeq <= seqTo;) {
    const slice: Batch[] = [];
    for (const { firstSeq, bytes } of journal.batches(nextSeq)) {
      if (firstSeq > seqTo || slice.length >= SLICE_BATCHES_MAX) break;
      // LMDB's bytes are valid only until its iterator goes on.
      if (firstSeq + batchCount(bytes) > nextSeq) slice.push({ firstSeq, bytes: Buffer.from(bytes) });
    }
    for (const { firstSeq, bytes } of slice) {
      writer.frame('J', [firstSeq, bytes]);
      nextSeq = firstSeq + batchCount(bytes);
    }
    await rest();
  }
};
