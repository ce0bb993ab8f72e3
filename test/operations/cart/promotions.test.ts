// What promotions take off a cart over the wire. It would catch one that a cart shows and its order does not charge,
// one that is given beyond its limits or to somebody else, a limit that a cancelled order keeps, and a total that
// changes at the checkout without a word.
import { expect, test } from 'vitest';
import type { IndexOf } from '../../../src/domain/kind-types.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import { ReadContext } from '../../../src/engine/transactions/read-context.ts';
import { replaced } from '../../harness/replaced.ts';
import { reportsAgree } from '../../../src/engine/recovery/verify-reports.ts';
import { applyDueChanges } from '../../../src/engine/maintenance/due-changes.ts';
import { loggedIn, verified } from '../accounts/accounts.ts';
import type { Cart, Checkout } from '../cart-reply.ts';
import type { Given } from '../shop.ts';
import { Goods, line } from '../shop.ts';

interface Allocation {
  readonly id_element: number;
  readonly quantity: number;
  readonly amount: number;
  readonly tax: number;
}

type Promoted = Cart & {
  readonly promotions?: readonly { readonly id: number; readonly amount: number; readonly allocations: Allocation[] }[];
  readonly nearly?: readonly Given[];
};

const PERCENT_20 = { kind: 'percent', value: 20 };

const open = async (rules: Given = {}) => {
  const goods = await Goods.open({ rules: { timeZone: 'Europe/Berlin', ...rules } });
  const { shop } = goods;
  let session = await shop.session();
  const promotion = async (given: Given): Promise<number> =>
    (await shop.admin<{ readonly id_promotion: number }>('create_promotion', { name: 'Sale', ...given })).id_promotion;
  const add = (product: number, quantity: number | string = 1, more: Given = {}) =>
    shop.call<Promoted>('add_to_cart', line(session, product, { quantity, ...more }));
  const cart = () => shop.call<Promoted>('get_cart', { session });
  const fresh = async (): Promise<void> => void (session = await shop.session());
  const order = () => shop.call<Checkout>('checkout', { session });
  const orderCart = async (id: number): Promise<Promoted> =>
    (await shop.admin<{ readonly cart: Promoted }>('get_order_by_id', { id_order: id })).cart;
  return { goods, shop, promotion, add, cart, fresh, order, orderCart, session: () => session };
};

test('cart, order and documents show what was taken off; sums of clients that know coupons alone stay right', async () => {
  const { goods, promotion, add, cart, order, orderCart, shop } = await open();
  const shoe = await goods.product('100', { metadata: { element_number: 'SHOE-1' } });
  const sock = await goods.product('9.99');
  const id = await promotion({
    name: '20 % on shoes',
    gives: { ...PERCENT_20, goods: { 'metadata.element_number': ['LIKE', 'SHOE-%'] } },
  });
  await add(shoe, 2);
  const shown = await add(sock, 3);
  expect(shown).toMatchObject({
    sum: 229.97,
    total: 189.97,
    coupons: { sum: 40, positions: [{ name: '20 % on shoes', code: '', amount: 40, used_amount: 40, tax: 6.38 }] },
    promotions: [{ id, name: '20 % on shoes', amount: 40, allocations: [{ id_element: 1, quantity: 2, amount: 40 }] }],
  });
  expect(shown.sum - shown.coupons.sum + shown.delivery_costs.sum).toBeCloseTo(shown.total, 10);
  const taxes = shown.tax_positions.reduce((sum, { gross }) => sum + gross, 0);
  expect(taxes).toBeCloseTo(shown.total, 10);
  const before = await cart();
  const placed = await order();
  const ordered = await orderCart(placed.id_order);
  expect(ordered).toMatchObject({ total: before.total, sum_tax: before.sum_tax, promotions: before.promotions });
  const { promotions } = await shop.admin<{ readonly promotions: readonly Given[] }>('get_promotions');
  expect(promotions).toMatchObject([
    { id, uses: 1, spent: [{ currency: 'EUR', amount: 40 }], state: 'running', gives: { kind: 'percent', value: 20 } },
  ]);
  expect(await shop.admin('get_report', { statistic: 'promotions' })).toMatchObject({ currency: 'EUR', sum: 40 });
  const found = async (constraint: Given) =>
    (await shop.admin<{ readonly count: number }>('search_orders', { constraint })).count;
  expect([
    await found({ id_promotion: id }),
    await found({ with_promotion: 1 }),
    await found({ id_promotion: 9 }),
  ]).toEqual([1, 1, 0]);
  await shop.admin('end_promotion', { id_promotion: id });
  expect(await orderCart(placed.id_order), 'an order keeps what it has').toEqual(ordered);
});

