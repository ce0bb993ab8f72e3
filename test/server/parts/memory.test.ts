// Catches a share of memory that docs/operate/limits.md does not have, or has with another size.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { memoryLimits } from '../../../src/server/parts/memory.ts';

/** Shares by the words of the page. */
const SHARES = {
  actors: 'actors',
  'cached replies': 'cache',
  'waiting replies': 'waiting',
  aggregates: 'aggregates',
  'waiting calls': 'calls',
  searches: 'searches',
} as const;

test('docs/operate/limits.md has each share of memory with its part of the heap or of all memory', () => {
  const page = readFileSync(new URL('../../../docs/operate/limits.md', import.meta.url), 'utf8');
  const [heap, all] = [1_000_000, 5_000_000];
  const lines = [...page.matchAll(/^- \*\*([a-z ]+)\*\*,[^%]*?(\d+) % of (the heap|all memory):/gm)];
  const said = lines.map(([, words, percent, of]) => [
    SHARES[words as keyof typeof SHARES],
    (Number(percent) * (of === 'the heap' ? heap : all)) / 100,
  ]);
  expect(Object.fromEntries(said)).toEqual(memoryLimits({ responseCacheBytesMax: Infinity }, heap, all));
});
