// Catches a new line of a cart that shows HTML as text or text as HTML, keeps attributes that the shop computes, has a
// price beyond the limit because of its tax, or is refused without saying why. Its sum is in add-to-cart.test.ts.
import { describe, expect, it } from 'vitest';
import { addAttributes } from '../../../src/domain/catalogue/define-attributes.ts';
import { addToCart } from '../../../src/domain/cart/add-to-cart.ts';
import type { AddToCart } from '../../../src/domain/cart/add-to-cart.ts';
import { DESCRIPTION_IS_HTML, NAME_IS_HTML } from '../../../src/domain/cart/line.ts';
import type { Line } from '../../../src/domain/cart/line.ts';
import type { Milli } from '../../../src/domain/money.ts';
import { PRICE_E4_MAX } from '../../../src/domain/money.ts';
import type { Result } from '../../../src/kernel/result.ts';
import type { MemoryShop } from '../memory-shop.ts';
import { good, openSession, seeded, seededShop } from '../seeded-shop.ts';
import { FREE_PIECE, PIECE } from './plain-elements.ts';

const add = (shop: MemoryShop, more: Partial<AddToCart>): Result<void> => {
  if (shop.ids('session').length === 0) openSession(shop);
  const piece = more.free === true ? FREE_PIECE : { ...PIECE, productId: 1, nameField: 'title' };
  return shop.transact((tx) => addToCart(tx, { ...piece, sessionId: 1, ...more }));
};
const last = (shop: MemoryShop): Line => shop.state('session', 1).cart.lines.at(-1)!;

describe('what a line shows', () => {
  const shopOf = (): MemoryShop => {
    const shop = seededShop({}, [seeded('1', '')], []);
    good(
      shop.transact((tx) =>
        addAttributes(tx, 1, [
          { name: 'rich', type: 'HTML', labels: {}, defaults: { de_DE: '<b>rich</b>' } },
          { name: 'bare', type: 'HTML', labels: {}, defaults: {} },
          { name: 'others', type: 'PRODUCTS', labels: {}, defaults: { de_DE: [1] } },
        ]),
      ),
    );
    return shop;
  };

  it('is HTML where its attribute is; the product’s own name never is', () => {
    const shop = shopOf();
    const markup = (nameField: string, descriptionField: string): number => {
      good(add(shop, { nameField, descriptionField }));
      return last(shop).markup;
    };
    expect(markup('title', 'title')).toBe(0);
    expect(markup('rich', 'title')).toBe(NAME_IS_HTML);
    expect(markup('title', 'rich')).toBe(DESCRIPTION_IS_HTML);
    expect(markup('rich', 'rich')).toBe(NAME_IS_HTML + DESCRIPTION_IS_HTML);
    expect(markup('bare', 'no such field')).toBe(0);
    expect(markup('no such field', '')).toBe(0);
  });

  it('is nothing of an attribute that lists products, and the product’s own name for a name', () => {
    const shop = shopOf();
    good(add(shop, { nameField: 'others', descriptionField: 'others' }));
    expect([last(shop).name, last(shop).description]).toEqual(['P1', '']);
  });

  it('has no element number where the product has none', () => {
    const shop = shopOf();
    good(shop.ask('shopobject', 1, { type: 'update_shopobject', metadata: { element_number: null } }));
    good(add(shop, {}));
    expect(last(shop).elementNumber).toBe('');
  });
});

describe('attributes of a line', () => {
  const given = [
    ['color', 'blue'],
    ['sys_tax', '0'],
    ['sys_weight', '1'],
    ['sys_length', '2'],
    ['sys_width', '3'],
    ['sys_height', '4'],
    ['cut', 'slim'],
  ] as const;

  it.each([true, false])('are those of the caller, without those that the shop computes; free element: %s', (free) => {
    const shop = seededShop({}, [seeded('1', '')], []);
    const added = (attributes: Line['attributes']): Line['attributes'] => {
      good(add(shop, { free, attributes }));
      const line = last(shop);
      good(shop.ask('session', 1, { type: 'clear_cart' }));
      return line.attributes;
    };
    const kept = [
      ['color', 'blue'],
      ['cut', 'slim'],
    ] as const;
    expect(added(given)).toEqual(kept);
    expect(added(kept)).toEqual(kept);
    for (const own of given.slice(1, -1)) expect(added([own]), own[0]).toEqual([]);
  });
});

