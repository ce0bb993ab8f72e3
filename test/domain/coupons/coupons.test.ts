// Catches coupons that are attached by halves, redeemed twice, or not freed with their order, and codes that repeat.
import { describe, expect, it } from 'vitest';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import type { CouponTerms } from '../../../src/domain/coupons/coupon.ts';
import { addCoupons } from '../../../src/domain/coupons/attach-coupons.ts';
import { codesOf, createCoupons } from '../../../src/domain/coupons/create-coupons.ts';
import type { NewCoupons } from '../../../src/domain/coupons/create-coupons.ts';
import { changeStates } from '../orders/change-states.ts';
import { addToCart } from '../../../src/domain/cart/add-to-cart.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { refuse } from '../../../src/kernel/result.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { ONE_OFF } from './one-off.ts';
import { MemoryShop } from '../memory-shop.ts';
import { good, openSession } from '../seeded-shop.ts';
import { FREE_PIECE } from '../cart/plain-elements.ts';

const outcome = (result: Result<unknown>): string => (result.ok ? 'done' : `${result.code} ${result.param}`);

/** A free element of 9.00. */
const NINE = { ...FREE_PIECE, priceField: '9', nameField: 'x' };

/** A transaction of which some methods are others. */
const withOther = (tx: Transaction, other: Partial<Transaction>): Transaction =>
  Object.assign(Object.create(tx) as Transaction, other);

class Shop extends MemoryShop {
  readonly drawn: number[] = [];

  /** The codes of a new batch; `random` in place of the shop's own. */
  make(more: Partial<CouponTerms> = {}, given: Partial<NewCoupons> = {}, random?: () => string): readonly string[] {
    return good(
      this.transact((tx) => {
        const drawing = withOther(tx, {
          random: (bytes) => {
            this.drawn.push(bytes);
            return random === undefined ? tx.random(bytes) : random();
          },
        });
        const made = createCoupons(drawing, { terms: { ...ONE_OFF, ...more }, count: 1, code: undefined, ...given });
        return made.ok ? { ok: true, value: codesOf(tx, made.value) } : made;
      }),
    );
  }
  attach(sessionId: number, ...codes: string[]): string {
    return outcome(
      this.transact((tx) =>
        addCoupons(
          tx,
          sessionId,
          codes.map((code) => ({ code, name: '' })),
        ),
      ),
    );
  }
  order(...codes: string[]): number {
    const sessionId = openSession(this);
    good(this.transact((tx) => addToCart(tx, { ...NINE, sessionId })));
    expect(this.attach(sessionId, ...codes)).toBe('done');
    return good(this.transact((tx) => checkout(tx, sessionId))).orderId;
  }
  set(orderId: number, order: 'CANCELED' | 'OPEN'): string {
    return outcome(this.transact((tx) => changeStates(tx, orderId, { order })));
  }
  coupons(): (readonly [code: string, state: string, uses: number])[] {
    return this.ids('coupon')
      .map((id) => this.state('coupon', id))
      .map(({ code, state, uses }) => [code, state, uses]);
  }
}

