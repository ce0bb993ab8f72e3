// Would catch a product's form that sends what was not typed, or another value than was typed, and a refusal that is
// shown at no field.
import { describe, expect, test } from 'vitest';
import { changeOf, fieldsRefused, inheritedText, savedText } from '../../back-office/screens/product-draft.ts';
import type { Draft, Product } from '../../back-office/screens/product-draft.ts';

const productWith = (details: object): Product =>
  ({
    details: { availability: {}, metadata: { taxclass: { name: 'default' }, weight: 0 }, ...details },
    shown: {},
    own: { id: 7, name: 'rope', values: {}, seo: {} },
    languages: [],
    taxClasses: [],
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
