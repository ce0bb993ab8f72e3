// Catches a reply that is released before its record is durable, twice or never, and an engine that goes on after a
// commit failed.
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { DurabilityGate } from '../../../src/engine/commit/durability-gate.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { fillShop, make, startSession } from '../shop.ts';
import { engineOn, untilWritten } from '../store/stores.ts';

describe('a commit that cannot be prepared', () => {
  // Would catch: a call that is told of a fault and goes on, while the rows of half a commit count as written.
  test('ends the engine, also where the call itself begins the commit', async () => {
    let broken = false;
    class Breaking extends MemoryJournal {
      override commit(given: Parameters<MemoryJournal['commit']>[0]): Promise<boolean> {
        if (broken) throw new Error('no room');
        return super.commit(given);
      }
    }
    const reasons: string[] = [];
    const engine = engineOn(new Breaking(), { fatal: (reason) => reasons.push(reason) });
    fillShop(engine);
    await untilWritten(engine);
    // A group of callers, so that the record that completes half of it begins the next commit.
    for (let caller = 0; caller < 4; caller += 1) make(engine, startSession);
    await untilWritten(engine);
    broken = true;
    for (let caller = 0; caller < 4 && reasons.length === 0; caller += 1) make(engine, startSession);
    expect(reasons).toEqual(['a commit could not be prepared']);
    const fail = vi.fn();
    engine.releaseWhenDurable(engine.headSeq, { release: () => expect.fail('released'), fail });
    expect(fail).toHaveBeenCalledOnce();
    expect(() => make(engine, startSession)).toThrow('the journal has failed');
  });
});

describe('the gate', () => {
  // Would catch a waiter that is released early, twice, never, or out of the order of its own record.
  test('releases every waiter once, when its record is durable, in order', () => {
    const step = fc.oneof(fc.record({ wait: fc.nat(60) }), fc.record({ advance: fc.integer({ min: 1, max: 9 }) }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.boolean(), (steps, fails) => {
        const gate = new DurabilityGate();
        const waiting: { readonly seq: number; readonly nth: number }[] = [];
        const released: { readonly seq: number; readonly nth: number }[] = [];
        let failed = 0;
        for (const [nth, one] of steps.entries()) {
          if ('advance' in one) gate.advance(gate.durableSeq + one.advance);
          else {
            waiting.push({ seq: one.wait, nth });
            gate.wait(one.wait, {
              release: () => {
                expect(one.wait).toBeLessThanOrEqual(gate.durableSeq);
                released.push({ seq: one.wait, nth });
              },
              fail: () => (failed += 1),
            });
          }
          const due = waiting.filter(({ seq }) => seq <= gate.durableSeq);
          expect(new Set(released.map(({ nth }) => nth))).toEqual(new Set(due.map(({ nth }) => nth)));
          expect(gate.waiting).toBe(waiting.length - due.length);
        }
        expect(released.length).toBe(new Set(released.map(({ nth }) => nth)).size);
        for (const [at, { seq, nth }] of released.entries()) {
          expect(released.slice(at + 1).every((later) => later.seq !== seq || later.nth > nth)).toBe(true);
        }
        const left = gate.waiting;
        if (fails) gate.fail();
        expect(failed).toBe(fails ? left : 0);
        if (fails) gate.wait(0, { release: () => expect.fail('released after a failure'), fail: () => (failed += 1) });
        expect(failed).toBe(fails ? left + 1 : 0);
      }),
    );
  });

  test('lets a waiter wait again while it is released', () => {
    const gate = new DurabilityGate();
    const seen: number[] = [];
    const again = (seq: number): void =>
      gate.wait(seq, {
        release: () => {
          seen.push(seq);
          if (seq < 4) again(seq + 1);
        },
        fail: () => {},
      });
    again(1);
    gate.advance(2);
    expect(seen).toEqual([1, 2]);
    gate.advance(4);
    expect(seen).toEqual([1, 2, 3, 4]);
  });
});
