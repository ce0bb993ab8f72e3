// Events of a record find their actors, whatever their order. It would catch an event that is applied to another actor,
// and a map of thousands of actors that are met in their order anyway.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEvents } from '../../src/engine/commit/apply-events.ts';
import type { KindEvent } from '../../src/engine/journal/record.ts';
import type { PendingActor } from '../../src/engine/transactions/pending-actor.ts';
import { runs } from '../harness/effort.ts';
import { replaced } from '../harness/replaced.ts';

/** Actors of two kinds with the same ids, and what was applied to them. */
const recordOf = (order: readonly number[]) => {
  const applied: string[] = [];
  const tables = (['coupon', 'stock'] as const).map((name) => ({
    name,
    apply: ({ id }: { readonly id: number }, { type }: { readonly type: string }) =>
      void applied.push(`${name} ${id} ${type}`),
  }));
  const known = new Map<number, PendingActor & { readonly events: KindEvent[] }>();
  const events = order.map((at, index): KindEvent => {
    const table = tables[at % 2]!;
    const id = 1 + (at >> 1);
    const pending = known.get(at) ?? ({ actor: { table, id }, created: true, events: [] } as never);
    known.set(at, pending);
    const event = { kind: table.name, id, event: { type: String(index) } };
    pending.events.push(event);
    return event;
  });
  const wanted = events.map(({ kind, id, event: { type } }) => `${kind} ${id} ${type}`);
  return { events, pending: [...known.values()], applied, wanted };
};

test('each is applied to its own, in the order of their decisions', () => {
  const order = fc.oneof(
    fc.array(fc.nat({ max: 5 })),
    fc.array(fc.nat({ max: 90 }), { minLength: 60, maxLength: 120 }),
  );
  fc.assert(
    fc.property(order, (given) => {
      const { events, pending, applied, wanted } = recordOf(given);
      applyEvents(events, pending, 1, 0);
      expect(applied).toEqual(wanted);
    }),
    { numRuns: runs(100) },
  );
});

test('those of thousands in order are found without a map', () => {
  const { events, pending, applied, wanted } = recordOf(Array.from({ length: 3000 }, (_, at) => at));
  let sets = 0;
  const mend = replaced(
    Map.prototype,
    'set',
    (own) =>
      function (this: Map<unknown, unknown>, ...given) {
        sets += 1;
        return own.apply(this, given);
      },
  );
  applyEvents(events, pending, 1, 0);
  mend();
  expect([sets, applied]).toEqual([0, wanted]);
});
