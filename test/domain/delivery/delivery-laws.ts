// Compares what the engine chooses and charges with the slow model.
import { expect } from 'vitest';
import { DeliveryRuleIndex } from '../../../src/domain/delivery/rule-index.ts';
import type { DeliveryFacts } from '../../../src/domain/delivery/facts.ts';
import { whyNot } from '../../../src/domain/delivery/facts.ts';
import { goodsByRate, positionsOf } from '../../../src/domain/delivery/rule-price.ts';
import type { DeliveryTerms } from '../../../src/domain/delivery/terms.ts';
import { zipKeys } from '../../../src/domain/delivery/zips.ts';
import type { Minor, RateE6 } from '../../../src/domain/money.ts';
import { RULES } from '../memory-shop.ts';
import { modelChoice, modelPrice } from './delivery-model.ts';
import type { ModelRule } from './delivery-model.ts';
import type { DeliveredCart } from './delivery-values.ts';

const measured = (goods: DeliveredCart['goods'], of: 'mg' | 'mm3') => ({
  total: goods.reduce((sum, good) => sum + good[of] * good.quantityMilli, 0),
  lacking: goods.find((good) => good[of] === 0)?.productId ?? 0,
});

export const factsOf = (cart: DeliveredCart): DeliveryFacts => {
  const { goods, offMinor } = cart;
  const before = goods.reduce((sum, { sumMinor }) => sum + sumMinor, 0);
  return {
    ...cart,
    zip: zipKeys(cart.zip),
    sumBeforeMinor: before,
    sumAfterMinor: Math.max(0, before - offMinor),
    piecesMilli: goods.reduce((sum, { quantityMilli }) => sum + quantityMilli, 0),
    goods: [...new Set(goods.map(({ productId }) => productId))],
    weight: () => measured(goods, 'mg'),
    volume: () => measured(goods, 'mm3'),
    isAmong: (constraint, productId) => constraint.type === 'leaf' && constraint.test(productId),
    lackingIn: () => cart.missing,
  };
};

const CLASSES = {
  '': { rate: 190_000, isNet: false },
  default: { rate: 190_000, isNet: false },
  reduced: { rate: 70_000, isNet: false },
  net: { rate: 190_000, isNet: true },
};

export const indexOf = (terms: readonly DeliveryTerms[]): DeliveryRuleIndex => {
  const index = new DeliveryRuleIndex();
  for (const [at, one] of terms.entries()) index.add(at + 1, one);
  return index;
};

/** The choice is the model's, so is the price; and a method without a choice says why. */
export const expectModel = (terms: readonly DeliveryTerms[], cart: DeliveredCart): void => {
  const facts = factsOf(cart);
  const index = indexOf(terms);
  const rules = terms.map((one, at): ModelRule => ({ ...one, id: at + 1 }));
  for (const methodId of [1, 2]) {
    const table = index.tableOf(methodId);
    const wanted = modelChoice(
      rules.filter((rule) => rule.methodId === methodId),
      cart,
    );
    const chosen = table?.choose(facts);
    expect(chosen?.id).toBe(wanted?.id);
    if (table === undefined) continue;
    const all = [...table.considered(facts)];
    expect(all.find(({ not }) => not === undefined)?.rule.id).toBe(wanted?.id);
    if (chosen === undefined || wanted === undefined) {
      const none = table.whyNone(facts);
      expect(all.map(({ not }) => not)).toContainEqual(none);
      continue;
    }
    expect(whyNot(chosen, facts)).toBeUndefined();
    const lines = cart.goods.map(({ rateE6, sumMinor }) => ({ rateE6: rateE6 as RateE6, sumMinor: sumMinor as Minor }));
    const made = positionsOf(RULES, chosen, facts, { country: 'DE', goods: () => goodsByRate(lines) })!;
    expect(made.map(({ rateE6, priceMinor }) => [rateE6, priceMinor])).toEqual(modelPrice(wanted, cart, CLASSES));
    expect(new Set(made.map(({ name, ruleId }) => `${ruleId} ${name}`))).toEqual(
      new Set([`${wanted.id} ${wanted.name}`]),
    );
  }
};
