// What a place of many rules asks for a cart. It would catch work that grows with the rules which are not for it, and a
// comparison of numbers that passes over a rule which is.
import { describe, expect, test } from 'vitest';
import { GRAM } from '../../../src/domain/delivery/facts.ts';
import type { DeliveryFacts, ReadRule } from '../../../src/domain/delivery/facts.ts';
import { NEW_RULE } from '../../../src/domain/delivery/rule.ts';
import type { DeliveryTerms } from '../../../src/domain/delivery/terms.ts';
import { zipKeys } from '../../../src/domain/delivery/zips.ts';
import { ZONES, Zone } from '../../../src/domain/delivery/zone.ts';
import { indexOf } from './delivery-laws.ts';

const CART = {
  currency: 'EUR',
  country: 'DE',
  zip: zipKeys(''),
  channelId: 1,
  groups: [],
  sumBeforeMinor: 0,
  sumAfterMinor: 0,
  piecesMilli: 1000,
  goods: [1],
  weight: () => ({ total: 0, lacking: 0 }),
  volume: () => ({ total: 0, lacking: 1 }),
  isAmong: () => true,
  lackingIn: () => 0,
} satisfies DeliveryFacts;

/** A zone of these rules, with ids from 1, and the ids of those that a cart has asked. */
class Asked {
  readonly zone = new Zone();
  readonly rules: readonly ReadRule[];
  readonly ids: number[] = [];

  constructor(terms: readonly Partial<DeliveryTerms>[]) {
    const given = terms.map((more) => ({ ...NEW_RULE, methodId: 1, currency: 'EUR', ...more }));
    const { ids } = this;
    this.rules = indexOf(given)
      .tableOf(1)!
      .rules.map((rule) =>
        Object.defineProperty({ ...rule }, 'currency', {
          get() {
            ids.push(rule.id);
            return 'EUR';
          },
        }),
      );
    for (const rule of this.rules) this.zone.add(rule);
  }
  byId(id: number): ReadRule {
    return this.rules.find((rule) => rule.id === id)!;
  }
  /** The rule that decides, and those that were asked. */
  first(facts: Partial<DeliveryFacts>, best?: number) {
    this.ids.length = 0;
    const found = this.zone.first({ ...CART, ...facts }, best === undefined ? undefined : this.byId(best));
    return [found?.id, [...this.ids]];
  }
}

const grams = (total: number, lacking = 0) => ({ weight: () => ({ total: total * GRAM, lacking }) });
const sums = (sumAfterMinor: number, sumBeforeMinor = sumAfterMinor) => ({ sumAfterMinor, sumBeforeMinor });
const many = (of: (at: number) => Partial<DeliveryTerms>, count = 40) =>
  Array.from({ length: count }, (_, at) => of(at));
const weights = (at: number) => ({ weightFromG: 100 + at * 100, weightToG: 200 + at * 100 });
const amounts = (at: number) => ({ sumFromMinor: 100 + at * 100, sumToMinor: 200 + at * 100 });

