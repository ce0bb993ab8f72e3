// Coupons from their making to the orders that hold them.
import { describe, expect, test } from 'vitest';
import type { Cart, Checkout, Given, Reply } from '../shop.ts';
import { Goods, START_MS, freeLine, line, openShop } from '../shop.ts';

const DAY_MS = 86_400_000;
const ADDED = { object: 'add_coupons', status: 'SUCCESS' };

interface Position {
  readonly name: string;
  readonly code: string;
  readonly amount: number;
  readonly used_amount: number;
  readonly tax: number;
}

/** A shop with a cart of one line: 119.90 × 2 at 19 %. */
const open = async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  const session = await shop.session();
  const product = await goods.stocked(20, {});
  await shop.call('add_to_cart', freeLine(session, '119.9', { quantity: 2 }));
  const coupon = async (given: Given): Promise<string> => {
    const made = await shop.admin<{ coupons: { code: string }[] }>('create_coupons', {
      count: 1,
      name: 'Gutschein',
      amount: 5,
      attributes: { combineable: 1 },
      ...given,
    });
    return made.coupons[0]!.code;
  };
  const add = (...coupons: unknown[]) => shop.call('add_coupons', { session, coupons });
  const get = () => shop.call<Cart>('get_cart', { session });
  const refused = (coupons: unknown, code: string, param: string) =>
    shop.refused('add_coupons', { session, coupons }, code, param);
  const positions = async () => (await get()).coupons.positions as unknown as Position[];
  return { goods, shop, session, product, coupon, add, get, refused, positions };
};

describe('create_coupons', () => {
  test('a code of its own is taken as it is, once', async () => {
    const { shop, coupon, add } = await open();
    expect(await coupon({ code: ' Sommer 24 ' })).toBe('Sommer 24');
    await shop.adminRefused(
      'create_coupons',
      { count: 1, name: 'n', amount: 5, code: 'Sommer 24' },
      'COUPON_CODE_ALREADY_IN_USE',
      'Sommer 24',
    );
    expect(await add([' Sommer 24 '])).toEqual(ADDED);
  });

  test('without a type it is UNIQUE_NOMINAL, not combineable and without dates', async () => {
    const { shop, add, refused, positions } = await open();
    const made = await shop.admin<{ coupons: { code: string }[] }>('create_coupons', {
      count: 2,
      name: 'n',
      amount: 5,
    });
    const [one, two] = made.coupons.map(({ code }) => code);
    shop.nowMs += DAY_MS / 2;
    expect(await add([one])).toEqual(ADDED);
    await refused([[two]], 'COUPON_NOT_COMBINEABLE', two!);
    expect(await positions()).toMatchObject([{ amount: 5, used_amount: 5 }]);
  });
});

