// Catches a text that is two, because it was sent in two forms of Unicode: as one character, and as a letter with a
// mark behind it.
import { describe, expect, test } from 'vitest';
import { CategoryPaths } from '../../../src/catalogue-files/paths.ts';
import { bringRecords, bringTable, isUnchanged } from '../../catalogue-files/catalogue-shop.ts';
import { updateOrder } from '../../../src/domain/orders/update-order.ts';
import { verified } from '../accounts/accounts.ts';
import { Goods, line, makePart, openShop } from '../shop.ts';
import type { Given, Reply } from '../shop.ts';

const COMPOSED = 'Café';
const DECOMPOSED = 'Cafe\u0301';
const BY_TEST = { operation: 'test', channelId: 0, sessionId: 0, userId: 0 };

const open = async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const count = async (constraint: Given): Promise<number> =>
    (await shop.admin<{ count: number }>('search_products', { constraint, language: 'de_DE' })).count;
  return { goods, shop, count };
};

describe.each([
  ['composed first', COMPOSED, DECOMPOSED],
  ['decomposed first', DECOMPOSED, COMPOSED],
])('%s', (_order, first, second) => {
  test('a name is taken once, and found by both', async () => {
    const { goods, shop, count } = await open();
    const attributes = { de_DE: { name: first, price: 1 } };
    await goods.product(1, { name: first, attributes, metadata: { element_number: first } });
    await shop.adminRefused(
      'create_product',
      { class: 'product', name: second, shop_active: 1 },
      'SHOPOBJECT_NAME_ALREADY_IN_USE',
    );
    for (const text of [first, second]) {
      for (const field of ['main.name', 'name', 'metadata.element_number'])
        for (const condition of [text, ['LIKE', text], ['IN', [text]], ['MATCH', text]])
          expect(await count({ [field]: condition }), `${field} ${JSON.stringify(condition)}`).toBe(1);
    }
    await goods.product(1, { attributes: { de_DE: { name: second, price: 1 } } });
    const distinct = await shop.call('search_distinct_products', { field: 'name', constraint: {}, language: 'de_DE' });
    expect(distinct).toMatchObject({ count: 1, result: [COMPOSED] });
  });

  test('classes, categories, warehouse entities, storages and attributes', async () => {
    const { goods, shop } = await open();
    await shop.make('create_class', { name: first, type: 'product' });
    await shop.adminRefused('create_class', { name: second, type: 'product' }, 'CLASS_NAME_ALREADY_IN_USE');
    await makePart(shop, first);
    for (const [storage, element_number] of [
      [first, second],
      [second, first],
    ])
      await shop.admin('inventory_place', { storage, element_number, quantity: 1, note: '' });
    const stock = await shop.admin<Reply>('get_stock', { element_number: second });
    expect(JSON.stringify(stock)).toContain('"quantity":2');
    const attributes = [{ name: `${first}_x`.replace('Cafe\u0301', COMPOSED), type: 'CHAR' }];
    await shop.admin('create_class_attributes', { id_class: 1, attributes });
    const id = await goods.product(1, { attributes: { de_DE: { [`${second}_x`]: 'given', price: 1 } } });
    expect(JSON.stringify(await shop.call('get_product_details', { id_product: id }))).toContain('"given"');
  });

  test('a person and a code of a coupon', async () => {
    const { goods, shop } = await open();
    const id = await goods.product(1);
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, id));
    const type = 'UNIQUE_NOMINAL';
    await shop.admin('create_coupons', { count: 1, name: first, amount: 0.5, type, code: `${first}-10` });
    expect(await shop.call('add_coupons', { session, coupons: [[`${second.toUpperCase()}-10`, '']] })).toMatchObject({
      status: 'SUCCESS',
    });
    await shop.call('set_order_details', { session, delivery_firstname: first, delivery_lastname: 'x' });
    expect(await shop.call('checkout', { session })).toMatchObject({ status: 'success' });
    for (const text of [first, second]) {
      for (const constraint of [{ delivery_firstname: text }, { coupon_code: `${text.toLowerCase()}-10` }])
        expect(await shop.admin('search_orders', { constraint, language: 'de_DE' })).toMatchObject({ count: 1 });
    }
  });
});

test('what an older version stored in both forms is found by both, and compares as one', async () => {
  const { goods, shop, count } = await open();
  await goods.product(1, { name: COMPOSED, attributes: { de_DE: { name: COMPOSED, price: 1 } } });
  const other = await goods.product(1, { name: 'other' });
  shop.engine.transact(BY_TEST, (tx) =>
    tx.ask('shopobject', other, {
      type: 'update_shopobject',
      name: DECOMPOSED,
      metadata: { element_number: DECOMPOSED },
    }),
  );
  for (const restarted of [false, true]) {
    if (restarted) await shop.restart();
    for (const text of [COMPOSED, DECOMPOSED]) {
      expect(await count({ 'main.name': text })).toBe(2);
      expect(await count({ 'main.name': ['LIKE', text] })).toBe(2);
      expect(await count({ 'metadata.element_number': text })).toBe(1);
    }
  }
  // As stored: nothing that was written is changed.
  expect(await shop.admin('get_product_details', { id_product: other })).toMatchObject({ name: DECOMPOSED });
  expect(await shop.admin('update_product', { id_product: other, name: DECOMPOSED, shop_active: 0 })).toMatchObject({
    message: 'SHOPOBJECT_NAME_ALREADY_IN_USE',
  });
});

