// `kontor stock`: what storages hold, what products it makes, and every movement with its note, order and time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandPlace } from '../harness/commands.ts';
import type { Ran } from '../harness/commands.ts';
import { OpenedShop } from '../harness/opened-shop.ts';
import { productFields } from '../kill/office.ts';

const LICENCE = { username: 'stock_shop', password: 'stock-password', secretKey: 'stock-secret-key' };
const ATTRIBUTES = [
  { name: 'name', type: 'CHAR', de_DE: { label: 'Name', value: '' } },
  { name: 'price', type: 'FLOAT', de_DE: { label: 'Preis', value: 0 } },
];

const FORGED = 'N8\nN9 "Mutter": 99 pieces';

let place: CommandPlace;
/** Two orders; the second is cancelled. */
let orders: number[];

beforeAll(async () => {
  place = new CommandPlace();
  const shop = await OpenedShop.open(place, 'data', { credentials: LICENCE });
  const done = async (reply: ReturnType<OpenedShop['call']>): ReturnType<OpenedShop['call']> => {
    expect(await reply).not.toMatchObject({ object: 'error' });
    return reply;
  };
  const office = async (operation: string, fields: Readonly<Record<string, string | number>>): Promise<number> =>
    Number((await done(shop.office(operation, fields)))['id']);
  const classId = await office('create_class', { name: 'article', type: 'product' });
  await office('create_class_attributes', { id_class: classId, attributes: JSON.stringify(ATTRIBUTES) });
  await office('create_class', { name: 'thing', type: 'warehouse_entity' });
  await office('create_warehouse_entity', {
    class: 'thing',
    name: 'Schraube "M8"',
    metadata: JSON.stringify({ element_number: 'M8' }),
  });
  await office('create_warehouse_entity', {
    class: 'thing',
    name: 'Mutter',
    metadata: JSON.stringify({ element_number: FORGED }),
  });
  await office('inventory_place', {
    storage: 'north',
    element_number: 'M8',
    quantity: 6,
    note: 'Lieferung 1\nkontor: forged',
  });
  await office('inventory_place', { storage: 'south', element_number: 'M8', quantity: 4, note: '' });
  await office('inventory_take', { storage: 'south', element_number: 'M8', quantity: 1, note: 'verrostet' });
  const bound = await office('create_product', productFields('Satz', 100, {}));
  await office('add_binding', { id_product: bound, element_number: 'M8', quantity: 4 });
  const own = await office('create_product', productFields('Hammer', 100, { quantity: 120 }));
  orders = [];
  for (const [product, quantity] of [
    [bound, 2],
    [own, 1],
  ] as const) {
    const session = String((await done(shop.call('get_new_session')))['code']);
    const line = { id_shopobject: product, element_type: 'PRODUCT', quantity, price_field: 'price' };
    await done(shop.call('add_to_cart', { session, ...line }));
    orders.push(Number((await done(shop.call('checkout', { session })))['id_order']));
  }
  await office('update_order_details', { id_order: orders[1]!, order_state: 'CANCELED' });
  for (let at = 0; at < 98; at += 1)
    await office('update_product', { id_product: own, availability: JSON.stringify({ quantity: 121 + at }) });
  await shop.stop();
});
afterAll(() => place.clean());

const DATE = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
const lines = (patterns: readonly string[]): readonly unknown[] =>
  patterns.map((one) => expect.stringMatching(new RegExp(`^${one}$`)));
const stock = (...args: string[]): Promise<Ran> => place.runHere(['stock', ...args]);

test('all entities: storages, and the products that they make', async () => {
  expect(await stock()).toMatchObject({
    code: 0,
    err: [],
    out: [
      'M8 "Schraube \\"M8\\"": 1 pieces',
      '  storage "north" (stock/1) holds 0',
      '  storage "south" (stock/2) holds 1',
      '  product 1 "Satz" takes 4: 0 available',
      `${JSON.stringify(FORGED)} "Mutter": 0 pieces`,
    ],
  });
});

test('one entity with its movements: note, order, time, each on a line of its own', async () => {
  const { code, out } = await stock('M8', '--movements');
  expect(code).toBe(0);
  expect(out.slice(4)).toEqual(
    lines([
      String.raw`    ${DATE}  \+6 placed "north" "Lieferung 1\\nkontor: forged"`,
      String.raw`    ${DATE}  \+4 placed "south"`,
      `    ${DATE}  -1 taken "south" "verrostet"`,
      `    ${DATE}  -6 sold "north" order ${orders[0]!}`,
      `    ${DATE}  -2 sold "south" order ${orders[0]!}`,
    ]),
  );
});

test('stock of a product’s own: every movement, those of earlier pages, too', async () => {
  const { out } = await stock('product/2', '--movements');
  expect(out[0]).toBe('product 2 "Hammer" (stock/4): 218 available');
  const placed = Array.from({ length: 98 }, () => String.raw`    ${DATE}  \+1 placed "update_product"`);
  expect(out.slice(1)).toEqual(
    lines([
      String.raw`    ${DATE}  \+120 placed`,
      `    ${DATE}  -1 sold order ${orders[1]!}`,
      String.raw`    ${DATE}  \+1 returned order ${orders[1]!}`,
      ...placed,
    ]),
  );
});

test('a product that is bound has no stock of its own, and the store adds up', async () => {
  const store = await stock('product/1', '--movements');
  expect(store.out).toEqual(['product 1 "Satz": 0 available', '  made of M8']);
  expect((await place.runHere(['verify', 'data'])).out.at(-1)).toBe('kontor: the store is sound');
});

test.each([
  [['M9'], 'kontor: there is no warehouse entity M9'],
  [['product/99'], 'kontor: there is no product 99'],
  [['--data', 'nowhere'], 'kontor: nowhere holds no store'],
])('%j ends with 1 and one line', async (args, line) => {
  expect(await stock(...args)).toMatchObject({ code: 1, out: [], err: [line] });
});
