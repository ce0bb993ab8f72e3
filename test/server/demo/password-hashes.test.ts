// The hashes that the demo's accounts are made with: would catch one that is not of its password, or is weaker than
// what the settings ask for by default.
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { PasswordHashing } from '../../../src/outside/passwords/password-hash.ts';
import { demoPasswords, hashOf } from '../../../src/server/demo/password-hashes.ts';
import { demoAccounts } from '../../../src/server/demo/people.ts';

const hashing = new PasswordHashing(loadConfig({}, {}, undefined));
afterAll(() => hashing.close());

test.each(demoAccounts())('$username', async ({ password }) => {
  const phc = hashOf(password);
  expect(await hashing.check(phc, password)).toEqual({ ok: true, value: { matches: true, stale: false } });
  expect(await hashing.check(phc, `${password}!`)).toMatchObject({ value: { matches: false } });
  expect(await demoPasswords.hash(password)).toEqual({ ok: true, value: phc });
  expect(await demoPasswords.check(hashOf('walnut1001'), password)).toMatchObject({
    value: { matches: password === 'walnut1001' },
  });
});

test('no two accounts share a password', () => {
  expect(new Set(demoAccounts().map(({ password }) => password)).size).toBe(12);
});
