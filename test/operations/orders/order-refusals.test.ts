// Bad input to orders: a named refusal, and nothing has changed.
import { describe, expect, test } from 'vitest';
import { paymentServices } from './payment-services.ts';
import { loadConfig } from '../../../src/config/config.ts';
import type { Given, Reply, ShopOptions } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { Goods, line } from '../shop.ts';
import { failed } from './checkout-shop.ts';

const DAY_MS = 86_400_000;

/** A cart of two products, one of them plentiful, and what must still be so after a refusal. */
const filled = async (options: ShopOptions = {}) => {
  const goods = await Goods.open(options);
  const { shop } = goods;
  const [plenty, other] = [await goods.stocked(9), await goods.stocked(5)];
  const session = await shop.session();
  await shop.call('add_to_cart', line(session, plenty, { quantity: 3 }));
  await shop.call('add_to_cart', line(session, other));
  await shop.call('set_order_details', { session, delivery_city: 'Rom', id_payment_method: 2 });
  const checkout = (params: Given = {}): Promise<Reply> => shop.call('checkout', { session, ...params });
  /** Every form of the call fails so, and cart, draft, stock and the number of the next order stay. */
  const fails = async (message: string, param: string | number): Promise<void> => {
    const cart = await shop.text('get_cart', { session });
    const draft = await shop.text('get_order_details', { session });
    const { headSeq } = shop.engine;
    const { nextId } = shop.engine.tables.order;
    for (const params of [{}, { dry_run: 1 }, {}]) expect(await checkout(params)).toEqual(failed(message, param));
    expect(shop.engine.headSeq).toBe(headSeq);
    expect(await shop.text('get_cart', { session })).toBe(cart);
    expect(await shop.text('get_order_details', { session })).toBe(draft);
    expect(await goods.left(plenty)).toBe(9);
    expect(shop.engine.tables.order.nextId).toBe(nextId);
  };
  return { goods, shop, plenty, other, session, checkout, fails };
};

