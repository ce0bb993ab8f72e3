// Catches an operator that accepts other values than its documentation says, and an order that is not total.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareValues } from '../../../src/domain/search/conditions.ts';
import { fieldsOf } from '../../../src/domain/search/constraint.ts';
import type { FieldValue, Leaf } from '../../../src/domain/search/constraint.ts';
import { meets, parsed } from './meets.ts';

const leafOf = (raw: unknown): Leaf => parsed(raw) as Leaf;

describe('operators', () => {
  it.each<[unknown, FieldValue, boolean]>([
    // Equality.
    ['Shirt', 'Shirt', true],
    ['shirt', 'Shirt', false],
    [['=', 'Shirt'], 'Shirt', true],
    [7, 7, true],
    ['7', 7, true],
    [' 7.0 ', 7, true],
    ['7e0', 7, true],
    ['.5', 0.5, true],
    ['7x', 7, false],
    ['0x7', 7, false],
    ['', 0, false],
    [7, '7', true],
    [7, '7.0', false],
    [true, 1, true],
    [false, '0', true],
    [null, 'null', false],
    [null, 0, false],
    [['!=', null], 'a', false],
    [['!=', 'a'], 'b', true],
    [['!=', 'a'], 'a', false],
    [['!=', 'abc'], 5, true],
    [['!=', '5'], 5, false],
    // Ranges.
    [['>', '2020-01-01 00:00:00'], '2020-01-01 00:00:01', true],
    [['>', '2020-01-01'], '2020-01-01 00:00:00', true],
    [['<', '2020-01-01'], '2020-01-01 00:00:00', false],
    [['<', 10], 9, true],
    [['<', '10'], 9, true],
    [['<', '10'], '9', false],
    [['<=', 10], 10, true],
    [['>=', 10], 9.99, false],
    [['>', 'abc'], 5, false],
    [['<', 'abc'], 5, false],
    [['>', 'Zebra'], 'Äpfel', false],
    [['<', '1e999'], 1e300, true],
    [[' >= ', 5], 5, true],
    [['BETWEEN', 1, 3], 3, true],
    [['between', [1, 3]], 1, true],
    [['BETWEEN', 3, 1], 2, false],
    [['BETWEEN', 1, 'x'], 2, false],
    [['BETWEEN', 1, null], 2, false],
    [['BETWEEN', 'b', 'd'], 'D', true],
    [['BETWEEN', 'b', 'd'], 'da', false],
    [['BETWEEN', 'b', 'd'], 'c', true],
    // Lists.
    [['IN', [1, '2', 'x']], 2, true],
    [['IN', 1, 2], 2, true],
    [['in', 1], 1, true],
    [['IN', []], 1, false],
    [['IN', [1, null]], 1, true],
    [['IN', [null]], 1, false],
    [['NOT IN', [1, 2]], 3, true],
    [['NOT IN', [1, 2]], 2, false],
    [['NOT IN', ['a', 'b']], 2, true],
    [['NOT IN', []], 2, true],
    [['NOT IN', [1, null]], 2, false],
    // LIKE.
    [['LIKE', 'HIR'], 'Shirt', true],
    [['like', ''], '', true],
    [['LIKE', 'a\\b'], 'xA\\By', true],
    [['LIKE', '%hir'], 'Shirt', false],
    [['LIKE', 's%t'], 'Shirt', true],
    [['LIKE', '%'], '', true],
    [['LIKE', 's_irt'], 'SHIRT', true],
    [['LIKE', '_'], '😀', true],
    [['LIKE', '_'], 'İ', true],
    [['LIKE', '__'], 'x', false],
    [['LIKE', '50\\%'], '50%', true],
    [['LIKE', '50\\%'], '500', false],
    [['LIKE', '%\\\\%'], 'a\\b', true],
    [['LIKE', 'ΟΔΟΣ'], 'οδοσ', true],
    [['LIKE', 'ä'], 'a', false],
    [['LIKE', 1.5], 11.55, true],
    [['LIKE', '1%'], 1.5, true],
    [['LIKE', null], 'a', false],
    [['NOT LIKE', 'x'], 'Shirt', true],
    [['Not Like', 'S%'], 'Shirt', false],
    [['NOT LIKE', null], 'Shirt', false],
    // MATCH.
    [['MATCH', 'gruen shrit'], 'Shirt in Grün', true],
    [['MATCH', 'shi'], 'Shirt', true],
    [['MATCH', '!'], 'Shirt!', false],
    [['MATCH', null], 'Shirt', false],
    [['MATCH', 42], 'Größe 42', true],
    // Several values, and none.
    ['b', ['a', 'b'], true],
    [['!=', 'b'], ['a', 'b'], true],
    [['!=', 'b'], ['b'], false],
    [['!=', 'b'], [], false],
    [['NOT LIKE', 'b'], undefined, false],
    [['NOT IN', [1]], undefined, false],
    [['!=', 'b'], undefined, false],
    [['LIKE', ''], undefined, false],
  ])('%j of %j: %s', (condition, value, expected) =>
    expect(meets({ field: condition }, { field: value })).toBe(expected),
  );

  it('shows an index what it can narrow with', () => {
    expect(leafOf({ a: ['LIKE', 'Foo'] }).literals).toEqual(['foo']);
    expect(leafOf({ a: ['LIKE', '%Ab_CDE%\\%x%'] }).literals).toEqual(['cde', 'ab', '%x']);
    expect(leafOf({ a: ['LIKE', ''] }).literals).toEqual([]);
    expect(leafOf({ a: ['NOT LIKE', 'Foo'] }).literals).toEqual([]);
    expect(leafOf({ a: ['MATCH', 'Foo bar'] }).query?.map(({ key }) => key)).toEqual(['foo', 'bar']);
    expect(leafOf({ a: ['IN', [true, '2', null]] }).operands).toEqual([1, '2']);
    expect(leafOf({ 'main.id_order': null })).toMatchObject({ never: true, operands: [] });
    expect([...fieldsOf(parsed([{ a: 1, b: 2 }, { OR: [{ c: 1 }, { a: 2 }] }]))]).toEqual(['a', 'b', 'c']);
  });
});

describe('compareValues', () => {
  const scalar = fc.oneof(
    fc.double({ noNaN: true }),
    fc.integer({ min: -2, max: 2 }),
    fc.string({ unit: fc.constantFrom('a', 'A', 'ä', '1'), maxLength: 3 }),
  );
  const sign = (a: string | number, b: string | number): number => Math.sign(compareValues(a, b));

  // Catches an order that mixes texts and numbers: sorting by it would depend on where it started.
  it('is total, numbers first', () => {
    fc.assert(
      fc.property(scalar, scalar, scalar, (a, b, c) => {
        expect(sign(a, b) + sign(b, a)).toBe(0);
        expect(sign(a, b) === 0).toBe(a === b);
        if (sign(a, b) <= 0 && sign(b, c) <= 0) expect(sign(a, c)).toBeLessThanOrEqual(0);
        if (typeof a === 'number' && typeof b === 'string') expect(sign(a, b)).toBe(-1);
      }),
      { numRuns: runs(500) },
    );
  });
});
