// Whose snapshot files are whose: a store that was taken back to a backup, or cloned, has the id of the one it was made
// from, often the same directory of files, and record numbers that mean something else there.
import { copyFileSync, existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SnapshotSchedule } from '../../../src/server/background/snapshots.ts';
import { createCategory } from '../../../src/domain/catalogue/create-category.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { HEADER_BYTES } from '../../../src/engine/snapshots/snapshot-format.ts';
import { listSnapshots } from '../../../src/engine/snapshots/snapshot-files.ts';
import { writeSnapshot } from '../../../src/engine/snapshots/write-snapshot.ts';
import type { SnapshotFile } from '../../../src/engine/snapshots/snapshot-files.ts';
import { readIdentity } from '../../../src/engine/store/identity.ts';
import { restoreStore } from '../../../src/engine/store/restore.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { verifyStore } from '../../../src/engine/recovery/verify.ts';
import { copyKeys } from '../privacy/persons.ts';
import { make } from '../shop.ts';
import { closeAndVerifyStore, crashed, findingsOf, journalOf, newPlace, open, untilWritten } from './stores.ts';
import { newDirectory } from '../../harness/directories.ts';
import type { Place } from './stores.ts';
import { AT_ONCE_DISK } from './at-once-disk.ts';

const category = (engine: Engine, name: string): number =>
  make(engine, (tx) => createCategory(tx, { parentId: 0, name, labels: {}, attributes: {}, seo: {} }));

const names = ({ tables: { category: table } }: Engine): string[] =>
  Array.from({ length: table.nextId - 1 }, (_, at) => (table.peek(at + 1) as { name: string } | undefined)?.name ?? '');

const snapshot = ({ engine, identity }: Store, { snapshots }: Place, keep = 3): Promise<SnapshotFile> =>
  writeSnapshot(engine, { directory: snapshots, owner: identity, keep, sliceMs: 5 });

const scheduleOf = ({ engine, identity }: Store, { snapshots }: Place): SnapshotSchedule =>
  new SnapshotSchedule(
    engine,
    { directory: snapshots, owner: identity, keep: 3, sliceMs: 5 },
    { records: 1000, ms: 0 },
  );

/** Two records and a file of them, for each name. */
const grow = async (store: Store, place: Place, added: readonly string[], keep = 3): Promise<SnapshotFile[]> => {
  const files: SnapshotFile[] = [];
  for (const name of added) {
    category(store.engine, name);
    category(store.engine, `${name}, too`);
    files.push(await snapshot(store, place, keep));
  }
  return files;
};

/** A store made from a file, beside the same directory of snapshot files. */
const madeFrom = async (place: Place, path: string, given: Partial<Place> = {}): Promise<Place> => {
  const directory = newDirectory();
  copyKeys(place, directory);
  await restoreStore(directory, path, { nowMs: Date.now });
  return { ...place, directory, ...given };
};

/**
 * A store that was taken back to a backup of its first snapshot file, as README says; `place.snapshots` holds what it
 * was taken back from.
 */
const takenBack = async (durability: Place['durability'] = 'fsync'): Promise<Place> => {
  const place = newPlace({ durability });
  const store = await open(place);
  const backup = join(newDirectory(), 'backup.snapshot');
  const [kept] = await grow(store, place, ['kept']);
  copyFileSync(kept!.path, backup);
  await grow(store, place, ['mistake', 'mistake 2', 'mistake 3']);
  await store.close();
  return madeFrom(place, backup);
};

/** Rows are on the disk, and the journal is cut behind the files. */
const rest = async (engine: Engine): Promise<void> => {
  for (let tick = 0; tick < 4; tick += 1) {
    engine.tick();
    await untilWritten(engine);
  }
};

const namesIn = (directory: string): string[] => readdirSync(directory).sort();
const parts = ({ snapshots }: Place): string[] => namesIn(snapshots).filter((name) => name.endsWith('.part'));

const damage = (path: string): void => {
  const bytes = readFileSync(path);
  bytes[HEADER_BYTES + 20]! ^= 1;
  writeFileSync(path, bytes);
};

