// Money on the wire.
import { describe, expect, test } from 'vitest';
import type { ShopRules, TaxCalculation } from '../../../src/domain/rules.ts';
import type { RateE6 } from '../../../src/domain/money.ts';
import type { Given } from '../shop.ts';
import type { Cart } from '../cart-reply.ts';
import { Goods, freeLine, line } from '../shop.ts';

const rates = { DE: 190_000 as RateE6, AT: 200_000 as RateE6 };
const taxed = (calculation: TaxCalculation): Partial<ShopRules> => ({
  taxClasses: [
    { name: 'full', calculation, rates },
    { name: 'reduced', calculation: 'included', rates: { DE: 70_000 as RateE6 } },
  ],
});

const bought = async (
  calculation: TaxCalculation,
  price: number | string,
  more: Given = {},
  product: Given = {},
): Promise<Cart> => {
  const goods = await Goods.open({ rules: taxed(calculation) });
  const session = await goods.shop.session();
  return goods.shop.call<Cart>('add_to_cart', line(session, await goods.product(price, product), more));
};

describe('tax', () => {
  test('included: the price is gross (the known numbers of existing shops)', async () => {
    const cart = await bought('included', 119.9, { quantity: 2 });
    expect(cart.contents[0]).toMatchObject({ price: 119.9, sum_price: 239.8, tax: 19.14, sum_tax: 38.29 });
    expect(cart.tax_positions).toEqual([{ rate: 0.19, net: 201.51, tax: 38.29, gross: 239.8 }]);
  });

  test('added: the line carries the net price with its tax', async () => {
    const cart = await bought('added', 100, { quantity: 2 });
    expect(cart.contents[0]).toMatchObject({ price: 119, sum_price: 238, tax: 19, sum_tax: 38 });
    expect(cart.contents[0]!.attributes['sys_tax']).toEqual({ name: 'sys_tax', value: 0.19 });
    expect(cart).toMatchObject({ sum: 238, total: 238, sum_tax: 38 });
  });

  test('added: the unit price is rounded half up at four decimals before the line is', async () => {
    const cart = await bought('added', 0.99, { quantity: 3 });
    expect(cart.contents[0]).toMatchObject({ price: 1.1781, sum_price: 3.53 });
    expect((await bought('added', 0.0003)).contents[0]).toMatchObject({ price: 0.0004, sum_price: 0 });
  });

  test('subtracted: the line carries the gross price without its tax, and no tax', async () => {
    const cart = await bought('subtracted', 119, { quantity: 2 });
    expect(cart.contents[0]).toMatchObject({ price: 100, sum_price: 200, tax: 0, sum_tax: 0 });
    expect(cart.contents[0]!.attributes['sys_tax']).toEqual({ name: 'sys_tax', value: 0 });
    expect(cart).toMatchObject({ sum: 200, sum_tax: 0, tax_positions: [{ rate: 0, net: 200, tax: 0, gross: 200 }] });
    expect((await bought('subtracted', 119.9)).contents[0]).toMatchObject({ price: 100.7563, sum_price: 100.76 });
  });

  test('the country chooses the rate, in any case; one without a rate pays the shop’s own', async () => {
    for (const [country, rate] of [
      ['DE', 0.19],
      ['AT', 0.2],
      ['at', 0.2],
      ['FR', 0.19],
      ['', 0.19],
      ['undefined', 0.19],
    ] as const) {
      const cart = await bought('included', 12, { country });
      expect(cart.contents[0]!.attributes['sys_tax']).toEqual({ name: 'sys_tax', value: rate });
    }
  });

  test('the product’s tax class chooses the rate; none is the first class', async () => {
    for (const [taxclass, rate] of [
      ['full', 0.19],
      ['reduced', 0.07],
      ['', 0.19],
    ] as const) {
      const cart = await bought('included', 12, {}, { metadata: { taxclass } });
      expect(cart.contents[0]!.attributes['sys_tax']).toEqual({ name: 'sys_tax', value: rate });
    }
  });

  test('positions are summed per rate and add up to the total', async () => {
    const goods = await Goods.open({ rules: taxed('included') });
    const session = await goods.shop.session();
    await goods.shop.call('add_to_cart', line(session, await goods.product(119.9)));
    await goods.shop.call(
      'add_to_cart',
      line(session, await goods.product(10.7, { metadata: { taxclass: 'reduced' } })),
    );
    await goods.shop.call('add_delivery_costs', {
      session,
      delivery_costs: [
        ['D', 4.9, 0.19],
        ['E', '1.07', '0.07'],
      ],
    });
    const cart = await goods.shop.call<Cart>('get_cart', { session });
    expect(cart).toMatchObject({ sum: 130.6, total: 136.57, sum_tax: 20.69 });
    expect(cart.tax_positions).toEqual([
      { rate: 0.19, net: 104.88, tax: 19.92, gross: 124.8 },
      { rate: 0.07, net: 11, tax: 0.77, gross: 11.77 },
    ]);
  });
});

