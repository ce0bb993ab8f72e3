// Reports through every way in which a store comes back, and that verify notices where they are wrong.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { OrderReports } from '../../src/domain/orders/order-reports.ts';
import { changeStates } from '../domain/orders/change-states.ts';
import type { IndexOf } from '../../src/domain/kind-types.ts';
import { countUsage } from '../../src/domain/reports/usage.ts';
import type { ZeroResultSearches } from '../../src/domain/reports/usage.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { MemoryJournal } from '../../src/engine/journal/memory-journal.ts';
import { restoreStore } from '../../src/engine/store/restore.ts';
import { UsageCounter } from '../../src/engine/maintenance/usage-counter.ts';
import { verifyStore } from '../../src/engine/recovery/verify.ts';
import { writeSnapshot } from '../../src/engine/snapshots/write-snapshot.ts';
import { Seeded, SetClock } from './seeded.ts';
import { RULES, buy, fillShop, make } from './shop.ts';
import {
  closeAndVerify,
  closeAndVerifyStore,
  crashed,
  engineOn,
  newPlace,
  open,
  untilWritten,
} from './store/stores.ts';
import { sample } from '../harness/effort.ts';

const DAY_MS = 86_400_000;

const setState = (engine: Engine, orderId: number, order: 'CANCELED' | 'OPEN') =>
  make(engine, (tx) => changeStates(tx, orderId, { order }));

/** All that reports can show. */
const figures = ({ tables }: Engine): object => {
  const { reports } = tables.order.index as IndexOf<'order'>;
  const { byDay } = tables.usage.index as IndexOf<'usage'>;
  return {
    orders: Object.fromEntries([...reports.figures()].sort(([a], [b]) => (a < b ? -1 : 1))),
    firstDay: reports.firstDay,
    usage: [...byDay].map(([day, { channels }]) => [day, channels]).sort(),
    searches: (tables.zero_result_searches.get(1)?.state as ZeroResultSearches | undefined)?.texts ?? [],
  };
};

/** A hundred days of orders, cancellations, calls and searches. */
const live = async (engine: Engine, clock: SetClock, seed: number): Promise<void> => {
  const random = new Seeded(seed);
  fillShop(engine, 1000);
  const usage = new UsageCounter(engine, { usageFlushIntervalMs: 1000, zeroResultSearchesMax: 5 });
  const orders: number[] = [];
  for (let step = 0; step < 120; step += 1) {
    clock.ms += random.below(1.6 * DAY_MS);
    usage.tick();
    usage.meter(1 + random.below(2)).count('x'.repeat(random.below(100)));
    if (random.chance(0.3)) usage.countEmptySearch(`text ${random.below(9)}`);
    if (random.chance(0.7)) orders.push(buy(engine, 1 + random.below(2)).orderId);
    else if (orders.length > 0) setState(engine, random.of(orders), random.chance(0.6) ? 'CANCELED' : 'OPEN');
    if (step % 10 === 0) await untilWritten(engine);
    if (step % 25 === 0) engine.tick();
  }
  usage.flush();
  await untilWritten(engine);
};

describe('reports are the same', () => {
  test.each(sample([1, 2, 3]))('after a clean stop, a kill and from a snapshot file (%i)', async (seed) => {
    const place = newPlace();
    const clock = new SetClock();
    const rules = { ...RULES, timeZone: 'Europe/Berlin' };
    const store = await open(place, { clock, rules });
    const { engine } = store;
    await live(engine, clock, seed);
    const before = figures(engine);
    expect(Object.keys((before as { orders: object }).orders).length).toBeGreaterThan(50);

    const killed = crashed(place);
    const recovered = await open(killed, { clock, rules });
    expect(recovered.report.records, 'something was replayed').toBeGreaterThan(0);
    expect(figures(recovered.engine), 'after a kill').toEqual(before);
    await closeAndVerifyStore(killed, recovered);

    const { path } = await writeSnapshot(engine, {
      directory: place.snapshots,
      owner: store.identity,
      keep: 1,
      sliceMs: 1,
    });
    const fresh = newPlace({ snapshots: place.snapshots });
    await restoreStore(fresh.directory, path, { nowMs: Date.now });
    const restored = await open(fresh, { clock, rules });
    expect(figures(restored.engine), 'from a snapshot file').toEqual(before);
    await closeAndVerifyStore(fresh, restored);

    await closeAndVerifyStore(place, store);
    const again = await open(place, { clock, rules });
    expect(again.report.records, 'nothing was replayed').toBe(0);
    expect(figures(again.engine), 'after a clean stop').toEqual(before);
    await again.close();
  });
});

