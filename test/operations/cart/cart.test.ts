// Catches a reply of a cart operation with a wrong line, sum or tax, or without one of its members.
import { describe, expect, test } from 'vitest';
import type { Given, ShopOptions } from '../shop.ts';
import type { Cart } from '../cart-reply.ts';
import { Goods, freeLine, line, openShop } from '../shop.ts';

const EMPTY = {
  object: 'cart',
  creation_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  sum: 0,
  contents: [],
  coupons: { sum: 0, positions: [] },
  delivery_costs: { sum: 0, positions: [] },
  total: 0,
  sum_tax: 0,
  tax_positions: [],
  currency: 'EUR',
};

const open = async (
  options: ShopOptions = {},
): Promise<{
  goods: Goods;
  session: string;
  get: () => Promise<Cart>;
  add: (given: Given) => Promise<Cart>;
}> => {
  const goods = await Goods.open(options);
  const session = await goods.shop.session();
  return {
    goods,
    session,
    get: () => goods.shop.call<Cart>('get_cart', { session }),
    add: (given) => goods.shop.call<Cart>('add_to_cart', given),
  };
};

test('a new cart is empty', async () => {
  const shop = openShop();
  expect(await shop.call('get_cart', { session: await shop.session() })).toEqual(EMPTY);
});

test('add_to_cart: a line with every member, and which one it was', async () => {
  const { goods, session, get, add } = await open();
  const id = await goods.product(119.9, {
    metadata: { element_number: 'E-7', weight: 1.5, length: 2, width: 3, height: 4 },
  });
  const expected = {
    type: 'PRODUCT',
    id: 1,
    id_product: id,
    element_number: 'E-7',
    quantity: 2,
    price: 119.9,
    sum_price: 239.8,
    tax: 19.14,
    sum_tax: 38.29,
    name: 'Ware 1',
    description: 'kurz',
    attributes: {
      sys_tax: { name: 'sys_tax', value: 0.19 },
      sys_weight: { name: 'sys_weight', value: 1.5 },
      sys_length: { name: 'sys_length', value: 2 },
      sys_width: { name: 'sys_width', value: 3 },
      sys_height: { name: 'sys_height', value: 4 },
      Farbe: { name: 'Farbe', value: 'rot' },
    },
  };
  const added = await add(
    line(session, id, { quantity: '2', attributes: [{ lang: 'de_DE', name: 'Farbe', value: 'rot' }] }),
  );
  const totals = {
    sum: 239.8,
    total: 239.8,
    sum_tax: 38.29,
    tax_positions: [{ rate: 0.19, net: 201.51, tax: 38.29, gross: 239.8 }],
  };
  expect(added).toEqual({ ...EMPTY, ...totals, last_inserted_element_id: 1, contents: [expected] });
  expect(await get()).toEqual({ ...EMPTY, ...totals, contents: [expected] });
});

describe('element types', () => {
  test('PRODUCT is always a new line, PRODUCT_GR raises an equal one', async () => {
    const { goods, session, add } = await open();
    const id = await goods.product(10, { metadata: { quantity_step: 0.5 } });
    expect((await add(line(session, id, { element_type: 'PRODUCT' }))).contents).toHaveLength(1);
    expect((await add(line(session, id, { element_type: 'PRODUCT' }))).contents).toHaveLength(2);
    const grouped = await add(line(session, id, { element_type: 'PRODUCT_GR', quantity: 1.5 }));
    expect(grouped.contents.map(({ id, quantity, type }) => [id, quantity, type])).toEqual([
      [1, 2.5, 'PRODUCT'],
      [2, 1, 'PRODUCT'],
    ]);
    expect(grouped.last_inserted_element_id).toBe(1);
    expect(grouped.sum).toBe(35);
  });

  test.each<[string, Given]>([
    ['attributes', { attributes: [['Farbe', 'blau']] }],
    ['name', { name_field: 'short_description' }],
    ['parent', { id_parent_element: 1 }],
  ])('PRODUCT_GR makes a new line for another %s', async (_what, other) => {
    const { goods, session, add } = await open();
    const id = await goods.product(10);
    await add(line(session, id, { attributes: [['Farbe', 'rot']] }));
    const before = await add(line(session, id, { attributes: [['Farbe', 'rot']] }));
    expect(before.contents).toHaveLength(1);
    const after = await add(line(session, id, { attributes: [['Farbe', 'rot']], ...other }));
    expect(after.last_inserted_element_id).toBe(2);
    expect(after.sum).toBe(30);
  });

  test('FREE_ELEMENT takes price, name and description as they are, and is never shown with _GR', async () => {
    const { session, add } = await open();
    const cart = await add(freeLine(session, '2.5', { quantity: 2 }));
    expect(cart.contents[0]).toMatchObject({
      type: 'FREE_ELEMENT',
      id_product: 0,
      price: 2.5,
      sum_price: 5,
      name: 'Gift wrap',
      description: 'red paper',
    });
    expect(cart.contents[0]!.attributes['sys_tax']).toEqual({ name: 'sys_tax', value: 0.19 });
    const grouped = await add(freeLine(session, 2.5, { element_type: 'FREE_ELEMENT_GR', quantity: 3 }));
    expect(grouped.contents.map(({ type, quantity }) => [type, quantity])).toEqual([['FREE_ELEMENT', 5]]);
    expect((await add(freeLine(session, 2.5))).contents).toHaveLength(2);
    expect((await add(freeLine(session, 2.51, { element_type: 'FREE_ELEMENT_GR' }))).contents).toHaveLength(3);
  });

  test('the last inserted element is the one that was raised, whatever came between', async () => {
    const { goods, session, add } = await open();
    const [one, two] = [await goods.product(1), await goods.product(2)];
    expect((await add(line(session, one))).last_inserted_element_id).toBe(1);
    expect((await add(line(session, two))).last_inserted_element_id).toBe(2);
    expect((await add(line(session, one))).last_inserted_element_id).toBe(1);
  });
});

