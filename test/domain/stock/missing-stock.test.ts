// Catches stock that does not exist, or no longer does, being sold or given back, and half a movement after a refusal.
import { describe, expect, it } from 'vitest';
import { availableMilli, entityMilli, pick, putBack } from '../../../src/domain/stock/availability.ts';
import { deleteObject } from '../../../src/domain/catalogue/delete-object.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { ok, refuse } from '../../../src/kernel/result.ts';
import { good, seeded, seededShop } from '../seeded-shop.ts';
import { quantities, run, outcome } from './picking.ts';

describe('stock that is not there', () => {
  const withOther = (tx: Transaction, other: Partial<Transaction>): Transaction =>
    Object.assign(Object.create(tx) as Transaction, other);
  const plain = seeded('1', '');

  // Catches a shelf that is looked at before it was put up, and a reply that does not wait for whoever puts it up.
  it('counts as none, and the look is remembered', () => {
    const shop = seededShop({}, [plain, { ...plain, managed: true, stock: '5' }], []);
    const missed: string[] = [];
    const look = (id: number) =>
      good(
        shop.transact((tx) =>
          ok(
            availableMilli(
              withOther(tx, { trackAbsence: (kind) => void missed.push(kind) }),
              id,
              tx.read('shopobject', id)!,
            ),
          ),
        ),
      );
    expect([look(2), missed]).toEqual([5000, []]);
    expect([look(1), missed]).toEqual([0, ['stock']]);
    const managed = {
      active: true,
      productId: 0,
      bindings: [],
      availability: { managed: true, override: true, warningMilli: 0 },
    };
    const read = ((kind, id) => (kind === 'shopobject' ? managed : shop.find(kind, id))) as Transaction['read'];
    const picked = good(
      shop.transact((tx) => pick(withOther(tx, { read }), 1, [{ productId: 1, quantityMilli: 2000 }])),
    );
    expect(picked).toEqual({ taken: [], backordered: [{ productId: 1, quantityMilli: 2000 }] });
  });

  it('of a warehouse entity is what all its storages hold together', () => {
    const shop = seededShop(
      {},
      [],
      [
        ['one', 'A', 2],
        ['two', 'A', 3],
        ['one', 'B', 7],
      ],
    );
    const held = (id: number): number => good(shop.transact((tx) => ok(entityMilli(tx, id))));
    expect(shop.ids('warehouse_entity').map(held)).toEqual([5000, 7000]);
    expect(held(99)).toBe(0);
  });

  it('of a product that was deleted since is neither sold nor given back', () => {
    const shop = seededShop(
      {},
      [
        { ...plain, managed: true, stock: '5' },
        { ...plain, managed: true, stock: '5' },
      ],
      [],
    );
    const { taken } = good(
      run(shop, [
        { productId: 1, quantityMilli: 2000 },
        { productId: 2, quantityMilli: 1000 },
      ]),
    );
    good(shop.transact((tx) => deleteObject(tx, 1, 'product')));
    expect(outcome(run(shop, [{ productId: 1, quantityMilli: 1000 }]))).toBe('SHOPOBJECT_NOT_AVAILABLE 1');
    expect(outcome(shop.transact((tx) => putBack(tx, 1, taken)))).toBe('done');
    expect([...quantities(shop).values()]).toEqual([5000]);
  });

  // Catches half a movement.
  it.each(['sell', 'put_back'])('a %s that is refused is refused as a whole', (what) => {
    const shop = seededShop(
      {},
      [
        { ...plain, managed: true, stock: '5' },
        { ...plain, managed: true, stock: '5' },
      ],
      [],
    );
    const lines = [
      { productId: 1, quantityMilli: 1000 },
      { productId: 2, quantityMilli: 1000 },
    ];
    const { taken } = good(run(shop, lines));
    const full = refuse('AMOUNT_OUT_OF_RANGE', what);
    let asked = 0;
    const result = shop.transact<unknown>((tx) => {
      const stub = withOther(tx, { ask: () => ((asked += 1), full) });
      return what === 'sell' ? pick(stub, 2, lines) : putBack(stub, 1, taken);
    });
    expect([result, asked]).toEqual([full, 1]);
  });
});
