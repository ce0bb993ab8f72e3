// Catches a snapshot file that is not the exact state at its last record, a damaged one that is read, and a truncation
// that removes what no file holds.
import { runs, sample } from '../../harness/effort.ts';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Session } from '../../../src/domain/cart/session.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { Commit } from '../../../src/engine/journal/journal.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { recover } from '../../../src/engine/recovery/recovery.ts';
import { checksum, pack } from '../../../src/engine/disk/codec.ts';
import { StoreDamage } from '../../../src/engine/disk/store-damage.ts';
import { HEADER_BYTES } from '../../../src/engine/snapshots/snapshot-format.ts';
import { importSnapshot } from '../../../src/engine/snapshots/import-snapshot.ts';
import { listSnapshots } from '../../../src/engine/snapshots/snapshot-files.ts';
import { writeSnapshot } from '../../../src/engine/snapshots/write-snapshot.ts';
import type { SnapshotFile } from '../../../src/engine/snapshots/snapshot-files.ts';
import { verifyStore } from '../../../src/engine/recovery/verify.ts';
import { History } from '../history.ts';
import { Seeded, SetClock } from '../seeded.ts';
import { SimulatedDisk } from '../journal/simulated-disk.ts';
import { buy, fillShop, make, remember, startSession } from '../shop.ts';
import { LIMITS, closeAndVerify, during, engineOn, untilWritten, stateOf } from './stores.ts';
import { newDirectory } from '../../harness/directories.ts';
import { randomStep } from '../traffic.ts';

const OWNER = { id: '00112233445566778899aabbccddeeff', timeline: '01234567' };
const SEEDS = runs(5, 12);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const snapshot = (engine: Engine, directory: string, keep = 2): Promise<SnapshotFile> =>
  writeSnapshot(engine, { directory, owner: OWNER, keep, sliceMs: -1 });

/** Until every row is on the disk. */
const rest = async (engine: Engine): Promise<void> => {
  for (let tick = 0; tick < 3; tick += 1) {
    engine.tick();
    await untilWritten(engine);
  }
};

const loaded = async (path: string): Promise<Map<string, string>> => {
  const journal = new MemoryJournal();
  await importSnapshot(path, journal);
  return stateOf(recover(journal).tables);
};

