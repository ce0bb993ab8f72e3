// Catches texts that are found, split or ordered otherwise than their Unicode classes say.
import { ANY_CHARACTER } from '../../harness/any-character.ts';
import { EFFORT, runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONSTRAINT_LIMITS } from '../../../src/domain/search/parse-constraint.ts';
import { compareText, textKey } from '../../../src/domain/search/text-order.ts';
import {
  editsMax,
  matchKey,
  matchQuery,
  matchRank,
  wholeQuery,
  withinEdits,
  wordQuality,
} from '../../../src/domain/search/word-match.ts';
import { fold, lowered, wordsOf } from '../../../src/domain/search/text-fold.ts';

const RUNS = { numRuns: runs(200) };
// Letters that fold in every way there is, beside those that random text would never draw.
const tricky = fc.constantFrom(
  ...'aAbeouäÄöüßẞæÆœøłđıİςΣσſﬁ™²½ÿǾé한が漢яЯ𝐀𐐀😀\u0301\u0345\u00AD\u200D 0159-_%.'.split(/(?:)/u),
);
const text = fc.oneof(
  fc.string({ unit: tricky, maxLength: 12 }),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: ANY_CHARACTER, maxLength: 12 }),
);
const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });

const NOTHING = /[\p{Unassigned}\p{Private_Use}]/u;

/** All characters; in short runs those of alphabets, and of the others, which are in long rows alike, one in 97. */
const everyCharacter = function* (): Generator<string> {
  const step = EFFORT === 'quick' ? 97 : 1;
  for (let code = 0; code < 0x110000; code += code < 0x3000 ? 1 : step)
    if ((code < 0xd800 || code > 0xdfff) && !NOTHING.test(String.fromCodePoint(code))) yield String.fromCodePoint(code);
};

describe('fold', () => {
  // Catches a rule that looks at neighbours, as JavaScript's lower case of Σ does: an index that folds pieces would
  // then disagree with one that folds whole texts.
  it('folds a text piece by piece', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(fold(a + b)).toBe(fold(a) + fold(b));
      }),
      RUNS,
    );
  });

  // Catches a fold that leaves something to fold (ℌ is H before it is h), an index of lowered pieces that misses texts,
  // and keys and comparisons that fold İ, whose lower case is two code points, to nothing (seed -537033941).
  it('is done after once, for every character, also after lower case', () => {
    const wrong: string[] = [];
    for (const one of everyCharacter()) {
      const folded = fold(one);
      if (fold(folded) !== folded || fold(lowered(one)) !== folded || textKey(one) !== textKey(folded)) wrong.push(one);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['Größe', 'grosse'],
    ['GRÖẞE', 'grosse'],
    ['Œuvre Ærø Łódź Đakovo', 'oeuvre aero lodz dakovo'],
    ['ISTANBUL ıİ', 'istanbul ii'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['ﬁne m² ½', 'fine m2 1⁄2'],
    ['Gore\u00ADtex™', 'goretex'],
    ['e\u0301té', 'ete'],
    ['ЙЁ', 'ие'],
  ])('%s is %s', (given, folded) => expect(fold(given)).toBe(folded));
});

describe('lowered', () => {
  // Catches lower case that makes one character two or reads a word's end: `_` of LIKE must stand for one character.
  it('is one code point for one', () => {
    const wrong = [...everyCharacter()].filter((one) => [...lowered(one)].length !== 1);
    expect(wrong).toEqual([]);
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(lowered(a + b)).toBe(lowered(a) + lowered(b));
      }),
      RUNS,
    );
  });
});

describe('wordsOf', () => {
  // Catches a hand-written loop that ends a word early, loses the last one or splits a surrogate pair.
  it('is what the Unicode classes say of the folded text', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(wordsOf(given)).toEqual(fold(given).match(/[\p{L}\p{N}]+/gu) ?? []);
      }),
      RUNS,
    );
  });

  it.each([
    ['Nike Air-Max 90, Größe 42½', ['nike', 'air', 'max', '90', 'grosse', '421', '2']],
    ['L’Oréal', ['l', 'oreal']],
    ['\u{1D400}b 漢字 x', ['ab', '漢字', 'x']],
    ['…  -- !', []],
    ['', []],
  ])('%s', (given, words) => expect(wordsOf(given)).toEqual(words));
});

describe('matchKey', () => {
  it.each([
    ['müller', 'muller'],
    ['mueller', 'muller'],
    ['oel', 'ol'],
    ['neue', 'neu'],
    ['aee', 'ae'],
    ['e', 'e'],
    ['hoehe', 'hohe'],
  ])('%s is %s', (word, key) => expect(matchKey(fold(word))).toBe(key));

  // Catches a rule that reads ahead: the beginning of a word would stop being found while it is typed.
  it('keeps beginnings', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'e', 'o', 'u', 'x'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(matchKey(a + b).startsWith(matchKey(a))).toBe(true);
      }),
      RUNS,
    );
  });
});

