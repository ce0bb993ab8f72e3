// What is lost or left over on the disk is said in one line, and never served as a new, empty shop.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { Place } from './program.ts';

const place = new Place();
afterEach(() => place.clean());

const START = ['serve', '--port', '0'];

const started = async (): Promise<void> => {
  const program = place.start(START);
  await program.ready();
  await program.kill();
};

test('a journal that is gone is a loss, also before the first snapshot file', async () => {
  await started();
  rmSync(place.path('data', 'journal'), { recursive: true });
  const { code, err } = await place.run(START);
  expect(code).toBe(1);
  expect(err).toEqual([expect.stringMatching(/^kontor: the journal is gone from /)]);
});

test('a damaged store.json names its path', async () => {
  await started();
  writeFileSync(place.path('data', 'store.json'), '{');
  const { code, err } = await place.run(START);
  expect(code).toBe(1);
  expect(err).toEqual([expect.stringMatching(/^kontor: .*store\.json is damaged/)]);
});

test('what a killed process left of a snapshot file goes at the next start, another store’s stays', async () => {
  await started();
  const { id } = JSON.parse(readFileSync(place.path('data', 'store.json'), 'utf8')) as { id: string };
  mkdirSync(place.path('snapshots'), { recursive: true });
  const other = `${'0'.repeat(32)}.ab12cd34.part`;
  for (const name of [`${id}.ab12cd34.part`, other]) writeFileSync(place.path('snapshots', name), 'cut short');
  await started();
  expect(readdirSync(place.path('snapshots'))).toEqual([other]);
});
