// Would catch a hidden member that stays, one that is left out and should not be, a comma too many or too few, and a
// text that differs by where its chunks end.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MaskedJson } from '../../src/kernel/masked-json.ts';
import type { JsonMask } from '../../src/kernel/masked-json.ts';
import { runs } from '../harness/effort.ts';

/** No `\` alone: from V8 13.6 on, JSON.parse takes the name `"` for it. */
const NAMES = ['a', 'b', 'c', '"', 'a\\', 'ü'];

/** Masks of values that are nested this deep. */
const maskTo = (depth: number): fc.Arbitrary<JsonMask> => {
  const within = depth === 0 ? fc.constant(undefined) : fc.option(maskTo(depth - 1), { nil: undefined });
  return fc.record({
    hidden: fc.subarray(NAMES).map((names) => new Set(names)),
    members: fc
      .array(fc.tuple(fc.constantFrom(...NAMES), within), { maxLength: 2 })
      .map((all) => new Map(all.filter((one): one is [string, JsonMask] => one[1] !== undefined))),
    rest: within,
    items: within,
  });
};
const mask = maskTo(4);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.constantFrom<unknown>(null, true, 1.5, -0.25, '{"a":1}', '}],', '\\"'), fc.string()),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 4 }),
  ),
}));

/** The definition. */
const left = (shown: unknown, by: JsonMask | undefined): unknown => {
  if (by === undefined || typeof shown !== 'object' || shown === null) return shown;
  if (Array.isArray(shown)) return shown.map((entry) => left(entry, by.items));
  return Object.fromEntries(
    Object.entries(shown)
      .filter(([name]) => !by.hidden.has(name))
      .map(([name, member]) => [name, left(member, by.members.get(name) ?? by.rest)]),
  );
};

const cut = (text: string, ends: readonly number[]): string[] => {
  const places = [...new Set(ends.map((end) => end % (text.length + 1)))].toSorted((a, b) => a - b);
  return [...places, text.length].map((end, index) => text.slice(places[index - 1] ?? 0, end));
};

test('what is hidden is left out, and nothing else changes, wherever chunks end', () => {
  fc.assert(
    fc.property(value, mask, fc.array(fc.nat(200), { maxLength: 5 }), fc.boolean(), (shown, by, ends, isSpaced) => {
      const text = JSON.stringify(shown, undefined, isSpaced ? 1 : undefined);
      const json = new MaskedJson(by);
      const written = cut(text, ends)
        .map((chunk) => json.write(chunk))
        .join('');
      if (isSpaced) expect(JSON.parse(written)).toEqual(left(shown, by));
      else expect(written).toBe(JSON.stringify(left(shown, by)));
    }),
    { numRuns: runs(500) },
  );
});

test('numbers stay as they are written', () => {
  const json = new MaskedJson({ hidden: new Set(['b']), members: new Map(), rest: undefined, items: undefined });
  expect(json.write('{"a":1.50,"b":[{"a":"}"},2],"c":1e3}')).toBe('{"a":1.50,"c":1e3}');
});
