// Imports a snapshot file into an empty journal, as rows and records that `recover` then reads like any others.
//
// Personal values stay encrypted. Not promised: an empty journal after a failure; the caller discards it.
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kind-types.ts';
import { STORE_FORMAT } from '../disk/format.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { rowMark, tombstoneMark } from '../journal/row-marks.ts';
import { RowDigests } from '../journal/row-digests.ts';
import { commitWith } from '../journal/journal.ts';
import type { ActorRow, Batch, Journal, Meta } from '../journal/journal.ts';
import { readFrames, readSnapshotHeader } from './snapshot-format.ts';
import type { FrameType, IdBytes, SnapshotHeader } from './snapshot-format.ts';

export interface Imported extends SnapshotHeader {
  /** Number of the next data subject. */
  readonly nextSubject: number;
}

type End = { readonly frames: number } & Pick<Meta, 'nextIds' | 'lastMs'>;

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null;

const isEnd = (value: unknown): value is End =>
  isRecord(value) && typeof value['lastMs'] === 'number' && isRecord(value['nextIds']);

const isIdBytes = (value: unknown): value is IdBytes =>
  Array.isArray(value) && Number.isSafeInteger(value[0]) && value[1] instanceof Uint8Array;

/** Damage of a frame with a right checksum: it was damaged before it was written, or by intent. */
const unreadable = (type: FrameType): StoreDamage => new StoreDamage(`it holds a frame ${type} that cannot be read`);

const idBytesOf = (payload: unknown): readonly [KindName, readonly IdBytes[]] => {
  const [kind, items] = Array.isArray(payload) ? (payload as unknown[]) : [];
  if (!KIND_NAMES.some((known) => known === kind)) throw new StoreDamage('it holds actors of an unknown kind');
  if (!Array.isArray(items) || !items.every(isIdBytes)) throw new StoreDamage('it holds actors that cannot be read');
  return [kind as KindName, items];
};

/** Imports a file. Throws StoreDamage, and WrongFormat. */
export const importSnapshot = async (path: string, journal: Journal): Promise<Imported> => {
  const header = readSnapshotHeader(path);
  const digests = new RowDigests();
  let commitNumber = 0;
  const meta = (nextIds: Meta['nextIds'], lastMs: number): Meta => ({
    ...STORE_FORMAT,
    commitNumber: (commitNumber += 1),
    headSeq: header.seqTo,
    checkpointSeq: header.seqFrom,
    truncatedSeq: header.seqFrom,
    lastMs,
    nextIds,
    digests: digests.bytes(),
  });
  const write = async (rows: ActorRow[], batch?: Batch, last = meta({}, 0)): Promise<void> => {
    await journal.commit(commitWith(last, { batches: batch === undefined ? [] : [batch], rows }));
  };
  let framesRead = 0;
  let nextSubject = 1;
  for (const [type, payload] of readFrames(path, header)) {
    switch (type) {
      case 'A': {
        const [kind, rows] = idBytesOf(payload);
        await write(rows.map(([id, bytes]) => actorRow(digests, kind, id, Buffer.from(bytes))));
        break;
      }
      case 'T': {
        const [kind, tombstones] = idBytesOf(payload);
        await write(tombstoneRows(journal, digests, kind, tombstones));
        break;
      }
      case 'J': {
        if (!isIdBytes(payload)) throw unreadable(type);
        const [firstSeq, bytes] = payload;
        await write([], { firstSeq, bytes: Buffer.from(bytes) });
        break;
      }
      case 'E': {
        if (!isEnd(payload)) throw unreadable(type);
        const { frames, nextIds, lastMs } = payload;
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

/** Rows that tombstones delete. A slot's old tombstone must not delete the row of its new holder. */
const tombstoneRows = (
  journal: Journal,
  digests: RowDigests,
  kind: KindName,
  tombstones: readonly IdBytes[],
): ActorRow[] =>
  tombstones.map(([id, bytes]) => {
    const tombstone = Buffer.from(bytes);
    digests.change(kind, 'tombstones', undefined, tombstoneMark(kind, id, tombstone));
    return { kind, id, bytes: journal.row(kind, id), tombstone };
  });

const actorRow = (digests: RowDigests, kind: KindName, id: number, bytes: Buffer): ActorRow => {
  digests.change(kind, 'rows', undefined, rowMark(kind, id, bytes));
  return { kind, id, bytes, tombstone: undefined };
};
