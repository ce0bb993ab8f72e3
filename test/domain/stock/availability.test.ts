// Catches a piece that is sold twice, a quantity that is shown wrongly, and stock that is not put back.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { availableMilli, isAvailable, putBack } from '../../../src/domain/stock/availability.ts';
import type { WantedPieces } from '../../../src/domain/stock/pieces.ts';
import { addBinding } from '../../../src/domain/catalogue/bind-product.ts';
import { ok } from '../../../src/kernel/result.ts';
import type { MemoryShop } from '../memory-shop.ts';
import { good, seeded, seededShop } from '../seeded-shop.ts';
import type { SeededProduct } from '../seeded-shop.ts';
import { quantities, run, outcome } from './picking.ts';

const ENTITIES = ['A', 'B', 'C'];
const STORAGES = ['one', 'two', 'three'];

const product: fc.Arbitrary<SeededProduct> = fc
  .record({
    managed: fc.constantFrom(true, true, true, false),
    override: fc.boolean(),
    active: fc.constantFrom(true, true, true, false),
    stock: fc.integer({ min: 0, max: 9000 }).map((milli) => String(milli / 1000)),
    bindings: fc.dictionary(fc.constantFrom(...ENTITIES), fc.integer({ min: 1, max: 4 }), { maxKeys: 2 }),
  })
  .map((one) => ({ ...one, price: '1', taxclass: '' }));

