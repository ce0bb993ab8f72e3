// Catches a number of an order or an invoice that is given twice because a power failure took the record that gave it
// first, and a loss that is not told.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { skipNumbersOf } from '../../../src/domain/orders/invoice-number.ts';
import { changeSettings } from '../../../src/domain/shop/change-settings.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import type { OrderIndex } from '../../../src/domain/orders/order-index.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { readIdentity } from '../../../src/engine/store/identity.ts';
import { newestLoss } from '../../../src/engine/recovery/loss.ts';
import type { Loss } from '../../../src/engine/recovery/loss.ts';
import { allNumbers, nextNumbers } from '../../../src/engine/recovery/number-reservation.ts';
import { writeSnapshot } from '../../../src/engine/snapshots/write-snapshot.ts';
import { calculate } from '../../../src/domain/calculation/calculate.ts';
import { runs, sample } from '../../harness/effort.ts';
import { SetClock } from '../seeded.ts';
import { BY_PARCEL, CAUSE, buy, buyTwo, fillShop, ship } from '../shop.ts';
import { LIMITS, closeAndVerifyStore, crashed, newPlace, open, untilWritten } from '../store/stores.ts';
import type { Place } from '../store/stores.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { damageLast } from '../store/killed-stores.ts';

const orderOf = ({ tables }: Engine, id: number): Order => tables.order.peek(id) as Order;

interface Sold {
  readonly order: number;
  readonly invoice: number;
}

const sell = (engine: Engine, count: number): Sold[] =>
  Array.from({ length: count }, () => {
    const { orderId } = buy(engine, 1);
    return { order: orderId, invoice: orderOf(engine, orderId).invoice.number };
  });

const shop = async (durability: Place['durability']): Promise<{ place: Place; store: Store }> => {
  const place = newPlace({ durability });
  const store = await open(place, { limits: { ...LIMITS, sessionsMax: 10_000 } });
  fillShop(store.engine, 5000);
  await untilWritten(store.engine);
  return { place, store };
};

const snapshot = async ({ engine, identity }: Store, { snapshots }: Place): Promise<number> =>
  (await writeSnapshot(engine, { directory: snapshots, owner: identity, keep: 3, sliceMs: 5 })).seqTo;

let boots = 1;
/** What a power failure leaves where nothing was synced. */
const cutOff = async (store: Store, place: Place): Promise<Place> => {
  await untilWritten(store.engine);
  boots += 1;
  const left = crashed(place, { bootId: `boot-${boots}` });
  await store.close();
  return left;
};

const lossIn = ({ directory }: Place): Loss => newestLoss(directory)!;
const total = (engine: Engine, ids: readonly number[]): number =>
  ids.reduce((sum, id) => sum + calculate(orderOf(engine, id).cart).totalMinor, 0);

describe.each(['commit', 'relaxed'] as const)('%s: after a power failure', (durability) => {
  test('orders are told that the old journal still holds, and their numbers are not given again', async () => {
    const { place, store } = await shop(durability);
    const kept = sell(store.engine, 3);
    await untilWritten(store.engine);
    const record = await snapshot(store, place);
    const lost = sell(store.engine, 4);
    const minor = total(
      store.engine,
      lost.map(({ order }) => order),
    );
    const placed = lost.map(({ order }) => new Date(orderOf(store.engine, order).createdMs).toISOString());
    const left = await cutOff(store, place);

    const again = await open(left);
    expect(again.report.outcome).toBe('snapshot_fallback');
    const next = sell(again.engine, 2);
    const reserved = allNumbers(readIdentity(place.directory)!.reserved);
    expect(next[0]).toEqual({ order: reserved.order, invoice: reserved.invoice });
    // Without gaps among themselves.
    expect(next[1]).toEqual({ order: reserved.order + 1, invoice: reserved.invoice + 1 });
    const loss = lossIn(left);
    expect(loss).toMatchObject({ record, lost: { orders: 4, gaps: [], money: { EUR: String(minor / 100) } } });
    expect(loss.orders.map(({ order, placed: at }) => [order, at])).toEqual(
      lost.map(({ order }, index) => [order, placed[index]]),
    );
    expect(loss.orders.map(({ invoice }) => invoice)).toEqual(lost.map(({ invoice }) => `R-${invoice}`));
    // Kept and lost numbers together have no gap, and every number is in one of the two.
    expect(loss.numbers).toEqual({
      orders: [kept.at(-1)!.order + 1, next[0]!.order - 1],
      invoices: [kept.at(-1)!.invoice + 1, next[0]!.invoice - 1],
      cancellations: [1, reserved.cancellation - 1],
    });
    expect(again.report.detail).toMatch(/ 4 orders of [\d.]+ EUR, order numbers \d+ to \d+ are never given again/);
    expect(again.report.detail).toMatch(/: see loss-[\dTZ.-]+\.json; the old journal is in journal\.distrusted-\d+$/);
    await closeAndVerifyStore(left, again);
    // A clean start skips nothing.
    const third = await open(left);
    expect(sell(third.engine, 1)).toEqual([{ order: next[1]!.order + 1, invoice: next[1]!.invoice + 1 }]);
    await closeAndVerifyStore(left, third);
  });
});

