// `kontor extension new`: catches a project that is written over what is there, or with tools that nobody has tried.
// test/package compiles what it writes, and runs its test.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PROJECT_TOOLS } from '../../src/cli/extension-project.ts';
import { CommandPlace } from '../harness/commands.ts';

let place: CommandPlace;
beforeEach(() => {
  place = new CommandPlace();
});
afterEach(() => place.clean());

const SOURCES = ['age-check.test', 'age-check'].map((name) => join('src', `${name}.ts`));
const FILES = ['README.md', 'package.json', 'src', ...SOURCES, 'tsconfig.json'];
const filesIn = (folder: string): string[] =>
  readdirSync(place.path(folder), { recursive: true, encoding: 'utf8' }).toSorted();

test('a project stands in a folder of its name, or in the one that is named', async () => {
  const { code, out, err } = await place.runHere(['extension', 'new', 'age-check']);
  expect({ code, err }).toEqual({ code: 0, err: [] });
  expect(out.at(-1)).toBe('next: cd age-check && npm install && npm test');
  expect(filesIn('age-check')).toEqual(FILES);
  expect(readFileSync(place.path('age-check', 'src', 'age-check.ts'), 'utf8')).toContain("name: 'age-check'");
  const test = readFileSync(place.path('age-check', SOURCES[0]!), 'utf8');
  expect(test).toContain("new URL('./age-check.js', import.meta.url)");
  const json = await place.runHere(['extension', 'new', 'age-check', 'own/checks', '--json']);
  const folder = 'own/checks';
  expect(JSON.parse(json.out[0]!)).toMatchObject({
    folder,
    files: expect.arrayContaining([join(folder, 'README.md')]),
  });
  expect(filesIn(folder)).toEqual(FILES);
});

test('nothing is overwritten, and then nothing is written', async () => {
  writeFileSync(place.path('tsconfig.json'), 'mine');
  const { code, err } = await place.runHere(['extension', 'new', 'age-check', '.']);
  expect(code).toBe(1);
  expect(err).toEqual(['kontor: tsconfig.json is there already, and nothing was written']);
  expect(filesIn('.')).toEqual(['tsconfig.json']);
  expect(readFileSync(place.path('tsconfig.json'), 'utf8')).toBe('mine');
});

test.each(['Age', '9lives', '../up', 'a_b', 'a'.repeat(41), "x'"])('%j is no name', async (name) => {
  const { code, err } = await place.runHere(['extension', 'new', name]);
  expect(code).toBe(1);
  expect(err.join()).toContain('is no name of an extension');
  expect(filesIn('.')).toEqual([]);
});

test('its tools are those that the repository is tried with', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly devDependencies: { readonly [name: string]: string };
  };
  expect(devDependencies).toMatchObject(PROJECT_TOOLS);
});
