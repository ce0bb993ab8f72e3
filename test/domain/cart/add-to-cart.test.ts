// Catches a wrong price, tax or text of a new line of a cart.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addAttributes } from '../../../src/domain/catalogue/define-attributes.ts';
import { createClass } from '../../../src/domain/catalogue/create-class.ts';
import { createContent } from '../../../src/domain/catalogue/create-content.ts';
import { createProduct } from '../../../src/domain/catalogue/create-product.ts';
import type { Line } from '../../../src/domain/cart/line.ts';
import { calculate } from '../../../src/domain/calculation/calculate.ts';
import type { Milli, RateE6 } from '../../../src/domain/money.ts';
import { addToCart } from '../../../src/domain/cart/add-to-cart.ts';
import type { AddToCart } from '../../../src/domain/cart/add-to-cart.ts';
import { NO_METADATA } from '../../../src/domain/attributes/metadata.ts';
import type { Result } from '../../../src/kernel/result.ts';
import type { MemoryShop } from '../memory-shop.ts';
import { ONE, ZERO, fromDecimal, fromScaled, over, plus, round, scaled, times } from './rational.ts';
import { runs } from '../../harness/effort.ts';
import { good, openSession, seeded, seededShop } from '../seeded-shop.ts';
import type { SeededProduct } from '../seeded-shop.ts';
import { PIECE } from './plain-elements.ts';

const plainProduct = (price: string, taxclass = 'only'): SeededProduct => seeded(price, taxclass);

const call = (sessionId: number, more: Partial<AddToCart> = {}): AddToCart => ({
  ...PIECE,
  sessionId,
  productId: 1,
  nameField: 'title',
  descriptionField: 'text',
  ...more,
});

const add = (shop: MemoryShop, more: Partial<AddToCart> = {}): Result<void> => {
  if (shop.ids('session').length === 0) openSession(shop);
  return shop.transact((tx) => addToCart(tx, call(1, more)));
};

const last = (shop: MemoryShop): Line => shop.state('session', 1).cart.lines.at(-1)!;
const code = (result: Result<unknown>): string => (result.ok ? 'ok' : `${result.code} ${result.param}`);

describe('the price of a line', () => {
  const priceText = fc
    .tuple(fc.integer({ min: 0, max: 99_999 }), fc.nat({ max: 9999 }))
    .map(([whole, rest]) => `${whole}.${String(rest).padStart(4, '0')}`);
  const calculation = fc.constantFrom('included' as const, 'added' as const, 'subtracted' as const);
  const rate = fc.oneof(
    fc.constantFrom(0, 50_000, 70_000, 190_000, 200_000, 1_000_000),
    fc.integer({ min: 0, max: 1_000_000 }),
  );

  // Catches each of the three calculations taking the other's formula, a rounding at another place than D71 and
  // 22 name, a unit tax multiplied instead of a line tax, and a currency whose minor unit is not 1/100.
  it('and its tax are what rationals give, in all three calculations and currencies of any decimals', () => {
    fc.assert(
      fc.property(
        priceText,
        calculation,
        rate,
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: 0, max: 4 }),
        fc.boolean(),
        (text, how, rateE6, milli, digits, free) => {
          const only = { name: 'only', calculation: how, rates: { DE: rateE6 as RateE6 } };
          const shop = seededShop({ currencyDigits: digits, taxClasses: [only] }, [plainProduct(text)], []);
          const quantityMilli = milli as Milli;
          good(
            add(
              shop,
              free ? { free, productId: 0, priceField: text, nameField: 'n', quantityMilli } : { quantityMilli },
            ),
          );
          const share = fromScaled(rateE6, 6);
          const factor = plus(ONE, share);
          const given = fromDecimal(text);
          const price =
            how === 'included' ? given : round(how === 'added' ? times(given, factor) : over(given, factor), 4);
          const tax = how === 'subtracted' ? ZERO : over(share, factor);
          const sum = round(times(price, fromScaled(milli, 3)), digits);
          const line = last(shop);
          expect({
            price: BigInt(line.priceE4),
            sum: BigInt(line.sumMinor),
            tax: BigInt(line.taxMinor),
            sumTax: BigInt(line.sumTaxMinor),
            rate: line.rateE6,
          }).toEqual({
            price: scaled(price, 4),
            sum: scaled(sum, digits),
            tax: scaled(round(times(price, tax), digits), digits),
            sumTax: scaled(round(times(sum, tax), digits), digits),
            rate: how === 'subtracted' ? 0 : rateE6,
          });
          expect(calculate(shop.state('session', 1).cart)).toEqual({
            promotionsMinor: 0,
            couponsMinor: 0,
            couponUses: [],
            deliveryMinor: 0,
            totalMinor: line.sumMinor,
            sumTaxMinor: line.sumTaxMinor,
            taxPositions: [
              {
                rateE6: line.rateE6,
                grossMinor: line.sumMinor,
                taxMinor: line.sumTaxMinor,
                netMinor: line.sumMinor - line.sumTaxMinor,
              },
            ],
          });
        },
      ),
      { numRuns: runs(500, 2_000, 200_000) },
    );
  });

  // The documented numbers of the API: 119.90 at 19 % twice.
  it('has the tax 19.14 for one and 38.29 for two', () => {
    const shop = seededShop();
    good(add(shop, { quantityMilli: 2000 as Milli }));
    expect([last(shop).priceE4, last(shop).sumMinor, last(shop).taxMinor, last(shop).sumTaxMinor]).toEqual([
      1_199_000, 23_980, 1914, 3829,
    ]);
  });

  // Catches the wrong rate: the class of another product, the country of another call.
  it('has the rate of its class and the call’s country, the shop’s where either is unknown', () => {
    const shop = seededShop(
      {},
      [plainProduct('1', 'default'), plainProduct('1', 'reduced'), plainProduct('1', 'none')],
      [],
    );
    const rates = [
      [1, 'DE', 190_000],
      [1, 'AT', 200_000],
      [1, 'FR', 190_000],
      [2, 'AT', 70_000],
      [3, 'AT', 200_000],
      [1, 'constructor', 190_000],
    ] as const;
    for (const [productId, country, expected] of rates) {
      good(add(shop, { productId, country }));
      expect([productId, country, last(shop).rateE6]).toEqual([productId, country, expected]);
    }
  });
});

