// Bad input at a cart that holds everything a cart can hold: a refusal by name, and the cart is the same to the byte.
import { describe, expect, test } from 'vitest';
import type { Given } from '../shop.ts';
import { Goods, freeLine, line } from '../shop.ts';

/**
 * Lines 1 (four pieces), 2 and 3 below it, and 4; two coupons, two delivery positions. Another session has eight lines.
 */
const open = async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const [session, other] = [await shop.session(), await shop.session()];
  const managed = await goods.stocked(5);
  const plain = await goods.product('19.99', { metadata: { quantity_step: 0.5 } });
  const hidden = await goods.product(10, { shop_active: 0 });
  const unpriced = await goods.product(10, { attributes: { de_DE: { name: 'no price', price: '99999999999.99995' } } });
  await shop.call('add_to_cart', line(session, managed, { quantity: 4 }));
  await shop.call('add_to_cart', line(session, plain, { id_parent_element: 1, attributes: [['Farbe', 'rot']] }));
  await shop.call('add_to_cart', freeLine(session, 1.5, { id_parent_element: 1 }));
  await shop.call('add_to_cart', line(session, plain, { quantity: 2.5 }));
  for (const code of ['five', 'tenth', 'more', 'alone', 'old']) {
    const type = code === 'tenth' ? 'MULTIPLE_PERCENTAGE' : 'UNIQUE_NOMINAL';
    const attributes = { combineable: code === 'alone' ? 0 : 1, ...(code === 'old' && { end_date: '2025-12-31' }) };
    await shop.admin('create_coupons', { count: 1, name: code, amount: 5, type, code, attributes });
  }
  await shop.call('add_coupons', { session, coupons: [['five'], ['tenth']] });
  await shop.call('add_delivery_costs', {
    session,
    delivery_costs: [
      ['Post', 4.9, 0.19],
      ['Wrap', 1, 0.07],
    ],
  });
  for (let at = 0; at < 8; at += 1) await shop.call('add_to_cart', freeLine(other, 1));
  return { shop, session, ids: { managed, plain, hidden, unpriced } };
};

type Ids = Awaited<ReturnType<typeof open>>['ids'];
type Case = readonly [
  what: string,
  given: Given | ((ids: Ids) => Given),
  code: string,
  param: string | ((ids: Ids) => number),
];

const holds = (request: string, cases: readonly Case[]): void => {
  describe(request, () => {
    test.each(cases)('%s', async (_what, given, code, param) => {
      const { shop, session, ids } = await open();
      const before = await shop.text('get_cart', { session, explain: 1 });
      const params = typeof given === 'function' ? given(ids) : given;
      await shop.refused(request, { ...params, session }, code, typeof param === 'function' ? param(ids) : param);
      expect(await shop.text('get_cart', { session, explain: 1 })).toBe(before);
    });
  });
};

const add =
  (more: Given) =>
  (ids: Ids): Given =>
    line('', ids.plain, more);
const free = (more: Given): Given => freeLine('', 1, more);

