// `kontor promotions`: catches a list that says another gift, number of orders or rest of a budget than there is, a
// term that `show` leaves out, and a promotion that goes on after its end.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandPlace } from '../harness/commands.ts';
import type { Ran } from '../harness/commands.ts';
import { OpenedShop } from '../harness/opened-shop.ts';

let place: CommandPlace;

const MADE = [
  { name: 'Lamps\nforged', gives: { kind: 'percent', value: 20, goods: { 'main.id_shopobject': 2 } }, uses_max: 5 },
  {
    name: 'Friends',
    labels: { de_DE: 'Freunde' },
    by: 'code',
    when: { min_sum: 50, min_quantity: 2, goods: { 'main.id_shopobject': 2 }, groups: [1], channels: [1] },
    gives: { kind: 'amount', value: 7.5, per: 'order' },
    priority: 3,
    stack: 'codes',
    exclusive: 1,
    uses_per_person_max: 1,
    budget_max: '100',
  },
  {
    name: 'Pens',
    gives: { kind: 'buy_get', buy: 2, get: 1, value: 50, times_max: 3, goods: { 'main.id_shopobject': 4 } },
  },
  { name: 'Flat', gives: { kind: 'price', value: 30, goods: { 'main.id_shopobject': 3 } }, budget_max: '10' },
  {
    name: 'Parcel',
    gives: { kind: 'free_delivery' },
    start_date: '2999-01-01',
    when: { countries: ['DE'], first_order: 1 },
  },
];

const open = (): Promise<OpenedShop> => OpenedShop.open(place, 'data');

beforeAll(async () => {
  place = new CommandPlace();
  const shop = await open();
  const office = async (operation: string, fields: object): Promise<{ readonly [name: string]: unknown }> => {
    const reply = await shop.office(operation, fields as never);
    expect(reply).not.toMatchObject({ object: 'error' });
    return reply;
  };
  await office('create_group', { name: 'Wholesale' });
  for (const terms of MADE) await office('create_promotion', terms);
  await office('create_coupons', { name: 'Card', count: 3, id_promotion: 2 });
  const { code: session } = await office('get_new_session', {});
  for (const [product, quantity] of [
    [2, 1],
    [3, 2],
  ] as const)
    await office('add_to_cart', {
      session,
      id_shopobject: product,
      element_type: 'PRODUCT_GR',
      quantity,
      price_field: 'price',
      name_field: 'name',
    });
  await office('checkout', { session });
  await shop.stop();
});
afterAll(() => place.clean());

const run = (...args: string[]): Promise<Ran> => place.runHere(['promotions', ...args]);

test('list says what each gives, when, how often it was used, and what is left of its budget', async () => {
  expect(await run('list')).toMatchObject({
    code: 0,
    out: [
      '1  "Lamps\\nforged"  (running; 20 % off a piece; any day; 1 of 5 orders; 23.98 EUR taken off)',
      '2  "Friends"  (running; 7.5 EUR off the order; by code; any day; 0 orders; 100 EUR left)',
      '3  "Pens"  (running; buy 2, get 1 for 50 % less, 3 times; any day; 0 orders)',
      '4  "Flat"  (running; a piece for 30 EUR; any day; 1 order; 9 EUR taken off; 1 EUR left)',
      '5  "Parcel"  (planned; free delivery; 2999-01-01 to any day; 0 orders)',
    ],
  });
  const data = (await run('list', '--json')).out.map((line) => JSON.parse(line) as object);
  expect(data[3]).toMatchObject({ uses: 1, spent: [{ currency: 'EUR', amount: 9, revenue: 155.92 }], budget_left: 1 });
  expect(data[0]).toMatchObject({ budget_left: null });
});

test('show has every term, and the codes', async () => {
  expect((await run('show', '2')).out).toEqual([
    expect.stringMatching(/^2 {2}"Friends"/),
    '  labels: de_DE "Freunde"',
    '  needs: 50 EUR; 2 pieces; of {"main.id_shopobject":2}',
    '  for: groups "Wholesale"; channels "default"',
    '  beside others: priority 3; stack "codes"; exclusive',
    '  limits: 1 order a person; 100 EUR in all',
    '  codes: batch 1 "Card", 3 coupons',
  ]);
  expect((await run('show', '4')).out.slice(1)).toEqual([
    '  goods: {"main.id_shopobject":3}',
    '  limits: 10 EUR in all',
    '  revenue: 155.92 EUR',
  ]);
  expect((await run('show', '5')).out.slice(1)).toEqual(['  for: countries DE; the first order of an account']);
  expect(JSON.parse((await run('show', '2', '--json')).out.join(''))).toMatchObject({
    when: { min_sum: 50, groups: [1] },
    batches: [{ id: 1, name: 'Card', count: 3 }],
  });
});

test('end ends one for good, and what is not there is said', async () => {
  for (const wrong of [
    ['show', '9'],
    ['end', '9'],
    ['end', 'Pens'],
  ])
    expect(await run(...wrong)).toMatchObject({
      code: 1,
      out: [],
      err: [expect.stringContaining('there is no promotion')],
    });
  expect((await run('end', '1')).out).toEqual([expect.stringContaining('(ended; 20 % off a piece;')]);
  const shop = await open();
  expect(await shop.office('get_promotions', {})).toMatchObject({
    promotions: [{ state: 'ended' }, { state: 'running' }, {}, {}, {}],
  });
  await shop.stop();
});