describe('nested lines', () => {
  const nested = async () => {
    const opened = await open();
    const { goods, session, add } = opened;
    const id = await goods.product(10);
    await add(line(session, id, { element_type: 'PRODUCT' }));
    await add(freeLine(session, 1, { id_parent_element: 1 }));
    await add(freeLine(session, 2, { id_parent_element: 1 }));
    await add(freeLine(session, 4));
    return opened;
  };

  test('are shown below their parent and counted in the sum', async () => {
    const { get } = await nested();
    const cart = await get();
    expect(cart.sum).toBe(17);
    expect(cart.contents.map(({ id }) => id)).toEqual([1, 4]);
    expect(cart.contents[0]).toMatchObject({
      sum_price: 10,
      sub_elements: {
        contents: [
          { id: 2, sum_price: 1 },
          { id: 3, sum_price: 2 },
        ],
      },
    });
  });

  test.each([
    ['del_from_cart', 1, 4],
    ['sub_from_cart', 1, 4],
    ['del_from_cart', 2, 16],
    ['sub_from_cart', 3, 15],
  ])('%s of line %i takes what hangs below it', async (request, element, sum) => {
    const { goods, session, get } = await nested();
    const cart = await goods.shop.call<Cart>(request, { session, id_element: element });
    expect(cart.sum).toBe(sum);
    expect(cart).toEqual(await get());
  });

  test('below a line that is not there, or that hangs below another: refused', async () => {
    const { goods, session } = await nested();
    await goods.shop.refused(
      'add_to_cart',
      freeLine(session, 1, { id_parent_element: 3 }),
      'CART_LINE_PARENT_NOT_VALID',
      3,
    );
    await goods.shop.refused('add_to_cart', freeLine(session, 1, { id_parent_element: 9 }), 'CART_LINE_NOT_FOUND', 9);
  });
});

describe('sub_from_cart, del_from_cart, clear_cart', () => {
  test('sub takes one piece; at one piece or less the line goes', async () => {
    const { goods, session, add, get } = await open();
    const id = await goods.product(10, { metadata: { quantity_step: 0.5 } });
    await add(line(session, id, { quantity: 2.5 }));
    const sub = () => goods.shop.call<Cart>('sub_from_cart', { session, id_element: 1 });
    expect((await sub()).contents[0]).toMatchObject({ quantity: 1.5, sum_price: 15 });
    expect((await sub()).contents[0]).toMatchObject({ quantity: 0.5, sum_price: 5 });
    expect(await sub()).toEqual(EMPTY);
    expect(await get()).toEqual(EMPTY);
    await goods.shop.refused('sub_from_cart', { session, id_element: 1 }, 'CART_LINE_NOT_FOUND', 1);
  });

  test('del takes the whole line, and a line id is never given twice', async () => {
    const { goods, session, add } = await open();
    const id = await goods.product(10);
    await add(line(session, id, { quantity: 7 }));
    expect(await goods.shop.call('del_from_cart', { session, id_element: 1 })).toEqual(EMPTY);
    expect((await add(line(session, id))).last_inserted_element_id).toBe(2);
    await goods.shop.refused('del_from_cart', { session, id_element: 1 }, 'CART_LINE_NOT_FOUND', 1);
    await goods.shop.refused('del_from_cart', { session }, 'PARAMETER_MISSING', 'id_element');
    await goods.shop.refused('del_from_cart', { id_element: 2 }, 'PARAMETER_MISSING', 'session');
  });

  test('clear_cart empties lines and delivery costs', async () => {
    const { goods, session, add, get } = await open();
    await add(line(session, await goods.product(10)));
    await goods.shop.call('add_delivery_costs', { session, delivery_costs: [['D', 4.9, 0.19]] });
    expect(await goods.shop.call('clear_cart', { session })).toEqual(EMPTY);
    expect(await get()).toEqual(EMPTY);
    expect(await goods.shop.call('clear_cart', { session })).toEqual(EMPTY);
  });
});

