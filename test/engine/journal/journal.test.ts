// One contract for every journal, then what only a real file has: a second writer and the lock.
import { runs } from '../../harness/effort.ts';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commitWith } from '../../../src/engine/journal/journal.ts';
import type { Journal } from '../../../src/engine/journal/journal.ts';
import { copyLmdb, openLmdb, openLmdbMoment } from '../../../src/engine/journal/lmdb-journal.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { StoreLocked } from '../../../src/engine/store/store-lock.ts';
import { newDirectory } from '../../harness/directories.ts';
import { CIPHER } from '../privacy/test-cipher.ts';
import { buy, fillShop, make, startSession } from '../shop.ts';
import { closeAndVerifyStore, engineOn, newPlace, open, untilWritten } from '../store/stores.ts';
import { batch, commitOf, contents, ended, first, loses, row } from './commits.ts';

const memory = new Map<string, MemoryJournal>();

describe.each<{ name: string; open: (directory: string) => Journal }>([
  { name: 'lmdb, fsync', open: (directory) => openLmdb(directory, 'fsync', CIPHER) },
  { name: 'lmdb, commit', open: (directory) => openLmdb(directory, 'commit', CIPHER) },
  {
    name: 'memory',
    open: (directory) => {
      const known = memory.get(directory) ?? new MemoryJournal();
      memory.set(directory, known);
      return known;
    },
  },
])('a journal ($name)', ({ open: openJournal }) => {
  const opened = (): Journal => openJournal(newDirectory());

  test('is empty at first', async () => {
    const journal = opened();
    expect(journal.meta).toBeUndefined();
    expect(contents(journal)).toEqual([]);
    expect(journal.oldestBatches(3)).toEqual([]);
    expect(journal.row('session', 1)).toBeUndefined();
    await journal.close();
  });

  test('reads back what was committed, also after it was opened again', async () => {
    const directory = newDirectory();
    const journal = openJournal(directory);
    expect(await journal.commit(commitOf(1, { batches: [batch(1)], rows: [row(1, 'one'), row(2, 'two')] }))).toBe(true);
    expect(
      await journal.commit(commitOf(2, { batches: [batch(3)], rows: [ended(1, 'tombstone'), row(2, 'two again')] })),
    ).toBe(true);
    const before = contents(journal);
    expect(before).toHaveLength(4);
    expect(journal.row('session', 1)).toBeUndefined();
    expect(journal.row('session', 2)?.toString()).toBe('two again');
    expect(journal.row('order', 2)).toBeUndefined();
    expect(journal.meta).toEqual(commitOf(2).meta);
    await journal.close();
    const again = openJournal(directory);
    expect(contents(again)).toEqual(before);
    expect(again.meta).toEqual(commitOf(2).meta);
    await again.close();
  });

  test('removes truncated batches and dropped tombstones, and ignores keys that are not there', async () => {
    const journal = opened();
    await journal.commit(commitOf(1, { batches: [batch(1)], rows: [ended(7, 'tombstone'), ended(8, 'tombstone')] }));
    await journal.commit(commitOf(2, { batches: [batch(5)] }));
    expect(
      await journal.commit(
        commitOf(3, {
          batches: [batch(9)],
          truncatedBatches: [1, 2],
          droppedTombstones: [
            { kind: 'session', id: 7 },
            { kind: 'order', id: 7 },
          ],
        }),
      ),
    ).toBe(true);
    expect([...journal.batches(0)].map(({ firstSeq }) => firstSeq)).toEqual([5, 9]);
    expect([...journal.tombstones('session')].map(([id]) => id)).toEqual([8]);
    await journal.close();
  });

  test('keeps marks of entries with what they are of, the last one always', async () => {
    const directory = newDirectory();
    const journal = openJournal(directory);
    expect([journal.lastEntry(), ...journal.entries(0)]).toEqual([undefined]);
    const marks = [1, 2, 3, 4].map((at) => ({ at, epoch: 1, lastSeq: at * 10, chain: `${at}`.repeat(32) }));
    await journal.commit(commitOf(1, { batches: [batch(1), batch(11)], entries: marks.slice(0, 2) }));
    await journal.commit(commitOf(2, { batches: [batch(21), batch(31)], entries: marks.slice(2) }));
    expect([...journal.entries(0)]).toEqual(marks);
    expect([...journal.entries(3)]).toEqual(marks.slice(2));
    const { meta } = commitOf(3);
    await journal.commit(commitWith({ ...meta, truncatedSeq: 20 }, { truncatedBatches: [1, 11] }));
    expect([...journal.entries(0)]).toEqual(marks.slice(2));
    await journal.commit(commitWith({ ...meta, commitNumber: 4, truncatedSeq: 40 }, { truncatedBatches: [21, 31] }));
    expect([...journal.entries(0)]).toEqual(marks.slice(3));
    await journal.close();
    const again = openJournal(directory);
    expect(again.lastEntry()).toEqual(marks[3]);
    await again.close();
  });

  // Would catch a range that begins behind the batch which holds the record, and a key order that is not numeric.
  test('gives the batches that hold or follow a record, in order', async () => {
    const journal = opened();
    const firsts = [1, 9, 10, 255, 256, 70_000, 2 ** 33];
    for (const [at, firstSeq] of firsts.entries())
      await journal.commit(commitOf(at + 1, { batches: [batch(firstSeq)] }));
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...firsts), fc.integer({ min: 0, max: 2 ** 31 })), (seq) => {
        const holding = firsts.findLast((first) => first <= seq) ?? firsts[0]!;
        expect([...journal.batches(seq)].map(({ firstSeq }) => firstSeq)).toEqual(
          firsts.filter((first) => first >= holding),
        );
      }),
      { numRuns: runs(10) },
    );
    expect(journal.oldestBatches(3)).toEqual([1, 9, 10]);
    expect(journal.oldestBatches(100)).toEqual(firsts);
    expect(journal.oldestBatches(2, 9)).toEqual([9, 10]);
    expect(journal.oldestBatches(2, 257)).toEqual([70_000, 2 ** 33]);
    await journal.close();
  });

  // Would catch bytes that are a window on memory which the next read uses again.
  test('gives bytes that stay what they are', async () => {
    const journal = opened();
    const rows = Array.from({ length: 500 }, (_, at) => row(at + 1, `row ${at} ${'x'.repeat(at % 90)}`));
    await journal.commit(commitOf(1, { rows }));
    const kept = [...journal.rows('session')];
    const single = rows.map(({ id }) => journal.row('session', id)!);
    for (const [at, { bytes }] of rows.entries()) {
      expect(kept[at]![1].equals(bytes!)).toBe(true);
      expect(single[at]!.equals(bytes!)).toBe(true);
    }
    await journal.close();
  });
});