test('invoices of parcels are told with their orders, which were placed before the snapshot file', async () => {
  const place = newPlace({ durability: 'commit' });
  const store = await open(place, { rules: BY_PARCEL });
  fillShop(store.engine);
  const order = buyTwo(store.engine);
  await untilWritten(store.engine);
  await snapshot(store, place);
  ship(store.engine, order, 1);
  ship(store.engine, order, 2);
  const left = await cutOff(store, place);
  const again = await open(left, { rules: BY_PARCEL });
  const { lost, invoices } = lossIn(left);
  expect(lost.changed_orders).toEqual([order]);
  expect(invoices).toEqual([
    { invoice: 'R-1', order },
    { invoice: 'R-2', order },
  ]);
  await closeAndVerifyStore(left, again);
});

// Broken, numbers above a first one that was raised since the start are given without being reserved.
test('numbers after a first one that was raised are not given again', async () => {
  const { place, store } = await shop('relaxed');
  await snapshot(store, place);
  const before = sell(store.engine, 1);
  const values = { orderIdFirst: 50_000, invoiceNumberFirst: 70_000 };
  const change = { values, effectiveMs: undefined, ifSeq: undefined };
  expect(store.engine.transact(CAUSE, (tx) => changeSettings(tx, change))).toMatchObject({ ok: true });
  store.engine.beforeApply = (pending) => {
    const reserved = allNumbers(readIdentity(place.directory)!.reserved);
    for (const { actor, created } of pending)
      if (created && actor.table.name === 'order') expect(reserved.order).toBeGreaterThan(actor.id);
  };
  const [lost] = sell(store.engine, 1);
  expect(lost).toEqual({ order: 50_000, invoice: 70_000 });
  store.engine.beforeApply = undefined;
  const left = await cutOff(store, place);
  const again = await open(left);
  expect(again.report.outcome).toBe('snapshot_fallback');
  // The setting was lost, too.
  expect(again.engine.rules.orderIdFirst).toBeLessThan(before[0]!.order + 1);
  const [next] = sell(again.engine, 1);
  expect(next!.order).toBeGreaterThan(50_000);
  expect(next!.invoice).toBeGreaterThan(70_000);
  await closeAndVerifyStore(left, again);
});

// Broken, the second fall back gives the numbers once more that the first one skipped.
test('a second power failure before the next snapshot file', async () => {
  const { place, store } = await shop('commit');
  await snapshot(store, place);
  const seen = new Set<number>();
  let [present, at] = [store, place];
  for (let failure = 0; failure < 3; failure += 1) {
    for (const { order, invoice } of sell(present.engine, 2)) {
      expect([seen.has(order), seen.has(-invoice)]).toEqual([false, false]);
      seen.add(order).add(-invoice);
    }
    at = await cutOff(present, at);
    present = await open(at, { clock: new SetClock(Date.now() + failure) });
  }
  expect(readdirSync(at.directory).filter((name) => name.startsWith('loss-')).length).toBeGreaterThan(0);
  await closeAndVerifyStore(at, present);
});

// Of the first numbers, or of the last ones of a block.
test.each(sample([{ sold: 40, left: 20 }, { sold: 1300 }]))(
  'before a number is given, store.json says that it may have been: $sold',
  async ({ sold, left }) => {
    const { place, store } = await shop('commit');
    const { engine } = store;
    const first = allNumbers(readIdentity(place.directory)!.reserved);
    if (left !== undefined) {
      engine.tables.order.nextId = first.order - left;
      skipNumbersOf((engine.tables.order.index as OrderIndex).invoices, first.invoice - left);
    }
    let records = 0;
    engine.beforeApply = () => {
      records += 1;
      const reserved = allNumbers(readIdentity(place.directory)!.reserved);
      const next = nextNumbers(engine.tables);
      expect(reserved.order).toBeGreaterThan(next.order);
      expect(reserved.invoice).toBeGreaterThan(next.invoice);
    };
    // More than the block has.
    sell(engine, sold);
    expect(records).toBeGreaterThan(sold);
    expect(nextNumbers(engine.tables).order).toBeGreaterThan(first.order);
    engine.beforeApply = undefined;
    await closeAndVerifyStore(place, store);
  },
);