holds('add_to_cart', [
  ['quantity 0', add({ quantity: 0 }), 'PARAMETER_INVALID', 'quantity'],
  ['a negative quantity', add({ quantity: -1 }), 'PARAMETER_INVALID', 'quantity'],
  ['a quantity beyond all numbers', add({ quantity: '1e309' }), 'AMOUNT_OUT_OF_RANGE', 'quantity'],
  ['a quantity that is NaN', add({ quantity: 'NaN' }), 'PARAMETER_INVALID', 'quantity'],
  ['a quantity of a ten-thousandth', add({ quantity: 0.0001 }), 'PARAMETER_INVALID', 'quantity'],
  ['a quantity in words', add({ quantity: 'two' }), 'PARAMETER_INVALID', 'quantity'],
  ['a quantity with a comma', add({ quantity: '1,5' }), 'PARAMETER_INVALID', 'quantity'],
  ['a list of quantities', add({ quantity: [1, 2] }), 'PARAMETER_INVALID', 'quantity'],
  ['more pieces than a line may have', add({ quantity: 1_000_000.001 }), 'AMOUNT_OUT_OF_RANGE', 'quantity'],
  [
    'more pieces than there are, with those in the cart',
    ({ managed }) => line('', managed, { quantity: 2 }),
    'SHOPOBJECT_NOT_AVAILABLE',
    ({ managed }) => managed,
  ],
  ['a price field that the class does not have', add({ price_field: 'cost' }), 'PRICE_FIELD_INVALID', 'price_field'],
  ['a price field that holds a text', add({ price_field: 'name' }), 'PRICE_FIELD_INVALID', 'price_field'],
  [
    'a price field that every object inherits',
    add({ price_field: 'constructor' }),
    'PRICE_FIELD_INVALID',
    'price_field',
  ],
  ['a price instead of a field', add({ price_field: '9.99' }), 'PRICE_FIELD_INVALID', 'price_field'],
  ['no price field', add({ price_field: undefined }), 'PARAMETER_MISSING', 'price_field'],
  ['a product whose price is none', ({ unpriced }) => line('', unpriced), 'AMOUNT_OUT_OF_RANGE', 'price_field'],
  ['a price in words', free({ price_field: 'ten' }), 'PARAMETER_INVALID', 'price_field'],
  ['a price in another notation', free({ price_field: '1.000,00' }), 'PARAMETER_INVALID', 'price_field'],
  ['a price that is infinite', free({ price_field: 'Infinity' }), 'PARAMETER_INVALID', 'price_field'],
  ['a price below zero, without the secret key', free({ price_field: -0.01 }), 'PERMISSION_DENIED', 'price_field'],
  ['a free element without a price', free({ price_field: '' }), 'PARAMETER_MISSING', 'price_field'],
  ['a price beyond 15 digits', free({ price_field: '99999999999.99995' }), 'AMOUNT_OUT_OF_RANGE', 'price_field'],
  [
    'amounts that would not be exact',
    free({ price_field: 10_000_000, quantity: 1_000_000 }),
    'AMOUNT_OUT_OF_RANGE',
    'quantity',
  ],
  ['a product that nobody made', add({ id_shopobject: 99 }), 'SHOPOBJECT_NOT_AVAILABLE', '99'],
  [
    'a product that is not active',
    ({ hidden }) => line('', hidden),
    'SHOPOBJECT_NOT_AVAILABLE',
    ({ hidden }) => hidden,
  ],
  ['a product id in words', add({ id_shopobject: 'first' }), 'PARAMETER_INVALID', 'id_shopobject'],
  ['a parent of another cart', add({ id_parent_element: 8 }), 'CART_LINE_NOT_FOUND', '8'],
  ['a parent that is a child', add({ id_parent_element: 2 }), 'CART_LINE_PARENT_NOT_VALID', '2'],
  ['the line itself as parent', add({ id_parent_element: 5 }), 'CART_LINE_NOT_FOUND', '5'],
  ['a parent below zero', add({ id_parent_element: -1 }), 'PARAMETER_INVALID', 'id_parent_element'],
  ['an unknown kind', add({ element_type: 'DELIVERY_COSTS' }), 'PARAMETER_INVALID', 'element_type'],
  ['attributes that are a text', add({ attributes: 'red' }), 'PARAMETER_INVALID', 'attributes'],
  ['attributes without names', add({ attributes: [{ value: 'x' }] }), 'PARAMETER_INVALID', 'attributes'],
]);

const ELEMENT: readonly Case[] = [
  ['a line of another cart', { id_element: 8 }, 'CART_LINE_NOT_FOUND', '8'],
  ['line 0', { id_element: 0 }, 'CART_LINE_NOT_FOUND', '0'],
  ['a line below zero', { id_element: -1 }, 'PARAMETER_INVALID', 'id_element'],
  ['half a line', { id_element: 1.5 }, 'PARAMETER_INVALID', 'id_element'],
  ['a line in words', { id_element: 'all' }, 'PARAMETER_INVALID', 'id_element'],
  ['no line', {}, 'PARAMETER_MISSING', 'id_element'],
];
holds('sub_from_cart', ELEMENT);
holds('del_from_cart', ELEMENT);

