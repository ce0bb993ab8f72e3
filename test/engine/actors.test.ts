// Catches an actor that changes by being evicted and read again, a slot that is given twice, and pending events that
// others see.
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ExpirySweeper } from '../../src/engine/maintenance/expiry-sweeper.ts';
import { MemoryJournal } from '../../src/engine/journal/memory-journal.ts';
import { ActorTable } from '../../src/engine/actors/actor-table.ts';
import { refuse } from '../../src/kernel/result.ts';
import { Seeded, SetClock } from './seeded.ts';
import { CAUSE, RULES, addPiece, fillShop, make, startSession } from './shop.ts';
import { runs } from '../harness/effort.ts';
import { LIMITS, closeAndVerify, engineOn, untilWritten, stateOf } from './store/stores.ts';
import { randomStep } from './traffic.ts';

describe('an evicted actor', () => {
  // Would catch a row that lacks a field of the state, and an index or a list that keeps the old object.
  test('is the same when it is read again', async () => {
    for (let seed = 1; seed <= runs(10, 8); seed += 1) {
      const chance = new Seeded(seed);
      const engine = engineOn(new MemoryJournal(), { limits: { ...LIMITS, residentActorsMax: 0 }, random: chance });
      const twin = engineOn(new MemoryJournal(), { random: new Seeded(seed) });
      fillShop(engine, 20);
      fillShop(twin, 20);
      const steps = new Seeded(seed + 100);
      const twinSteps = new Seeded(seed + 100);
      let left = 0;
      for (let step = 0; step < 60; step += 1) {
        randomStep(engine, steps);
        randomStep(twin, twinSteps);
        if (step % 5 !== 0) continue;
        for (let tick = 0; tick < 4; tick += 1) {
          engine.tick();
          await untilWritten(engine);
        }
        left += Object.values(engine.tables).filter(({ resident, nextId }) => nextId > 1 && resident.size === 0).length;
      }
      expect(left).toBeGreaterThan(10);
      expect(stateOf(engine.tables)).toEqual(stateOf(twin.tables));
      await closeAndVerify(engine);
      await closeAndVerify(twin);
    }
  });
});

describe('an evictable actor', () => {
  // Catches sessions without a cart that fill the heap, and a session with a cart, or one in use again, that is evicted
  // with them.
  test('is evicted once its row is durable, unless it is read or changed meanwhile', async () => {
    const engine = engineOn(new MemoryJournal());
    fillShop(engine, 2);
    const [visitor, back, shopper, buyer, gone] = Array.from({ length: 5 }, () => make(engine, startSession)) as [
      number,
      number,
      number,
      number,
      number,
    ];
    make(engine, (tx) => addPiece(tx, shopper, 1, true));
    await untilWritten(engine);
    const { resident } = engine.tables.session;
    // The second one finds that nothing has happened since, and writes the rows.
    engine.tick();
    engine.tick();
    const inMemory = (): boolean[] => [visitor, back, shopper, buyer].map((id) => resident.has(id));
    expect(inMemory(), 'rows on their way').toEqual([true, true, true, true]);
    engine.readContext().read('session', back);
    make(engine, (tx) => addPiece(tx, buyer, 1, true));
    make(engine, (tx) => tx.ask('session', gone, { type: 'end' }));
    await untilWritten(engine);
    expect(inMemory()).toEqual([false, true, true, true]);
    expect(engine.readContext().read('session', buyer)?.cart.lines).toHaveLength(1);
    expect(engine.readContext().read('session', gone)).toBeUndefined();
    expect(engine.readContext().read('session', visitor)).toMatchObject({ generation: 0, cart: { lines: [] } });
    await closeAndVerify(engine);
  });

  // Catches an expiry sweep that reads the rows of all sessions again and again: 0.1 ms each, with decryption.
  test('is read once in its life by the expiry sweeper, and ends in time all the same', async () => {
    const clock = new SetClock();
    const journal = new MemoryJournal();
    const engine = engineOn(journal, { clock });
    const ids = Array.from({ length: 20 }, () => make(engine, startSession));
    for (let tick = 0; tick < 4; tick += 1) {
      engine.tick();
      await untilWritten(engine);
    }
    expect(engine.tables.session.resident.size).toBe(0);
    const rows = vi.spyOn(journal, 'row');
    const sweeper = new ExpirySweeper(engine);
    for (let round = 0; round < 5; round += 1) sweeper.sweep(7);
    expect(rows).toHaveBeenCalledTimes(ids.length);
    // One of them is used: its end is put off.
    clock.ms += RULES.sessionTtlMs - 10;
    make(engine, (tx) => tx.ask('session', 3, { type: 'touch', lifeMs: RULES.sessionTtlMs }));
    clock.ms += 10;
    sweeper.sweep(100);
    expect(ids.filter((id) => engine.readContext().read('session', id) !== undefined)).toEqual([3]);
    clock.ms += RULES.sessionTtlMs;
    sweeper.sweep(100);
    expect(engine.readContext().read('session', 3)).toBeUndefined();
    await closeAndVerify(engine);
  });
});

