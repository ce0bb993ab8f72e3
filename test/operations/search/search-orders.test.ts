// Catches orders that a search finds too late, in an old state, or not at all after a restart.
import { describe, expect, test } from 'vitest';
import type { Given, Reply } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { Goods, START_MS, line } from '../shop.ts';

const DAY_MS = 86_400_000;
const FIRST = 10_001;

interface Found {
  readonly object: string;
  readonly count: number;
  readonly limit_count: number;
  readonly result: readonly (Reply & { readonly id: number })[];
}

/** Three orders, a day apart: from 2026-01-02 on. */
const open = async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const productId = await goods.product(10);
  const place = async (details: Given): Promise<number> => {
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, productId));
    await shop.call('set_order_details', { session, ...details });
    return (await shop.call<Checkout>('checkout', { session })).id_order;
  };
  const orders: readonly Given[] = [
    {
      email: 'zoe@example.org',
      delivery_firstname: 'Zoë',
      delivery_city: 'Köln',
      invoice_city: 'Bonn',
      note: 'bitte klingeln',
    },
    {
      email: 'max@example.org',
      delivery_firstname: 'Max',
      delivery_city: 'Berlin',
      delivery_state: 'BE',
      phone: '030 1',
    },
    { email: 'Max@Example.org', delivery_firstname: 'Maxi', delivery_city: 'berlin' },
  ];
  for (const [day, details] of orders.entries()) {
    shop.nowMs = START_MS + day * DAY_MS;
    expect(await place(details)).toBe(FIRST + day);
  }
  const search = (constraint: unknown, more: Given = {}): Promise<Found> =>
    shop.call<Found>('search_orders', { constraint, language: 'de_DE', ...more });
  /** Which of the three: 1, 2, 3. */
  const found = async (constraint: unknown, more: Given = {}): Promise<number[]> => {
    const reply = await search(constraint, more);
    expect(reply.object, JSON.stringify(reply)).toBe('search_orders_result');
    return reply.result.map(({ id }) => id - FIRST + 1);
  };
  return { goods, shop, place, search, found };
};

test('the envelope, and the record that get_order_by_id shows', async () => {
  const { shop, search } = await open();
  const reply = await search({ 'main.id_order': FIRST });
  expect(reply).toMatchObject({ object: 'search_orders_result', count: 1, limit_count: 1 });
  expect(reply.result).toEqual([await shop.call('get_order_by_id', { id_order: FIRST, language: 'de_DE' })]);
  expect(reply.result[0]).toMatchObject({
    payment_state: { name: 'PAYMENT_NOT_RECEIVED' },
    order_state: 'OPEN',
    order_email: 'zoe@example.org',
    cart: { sum: 10 },
  });
});

describe('who is found', () => {
  test.each<[unknown, number[]]>([
    [[], [1, 2, 3]],
    [{}, [1, 2, 3]],
    [{ 'main.id_order': FIRST + 1 }, [2]],
    [{ 'main.id': String(FIRST + 1) }, [2]],
    [{ id_order: ['IN', [FIRST, FIRST + 2, FIRST, '10003']] }, [1, 3]],
    [{ id: ['>', FIRST] }, [2, 3]],
    [{ order_number: String(FIRST) }, [1]],
    [{ 'main.id_order': null }, []],
    [{ 'main.id_order': ['!=', null] }, []],
    [{ 'main.id_order': 0 }, []],
    [{ 'main.id_order': 1e15 }, []],
    [{ 'main.creation_date': ['>', '2026-01-03'] }, [2, 3]],
    [{ creation_date: ['<', '2026-01-03'] }, [1]],
    [{ creation_date: ['BETWEEN', '2026-01-03', '2026-01-04'] }, [2]],
    [{ 'main.modification_date': ['>', '2020-01-01 00:00:00'] }, [1, 2, 3]],
    [{ 'main.creation_date': '2026-01-02 03:04:05' }, [1]],
    [{ email: 'max@example.org' }, [2, 3]],
    [{ order_email: ['LIKE', 'MAX@'] }, [2, 3]],
    [{ 'main.email': ['LIKE', '%.org'] }, [1, 2, 3]],
    [{ 'main.order_email': ['LIKE', 'zoe%'] }, [1]],
    [{ delivery_firstname: 'Max' }, [2]],
    [{ order_delivery_firstname: ['LIKE', 'max'] }, [2, 3]],
    [{ 'main.delivery_city': ['LIKE', 'BERLIN'] }, [2, 3]],
    [{ 'main.order_delivery_city': 'Berlin' }, [2]],
    [{ invoice_city: 'Bonn' }, [1]],
    [{ delivery_state: 'BE' }, [2]],
    [{ note: ['LIKE', 'klingeln'] }, [1]],
    [{ order_phone: '030 1' }, [2]],
    [{ note: '' }, [2, 3]],
    [{ order_state: 'OPEN', payment_state: 'PAYMENT_NOT_RECEIVED' }, [1, 2, 3]],
    [{ OR: [{ delivery_city: 'Köln' }, { email: ['LIKE', 'Max'] }] }, [1, 2, 3]],
    [{ delivery_street: ['!=', 'x'] }, [1, 2, 3]],
    [{ person_name: 'Zoë' }, [1]],
    [{ 'main.person_name': ['LIKE', 'MAX'] }, [2, 3]],
    [{ order_number: ['LIKE', '1000%'] }, [1, 2, 3]],
    [{ order_number: ['LIKE', `${FIRST}%`] }, [1]],
    [{ email: ['LIKE', 'max%'] }, [2, 3]],
    [{ element_number: 'none' }, []],
    [{ id_product: 1 }, [1, 2, 3]],
    [{ id_product: 2 }, []],
    [{ vendor: 'x' }, []],
    [{ 'category.name': 'goods' }, []],
  ])('%j', async (constraint, expected) => {
    const { found } = await open();
    expect(await found(constraint)).toEqual(expected);
  });

  test('a state that changed a moment ago is found, the one before is not', async () => {
    const { shop, found } = await open();
    await shop.admin('update_order_details', {
      id_order: FIRST + 1,
      order_payment_state: 'PAYMENT_RECEIVED',
      order_state: 'PROCESSING',
    });
    await shop.admin('update_order_details', {
      id_order: FIRST + 2,
      order_delivery_state: 'CLOSED',
      delivery_city: 'Bonn',
    });
    expect(await found({ order_payment_state: 'PAYMENT_RECEIVED' })).toEqual([2]);
    expect(await found({ 'main.payment_state': 'PAYMENT_NOT_RECEIVED' })).toEqual([1, 3]);
    expect(await found({ order_delivery_state: 'CLOSED' })).toEqual([3]);
    expect(await found({ 'main.order_state': 'OPEN' })).toEqual([1, 3]);
    expect(await found({ delivery_city: 'Bonn' })).toEqual([3]);
    expect(await found({ modification_date: ['>=', '2026-01-04'] })).toEqual([2, 3]);
  });

  test('an order is found as soon as it is placed', async () => {
    const { place, found } = await open();
    expect(await found({ delivery_city: 'Ulm' })).toEqual([]);
    await place({ delivery_city: 'Ulm' });
    expect(await found({ delivery_city: 'Ulm' })).toEqual([4]);
  });
});