describe('a store that was taken back to a backup', () => {
  test('is sound', async () => {
    const place = await takenBack();
    const store = await open(place);
    expect(names(store.engine)).toEqual(['kept', 'kept, too']);
    await closeAndVerifyStore(place, store);
  });

  test('keeps the snapshot file that it makes', async () => {
    const place = await takenBack();
    const store = await open(place);
    category(store.engine, 'new');
    const { path } = await snapshot(store, place);
    expect(existsSync(path), path).toBe(true);
    await closeAndVerifyStore(place, store);
  });

  test('counts what is not in a snapshot file from 0', async () => {
    const place = await takenBack();
    const store = await open(place);
    const snapshots = scheduleOf(store, place);
    expect(snapshots.recordsSinceSnapshot).toBe(store.engine.headSeq);
    await store.close();
  });

  test('does not fall back to what it was taken back from', async () => {
    const place = await takenBack('commit');
    const store = await open(place);
    category(store.engine, 'new');
    await snapshot(store, place);
    category(store.engine, 'lost');
    await untilWritten(store.engine);
    // The power goes: nothing was synced since.
    const left = crashed(place, { bootId: 'boot-2' });
    const again = await open(left);
    expect(again.report.outcome).toBe('snapshot_fallback');
    expect(names(again.engine)).toEqual(['kept', 'kept, too', 'new']);
    await closeAndVerifyStore(left, again);
    await store.close();
  });

  // Broken, a power cut soon after a restore finds nothing to fall back to, and verify nothing to compare with.
  test('makes its first snapshot file at once, and no second one', async () => {
    const place = await takenBack();
    const store = await open(place);
    const snapshots = scheduleOf(store, place);
    const files = (): number[] => listSnapshots(place.snapshots, store.identity).map(({ seqTo }) => seqTo);
    snapshots.makeIfDue();
    await snapshots.idle();
    const { headSeq } = store.engine;
    expect(files()).toEqual([headSeq]);
    category(store.engine, 'new');
    await untilWritten(store.engine);
    snapshots.makeIfDue();
    await snapshots.idle();
    expect(files()).toEqual([headSeq]);
    await closeAndVerifyStore(place, store);
  });
});

describe('verify, with the backup in another place', () => {
  const verified = async (place: Place, restoredTo?: number) => {
    const journal = journalOf(place);
    const outcome = await verifyStore(journal, undefined, restoredTo);
    await journal.close();
    return outcome;
  };

  test('says that a restored store has no second way yet', async () => {
    const place = await takenBack();
    const { parent } = readIdentity(place.directory)!;
    expect(await verified(place, parent!.upToSeq)).toMatchObject({ findings: [], basis: '' });
    // Any other store has lost its files.
    expect((await verified(place)).findings).toEqual([
      expect.stringMatching(/^the records 1 to \d+ are neither in a snapshot file nor in the journal/),
    ]);
  });

  // Broken, a restored store may lose what it has become since, and verify calls it sound.
  test('finds files of a restored store missing once the journal is truncated beyond them', async () => {
    const place = await takenBack();
    const store = await open(place);
    await grow(store, place, ['new', 'newer'], 1);
    category(store.engine, 'newest');
    await rest(store.engine);
    await store.close();
    expect(await findingsOf(place)).toEqual([]);
    expect(await findingsOf({ ...place, snapshots: newDirectory() })).toEqual([
      expect.stringMatching(/neither in a snapshot file nor in the journal/),
    ]);
  });

  test('does not take an older file of the parent for a gap', async () => {
    const place = newPlace();
    const store = await open(place);
    const [, newer] = await grow(store, place, ['old', 'new']);
    await store.close();
    const away = join(newDirectory(), basename(newer!.path));
    renameSync(newer!.path, away);
    expect(await findingsOf(await madeFrom(place, away))).toEqual([]);
  });
});

