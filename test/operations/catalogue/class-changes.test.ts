// Changing labels and defaults of attributes: catches an object that shows the default of before, in a cached reply, a
// list, a search or by a variation, and a change that is made by halves or forgotten by a restart.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import { CREDENTIALS, openShop } from '../shop.ts';
import type { Given, Json, Reply, TestShop } from '../shop.ts';

const DONE = { object: 'update_class_attributes', status: 'success' };

const CALLER = { ...CREDENTIALS, licence_secret_key: 'secret-1' };

/** As JSON bodies come, in which null is null. */
const change = async (shop: TestShop, attributes: unknown, id = 1): Promise<Reply> => {
  const { text } = await shop.send({ ...CALLER, request: 'update_class_attributes', id_class: id, attributes });
  return JSON.parse(text) as Reply;
};

const opened = async (): Promise<TestShop> => {
  const shop = openShop();
  await shop.make('create_class', { name: 'ware', type: 'product' });
  await shop.admin('create_class_attributes', {
    id_class: 1,
    attributes: [
      {
        name: 'color',
        type: 'CHAR',
        de_DE: { label: 'Farbe', value: 'rot' },
        en_EN: { label: 'Colour', value: 'red' },
      },
      { name: 'price', type: 'FLOAT', defaults: { de_DE: 5 } },
      { name: 'note', type: 'TXT' },
    ],
  });
  return shop;
};

interface Shown {
  readonly attributes: { readonly [name: string]: { readonly label: string; readonly value: unknown } };
}

const shown = async (shop: TestShop, language: string): Promise<unknown[]> => {
  const { attributes } = await shop.admin<Shown>('get_class_details', { id_class: 1, language });
  return Object.values(attributes).map(({ label, value }) => [label, value]);
};

describe('update_class_attributes', () => {
  test('takes both shapes; what is left out stays, null takes away', async () => {
    const shop = await opened();
    expect(
      await change(shop, [{ name: 'color', de_DE: { label: 'Ton' }, fr_FR: { label: 'Ton', value: 'rouge' } }]),
    ).toEqual(DONE);
    expect(await shown(shop, 'de_DE')).toEqual([
      ['Ton', 'rot'],
      ['', 5],
      ['', ''],
    ]);
    expect((await shown(shop, 'fr_FR'))[0]).toEqual(['Ton', 'rouge']);
    const labels = { en_EN: 'Price', de_DE: 'Preis' };
    expect(await change(shop, [{ name: 'price', type: 'FLOAT', labels, defaults: { de_DE: '7.5' } }])).toEqual(DONE);
    expect((await shown(shop, 'en_EN'))[1]).toEqual(['Price', 7.5]);
    expect(await change(shop, [{ name: 'color', de_DE: { value: null }, fr_FR: null }])).toEqual(DONE);
    expect((await shown(shop, 'de_DE'))[0]).toEqual(['Ton', 'red']);
    expect((await shown(shop, 'fr_FR'))[0]).toEqual(['Ton', 'red']);
    const before = await shown(shop, 'de_DE');
    await shop.restart();
    expect(await shown(shop, 'de_DE')).toEqual(before);
  });

  // Catches a first attribute that is changed although a later one is refused.
  test('is all or none, and says what is wrong', async () => {
    const shop = await opened();
    const before = await shown(shop, 'de_DE');
    const good = { name: 'color', de_DE: { label: 'Ton' } };
    const refused = async (attributes: Json, code: string, param: unknown): Promise<void> => {
      await shop.adminRefused('update_class_attributes', { id_class: 1, attributes }, code, param as string);
    };
    await refused([good, { name: 'size', de_DE: { label: 'x' } }], 'SHOPOBJECT_ATTRIBUTE_UNKNOWN', 'size');
    await refused([good, { name: 'price', de_DE: { value: 'much' } }], 'SHOPOBJECT_ATTRIBUTE_INVALID', 'price');
    await refused([good, { name: 'price', type: 'INT' }], 'PARAMETER_INVALID', 'attributes');
    await refused([good, { name: 'price', type: 'SHAPE' }], 'PARAMETER_INVALID', 'attributes');
    await refused([good, { name: 'price', ['x'.repeat(36)]: { label: 'x' } }], 'PARAMETER_INVALID', 'attributes');
    await refused([good, { name: 'price', de_DE: { label: 'x'.repeat(256) } }], 'PARAMETER_INVALID', 'attributes');
    await shop.adminRefused('update_class_attributes', { id_class: 9, attributes: [good] }, 'CLASS_NOT_FOUND', 9);
    await shop.refused('update_class_attributes', { id_class: 1, attributes: [good] }, 'PERMISSION_DENIED');
    expect(await shown(shop, 'de_DE')).toEqual(before);
  });

  test('the log says what changed and who did it; what changes nothing is no entry', async () => {
    const shop = await opened();
    const records = async () => {
      const { records: all } = await shop.admin<{ records: Reply[] }>('get_changelog', { object: 'class/1' });
      return all.filter(({ operation }) => operation === 'update_class_attributes');
    };
    await change(shop, [{ name: 'color', type: 'char', de_DE: { label: 'Farbe', value: 'rot' }, fr_FR: null }]);
    expect(await records()).toEqual([]);
    await change(shop, [{ name: 'color', en_EN: { value: 'crimson' } }]);
    expect(await records()).toMatchObject([
      { channel: 'test', field: 'attributes.color.defaults.en_EN', before: 'red', after: 'crimson' },
    ]);
  });
});

