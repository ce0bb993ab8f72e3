// The parts of the index, each against a plain Set or a plain sort.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareValues } from '../../src/domain/constraint.ts';
import type { FieldValue, Scalar } from '../../src/domain/constraint.ts';
import { matchKey, matchQuery, wordQuality, wordsOf } from '../../src/domain/words.ts';
import { ordered } from '../../src/engine/search/order.ts';
import { Vocabulary } from '../../src/engine/search/vocabulary.ts';
import { ColumnWords } from '../../src/engine/search/words.ts';
import { TEXTS, textOf } from './search-catalogue.ts';

const RUNS = 500;
const text = fc.oneof(fc.nat({ max: 900 }).map(textOf), fc.constantFrom(...TEXTS), fc.string({ maxLength: 12 }));
const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'e', 'o', 'u', '1'), minLength: 1, maxLength: 10 });

test('the words of a column are those of the texts that its rows hold now, whatever they held before', () => {
  const change = fc.tuple(fc.nat({ max: 20 }), fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: fc.constant('') }));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 120, size: 'max' }), fc.boolean(), (changes, html) => {
      const vocabulary = new Vocabulary();
      const words = new ColumnWords(vocabulary, html);
      const held = new Map<number, string>();
      for (const [row, now] of changes) {
        words.replace(row, held.get(row) ?? '', now);
        held.set(row, now);
      }
      const rowsOf = new Map<string, Set<number>>();
      for (const [row, now] of held) {
        for (const word of wordsOf(html ? now.replace(/<[^<>]*>/g, ' ') : now)) rowsOf.set(word, (rowsOf.get(word) ?? new Set()).add(row));
      }
      expect(words.size).toBe(rowsOf.size);
      expect(new Set(words.words())).toEqual(new Set(rowsOf.keys()));
      for (const [word, rows] of rowsOf) {
        const seen: number[] = [];
        words.each(word, (row) => seen.push(row));
        expect(seen, word).toEqual([...rows].sort((a, b) => a - b));
        expect(words.count(word)).toBe(rows.size);
        const part = word.slice(0, 3);
        expect([...words.wordsLike(part)].filter((one) => one.includes(part)), 'no word is left out').toEqual(expect.arrayContaining([word]));
        const some = seen.filter((row) => row % 3 > 0);
        const visited = new Set<number>();
        words.eachOf(word, some, (row) => visited.add(row));
        expect(some.every((row) => visited.has(row)) && [...visited].every((row) => rows.has(row)), 'of the rows given all that hold it, and no others').toBe(true);
      }
      words.clear();
      for (const word of rowsOf.keys()) expect(vocabulary.answers(matchQuery(word)[0]!).size, 'words nobody uses are forgotten').toBe(0);
    }),
    { numRuns: RUNS },
  );
});

test('the vocabulary answers a word of a query as the rule for every single word of it does', () => {
  const step = fc.tuple(fc.oneof(letters, text), fc.boolean());
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), fc.array(fc.oneof(letters, text), { minLength: 1, maxLength: 5 }), (steps, queries) => {
      const vocabulary = new Vocabulary();
      const uses = new Map<string, number>();
      for (const [source, stays] of steps) {
        for (const word of wordsOf(source)) {
          const used = uses.get(word) ?? 0;
          if (stays || used === 0) {
            expect(vocabulary.retain(word)).toBe(word);
            uses.set(word, used + 1);
          } else {
            vocabulary.release(word);
            uses.set(word, used - 1);
          }
        }
      }
      for (const query of queries.flatMap(matchQuery)) {
        const expected = [...uses].flatMap(([word, used]): [string, number][] => {
          const quality = used === 0 ? 0 : wordQuality(query.key, matchKey(word), query.last);
          return quality === 0 ? [] : [[word, quality]];
        });
        const answers = vocabulary.answers(query);
        const found: [string, number][] = [];
        answers.each((word, quality) => found.push([word, quality]));
        expect(answers.size, 'each once').toBe(new Map(found).size);
        expect(new Map(found), query.key).toEqual(new Map(expected));
        for (const [word, used] of uses) if (used > 0) expect(answers.quality(word) ?? 0).toBe(new Map(expected).get(word) ?? 0);
      }
    }),
    { numRuns: RUNS },
  );
});

test('a text without spaces is one long word: it is kept and found, in bounded time', () => {
  const vocabulary = new Vocabulary();
  const long = 'abcdefgh'.repeat(100_000);
  vocabulary.retain(long);
  vocabulary.retain(`${long}x`);
  const answer = (query: string): number => vocabulary.answers(matchQuery(query)[0]!).quality(long) ?? 0;
  expect(answer(long)).toBe(4);
  expect(answer(long.slice(0, 5))).toBe(3);
  expect(answer(long.slice(0, 9000))).toBe(3);
  expect(answer(`${long.slice(0, 9000)}z`)).toBe(0);
  vocabulary.release(long);
  expect(answer(long.slice(0, 5))).toBe(0);
});

test('the order of a page is that of a full sort: by columns, what lacks one last, ties by id', () => {
  const scalar: fc.Arbitrary<Scalar> = fc.oneof(text, fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
  const values: fc.Arbitrary<FieldValue> = fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }), fc.constant(undefined));
  const sameType = fc.oneof(fc.array(text, { maxLength: 120, size: 'max' }), fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 120, size: 'max' }), fc.array(values, { maxLength: 120, size: 'max' }));
  const limits = fc.oneof(fc.nat({ max: 8 }), fc.constantFrom(0, 1e12));
  fc.assert(
    fc.property(sameType, fc.array(values, { maxLength: 3 }), fc.boolean(), limits, limits, (column, second, descending, skip, limit) => {
      const first = (value: FieldValue): Scalar | undefined => (typeof value === 'object' ? value[0] : value);
      const columns = [{ value: (id: number) => column[id - 1] }, { value: (id: number) => second[id % 4] }];
      const ids = column.map((_, at) => at + 1);
      const sorted = ids.toSorted((a, b) => {
        for (const { value } of columns) {
          const [left, right] = [first(value(a)), first(value(b))];
          if (left === undefined || right === undefined) {
            if (left !== right) return left === undefined ? 1 : -1;
          } else {
            const by = compareValues(left, right);
            if (by !== 0) return descending ? -by : by;
          }
        }
        return a - b;
      });
      const shuffled = ids.toSorted((a, b) => ((a * 7919) % 127) - ((b * 7919) % 127));
      expect(ordered(shuffled, columns, descending, skip, limit)).toEqual(sorted.slice(skip, limit === 0 ? undefined : skip + limit));
    }),
    { numRuns: RUNS },
  );
});
