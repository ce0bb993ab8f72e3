// Catches values, posting lists, sort keys and pages of results that differ from a plain Set, array or full sort.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { compareValues } from '../../../src/domain/search/conditions.ts';
import type { FieldValue, Scalar } from '../../../src/domain/search/constraint.ts';
import { COLUMNS, Column } from '../../../src/engine/search/column.ts';
import { runToEnd } from '../../../src/engine/search/steps.ts';
import { SORTING } from '../../../src/engine/search/sort-in-steps.ts';
import { sortIdsInSteps } from '../../../src/engine/search/sort.ts';
import { BlockAllocator } from '../../../src/engine/search/block-allocator.ts';
import { Postings } from '../../../src/engine/search/postings.ts';
import { TextSortKeys } from '../../../src/engine/search/text-sort-keys.ts';
import { anyText, text } from './text-values.ts';

const RUNS = runs(50);

test('posting lists hold the documents that were added and not removed, as lists and as bits', () => {
  // From, how many, in which steps, of which slot; taken out instead of put in, all but so many taken out, or all
  // forgotten.
  const run = fc.tuple(
    fc.nat({ max: 3000 }),
    fc.nat({ max: 300 }),
    fc.constantFrom(1, 3, 64, 1000),
    fc.nat({ max: 5 }),
    fc.constantFrom('add', 'add', 'add', 'remove', 'leave', 'clear'),
  );
  const runsOf = fc.array(run, { maxLength: 25, size: 'max' });
  const totals = fc.constantFrom(100, 5000, 1_000_000);
  const pieces = fc.constantFrom<number>(1, 31, 32, 100, 5000);
  fc.assert(
    fc.property(runsOf, totals, pieces, (runs, total, most) => {
      const pages = new BlockAllocator();
      const two = [new Postings(pages), new Postings(pages)];
      const held = Array.from({ length: 6 }, () => new Set<number>());
      const rowsMax = 3000 + 300 * 1000;
      const into = new Uint32Array(rowsMax);
      for (const [from, count, by, slot, what] of runs) {
        const postings = two[slot % 2]!;
        if (what === 'clear') {
          postings.clear(slot);
          held[slot]!.clear();
          continue;
        }
        if (what === 'leave') {
          for (const row of [...held[slot]!].slice(count % 3)) {
            postings.remove(slot, row);
            held[slot]!.delete(row);
          }
          continue;
        }
        for (let at = 0; at < count; at += 1) {
          const row = from + at * by;
          if (what === 'add') {
            postings.add(slot, row, Math.max(total, row + 1));
            held[slot]!.add(row);
          } else {
            postings.remove(slot, row);
            held[slot]!.delete(row);
          }
        }
      }
      held.forEach((rows, slot) => {
        const postings = two[slot % 2]!;
        const expected = [...rows].sort((a, b) => a - b);
        expect(postings.count(slot)).toBe(rows.size);
        expect([...postings.docIdsFrom(slot, 0, rowsMax, into)]).toEqual(expected);
        const marks = new Uint8Array(rowsMax);
        for (let next = 0; next >= 0;) next = postings.markFrom(slot, next, most, marks, 2);
        const all: number[] = [];
        for (let from = 0, size = most; size === most; from = (all.at(-1) ?? 0) + 1) {
          const piece = postings.docIdsFrom(slot, from, most, into);
          size = piece.length;
          all.push(...piece);
        }
        expect(all, 'piece by piece').toEqual(expected);
        expect(expected.every((row) => marks[row] === 2 && postings.has(slot, row))).toBe(true);
        expect(marks.reduce((sum, mark) => sum + mark, 0)).toBe(2 * rows.size);
        for (let row = 0; row < 3300; row += 1)
          if (postings.has(slot, row) !== rows.has(row)) expect(row).toBe('as it was put in');
      });
    }),
    { numRuns: runs(30) },
  );
});