describe('a snapshot made in the background', () => {
  // Would catch an actor of half a transaction, one that ended and came back, a slot with its last holder's cart,
  // an actor that was evicted or made while the file was written, and a record of the interval that is missing.
  test('is the exact state at its last record', async () => {
    const reused: number[] = [];
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const chance = new Seeded(seed);
      const clock = new SetClock();
      const journal = new MemoryJournal();
      const limits = {
        ...LIMITS,
        sessionsMax: 260,
        residentActorsMax: chance.of([2, 50, 1000]),
        replayRecordsMax: 5,
        checkpointRowsMax: 40,
      };
      const engine = engineOn(journal, { limits, clock, random: chance });
      const history = new History();
      history.watch(engine, ({ pending }) => {
        for (const { actor, created } of pending) if (created && actor.generation > 0) reused.push(actor.id);
      });
      fillShop(engine, 100);
      for (let made = 0; made < 200; made += 1) make(engine, startSession);
      const directory = newDirectory();
      for (let file = 0; file < 4; file += 1) {
        const { path, seqFrom, seqTo } = await during(snapshot(engine, directory, 1), async () => {
          for (let step = chance.below(6); step > 0; step -= 1) randomStep(engine, chance);
          for (let end = chance.below(12); end > 0; end -= 1) endOne(engine, clock, 1 + chance.below(260));
          engine.tick();
          await turn();
        });
        expect(seqTo).toBeGreaterThan(seqFrom);
        expect(await loaded(path)).toEqual(history.stateAt(seqTo));
        for (let more = 0; more < 3; more += 1) await rest(engine);
        expect((await verifyStore(journal, listSnapshots(directory, OWNER).at(-1))).findings).toEqual([]);
      }
      await engine.close();
    }
    expect(reused.length).toBeGreaterThan((SEEDS * 50) / 12);
  });

  // Broken, the file of a shop in the mode `relaxed` holds states of records that it does not reach.
  test('waits for the journal also where replies do not', async () => {
    const disk = new SimulatedDisk();
    const engine = engineOn(disk.plugIn(), { gated: false });
    const history = new History();
    history.watch(engine);
    fillShop(engine);
    await turn();
    buy(engine, 1);
    const { headSeq } = engine;
    const directory = newDirectory();
    const writing = snapshot(engine, directory);
    for (let step = 0; step < 30; step += 1) await turn();
    expect(listSnapshots(directory, OWNER)).toEqual([]);
    const { path, seqTo } = await during(writing, async () => {
      await disk.completeNext();
      await turn();
    });
    expect(seqTo).toBe(headSeq);
    expect(await loaded(path)).toEqual(history.stateAt(headSeq));
  });

  // Broken, the slot of a session that ended just before is lost to every shop that is made from the file.
  test('has the tombstone also of an actor whose end is in no row yet', async () => {
    const clock = new SetClock();
    const engine = engineOn(new MemoryJournal(), { clock });
    fillShop(engine);
    const id = make(engine, startSession);
    endOne(engine, clock, id);
    expect([...engine.journal.tombstones('session')]).toEqual([]);
    const { path } = await snapshot(engine, newDirectory());
    const journal = new MemoryJournal();
    await importSnapshot(path, journal);
    expect([...journal.tombstones('session')].map(([one]) => one)).toEqual([id]);
    const heir = engineOn(journal);
    expect(make(heir, startSession)).toBe(id);
    expect((heir.tables.session.peek(id) as Session).generation).toBe(1);
    await closeAndVerify(engine);
  });

  test('that cannot be finished leaves nothing behind', async () => {
    class Full extends MemoryJournal {
      full = false;
      override async commit(commit: Commit): Promise<boolean> {
        if (this.full) throw new Error('no space left');
        return super.commit(commit);
      }
    }
    const journal = new Full();
    const engine = engineOn(journal, { fatal: () => {} });
    fillShop(engine);
    await untilWritten(engine);
    journal.full = true;
    buy(engine, 1);
    const directory = newDirectory();
    await expect(snapshot(engine, directory)).rejects.toThrow('the journal has failed');
    expect(readdirSync(directory)).toEqual([]);
    await expect(snapshot(engineOn(new MemoryJournal()), directory)).rejects.toThrow('without records');
    expect(readdirSync(directory)).toEqual([]);
  });
});

const endOne = (engine: Engine, clock: SetClock, id: number): void => {
  const state = engine.tables.session.peek(id) as Session | undefined;
  if (state === undefined) return;
  clock.ms = Math.max(clock.ms, state.expiresMs);
  make(engine, (tx) => tx.ask('session', id, { type: 'expire' }));
};

/** As the writer makes it. */
const frame = (type: string, payload: Buffer): Buffer => {
  const head = Buffer.alloc(9);
  head.write(type, 'latin1');
  head.writeUInt32LE(payload.length, 1);
  head.writeUInt32LE(checksum(payload, checksum(head.subarray(0, 5))), 5);
  return Buffer.concat([head, payload]);
};

