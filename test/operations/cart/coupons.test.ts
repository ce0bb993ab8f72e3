// Coupons from their making to the orders that hold them.
import { describe, expect, test } from 'vitest';
import type { Cart } from '../cart-reply.ts';
import { freeLine, openShop } from '../shop.ts';
import { ADDED, open } from './coupon-shop.ts';

const DAY_MS = 86_400_000;

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
