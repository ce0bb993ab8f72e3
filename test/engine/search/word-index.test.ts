// Catches words that the index loses, invents or spells otherwise than the texts do: each part against a plain scan.
import { runs, sample } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { Index } from 'flexsearch';
import { afterEach, expect, test } from 'vitest';
import { replaced } from '../../harness/replaced.ts';
import { leafHolds } from '../../../src/domain/search/constraint.ts';
import { parseConstraint } from '../../../src/domain/search/parse-constraint.ts';
import { MATCHED, fold, lowered, wordsOf } from '../../../src/domain/search/text-fold.ts';
import { composed } from '../../../src/kernel/text.ts';
import { matchKey, matchQuery, wordQuality } from '../../../src/domain/search/word-match.ts';
import type { ClassPartition } from '../../../src/engine/search/class-partition.ts';
import { FORWARD } from '../../../src/engine/search/forward-index.ts';
import { docsLike } from '../../../src/engine/search/like.ts';
import { runToEnd } from '../../../src/engine/search/steps.ts';
import { PREFIXES } from '../../../src/engine/search/prefix-index.ts';
import { SearchIndex } from '../../../src/engine/search/search-index.ts';
import { FORM, Tokenizer, hashOf } from '../../../src/engine/search/tokenizer.ts';
import { Vocabulary } from '../../../src/engine/search/vocabulary.ts';
import { InvertedIndex, whileRepeated } from '../../../src/engine/search/inverted-index.ts';
import { anyText, text } from './text-values.ts';

const RUNS = runs(50);
const { wordsMax: matchedMax } = MATCHED;
afterEach(() => {
  MATCHED.wordsMax = matchedMax;
});

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'e', 'o', 'u', '1'), minLength: 1, maxLength: 10 });

const tokens = new Tokenizer();
const retained = (vocabulary: Vocabulary, word: string): number => {
  tokens.read(word);
  return vocabulary.retain(tokens.units, tokens.starts[0]!, tokens.ends[0]!, tokens.hashes[0]!);
};

/** Two texts that begin alike, and two that end alike, one change right after the other. */
const ALIKE: [row: number, text: string][][] = [
  ['a b', 'a b', 'b c', 'd'],
  ['a b', 'b c', '', ''],
].map((texts) => texts.map((one, at) => [1 + (at % 2), one]));

test('an inverted index holds exactly the words of its documents’ present texts', () => {
  const change = fc.tuple(
    fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 3000 })),
    fc.oneof({ weight: 3, arbitrary: text }, { weight: 2, arbitrary: fc.constantFrom('', 'a b', 'b c') }),
  );
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 120, size: 'max' }),
      fc.boolean(),
      fc.constantFrom(1, 21, 3000),
      fc.constantFrom(MATCHED.wordsMax, 1, 2),
      fc.boolean(),
      (changes, html, total, most, isRepeated) => {
        MATCHED.wordsMax = most;
        const vocabulary = new Vocabulary();
        const words = new InvertedIndex(vocabulary, html);
        const held = new Map<number, string>();
        const into = new Uint32Array(5000);
        const write = (): void => {
          for (const [row, now] of changes) {
            words.replace(row, held.get(row) ?? '', now, total);
            held.set(row, now);
          }
        };
        if (isRepeated) whileRepeated(write);
        else write();
        const rowsOf = new Map<string, Set<number>>();
        for (const [row, now] of held) {
          for (const word of wordsOf(html ? now.replace(/<[^<>]*>/g, ' ') : now).slice(0, most))
            rowsOf.set(word, (rowsOf.get(word) ?? new Set()).add(row));
        }
        expect(new Set(words.formIds().map((slot) => vocabulary.wordAt(words.wordIdOf(slot))))).toEqual(
          new Set(rowsOf.keys()),
        );
        for (const [word, rows] of rowsOf) {
          const id = vocabulary.idOf(word);
          const found = words.formsOf(id).flatMap((slot) => {
            const its = [...words.docIdsFrom(slot, 0, into.length, into)];
            expect(its, 'ascending').toEqual(its.toSorted((a, b) => a - b));
            expect(its.length).toBe(words.docCount(slot));
            expect([...held.keys()].filter((row) => words.has(slot, row)).sort((a, b) => a - b)).toEqual(its);
            return its;
          });
          expect(new Set(found), word).toEqual(rows);
          expect(words.docCountOfWord(id)).toBe(found.length);
          const part = word.slice(0, 3);
          for (const [begins, ends] of [
            [false, false],
            [true, false],
            [false, true],
            [true, true],
          ] as const) {
            const seen = [...runToEnd(words.wordsContaining(part, begins, ends))];
            const meant = (one: string): boolean =>
              begins ? (ends ? one === part : one.startsWith(part)) : ends ? one.endsWith(part) : one.includes(part);
            expect(
              seen.sort((a, b) => a - b),
              'each once',
            ).toEqual(words.formIds().filter((slot) => meant(vocabulary.wordAt(words.wordIdOf(slot)))));
          }
        }
        words.clear();
        for (const word of rowsOf.keys())
          expect(runToEnd(vocabulary.matching(matchQuery(word)[0]!)).ids, 'words nobody uses are forgotten').toEqual(
            [],
          );
      },
    ),
    { numRuns: runs(20), examples: ALIKE.map((changes) => [changes, false, 21, matchedMax, true]) },
  );
});