const placed = fc.array(
  fc.tuple(fc.constantFrom(...STORAGES), fc.constantFrom(...ENTITIES), fc.integer({ min: 1, max: 6 })),
  { maxLength: 7 },
);
const world = fc.record({
  products: fc.array(product, { minLength: 1, maxLength: 4 }),
  placed,
  wanted: fc.array(fc.tuple(fc.nat({ max: 3 }), fc.constantFrom(1000, 2000, 500, 1, 3333)), {
    minLength: 1,
    maxLength: 5,
  }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

const build = ({ products, placed: moves, wanted }: World): { shop: MemoryShop; lines: WantedPieces[] } => ({
  shop: seededShop({}, products, moves),
  lines: wanted.map(([at, quantityMilli]) => ({ productId: (at % products.length) + 1, quantityMilli })),
});

/** The stock items of a product's sources with what one piece needs, found by looking at every item. */
const sourcesOf = (shop: MemoryShop, productId: number): { key: string; items: number[]; per: number }[] => {
  const { bindings } = shop.state('shopobject', productId);
  const all = shop.ids('stock').map((id) => ({ id, ...shop.state('stock', id) }));
  if (bindings.length === 0) {
    return [
      {
        key: `own ${productId}`,
        items: all.filter((one) => one.storageId === 0 && one.holderId === productId).map(({ id }) => id),
        per: 1000,
      },
    ];
  }
  return bindings.map(({ entityId, perPieceMilli }) => ({
    key: `entity ${entityId}`,
    items: all
      .filter((one) => one.storageId !== 0 && one.holderId === entityId)
      .sort((a, b) => a.storageId - b.storageId)
      .map(({ id }) => id),
    per: perPieceMilli,
  }));
};

interface Need {
  readonly items: number[];
  need: number;
  insists: number;
  readonly shares: { readonly productId: number; readonly per: number; need: number }[];
}

/** Millionths of a piece: quantity (1/1,000) × pieces per piece (1/1,000); all whole numbers. */
const needsOf = (shop: MemoryShop, lines: readonly WantedPieces[]): Need[] => {
  const needs = new Map<string, Need>();
  for (const { productId, quantityMilli } of lines) {
    const { managed, override } = shop.state('shopobject', productId).availability;
    if (!managed) continue;
    for (const { key, items, per } of sourcesOf(shop, productId)) {
      const one = needs.get(key) ?? { items, need: 0, insists: 0, shares: [] };
      const need = (quantityMilli * per) / 1000;
      one.need += need;
      if (!override) one.insists ||= productId;
      const share = one.shares.find((each) => each.productId === productId);
      if (share === undefined) one.shares.push({ productId, per, need });
      else share.need += need;
      needs.set(key, one);
    }
  }
  return [...needs.values()];
};

const expected = (shop: MemoryShop, lines: readonly WantedPieces[]): string => {
  const inactive = lines.find(({ productId }) => !shop.state('shopobject', productId).active);
  if (inactive !== undefined) return `SHOPOBJECT_NOT_AVAILABLE ${inactive.productId}`;
  const held = quantities(shop);
  const short = needsOf(shop, lines).find(
    ({ items, need, insists }) => insists !== 0 && need > items.reduce((sum, id) => sum + held.get(id)!, 0),
  );
  return short === undefined ? 'done' : `SHOPOBJECT_NOT_AVAILABLE ${short.insists}`;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('pick', () => {
  // Catches two lines that both get the last piece, a storage below zero or used out of order, a product that is
  // refused though its own override would allow it while another's name is not told, and stock taken by a refused
  // order.
  it('takes what a naive look at every stock item says, from storages in their order, or nothing at all', () => {
    fc.assert(
      fc.property(world, (given) => {
        const { shop, lines } = build(given);
        const before = quantities(shop);
        const said = expected(shop, lines);
        const needs = needsOf(shop, lines);
        const result = run(shop, lines);
        expect(outcome(result)).toBe(said);
        const after = quantities(shop);
        if (!result.ok) {
          expect(after).toEqual(before);
          return;
        }
        const rest = new Map(before);
        for (const { items, need } of needs) {
          let missing = need;
          for (const id of items) {
            const part = Math.min(missing, rest.get(id)!);
            rest.set(id, rest.get(id)! - part);
            missing -= part;
          }
        }
        expect(after).toEqual(rest);
        const taken = new Map<number, number>();
        for (const { stockId, quantityMilli } of result.value.taken)
          taken.set(stockId, (taken.get(stockId) ?? 0) + quantityMilli);
        for (const [id, quantity] of before) expect(taken.get(id) ?? 0).toBe(quantity - after.get(id)!);
        expect(result.value.taken.every(({ quantityMilli }) => quantityMilli > 0)).toBe(true);
      }),
      { numRuns: runs(30) },
    );
  });

  // Catches a backorder told in parts instead of products: a regression, four missing wheels were four cars.
  it('backorders in pieces of the product, per product at most what was ordered, and enough to cover what is missing', () => {
    fc.assert(
      fc.property(world, (given) => {
        const { shop, lines } = build({
          ...given,
          products: given.products.map((one) => ({ ...one, active: true, override: true })),
        });
        const held = quantities(shop);
        const needs = needsOf(shop, lines);
        const { backordered } = good(run(shop, lines));
        const missed = new Map(backordered.map(({ productId, quantityMilli }) => [productId, quantityMilli]));
        expect(missed.size).toBe(backordered.length);
        for (const { productId, quantityMilli } of backordered) {
          expect(quantityMilli).toBeGreaterThan(0);
          expect(quantityMilli).toBeLessThanOrEqual(
            sum(lines.filter((one) => one.productId === productId).map((one) => one.quantityMilli)),
          );
        }
        for (const { items, need, shares } of needs) {
          const missing = Math.max(0, need - sum(items.map((id) => held.get(id)!)));
          const covered = sum(
            shares.map(({ productId, per, need: own }) => Math.min(own, ((missed.get(productId) ?? 0) * per) / 1000)),
          );
          expect(covered).toBeGreaterThanOrEqual(missing);
        }
        for (const [productId, quantityMilli] of missed) {
          const lacks = needs.flatMap(({ items, need, shares }) =>
            shares
              .filter((one) => one.productId === productId)
              .map(({ per }) => Math.ceil((Math.max(0, need - sum(items.map((id) => held.get(id)!))) * 1000) / per)),
          );
          expect(quantityMilli).toBeLessThanOrEqual(Math.max(...lacks));
        }
      }),
      { numRuns: runs(20) },
    );
    const car = seeded('1', '', { managed: true, override: true, bindings: { wheel: 4 } });
    const shop = seededShop({}, [car], [['one', 'wheel', 8]]);
    expect(good(run(shop, [{ productId: 1, quantityMilli: 3000 }])).backordered).toEqual([
      { productId: 1, quantityMilli: 1000 },
    ]);
  });

  // Catches a return that is not exactly what was taken, or goes elsewhere.
  it('is undone by putBack, item by item', () => {
    fc.assert(
      fc.property(world, (given) => {
        const { shop, lines } = build(given);
        const before = quantities(shop);
        const result = run(shop, lines);
        if (!result.ok) return;
        good(shop.transact((tx) => putBack(tx, 1, result.value.taken)));
        expect(quantities(shop)).toEqual(before);
        for (const id of shop.ids('stock'))
          expect(shop.state('stock', id).soldMilli).toBe(shop.state('stock', id).returnedMilli);
      }),
      { numRuns: runs(10) },
    );
  });

  // Catches a cart that lets something in which no checkout could ever sell, or turns away what could be sold.
  it('agrees with isAvailable about a single line of whole pieces', () => {
    fc.assert(
      fc.property(world, (given) => {
        const { shop, lines } = build(given);
        const { productId } = lines[0]!;
        const quantityMilli = Math.ceil(lines[0]!.quantityMilli / 1000) * 1000;
        const available = good(
          shop.transact((tx) =>
            ok(
              isAvailable(tx, productId, tx.read('shopobject', productId)!, quantityMilli, {
                sessionId: 1,
                generation: 0,
              }),
            ),
          ),
        );
        expect(run(shop, [{ productId, quantityMilli }]).ok).toBe(available);
      }),
      { numRuns: runs(20) },
    );
  });

  // Catches a quantity shown for a bound product that is not the minimum over its bindings (D101).
  it('the quantity of a product is floor(stock over all storages / per piece), the least of its bindings', () => {
    fc.assert(
      fc.property(world, (given) => {
        const { shop, lines } = build(given);
        const { productId } = lines[0]!;
        const shown = good(shop.transact((tx) => ok(availableMilli(tx, productId, tx.read('shopobject', productId)!))));
        const held = quantities(shop);
        const each = sourcesOf(shop, productId).map(
          ({ items, per }) => [sum(items.map((id) => held.get(id)!)), per] as const,
        );
        const bound = shop.state('shopobject', productId).bindings.length > 0;
        expect(shown).toBe(
          bound ? Math.min(...each.map(([stock, per]) => Math.floor(stock / per) * 1000)) : each[0]![0],
        );
      }),
      { numRuns: runs(20) },
    );
  });

  // Catches a second binding to one entity, which would count its pieces twice.
  it('sells by the last binding to an entity: binding again changes the quantity', () => {
    const one = seeded('1', '', { managed: true, bindings: { A: 1, B: 1 } });
    const shop = seededShop(
      {},
      [one],
      [
        ['north', 'A', 9],
        ['north', 'B', 9],
      ],
    );
    good(shop.transact((tx) => addBinding(tx, 1, 'A', 3000, false)));
    expect(shop.state('shopobject', 1).bindings).toHaveLength(2);
    expect(outcome(run(shop, [{ productId: 1, quantityMilli: 4000 }]))).toBe('SHOPOBJECT_NOT_AVAILABLE 1');
    expect(outcome(run(shop, [{ productId: 1, quantityMilli: 3000 }]))).toBe('done');
    expect([...quantities(shop).values()].sort()).toEqual([0, 0, 6000]);
  });

  // Catches a need that leaves 2^53: a million pieces of a million parts each.
  it('is exact or refused for the largest quantities', () => {
    const of = (parts: number): SeededProduct =>
      seeded('1', '', { managed: true, override: true, bindings: { A: parts } });
    const shop = seededShop({}, [of(1_000_000), of(9)], [['one', 'A', 1_000_000_000]]);
    expect(outcome(run(shop, [{ productId: 1, quantityMilli: 1_000_000_000 }]))).toBe('AMOUNT_OUT_OF_RANGE 1');
    const lines = Array.from({ length: 1000 }, () => ({ productId: 2, quantityMilli: 1_000_000_000 }));
    expect(good(run(shop, lines.slice(0, 900)))).toEqual({
      taken: [{ stockId: 1, quantityMilli: 1_000_000_000_000 }],
      backordered: [{ productId: 2, quantityMilli: Math.ceil((900 * 9e9 - 1e12) / 9) }],
    });
    expect(outcome(run(shop, lines.concat(lines).slice(0, 1001)))).toBe('AMOUNT_OUT_OF_RANGE 2');
  });
});
