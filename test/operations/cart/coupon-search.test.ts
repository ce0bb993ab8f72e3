// Finding coupons: catches a batch that no page shows or two pages show, and a code that is found in one case only.
import { describe, expect, test } from 'vitest';
import { openShop } from '../shop.ts';
import { open } from './coupon-shop.ts';

interface Batches {
  readonly next: number;
  readonly batches: readonly { readonly id: number; readonly name: string }[];
}

interface Coupons {
  readonly next: number;
  readonly coupons: readonly { readonly code: string; readonly state: string; readonly uses: number }[];
}

describe('search_coupons', () => {
  test('pages from the newest on, by a part of the name and by a code in any case', async () => {
    const shop = openShop();
    for (let index = 1; index <= 5; index += 1)
      await shop.admin('create_coupons', { count: 1, name: `Sommer ${index}`, amount: index, code: `Code${index}` });
    await shop.admin('create_coupons', { count: 3, name: 'Winter', amount: 5, type: 'UNIQUE_PERCENTAGE' });
    const ids: number[] = [];
    for (let before = 0; ;) {
      const { batches, next } = await shop.admin<Batches>('search_coupons', { name: 'SOMMER', before, limit: 2 });
      ids.push(...batches.map(({ id }) => id));
      if (next === 0) break;
      before = next;
    }
    expect(ids).toEqual([5, 4, 3, 2, 1]);
    expect((await shop.admin<Batches>('search_coupons', { code: 'cODE3' })).batches).toMatchObject([
      { id: 3, name: 'Sommer 3', type: 'UNIQUE_NOMINAL', amount: 3, count: 1, start_date: null, end_date: null },
    ]);
    expect((await shop.admin<Batches>('search_coupons', { code: ' Code3\t' })).batches).toMatchObject([{ id: 3 }]);
    expect((await shop.admin<Batches>('search_coupons', { name: 'winter' })).batches).toMatchObject([
      { type: 'UNIQUE_PERCENTAGE', amount: 5, count: 3, first_code: expect.any(String) },
    ]);
    expect(await shop.admin('search_coupons', { code: 'none' })).toMatchObject({ next: 0, batches: [] });
    await shop.adminRefused('search_coupons', { limit: 1001 }, 'PARAMETER_INVALID', 'limit');
    await shop.refused('search_coupons', {}, 'PERMISSION_DENIED', 'licence_secret_key');
  });
});

describe('get_coupons', () => {
  test('every code of the batch once, and what became of it', async () => {
    const { shop, session } = await open();
    const { coupons: made } = await shop.admin<Coupons>('create_coupons', { count: 7, name: 'x', amount: 1 });
    await shop.call('add_coupons', { session, coupons: [[made[2]!.code]] });
    await shop.call('checkout', { session });
    const found: Coupons['coupons'][number][] = [];
    for (let after = 0; ;) {
      const { coupons, next } = await shop.admin<Coupons>('get_coupons', { id_batch: 1, after, limit: 3 });
      found.push(...coupons);
      if (next === 0) break;
      after = next;
    }
    expect(found.map(({ code }) => code)).toEqual(made.map(({ code }) => code));
    expect(found.map(({ state, uses }) => `${state} ${uses}`)).toEqual(
      made.map((_, index) => (index === 2 ? 'REDEEMED 1' : 'OPEN 0')),
    );
    await shop.adminRefused('get_coupons', { id_batch: 99 }, 'COUPON_NOT_VALID', 99);
  });
});
