// Catches a constraint that means something else than its JSON says, and one whose size is not bounded.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONSTRAINT_LIMITS, parseConstraint } from '../../../src/domain/search/parse-constraint.ts';
import { holds } from '../../../src/domain/search/constraint.ts';
import type { Constraint } from '../../../src/domain/search/constraint.ts';
import { limitRefusals } from '../../../src/kernel/limits.ts';
import type { LimitName } from '../../../src/kernel/limits.ts';
import { shown } from '../../../src/kernel/result.ts';
import type { Refusal } from '../../../src/kernel/result.ts';
import { meets, parsed } from './meets.ts';
import type { Fields } from './meets.ts';

const refusal = (raw: unknown): Refusal => {
  const result = parseConstraint(raw);
  if (result.ok) throw new Error('It was accepted.');
  expect(result.code).toBe('CONSTRAINT_INVALID');
  return result;
};

describe('grammar', () => {
  /** The fields by whose single presence the constraint holds, out of every subset of a to d. */
  const truth = (raw: unknown): string[] => {
    const constraint = parsed(raw);
    const subsets = Array.from({ length: 16 }, (_, bits) =>
      ['a', 'b', 'c', 'd'].filter((_, at) => (bits >> at) % 2 === 1),
    );
    return subsets
      .filter((subset) =>
        holds(
          constraint,
          (field) => (subset.includes(field) ? 1 : undefined),
          () => false,
        ),
      )
      .map((subset) => subset.join(''));
  };
  const [a, b, c, d] = [{ a: 1 }, { b: 1 }, { c: 1 }, { d: 1 }];

  it.each<[unknown, (has: { readonly [field: string]: boolean }) => boolean]>([
    [[], () => true],
    [{}, () => true],
    [[[], {}], () => true],
    [{ a: 1, b: 1 }, ({ a, b }) => !!a && !!b],
    [[a, b], ({ a, b }) => !!a && !!b],
    [{ OR: [a, b] }, ({ a, b }) => !!a || !!b],
    [{ OR: { a: 1, b: 1 } }, ({ a, b }) => !!a || !!b],
    [{ OR: [{ a: 1, b: 1 }, c] }, ({ a, b, c }) => (!!a && !!b) || !!c],
    [{ OR: { 0: a, 1: b } }, ({ a, b }) => !!a || !!b],
    [[{ OR: a, 0: b, 1: c }], ({ a, b, c }) => !!a || !!b || !!c],
    [{ OR: a, 0: b, d: 1 }, ({ a, b, d }) => (!!a || !!b) && !!d],
    [{ OR: a, 0: { b: 1, c: 1 } }, ({ a, b, c }) => !!a || (!!b && !!c)],
    [{ OR: [a, b], AND: [c, d] }, ({ a, b, c, d }) => (!!a || !!b) && !!c && !!d],
    [{ AND: { a: 1, b: 1 } }, ({ a, b }) => !!a && !!b],
    [{ AND: [{ OR: [a, b] }, { OR: [c, d] }] }, ({ a, b, c, d }) => (!!a || !!b) && (!!c || !!d)],
    [{ OR: [{ AND: [a, b] }, { AND: [c, d] }] }, ({ a, b, c, d }) => (!!a && !!b) || (!!c && !!d)],
    [{ OR: { AND: [a, b], c: 1 } }, ({ a, b, c }) => (!!a && !!b) || !!c],
    [{ 0: a, 2: b }, ({ a, b }) => !!a && !!b],
    [{ OR: [], d: 1 }, ({ d }) => !!d],
    [{ OR: [], 0: a }, ({ a }) => !!a],
    [{ OR: [a, {}], d: 1 }, ({ d }) => !!d],
    [[a, [b, [c]]], ({ a, b, c }) => !!a && !!b && !!c],
  ])('%j', (raw, formula) => {
    const all = truth([]);
    expect(all).toHaveLength(16);
    expect(truth(raw)).toEqual(
      all.filter((subset) => formula(Object.fromEntries([...'abcd'].map((field) => [field, subset.includes(field)])))),
    );
  });

  interface Model {
    readonly raw: unknown;
    holds(record: { readonly [field: string]: number | undefined }): boolean;
  }
  const condition = (operator: string, passes: (value: number, operand: number) => boolean) =>
    fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 2 })).map(([field, operand]): Model => ({
      raw: { [field]: [operator, operand] },
      holds: (record) => record[field] !== undefined && passes(record[field], operand),
    }));
  const { model } = fc.letrec<{ model: Model; parts: Model[] }>((tie) => ({
    parts: fc.array(tie('model'), { minLength: 1, maxLength: 3 }),
    model: fc.oneof(
      { maxDepth: 4 },
      condition('=', (value, operand) => value === operand),
      condition('!=', (value, operand) => value !== operand),
      condition('>', (value, operand) => value > operand),
      fc.constant<Model>({ raw: {}, holds: () => true }),
      fc.tuple(tie('parts'), fc.constantFrom('list', 'AND', 'numbers')).map(([parts, form]): Model => {
        const raws = parts.map(({ raw }) => raw);
        return {
          raw: form === 'list' ? raws : form === 'AND' ? { AND: raws } : { ...raws },
          holds: (record) => parts.every((part) => part.holds(record)),
        };
      }),
      fc.tuple(tie('parts'), fc.constantFrom('list', 'mixed', 'numbers')).map(([parts, form]): Model => {
        const [first, ...rest] = parts.map(({ raw }) => raw);
        return {
          raw:
            form === 'list'
              ? { OR: [first, ...rest] }
              : form === 'mixed'
                ? { OR: [first], ...rest }
                : { OR: { ...[first, ...rest] } },
          holds: (record) => parts.some((part) => part.holds(record)),
        };
      }),
    ),
  }));

  const isNormal = (constraint: Constraint, within?: Constraint['type']): boolean =>
    constraint.type === 'leaf' ||
    (constraint.type !== within &&
      (constraint.parts.length > 1 ||
        (constraint.parts.length === 0 && constraint.type === 'all' && within === undefined)) &&
      constraint.parts.every((part) => isNormal(part, constraint.type)));

  // Catches a group flattened into one of the other kind, and a part lost or counted twice on the way.
  it('holds as a plain reading of and and or says', () => {
    const one = fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined });
    fc.assert(
      fc.property(model, fc.record({ a: one, b: one, c: one }), (model, record) => {
        expect(isNormal(parsed(model.raw))).toBe(true);
        expect(
          holds(
            parsed(model.raw),
            (field) => record[field as 'a'],
            () => false,
          ),
        ).toBe(model.holds(record));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('reads the mixed array of the storefront’s search box', () => {
    const like = ['LIKE', 'hemd'];
    const raw: unknown = JSON.parse(
      JSON.stringify([
        {
          OR: { name: like },
          0: { short_description: like },
          1: { description: like },
          2: { vendor: like },
          3: { tags: like },
        },
      ]),
    );
    for (const field of ['name', 'short_description', 'description', 'vendor', 'tags']) {
      expect(meets(raw, { [field]: 'Ein Hemd' })).toBe(true);
      expect(meets(raw, { [field]: 'Eine Hose' })).toBe(false);
    }
    expect(meets(raw, { other: 'Hemd' })).toBe(false);
  });

  const wrong: [unknown, string, RegExp][] = [
    [null, 'constraint', /^constraint: an object .* not null\.$/],
    ['a', 'constraint', /not a\.$/],
    [[1], 'constraint', /^constraint\[0\]: .* not 1\.$/],
    [[null], 'constraint', /not null/],
    [{ OR: 'a' }, 'constraint', /^constraint\.OR: /],
    [{ 0: ['LIKE', 'x'] }, 'constraint', /^constraint\.0\[0\]: /],
    [{ name: ['LICK', 'x'] }, 'name', /^constraint\.name: LICK is no operator\.$/],
    [{ name: ['a', 'b'] }, 'name', /a is no operator/],
    [{ name: ['lıke', 'b'] }, 'name', /is no operator/],
    [{ name: [] }, 'name', /has an operator first/],
    [
      {
        name: [
          ['LIKE', 'a'],
          ['LIKE', 'b'],
        ],
      },
      'name',
      /has an operator first/,
    ],
    [{ name: { LIKE: 'x' } }, 'name', /a value or \[operator, value\]/],
    [{ or: [{ a: 1 }] }, 'or', /has an operator first/],
    [{ name: ['LIKE'] }, 'name', /LIKE takes one value/],
    [{ name: ['=', 1, 2] }, 'name', /= takes one value/],
    [{ name: ['=', [1]] }, 'name', /a value is a text/],
    [{ name: ['=', {}] }, 'name', /a value is a text/],
    [{ name: ['IN'] }, 'name', /IN takes a list/],
    [{ name: ['IN', [1, [2]]] }, 'name', /a value is a text/],
    [{ name: ['IN', [1], [2]] }, 'name', /a value is a text/],
    [{ name: ['IN', Array(1001).fill(1)] }, 'name', /IN has 1001 values, of at most 1000\./],
    [{ name: ['IN', ...Array<number>(1001).fill(1)] }, 'name', /IN has 1001 values, of at most 1000\./],
    [{ name: ['BETWEEN', 1] }, 'name', /two values/],
    [{ name: ['BETWEEN', [1, 2, 3]] }, 'name', /two values/],
    [{ name: JSON.parse('1e999') as unknown }, 'name', /too large/],
    [{ name: 'x'.repeat(10_001) }, 'name', /a text has 10001 characters, of at most 10000\./],
    [{ name: ['LIKE', 'x'.repeat(1001)] }, 'name', /a pattern has 1001 characters, of at most 1000\./],
    [{ name: ['LIKE', 'a%'.repeat(21)] }, 'name', /has 21 runs of wildcards, of at most 20\./],
    [{ name: ['LIKE', `${'ab'.repeat(32)}_`] }, 'name', /has 65 steps, .*, of at most 64\./],
    [{ name: ['MATCH', 'a '.repeat(17)] }, 'name', /MATCH has 17 words, of at most 16\./],
    [Array.from({ length: 9 }, () => ({ name: ['MATCH', 'a'] })), 'name', /this is MATCH condition 9, of at most 8\./],
    [{ '': 1 }, 'constraint', /1 to 128 characters/],
    [{ ['x'.repeat(129)]: 1 }, 'constraint', /has 129 characters, of at most 128\./],
    [{ variation: { a: 1 } }, 'variation', /this group is of search_products alone/],
    [{ variation: ['x', 1] }, 'variation', /x is no operator/],
    [[{ OR: [{ a: 1 }, { b: ['?', 1] }] }], 'b', /^constraint\[0\]\.OR\[1\]\.b: \? is no operator\.$/],
  ];
  it.each(wrong.map(([raw, param, detail]) => [shown(raw), raw, param, detail] as const))(
    'refuses %s',
    (_, raw, param, detail) => {
      const found = refusal(raw);
      expect(found.param).toBe(param);
      expect(found.detail).toMatch(detail);
    },
  );
});

describe('the group variation', () => {
  const read = (raw: unknown) => parseConstraint(raw, CONSTRAINT_LIMITS, true);

  it.each<[unknown, string, RegExp]>([
    [[{ variation: { a: 1 } }, { variation: { b: 1 } }], 'variation', /one group of this name at most/],
    [{ variation: { a: 1, variation: { b: 1 } } }, 'variation', /one group of this name at most/],
    [{ OR: [{ variation: { a: 1 } }, { b: 1 }] }, 'variation', /stands at the top/],
    [{ variation: { OR: [{ a: 1 }, { search: ['MATCH', 'x'] }] } }, 'search', /MATCH ranks products/],
    [{ variation: { a: 1 }, 'main.id_variation': 0 }, 'main.id_variation', /stands within this group/],
  ])('%j is refused', (raw, param, detail) => {
    expect(read(raw)).toMatchObject({ ok: false, code: 'CONSTRAINT_INVALID', param });
    expect(read(raw)).toMatchObject({ detail: expect.stringMatching(detail) as string });
  });

  it('is one part of the others at the top; empty it says nothing, and a value is a condition', () => {
    const typesOf = (raw: unknown): unknown => {
      const constraint = read(raw);
      return (
        constraint.ok &&
        (constraint.value.type === 'all' ? constraint.value.parts : [constraint.value]).map(({ type }) => type)
      );
    };
    expect(typesOf({ variation: { a: 1, b: 2 } })).toEqual(['family']);
    expect(typesOf([{ AND: [{ a: 1 }, { variation: { b: 1 } }] }])).toEqual(['leaf', 'family']);
    expect(typesOf({ a: 1, variation: {} })).toEqual(['leaf']);
    expect(typesOf({ variation: 'x' })).toEqual(['leaf']);
  });
});

describe('limits', () => {
  const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
    let raw: unknown = { a: 1 };
    for (let level = 0; level < levels; level++) raw = wrap(raw);
    return raw;
  };
  const wraps: [string, (inner: unknown) => unknown][] = [
    ['lists', (inner) => [inner]],
    ['OR lists', (inner) => ({ OR: [inner] })],
    ['OR objects', (inner) => ({ OR: inner })],
    ['AND lists', (inner) => ({ AND: [inner] })],
    ['numbers', (inner) => ({ 0: inner })],
  ];

  // Catches a parser that recurses as deep as it is told to: the stack ends at some ten thousand levels.
  it.each(wraps)('%s: 8 levels are read, 9, 1,000 and 100,000 refused', (_, wrap) => {
    expect(meets(nested(8, wrap), { a: 1 })).toBe(true);
    for (const levels of [9, 1000, 100_000])
      expect(refusal(nested(levels, wrap)).detail).toMatch(/are nested 9 deep, of at most 8\./);
    refusal({ name: nested(100_000, wrap) });
    refusal({ name: ['=', nested(100_000, wrap)] });
    refusal({ name: ['IN', [nested(100_000, wrap)]] });
  });

  it('counts conditions and groups, wherever they stand', () => {
    const wide = (count: number): unknown =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1]));
    expect(parseConstraint(wide(CONSTRAINT_LIMITS.leavesMax)).ok).toBe(true);
    expect(refusal(wide(201)).detail).toMatch(/this is condition 201, of at most 200\./);
    expect(refusal([wide(100), { OR: [wide(100), { a: 1 }] }]).detail).toMatch(
      /this is condition 201, of at most 200\./,
    );
    expect(refusal(Array.from({ length: 1001 }, () => ({}))).detail).toMatch(/this is group 1001, of at most 1000\./);
  });

  it.each<[LimitName, unknown]>([
    ['constraint_depth', nested(9, (inner) => [inner])],
    ['constraint_conditions', Array.from({ length: 201 }, () => ({ a: 1 }))],
    ['constraint_groups', Array.from({ length: 1001 }, () => ({}))],
    ['constraint_values', { a: ['IN', Array(1001).fill(1)] }],
    ['constraint_field', { ['x'.repeat(129)]: 1 }],
    ['constraint_text', { a: 'x'.repeat(10_001) }],
    ['pattern_length', { a: ['LIKE', 'x'.repeat(1001)] }],
    ['pattern_wildcards', { a: ['LIKE', 'a%'.repeat(21)] }],
    ['pattern_steps', { a: ['LIKE', `${'ab'.repeat(32)}_`] }],
    ['match_words', { a: ['MATCH', 'a '.repeat(17)] }],
    ['match_conditions', Array.from({ length: 9 }, () => ({ a: ['MATCH', 'a'] }))],
  ])('a refusal at %s is counted under its name', (limit, raw) => {
    const before = limitRefusals();
    refusal(raw);
    expect([...limitRefusals()].filter(([name, count]) => count !== before.get(name))).toEqual([
      [limit, before.get(limit)! + 1],
    ]);
  });

  // Catches work that grows faster than what is refused.
  it('reads a hundred thousand members once or twice', () => {
    const many = Array<unknown>(100_000).fill(1);
    const wide = Object.fromEntries(many.map((_, at) => [`f${at}`, 1]));
    let reads = 0;
    const counted = <T extends object>(value: T): T =>
      new Proxy(value, {
        get: (target, name, self) => {
          reads += 1;
          return Reflect.get(target, name, self) as unknown;
        },
      });
    for (const raw of [
      counted(wide),
      [counted(wide)],
      { OR: counted(wide) },
      counted(many.map(() => ({}))),
      { a: ['IN', counted(many)] },
      { a: counted(['IN', ...many]) },
      { a: counted(many) },
    ]) {
      reads = 0;
      refusal(raw);
      expect(reads).toBeLessThanOrEqual(2 * many.length);
    }
  });

  // Catches what the examples did not think of: a throw is a fault, not a refusal.
  it('refuses or reads whatever JSON may hold, and then evaluates it', () => {
    const key = fc.oneof(
      fc.constantFrom('OR', 'AND', '0', '1', 'a', 'name', '__proto__', 'constructor', 'toString'),
      fc.string({ maxLength: 3 }),
    );
    const operator = fc.constantFrom('LIKE', 'IN', 'between', '=', 'MATCH', ' not in', 'NOT LIKE', '<', '??');
    const { node } = fc.letrec<{ node: unknown; list: unknown; object: unknown; pair: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 6 },
        fc.string({ maxLength: 5 }),
        fc.double(),
        fc.constantFrom<unknown>(null, true, false, 1),
        tie('object'),
        tie('list'),
        tie('pair'),
      ),
      list: fc.array(tie('node'), { maxLength: 4 }),
      object: fc.dictionary(key, tie('node'), { maxKeys: 4 }),
      pair: fc.tuple(
        operator,
        fc.oneof(fc.string({ unit: fc.constantFrom('a', '%', '_', '\\', '7', ' '), maxLength: 6 }), tie('node')),
      ),
    }));
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(node, fc.jsonValue()), (raw) => {
        const result = parseConstraint(raw);
        if (!result.ok) {
          expect(result.code).toBe('CONSTRAINT_INVALID');
          expect(result.detail).not.toBe('');
          return;
        }
        accepted++;
        const fields: Fields = { a: 'a7', name: ['x', 7], '': undefined };
        const value = holds(
          result.value,
          (field) => (Object.hasOwn(fields, field) ? fields[field] : undefined),
          () => true,
        );
        expect(typeof value).toBe('boolean');
      }),
      { numRuns: runs(1000) },
    );
    expect(accepted).toBeGreaterThan(runs(50));
  });
});
