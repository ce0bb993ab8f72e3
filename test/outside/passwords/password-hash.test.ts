// Password hashes on their own threads. Catches a queue without a limit, a hash that blocks the event loop, and
// settings that are not used.
import { afterEach, describe, expect, test } from 'vitest';
import '../threads/compiled-threads.ts';
import { PasswordHashing } from '../../../src/outside/passwords/password-hash.ts';
import type { HashSettings } from '../../../src/outside/passwords/password-hash.ts';

const WEAK: HashSettings = { passwordThreads: 1, passwordQueueMax: 100, passwordMemoryKib: 64, passwordPasses: 1 };
const open: PasswordHashing[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));
const hashing = (settings: Partial<HashSettings> = {}): PasswordHashing => {
  const made = new PasswordHashing({ ...WEAK, ...settings });
  open.push(made);
  return made;
};
const hashed = async (passwords: PasswordHashing, password: string): Promise<string> => {
  const hash = await passwords.hash(password);
  if (!hash.ok) throw new Error(hash.code);
  return hash.value;
};

test('a hash is PHC text of Argon2id with its parameters and a salt of its own', async () => {
  const passwords = hashing({ passwordMemoryKib: 128, passwordPasses: 3 });
  const [one, two] = [await hashed(passwords, 'Secret1'), await hashed(passwords, 'Secret1')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=128,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(two).not.toBe(one);
});

test.each(['Secret1', 'naïve pässwörd 🔑', 'x'.repeat(30)])(
  '%j matches its own hash and no other',
  async (password) => {
    const passwords = hashing();
    const phc = await hashed(passwords, password);
    expect(await passwords.check(phc, password)).toEqual({ ok: true, value: { matches: true, stale: false } });
    expect(await passwords.check(phc, `${password} `)).toEqual({ ok: true, value: { matches: false, stale: false } });
    expect(await passwords.check(undefined, password)).toEqual({ ok: true, value: { matches: false, stale: false } });
  },
);

test('a hash of weaker settings still matches, and is said to be stale', async () => {
  const phc = await hashed(hashing(), 'Secret1');
  const stronger: readonly Partial<HashSettings>[] = [{ passwordMemoryKib: 65 }, { passwordPasses: 2 }];
  for (const settings of stronger)
    expect(await hashing(settings).check(phc, 'Secret1')).toEqual({ ok: true, value: { matches: true, stale: true } });
  expect(
    await hashing({ passwordMemoryKib: 32 }).check(phc, 'Secret1'),
    'weaker ones make nothing stale',
  ).toMatchObject({ value: { stale: false } });
});

describe('the queue', () => {
  test('takes as many as its limit beside the one under way; more are told at once', async () => {
    const passwords = hashing({ passwordQueueMax: 3 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => passwords.check(undefined, 'x')));
    expect(answers.map((one) => (one.ok ? 'done' : one.code))).toEqual([
      ...Array<string>(4).fill('done'),
      ...Array<string>(6).fill('LOGIN_BUSY'),
    ]);
    expect(await passwords.check(undefined, 'x'), 'there is room again').toMatchObject({ ok: true });
  });

  test('answers those that wait in the order in which they came', async () => {
    const passwords = hashing();
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => passwords.check(undefined, 'x').then(() => order.push(at))),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test('the loop turns while a hash is made', async () => {
    // A tenth of a second: neighbours may keep the core from this thread for some milliseconds at a time.
    const passwords = hashing({ passwordMemoryKib: 19_456, passwordPasses: 12 });
    // Starts the thread, with a hash that takes next to no time.
    await passwords.check(await hashed(hashing(), 'x'), 'x');
    const seen = { turns: 0, done: false };
    const turn = (): void => {
      seen.turns += 1;
      if (!seen.done && seen.turns <= 100) setImmediate(turn);
    };
    setImmediate(turn);
    await passwords.check(undefined, 'x');
    seen.done = true;
    expect(seen.turns).toBeGreaterThan(100);
  });

  test('a text that is no hash fails its own check alone', async () => {
    const passwords = hashing();
    const phc = await hashed(passwords, 'Secret1');
    await expect(passwords.check('no hash', 'Secret1')).rejects.toThrow();
    expect(await passwords.check(phc, 'Secret1')).toMatchObject({ value: { matches: true } });
    expect(await passwords.check(phc, 'Secret1')).toMatchObject({ value: { matches: true } });
  });
});