describe('verify', () => {
  afterEach(() => void vi.restoreAllMocks());

  const shop = async (): Promise<MemoryJournal> => {
    const journal = new MemoryJournal();
    const engine = engineOn(journal);
    fillShop(engine);
    buy(engine, 1);
    setState(engine, buy(engine, 2).orderId, 'CANCELED');
    make(engine, (tx) => countUsage(tx, { day: 19_675, channels: [[1, 2, 300]], searches: [], textsMax: 9 }));
    await untilWritten(engine);
    expect((await verifyStore(journal, undefined)).findings).toEqual([]);
    return journal;
  };

  test('finds reports that forgot to take a cancelled order back', async () => {
    const journal = await shop();
    vi.spyOn(OrderReports.prototype, 'remove').mockImplementation(() => {});
    const { findings } = await verifyStore(journal, undefined);
    expect(findings).toEqual([
      'the report orders on 2023-11-14 says 4, the orders make 2',
      'the report canceled orders of 2023-11-14 says 2, the orders make 1',
      'the report orders of carts on 2023-11-14 says 4, the orders make 2',
      'the report sales on 2023-11-14 in EUR 2 says 2298, the orders make 1099',
      'the report documents on 2023-11-14 in EUR 2 says 2298, the orders make 1099',
      'the report orders in the sales on 2023-11-14 in EUR says 2, the orders make 1',
      'the report pieces sold on 2023-11-14 in EUR 2 says 2000, the orders make 1000',
      'the report money of products sold on 2023-11-14 in EUR 2 says 2298, the orders make 1099',
      'the report pieces by product sold on 2023-11-14 in EUR 2 says 3000, the orders make 1000',
      'the report money by product sold on 2023-11-14 in EUR 2 says 3497, the orders make 1099',
      'the report hotlist of all time, product 2 says 1000, the orders make 0',
      'the report hotlist of the day from 2023-11-14, product 2 says 1000, the orders make 0',
      'the report hotlist of the week from 2023-11-13, product 2 says 1000, the orders make 0',
      'the report hotlist of the month from 2023-11-01, product 2 says 1000, the orders make 0',
    ]);
  });

  test('finds reports that missed an order', async () => {
    const journal = await shop();
    vi.spyOn(OrderReports.prototype, 'add').mockImplementation(() => {});
    const { findings } = await verifyStore(journal, undefined);
    expect(findings).toContain('the report hotlist of all time, product 1 says 0, the orders make 1000');
  });

  test('finds a day whose calls are counted in two places', async () => {
    const engine = engineOn(new MemoryJournal());
    for (const requests of [3, 4])
      make(engine, (tx) => tx.create('usage', { type: 'count_usage', day: 20_000, channels: [[1, requests, 10]] }));
    await untilWritten(engine);
    const { findings } = await verifyStore(engine.journal, undefined);
    expect(findings).toEqual([
      'the report requests on 2024-10-04 of channel 1 says 4, the counts make 7',
      'the report bytes on 2024-10-04 of channel 1 says 10, the counts make 20',
    ]);
  });

  test('of a shop that was only used finds nothing', async () => {
    const engine = engineOn(new MemoryJournal());
    fillShop(engine);
    await closeAndVerify(engine);
  });
});