test('the vocabulary matches the words that wordQuality accepts, with the same quality', () => {
  const step = fc.tuple(fc.oneof(letters, text), fc.boolean());
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 80, size: 'max' }),
      fc.array(fc.oneof(letters, text), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(0, 1, 1000),
      (steps, queries, taken) => {
        PREFIXES.recordWordsMax = taken;
        const vocabulary = new Vocabulary();
        const uses = new Map<string, number>();
        for (const [source, stays] of steps) {
          vocabulary.beginRecord();
          for (const word of wordsOf(source)) {
            const used = uses.get(word) ?? 0;
            if (stays || used === 0) {
              expect(vocabulary.wordAt(retained(vocabulary, word))).toBe(word);
              uses.set(word, used + 1);
            } else {
              vocabulary.release(vocabulary.idOf(word));
              uses.set(word, used - 1);
            }
          }
        }
        for (const query of queries.flatMap(matchQuery)) {
          const expected = [...uses].flatMap(([word, used]): [string, number][] => {
            const quality = used === 0 ? 0 : wordQuality(query.key, matchKey(word), query.last);
            return quality === 0 ? [] : [[word, quality]];
          });
          const answers = runToEnd(vocabulary.matching(query));
          const found = answers.ids.map((id): [string, number] => [vocabulary.wordAt(id), answers.qualities[id]!]);
          expect(answers.ids.length, 'each once').toBe(new Map(found).size);
          expect(new Map(found), query.key).toEqual(new Map(expected));
          for (const [word, used] of uses)
            if (used > 0) expect(answers.qualities[vocabulary.idOf(word)]).toBe(new Map(expected).get(word) ?? 0);
          vocabulary.scratch.releaseMarks(answers.qualities);
        }
      },
    ),
    { numRuns: RUNS },
  );
  PREFIXES.recordWordsMax = 1000;
});

test('FlexSearch takes a thousand new words of a record, and its others are found all the same', () => {
  const vocabulary = new Vocabulary();
  let taken = 0;
  const mend = replaced(
    Index.prototype,
    'add',
    (own) =>
      function (this: Index, ...given) {
        taken += 1;
        return own.apply(this, given);
      },
  );
  const word = (at: number): string => `${at}`.replace(/\d/g, (digit) => 'abcdfghijk'[Number(digit)]!);
  const ids = Array.from({ length: 3000 }, (_, at) => retained(vocabulary, word(at + 1000)));
  mend();
  expect(taken).toBe(1000);
  const found = (query: string): number => runToEnd(vocabulary.matching(matchQuery(query)[0]!)).ids.length;
  expect([found('b'), found('d'), found('da')]).toEqual([1000, 1000, 100]);
  for (const id of ids.slice(500, 2500)) vocabulary.release(id);
  expect([found('b'), found('c'), found('d'), found('da')]).toEqual([500, 0, 500, 0]);
});

test.each(sample([200_000, 800_000]))('a text of %d letters is one long word: it is kept and found', (letters) => {
  const vocabulary = new Vocabulary();
  const long = 'abcdefgh'.repeat(letters / 8);
  const id = retained(vocabulary, long);
  retained(vocabulary, `${long}x`);
  const answer = (query: string): number => runToEnd(vocabulary.matching(matchQuery(query)[0]!)).qualities[id]!;
  expect(answer(long)).toBe(4);
  expect(answer(long.slice(0, 5))).toBe(3);
  expect(answer(long.slice(0, 9000))).toBe(3);
  expect(answer(`${long.slice(0, 9000)}z`)).toBe(0);
  vocabulary.release(id);
  expect(answer(long.slice(0, 5))).toBe(0);
});

test('a text’s tokens are its first words, in the forms that its lower case holds', () => {
  const texts = fc.oneof(
    anyText,
    fc.array(anyText, { maxLength: 20 }).map((all) => all.join(' ')),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom(Infinity, 1, 2, 3), (one, most) => {
      const read = new Tokenizer();
      read.read(one, most);
      expect(read.isCut).toBe(wordsOf(one).length > most);
      const forms = Array.from({ length: read.count }, (_, at) => read.word(at));
      expect(forms.map((form, at) => (read.forms[at] === FORM.spelled ? fold(form) : form))).toEqual(
        wordsOf(one).slice(0, most),
      );
      forms.forEach((form, at) => {
        expect(read.hashes[at]).toBe(hashOf(read.units, read.starts[at]!, read.ends[at]!));
        if (read.forms[at] !== FORM.folded) expect(lowered(one)).toContain(form);
        expect(fold(form) === form).toBe(read.forms[at] !== FORM.spelled);
      });
    }),
    // Fewer words than so many characters usually hold, and a character of two units where the beginning ends.
    { numRuns: RUNS * 4, examples: ['ﬁ', 'ﬁa', 'ﬁaa'].map((one) => [`${one}${'a𐐀'.repeat(20)} b ½ c`, 2]) },
  );
});

