// The two actors behind coupons: what the disk knows them by, and where they begin.
import { describe, expect, it } from 'vitest';
import { coupon, couponBatch, heldCoupon } from '../../../src/domain/coupons/coupon.ts';
import type { CartCoupon, Coupon, CouponCommand } from '../../../src/domain/coupons/coupon.ts';

/** Terms as a journal that lacks them has them: written out, because records on disks depend on every value. */
const TERMS = {
  name: '',
  unique: true,
  percentage: false,
  amount: 0,
  startDay: null,
  endDay: null,
  combineable: false,
  currency: '',
  promotionId: 0,
};

describe('on the disk', () => {
  // Catches a cart of an older journal whose coupon loses its terms, and one of a newer journal that is changed.
  it('a coupon of a cart has no currency and no promotion where an older event names none', () => {
    const held: CartCoupon = { couponId: 3, code: 'TEN', name: 'Ten', terms: { ...TERMS, amount: 1000 } };
    const terms = { ...held.terms, currency: undefined, promotionId: undefined };
    const older = { ...held, terms } as unknown as CartCoupon;
    expect(heldCoupon(older)).toEqual(held);
    const named = { ...held, terms: { ...terms, currency: 'CHF' } } as unknown as CartCoupon;
    expect(heldCoupon(named)).toEqual({ ...held, terms: { ...held.terms, currency: 'CHF' } });
    const newer = { ...held, terms: { ...held.terms, promotionId: 7 } };
    expect(heldCoupon(newer)).toBe(newer);
  });

  // Catches a renamed table or field, and one whose value changed for journals that lack it.
  it('a batch and a coupon have these names, fields and values for what a journal lacks', () => {
    expect([couponBatch.kind, couponBatch.events]).toEqual([
      'coupon_batch',
      {
        coupon_batch_created: { ...TERMS, firstCouponId: 0, count: 0 },
        coupon_batch_changed: { name: '', startDay: null, endDay: null, combineable: false },
        coupon_batch_ended: {},
      },
    ]);
    expect([coupon.kind, coupon.events]).toEqual([
      'coupon',
      {
        coupon_created: { batchId: 0, code: '' },
        coupon_redeemed: { orderId: 0, state: 'REDEEMED' },
        coupon_freed: { orderId: 0, state: 'FREED' },
        coupon_ended: { state: 'ENDED' },
      },
    ]);
  });

  // Catches an audit that leaves out what a batch promised, and one with an entry for every coupon of a new batch.
  it('every member of a batch is kept in the audit, of a coupon its end alone', () => {
    expect([couponBatch.audit, coupon.audit]).toEqual([{ hidden: [] }, { hidden: [], events: ['coupon_ended'] }]);
  });

  it('they begin with nothing', () => {
    expect(couponBatch.state.initial()).toEqual({ terms: TERMS, firstCouponId: 0, count: 0, createdMs: 0, endedMs: 0 });
    expect(coupon.state.initial()).toEqual({ batchId: 0, code: '', state: 'OPEN', uses: 0 });
  });
});

describe('a code', () => {
  it('is found while its coupon is there', () => {
    const { create, add, remove } = coupon.index!;
    const index = create();
    const state: Coupon = { batchId: 1, code: 'abc', state: 'OPEN', uses: 0 };
    add(index, 7, state, 1);
    expect(index.byCode.get('abc')).toBe(7);
    remove(index, 7, state, 2);
    expect(index.byCode.get('abc')).toBeUndefined();
  });
});

describe('the name of a batch', () => {
  it('is found in any case while its batch is there', () => {
    const { create, add, remove } = couponBatch.index!;
    const index = create();
    const state = { ...couponBatch.state.initial(), terms: { ...TERMS, name: 'Thanks' } };
    add(index, 7, state, 1);
    expect([...index]).toEqual([[7, 'thanks']]);
    remove(index, 7, state, 2);
    expect([...index]).toEqual([]);
  });
});

describe('a coupon', () => {
  const ask = (state: Coupon, command: CouponCommand): string => {
    const decision = coupon.decide(state, command, 1);
    if (!decision.ok) return `${decision.code} ${decision.param}`;
    for (const event of decision.value) coupon.apply(state, event, 1);
    return `${state.state} ${state.uses}`;
  };

  // Catches a unique coupon that is redeemed twice, or given back twice and so worth more than one use.
  it('that is unique is redeemed once at a time', () => {
    const state: Coupon = { batchId: 1, code: 'abc', state: 'OPEN', uses: 0 };
    const [redeem, free] = [
      { type: 'redeem', unique: true, orderId: 1 },
      { type: 'free', orderId: 1 },
    ] as const;
    const said = [free, redeem, redeem, free, free, redeem, redeem].map((command) => ask(state, command));
    expect(said).toEqual([
      'OPEN 0',
      'REDEEMED 1',
      'COUPON_USED abc',
      'FREED 0',
      'FREED 0',
      'REDEEMED 1',
      'COUPON_USED abc',
    ]);
  });

  // Catches a coupon that comes back to life with its order, and an end that makes an order's use of it forgotten.
  it('that was ended is redeemed no more, also when its order frees it', () => {
    const [redeem, free, end] = [
      { type: 'redeem', unique: true, orderId: 1 },
      { type: 'free', orderId: 1 },
      { type: 'end_coupon' },
    ] as const;
    const state: Coupon = { batchId: 1, code: 'abc', state: 'OPEN', uses: 0 };
    expect([redeem, end, redeem, end, free, free, redeem].map((command) => ask(state, command))).toEqual([
      'REDEEMED 1',
      'ENDED 1',
      'COUPON_NOT_VALID abc',
      'ENDED 1',
      'ENDED 0',
      'ENDED 0',
      'COUPON_NOT_VALID abc',
    ]);
    const counted: Coupon = { batchId: 1, code: 'abc', state: 'OPEN', uses: 3 };
    expect(ask(counted, end)).toBe('ENDED 3');
    expect(ask(counted, { type: 'redeem', unique: false, orderId: 1 })).toBe('COUPON_NOT_VALID abc');
    expect(coupon.decide(state, redeem, 1)).toMatchObject({ detail: 'The coupon was ended.' });
  });

  it('that is not counts its orders and is never spent', () => {
    const state: Coupon = { batchId: 1, code: 'abc', state: 'OPEN', uses: 0 };
    const [redeem, free] = [
      { type: 'redeem', unique: false, orderId: 1 },
      { type: 'free', orderId: 1 },
    ] as const;
    expect([redeem, redeem, free, redeem].map((command) => ask(state, command))).toEqual([
      'OPEN 1',
      'OPEN 2',
      'OPEN 2',
      'OPEN 3',
    ]);
  });
});
