// Every pair of an older or later format and this program, after a stop and after a kill: would catch a store that is
// misread, written by a program that loses what it does not know, or refused without saying what to do. The outcomes
// are those of docs/operate/upgrade.md.
import { commitWith } from '../../../src/engine/journal/journal.ts';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KINDS } from '../../../src/domain/kinds.ts';
import { FORMAT, KEYS_FORMAT, SNAPSHOT_FORMAT, STORE_FORMAT, WrongFormat } from '../../../src/engine/disk/format.ts';
import { checkedJson, readCheckedJson } from '../../../src/engine/disk/checked-json.ts';
import { openLmdb } from '../../../src/engine/journal/lmdb-journal.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { readIdentity } from '../../../src/engine/store/identity.ts';
import { importSnapshot } from '../../../src/engine/snapshots/import-snapshot.ts';
import { migrated } from '../../../src/engine/store/migration.ts';
import { whyReadOnly } from '../../../src/engine/store/read-only.ts';
import { restoreStore } from '../../../src/engine/store/restore.ts';
import { listSnapshots } from '../../../src/engine/snapshots/snapshot-files.ts';
import { readSnapshotHeader } from '../../../src/engine/snapshots/snapshot-format.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { writeSnapshot } from '../../../src/engine/snapshots/write-snapshot.ts';
import { destroyed } from '../privacy/recorded.ts';
import { ENDS, frozenVersions, goldenPlace, meaningOf, snapshotsOf, statesOf } from './golden-files.ts';
import type { End } from './golden-files.ts';
import { change, killed, live, refused, snapshotOf, trade } from './killed-stores.ts';
import {
  COMPATIBLE,
  FOREIGN,
  MORE_COMPATIBLE,
  READABLE,
  keysWrittenAs,
  metaWrittenAs,
  snapshotWrittenAs,
  writtenAs,
} from './other-formats.ts';
import { contentsOf, openRead } from './read-stores.ts';
import { buy, make, startSession } from '../shop.ts';
import { closeAndVerifyStore, findingsOf, open, stateOf, untilWritten } from './stores.ts';
import { newDirectory } from '../../harness/directories.ts';
import type { Place } from './stores.ts';

const plain = (value: object): unknown => JSON.parse(JSON.stringify(value));
const formatOf = ({ directory }: Place): number => readIdentity(directory)!.format.version;
const keyFormatOf = ({ directory }: Place): number =>
  (JSON.parse(readFileSync(join(directory, 'subject-keys.json'), 'utf8')) as { version: number }).version;

const WAY_BACK = 'upgrade kontor, or restore the snapshot file that was made before \\(docs/operate/upgrade.md\\)';
const TOO_NEW = new RegExp(
  `has format version ${FORMAT + 1} and is read by version ${FORMAT + 1} and later, ` +
    `and this kontor has version ${FORMAT}: ${WAY_BACK}$`,
);
const NOT_WRITTEN =
  `has format version ${FORMAT + 1} and is written by version ${FORMAT + 1} and later, ` +
  `and this kontor has version ${FORMAT}`;
const NOT_WRITABLE = new RegExp(`${NOT_WRITTEN}: ${WAY_BACK}$`);

/** A store with records that no row holds where it was killed, and its state. */
const left = async (end: End, durability: Place['durability'] = 'fsync') => {
  const lived = await live({ durability });
  await snapshotOf(lived);
  await trade(lived.store.engine, 2);
  const state = stateOf(lived.store.engine.tables);
  if (end === 'killed') return { place: await killed(lived), state };
  await lived.store.close();
  return { place: lived.place, state };
};

/** As `closeAndVerifyStore`, for rows about persons, whose bytes differ each time that they are encrypted. */
const closeAndReadAgain = async (place: Place, store: Store): Promise<void> => {
  const before = plain(statesOf(store.engine.tables));
  await store.close();
  expect(await findingsOf(place)).toEqual([]);
  const again = await open(place);
  expect(again.report.outcome).toBe('clean');
  expect(plain(statesOf(again.engine.tables))).toEqual(before);
  await again.close();
};

const PAIRS = frozenVersions().flatMap((version) => ENDS.map((end) => ({ version, end })));

