// Catches a second process that writes to a store, and a lock that a killed process keeps.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openLmdb } from '../../../src/engine/journal/lmdb-journal.ts';
import { StoreLocked, lockStore } from '../../../src/engine/store/store-lock.ts';
import { newDirectory } from '../../harness/directories.ts';
import { CIPHER } from '../privacy/test-cipher.ts';
import { buy, fillShop } from '../shop.ts';
import { closeAndVerifyStore, newPlace, open } from '../store/stores.ts';
import { contents, first, loses } from './commits.ts';

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