describe('two writers on one file', () => {
  test('the second to commit changes no key at all', async () => {
    const directory = newDirectory();
    const loser = openLmdb(directory, 'fsync', CIPHER);
    await loser.commit(first);
    const winner = openLmdb(directory, 'fsync', CIPHER);
    expect(await winner.commit(commitOf(2, { batches: [batch(2)], rows: [row(2, 'second')] }))).toBe(true);
    const before = contents(winner);
    expect(await loser.commit(loses)).toBe(false);
    expect(await loser.commit(loses)).toBe(false);
    expect(contents(winner)).toEqual(before);
    expect(await winner.commit(commitOf(3))).toBe(true);
    await winner.close();
    await loser.close();
    const again = openLmdb(directory, 'fsync', CIPHER);
    expect(contents(again)).toEqual(before);
    expect(again.meta?.commitNumber).toBe(3);
    await again.close();
  });

  test('also on a store that both of them found empty', async () => {
    const directory = newDirectory();
    const loser = openLmdb(directory, 'fsync', CIPHER);
    const winner = openLmdb(directory, 'fsync', CIPHER);
    expect(await winner.commit(first)).toBe(true);
    expect(await loser.commit(commitOf(1, { rows: [row(5, 'the loser’s')] }))).toBe(false);
    expect(winner.row('session', 5)).toBeUndefined();
    await loser.close();
    await winner.close();
  });

  test('the engine that loses fails once, and so does every reply that waits', async () => {
    const directory = newDirectory();
    const failures: string[] = [];
    const winner = engineOn(openLmdb(directory, 'fsync', CIPHER));
    fillShop(winner);
    await untilWritten(winner);
    const loser = engineOn(openLmdb(directory, 'fsync', CIPHER), { fatal: (reason) => failures.push(reason) });
    make(winner, startSession);
    await untilWritten(winner);
    make(loser, startSession);
    const replies: string[] = [];
    for (const seq of [loser.headSeq, loser.headSeq, loser.headSeq - 1]) {
      loser.releaseWhenDurable(seq, { release: () => replies.push('released'), fail: () => replies.push('failed') });
    }
    await expect(loser.whenDurable(loser.headSeq)).rejects.toThrow('the journal has failed');
    expect(failures).toEqual(['another process writes to this store']);
    expect(replies).toEqual(['released', 'failed', 'failed']);
    expect(() => make(loser, startSession)).toThrow('the journal has failed');
    await loser.close();
    await winner.close();
    expect(failures).toHaveLength(1);
  });
});

