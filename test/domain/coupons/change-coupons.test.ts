// Catches a cart, a checkout or a reopened order that follows the terms of yesterday: a coupon that sells although it
// was ended, a price that moves without a word, and an explanation that shows a discount which no checkout gives.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addToCart } from '../../../src/domain/cart/add-to-cart.ts';
import { cartExplanation, explanation } from '../../../src/domain/cart/explanation.ts';
import { calculate } from '../../../src/domain/calculation/calculate.ts';
import { addCoupons } from '../../../src/domain/coupons/attach-coupons.ts';
import { endCoupons, updateCoupons } from '../../../src/domain/coupons/change-coupons.ts';
import type { TermChanges } from '../../../src/domain/coupons/change-coupons.ts';
import type { CouponTerms } from '../../../src/domain/coupons/coupon.ts';
import { createCoupons } from '../../../src/domain/coupons/create-coupons.ts';
import { presentState } from '../../../src/domain/coupons/usable-coupon.ts';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import type { Reader, Transaction } from '../../../src/domain/transaction.ts';
import { ok } from '../../../src/kernel/result.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { runToEnd } from '../../../src/kernel/steps.ts';
import { runs } from '../../harness/effort.ts';
import { FREE_PIECE } from '../cart/plain-elements.ts';
import { MemoryShop } from '../memory-shop.ts';
import { changeStates } from '../orders/change-states.ts';
import { good, openSession } from '../seeded-shop.ts';
import { ONE_OFF } from './one-off.ts';

const NINE = { ...FREE_PIECE, priceField: '9', nameField: 'x' };
const STAYS: TermChanges = { name: undefined, startDay: undefined, endDay: undefined, combineable: undefined };
const outcome = (result: Result<unknown>): string => (result.ok ? 'done' : `${result.code} ${result.param}`);

class Shop extends MemoryShop {
  readonly today = Math.floor(this.nowMs / 86_400_000);

  make(code: string, more: Partial<CouponTerms> = {}): number {
    return good(this.transact((tx) => createCoupons(tx, { terms: { ...ONE_OFF, ...more }, count: 1, code })));
  }
  change(batchId: number, changes: Partial<TermChanges>): string {
    return outcome(this.transact((tx) => updateCoupons(tx, batchId, { ...STAYS, ...changes })));
  }
  end(batchId: number, code?: string): string {
    return outcome(this.transact((tx) => endCoupons(tx, batchId, code)));
  }
  attach(sessionId: number, ...codes: string[]): string {
    const given = codes.map((code) => ({ code, name: '' }));
    return outcome(this.transact((tx) => addCoupons(tx, sessionId, given)));
  }
  cart(...codes: string[]): number {
    const sessionId = openSession(this);
    good(this.transact((tx) => addToCart(tx, { ...NINE, sessionId })));
    expect(this.attach(sessionId, ...codes)).toBe('done');
    return sessionId;
  }
  place(sessionId: number): string {
    return outcome(this.transact((tx) => checkout(tx, sessionId)));
  }
  set(orderId: number, order: 'CANCELED' | 'OPEN'): string {
    return outcome(this.transact((tx) => changeStates(tx, orderId, { order })));
  }
  asked<T>(look: (shop: Reader) => T): T {
    return good(this.transact((tx) => ok(look(tx))));
  }
  shown(couponId: number): string {
    return this.asked((shop) => `${presentState(shop, couponId)} ${shop.read('coupon', couponId)!.uses}`);
  }
}

