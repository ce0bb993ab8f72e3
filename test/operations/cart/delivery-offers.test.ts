// What shoppers and the shop are told of delivery rules. It would catch a method that is offered and cannot be ordered,
// a day of another calendar, a table whose gap nobody hears of, and terms that no rule can mean and that are taken.
import { describe, expect, test } from 'vitest';
import type { Given } from '../shop.ts';
import { openDelivery } from './delivery-shop.ts';

interface Rules {
  readonly count: number;
  readonly rules: readonly (Given & { readonly id: number; readonly seq: number })[];
  readonly methods: readonly Given[];
}

test('a product page says what delivery costs before there is a cart, and the cart then does', async () => {
  const { goods, rule, add, choose, cart, fresh, offered, shop } = await openDelivery();
  const { nowMs } = shop;
  // A Monday at noon in Berlin.
  shop.nowMs = Math.max(nowMs, Date.UTC(2026, 6, 6, 10));
  await rule({ price: '4.90', countries: ['DE'], zips: ['10000-19999'], days_min: 1, days_max: 2, cutoff: '14:00' });
  await rule({ id_delivery_method: 3, price: '2', per_piece: '1' });
  const product = await goods.product('20');
  const page = { id_shopobject: product, quantity: 2, country: 'Deutschland', zip: '10115' };
  expect(await offered(page)).toEqual([
    {
      id: 1,
      name: 'Standard',
      available: 1,
      price: 4.9,
      tax: 0.78,
      position: 'Parcel',
      days: { min: 1, max: 2, from: '2026-07-07', to: '2026-07-08' },
    },
    { id: 2, name: 'Abholung', available: 1, why: 'no_rules' },
    { id: 3, name: 'Express', available: 1, price: 4, tax: 0.64, position: 'Parcel' },
  ]);
  expect(await offered({ ...page, language: 'en_GB', zip: '20095' })).toMatchObject([
    { id: 1, available: 0, why: 'other_zip', message: 'It does not go to this postal code.' },
    { name: 'Pickup' },
    { price: 4 },
  ]);
  expect((await offered({ ...page, zip: '' }))[0]).toMatchObject({ available: 0, why: 'needs_zip' });
  await fresh();
  await add(product, 2);
  await choose({ id_delivery_method: 3 });
  expect((await cart()).delivery_costs.sum).toBe(4);
  await shop.refused('get_delivery_methods', {}, 'SHOPOBJECT_NOT_FOUND', '0');
});

test('what is fetched is offered where it is, and the order takes it from there', async () => {
  const { goods, rule, add, choose, offered, order, shop, session } = await openDelivery();
  await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
  await shop.make('create_warehouse_entity', { class: 'part', name: 'desk', metadata: { element_number: 'DESK' } });
  // The shop would take from the first storage.
  for (const [storage, quantity] of [['Bonn', 5] as const, ['Ulm', 2] as const])
    await shop.admin('inventory_place', { storage, element_number: 'DESK', quantity, note: '' });
  await rule({ id_delivery_method: 2, name: 'Fetched in Ulm', storage: 'Ulm' });
  const desk = await goods.product('90', { availability: { active: 1, quantity: 0, allow_override: 0 } });
  await shop.admin('add_binding', { id_product: desk, element_number: 'DESK', quantity: 1 });
  await add(desk, 2);
  await choose({ id_delivery_method: 2 });
  expect((await offered())[1]).toMatchObject({ available: 1, price: 0, storage: 'Ulm' });
  await shop.call('set_quantity', { session: session(), id_element: 1, quantity: 3 });
  expect((await offered())[1]).toMatchObject({
    available: 0,
    why: 'not_in_storage',
    message: `The product ${desk} is not there in these pieces.`,
  });
  await shop.call('set_quantity', { session: session(), id_element: 1, quantity: 2 });
  await order();
  const stock = await shop.admin<{ readonly storages: readonly Given[] }>('get_stock', { element_number: 'DESK' });
  expect(stock.storages).toMatchObject([
    { storage: 'Bonn', quantity: 5 },
    { storage: 'Ulm', quantity: 0 },
  ]);
});