holds('add_coupons', [
  ['a coupon that nobody made', { coupons: [['more'], ['nobody']] }, 'COUPON_NOT_VALID', 'nobody'],
  ['one that is in the cart', { coupons: [['more'], ['five']] }, 'COUPON_ALREADY_ADDED', 'five'],
  ['one that stands alone', { coupons: [['more'], ['alone']] }, 'COUPON_NOT_COMBINEABLE', 'alone'],
  ['one that expired', { coupons: [['more'], ['old']] }, 'COUPON_EXPIRED', 'old'],
  [
    '10,000 of them',
    { coupons: Array.from({ length: 10_000 }, (_, at) => [`code${at}`]) },
    'PARAMETER_INVALID',
    'coupons',
  ],
  ['three flat texts', { coupons: ['more', 'alone', 'old'] }, 'PARAMETER_INVALID', 'coupons'],
  ['a pair and a half', { coupons: [['more', 'name', 'what']] }, 'PARAMETER_INVALID', 'coupons'],
  ['an empty pair', { coupons: [[]] }, 'PARAMETER_INVALID', 'coupons'],
  ['a number', { coupons: [[5]] }, 'PARAMETER_INVALID', 'coupons'],
  ['a bare number', { coupons: 5 }, 'PARAMETER_INVALID', 'coupons'],
  ['an object', { coupons: { code: 'more' } }, 'PARAMETER_INVALID', 'coupons'],
  ['a list of objects', { coupons: [{ code: 'more' }] }, 'PARAMETER_INVALID', 'coupons'],
  ['no list', { coupons: 'more' }, 'PARAMETER_INVALID', 'coupons'],
  ['broken JSON', { coupons: '[["more"' }, 'PARAMETER_INVALID', 'coupons'],
  ['a list in a list in a list', { coupons: [[['more']]] }, 'PARAMETER_INVALID', 'coupons'],
  ['a code of 256 letters', { coupons: [['x'.repeat(256)]] }, 'PARAMETER_INVALID', 'coupons'],
  ['nothing', {}, 'PARAMETER_MISSING', 'coupons'],
]);

holds('add_delivery_costs', [
  ['a name alone', { delivery_costs: [['D']] }, 'PARAMETER_INVALID', 'delivery_costs'],
  ['no tax', { delivery_costs: [['D', 1]] }, 'PARAMETER_INVALID', 'delivery_costs'],
  ['one member too many', { delivery_costs: [['D', 1, 0.19, 1]] }, 'PARAMETER_INVALID', 'delivery_costs'],
  ['a flat position', { delivery_costs: ['D', 1, 0.19] }, 'PARAMETER_INVALID', 'delivery_costs'],
  ['an object', { delivery_costs: { name: 'D', price: 1, tax: 0.19 } }, 'PARAMETER_INVALID', 'delivery_costs'],
  ['a number for a name', { delivery_costs: [[1, 1, 0]] }, 'PARAMETER_INVALID', 'delivery_costs'],
  [
    'an amount in words, after a good one',
    {
      delivery_costs: [
        ['D', 1, 0.19],
        ['E', 'x', 0.19],
      ],
    },
    'PARAMETER_INVALID',
    'delivery_costs',
  ],
  ['an amount that is null', { delivery_costs: [['D', null, 0.19]] }, 'PARAMETER_INVALID', 'delivery_costs'],
  [
    'an amount below zero, without the secret key',
    { delivery_costs: [['D', -1, 0.19]] },
    'PERMISSION_DENIED',
    'delivery_costs',
  ],
  [
    'an amount beyond 15 digits',
    { delivery_costs: [['D', 100_000_000_000, 0.19]] },
    'AMOUNT_OUT_OF_RANGE',
    'delivery_costs',
  ],
  ['an amount beyond all numbers', { delivery_costs: '[["D",1e309,0.19]]' }, 'PARAMETER_INVALID', 'delivery_costs'],
  ['a tax in percent', { delivery_costs: [['D', 1, 19]] }, 'AMOUNT_OUT_OF_RANGE', 'delivery_costs'],
  ['a tax below zero', { delivery_costs: [['D', 1, -0.19]] }, 'AMOUNT_OUT_OF_RANGE', 'delivery_costs'],
  ['a tax in words', { delivery_costs: [['D', 1, 'full']] }, 'PARAMETER_INVALID', 'delivery_costs'],
  [
    '51 positions',
    { delivery_costs: Array.from({ length: 51 }, () => ['D', 1, 0]) },
    'PARAMETER_INVALID',
    'delivery_costs',
  ],
  ['no list', { delivery_costs: 'x' }, 'PARAMETER_INVALID', 'delivery_costs'],
  ['nothing', {}, 'PARAMETER_MISSING', 'delivery_costs'],
]);
