// Numbers and names as a whole, by the index and by reading every record. It would catch a number that the index does
// not find, a text that the order of texts passes over, and a rank that is another than the rules say.
import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { COLUMNS } from '../../../src/engine/search/column.ts';
import { wholeQuery, wholeness } from '../../../src/domain/search/word-match.ts';
import type { Wholeness } from '../../../src/domain/search/word-match.ts';
import { STEPS, runToEnd } from '../../../src/engine/search/steps.ts';
import { BLOCKS, WholeTexts, wholeRange } from '../../../src/engine/search/whole-texts.ts';
import { runs } from '../../harness/effort.ts';
import { Goods } from '../../operations/shop.ts';
import { naiveFind } from './model.ts';
import { parsed } from './queries.ts';

const [{ distinctMax }, { docsMax }, { max }] = [{ ...COLUMNS }, { ...STEPS }, { ...BLOCKS }];
afterEach(() => {
  BLOCKS.max = max;
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

test('no text is passed over that has an e behind its vowel', async () => {
  COLUMNS.distinctMax = 1;
  const goods = await Goods.open();
  for (const text of ['Tisch schoener', 'Schoener Tisch', 'Stuhl']) await goods.product(1, { name: text });
  const constraint = parsed({ constraint: { search: ['MATCH', 'schöner tisch'] } });
  const asked = { constraint, language: 'de_DE', order: [], descending: false, skip: 0, limit: 0 };
  const found = goods.shop.engine.readContext().search('shopobject', asked);
  expect(found).toEqual({ ok: true, value: { ids: [2, 1], count: 2 } });
});

test('texts in order say how they begin with a query as reading them does, whatever changes', () => {
  const texts = fc
    .oneof(number, name, name, fc.constant(''), fc.string({ unit: 'binary', maxLength: 40 }))
    // As stored texts, without control characters.
    .map((text) => text.replaceAll(/\p{Cc}/gu, ' '));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(30), texts), { minLength: 1, maxLength: 60, size: 'max' }),
      fc.array(fc.tuple(fc.nat(59), fc.nat(40)), { minLength: 5, maxLength: 5 }),
      fc.constantFrom('number' as const, 'name' as const),
      (changes, queries, kind) => {
        STEPS.docsMax = 3;
        BLOCKS.max = 4;
        const wholes = new WholeTexts(kind);
        const stored = new Map<number, string>();
        for (const [docId, text] of changes) {
          const before = stored.get(docId);
          if (before === undefined) wholes.add(docId, text);
          else wholes.replace(docId, before, text);
          stored.set(docId, text);
        }
        for (const [of, length] of queries) {
          const query = wholeQuery(changes[of % changes.length]![1].slice(0, length));
          if (query.number === '') continue;
          const visited = new Map<number, Wholeness>();
          let steps = 0;
          const walk = wholes.eachBeginning(wholeRange(query, kind), (docIds, from, to, beginsAs) => {
            steps += to - from;
            for (const docId of docIds.subarray(from, to)) {
              const read = wholeness(stored.get(docId)!, query, kind);
              expect(beginsAs ?? read, stored.get(docId)).toBe(read);
              expect(visited.has(docId)).toBe(false);
              visited.set(docId, read);
            }
          });
          while (walk.next().done !== true) {
            // Such as are the query, and such as begin with it.
            expect(steps).toBeLessThanOrEqual(2 * STEPS.docsMax);
            steps = 0;
          }
          for (const [docId, text] of stored)
            expect(visited.get(docId) ?? 0, `${text} ${query.number}`).toBe(wholeness(text, query, kind));
          // ASCII that fits the keys needs no reading.
          if (/^[ -~]*$/.test(query.number) && query.number.length < 16)
            runToEnd(
              wholes.eachBeginning(wholeRange(query, kind), (_docIds, _from, _to, as) => expect(as).toBeDefined()),
            );
        }
        for (const [docId, text] of stored) wholes.replace(docId, text, '');
        expect(wholes.size).toBe(0);
      },
    ),
    { numRuns: runs(15, 600) },
  );
});
