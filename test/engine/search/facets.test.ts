// Facets against searches: what a facet counts of a value is what the search finds that has this value in place of the
// field's own conditions. It would catch a product that counts once for each variation, a condition that is left out
// for another field, and a count that a change between two steps has made wrong.
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { distinctOfProducts, findObjects, listCategory } from '../../../src/domain/listing/listing.ts';
import type { ListOptions } from '../../../src/domain/listing/listing.ts';
import { allOf, fieldsOf, partsOf } from '../../../src/domain/search/constraint.ts';
import type { Constraint } from '../../../src/domain/search/constraint.ts';
import { equals } from '../../../src/domain/search/conditions.ts';
import type { FacetCounts, SearchResult } from '../../../src/domain/search/query.ts';
import type { Reader } from '../../../src/domain/transaction.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { COLUMNS } from '../../../src/engine/search/column.ts';
import { boundsBetween } from '../../../src/engine/search/facet-bounds.ts';
import { FACETS } from '../../../src/engine/search/facets.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { good } from '../../domain/seeded-shop.ts';
import { idsAtOnce } from '../../../src/kernel/many.ts';
import { runs } from '../../harness/effort.ts';
import { CAUSE, make } from '../shop.ts';
import { engineOn } from '../store/stores.ts';
import { Catalogue, OPENING, creation, step } from './catalogue.ts';
import { ATTRIBUTES, LANGUAGES } from './catalogue-values.ts';
import { CallPace } from '../../../src/engine/search/call-pace.ts';
import { CallMeter } from '../../../src/kernel/call-meter.ts';
import { EVERYTHING, asItIs, askPaced, interruptEverywhere, pace, shopOf } from './paced.ts';
import { asked, parsed } from './queries.ts';

interruptEverywhere();

/** Of one value each, so that a range is what two conditions say. */
const NUMBERS = ['metadata.weight', 'main.price', 'availability.quantity', 'price', 'size', 'name'];
const FIELDS = [
  ...ATTRIBUTES,
  'main.class',
  'main.active',
  'main.name',
  'main.categories',
  'main.id_shopobject',
  'metadata.taxclass',
  'metadata.weight',
  'seo.permalink',
  'availability.quantity',
  'availability.low',
  'main.price',
  'category.id',
  'category.label',
  'category.path',
  'category.path.nodes.id',
  'category.path.nodes.name',
  'nothing',
];

const field = fc.oneof(
  fc.constantFrom(...FIELDS).map((name) => ({ field: name })),
  fc.constantFrom(...NUMBERS).map((name) => ({ field: name, bounds: [0, 1, 7.5, 40] })),
  fc.constantFrom(...NUMBERS).map((name) => ({ field: name, ranges: 3 })),
);

/** Conditions on fields that are counted, so that each has some of its own. */
const condition = fc.tuple(
  fc.constantFrom(...FIELDS, ...NUMBERS),
  fc.constantFrom<unknown>(['IN', [0, 1, 2, 'shirt']], ['>=', 1], ['!=', 1], ['<', 'm'], 'shirt', ['>=', '']),
);
const words = fc.tuple(
  fc.constantFrom('name', 'text', 'main.name'),
  fc.constantFrom<unknown>(['MATCH', 'shirt'], ['MATCH', 'b']),
);
const own = fc.oneof({ weight: 5, arbitrary: condition }, { weight: 1, arbitrary: words });
const chosen = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(own, { minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.array(own, { minLength: 2, maxLength: 3 }) },
);
/** Conditions that many products meet. */
const loose = fc.tuple(
  fc.constantFrom(...ATTRIBUTES, 'main.class', 'metadata.weight', 'main.price', 'main.id_variation'),
  fc.constantFrom<unknown>(['!=', 'zzz'], ['>=', 0], ['>', 0], ['>=', '']),
);

/** What most searches of a shop find is much, and what random ones do is little. */
const often = fc.oneof(
  { weight: 4, arbitrary: asked.map((one) => ({ ...one, constraint: [] as unknown })) },
  { weight: 1, arbitrary: asked },
);

const facetsAsked = fc.record({
  one: often,
  fields: fc.uniqueArray(field, { minLength: 1, maxLength: 5, selector: (facet) => facet.field }),
  chosen,
  /** The group `variation`. */
  group: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(condition, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(loose, { minLength: 1, maxLength: 2 }) },
  ),
  /** Where it is above 0: this category's list. */
  list: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 1, 2),
  inactive: fc.constantFrom(true, true, true, false),
});
type FacetsAsked = typeof facetsAsked extends fc.Arbitrary<infer T> ? T : never;

