// What the journal of a running server has on the disk: the moment behind which a kill may take nothing.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openLmdbMoment } from '../../src/engine/journal/lmdb-journal.ts';
import type { Journal } from '../../src/engine/journal/journal.ts';
import { readBatch } from '../../src/engine/journal/record.ts';
import { journalPath } from '../../src/engine/store/identity.ts';

const read = async <T>(directory: string, look: (journal: Journal) => T): Promise<T | undefined> => {
  const path = journalPath(directory);
  // LMDB would make what is not there.
  if (!existsSync(join(path, 'data.mdb'))) return undefined;
  let journal: Journal;
  try {
    journal = openLmdbMoment(path, undefined);
  } catch {
    // It is being made.
    return undefined;
  }
  try {
    return look(journal);
  } catch {
    // The server, which keeps no moment for this reader, has used pages again meanwhile.
    return undefined;
  } finally {
    await journal.close();
  }
};

/** The last record; 0 where there is none, no store yet, or it could not be read. */
export const headOnDisk = async (directory: string): Promise<number> =>
  (await read(directory, ({ meta }) => meta?.headSeq)) ?? 0;

interface Counted {
  readonly type: string;
  readonly channels: readonly (readonly [channelId: number, requests: number, bytes: number])[];
}

/** Calls that are counted, in records that the journal still has; 0 where they could not be read. */
export const callsOnDisk = async (directory: string): Promise<number> =>
  (await read(directory, (journal) => {
    let calls = 0;
    for (const { bytes } of journal.batches(1)) {
      for (const { events } of readBatch(bytes, undefined)) {
        for (const { event } of events as unknown as readonly { readonly event: Counted }[])
          if (event.type === 'usage_counted') for (const [, requests] of event.channels) calls += requests;
      }
    }
    return calls;
  })) ?? 0;
