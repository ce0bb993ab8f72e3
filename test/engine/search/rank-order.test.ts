// The order of MATCH by a slow model, written from the ten lines of docs/sell/search-text.md ("Which comes first") and
// from nothing of src. It would catch a rung in another place, a name whose words only seem to stand side by side, and
// an explanation that tells of another record than the one that ranks.
import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { SearchQuery } from '../../../src/domain/search/query.ts';
import { MATCHED } from '../../../src/domain/search/text-fold.ts';
import { STEPS } from '../../../src/engine/search/steps.ts';
import { idsAtOnce } from '../../../src/kernel/many.ts';
import { runs } from '../../harness/effort.ts';
import { Goods } from '../../operations/shop.ts';
import { parsed } from './queries.ts';

const [{ docsMax }, { wordsMax }] = [{ ...STEPS }, { ...MATCHED }];
afterEach(() => {
  STEPS.docsMax = docsMax;
  MATCHED.wordsMax = wordsMax;
});

interface Item {
  readonly name: string;
  readonly number: string;
  readonly about: string;
  readonly boost: number;
}

const words = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) => word.replace(/(?<=[aou])e/g, ''));
/** Words that MATCH reads. */
const read = (text: string): string[] => words(text).slice(0, MATCHED.wordsMax);
const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Steps that make one word the other, no stretch edited twice. */
const distance = (a: string, b: string): number => {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? rows[i - 2]![j - 2]! + 1 : 99;
      const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, replaced, swapped);
    }
  }
  return rows[a.length]![b.length]!;
};

const quality = (asked: string, word: string, isLast: boolean, hasTypos: boolean): number => {
  if (asked === word) return 4;
  if (isLast && word.startsWith(asked)) return 3;
  if (!hasTypos || asked.length < 3 || /\d/.test(asked)) return 0;
  const steps = distance(asked, word);
  return steps === 1 ? 2 : steps === 2 && asked.length >= 8 ? 1 : 0;
};

interface Ranked {
  readonly rank: number;
  readonly because: string;
}

const W = 2;
const rankOf = (item: Item, all: readonly Item[], query: string): Ranked | undefined => {
  const asked = words(query);
  const texts = ({ name, number, about }: Item): [string[], number][] => [
    [read(name), W],
    [read(number), W],
    [read(about), 1],
  ];
  const best = (one: Item, at: number, hasTypos: boolean): number =>
    Math.max(
      0,
      ...texts(one).flatMap(([its, weight]) =>
        its.map((word) => weight * quality(asked[at]!, word, at === asked.length - 1, hasTypos)),
      ),
    );
  const worth = asked.map((_, at) => best(item, at, !all.some((one) => best(one, at, false) > 0)));
  const byWords = worth.includes(0) ? 0 : worth.reduce((sum, one) => sum + one, 0);
  const most = 4 * asked.length * W;
  const isNumber = /^(?=.*\d).{4,64}$/.test(letters(query));
  const ranks: Ranked[] = byWords === 0 ? [] : [{ rank: byWords, because: 'words' }];
  const strip = (text: string): string => letters(text).replace(/(?<=[aou])e+/g, '');
  for (const [text, wanted, counts] of [
    [strip(item.name), strip(query), byWords >= most - W],
    [letters(item.number), letters(query), byWords >= most - W || isNumber],
  ] as const) {
    if (!counts) continue;
    if (text === wanted) ranks.push({ rank: most + 6 * W, because: 'whole' });
    else if (text.startsWith(wanted)) ranks.push({ rank: Math.max(byWords, most - W) + 4 * W, because: 'beginning' });
  }
  // Side by side: between the words that are looked at nothing but signs.
  const line = ` ${read(item.name).join(' ')}`;
  const isInOrder = asked.length >= 2 && asked.length <= 8 && line.includes(` ${asked.join(' ')}`);
  if (isInOrder && byWords > 0) ranks.push({ rank: byWords + 2 * W, because: 'in_order' });
  return ranks.sort((a, b) => b.rank - a.rank)[0];
};

const piece = fc.constantFrom(
  'Lamp',
  'lamb',
  'Desk',
  'dusk',
  'red',
  'Reed',
  'Bookshelf',
  'Boookshlef',
  'Blau',
  'Blaue',
);
const sign = fc.constantFrom(' ', ' ', '-', ' & ', ', ');
const phrase = fc
  .array(fc.tuple(piece, sign), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.flat().slice(0, -1).join(''));
const number = fc
  .array(fc.constantFrom('16', '1607', '07', 'AX'), { minLength: 1, maxLength: 3 })
  .map((all) => all.join('-'));
const item = fc.record({ name: phrase, number, about: phrase, boost: fc.nat(2) });

/** What somebody types: other words, or a piece of what there is, often not to its end. */
const typed = fc.oneof(
  phrase,
  number,
  fc.record({ of: fc.nat(19), from: fc.nat(3), count: fc.integer({ min: 1, max: 4 }), cut: fc.nat(2) }),
);

test('what MATCH finds stands as the ten lines say, and is explained by them', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(item, { minLength: 10, maxLength: 14, size: 'max', selector: ({ name }) => name.toLowerCase() }),
      fc.array(typed, { minLength: 20, maxLength: 20 }),
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom('price', 'main.id'),
      async (items, queries, descending, isCut, boostBy) => {
        STEPS.docsMax = 3;
        MATCHED.wordsMax = isCut ? 3 : wordsMax;
        const goods = await Goods.open();
        for (const { name, number: element_number, about, boost } of items)
          await goods.product(boost, {
            name,
            metadata: { element_number },
            attributes: { de_DE: { name: '', short_description: about, price: boost } },
          });
        for (const how of queries) {
          const name = typeof how === 'string' ? '' : items[how.of % items.length]!.name;
          const asked =
            typeof how === 'string'
              ? how
              : words(name)
                  .slice(how.from, how.from + how.count)
                  .join(' ')
                  .slice(0, how.cut === 0 ? undefined : -how.cut);
          if (words(asked).length === 0) continue;
          const wanted = items
            .flatMap((one, at) => {
              const ranked = rankOf(one, items, asked);
              return ranked === undefined
                ? []
                : [{ ...ranked, id: at + 1, boost: boostBy === 'price' ? one.boost : at + 1 }];
            })
            .sort((a, b) => b.rank - a.rank || b.boost - a.boost || (a.id - b.id) * (descending ? -1 : 1));
          const query: SearchQuery = {
            constraint: parsed({ constraint: { search: ['MATCH', asked] } }),
            language: 'de_DE',
            order: [],
            descending,
            boost: boostBy,
            explains: true,
            skip: 0,
            limit: 0,
          };
          const found = goods.shop.engine.readContext().search('shopobject', query);
          if (!found.ok) throw new Error(found.detail);
          expect([...idsAtOnce(found.value.ids, 'a small catalogue')], asked).toEqual(wanted.map(({ id }) => id));
          const why = (found.value.explained ?? []).map(({ id, rank, boost, matches }) => ({
            id,
            rank,
            boost,
            because: matches[0]!.because,
          }));
          expect(why, asked).toEqual(wanted);
          for (const { because } of wanted) seen.set(because, 1 + (seen.get(because) ?? 0));
        }
      },
    ),
    { numRuns: runs(30, 80) },
  );
  for (const because of ['whole', 'beginning', 'in_order', 'words'])
    expect(seen.get(because), because).toBeGreaterThan(runs(30, 80));
});
