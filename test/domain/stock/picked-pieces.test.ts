// Catches pieces that two products share and that are sold twice, refused in the wrong product's name, or backordered
// for a line that got its own. Examples; availability.test.ts tries any shop.
import { describe, expect, it } from 'vitest';
import { availableMilli, isLow, putBack } from '../../../src/domain/stock/availability.ts';
import type { CartHolder } from '../../../src/domain/stock/hold.ts';
import { ok } from '../../../src/kernel/result.ts';
import type { MemoryShop } from '../memory-shop.ts';
import { good, seeded, seededShop } from '../seeded-shop.ts';
import type { SeededProduct } from '../seeded-shop.ts';
import { outcome, quantities, run } from './picking.ts';

const bound = (parts: number, override = false): SeededProduct =>
  seeded('1', '', { managed: true, override, bindings: { A: parts } });
const wanted = (...pieces: number[]) =>
  pieces.map((piece, index) => ({ productId: index + 1, quantityMilli: piece * 1000 }));
/** What stock items hold that hold anything. */
const left = (shop: MemoryShop): number[] => [...quantities(shop).values()].filter((milli) => milli !== 0);

describe('products that share pieces', () => {
  it('have them together, whatever each needs of them', () => {
    const shop = seededShop({}, [bound(2), bound(1)], [['one', 'A', 7]]);
    expect(outcome(run(shop, wanted(3, 2)))).toBe('SHOPOBJECT_NOT_AVAILABLE 1');
    expect(left(shop)).toEqual([7000]);
    expect(good(run(shop, wanted(3, 1)))).toEqual({
      taken: [{ stockId: 1, quantityMilli: 7000 }],
      backordered: [],
    });
  });

  it('are refused in the name of the first that may not be sold below zero', () => {
    const refusal = (first: boolean, second: boolean): string =>
      outcome(run(seededShop({}, [bound(1, first), bound(1, second)], [['one', 'A', 1]]), wanted(1, 1)));
    expect(refusal(false, false)).toBe('SHOPOBJECT_NOT_AVAILABLE 1');
    expect(refusal(false, true)).toBe('SHOPOBJECT_NOT_AVAILABLE 1');
    expect(refusal(true, false)).toBe('SHOPOBJECT_NOT_AVAILABLE 2');
    expect(refusal(true, true)).toBe('done');
  });

  it('lack what is missing from the last one on', () => {
    const backordered = (placed: number) =>
      good(run(seededShop({}, [bound(1, true), bound(1, true)], [['one', 'A', placed]]), wanted(3, 2))).backordered;
    expect(backordered(3)).toEqual([{ productId: 2, quantityMilli: 2000 }]);
    expect(backordered(1)).toEqual([
      { productId: 2, quantityMilli: 2000 },
      { productId: 1, quantityMilli: 2000 },
    ]);
  });

  it('share none with a product’s own stock, whose id may be that of a warehouse entity', () => {
    const shop = seededShop({}, [seeded('1', '', { managed: true, stock: '5' }), bound(1)], [['one', 'A', 5]]);
    expect(shop.ids('warehouse_entity')).toEqual([1]);
    expect(outcome(run(shop, wanted(4, 4)))).toBe('done');
    expect(left(shop)).toEqual([1000, 1000]);
  });
});

describe('storages', () => {
  const shopOf = () =>
    seededShop(
      {},
      [bound(1)],
      [
        ['one', 'A', 2],
        ['two', 'A', 3],
      ],
    );

  it('are emptied in their order; nothing is taken of one that is empty or not needed', () => {
    const shop = shopOf();
    const taken = (pieces: number) => good(run(shop, wanted(pieces))).taken;
    expect(taken(1)).toEqual([{ stockId: 1, quantityMilli: 1000 }]);
    expect(taken(2)).toEqual([
      { stockId: 1, quantityMilli: 1000 },
      { stockId: 2, quantityMilli: 1000 },
    ]);
    expect(taken(1)).toEqual([{ stockId: 2, quantityMilli: 1000 }]);
  });

  it('all get back what was taken of them', () => {
    const shop = shopOf();
    const { taken } = good(run(shop, wanted(4)));
    expect(left(shop)).toEqual([1000]);
    good(shop.transact((tx) => putBack(tx, 1, taken)));
    expect(left(shop)).toEqual([2000, 3000]);
  });
});

describe('what may be sold', () => {
  it('is without what other carts hold, and to be warned of with it', () => {
    const shop = seededShop({}, [seeded('1', '', { managed: true, stock: '5' })], []);
    const [mine, other]: CartHolder[] = [
      { sessionId: 1, generation: 1 },
      { sessionId: 2, generation: 1 },
    ];
    good(shop.ask('stock', 1, { type: 'hold', holder: mine!, quantityMilli: 2000, lifeMs: 1e9 }));
    const free = (holder?: CartHolder): number =>
      good(shop.transact((tx) => ok(availableMilli(tx, 1, tx.read('shopobject', 1)!, holder))));
    expect([free(), free(mine), free(other)]).toEqual([5000, 5000, 3000]);
    const isWarned = (warningMilli: number, managed = true): boolean =>
      good(
        shop.transact((tx) => {
          const product = tx.read('shopobject', 1)!;
          return ok(isLow(tx, 1, { ...product, availability: { managed, override: false, warningMilli } }));
        }),
      );
    expect([isWarned(4999), isWarned(5000), isWarned(5001), isWarned(5001, false)]).toEqual([false, true, true, false]);
  });

  it('is what there is of a product’s own stock, and whole pieces of a bound one', () => {
    const shop = seededShop({}, [seeded('1', '', { managed: true, stock: '3.5' }), bound(2)], [['one', 'A', 7]]);
    const free = (id: number): number =>
      good(shop.transact((tx) => ok(availableMilli(tx, id, tx.read('shopobject', id)!))));
    expect([free(1), free(2)]).toEqual([3500, 3000]);
  });

  it('is counted exactly up to 9,000,000,000,000,000 millionths of a part, and refused beyond', () => {
    const most = { productId: 1, quantityMilli: 1_000_000_000 };
    const picked = (parts: number): string => outcome(run(seededShop({}, [bound(parts, true)], []), [most]));
    expect([picked(9000), picked(9001)]).toEqual(['done', 'AMOUNT_OUT_OF_RANGE 1']);
  });
});
