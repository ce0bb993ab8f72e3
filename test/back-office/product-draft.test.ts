// Would catch a product's form that sends what was not typed, or another value than was typed, and a refusal that is
// shown at no field.
import { afterEach, describe, expect, test } from 'vitest';
import { language } from '../../back-office/language.ts';
import {
  changeOf,
  changedIn,
  conflictAt,
  conflictsIn,
  draftOf,
  fieldsRefused,
  inheritedText,
  keepBases,
  keepDraft,
  keepSaved,
  savedText,
  unreadIn,
} from '../../back-office/screens/product-draft.ts';
import type { Draft, FieldId, Product } from '../../back-office/screens/product-draft.ts';
import { withItsPoint } from '../../back-office/screens/picture-point.ts';

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

describe('a picture and what it shows', () => {
  const [URL, ALT, FOCUS] = ['attributes/de_DE/photo', 'alt/de_DE/photo', 'focus/de_DE/photo'] as const;
  const shown = (value: string, alt: string): Product =>
    ({
      ...productWith({}),
      own: { id: 7, name: 'rope', values: { de_DE: { photo: { value, alt } } }, seo: {} },
      definition: { attributes: { photo: { type: 'IMG' } } },
    }) as unknown as Product;
  const begin = (product: Product, draft: Draft): void => {
    for (const [at, id] of (Object.keys(draft) as (typeof URL | typeof ALT | typeof FOCUS)[]).entries()) {
      keepDraft(7, Object.fromEntries(Object.entries(draft).slice(0, at + 1)));
      keepSaved(product, id);
    }
  };
  afterEach(() => keepDraft(7, {}));

  test.each([
    [ALT, 'a red rope', shown('b.png', 'a rope'), URL],
    [URL, 'c.png', shown('a.png', 'a blue rope'), ALT],
    [ALT, 'a red rope', shown('a.png', 'a blue rope'), ALT],
    [FOCUS, '30 20', shown('b.png', 'a rope'), URL],
    [FOCUS, '30 20', shown('a.png', 'a blue rope'), ALT],
  ] as const)('are one value: who types %s finds what another has saved of it', (id, text, now, changed) => {
    const product = shown('a.png', 'a rope');
    begin(product, { [id]: text });
    expect(conflictsIn(product, [id])).toEqual([]);
    expect([conflictsIn(now, [id]), conflictAt(now, id)]).toEqual([[id], changed]);
    keepSaved(now, id);
    expect(conflictsIn(now, [id])).toEqual([]);
  });

  test('has a point that is sent where it was marked or taken away, and else not', () => {
    const product = shown('a.png', 'a rope');
    const sent = (draft: Draft): unknown => changeOf(product, draft).attributes;
    expect(sent({ [FOCUS]: '30 0' })).toEqual({
      de_DE: { photo: { value: 'a.png', alt: 'a rope', focus: { x: 30, y: 0 } } },
    });
    expect(sent({ [ALT]: 'x', [FOCUS]: '' })).toEqual({ de_DE: { photo: { value: 'a.png', alt: 'x', focus: null } } });
    expect(sent({ [ALT]: 'x' })).toEqual({ de_DE: { photo: { value: 'a.png', alt: 'x' } } });
  });

  test('that a language gets words for takes the point of the same picture alone', () => {
    const picture = (value: string, focus: object | null) => ({ value, focus });
    const [red, blue] = [picture('red.png', { x: 10, y: 10 }), picture('blue.png', { x: 20, y: 20 })];
    // German has none of its own, and shows the one of English; French has another one.
    const product = {
      ...shown('', ''),
      own: { id: 7, name: 'rope', values: { fr_FR: { photo: blue }, en_GB: { photo: red } }, seo: {} },
      shown: {
        fr_FR: { attributes: { photo: blue } },
        de_DE: { attributes: { photo: red } },
        en_GB: { attributes: { photo: red } },
      },
      languages: ['fr_FR', 'de_DE', 'en_GB'],
    } as unknown as Product;
    const sent = (draft: Draft): unknown =>
      (changeOf(product, { [ALT]: 'a rope', ...draft }, [ALT]).attributes as { de_DE: object }).de_DE;
    const german = { value: 'red.png', alt: 'a rope' };
    expect(sent({})).toEqual({ photo: { ...german, focus: { x: 10, y: 10 } } });
    expect(sent({ 'focus/fr_FR/photo': '30 30' })).toEqual({ photo: { ...german, focus: { x: 10, y: 10 } } });
    expect(sent({ 'focus/en_GB/photo': '40 40' })).toEqual({ photo: { ...german, focus: { x: 40, y: 40 } } });
    expect(sent({ 'focus/en_GB/photo': '' }), 'the point was taken away').toEqual({ photo: german });
  });

  test('loses its point to another picture, and has it again where it is put back', () => {
    const product = shown('a.png', 'a rope');
    const { photo } = product.own.values['de_DE'] as { photo: { focus?: object } };
    photo.focus = { x: 30, y: 20 };
    const type = (id: FieldId, text: string): void => keepDraft(7, { ...draftOf(7), [id]: text });
    // As it was drawn when a file was chosen.
    const editing = withItsPoint({ product, draft: {}, type });
    editing.type(URL, 'c.png');
    expect(draftOf(7)).toEqual({ [URL]: 'c.png', [FOCUS]: '' });
    editing.type(URL, 'a.png');
    expect(changedIn(product, draftOf(7))).toEqual([]);
    type(FOCUS, '40 40');
    editing.type(URL, 'd.png');
    expect(draftOf(7)[FOCUS], 'a point typed since').toBe('');
    type(FOCUS, '50 50');
    editing.type(URL, 'd.png');
    expect(draftOf(7)[FOCUS], 'the same picture').toBe('50 50');
  });

  test('are each in conflict by themselves where both are typed', () => {
    begin(shown('a.png', 'a rope'), { [URL]: 'c.png', [ALT]: 'a red rope' });
    const now = shown('b.png', 'a rope');
    expect(conflictsIn(now, [URL, ALT])).toEqual([URL]);
    keepSaved(now, ALT);
    expect(conflictsIn(now, [URL, ALT])).toEqual([URL]);
  });

  test('are not in conflict with what this page has saved itself', () => {
    begin(shown('a.png', 'a rope'), { [URL]: '' });
    keepBases(7, { [URL]: '' });
    keepDraft(7, { [URL]: 'c.png' });
    expect(conflictsIn(shown('', ''), [URL])).toEqual([]);
  });
});