describe('add_coupons', () => {
  test('5.00 off 239.80: payable 234.80, and every number of the position', async () => {
    const { coupon, add, get } = await open();
    const code = await coupon({});
    expect(await add([code, 'Danke'])).toEqual(ADDED);
    const cart = await get();
    expect(cart.coupons).toEqual({ sum: 5, positions: [{ name: 'Danke', code, amount: 5, used_amount: 5, tax: 0.8 }] });
    // 234.80 × 0.19 / 1.19 = 37.489…, so of the 38.29 the coupon takes 0.80.
    expect(cart).toMatchObject({
      sum: 239.8,
      total: 234.8,
      sum_tax: 37.49,
      tax_positions: [{ rate: 0.19, net: 197.31, tax: 37.49, gross: 234.8 }],
    });
  });

  test('the name is the coupon’s own where none is sent', async () => {
    const { shop, session, coupon, positions } = await open();
    for (const form of [
      (code: string) => [[code]],
      (code: string) => [[code, null]],
      (code: string) => [[code, '']],
      (code: string) => [code],
    ]) {
      const code = await coupon({ name: 'Geschenk „50%“ 🎁' });
      expect(await shop.call('add_coupons', { session, coupons: form(code) })).toEqual(ADDED);
      expect((await positions()).at(-1)).toMatchObject({ code, name: 'Geschenk „50%“ 🎁' });
    }
  });

  test('a flat pair is one coupon, three flat texts are none', async () => {
    const { shop, session, coupon, positions, refused } = await open();
    const code = await coupon({});
    expect(await shop.call('add_coupons', { session, coupons: [code, 'name1'] })).toEqual(ADDED);
    expect(await positions()).toMatchObject([{ code, name: 'name1' }]);
    await refused(['a', 'b', 'c'], 'PARAMETER_INVALID', 'coupons');
  });

  test('adds to those that are there; an empty list removes all', async () => {
    const { shop, session, coupon, add, get } = await open();
    const codes = [await coupon({}), await coupon({ amount: 10, type: 'UNIQUE_PERCENTAGE' })];
    for (const code of codes) expect(await add([code])).toEqual(ADDED);
    // 239.80 − 5.00 = 234.80, a tenth of which is 23.48.
    expect((await get()).coupons).toMatchObject({
      sum: 28.48,
      positions: [{ used_amount: 5 }, { amount: 10, used_amount: 23.48 }],
    });
    expect(await shop.call('add_coupons', { session, coupons: [] })).toEqual(ADDED);
    expect(await get()).toMatchObject({ coupons: { sum: 0, positions: [] }, total: 239.8, sum_tax: 38.29 });
  });

  test('percentage then money is not money then percentage', async () => {
    const { coupon, add, get } = await open();
    const [tenth, five] = [await coupon({ amount: 10, type: 'UNIQUE_PERCENTAGE' }), await coupon({})];
    await add([tenth], [five]);
    expect((await get()).coupons).toMatchObject({
      sum: 28.98,
      positions: [{ used_amount: 23.98 }, { used_amount: 5 }],
    });
  });

  test('a coupon takes no more than there is, and the next one nothing', async () => {
    const { coupon, add, get } = await open();
    await add([await coupon({ amount: 1000 })], [await coupon({ amount: 50, type: 'MULTIPLE_PERCENTAGE' })]);
    expect(await get()).toMatchObject({
      sum: 239.8,
      total: 0,
      sum_tax: 0,
      tax_positions: [{ net: 0, tax: 0, gross: 0 }],
      coupons: {
        sum: 239.8,
        positions: [
          { amount: 1000, used_amount: 239.8, tax: 38.29 },
          { amount: 50, used_amount: 0, tax: 0 },
        ],
      },
    });
  });

  test('delivery costs are no goods: a coupon leaves them alone', async () => {
    const { shop, session, coupon, add, get } = await open();
    await add([await coupon({ amount: 100, type: 'UNIQUE_PERCENTAGE' })]);
    await shop.call('add_delivery_costs', { session, delivery_costs: [['D', 4.9, 0.19]] });
    expect(await get()).toMatchObject({ total: 4.9, sum_tax: 0.78, coupons: { sum: 239.8 } });
  });

  test('may come before the goods, and follows every change of the cart', async () => {
    const { shop, coupon } = await open();
    const session = await shop.session();
    await shop.call('add_coupons', { session, coupons: [[await coupon({ amount: 10, type: 'UNIQUE_PERCENTAGE' })]] });
    const first = await shop.call<Cart>('add_to_cart', freeLine(session, 1, { quantity: 3 }));
    expect(first).toMatchObject({ coupons: { sum: 0.3 }, total: 2.7 });
    expect(await shop.call('sub_from_cart', { session, id_element: 1 })).toMatchObject({
      coupons: { sum: 0.2 },
      total: 1.8,
    });
    expect(await shop.call('clear_cart', { session })).toMatchObject({ coupons: { sum: 0, positions: [] }, total: 0 });
  });

  test('three lines of 0.10 share a coupon of 0.10: 0.04, 0.03 and 0.03', async () => {
    const { shop, coupon } = await open();
    const session = await shop.session();
    for (const name of ['a', 'b', 'c']) await shop.call('add_to_cart', freeLine(session, 0.1, { name_field: name }));
    await shop.call('add_coupons', { session, coupons: [[await coupon({ amount: 0.1, code: 'dime' })]] });
    const { explain, total } = await shop.call<{ total: number; explain: { coupons: string[] } }>('get_cart', {
      session,
      explain: 1,
    });
    expect(total).toBe(0.2);
    expect(explain.coupons).toEqual([
      'Coupon dime: 0.10 of 0.30 left = 0.10, line 1 bears 0.04, line 2 bears 0.03, line 3 bears 0.03; tax contained 0.03.',
    ]);
  });

  test('COUPON_NOT_VALID: nobody made it', async () => {
    const { refused } = await open();
    await refused([['nobody']], 'COUPON_NOT_VALID', 'nobody');
    await refused([['']], 'COUPON_NOT_VALID', '');
    await refused([['constructor']], 'COUPON_NOT_VALID', 'constructor');
  });

  test('COUPON_NOT_YET_VALID and COUPON_EXPIRED: from the start of its first day to the end of its last', async () => {
    const { shop, coupon, refused } = await open();
    const code = await coupon({ attributes: { start_date: '2026-01-03', end_date: '2026-01-04' } });
    await refused([[code]], 'COUPON_NOT_YET_VALID', code);
    shop.nowMs = Date.UTC(2026, 0, 3) - 1;
    const late = { session: await shop.session(), coupons: [[code]] };
    await shop.refused('add_coupons', late, 'COUPON_NOT_YET_VALID', code);
    shop.nowMs = Date.UTC(2026, 0, 3);
    expect(await shop.call('add_coupons', late)).toEqual(ADDED);
    shop.nowMs = Date.UTC(2026, 0, 5) - 1;
    const last = await shop.session();
    expect(await shop.call('add_coupons', { session: last, coupons: [[code]] })).toEqual(ADDED);
    shop.nowMs = Date.UTC(2026, 0, 5);
    await shop.refused('add_coupons', { session: await shop.session(), coupons: [[code]] }, 'COUPON_EXPIRED', code);
  });

  // The day that summer time takes an hour from and the one that it gives it back to.
  test.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
  ])('the days are those of the shop’s time zone: in %s %s, from %s to %s', async (timeZone, day, from, to) => {
    const shop = openShop({ config: { timeZone } });
    const code = 'daylight';
    await shop.admin('create_coupons', {
      count: 1,
      name: 'n',
      amount: 1,
      code,
      attributes: { start_date: day, end_date: day },
    });
    const at = async (ms: number) => {
      shop.nowMs = ms;
      const session = await shop.session();
      const given = { session, coupons: [[code]] };
      return {
        session,
        given,
        reply: async () => await shop.call<{ message?: string; status: string }>('add_coupons', given),
      };
    };
    const early = await at(Date.parse(from) - 1);
    await shop.refused('add_coupons', early.given, 'COUPON_NOT_YET_VALID', code);
    expect(await (await at(Date.parse(from))).reply()).toEqual(ADDED);
    const last = await at(Date.parse(to) - 1);
    expect(await last.reply()).toEqual(ADDED);
    await shop.call('add_to_cart', freeLine(last.session, 5));
    shop.nowMs = Date.parse(to);
    await shop.refused('add_coupons', { session: await shop.session(), coupons: [[code]] }, 'COUPON_EXPIRED', code);
    expect(await shop.call('checkout', { session: last.session })).toMatchObject({
      status: 'error',
      message: 'COUPON_EXPIRED',
      param: code,
    });
  });

  test('COUPON_ALREADY_ADDED: before, or twice in one call', async () => {
    const { coupon, add, refused } = await open();
    const [one, two] = [await coupon({}), await coupon({})];
    await add([one]);
    await refused([[one]], 'COUPON_ALREADY_ADDED', one);
    await refused([[two], [two, 'again']], 'COUPON_ALREADY_ADDED', two);
  });

  test('COUPON_NOT_COMBINEABLE: in either order, and the cart keeps what it had', async () => {
    const { coupon, add, refused, positions, shop, session } = await open();
    const [friend, alone] = [await coupon({}), await coupon({ attributes: {} })];
    await refused([[friend], [alone]], 'COUPON_NOT_COMBINEABLE', alone);
    await refused([[alone], [friend]], 'COUPON_NOT_COMBINEABLE', friend);
    await add([friend]);
    await refused([[alone]], 'COUPON_NOT_COMBINEABLE', alone);
    expect(await positions()).toMatchObject([{ code: friend }]);
    await shop.call('add_coupons', { session, coupons: [] });
    expect(await add([alone])).toEqual(ADDED);
    await refused([[friend]], 'COUPON_NOT_COMBINEABLE', friend);
  });

  test.each([[true], ['true'], ['1'], [1]])('combineable %j', async (combineable) => {
    const { coupon, add } = await open();
    expect(await add([await coupon({ attributes: { combineable } })], [await coupon({})])).toEqual(ADDED);
  });

  test.each([[false], ['false'], ['0'], [0], [undefined]])('not combineable %j', async (combineable) => {
    const { coupon, add, refused } = await open();
    const alone = await coupon({ attributes: { combineable } });
    expect(await add([await coupon({})])).toEqual(ADDED);
    await refused([[alone]], 'COUPON_NOT_COMBINEABLE', alone);
  });

  // As clients send "no date".
  test.each([
    ['[]'],
    ['{}'],
    [''],
    [undefined],
    [{ start_date: '', end_date: '' }],
    [{ start_date: ' 2026-01-01 ', end_date: '2026-12-31' }],
  ])('attributes %j let it be used today', async (attributes) => {
    const { coupon, add } = await open();
    expect(await add([await coupon({ attributes })])).toEqual(ADDED);
  });

  test('COUPON_LIMIT_REACHED: the 21st', async () => {
    const { shop, add, refused, positions } = await open();
    const many = { count: 21, name: 'n', amount: 1, attributes: { combineable: true } };
    const { coupons } = await shop.admin<{ coupons: { code: string }[] }>('create_coupons', many);
    const codes = coupons.map(({ code }) => code);
    await add(...codes.slice(0, 20).map((code) => [code]));
    await refused([[codes[20]]], 'COUPON_LIMIT_REACHED', codes[20]!);
    expect(await positions()).toHaveLength(20);
    await refused(
      codes.map((code) => [code]),
      'PARAMETER_INVALID',
      'coupons',
    );
  });

  test('all or nothing: one bad code, and none is attached', async () => {
    const { coupon, refused, positions } = await open();
    await refused([[await coupon({})], ['nobody']], 'COUPON_NOT_VALID', 'nobody');
    expect(await positions()).toEqual([]);
  });
});

describe('checkout', () => {
  const failed = (message: string, param: string) => ({
    object: 'error',
    status: 'error',
    id_order: 0,
    session: '',
    message,
    param,
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