/** Words and gaps of few letters, so that the beginning of one is the end of another. */
const phrases = fc.string({
  unit: fc.constantFrom('a', 'a', 'b', 'B', 'é', ' ', ' ', ',', '.', '-', '½', '™', 'ß', '\u00ad'),
  maxLength: 16,
  size: 'max',
});

/**
 * A forward index as it is; one with hardly a gap of its own; one that keeps only short texts, those in both widths;
 * one that has a word of each text.
 */
const FORWARDS = [
  { ...FORWARD, wordsMax: MATCHED.wordsMax },
  { separatorsMax: 1, narrowMax: 0, wordsMax: MATCHED.wordsMax },
  { separatorsMax: 2, narrowMax: 258, wordsMax: 3 },
  { ...FORWARD, wordsMax: 1 },
];

test('LIKE by words finds what a look at every text does, whatever the texts were before', () => {
  const searchable = {
    classOf: () => 0,
    texts: undefined,
    computed: {},
    linked: {},
    bareNames: true,
    idFields: [],
    nameFields: [],
  };
  // As columns keep texts, and callers' patterns come.
  const one = fc.oneof(anyText, phrases, phrases).map(composed);
  const pieces = fc
    .tuple(one, fc.nat({ max: 12 }), fc.nat({ max: 6 }), fc.constantFrom('', '%', '_'))
    .map(([of, from, length, mark]) => mark + of.slice(from, from + length) + mark);
  const changes = fc.array(fc.tuple(fc.nat({ max: 11 }), one), { maxLength: 4 });
  const asked = fc.record({
    patterns: fc.array(pieces, { maxLength: 4 }),
    from: fc.nat(),
    at: fc.nat(),
    length: fc.nat({ max: 12 }),
  });
  const before = { ...FORWARD };
  const law = fc.property(
    fc.array(one, { minLength: 1, maxLength: 12 }),
    changes,
    asked,
    fc.constantFrom(...FORWARDS),
    (given, changed, { patterns, from, at, length }, { wordsMax, ...forward }) => {
      Object.assign(FORWARD, forward);
      MATCHED.wordsMax = wordsMax;
      const index = new SearchIndex<{ readonly text: string }>(
        { ...searchable, stored: { text: { read: (state) => state.text, words: true } } },
        () => [],
      );
      const texts = [...given];
      texts.forEach((text, of) => index.add(of + 1, { text }));
      index.warm(() => true);
      for (const [of, text] of changed) {
        if (of >= texts.length) continue;
        index.change(of + 1, { text: texts[of]! }, { text });
        texts[of] = text;
      }
      const group = index.partitionOf(1)!;
      const source = texts[from % texts.length]!;
      const begin = at % (source.length + 1);
      for (const pattern of [...patterns, source.slice(begin, begin + length), source]) {
        const constraint = parseConstraint({ text: ['LIKE', pattern] });
        if (!constraint.ok || constraint.value.type !== 'leaf') continue;
        const { value: leaf } = constraint;
        const found = runToEnd(docsLike(group as unknown as ClassPartition, group.storedChain('text')!, leaf));
        if (found === undefined) continue;
        expect([...found], JSON.stringify(pattern)).toEqual(
          texts.flatMap((text, row) => (leafHolds(leaf, text) ? [row] : [])),
        );
      }
    },
  );
  try {
    fc.assert(law, { numRuns: RUNS * 8 });
  } finally {
    Object.assign(FORWARD, before);
  }
});

test('tables that grow before they are full are seldom made larger and lose nothing', () => {
  const words = new InvertedIndex(new Vocabulary(), false);
  const rows = 3000;
  let grown = 0;
  for (let row = 0; row < rows; row += 1) {
    words.add(row, Array.from({ length: 10 }, (_, at) => `w${row * 10 + at}`).join(' '), rows);
    if (words.growAhead()) grown += 1;
  }
  expect(grown).toBeGreaterThan(4);
  expect(grown).toBeLessThan(20);
  const found: number[] = [];
  for (const word of ['w0', 'w8191', 'w8192', 'w29999'])
    for (const slot of runToEnd(words.formsContaining(word, true, true)))
      found.push(...words.docIdsFrom(slot, 0, rows, new Uint32Array(rows)));
  expect(found).toEqual([0, 819, 819, 2999]);
  expect(words.size).toBe(rows * 10);
});
