// Attributes of categories for every language and for one. The law: what is shown is what a plain model of the calls
// says, in every language, before and after a restart.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Goods, openShop } from '../shop.ts';
import type { Given, Reply, TestShop } from '../shop.ts';

const LANGUAGES = ['de_DE', 'en_EN', 'fr_FR'] as const;
const NAMES = ['link', 'icon', 'value', 'constructor'] as const;

const attributesIn = async (shop: TestShop, language: string): Promise<{ readonly [name: string]: unknown }> => {
  const { categories } = await shop.call<{
    categories: { attributes: { [name: string]: { name: string; value: unknown } } }[];
  }>('get_categories', { id_parent: 0, language });
  return Object.fromEntries(Object.entries(categories[0]!.attributes).map(([name, one]) => [name, one.value]));
};

type Value = string | number;
type Values = readonly (readonly [name: string, value: Value | null])[];

interface Change {
  readonly everywhere: Values;
  readonly localized: readonly (readonly [language: string, values: Values | null])[];
}

/** Place → name → value; the place '' holds those for every language. */
type Model = Map<string, Map<string, Value>>;

const apply = (model: Model, { everywhere, localized }: Change): void => {
  const set = (place: string, name: string, value: Value | null): void => {
    const values = model.get(place) ?? new Map<string, Value>();
    model.set(place, values);
    if (value === null) values.delete(name);
    else values.set(name, value);
  };
  for (const [name, value] of everywhere) {
    for (const values of model.values()) values.delete(name);
    set('', name, value);
  }
  for (const [language, values] of localized) {
    if (values === null) model.delete(language);
    else for (const [name, value] of values) set(language, name, value);
  }
};

const expected = (model: Model, language: string): { readonly [name: string]: Value | undefined } => {
  const names = new Set([...model.values()].flatMap((values) => [...values.keys()]));
  const places = [language, '', 'de_DE', ...[...model.keys()].sort()];
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      places.map((place) => model.get(place)?.get(name)).find((value) => value !== undefined),
    ]),
  );
};

const value = fc.oneof(fc.constantFrom('a', 'b', ''), fc.integer({ min: 0, max: 9 }));
const valuesOf = (of: fc.Arbitrary<Value | null>): fc.Arbitrary<Values> =>
  fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), of), { selector: ([name]) => name, maxLength: 3 });
const changeOf = (of: fc.Arbitrary<Value | null>, values: fc.Arbitrary<Values | null>): fc.Arbitrary<Change> =>
  fc.record({
    everywhere: valuesOf(of),
    localized: fc.uniqueArray(fc.tuple(fc.constantFrom(...LANGUAGES), values), {
      selector: ([language]) => language,
      maxLength: 3,
    }),
  });
const creation = changeOf(value, valuesOf(value));
const update = changeOf(fc.option(value), fc.option(valuesOf(fc.option(value)), { freq: 5 }));

/** As a call sends it; an attribute called `value` of a language stands in the long form. */
const sent = ({ everywhere, localized }: Change): Given =>
  Object.fromEntries<unknown>([
    ...everywhere,
    ...localized.map(
      ([language, values]) =>
        [
          language,
          values &&
            Object.fromEntries<unknown>(values.map(([name, one]) => [name, name === 'value' ? { value: one } : one])),
        ] as const,
    ),
  ]);

test('in every language, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(creation, fc.array(update, { maxLength: 4 }), async (first, changes) => {
      const shop = openShop();
      const model: Model = new Map();
      await shop.make('create_category', { id_parent: 0, name: 'c', attributes: sent(first) });
      apply(model, first);
      for (const one of changes) {
        expect(await shop.admin('update_category', { id_category: 1, attributes: sent(one) })).toMatchObject({
          status: 'success',
        });
        apply(model, one);
      }
      const check = async (): Promise<void> => {
        for (const language of [...LANGUAGES, 'it_IT'])
          expect([language, await attributesIn(shop, language)]).toEqual([language, expected(model, language)]);
      };
      await check();
      await shop.restart();
      await check();
    }),
    { numRuns: runs(10) },
  );
});

test('products show their categories in the language asked for, also from text that is kept', async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const id = await goods.product(1, { categories: [goods.categoryId] });
  const shown = async (language: string) =>
    (await shop.call<{ categories: { attributes: Reply }[] }>('get_product_details', { id_product: id, language }))
      .categories[0]!.attributes;
  await shop.admin('update_category', {
    id_category: goods.categoryId,
    attributes: { link: '/all', en_EN: { link: '/en', only: 1 } },
  });
  for (let again = 0; again < 2; again += 1) {
    expect(await shown('en_EN')).toEqual({ link: { name: 'link', value: '/en' }, only: { name: 'only', value: 1 } });
    expect(await shown('de_DE')).toEqual({ link: { name: 'link', value: '/all' }, only: { name: 'only', value: 1 } });
  }
  await shop.admin('update_category', { id_category: goods.categoryId, attributes: { en_EN: { link: '/english' } } });
  expect(await shown('en_EN')).toMatchObject({ link: { value: '/english' } });
  await shop.admin('update_category', { id_category: goods.categoryId, attributes: { link: '/new' } });
  expect(await shown('en_EN')).toMatchObject({ link: { value: '/new' }, only: { value: 1 } });
});

test('what a real client sends, and what is refused', async () => {
  const shop = openShop();
  const id = await shop.make('create_category', {
    id_parent: 0,
    name: 'name_new',
    labels: { en_US: '123321' },
    attributes: { en_US: { name: 'Test' } },
  });
  expect(await attributesIn(shop, 'en_US')).toEqual({ name: 'Test' });
  // Catches a language whose attributes are taken for the members of one attribute, all but `value` forgotten.
  await shop.admin('update_category', {
    id_category: id,
    attributes: {
      en_US: { name: 'Other', value: 'V', link: '/en' },
      icon: { name: 'icon', value: 'i' },
      size: { value: 3 },
    },
  });
  expect(await attributesIn(shop, 'en_US')).toEqual({ name: 'Other', value: 'V', link: '/en', icon: 'i', size: 3 });
  await shop.admin('update_category', { id_category: id, attributes: { en_US: { name: 'name', value: 'W' } } });
  expect(await attributesIn(shop, 'en_US')).toEqual({ name: 'name', value: 'W', link: '/en', icon: 'i', size: 3 });
  for (const attributes of [
    { a: [1] },
    { a: true },
    { en_US: { a: [1] } },
    { en_US: { a: { b: 1 } } },
    { en_US: { '': 1 } },
    { ['l'.repeat(36)]: { a: 1 } },
  ]) {
    await shop.adminRefused('update_category', { id_category: id, attributes }, 'PARAMETER_INVALID', 'attributes');
  }
  await shop.adminRefused(
    'create_category',
    { id_parent: 0, name: 'x', attributes: { en_US: { a: null } } },
    'PARAMETER_INVALID',
    'attributes',
  );
});