describe('new codes', () => {
  // Catches codes that repeat those of an earlier batch where chance repeats itself, which it does after a lost backup.
  it('are never those of another coupon, nor twice the same', () => {
    const shop = new Shop();
    const first = shop.make({}, { count: 40 });
    shop.randoms = 0;
    const second = shop.make({}, { count: 40 });
    expect(new Set([...first, ...second]).size).toBe(80);
    expect([...first, ...second].every((code) => /^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/.test(code))).toBe(true);
    let calls = 0;
    const repeating = () => ((calls += 1) % 3 === 0 ? 'b'.repeat(15) + calls : 'A-_a').repeat(4);
    expect(new Set(shop.make({}, { count: 3 }, repeating)).size).toBe(3);
  });

  // Catches chance that is thrown away, and a code of too few or too many letters.
  it('take sixteen letters of chance each, and what is left over is for the next', () => {
    const shop = new Shop();
    const letters = ['abcdefgh-ijklmnop', '0123_456789AAAA', 'aaaaaaqqqqqqqqqqqqqqqq'];
    expect(shop.make({}, { count: 3 }, () => letters.shift()!)).toEqual([
      'abcd-efgh-ijkl-mnop',
      '0123-4567-89aa-aaaa',
      'qqqq-qqqq-qqqq-qqqq',
    ]);
    expect(shop.drawn).toEqual([144, 144, 144]);
  });

  // Catches a draw of chance for each code, which held the thread for a fifth of a batch of 10,000.
  it('draw chance for 64 codes at once', () => {
    const shop = new Shop();
    let given = 0;
    const next = (): string => String((given += 1)).padStart(16, 'a');
    const codes = shop.make({}, { count: 130 }, () => Array.from({ length: 64 }, next).join('-'));
    expect([new Set(codes).size, codes.at(-1)]).toEqual([130, 'aaaa-aaaa-aaaa-a130']);
    expect(shop.drawn).toEqual([3072, 3072, 3072]);
  });

  // Catches a shop that hangs for ever when its chance is broken.
  it('are a fault where chance gives nothing, or always the same', () => {
    const shop = new Shop();
    expect(() => shop.make({}, {}, () => 'ABC')).toThrow('the source of chance gives lower-case letters and digits');
    expect(shop.drawn).toHaveLength(100);
    expect(() => shop.make({}, { count: 2 }, () => 'a'.repeat(16))).toThrow('codes that are new');
    expect(shop.drawn).toHaveLength(201);
    expect(shop.ids('coupon')).toEqual([]);
  });

  it('are one of its own, if the call names it and nobody has it', () => {
    const shop = new Shop();
    expect(shop.make({}, { code: 'mine' })).toEqual(['mine']);
    const again = shop.transact((tx) => createCoupons(tx, { terms: ONE_OFF, count: 1, code: 'mine' }));
    expect(again).toMatchObject({ code: 'COUPON_CODE_ALREADY_IN_USE', param: 'mine' });
    expect(shop.drawn).toEqual([]);
  });

  // Catches two batches with one code: the record of the first may be on its way to disk.
  it('are remembered as looked for', () => {
    const shop = new Shop();
    const missed: string[] = [];
    const noted = (tx: Transaction) => withOther(tx, { trackAbsence: (kind) => void missed.push(kind) });
    good(shop.transact((tx) => createCoupons(noted(tx), { terms: ONE_OFF, count: 1, code: 'mine' })));
    expect(missed).toEqual(['coupon']);
  });

  // Catches half a batch, and coupons of none.
  it.each([
    ['coupon_batch', 1],
    ['coupon', 2],
  ] as const)('are none when a %s is refused, and nothing more is made', (kind, tries) => {
    const shop = new Shop();
    const full = refuse('SESSION_LIMIT_REACHED', kind);
    let made = 0;
    const result = shop.transact((tx) => {
      const create = ((name, command) => (
        (made += 1),
        name === kind ? full : tx.create(name, command)
      )) as Transaction['create'];
      return createCoupons(withOther(tx, { create }), { terms: ONE_OFF, count: 3, code: undefined });
    });
    expect([result, made, shop.log]).toEqual([full, tries, []]);
  });
});

