// What is handed down to the rows of variations: after any change of any object of a family, every cell of every row is
// that of an index made of the present states. It would catch a part of a product whose change its variations never
// hear of.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AttributeDefinition } from '../../../src/domain/attributes/attributes.ts';
import type { FieldValue } from '../../../src/domain/search/constraint.ts';
import { SEARCH_SCHEMAS } from '../../../src/domain/listing/search-schemas.ts';
import type { SearchSchema } from '../../../src/domain/listing/search-schema.ts';
import { ShopObjectIndex, shopObject } from '../../../src/domain/catalogue/shop-object.ts';
import type { ShopObject } from '../../../src/domain/catalogue/shop-object.ts';
import { chainValue } from '../../../src/engine/search/column.ts';
import { InheritingWriter } from '../../../src/engine/search/inheriting-writer.ts';
import { SearchIndex } from '../../../src/engine/search/search-index.ts';

const LANGUAGES = ['aa_AA', 'de_DE', 'en_GB'] as const;
const ATTRIBUTES: readonly AttributeDefinition[] = [1, 2].map((number) => ({
  number,
  name: `a${number}`,
  type: 'CHAR',
  labels: {},
  defaults: {},
}));
/** Id → what it is a variation of. */
const PARENTS = new Map([
  [1, 0],
  [2, 1],
  [3, 1],
  [4, 2],
  [5, 4],
]);
const MEASURES = ['taxclass', 'length', 'width', 'height', 'weight', 'notes', 'ean', 'element_number'] as const;

const sent = fc.constantFrom(undefined, '', 'rot', 'blau');
const inLanguage = <V>(value: fc.Arbitrary<V>): fc.Arbitrary<{ readonly [language: string]: V }> =>
  fc.dictionary(fc.constantFrom(...LANGUAGES), value, { maxKeys: 2, size: 'max' });
const present = <V extends object>(value: V): V =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as V;

const changes = fc.oneof(
  fc.record({ attributes: inLanguage(fc.record({ 1: sent, 2: sent }).map(present)) }),
  fc.record({
    seo: inLanguage(fc.record({ permalink: sent, title: sent, description: sent, keywords: sent }).map(present)),
  }),
  fc.record({
    metadata: fc.dictionary(fc.constantFrom(...MEASURES), fc.constantFrom(0, 7), { maxKeys: 3, size: 'max' }),
  }),
  fc.record({ active: fc.boolean() }),
  fc.record({ name: fc.constantFrom('one', 'two') }),
  fc.record({
    availability: fc.record({ managed: fc.boolean(), override: fc.boolean(), warningMilli: fc.constantFrom(0, 500) }),
  }),
  fc.record({
    memberships: fc.subarray([1, 2, 3]).map((ids) => ids.map((categoryId) => ({ categoryId, position: 1 }))),
  }),
) as fc.Arbitrary<Partial<ShopObject>>;

class Shop {
  readonly states = new Map<number, ShopObject>();
  private readonly children = new ShopObjectIndex();
  private readonly search = new SearchIndex(
    SEARCH_SCHEMAS.shopobject as unknown as SearchSchema<ShopObject>,
    () => ATTRIBUTES,
  );
  private readonly rows = new InheritingWriter(this.search, SEARCH_SCHEMAS.shopobject.family!, this.children, (id) =>
    this.states.get(id),
  );

  add(id: number, state: ShopObject): void {
    this.states.set(id, state);
    if (state.productId !== 0) this.children.variations.add(state.productId, id, 0, 1);
    this.rows.add(id, state);
  }

  change(id: number, change: Partial<ShopObject>): void {
    const before = this.states.get(id)!;
    const after = { ...before, ...change };
    this.states.set(id, after);
    this.rows.change(id, before, after);
  }

  /** Of every row, by field; attributes in each language. */
  cells(): { readonly [cell: string]: FieldValue } {
    const cells: [string, FieldValue][] = [];
    for (const id of this.states.keys()) {
      const [group, row] = [this.search.partitionOf(id)!, this.search.docIdOf(id)];
      for (const field of Object.keys(SEARCH_SCHEMAS.shopobject.stored))
        cells.push([`${id} ${field}`, group.storedChain(field)!.columns[0]!.valueAt(row)]);
      for (const one of ATTRIBUTES)
        for (const language of LANGUAGES)
          cells.push([`${id} ${one.name} ${language}`, chainValue(group.attributeChain(one, language, 'none'), row)]);
    }
    return Object.fromEntries(cells);
  }
}

test('every row of a family is what its present states say, whatever of it was changed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), changes), { minLength: 1, maxLength: 15, size: 'max' }),
      (steps) => {
        const shop = new Shop();
        for (const [id, productId] of PARENTS)
          shop.add(id, { ...shopObject.state.initial(), classId: 1, active: true, productId });
        for (const [id, change] of steps) {
          shop.change(id, change);
          const fresh = new Shop();
          for (const [one, state] of shop.states) fresh.add(one, state);
          expect(shop.cells()).toEqual(fresh.cells());
        }
      },
    ),
    { numRuns: runs(30) },
  );
});
