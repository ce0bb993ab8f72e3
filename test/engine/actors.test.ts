// Actors in memory and out of it, slots, kept replies and the gate.
import { runs } from '../effort.ts';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { DurabilityGate } from '../../src/engine/durability-gate.ts';
import { ExpirySweeper } from '../../src/engine/maintenance/expiry-sweeper.ts';
import { ResponseCache } from '../../src/engine/cache/response-cache.ts';
import { ReadContext } from '../../src/engine/read-context.ts';
import type { Tables } from '../../src/engine/read-context.ts';
import { MemoryJournal } from '../../src/engine/journal/memory-journal.ts';
import { Checkpoint } from '../../src/engine/checkpoint.ts';
import { ActorTable } from '../../src/engine/actor-table.ts';
import type { Actor } from '../../src/engine/actor-table.ts';
import type { ShopRules } from '../../src/domain/rules.ts';
import type { Versioned } from '../../src/domain/transaction.ts';
import { toJson } from '../../src/kernel/json.ts';
import { refuse } from '../../src/kernel/result.ts';
import { Seeded, SetClock } from './seeded.ts';
import { CAUSE, RULES, addPiece, fillShop, make, startSession } from './shop.ts';
import { LIMITS, closeAndVerify, engineOn, untilWritten, stateOf } from './store/stores.ts';
import { randomStep } from './traffic.ts';

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

