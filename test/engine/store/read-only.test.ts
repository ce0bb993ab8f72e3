// Catches a store that is changed by being read, or served in a state that it never had, while its disk takes no
// writes.
import { expect, test } from 'vitest';
import { StoreDamage } from '../../../src/engine/disk/store-damage.ts';
import { keyNumberOf } from '../../../src/domain/privacy/key-number.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import { scheduled } from '../privacy/recorded.ts';
import { buy, make, startSession } from '../shop.ts';
import { damageLast, damageMiddle, killed, live, snapshotOf, trade } from './killed-stores.ts';
import { contentsOf, openRead } from './read-stores.ts';
import { closeAndVerifyStore, open, stateOf } from './stores.ts';

test('a store that was killed has the state of its last record, and no file of it is changed', async () => {
  const lived = await live({ durability: 'commit' });
  await snapshotOf(lived);
  const { headSeq } = lived.store.engine;
  const place = await killed(lived);
  const before = contentsOf(place);
  const store = await openRead(place);
  const { engine } = store;
  expect(store.report).toMatchObject({ outcome: 'clean' });
  expect(store.report.records).toBeGreaterThan(0);
  expect(engine.headSeq).toBe(headSeq);
  expect(stateOf(engine.tables)).toEqual(lived.history.stateAt(headSeq));
  expect([engine.isReadOnly, engine.mayWrite]).toEqual([true, false]);
  expect(() => make(engine, startSession)).toThrow('the store is read only');
  for (let tick = 0; tick < 5; tick += 1) {
    engine.tick();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(engine.headSeq).toBe(headSeq);
  await store.close();
  expect(contentsOf(place)).toEqual(before);
  const again = await open(place);
  buy(again.engine, 1);
  await closeAndVerifyStore(place, again);
});

test.each([
  ['a power failure', () => Promise.resolve(), 'boot-2', /^the machine went down while commits were not synced; /],
  ['a torn tail', damageLast, 'boot-1', /^the batch at record \d+ is damaged: .*; the state is that of /],
  ['a damaged batch', damageMiddle, 'boot-1', /^the batch at record \d+ is damaged: .*; the state is that of /],
] as const)('after %s the newest snapshot file is read into memory', async (_what, damage, bootId, message) => {
  const lived = await live({ durability: 'commit' });
  const seqTo = await snapshotOf(lived);
  await trade(lived.store.engine, 3);
  const place = await killed(lived, { bootId });
  await damage(place);
  const before = contentsOf(place);
  const store = await openRead(place);
  expect(store.report.outcome).toBe('snapshot_fallback');
  expect(store.report.detail).toMatch(message);
  expect(stateOf(store.engine.tables)).toEqual(lived.history.stateAt(seqTo));
  expect(store.identity.feedEpoch).not.toBe(lived.store.identity.feedEpoch);
  await store.close();
  expect(contentsOf(place)).toEqual(before);
  // A start that can write may keep more: it cuts a torn tail off.
  const again = await open(place);
  expect(again.report.outcome).not.toBe('clean');
  await closeAndVerifyStore(place, again);
});

test('a journal that was synced is never replaced by a snapshot file', async () => {
  const lived = await live();
  await snapshotOf(lived);
  const place = await killed(lived);
  await damageLast(place);
  const before = contentsOf(place);
  await expect(openRead(place)).rejects.toThrow(StoreDamage);
  expect(contentsOf(place)).toEqual(before);
});

// Broken, a person whose keys are due is shown as long as the disk is full.
test('keys that are due are destroyed in memory, and in the file by the next start that writes', async () => {
  const place = await killed(await live());
  const key = keyNumberOf(1, 'contact');
  scheduled(SubjectKeys.read(place.directory), key, 2000);
  const before = contentsOf(place);
  const store = await openRead(place);
  expect(store.keys.cipher.isDestroyed(key)).toBe(true);
  await store.close();
  expect(contentsOf(place)).toEqual(before);
  expect(SubjectKeys.read(place.directory).cipher.isDestroyed(key)).toBe(false);
  const again = await open(place);
  expect(SubjectKeys.read(place.directory).cipher.isDestroyed(key)).toBe(true);
  await closeAndVerifyStore(place, again);
});