describe('a damaged file', () => {
  const whole = async (): Promise<Buffer> => {
    const engine = engineOn(new MemoryJournal());
    fillShop(engine);
    const writing = snapshot(engine, newDirectory());
    buy(engine, 1);
    const { path } = await writing;
    await closeAndVerify(engine);
    return readFileSync(path);
  };

  const refused = async (directory: string, bytes: Buffer): Promise<void> => {
    const path = join(directory, 'damaged.snapshot');
    writeFileSync(path, bytes);
    const outcome = await importSnapshot(path, new MemoryJournal()).then(
      () => 'loaded',
      (error: unknown) => (error instanceof StoreDamage ? 'refused' : String((error as Error).stack)),
    );
    expect(outcome).toBe('refused');
  };

  // Would catch bytes that no checksum covers, a length that is believed, and a file that ends at a frame.
  test('is refused, whichever byte differs and wherever it ends', async () => {
    const bytes = await whole();
    const directory = newDirectory();
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, xor) => {
        const hurt = Buffer.from(bytes);
        hurt[at]! ^= xor;
        await refused(directory, hurt);
        await refused(directory, bytes.subarray(0, at));
      }),
      { numRuns: runs(30) },
    );
    // Every byte of the header and of the head of every frame.
    for (let at = 0; at < HEADER_BYTES; at += 1) await flipped(directory, bytes, at);
    for (let frame = HEADER_BYTES; frame < bytes.length; frame += 9 + bytes.readUInt32LE(frame + 1)) {
      for (let at = frame; at < frame + 9; at += 1) await flipped(directory, bytes, at);
      await refused(directory, bytes.subarray(0, frame));
    }
  });

  // Would catch a file that was written twice, or to which something was added, and is taken for a whole one.
  test('is refused when anything follows its end', async () => {
    const bytes = await whole();
    const directory = newDirectory();
    for (const behind of [Buffer.alloc(1), Buffer.from('x'), bytes.subarray(HEADER_BYTES), bytes])
      await refused(directory, Buffer.concat([bytes, behind]));
  });

  // Would catch a payload that is believed because its checksum is right.
  test('is refused when a frame with a right checksum holds something else', async () => {
    const bytes = await whole();
    const directory = newDirectory();
    const payloads = [
      null,
      1,
      [],
      ['order'],
      ['order', 1],
      ['order', [[1]]],
      ['nobody', []],
      {},
      [1, 'x'],
      { frames: 9 },
    ];
    for (const payload of [...payloads.map(pack), Buffer.from([0xc1]), Buffer.alloc(0)])
      for (const type of ['A', 'T', 'J', 'E'])
        await refused(directory, Buffer.concat([bytes.subarray(0, HEADER_BYTES), frame(type, payload)]));
  });

  // Each type of frame for each other one: the payloads of A and T look alike.
  test('is refused when a frame changes its type', async () => {
    const bytes = await whole();
    const directory = newDirectory();
    for (let frame = HEADER_BYTES; frame < bytes.length; frame += 9 + bytes.readUInt32LE(frame + 1)) {
      for (const type of 'ATJE') {
        if (bytes[frame] === type.charCodeAt(0)) continue;
        const hurt = Buffer.from(bytes);
        hurt.write(type, frame, 'latin1');
        await refused(directory, hurt);
      }
    }
  });

  const flipped = async (directory: string, bytes: Buffer, at: number): Promise<void> => {
    for (const xor of [1, 128, 255]) {
      const hurt = Buffer.from(bytes);
      hurt[at]! ^= xor;
      await refused(directory, hurt);
    }
  };

  test('is a finding of verify, not the end of it', async () => {
    const journal = new MemoryJournal();
    const engine = engineOn(journal);
    fillShop(engine);
    const file = await snapshot(engine, newDirectory());
    await closeAndVerify(engine);
    const bytes = readFileSync(file.path);
    bytes[HEADER_BYTES + 20]! ^= 1;
    writeFileSync(file.path, bytes);
    expect((await verifyStore(journal, file)).findings).toEqual([expect.stringContaining(`${file.path} is damaged`)]);
  });

  test('and one of another store, one that is not finished and one that is none are not listed', async () => {
    const engine = engineOn(new MemoryJournal());
    fillShop(engine);
    const directory = newDirectory();
    const { path } = await snapshot(engine, directory);
    const other = { ...OWNER, id: 'ff'.repeat(16) };
    const named = ({ id, timeline }: typeof OWNER, seq: number): string =>
      join(directory, `${id}-${timeline}-${String(seq).padStart(16, '0')}.snapshot`);
    writeFileSync(`${path}.part`, readFileSync(path));
    writeFileSync(join(directory, 'mine.snapshot'), readFileSync(path));
    writeFileSync(named(other, 1), readFileSync(path));
    writeFileSync(named(OWNER, 1), 'no snapshot');
    writeFileSync(named(OWNER, 2), Buffer.alloc(HEADER_BYTES));
    expect(listSnapshots(directory, OWNER).map((file) => file.path)).toEqual([path]);
    expect(listSnapshots(directory, other)).toEqual([]);
    await closeAndVerify(engine);
  });
});

