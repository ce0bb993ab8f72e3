// Commits for tests of journals, and what a journal holds.
import { KIND_NAMES } from '../../../src/domain/kinds.ts';
import { STORE_FORMAT } from '../../../src/engine/disk/format.ts';
import { commitWith } from '../../../src/engine/journal/journal.ts';
import type { ActorRow, Batch, Commit, Journal } from '../../../src/engine/journal/journal.ts';
import { RowDigests } from '../../../src/engine/journal/row-digests.ts';

export const commitOf = (commit: number, given: Partial<Commit> = {}): Commit =>
  commitWith(
    {
      ...STORE_FORMAT,
      commitNumber: commit,
      headSeq: commit,
      checkpointSeq: 0,
      truncatedSeq: 0,
      lastMs: 0,
      nextIds: { session: commit },
      digests: new RowDigests().bytes(),
    },
    given,
  );

export const row = (id: number, text: string): ActorRow => ({
  kind: 'session',
  id,
  bytes: Buffer.from(text),
  tombstone: undefined,
});
export const ended = (id: number, text: string): ActorRow => ({
  kind: 'session',
  id,
  bytes: undefined,
  tombstone: Buffer.from(text),
});
export const batch = (firstSeq: number): Batch => ({ firstSeq, bytes: Buffer.from(`batch ${firstSeq}`) });

/** Everything that a journal holds, by table and key. */
export const contents = (journal: Journal): string[] => [
  ...[...journal.batches(0)].map(({ firstSeq, bytes }) => `batch ${firstSeq} ${bytes.toString('hex')}`),
  ...KIND_NAMES.flatMap((kind) => [
    ...[...journal.rows(kind)].map(([id, bytes]) => `row ${kind} ${id} ${bytes.toString('hex')}`),
    ...[...journal.tombstones(kind)].map(([id, bytes]) => `tombstone ${kind} ${id} ${bytes.toString('hex')}`),
  ]),
];

/** The commit of a writer that another one has overtaken. */
export const loses = commitOf(2, {
  batches: [batch(100)],
  // Many of them: more than one buffer of LMDB's write queue.
  rows: [...Array.from({ length: 20_000 }, (_, at) => row(at + 1, 'the loser’s')), ended(9, 'the loser’s')],
  truncatedBatches: [1],
  droppedTombstones: [{ kind: 'idempotency_record', id: 3 }],
});
/** What both of them have read. */
export const first = commitOf(1, {
  batches: [batch(1)],
  rows: [row(1, 'first'), { kind: 'idempotency_record', id: 3, bytes: undefined, tombstone: Buffer.from('tombstone') }],
});