describe('checkout', () => {
  test('of a product that has vanished', async () => {
    const { shop, other, session, checkout, fails } = await filled();
    expect(await shop.admin('delete_product', { id_product: other })).toMatchObject({ status: 'success' });
    await fails('SHOPOBJECT_NOT_AVAILABLE', other);
    await shop.call('del_from_cart', { session, id_element: 2 });
    expect(await checkout()).toMatchObject({ status: 'success', id_order: 10_001 });
  });

  test('of a product that was deactivated; activated again it is sold', async () => {
    const { shop, other, checkout, fails } = await filled();
    expect(await shop.admin('update_product', { id_product: other, shop_active: 0 })).toMatchObject({
      status: 'success',
    });
    await fails('SHOPOBJECT_NOT_AVAILABLE', other);
    await shop.admin('update_product', { id_product: other, shop_active: 1 });
    expect(await checkout()).toMatchObject({ status: 'success' });
  });

  test('of a product without stock management that was deactivated or deleted', async () => {
    const goods = await Goods.open();
    for (const change of ['update_product', 'delete_product']) {
      const id = await goods.product();
      const session = await goods.shop.session();
      await goods.shop.call('add_to_cart', line(session, id));
      await goods.shop.admin(change, { id_product: id, shop_active: 0 });
      expect(await goods.shop.call('checkout', { session })).toEqual(failed('SHOPOBJECT_NOT_AVAILABLE', id));
    }
  });

  test('with a coupon whose day is over', async () => {
    const { shop, session, checkout, fails } = await filled();
    const coupon = {
      count: 1,
      name: 'today',
      amount: 5,
      type: 'UNIQUE_NOMINAL',
      code: 'TODAY',
      attributes: { start_date: '2026-01-02', end_date: '2026-01-02' },
    };
    expect(await shop.admin('create_coupons', coupon)).toMatchObject({ coupons: [{ code: 'TODAY' }] });
    await shop.call('add_coupons', { session, coupons: [['TODAY']] });
    shop.nowMs += DAY_MS - 4 * 3_600_000;
    expect(await checkout({ dry_run: 1 }), 'still its day').toMatchObject({ status: 'success' });
    shop.nowMs += 3_600_000;
    await fails('COUPON_EXPIRED', 'TODAY');
    await shop.call('add_coupons', { session, coupons: [] });
    expect(await checkout()).toMatchObject({ status: 'success' });
  });

  test('with a coupon that somebody else redeemed meanwhile', async () => {
    const { goods, shop, plenty, session } = await filled();
    await shop.admin('create_coupons', { count: 1, name: 'once', amount: 1, type: 'UNIQUE_NOMINAL', code: 'ONCE' });
    const faster = await shop.session();
    for (const one of [session, faster]) await shop.call('add_coupons', { session: one, coupons: [['ONCE']] });
    await shop.call('add_to_cart', line(faster, await goods.product()));
    const { id_order } = await shop.call<Checkout>('checkout', { session: faster });
    expect(id_order).toBe(10_002);
    expect(await shop.call('checkout', { session })).toEqual(failed('COUPON_USED', 'ONCE'));
    await shop.admin('update_order_details', { id_order, order_state: 'CANCELED' });
    expect(await shop.call('checkout', { session })).toMatchObject({ status: 'success', id_order: 10_001 });
    await shop.adminRefused(
      'update_order_details',
      { id_order, order_state: 'OPEN', delivery_city: 'x' },
      'COUPON_USED',
      'ONCE',
    );
    expect(await goods.left(plenty)).toBe(6);
  });

  test('with dry_run or a session that is none of the shop’s', async () => {
    const { shop, session } = await filled();
    expect(await shop.call('checkout', { session, dry_run: 'maybe' })).toEqual(failed('PARAMETER_INVALID', 'dry_run'));
    for (const given of [
      'x',
      '0'.repeat(42),
      session.slice(0, -1),
      `${session}0`,
      `${session.slice(0, -1)}${session.endsWith('a') ? 'b' : 'a'}`,
    ]) {
      expect(await shop.call('checkout', { session: given }), given).toEqual(failed('SESSION_INVALID', 'session'));
    }
  });
});

describe('a repeat is named by what it is for', () => {
  test('under a key, a checkout in another session is another call', async () => {
    const { goods, shop, session } = await filled();
    const other = await shop.session();
    await shop.call('add_to_cart', line(other, await goods.product()));
    expect(await shop.call('checkout', { session }, { key: 'k' })).toMatchObject({ id_order: 10_001 });
    expect(await shop.call('checkout', { session: other }, { key: 'k' })).toEqual(
      failed('IDEMPOTENCY_KEY_REUSED', 'idempotency_key'),
    );
    expect(await shop.call('checkout', { session: other })).toMatchObject({ id_order: 10_002 });
  });

  test('a dry run under a key leaves the key free', async () => {
    const { shop, session } = await filled();
    expect(await shop.call('checkout', { session, dry_run: 1 }, { key: 'k' })).toMatchObject({ id_order: 0 });
    expect(await shop.call('checkout', { session }, { key: 'k' })).toMatchObject({ id_order: 10_001 });
  });
});

const READS = ['get_order_by_id', 'get_invoice', 'get_order_confirmation', 'do_payment'] as const;

