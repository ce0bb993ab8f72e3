// Catches a shop whose newest snapshot file is older than it may be, and one that does nothing but write them.
import { utimesSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listSnapshots } from '../../src/engine/store/snapshot-files.ts';
import type { Store } from '../../src/engine/store/store.ts';
import { SnapshotSchedule } from '../../src/server/snapshots.ts';
import { closeAndVerifyStore, newPlace, open, untilWritten } from '../engine/store/stores.ts';
import type { Place } from '../engine/store/stores.ts';
import { fillShop, make, startSession } from '../engine/shop.ts';

const MINUTE_MS = 60_000;

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

  static async open(): Promise<Shop> {
    const place = newPlace({ durability: 'commit' });
    return new Shop(place, await open(place));
  }

  scheduled(): SnapshotSchedule {
    const { engine, identity } = this.store;
    const options = {
      directory: this.place.snapshots,
      owner: identity,
      keep: 100,
      sliceMs: 1,
      // Writing a file takes as long as the test says.
      sync: () => {
        this.nowMs += this.writingMs / 2;
        return Promise.resolve();
      },
    };
    return new SnapshotSchedule(engine, options, { records: 1000, ms: 15 * MINUTE_MS }, () => this.nowMs);
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
