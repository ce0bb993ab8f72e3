// Catches values that do not fit their type or change when they are written back, and a wrong language of a text.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ATTRIBUTE_TYPES,
  attributeNamed,
  attributesByName,
  emptyValue,
  fitChanges,
  fitValue,
  lookUp,
  mergeTexts,
  realChanges,
} from '../../../src/domain/attributes/attributes.ts';
import { lookUpPlain, own } from '../../../src/domain/by-language.ts';
import type { AttributeType, AttributeValue, Texts } from '../../../src/domain/attributes/attributes.ts';
import { addAttributes } from '../../../src/domain/catalogue/define-attributes.ts';
import { createClass } from '../../../src/domain/catalogue/create-class.ts';
import { MemoryShop, RULES } from '../memory-shop.ts';
import { rateIn, taxClassOf } from '../../../src/domain/rules.ts';
import { pack, unpack } from '../../../src/engine/disk/codec.ts';
import { good } from '../seeded-shop.ts';

const type = fc.constantFrom(...ATTRIBUTE_TYPES);
const inherited = fc.constantFrom(
  'constructor',
  'toString',
  '__proto__',
  'hasOwnProperty',
  'valueOf',
  'length',
  'name',
);
const hostile = fc.oneof(
  fc.anything(),
  fc.string(),
  fc.double(),
  fc.constantFrom(
    -0,
    '-0',
    '1e309',
    '0x1f',
    ' 12 ',
    '1.',
    '.5',
    '.',
    '+',
    '1e',
    'NaN',
    'true',
    '2024-02-29',
    '2024-13-01',
    true,
    false,
    null,
  ),
  inherited,
);

const isOfType = (type: AttributeType, value: AttributeValue): boolean => {
  switch (type) {
    case 'CHAR':
      return typeof value === 'string' && value.length <= 255;
    case 'TXT':
    case 'HTML':
    case 'DATE':
      return typeof value === 'string';
    case 'FLOAT':
      return typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0);
    case 'INT':
      return Number.isSafeInteger(value) && !Object.is(value, -0);
    case 'BOOL':
      return value === 0 || value === 1;
    case 'IMG':
      return (
        typeof value === 'string' ||
        (typeof value === 'object' &&
          'width' in value &&
          [value.width, value.height].every((one) => Number.isSafeInteger(one) && one >= 0))
      );
    case 'PRODUCTS':
    case 'RECORDS':
      return Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) && id > 0);
    default:
      return type satisfies never;
  }
};

describe('fitValue', () => {
  // Catches a throw on hostile input, a value of another type, −0, NaN, and a value that the disk gives back changed.
  it('gives a value of the type that survives the disk, or undefined, whatever it is handed', () => {
    fc.assert(
      fc.property(type, hostile, (one, value) => {
        const fit = fitValue(one, value);
        if (fit === undefined) return;
        expect(isOfType(one, fit)).toBe(true);
        expect(unpack(pack(fit))).toStrictEqual(fit);
      }),
      { numRuns: runs(100) },
    );
  });

  // Catches a value that changes each time it is written back as it was read.
  it('keeps what it gave', () => {
    fc.assert(
      fc.property(type, hostile, (one, value) => {
        const fit = fitValue(one, value);
        if (fit !== undefined) expect(fitValue(one, fit)).toStrictEqual(fit);
      }),
      { numRuns: runs(100) },
    );
    for (const one of ATTRIBUTE_TYPES) expect(fitValue(one, emptyValue(one))).toStrictEqual(emptyValue(one));
  });

  it('knows each type’s values', () => {
    const fits: [AttributeType, unknown, unknown][] = [
      ['CHAR', 'x'.repeat(255), 'x'.repeat(255)],
      ['CHAR', 'x'.repeat(256), undefined],
      ['CHAR', 12.5, '12.5'],
      ['CHAR', {}, undefined],
      ['TXT', 'x'.repeat(1_000_000), 'x'.repeat(1_000_000)],
      ['TXT', 'x'.repeat(1_000_001), undefined],
      ['FLOAT', ' 9.90 ', 9.9],
      ['FLOAT', '', 0],
      ['FLOAT', '9,90', undefined],
      ['FLOAT', '1e999', undefined],
      ['INT', '12.0', 12],
      ['INT', '12.5', undefined],
      ['INT', '9007199254740993', undefined],
      ['BOOL', 'true', 1],
      ['BOOL', '', 0],
      ['BOOL', 2, undefined],
      ['DATE', '2024-02-29 23:59:59', '2024-02-29 23:59:59'],
      ['DATE', '2024-2-29', undefined],
      ['DATE', 20_240_229, undefined],
      ['IMG', '/a.png', '/a.png'],
      ['IMG', { value: '/a.png', width: '10.9', height: -5 }, { value: '/a.png', width: 10, height: 0 }],
      ['IMG', { width: 1 }, undefined],
      ['PRODUCTS', ['1', 2], [1, 2]],
      ['PRODUCTS', [0], undefined],
      ['PRODUCTS', [1.5], undefined],
      ['PRODUCTS', Array.from({ length: 1001 }, () => 1), undefined],
    ];
    for (const [one, value, fit] of fits) expect([one, value, fitValue(one, value)]).toStrictEqual([one, value, fit]);
  });

  // Catches a pattern that tries every split of a long row of digits: a regression, with which a megabyte took longer
  // than a test may.
  it('reads a megabyte of digits', () => {
    expect(fitValue('FLOAT', `${'1'.repeat(1_000_000)}x`)).toBe(undefined);
    expect(fitValue('INT', `${' '.repeat(500_000)}${'1'.repeat(500_000)}.`)).toBe(undefined);
  });
});

