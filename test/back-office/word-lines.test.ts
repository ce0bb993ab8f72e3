// Would catch words that change when they are shown as lines and read back, and a line that is dropped unread.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PARTS, heldText, linesOf, readLines } from '../../back-office/screens/word-lines.ts';
import { runs } from '../harness/effort.ts';

const word = fc.oneof(
  fc.constantFrom('sofa', 'denim trousers', 'Öl', '1,5 l', '4:3 tv', 'tv: flat', '"sofa"', '5" x 3"', '> a', 'a: /b'),
  fc
    .string({ unit: fc.constantFrom('a', ',', '"', '>', ':', ' ', '\\', '\n', '\r', '\u2028', '/'), maxLength: 6 })
    .map((one) => `${one}x`),
  fc.string({ unit: fc.constantFrom('a', ',', '"', '>', ':', ' ', '\\', '\n'), maxLength: 6 }).map((one) => `x${one}`),
);
const list = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
const url = fc.constantFrom('/sale', 'https://shop.example/a:b', 'https://shop.example/"a",b:');
const words = fc.record({
  synonyms: fc.array(
    fc
      .record({ words: list, finds: fc.oneof(fc.constant([]), list) })
      .filter((one) => one.words.length + one.finds.length > 1),
    { maxLength: 3 },
  ),
  pinned: fc.array(
    fc.record({ query: word, ids: fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 3 }) }),
    { maxLength: 3 },
  ),
  redirects: fc.array(fc.record({ query: word, url }), { maxLength: 3 }),
  ignored: fc.uniqueArray(word, { maxLength: 3 }),
});

test('what is shown is what is read back', () => {
  const law = fc.property(words, (given) => {
    const lines = linesOf(given);
    expect(Object.fromEntries(PARTS.map((part) => [part, readLines(part, lines[part])]))).toEqual(given);
  });
  fc.assert(law, { numRuns: runs(500) });
});

test('a line that cannot be read is named, and empty ones are passed over', () => {
  expect(readLines('synonyms', 'a, b\n\nsofa\n')).toBe(3);
  expect(readLines('synonyms', 'a > b > c')).toBe(1);
  expect(readLines('synonyms', 'jeans >')).toBe(1);
  expect(readLines('pinned', 'sofa: 1, x')).toBe(1);
  expect(readLines('pinned', '\nsofa 12')).toBe(2);
  expect(readLines('redirects', 'sale:')).toBe(1);
  expect(readLines('ignored', ' the,\nfor ,')).toEqual(['the', 'for']);
});

test('entries of programs are shown so that they can be read, and typed as ever', () => {
  const [synonyms, redirects] = [[{ words: ['1,5 l', '1.5 liter'], finds: [] }], [{ query: '4:3', url: '/tv' }]];
  const lines = linesOf({ synonyms, pinned: [], redirects, ignored: ['l,'] });
  expect(lines).toEqual({ synonyms: '"1,5 l", 1.5 liter', pinned: '', redirects: '4:3: /tv', ignored: '"l,"' });
  expect(readLines('redirects', 'sale:/sale\nfar : https://a.example:1/b')).toEqual([
    { query: 'sale', url: '/sale' },
    { query: 'far', url: 'https://a.example:1/b' },
  ]);
  expect(readLines('pinned', '4:3: 1,2,\ntv:7')).toEqual([
    { query: '4:3', ids: [1, 2] },
    { query: 'tv', ids: [7] },
  ]);
  expect(readLines('synonyms', '5" pipe, five inch > "a, b')).toEqual([
    { words: ['5" pipe', 'five inch'], finds: ['"a', 'b'] },
  ]);
  expect(readLines('synonyms', `${heldText('1,5 l')}, `)).toBe(1);
});