describe('a clone and its original with one directory of snapshot files', () => {
  const both = async (durability: Place['durability'] = 'fsync') => {
    const place = newPlace({ durability });
    const store = await open(place);
    const files = await grow(store, place, ['first', 'second']);
    const clonePlace = await madeFrom(place, files[1]!.path);
    return { place, store, files, clonePlace };
  };

  test('write, list and remove their own', async () => {
    const { place, store, files, clonePlace } = await both();
    const clone = await open(clonePlace);
    expect(clone.identity).toMatchObject({
      id: store.identity.id,
      parent: { timeline: store.identity.timeline, upToSeq: files[1]!.seqTo },
    });
    // Of the parent, what was before the clone.
    const [third] = await grow(store, place, ['third of the original'], 4);
    const list = ({ identity }: Store): string[] => listSnapshots(place.snapshots, identity).map(({ path }) => path);
    expect(list(clone)).toEqual(files.map(({ path }) => path));
    // The same record numbers, other records.
    const [cloned] = await grow(clone, clonePlace, ['third of the clone'], 1);
    expect([cloned!.seqTo, cloned!.path === third!.path]).toEqual([third!.seqTo, false]);
    expect(list(store)).toEqual([...files, third!].map(({ path }) => path));
    expect(list(clone)).toEqual([...files, cloned!].map(({ path }) => path));
    const [fourth] = await grow(store, place, ['fourth of the original'], 1);
    expect(namesIn(place.snapshots)).toHaveLength(2);
    expect(list(store)).toEqual([fourth!.path]);
    expect(list(clone)).toEqual([cloned!.path]);
    await closeAndVerifyStore(clonePlace, clone);
    await closeAndVerifyStore(place, store);
  });

  test('leave what the other is just writing', async () => {
    const { place, store, clonePlace } = await both();
    const options = { directory: place.snapshots, owner: store.identity, keep: 2, sliceMs: 5, disk: AT_ONCE_DISK };
    const writing = writeSnapshot(store.engine, options);
    const [part] = parts(place);
    expect(part).toMatch(new RegExp(`^${store.identity.id}-${store.identity.timeline}\\.`));
    // As if it took long: a file of this name stays until its store is opened.
    writeFileSync(join(place.snapshots, `${part}.part`), '');
    await writing;
    const clone = await open(clonePlace);
    expect(parts(place)).toEqual([`${part}.part`]);
    await closeAndVerifyStore(clonePlace, clone);
    await closeAndVerifyStore(place, store);
    expect(parts(place)).toEqual([]);
  });

  // Broken, the original misses a file, or the clone's newest file is one of records that it has made otherwise since.
  test('and a damaged file of the original: the clone falls back to the one before, and changes no name', async () => {
    const { place, store, files, clonePlace } = await both('commit');
    await store.close();
    const clone = await open(clonePlace);
    category(clone.engine, 'lost');
    await untilWritten(clone.engine);
    const left = crashed(clonePlace, { bootId: 'boot-2' });
    await clone.close();
    damage(files[1]!.path);
    const before = namesIn(place.snapshots);
    const again = await open(left);
    expect(again.report.outcome).toBe('snapshot_fallback');
    expect(names(again.engine)).toEqual(['first', 'first, too']);
    expect(namesIn(place.snapshots)).toEqual(before);
    for (const name of ['other', 'another', 'a third']) category(again.engine, name);
    expect(listSnapshots(place.snapshots, again.identity).map(({ path }) => path)).toEqual([files[0]!.path]);
    await closeAndVerifyStore(left, again);
  });
});

describe('keys of another store', () => {
  // Broken, a restore says that it has succeeded, and the shop then reads nothing about its customers.
  test('are refused by a restore before it writes anything', async () => {
    const [place, other] = [newPlace(), newPlace()];
    const [store, otherStore] = [await open(place), await open(other)];
    const [file] = await grow(store, place, ['kept']);
    await grow(otherStore, other, ['other']);
    await store.close();
    await otherStore.close();
    const directory = newDirectory();
    const keys = join(directory, 'subject-keys.json');
    copyFileSync(join(other.directory, 'subject-keys.json'), keys);
    await expect(restoreStore(directory, file!.path, { nowMs: Date.now })).rejects.toThrow(
      `${keys} holds the keys of another store`,
    );
    expect(namesIn(directory)).toEqual(['subject-keys.json']);
    copyFileSync(join(place.directory, 'subject-keys.json'), keys);
    await restoreStore(directory, file!.path, { nowMs: Date.now });
    const restored = await open({ ...place, directory });
    await closeAndVerifyStore({ ...place, directory }, restored);
  });

  test('are refused by a start', async () => {
    const [place, other] = [newPlace(), newPlace()];
    for (const each of [place, other]) {
      const store = await open(each);
      await grow(store, each, ['kept']);
      await store.close();
    }
    copyFileSync(join(other.directory, 'subject-keys.json'), join(place.directory, 'subject-keys.json'));
    await expect(open(place)).rejects.toThrow(/subject-keys\.json holds the keys of another store/);
  });
});
