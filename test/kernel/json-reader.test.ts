// Would catch members whose order differs from the text, and text that is read or refused otherwise than by JSON.parse.
import { runs } from '../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entriesAsSent, parseJson, parseOrderedJson } from '../../src/kernel/json-reader.ts';
import { Keyed, toJson } from '../../src/kernel/json.ts';
import type { Json } from '../../src/kernel/json.ts';
import { jsonWith } from './json-values.ts';

const name = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('1', '10', '2', '0', '01', '-1', '__proto__', 'object', '4294967295'),
  fc.nat().map(String),
);
const json = jsonWith(name);

/** White space wherever JSON allows some, by turns. */
const spaced = (text: string, spaces: readonly string[]): string => {
  let count = 0;
  return text.replaceAll(
    /"(?:[^"\\]|\\.)*"|[[\]{},:]/g,
    (token) => `${spaces[count++ % spaces.length]}${token}${spaces[count++ % spaces.length]}`,
  );
};
const SPACES = fc.array(fc.constantFrom('', ' ', '\n', '\t\r\n  '), { minLength: 1, maxLength: 7 });

const asSent = (value: unknown): Json =>
  typeof value !== 'object' || value === null
    ? (value as Json)
    : Array.isArray(value)
      ? value.map(asSent)
      : new Keyed(entriesAsSent(value as { [name: string]: unknown }).map(([key, member]) => [key, asSent(member)]));

describe('the reader of JSON', () => {
  test('gives back what was written, in its order, whatever stands between the tokens', () => {
    fc.assert(
      fc.property(json, SPACES, (value, spaces) => {
        const text = toJson(value);
        expect(toJson(parseOrderedJson(spaced(text, spaces)))).toBe(text);
      }),
      { numRuns: runs(100) },
    );
  });

  test('gives the values of JSON.parse, whose members it knows in the order of the text', () => {
    fc.assert(
      fc.property(json, SPACES, (value, spaces) => {
        const text = toJson(value);
        const parsed = parseJson(spaced(text, spaces));
        expect(parsed).toEqual(JSON.parse(text));
        expect(toJson(asSent(parsed))).toBe(text);
      }),
      { numRuns: runs(100) },
    );
  });

  test('any text is parsed or refused as JSON.parse does', () => {
    const outcome = (parse: (text: string) => unknown, text: string): unknown => {
      try {
        return [parse(text)];
      } catch (error) {
        return (error as Error).name;
      }
    };
    const pieces = fc
      .array(
        fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          ',',
          ':',
          '"1"',
          '"a',
          '\\',
          '"',
          '1',
          '-0',
          'e5',
          'null',
          ' ',
          '\u000b',
          '\u00a0',
        ),
        { maxLength: 8 },
      )
      .map((all) => all.join(''));
    fc.assert(
      fc.property(fc.oneof(pieces, fc.json(), fc.string()), (text) => {
        expect(outcome(parseJson, text)).toEqual(outcome(JSON.parse, text));
      }),
      { numRuns: runs(300) },
    );
  });

  test('a member sent twice has its first place and its last value; one that a reviver takes out is gone', () => {
    const twice = parseJson('{"2":1,"1":2,"2":{"b":0,"7":1}}') as { [name: string]: unknown };
    expect(entriesAsSent(twice)).toEqual([
      ['2', { b: 0, 7: 1 }],
      ['1', 2],
    ]);
    expect(entriesAsSent(twice['2'] as { [name: string]: unknown })).toEqual([
      ['b', 0],
      ['7', 1],
    ]);
    const without = parseJson('{"2":1,"__proto__":{"1":2},"1":3}', (key, value) =>
      key === '__proto__' ? undefined : value,
    );
    expect(entriesAsSent(without as { [name: string]: unknown })).toEqual([
      ['2', 1],
      ['1', 3],
    ]);
  });

  test('what is nested too deep to be taken is parsed all the same', () => {
    const text = `{"1":${'['.repeat(4_000)}${']'.repeat(4_000)}}`;
    expect(Object.keys(parseJson(text) as object)).toEqual(['1']);
  });
});
