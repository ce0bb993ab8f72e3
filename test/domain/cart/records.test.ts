// Catches a cart or line of an older store that is read with another value than it had, where its bytes end before a
// field that came later, and a sum over lines that counts what is no part of it.
import { describe, expect, test } from 'vitest';
import { CART, emptyCart } from '../../../src/domain/cart/cart.ts';
import { isGoods } from '../../../src/domain/calculation/goods.ts';
import { LINE, volumeOf } from '../../../src/domain/cart/line.ts';
import type { Minor } from '../../../src/domain/money.ts';

const lineOf = (sumMinor: number) => ({ ...LINE.initial(), sumMinor: sumMinor as Minor });

describe('bytes that end early', () => {
  test('of a line', () => {
    expect(LINE.decode([])).toEqual({
      id: 0,
      type: 'PRODUCT',
      productId: 0,
      elementNumber: '',
      quantityMilli: 0,
      priceE4: 0,
      sumMinor: 0,
      rateE6: 0,
      taxMinor: 0,
      sumTaxMinor: 0,
      name: '',
      description: '',
      attributes: [],
      parentId: 0,
      measures: [],
      markup: 0,
      basis: null,
      listed: null,
      derivedCache: undefined,
    });
  });

  test('of a cart, its delivery positions, and coupons and promotions with what they took off', () => {
    expect(CART.decode([])).toEqual({ ...emptyCart(0), index: undefined });
    const [created, , ...rest] = CART.encode(emptyCart(7));
    expect(CART.decode([created, [], ...rest.slice(0, 3), [[]], [[]], [[]], [], [[]]])).toMatchObject({
      createdMs: 7,
      deliveryPositions: [{ name: '', priceMinor: 0, rateE6: 0 }],
      coupons: [{ couponId: 0, code: '', name: '' }],
      couponUses: [{ usedMinor: 0, taxMinor: 0, baseMinor: 0, parts: [] }],
      promotions: [{ id: 0, usedMinor: 0, taxMinor: 0, parts: [], delivery: [], kept: [], name: '', labels: {} }],
    });
  });
});

test('the volume of lines is the sum of their amounts without their signs, as a cart that is read again has it', () => {
  const lines = [lineOf(250), lineOf(-100), lineOf(0)];
  expect(volumeOf([])).toBe(0);
  expect(volumeOf(lines)).toBe(350);
  const cart = { ...emptyCart(0), lines };
  expect(CART.decode(CART.encode(cart)).volumeMinor).toBe(350);
});

test('delivery costs are no goods', () => {
  const types = ['PRODUCT', 'FREE_ELEMENT', 'DELIVERY_COSTS'] as const;
  expect(types.filter((type) => isGoods({ type }))).toEqual(['PRODUCT', 'FREE_ELEMENT']);
});

test('a new cart is empty', () => {
  expect(emptyCart(7)).toEqual({
    createdMs: 7,
    lines: [],
    answered: [],
    linesCreated: 0,
    lastLineId: 0,
    sumMinor: 0,
    volumeMinor: 0,
    index: undefined,
    deliveryPositions: [],
    coupons: [],
    couponUses: null,
    repriced: [],
    promotions: [],
    nearly: [],
    isDeliveryGiven: false,
    undelivered: null,
  });
});
