// What a variation has from its parents, member by member against the slow way.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttributeValue, Texts } from '../../../src/domain/attributes/attributes.ts';
import { parentOf, resolved, withInherited } from '../../../src/domain/catalogue/inheritance.ts';
import type { Seo, SeoEntry } from '../../../src/domain/attributes/seo.ts';
import { shopObject } from '../../../src/domain/catalogue/shop-object.ts';
import type { ShopObject } from '../../../src/domain/catalogue/shop-object.ts';
import type { Metadata } from '../../../src/domain/attributes/metadata.ts';
import { rowHex } from '../memory-shop.ts';
import type { Reader } from '../../../src/domain/transaction.ts';

const LANGUAGES = ['de_DE', 'en_US', 'fr_FR'];
const NUMBERS = [1, 2, 3];
const language = fc.constantFrom(...LANGUAGES);
const value: fc.Arbitrary<AttributeValue> = fc.constantFrom(
  '',
  'text',
  0,
  9.5,
  { value: '/a.png', width: 1, height: 2 },
  [] as number[],
  [4],
);
const texts: fc.Arbitrary<Texts> = fc.dictionary(
  language,
  fc.dictionary(fc.constantFrom('1', '2', '3'), value, { noNullPrototype: true }),
  { noNullPrototype: true },
);
const word = fc.constantFrom('', 'word', 'other');
const seo: fc.Arbitrary<Seo> = fc.dictionary(
  language,
  fc.record(
    { permalink: fc.constantFrom('a', 'b'), title: word, description: word, keywords: word },
    { requiredKeys: [], noNullPrototype: true },
  ),
  { noNullPrototype: true },
);
const measure = fc.constantFrom(0, 1, 2.5);
const metadata: fc.Arbitrary<Metadata> = fc.record(
  {
    element_number: word,
    ean: word,
    taxclass: word,
    length: measure,
    width: measure,
    height: measure,
    weight: measure,
    notes: word,
  },
  { requiredKeys: [], noNullPrototype: true },
);

const object = fc
  .record({ attributes: texts, seo, metadata, name: fc.string({ minLength: 1 }), active: fc.boolean() })
  .map((members): ShopObject => ({ ...shopObject.state.initial(), ...members }));

/** The product first; each is a variation of the one before. */
const family = fc
  .array(object, { minLength: 1, maxLength: 4 })
  .map((chain) => chain.map((one, at) => ({ ...one, productId: at })));

const readerOf = (chain: readonly ShopObject[], read: number[]): Reader =>
  ({ read: (_kind: string, id: number) => (read.push(id), chain[id - 1]) }) as unknown as Reader;

/** The nearest of them that says anything under a member in any language. */
const holder = <V>(chain: readonly V[], has: (one: V) => boolean): V | undefined => chain.findLast(has);

describe('inheritance', () => {
  // Catches a member that mixes languages of two objects, one that skips a level, an own empty text or 0 that is taken
  // for nothing, and a member that must not be inherited.
  it('gives each member of the nearest object that has it in any language', () => {
    fc.assert(
      fc.property(family, (chain) => {
        const own = chain.at(-1)!;
        const made = resolved(readerOf(chain, []), own);
        for (const number of NUMBERS) {
          const from = holder(chain, ({ attributes }) =>
            LANGUAGES.some((one) => attributes[one]?.[number] !== undefined),
          );
          for (const one of LANGUAGES) expect(made.attributes[one]?.[number]).toEqual(from?.attributes[one]?.[number]);
        }
        for (const member of ['title', 'description', 'keywords'] as const satisfies readonly (keyof SeoEntry)[]) {
          const from = holder(chain, (each) => LANGUAGES.some((one) => each.seo[one]?.[member] !== undefined));
          for (const one of LANGUAGES) expect(made.seo[one]?.[member]).toBe(from?.seo[one]?.[member]);
        }
        for (const one of LANGUAGES) expect(made.seo[one]?.permalink).toBe(own.seo[one]?.permalink);
        for (const member of ['taxclass', 'length', 'width', 'height', 'weight'] as const) {
          expect(made.metadata[member]).toBe(
            holder(chain, (one) => one.metadata[member] !== undefined)?.metadata[member],
          );
        }
        for (const member of ['element_number', 'ean', 'notes'] as const)
          expect(made.metadata[member]).toBe(own.metadata[member]);
        const { attributes: _attributes, seo: _seo, metadata: _metadata, ...rest } = made;
        expect(rest).toEqual(Object.fromEntries(Object.entries(own).filter(([name]) => name in rest)));
      }),
      { numRuns: runs(50) },
    );
  });

  // Catches a copy made of every product that is shown.
  it('costs a product nothing, and a variation that has all of its own', () => {
    fc.assert(
      fc.property(object, object, (product, parent) => {
        expect(withInherited(product, undefined)).toBe(product);
        const full = { ...parent, productId: 1 };
        expect(withInherited(full, parent)).toBe(full);
        const read: number[] = [];
        expect(resolved(readerOf([], read), product)).toBe(product);
        expect(parentOf(readerOf([], read), product)).toBeUndefined();
        expect(read).toEqual([]);
      }),
    );
  });

  // Catches a reply that is kept although the product above the parent changed.
  it('reads every object above', () => {
    fc.assert(
      fc.property(family, (chain) => {
        const read: number[] = [];
        resolved(readerOf(chain, read), chain.at(-1)!);
        expect(read).toEqual(Array.from({ length: chain.length - 1 }, (_, at) => chain.length - 1 - at));
      }),
    );
  });

  it('leaves the states as they are', () => {
    fc.assert(
      fc.property(object, object, (own, parent) => {
        const before = [own, parent].map((one) => rowHex('shopobject', one));
        withInherited(own, parent);
        expect([own, parent].map((one) => rowHex('shopobject', one))).toEqual(before);
      }),
    );
  });
});

describe('metadata', () => {
  const created = (members: Metadata): ShopObject => {
    const state = shopObject.state.initial();
    const decision = shopObject.decide(
      state,
      { ...state, type: 'create_shopobject', objectType: 'product', name: 'a', metadata: members },
      0,
    );
    if (decision.ok) for (const event of decision.value) shopObject.apply(state, event, 0);
    return state;
  };

  // Catches an empty text or 0 that is taken for one never sent, in memory and on the disk.
  it('keeps what was sent apart from what was not, through events and rows', () => {
    fc.assert(
      fc.property(
        metadata,
        fc.dictionary(fc.constantFrom('taxclass', 'weight', 'notes'), fc.constant(null), { noNullPrototype: true }),
        metadata,
        (first, gone, more) => {
          const state = created(first);
          expect(state.metadata).toEqual(first);
          const change = { ...more, ...gone };
          const decision = shopObject.decide(state, { type: 'update_shopobject', metadata: change }, 0);
          if (decision.ok) for (const event of decision.value) shopObject.apply(state, event, 0);
          const wanted = Object.fromEntries(
            Object.entries({ ...first, ...change }).filter(([, sent]) => sent !== null),
          );
          expect(state.metadata).toEqual(wanted);
          expect(shopObject.state.decode(shopObject.state.encode(state)).metadata).toEqual(wanted);
        },
      ),
    );
  });
});
