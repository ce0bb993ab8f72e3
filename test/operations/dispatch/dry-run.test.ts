// dry_run=1. Catches an operation whose dry run changes something, says something else than the call itself, or is not
// refused where that is.
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import type { Checkout } from '../cart-reply.ts';
import type { Given, Reply } from '../shop.ts';
import { Goods, line } from '../shop.ts';

/** A call that succeeds, and one that is refused. */
type Case = (goods: Goods) => Promise<readonly [succeeds: Given, isRefused: Given]>;

const placed = async ({ shop }: Goods, product: number): Promise<number> => {
  const session = await shop.session();
  await shop.call('add_to_cart', line(session, product, { quantity: 2 }));
  return (await shop.call<Checkout>('checkout', { session })).id_order;
};

const stored = async ({ shop }: Goods): Promise<void> => {
  await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
  await shop.make('create_warehouse_entity', { class: 'part', name: 'p', metadata: { element_number: 'A' } });
  await shop.admin('inventory_place', { storage: 'Berlin', element_number: 'A', quantity: 5 });
};

const CASES: { readonly [operation: string]: Case } = {
  update_order_details: async (goods) => {
    const id_order = await placed(goods, await goods.product(10));
    return [
      { id_order, order_state: 'CLOSED' },
      { id_order: 4711, order_state: 'CLOSED' },
    ];
  },
  add_parcel: async (goods) => {
    const id_order = await placed(goods, await goods.product(10));
    const parcel = (quantity: number) => ({ id_order, lines: [{ id_element: 1, quantity }] });
    return [parcel(2), parcel(3)];
  },
  cancel_lines: async (goods) => {
    const id_order = await placed(goods, await goods.product(10));
    const lines = (quantity: number) => ({ id_order, lines: [{ id_element: 1, quantity }] });
    return [lines(1), lines(3)];
  },
  refund: async (goods) => {
    const id_order = await placed(goods, await goods.product(10));
    await goods.shop.admin('update_order_details', { id_order, order_payment_state: 'PAYMENT_RECEIVED' });
    const given = (amount: string) => ({ id_order, amount, to: 'manual' });
    return [given('5'), given('20.01')];
  },
  set_parcel_delivered: async (goods) => {
    const id_order = await placed(goods, await goods.product(10));
    await goods.shop.admin('add_parcel', { id_order, lines: [{ id_element: 1, quantity: 1 }] });
    return [
      { id_order, id_parcel: 1 },
      { id_order, id_parcel: 2 },
    ];
  },
  update_shop_settings: () => {
    const rates = { DE: 0.21 };
    const classes = (calculation: string) => [{ name: 'default', calculation, rates }];
    return Promise.resolve([{ tax_classes: classes('added') }, { tax_classes: classes('added'), if_seq: 4711 }]);
  },
  update_document_template: () => {
    const template = { name: 'foot', text: '{{ number }}' };
    return Promise.resolve([template, { ...template, if_seq: 4711 }]);
  },
  delete_group: async ({ shop }) => {
    await shop.admin('create_group', { name: 'G' });
    return [{ id_group: 1 }, { id_group: 4711 }];
  },
  set_search_words: () => Promise.resolve([{ ignored: ['the'] }, { ignored: ['the'], if_seq: 4711 }]),
  create_delivery_rule: () => {
    const rule = { name: 'R', id_delivery_method: 1 };
    return Promise.resolve([rule, { ...rule, currency: 'ZZZ' }]);
  },
  update_delivery_rule: async ({ shop }) => {
    await shop.admin('create_delivery_rule', { name: 'R', id_delivery_method: 1 });
    return [
      { id_delivery_rule: 1, price: '3' },
      { id_delivery_rule: 1, zips: ['?'] },
    ];
  },
  delete_delivery_rule: async ({ shop }) => {
    await shop.admin('create_delivery_rule', { name: 'R', id_delivery_method: 1 });
    return [{ id_delivery_rule: 1 }, { id_delivery_rule: 4711 }];
  },
  create_promotion: () => {
    const promotion = { name: 'P', gives: { kind: 'percent', value: 5 } };
    return Promise.resolve([promotion, { ...promotion, currency: 'ZZZ' }]);
  },
  update_promotion: async ({ shop }) => {
    await shop.admin('create_promotion', { name: 'P', gives: { kind: 'percent', value: 5 } });
    return [
      { id_promotion: 1, uses_max: 3 },
      { id_promotion: 1, budget_max: '5' },
    ];
  },
  end_promotion: async ({ shop }) => {
    await shop.admin('create_promotion', { name: 'P', gives: { kind: 'percent', value: 5 } });
    return [{ id_promotion: 1 }, { id_promotion: 4711 }];
  },
  create_price_list: () => Promise.resolve([{ name: 'L' }, { name: 'L', currency: 'ZZZ' }]),
  update_price_list: async ({ shop }) => {
    await shop.admin('create_price_list', { name: 'L' });
    return [
      { id_price_list: 1, priority: 3 },
      { id_price_list: 1, groups: [4711] },
    ];
  },
  end_price_list: async ({ shop }) => {
    await shop.admin('create_price_list', { name: 'L' });
    return [{ id_price_list: 1 }, { id_price_list: 4711 }];
  },
  set_prices: async (goods) => {
    await goods.shop.admin('create_price_list', { name: 'L' });
    const prices = [{ id_shopobject: await goods.product(10), price: 9 }];
    return [
      { id_price_list: 1, prices },
      { id_price_list: 4711, prices },
    ];
  },
  end_coupons: async ({ shop }) => {
    await shop.admin('create_coupons', { count: 1, name: 'C', amount: 1, code: 'ONE' });
    const { batches } = await shop.admin<{ batches: { id: number }[] }>('search_coupons', { code: 'ONE' });
    return [{ id_batch: batches[0]!.id }, { id_batch: 4711 }];
  },
  inventory_place: async (goods) => {
    await stored(goods);
    const to = { storage: 'Ulm', quantity: 3 };
    return [
      { ...to, element_number: 'A' },
      { ...to, element_number: 'B' },
    ];
  },
  inventory_take: async (goods) => {
    await stored(goods);
    const from = { storage: 'Berlin', element_number: 'A' };
    return [
      { ...from, quantity: 5 },
      { ...from, quantity: 6 },
    ];
  },
};

