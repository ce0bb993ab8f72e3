// Making as many coupons as one call may. Catches one that is a record of its own, and a repeat that makes others.
import { expect, test } from 'vitest';
import { openShop } from '../shop.ts';

test('10,000 are one record, and a repeat under the same key gives the same codes', async () => {
  const shop = openShop();
  const before = shop.engine.headSeq;
  const many = { count: 10_000, name: 'n', amount: 5 };
  const first = await shop.text('create_coupons', many, { secret: true, key: 'k' });
  expect(shop.engine.headSeq).toBe(before + 1);
  expect(await shop.text('create_coupons', many, { secret: true, key: 'k' })).toBe(first);
  await shop.restart();
  expect(await shop.text('create_coupons', many, { secret: true, key: 'k' })).toBe(first);
  expect(shop.engine.tables.coupon.nextId).toBe(10_001);
});
