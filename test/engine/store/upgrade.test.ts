// Would catch an upgrade that is cut short at any of its steps and then loses a record, brings a destroyed key back,
// forgets what the store was, or leaves its copy; and one that begins where the disk has no room for it.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { destroyKeys } from '../../../src/domain/privacy/destroy-keys.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { copyStore } from '../../../src/engine/store/copy-store.ts';
import { lockStore } from '../../../src/engine/store/store-lock.ts';
import { readIdentity, writeIdentity } from '../../../src/engine/store/identity.ts';
import { prepareUpgrade, upgradePath, upgradeSteps, upgraded } from '../../../src/engine/store/upgrade.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import { keyNumberOf } from '../../../src/domain/privacy/key-number.ts';
import { fillShop, make, startSession } from '../shop.ts';
import { closeAndVerifyStore, newPlace, open, stateOf, untilWritten } from './stores.ts';
import type { Place } from './stores.ts';

const SUBJECT = 7;
const isDestroyed = (keys: Awaited<ReturnType<typeof open>>['keys']): boolean =>
  keys.cipher.isDestroyed(keyNumberOf(SUBJECT, 'contact'));

const destroyKeyOf = async ({ engine }: Store, subject: number): Promise<void> => {
  const key = keyNumberOf(subject, 'contact');
  make(engine, (tx) => destroyKeys(tx, [[key, key + 1]]));
  await engine.destruction.whenDone(engine.headSeq);
};

/** A store that nobody serves, and a copy with one record more, which has followed it. */
const copied = async (): Promise<{
  readonly place: Place;
  readonly state: Map<string, string>;
  readonly seq: number;
}> => {
  const place = newPlace();
  const first = await open(place);
  fillShop(first.engine);
  await untilWritten(first.engine);
  const at = { ...place, directory: upgradePath(place.directory) };
  const copy = await open({ ...at, follows: place.directory });
  make(first.engine, startSession);
  await destroyKeyOf(first, SUBJECT);
  for (const { firstSeq, bytes } of first.engine.journal.batches(copy.engine.headSeq + 1))
    await copy.engine.fold({ firstSeq, bytes: Buffer.from(bytes) }, undefined, () => undefined);
  const [state, seq] = [stateOf(first.engine.tables), first.engine.headSeq];
  copy.engine.notePromised(seq);
  await copy.engine.whenStored(seq);
  await copy.engine.destruction.whenDone(seq);
  await Promise.all([first.close(), copy.close()]);
  return { place, state, seq };
};

const FINISHED = ['journal', 'store.json', 'subject-keys.json'];

test('the copy takes the place of the store, and the store that is open is there from then on', async () => {
  const { place, state, seq } = await copied();
  const promotedFrom = '/srv/other';
  writeIdentity(place.directory, { ...readIdentity(place.directory)!, promotedFrom });
  const { id } = readIdentity(place.directory)!;
  const copy = await open({ ...place, directory: upgradePath(place.directory), follows: place.directory });
  await copy.moveTo(place.directory, await lockStore(place.directory));
  copy.engine.lead();
  expect(readdirSync(place.directory).sort()).toEqual(['journal', `journal.before-${seq}`, ...FINISHED.slice(1)]);
  expect(readIdentity(place.directory)).toMatchObject({ id, promotedFrom });
  expect(readIdentity(place.directory)!.follows).toBeUndefined();
  expect(stateOf(copy.engine.tables)).toEqual(state);
  await expect(lockStore(place.directory)).rejects.toThrow('open');
  make(copy.engine, startSession);
  await destroyKeyOf(copy, SUBJECT + 1);
  expect(SubjectKeys.read(place.directory).cipher.isDestroyed(keyNumberOf(SUBJECT + 1, 'contact'))).toBe(true);
  await copy.saveTime();
  // Nothing is written where it was.
  expect(existsSync(upgradePath(place.directory))).toBe(false);
  await closeAndVerifyStore(place, copy);
});