describe('add_to_cart refuses', () => {
  test.each<[string, Given, string, string]>([
    ['an unknown product', { id_shopobject: 99 }, 'SHOPOBJECT_NOT_AVAILABLE', '99'],
    ['an inactive product', { id_shopobject: 2 }, 'SHOPOBJECT_NOT_AVAILABLE', '2'],
    ['more than there is', { id_shopobject: 3, quantity: 4 }, 'SHOPOBJECT_NOT_AVAILABLE', '3'],
    ['no product', { id_shopobject: 0 }, 'SHOPOBJECT_NOT_AVAILABLE', '0'],
    ['an unknown kind', { element_type: 'THING' }, 'PARAMETER_INVALID', 'element_type'],
    ['a kind that is none', { element_type: 'PRODUCTS' }, 'PARAMETER_INVALID', 'element_type'],
    ['no kind', { element_type: undefined }, 'PARAMETER_MISSING', 'element_type'],
    ['no id', { id_shopobject: undefined }, 'PARAMETER_MISSING', 'id_shopobject'],
    ['no quantity', { quantity: '' }, 'PARAMETER_MISSING', 'quantity'],
    ['a quantity in words', { quantity: 'two' }, 'PARAMETER_INVALID', 'quantity'],
    ['quantity 0', { quantity: 0 }, 'PARAMETER_INVALID', 'quantity'],
    ['a negative quantity', { quantity: -1 }, 'PARAMETER_INVALID', 'quantity'],
    ['a quantity beyond all numbers', { quantity: '1e309' }, 'AMOUNT_OUT_OF_RANGE', 'quantity'],
    ['a quantity that is NaN', { quantity: 'NaN' }, 'PARAMETER_INVALID', 'quantity'],
    ['less than a thousandth of a piece', { quantity: 0.0001 }, 'PARAMETER_INVALID', 'quantity'],
    [
      'a free element of a price in words',
      { element_type: 'FREE_ELEMENT', price_field: 'ten' },
      'PARAMETER_INVALID',
      'price_field',
    ],
    ['too many pieces', { quantity: 1_000_001 }, 'AMOUNT_OUT_OF_RANGE', 'quantity'],
    ['no price field', { price_field: '' }, 'PARAMETER_MISSING', 'price_field'],
    ['a price field that the class lacks', { price_field: 'cost' }, 'PRICE_FIELD_INVALID', 'price_field'],
    ['a price field that is no number', { price_field: 'name' }, 'PRICE_FIELD_INVALID', 'price_field'],
    ['a price instead of a field', { price_field: '9.99' }, 'PRICE_FIELD_INVALID', 'price_field'],
    [
      'a free element without price',
      { element_type: 'FREE_ELEMENT', price_field: 'price' },
      'PARAMETER_INVALID',
      'price_field',
    ],
    [
      'a free element below zero',
      { element_type: 'FREE_ELEMENT', price_field: '-0.01' },
      'PERMISSION_DENIED',
      'price_field',
    ],
    ['attributes that are no pairs', { attributes: [{ value: 'x' }] }, 'PARAMETER_INVALID', 'attributes'],
  ])('%s', async (_what, given, code, param) => {
    const { goods, session, get } = await open();
    await goods.product(10);
    await goods.product(10, { shop_active: 0 });
    await goods.stocked(3);
    await goods.shop.refused('add_to_cart', line(session, 1, given), code, param);
    expect(await get()).toEqual(EMPTY);
  });

  test('one line more than a cart may have, but neither the last one nor a raised one', async () => {
    const MAX = 30;
    const { goods, session, get } = await open({ rules: { cartLinesMax: MAX } });
    const id = await goods.product(0.01);
    for (let at = 0; at < MAX; at += 1)
      await goods.shop.text('add_to_cart', line(session, id, { element_type: 'PRODUCT' }));
    await goods.shop.refused(
      'add_to_cart',
      line(session, id, { element_type: 'PRODUCT' }),
      'CART_LINE_LIMIT_REACHED',
      MAX,
    );
    const raised = await goods.shop.call<Cart>('add_to_cart', line(session, id));
    expect([raised.contents.length, raised.sum]).toEqual([MAX, 0.31]);
    expect((await get()).contents).toHaveLength(MAX);
  });
});

