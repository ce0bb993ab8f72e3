// Would catch a refusal that names the wrong member of a JSON value, or not what is wanted there.
import { runs } from '../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Type, json, named } from '../../src/kernel/params.ts';
import type { Param } from '../../src/kernel/params.ts';

const detail = (param: Param<unknown>, raw: unknown): string => {
  const result = param.read(raw, 'p');
  return result.ok ? 'ok' : result.detail;
};

const ENTRY = Type.Union([
  Type.Number(),
  Type.String(),
  Type.Object({ id: Type.Optional(Type.Union([Type.Number(), Type.Null()])) }),
]);
const LIST = json(Type.Array(ENTRY, { maxItems: 3 }));
const PAIRS = json(Type.Array(Type.Tuple([Type.String({ maxLength: 2 }), Type.Number()])));
const OBJECT = json(
  Type.Object(
    { a: Type.String(), 'b c': Type.Optional(Type.Array(Type.Number(), { minItems: 1 })) },
    { additionalProperties: false },
  ),
);
const RECORD = json(
  named(3, Type.Object({ title: Type.Optional(Type.String({ maxLength: 2 })) }), { maxProperties: 2 }),
);
const LITERAL = json(Type.Array(Type.Union([Type.Literal('A'), Type.Literal('B')])));

test.each<readonly [Param<unknown>, unknown, string]>([
  [LIST, 5, 'p: a list is wanted, not 5.'],
  [LIST, '{}', 'p: a list is wanted, not {}.'],
  [LIST, [1, null], 'p[1]: a number, a text or an object is wanted, not null.'],
  [LIST, [1, { id: [] }], 'p[1].id: a number or null is wanted, not [].'],
  [LIST, [1, 2, 3, 4], 'p: it holds 4 entries, more than 3.'],
  [PAIRS, [['a']], 'p[0]: it holds 1 entries, fewer than 2.'],
  [PAIRS, [['a', 1, 2]], 'p[0][2]: there is no member 2.'],
  [PAIRS, [['abc', 1]], 'p[0][0]: it is longer than 2 characters.'],
  [PAIRS, [['a', '1']], 'p[0][1]: a number is wanted, not 1.'],
  [OBJECT, {}, 'p: the member a is missing.'],
  [OBJECT, { a: 1 }, 'p.a: a text is wanted, not 1.'],
  [OBJECT, { a: '', 'b c': ['x'] }, 'p["b c"][0]: a number is wanted, not x.'],
  [OBJECT, { a: '', 'b c': [] }, 'p["b c"]: it holds 0 entries, fewer than 1.'],
  [OBJECT, { a: '', other: 1 }, 'p.other: there is no member other.'],
  [RECORD, { de: { title: 'abc' } }, 'p.de.title: it is longer than 2 characters.'],
  [RECORD, { a: {}, b: {}, c: {} }, 'p: it has 3 members, more than 2.'],
  [RECORD, { abcd: {} }, 'p.abcd: there is no member abcd.'],
  [LITERAL, ['A', 'C'], 'p[1]: C is none of A, B.'],
  [LIST, ['\u0000'], 'p[0]: it holds characters that are not allowed.'],
  [RECORD, { de: { title: '\ufffe' } }, 'p.de.title: it holds characters that are not allowed.'],
  [LIST, '[', 'p: it is no JSON.'],
])('%#: %j', (param, raw, expected) => {
  expect(detail(param, raw)).toBe(expected);
});

/** Where a path leads, as far as there is something. */
const follow = (value: unknown, path: string): boolean => {
  let at = value;
  for (const [, member, index, quoted] of path
    .slice(1)
    .matchAll(/\.([A-Za-z_]\w*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)) {
    if (typeof at !== 'object' || at === null) return false;
    at = (at as { [name: string]: unknown })[member ?? index ?? (JSON.parse(quoted!) as string)];
  }
  return true;
};

test('whatever is sent, the sentence begins with a member that can be walked to', () => {
  const value = fc.oneof(
    fc.jsonValue({ depthSize: 'medium' }),
    fc.array(fc.dictionary(fc.constantFrom('id', 'a', 'b c', 'de'), fc.jsonValue())),
    fc.dictionary(fc.constantFrom('a', 'b c', 'de', 'abcd'), fc.jsonValue()),
  );
  fc.assert(
    fc.property(fc.constantFrom(LIST, PAIRS, OBJECT, RECORD, LITERAL), value, (param: Param<unknown>, sent) => {
      if (typeof sent === 'string') return;
      const said = detail(param, sent);
      if (said === 'ok') return;
      const path = /^p((\.[A-Za-z_]\w*)|\[\d+\]|\["(?:[^"\\]|\\.)*"\])*(?=: .+\.$)/s.exec(said);
      expect(path, said).not.toBe(null);
      expect(follow(sent, path![0]), said).toBe(true);
    }),
    { numRuns: runs(100) },
  );
});