const NEW_PRODUCT = {
  className: 'goods',
  active: true,
  seo: {},
  metadata: NO_METADATA,
  availability: { managed: false, override: false, warningMilli: 0 },
  quantityMilli: undefined,
  categories: [],
  bind: false,
};

describe('what a line shows of its product', () => {
  const described = (shop: MemoryShop): number => {
    const length = { name: 'length', type: 'FLOAT', labels: {}, defaults: { fr_FR: 3, de_DE: 2 } } as const;
    good(
      shop.transact((tx) => addAttributes(tx, 1, [length, { name: 'bild', type: 'IMG', labels: {}, defaults: {} }])),
    );
    return good(
      shop.transact((tx) =>
        createProduct(tx, {
          ...NEW_PRODUCT,
          name: 'the product',
          attributes: {
            fr_FR: { title: 'Titre', price: '5.5', bild: { value: '/x', width: 1, height: 1 } },
            pt_PT: { title: '', text: 'Text' },
          },
          metadata: { ...NO_METADATA, element_number: 'E1', weight: 1.5, length: 2, width: 3, height: 4 },
        }),
      ),
    );
  };

  // Catches a look-up in another order than that of D36, and an empty name on a line.
  it('is found in the language asked for, then the shop’s, then any; a name is never empty', () => {
    const shop = seededShop({}, [plainProduct('1')], []);
    const productId = described(shop);
    const looks: [Partial<AddToCart>, string, string, number][] = [
      [{ language: 'fr_FR' }, 'Titre', 'Text', 55_000],
      [{ language: 'pt_PT' }, 'the product', 'Text', 55_000],
      [{ language: 'de_DE' }, 'Titre', 'Text', 55_000],
      [{ nameField: 'no such field', descriptionField: 'bild' }, 'the product', '/x', 55_000],
      [{ nameField: 'price' }, '5.5', 'Text', 55_000],
      [{ priceField: 'length', language: 'fr_FR' }, 'Titre', 'Text', 30_000],
      [{ priceField: 'length', language: 'xx' }, 'Titre', 'Text', 20_000],
    ];
    for (const [more, name, description, price] of looks) {
      good(add(shop, { productId, ...more }));
      expect([more, last(shop).name, last(shop).description, last(shop).priceE4]).toEqual([
        more,
        name,
        description,
        price,
      ]);
    }
    expect([last(shop).elementNumber, last(shop).measures]).toEqual(['E1', [1.5, 2, 3, 4]]);
  });

  // Catches a text that a cart of 1,000 lines cannot be sent with, and one that ends in half a character.
  it('is cut at 1,000 characters of name and 10,000 of description, between two characters', () => {
    const shop = seededShop({}, [plainProduct('1')], []);
    const texts: [title: string, name: string][] = [
      ['x'.repeat(1000), 'x'.repeat(1000)],
      ['x'.repeat(1001), 'x'.repeat(1000)],
      [`${'x'.repeat(998)}🎁y`, `${'x'.repeat(998)}🎁`],
      [`${'x'.repeat(999)}🎁`, 'x'.repeat(999)],
      [`${'x'.repeat(999)}\u{10000}`, 'x'.repeat(999)],
      [`${'x'.repeat(999)}\u{10ffff}`, 'x'.repeat(999)],
      [`${'x'.repeat(999)}\ue000y`, `${'x'.repeat(999)}\ue000`],
      [`${'x'.repeat(999)}\ud7ffy`, `${'x'.repeat(999)}\ud7ff`],
    ];
    const described = (text: string, at: number): Line => {
      const productId = good(
        shop.transact((tx) =>
          createProduct(tx, { ...NEW_PRODUCT, name: `long ${at}`, attributes: { de_DE: { text, price: '1' } } }),
        ),
      );
      good(add(shop, { productId, nameField: 'text' }));
      return last(shop);
    };
    for (const [at, [text, name]] of texts.entries()) {
      const line = described(text, at);
      expect([at, line.name === name, line.description === text]).toEqual([at, true, true]);
    }
    expect([9999, 10_000, 10_001].map((length) => described('d'.repeat(length), length).description.length)).toEqual([
      9999, 10_000, 10_000,
    ]);
  });

  // Catches what a caller gets by naming what every object inherits: the text of a function as a name, and, with a
  // price field called `length`, the price 1 for whatever language is called `constructor`. Regressions.
  it('is never something that every object inherits', () => {
    const shop = seededShop({}, [plainProduct('1')], []);
    const productId = described(shop);
    for (const word of ['constructor', 'toString', '__proto__', 'valueOf', 'name', 'hasOwnProperty']) {
      good(add(shop, { productId, nameField: word, descriptionField: word, language: word }));
      expect([word, last(shop).name, last(shop).description, last(shop).priceE4]).toEqual([
        word,
        'the product',
        '',
        55_000,
      ]);
      good(add(shop, { productId, language: word, priceField: 'length' }));
      expect([word, last(shop).name, last(shop).priceE4]).toEqual([word, 'Titre', 20_000]);
      expect(code(add(shop, { productId, priceField: word }))).toBe('PRICE_FIELD_INVALID price_field');
    }
  });
});

