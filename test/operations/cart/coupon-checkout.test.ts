// Catches coupons that a checkout redeems twice or not at all, and amounts that explain=1 says wrongly.
import { describe, expect, test } from 'vitest';
import type { Reply } from '../shop.ts';
import type { Cart, Checkout } from '../cart-reply.ts';
import { START_MS, freeLine, line, openShop } from '../shop.ts';
import { ADDED, open } from './coupon-shop.ts';

describe('checkout', () => {
  const failed = (message: string, param: string) => ({
    object: 'error',
    status: 'error',
    id_order: 0,
    session: '',
    message,
    param,
    detail: expect.stringMatching(/\.$/),
  });

  test('keeps the cart as it was shown, and redeems: COUPON_USED from then on', async () => {
    const { shop, session, coupon, add, get, goods } = await open();
    await shop.call('add_to_cart', line(session, await goods.product(10.7), { quantity: 3 }));
    const [unique, multiple] = [await coupon({}), await coupon({ amount: 12.5, type: 'MULTIPLE_PERCENTAGE' })];
    await add([unique, 'U'], [multiple]);
    await shop.call('add_delivery_costs', { session, delivery_costs: [['D', 4.9, 0.07]] });
    const { object: _object, contents, ...shown } = (await get()) as Cart & Reply;
    const { id_order } = await shop.call<Checkout>('checkout', { session });
    const { cart } = await shop.call<{ cart: Cart }>('get_order_by_id', { id_order });
    const { contents: ordered, ...kept } = cart as Cart & Reply;
    expect(kept).toEqual(shown);
    expect(ordered.slice(0, -1)).toEqual(contents);
    const other = await shop.session();
    await shop.refused('add_coupons', { session: other, coupons: [[unique]] }, 'COUPON_USED', unique);
    expect(await shop.call('add_coupons', { session: other, coupons: [[multiple]] })).toEqual(ADDED);
    expect(await get()).toMatchObject({ coupons: { sum: 0, positions: [] } });
    await shop.restart();
    expect(await shop.call('get_order_by_id', { id_order })).toMatchObject({ cart: kept });
  });

  test('of two carts with one unique coupon the second fails whole, and can go on without it', async () => {
    const { shop, session, coupon, goods } = await open();
    const code = await coupon({});
    const stocked = await goods.stocked(5);
    const other = await shop.session();
    await shop.call('add_to_cart', line(other, stocked, { quantity: 2 }));
    for (const one of [session, other])
      expect(await shop.call('add_coupons', { session: one, coupons: [[code]] })).toEqual(ADDED);
    expect(await shop.call('checkout', { session })).toMatchObject({ status: 'success' });
    const before = await shop.call<Cart>('get_cart', { session: other });
    expect(await shop.call('checkout', { session: other })).toEqual(failed('COUPON_USED', code));
    expect(await shop.call('checkout', { session: other, dry_run: 1 })).toEqual(failed('COUPON_USED', code));
    expect([await goods.left(stocked), await shop.call('get_cart', { session: other })]).toEqual([5, before]);
    await shop.call('add_coupons', { session: other, coupons: [] });
    expect(await shop.call('checkout', { session: other })).toMatchObject({ status: 'success' });
  });

  test('a coupon that expired in the cart fails it, and never silently raises the price', async () => {
    const { shop, session, coupon, add } = await open();
    const code = await coupon({ attributes: { end_date: new Date(START_MS).toISOString().slice(0, 10) } });
    await add([code]);
    shop.nowMs = START_MS + 23 * 3_600_000;
    expect(await shop.call('checkout', { session })).toEqual(failed('COUPON_EXPIRED', code));
    expect(await shop.call('get_cart', { session })).toMatchObject({ total: 234.8 });
  });

  test('a dry run shows the coupons and redeems none', async () => {
    const { shop, session, coupon, add } = await open();
    const code = await coupon({});
    await add([code]);
    expect(await shop.call('checkout', { session, dry_run: 1 })).toMatchObject({
      status: 'success',
      cart: { total: 234.8, coupons: { sum: 5 } },
    });
    expect(await shop.call('add_coupons', { session: await shop.session(), coupons: [[code]] })).toEqual(ADDED);
  });

  test('cancelling frees the unique coupon, reopening redeems it again or fails with COUPON_USED', async () => {
    const { shop, session, coupon, add } = await open();
    const [code, multiple] = [await coupon({}), await coupon({ type: 'MULTIPLE_NOMINAL' })];
    await add([code], [multiple]);
    const { id_order } = await shop.call<Checkout>('checkout', { session });
    const set = (order_state: string) => shop.admin('update_order_details', { id_order, order_state });
    const done = { object: 'update_order_details', status: 'success' };
    expect(await set('CANCELED')).toEqual(done);
    expect(await set('OPEN')).toEqual(done);
    const other = await shop.session();
    await shop.refused('add_coupons', { session: other, coupons: [[code]] }, 'COUPON_USED', code);
    expect(await set('CANCELED')).toEqual(done);
    await shop.call('add_to_cart', freeLine(other, 9));
    await shop.call('add_coupons', { session: other, coupons: [[code]] });
    expect(await shop.call('checkout', { session: other })).toMatchObject({ status: 'success' });
    await shop.adminRefused('update_order_details', { id_order, order_state: 'OPEN' }, 'COUPON_USED', code);
    expect(await shop.call('get_order_by_id', { id_order })).toMatchObject({
      order_state: 'CANCELED',
      cart: { coupons: { sum: 10 } },
    });
  });

  test('CART_TOTAL_NEGATIVE counts what is left after coupons', async () => {
    const { shop, coupon } = await open();
    const session = await shop.session();
    await shop.call('add_to_cart', freeLine(session, 10));
    await shop.call('add_coupons', { session, coupons: [[await coupon({ amount: 100, type: 'UNIQUE_PERCENTAGE' })]] });
    await shop.admin('add_delivery_costs', { session, delivery_costs: [['credit', -0.01, 0]] });
    expect(await shop.call('checkout', { session })).toEqual(failed('CART_TOTAL_NEGATIVE', 'session'));
    await shop.admin('add_delivery_costs', { session, delivery_costs: [] });
    expect(await shop.call('checkout', { session })).toMatchObject({ status: 'success' });
  });
});