const word = fc.oneof(fc.constantFrom('de', 'en', 'fr', 'title', 'price'), inherited);
const number = fc.integer({ min: 1, max: 4 });
const texts: fc.Arbitrary<Texts> = fc
  .array(fc.tuple(word, fc.array(fc.tuple(number, fc.oneof(fc.string(), fc.integer())), { maxLength: 4 })), {
    maxLength: 4,
  })
  .map((entries) => Object.fromEntries(entries.map(([language, values]) => [language, Object.fromEntries(values)])));

describe('lookUp', () => {
  // Catches another order than: asked for, the shop's own, any; and names like `constructor` that every object
  // inherits: a regression, `name_field=toString` put the text of a function into a cart.
  it('gives the first own value of: the language asked for, the fallback, the others in the order of their codes', () => {
    fc.assert(
      fc.property(texts, number, word, word, (given, one, language, fallback) => {
        const all = new Map(Object.entries(given).map(([code, values]) => [code, new Map(Object.entries(values))]));
        const order = [language, fallback, ...[...all.keys()].sort()];
        const expected = order.map((code) => all.get(code)?.get(String(one))).find((value) => value !== undefined);
        expect(lookUp(given, one, language, fallback)).toBe(expected);
        const plain = Object.fromEntries([...all].map(([code, values]) => [code, values.get(String(one))]));
        expect(lookUpPlain(plain, language, fallback)).toBe(expected);
      }),
      { numRuns: runs(50) },
    );
  });

  it('counts an empty text and 0 as values', () => {
    expect(lookUp<string | number>({ en: { 1: '', 2: 0 }, de: { 1: 'x', 2: 1 } }, 1, 'en', 'de')).toBe('');
    expect(lookUp<string | number>({ en: { 1: '', 2: 0 }, de: { 1: 'x', 2: 1 } }, 2, 'en', 'de')).toBe(0);
  });

  // Catches a rate that is a function: the country of a call is a caller's word as well.
  it('finds no tax rate under an inherited name', () => {
    fc.assert(
      fc.property(inherited, inherited, (className, country) => {
        expect(rateIn(RULES, taxClassOf(RULES, className), country)).toBe(190_000);
      }),
    );
  });
});