describe('order ids of strangers', () => {
  const shopOf = async (ownership: 'open' | 'strict') => {
    const { goods, shop, session, checkout } = await filled({ config: { ownership } });
    const { id_order, session: next } = await checkout();
    return { goods, shop, session, id_order: Number(id_order), next: String(next), stranger: await shop.session() };
  };

  test('open: every caller with the shop’s credentials; what there is not is ORDER_NOT_FOUND', async () => {
    const { shop, stranger, id_order } = await shopOf('open');
    for (const request of READS) {
      for (const session of [undefined, stranger])
        expect(await shop.call(request, { id_order, session }), request).not.toMatchObject({ object: 'error' });
      for (const id of [1, 10_000, 10_002, Number.MAX_SAFE_INTEGER])
        await shop.refused(request, { id_order: id, session: stranger }, 'ORDER_NOT_FOUND', id);
    }
  });

  test('strict: the back office and the sessions of that purchase; strangers learn not even what there is', async () => {
    const { shop, session, next, stranger, id_order } = await shopOf('strict');
    for (const request of READS) {
      for (const given of [{}, { session: stranger }, { session: 'undefined' }]) {
        await shop.refused(request, { id_order, ...given }, 'PERMISSION_DENIED', id_order);
        await shop.refused(request, { id_order: 10_002, ...given }, 'PERMISSION_DENIED', 10_002);
      }
      await shop.refused(request, { id_order, session: 'x' }, 'SESSION_INVALID', 'session');
      for (const mine of [session, next])
        expect(await shop.call(request, { id_order, session: mine }), request).not.toMatchObject({ object: 'error' });
      expect(await shop.admin(request, { id_order }), request).not.toMatchObject({ object: 'error' });
      await shop.adminRefused(request, { id_order: 10_002 }, 'ORDER_NOT_FOUND', 10_002);
    }
  });

  test('strict: a shopper who goes on keeps the earlier order, in both sessions, until the next one', async () => {
    const { goods, shop, session, next, id_order } = await shopOf('strict');
    for (const mine of [session, next]) await shop.call('add_to_cart', line(mine, await goods.product()));
    for (const mine of [session, next])
      expect(await shop.call('get_order_by_id', { id_order, session: mine })).toMatchObject({ id: id_order });
    await shop.restart();
    for (const mine of [session, next])
      expect(await shop.call('get_invoice', { id_order, session: mine })).toMatchObject({ object: 'invoice' });
  });
});

describe('whose order it is', () => {
  test('order_details names the order’s user, whoever uses the session by now', async () => {
    const { shop, session, checkout } = await filled();
    await checkout();
    const args = { username: 'ada_1', passwd1: 'secret1', passwd2: 'secret1', email: 'ada@example.org' };
    const { id_user, session_id } = await shop.call('register_user', { language: 'de_DE', args });
    await shop.call('verify_user', { id_user, session_id });
    await shop.call('login_user', { session, username: 'ada_1', password: 'secret1' });
    expect(await shop.call('get_order_details', { session })).toMatchObject({
      order_type: { id: 1, name: 'GUEST_ORDER' },
      user: { id_user: 0, username: '' },
      username_creator: '',
    });
    await shop.call('add_to_cart', line(session, 1));
    await checkout();
    expect(await shop.call('get_order_details', { session })).toMatchObject({
      order_type: { id: 2, name: 'MEMBER_ORDER' },
      user: { id_user, username: 'ada_1' },
      username_creator: 'ada_1',
    });
  });
});

