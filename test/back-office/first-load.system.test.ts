// Would catch a page of the back office that grows until it opens slowly: what its first screen loads, as it is sent.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../dist/back-office');
const BYTES_MAX = 250_000;

/** Files that a script imports at once; what it imports when it is needed is in brackets. */
const importedBy = (script: string): readonly string[] =>
  [...script.matchAll(/(?:\bimport|\bfrom)\s*"\.\/([\w.-]+)"/g)].map(([, name]) => name!);

const loaded = (names: readonly string[], known: ReadonlySet<string> = new Set()): ReadonlySet<string> => {
  let all = known;
  for (const name of names) {
    if (all.has(name)) continue;
    all = new Set([...all, name]);
    if (name.endsWith('.js')) all = loaded(importedBy(readFileSync(join(FOLDER, name), 'utf8')), all);
  }
  return all;
};

test('the first screen loads at most 250 kB', () => {
  const page = readFileSync(join(FOLDER, 'index.html'), 'utf8');
  const named = [...page.matchAll(/back-office\/([\w.-]+\.(?:js|css))"/g)].map(([, name]) => name!);
  expect(named.toSorted()).toEqual(['app.css', 'app.js']);
  const files = [...loaded(['index.html', ...named])];
  expect(files.filter((name) => name.startsWith('editor'))).toEqual([]);
  const bytes = files.map((name) => gzipSync(readFileSync(join(FOLDER, name)), { level: 9 }).length);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(BYTES_MAX);
});