describe('rounding', () => {
  test.each([
    [0.005, 1, 0.01],
    [0.0049, 1, 0],
    [1.005, 1, 1.01],
    [9.99, 0.333, 3.33],
    [0.3333, 3, 1],
    [0.0001, 50, 0.01],
    [0.1, 3, 0.3],
    [1e6, 1000, 1e9],
  ])('%d × %d = %d, half up at the line', async (price, quantity, sum) => {
    const cart = await bought('included', price, { quantity }, { metadata: { quantity_step: 0.001 } });
    expect([cart.contents[0]!.sum_price, cart.sum]).toEqual([sum, sum]);
  });

  test('a price has four decimals, more are rounded half up; negative ones as the mirror image', async () => {
    const goods = await Goods.open();
    const session = await goods.shop.session();
    for (const [given, shown] of [
      ['1.00005', 1.0001],
      ['1.00004', 1],
      ['-1.00005', -1.0001],
      ['1e-4', 0.0001],
      ['.5', 0.5],
    ] as const) {
      const cart = await goods.shop.admin<Cart>('add_to_cart', freeLine(session, given));
      expect(cart.contents.at(-1)!.price).toBe(shown);
    }
  });

  test.each(['1e30', '100000000000', '99999999999.99995', '-1e12'])('%s is too large to be a price', async (price) => {
    const goods = await Goods.open();
    const session = await goods.shop.session();
    const reply = await goods.shop.call<{ message: string; param: string }>('add_to_cart', freeLine(session, price));
    expect(reply.message).toBe('AMOUNT_OUT_OF_RANGE');
    expect(reply.param).toBe('price_field');
  });

  test('a cart whose sum would not be exact any more is refused', async () => {
    const goods = await Goods.open();
    const session = await goods.shop.session();
    const big = freeLine(session, 10_000_000, { quantity: 900_000 });
    expect(await goods.shop.call('add_to_cart', big)).toMatchObject({ sum: 9e12 });
    await goods.shop.refused('add_to_cart', big, 'AMOUNT_OUT_OF_RANGE', 'quantity');
  });
});