test('the name is that of both addresses and companies, each once; SKUs are those of the lines', async () => {
  const { goods, shop, found } = await open();
  const sku = await goods.product(5, { metadata: { element_number: 'SKU-7' } });
  const session = await shop.session();
  await shop.call('add_to_cart', line(session, sku));
  await shop.call('set_order_details', {
    session,
    delivery_firstname: 'Ada',
    delivery_lastname: 'Ek',
    delivery_companyname: 'Mill',
    invoice_firstname: 'Bo',
    invoice_lastname: 'Müller',
    invoice_companyname: 'Mill',
  });
  await shop.call('checkout', { session });
  const constraints: readonly unknown[] = [
    { person_name: 'Ada Ek; Mill; Bo Müller' },
    { person_name: ['LIKE', 'bo mü'] },
    { element_number: 'SKU-7' },
    { element_number: ['LIKE', 'sku'] },
    { id_product: sku },
  ];
  for (const constraint of constraints) expect(await found(constraint), JSON.stringify(constraint)).toEqual([4]);
  await shop.restart();
  expect(await found({ person_name: ['LIKE', 'ek; mill'] })).toEqual([4]);
  await shop.admin('update_order_details', { id_order: FIRST + 3, invoice_lastname: 'Berg' });
  expect(await found({ person_name: ['LIKE', 'müller'] })).toEqual([]);
  expect(await found({ person_name: ['LIKE', 'berg'] })).toEqual([4]);
});

describe('order and limits', () => {
  test.each<[Given, number[]]>([
    [{}, [1, 2, 3]],
    [{ order_columns: ['main.id'], order_type: 'DESC' }, [3, 2, 1]],
    [{ order_columns: ['main.id'], order: 'DESC' }, [3, 2, 1]],
    [{ order_type: 'DESC' }, [3, 2, 1]],
    [{ order_columns: ['price'], order_type: 'DESC' }, [3, 2, 1]],
    [{ order_columns: ['creation_date'], order_type: 'desc', right_limit: 1 }, [3]],
    // Berlin, berlin, Köln: case decides between equal texts only, upper case first.
    [{ order_columns: ['delivery_city', 'main.id'] }, [2, 3, 1]],
    [{ left_limit: 1, right_limit: 1 }, [2]],
    [{ left_limit: 2, right_limit: 0 }, [3]],
    [{ left_limit: 9 }, []],
    [{ left_limit: 0, right_limit: 1e12 }, [1, 2, 3]],
  ])('%j', async (more, expected) => {
    const { found, search } = await open();
    expect(await found([], more)).toEqual(expected);
    expect(await search([], more)).toMatchObject({ count: 3, limit_count: expected.length });
  });
});

test('orders that wait on the disk are found after a restart, by every field', async () => {
  const { shop, found } = await open();
  const asked: readonly unknown[] = [
    [],
    { email: ['LIKE', 'max'] },
    { delivery_city: 'Köln' },
    { 'main.id': ['>', FIRST] },
    { order_state: 'OPEN' },
    { note: ['LIKE', 'klingeln'] },
  ];
  const all = async (): Promise<number[][]> => {
    const answers: number[][] = [];
    for (const constraint of asked)
      answers.push(await found(constraint, { order_columns: ['main.id'], order_type: 'DESC' }));
    return answers;
  };
  const before = await all();
  expect(before[0]).toEqual([3, 2, 1]);
  await shop.restart();
  expect(await all()).toEqual(before);
  await shop.admin('update_order_details', { id_order: FIRST, order_state: 'CLOSED' });
  expect(await found({ order_state: 'CLOSED' })).toEqual([1]);
  await shop.restart();
  expect(await found({ order_state: 'CLOSED' })).toEqual([1]);
  expect(await found({ order_state: 'OPEN' })).toEqual([2, 3]);
});

test('needed_attributes, which the JavaScript SDK sends, change nothing; a bad constraint is refused', async () => {
  const { shop, search } = await open();
  expect(await search([], { needed_attributes: ['x'] })).toMatchObject({ count: 3 });
  await shop.refused('search_orders', { constraint: { id: ['~', 1] } }, 'CONSTRAINT_INVALID', 'id');
  await shop.refused('search_orders', {}, 'PARAMETER_MISSING', 'constraint');
});
