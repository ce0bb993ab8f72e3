// strict=1: a field that nothing of a kind can have is refused by every search, and a field that something has by none.
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { verified } from '../accounts/accounts.ts';
import type { Given, Reply } from '../shop.ts';
import { Goods, freeLine } from '../shop.ts';
import type { TestShop } from '../shop.ts';

const SEARCHES = [...OPERATIONS].flatMap(([name, { params }]) =>
  'constraint' in params && 'strict' in params ? [name] : [],
);

/** Beside its constraint. */
const more = (search: string, field: string): Given =>
  search === 'search_distinct_products' ? { field } : search === 'search_records' ? { class: 'store' } : {};

const NOBODYS = [
  'pirce',
  'main.nothing',
  'main.prize',
  'category.nothing',
  'category.path.nodes.nothing',
  'seo.slug',
  'metadata.colour',
  'availability.nothing',
  'constructor',
  '__proto__x',
  'main.',
  'category.',
];
const OBJECTS = [
  'main.id',
  'main.id_shopobject',
  'main.type',
  'main.class',
  'main.categories',
  'main.creation_date',
  'metadata.kg',
  'seo.title',
  'availability.quantity',
  'category.id',
  'category.path',
  'category.path.name',
  'category.path.nodes.label',
  'search',
];
const FIELDS: { readonly [search: string]: readonly string[] } = {
  search_products: [...OBJECTS, 'price', 'short_description'],
  search_distinct_products: [...OBJECTS, 'price', 'name'],
  search_contents: [...OBJECTS, 'headline'],
  search_warehouse_entities: [
    'main.id',
    'id',
    'quantity',
    'main.quantity',
    'availability.quantity',
    'main.class',
    'type',
    'element_number',
    'metadata.weight',
    'bin',
    'search',
  ],
  search_classes: ['main.id', 'id_class', 'name', 'type', 'search'],
  search_orders: [
    'id',
    'main.id_order',
    'payment_method',
    'id_payment_method',
    'delivery_method',
    'main.invoice_number',
    'main.invoice_sequence',
    'invoice_number',
    'order_invoice_city',
    'cart.sum',
    'main.cart.sum',
    'cart.total',
    'nothing_to_pay',
    'pay_until',
    'main.expired',
    'main.trial',
    'main.currency',
    'channel',
    'main.counted',
    'main.from_cart',
    'main.with_coupon',
    'main.id_promotion',
    'main.with_promotion',
    'main.returning',
    'gift',
    'creation_date',
    'person_name',
    'main.tracking_number',
    'order_tracking_number',
    'coupon_code',
    'main.order_coupon_code',
    'element_number',
    'main.id_product',
  ],
  search_records: ['id_record', 'name', 'main.active', 'creation_date', 'street', 'search'],
  search_users: ['id_user', 'username', 'main.email', 'city', 'motto', 'last_login', 'search'],
};

const open = async (): Promise<TestShop> => {
  const { shop } = await Goods.open();
  const withClass = async (type: string, name: string, attribute: string): Promise<void> => {
    const id_class = await shop.make('create_class', { name, type });
    await shop.admin('create_class_attributes', { id_class, attributes: [{ name: attribute, type: 'CHAR' }] });
  };
  await withClass('content', 'page', 'headline');
  await withClass('warehouse_entity', 'part', 'bin');
  await withClass('user', 'user', 'motto');
  await withClass('record', 'store', 'street');
  await shop.make('create_record', { class: 'store' });
  await verified(shop, 'anna');
  const session = await shop.session();
  await shop.call('add_to_cart', freeLine(session, 1));
  await shop.call('set_order_details', { session, attributes: [{ name: 'gift', value: 'yes' }] });
  await shop.call('checkout', { session });
  return shop;
};

// Catches a search operation that is made later and knows nothing of strict.
test('every search is among these', () => expect(SEARCHES.toSorted()).toEqual(Object.keys(FIELDS).toSorted()));

