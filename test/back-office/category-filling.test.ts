// Would catch a category that finds other products once a row is saved that nobody touched, a value that a row turns
// into wildcards or into several, and a constraint of rows that rows do not show again.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { COMPARISONS, conditionsIn, fillingOf } from '../../back-office/screens/category-filling.ts';
import { holds } from '../../src/domain/search/constraint.ts';
import { parseConstraint } from '../../src/domain/search/parse-constraint.ts';
import { runs } from '../harness/effort.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '5', '%', '_', '\\', ',', ' '), maxLength: 5 });
const values = fc.array(fc.oneof(text, fc.integer({ min: 0, max: 60 })), { maxLength: 3 });

const row = fc
  .record({ field: fc.constantFrom('brand', 'main.class'), comparison: fc.constantFrom(...COMPARISONS), value: text })
  .map((one) => ({ ...one, value: one.value.trim() }))
  .map((one) => {
    const parts = one.value.split(',').map((part) => part.trim());
    return one.comparison === '=' ? { ...one, value: parts.filter((part) => part !== '').join(', ') } : one;
  });

const escaped = text.map((one) => ['LIKE', `%${one.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`]);
const raw = fc.oneof(
  text,
  fc.integer(),
  escaped,
  text.map((one) => ['LIKE', `%${one}%`]),
  fc.tuple(fc.constantFrom(...COMPARISONS, 'NOT IN'), text),
  values.map((all) => ['IN', all]),
);
const field = fc.constantFrom('brand', 'main.class', 'brand', 'main.class', 'OR', ' brand');
const group = fc.dictionary(field, raw, { noNullPrototype: true, maxKeys: 2 });

/** Whether a product with these values meets it; undefined for a constraint that is refused. */
const met = (filling: string, [brand, kind]: readonly [string | number, string]): boolean | undefined => {
  const read = parseConstraint(JSON.parse(filling));
  const valueOf = (field: string): string | number => (field === 'brand' ? brand : kind);
  return read.ok ? holds(read.value, valueOf, () => false) : undefined;
};

test('rows are shown again as they were saved', () => {
  const law = fc.property(fc.array(row, { maxLength: 4 }), (rows) => {
    expect(conditionsIn(fillingOf(rows))).toEqual(rows);
  });
  fc.assert(law, { numRuns: runs(500) });
});

test('a constraint that is shown as rows finds the same when they are saved, for which they are saved alike', () => {
  let shown = 0;
  const product = fc.tuple(fc.oneof(text, fc.integer({ min: 0, max: 60 })), text);
  const law = fc.property(fc.oneof(group, fc.array(group, { maxLength: 2 })), product, (constraint, its) => {
    const filling = JSON.stringify(constraint);
    const rows = conditionsIn(filling);
    if (rows === undefined) return;
    shown += 1;
    const saved = fillingOf(rows);
    expect(conditionsIn(saved)).toEqual(rows);
    const before = met(filling, its);
    if (before !== undefined) expect(met(saved, its)).toBe(before);
  });
  fc.assert(law, { numRuns: runs(1000) });
  expect(shown).toBeGreaterThan(20);
});

test('what a row would say otherwise is not shown as one', () => {
  const told = (constraint: unknown) => conditionsIn(JSON.stringify(constraint));
  expect(told({ brand: 'Foo Co., Ltd.' })).toBeUndefined();
  expect(told({ brand: ['=', 'Foo Co., Ltd.'] })).toBeUndefined();
  expect(told({ brand: ['IN', ['a', 'b,c']] })).toBeUndefined();
  expect(told({ brand: ['IN', []] })).toBeUndefined();
  expect(told({ brand: ' Foo' })).toBeUndefined();
  expect(told({ brand: ['LIKE', '%a_b%'] })).toBeUndefined();
  expect(told({ brand: ['LIKE', 'a'] })).toBeUndefined();
  expect(told([])).toBeUndefined();
  expect(told({ brand: ['!=', 'Foo Co., Ltd.'] })).toHaveLength(1);
});

test('a row finds its text as it is, and nothing else', () => {
  for (const [value, other] of [
    ['50%', '500'],
    ['a_b', 'axb'],
    [String.raw`a\b`, 'ab'],
  ] as const) {
    const filling = fillingOf([{ field: 'brand', comparison: 'LIKE', value }]);
    expect([met(filling, [`<${value}>`, '']), met(filling, [`<${other}>`, ''])]).toEqual([true, false]);
  }
  expect(fillingOf([{ field: 'brand', comparison: '=', value: 'Foo,' }])).toBe('[{"brand":["=","Foo"]}]');
});
