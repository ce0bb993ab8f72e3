// Catches carts, orders and stock that differ from a slow model which computes everything anew after every step.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelCoupon } from './cart-model.ts';
import { Warehouse, expectedCart, shownCart, emptyModelCart } from './cart-model.ts';
import { agree } from './cart-agreement.ts';
import { Step, run } from './cart-steps.ts';
import { makeCoupons } from './order-steps.ts';
import { modelSession } from './cart-step.ts';
import type { AddStep, Model, StepSpec } from './cart-step.ts';
import type { MemoryShop } from '../memory-shop.ts';
import type { ModelTerms } from '../coupons/coupon-model.ts';
import { fromDecimal } from './rational.ts';
import { PRICE_E4_MAX } from '../../../src/domain/money.ts';
import { runs } from '../../harness/effort.ts';
import { same } from '../same.ts';
import { PLACED, PRODUCTS, openSession, seededShop } from '../seeded-shop.ts';

const SESSIONS = 3;
const some = fc.nat({ max: 5 });
const linePlace = fc.nat({ max: 4 });

const quantity = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(1000, 2000, 3000, 500, 1500, 1) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 6000 }) },
  { weight: 1, arbitrary: fc.constantFrom(1_000_000_000, 999_999_999, 500_000_000) },
);
const freePrice = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -200_000, max: 200_000 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(PRICE_E4_MAX, 100_000_000_000, -100_000_000_000, 90_000_000_000, 1, -1, 0, 50, -50, 49),
  },
);

const setMilli = fc.oneof(
  fc.integer({ min: 1, max: 12 }).map((pieces) => pieces * 1000),
  fc.constantFrom(1, 500, 2500, 1_000_000_000),
);

const add: fc.Arbitrary<AddStep> = fc.record({
  does: fc.constant('add' as const),
  session: some,
  productId: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: PRODUCTS.length }) },
    { weight: 1, arbitrary: fc.constant(0) },
  ),
  priceE4: freePrice,
  quantityMilli: quantity,
  grouped: fc.boolean(),
  parent: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: linePlace }),
  color: fc.constantFrom('', '', 'red'),
  country: fc.constantFrom('DE', 'DE', 'AT', 'FR', 'XX'),
  taxClass: fc.constantFrom('', 'default', 'reduced', 'net', 'export'),
  language: fc.constantFrom('de_DE', 'de_DE', 'en_GB'),
  backOffice: fc.boolean(),
});

/** Amounts at the edge of 15 digits, with either sign. */
const huge = fc
  .record({
    base: add,
    priceE4: fc.constantFrom(90_000_000_000, -90_000_000_000, 50_000_000_000),
    rest: fc.nat({ max: 9 }),
  })
  .map(({ base, priceE4, rest }): AddStep => ({
    ...base,
    productId: 0,
    priceE4,
    quantityMilli: 1_000_000_000 - rest,
    parent: 0,
    backOffice: true,
  }));
/** Many after the same few pieces. */
const rush = fc
  .record({ base: add, productId: fc.constantFrom(1, 2, 5, 6, 7), quantityMilli: fc.constantFrom(1000, 2000, 2500) })
  .map(({ base, ...more }): AddStep => ({ ...base, ...more, parent: 0 }));

const position = fc.record({
  name: fc.constantFrom('Delivery', 'Express'),
  minor: fc.oneof(fc.integer({ min: -500, max: 2000 }), fc.constantFrom(1_000_000_000, -1_000_000_000, 0)),
  rateE6: fc.constantFrom(190_000, 70_000, 0, 1_000_000),
});

