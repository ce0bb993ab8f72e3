// Would catch a reply whose chunks, joined, are not the reply made at once, whatever is in it and wherever a chunk
// ends.
import { ANY_CHARACTER } from '../harness/any-character.ts';
import { runs } from '../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Keyed, LazyList, LazyText, RawJson, toJson } from '../../src/kernel/json.ts';
import type { ListEntry, Json } from '../../src/kernel/json.ts';
import { ReplyChunks, jsonFormat } from '../../src/kernel/reply-chunks.ts';
import type { ReplyFormat } from '../../src/kernel/reply-chunks.ts';
import { LAZY_JSON } from '../../src/kernel/json-reader.ts';
import { asXml, toXml, xmlTemplate } from '../../src/outside/xml.ts';

/** A reply twice: with its lists as they are written later, and with all that is in them. */
interface Pair {
  /** Anew for each writer: a list that was written is over. */
  readonly later: () => Json;
  readonly now: Json;
}

type NamedPairs = readonly (readonly [name: string, value: Pair])[];

const texts = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 8 }),
  fc.constantFrom('', '12', 'name', 'object', 'orders', 'positions', 'a\tb\r\n', '\u0001\u0003', '&<>"'),
);
const members = (of: fc.Arbitrary<Pair>, keys: fc.Arbitrary<string> = texts): fc.Arbitrary<NamedPairs> =>
  fc.uniqueArray(fc.tuple(keys, of), { selector: ([key]) => key, maxLength: 6 });

const keyedPair = (entries: NamedPairs): Pair => ({
  later: () => new Keyed(entries.map(([name, { later }]) => [name, later()])),
  now: new Keyed(entries.map(([name, { now }]) => [name, now])),
});

/** A record that says its own name, as products do. */
const named = (entries: NamedPairs): NamedPairs =>
  entries.map(([name, { later, now }]) => {
    const head = { object: 'thing', name };
    return [
      name,
      {
        later: () => new Keyed([...Object.entries(head), ['inside', later()]]),
        now: new Keyed([...Object.entries(head), ['inside', now]]),
      },
    ];
  });

const listPair = (entries: NamedPairs, keyed: boolean): Pair => {
  const show = (at: number): ListEntry => [entries[at]![0], entries[at]![1].later()];
  return {
    later: () => new LazyList({ count: entries.length, keyed, show }),
    now: keyed ? new Keyed(entries.map(([name, { now }]) => [name, now])) : entries.map(([, { now }]) => now),
  };
};

/** Pieces of a text; the first character keeps it from being a name. */
const pieces = fc
  .array(fc.string({ unit: ANY_CHARACTER, maxLength: 40 }), { maxLength: 6 })
  .map((given) => [' ', ...given]);

const textPair = (given: readonly string[]): Pair => ({
  later: () => new LazyText(given.length, (at) => given[at]!),
  now: given.join(''),
});

const { pair } = fc.letrec<{ pair: Pair }>((tie) => ({
  pair: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc
      .oneof(texts, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null))
      .map((value): Pair => ({ later: () => value, now: value })),
    pieces.map(textPair),
    texts.map((value) => ({ later: () => new RawJson(toJson({ value })), now: { value } })),
    members(tie('pair')).map(keyedPair),
    fc
      .array(tie('pair'), { maxLength: 4 })
      .map((list) => ({ later: () => list.map(({ later }) => later()), now: list.map(({ now }) => now) })),
    members(tie('pair')).map((entries) => listPair(entries, false)),
    // What an object keyed by the names of records is in XML hangs on all of its records: all of them say their names,
    // or none.
    members(tie('pair')).map((entries) => listPair(named(entries), true)),
    members(tie('pair'), fc.stringMatching(/^[a-z]{1,5}$/)).map((entries) =>
      listPair(
        entries.map(([name, { later, now }]) => [name, { later: () => [later()], now: [now] }]),
        true,
      ),
    ),
  ),
}));

const inSlices = (value: Json, format: ReplyFormat, workMax: number): string[] => {
  const slices = new ReplyChunks(format(value));
  const pieces: string[] = [];
  while (!slices.done) pieces.push(slices.nextChunk(workMax));
  return pieces;
};

const workMax = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 400, max: 3000 }), fc.constant(1_000_000));
const RUNS = { numRuns: runs(150) };