describe('add_delivery_costs', () => {
  const open = async () => {
    const goods = await Goods.open();
    const session = await goods.shop.session();
    const get = () => goods.shop.call<Cart>('get_cart', { session });
    return { shop: goods.shop, session, get };
  };

  test('positions come back as name, price and tax; a second call replaces them', async () => {
    const { shop, session, get } = await open();
    const two = [
      ['Delivery', 4.9, 0.19],
      ['Delivery2', '5.90', 0.19],
    ];
    expect(await shop.call('add_delivery_costs', { session, delivery_costs: two })).toEqual({
      object: 'add_delivery_costs',
      status: 'SUCCESS',
    });
    expect((await get()).delivery_costs).toEqual({
      sum: 10.8,
      positions: [
        { name: 'Delivery', price: 4.9, tax: 0.19 },
        { name: 'Delivery2', price: 5.9, tax: 0.19 },
      ],
    });
    await shop.call('add_delivery_costs', { session, delivery_costs: [['Delivery', 0, 0.19]] });
    expect((await get()).delivery_costs).toEqual({ sum: 0, positions: [{ name: 'Delivery', price: 0, tax: 0.19 }] });
    await shop.call('add_delivery_costs', { session, delivery_costs: [] });
    expect((await get()).delivery_costs).toEqual({ sum: 0, positions: [] });
  });

  test('they are in the total and not in the sum', async () => {
    const { shop, session, get } = await open();
    await shop.call('add_to_cart', freeLine(session, 119.9, { quantity: 2 }));
    await shop.call('add_delivery_costs', { session, delivery_costs: [['D', 4.9, 0.19]] });
    expect(await get()).toMatchObject({
      sum: 239.8,
      total: 244.7,
      sum_tax: 39.07,
      tax_positions: [{ net: 205.63, tax: 39.07, gross: 244.7 }],
    });
  });

  test('a negative amount needs the secret key', async () => {
    const { shop, session, get } = await open();
    const params = { session, delivery_costs: [['Discount', -1, 0.19]] };
    await shop.refused('add_delivery_costs', params, 'PERMISSION_DENIED', 'delivery_costs');
    expect(await shop.admin('add_delivery_costs', params)).toMatchObject({ status: 'SUCCESS' });
    expect((await get()).delivery_costs.sum).toBe(-1);
  });

  test.each([
    'x',
    '[["D"]]',
    '[["D",1]]',
    '[[1,1,0]]',
    '{"a":1}',
    '[["D","x",0.19]]',
    '[["D",1,"y"]]',
    '[["D",1,0.19,1]]',
    '["D",1,0.19]',
  ])('refuses %s', async (given) => {
    const { shop, session } = await open();
    await shop.refused('add_delivery_costs', { session, delivery_costs: given }, 'PARAMETER_INVALID', 'delivery_costs');
  });

  test('refuses rates that are no fractions, and its absence', async () => {
    const { shop, session } = await open();
    for (const tax of [19, -0.1]) {
      const reply = await shop.call<{ message: string }>('add_delivery_costs', {
        session,
        delivery_costs: [['D', 1, tax]],
      });
      expect(['PARAMETER_INVALID', 'AMOUNT_OUT_OF_RANGE']).toContain(reply.message);
    }
    await shop.refused('add_delivery_costs', { session }, 'PARAMETER_MISSING', 'delivery_costs');
  });
});

describe('add_coupons while there are none', () => {
  test.each([
    [[['code1', 'name1']], 'code1'],
    [['code1', 'name1'], 'code1'],
    [[['a'], ['b', null]], 'a'],
    [['x'], 'x'],
  ])('%j', async (coupons, param) => {
    const goods = await Goods.open();
    await goods.shop.refused(
      'add_coupons',
      { session: await goods.shop.session(), coupons },
      'COUPON_NOT_VALID',
      param,
    );
  });

  test('an empty list removes all coupons; what is no list is refused', async () => {
    const goods = await Goods.open();
    const session = await goods.shop.session();
    expect(await goods.shop.call('add_coupons', { session, coupons: [] })).toEqual({
      object: 'add_coupons',
      status: 'SUCCESS',
    });
    for (const coupons of ['x', '{"a":1}', '[1]', '[[]]', '[[null]]']) {
      await goods.shop.refused('add_coupons', { session, coupons }, 'PARAMETER_INVALID', 'coupons');
    }
    await goods.shop.refused('add_coupons', { session }, 'PARAMETER_MISSING', 'coupons');
  });
});

test('the price is fixed when the line is added: another tax rate later changes new lines only', async () => {
  const goods = await Goods.open({ rules: taxed('added') });
  const session = await goods.shop.session();
  const id = await goods.product(100);
  await goods.shop.call('add_to_cart', line(session, id));
  await goods.shop.restart({
    rules: { taxClasses: [{ name: 'full', calculation: 'added', rates: { DE: 70_000 as RateE6 } }] },
  });
  const cart = await goods.shop.call<Cart>('add_to_cart', line(session, id));
  expect(cart.contents.map(({ price, quantity }) => [price, quantity])).toEqual([
    [119, 1],
    [107, 1],
  ]);
  expect(await goods.shop.call('checkout', { session })).toMatchObject({ status: 'success' });
  expect(await goods.shop.call('get_order_by_id', { id_order: 10_001 })).toMatchObject({
    cart: { sum: 226, sum_tax: 26 },
  });
});