const conditions = (all: readonly (readonly [string, unknown])[]): readonly Constraint[] =>
  all.map(([name, what]) => parsed({ constraint: { [name]: what } }));

const namesVariations = ({ one }: FacetsAsked): boolean => fieldsOf(parsed(one)).has('main.id_variation');

const outerOf = (asks: FacetsAsked): readonly Constraint[] =>
  asks.list > 0
    ? [equals('main.categories', asks.list)]
    : partsOf(allOf([parsed(asks.one), ...conditions(asks.chosen)]));

const groupOf = (asks: FacetsAsked): readonly Constraint[] =>
  asks.list > 0 || namesVariations(asks) ? [] : partsOf(allOf(conditions(asks.group)));

const constraintOf = (asks: FacetsAsked): Constraint => {
  const group = groupOf(asks);
  return allOf([...outerOf(asks), ...(group.length === 0 ? [] : [{ type: 'family' as const, parts: [allOf(group)] }])]);
};

const wantedOf = ({ one, fields, inactive }: FacetsAsked): ListOptions => ({
  ...one.query,
  inactive,
  counted: { fields, valuesMax: 1e6 },
});

const find = (shop: Reader, asks: FacetsAsked) =>
  asks.list > 0
    ? listCategory(shop, asks.list, 'product', wantedOf(asks))
    : findObjects(shop, 'product', constraintOf(asks), wantedOf(asks));

const without = (all: readonly Constraint[], name: string): readonly Constraint[] =>
  all.filter((part) => fieldsOf(part).size !== 1 || !fieldsOf(part).has(name));

/** Whether the conditions of a field are in the group `variation`. */
const isInGroup = (asks: FacetsAsked, name: string): boolean =>
  groupOf(asks).length > 0 &&
  !name.startsWith('category.') &&
  name !== 'main.categories' &&
  without(outerOf(asks), name).length === outerOf(asks).length;

/** What is found outside of the group and within it, each by a search of its own; products in their order. */
const foundApart = (
  shop: Reader,
  asks: FacetsAsked,
  outer: readonly Constraint[],
  group: readonly Constraint[],
): readonly number[] => {
  const { counted: _counted, ...wanted } = { ...wantedOf(asks), skip: 0, limit: 0 };
  const [ids, among] = [outer, group].map((all) => [
    ...idsAtOnce(good(findObjects(shop, 'product', allOf(all), wanted)).ids, 'a small catalogue'),
  ]);
  const products = among!.map((id) => rootOf(shop, id));
  return groupOf(asks).length === 0 ? ids! : ids!.filter((id) => products.includes(id));
};

/** The search that has these conditions in place of the field's own. */
const countOf = (shop: Reader, asks: FacetsAsked, name: string, parts: readonly Constraint[]): number => {
  const [outer, group] = [outerOf(asks), groupOf(asks)];
  if (asks.list > 0) return foundApart(shop, asks, [...outer, ...parts], group).length;
  return isInGroup(asks, name)
    ? foundApart(shop, asks, outer, [...without(group, name), ...parts]).length
    : foundApart(shop, asks, [...without(outer, name), ...parts], group).length;
};

/** The variation that is named with a product meets the group, and where none is named the product does. */
const variationsMeet = (shop: Reader, asks: FacetsAsked, { ids, variations }: SearchResult): void => {
  expect(variations === undefined).toBe(groupOf(asks).length === 0);
  for (const [at, id] of idsAtOnce(ids, 'a small catalogue').entries()) {
    if (variations === undefined) return;
    const row = variations[at]! || id;
    const itself = [equals('main.id', row), parsed({ constraint: { 'main.id_variation': ['>=', 0] } })];
    const { counted: _counted, ...wanted } = { ...wantedOf(asks), skip: 0, limit: 0 };
    const found = good(findObjects(shop, 'product', allOf([...itself, ...groupOf(asks)]), wanted));
    expect([...idsAtOnce(found.ids, 'one')], JSON.stringify({ id, row, asks })).toEqual([row]);
    expect(shop.index('shopobject') && (row === id || rootOf(shop, row) === id)).toBe(true);
  }
};

const rootOf = (shop: Reader, id: number): number => {
  const above = shop.read('shopobject', id)!.productId;
  return above === 0 ? id : rootOf(shop, above);
};