describe('a reply in slices is the same as in one piece', () => {
  // Catches: a comma, a bracket or a name lost where a slice ends; a list in a record of a list, or a text, written
  // twice or not at all.
  test('as JSON', () => {
    fc.assert(
      fc.property(pair, workMax, ({ later, now }, max) => {
        const whole = toJson(now);
        expect(toJson(later())).toBe(whole);
        expect(inSlices(later(), jsonFormat, max).join('')).toBe(whole);
      }),
      RUNS,
    );
  });

  test('as XML', () => {
    fc.assert(
      fc.property(members(pair).map(keyedPair), workMax, ({ later, now }, max) => {
        expect(inSlices(later(), asXml, max).join('')).toBe(toXml(toJson(now)));
      }),
      RUNS,
    );
  });

  // Catches: a record that is cut wrongly out of the text of its list, a text that is cut within an escape or a
  // character, and lists whose form in XML is another where they are read lazily.
  test('as XML from the text of a reply, its long lists and texts read as they are written', () => {
    const asItIs = { ...LAZY_JSON };
    // A reply in slots is a long one: it has a member that is an element, so that its own is never an empty one.
    const head = ['object', 'count'].map((name): NamedPairs[number] => [name, { later: () => 'reply', now: 'reply' }]);
    const named = members(pair).map((entries) =>
      keyedPair([...head, ...entries.filter(([name]) => name !== 'object' && name !== 'count')]),
    );
    try {
      for (const charsMin of [3, 40, asItIs.charsMin]) {
        // Names are shorter than two such pieces.
        Object.assign(LAZY_JSON, { charsMin, entriesMin: 2, pieceChars: 25 });
        const law = fc.property(fc.oneof(named, pair), workMax, ({ now }, max) => {
          const chunks = new ReplyChunks(xmlTemplate(toJson(now)));
          const pieces: string[] = [];
          while (!chunks.done) pieces.push(chunks.nextChunk(max));
          expect(pieces.join('')).toBe(toXml(toJson(now)));
        });
        fc.assert(law, RUNS);
      }
    } finally {
      Object.assign(LAZY_JSON, asItIs);
    }
  });
});

test('a slice ends behind the record that makes it large enough, within the records of a record, too', () => {
  const inner = (): LazyList => new LazyList({ count: 100, show: (at) => ['', `${at}`.padStart(500, '.')] });
  const value = { list: new LazyList({ count: 10, show: () => ['', { inner: inner() }] }) };
  const pieces = inSlices(value, jsonFormat, 10_000);
  expect(pieces.length).toBeGreaterThan(90);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(11_000);
  expect(JSON.parse(pieces.join(''))).toMatchObject({ list: expect.any(Array) });
});

test('a slice ends behind the piece of a text that makes it large enough, of the text of a reply as well', () => {
  const text = 'Müller & Söhne "10 €"\n'.repeat(10_000);
  const halves = Array.from({ length: 20 }, (_, at) =>
    text.slice((at * text.length) / 20, ((at + 1) * text.length) / 20),
  );
  const given = { object: 'thing', text: new LazyText(20, (at) => halves[at]!), end: 1 };
  const whole = { ...given, text };
  const json = inSlices(given, jsonFormat, 10_000);
  expect(json.join('')).toBe(toJson(whole));
  const xml = new ReplyChunks(xmlTemplate(toJson(whole)));
  const parts: string[] = [];
  while (!xml.done) parts.push(xml.nextChunk(10_000));
  expect(parts.join('')).toBe(toXml(toJson(whole)));
  for (const slices of [json, parts]) {
    expect(slices.length).toBeGreaterThan(10);
    expect(Math.max(...slices.map(({ length }) => length))).toBeLessThan(40_000);
  }
});

test('work that is done elsewhere ends a slice, too', () => {
  let rows = 0;
  const slices = new ReplyChunks(jsonFormat(new LazyList({ count: 10, show: () => ['', (rows += 3)] })));
  let pieces = 0;
  for (let before = 0; !slices.done; pieces += 1, before = rows)
    slices.nextChunk(100_000, () => (rows - before) * 20_000);
  expect(pieces, 'two records each, and the end').toBe(6);
});

test('a record that is kept is shown as it was, one that is written already is not', () => {
  const state = ['a', 'b', 'c', 'd'];
  const records = new LazyList({
    count: 4,
    keyed: true,
    kind: 'thing',
    ids: [7, 5, 9, 2],
    show: (at) => [state[at]!, { said: state[at]! }],
  });
  const slices = new ReplyChunks(jsonFormat(records));
  let text = slices.nextChunk(500);
  expect([records.pendingIndexOf(7), records.pendingIndexOf(9), records.pendingIndexOf(3)]).toEqual([-1, 2, -1]);
  expect(records.freeze(2)).toBe('{"said":"c"}'.length);
  expect(records.freeze(2)).toBe(0);
  state.fill('changed');
  while (!slices.done) text += slices.nextChunk(500);
  expect(text).toBe('{"a":{"said":"a"},"changed":{"said":"changed"},"c":{"said":"c"},"changed":{"said":"changed"}}');
});
