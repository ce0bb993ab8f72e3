// Catches a shop whose newest snapshot file is older than it may be, and one that does nothing but write them.
import { readdirSync, utimesSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { EngineLimits } from '../../../src/engine/engine-options.ts';
import { ExpirySweeper } from '../../../src/engine/maintenance/expiry-sweeper.ts';
import { listSnapshots } from '../../../src/engine/snapshots/snapshot-files.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { refuse } from '../../../src/kernel/result.ts';
import { SnapshotSchedule } from '../../../src/server/background/snapshots.ts';
import type { SnapshotSpace } from '../../../src/server/background/snapshots.ts';
import { LIMITS, closeAndVerifyStore, newPlace, open, untilWritten } from '../../engine/store/stores.ts';
import type { Place } from '../../engine/store/stores.ts';
import { fillShop, make, startSession } from '../../engine/shop.ts';
import { refuseWrites } from '../../engine/refuse-writes.ts';
import { AT_ONCE_DISK } from '../../engine/store/at-once-disk.ts';

const MINUTE_MS = 60_000;
const MIB = 1_048_576;

class Shop {
  nowMs = 1000;
  readonly place: Place;
  readonly store: Store;
  schedule: SnapshotSchedule;

  private constructor(place: Place, store: Store) {
    this.place = place;
    this.store = store;
    this.schedule = this.scheduled();
  }

  static async open(limits?: Partial<EngineLimits>): Promise<Shop> {
    const place = newPlace({ durability: 'commit' });
    return new Shop(place, await open(place, { limits: { ...LIMITS, ...limits } }));
  }

  scheduled(space?: SnapshotSpace): SnapshotSchedule {
    const { engine, identity } = this.store;
    const options = {
      directory: this.place.snapshots,
      owner: identity,
      keep: 100,
      sliceMs: -1,
      // Writing a file takes as long as the test says.
      disk: {
        ...AT_ONCE_DISK,
        sync: () => {
          this.nowMs += this.writingMs / 2;
          return Promise.resolve();
        },
      },
    };
    return new SnapshotSchedule(engine, options, { records: 1000, ms: 15 * MINUTE_MS }, () => this.nowMs, space);
  }

  writingMs = 0;

  get files(): number {
    return listSnapshots(this.place.snapshots, this.store.identity).length;
  }

  /** Whether a file is written so much later. */
  async after(ms: number): Promise<boolean> {
    const before = this.files;
    this.nowMs += ms;
    this.schedule.makeIfDue();
    // Waits for the file under way; without one it would write what has changed.
    if (this.schedule.isWriting) await this.schedule.make();
    return this.files > before;
  }

  async change(): Promise<void> {
    make(this.store.engine, startSession);
    await untilWritten(this.store.engine);
  }
}

test('the first file is written as soon as there are records', async () => {
  const shop = await Shop.open();
  expect(await shop.after(0)).toBe(false);
  fillShop(shop.store.engine);
  await untilWritten(shop.store.engine);
  expect(await shop.after(0)).toBe(true);
  expect(await shop.after(0)).toBe(false);
  await closeAndVerifyStore(shop.place, shop.store);
});

test('later ones by time, if anything has changed', async () => {
  const shop = await Shop.open();
  await shop.change();
  await shop.after(0);
  expect(await shop.after(60 * MINUTE_MS)).toBe(false);
  await shop.change();
  expect(await shop.after(0)).toBe(true);
  await shop.change();
  expect(await shop.after(14 * MINUTE_MS)).toBe(false);
  expect(await shop.after(MINUTE_MS)).toBe(true);
  await closeAndVerifyStore(shop.place, shop.store);
});

test('where a file takes long, files take at most a twentieth of the time', async () => {
  const shop = await Shop.open();
  shop.writingMs = 5 * MINUTE_MS;
  await shop.change();
  expect(await shop.after(0)).toBe(true);
  await shop.change();
  expect(await shop.after(99 * MINUTE_MS)).toBe(false);
  expect(await shop.after(MINUTE_MS)).toBe(true);
  await closeAndVerifyStore(shop.place, shop.store);
});

// Broken, a server that is restarted every ten minutes never writes a file after its first.
test('the age of a file counts across restarts', async () => {
  const shop = await Shop.open();
  await shop.change();
  await shop.after(0);
  await shop.change();
  const [file] = listSnapshots(shop.place.snapshots, shop.store.identity);
  const madeS = Date.now() / 1000 - 600;
  utimesSync(file!.path, madeS, madeS);
  shop.schedule = shop.scheduled();
  expect(await shop.after(4 * MINUTE_MS)).toBe(false);
  expect(await shop.after(MINUTE_MS)).toBe(true);
  await closeAndVerifyStore(shop.place, shop.store);
});

// Catches a shop that opens no further session until a file is due by time: the sweeper had ended sessions behind the
// cut of the first file, so that few were in use and no slot was free.
test('early, where sessions that have ended wait for the journal to be truncated', async () => {
  const shop = await Shop.open({ sessionsMax: 40 });
  const { engine } = shop.store;
  await shop.change();
  await shop.after(0);
  const sweeper = new ExpirySweeper(engine);
  while (engine.tables.session.idsInUse < 40) make(engine, startSession);
  const settle = async (): Promise<void> => {
    await untilWritten(engine);
    engine.tick();
  };
  // All ends in one batch, the newest one.
  await untilWritten(engine);
  sweeper.sweep(40);
  while (engine.sessionSlots.nearlyFull) await settle();
  expect(engine.sessionSlots.noneFree).toBe(true);
  expect(await shop.after(0)).toBe(true);
  for (let ticks = 0; engine.sessionSlots.noneFree; ticks += 1) {
    expect(ticks).toBeLessThan(20);
    sweeper.sweep(40);
    await settle();
  }
  await shop.change();
  await closeAndVerifyStore(shop.place, shop.store);
});

describe('disk space', () => {
  const within = async (freeMib: number): Promise<Shop> => {
    const shop = await Shop.open();
    await shop.change();
    const space = {
      freeBytes: () => Promise.resolve(freeMib * MIB),
      data: shop.place.directory,
      reserveBytes: 8 * MIB,
    };
    shop.schedule = shop.scheduled(space);
    return shop;
  };
  const parts = ({ place }: Shop): string[] => readdirSync(place.snapshots).filter((name) => name.endsWith('.part'));

  test('a file that would take the reserve is not begun; the failure is counted, and the next file ends the count', async () => {
    const shop = await within(7);
    shop.schedule.makeIfDue();
    expect(parts(shop)).toEqual([]);
    await shop.schedule.make();
    expect([shop.files, shop.schedule.failures, shop.schedule.ageMs]).toEqual([0, 2, undefined]);
    const { failures } = shop.schedule;
    expect(failures).toBeGreaterThan(0);
    shop.schedule = shop.scheduled();
    await shop.schedule.make();
    expect([shop.files, shop.schedule.failures]).toEqual([1, 0]);
    expect(shop.schedule.ageMs).toBeLessThan(MINUTE_MS);
    await closeAndVerifyStore(shop.place, shop.store);
  });

  // Broken, the file takes what is reserved for the journal.
  test('a file is given up when the disk fills while it is written, and leaves nothing', async () => {
    const shop = await within(100);
    // Enough for more than one slice.
    for (let count = 0; count < 200; count += 1) make(shop.store.engine, startSession);
    const written = shop.schedule.make();
    refuseWrites(shop.store.engine, refuse('DISK_FULL'));
    await written;
    expect([shop.files, shop.schedule.failures, parts(shop)]).toEqual([0, 1, []]);
    refuseWrites(shop.store.engine, undefined);
    await shop.schedule.make();
    expect(shop.files).toBe(1);
    await closeAndVerifyStore(shop.place, shop.store);
  });

  // Broken, a node that hands its lead over and stops writes no file, and blames the disk.
  test('a file is written where changes are refused for another reason', async () => {
    const shop = await within(100);
    for (let count = 0; count < 200; count += 1) make(shop.store.engine, startSession);
    const written = shop.schedule.make();
    refuseWrites(shop.store.engine, refuse('NOT_LEADER'));
    await written;
    expect([shop.files, shop.schedule.failures]).toEqual([1, 0]);
    refuseWrites(shop.store.engine, undefined);
    await closeAndVerifyStore(shop.place, shop.store);
  });
});
