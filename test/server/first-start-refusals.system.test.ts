// Would catch a start that is refused without saying what, where and what to do, or that never ends.
import { writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';

const place = new Place();
afterAll(() => place.clean());

test('a data directory that is a file is one line, and the program ends', async () => {
  writeFileSync(place.path('file'), '');
  const { code, signal, err } = await place.run(['serve', '--port', '0', '--data', 'file']);
  const said = /^kontor: file cannot be made: .+file is not a directory$/;
  expect([code, signal, err]).toEqual([1, null, [expect.stringMatching(said)]]);
});

test.each([
  ['/proc/nowhere/data', /^kontor: \/proc\/nowhere\/data cannot be made: the file system takes no directories/],
  ['file/below/data', /^kontor: .+file\/below\/data cannot be made: .+file is not a directory$/],
])('a data directory at %s is one line', async (data, said) => {
  writeFileSync(place.path('file'), '');
  const { err } = await place.refusedHere(['serve', '--port', '0', '--data', data]);
  expect(err).toEqual([expect.stringMatching(said)]);
});

test.each([
  ['192.0.2.1', '192.0.2.1 is no address of this machine'],
  ['nowhere.invalid', 'nowhere.invalid is no known name'],
])('a host that is none of this machine, and a name that nobody knows: %s', async (host, why) => {
  const { err } = await place.refusedHere(['serve', '--port', '8080', '--host', host]);
  expect(err.at(-1)).toContain(why);
});
