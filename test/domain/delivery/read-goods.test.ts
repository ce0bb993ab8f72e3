// Constraints on goods of delivery rules, which are kept read. It would catch one that is read for each rule that has
// it, as verdicts on products are remembered by it, and texts of rules that have gone and fill the memory.
import { expect, test } from 'vitest';
import type { Constraint } from '../../../src/domain/search/constraint.ts';
import { NEW_RULE } from '../../../src/domain/delivery/rule.ts';
import type { DeliveryTerms } from '../../../src/domain/delivery/terms.ts';
import { indexOf } from './delivery-laws.ts';

const terms = (more: Partial<DeliveryTerms> = {}): DeliveryTerms => ({
  ...NEW_RULE,
  methodId: 1,
  currency: 'EUR',
  ...more,
});

test('the same text of a constraint is read once, and none where there is no text', () => {
  const goods = '{"main.id":["=",1]}';
  const { rules } = indexOf([terms({ goods }), terms({ unless: goods })]).tableOf(1)!;
  expect(rules[0]!.every).toBe(rules[1]!.none);
  expect([rules[0]!.every === undefined, rules[0]!.none, rules[1]!.every]).toEqual([false, undefined, undefined]);
});

test('ten thousand texts are kept read, and with another one reading begins anew', () => {
  const index = indexOf([]);
  const readOf = (id: number, isShown = true): Constraint | undefined => {
    const one = terms({ goods: `{"main.id":["=",${id}]}` });
    index.add(1, one);
    const every = isShown ? index.tableOf(1)!.rules[0]!.every : undefined;
    index.remove(1, one);
    return every;
  };
  const first = readOf(1);
  for (let id = 2; id <= 10_000; id += 1) readOf(id, false);
  expect(readOf(1)).toBe(first);
  readOf(10_001);
  const again = readOf(1);
  expect([again === first, again === readOf(1)]).toEqual([false, true]);
});
