// Would catch a restore to a record, or an object as of a record, that is not what the shop was then.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KindName } from '../../../src/domain/kind-types.ts';
import { KIND_NAMES } from '../../../src/domain/kinds.ts';
import { openLmdbMoment } from '../../../src/engine/journal/lmdb-journal.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import { stateAsOf } from '../../../src/engine/recovery/as-of.ts';
import { journalPath, readIdentity } from '../../../src/engine/store/identity.ts';
import { restoreStore } from '../../../src/engine/store/restore.ts';
import type { KeepMoment } from '../../../src/engine/store/beside.ts';
import type { Forward } from '../../../src/engine/store/restore.ts';
import { writeSnapshot } from '../../../src/engine/snapshots/write-snapshot.ts';
import { listSnapshots } from '../../../src/engine/snapshots/snapshot-files.ts';
import { sample } from '../../harness/effort.ts';
import { copyKeys } from '../privacy/persons.ts';
import { newDirectory } from '../../harness/directories.ts';
import { fillShop, make, startSession } from '../shop.ts';
import { live, snapshotOf, trade } from '../store/killed-stores.ts';
import { LIMITS, closeAndVerifyStore, newPlace, open, stateOf } from '../store/stores.ts';

let lived: Awaited<ReturnType<typeof live>>;
/** Snapshot files, and records after the newest. */
const seqs: number[] = [];
let headSeq = 0;

beforeAll(async () => {
  lived = await live();
  seqs.push(await snapshotOf(lived));
  await trade(lived.store.engine, 4);
  seqs.push(await snapshotOf(lived));
  await trade(lived.store.engine, 4);
  ({ headSeq } = lived.store.engine);
});
afterAll(() => lived.store.close());

/** This process has the store open itself, and changes nothing meanwhile. */
const keepMoment: KeepMoment = () => Promise.resolve({ release: () => Promise.resolve(true) });

const everySecond = <T>(all: readonly T[]): T[] => all.filter((_, index) => index % 2 === 0);

const fileOf = (seq: number): string =>
  listSnapshots(lived.place.snapshots, readIdentity(lived.place.directory)!).find(({ seqTo }) => seqTo === seq)!.path;

const restored = async (path: string, until: Forward['until'], records = lived.place.directory) => {
  const place = newPlace({ snapshots: lived.place.snapshots });
  copyKeys(lived.place, place.directory);
  const { seqTo } = await restoreStore(place.directory, path, { nowMs: Date.now }, { records, until, keepMoment });
  return { place, seqTo };
};