test('a negative price needs the secret key, and lowers the sum', async () => {
  const goods = await Goods.open();
  const session = await goods.shop.session();
  await goods.shop.call('add_to_cart', freeLine(session, 10));
  const cart = await goods.shop.admin<Cart>('add_to_cart', freeLine(session, -2.5, { quantity: 2 }));
  expect(cart).toMatchObject({ sum: 5, total: 5 });
  expect(cart.contents[1]).toMatchObject({ price: -2.5, sum_price: -5, tax: -0.4, sum_tax: -0.8 });
});

// D81: the price of a product may be negative.
test.each([
  ['an explicit price of 0', { price: 0 }, 0],
  ['an explicit empty price', { price: '' }, 0],
  ['a price below zero', { price: -2.5 }, -2.5],
])('a product with %s is sold at what the catalogue says', async (_what, price, shown) => {
  const goods = await Goods.open();
  const session = await goods.shop.session();
  const id = await goods.product(1, { attributes: { de_DE: { name: 'Pfand', ...price } } });
  const cart = await goods.shop.call<Cart>('add_to_cart', line(session, id, { quantity: 2 }));
  expect(cart.contents[0]).toMatchObject({ price: shown, sum_price: shown * 2 });
});

describe('a price that was forgotten', () => {
  const reduced = { name: 'reduced', type: 'FLOAT', de_DE: { label: 'Angebot', value: 0 }, fr_FR: { label: 'Offre' } };

  // Catches a product that is sold for nothing because somebody forgot its price.
  test.each<[string, string, Given, Given[]]>([
    ['a class without a default', 'special', {}, [{ name: 'special', type: 'FLOAT' }]],
    ['a class whose form wrote 0', 'reduced', {}, [reduced]],
    ['a class with a default below 0', 'below', {}, [{ name: 'below', type: 'FLOAT', de_DE: { value: -1 } }]],
    ['an attribute that was created as null', 'price', { attributes: { de_DE: { price: null } } }, []],
  ])('is refused: %s', async (_what, field, given, attributes) => {
    const goods = await Goods.open();
    const { shop } = goods;
    await shop.admin('create_class_attributes', { id_class: 1, attributes });
    const id = await goods.product(1, given);
    const session = await shop.session();
    const reply = await shop.refused(
      'add_to_cart',
      line(session, id, { price_field: field }),
      'SHOPOBJECT_PRICE_MISSING',
      'price_field',
    );
    expect(reply['detail']).toBe(
      `Product ${id} has no value of ${field}, and no product above it; nor has their class one above 0.`,
    );
  });

  test('is refused again once the price was taken away', async () => {
    const goods = await Goods.open();
    const id = await goods.product(9);
    const session = await goods.shop.session();
    await goods.shop.call('add_to_cart', line(session, id));
    await goods.shop.admin('update_product', { id_product: id, attributes: { de_DE: { price: null } } });
    await goods.shop.refused('add_to_cart', line(session, id), 'SHOPOBJECT_PRICE_MISSING', 'price_field');
  });

  test('is not one that the class has, in whatever language', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const attributes = [
      { name: 'special', type: 'FLOAT', fr_FR: { label: 'Prix', value: 7.5 }, de_DE: { label: 'Sonderpreis' } },
      { name: 'kind', type: 'CHAR', en_GB: { label: 'Kind', value: 'gift' }, de_DE: { label: 'Art' } },
    ];
    await shop.admin('create_class_attributes', { id_class: 1, attributes });
    const id = await goods.product(1);
    const given = line(await shop.session(), id, {
      price_field: 'special',
      name_field: 'kind',
      description_field: 'kind',
    });
    expect((await shop.call<Cart>('add_to_cart', given)).contents[0]).toMatchObject({
      price: 7.5,
      name: 'gift',
      description: 'gift',
    });
    const shown = await shop.call('get_product_details', { id_product: id });
    expect(shown['attributes']).toMatchObject({
      special: { label: 'Sonderpreis', value: 7.5 },
      kind: { label: 'Art', value: 'gift' },
    });
  });
});