describe('get_cart with explain=1', () => {
  test('a sentence for every line, coupon, delivery position and the total, with the numbers', async () => {
    const { shop, session, coupon, add, get } = await open();
    await shop.call('add_to_cart', freeLine(session, '0.3333', { quantity: '1.5' }));
    await shop.admin('add_to_cart', freeLine(session, -1));
    const codes = [
      await coupon({ code: 'TENTH', amount: 10, type: 'UNIQUE_PERCENTAGE' }),
      await coupon({ code: 'FIVE' }),
      await coupon({ code: 'MUCH', amount: 1000 }),
      await coupon({ code: 'LATE' }),
    ];
    await add(...codes.map((code) => [code]));
    await shop.call('add_delivery_costs', { session, delivery_costs: [['Post', 4.9, 0.19]] });
    const { explain, ...cart } = await shop.call<Cart & { explain: unknown }>('get_cart', { session, explain: 1 });
    expect(cart).toEqual(await get());
    expect(explain).toEqual({
      lines: [
        'Line 1: 119.90 × 2 = 239.80, 19 % tax contained 38.29.',
        'Line 2: 0.3333 × 1.5 = 0.50 rounded half up, 19 % tax contained 0.08.',
        'Line 3: -1.00 × 1 = -1.00, 19 % tax contained -0.16.',
      ],
      coupons: [
        'Coupon TENTH: 10 % of 239.30 left = 23.93, line 1 bears 23.88, line 2 bears 0.05; tax contained 3.83.',
        'Coupon FIVE: 5.00 of 215.37 left = 5.00, line 1 bears 4.99, line 2 bears 0.01; tax contained 0.79.',
        'Coupon MUCH: 1000.00, capped by the 210.37 left = 210.37, line 1 bears 209.93, line 2 bears 0.44; tax contained 33.59.',
        'Coupon LATE: nothing is left of the goods, so it takes 0.',
      ],
      delivery_costs: ['Delivery Post: 4.90, 19 % tax contained 0.78.'],
      total: 'Total: goods 239.30 - coupons 239.30 + delivery 4.90 = 4.90, tax contained 0.78.',
    });
  });

  test('an empty cart has little to say', async () => {
    const shop = openShop();
    const { explain } = await shop.call('get_cart', { session: await shop.session(), explain: 'true' });
    expect(explain).toEqual({
      lines: [],
      coupons: [],
      delivery_costs: [],
      total: 'Total: goods 0.00 - coupons 0.00 + delivery 0.00 = 0.00, tax contained 0.00.',
    });
    await shop.refused(
      'get_cart',
      { session: await shop.session(), explain: 'perhaps' },
      'PARAMETER_INVALID',
      'explain',
    );
  });
});
