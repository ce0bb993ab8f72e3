// Numbers and names as a whole, by the index and by reading every record. It would catch a number that the index does
// not find, a text that its sort key passes over, and a rank that is another than the rules say.
import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { COLUMNS } from '../../../src/engine/search/column.ts';
import { wholeQuery, wholeness } from '../../../src/domain/search/word-match.ts';
import type { Wholeness } from '../../../src/domain/search/word-match.ts';
import { STEPS } from '../../../src/engine/search/steps.ts';
import { TextSortKeys } from '../../../src/engine/search/text-sort-keys.ts';
import { runs } from '../../harness/effort.ts';
import { Goods } from '../../operations/shop.ts';
import { naiveFind } from './model.ts';
import { parsed } from './queries.ts';

const [{ distinctMax }, { docsMax }] = [{ ...COLUMNS }, { ...STEPS }];
afterEach(() => {
  COLUMNS.distinctMax = distinctMax;
  STEPS.docsMax = docsMax;
});

const joined = (parts: readonly string[], signs: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom(...parts), fc.constantFrom(...signs)), { minLength: 1, maxLength: 4 })
    .map((pieces) => pieces.flat().slice(0, -1).join(''));
const number = joined(
  ['16', '07', '1607', '1', '0', 'A', 'aa', 'AE', 'e', '100MM', 'é2', 'ß', '½', 'm²', '漢1'],
  ['-', '/', ' ', '', '', '–'],
);
const name = joined(
  ['Desk', 'lamp', 'Schöner', 'schoen', 'er', 'o', 'e', 'ae', 'T', 'Shirt', '16'],
  [' ', '-', '', ''],
);
/** A number or name of one of the products as somebody types it: with other signs, and often not to its end. */
const typed = fc.record({
  of: fc.nat(11),
  member: fc.constantFrom('number' as const, 'ean' as const, 'name' as const),
  sign: fc.constantFrom('', '', '-', ' ', undefined),
  length: fc.constantFrom(99, 99, 6, 4, 2),
});

test('the index finds and ranks what the rules say', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ number, ean: number, name }), { minLength: 2, maxLength: 12 }),
      fc.array(
        fc.record({
          typed,
          field: fc.constantFrom('search', 'search', 'metadata.element_number', 'metadata.ean', 'main.name'),
          descending: fc.boolean(),
        }),
        { minLength: 20, maxLength: 30 },
      ),
      // With few different values a column has no sort keys.
      fc.boolean(),
      async (products, queries, hasKeys) => {
        COLUMNS.distinctMax = hasKeys ? 1 : distinctMax;
        STEPS.docsMax = 3;
        const goods = await Goods.open();
        const ids: number[] = [];
        for (const [index, { number: element_number, ean, name: text }] of products.entries())
          ids.push(
            await goods.product(1, { name: `${text} ${'abcdefghijkl'[index]!}`, metadata: { element_number, ean } }),
          );
        for (const { typed: how, field, descending } of queries) {
          const text = products[how.of % products.length]![how.member];
          const words = (how.sign === undefined ? text : text.replaceAll(/[-/ –]/g, how.sign)).slice(0, how.length);
          const constraint = parsed({ constraint: { [field]: ['MATCH', words] } });
          const asked = { constraint, language: 'de_DE', order: [], descending, skip: 0, limit: 0 };
          const shop = goods.shop.engine.readContext();
          expect(shop.search('shopobject', asked), `${field} ${words}`).toEqual({
            ok: true,
            value: naiveFind(shop, 'shopobject', asked, ids),
          });
        }
      },
    ),
    { numRuns: runs(20, 200) },
  );
});

test('a sort key passes over no text that has an e behind its vowel', async () => {
  COLUMNS.distinctMax = 1;
  const goods = await Goods.open();
  for (const text of ['Tisch schoener', 'Schoener Tisch', 'Stuhl']) await goods.product(1, { name: text });
  const constraint = parsed({ constraint: { search: ['MATCH', 'schöner tisch'] } });
  const asked = { constraint, language: 'de_DE', order: [], descending: false, skip: 0, limit: 0 };
  const found = goods.shop.engine.readContext().search('shopobject', asked);
  expect(found).toEqual({ ok: true, value: { ids: [2, 1], count: 2 } });
});

test('sort keys say how texts begin with a query as reading them does', () => {
  const texts = fc.oneof(number, name, fc.constant(''), fc.string({ unit: 'binary', maxLength: 24 }));
  fc.assert(
    fc.property(
      fc.array(fc.option(texts, { nil: undefined }), { minLength: 1, maxLength: 20, size: 'max' }),
      fc.tuple(fc.nat(19), fc.nat(24), fc.boolean()),
      (stored, [of, length, skipsE]) => {
        // As stored texts, without control characters.
        const given = stored.map((text) => text?.replaceAll(/\p{Cc}/gu, ' '));
        const query = wholeQuery((given[of % given.length] ?? 'lamp').slice(0, length));
        const wanted = { text: skipsE ? query.name : query.number, skipsE };
        if (wanted.text === '') return;
        const keys = new TextSortKeys();
        for (const [docId, text] of given.entries()) keys.update(docId * 1000, text);
        const docIds = Uint32Array.from(given, (_, index) => index * 1000);
        const visited = new Map<number, Wholeness | undefined>();
        keys.eachBeginning(docIds, 0, docIds.length, wanted, (docId, beginsAs) => visited.set(docId, beginsAs));
        for (const [index, text] of given.entries()) {
          const expected = text === undefined ? 0 : wholeness(text, query, skipsE ? 'name' : 'number');
          const docId = index * 1000;
          const { inBlock, alone } = {
            inBlock: visited.has(docId) ? visited.get(docId) : 0,
            alone: keys.beginning(docId, wanted),
          };
          expect(inBlock ?? expected, `${text} ${wanted.text}`).toBe(expected);
          expect(alone, `${text} alone`).toBe(inBlock);
          // ASCII that ends within the keys needs no reading.
          if (text !== undefined && text.length < 18 && /^[ -~]*$/.test(text)) expect(alone, text).toBe(expected);
        }
        keys.invalidate(0);
        expect(keys.beginning(0, wanted), 'a text that has changed').toBeUndefined();
        let isVisited = false;
        keys.eachBeginning(docIds, 0, 1, wanted, () => (isVisited = true));
        expect(isVisited).toBe(true);
      },
    ),
    { numRuns: runs(100, 2000) },
  );
});