describe('a batch', () => {
  it('changes what is given and keeps the rest; what changes nothing is no record', () => {
    const shop = new Shop();
    const { today } = shop;
    const batch = shop.make('a', { startDay: today, endDay: today + 3 });
    const records = shop.log.length;
    for (const same of [{}, { name: 'Thanks', startDay: today, endDay: today + 3, combineable: true }])
      expect(shop.change(batch, same)).toBe('done');
    expect(shop.log).toHaveLength(records);
    expect(shop.change(batch, { name: 'More' })).toBe('done');
    expect(shop.change(batch, { startDay: null, combineable: false })).toBe('done');
    const terms = { ...ONE_OFF, name: 'More', startDay: null, endDay: today + 3, combineable: false };
    expect(shop.state('coupon_batch', batch).terms).toEqual(terms);
    expect(shop.asked((reader) => reader.index('coupon_batch').get(batch))).toBe('more');
  });

  // Catches a change that is taken for none because the other terms stay.
  it('changes one term alone', () => {
    const shop = new Shop();
    const { today } = shop;
    const batch = shop.make('a');
    for (const one of [{ name: 'More' }, { startDay: today }, { endDay: today }, { combineable: false }]) {
      expect(shop.change(batch, one)).toBe('done');
      expect(shop.state('coupon_batch', batch).terms).toMatchObject(one);
    }
  });

  // Catches days that are compared with those before the change, and with those that are left out.
  it('never ends before it begins', () => {
    const shop = new Shop();
    const { today } = shop;
    const batch = shop.make('a', { startDay: today, endDay: today + 3 });
    expect(shop.change(batch, { endDay: today - 1 })).toBe('PARAMETER_INVALID end_date');
    expect(shop.change(batch, { startDay: today + 4 })).toBe('PARAMETER_INVALID end_date');
    expect(shop.change(batch, { startDay: today + 4, endDay: today + 4 })).toBe('done');
    expect(shop.change(batch, { startDay: today + 5, endDay: null })).toBe('done');
  });

  it('that is not there or was ended is not changed, and ends once', () => {
    const shop = new Shop();
    const batch = shop.make('a');
    expect([shop.change(9, {}), shop.end(9), shop.end(9, 'a')]).toEqual(Array(3).fill('COUPON_NOT_VALID 9'));
    expect(shop.end(batch, 'b')).toBe('COUPON_NOT_VALID b');
    expect(shop.end(batch)).toBe('done');
    const { endedMs } = shop.state('coupon_batch', batch);
    expect(endedMs).toBe(shop.nowMs);
    expect(shop.end(batch)).toBe('done');
    expect(shop.state('coupon_batch', batch).endedMs).toBe(endedMs);
    expect(shop.change(batch, { name: 'x' })).toBe('COUPON_NOT_VALID 1');
  });

  // A store from before codes were compared without case may have both.
  it('ends, of two spellings of a code, the one that is named, and else the first', () => {
    const shop = new Shop();
    const batch = shop.make('Eve');
    good(shop.transact((tx) => tx.create('coupon', { type: 'create_coupon', batchId: batch, code: 'eve' })));
    expect(shop.end(batch, 'eve')).toBe('done');
    expect([shop.shown(1), shop.shown(2)]).toEqual(['OPEN 0', 'ENDED 0']);
    expect(shop.end(batch, 'EVE')).toBe('done');
    expect(shop.shown(1)).toBe('ENDED 0');
  });

  it('is refused with what is wrong about it', () => {
    const shop = new Shop();
    const batch = shop.make('a');
    expect(shop.transact((tx) => endCoupons(tx, batch, 'b'))).toMatchObject({
      detail: 'The batch 1 has no such coupon.',
    });
    shop.end(batch);
    expect(shop.transact((tx) => updateCoupons(tx, batch, STAYS))).toMatchObject({ detail: 'The batch was ended.' });
  });

  it('remembers that it looked for a coupon in vain', () => {
    const shop = new Shop();
    const batch = shop.make('a');
    const missed: string[] = [];
    const end = (code: string) =>
      shop.transact((tx) => {
        const noted: Pick<Transaction, 'trackAbsence'> = { trackAbsence: (kind) => void missed.push(kind) };
        return endCoupons(Object.assign(Object.create(tx) as Transaction, noted), batch, code);
      });
    expect(outcome(end('b'))).toBe('COUPON_NOT_VALID b');
    expect(missed).toEqual(['coupon']);
    expect(outcome(end('a'))).toBe('done');
    expect(missed).toEqual(['coupon']);
  });

  // Catches a code of another batch that is ended, one found in one case only, and an end that takes the others.
  it('ends one of its coupons by the code in any case', () => {
    const shop = new Shop();
    const [batch, other] = [shop.make('Eve'), shop.make('Adam')];
    expect(shop.end(other, 'eve')).toBe('COUPON_NOT_VALID eve');
    expect(shop.end(batch, 'EVE')).toBe('done');
    expect([shop.shown(1), shop.shown(2)]).toEqual(['ENDED 0', 'OPEN 0']);
    const records = shop.log.length;
    expect(shop.end(batch, 'eve')).toBe('done');
    expect(shop.log).toHaveLength(records);
  });
});

describe('an order that is cancelled', () => {
  it.each([
    ['its coupon', 'a'],
    ['the whole batch', undefined],
  ])('frees %s, which was ended, and cannot be opened again', (_what, code) => {
    const shop = new Shop();
    const batch = shop.make('a');
    const sessionId = shop.cart('a');
    const { orderId } = good(shop.transact((tx) => checkout(tx, sessionId)));
    expect(shop.end(batch, code)).toBe('done');
    expect([shop.shown(1), shop.set(orderId, 'CANCELED'), shop.shown(1)]).toEqual(['ENDED 1', 'done', 'ENDED 0']);
    const before = shop.rows();
    expect(shop.set(orderId, 'OPEN')).toBe('COUPON_NOT_VALID a');
    expect(shop.rows()).toEqual(before);
    expect(shop.attach(openSession(shop), 'a')).toBe('COUPON_NOT_VALID a');
  });

  // A coupon without a limit of uses is no order's own: nothing is given back, so nothing is to be had again.
  it('keeps its use of an ended coupon without a limit, and opens again', () => {
    const shop = new Shop();
    const batch = shop.make('m', { unique: false });
    const sessionId = shop.cart('m');
    const { orderId } = good(shop.transact((tx) => checkout(tx, sessionId)));
    shop.end(batch, 'm');
    expect([shop.set(orderId, 'CANCELED'), shop.set(orderId, 'OPEN'), shop.shown(1)]).toEqual([
      'done',
      'done',
      'ENDED 1',
    ]);
  });
});

