// Catches a parameter that is read as something else than was sent, or junk that is not refused.
import { ANY_CHARACTER } from '../harness/any-character.ts';
import { runs } from '../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  Type,
  alias,
  flag,
  guard,
  int,
  isAllowedText,
  json,
  map,
  oneOf,
  optional,
  readParams,
  text,
} from '../../src/kernel/params.ts';
import type { Param, Params } from '../../src/kernel/params.ts';
import { ok, refuse } from '../../src/kernel/result.ts';

const read = (param: Param<unknown>, fields: { readonly [name: string]: unknown }): unknown => {
  const result = readParams({ p: param }, fields);
  return result.ok ? result.value.p : `${result.code} ${result.param}`;
};
const MISSING = 'PARAMETER_MISSING p';
const INVALID = 'PARAMETER_INVALID p';

describe('int', () => {
  test.each([
    ['5', 5],
    [5, 5],
    [' 5 ', 5],
    ['+5', 5],
    ['5.0', 5],
    ['0005', 5],
    ['0', 0],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('takes %j', (raw, value) => {
    expect(read(int('n'), { p: raw })).toBe(value);
  });
  test.each([
    '-1',
    '1.5',
    '1e3',
    '0x10',
    'x',
    '5 5',
    '٣',
    '9007199254740992',
    '1'.repeat(400),
    1.5,
    NaN,
    Infinity,
    [],
    {},
    'true',
    '[object Object]',
  ])('refuses %j', (raw) => {
    expect(read(int('n'), { p: raw })).toBe(INVALID);
  });
  test('gives every safe integer back', () => {
    fc.assert(fc.property(fc.maxSafeNat(), (value) => void expect(read(int('n'), { p: String(value) })).toBe(value)));
  });
  test('keeps its bounds', () => {
    const one = int('n', { min: 2, max: 3 });
    expect(['1', '2', '3', '4'].map((raw) => read(one, { p: raw }))).toEqual([INVALID, 2, 3, INVALID]);
  });
});

describe('text', () => {
  test('takes numbers and booleans of a JSON body as their text, nothing else', () => {
    expect(['a', 5, true].map((raw) => read(text('t'), { p: raw }))).toEqual(['a', '5', 'true']);
    for (const raw of [[], {}, ['a']]) expect(read(text('t'), { p: raw })).toBe(INVALID);
  });
  test('has a length', () => {
    expect(read(text('t', { max: 3 }), { p: 'abc' })).toBe('abc');
    expect(read(text('t', { max: 3 }), { p: 'abcd' })).toBe(INVALID);
  });
  test('empty is missing, unless it counts', () => {
    expect(read(text('t'), { p: '' })).toBe(MISSING);
    expect(read(text('t', { empty: true }), { p: '' })).toBe('');
    expect(read(text('t', { empty: true }), {})).toBe(MISSING);
  });
  test('what XML 1.0 cannot hold and ill-formed UTF-16 is refused (D8)', () => {
    // The definition of XML 1.0 itself; would catch an off-by-one in the class of characters.
    const fit = (code: number): boolean =>
      code === 9 ||
      code === 10 ||
      code === 13 ||
      (code >= 0x20 && code <= 0xd7ff) ||
      (code >= 0xe000 && code <= 0xfffd) ||
      code >= 0x10000;
    const wrong = Array.from({ length: 0x11000 }, (_, code) => code).filter(
      (code) => isAllowedText(`a${String.fromCodePoint(code)}b`) !== fit(code),
    );
    expect(wrong).toEqual([]);
    fc.assert(
      fc.property(
        fc.string({ unit: ANY_CHARACTER }),
        (given) => void expect(isAllowedText(given)).toBe([...given].every((one) => fit(one.codePointAt(0)!))),
      ),
    );
  });
});

test('flag', () => {
  for (const raw of ['1', 1, true, 'true', 'TRUE', 'yes', 'on']) expect(read(flag('f'), { p: raw })).toBe(true);
  for (const raw of ['0', 0, false, 'false', 'no', 'off']) expect(read(flag('f'), { p: raw })).toBe(false);
  for (const raw of ['2', 'x', [], {}, -1]) expect(read(flag('f'), { p: raw })).toBe(INVALID);
});

test('oneOf knows its values in any case, and no others', () => {
  const one = oneOf('o', ['A', 'B']);
  expect(['B', 'b', 'a'].map((raw) => read(one, { p: raw }))).toEqual(['B', 'B', 'A']);
  for (const raw of ['AB', 'constructor', {}, ['A']]) expect(read(one, { p: raw })).toBe(INVALID);
});

describe('json', () => {
  const record = json(Type.Record(Type.String(), Type.Number()));
  test('takes JSON text and the value itself; [] stands for {}', () => {
    for (const raw of ['{"a":1}', { a: 1 }]) expect(read(record, { p: raw })).toEqual({ a: 1 });
    for (const raw of ['[]', [], '{}', {}]) expect(read(record, { p: raw })).toEqual({});
    expect(read(json(Type.Array(Type.Number())), { p: '[]' })).toEqual([]);
  });
  test.each(['{"a":"x"}', '[1]', '"a"', '1', 'x', '{', '{"a":1}x', '{"__proto__":1}', '{"a\\u0000":1}'])(
    'refuses %j',
    (raw) => {
      expect(read(record, { p: raw })).toBe(INVALID);
    },
  );
  test('depth has a limit, whatever the schema allows', () => {
    const any = json(Type.Unknown());
    expect(read(any, { p: '['.repeat(32) + ']'.repeat(32) })).not.toBe(INVALID);
    for (const depth of [33, 100_000]) expect(read(any, { p: '['.repeat(depth) + ']'.repeat(depth) })).toBe(INVALID);
  });
  test('texts inside are looked at', () => {
    for (const raw of ['["\\ud800"]', '[["a\\u0000"]]', '[{"a":"\\uffff"}]'])
      expect(read(json(Type.Unknown()), { p: raw })).toBe(INVALID);
  });
  test('bare takes what is no JSON as a text', () => {
    const names = json(Type.Union([Type.String(), Type.Number(), Type.Array(Type.String())]), { bare: true });
    expect(['Music', 'a "b"', '"x"', '5', '["a"]'].map((raw) => read(names, { p: raw }))).toEqual([
      'Music',
      'a "b"',
      'x',
      5,
      ['a'],
    ]);
    // What begins as a list or an object does is meant as one.
    for (const raw of ['{', '[', '["a"', ' {"a"', '[a]', '{}x']) expect(read(names, { p: raw })).toBe(INVALID);
  });
});

describe('absence (D5)', () => {
  const junk = ['', 'undefined', 'null', 'NaN', '[object Object]', null, undefined];
  test('junk means absent for an optional parameter', () => {
    for (const raw of junk) expect(read(optional(int('n'), 7), { p: raw })).toBe(7);
    expect(read(optional(text('t'), 'd'), { p: 'x' })).toBe('x');
  });
  test('a guard is absent where it is left out or empty, and refused for other junk, by name (D692)', () => {
    const limit = guard(int('n'), 7);
    expect([undefined, ''].map((raw) => read(limit, { p: raw }))).toEqual([7, 7]);
    for (const raw of ['undefined', 'null', 'NaN', '[object Object]', null]) {
      expect(read(limit, { p: raw })).toBe(INVALID);
      expect(read(guard(text('t'), ''), { p: raw })).toBe(INVALID);
    }
    expect(read(limit, { p: '3' })).toBe(3);
  });
  test('for a required one only what is empty', () => {
    for (const raw of ['', null, undefined]) expect(read(text('t'), { p: raw })).toBe(MISSING);
    for (const raw of ['undefined', 'null', 'NaN']) expect(read(text('t'), { p: raw })).toBe(raw);
  });
  test('JSON null may clear', () => {
    const cleared = { ...optional(text('t'), 'kept'), cleared: { value: '' } };
    expect([null, 'null', '', undefined, 'x'].map((raw) => read(cleared, { p: raw }))).toEqual([
      '',
      'kept',
      'kept',
      'kept',
      'x',
    ]);
  });
  test('other names are looked at in their order, where the first says nothing', () => {
    const aliased = alias(optional(text('t'), 'd'), 'q', 'r');
    expect(read(aliased, { p: 'p', q: 'q' })).toBe('p');
    expect(read(aliased, { q: 'q', r: 'r' })).toBe('q');
    expect(read(aliased, { r: 'r' })).toBe('r');
    expect(read(aliased, { p: '', q: 'q' })).toBe('q');
    expect(read(aliased, { p: '' })).toBe('d');
    expect(read(alias(text('t'), 'q'), {})).toBe(MISSING);
  });
});

test('map refuses in its own words, and fields of a prototype are no fields', () => {
  const even = map(int('n'), (value, name) => (value % 2 === 0 ? ok(value / 2) : refuse('AMOUNT_OUT_OF_RANGE', name)));
  expect([read(even, { p: 4 }), read(even, { p: 5 }), read(even, { p: 'x' })]).toEqual([
    2,
    'AMOUNT_OUT_OF_RANGE p',
    INVALID,
  ]);
});

test('whatever the fields hold, reading them ends in a value or a refusal', () => {
  // Would catch a reader that throws on a shape that nobody thought of.
  const params: Params = {
    a: int('a'),
    b: text('b'),
    c: optional(flag('c'), false),
    d: oneOf('d', ['x']),
    e: json(Type.Object({ x: Type.Optional(Type.Number()) })),
    f: alias(optional(json(Type.Array(Type.String()), { bare: true }), []), 'g'),
  };
  const value = fc.oneof(fc.anything({ withNullPrototype: true }), fc.string({ unit: ANY_CHARACTER }), fc.json());
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), value), (fields) => {
      const result = readParams(params, fields);
      if (!result.ok) expect(['PARAMETER_MISSING', 'PARAMETER_INVALID']).toContain(result.code);
    }),
    { numRuns: runs(200) },
  );
});