describe('a price', () => {
  const most = '99999999999.9999';
  const beyond = {
    ok: false,
    code: 'AMOUNT_OUT_OF_RANGE',
    param: 'price_field',
    detail: 'The price with its tax is out of range.',
  };

  it('of a free element is within the limit with its tax, too, above zero and below', () => {
    const shop = seededShop();
    const free = (priceField: string, taxClass: string) =>
      add(shop, { free: true, priceField, taxClass, backOffice: true });
    for (const [price, priceE4] of [
      [most, PRICE_E4_MAX],
      [`-${most}`, -PRICE_E4_MAX],
    ] as const) {
      good(free(price, 'default'));
      expect(last(shop).priceE4).toBe(priceE4);
      good(shop.ask('session', 1, { type: 'clear_cart' }));
      expect(free(price, 'net')).toEqual(beyond);
    }
  });

  it('of a product is so, too', () => {
    const shop = seededShop({}, [seeded(most, 'net'), seeded(`-${most}`, 'net'), seeded(most, 'default')], []);
    expect(add(shop, { productId: 1 })).toEqual(beyond);
    expect(add(shop, { productId: 2 })).toEqual(beyond);
    good(add(shop, { productId: 3 }));
  });
});

it('finds the pieces that its own cart holds available, and not those of another', () => {
  const shop = seededShop({ cartHoldMs: 60_000 }, [seeded('1', '', { managed: true, stock: '3' })], []);
  const pieces = (quantity: number, sessionId: number): Result<void> =>
    add(shop, { sessionId, quantityMilli: (quantity * 1000) as Milli });
  good(pieces(2, 1));
  openSession(shop);
  expect(pieces(2, 2)).toMatchObject({ code: 'SHOPOBJECT_NOT_AVAILABLE' });
  good(pieces(1, 1));
  expect(pieces(1, 2)).toMatchObject({ code: 'SHOPOBJECT_NOT_AVAILABLE' });
});

describe('a refusal says why', () => {
  it('for a tax class that a product does not take from a call, or that there is not', () => {
    const shop = seededShop();
    expect(add(shop, { taxClass: 'default' })).toEqual({
      ok: false,
      code: 'PARAMETER_INVALID',
      param: 'taxclass',
      detail: 'A product has a tax class of its own.',
    });
    expect(add(shop, { free: true, taxClass: 'none' })).toMatchObject({ code: 'PARAMETER_INVALID', param: 'taxclass' });
  });

  it('for a free element that the shop does not sell, or not to this caller', () => {
    const refused = (freeElements: 'nobody' | 'secret-key') => add(seededShop({ freeElements }), { free: true });
    expect(refused('nobody')).toMatchObject({
      code: 'PERMISSION_DENIED',
      param: 'element_type',
      detail: 'This shop sells products only, no free elements.',
    });
    expect(refused('secret-key')).toMatchObject({
      code: 'PERMISSION_DENIED',
      param: 'element_type',
      detail: 'A free element needs the secret key.',
    });
  });

  it('for a price that nobody gave: a default of 0 is none, one above 0 is', () => {
    const shop = seededShop({}, [seeded('1', '')], []);
    good(
      shop.transact((tx) =>
        addAttributes(tx, 1, [
          { name: 'none', type: 'FLOAT', labels: {}, defaults: {} },
          { name: 'zero', type: 'FLOAT', labels: {}, defaults: { de_DE: 0 } },
          { name: 'fee', type: 'FLOAT', labels: {}, defaults: { de_DE: 0.0001 } },
        ]),
      ),
    );
    for (const priceField of ['none', 'zero'])
      expect(add(shop, { priceField })).toEqual({
        ok: false,
        code: 'SHOPOBJECT_PRICE_MISSING',
        param: 'price_field',
        detail: `Product 1 has no value of ${priceField}, and no product above it; nor has their class one above 0.`,
      });
    good(add(shop, { priceField: 'fee' }));
    expect(last(shop).priceE4).toBe(1);
  });

  it('for an attribute that is no price by the settings', () => {
    expect(add(seededShop({ priceFields: ['cost'] }), {})).toMatchObject({
      code: 'PRICE_FIELD_INVALID',
      param: 'price_field',
      detail: 'price is no attribute that the setting priceFields names as a price.',
    });
  });
});