describe('slots', () => {
  const free = (table: ActorTable, slots: readonly (readonly [id: number, seq: number])[]): void => {
    for (const [id, seq] of slots) table.freeSlots.add({ id, seq, generation: 0 });
  };

  // Catches a slot that is given twice, or before the journal is truncated beyond the end of its last holder. Slots are
  // freed in the order in which rows are written, which is not the order in which their holders ended.
  test('are given once each, and never before truncation', () => {
    const freed = fc.uniqueArray(
      fc.record({ id: fc.integer({ min: 1, max: 20 }), seq: fc.integer({ min: 1, max: 50 }) }),
      {
        selector: ({ id }) => id,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(
        freed,
        fc.nat(60),
        fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 }),
        (slots, truncatedSeq, transactions) => {
          const table = new ActorTable('session', new MemoryJournal());
          table.nextId = 21;
          free(
            table,
            slots.map(({ id, seq }) => [id, seq]),
          );
          const given: number[] = [];
          for (const creates of transactions) {
            const pending: number[] = [];
            for (let ahead = 0; ahead < creates; ahead += 1) pending.push(table.nextFreeId(truncatedSeq, ahead).id);
            for (const id of pending) {
              table.freeSlots.take(id);
              table.nextId = Math.max(table.nextId, id + 1);
            }
            given.push(...pending);
          }
          expect(new Set(given).size).toBe(given.length);
          for (const id of given)
            expect(slots.find((slot) => slot.id === id)?.seq ?? 0).toBeLessThanOrEqual(truncatedSeq);
          const usable = slots.filter(({ seq }) => seq <= truncatedSeq).length;
          expect(given.filter((id) => id <= 20)).toHaveLength(Math.min(usable, given.length));
        },
      ),
    );
  });

  test('a refused creation leaves nothing, also when its transaction goes on', async () => {
    const engine = engineOn(new MemoryJournal(), { limits: { ...LIMITS, sessionsMax: 1 } });
    fillShop(engine);
    make(engine, startSession);
    const before = stateOf(engine.tables);
    expect(engine.transact(CAUSE, startSession)).toEqual(
      refuse('SESSION_LIMIT_REACHED', '', 'There are 1 sessions, of at most 1; try again.'),
    );
    expect(stateOf(engine.tables)).toEqual(before);
    const unit = engine.begin();
    expect(unit.create('storage', { type: 'open_storage', name: '' }).ok).toBe(false);
    expect(unit.create('storage', { type: 'open_storage', name: 'east' }).ok).toBe(true);
    engine.record(unit, CAUSE);
    expect(engine.tables.storage.nextId).toBe(3);
    await closeAndVerify(engine);
  });
});

test('a transaction reads its own pending events, and nothing else does', async () => {
  const engine = engineOn(new MemoryJournal());
  fillShop(engine);
  const sessionId = make(engine, startSession);
  const before = stateOf(engine.tables);
  const unit = engine.begin();
  expect(addPiece(unit, sessionId, 1, false).ok).toBe(true);
  expect(unit.read('session', sessionId)!.cart.lines).toHaveLength(1);
  expect(engine.readContext().read('session', sessionId)!.cart.lines).toHaveLength(0);
  const [first, second] = [unit.create('storage', { type: 'open_storage', name: 'east' }), unit.nextId('storage')];
  expect(first).toEqual({ ok: true, value: 2 });
  expect(second).toBe(3);
  expect(stateOf(engine.tables)).toEqual(before);
  await closeAndVerify(engine);
});
