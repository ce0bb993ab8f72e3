// Which of many constraints a record is asked of. It would catch a constraint that a record meets and is not asked of,
// one that stays when it has gone, or as it was expanded before, and one that `=` would find and that is asked of all.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyOf, holds } from '../../../src/domain/search/constraint.ts';
import type { Constraint, FieldValue } from '../../../src/domain/search/constraint.ts';
import { GoodsTable, isNarrow } from '../../../src/domain/search/goods-table.ts';
import { runs } from '../../harness/effort.ts';
import { parsed } from './meets.ts';

const FIELDS = ['a', 'b', 'c'] as const;
const field = fc.constantFrom(...FIELDS);
const operand = fc.constantFrom<string | number | boolean>(0, 1, 7, '7', ' 7.0 ', '07', 'x', 'X', '', true, '-0', 1.5);
const list = fc.array(operand, { maxLength: 4 });
const leaf = fc
  .tuple(
    field,
    fc.oneof(
      operand,
      fc.tuple(fc.constantFrom('=', '!=', '<', '>='), operand),
      fc.tuple(fc.constantFrom('IN', 'NOT IN'), list),
      fc.constant(['=', null]),
      fc.constant(['LIKE', '%7%']),
    ),
  )
  .map(([name, condition]): unknown => ({ [name]: condition }));
const raw = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    leaf,
    leaf,
    fc
      .tuple(fc.constantFrom('AND', 'OR'), fc.array(tie('node'), { minLength: 1, maxLength: 3 }))
      .map(([group, parts]) => ({ [group]: parts })),
  ),
})).node;
const constraint = raw.map(parsed);
const scalar = fc.constantFrom<string | number>(0, -0, 1, 7, '7', '7.0', '07', 'x', 'X', '', '1', 1.5);
const record = fc.record({
  a: fc.option(scalar, { nil: undefined }),
  b: fc.option(fc.array(scalar, { maxLength: 3 }), { nil: undefined }),
  c: scalar,
});
type Fields = { readonly [name: string]: FieldValue };

const isMet = (one: Constraint, fields: Fields): boolean =>
  holds(
    one,
    (name) => fields[name],
    () => false,
  );

/** A constraint that is added once or twice, and may be taken out as often as that, or once. */
const entry = fc.record({ one: constraint, times: fc.constantFrom(1, 2), removed: fc.constantFrom(0, 0, 1, 2) });

test('a record is asked of each constraint that it meets, and of none that has gone', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 6 }),
      fc.array(record, { minLength: 1, maxLength: 4 }),
      constraint,
      (entries, records, filled) => {
        const table = new GoodsTable();
        for (const { one, times } of entries) for (let time = 0; time < times; time += 1) table.add(one);
        for (const { one, times, removed } of entries)
          for (let time = 0; time < Math.min(times, removed); time += 1) table.remove(one);
        // As it comes, with what a filled category may make of it, and again as it comes.
        for (const expands of [undefined, false, true, false]) {
          const known = new Map(
            entries.map(({ one }) => [one, expands === true && one.type === 'leaf' ? anyOf([one, filled]) : one]),
          );
          if (expands !== undefined) table.expand({}, (one) => known.get(one)!);
          for (const fields of records) {
            const found = table.mayMeet((name) => (fields as Fields)[name]);
            for (const { one, times, removed } of entries) {
              if (removed >= times) expect(found.has(one)).toBe(false);
              else if (isMet(known.get(one)!, fields)) expect(table.isAskedOfAll(one) || found.has(one)).toBe(true);
            }
          }
        }
      },
    ),
    { numRuns: runs(200) },
  );
});

test.each<[string, unknown, boolean]>([
  ['a number', { a: 7 }, true],
  ['one of 200', { a: ['IN', Array.from({ length: 200 }, (_, at) => at)] }, true],
  ['one of 201', { a: ['IN', Array.from({ length: 201 }, (_, at) => at)] }, false],
  ['a pattern', { a: ['LIKE', '%7%'] }, false],
  ['a pattern among few', [{ a: ['LIKE', '%7%'] }, { b: 'x' }], true],
  ['a pattern or few', { OR: [{ a: ['LIKE', '%7%'] }, { b: 'x' }] }, false],
  ['few or few others', { OR: [{ a: 7 }, { b: 'x' }] }, true],
  ['everything', [], false],
  ['nothing', { a: ['=', null] }, true],
])('goods that are %s: is a constraint narrow?', (_, given, wanted) => {
  expect(isNarrow(parsed(given))).toBe(wanted);
});
