// Catches a program that does not say which version it is, which a way back to an older one begins with.
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { FORMAT } from '../../src/engine/disk/format.ts';
import { Place } from '../harness/program.ts';

const place = new Place();
afterAll(() => place.clean());

test('--version prints the versions of the program and of its format', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
  const out = [`kontor ${version}, format version ${FORMAT}`];
  expect(await place.runBuilt(['--version'])).toMatchObject({ code: 0, out, err: [] });
  expect(await place.run(['--version'])).toMatchObject({ out });
});
