// Catches an expiry sweeper that ends a session that has changed since it was read, that reads the same rows again and
// again, and idempotency records that outlive their time.
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { IdempotencyRecordIndex, idempotencyRecord } from '../../../src/domain/channels/idempotency-record.ts';
import type { IdempotencyRecord } from '../../../src/domain/channels/idempotency-record.ts';
import { changeCart } from '../../../src/domain/cart/change-cart.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { ExpirySweeper } from '../../../src/engine/maintenance/expiry-sweeper.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { recover } from '../../../src/engine/recovery/recovery.ts';
import { SetClock } from '../seeded.ts';
import { PRODUCTS, RULES, addPiece, fillShop, make, remember, startSession } from '../shop.ts';
import { LIMITS, closeAndVerify, engineOn, untilWritten, stateOf } from '../store/stores.ts';

const SESSIONS_MAX = 40;

describe('at the limit of sessions, the sweeper ends', () => {
  /** Sessions live a day, so that none of them ends by itself. */
  const open = () => {
    const clock = new SetClock();
    const journal = new MemoryJournal();
    const rules = { ...RULES, sessionTtlMs: 86_400_000 };
    const engine = engineOn(journal, {
      clock,
      rules,
      limits: { ...LIMITS, sessionsMax: SESSIONS_MAX, replayRecordsMax: 1 },
    });
    fillShop(engine, 100);
    return { clock, journal, engine, sweeper: new ExpirySweeper(engine) };
  };

  /** Each a second younger than the one before. */
  const started = (engine: Engine, clock: SetClock, count: number): number[] =>
    Array.from({ length: count }, () => {
      clock.ms += 1000;
      return make(engine, startSession);
    });

  const fill = (engine: Engine, ids: readonly number[]): void => {
    for (const id of ids) make(engine, (tx) => addPiece(tx, id, PRODUCTS[0], false));
  };

  const untilOnDisk = async (engine: Engine, ids: readonly number[]): Promise<void> => {
    for (let ticks = 0; ids.some((id) => engine.tables.session.resident.has(id)); ticks += 1) {
      expect(ticks, 'they leave memory').toBeLessThan(20);
      await untilWritten(engine);
      engine.tick();
    }
  };

  /** With carts that nobody may touch. */
  const crowd = (engine: Engine, clock: SetClock): void => {
    fill(engine, started(engine, clock, SESSIONS_MAX - engine.tables.session.idsInUse));
    expect(engine.sessionSlots.nearlyFull).toBe(true);
  };

  const sweepUntilRoom = async ({ engine, sweeper }: ReturnType<typeof open>): Promise<void> => {
    for (let sweeps = 0; engine.sessionSlots.nearlyFull && sweeps < 10; sweeps += 1) {
      sweeper.sweep(256);
      // Until the end of that session is on the disk, it takes up room.
      for (let ticks = 0; ticks < 4; ticks += 1) {
        await untilWritten(engine);
        engine.tick();
      }
    }
  };

  const gone = ({ engine }: ReturnType<typeof open>, ids: readonly number[]): number[] =>
    ids.filter((id) => engine.tables.session.peek(id) === undefined);

  // Would catch a look that is remembered longer than what it saw: such a session kept its slot to its end, a day.
  test('the oldest session whose cart was emptied after the sweeper had read it full, also when it was evicted', async () => {
    const shop = open();
    const { engine, clock, sweeper } = shop;
    const ids = started(engine, clock, 10);
    fill(engine, ids);
    sweeper.sweep(256);
    for (const id of ids) make(engine, (tx) => changeCart(tx, id, { type: 'clear_cart' }));
    await untilOnDisk(engine, ids);
    crowd(engine, clock);
    await sweepUntilRoom(shop);
    expect(engine.sessionSlots.nearlyFull).toBe(false);
    expect(gone(shop, ids)).toEqual(ids.slice(0, 2));
    await closeAndVerify(engine);
  });

  // Catches a new session that is taken for the one that had its slot before.
  test('the next holder of a slot whose last one was not idle', async () => {
    const shop = open();
    const { engine, clock, journal, sweeper } = shop;
    // As if a snapshot file held everything: the slots are used again as soon as the journal is truncated.
    engine.snapshotsUpTo = { oldest: Infinity, newest: Infinity };
    const shoppers = started(engine, clock, 10);
    fill(engine, shoppers);
    sweeper.sweep(256);
    for (const id of shoppers) make(engine, (tx) => tx.ask('session', id, { type: 'end' }));
    await untilOnDisk(engine, shoppers);
    // Truncation follows the rows by a commit.
    for (let ticks = 0; ticks < 5; ticks += 1) {
      make(engine, (tx) => remember(tx, `turn ${ticks}`, 1000));
      await untilWritten(engine);
      engine.tick();
    }
    const visitors = started(engine, clock, 10);
    expect(visitors, 'slots are used again').toEqual(shoppers);
    await untilOnDisk(engine, visitors);
    crowd(engine, clock);
    await sweepUntilRoom(shop);
    expect(engine.sessionSlots.nearlyFull).toBe(false);
    expect(gone(shop, visitors)).toEqual(visitors.slice(0, 2));
    // There is no such file, so that there is no second way to compare the rows with.
    const before = stateOf(engine.tables);
    await engine.close();
    expect(stateOf(recover(journal).tables)).toEqual(before);
  });

  // Catches a sweeper that reads the rows of full carts again and again, where no session can be ended.
  test('no session whose cart is full, and their rows are not read again', async () => {
    const shop = open();
    const { engine, clock, journal, sweeper } = shop;
    const ids = started(engine, clock, SESSIONS_MAX);
    fill(engine, ids);
    expect(engine.sessionSlots.nearlyFull).toBe(true);
    sweeper.sweep(256);
    await untilWritten(engine);
    engine.tick();
    await untilWritten(engine);
    // As if there were too many to be kept in memory.
    for (let sweep = 0; sweep < 3; sweep += 1) engine.tables.session.evict(0, Infinity, Infinity, 1000);
    expect(engine.tables.session.resident.size).toBe(0);
    const rows = vi.spyOn(journal, 'row');
    for (let round = 0; round < 5; round += 1) sweeper.sweep(256);
    expect(rows).not.toHaveBeenCalled();
    expect(gone(shop, ids)).toEqual([]);
    await closeAndVerify(engine);
  });
});

