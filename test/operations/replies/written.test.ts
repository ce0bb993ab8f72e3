// A compiled writer that writes something else than the members it was declared with: a member lost, doubled, at
// another place, not escaped, or an absent one with its comma.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toJson } from '../../../src/kernel/json.ts';
import type { Json } from '../../../src/kernel/json.ts';
import { ascii, octets } from '../../../src/kernel/octets.ts';
import { Type } from '../../../src/kernel/params.ts';
import { maybe, text, whole } from '../../../src/operations/replies/members.ts';
import { Shapes } from '../../../src/operations/replies/shape.ts';
import { OctetWriting, Writing } from '../../../src/operations/replies/written.ts';
import { runs } from '../../harness/effort.ts';

interface Source {
  readonly name: string;
  readonly count: number;
  readonly note: string | undefined;
  readonly list: readonly string[];
}

const of = new Writing<Source, number>();
const Thing = of.record('Thing', 'A thing.', {
  kind: of.constant(Type.Literal('a "thing"'), 'a "thing"'),
  name: of.value(text('its name'), ({ name }) => name),
  twice: of.text(whole('its count, times the context'), ({ count }, times) => String(count * times)),
  note: of.value(maybe(text('a note')), ({ note }) => note),
  list: of.value(Type.Array(Type.String()), ({ list }) => list),
});

const sources = fc.record<Source>({
  name: fc.string({ unit: 'grapheme' }),
  count: fc.integer({ min: 0, max: 1e6 }),
  note: fc.option(fc.string(), { nil: undefined }),
  list: fc.array(fc.string(), { maxLength: 3 }),
});

test('a text is that of the plain value, and fits the schema of the same declaration', () => {
  const shapes = new Shapes(new Map());
  fc.assert(
    fc.property(sources, fc.integer({ min: 1, max: 9 }), (source, times) => {
      const { name, count, note, list } = source;
      const plain: Json = { kind: 'a "thing"', name, twice: count * times, ...(note !== undefined && { note }), list };
      const written = Thing.text(source, times);
      expect(written).toBe(toJson(plain));
      expect(shapes.problem(Thing.schema, JSON.parse(written))).toBeUndefined();
    }),
  );
});

describe('kept pieces', () => {
  const Line = of.record('Line', 'Of pieces that stay and pieces that change.', {
    name: of.fixed(text('stays'), ({ name }) => name),
    count: of.text(whole('changes'), ({ count }) => String(count)),
    list: of.fixed(Type.Array(Type.String()), ({ list }) => list),
    more: of.appended(maybe(text('added by whoever writes it'))),
  });

  test('start, live members and end are the whole text', () => {
    fc.assert(
      fc.property(sources, (source) => {
        const pieces = `${Line.start(source)}${Line.live(source, 1)}${Line.end(source)}}`;
        expect(pieces).toBe(Line.text(source, 1));
        expect(Object.keys(JSON.parse(pieces) as object)).toEqual(['name', 'count', 'list']);
      }),
    );
  });

  test('members that change between members that stay are refused', () => {
    const changing = of.text(whole('changes'), () => '1');
    const staying = of.fixed(text('stays'), ({ name }) => name);
    expect(() => of.group('', { changing, staying, again: changing })).toThrow('stand together');
    expect(() => of.group('', { staying, changing, last: staying })).not.toThrow();
  });

  test('a record does not begin with a member that may be absent', () => {
    const absent = of.value(maybe(text('a note')), ({ note }) => note);
    expect(() => of.group('', { absent })).toThrow('may be absent');
  });
});

describe('as octets', () => {
  const inOctets = new OctetWriting<Source, number>();
  const Encoded = inOctets.record('Encoded', 'Of values and texts.', {
    name: inOctets.value(text('its name'), ({ name }) => name),
    twice: inOctets.text(whole('its count, times the context'), ({ count }, times) => ascii(String(count * times))),
    note: inOctets.maybeText(maybe(text('a note')), ({ note }) => (note === undefined ? note : octets(toJson(note)))),
    list: inOctets.fixed(Type.Array(Type.String()), ({ list }) => list),
  });

  test('a text is the UTF-8 of the plain value, one character per byte', () => {
    const anyText = fc.string({ unit: fc.constantFrom('a', '"', 'ü', '€', '😀', '\ud800', '\0') });
    const any = fc.record<Source>({
      name: anyText,
      count: fc.integer({ min: 0, max: 1e6 }),
      note: fc.option(anyText, { nil: undefined }),
      list: fc.array(anyText, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(any, (source) => {
        const { name, count, note, list } = source;
        const plain: Json = { name, twice: count, ...(note !== undefined && { note }), list };
        expect(Buffer.from(Encoded.text(source, 1), 'latin1').toString()).toBe(toJson(plain));
      }),
      { numRuns: runs(50) },
    );
  });

  test('the compiler refuses a text that nobody has encoded', () => {
    // This does not compile where a member takes any string.
    const takes: string extends ReturnType<Parameters<typeof inOctets.text>[1]> ? 'any string' : 'octets' = 'octets';
    const joins: string extends ReturnType<typeof Encoded.text> ? 'any string' : 'octets' = takes;
    expect(joins).toBe('octets');
    expect(Encoded).not.toHaveProperty('json');
  });
});