const missesNone = (shop: Reader, asks: FacetsAsked, { field: name, values }: FacetCounts): void => {
  if (asks.list > 0 || groupOf(asks).length > 0) return;
  if (asks.fields.some((one) => one.field === name && ('bounds' in one || 'ranges' in one))) return;
  const all = good(distinctOfProducts(shop, allOf(without(outerOf(asks), name)), name, wantedOf(asks)));
  const known = values.filter(({ count }) => count > 0).map(({ value }) => String(value));
  expect([...known].sort(), JSON.stringify({ name, asks })).toEqual([...new Set(all.map(String))].sort());
};

const valueParts = (name: string, { value, from, to }: FacetCounts['values'][number]): readonly Constraint[] =>
  value !== undefined
    ? [equals(name, value)]
    : [
        ...(from === undefined ? [] : [parsed({ constraint: { [name]: ['>=', from] } })]),
        ...(to === undefined ? [] : [parsed({ constraint: { [name]: ['<', to] } })]),
      ];

/** How many counts above 0 were checked, and how many products that were found with the group `variation`. */
let checked = 0;
let joined = 0;

const countsAsSearchesDo = (shop: Reader, asks: FacetsAsked, facets: readonly FacetCounts[]): void => {
  expect(facets.map(({ field: name }) => name)).toEqual(asks.fields.map(({ field: name }) => name));
  for (const { field: name, values, more } of facets) {
    expect(more).toBe(0);
    for (const value of values) {
      const said = JSON.stringify({ name, value, asks });
      expect(value.count, said).toBe(countOf(shop, asks, name, valueParts(name, value)));
      if (value.count > 0) checked += 1;
    }
  }
};

const engineWith = (creations: readonly Parameters<Catalogue['take']>[0][]): Engine => {
  const engine = engineOn(new MemoryJournal());
  for (const opens of OPENING) make(engine, opens);
  for (const one of creations) engine.transact(CAUSE, (tx) => new Catalogue(tx).take(one));
  return engine;
};
const creations = fc.array(creation, { minLength: 30, maxLength: 90, size: 'max' });

describe.each([
  ['values that have codes', asItIs.columns.distinctMax],
  ['other values', 0],
])('facets of %s', (_name, distinctMax) => {
  beforeEach(() => {
    COLUMNS.distinctMax = distinctMax;
  });

  test('count what a search finds with each value', () => {
    checked = 0;
    const law = fc.property(
      creations,
      fc.array(facetsAsked, { minLength: 3, maxLength: 6, size: 'max' }),
      (created, all) => {
        const shop = engineWith(created).readContext();
        for (const asks of all) {
          const found = find(shop, asks);
          if (!found.ok) continue;
          countsAsSearchesDo(shop, asks, found.value.facets!);
          for (const facet of found.value.facets!) missesNone(shop, asks, facet);
          variationsMeet(shop, asks, found.value);
          const { facets: _facets, ...page } = found.value;
          const { counted: _counted, ...wanted } = wantedOf(asks);
          if (asks.list === 0) expect(page).toEqual(good(findObjects(shop, 'product', constraintOf(asks), wanted)));
          const all = { ...asks, one: { ...asks.one, query: { ...asks.one.query, skip: 0, limit: 0 } } };
          if (groupOf(asks).length === 0) continue;
          expect([...idsAtOnce(good(find(shop, all)).ids, 'a small catalogue')]).toEqual(
            foundApart(shop, asks, outerOf(asks), groupOf(asks)),
          );
          joined += page.count;
        }
      },
    );
    fc.assert(law, { numRuns: runs(30, 80, 10_000) });
    expect(checked, 'counts above 0 were checked').toBeGreaterThan(10 * runs(30, 80, 10_000));
    expect(joined, 'products were found by two conditions apart').toBeGreaterThan(runs(30, 80, 10_000));
  });

  test('are those of the moment in which an interrupted search ends', () => {
    checked = 0;
    const law = fc.property(
      creations,
      fc.array(facetsAsked, { minLength: 2, maxLength: 4, size: 'max' }),
      fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }),
      fc.constantFrom(1, 2, 3, 7),
      (created, all, steps, every) => {
        const engine = engineWith(created);
        let next = 0;
        const change = (): void => {
          const one = steps[next];
          next += 1;
          if (one !== undefined) engine.transact(CAUSE, (tx) => new Catalogue(tx).take(one));
        };
        for (const asks of all) {
          // Bounds that are chosen follow a sample of what was found first.
          const fields = asks.fields.map((one) => ('ranges' in one ? { field: one.field, bounds: [1, 2] } : one));
          const paced = { ...asks, fields };
          const newContext = () => engine.readContext();
          const { result } = askPaced(newContext, pace(), (shop) => find(shop, paced), change, every);
          expect(result, JSON.stringify(paced)).toEqual(find(newContext(), paced));
          if (!result.ok) continue;
          countsAsSearchesDo(newContext(), paced, result.value.facets!);
          variationsMeet(newContext(), paced, result.value);
        }
      },
    );
    fc.assert(law, { numRuns: runs(20, 60, 10_000) });
    expect(checked, 'counts above 0 were checked').toBeGreaterThan(5 * runs(20, 60, 10_000));
  });
});