/**
 * Their replies are others: the cart as the order would have it, a draft without the number of its order, an edit
 * and a return without a seq (test/operations/orders), what would be erased, which pictures would be deleted
 * (test/server/parts/unused-images.test.ts), and what a category takes with it
 * (test/operations/catalogue/category-writes.test.ts).
 */
const OTHERS = [
  'announce_return',
  'checkout',
  'commit_order_edit',
  'delete_category',
  'delete_unused_images',
  'edit_order',
  'erase_order',
  'erase_past_order',
  'erase_user',
  'receive_return',
  'send_draft',
  'withdraw_return',
];

test('each operation with a dry run is tried here', () => {
  const all = [...OPERATIONS].filter(([, one]) => one.effect === 'write' && one.dryRun !== undefined);
  expect(all.map(([name]) => name).toSorted()).toEqual([...Object.keys(CASES), ...OTHERS].toSorted());
  for (const [name, { params }] of all) expect(Object.keys(params), name).toContain('dry_run');
});

test('a write that has no dry run refuses one by its name, and does nothing', async () => {
  const { shop } = await Goods.open();
  const seq = shop.engine.headSeq;
  const writes = [...OPERATIONS].filter(([, { effect, params }]) => effect === 'write' && !('dry_run' in params));
  expect(writes.length).toBeGreaterThan(50);
  for (const [name] of writes)
    expect(await shop.admin<Reply>(name, { dry_run: 1 }), name).toMatchObject({
      message: 'PARAMETER_INVALID',
      param: 'dry_run',
      detail: `${name} has no dry run; without dry_run it changes the shop.`,
    });
  const product = { class: 'product', name: 'tried' };
  expect(await shop.admin('create_product', { ...product, dry_run: 'perhaps' })).toMatchObject({ param: 'dry_run' });
  expect(shop.engine.headSeq).toBe(seq);
  for (const dry_run of [0, ''])
    expect(await shop.admin('create_product', { ...product, name: `made${dry_run}`, dry_run })).toMatchObject({
      object: 'create_product',
    });
});

test.each(Object.entries(CASES))('%s', async (operation, open) => {
  const goods = await Goods.open();
  const { shop } = goods;
  const [succeeds, isRefused] = await open(goods);
  const seq = shop.engine.headSeq;
  const tried = [];
  for (const params of [succeeds, isRefused]) tried.push(await shop.admin<Reply>(operation, { ...params, dry_run: 1 }));
  expect(shop.engine.headSeq, 'records').toBe(seq);
  const done = [];
  for (const params of [isRefused, succeeds]) done.unshift(await shop.admin<Reply>(operation, params));
  expect(tried).toEqual(done);
  expect(tried[0]!['status']).toBe('success');
  expect(tried[1]!['status']).not.toBe('success');
  expect(shop.engine.headSeq).toBeGreaterThan(seq);
});
