// Catches LIKE patterns that accept other texts than SQL's definition does, or take more than linear time.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finderOf } from '../../../src/domain/search/find-piece.ts';
import { fold, lowered } from '../../../src/domain/search/text-fold.ts';
import { like } from '../../../src/domain/search/like-pattern.ts';

/** SQL's LIKE by its definition: every way to read the pattern, remembered. */
const slowLike = (pattern: string, text: string): boolean => {
  const low = (one: string): string[] => [...one].map(lowered);
  const value = low(text);
  const wanted: { readonly kind: '%' | '_' | 'literal'; readonly literal: string }[] = [];
  const characters = low(pattern);
  for (let at = 0; at < characters.length; at++) {
    const one = characters[at]!;
    if (one === '\\' && at + 1 < characters.length) wanted.push({ kind: 'literal', literal: characters[++at]! });
    else wanted.push(one === '%' || one === '_' ? { kind: one, literal: '' } : { kind: 'literal', literal: one });
  }
  const known = new Map<string, boolean>();
  const from = (i: number, j: number): boolean => {
    const key = `${i},${j}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const one = wanted[i];
    const found =
      one === undefined
        ? j === value.length
        : one.kind === '%'
          ? from(i + 1, j) || (j < value.length && from(i, j + 1))
          : j < value.length && (one.kind === '_' || one.literal === value[j]) && from(i + 1, j + 1);
    known.set(key, found);
    return found;
  };
  return from(0, 0);
};

describe('like', () => {
  const value = fc.string({
    unit: fc.constantFrom('a', 'B', 'b', 'Ä', 'ä', 'İ', 'Σ', '😀', '%', '_', '\\'),
    maxLength: 10,
  });
  const pattern = fc
    .string({ unit: fc.constantFrom('a', 'b', 'ä', 'σ', '😀', '%', '%', '_', '\\'), maxLength: 8 })
    .filter((one) => /[%_]/.test(one));

  // Catches a `%` that stops at its first chance, overlapping pieces, escapes, and characters of two units.
  it('is SQL’s where the pattern has a wildcard', () => {
    fc.assert(
      fc.property(pattern, value, (pattern, value) => {
        expect(like(pattern).test(value)).toBe(slowLike(pattern, value));
      }),
      { numRuns: runs(2000) },
    );
  });

  // Catches bits lost between the words of a pattern of more than 31 steps.
  it('is SQL’s for long patterns and texts', () => {
    const long = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 25, maxLength: 100 });
    const change = fc.constantFrom('', '', '', '', '', '', '', '', '_', '_', '%', '-');
    fc.assert(
      fc.property(long, fc.array(change, { minLength: 100, maxLength: 100 }), (value, changes) => {
        // Its first character is a wildcard: a pattern without any is only looked for.
        const pattern = `_${Array.from(value.slice(1), (one, at) => (changes[at] === '-' ? '' : changes[at] || one)).join('')}`;
        expect(like(pattern).test(value)).toBe(slowLike(pattern, value));
        expect(like(`${pattern}%`).test(`${value}b`)).toBe(slowLike(`${pattern}%`, `${value}b`));
      }),
      { numRuns: runs(100) },
    );
  });

  // Catches a skip that ends a character early or late, begins in the middle of a pair, or forgets where else it began.
  it('is SQL’s for runs of _ of any length', () => {
    const pattern = fc
      .array(fc.constantFrom('a', 'b', '😀', '%', '_', '__', '___', '_'.repeat(17), '_'.repeat(33)), { maxLength: 8 })
      .map((parts) => parts.join(''))
      .filter((one) => one.includes('_'));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '😀'), maxLength: 60 });
    // Of more steps than a word has bits.
    const begin = fc.constantFrom('', 'ab'.repeat(20));
    fc.assert(
      fc.property(begin, pattern, text, (begin, end, rest) => {
        const [pattern, text] = [begin + end, begin + rest];
        expect(like(pattern).test(text)).toBe(slowLike(pattern, text));
        // One that matches, by its own length.
        const fitting = pattern.replaceAll('%', '').replaceAll('_', 'b');
        expect(like(pattern).test(fitting)).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  it.each([
    ['a%b', 0],
    ['_', 1],
    [`%a${'_'.repeat(960)}b%`, 3],
    ['_%_', 2],
    ['a_b__c', 5],
    ['\\_a_', 3],
  ])('has as many steps as its characters and runs of _: %s', (pattern, steps) =>
    expect(like(pattern).steps).toBe(steps),
  );

  // Catches an index that narrows too far: what it folds of the pattern must stand in what it folds of the text.
  it('has pieces that every match holds, folded too', () => {
    fc.assert(
      fc.property(fc.oneof(pattern, value), value, (pattern, value) => {
        const { test, literals: pieces } = like(pattern);
        expect(pieces).toEqual([...pieces].sort((a, b) => b.length - a.length));
        if (!test(value)) return;
        for (const piece of pieces) {
          expect(lowered(value)).toContain(piece);
          expect(fold(value)).toContain(fold(piece));
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  // Catches a search for long pieces that begins anew at every character: 900 times as many of them are read.
  it('reads each character of a text at most twice', () => {
    for (const piece of [`${'a'.repeat(450)}b${'a'.repeat(450)}`, `b${'a'.repeat(900)}`, 'a'.repeat(901)]) {
      const text = `${'a'.repeat(900)}c`.repeat(100);
      let reads = 0;
      const counted = {
        length: text.length,
        indexOf: () => expect.unreachable('may compare more often'),
        charCodeAt: (index: number) => {
          reads += 1;
          return text.charCodeAt(index);
        },
      };
      expect(finderOf(piece)(counted, 0)).toBe(-1);
      expect(reads).toBeLessThanOrEqual(2 * text.length);
    }
  });

  // Catches a fallback that skips a match, from any position.
  it('finds long pieces where indexOf does', () => {
    const long = fc.string({ unit: fc.constantFrom('a', 'a', 'a', 'b'), minLength: 251, maxLength: 400 });
    fc.assert(
      fc.property(
        long,
        fc.array(long, { maxLength: 3 }),
        fc.nat({ max: 300 }),
        fc.boolean(),
        (piece, around, from, has) => {
          const text = around.join(has ? piece : piece.slice(1));
          expect(finderOf(piece)(text, from)).toBe(text.indexOf(piece, from));
          expect(finderOf('a'.repeat(251))(text, from)).toBe(text.indexOf('a'.repeat(251), from));
        },
      ),
      { numRuns: runs(200) },
    );
  });

  // Catches backtracking over more than the last wildcard: it would not end before the test's time is over.
  it.each([
    ['a%'.repeat(19) + 'b', false],
    ['%a'.repeat(18) + '%b%', false],
    ['%a_'.repeat(9) + 'b', false],
    ['%a%_a%'.repeat(6) + 'b%', false],
    ['a%'.repeat(20), true],
    [`%${'a'.repeat(500)}_${'a'.repeat(400)}b%`, false],
    [`%${'a'.repeat(900)}b%`, false],
  ])('ends with %s', (pattern, expected) => {
    expect(like(pattern).test('a'.repeat(1_000_000))).toBe(expected);
  });
});
