// Would catch a Containerfile that copies what is not there, and a systemd unit that systemd does not take.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SETTING_NAMES } from '../src/config/config.ts';
import { variableName } from '../src/config/setting.ts';

const ROOT = join(import.meta.dirname, '..');
const file = (name: string): string => readFileSync(join(ROOT, 'deploy', name), 'utf8');

/** Variables of settings that a file sets. */
const variables = (text: string): string[] => [...text.matchAll(/KONTOR_[A-Z_]+(?==)/g)].map(([name]) => name);

test('the image is made of files that are there, and of all that the package has', () => {
  const text = file('Containerfile');
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) => paths!.split(' '));
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const ignored = file('Containerfile.dockerignore');
  expect(copied.filter((path) => !ignored.includes(`!${path}\n`))).toEqual([]);
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly files: string[] };
  const needed = files.filter((path) => !path.startsWith('dist/'));
  expect(needed.filter((path) => !copied.includes(path))).toEqual([]);
  expect(text.indexOf('USER node')).toBeLessThan(text.indexOf('ENTRYPOINT'));
});

test.each(['Containerfile', 'kontor.service'])('%s sets variables that there are', (name) => {
  const known = new Set(SETTING_NAMES.map(variableName));
  const set = variables(file(name));
  expect(set.length).toBeGreaterThan(2);
  expect(set.filter((variable) => !known.has(variable))).toEqual([]);
});

test('systemd takes the unit', () => {
  const { status, stderr, error } = spawnSync('systemd-analyze', ['verify', join(ROOT, 'deploy', 'kontor.service')], {
    encoding: 'utf8',
  });
  if (error !== undefined) return console.log('systemd-analyze is missing: the unit was not checked');
  // What it says of other units, or of a machine that systemd does not run, is not ours.
  const ours = stderr.split('\n').filter((line) => line.includes('kontor.service') && !line.includes('not executable'));
  expect([status === 0 || ours.length === 0, ours]).toEqual([true, []]);
  return undefined;
});
