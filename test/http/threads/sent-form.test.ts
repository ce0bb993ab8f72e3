// Forms between threads: would catch a value that arrives as another one, or members in another order than they were
// sent in.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeForm, plainJsonOf } from '../../../src/http/form/form.ts';
import { bytesOfForm, bytesOfTexts, formOfBytes, textsOfBytes } from '../../../src/http/threads/sent-form.ts';
import { entriesAsSent } from '../../../src/kernel/json-reader.ts';
import { refuse } from '../../../src/kernel/result.ts';
import { ANY_CHARACTER } from '../../harness/any-character.ts';
import { runs } from '../../harness/effort.ts';
import { inheritsNothing } from '../form/inherits-nothing.ts';

const LIMITS = { bodyFieldsMax: 200, fieldNameBytesMax: 1000 };

/** A value with the order of its members; what is not the same number is another text. */
const asSent = (value: unknown): unknown => {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : `${value}`;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(asSent);
  return { members: entriesAsSent(value as { [name: string]: unknown }).map(([name, one]) => [name, asSent(one)]) };
};

const name = fc.oneof(
  fc.constantFrom('10', '2', '1', '__proto__', 'a'),
  fc.string({ unit: ANY_CHARACTER, maxLength: 9 }),
);
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('-0', '1e400', '1e-7', '0.1', 'null', 'true', '"\\ud800"', '9007199254740993'),
    fc.string({ unit: ANY_CHARACTER }).map((text) => JSON.stringify(text)),
    fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join()}]`),
    fc
      .array(fc.tuple(name, tie('json')), { maxLength: 5 })
      .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`),
  ),
}));

test('a form is what it was, every number and the order of its members', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, json), { maxLength: 4 }), (members) => {
      const body = `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`;
      const form = decodeForm('application/json', Buffer.from(body), LIMITS);
      for (const text of [undefined, plainJsonOf('application/json', Buffer.from(body))]) {
        const sent = formOfBytes(bytesOfForm(form, text));
        if (!form.ok || !sent.ok) {
          expect(sent).toEqual(form);
          continue;
        }
        expect(inheritsNothing(sent.value)).toBe(true);
        expect(asSent(sent.value)).toEqual(asSent(form.value));
      }
    }),
    {
      numRuns: runs(200),
      examples: [
        [[['pipe', '{"b":1,"10":{"7":1,"3":2},"2":[{"9":1,"8":2}]}']]],
        [[['x', '{"__proto__":{"y":1}}']]],
        [[['x', '{"\\u005f_proto__":{"y":1},"__pr\\u006Fto__":2}']]],
      ],
    },
  );
});

test('a few texts, and why there are none, are what they were', () => {
  const form = decodeForm('application/json', Buffer.from('{"a":"\\ud800ü","b":""}'), LIMITS);
  for (const texts of [form, refuse('BODY_UNDECODABLE', 'x', 'It is no JSON.')])
    expect(textsOfBytes(bytesOfTexts(texts))).toEqual(texts);
});