/** The day on which every shop here begins. */
const TODAY = 19_675;
const terms = (
  code: string,
  kind: 'unique' | 'multiple',
  amount: string,
  more: Partial<ModelTerms> = {},
): ModelTerms => ({
  code,
  name: `Coupon ${code}`,
  unique: kind === 'unique',
  percentage: amount.endsWith('%'),
  amount: fromDecimal(amount.replace('%', '')),
  startDay: null,
  endDay: null,
  combineable: true,
  ...more,
});
const COUPONS: readonly ModelTerms[] = [
  terms('tenth', 'unique', '10%'),
  terms('five', 'unique', '5'),
  terms('third', 'multiple', '33.3333%'),
  terms('dime', 'multiple', '0.1'),
  terms('all', 'multiple', '100%'),
  terms('much', 'multiple', '10000000'),
  terms('alone', 'unique', '3', { combineable: false }),
  terms('old', 'unique', '1', { endDay: TODAY }),
  terms('soon', 'unique', '1', { startDay: TODAY + 1, endDay: TODAY + 1 }),
];
/** Mostly those that may stand together. */
const someCoupons = fc.oneof(
  { weight: 5, arbitrary: fc.array(fc.nat({ max: 5 }), { maxLength: 3 }) },
  { weight: 2, arbitrary: fc.array(fc.nat({ max: COUPONS.length }), { maxLength: 2 }) },
);

const steps: fc.Arbitrary<StepSpec> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('coupons' as const), session: some, coupons: someCoupons }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('next day' as const) }) },
  { weight: 8, arbitrary: add },
  { weight: 5, arbitrary: rush },
  { weight: 1, arbitrary: huge },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('decrement' as const, 'remove' as const),
      session: some,
      line: linePlace,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('set' as const),
      session: some,
      line: linePlace,
      quantityMilli: setMilli,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('clear' as const), session: some }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('checkout' as const), session: some }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('deliver' as const),
      session: some,
      positions: fc.array(position, { maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('details' as const),
      session: some,
      note: fc.constantFrom('a', 'b'),
      payment: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('cancel' as const, 'reopen' as const), order: some }) },
);

/** Everything that every shop here begins with, decided once. */
const seed = seededShop();
const sessionIds = Array.from({ length: SESSIONS }, () => openSession(seed));
makeCoupons(seed, COUPONS);

const start = (linesMax = 1000): { model: Model; real: MemoryShop } => {
  const real = seed.replayed({ cartLinesMax: linesMax });
  const coupons = COUPONS.map((one, at): ModelCoupon => ({
    id: at + 1,
    terms: one,
    holder: 0,
    state: 'OPEN',
    uses: 0,
  }));
  return {
    model: {
      products: PRODUCTS,
      warehouse: new Warehouse(PRODUCTS, PLACED),
      sessions: sessionIds.map(modelSession),
      orders: [],
      numbers: 0,
      coupons,
      linesMax,
    },
    real,
  };
};