describe('a line is refused', () => {
  it('for what cannot be sold, a price field that is no number, and a negative free price without the secret key', () => {
    const shop = seededShop();
    const refusals: [Partial<AddToCart>, string][] = [
      [{ productId: 8 }, 'SHOPOBJECT_NOT_AVAILABLE 8'],
      [{ productId: 99 }, 'SHOPOBJECT_NOT_AVAILABLE 99'],
      [{ productId: 0 }, 'SHOPOBJECT_NOT_AVAILABLE 0'],
      [{ productId: 1, quantityMilli: 5001 as Milli }, 'SHOPOBJECT_NOT_AVAILABLE 1'],
      [{ productId: 3, priceField: 'title' }, 'PRICE_FIELD_INVALID price_field'],
      // A price field (D80) is a FLOAT attribute and nothing else; `count` is an INT.
      [{ productId: 3, priceField: 'count' }, 'PRICE_FIELD_INVALID price_field'],
      [{ productId: 3, priceField: '9.99' }, 'PRICE_FIELD_INVALID price_field'],
      [{ productId: 3, parentId: 1 }, 'CART_LINE_NOT_FOUND 1'],
      [{ productId: 0, free: true, priceField: '-0.01' }, 'PERMISSION_DENIED price_field'],
      [{ productId: 0, free: true, priceField: 'free' }, 'PARAMETER_INVALID price_field'],
      [{ productId: 0, free: true, priceField: '100000000000' }, 'AMOUNT_OUT_OF_RANGE price_field'],
    ];
    for (const [more, expected] of refusals) expect([more, code(add(shop, more))]).toEqual([more, expected]);
    expect(shop.state('session', 1).cart.lines).toEqual([]);
    expect(code(add(shop, { productId: 0, free: true, priceField: '-0.01', backOffice: true }))).toBe('ok');
    expect(code(add(shop, { productId: 0, free: true, priceField: '-0.00001' }))).toBe('ok');
    expect(last(shop)).toMatchObject({ type: 'FREE_ELEMENT', productId: 0, elementNumber: '', measures: [] });
  });

  it('for a content, and for a product whose price is no price', () => {
    const shop = seededShop({}, [plainProduct('100000000000'), plainProduct('99999999999.9999')], []);
    good(shop.transact((tx) => createClass(tx, 'page', 'content')));
    const page = good(
      shop.transact((tx) =>
        createContent(tx, {
          className: 'page',
          name: 'imprint',
          active: true,
          attributes: {},
          seo: {},
          categories: [],
        }),
      ),
    );
    expect([1, 2, page].map((productId) => code(add(shop, { productId })))).toEqual([
      'AMOUNT_OUT_OF_RANGE price_field',
      'ok',
      `SHOPOBJECT_NOT_AVAILABLE ${page}`,
    ]);
  });

  it('with a sentence that says what is wrong', () => {
    const shop = seededShop();
    expect(add(shop, { productId: 3, priceField: 'cost' })).toMatchObject({
      detail: 'cost is no FLOAT attribute of the class.',
    });
    expect(add(shop, { productId: 0, free: true, priceField: '-1' })).toMatchObject({
      detail: 'A negative price needs the secret key, and the right to make coupons.',
    });
  });

  // Catches stock that is looked at per line: five pieces sold as two lines of three.
  it('when all lines of the product together want more than there is', () => {
    const shop = seededShop();
    expect(code(add(shop, { quantityMilli: 3000 as Milli, attributes: [['size', 'M']] }))).toBe('ok');
    expect(code(add(shop, { quantityMilli: 3000 as Milli, attributes: [['size', 'L']] }))).toBe(
      'SHOPOBJECT_NOT_AVAILABLE 1',
    );
    expect(code(add(shop, { quantityMilli: 2000 as Milli, attributes: [['size', 'L']] }))).toBe('ok');
  });
});