test.each([0, 1, 2, 3, 4, 5])('a start finishes what was cut short before step %i', async (done) => {
  const { place, state, seq } = await copied();
  // Left by the upgrade before.
  mkdirSync(join(place.directory, 'journal.before-3'));
  writeIdentity(place.directory, { ...readIdentity(place.directory)!, upgradedAt: seq });
  for (const step of upgradeSteps(place.directory, seq).slice(0, done)) step();
  const again = await open(place);
  expect(stateOf(again.engine.tables)).toEqual(state);
  expect([again.report.outcome, isDestroyed(again.keys), readIdentity(place.directory)!.upgradedAt]).toEqual([
    'clean',
    true,
    undefined,
  ]);
  const left = readdirSync(place.directory).sort();
  // Cut short behind its end, it leaves an older journal to the next one.
  const older = done === 4 ? ['journal.before-3'] : [];
  expect(left).toEqual(['journal', `journal.before-${seq}`, ...older, ...FINISHED.slice(1)]);
  await closeAndVerifyStore(place, again);
  expect(existsSync(upgradePath(place.directory))).toBe(false);
});

test('a start that may not write there is refused while an upgrade is half done', async () => {
  const { place, seq } = await copied();
  writeIdentity(place.directory, { ...readIdentity(place.directory)!, upgradedAt: seq });
  await expect(open({ ...place, readOnly: 'the disk takes no changes' })).rejects.toThrow(
    /an upgrade of .+ was cut short: a start that may write there finishes it/,
  );
});

// It would be served for ever as it was.
test('a store that follows is not opened where nothing can be written', async () => {
  const { place } = await copied();
  const copy = { ...place, directory: upgradePath(place.directory), follows: place.directory };
  await expect(open({ ...copy, readOnly: 'the disk is full' })).rejects.toThrow(
    'the disk is full: a store that follows takes every record',
  );
});

test('a copy has the line of time of the store', async () => {
  const { place } = await copied();
  const time = { ...readIdentity(place.directory)!.time!, confirmedMs: 4711 };
  writeIdentity(place.directory, { ...readIdentity(place.directory)!, time });
  const copy = newPlace().directory;
  await copyStore(place.directory, copy, () => Promise.resolve(undefined));
  expect(readIdentity(copy)).toMatchObject({ time, bootId: place.bootId });
});

test.each(['journal', 'store.json', 'subject-keys.json'])(
  'without its %s a copy does not take the place of the store, which stays what it was',
  async (name) => {
    const { place, state, seq } = await copied();
    rmSync(join(upgradePath(place.directory), name), { recursive: true });
    expect(() => upgraded(place.directory, seq)).toThrow();
    const again = await open(place);
    // It lacks nothing: the copy never had a record of its own.
    expect(stateOf(again.engine.tables)).toEqual(state);
    // A start removes a copy that nobody has open, and the keys in it.
    expect(existsSync(upgradePath(place.directory))).toBe(false);
    await closeAndVerifyStore(place, again);
  },
);

test('a copy that a process has open stays, and no other upgrade begins', async () => {
  const { place } = await copied();
  const copy = await open({ ...place, directory: upgradePath(place.directory), follows: place.directory });
  const again = await open(place);
  await expect(prepareUpgrade(place.directory, 0)).rejects.toThrow(/another process has .+upgrade open/);
  expect(existsSync(upgradePath(place.directory))).toBe(true);
  await Promise.all([copy.close(), again.close()]);
});

test('it needs room for a copy beside the reserve, and removes what another one has left', async () => {
  const { place } = await copied();
  writeFileSync(join(upgradePath(place.directory), 'anything'), '');
  await expect(prepareUpgrade(place.directory, 10_485_760, 1_000_000)).rejects.toThrow(
    /copies the journal, 1 MB, and needs 75 MB: .*has 1 MB/,
  );
  expect(existsSync(upgradePath(place.directory))).toBe(false);
  expect(await prepareUpgrade(place.directory, 10_485_760, 100_000_000)).toBe(1);
});
