// Entries of the log and digests of batches, as the journal of this node has them, for a node that asks.
//
// Guaranteed: entries are on this disk, and were in the log before. Not promised: entries whose records are truncated.
import { createHash } from 'node:crypto';
import { encodeEntry } from '../../engine/replication/entry.ts';
import type { ChainEnd, Entry } from '../../engine/replication/entry.ts';
import { batchCount } from '../../engine/journal/record.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import type { FrameConnection } from '../following/frame-connection.ts';
import type { FromAsked, Span } from './inner-protocol.ts';

const SPAN_RECORDS = 1000;

/** Digests of the batches behind a record, each of about a thousand records. */
export const spansOf = async (journal: Journal, afterSeq: number): Promise<Span[]> => {
  const spans: Span[] = [];
  let [first, last, hash] = [0, 0, createHash('sha256')];
  const end = (): void => {
    if (last > 0) spans.push([first, last, hash.digest('hex')]);
    [first, last, hash] = [0, 0, createHash('sha256')];
  };
  for (const { firstSeq, bytes } of journal.batches(afterSeq + 1)) {
    // Batches are the same on all nodes, and so are the ends of spans.
    if (last > 0 && Math.floor(firstSeq / SPAN_RECORDS) > Math.floor(first / SPAN_RECORDS)) {
      end();
      await yieldToEventLoop();
    }
    if (last === 0) first = firstSeq;
    last = firstSeq + batchCount(bytes) - 1;
    hash.update(bytes);
  }
  end();
  return spans;
};

/** Bytes that are read from the journal and sent before other work has its turn. */
const SLICE_BYTES = 1_048_576;

/**
 * Returns about a slice of the entries behind `end`, as the journal has them. `isCut`: the journal no longer has the
 * next one.
 */
const entriesOf = (
  journal: Journal,
  end: Pick<ChainEnd, 'at' | 'seq'>,
): { readonly entries: Entry[]; readonly isCut: boolean } => {
  const entries: Entry[] = [];
  let [{ at, seq }, bytesLeft] = [end, SLICE_BYTES];
  for (const mark of journal.entries(at + 1)) {
    const firstSeq = seq + 1;
    const bytes = mark.lastSeq < firstSeq ? Buffer.alloc(0) : batchAt(journal, firstSeq);
    if (mark.at !== at + 1 || bytes === undefined) return { entries, isCut: entries.length === 0 };
    entries.push({ ...mark, firstSeq, bytes });
    [at, seq] = [mark.at, mark.lastSeq];
    bytesLeft -= bytes.length;
    if (bytesLeft <= 0) break;
  }
  return { entries, isCut: false };
};

const batchAt = (journal: Journal, seq: number): Buffer | undefined => {
  for (const { firstSeq, bytes } of journal.batches(seq)) return firstSeq === seq ? Buffer.from(bytes) : undefined;
  return undefined;
};

/** Sends all entries behind `begin`, in slices, or until the connection ends. */
export const sendEntries = async (
  connection: Pick<FrameConnection<FromAsked, unknown>, 'socket' | 'sendInTurn'>,
  journal: Journal,
  begin: Pick<ChainEnd, 'at' | 'seq'>,
): Promise<void> => {
  let end = begin;
  while (!connection.socket.destroyed) {
    const { entries, isCut } = entriesOf(journal, end);
    for (const entry of entries) await connection.sendInTurn(['entry', encodeEntry(entry)]);
    const last = entries.at(-1);
    if (last === undefined) return connection.sendInTurn(isCut ? ['cut'] : ['end']);
    end = { at: last.at, seq: last.lastSeq };
    await yieldToEventLoop();
  }
};
