// Catches a first start that a kill between two of its files leaves for damage, and lost keys that are replaced by new
// ones as if the store had never been started.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StoreDamage } from '../../../src/engine/disk/store-damage.ts';
import { writeIdentity } from '../../../src/engine/store/identity.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import { fillShop } from '../shop.ts';
import { closeAndVerifyStore, newPlace, open } from './stores.ts';

const STORE_ID = '00112233445566778899aabbccddeeff';

test('a directory with the key file alone is a first start that was cut short, and opens with these keys', async () => {
  const place = newPlace();
  const encrypted = SubjectKeys.create(place.directory, STORE_ID).cipher.encrypt(1, 'contact', 'Anna');
  const store = await open(place);
  expect(store.report).toMatchObject({ outcome: 'clean', detail: '' });
  expect(store.identity.id).toBe(STORE_ID);
  expect(store.keys.cipher.decrypt(encrypted)).toMatchObject({ value: 'Anna' });
  fillShop(store.engine);
  await store.started;
  await closeAndVerifyStore(place, store);
});

test.each([
  ['that never answered', false],
  ['that has answered', true],
])('store.json without the key file is damage, of a store %s, and no new keys are made', async (_what, started) => {
  const place = newPlace();
  const store = await open(place);
  fillShop(store.engine);
  await store.started;
  await store.close();
  writeIdentity(place.directory, { ...store.identity, started });
  const path = join(place.directory, 'subject-keys.json');
  rmSync(path);
  await expect(open(place)).rejects.toThrow(StoreDamage);
  await expect(open(place)).rejects.toThrow(`${path} is missing`);
  expect(existsSync(path)).toBe(false);
});
