// Catches a new line of a cart that shows HTML as text or text as HTML, has a price beyond the limit because of its
// tax, or is refused without saying why. add-to-cart.test.ts has prices and texts.
import { describe, expect, it } from 'vitest';
import { addAttributes } from '../../../src/domain/catalogue/define-attributes.ts';
import { addToCart } from '../../../src/domain/cart/add-to-cart.ts';
import type { AddToCart } from '../../../src/domain/cart/add-to-cart.ts';
import { DESCRIPTION_IS_HTML, NAME_IS_HTML } from '../../../src/domain/cart/line.ts';
import type { Line } from '../../../src/domain/cart/line.ts';
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

  it('for an attribute that is no price by the settings', () => {
    expect(add(seededShop({ priceFields: ['cost'] }), {})).toMatchObject({
      code: 'PRICE_FIELD_INVALID',
      param: 'price_field',
      detail: 'price is no attribute that the setting priceFields names as a price.',
    });
  });
});