const day = fc.constantFrom(null, -1, 0, 1);
const which = fc.constantFrom('a', 'b');
const change = fc.record({
  does: fc.constant('change' as const),
  which,
  start: fc.option(day, { nil: undefined }),
  end: fc.option(day, { nil: undefined }),
  combineable: fc.option(fc.boolean(), { nil: undefined }),
});
const ending = fc.record({ does: fc.constant('end' as const), which, whole: fc.boolean() });
const redeeming = fc.record({ does: fc.constant('sell' as const), which });

/** What the shop says now of one coupon beside `others` more; '' where it may be used. Slow and plain on purpose. */
const verdict = (shop: Shop, couponId: number, others: number): string => {
  const { code, batchId, state } = shop.state('coupon', couponId);
  const { terms, endedMs } = shop.state('coupon_batch', batchId);
  if (endedMs !== 0 || state === 'ENDED') return `COUPON_NOT_VALID ${code}`;
  if (terms.startDay !== null && shop.today < terms.startDay) return `COUPON_NOT_YET_VALID ${code}`;
  if (terms.endDay !== null && shop.today > terms.endDay) return `COUPON_EXPIRED ${code}`;
  if (state === 'REDEEMED') return `COUPON_USED ${code}`;
  return others > 0 && !terms.combineable ? `COUPON_NOT_COMBINEABLE ${code}` : '';
};

describe('a cart that has coupons', () => {
  // Catches a checkout that believes the cart's copy of the terms, one that changes the price instead of refusing, and
  // an explanation that says otherwise than the checkout does.
  it('costs what it cost, until its checkout refuses the coupon by what is true then', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(['a'], ['a', 'b'], ['b', 'a']),
        fc.array(fc.oneof(change, ending, redeeming), { maxLength: 6 }),
        (codes, steps) => {
          const shop = new Shop();
          const batches = { a: shop.make('a'), b: shop.make('b', { percentage: true, amount: 100_000 }) };
          const sessionId = shop.cart(...codes);
          const total = () => calculate(shop.state('session', sessionId).cart).totalMinor;
          const promised = total();
          for (const step of steps) {
            const batchId = batches[step.which];
            if (step.does === 'end') shop.end(batchId, step.whole ? undefined : step.which);
            else if (step.does === 'change') {
              const toDay = (offset: number | null | undefined) =>
                typeof offset === 'number' ? shop.today + offset : offset;
              shop.change(batchId, {
                startDay: toDay(step.start),
                endDay: toDay(step.end),
                combineable: step.combineable,
              });
            } else {
              const other = openSession(shop);
              good(shop.transact((tx) => addToCart(tx, { ...NINE, sessionId: other })));
              if (shop.attach(other, step.which) === 'done') shop.place(other);
            }
            expect(total()).toBe(promised);
          }
          const couponIds = { a: 1, b: 2 };
          const said = codes.map((code) => verdict(shop, couponIds[code as 'a' | 'b'], codes.length - 1));
          const { coupons } = shop.asked((reader) =>
            runToEnd(cartExplanation(reader, reader.read('session', sessionId)!, sessionId, reader.rules)),
          );
          expect(coupons.map((sentence) => / The checkout refuses this coupon: (\w+)\.$/.exec(sentence)?.[1])).toEqual(
            said.map((refusal) => refusal.split(' ')[0] || undefined),
          );
          const plain = explanation(shop.state('session', sessionId).cart, shop.rules.currencyDigits).coupons;
          expect(coupons.map((sentence) => sentence.replace(/ The checkout refuses this coupon: \w+\.$/, ''))).toEqual(
            plain,
          );
          const before = shop.rows();
          const refusal = said.find((one) => one !== '');
          expect(shop.place(sessionId)).toBe(refusal ?? 'done');
          if (refusal !== undefined) {
            expect(shop.rows()).toEqual(before);
            return;
          }
          const [orderId] = shop.ids('order').slice(-1);
          expect(calculate(shop.state('order', orderId!).cart).totalMinor).toBe(promised);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  // Catches another coupon that is refused, or taken, because of what an attached one said when it was attached.
  it('takes another beside it by what the batch of the first says now', () => {
    const shop = new Shop();
    const [first] = [shop.make('a', { combineable: false }), shop.make('b')];
    const sessionId = shop.cart('a');
    expect(shop.attach(sessionId, 'b')).toBe('COUPON_NOT_COMBINEABLE b');
    shop.change(first, { combineable: true });
    expect(shop.attach(sessionId, 'b')).toBe('done');
    shop.change(first, { combineable: false });
    expect(shop.place(sessionId)).toBe('COUPON_NOT_COMBINEABLE a');
  });
});