test('a store.json that cannot be written in time refuses the order and changes nothing', async () => {
  const { place, store } = await shop('commit');
  const { engine } = store;
  const reserved = allNumbers(readIdentity(place.directory)!.reserved);
  engine.tables.order.nextId = reserved.order;
  await untilWritten(engine);
  const path = join(place.directory, 'store.json.part');
  rmSync(path, { force: true });
  // A directory where the file would be written.
  mkdirSync(path);
  const before = engine.headSeq;
  expect(() => buy(engine, 1)).toThrow(/store\.json cannot be written/);
  expect(engine.headSeq).toBe(before);
  rmSync(path, { recursive: true });
  expect(buy(engine, 1).orderId).toBe(reserved.order);
  await closeAndVerifyStore(place, store);
});

test('with fsync nothing is reserved', async () => {
  const { place, store } = await shop('fsync');
  sell(store.engine, 2);
  expect(readIdentity(place.directory)!.reserved).toBeUndefined();
  await closeAndVerifyStore(place, store);
});

// The old journal is what a power failure may leave of it: nothing, zeros, noise.
test('whatever is left of the old journal, numbers go on after all that were given', async () => {
  const { place, store } = await shop('commit');
  await snapshot(store, place);
  const sold = sell(store.engine, 30);
  const left = await cutOff(store, place);
  const file = (directory: string): string => join(directory, 'journal', 'data.mdb');
  const whole = readFileSync(file(left.directory));
  const hurt = fc.record({
    keptShare: fc.double({ min: 0, max: 1, noNaN: true }),
    pages: fc.array(fc.tuple(fc.nat(200), fc.constantFrom(0, 0xff, 0x5a)), { maxLength: 20 }),
    flips: fc.array(fc.nat(), { maxLength: 50 }),
  });
  await fc.assert(
    fc.asyncProperty(hurt, async ({ keptShare, pages, flips }) => {
      const at = crashed(left);
      const bytes = Buffer.from(whole);
      for (const [page, value] of pages) {
        const start = (page * 4096) % bytes.length;
        bytes.fill(value, start, start + 4096);
      }
      for (const flip of flips) bytes[flip % bytes.length]! ^= 1 << (flip % 8);
      writeFileSync(file(at.directory), bytes.subarray(0, Math.floor(bytes.length * keptShare)));
      const again = await open(at);
      const [next] = sell(again.engine, 1);
      expect(next!.order).toBeGreaterThan(sold.at(-1)!.order);
      expect(next!.invoice).toBeGreaterThan(sold.at(-1)!.invoice);
      const { orders } = lossIn(at);
      for (const { order, invoice } of orders)
        expect(sold).toContainEqual({ order, invoice: Number(invoice.replace('R-', '')) });
      await again.close();
      rmSync(at.directory, { recursive: true });
    }),
    { numRuns: runs(15) },
  );
});

test('a torn tail that is truncated takes its numbers with it', async () => {
  const { place, store } = await shop('commit');
  const [kept] = sell(store.engine, 1);
  await untilWritten(store.engine);
  const [lost] = sell(store.engine, 1);
  await untilWritten(store.engine);
  const left = crashed(place);
  await store.close();
  await damageLast(left);
  const again = await open(left);
  expect(again.report.outcome).toBe('torn_tail_truncated');
  expect(again.engine.tables.order.peek(lost!.order)).toBeUndefined();
  const [next] = sell(again.engine, 1);
  expect(next).toEqual({ order: lost!.order + 1, invoice: lost!.invoice + 1 });
  const { record, numbers } = lossIn(left);
  expect(record).toBeLessThan(again.engine.headSeq);
  expect(numbers).toEqual({ orders: null, invoices: [kept!.invoice + 1, lost!.invoice], cancellations: null });
  expect(again.report.detail).toMatch(
    /; it was truncated; lost are, .* invoice numbers 2 to 2 are never given again: see/,
  );
  await closeAndVerifyStore(left, again);
});