test('taking a promotion away restores the bytes', async () => {
  const { goods, promotion, add, cart, shop, session } = await open();
  const product = await goods.product('10');
  await add(product, 2);
  const before = await cart();
  const id = await promotion({ gives: PERCENT_20 });
  expect((await add(product)).total).toBe(24);
  await shop.admin('end_promotion', { id_promotion: id });
  await shop.call('sub_from_cart', { session: session(), id_element: 1 });
  expect(await cart()).toEqual(before);
});

test('coupons take what promotions leave, and nothing of exclusive pieces', async () => {
  const { goods, promotion, add, cart, shop, session } = await open();
  const [dear, cheap] = [await goods.product('100'), await goods.product('50')];
  const coupon = { count: 1, name: 'ten', amount: '10', type: 'MULTIPLE_PERCENTAGE', code: 'TEN' };
  await shop.admin('create_coupons', coupon);
  await promotion({ gives: { ...PERCENT_20, goods: { 'main.id': ['=', dear] } }, exclusive: 1 });
  await promotion({ gives: { kind: 'amount', value: 5, goods: { 'main.id': ['=', cheap] } } });
  await add(dear);
  await add(cheap);
  await shop.call('add_coupons', { session: session(), coupons: [['TEN', '']] });
  // 100 − 20, untouched by the coupon, and 50 − 5 of which it takes a tenth.
  expect(await cart()).toMatchObject({ total: 120.5, coupons: { sum: 29.5 } });
});

test('a cart is told what is missing, and gets it with the piece that was', async () => {
  const { goods, promotion, add } = await open();
  const product = await goods.product('10');
  const three = await promotion({ name: '2 + 1', gives: { kind: 'buy_get', buy: 2, get: 1 } });
  const sum = await promotion({
    name: '5 off',
    when: { min_sum: 25 },
    gives: { kind: 'amount', value: 5, per: 'order' },
    stack: 'order',
  });
  expect((await add(product, 2)).nearly).toEqual([
    { id: three, name: '2 + 1', needs: { pieces: 1 } },
    { id: sum, name: '5 off', needs: { sum: 5 } },
  ]);
  const got = await add(product);
  expect([got.total, got.nearly]).toEqual([20, [{ id: sum, name: '5 off', needs: { sum: 5 } }]]);
  const more = await add(product);
  expect([more.total, more.nearly]).toEqual([25, undefined]);
  // Elsewhere four pieces gave one free for any number.
  expect((await add(product, 2)).total).toBe(35);
});

test('free delivery takes off what delivery costs, and follows them', async () => {
  const { goods, promotion, add, cart, shop, session } = await open();
  await promotion({ name: 'Free delivery', when: { min_sum: 20 }, gives: { kind: 'free_delivery' } });
  const product = await goods.product('10');
  await add(product);
  const costs = (price: number) =>
    shop.call('add_delivery_costs', { session: session(), delivery_costs: [['DHL', price, 0.19]] });
  await costs(4.9);
  expect((await cart()).total).toBe(14.9);
  expect(await add(product)).toMatchObject({ total: 20, delivery_costs: { sum: 4.9 }, coupons: { sum: 4.9 } });
  await costs(8);
  expect(await cart()).toMatchObject({ total: 20, sum_tax: 3.19, coupons: { sum: 8 } });
});

test('a limit counts orders that are not cancelled; the next checkout is told once', async () => {
  const { goods, promotion, add, cart, fresh, order, orderCart, shop, session } = await open();
  const product = await goods.product('10');
  const id = await promotion({ gives: PERCENT_20, uses_max: 1 });
  await add(product);
  const first = session();
  await fresh();
  await add(product);
  const second = await shop.call<Checkout>('checkout', { session: first });
  expect((await orderCart(second.id_order)).total).toBe(8);
  expect((await cart()).total, 'it shows what it showed').toBe(8);
  expect(await order()).toMatchObject({ status: 'error', message: 'TOTAL_CHANGED' });
  expect(shop.engine.durableSeq, 'the disk has what it says').toBe(shop.engine.headSeq);
  expect(await cart(), 'and then what it costs').toMatchObject({ total: 10, coupons: { sum: 0 } });
  const placed = await order();
  expect((await orderCart(placed.id_order)).total).toBe(10);
  await shop.admin('update_order_details', { id_order: second.id_order, order_state: 'CANCELED' });
  await fresh();
  expect((await add(product)).total, 'a cancelled order gives it back').toBe(8);
  await order();
  await shop.adminRefused(
    'update_order_details',
    { id_order: second.id_order, order_state: 'OPEN' },
    'PROMOTION_USED_UP',
    id,
  );
});

