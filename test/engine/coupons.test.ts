// Coupons on the real engine: many at once, and what verify says of coupons that do not add up.
import { describe, expect, test } from 'vitest';
import { createCategory } from '../../src/domain/catalogue/create-category.ts';
import { deleteCategory } from '../../src/domain/catalogue/delete-category.ts';
import { checkout } from '../../src/domain/orders/checkout.ts';
import { addCoupons } from '../../src/domain/coupons/attach-coupons.ts';
import { codesOf, createCoupons } from '../../src/domain/coupons/create-coupons.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { MemoryJournal } from '../../src/engine/journal/memory-journal.ts';
import { verifyStore } from '../../src/engine/recovery/verify.ts';
import { ok } from '../../src/kernel/result.ts';
import { ONE_OFF } from '../domain/coupons/one-off.ts';
import { addPiece, fillShop, make, startSession } from './shop.ts';
import { closeAndVerify, engineOn } from './store/stores.ts';

describe('a transaction over many actors', () => {
  // Catches pending events that are looked up in one way when they are few and in another when they are many: ids given
  // twice, an actor that is not found again, a refused creation that leaves its id behind.
  test.each([1, 31, 32, 33, 34, 500])(
    '%i coupons have ids in a row, each found by its id among the pending events',
    async (count) => {
      const engine = engineOn(new MemoryJournal());
      make(engine, (tx) => {
        expect(tx.nextId('coupon')).toBe(1);
        const batch = createCoupons(tx, { terms: ONE_OFF, count, code: undefined });
        expect(tx.nextId('coupon')).toBe(count + 1);
        expect(tx.nextId('coupon_batch')).toBe(2);
        const refused = tx.create('class', { type: 'create_class', name: '', classType: 'product' });
        expect([refused.ok, tx.nextId('class')]).toEqual([false, 1]);
        for (let id = 1; id <= count; id += 1)
          expect(tx.read('coupon', id)).toMatchObject({ batchId: 1, state: 'OPEN' });
        expect(tx.read('coupon', count + 1)).toBeUndefined();
        expect(tx.ask('coupon', count, { type: 'redeem', unique: true, orderId: 1 }).ok).toBe(true);
        expect(tx.read('coupon', count)).toMatchObject({ state: 'REDEEMED', uses: 1 });
        expect(tx.ask('coupon', count, { type: 'free', orderId: 1 }).ok).toBe(true);
        expect(() => tx.index('coupon')).toThrow('looked up while it has pending events');
        expect(() => tx.index('category')).not.toThrow();
        return batch;
      });
      expect(new Set(make(engine, (tx) => ok(codesOf(tx, 1)))).size).toBe(count);
      await closeAndVerify(engine);
    },
  );

  test('a tree of 200 categories goes in one record', async () => {
    const engine = engineOn(new MemoryJournal());
    for (let id = 1; id <= 200; id += 1) {
      make(engine, (tx) =>
        createCategory(tx, { parentId: Math.floor(id / 2), name: `c${id}`, labels: {}, attributes: {}, seo: {} }),
      );
    }
    const { headSeq } = engine;
    make(engine, (tx) => deleteCategory(tx, 1));
    expect(engine.headSeq).toBe(headSeq + 1);
    expect(
      Array.from({ length: 200 }, (_, at) => engine.tables.category.get(at + 1)).filter((one) => one !== undefined),
    ).toEqual([]);
    await closeAndVerify(engine);
  });
});

/** An order with a unique coupon and one without limit. */
const ordered = (engine: Engine): void => {
  fillShop(engine);
  for (const unique of [true, false])
    make(engine, (tx) => createCoupons(tx, { terms: { ...ONE_OFF, unique }, count: 1, code: unique ? 'one' : 'many' }));
  const sessionId = make(engine, startSession);
  make(engine, (tx) => addPiece(tx, sessionId, 1, false));
  make(engine, (tx) =>
    addCoupons(tx, sessionId, [
      { code: 'one', name: '' },
      { code: 'many', name: '' },
    ]),
  );
  make(engine, (tx) => checkout(tx, sessionId));
};

describe('verify', () => {
  test.each<[string, (engine: Engine) => void, readonly string[]]>([
    ['nothing where orders and coupons agree', () => {}, []],
    [
      'a unique coupon that was redeemed twice',
      (engine) => make(engine, (tx) => tx.ask('coupon', 1, { type: 'redeem', unique: false, orderId: 9 })),
      [
        'coupon 1 has 2 uses, 1 orders hold it',
        'coupon 1 is unique and was redeemed 2 times',
        'coupon 1 is REDEEMED with 2 uses',
      ],
    ],
    [
      'a coupon that was freed while its order holds it',
      (engine) => make(engine, (tx) => tx.ask('coupon', 1, { type: 'free', orderId: 1 })),
      ['coupon 1 has 0 uses, 1 orders hold it'],
    ],
    [
      'an order that was cancelled without freeing its coupon',
      (engine) =>
        make(engine, (tx) =>
          tx.ask('order', 1, {
            type: 'move',
            lifecycle: 'order',
            event: 'cancel',
            mode: 'lenient',
            byHand: true,
            by: 0,
          }),
        ),
      ['coupon 1 has 1 uses, 0 orders hold it'],
    ],
    [
      'a use of a coupon without limit that no order knows',
      (engine) => make(engine, (tx) => tx.ask('coupon', 2, { type: 'redeem', unique: false, orderId: 9 })),
      ['coupon 2 has 2 uses, 1 orders hold it'],
    ],
  ])('finds %s', async (_what, spoil, findings) => {
    const journal = new MemoryJournal();
    const engine = engineOn(journal);
    ordered(engine);
    spoil(engine);
    await engine.close();
    expect((await verifyStore(journal, undefined)).findings.filter((one) => one.startsWith('coupon'))).toEqual(
      findings,
    );
  });
});