describe('a store of a frozen version, $version, $end', () => {
  test.each(PAIRS)('is opened as it was meant, $version $end', async ({ version, end }) => {
    const place = goldenPlace(version, end);
    const store = await open(place);
    expect(store.report).toMatchObject({ outcome: 'clean' });
    expect(store.report.records > 0).toBe(end === 'killed');
    expect(plain(statesOf(store.engine.tables))).toMatchObject(meaningOf(version, end));
    // Until the first commit it is a store of the program that wrote it.
    expect([formatOf(place), keyFormatOf(place)]).toEqual([version, version]);
    make(store.engine, startSession);
    await untilWritten(store.engine);
    expect(formatOf(place)).toBe(FORMAT);
    expect(store.engine.journal.meta).toMatchObject(STORE_FORMAT);
    destroyed(store.keys, 1000);
    expect(keyFormatOf(place)).toBe(KEYS_FORMAT.version);
    buy(store.engine, 1);
    await closeAndReadAgain(place, store);
  });

  test.each(PAIRS)('is read and not changed, $version $end', async ({ version, end }) => {
    const place = goldenPlace(version, end);
    const before = contentsOf(place);
    expect(whyReadOnly(place.directory)).toBe('');
    const store = await openRead(place);
    expect(plain(statesOf(store.engine.tables))).toMatchObject(meaningOf(version, end));
    await store.close();
    expect(contentsOf(place)).toEqual(before);
  });

  test.each(frozenVersions())('its snapshot files make a store of the present one, %i', async (version) => {
    for (const path of snapshotsOf(version)) {
      const directory = newDirectory();
      const { storeId } = readSnapshotHeader(path);
      await restoreStore(directory, path, { nowMs: () => 1_700_000_000_000 });
      const place: Place = { directory, snapshots: newDirectory(), durability: 'fsync', bootId: 'boot-1' };
      expect(readIdentity(directory)).toMatchObject({ id: storeId, format: STORE_FORMAT });
      const store = await open(place);
      buy(store.engine, 1);
      await closeAndVerifyStore(place, store);
    }
  });
});

describe('a store that a later program wrote', () => {
  const cases = ENDS.flatMap((end) => [COMPATIBLE, MORE_COMPATIBLE].map((range) => ({ end, range })));
  test.each(cases)('compatibly: is opened, written, and then of this version, $end, $range', async ({ end, range }) => {
    const { place, state } = await left(end);
    await writtenAs(place, range, { laterMember: 'kept' });
    keysWrittenAs(place, range);
    expect(whyReadOnly(place.directory)).toBe('');
    const store = await open(place);
    expect(stateOf(store.engine.tables)).toEqual(state);
    expect(formatOf(place)).toBe(FORMAT + 1);
    buy(store.engine, 1);
    await untilWritten(store.engine);
    expect(readIdentity(place.directory)).toMatchObject({ format: STORE_FORMAT, laterMember: 'kept' });
    await closeAndVerifyStore(place, store);
  });

  test.each(ENDS)('with more than this one would keep: is read alone, %s', async (end) => {
    const { place, state } = await left(end);
    await writtenAs(place, READABLE);
    const before = contentsOf(place);
    const why = whyReadOnly(place.directory);
    expect(why).toBe(`the store in ${place.directory} ${NOT_WRITTEN}`);
    const store = await openRead(place, why);
    expect(stateOf(store.engine.tables)).toEqual(state);
    expect(() => make(store.engine, startSession)).toThrow('the store is read only');
    await store.close();
    await refused(place, NOT_WRITABLE, WrongFormat);
    expect(contentsOf(place)).toEqual(before);
  });

  // Without sync a store that cannot be trusted becomes that of its newest snapshot file; this one can be trusted.
  test.each(ENDS.flatMap((end) => (['fsync', 'commit'] as const).map((durability) => ({ end, durability }))))(
    'and this one would misread: is refused, $end, $durability',
    async ({ end, durability }) => {
      const { place } = await left(end, durability);
      await writtenAs(place, FOREIGN);
      const before = contentsOf(place);
      expect(() => whyReadOnly(place.directory)).toThrow(TOO_NEW);
      await refused(place, TOO_NEW, WrongFormat);
      await expect(openRead(place)).rejects.toThrow(TOO_NEW);
      expect(contentsOf(place)).toEqual(before);
    },
  );

  test.each(['fsync', 'commit'] as const)('beside an older store.json: is refused, %s', async (durability) => {
    for (const [range, line] of [
      [READABLE, NOT_WRITABLE],
      [FOREIGN, TOO_NEW],
    ] as const) {
      const { place } = await left('killed', durability);
      await metaWrittenAs(place, range);
      await refused(place, line, WrongFormat);
    }
  });

  test('with a key file of its own: is read alone, or refused', async () => {
    const { place, state } = await left('killed');
    keysWrittenAs(place, READABLE);
    const why = whyReadOnly(place.directory);
    expect(why).toContain(`subject-keys.json ${NOT_WRITTEN}`);
    const store = await openRead(place, why);
    expect(stateOf(store.engine.tables)).toEqual(state);
    await store.close();
    await refused(place, NOT_WRITABLE, WrongFormat);
    keysWrittenAs(place, FOREIGN);
    await refused(place, TOO_NEW, WrongFormat);
  });

  test('a field that it appended is passed over', () => {
    const { state } = KINDS.category;
    const row = state.encode(state.initial());
    expect(state.decode([...row, 'later'])).toEqual(state.initial());
  });
});