const language = fc.constantFrom('de_DE', 'en_EN');
const word = fc.constantFrom('rot', 'blau', 'rot blau', '');
const price = fc.constantFrom(1, 5, 9);
const option = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const values = (text: fc.Arbitrary<unknown>, number: fc.Arbitrary<unknown>) =>
  fc.record({ color: text, price: number, note: text }, { requiredKeys: [] });

type Call = readonly [request: string, params: Given];

const step: fc.Arbitrary<Call> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(language, values(option(word), option(price)), fc.option(fc.constantFrom('L', 'M'), { nil: null }))
      .map(([code, defaults, label]): Call => [
        'update_class_attributes',
        {
          id_class: 1,
          attributes: Object.entries(defaults).map(([name, value]) => ({ name, [code]: { label, value } })),
        },
      ]),
  },
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), language, values(option(word), option(price)))
    .map(([id, code, attributes]): Call => ['update_product', { id_product: id, attributes: { [code]: attributes } }]),
);

const ASKED: readonly Call[] = ['de_DE', 'en_EN'].flatMap((code): Call[] => {
  const found = (constraint: Given, more: Given = {}): Call => [
    'search_products',
    { constraint: { 'main.id': ['>', 0], ...constraint }, language: code, ...more },
  ];
  return [
    ['get_class_details', { id_class: 1, language: code }],
    ['get_product_details', { id_product: 1, language: code }],
    ['get_product_details', { id_product: 2, language: code }],
    ['get_products_in_category', { id_category: 1, language: code, order_columns: 'price' }],
    found({ color: 'rot' }),
    found({ color: ['LIKE', 'blau'], 'main.id_variation': ['>=', 0] }),
    found({ price: ['>', 4] }),
    found({ search: ['MATCH', 'blau'] }),
    found({}, { order_columns: 'color', order: 'DESC' }),
    ['search_distinct_products', { constraint: {}, field: 'color', language: code }],
    ['dump_category', { id_category: 1, language: code }],
  ];
});

// Catches a default that a cached reply, a column of the search, a sort order, a list of distinct values or a variation
// still has: every reply is compared with that of an engine which has nothing but the journal.
test('objects show the defaults of now, wherever they show them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      const shop = await opened();
      await shop.make('create_category', { id_parent: 0, name: 'all' });
      const product = { class: 'ware', shop_active: 1, categories: [1] };
      await shop.make('create_product', { ...product, name: 'one', attributes: { de_DE: { note: 'rot' } } });
      await shop.make('create_variation', { id_product: 1, name: 'two', shop_active: 1, categories: [1] });
      await shop.make('create_product', {
        ...product,
        name: 'three',
        attributes: { en_EN: { color: 'blau', price: 5 } },
      });
      const ask = async (): Promise<string[]> => {
        const replies: string[] = [];
        for (const [request, params] of ASKED) replies.push(await shop.text(request, params, { secret: true }));
        return replies;
      };
      await ask();
      for (const [request, params] of steps) {
        await shop.send({ ...CALLER, request, ...params });
        // Twice: the second is answered by the cache.
        const live = await ask();
        expect(await ask()).toEqual(live);
      }
      const live = await ask();
      await shop.restart();
      const rebuilt = await ask();
      for (const [index, call] of ASKED.entries()) expect(live[index], JSON.stringify(call)).toBe(rebuilt[index]);
    }),
    { numRuns: runs(5, 8, 800) },
  );
});

test('a cart charges the default that is shown, from the next line on', async () => {
  const shop = await opened();
  await shop.make('create_product', { class: 'ware', name: 'one', shop_active: 1 });
  const session = await shop.session();
  const line = { session, id_shopobject: 1, element_type: 'PRODUCT', quantity: 1, price_field: 'price' };
  expect(await shop.call('add_to_cart', line)).toMatchObject({ sum: 5 });
  await change(shop, [{ name: 'price', defaults: { de_DE: 7 } }]);
  expect(await shop.call('get_cart', { session })).toMatchObject({ sum: 5 });
  expect(await shop.call('add_to_cart', line)).toMatchObject({ sum: 12 });
});