/** Optimal string alignment as the textbook has it, the whole table. */
const distance = (a: string, b: string): number => {
  const d = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      let least = Math.min(d[i - 1]![j]! + 1, d[i]![j - 1]! + 1, d[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, d[i - 2]![j - 2]! + 1);
      d[i]![j] = least;
    }
  }
  return d[a.length]![b.length]!;
};

describe('withinEdits', () => {
  // Catches a band too narrow, a beginning or end cut off that a swap needed, and rows left over from the call before.
  it('is the distance of the whole table', () => {
    fc.assert(
      fc.property(letters, letters, fc.integer({ min: 0, max: 5 }), (a, b, max) => {
        expect(withinEdits(a, b, max)).toBe(distance(a, b) <= max);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('ends early on long texts', () => {
    const long = 'ab'.repeat(500_000);
    expect(withinEdits(`x${long}x`, `y${long}y`, 2)).toBe(true);
    expect(withinEdits(`x${long}`, `${long}yx`, 2)).toBe(false);
  });
});

describe('wordQuality', () => {
  it.each([
    ['hemd', 'hemd', false, 4],
    ['hem', 'hemden', true, 3],
    ['hem', 'hemden', false, 0],
    ['hmed', 'hemd', false, 2],
    ['hend', 'hemd', true, 2],
    ['hxmx', 'hemd', false, 0],
    ['schueh', 'schuh', false, 2],
    ['regenjkace', 'regenjacke', false, 1],
    ['ab', 'ac', false, 0],
    ['a', 'abc', true, 3],
    ['iphone15', 'iphone16', false, 0],
    ['iphone', 'iphone5', false, 2],
  ])('%s in %s, last: %s, is %s', (query, key, last, quality) => expect(wordQuality(query, key, last)).toBe(quality));

  it('allows no typo in short words and in numbers', () => {
    expect(['', 'ab', 'abc', 'abcdefg', 'abcdefgh', 'abcdefg1', '2024', '١٢٣٤'].map(editsMax)).toEqual([
      0, 0, 1, 1, 2, 0, 0, 0,
    ]);
  });
});

describe('matchRank', () => {
  const texts = [
    { text: 'Blaue Regenjacke für Herren', weight: 3 },
    { text: 'Wasserdicht, Größe 42, von Müller', weight: 1 },
  ];
  const rank = (query: string): number | undefined => matchRank(matchQuery(query), texts);
  it.each([
    ['regenjacke', 12],
    ['REGENJACKE blau', 24],
    ['regen', 9],
    ['regen blau', undefined],
    ['mueller', 4],
    ['muler regenj', 2 + 9],
    ['groesse 42', 8],
    ['größe 43', undefined],
    ['', undefined],
    ['!?', undefined],
  ])('%s: %s', (query, expected) => expect(rank(query)).toBe(expected));

  it.each([
    ['groesse', 'Größe', 4],
    ['regenj', 'Regenjacke', 3],
    ['hmed', 'Hemd', 2],
    ['rgenjakce', 'Regenjacke', 1],
    ['regnej', 'Regenjacke', undefined],
    ['iphone15', 'iPhone16', undefined],
    ['43', '42', undefined],
    ['iphone rot', 'iPhone5 rot', 2 + 4],
    ['xl', 'XL', 4],
    ['xl', 'XS', undefined],
    ['s', 'Shirt', 3],
    ['reg blau', 'Blaue Regenjacke', undefined],
    ['blau reg', 'Blaue Regenjacke', 4 + 3],
    ['neue', 'Neu', 4],
  ])('docs/sell/search-text.md: %s in %s, %s', (query, text, expected) =>
    expect(matchRank(matchQuery(query), [{ text, weight: 1 }])).toBe(expected),
  );

  // Catches a word of the query that gets lost: a longer query may only narrow.
  it('answers every word of the query or nothing', () => {
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 4 }), fc.array(letters, { maxLength: 4 }), (query, words) => {
        const of = matchQuery(query.join(' '));
        const found = matchRank(of, [{ text: words.join(' '), weight: 1 }]);
        const each = of.map(({ key, last }) =>
          Math.max(0, ...wordsOf(words.join(' ')).map((word) => wordQuality(key, matchKey(word), last))),
        );
        expect(found).toBe(each.length === 0 || each.includes(0) ? undefined : each.reduce((a, b) => a + b, 0));
      }),
      RUNS,
    );
  });
});

describe('a query as a whole', () => {
  const ranked = (query: string, { number = '', name = '', words = '' }): number | undefined =>
    matchRank(
      matchQuery(query),
      [
        { text: number, weight: 2, whole: 'number' },
        { text: name, weight: 2, whole: 'name' },
        { text: words, weight: 1 },
      ],
      wholeQuery(query),
    );

  /** In the order of their ranks, best first; what is not found is not in it. */
  const inOrder = (ranks: readonly (number | undefined)[], found: number): void => {
    expect(ranks.map((rank) => rank !== undefined)).toEqual(ranks.map((_, index) => index < found));
    for (let index = 1; index < found; index += 1) expect(ranks[index - 1]).toBeGreaterThan(ranks[index] ?? NaN);
  };

  it.each([
    ['16-07', ['16-07', '16-07-1', '07-16-1'], ['16']],
    ['16-07', ['1607', '16/07-2'], ['2-1607', '16-0']],
    ['1607', ['16-07', '16-07-1'], ['1-16-07']],
    ['114570-1', ['114570-1', '114570-10'], ['114571']],
    ['1145701', ['114570-1', '114570-10'], []],
    ['AA100MM', ['aa-100 mm', 'AA-100MM-5'], ['aa-100']],
    ['978-3-16-148410-0', ['9783161484100'], []],
    // Two characters are too few, and a number has digits.
    ['a-1', ['A-1', 'a-1-5'], ['a1']],
    ['abcd', ['abcd', 'abcd-e'], ['ab-cd']],
  ])('docs/sell/search-text.md: the number %s: %s, not %s', (query, found, others) =>
    inOrder(
      [...found, ...others].map((number) => ranked(query, { number })),
      found.length,
    ),
  );

  it.each([
    ['desk lamp', ['Desk lamp', 'Desk-Lamp red', 'Lamp red desk'], ['desk']],
    ['t shirt', ['T-Shirt', 'T-Shirt blue', 'Shirt T'], ['TShirt']],
    ['schoener ofen', ['Schöner Ofen', 'schoner-ofen 2', 'Ofen, schöner'], []],
  ])('docs/sell/search-text.md: the name %s: %s, not %s', (query, found, others) =>
    inOrder(
      [...found, ...others].map((name) => ranked(query, { name })),
      found.length,
    ),
  );

  it('comes before all that words alone can rank, and fits into a byte with as many words as a query has', () => {
    // Catches a bonus that words outweigh, and a rank that overflows.
    const query = Array.from({ length: CONSTRAINT_LIMITS.wordsMax }, (_, at) => `w${at}`).join(' ');
    inOrder(
      [query, `${query}x`, `x ${query}`].map((name) => ranked(query, { name })),
      3,
    );
    expect(ranked(query, { name: query })).toBeLessThan(256);
  });

  it('is found where its letters and digits are, whatever stands between them', () => {
    // Catches a number that is lost by how it is written.
    const part = fc.stringMatching(/^[a-z0-9]{1,4}$/);
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '-', '/', ' '), (parts, sign) => {
        const [number, query] = [parts.join('-'), parts.join(sign)];
        fc.pre(/\d/.test(query) && parts.join('').length >= 4);
        const rank = ranked(query, { number });
        expect(rank).toBe(8 * wordsOf(query).length + 12);
        expect(ranked(query, { number: `${number}-9` })).toBeLessThan(rank!);
      }),
      RUNS,
    );
  });
});