describe('a cart', () => {
  it('takes coupons without dates on any day, others from their first day to their last', () => {
    const shop = new Shop();
    const today = Math.floor(shop.nowMs / 86_400_000);
    const [any] = shop.make();
    const days: [Partial<CouponTerms>, string][] = [
      [{ startDay: today + 1 }, 'COUPON_NOT_YET_VALID'],
      [{ startDay: today }, 'done'],
      [{ endDay: today }, 'done'],
      [{ startDay: today, endDay: today }, 'done'],
      [{ endDay: today - 1 }, 'COUPON_EXPIRED'],
      [{ startDay: today + 1, endDay: today - 1 }, 'COUPON_NOT_YET_VALID'],
    ];
    const session = openSession(shop);
    expect(shop.attach(session, any!)).toBe('done');
    for (const [more, expected] of days) {
      const [code] = shop.make(more);
      expect([more, shop.attach(session, code!)]).toEqual([
        more,
        expected === 'done' ? expected : `${expected} ${code}`,
      ]);
    }
  });

  // Catches a look for a coupon that nobody made that is not waited for: its maker's record may be on its way to disk.
  it('remembers that it looked for a coupon in vain', () => {
    const shop = new Shop();
    const missed: string[] = [];
    const session = openSession(shop);
    const look = (code: string) =>
      shop.transact((tx) =>
        addCoupons(withOther(tx, { trackAbsence: (kind) => void missed.push(kind) }), session, [{ code, name: '' }]),
      );
    expect(outcome(look('nobody'))).toBe('COUPON_NOT_VALID nobody');
    expect(missed).toEqual(['coupon']);
    expect(outcome(look(shop.make()[0]!))).toBe('done');
    expect(missed).toEqual(['coupon']);
  });

  it('shows a coupon’s own name, or the one given', () => {
    const shop = new Shop();
    const [one, two] = shop.make({ name: 'own' }, { count: 2 });
    const session = openSession(shop);
    good(
      shop.transact((tx) =>
        addCoupons(tx, session, [
          { code: one!, name: '' },
          { code: two!, name: 'given' },
        ]),
      ),
    );
    expect(shop.state('session', session).cart.coupons.map(({ name }) => name)).toEqual(['own', 'given']);
  });
});

describe('an order', () => {
  // Catches a second coupon that is forgotten when an order is placed, cancelled or opened again, and one that is
  // counted although it is never spent.
  it('redeems, frees and redeems again every unique coupon that it holds, and leaves the others open', () => {
    const shop = new Shop();
    for (const [code, unique] of [
      ['a', true],
      ['m', false],
      ['b', true],
    ] as const)
      shop.make({ unique }, { code });
    const orderId = shop.order('a', 'm', 'b');
    const placed = [
      ['a', 'REDEEMED', 1],
      ['m', 'OPEN', 1],
      ['b', 'REDEEMED', 1],
    ];
    expect(shop.coupons()).toEqual(placed);
    expect(shop.set(orderId, 'CANCELED')).toBe('done');
    expect(shop.coupons()).toEqual([
      ['a', 'FREED', 0],
      ['m', 'OPEN', 1],
      ['b', 'FREED', 0],
    ]);
    expect(shop.set(orderId, 'OPEN')).toBe('done');
    expect(shop.coupons()).toEqual(placed);
  });

  // Catches an order that is opened again with a coupon that another order has by now.
  it.each(['a', 'b'])('stays cancelled when %s is another’s by then, and nothing is redeemed', (taken) => {
    const shop = new Shop();
    for (const code of ['a', 'b']) shop.make({}, { code });
    const orderId = shop.order('a', 'b');
    shop.set(orderId, 'CANCELED');
    shop.order(taken);
    const before = shop.rows();
    expect(shop.set(orderId, 'OPEN')).toBe(`COUPON_USED ${taken}`);
    expect(shop.rows()).toEqual(before);
  });

  // Catches a checkout that redeems the first coupons although a later one is refused.
  it('is not placed with a coupon that was redeemed or expired since', () => {
    const shop = new Shop();
    const today = Math.floor(shop.nowMs / 86_400_000);
    shop.make({}, { code: 'a' });
    shop.make({ endDay: today }, { code: 'b' });
    const sessions = [1, 2].map(() => openSession(shop));
    for (const sessionId of sessions) {
      good(shop.transact((tx) => addToCart(tx, { ...NINE, sessionId })));
      expect(shop.attach(sessionId, 'b', 'a')).toBe('done');
    }
    const place = (sessionId: number) => outcome(shop.transact((tx) => checkout(tx, sessionId)));
    shop.nowMs += 86_400_000;
    const before = shop.rows();
    expect(place(sessions[0]!)).toBe('COUPON_EXPIRED b');
    expect(shop.rows()).toEqual(before);
    shop.nowMs -= 86_400_000;
    expect(place(sessions[0]!)).toBe('done');
    expect(place(sessions[1]!)).toBe('COUPON_USED b');
    expect(shop.coupons()).toEqual([
      ['a', 'REDEEMED', 1],
      ['b', 'REDEEMED', 1],
    ]);
  });
});
