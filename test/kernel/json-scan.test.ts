// Would catch values that are not counted, and a credential that is read otherwise than JSON.parse reads it.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JSON_VALUES_MAX, JsonTooLarge, parseJson } from '../../src/kernel/json-reader.ts';
import { scanJson } from '../../src/kernel/json-scan.ts';
import { ANY_CHARACTER } from '../harness/any-character.ts';

/** Values that JSON.parse makes of a text, and how deep they are. */
const measured = (value: unknown): { readonly values: number; readonly depth: number } => {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const inner = Object.values(value).map(measured);
  return {
    values: 1 + inner.reduce((sum, { values }) => sum + values, 0),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  };
};

const name = fc.oneof(
  fc.constantFrom('user', '\\', '"', '\\"', 'a:b', '{', ']', ',', ''),
  fc.string({ unit: ANY_CHARACTER }),
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(name, fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(name, tie('json'), { maxKeys: 4 }),
  ),
}));
/** As JSON.stringify writes it, with blanks, or with every character escaped that may be. */
const written = fc.tuple(json, fc.constantFrom(0, 1, '\t'), fc.boolean()).map(([value, blanks, isEscaped]) => {
  const text = JSON.stringify(value, undefined, blanks);
  return isEscaped ? text.replaceAll('u', '\\u0075').replaceAll('\\\\u0075', '\\u') : text;
});

describe('one pass over JSON', () => {
  test('counts no fewer values than reading it makes, and the same depth', () => {
    fc.assert(
      fc.property(written, (text) => {
        let value: unknown;
        try {
          value = JSON.parse(text);
        } catch {
          return;
        }
        const [shape, made] = [scanJson(text), measured(value)];
        expect(shape.depth).toBe(made.depth);
        expect(shape.values).toBeGreaterThanOrEqual(made.values - 1);
        expect(shape.values).toBeLessThanOrEqual(2 * made.values + 1);
      }),
    );
  });

  test('finds the texts of the outermost object, and no others', () => {
    fc.assert(
      fc.property(fc.dictionary(name, json), fc.constantFrom(0, 2), (object, blanks) => {
        const found: [string, string][] = [];
        scanJson(JSON.stringify(object, undefined, blanks), (member, value) =>
          found.push([JSON.parse(member) as string, JSON.parse(value) as string]),
        );
        expect(found).toEqual(Object.entries(object).filter(([, value]) => typeof value === 'string'));
      }),
    );
  });

  test('ends with any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'"\\{}[],: a1'), maxLength: 40 }), (text) => {
        expect(scanJson(text, () => {}).values).toBeGreaterThan(0);
      }),
    );
  });

  test.each([
    ['members', `{${Array.from({ length: 30_000 }, (_, at) => `"${at}":{}`).join()}}`, /^it has \d+ values, 20000/],
    ['entries', `[${'0,'.repeat(JSON_VALUES_MAX)}0]`, /^it has 20002 values/],
    ['levels', '['.repeat(6_000) + ']'.repeat(6_000), /^it is nested 6000 deep, 64/],
  ])('a text of too many %s is not read', (_what, text, message) => {
    expect(() => parseJson(text)).toThrow(JsonTooLarge);
    expect(() => parseJson(text)).toThrow(message);
  });

  test('a long text within the limits is read', () => {
    const list = Array.from({ length: JSON_VALUES_MAX - 2 }, (_, at) => at);
    expect(parseJson(JSON.stringify(list))).toEqual(list);
    expect(parseJson(JSON.stringify('[{,'.repeat(100_000)))).toHaveLength(300_000);
  });
});