describe('an idempotency record ends when its time is over, also after a restart', () => {
  const restarted = async (begin: (engine: Engine, clock: SetClock) => void) => {
    const clock = new SetClock();
    const journal = new MemoryJournal();
    const first = engineOn(journal, { clock });
    begin(first, clock);
    await closeAndVerify(first);
    const engine = engineOn(journal, { clock });
    return { clock, engine, sweeper: new ExpirySweeper(engine) };
  };
  const remembered = (engine: Engine): number[] =>
    Array.from({ length: engine.tables.idempotency_record.nextId - 1 }, (_, at) => at + 1).filter(
      (id) => engine.tables.idempotency_record.peek(id) !== undefined,
    );
  const index = (engine: Engine) => engine.readContext().index('idempotency_record');

  // Would catch one that counts towards its channel's limit for ever, because the index by key has forgotten it.
  test('where its key was used again before', async () => {
    const { engine, clock, sweeper } = await restarted((first, at) => {
      make(first, (tx) => remember(tx, 'key', 1000));
      at.ms += 1000;
      make(first, (tx) => remember(tx, 'key', 1000));
    });
    expect(index(engine).count(1)).toBe(2);
    sweeper.sweep(100);
    expect(
      [remembered(engine), index(engine).count(1), index(engine).byKey.get('key')],
      'the later one is not over',
    ).toEqual([[2], 1, 2]);
    clock.ms += 1000;
    sweeper.sweep(100);
    expect([remembered(engine), index(engine).count(1), index(engine).byKey.size]).toEqual([[], 0, 0]);
    expect(index(engine).superseded.size).toBe(0);
    await closeAndVerify(engine);
  });

  // Would catch one that waits behind an earlier one which is remembered longer, and counts meanwhile.
  test('where the configured time is shorter than that of earlier records', async () => {
    const { engine, clock, sweeper } = await restarted((first) => {
      make(first, (tx) => remember(tx, 'slow', 86_400_000));
      make(first, (tx) => remember(tx, 'middle', 5000));
    });
    make(engine, (tx) => remember(tx, 'fast', 1000));
    clock.ms += 1000;
    sweeper.sweep(100);
    expect(remembered(engine)).toEqual([1, 2]);
    make(engine, (tx) => remember(tx, 'faster', 1000));
    clock.ms += 4000;
    sweeper.sweep(100);
    expect(remembered(engine)).toEqual([1]);
    clock.ms += 86_400_000;
    sweeper.sweep(100);
    expect(remembered(engine)).toEqual([]);
    await closeAndVerify(engine);
  });

  // Would catch an index that loses one of two calls of a key, or takes the later one away with the earlier, in
  // whatever order they are read and forgotten.
  test('the index has all records that share a key, and by the key the latest', () => {
    const ids = [1, 2, 3, 4, 5, 6];
    const shuffled = fc.shuffledSubarray(ids, { minLength: ids.length });
    const one = (id: number): IdempotencyRecord => ({
      ...idempotencyRecord.state.initial(),
      keyDigest: id % 2 === 0 ? 'even' : 'odd',
      channelId: 1,
    });
    const latest = { even: 6, odd: 5 };
    fc.assert(
      fc.property(shuffled, shuffled, (read, forgotten) => {
        const known = new IdempotencyRecordIndex();
        for (const id of read) idempotencyRecord.index!.add(known, id, one(id), 1);
        for (const [at, id] of [0, ...forgotten].entries()) {
          if (id > 0) idempotencyRecord.index!.remove(known, id, one(id), 1);
          const left = forgotten.slice(at);
          expect(known.ids().sort()).toEqual(left.toSorted());
          expect(known.count(1)).toBe(left.length);
          for (const [key, last] of Object.entries(latest))
            expect(known.byKey.get(key)).toBe(left.includes(last) ? last : undefined);
        }
      }),
    );
  });
});