describe('compareText', () => {
  const sign = (a: string, b: string): number => Math.sign(compareText(a, b));
  const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

  // Catches the shortcut over equal beginnings deciding otherwise than the folded texts would.
  it('is by fold, then by the texts themselves', () => {
    fc.assert(
      fc.property(text, text, text, (beginning, endA, endB) => {
        const [a, b] = [beginning + endA, beginning + endB];
        expect(sign(a, b)).toBe(order(fold(a), fold(b)) || order(a, b));
      }),
      { numRuns: runs(1000) },
    );
  });

  // Catches an order that sorting cannot use: cycles, or two texts of which each is before the other.
  it('is total', () => {
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        expect(sign(a, b) + sign(b, a)).toBe(0);
        expect(sign(a, b) === 0).toBe(a === b);
        if (sign(a, b) <= 0 && sign(b, c) <= 0) expect(sign(a, c)).toBeLessThanOrEqual(0);
      }),
      RUNS,
    );
  });

  it('puts words as a reader looks for them', () => {
    expect(['Zebra', 'äpfel', 'apfel', 'Apfel', 'Äpfel', 'Öl', 'oben', ''].sort(compareText)).toEqual([
      '',
      'Apfel',
      'apfel',
      'Äpfel',
      'äpfel',
      'oben',
      'Öl',
      'Zebra',
    ]);
  });
});

describe('textKey', () => {
  // Catches a packed key that would put a record on the wrong side of a range.
  it('never disagrees with the order', () => {
    fc.assert(
      fc.property(text, text, text, (beginning, endA, endB) => {
        const [a, b] = [beginning + endA, beginning + endB];
        const [keyA, keyB] = [textKey(a), textKey(b)];
        expect(Number.isSafeInteger(keyA) && keyA >= 0 && keyA < 2 ** 48).toBe(true);
        if (keyA < keyB) expect(compareText(a, b)).toBeLessThan(0);
        if (keyA > keyB) expect(compareText(a, b)).toBeGreaterThan(0);
      }),
      { numRuns: runs(1000) },
    );
  });

  it.each([
    ['', 0],
    ['A', 0x61_00_00_00_00_00],
    ['Größer', 0x67_72_6f_73_73_65],
    ['a漢b', 0x61_ff_00_00_00_00],
    ['ﷺ', 0xff_00_00_00_00_00],
    ['abcdefgh', 0x61_62_63_64_65_66],
  ])('%s', (given, key) => expect(textKey(given)).toBe(key));
});