describe('of many rules', () => {
  test('those alone are asked whose range has the weight', () => {
    const asked = new Asked(many(weights));
    for (const [weight, id] of [
      [100, 1],
      [199, 1],
      [200, 2],
      [4099, 40],
    ] as const)
      expect(asked.first(grams(weight))).toEqual([id, [id]]);
    for (const weight of [0, 99, 4100]) expect(asked.first(grams(weight))).toEqual([undefined, []]);
    // Nobody knows what it weighs, and each rule says so.
    expect(asked.first(grams(150, 7))).toEqual([undefined, asked.rules.map(({ id }) => id)]);
  });

  test('those alone are asked whose range has the sum that they count', () => {
    const asked = new Asked(many(amounts));
    for (const [sum, id] of [
      [100, 1],
      [199, 1],
      [200, 2],
      [4099, 40],
    ] as const)
      expect(asked.first(sums(sum))).toEqual([id, [id]]);
    for (const sum of [0, 99, 4100]) expect(asked.first(sums(sum))).toEqual([undefined, []]);
    const before = new Asked(many((at) => ({ ...amounts(at), basis: at % 2 === 0 ? 'before' : 'after' })));
    expect(before.first(sums(250, 350))).toEqual([2, [2]]);
    expect(before.first(sums(150, 350))).toEqual([3, [3]]);
    expect(before.first(sums(250, 250))).toEqual([2, [2]]);
  });

  test('one without an end, or without a beginning, is for all that is beyond', () => {
    const open = new Asked(
      many((at) => (at < 38 ? weights(at) : at === 38 ? { weightFromG: 5000 } : { weightToG: 50 })),
    );
    expect([open.first(grams(1e6)), open.first(grams(0))]).toEqual([
      [39, [39]],
      [40, [40]],
    ]);
    const sum = new Asked(
      many((at) => (at < 38 ? amounts(at) : at === 38 ? { sumFromMinor: 5000 } : { sumToMinor: 50 })),
    );
    expect([sum.first(sums(1e9)), sum.first(sums(0)), sum.first(sums(-5))]).toEqual([
      [39, [39]],
      [40, [40]],
      [40, [40]],
    ]);
  });

  test('none is asked behind one that is for the cart', () => {
    const all = new Asked(many(() => ({})));
    expect(all.first({})).toEqual([1, [1]]);
    expect(all.first({}, 1)).toEqual([undefined, []]);
    const few = new Asked(many((at) => ({ priority: -at, sumFromMinor: at === 0 ? 1 : 0 }), 5));
    expect(few.first({}, 2)).toEqual([undefined, [1]]);
    const late = new Asked(many((at) => ({ priority: -at, piecesFromMilli: at < 9 ? 9000 : 0 })));
    expect(late.first({}, 5)).toEqual([undefined, [1, 2, 3, 4]]);
    expect(late.first({})[0]).toBe(10);
  });

  test('fifteen are asked one by one, and sixteen by their numbers', () => {
    const [few, more] = [15, 16].map((count) => new Asked(many(amounts, count)).first(sums(1550)));
    expect(few![1]).toHaveLength(15);
    expect(more).toEqual([15, [15]]);
  });
});

describe('blocks of rules', () => {
  const inBlocks = (blockMax: number, run: () => void): void => {
    const before = ZONES.blockMax;
    ZONES.blockMax = blockMax;
    try {
      run();
    } finally {
      ZONES.blockMax = before;
    }
  };
  /** How often the sums of a cart were read: once for a block that is passed over, else once more. */
  const reads = (asked: Asked, facts: Partial<DeliveryFacts>): number => {
    let times = 0;
    const cart = { ...CART, ...facts };
    const { sumBeforeMinor } = cart;
    asked.zone.first(
      Object.defineProperty(cart, 'sumBeforeMinor', {
        get() {
          times += 1;
          return sumBeforeMinor;
        },
      }),
      undefined,
    );
    return times;
  };

  test('that have nothing for a cart are passed over', () =>
    inBlocks(40, () => {
      const [byWeight, bySum] = [new Asked(many(weights, 80)), new Asked(many(amounts, 80))];
      // Blocks of 20, 20 and 40: the last ends at 8,100.
      const blocks = reads(byWeight, grams(50));
      expect(blocks).toBe(reads(bySum, sums(50)));
      expect([blocks, reads(byWeight, grams(8100)), reads(bySum, sums(8100))]).toEqual([blocks, blocks, blocks]);
      expect([reads(byWeight, grams(100)), reads(bySum, sums(100))]).toEqual([2, 2]);
      expect([reads(byWeight, grams(8099)), reads(bySum, sums(8099))]).toEqual([blocks + 1, blocks + 1]);
      // One sum is within, be it the one that no rule counts.
      expect([reads(bySum, sums(50, 100)), reads(bySum, sums(8100, 8099))]).toEqual([blocks + 1, blocks + 1]);
    }));

  test('keep the order, whichever way rules come and go', () =>
    inBlocks(4, () => {
      const asked = new Asked(many((at) => ({ priority: (at * 7) % 13 })));
      const order = [...asked.rules];
      const left = new Set(order.map(({ id }) => id));
      for (const rule of asked.rules) {
        expect(asked.first({})[0]).toBe(order.find(({ id }) => left.has(id))!.id);
        asked.zone.remove(rule);
        left.delete(rule.id);
        // It is gone already, and nothing else is.
        asked.zone.remove(rule);
      }
      expect(asked.first({})).toEqual([undefined, []]);
      for (const rule of asked.rules.toReversed()) {
        asked.zone.add(rule);
        expect(asked.first({})[0]).toBe(rule.id);
      }
    }));
});