test('verify counts its uses and what it cost from the orders', async () => {
  const { goods, promotion, add, order, shop } = await open();
  await promotion({ gives: PERCENT_20 });
  await add(await goods.product('10'));
  await order();
  const { tables } = shop.engine;
  expect([...reportsAgree(tables)]).toEqual([]);
  const { promotions } = tables.order.index as IndexOf<'order'>;
  promotions.count(tables.order.get(10_001)!.state as Order, 1, 1);
  expect([...reportsAgree(tables)]).toEqual([
    'the report uses of promotion 1 says 2, the orders make 1',
    'the report EUR of promotion 1 says 400, the orders make 200',
    'the report EUR of orders with promotion 1 says 1600, the orders make 800',
  ]);
});

test('a budget is never exceeded by a cent', async () => {
  const { goods, promotion, add, fresh, order, shop } = await open();
  const product = await goods.product('10');
  const id = await promotion({ gives: PERCENT_20, budget_max: '5' });
  const totals: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    await fresh();
    totals.push((await add(product)).total);
    expect(await order()).toMatchObject({ status: 'success' });
  }
  expect(totals).toEqual([8, 8, 9, 10]);
  expect(await shop.admin('get_promotions')).toMatchObject({
    promotions: [{ id, uses: 3, spent: [{ currency: 'EUR', amount: 5 }] }],
  });
});

test('one person has it as often as its limit says: an account, or an address in any case', async () => {
  const { goods, promotion, add, fresh, order, shop, session } = await open();
  const product = await goods.product('10');
  await promotion({ gives: PERCENT_20, uses_per_person_max: 1 });
  const mail = (email: string) => shop.call('set_order_details', { session: session(), email });
  await mail('Anna@example.org');
  await add(product);
  expect(await order()).toMatchObject({ status: 'success' });
  await fresh();
  expect((await add(product)).total, 'nobody is known yet').toBe(8);
  await mail('anna@EXAMPLE.org');
  expect((await add(product)).total).toBe(20);
  await mail('bert@example.org');
  expect((await add(product)).total).toBe(24);
});

test('it is for those whom it names', async () => {
  const { goods, promotion, add, shop, session, cart } = await open();
  const product = await goods.product('10');
  const { id_group: group } = await shop.admin<{ id_group: number }>('create_group', { name: 'Dealers' });
  await promotion({ name: 'Austria', when: { countries: ['AT'] }, gives: { kind: 'amount', value: 1 }, stack: 'a' });
  await promotion({ name: 'Dealers', when: { groups: [group] }, gives: { kind: 'amount', value: 2 }, stack: 'b' });
  await promotion({ name: 'First', when: { first_order: 1 }, gives: { kind: 'amount', value: 3 }, stack: 'c' });
  await promotion({ name: 'Dollars', currency: 'EUR', gives: { kind: 'amount', value: 0.5 }, stack: 'd' });
  expect((await add(product)).total).toBe(9.5);
  const { id: user } = await verified(shop, 'dealer');
  await shop.admin('set_user_groups', { id_user: user, groups: [group] });
  await loggedIn(shop, 'dealer', session());
  expect((await cart()).total).toBe(4.5);
  await shop.call('set_context', { session: session(), country: 'AT' });
  expect((await cart()).total).toBe(3.5);
});

test('a cart that no promotion gives anything explains why', async () => {
  const { goods, promotion, add, shop, session } = await open();
  await promotion({ gives: PERCENT_20, when: { min_sum: 30 } });
  await promotion({ name: 'Campaign', gives: PERCENT_20, by: 'code' });
  await add(await goods.product('10'));
  const { explain } = await shop.call<{ readonly explain: Given }>('get_cart', { session: session(), explain: 1 });
  expect(explain['promotions']).toEqual([expect.stringContaining('20'), expect.stringContaining('Campaign')]);
});