test('a category that an older version stored is found by its path in both forms', () => {
  const paths = new CategoryPaths(openShop().engine.readContext());
  paths.add(7, 0, DECOMPOSED);
  paths.add(8, 7, COMPOSED);
  for (const name of [COMPOSED, DECOMPOSED]) {
    expect(paths.siblings(0, name)).toEqual([7]);
    expect(paths.idOf([name, name])).toBe(8);
  }
  expect(paths.pathOf(8)).toEqual([DECOMPOSED, COMPOSED]);
});

describe('an aggregate with texts in two forms', () => {
  // Catches an order that is lost where texts are composed: names made of digits would come first, by their size.
  test('runs its calls in the order of the text, under the keys that were sent', async () => {
    const { goods, shop } = await open();
    const id = await goods.product(1, { name: 'other' });
    const renamed = (name: string) => ({
      request: 'update_product',
      args: { id_product: id, name, shop_active: 1 },
    });
    const calls: readonly (readonly [string, Given])[] = [
      ['9', renamed(DECOMPOSED)],
      [DECOMPOSED, renamed('between')],
      [COMPOSED, renamed('later')],
      ['1', renamed('last')],
    ];
    const pipe = `{${calls.map(([key, call]) => `${JSON.stringify(key)}:${JSON.stringify(call)}`).join()}}`;
    const reply = await shop.admin<Reply>('aggregate', { pipe });
    expect(Object.keys(reply)).toEqual(['object', ...calls.map(([key]) => `aggregate_${key}`)]);
    expect(await shop.admin('get_product_details', { id_product: id })).toMatchObject({ name: 'last' });
    const [first] = calls;
    await shop.admin('aggregate', { pipe: JSON.stringify(Object.fromEntries([first!])) });
    expect(await shop.admin('get_product_details', { id_product: id })).toMatchObject({ name: COMPOSED });
  });

  test.each(['an object', 'text'])('reads a password as it was sent, in arguments that are %s', async (how) => {
    const shop = openShop({ config: { passwordCharset: 'any' } });
    const password = `Secret1${DECOMPOSED}`;
    await verified(shop, 'anna', { passwd1: password, passwd2: password });
    const logIn = async (typed: string): Promise<unknown> => {
      const given = { session: await shop.session(), username: 'anna', password: typed };
      const args = how === 'text' ? JSON.stringify(given) : given;
      return (await shop.call<Reply>('aggregate', { pipe: { in: { request: 'login_user', args } } }))['aggregate_in'];
    };
    expect(await logIn(password)).toMatchObject({ status: 'SUCCESS' });
    expect(await logIn(`Secret1${COMPOSED}`)).not.toMatchObject({ status: 'SUCCESS' });
  });
});

/** Letters of other forms that an attribute's name may have: an angstrom sign, and a syllable in parts. */
const FORMS = [
  ['an angstrom sign', '\u212bngstr\u00f6m', '\u00c5ngstr\u00f6m'],
  ['a syllable in parts', '\u1112\u1161\u11ab', '\ud55c'],
] as const;