test('the order of a page is that of a full sort: by columns, what lacks one last, ties by id; descending turns values and ties', () => {
  const scalar: fc.Arbitrary<Scalar> = fc.oneof(
    text,
    fc.integer({ min: -3, max: 3 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const values: fc.Arbitrary<FieldValue> = fc.oneof(scalar, fc.array(scalar, { maxLength: 2 }), fc.constant(undefined));
  const sameType = fc.oneof(
    fc.array(text, { maxLength: 120, size: 'max' }),
    fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 120, size: 'max' }),
    fc.array(values, { maxLength: 120, size: 'max' }),
  );
  const limits = fc.oneof(fc.nat({ max: 8 }), fc.constantFrom(0, 1e12));
  const asItIs = { ...SORTING };
  onTestFinished(() => void Object.assign(SORTING, asItIs));
  Object.assign(SORTING, { stepMax: 7, valuesMax: 3 });
  fc.assert(
    fc.property(
      sameType,
      fc.array(values, { maxLength: 3 }),
      fc.boolean(),
      limits,
      limits,
      (column, second, descending, skip, limit) => {
        const first = (value: FieldValue): Scalar | undefined => (typeof value === 'object' ? value[0] : value);
        const columns = [
          { field: 'a', value: (id: number) => column[id - 1] },
          { field: 'b', computed: true, value: (id: number) => second[id % 4] },
        ];
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
          return descending ? b - a : a - b;
        });
        const shuffled = ids.toSorted((a, b) => ((a * 7919) % 127) - ((b * 7919) % 127));
        expect([...runToEnd(sortIdsInSteps(shuffled, columns, descending, skip, limit))]).toEqual(
          sorted.slice(skip, limit === 0 ? undefined : skip + limit),
        );
      },
    ),
    { numRuns: RUNS },
  );
});

test('a column gives back what was put in last, whatever it is kept as', () => {
  const value: fc.Arbitrary<FieldValue> = fc.oneof(
    fc.constantFrom('a', 'b', 1, -0, 0, NaN, undefined),
    fc.integer(),
    fc.string({ maxLength: 3 }),
    fc.constantFrom([1, 'a'], ['b'], [2], []),
  );
  const numbers = fc.oneof(fc.integer({ max: 20, min: -2 }), fc.constantFrom(0.5, -0, undefined));
  const change = (of: fc.Arbitrary<FieldValue>): fc.Arbitrary<[number, FieldValue][]> =>
    fc.array(fc.tuple(fc.nat({ max: 40 }), of), { maxLength: 60, size: 'max' });
  const { distinctMax } = COLUMNS;
  try {
    fc.assert(
      fc.property(fc.oneof(change(value), change(numbers)), fc.constantFrom(2, 7, distinctMax), (changes, max) => {
        COLUMNS.distinctMax = max;
        const column = new Column(undefined);
        const held: FieldValue[] = [];
        for (const [row, now] of changes) {
          column.set(row, now, 41);
          // A list of one is its value, and a change that `===` does not see is none.
          const meant = Array.isArray(now) && now.length === 1 ? (now[0] as FieldValue) : now;
          if (held[row] !== meant) held[row] = meant;
          const wrong = Array.from({ length: 41 }, (_, at) => at).filter(
            (at) => !Object.is(column.valueAt(at), held[at]),
          );
          expect(wrong).toEqual([]);
          expect(column.valueCount).toBe(held.filter((one) => one !== undefined).length);
          const distinct = column.coded?.values.filter((value) => value !== undefined);
          if (distinct !== undefined)
            expect(new Set(distinct)).toEqual(new Set(held.filter((one) => one !== undefined)));
        }
      }),
      { numRuns: RUNS },
    );
  } finally {
    COLUMNS.distinctMax = distinctMax;
  }
});

test('keys of texts say of two texts nothing but their order', () => {
  const ends = fc.oneof(anyText, fc.nat({ max: 99 }).map(String));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('', 'product ', 'Über alles geht '), ends), {
        minLength: 2,
        maxLength: 50,
        size: 'max',
      }),
      fc.nat({ max: 3 }),
      (given, by) => {
        const keys = new TextSortKeys();
        const texts = given.map(([begin, end]) => begin + end);
        const rows = texts.map((_, at) => at * (1 + 7 * by));
        rows.forEach((row, at) => {
          const key = keys.update(row, texts[at]);
          expect(keys.firstKey(row)).toBe(key);
        });
        const wrong = rows.flatMap((a, left) =>
          rows.flatMap((b, right) => {
            const order = keys.firstKey(a) - keys.firstKey(b) || keys.compare(a, b);
            return order === 0 || Math.sign(order) === Math.sign(compareValues(texts[left]!, texts[right]!))
              ? []
              : [[texts[left], texts[right]]];
          }),
        );
        expect(wrong).toEqual([]);
        keys.invalidate(0);
        expect(keys.firstKey(0), 'a text that has changed').toBeNaN();
        expect(keys.update(0, texts[1]!)).toBe(keys.firstKey(rows[1]!));
        expect(keys.update(1, undefined)).toBe(Infinity);
      },
    ),
    { numRuns: RUNS },
  );
});
