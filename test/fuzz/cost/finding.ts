// What finding is asked with, beside constraints: fields to count, words and what they mean, beginnings of words, and
// constraints by which categories fill themselves. Sizes are drawn up to their limits, and a little beyond them.
import type { Seeded } from '../../engine/seeded.ts';
import type { Value } from './call.ts';

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** Fields of few values, numbers, and fields that are refused: of too many values, or of none. */
const VALUES = ['color', 'vendor', 'size', 'category', 'category.id', 'category.label', 'main.class'] as const;
const NUMBERS = ['price', 'main.price', 'availability.low', 'availability.quantity', 'main.id', 'size'] as const;
const REFUSED = ['name', 'description', 'main.element_number', 'main.creation_date', 'search', 'nothing'] as const;

const counted = (random: Seeded): Value => {
  const field = random.of(NUMBERS);
  return random.of<Value>([
    `${field}:0,25,50`,
    { field, bounds: times(random.of([1, 5, 20]), (at) => at * random.of([1, 10, 1000])) },
    { field, ranges: random.of([2, 5, 20]) },
  ]);
};

const fieldOf = (one: Value): string =>
  String(typeof one === 'object' ? (one as { readonly field: string }).field : one).split(':')[0]!;

export const facets = (random: Seeded): Value => {
  const drawn = times(random.of([1, 3, 12, 16]), () => (random.chance(0.5) ? random.of(VALUES) : counted(random)));
  // A field that is there twice is refused at once.
  const once = [...new Map(drawn.map((one) => [fieldOf(one), one])).values()];
  return random.chance(0.2) ? [...once, random.of(REFUSED)] : once;
};

/** Syllables of the generated words. */
const SYLLABLES = ['ka', 'lo', 'mi', 'ter', 'ber', 'kalo', 'mika', 'er', 'in'] as const;

/** The words of the shop of the fuzzer, and others. */
const word = (random: Seeded): string => random.of(SYLLABLES) + random.of(['', ...SYLLABLES]);

/** What somebody has typed so far: most records are found by a letter or two. */
export const typed = (random: Seeded): string => {
  const last = random.of(['k', 'e', 'ka', 'ter', word(random), '1', 'KN-0', 'ä', '']);
  const before = times(random.of([0, 0, 1, 2, 7, 15]), () => word(random));
  return [...before, last].join(' ');
};

/** Entries that lead to each other, round and round. */
export const synonyms = (random: Seeded): Value =>
  times(random.of([1, 5, 100, 1000, 1001]), () => ({
    words: times(random.of([1, 2, 4, 8]), () => times(random.of([1, 2, 5]), () => word(random)).join(' ')),
    ...(random.chance(0.5) && { finds: times(random.of([1, 4, 7, 8]), () => word(random)) }),
  }));

export const pinned = (random: Seeded): Value =>
  times(random.of([1, 20, 200]), (at) => ({
    query: `${word(random)} ${at}`,
    ids: times(random.of([1, 50, 51]), (place) => 1 + place),
  }));

export const redirects = (random: Seeded): Value =>
  times(random.of([1, 100, 1000]), (at) => ({ query: `${word(random)} ${at}`, url: '/found' }));

export const ignored = (random: Seeded): Value => times(random.of([1, 10, 1000]), () => word(random));

/** Goods of a category: many conditions, or those of another category that fills itself. */
export const filling = (random: Seeded): Value => {
  const part = (): Value =>
    random.of<() => Value>([
      () => ({ name: ['LIKE', `%${word(random)}%`] }),
      () => ({ price: ['<', random.of([1, 50, 1000])] }),
      () => ({ color: ['IN', times(random.of([1, 50, 199]), () => word(random))] }),
      () => ({ 'category.id': random.of([1, 2, 11, 111, 112, 120, 131]) }),
    ])();
  return { [random.of(['AND', 'OR'])]: times(random.of([1, 2, 5, 20, 21]), part) };
};
