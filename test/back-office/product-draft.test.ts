// Would catch a product's form that sends what was not typed, or another value than was typed, and a refusal that is
// shown at no field.
import { afterEach, describe, expect, test } from 'vitest';
import { language } from '../../back-office/language.ts';
import {
  changeOf,
  changedIn,
  fieldsRefused,
  inheritedText,
  savedText,
  unreadIn,
} from '../../back-office/screens/product-draft.ts';
import type { Draft, Product } from '../../back-office/screens/product-draft.ts';

const productWith = (details: object): Product =>
  ({
    details: { availability: {}, metadata: { taxclass: { name: 'default' }, weight: 0 }, ...details },
    shown: {},
    own: { id: 7, name: 'rope', values: {}, seo: {} },
    languages: [],
    taxClasses: [],
    priceFields: [],
  }) as unknown as Product;

const STEP = 'metadata/quantity_step';

describe('the quantity step of a product', () => {
  test.each([
    ['0.1', 0.1],
    ['0,25', 0.25],
    ['', null],
    ['a piece', 'a piece'],
  ])('typed as %j is sent as %j', (text, sent) => {
    const product = productWith({ metadata: { quantity_step: 0.5 }, quantity_step: 0.5 });
    const draft: Draft = { [STEP]: text };
    expect(changeOf(product, draft)).toEqual({ id_product: 7, metadata: { quantity_step: sent } });
  });

  test('is not sent where it is typed as it was', () => {
    const product = productWith({ metadata: { quantity_step: 0.5 }, quantity_step: 0.5 });
    expect(changeOf(product, { [STEP]: '0.5', 'metadata/ean': '1' })).toEqual({
      id_product: 7,
      metadata: { ean: '1' },
    });
  });

  test.each([
    [{}, '', '1'],
    [{ quantity_step: 0.1 }, '', '0.1'],
    [{ metadata: { quantity_step: 0.5 }, quantity_step: 0.5 }, '0.5', ''],
  ])('of %j is its own %j, in whose place stands %j', (details, own, inherited) => {
    const product = productWith(details);
    expect([savedText(product, STEP), inheritedText(product, STEP)]).toEqual([own, inherited]);
  });

  test('that is refused is shown at its field', () => {
    const detail = 'metadata.quantity_step: 0 is no number from 0.001 to 1,000,000 with up to three decimals.';
    expect(fieldsRefused([STEP, 'metadata/weight', 'name'], 'metadata', detail)).toEqual([STEP]);
    expect(fieldsRefused([STEP, 'name'], 'name', 'name: a text is wanted.')).toEqual(['name']);
  });
});

describe('a price of a product', () => {
  const PRICE = 'attributes/de_DE/price';
  const priced = (value: number): Product =>
    ({
      ...productWith({}),
      own: { id: 7, name: 'rope', values: { de_DE: { price: { value } } }, seo: {} },
      definition: { attributes: { price: { type: 'FLOAT' }, grams: { type: 'FLOAT' }, parts: { type: 'INT' } } },
    }) as unknown as Product;
  afterEach(() => {
    language.value = 'en';
  });

  test.each([
    ['en', '119.90', '1,299', ['1,299']],
    ['de', '119,90', '1.299', ['1.299']],
    ['de', '119,90', '1.299,00', []],
  ] as const)('in %s stands as %s; of %s is asked what it means', (code, saved, typed, unread) => {
    language.value = code;
    const product = priced(119.9);
    expect(savedText(product, PRICE)).toBe(saved);
    expect(unreadIn(product, { [PRICE]: typed }).map(() => typed)).toEqual(unread);
  });

  test('is not changed by another way to write it, and whole numbers are read as such', () => {
    const product = priced(119.9);
    expect(changedIn(product, { [PRICE]: '119,9' })).toEqual([]);
    expect(changedIn(product, { [PRICE]: '119,91' })).toEqual([PRICE]);
    const draft: Draft = { 'attributes/de_DE/parts': '1,000', [PRICE]: '1299.00' };
    expect([unreadIn(product, draft), changeOf(product, draft)]).toEqual([
      [],
      { id_product: 7, attributes: { de_DE: { parts: 1000, price: 1299 } } },
    ]);
    expect(unreadIn(product, { 'attributes/de_DE/parts': '1.5' })).toEqual(['attributes/de_DE/parts']);
    expect(unreadIn(product, { [PRICE]: '' })).toEqual([]);
  });

  test('has four decimals, as carts read it; other figures have more', () => {
    expect(unreadIn(priced(1), { [PRICE]: '0.12345' })).toEqual([PRICE]);
    expect(unreadIn(priced(1), { 'attributes/de_DE/grams': '0.12345' })).toEqual([]);
  });

  test('whose product is counted or not is sent as 1 or 0', () => {
    const draft: Draft = { 'availability/active': '1', 'availability/quantity_warning': '2,5' };
    expect(changeOf(priced(1), draft)).toEqual({
      id_product: 7,
      availability: { active: 1, quantity_warning: 2.5 },
    });
  });
});