describe('truncation by snapshot files', () => {
  test('keeps everything without a file', async () => {
    const journal = new MemoryJournal();
    const engine = engineOn(journal);
    fillShop(engine);
    for (let sale = 0; sale < 5; sale += 1) {
      buy(engine, 1);
      await rest(engine);
    }
    expect(journal.oldestBatches(1)).toEqual([1]);
    expect(journal.meta!.checkpointSeq).toBe(engine.headSeq);
    await closeAndVerify(engine);
  });

  // Catches a journal, a directory or a table of tombstones that only ever grows, and one that is truncated too far.
  test.each(sample([6, 12]))('removes batches and tombstones that the oldest of %d files holds', async (rounds) => {
    const journal = new MemoryJournal();
    const clock = new SetClock();
    const engine = engineOn(journal, { clock });
    fillShop(engine, 10_000);
    const directory = newDirectory();
    const sizes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (let sale = 0; sale < 5; sale += 1) {
        const { next } = buy(engine, 1);
        endOne(engine, clock, next.id);
        const call = make(engine, (tx) => remember(tx, `${round} ${sale}`, 1));
        clock.ms += 10;
        make(engine, (tx) => tx.ask('idempotency_record', call, { type: 'forget' }));
        await untilWritten(engine);
      }
      await rest(engine);
      await snapshot(engine, directory, 3);
      for (let more = 0; more < 4; more += 1) {
        buy(engine, 2);
        await rest(engine);
      }
      const files = listSnapshots(directory, OWNER);
      expect(files).toHaveLength(Math.min(round + 1, 3));
      const { truncatedSeq, checkpointSeq } = journal.meta!;
      const floor = Math.min(files[0]!.seqTo, checkpointSeq);
      expect(truncatedSeq).toBeLessThanOrEqual(floor);
      const keys = journal.oldestBatches(1000);
      expect(keys[0], 'the first batch that is kept').toBe(truncatedSeq + 1);
      expect(keys[1]! - 1, 'no whole batch behind the floor is kept').toBeGreaterThan(floor);
      sizes.push(keys.length + [...journal.tombstones('idempotency_record')].length);
      expect((await verifyStore(journal, files.at(-1))).findings).toEqual([]);
      expect((await verifyStore(journal, files[0])).findings).toEqual([]);
    }
    expect(Math.max(...sizes.slice(4))).toBeLessThanOrEqual(sizes[4]! + 2);
    await engine.close();
  });

  // Catches the keys of 256 batches that are read for each commit, a tenth of the thread, once there is a snapshot.
  test('reads keys while a batch can be removed, and not for every commit', async () => {
    let looks = 0;
    class Counting extends MemoryJournal {
      override oldestBatches(limit: number, fromSeq: number): number[] {
        looks += 1;
        return super.oldestBatches(limit, fromSeq);
      }
    }
    const engine = engineOn(new Counting());
    fillShop(engine, 10_000);
    await rest(engine);
    // Within the first batch, as mostly.
    engine.snapshotsUpTo = { oldest: 2, newest: 2 };
    for (let sale = 0; sale < 50; sale += 1) {
      buy(engine, 1);
      await untilWritten(engine);
    }
    expect(looks).toBeLessThan(5);
    await engine.close();
  });
});
