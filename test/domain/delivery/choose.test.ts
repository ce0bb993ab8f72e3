// Which delivery rule decides for a cart, and what its delivery costs, against a slow model. It would catch a rule
// that is passed over or taken out of turn, a range with a wrong end, a price that is rounded twice, and shares of the
// goods' tax rates that do not add up.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { goodsByRate } from '../../../src/domain/delivery/rule-price.ts';
import { ZONES } from '../../../src/domain/delivery/zone.ts';
import { runs } from '../../harness/effort.ts';
import { expectModel, factsOf, indexOf } from './delivery-laws.ts';
import { modelChoice } from './delivery-model.ts';
import { deliveredCart, deliveryTerms } from './delivery-values.ts';
import type { DeliveredCart } from './delivery-values.ts';

const table = fc.array(deliveryTerms, { maxLength: 8 });

test('choice and price are those of a model that asks every rule', () => {
  fc.assert(fc.property(table, deliveredCart, expectModel), { numRuns: runs(2500) });
});

/** One place with many rules, whose ranges are compared as numbers, in blocks of some. */
const longTable = fc
  .record({ isByWeight: fc.boolean(), rules: fc.array(deliveryTerms, { minLength: 16, maxLength: 40 }) })
  .map(({ isByWeight, rules }) =>
    rules.map((terms, at) => ({
      ...terms,
      methodId: 1,
      zips: [],
      countries: [],
      ...(isByWeight && at % 4 > 0 && { weightFromG: at * 500, weightToG: at * 500 + 500 }),
      ...(!isByWeight && { weightFromG: 0, weightToG: 0, basis: 'after' as const }),
      ...(!isByWeight && at % 4 > 0 && { sumFromMinor: at * 250, sumToMinor: at * 250 + 250 }),
    })),
  );

test('so they are where a place has many rules', () => {
  const before = ZONES.blockMax;
  for (const blockMax of [18, before]) {
    ZONES.blockMax = blockMax;
    fc.assert(fc.property(longTable, deliveredCart, expectModel), { numRuns: runs(250) });
  }
  ZONES.blockMax = before;
});

test('the order of a cart’s lines, and the order in which rules are kept, change nothing', () => {
  fc.assert(
    fc.property(table, deliveredCart, (terms, cart) => {
      const turned: DeliveredCart = { ...cart, goods: cart.goods.toReversed() };
      const index = indexOf(terms);
      const other = indexOf([]);
      for (const at of terms.map((_, place) => place).toReversed()) other.add(at + 1, terms[at]!);
      for (const methodId of [1, 2]) {
        const chosen = index.tableOf(methodId)?.choose(factsOf(cart))?.id;
        expect(other.tableOf(methodId)?.choose(factsOf(turned))?.id).toBe(chosen);
      }
      expect(goodsByRate(turned.goods as never)).toEqual(goodsByRate(cart.goods as never));
    }),
    { numRuns: runs(1000) },
  );
});

test('a rule that is changed or deleted decides no more', () => {
  fc.assert(
    fc.property(fc.array(deliveryTerms, { minLength: 1, maxLength: 5 }), deliveredCart, (terms, cart) => {
      const index = indexOf(terms);
      const chosen = index.tableOf(1)?.choose(factsOf(cart))?.id;
      if (chosen === undefined) return;
      index.remove(chosen, terms[chosen - 1]!);
      const rules = terms.map((one, at) => ({ ...one, id: at + 1 }));
      const left = rules.filter(({ id, methodId }) => id !== chosen && methodId === 1);
      expect(index.hasRules(1)).toBe(left.length > 0);
      expect(index.tableOf(1)?.choose(factsOf(cart))?.id).toBe(modelChoice(left, cart)?.id);
    }),
    { numRuns: runs(500) },
  );
});
