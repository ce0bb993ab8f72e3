// Catches a second process that writes to a store, and a lock that a killed process keeps.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { Journal } from '../../../src/engine/journal/journal.ts';
import { openLmdb } from '../../../src/engine/journal/lmdb-journal.ts';
import { StoreLocked, lockStore } from '../../../src/engine/store/store-lock.ts';
import { newDirectory } from '../../harness/directories.ts';
import { CIPHER } from '../privacy/test-cipher.ts';
import { buy, fillShop } from '../shop.ts';
import { closeAndVerifyStore, newPlace, open } from '../store/stores.ts';
import { batch, commitOf, contents, first, loses, row } from './commits.ts';

const child = (code: string, directory: string): ReturnType<typeof spawn> =>
  spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code, directory], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['pipe', 'pipe', 'inherit'],
  });

const line = async (process: ReturnType<typeof spawn>): Promise<string> => {
  const [chunk] = (await once(process.stdout!, 'data')) as [Buffer];
  return chunk.toString().trim();
};

describe('two writers on one file', () => {
  test('also when the other one is another process', async () => {
    const directory = newDirectory();
    const loser = openLmdb(directory, 'fsync', CIPHER);
    await loser.commit(first);
    const other = child(
      `import { commitWith } from './src/engine/journal/journal.ts';
       import { openLmdb } from './src/engine/journal/lmdb-journal.ts';
       const journal = openLmdb(process.argv[1], 'fsync', undefined);
       const written = await journal.commit(commitWith({ ...journal.meta, commitNumber: 2 }));
       console.log(written);
       await journal.close();`,
      directory,
    );
    const exited = once(other, 'exit');
    expect(await line(other)).toBe('true');
    await exited;
    const before = contents(loser);
    expect(await loser.commit(loses)).toBe(false);
    expect(contents(loser)).toEqual(before);
    await loser.close();
  });
});

/** Commits that each replace what the one before wrote. */
const busy = async (journal: Journal, from: number): Promise<void> => {
  for (let commit = from; commit < from + 40; commit += 1)
    await journal.commit(
      commitOf(commit, {
        batches: [batch(commit)],
        rows: Array.from({ length: 40 }, (_, at) => row(at + 1, `${commit} `.repeat(200))),
        truncatedBatches: [commit - 1],
      }),
    );
};

test('what is kept of a moment is what it was for another process, whatever is written meanwhile', async () => {
  const directory = newDirectory();
  const journal = openLmdb(directory, 'commit', CIPHER);
  await busy(journal, 1);
  const before = contents(journal);
  const [one, two] = [journal.keepMoment(), journal.keepMoment()];
  const reader = child(
    `import { once } from 'node:events';
     import { openLmdbMoment } from './src/engine/journal/lmdb-journal.ts';
     import { contents } from './test/engine/journal/commits.ts';
     const moment = openLmdbMoment(process.argv[1], undefined);
     console.log('open');
     await once(process.stdin, 'data');
     console.log(JSON.stringify(contents(moment)));
     await moment.close();
     process.exit();`,
    directory,
  );
  expect(await line(reader)).toBe('open');
  await busy(journal, 41);
  // One of two readers is done.
  one();
  await busy(journal, 81);
  reader.stdin!.write('read');
  expect(JSON.parse(await text(reader.stdout!))).toEqual(before);
  two();
  await journal.close();
});

describe('the lock', () => {
  test('refuses a second opening, in this process and in another, until the first ends', async () => {
    const place = newPlace();
    const store = await open(place);
    fillShop(store.engine);
    await expect(open(place)).rejects.toThrow(StoreLocked);
    const other = child(
      `import { lockStore } from './src/engine/store/store-lock.ts';
       console.log(await lockStore(process.argv[1]).then(() => 'locked', (error) => error.name));`,
      place.directory,
    );
    expect(await line(other)).toBe('StoreLocked');
    buy(store.engine, 1);
    await closeAndVerifyStore(place, store);
  });

  test('of a process that was killed is free at once', async () => {
    const directory = newDirectory();
    const other = child(
      `import { lockStore } from './src/engine/store/store-lock.ts';
       await lockStore(process.argv[1]);
       console.log('locked');
       setInterval(() => {}, 1000);`,
      directory,
    );
    expect(await line(other)).toBe('locked');
    await expect(lockStore(directory)).rejects.toThrow(StoreLocked);
    const exited = once(other, 'exit');
    other.kill('SIGKILL');
    await exited;
    await (await lockStore(directory)).release();
  });
});