test('what a cart can no longer add up is not offered either', async () => {
  const { rule, add, choose, cart, offered, goods } = await openDelivery();
  await rule({ price: '99999999999' });
  const product = await goods.product('99999999999');
  await add(product, 100);
  await choose();
  const { delivery_not_available: no } = await cart();
  const [quote] = await offered();
  expect([quote!.available, quote!.why]).toEqual([no === undefined ? 1 : 0, no?.why]);
  expect(no?.why).toBe('out_of_range');
});

test('an explanation names the rules that were asked, up to the one that decides', async () => {
  const { rule, add, choose, goods, shop, session } = await openDelivery();
  await rule({ name: 'Island', zips: ['26465'], priority: 1 });
  await rule({ name: 'Free', sum: [100, null] });
  await rule({ name: 'Parcel', price: '4.90' });
  await rule({ name: 'Never', price: '9' });
  await add(await goods.product('20'));
  const explain = async (): Promise<readonly string[] | undefined> =>
    (
      await shop.call<{ readonly explain: { readonly delivery_rules?: readonly string[] } }>('get_cart', {
        session: session(),
        explain: 1,
      })
    ).explain.delivery_rules;
  expect(await explain()).toBeUndefined();
  await choose({ id_delivery_method: 1, delivery_zip: '10115' });
  expect(await explain()).toEqual([
    'Delivery rule 1, Island: no. It does not go to this postal code.',
    'Delivery rule 2, Free: no. The goods come to too little.',
    'Delivery rule 3, Parcel: decides.',
  ]);
  await shop.call('add_delivery_costs', { session: session(), delivery_costs: [] });
  expect(await explain()).toEqual(['Delivery rules: none was asked, because a call has named the delivery costs.']);
});

test('rules are shown as they are sent, with what their tables leave open', async () => {
  const { rule, shop, change } = await openDelivery();
  const sent = {
    name: 'Parcel',
    id_delivery_method: 1,
    countries: ['DE', 'AT'],
    zips: ['10000-19999', 'SW1*'],
    sum: [null, 100.5],
    basis: 'before',
    weight: [0.5, 10],
    volume: [null, 60.25],
    pieces: [1, 2.5],
    goods: { 'main.id': ['>', 0] },
    unless: { 'main.id': ['=', 7] },
    channels: [1],
    groups: [],
    currency: 'EUR',
    price: 4.9,
    per_kg: 0.25,
    per_piece: 0.125,
    free_from: 50,
    taxclass: 'goods',
    days_min: 1,
    days_max: 3,
    cutoff: '14:00',
    storage: '',
    priority: 2,
  };
  await rule(sent);
  await rule({ ...sent, weight: [10.01, 31.5] });
  const { rules, methods, count } = await shop.admin<Rules>('get_delivery_rules');
  expect([count, rules.length]).toEqual([2, 2]);
  expect(rules[0]).toMatchObject(sent);
  expect(methods).toEqual([
    {
      id: 1,
      name: 'Standard',
      gone: 0,
      rules: 2,
      gaps: [{ range: 'weight', from: 10, to: 10.01, below: 1, above: 2, text: '10 to 10.01 kg has no price.' }],
      overlaps: [],
    },
  ]);
  await change(2, { weight: [9, null] });
  expect((await shop.admin<Rules>('get_delivery_rules', { id_delivery_method: 1 })).methods).toMatchObject([
    { gaps: [], overlaps: [{ rule: 1, beats: 2 }] },
  ]);
  const page = await shop.admin<Rules>('get_delivery_rules', { skip: 1, limit: 1 });
  expect([page.count, page.rules.map(({ id }) => id)]).toEqual([2, [2]]);
  await shop.adminRefused(
    'update_delivery_rule',
    { id_delivery_rule: 1, price: '3', if_seq: rules[1]!.seq },
    'CHANGED_MEANWHILE',
    'if_seq',
  );
  await change(1, { price: '3', if_seq: rules[0]!.seq });
  // A method that the shop gives up keeps its rules, which say so.
  await shop.admin('update_shop_settings', { delivery_methods: [{ id: 2, name: 'Pickup' }] });
  expect((await shop.admin<Rules>('get_delivery_rules')).methods).toMatchObject([{ id: 1, gone: 1, name: '' }]);
});

