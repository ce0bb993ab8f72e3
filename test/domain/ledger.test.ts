import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Milli } from '../../src/domain/money.ts';
import { signedMilli, stock } from '../../src/domain/warehouse.ts';
import type { StockItem } from '../../src/domain/warehouse.ts';

/** As the engine makes the state that a draft goes on with. */
const copy = (state: StockItem): StockItem => stock.fromRow(stock.toRow(state));

const place = (state: StockItem, quantityMilli: number, atMs: number): void => {
  const decision = stock.decide(state, { type: 'place', quantityMilli: quantityMilli as Milli, note: '' }, atMs);
  if (decision.ok) for (const event of decision.value) stock.apply(state, event, atMs);
};

// Would catch a ledger that a draft which was given up has written into, and one that forgets what left it.
test('a ledger is the last hundred movements and the sum of those before, whatever drafts did', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 9000 }), drafts: fc.nat(3) }), { maxLength: 260, size: 'max' }), (steps) => {
      const state = stock.initial(0);
      const made: number[] = [];
      for (const [at, { quantity, drafts }] of steps.entries()) {
        const draft = copy(state);
        for (let more = 0; more < drafts; more += 1) place(draft, 1, at);
        place(state, quantity, at);
        made.push(quantity);
      }
      expect(state.ledger.map(([, quantityMilli]) => quantityMilli)).toEqual(made.slice(-100));
      expect(state.earlierMilli + state.ledger.reduce((sum, entry) => sum + signedMilli(entry), 0)).toBe(state.quantityMilli);
      expect(copy(state)).toEqual(state);
    }),
    { numRuns: 50 },
  );
});