describe.each(FORMS)('an attribute whose name an older version stored with %s', (_what, stored, sent) => {
  const withAttribute = async () => {
    const { goods, shop, count } = await open();
    const add = (id: number, types: readonly ('FLOAT' | 'CHAR')[]) =>
      shop.engine.transact(BY_TEST, (tx) =>
        tx.ask('class', id, {
          type: 'add_attributes',
          attributes: types.map((type) => ({ name: stored, type, labels: {}, defaults: {} })),
        }),
      );
    return { goods, shop, count, add };
  };

  test('is found by its name in either form: values, searches, orders of lists, carts, needed attributes', async () => {
    const { goods, shop, count, add } = await withAttribute();
    add(1, ['FLOAT']);
    const id = await goods.product(1, { attributes: { de_DE: { [sent]: 7, price: 1 } } });
    const other = await goods.product(1, { attributes: { de_DE: { [stored]: 9, price: 1 } } });
    for (const name of [stored, sent]) {
      expect(await count({ [name]: ['>=', 7] })).toBe(2);
      expect(await count({ [name]: 9 })).toBe(1);
      const sorted = { constraint: {}, order_column: name, order_type: 'DESC', language: 'de_DE', strict: 1 };
      const { result } = await shop.admin<{ result: { id: number }[] }>('search_products', sorted);
      expect(result.slice(0, 2).map((one) => one.id)).toEqual([other, id]);
      const shown = await shop.call<{ attributes: object }>('get_product_details', {
        id_product: id,
        needed_attributes: [name],
        language: 'de_DE',
      });
      expect(Object.keys(shown.attributes)).toEqual([stored]);
      const added = await shop.call('add_to_cart', line(await shop.session(), id, { price_field: name }));
      expect(added, JSON.stringify(added)).toMatchObject({ sum: 7 });
    }
    const distinct = { field: sent, constraint: {}, language: 'de_DE' };
    expect(await shop.call('search_distinct_products', distinct)).toMatchObject({ count: 2 });
  });

  test('is one attribute of its class, which is changed and taken out by either name', async () => {
    const { goods, shop, add } = await withAttribute();
    add(1, ['CHAR']);
    const taken = { id_class: 1, attributes: [{ name: sent, type: 'CHAR' }] };
    await shop.adminRefused('create_class_attributes', taken, 'SHOPOBJECT_ATTRIBUTE_NAME_IS_IN_USE', sent);
    const labelled = { name: sent, de_DE: { label: 'L' } };
    expect(await shop.admin('update_class_attributes', { id_class: 1, attributes: [labelled] })).toMatchObject({
      status: 'success',
    });
    expect(JSON.stringify(await shop.admin('get_class_details', { id_class: 1 }))).toContain('"L"');
    expect(await shop.admin('delete_class_attributes', { id_class: 1, attributes: [sent] })).toMatchObject({
      status: 'success',
    });
    const gone = { class: 'product', name: 'x', attributes: { de_DE: { [sent]: 'x', price: 1 } } };
    await shop.adminRefused('create_product', gone, 'SHOPOBJECT_ATTRIBUTE_UNKNOWN', sent);
    expect(await goods.product(1)).toBeGreaterThan(0);
  });

  test('has one column in a table and one member in a record, and a second import changes nothing', async () => {
    const { shop, add } = await withAttribute();
    add(1, ['CHAR']);
    const { engine } = shop;
    for (const name of [stored, sent]) {
      const table = `name,class,${name}\nP,product,given\n`;
      expect((await bringTable(engine, table)).listed).toEqual([]);
    }
    const record = { type: 'product', class: 'product', name: 'P', attributes: { de_DE: { [sent]: 'given' } } };
    await isUnchanged(engine, () => bringRecords(engine, [record]));
    const same = { type: 'class', name: 'product', class_type: 'product', attributes: [{ name: sent, type: 'CHAR' }] };
    await isUnchanged(engine, () => bringRecords(engine, [same]));
    await bringRecords(engine, [{ ...record, attributes: { de_DE: {} } }]);
    expect((await bringRecords(engine, [record])).types).toMatchObject({ product: { updated: 1 } });
  });
});

test.each(FORMS)('an attribute of a category that an older version stored with %s is one', (_what, stored, sent) => {
  const { engine } = openShop();
  const created = {
    parentId: 0,
    name: 'C',
    prio: 1,
    labels: {},
    seo: {},
    attributes: { [stored]: 'old', other: 'x' },
    localized: { de_DE: { [stored]: 'alt' } },
  };
  const made = engine.transact(BY_TEST, (tx) => tx.create('category', { type: 'create_category', ...created }));
  const id = made.ok ? made.value : 0;
  const change = (changes: object): unknown => {
    expect(engine.transact(BY_TEST, (tx) => tx.ask('category', id, { type: 'update_category', ...changes })).ok).toBe(
      true,
    );
    const { attributes, localized } = engine.tables.category.peek(id) as { attributes: object; localized: object };
    return { attributes, localized };
  };
  expect(change({ localized: { de_DE: { [sent]: 'neu' } } })).toEqual({
    attributes: { [sent]: 'old', other: 'x' },
    localized: { de_DE: { [sent]: 'neu' } },
  });
  expect(change({ attributes: { [stored]: 'old', [sent]: null } })).toMatchObject({ attributes: { other: 'x' } });
  expect(change({ attributes: { [sent]: 'new' } })).toEqual({
    attributes: { [sent]: 'new', other: 'x' },
    localized: {},
  });
  expect(change({ attributes: { [sent]: null } })).toEqual({ attributes: { other: 'x' }, localized: {} });
});

test('an attribute of an order that an older version stored in another form is found by both', async () => {
  const { goods, shop } = await open();
  const session = await shop.session();
  await shop.call('add_to_cart', line(session, await goods.product(1)));
  const [[, stored, sent]] = FORMS;
  const { id_order: orderId } = await shop.call<Reply & { id_order: number }>('checkout', { session });
  const details = { fields: {}, attributes: { [stored]: 'x' } };
  shop.engine.transact(BY_TEST, (tx) =>
    updateOrder(tx, { orderId, details, states: {}, by: 0, invoiceText: () => '' }),
  );
  for (const restarted of [false, true]) {
    if (restarted) await shop.restart();
    for (const name of [stored, sent])
      for (const strict of [0, 1])
        expect(await shop.admin('search_orders', { constraint: { [name]: 'x' }, strict })).toMatchObject({ count: 1 });
  }
  expect(await shop.admin('get_order_by_id', { id_order: orderId })).toMatchObject({ attributes: { [stored]: {} } });
});