describe('texts', () => {
  it('fitChanges names what it refuses', () => {
    const price = { number: 1, name: 'price', type: 'FLOAT', labels: {}, defaults: {} } as const;
    expect(fitChanges([price], { de: { price: '9.9' }, en: { price: null } })).toEqual({
      ok: true,
      value: { de: { 1: 9.9 }, en: { 1: null } },
    });
    expect(fitChanges([price], { de: { colour: null } })).toMatchObject({
      code: 'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
      param: 'colour',
    });
    expect(fitChanges([price], { de: { colour: 'red' } })).toMatchObject({
      code: 'SHOPOBJECT_ATTRIBUTE_UNKNOWN',
      param: 'colour',
    });
    expect(fitChanges([price], { de: { price: 'dear' } })).toMatchObject({
      code: 'SHOPOBJECT_ATTRIBUTE_INVALID',
      param: 'price',
    });
    expect(fitChanges([price], { de: { constructor: 'x' } })).toMatchObject({ code: 'SHOPOBJECT_ATTRIBUTE_UNKNOWN' });
  });

  // Catches a change that is lost, one told though it changes nothing, and a value that stays after it was taken away.
  it('merged with the real changes are merged with all of them', () => {
    const changes = fc.dictionary(
      word,
      fc.dictionary(number.map(String), fc.oneof(fc.constant(null), fc.string({ maxLength: 2 }), fc.nat({ max: 2 }))),
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(texts, changes, (before, given) => {
        fc.pre(!Object.hasOwn(before, '__proto__') && !Object.hasOwn(given, '__proto__'));
        const after = mergeTexts(before, given);
        const real = realChanges(before, given);
        expect(mergeTexts(before, real)).toEqual(after);
        expect(realChanges(after, given)).toEqual({});
        for (const [language, values] of Object.entries(given)) {
          for (const [one, value] of Object.entries(values))
            expect(own(after, language)?.[Number(one)] ?? null).toBe(value);
        }
        for (const values of Object.values(after)) expect(Object.keys(values)).not.toEqual([]);
      }),
      { numRuns: runs(30) },
    );
  });

  it('many names of one class are found as each of them is', () => {
    const name = fc.string({ unit: fc.constantFrom('e', 'é', 'e\u0301', 'a'), maxLength: 2 });
    fc.assert(
      fc.property(fc.array(name), fc.array(name, { minLength: 8 }), (stored, asked) => {
        const definitions = stored.map((one, number) => ({ number, name: one }));
        const named = attributesByName(definitions);
        for (const one of asked) expect(named(one)).toBe(attributeNamed(definitions, one));
      }),
      { numRuns: runs(100) },
    );
  });

  // Catches work of names times attributes: a record of an import has 20,000 values, a class 999 attributes.
  it('many values are fitted by looking at each attribute a few times', () => {
    let looked = 0;
    const definitions = Array.from({ length: 100 }, (_, number) => ({
      number,
      type: 'INT' as const,
      labels: {},
      defaults: {},
      get name() {
        looked += 1;
        return `größe${number}`.normalize(number % 2 === 0 ? 'NFC' : 'NFD');
      },
    }));
    const values = Object.fromEntries(definitions.map((_one, number) => [`größe${number}`, number]));
    const languages = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`l${at}`, values]));
    expect(fitChanges(definitions, languages)).toMatchObject({ ok: true });
    expect(looked).toBeLessThan(20 * definitions.length);
  });

  // Catches an attribute whose values no object can keep, and a batch of attributes that is taken by half.
  it('a class takes attribute names that objects can keep, all or none', () => {
    const shop = new MemoryShop();
    const id = good(shop.transact((tx) => createClass(tx, 'c', 'product')));
    const add = (...names: string[]) =>
      shop.transact((tx) =>
        addAttributes(
          tx,
          id,
          names.map((name) => ({ name, type: 'CHAR', labels: {}, defaults: {} })),
        ),
      );
    for (const name of ['__proto__', '', '1a', 'a b', 'x'.repeat(65)]) {
      expect(add('fine', name)).toMatchObject({ code: 'SHOPOBJECT_ATTRIBUTE_NAME_NOT_VALID', param: name });
    }
    expect(add('a', 'a')).toMatchObject({ code: 'SHOPOBJECT_ATTRIBUTE_NAME_IS_IN_USE', param: 'a' });
    expect(shop.state('class', id).attributes).toEqual([]);
    expect(add('constructor', 'Größe', 'a.b-c').ok).toBe(true);
    expect(shop.state('class', id).attributes.map(({ number }) => number)).toEqual([1, 2, 3]);
  });
});