test('a method that the shop gives up is refused by the checkout, by name', async () => {
  const { goods, rule, add, choose, shop, cart, refusedOrder } = await openDelivery();
  await rule({ price: '4.90' });
  await add(await goods.product('20'));
  await choose();
  await shop.admin('update_shop_settings', { delivery_methods: [{ id: 2, name: 'Pickup' }] });
  await refusedOrder('DELIVERY_METHOD_NOT_AVAILABLE', 'method_gone');
  expect((await cart()).delivery_not_available).toMatchObject({ why: 'method_gone' });
});

describe('what is refused', () => {
  test.each<readonly [string, Given, string, string]>([
    ['a method that there is not', { id_delivery_method: 9 }, 'DELIVERY_METHOD_NOT_FOUND', '9'],
    ['a range that ends before it begins', { weight: [2, 1] }, 'PARAMETER_INVALID', 'weight'],
    ['an empty range', { sum: [2, 2] }, 'PARAMETER_INVALID', 'sum'],
    ['a range that ends at 0', { pieces: [null, 0] }, 'PARAMETER_INVALID', 'pieces'],
    ['a range below 0', { volume: [-1, 5] }, 'PARAMETER_INVALID', 'volume'],
    ['a range of words', { weight: ['light', null] }, 'PARAMETER_INVALID', 'weight'],
    ['a postal code that is none', { zips: ['Berlin'.repeat(3)] }, 'PARAMETER_INVALID', 'zips'],
    ['a range of codes of two lengths', { zips: ['1000-19999'] }, 'PARAMETER_INVALID', 'zips'],
    ['a country that is none', { countries: ['Atlantis'] }, 'COUNTRY_NOT_FOUND', 'countries'],
    ['a tax class that there is not', { taxclass: 'luxury' }, 'PARAMETER_INVALID', 'taxclass'],
    ['a storage that there is not', { storage: 'Ulm' }, 'STORAGE_NOT_FOUND', 'Ulm'],
    ['a group that there is not', { groups: [7] }, 'GROUP_NOT_FOUND', '7'],
    ['a channel that there is not', { channels: [7] }, 'CHANNEL_NOT_FOUND', '7'],
    ['a currency that the shop has not', { currency: 'USD' }, 'CURRENCY_NOT_FOUND', 'currency'],
    ['a price below 0', { price: '-1' }, 'AMOUNT_OUT_OF_RANGE', 'price'],
    ['a price that is none', { per_kg: 'much' }, 'PARAMETER_INVALID', 'per_kg'],
    ['a threshold below 0', { free_from: '-1' }, 'PARAMETER_INVALID', 'free_from'],
    ['days in wrong order', { days_min: 3, days_max: 1 }, 'PARAMETER_INVALID', 'days_max'],
    ['a cutoff that is no time', { cutoff: '25:00' }, 'PARAMETER_INVALID', 'cutoff'],
    ['goods of words that are searched', { goods: { 'main.text': ['MATCH', 'sofa'] } }, 'CONSTRAINT_INVALID', ''],
    ['no name', { name: '   ' }, 'PARAMETER_INVALID', 'name'],
  ])('%s', async (_what, more, code, param) => {
    const { shop } = await openDelivery();
    const base = { name: 'Parcel', id_delivery_method: 1 };
    const reply = JSON.parse(await shop.text('create_delivery_rule', { ...base, ...more }, { secret: true })) as Given;
    expect(reply).toMatchObject({ status: 'error', message: code, ...(param !== '' && { param }) });
    expect((await shop.admin<Rules>('get_delivery_rules')).count).toBe(0);
  });

  test('a rule that there is not, and one without the key', async () => {
    const { shop } = await openDelivery();
    await shop.adminRefused('delete_delivery_rule', { id_delivery_rule: 3 }, 'DELIVERY_RULE_NOT_FOUND', '3');
    await shop.adminRefused('update_delivery_rule', { id_delivery_rule: 3 }, 'DELIVERY_RULE_NOT_FOUND', '3');
    await shop.refused('create_delivery_rule', { name: 'a', id_delivery_method: 1 }, 'PERMISSION_DENIED');
  });
});