describe('a snapshot file that a later program wrote', () => {
  const file = async (range: typeof COMPATIBLE): Promise<readonly [Place, string]> => {
    const { place } = await left('killed');
    const { path } = listSnapshots(place.snapshots, readIdentity(place.directory)!).at(-1)!;
    snapshotWrittenAs(path, range);
    return [place, path];
  };
  const clock = { nowMs: () => 1_700_000_000_000 };

  test('compatibly: is read and makes a store', async () => {
    const [, path] = await file(COMPATIBLE);
    await importSnapshot(path, new MemoryJournal());
    expect(await restoreStore(newDirectory(), path, clock)).toMatchObject({ format: COMPATIBLE });
  });

  test('with more than this one would keep: is read, and makes no store', async () => {
    const [, path] = await file(READABLE);
    await importSnapshot(path, new MemoryJournal());
    const directory = newDirectory();
    await expect(restoreStore(directory, path, clock)).rejects.toThrow(NOT_WRITABLE);
    expect(readdirSync(directory).filter((name) => name.endsWith('.json'))).toEqual([]);
  });

  test('and this one would misread: is refused', async () => {
    const [, path] = await file(FOREIGN);
    await expect(importSnapshot(path, new MemoryJournal())).rejects.toThrow(TOO_NEW);
    await expect(restoreStore(newDirectory(), path, clock)).rejects.toThrow(TOO_NEW);
  });

  // Would catch a store that silently becomes an older one because the newest file is of another version.
  test.each([READABLE, FOREIGN])('is no reason to fall back to an older one, $leastReader', async (range) => {
    const lived = await live({ durability: 'commit' });
    await snapshotOf(lived);
    await trade(lived.store.engine, 1);
    await snapshotOf(lived);
    const place = await killed(lived, { bootId: 'boot-2' });
    const files = listSnapshots(place.snapshots, readIdentity(place.directory)!);
    expect(files).toHaveLength(2);
    snapshotWrittenAs(files.at(-1)!.path, range);
    await refused(place, range === FOREIGN ? TOO_NEW : NOT_WRITABLE, WrongFormat);
    expect(readdirSync(place.directory).filter((name) => name.startsWith('journal.distrusted'))).toEqual([]);
  });
});

describe('the way back', () => {
  test('a snapshot file of before, with the store.json of a later program, makes a store with the same key', async () => {
    const { place } = await left('stopped');
    const { path } = listSnapshots(place.snapshots, readIdentity(place.directory)!).at(-1)!;
    const { key } = readIdentity(place.directory)!;
    await writtenAs(place, FOREIGN);
    const directory = newDirectory();
    for (const name of ['store.json', 'subject-keys.json'])
      writeFileSync(join(directory, name), readFileSync(join(place.directory, name)));
    await restoreStore(directory, path, { nowMs: () => 1_700_000_000_000 });
    expect(readIdentity(directory)).toMatchObject({ key, format: STORE_FORMAT });
    const back = { ...place, directory };
    const store = await open(back);
    buy(store.engine, 1);
    await closeAndVerifyStore(back, store);
  });

  test('the newest snapshot file of an older format is never removed', async () => {
    const [version = 0] = frozenVersions();
    expect(version).toBeLessThan(FORMAT);
    const place = goldenPlace(version, 'killed');
    const store = await open(place);
    const { engine, identity } = store;
    for (let round = 0; round < 4; round += 1) {
      buy(engine, 1 + (round % 2));
      await writeSnapshot(engine, { directory: place.snapshots, owner: identity, keep: 2, sliceMs: 1 });
    }
    const kept = listSnapshots(place.snapshots, identity);
    expect(kept.map(({ format }) => format.version)).toEqual([version, FORMAT, FORMAT]);
    // It does not keep the journal from being truncated.
    expect(engine.snapshotsUpTo).toEqual({ oldest: kept[1]!.seqTo, newest: kept[2]!.seqTo });
    expect(readSnapshotHeader(kept[1]!.path).format).toEqual(SNAPSHOT_FORMAT);
    await closeAndReadAgain(place, store);
  });
});