describe('do_payment', () => {
  const METHODS = [
    { id: 2, name: 'PrePayment' },
    { id: 8, name: 'Card', provider: 'hosted-page', url: 'https://pay.example.org/' },
  ] as const;
  const pay = async (attributes: object, args: object) => {
    const config = {
      paymentMethods: METHODS,
      paymentSuccessUrl: 'https://shop.example.org/default',
      paymentCancelUrl: 'https://shop.example.org/default/no',
    };
    const payments = paymentServices(
      { ...loadConfig({}, {}, '/nonexistent'), ...config, paymentReturnHosts: ['shop.example.org'] },
      { KONTOR_PAYMENT_8_SECRET: 's' },
    );
    const { shop, session, checkout } = await filled({ config, payments });
    await shop.call('set_order_details', { session, id_payment_method: 8, attributes });
    const { id_order } = await checkout();
    return { shop, session, reply: await shop.call('do_payment', { id_order, args }), order: id_order };
  };
  const backOf = ({ redirect }: Reply): unknown =>
    JSON.parse(
      Buffer.from(new URL(String(redirect)).searchParams.get('token')!.split('.')[0]!, 'base64url').toString(),
    );

  test('where the shopper comes back to: the call’s, else the order’s own, else the shop’s', async () => {
    const at = (place: string) => ({
      success_url: `https://shop.example.org/${place}`,
      cancel_url: `https://shop.example.org/${place}/no`,
    });
    const mine = { sys_success_url: at('mine').success_url, sys_cancel_url: at('mine').cancel_url };
    expect(backOf((await pay(mine, at('call'))).reply)).toMatchObject(at('call'));
    expect(backOf((await pay(mine, {})).reply)).toMatchObject(at('mine'));
    expect(backOf((await pay({}, {})).reply)).toMatchObject(at('default'));
    // What does not count any more, after a change of the settings say, stands in no call's way.
    const old = { sys_success_url: 'https://old.example.org/', sys_cancel_url: '/cart' };
    expect(backOf((await pay(old, at('call'))).reply)).toMatchObject(at('call'));
    expect(
      backOf((await pay({}, { success_url: 'https:///Shop.example.org/a b'.replace(' ', '%20') })).reply),
    ).toMatchObject({ success_url: 'https://shop.example.org/a%20b' });
  });

  test.each([
    'javascript:alert(1)',
    '//shop.example.org/',
    'ftp://shop.example.org/',
    'https://shop.example.org\\\\evil.example.org/',
    'https://shop.example.org@evil.example.org/',
  ])('hostile %s: refused from the call and from the order, nothing begun', async (url) => {
    for (const name of ['success_url', 'cancel_url']) {
      const called = await pay({}, { [name]: url });
      expect(called.reply).toMatchObject({ object: 'error', message: 'PARAMETER_INVALID', param: name });
      const kept = await pay({ [`sys_${name}`]: url }, {});
      expect(kept.reply).toMatchObject({ object: 'error', message: 'PARAMETER_INVALID', param: `sys_${name}` });
      for (const { shop } of [called, kept]) expect(shop.engine.tables.payment.nextId).toBe(1);
    }
  });

  test.each(['https://evil.example.org/', 'https://shop.example.org.evil.example.org/'])(
    '%s is on a host that is not listed: the next address is used, and the reply says so',
    async (url) => {
      const base = 'https://shop.example.org/';
      const unused = (params: string) => ({ status: 'Success', detail: expect.stringContaining(`${params} not used`) });
      const called = await pay({ sys_cancel_url: `${base}mine` }, { success_url: url, cancel_url: url });
      expect(called.reply).toMatchObject(unused('success_url and cancel_url'));
      expect(backOf(called.reply)).toMatchObject({ success_url: `${base}default`, cancel_url: `${base}mine` });
      const kept = await pay({ sys_success_url: url }, {});
      expect(kept.reply).toMatchObject(unused('sys_success_url'));
      expect(backOf(kept.reply)).toMatchObject({ success_url: `${base}default`, cancel_url: `${base}default/no` });
      expect(Object.keys((await pay({}, {})).reply)).not.toContain('detail');
    },
  );

  test('without an order it names the draft’s method and does nothing', async () => {
    const { shop, session } = await filled();
    const { headSeq } = shop.engine;
    const nothing = { object: 'do_payment', status: 'Success', redirect: '', token: '' };
    expect(await shop.call('do_payment', { session, id_order: '' })).toEqual({ ...nothing, method: 'PrePayment' });
    expect(await shop.call('do_payment', { session: await shop.session(), id_order: '' })).toEqual({
      ...nothing,
      method: '',
    });
    expect(shop.engine.headSeq).toBe(headSeq + 1);
    for (const id_order of ['', 'null', undefined])
      expect(await shop.call('do_payment', { id_order })).toEqual({ ...nothing, method: '' });
    await shop.refused('do_payment', { id_order: '', session: 'x' }, 'SESSION_INVALID', 'session');
  });
});
