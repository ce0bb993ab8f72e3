// Catches JSON that differs from JSON.stringify, or members in another order than they were given.
import { ANY_CHARACTER } from '../harness/any-character.ts';
import { runs } from '../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../src/kernel/json.ts';
import { Keyed, RawJson, toJson } from '../../src/kernel/json.ts';

test('is JSON.stringify for plain values, whatever the texts hold', () => {
  // Would catch a character that the shortcut for plain texts lets through unescaped, and a wrong comma.
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: ANY_CHARACTER, maxDepth: 5 }), (value) => {
      expect(toJson(value as Json)).toBe(JSON.stringify(value));
    }),
    { numRuns: runs(60, 200, 20_000) },
  );
});

test('every character on its own and at the end of the shortcut', () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0xffff; code += 1) {
    const one = String.fromCharCode(code);
    for (const text of [one, `a${one}`, `${'x'.repeat(64)}${one}`, `${one}ü`])
      if (toJson(text) !== JSON.stringify(text)) wrong.push(text);
  }
  expect(wrong).toEqual([]);
});

test('lone surrogates come out as escapes, so that the bytes are UTF-8', () => {
  expect(toJson('\uD800')).toBe('"\\ud800"');
});

test('keyed members keep their order, also those of digits', () => {
  // Would catch an object built on the way, which puts 2 before 10 before alpha.
  const names = fc.uniqueArray(fc.oneof(fc.nat().map(String), fc.string()));
  fc.assert(
    fc.property(names, (given) => {
      const text = toJson(new Keyed(given.map((name, at) => [name, at])));
      expect(text).toBe(`{${given.map((name, at) => `${JSON.stringify(name)}:${at}`).join(',')}}`);
    }),
  );
});

test('text made earlier goes out as it is', () => {
  expect(toJson({ a: new RawJson('{"x":1}'), b: [new RawJson('[]'), new Keyed([['1', new RawJson('2')]])] })).toBe(
    '{"a":{"x":1},"b":[[],{"1":2}]}',
  );
});

test('numbers', () => {
  for (const value of [0, -0, 1, -1, 0.1, 1e21, 5e-324, 1.7976931348623157e308])
    expect(JSON.parse(toJson(value))).toBe(value === 0 ? 0 : value);
  expect(toJson(-0)).toBe('0');
});

test.each([NaN, Infinity, -Infinity])('%d has no JSON: a view that makes it is a fault', (value) => {
  expect(() => toJson({ a: [value] })).toThrow(RangeError);
});
