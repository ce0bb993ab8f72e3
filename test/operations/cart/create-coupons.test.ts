// Making coupons.
import { describe, expect, test } from 'vitest';
import type { Given } from '../shop.ts';
import { openShop } from '../shop.ts';

const CODE = /^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/;

describe('create_coupons', () => {
  test('gives as many different codes as asked for, of four groups of four', async () => {
    const shop = openShop();
    const made = await shop.admin<{ coupons: { code: string }[] }>('create_coupons', {
      count: 300,
      name: 'n',
      amount: '5',
      type: 'MULTIPLE_NOMINAL',
    });
    expect(made).toEqual({ object: 'create_coupons', status: 'success', coupons: expect.any(Array) });
    expect(made.coupons.every((one) => Object.keys(one).join() === 'code' && CODE.test(one.code))).toBe(true);
    expect(new Set(made.coupons.map(({ code }) => code)).size).toBe(300);
    const { coupons } = await shop.admin<{ coupons: { code: string }[] }>('create_coupons', {
      count: 1,
      name: 'n',
      amount: 5,
    });
    expect(made.coupons).not.toContainEqual(coupons[0]);
  });

  test('many are one record, and a repeat under the same key gives the same codes', async () => {
    const shop = openShop();
    const before = shop.engine.headSeq;
    const many = { count: 1000, name: 'n', amount: 5 };
    const first = await shop.text('create_coupons', many, { secret: true, key: 'k' });
    expect(shop.engine.headSeq).toBe(before + 1);
    expect(await shop.text('create_coupons', many, { secret: true, key: 'k' })).toBe(first);
    await shop.restart();
    expect(await shop.text('create_coupons', many, { secret: true, key: 'k' })).toBe(first);
    expect(shop.engine.tables.coupon.nextId).toBe(1001);
  });

  test.each<[string, Given, string, string]>([
    ['none', { count: 0 }, 'PARAMETER_INVALID', 'count'],
    ['too many', { count: 10_001 }, 'PARAMETER_INVALID', 'count'],
    ['no count', { count: undefined }, 'PARAMETER_MISSING', 'count'],
    ['no name', { name: undefined }, 'PARAMETER_MISSING', 'name'],
    ['no amount', { amount: undefined }, 'PARAMETER_MISSING', 'amount'],
    ['an amount in words', { amount: 'five' }, 'PARAMETER_INVALID', 'amount'],
    ['a share in words', { amount: 'five', type: 'UNIQUE_PERCENTAGE' }, 'PARAMETER_INVALID', 'amount'],
    ['nothing off', { amount: 0 }, 'PARAMETER_INVALID', 'amount'],
    ['less than a cent', { amount: 0.004 }, 'PARAMETER_INVALID', 'amount'],
    ['less than nothing', { amount: -5 }, 'PARAMETER_INVALID', 'amount'],
    ['no share', { amount: 0, type: 'MULTIPLE_PERCENTAGE' }, 'PARAMETER_INVALID', 'amount'],
    ['more than all', { amount: 100.0001, type: 'MULTIPLE_PERCENTAGE' }, 'AMOUNT_OUT_OF_RANGE', 'amount'],
    ['too much', { amount: '1e30' }, 'AMOUNT_OUT_OF_RANGE', 'amount'],
    ['more than a price', { amount: 100_000_000_000 }, 'AMOUNT_OUT_OF_RANGE', 'amount'],
    ['another type', { type: 'NOMINAL' }, 'PARAMETER_INVALID', 'type'],
    ['two of one code', { count: 2, code: 'x' }, 'PARAMETER_INVALID', 'count'],
    ['a blank code', { code: '  ' }, 'PARAMETER_INVALID', 'code'],
    ['a long code', { code: 'x'.repeat(65) }, 'PARAMETER_INVALID', 'code'],
    ['a day that is none', { attributes: { start_date: '2026-02-29' } }, 'PARAMETER_INVALID', 'attributes'],
    ['a day in another form', { attributes: { end_date: '31.12.2026' } }, 'PARAMETER_INVALID', 'attributes'],
    [
      'an end before its start',
      { attributes: { start_date: '2026-02-02', end_date: '2026-02-01' } },
      'PARAMETER_INVALID',
      'attributes',
    ],
    ['attributes that are none', { attributes: 'x' }, 'PARAMETER_INVALID', 'attributes'],
    ['a date that is a number', { attributes: { end_date: 20261231 } }, 'PARAMETER_INVALID', 'attributes'],
  ])('refuses %s', async (_what, given, code, param) => {
    const shop = openShop();
    await shop.adminRefused('create_coupons', { count: 1, name: 'n', amount: 5, ...given }, code, param);
    expect(shop.engine.tables.coupon.nextId).toBe(1);
  });

  test('needs the secret key', async () => {
    await openShop().refused(
      'create_coupons',
      { count: 1, name: 'n', amount: 5 },
      'PERMISSION_DENIED',
      'licence_secret_key',
    );
  });
});
