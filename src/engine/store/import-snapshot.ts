// Imports a snapshot file into an empty journal, as rows and records that `recover` then reads like any others.
//
// Personal values stay encrypted as they are. Not promised: an empty journal after a failure; the caller imports into a
// journal that it throws away then.
import type { KindName } from '../../domain/kinds.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { NO_AUDIT, STORE_VERSION } from '../journal/journal.ts';
import type { ActorRow, Batch, Journal, Meta } from '../journal/journal.ts';
import { readFrames, readSnapshotHeader } from './snapshot-format.ts';
import type { IdBytes, SnapshotHeader } from './snapshot-format.ts';

export interface Imported extends SnapshotHeader {
  /** The number that the next data subject gets. */
  readonly nextSubject: number;
}

/** Throws StoreDamage. */
export const importSnapshot = async (path: string, journal: Journal): Promise<Imported> => {
  const header = readSnapshotHeader(path);
  let commitNumber = 0;
  const meta = (nextIds: Meta['nextIds'], lastMs: number): Meta => ({
    version: STORE_VERSION,
    commitNumber: (commitNumber += 1),
    headSeq: header.seqTo,
    checkpointSeq: header.seqFrom,
    truncatedSeq: header.seqFrom,
    lastMs,
    nextIds,
  });
  const write = async (rows: ActorRow[], batch?: Batch, last = meta({}, 0)): Promise<void> => {
    await journal.commit({
      batch,
      rows,
      truncatedBatches: [],
      droppedTombstones: [],
      audit: NO_AUDIT,
      meta: last,
    });
  };
  let framesRead = 0;
  let nextSubject = 1;
  for (const [type, payload] of readFrames(path)) {
    switch (type) {
      case 'A': {
        const [kind, rows] = payload as [KindName, IdBytes[]];
        await write(rows.map(([id, bytes]) => ({ kind, id, bytes: Buffer.from(bytes), tombstone: undefined })));
        break;
      }
      case 'T': {
        const [kind, tombstones] = payload as [KindName, IdBytes[]];
        await write(tombstoneRows(journal, kind, tombstones));
        break;
      }
      case 'J': {
        const [firstSeq, bytes] = payload as [number, Buffer];
        await write([], { firstSeq, bytes: Buffer.from(bytes) });
        break;
      }
      case 'E': {
        const { frames, nextIds, lastMs } = payload as { frames: number } & Pick<Meta, 'nextIds' | 'lastMs'>;
        if (frames !== framesRead) throw new StoreDamage(`it holds ${framesRead} of ${frames} frames`);
        await write([], undefined, meta(nextIds, lastMs));
        nextSubject = nextIds['subject'] ?? 1;
        break;
      }
      default:
        throw new StoreDamage(`it holds a frame of unknown type ${String(type satisfies never)}`);
    }
    framesRead += 1;
  }
  return { ...header, nextSubject };
};

/** Rows that a tombstone must not remove stay: a slot's old tombstone stands beside the row of its new holder. */
const tombstoneRows = (journal: Journal, kind: KindName, tombstones: readonly IdBytes[]): ActorRow[] =>
  tombstones.map(([id, tombstone]) => ({ kind, id, bytes: journal.row(kind, id), tombstone: Buffer.from(tombstone) }));
