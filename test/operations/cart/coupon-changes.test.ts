// Changing and ending coupons by calls: catches a change that nobody is named for, one that is shown elsewhere only
// after a restart, and a whole batch that is spoiled by a call that was refused.
import { describe, expect, test } from 'vitest';
import { START_MS } from '../shop.ts';
import { ADDED, open } from './coupon-shop.ts';

const DAY = new Date(START_MS).toISOString().slice(0, 10);
const dayAfter = (days: number): string => new Date(START_MS + days * 86_400_000).toISOString().slice(0, 10);

const opened = async () => {
  const given = await open();
  const { shop } = given;
  const batch = async (id: number) => {
    const { batches } = await shop.admin<{ batches: { id: number }[] }>('search_coupons');
    return batches.find((one) => one.id === id);
  };
  const states = async (id: number) => {
    const { coupons } = await shop.admin<{ coupons: { state: string }[] }>('get_coupons', { id_batch: id });
    return coupons.map(({ state }) => state);
  };
  return { ...given, batch, states };
};

describe('update_coupons', () => {
  test('changes what is sent, shows it, and says who did it', async () => {
    const { shop, coupon, batch } = await opened();
    await coupon({ attributes: { start_date: DAY, end_date: dayAfter(3) } });
    const done = { object: 'update_coupons', status: 'success' };
    expect(await shop.admin('update_coupons', { id_batch: 1, name: 'Neu', combineable: 'yes' })).toEqual(done);
    expect(await batch(1)).toMatchObject({ name: 'Neu', start_date: DAY, end_date: dayAfter(3), combineable: 1 });
    expect(await shop.admin('update_coupons', { id_batch: 1, end_date: 'none' })).toEqual(done);
    expect(await batch(1)).toMatchObject({ name: 'Neu', start_date: DAY, end_date: null, ended: null });
    expect(await shop.admin('search_coupons', { name: 'neu' })).toMatchObject({ batches: [{ id: 1 }] });
    expect(await shop.admin('search_coupons', { name: 'gutschein' })).toMatchObject({ batches: [] });
    const { records } = await shop.admin<{ records: unknown[] }>('get_changelog', { object: 'coupon_batch/1' });
    const by = { operation: 'update_coupons', channel: 'test' };
    expect(records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...by, field: 'terms.name', before: 'Gutschein', after: 'Neu' }),
      ]),
    );
    await shop.restart();
    expect(await batch(1)).toMatchObject({ name: 'Neu', start_date: DAY, end_date: null, combineable: 1 });
  });

  // Catches half of a change, and JSON null that is taken for nothing sent.
  test('is all or none; null takes a day away', async () => {
    const { shop, coupon, batch } = await opened();
    await coupon({ attributes: { end_date: dayAfter(3) } });
    const before = await batch(1);
    const wrong = { id_batch: 1, name: 'Neu' };
    await shop.adminRefused('update_coupons', { ...wrong, end_date: '31.12.2026' }, 'PARAMETER_INVALID', 'end_date');
    await shop.adminRefused('update_coupons', { ...wrong, start_date: dayAfter(4) }, 'PARAMETER_INVALID', 'end_date');
    await shop.adminRefused('update_coupons', { ...wrong, combineable: 'perhaps' }, 'PARAMETER_INVALID', 'combineable');
    await shop.adminRefused('update_coupons', { id_batch: 7 }, 'COUPON_NOT_VALID', 7);
    await shop.refused('update_coupons', wrong, 'PERMISSION_DENIED', 'licence_secret_key');
    expect(await batch(1)).toEqual(before);
    const fields = { licence_username: 'shop_1', licence_password: 'password-1', licence_secret_key: 'secret-1' };
    await shop.send({ ...fields, request: 'update_coupons', id_batch: 1, end_date: null });
    expect(await batch(1)).toEqual({ ...before, end_date: null, seq: expect.any(Number) });
  });

  test('decides about carts that have the coupon: their checkout follows the days of now', async () => {
    const { shop, session, coupon, add, get } = await opened();
    const code = await coupon({ attributes: { end_date: DAY } });
    await add([code]);
    const { total } = await get();
    await shop.admin('update_coupons', { id_batch: 1, start_date: dayAfter(1), end_date: dayAfter(2) });
    const failed = { object: 'error', message: 'COUPON_NOT_YET_VALID', param: code };
    expect(await shop.call('checkout', { session })).toMatchObject(failed);
    expect(await shop.call('get_cart', { session, explain: 1 })).toMatchObject({
      total,
      explain: { coupons: [expect.stringMatching(/ The checkout refuses this coupon: COUPON_NOT_YET_VALID\.$/)] },
    });
    shop.nowMs += 23 * 3_600_000;
    expect(await shop.call('checkout', { session })).toMatchObject({ status: 'success' });
  });
});

describe('end_coupons', () => {
  test('one code: refused from then on, in carts too, while the others sell; the log names who did it', async () => {
    const { shop, session, add, get, states, refused } = await opened();
    const { coupons: made } = await shop.admin<{ coupons: { code: string }[] }>('create_coupons', {
      count: 3,
      name: 'Gutschein',
      amount: 5,
      attributes: { combineable: 1 },
    });
    const [first, second] = made.map(({ code }) => code);
    await add([first]);
    const { total } = await get();
    const done = { object: 'end_coupons', status: 'success' };
    expect(await shop.admin('end_coupons', { id_batch: 1, code: first!.toUpperCase() })).toEqual(done);
    expect(await states(1)).toEqual(['ENDED', 'OPEN', 'OPEN']);
    expect(await shop.call('checkout', { session })).toMatchObject({ message: 'COUPON_NOT_VALID', param: first });
    expect(await get()).toMatchObject({ total });
    await shop.call('add_coupons', { session, coupons: [] });
    await refused([[first]], 'COUPON_NOT_VALID', first!);
    expect(await add([second])).toEqual(ADDED);
    expect(await shop.admin('get_changelog', { object: 'coupon/1' })).toMatchObject({
      records: [{ operation: 'end_coupons', channel: 'test', field: 'state', before: 'OPEN', after: 'ENDED' }],
    });
    await shop.restart();
    expect(await states(1)).toEqual(['ENDED', 'OPEN', 'OPEN']);
  });

  test('the whole batch: every coupon of it is ENDED, and the batch says when', async () => {
    const { shop, session, batch, states, refused } = await opened();
    const { coupons: made } = await shop.admin<{ coupons: { code: string }[] }>('create_coupons', {
      count: 2,
      name: 'Gutschein',
      amount: 5,
    });
    await shop.call('add_coupons', { session, coupons: [[made[0]!.code]] });
    await shop.call('checkout', { session });
    await shop.admin('end_coupons', { id_batch: 1 });
    expect(await states(1)).toEqual(['ENDED', 'ENDED']);
    expect(await batch(1)).toMatchObject({ ended: `${DAY} 03:04:05` });
    expect(await shop.admin('get_coupons', { id_batch: 1 })).toMatchObject({ coupons: [{ uses: 1 }, { uses: 0 }] });
    await refused([[made[1]!.code]], 'COUPON_NOT_VALID', made[1]!.code);
    await shop.adminRefused('update_coupons', { id_batch: 1, name: 'x' }, 'COUPON_NOT_VALID', 1);
    await shop.adminRefused('end_coupons', { id_batch: 9 }, 'COUPON_NOT_VALID', 9);
    await shop.adminRefused('end_coupons', { id_batch: 1, code: 'other' }, 'COUPON_NOT_VALID', 'other');
    await shop.refused('end_coupons', { id_batch: 1 }, 'PERMISSION_DENIED', 'licence_secret_key');
  });
});