test('a code opens it', async () => {
  const { goods, promotion, add, cart, order, shop, session } = await open();
  const product = await goods.product('10');
  const id = await promotion({ name: 'Campaign', by: 'code', gives: PERCENT_20 });
  await shop.admin('create_coupons', { count: 1, name: 'SPRING', code: 'SPRING', id_promotion: id });
  expect((await add(product)).total).toBe(10);
  await shop.call('add_coupons', { session: session(), coupons: [['spring', '']] });
  expect(await cart()).toMatchObject({ total: 8, coupons: { sum: 2, positions: [{ code: '' }, { code: 'SPRING' }] } });
  await shop.call('add_coupons', { session: session(), coupons: [] });
  expect((await cart()).total).toBe(10);
  await shop.call('add_coupons', { session: session(), coupons: [['SPRING', '']] });
  expect(await order()).toMatchObject({ status: 'success' });
  await shop.admin('create_coupons', { count: 1, name: 'other', amount: '5', type: 'MULTIPLE_NOMINAL' });
  const { batches } = await shop.admin<{ readonly batches: readonly Given[] }>('search_coupons', { id_promotion: id });
  expect(batches).toMatchObject([{ first_code: 'SPRING', id_promotion: id }]);
  await shop.adminRefused(
    'create_coupons',
    { count: 1, name: 'n', amount: '5', id_promotion: id },
    'PARAMETER_INVALID',
  );
  await shop.adminRefused('create_coupons', { count: 1, name: 'n', id_promotion: 99 }, 'PROMOTION_NOT_FOUND');
});

test('shoppers read its label in their language, and an order keeps it', async () => {
  const { goods, promotion, add, order, orderCart, shop } = await open();
  const product = await goods.product('10');
  const labels = { de_DE: 'Günstig – unter 5 €', en_GB: 'Summer sale' };
  const id = await promotion({ labels: { ...labels, fr_FR: ' ' }, gives: PERCENT_20 });
  await promotion({
    name: 'Three',
    labels: { de_DE: 'Drei für zwölf €' },
    when: { min_quantity: 3 },
    gives: PERCENT_20,
  });
  expect(await add(product)).toMatchObject({
    promotions: [{ id, name: 'Sale', labels }],
    nearly: [{ name: 'Three', labels: { de_DE: 'Drei für zwölf €' }, needs: { pieces: 2 } }],
    coupons: { positions: [{ name: 'Sale' }] },
  });
  const placed = await order();
  await shop.admin('update_promotion', { id_promotion: id, labels: {} });
  expect(await orderCart(placed.id_order)).toMatchObject({ promotions: [{ name: 'Sale', labels }] });
  const asked = { id_order: placed.id_order, language: 'en_GB', args: { format: 'html' } };
  const { invoice } = await shop.admin<{ readonly invoice: string }>('get_invoice', asked);
  expect(Buffer.from(invoice, 'base64').toString()).toContain('Summer sale');
  expect(await shop.admin('get_promotions')).toMatchObject({ promotions: [{ labels: {} }, {}] });
  expect((await add(product)).promotions![0]).not.toHaveProperty('labels');
});

test('an explanation names promotions that ended some days ago, and none that are planned', async () => {
  const { goods, promotion, add, fresh, shop, session } = await open();
  const product = await goods.product('10');
  shop.nowMs = Date.UTC(2026, 6, 1, 12);
  await fresh();
  await promotion({ name: 'June', end_date: '2026-06-30', gives: PERCENT_20 });
  await promotion({ name: 'May', end_date: '2026-05-31', gives: PERCENT_20 });
  await promotion({ name: 'Friday', start_date: '2026-07-03', gives: PERCENT_20 });
  await add(product);
  const { explain } = await shop.call<{ readonly explain: Given }>('get_cart', { session: session(), explain: 1 });
  expect(explain['promotions']).toEqual(['Promotion June: nothing, because it ended on 2026-06-30.']);
});

test('its days begin and end at the midnight of the shop', async () => {
  const { goods, promotion, shop } = await open();
  const product = await goods.product('10');
  shop.nowMs = Date.UTC(2026, 6, 1, 12);
  const id = await promotion({ start_date: '2026-07-02', end_date: '2026-07-02', gives: PERCENT_20 });
  const totalAt = async (ms: number): Promise<number> => {
    shop.nowMs = ms;
    applyDueChanges(shop.engine);
    return (await shop.call<Cart>('add_to_cart', line(await shop.session(), product))).total;
  };
  const midnight = Date.UTC(2026, 6, 1, 22);
  expect(await totalAt(midnight - 1)).toBe(10);
  expect(await totalAt(midnight)).toBe(8);
  expect(await totalAt(midnight + 24 * 3_600_000 - 1)).toBe(8);
  expect(await totalAt(midnight + 24 * 3_600_000)).toBe(10);
  await shop.adminRefused('update_promotion', { id_promotion: id, name: 'x' }, 'PROMOTION_ENDED');
});