describe('a restore', () => {
  test('to a record is the shop as it was then, whichever file it begins with, while that shop goes on', async () => {
    for (const [at, from] of seqs.entries()) {
      const later = Array.from({ length: headSeq - from + 1 }, (_, more) => from + more);
      for (const seq of sample(at === 0 ? later : everySecond(later))) {
        const { place, seqTo } = await restored(fileOf(from), { seq });
        expect(seqTo).toBe(seq);
        const store = await open(place, { clock: lived.store.engine.clock });
        expect(store.engine.headSeq).toBe(seq);
        expect(stateOf(store.engine.tables)).toEqual(lived.history.stateAt(seq));
        await store.close();
      }
    }
  });

  // Would catch ids that are given twice: those of actors that came and went after the snapshot file.
  test('can be written to a snapshot file at once, before anything else is committed', async () => {
    const { place } = await restored(fileOf(seqs[0]!), { seq: headSeq });
    const store = await open({ ...place, snapshots: newDirectory() }, { clock: lived.store.engine.clock });
    const before = stateOf(store.engine.tables);
    const options = { directory: newDirectory(), owner: store.identity, keep: 1, sliceMs: 1 };
    const { path } = await writeSnapshot(store.engine, options);
    await store.close();
    const copy = newPlace();
    copyKeys(place, copy.directory);
    await restoreStore(copy.directory, path, { nowMs: Date.now });
    const again = await open(copy, { clock: lived.store.engine.clock });
    expect(stateOf(again.engine.tables)).toEqual(before);
    await again.close();
  });

  test('to any record of a batch that holds many, though the next batch begins later', async () => {
    const place = newPlace();
    const store = await open(place, { limits: { ...LIMITS, journalKeepRecords: 1000 } });
    fillShop(store.engine);
    await store.engine.whenDurable(store.engine.headSeq);
    const from = await snapshotOf({ place, store, history: lived.history });
    const { path } = listSnapshots(place.snapshots, store.identity).find(({ seqTo }) => seqTo === from)!;
    // Records of one turn are one batch, or with those of the turn before.
    for (let batch = 0; batch < 3; batch += 1) {
      for (let record = 0; record < 8; record += 1) make(store.engine, startSession);
      await store.engine.whenDurable(store.engine.headSeq);
    }
    const batches = [...store.engine.journal.batches(from + 1)];
    expect(batches.length).toBeLessThan(store.engine.headSeq - from);
    const later = Array.from({ length: store.engine.headSeq - from + 1 }, (_, more) => from + more);
    for (const seq of sample(later)) {
      const copy = newPlace({ snapshots: place.snapshots });
      copyKeys(place, copy.directory);
      const forward = { records: place.directory, until: { seq }, keepMoment };
      expect((await restoreStore(copy.directory, path, { nowMs: Date.now }, forward)).seqTo).toBe(seq);
    }
    await closeAndVerifyStore(place, store);
  });

  test('without a record goes on to the last one, to a moment as far as that; the store then lives on', async () => {
    expect((await restored(fileOf(seqs[0]!), undefined)).seqTo).toBe(headSeq);
    expect((await restored(fileOf(seqs[0]!), { ms: 0 })).seqTo).toBe(seqs[0]);
    const { place, seqTo } = await restored(fileOf(seqs[0]!), { ms: Number.MAX_SAFE_INTEGER });
    expect(seqTo).toBe(headSeq);
    const store = await open(place, { clock: lived.store.engine.clock });
    await trade(store.engine, 2);
    await closeAndVerifyStore(place, store);
  });

  test('that cannot be exact is refused, and leaves no store', async () => {
    const first = fileOf(seqs[0]!);
    const renamed = join(newDirectory(), 'backup');
    copyFileSync(first, renamed);
    const other = newPlace();
    await (await open(other)).close();
    const refusals: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['an older file is wanted', () => restored(fileOf(seqs[1]!), { seq: seqs[0]! })],
      [`the records end with ${headSeq}`, () => restored(first, { seq: headSeq + 1 })],
      ['does not say its timeline', () => restored(renamed, { seq: headSeq })],
      ['is no part of the history', () => restored(first, { seq: headSeq }, other.directory)],
      ['holds no store', () => restored(first, { seq: headSeq }, newDirectory())],
      [
        'must have subject-keys.json',
        () =>
          restoreStore(
            newDirectory(),
            first,
            { nowMs: Date.now },
            { records: lived.place.directory, until: undefined, keepMoment },
          ),
      ],
    ];
    for (const [why, refused] of refusals) await expect(refused(), why).rejects.toThrow(why);
  });

  test.each([0, 1000])('needs the records that are kept: journalKeepRecords %d', async (journalKeepRecords) => {
    const place = newPlace();
    const store = await open(place, { limits: { ...LIMITS, journalKeepRecords } });
    fillShop(store.engine);
    await trade(store.engine, 3);
    const kept = join(newDirectory(), 'kept');
    const first = await snapshotOf({ place, store, history: lived.history });
    const path = listSnapshots(place.snapshots, store.identity)[0]!.path;
    copyFileSync(path, kept);
    for (let more = 0; more < 4; more += 1) {
      await trade(store.engine, 3);
      await snapshotOf({ place, store, history: lived.history }, 1);
      for (let tick = 0; tick < 4; tick += 1) {
        store.engine.tick();
        await store.engine.whenDurable(store.engine.headSeq);
      }
    }
    copyFileSync(kept, path);
    const directory = newDirectory();
    copyKeys(place, directory);
    const made = restoreStore(
      directory,
      path,
      { nowMs: Date.now },
      { records: place.directory, until: undefined, keepMoment },
    );
    if (journalKeepRecords === 0) await expect(made).rejects.toThrow(`the records ${first + 1} to `);
    else expect((await made).seqTo).toBe(store.engine.headSeq);
    rmSync(path);
    await store.close();
  });
});

test('every object as of every record is what it was', () => {
  const { place, history } = lived;
  const journal = openLmdbMoment(journalPath(place.directory), SubjectKeys.read(place.directory, true).cipher);
  const files = listSnapshots(place.snapshots, readIdentity(place.directory)!);
  const { tables } = lived.store.engine;
  for (let seq = seqs[0]!; seq <= headSeq; seq += 5) {
    const then = history.stateAt(seq);
    for (const kind of KIND_NAMES) {
      for (let id = 1; id < Math.min(8, tables[kind].nextId); id += 1) {
        const image = then.get(`${kind} ${id}`);
        const expected =
          image === undefined ? undefined : tables[kind as KindName].decode(id, Buffer.from(image, 'hex')).state;
        expect(stateAsOf(journal, files, [kind, id], seq).state, `${kind} ${id} at ${seq}`).toEqual(expected);
      }
    }
  }
  expect(() => stateAsOf(journal, files, ['channel', 1], headSeq + 1)).toThrow(`the newest record is ${headSeq}`);
  expect(stateAsOf(journal, [], ['channel', 99], headSeq).state).toBeUndefined();
});