describe('the values of a facet', () => {
  const of = (counted: ListOptions['counted'], constraint: unknown = []) => {
    const engine = shopOf(12);
    return findObjects(engine.readContext(), 'product', parsed({ constraint }), {
      ...EVERYTHING,
      language: LANGUAGES[0],
      inactive: true,
      ...(counted && { counted }),
    });
  };

  test('are those of most products, and what is named, and the rest is counted', () => {
    const fields = [{ field: 'main.id_shopobject' }];
    const all = good(of({ fields, valuesMax: 1000 })).facets![0]!;
    expect(all.values.length).toBeGreaterThan(3);
    const some = good(of({ fields, valuesMax: 2 }, { 'main.id_shopobject': ['IN', [5, 99]] })).facets![0]!;
    expect(some.values.map(({ value, count, selected }) => [value, count, selected])).toEqual([
      [1, 1, false],
      [2, 1, false],
      [5, 1, true],
      [99, 0, true],
    ]);
    expect(some.more).toBe(all.values.length - 3);
  });

  test('are selected by what names them, and no pattern is compared with any', () => {
    const named = { 'main.id_shopobject': ['IN', [1, 2]] };
    const like = { 'main.id_shopobject': ['LIKE', '%'] };
    const { values } = good(of({ fields: [{ field: 'main.id_shopobject' }], valuesMax: 3 }, [named, like])).facets![0]!;
    expect(values.map(({ value, selected }) => [value, selected])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
  });

  test('are refused where conditions name too many', () => {
    const before = FACETS.namedMax;
    FACETS.namedMax = 2;
    const three = of(
      { fields: [{ field: 'main.id_shopobject' }], valuesMax: 2 },
      { 'main.id_shopobject': ['IN', [1, 2, 3]] },
    );
    FACETS.namedMax = before;
    expect(three).toMatchObject({
      ok: false,
      code: 'PARAMETER_INVALID',
      param: 'facets',
      detail: expect.stringMatching(/main.id_shopobject.? name 3 values, of at most 2/) as string,
    });
  });

  test('are refused where there are too many', () => {
    const before = FACETS.distinctMax;
    FACETS.distinctMax = 3;
    const refused = of({ fields: [{ field: 'main.id_shopobject' }], valuesMax: 2 });
    FACETS.distinctMax = before;
    expect(refused).toMatchObject({
      ok: false,
      code: 'PARAMETER_INVALID',
      param: 'facets',
      detail: expect.stringMatching(/has \d+ different values here or more, of at most 3;/) as string,
    });
  });
});

test('a search that is too much work because of a facet says so', () => {
  const engine = shopOf(40);
  const counted = { fields: [{ field: 'main.price' }], valuesMax: 5 };
  const wanted = { ...EVERYTHING, language: LANGUAGES[0], inactive: true, counted };
  const { result } = askPaced(
    () => engine.readContext(),
    new CallPace({ budgetMs: 0, scansMax: 0.0002, nowMs: () => 0 }, new CallMeter(Infinity), () => true),
    (shop) => findObjects(shop, 'product', parsed({ constraint: [] }), wanted),
    () => {},
  );
  expect(result).toMatchObject({
    ok: false,
    code: 'TOO_EXPENSIVE',
    detail: expect.stringMatching(/most of them of main\.price \(\d+ so far\) in its facet\.$/) as string,
  });
});

test.each([
  [[], 4, []],
  [[5, 5, 5], 4, []],
  [Array.from({ length: 100 }, (_, at) => at), 4, [25, 50, 75]],
  [[1, 1, 1, 1, 1, 1, 1, 2], 4, []],
  [[0.5, 9.99, 19.99, 49.99, 99, 480], 3, [20, 100]],
])('bounds between %j in %d ranges are %j', (numbers, ranges, bounds) => {
  expect(boundsBetween(numbers, ranges)).toEqual(bounds);
});