describe('carts, orders and stock', () => {
  // Catches any sum, tax, total, hand-over or stock movement that is not what recomputing everything gives; stock sold
  // twice or below zero; an order that is not the last cart; a refusal that changed something. And, as every event goes
  // through the journal's bytes and every state that decides is frozen: a decision that changes state, an event that
  // does not survive the disk, and a replay that gives other rows.
  it('are what the slow model says after every step of several shoppers, and what their journal replays to', () => {
    fc.assert(
      fc.property(
        fc.commands([steps.map((spec) => new Step(spec))], { maxCommands: 60, size: 'large' }),
        fc.constantFrom(3, 1000),
        (commands, linesMax) => {
          const { model, real } = start(linesMax);
          fc.modelRun(() => ({ model, real }), commands);
          same(real.replayed().rows(), real.rows());
        },
      ),
      { numRuns: runs(25, 200, 20_000) },
    );
    // 20 s of a core in a full run, and many times that on a busy machine.
  }, 600_000);

  const shoppers = fc.array(fc.oneof({ weight: 4, arbitrary: add }, { weight: 1, arbitrary: huge }), { maxLength: 6 });

  // Catches an amount that a removed line leaves behind in a sum.
  it('a line added and removed again leaves every shown member as it was', () => {
    fc.assert(
      fc.property(shoppers, add, (adds, last) => {
        const { model, real } = start();
        for (const step of adds) run(model, real, { ...step, session: 0 });
        run(model, real, { does: 'coupons', session: 0, coupons: [0, 2, 3] });
        const before = shownCart(real.state('session', 1).cart);
        const { made } = model.sessions[0]!.cart;
        run(model, real, { ...last, session: 0, grouped: false });
        if (model.sessions[0]!.cart.made === made) return;
        run(model, real, { does: 'remove', session: 0, line: model.sessions[0]!.cart.lines.length - 1 });
        same(shownCart(real.state('session', 1).cart), before);
      }),
      { numRuns: runs(60, 200, 20_000) },
    );
  });

  // Catches a rest of a piece that can never be taken off, and a child that outlives its parent.
  it('taking pieces off one by one ends like removing the line, after as many steps as it has pieces', () => {
    fc.assert(
      fc.property(shoppers, fc.nat({ max: 5 }), (adds, at) => {
        const one = start();
        const other = start();
        for (const { model, real } of [one, other]) {
          for (const step of adds)
            run(model, real, { ...step, session: 0, quantityMilli: 1 + (step.quantityMilli % 6000) });
        }
        const { lines } = one.model.sessions[0]!.cart;
        if (lines.length === 0) return;
        const line = at % lines.length;
        const { id, quantityMilli: milli } = one.real.state('session', 1).cart.lines[line]!;
        for (let taken = 0; taken < milli; taken += 1000) {
          same(
            one.real.state('session', 1).cart.lines.some((each) => each.id === id),
            true,
          );
          run(one.model, one.real, { does: 'decrement', session: 0, line });
          agree(one.model, one.real);
        }
        run(other.model, other.real, { does: 'remove', session: 0, line });
        same(shownCart(one.real.state('session', 1).cart), shownCart(other.real.state('session', 1).cart));
      }),
      { numRuns: runs(60, 200, 20_000) },
    );
  });

  // Catches children that stay behind without their parent, and a line that hangs below a child.
  it('removing a line removes all that hangs below it, and nothing else', () => {
    const leaf = add.map((step) => ({
      ...step,
      session: 0,
      productId: 0,
      grouped: false,
      backOffice: true,
      priceE4: step.priceE4 % 1_000_000,
    }));
    const tree = fc.array(fc.tuple(leaf, fc.nat({ max: 7 })), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(tree, fc.nat({ max: 7 }), (leaves, at) => {
        const { model, real } = start();
        for (const [made, [step, parent]] of leaves.entries())
          run(model, real, { ...step, quantityMilli: 1000, parent: made === 0 ? 0 : parent % (made + 1) });
        run(model, real, { does: 'remove', session: 0, line: at % model.sessions[0]!.cart.lines.length });
        agree(model, real);
      }),
      { numRuns: runs(60, 200, 20_000) },
    );
  });

  // Catches a sum that depends on the order in which lines were added.
  it('totals do not depend on the order of lines', () => {
    const unrelated = fc.array(
      add.map((step) => ({
        ...step,
        parent: 0,
        grouped: false,
        session: 0,
        productId: step.productId % 2 === 0 ? 0 : 3,
      })),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(unrelated, (adds) => {
        const small = adds.map((step) => ({
          ...step,
          priceE4: step.priceE4 % 1_000_000,
          backOffice: true,
          quantityMilli: 1 + (step.quantityMilli % 5000),
        }));
        const totals = [small, small.toReversed()].map((list) => {
          const { model, real } = start();
          for (const step of list) run(model, real, step);
          const { sum, totals: all } = shownCart(real.state('session', 1).cart) as { sum: number; totals: unknown };
          return { sum, all };
        });
        same(totals[0], totals[1]);
      }),
      { numRuns: runs(60, 200, 20_000) },
    );
  });

  it('an empty cart is all zeros, also after it was cleared', () => {
    const totals = {
      promotionsMinor: 0,
      couponsMinor: 0,
      couponUses: [],
      deliveryMinor: 0,
      totalMinor: 0,
      sumTaxMinor: 0,
      taxPositions: [],
    };
    const zeros = { sum: 0, lines: [], delivery: [], coupons: [], totals };
    const { model, real } = start();
    expect(expectedCart(emptyModelCart())).toEqual(zeros);
    expect(shownCart(real.state('session', 1).cart)).toEqual(zeros);
    fc.assert(
      fc.property(shoppers, fc.array(position, { maxLength: 3 }), (adds, positions) => {
        for (const step of adds) run(model, real, { ...step, session: 0 });
        run(model, real, { does: 'deliver', session: 0, positions });
        run(model, real, { does: 'coupons', session: 0, coupons: [2, 3] });
        run(model, real, { does: 'clear', session: 0 });
        same(shownCart(real.state('session', 1).cart), zeros);
      }),
      { numRuns: runs(10) },
    );
  });
});
