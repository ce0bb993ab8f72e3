// Catches refusals that are not in the table, and texts of refusals that are no sentence or no Unicode.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { REFUSALS } from '../../src/kernel/refusals.ts';
import { Fault, mapOk, must, ok, refuse, shown } from '../../src/kernel/result.ts';
import { ANY_CHARACTER } from '../harness/any-character.ts';

test('the table of refusals is frozen, its codes are the wire’s, its sentences are sentences', () => {
  expect(Object.isFrozen(REFUSALS)).toBe(true);
  for (const [code, { status, sentence }] of Object.entries(REFUSALS)) {
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect([200, 400, 403, 404, 405, 408, 410, 411, 413, 415, 421, 429, 503, 507]).toContain(status);
    expect(sentence).toMatch(/^[A-Z].*\.$/);
  }
  expect(new Set(Object.values(REFUSALS).map(({ sentence }) => sentence)).size).toBe(Object.keys(REFUSALS).length);
});

test('shown is one line of at most 80 characters, for anything that can be sent', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.string({ maxLength: 300 })), (value) => {
      const text = shown(value);
      expect(text.length).toBeLessThanOrEqual(80);
      expect(text).not.toMatch(/[\n\r\t]/);
    }),
  );
  let deep: unknown = 1;
  for (let at = 0; at < 50_000; at += 1) deep = [deep];
  // Node 26 writes JSON of any depth.
  expect(shown(deep)).toMatch(/^(?:a value nested too deep|\[{79}…)$/);
});

test('a refusal is well-formed Unicode, whatever was sent and wherever it is cut', () => {
  // Many readers of JSON refuse all of a text with half a character in it.
  const isWhole = (text: string): boolean => !/\p{Surrogate}/u.test(text);
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 300 }), fc.nat(255), (text, at) => {
      for (const sent of [text, `${text.slice(0, at)}\ud800`, `${'x'.repeat(at)}😀😀`]) {
        expect(isWhole(shown(sent)) && isWhole(refuse('CART_EMPTY', sent).param)).toBe(true);
      }
    }),
  );
});

test('a refusal is a value', () => {
  expect(refuse('CART_EMPTY')).toEqual({ ok: false, code: 'CART_EMPTY', param: '', detail: '' });
  expect(refuse('ORDER_NOT_FOUND', 7, 'why')).toEqual({
    ok: false,
    code: 'ORDER_NOT_FOUND',
    param: '7',
    detail: 'why',
  });
  expect(mapOk(ok(2), (two) => two * 2)).toEqual(ok(4));
  const refused = refuse('CART_EMPTY');
  expect(mapOk(refused, () => 1)).toBe(refused);
});

test('must throws a Fault and nothing else', () => {
  must(true, 'fine');
  expect(() => must(0, 'broken')).toThrow(Fault);
});