describe('stock at add_to_cart', () => {
  test('what the cart already holds counts; nothing is reserved', async () => {
    const { goods, session, add } = await open();
    const id = await goods.stocked(3);
    await add(line(session, id, { quantity: 2 }));
    await goods.shop.refused('add_to_cart', line(session, id, { quantity: 2 }), 'SHOPOBJECT_NOT_AVAILABLE', id);
    expect((await add(line(session, id, { element_type: 'PRODUCT' }))).sum).toBe(30);
    const other = await goods.shop.session();
    expect((await add(line(other, id, { quantity: 3 }))).sum).toBe(30);
    expect(await goods.left(id)).toBe(3);
  });

  test('a product that is not managed or may be oversold has no limit', async () => {
    const { goods, session, add } = await open();
    const unmanaged = await goods.stocked(1, { active: 0 });
    const oversold = await goods.stocked(1, { allow_override: 1 });
    await add(line(session, unmanaged, { quantity: 50 }));
    expect((await add(line(session, oversold, { quantity: 50 }))).sum).toBe(1000);
  });
});

test('attributes of a line in every form that clients send', async () => {
  const { goods, session, add } = await open();
  const id = await goods.product();
  for (const attributes of [
    [{ lang: 'de_DE', name: 'pic', value: 'a.png' }],
    [['pic', 'a.png']],
    { pic: 'a.png' },
    { pic: { name: 'pic', value: 'a.png' } },
  ]) {
    const cart = await add(line(session, id, { attributes, element_type: 'PRODUCT' }));
    expect(cart.contents.at(-1)!.attributes['pic']).toEqual({ name: 'pic', value: 'a.png' });
  }
  for (const attributes of ['[]', '{}', '', 'undefined', '[object Object]']) {
    expect(
      (await add(line(session, id, { attributes, element_type: 'PRODUCT' }))).contents.at(-1)!.attributes['pic'],
    ).toBeUndefined();
  }
});

test('what a line says of itself cannot be sent: a copied line keeps its true tax and measures, and is equal to its original', async () => {
  const { goods, session, add } = await open();
  const id = await goods.product(10, { metadata: { weight: 1.5 } });
  const first = await add(line(session, id, { attributes: [['Farbe', 'rot']] }));
  const { attributes } = first.contents[0]!;
  for (const copied of [attributes, { ...attributes, sys_tax: 'free of tax', sys_weight: 0 }]) {
    const { contents } = await add(line(session, id, { attributes: copied }));
    expect(contents).toHaveLength(1);
    expect(contents[0]!.attributes).toEqual(attributes);
  }
  const free = await add(freeLine(session, 1, { attributes: { sys_tax: 'none', sys_width: 'x', pic: 'p' } }));
  expect(free.contents.at(-1)!.attributes).toEqual({
    sys_tax: { name: 'sys_tax', value: 0.19 },
    pic: { name: 'pic', value: 'p' },
  });
});

test('add_to_cart without parent, language, country and attributes, as the storefronts send it', async () => {
  const { goods, session, add } = await open();
  const id = await goods.product(119.9);
  const bare = line(session, id, {
    id_parent_element: undefined,
    language: undefined,
    country: undefined,
    attributes: undefined,
  });
  expect((await add(bare)).contents[0]).toMatchObject({ name: 'Ware 1', price: 119.9, tax: 19.14 });
});

test('the name falls back to the product’s own', async () => {
  const { goods, session, add } = await open();
  const id = await goods.product(1, { attributes: { de_DE: { price: 1 } } });
  expect((await add(line(session, id))).contents[0]).toMatchObject({ name: 'product 1', description: '' });
});

test('a cart survives a restart to the byte', async () => {
  const { goods, session, add } = await open();
  await add(line(session, await goods.product(119.9), { quantity: 2 }));
  await add(freeLine(session, 1, { id_parent_element: 1 }));
  await goods.shop.call('add_delivery_costs', { session, delivery_costs: [['D', 4.9, 0.19]] });
  const before = await goods.shop.text('get_cart', { session });
  await goods.shop.restart();
  expect(await goods.shop.text('get_cart', { session })).toBe(before);
});
