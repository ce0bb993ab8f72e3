// Catches texts that look the same and compare as two, and a quick check that passes one that is not composed.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseless, composed } from '../../src/kernel/text.ts';
import { entriesAsSent } from '../../src/kernel/json-reader.ts';
import { json, readParams, text, Type } from '../../src/kernel/params.ts';
import { must } from '../../src/kernel/result.ts';
import { ANY_CHARACTER } from '../harness/any-character.ts';
import { runs } from '../harness/effort.ts';

const anyText = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(...'eEéßẞﬁÅ가'.split(/(?:)/u), '\u0301', '\u030c', '\u1100', '\u1161', 'ǰ') }),
);
const RUNS = { numRuns: runs(500) };

test('composed: what the platform says, for every character and any text', () => {
  for (let code = 0; code < 0x20000; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    if (composed(character) !== character.normalize('NFC')) expect(code).toBe(-1);
  }
  fc.assert(
    fc.property(anyText, (one) => {
      expect(composed(one)).toBe(one.normalize('NFC'));
    }),
    RUNS,
  );
});

test('a letter with thousands of marks is taken as it is, at once', () => {
  // In order they would take minutes: the test's own time limit is what fails without the rule.
  for (const marks of ['\u0301\u0323'.repeat(200_000), '\u0301\u0323'.repeat(16)]) {
    expect(composed(`e${marks}`)).toBe(`e${marks}`);
    expect(caseless(`E${marks}`)).toBe(`e${marks}`);
  }
  expect(composed(`e${'\u0301\u0323'.repeat(15)}`)).toBe(`e${'\u0301\u0323'.repeat(15)}`.normalize('NFC'));
});

test('caseless: one for all cases and forms of a text', () => {
  fc.assert(
    fc.property(anyText, (one) => {
      for (const other of [one.toUpperCase(), one.normalize('NFD'), one.normalize('NFC'), caseless(one)])
        expect(caseless(other)).toBe(caseless(one));
    }),
    RUNS,
  );
  expect(caseless('STRASSE-10')).toBe(caseless('straße-10'));
});

const PARAMS = {
  name: text('a name'),
  password: text('a password', { asSent: true }),
  values: json(Type.Record(Type.String(), Type.Unknown()), { asSent: ['secret'] }),
};

test('parameters are composed when they are read, passwords are not', () => {
  const [two, one] = ['e\u0301', 'é'];
  const values = { [two]: [two, { a: two }], secret: two };
  for (const given of [values, JSON.stringify(values), JSON.stringify(values).replaceAll('\u0301', '\\u0301')]) {
    const read = readParams(PARAMS, { name: two, password: two, values: given });
    must(read.ok, 'all of it is accepted');
    expect(read.value).toEqual({ name: one, password: two, values: { [one]: [one, { a: one }], secret: two } });
  }
});

test('composing keeps the order of names, and refuses two that become one', () => {
  const read = readParams(PARAMS, {
    name: 'a',
    password: 'b',
    values: '{"x":{"9":"e\u0301","a":1,"1":2},"2":0,"1":0}',
  });
  must(read.ok, 'all of it is accepted');
  const { values } = read.value;
  expect(entriesAsSent(values).map(([name]) => name)).toEqual(['x', '2', '1']);
  expect(entriesAsSent(values['x'] as typeof values)).toEqual([
    ['9', 'é'],
    ['a', 1],
    ['1', 2],
  ]);
  for (const twice of [{ é: 1, 'e\u0301': 2 }, { a: [{ é: 1, 'e\u0301': 2 }] }])
    expect(readParams(PARAMS, { name: 'a', password: 'b', values: twice })).toMatchObject({
      ok: false,
      code: 'PARAMETER_INVALID',
      param: 'values',
    });
});

test('what is composed already is taken as it is, and what is forbidden is named beside what is not composed', () => {
  const values = { Größe: ['“ﬁ”', { a: 'x' }] };
  const read = readParams(PARAMS, { name: 'a', password: 'b', values });
  must(read.ok, 'all of it is accepted');
  expect(read.value.values).toBe(values);
  const refused = readParams(PARAMS, { name: 'a', password: 'b', values: { a: 'e\u0301', b: ['\0'] } });
  expect(refused).toMatchObject({ ok: false, code: 'PARAMETER_INVALID' });
  expect(JSON.stringify(refused)).toContain('values.b[0]');
});
