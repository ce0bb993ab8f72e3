// Would catch a sheet of variations whose cell changes another row as well, which makes rows that nobody asked for, or
// which cannot read the options that it has written itself.
import { describe, expect, test } from 'vitest';
import type { Product } from '../../back-office/screens/product-draft.ts';
import { optionText, optionsIn, rowsOf } from '../../back-office/screens/variation-options.ts';

type Values = { readonly [attribute: string]: string };

/** A product that has these variations, named `1`, `2` and so on. */
const productWith = (...variations: readonly Values[]): Product => {
  const listed = variations.map((values, at) => ({
    id: at + 1,
    id_parent: 7,
    name: `record ${at + 1}`,
    attributes: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
    availability: { active: 0 },
  }));
  const attribute = (name: string, label: string) => [name, { name, type: 'CHAR', label }];
  return {
    details: { variations: listed, attributes: {} },
    shown: {},
    own: { id: 7, name: 'rope', values: {}, seo: {} },
    definition: { attributes: Object.fromEntries([attribute('size', 'Size'), attribute('colour', 'Colour')]) },
    languages: [],
    taxClasses: [],
    priceFields: [],
  } as unknown as Product;
};

const namesOf = (product: Product, text: string): readonly string[] =>
  rowsOf(product, optionsIn(product, text)).map(({ id, name }) => (id === 0 ? `new ${name}` : name));

describe('the rows of variations', () => {
  test.each([
    ['without options', [{}, {}], ['record 1', 'record 2']],
    ['with the same options', [{ size: 'S' }, { size: 'S' }, { size: 'M' }], ['record 1', 'record 2', 'M']],
  ])('%s are told from each other', (_name, variations, names) => {
    const product = productWith(...variations);
    const rows = rowsOf(product, optionsIn(product, optionText(product)));
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    expect(namesOf(product, optionText(product))).toEqual(names);
  });

  test.each([
    ['is opened', 'Size: S, M\nColour: red, blue', []],
    ['gets a value', 'Size: S, M, L\nColour: red, blue', ['new L, red', 'new L, blue']],
  ])('are no more than are there before the sheet %s', (_name, text, added) => {
    const product = productWith({ size: 'S', colour: 'red' }, { size: 'M', colour: 'blue' });
    expect(namesOf(product, text)).toEqual(['S, red', 'M, blue', ...added]);
  });

  test('are parted by a new option, and all combinations are made where that is wanted', () => {
    const product = productWith({ size: 'S', colour: 'red' }, { size: 'M', colour: 'blue' });
    const text = 'Size: S, M\nColour: red, blue\nFit: slim, wide';
    const parted = ['S, red, slim', 'M, blue, slim', 'new S, red, wide', 'new M, blue, wide'];
    expect(namesOf(product, text)).toEqual(parted);
    const all = rowsOf(product, optionsIn(product, text), product.details.variations, true);
    expect(all).toHaveLength(8);
  });

  test('that were made since the sheet was opened let those be tried again that were not', () => {
    const text = 'Size: S, M\nColour: red, blue';
    const product = productWith({ size: 'S', colour: 'red' }, { size: 'M', colour: 'blue' });
    const left = rowsOf(product, optionsIn(product, text), []).filter(({ id }) => id === 0);
    expect(left.map(({ name }) => name)).toEqual(['S, blue', 'M, red']);
  });

  test('get no value of an option that others have', () => {
    const product = productWith({ size: 'S' }, { size: 'M', colour: 'blue' });
    const [first] = rowsOf(product, optionsIn(product, optionText(product)));
    expect(first).toMatchObject({ values: ['S', ''], saved: { values: ['S', ''] } });
  });

  test.each([
    [[10, 10], { isPriceApart: false, saved: { price: '10' } }],
    [[10, 12], { isPriceApart: true, saved: { price: '' } }],
  ])('show a price that is the same in every language: %j', (prices, row) => {
    const product = productWith({ size: 'S' });
    const inLanguage = (price: number) => ({
      variations: [{ ...product.details.variations[0]!, attributes: { price: { value: price } } }],
    });
    const details = { ...product.details, ...inLanguage(prices[0]!) };
    const shown = { de_DE: details, en_GB: inLanguage(prices[1]!) };
    const priced = { ...product, details, shown, languages: ['de_DE', 'en_GB'] } as unknown as Product;
    expect(rowsOf(priced, [])).toMatchObject([row]);
  });
});

describe('the options of a product', () => {
  test.each([[['0,5 l', '1,0 l']], [['a; b', 'c']], [['"Maxi", large', '5" pipe', '"']], [[' wide ', 'S']]])(
    'with the values %j are read as they are written',
    (values) => {
      const product = productWith(...values.map((size) => ({ size })));
      expect(optionsIn(product, optionText(product)).map((option) => option.values)).toEqual([values]);
      expect(namesOf(product, optionText(product))).toEqual(values);
    },
  );

  test('are parted at commas and semicolons as people type them', () => {
    const [option] = optionsIn(productWith(), 'Size: S,M ; L;, "X, L" ,5" pipe');
    expect(option?.values).toEqual(['S', 'M', 'L', 'X, L', '5" pipe']);
  });
});