test('a cart asks once of goods, and never of those of promotions that cannot be for it', async () => {
  const { goods, promotion, add, shop } = await open();
  const [first, second] = [await goods.product('10'), await goods.product('20')];
  const { id_group: group } = await shop.admin<{ id_group: number }>('create_group', { name: 'Dealers' });
  const gives = (id: number) => ({ ...PERCENT_20, goods: { 'main.id': ['=', id] } });
  await promotion({ gives: gives(first) });
  for (let at = 0; at < 20; at += 1)
    await promotion({ gives: gives(second), ...(at % 2 === 0 ? { by: 'code' } : { when: { groups: [group] } }) });
  let asked = 0;
  const mend = replaced(
    ReadContext.prototype,
    'amongGoods',
    (own) =>
      function (this: ReadContext, ...given) {
        const product = own.apply(this, given);
        const isAmong: typeof product.isAmong = (named) => {
          asked += 1;
          return product.isAmong(named);
        };
        return { ...product, isAmong };
      },
  );
  try {
    expect((await add(first)).total).toBe(8);
    expect((await add(second)).total).toBe(28);
    expect((await add(second)).total).toBe(48);
    expect(asked).toBe(1);
  } finally {
    mend();
  }
});

test('goods follow the catalogue, and a variation is in the categories of its product', async () => {
  const { goods, promotion, add, shop } = await open();
  const product = await goods.product('10');
  const made = { id_product: product, name: 'red', shop_active: 1 };
  const { id: variation } = await shop.admin<{ readonly id: number }>('create_variation', made);
  await promotion({ gives: { ...PERCENT_20, goods: { 'category.name': 'shoes' } } });
  const totals = async (): Promise<readonly number[]> => {
    const session = await shop.session();
    const { total } = await shop.call<Cart>('add_to_cart', line(session, product));
    return [total, (await shop.call<Cart>('add_to_cart', line(session, variation))).total];
  };
  expect((await add(product)).total).toBe(10);
  await shop.admin('update_category', { id_category: goods.categoryId, name: 'shoes' });
  expect(await totals()).toEqual([8, 16]);
  await shop.admin('update_product', { id_product: product, categories: [] });
  expect(await totals()).toEqual([10, 20]);
});

test.each([
  ['above the whole price', { gives: { kind: 'percent', value: 101 } }, 'AMOUNT_OUT_OF_RANGE'],
  ['no value', { gives: { kind: 'percent' } }, 'PARAMETER_INVALID'],
  ['below zero', { gives: { kind: 'amount', value: -1 } }, 'PARAMETER_INVALID'],
  ['get without buy', { gives: { kind: 'buy_get', get: 1 } }, 'PARAMETER_INVALID'],
  ['a set of a percentage', { gives: { ...PERCENT_20, buy: 1, get: 1 } }, 'PARAMETER_INVALID'],
  ['a kind that is none', { gives: { kind: 'gift', value: 1 } }, 'PARAMETER_INVALID'],
  ['goods by words', { gives: { ...PERCENT_20, goods: { search: ['MATCH', 'x'] } } }, 'CONSTRAINT_INVALID'],
  ['goods by stock', { gives: { ...PERCENT_20, goods: { 'availability.low': 1 } } }, 'CONSTRAINT_INVALID'],
  ['days in wrong order', { gives: PERCENT_20, start_date: '2026-07-02', end_date: '2026-07-01' }, 'PARAMETER_INVALID'],
  ['a group that is none', { when: { groups: [9] }, gives: PERCENT_20 }, 'GROUP_NOT_FOUND'],
  ['a channel that is none', { when: { channels: [9] }, gives: PERCENT_20 }, 'CHANNEL_NOT_FOUND'],
  ['a country that is none', { when: { countries: ['Atlantis'] }, gives: PERCENT_20 }, 'COUNTRY_NOT_FOUND'],
  ['a currency that is none', { currency: 'XYZ', gives: PERCENT_20 }, 'CURRENCY_NOT_FOUND'],
  ['no name', { name: ' ', gives: PERCENT_20 }, 'PARAMETER_INVALID'],
] as const)('%s is refused by name', async (_what, given, code) => {
  const { shop } = await open();
  await shop.adminRefused('create_promotion', { name: 'x', ...given }, code);
  expect(await shop.admin('get_promotions')).toMatchObject({ promotions: [] });
});