describe('a moment of a file', () => {
  test('is read beside a lock file of its own: opening that of the writer takes a commit from it', async () => {
    const directory = newDirectory();
    const journal = openLmdb(directory, 'commit', CIPHER);
    await journal.commit(first);
    await journal.close();
    rmSync(join(directory, 'lock.mdb'));
    const moment = openLmdbMoment(directory, CIPHER);
    expect(contents(moment)).toHaveLength(3);
    expect(readdirSync(directory)).toEqual(['data.mdb']);
    await moment.close();
    const copy = newDirectory();
    await copyLmdb(directory, join(copy, 'copy'), true);
    expect(readdirSync(directory)).toEqual(['data.mdb']);
  });
});

test('a copy beside a writer is of one commit, not before that which the writer kept', async () => {
  const directory = newDirectory();
  const journal = openLmdb(directory, 'commit', CIPHER);
  let made = 0;
  // Pages are used again, and the file grows: each commit replaces one long row and adds another.
  const write = (): Promise<unknown> => {
    made += 1;
    const long = `${made}:${'x'.repeat(2000)}`;
    return journal.commit(commitOf(made, { rows: [row(1, long), row(made + 1, long)] }));
  };
  await write();
  const copies = { areMade: false };
  const writing = (async () => {
    while (!copies.areMade) await write();
  })();
  for (let copy = 0; copy < 8; copy += 1) {
    const release = journal.keepMoment();
    const kept = made;
    const into = join(newDirectory(), 'copy');
    await copyLmdb(directory, into, true);
    release();
    const copied = openLmdb(into, 'commit', CIPHER);
    const { commitNumber } = copied.meta!;
    expect(commitNumber).toBeGreaterThanOrEqual(kept - 1);
    const rows = [...copied.rows('session')].map(([id, bytes]) => [id, Number.parseInt(bytes.toString(), 10)]);
    const expected = Array.from({ length: commitNumber }, (_, at) => [at + 2, at + 1]);
    expect(rows).toEqual([[1, commitNumber], ...expected]);
    // It takes commits, too.
    await copied.commit(commitOf(commitNumber + 1, { rows: [row(1, '0:')] }));
    await copied.close();
  }
  copies.areMade = true;
  await writing;
  await journal.close();
});

test('the lock refuses a second opening until the first ends', async () => {
  const place = newPlace();
  const store = await open(place);
  fillShop(store.engine);
  await expect(open(place)).rejects.toThrow(StoreLocked);
  buy(store.engine, 1);
  await closeAndVerifyStore(place, store);
});