describe('an actor that left memory', () => {
  // Would catch a row that lacks a field of the state, and an index or a list that keeps the old object.
  test('comes back as it was', async () => {
    for (let seed = 1; seed <= 8; seed += 1) {
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

describe('an actor that rests', () => {
  // Would catch visitors without a cart, who would fill the heap, and a cart or somebody who is back that leaves with
  // them.
  test('leaves memory with its row, unless somebody asks for it meanwhile', async () => {
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

  // Would catch housekeeping that reads the rows of all sessions round and round: with what is sealed opened, 0.1 ms
  // each.
  test('is looked at once in its life by housekeeping, and ends in time all the same', async () => {
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
    for (const [id, seq] of slots) table.freeSlot({ id, seq, generation: 0 });
  };

  // Would catch a slot that is given twice, or before the journal was cut behind its last holder. Slots are freed in
  // the order in which rows are written, which is not the order in which their holders ended.
  test('are given once each, and never before the cut', () => {
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
        (slots, cut, transactions) => {
          const table = new ActorTable('session', new MemoryJournal());
          table.nextId = 21;
          free(
            table,
            slots.map(({ id, seq }) => [id, seq]),
          );
          const given: number[] = [];
          for (const creates of transactions) {
            const drafted: number[] = [];
            for (let ahead = 0; ahead < creates; ahead += 1) drafted.push(table.nextFreeId(cut, ahead).id);
            for (const id of drafted) {
              table.takeSlot(id);
              table.nextId = Math.max(table.nextId, id + 1);
            }
            given.push(...drafted);
          }
          expect(new Set(given).size).toBe(given.length);
          for (const id of given) expect(slots.find((slot) => slot.id === id)?.seq ?? 0).toBeLessThanOrEqual(cut);
          const usable = slots.filter(({ seq }) => seq <= cut).length;
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
    expect(engine.transact(CAUSE, startSession)).toEqual(refuse('SESSION_LIMIT_REACHED'));
    expect(stateOf(engine.tables)).toEqual(before);
    const unit = engine.begin();
    expect(unit.create('storage', { type: 'open_storage', name: '' }).ok).toBe(false);
    expect(unit.create('storage', { type: 'open_storage', name: 'east' }).ok).toBe(true);
    engine.commit(unit, CAUSE);
    expect(engine.tables.storage.nextId).toBe(3);
    await closeAndVerify(engine);
  });
});

describe('kept replies', () => {
  // Would catch bytes that are served although something they were made from has changed or left memory, a part that
  // says what it said before, or stands in the wrong place, a reply that does not wait for what a part saw, and one
  // that is made anew although only parts have changed.
  test('say what a new reply would say, and are made anew only when more than parts of them has changed', () => {
    const of = fc.array(fc.nat(5), { maxLength: 4 });
    const step = fc.oneof(
      fc.record({ set: fc.nat(4), from: of, apart: of }),
      fc.record({ change: fc.nat(5), to: fc.string({ unit: 'grapheme', maxLength: 12 }) }),
      fc.record({ evict: fc.nat(5) }),
      fc.record({ get: fc.nat(4) }),
    );
    type Node = Versioned & { value: string };
    const look = (): ReadContext => new ReadContext({} as Tables, {} as ShopRules, 0);
    const render = (seen: ReadContext, from: readonly Node[], apart: readonly Node[]): string => {
      from.forEach((node) => seen.track(node));
      const parts = apart.map((node, at) => seen.fragment((shop, id) => (shop.track(node), `${id}${node.value}`), at));
      return toJson([...from.map(({ value }) => value), ...parts, 'end']);
    };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const nodes: Node[] = Array.from({ length: 6 }, (_, at) => ({ seq: 1, value: `${at}` }));
        const kept = new ResponseCache(1_000_000, look);
        const made = new Map<number, { from: readonly Node[]; apart: readonly Node[]; seqs: readonly number[] }>();
        let clock = 1;
        for (const one of steps) {
          clock += 1;
          if ('set' in one) {
            const [from, apart] = [one.from.map((at) => nodes[at]!), one.apart.map((at) => nodes[at]!)];
            const seen = look();
            seen.recordReadSet();
            const bytes = kept.set(`key ${one.set}`, render(seen, from, apart), seen);
            expect(bytes.toString()).toBe(render(look(), from, apart));
            made.set(one.set, { from, apart, seqs: from.map(({ seq }) => seq) });
          } else if ('change' in one) Object.assign(nodes[one.change]!, { seq: clock, value: one.to });
          else if ('evict' in one) {
            nodes[one.evict]!.seq = -1;
            nodes[one.evict] = { ...nodes[one.evict]!, seq: 1 };
          } else {
            const reply = kept.lookup(`key ${one.get}`);
            const known = made.get(one.get);
            const holds = known !== undefined && known.from.every(({ seq }, at) => seq === known.seqs[at]);
            const now = look();
            expect(reply?.bytes.toString()).toBe(holds ? render(now, known.from, known.apart) : undefined);
            expect(reply?.readSeq ?? now.readSeq).toBeGreaterThanOrEqual(now.readSeq);
          }
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('never take more room than they may, and an evicted actor’s are invalid', async () => {
    const engine = engineOn(new MemoryJournal(), { limits: { ...LIMITS, residentActorsMax: 0 } });
    const kept = new ResponseCache(100_000, () => engine.readContext());
    const seen = { readSeq: 1, readSet: [{ seq: 1 }], fragments: [] };
    for (let at = 0; at < 2000; at += 1) kept.set(`key ${at}`, Buffer.alloc(at % 7000), seen);
    // Over itself, larger and smaller.
    for (let at = 1990; at < 2000; at += 1) kept.set(`key ${at}`, Buffer.alloc(at % 7 === 0 ? 6000 : 100), seen);
    for (let at = 1990; at < 2000; at += 1) kept.set(`key ${at}`, Buffer.alloc(at), seen);
    const left = Array.from({ length: 2000 }, (_, at) => kept.lookup(`key ${at}`)?.bytes.length ?? 0);
    expect(left.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(100_000);
    expect(left.at(-1)).toBe(1999);

    fillShop(engine);
    const reader = engine.readContext();
    reader.recordReadSet();
    reader.read('shopobject', 1);
    kept.set('product 1', 'one', reader);
    expect(kept.lookup('product 1')?.bytes.toString()).toBe('one');
    for (let tick = 0; tick < 4; tick += 1) {
      engine.tick();
      await untilWritten(engine);
    }
    expect(engine.tables.shopobject.resident.size).toBe(0);
    engine.readContext().read('shopobject', 1);
    expect(kept.lookup('product 1')).toBeUndefined();
    await closeAndVerify(engine);
  });
});

// Would catch a checkpoint that starves the oldest change (replay grows without bound) or forgets a changed actor.
test('the checkpoint writes the oldest change first and keeps its word on replay', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ actor: fc.nat(8), take: fc.nat(3) }), { maxLength: 60 }), (steps) => {
      const table = new ActorTable('session', new MemoryJournal());
      const actors = Array.from({ length: 9 }, (_, id) => table.make(id + 1, 0));
      const checkpoint = new Checkpoint({ replayRecordsMax: 1, checkpointRowsMax: 1, checkpointPauseMs: 0 });
      const since = new Map<number, number>();
      for (const [at, { actor: which, take }] of steps.entries()) {
        const actor = actors[which]!;
        actor.seq = at + 1;
        checkpoint.markDirty(actor, at + 1);
        if (!since.has(actor.id)) since.set(actor.id, at + 1);
        const { rows } = checkpoint.takeRows(take, at);
        const oldest = [...since].sort(([, a], [, b]) => a - b).slice(0, take);
        expect(rows.map(({ id }) => id)).toEqual(oldest.map(([id]) => id));
        for (const [id] of oldest) since.delete(id);
        expect(checkpoint.checkpointSeq(at + 1)).toBe(Math.min(at + 2, ...since.values()) - 1);
        expect(checkpoint.size).toBe(since.size);
      }
    }),
  );
});

// Would catch a checkpoint that lets a restart become longer and longer, or one that asks a single commit for the rows
// of all before it.
test('the debt of a restart comes to rest, and every commit pays its share of it', () => {
  const MAX = 100;
  fc.assert(
    fc.property(
      fc.array(fc.record({ records: fc.integer({ min: 1, max: 10 }), each: fc.nat(10), fresh: fc.boolean() }), {
        minLength: 50,
        maxLength: 200,
      }),
      (commits) => {
        const table = new ActorTable('session', new MemoryJournal());
        const checkpoint = new Checkpoint({ replayRecordsMax: MAX, checkpointRowsMax: 1, checkpointPauseMs: 0 });
        const actors: Actor[] = [];
        let head = 0;
        for (const { records, each, fresh } of commits) {
          let added = 0;
          for (let record = 0; record < records; record += 1) {
            head += 1;
            for (let one = 0; one < each; one += 1) {
              if (fresh || actors.length < each) actors.push(table.make(actors.length + 1, 0));
              const actor = actors[fresh ? actors.length - 1 : one]!;
              if (actor.dirtySince === 0) added += 1;
              checkpoint.markDirty(actor, head);
            }
          }
          const debt = head - checkpoint.checkpointSeq(head);
          const wanted = checkpoint.rowsToWrite(head, records, 0, false);
          expect(wanted).toBeLessThanOrEqual(Math.max(added, records) * Math.max(0, Math.ceil(debt / MAX)));
          checkpoint.takeRows(wanted, 1);
          // Ten actors per record at first and one later is the worst of these: then 4.6 times the limit.
          expect(debt).toBeLessThanOrEqual(5 * MAX);
        }
      },
    ),
  );
});

test('a transaction sees its own drafts, and nobody else does', async () => {
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