describe('a migration', () => {
  test('takes every step from the version of the store on, and no other', async () => {
    const { place } = await left('stopped');
    const identity = { ...readIdentity(place.directory)!, format: { version: 1, leastReader: 1, leastWriter: 1 } };
    const taken: number[] = [];
    const steps = new Map(
      [1, 2, FORMAT - 1, FORMAT].map((from) => [from, (given: typeof identity) => (taken.push(from), given)]),
    );
    expect(migrated(identity, steps)).toEqual({ ...identity, format: STORE_FORMAT });
    expect(taken).toEqual([1, 2, FORMAT - 1]);
  });

  // Would catch a journal that holds records of a format that store.json does not name.
  test('that cannot be written commits nothing', async () => {
    const { place } = await left('stopped');
    const journal = openLmdb(join(place.directory, 'journal'), 'fsync', undefined, () => {
      throw new Error('store.json cannot be written');
    });
    const { meta } = journal;
    await expect(journal.commit(commitWith({ ...meta!, commitNumber: meta!.commitNumber + 1 }))).rejects.toThrow(
      'store.json cannot be written',
    );
    expect(journal.meta).toEqual(meta);
    await journal.close();
    await closeAndVerifyStore(place, await open(place));
  });
});

describe('versions that are too old, or none', () => {
  test.each(['fsync', 'commit'] as const)('a store of version 1, by one line, under %s', async (durability) => {
    const { place } = await left('killed', durability);
    const path = join(place.directory, 'store.json');
    const { timeline, feedEpoch, format: _, ...others } = readIdentity(place.directory)!;
    const old = JSON.stringify({ ...others, branch: timeline, line: feedEpoch });
    writeFileSync(path, old);
    await refused(
      place,
      new RegExp(
        `^the store in .+ has format version 1, and this kontor, of version ${FORMAT}, reads version 3 and later: ` +
          'open it with the kontor that wrote it, or start in an empty data directory \\(docs/operate/upgrade.md\\)$',
      ),
      WrongFormat,
    );
    expect(readFileSync(path, 'utf8')).toBe(old);
  });

  const numbers = [
    [0, 0, 0],
    [-1, -1, -1],
    [4.5, 4, 4],
    ['4', 4, 4],
    [null, 4, 4],
    [FORMAT, FORMAT + 1, FORMAT + 1],
    [FORMAT + 1, FORMAT + 1, FORMAT],
    [FORMAT, FORMAT, undefined],
    [FORMAT, undefined, undefined],
    [3, 3, 3],
    [70_000, 4, 4],
  ] as const;
  // The checksum is right: a number that no program wrote is damage, and no version to upgrade to.
  test.each(numbers)('%s, %s, %s is damage', async (version, leastReader, leastWriter) => {
    const file = checkedJson(
      { version: 3, leastReader: 3, leastWriter: 3 },
      { version, ...(leastReader !== undefined && { leastReader }), ...(leastWriter !== undefined && { leastWriter }) },
      0,
    );
    expect(readCheckedJson(file)).toBe('damaged');
    const { place } = await left('killed');
    if (typeof version !== 'number' || version === 4.5) return;
    await change(place, () => ({}), { version, leastReader, leastWriter });
    await refused(place, /the meta row of the journal in .+ is damaged/);
  });

  test('of a snapshot file is damage', async () => {
    const { place } = await left('killed');
    const { path } = listSnapshots(place.snapshots, readIdentity(place.directory)!).at(-1)!;
    const whole = readFileSync(path);
    for (const [version, leastReader, leastWriter] of numbers) {
      if (typeof version !== 'number' || version < 0 || version === 4.5) continue;
      writeFileSync(path, whole);
      snapshotWrittenAs(path, { version, leastReader: leastReader ?? 0, leastWriter: leastWriter ?? 0 });
      await expect(importSnapshot(path, new MemoryJournal())).rejects.toThrow('its header is damaged');
    }
  });

  test('a flipped digit of a version is damage', async () => {
    const { place } = await left('killed');
    const path = join(place.directory, 'store.json');
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.replace(`"version": ${FORMAT}`, `"version": ${FORMAT + 2}`));
    await refused(place, /store\.json is damaged/);
    writeFileSync(path, whole);
    await closeAndVerifyStore(place, await open(place));
  });
});
