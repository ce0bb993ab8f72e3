// Would catch a synonym that is replaced twice, one that works in the wrong direction, a query whose readings grow
// without bound, a synonym that is told and not read, an ignored word that empties a query, and a pin that case,
// accents or an ignored word keep from its query.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseConstraint } from '../../../src/domain/search/parse-constraint.ts';
import type { Leaf } from '../../../src/domain/search/constraint.ts';
import { CompiledWords, READINGS_MAX } from '../../../src/domain/words/compiled-words.ts';
import { NO_WORDS } from '../../../src/domain/words/terms.ts';
import type { WordTerms } from '../../../src/domain/words/terms.ts';
import { runs } from '../../harness/effort.ts';
import { word, wordTerms } from './words-commands.ts';

const matched = (text: string): Leaf => {
  const read = parseConstraint({ search: ['MATCH', text] });
  if (!read.ok || read.value.type !== 'leaf') throw new Error(text);
  return read.value;
};
const keys = ({ query }: Leaf): string => query!.map(({ key }) => key).join(' ');
const readings = (given: Partial<WordTerms>, text: string): readonly string[] => {
  const { leaf = matched(text) } = new CompiledWords({ ...NO_WORDS, ...given }).applied(matched(text)) ?? {};
  return [leaf, ...(leaf.also ?? [])].map(keys);
};

describe('readings of a query', () => {
  const round = { synonyms: [{ words: ['couch', 'sofa', 'settee'], finds: [] }] };

  test('both ways: each finds the others, once', () => {
    expect(readings(round, 'red Couch')).toEqual(['red couch', 'red sofa', 'red settee']);
    expect(readings(round, 'sofa')).toEqual(['sofa', 'couch', 'settee']);
    expect(readings(round, 'chair')).toEqual(['chair']);
  });

  test('one way: what is found does not find back', () => {
    const one = { synonyms: [{ words: ['jeans'], finds: ['denim trousers'] }] };
    expect(readings(one, 'red jeans')).toEqual(['red jeans', 'red denim trousers']);
    expect(readings(one, 'denim trousers')).toEqual(['denim trousers']);
  });

  test('synonyms that go round are replaced once', () => {
    const around = [
      { words: ['a1'], finds: ['b1'] },
      { words: ['b1'], finds: ['c1'] },
      { words: ['c1'], finds: ['a1'] },
    ];
    expect(readings({ synonyms: around }, 'a1')).toEqual(['a1', 'b1']);
  });

  test('the longest words side by side count, and those of the shop are no typos', () => {
    const synonyms = [
      { words: ['tv'], finds: ['television'] },
      { words: ['tv stand'], finds: ['lowboard'] },
    ];
    expect(readings({ synonyms }, 'oak tv stand')).toEqual(['oak tv stand', 'oak lowboard']);
    const { leaf } = new CompiledWords({ ...NO_WORDS, synonyms }).applied(matched('fernseher television tv'))!;
    expect(leaf.query!.map(({ edits }) => edits)).toEqual([2, 2, 0]);
    expect(leaf.also![0]!.query!.map(({ edits }) => edits)).toEqual([2, 2, 0]);
  });

  test('what was found is what is read, each once, however it is written', () => {
    const synonyms = [
      { words: ['sofa', 'Couch', 'COUCH'], finds: [] },
      { words: ['SOFA'], finds: Array.from('abcdefg') },
    ];
    const { told } = new CompiledWords({ ...NO_WORDS, synonyms }).applied(matched('sofa'))!;
    expect(told.synonyms).toEqual([{ words: 'sofa', finds: ['Couch', ...Array.from('abcdef')] }]);
    expect(readings({ synonyms }, 'sofa')).toEqual(['sofa', 'couch', ...Array.from('abcdef')]);
  });

  test('what no reading has is not told', () => {
    const words = Array.from('abcdefgh');
    const synonyms = [
      { words, finds: [] },
      { words: ['red'], finds: ['crimson', 'scarlet'] },
    ];
    const told = (text: string): unknown =>
      new CompiledWords({ ...NO_WORDS, synonyms }).applied(matched(text))!.told.synonyms;
    expect(told('red a')).toEqual([
      { words: 'red', finds: ['crimson', 'scarlet'] },
      { words: 'a', finds: ['b', 'c'] },
    ]);
    expect(told('a red')).toEqual([{ words: 'a', finds: words.slice(1) }]);
  });

  test('there are at most eight, the typed one first, and none is longer than a query may be', () => {
    const law = fc.property(wordTerms, fc.array(word, { minLength: 1, maxLength: 6 }), (given, words) => {
      const text = words.join(' ');
      const read = readings({ ...given, ignored: [] }, text);
      expect(read.length).toBeLessThanOrEqual(READINGS_MAX);
      expect(read[0]).toBe(keys(matched(text)));
      expect(new Set(read.slice(1)).has(read[0]!)).toBe(false);
    });
    fc.assert(law, { numRuns: runs(200) });
    const many = Array.from({ length: 16 }, (_, at) => `w${at}`);
    const synonyms = many.map((one) => ({ words: [one], finds: [`${one}x`, `${one}y z`] }));
    const read = readings({ synonyms }, many.join(' '));
    expect(read.length).toBeGreaterThan(1);
    expect(Math.max(...read.map((one) => one.split(' ').length))).toBeLessThanOrEqual(16);
  });
});

describe('what is said of whole queries', () => {
  const given: WordTerms = {
    synonyms: [],
    pinned: [{ query: 'The Über sofa', ids: [4, 2] }],
    redirects: [{ query: 'sale', url: '/sale' }],
    ignored: ['the', 'of'],
  };
  const words = new CompiledWords(given);

  test('ignored words are left out, unless nothing else is left', () => {
    expect(readings({ ignored: ['the', 'of'] }, 'the legs of sofas')).toEqual(['legs sofas']);
    expect(words.applied(matched('of the'))).toBeUndefined();
  });

  test('pins and redirects are for queries that mean the same', () => {
    expect(words.applied(matched('UEBER SOFA'))).toMatchObject({ leaf: { pinned: [4, 2] }, told: { pinned: [4, 2] } });
    expect(words.applied(matched('the sale!'))).toMatchObject({ told: { redirect: '/sale', ignored: ['the'] } });
    expect(words.applied(matched('uber sofas'))).toBeUndefined();
  });
});