test.each(SEARCHES)(
  '%s refuses what nothing can have where strict is sent, and finds nothing elsewhere',
  async (search) => {
    const shop = await open();
    for (const field of NOBODYS) {
      const asked = { constraint: { [field]: ['!=', 'x'] }, ...more(search, 'main.id') };
      for (const strict of [undefined, 0, '0', false])
        expect(await shop.admin(search, { ...asked, strict }), field).toMatchObject({ count: 0 });
      await shop.adminRefused(search, { ...asked, strict: 1 }, 'CONSTRAINT_INVALID', field);
      await shop.adminRefused(
        search,
        { constraint: { OR: [{ 'main.id': 1 }, { AND: [{ [field]: 1 }] }] }, ...more(search, 'main.id'), strict: 1 },
        'CONSTRAINT_INVALID',
        field,
      );
    }
    for (const field of FIELDS[search]!) {
      const reply = await shop.admin<Reply>(search, {
        constraint: { [field]: ['!=', 'x'] },
        ...more(search, field),
        strict: 1,
      });
      expect(reply['object'], `${field}: ${JSON.stringify(reply)}`).toBe(`${search}_result`);
    }
    await shop.adminRefused(
      search,
      { constraint: {}, ...more(search, 'main.id'), strict: 'maybe' },
      'PARAMETER_INVALID',
      'strict',
    );
  },
);

test('an attribute of another type of objects is none of these, and one that a class loses is gone at once', async () => {
  const shop = await open();
  await shop.refused('search_products', { constraint: { headline: 'x' }, strict: 1 }, 'CONSTRAINT_INVALID', 'headline');
  await shop.refused('search_contents', { constraint: { price: 1 }, strict: 1 }, 'CONSTRAINT_INVALID', 'price');
  await shop.refused(
    'search_distinct_products',
    { constraint: {}, field: 'pirce', strict: 1 },
    'CONSTRAINT_INVALID',
    'pirce',
  );
  const asked = { constraint: { price: 1 }, strict: 1 };
  expect(await shop.call('search_products', asked)).toMatchObject({ count: 0 });
  const { result } = await shop.admin<{ result: { id: number }[] }>('search_classes', {
    constraint: { name: 'product' },
  });
  expect(await shop.admin('delete_class_attributes', { id_class: result[0]!.id, attributes: ['price'] })).toMatchObject(
    { status: 'success' },
  );
  await shop.refused('search_products', asked, 'CONSTRAINT_INVALID', 'price');
});

test('needed_attributes are the ones that orders and users show; none named: all', async () => {
  const shop = await open();
  await shop.admin('update_user_data', { id_user: 1, attributes: { city: 'Köln', motto: 'on' } });
  type Shown = { result: readonly { attributes: object; additional_attributes?: object }[] };
  const shown = async (search: string, needed_attributes: unknown): Promise<string[]> => {
    const { attributes, additional_attributes = {} } = (
      await shop.admin<Shown>(search, { constraint: {}, needed_attributes })
    ).result[0]!;
    return [...Object.keys(attributes), ...Object.keys(additional_attributes)];
  };
  expect(await shown('search_users', ['city'])).toEqual(['city']);
  expect(await shown('search_users', ['motto', ['city'], 'nothing'])).toEqual(['city', 'motto']);
  expect(await shown('search_users', ['nothing'])).toEqual([]);
  for (const all of [undefined, [], '[]', '']) expect((await shown('search_users', all)).length).toBe(12);
  expect(await shown('search_orders', ['gift'])).toEqual(['gift']);
  expect(await shown('search_orders', ['nothing'])).toEqual([]);
  expect(await shown('search_orders', [])).toEqual(['gift']);
});

test('a warehouse entity is found by what its storages hold', async () => {
  const shop = await open();
  for (const [element_number, pieces] of [
    ['A', 3],
    ['B', 0],
    ['C', 12],
  ] as const) {
    await shop.make('create_warehouse_entity', {
      class: 'part',
      name: `part ${element_number}`,
      metadata: { element_number },
    });
    for (const storage of pieces === 0 ? [] : ['north', 'south'])
      expect(
        await shop.admin('inventory_place', { element_number, storage, quantity: pieces, note: 'in' }),
      ).toMatchObject({ status: 'success' });
  }
  const found = async (constraint: unknown): Promise<string[]> =>
    (await shop.admin<{ result: { name: string }[] }>('search_warehouse_entities', { constraint })).result.map(
      ({ name }) => name,
    );
  for (const field of ['quantity', 'main.quantity', 'availability.quantity']) {
    expect(await found({ [field]: ['>=', 0] })).toEqual(['part A', 'part B', 'part C']);
    expect(await found({ [field]: ['<', 7] })).toEqual(['part A', 'part B']);
    expect(await found({ [field]: 24 })).toEqual(['part C']);
  }
  await shop.admin('inventory_take', { element_number: 'C', storage: 'north', quantity: 12, note: 'out' });
  expect(await found({ quantity: ['BETWEEN', 11, 13] })).toEqual(['part C']);
});
