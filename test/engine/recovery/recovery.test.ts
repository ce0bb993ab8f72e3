// Catches a recovery that goes on from a damaged store, refuses a sound one, or loses what was answered.
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Commit } from '../../../src/engine/journal/journal.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { recover } from '../../../src/engine/recovery/recovery.ts';
import { listSnapshots } from '../../../src/engine/snapshots/snapshot-files.ts';
import { BATCH_VERSION } from '../../../src/engine/journal/record.ts';
import { ExpirySweeper } from '../../../src/engine/maintenance/expiry-sweeper.ts';
import { SetClock } from '../seeded.ts';
import { RULES, buy, fillShop, make, startSession } from '../shop.ts';
import {
  closeAndVerify,
  closeAndVerifyStore,
  crashed,
  engineOn,
  findingsOf,
  newPlace,
  open,
  untilWritten,
  stateOf,
} from '../store/stores.ts';
import { newDirectory } from '../../harness/directories.ts';
import { lull, until } from '../../harness/until.ts';
import {
  live,
  trade,
  killed,
  change,
  damaged,
  damageLast,
  damageMiddle,
  snapshotOf,
  refused,
  recovered,
} from '../store/killed-stores.ts';

describe('clean', () => {
  test('after a kill: rows and records make the last durable state', async () => {
    const lived = await live();
    const { headSeq } = lived.store.engine;
    await recovered(await killed(lived), 'clean', lived, headSeq);
  });

  test('after an end in order: nothing is replayed', async () => {
    const { place, store } = await live();
    await store.close();
    const again = await open(place);
    expect(again.report).toMatchObject({ outcome: 'clean', records: 0, events: 0, detail: '' });
    await closeAndVerifyStore(place, again);
  });

  test('a store that nobody wrote to', async () => {
    const place = newPlace();
    const store = await open(place);
    expect(store.report).toMatchObject({ outcome: 'clean', records: 0, rows: 0 });
    await closeAndVerifyStore(place, store);
  });

  test('ids may begin anywhere: no finding, and they go on there', async () => {
    const place = newPlace();
    const store = await open(place);
    store.engine.tables.order.nextId = 10_001;
    fillShop(store.engine);
    await untilWritten(store.engine);
    expect(await findingsOf(crashed(place))).toEqual([]);
    expect(buy(store.engine, 1).orderId).toBe(10_001);
    await closeAndVerifyStore(place, store);
  });
});

describe('torn_tail_truncated', () => {
  test('a damaged last batch is truncated where commits were not synced', async () => {
    const lived = await live({ durability: 'commit' });
    const { headSeq } = lived.store.engine;
    const place = await killed(lived);
    await damageLast(place);
    const detail = await recovered(place, 'torn_tail_truncated', lived, headSeq - 1);
    expect(detail).toContain(`the batch at record ${headSeq} is damaged`);
  });

  // Broken, the row keeps a change of a record that is cut, and skips the one that takes its number.
  test('but not when a row already holds a record of it', async () => {
    const lived = await live({ durability: 'commit' });
    const { engine } = lived.store;
    const place = await killed(lived);
    const session = engine.tables.session.get(6)!;
    expect(session.seq).toBe(engine.headSeq);
    await change(place, (batches) => ({ ...damaged(batches.at(-1)!), rows: [engine.tables.session.rowOf(session)] }));
    await refused(place, /is damaged.*holds no whole snapshot file/);
  });

  // Broken, new records take the numbers of those that the file still holds.
  test('but not when a snapshot file holds it: then that is the state', async () => {
    const lived = await live({ durability: 'commit' });
    const seqTo = await snapshotOf(lived);
    const place = await killed(lived);
    await damageLast(place);
    expect(seqTo).toBe(lived.store.engine.headSeq);
    await recovered(place, 'snapshot_fallback', lived, seqTo);
  });
});

describe('refused', () => {
  test('a damaged last batch where a reply promised that it was synced', async () => {
    const place = await killed(await live());
    await damageLast(place);
    await refused(place, /the batch at record \d+ is damaged: its checksum is wrong/);
  });

  test('a damaged batch in the middle, synced or not', async () => {
    for (const durability of ['fsync', 'commit'] as const) {
      const place = await killed(await live({ durability }));
      await damageMiddle(place);
      await refused(place, /the batch at record \d+ is damaged/);
    }
  });

  test('records that are missing in the middle or at the end', async () => {
    const lived = await live();
    const middle = await killed(lived);
    await change(middle, (batches) => ({ truncatedBatches: [batches.at(-3)!.firstSeq] }));
    await refused(middle, /the records \d+ to \d+ are missing/);
    const end = await killed(await live());
    await change(end, (batches) => ({ truncatedBatches: [batches.at(-1)!.firstSeq] }));
    await refused(end, /the records \d+ to \d+ are missing/);
  });

  test.each([BATCH_VERSION - 1, BATCH_VERSION + 1])('a batch of version %i', async (version) => {
    const place = await killed(await live());
    await change(place, (batches) => {
      const { firstSeq, bytes } = batches.at(-2)!;
      const other = Buffer.from(bytes);
      other[0] = version;
      return { batches: [{ firstSeq, bytes: other }] };
    });
    await refused(place, new RegExp(`format version ${version}, this version reads ${BATCH_VERSION}`));
  });

  test('a journal without its key, and a key without its journal', async () => {
    const lived = await live();
    await snapshotOf(lived);
    const place = await killed(lived);
    const identity = join(place.directory, 'store.json');
    renameSync(identity, `${identity}.away`);
    await refused(place, /store\.json is missing/);
    expect(existsSync(identity)).toBe(false);
    renameSync(`${identity}.away`, identity);
    rmSync(join(place.directory, 'journal'), { recursive: true });
    await refused(place, /the journal is gone/);
  });

  test('a file that is no LMDB environment', async () => {
    const place = await killed(await live());
    writeFileSync(join(place.directory, 'journal', 'data.mdb'), Buffer.alloc(65_536, 7));
    await refused(place, /the journal cannot be opened/);
  });
});

describe('snapshot_fallback', () => {
  test('when the machine went down while commits were not synced', async () => {
    const lived = await live({ durability: 'commit' });
    const seqTo = await snapshotOf(lived);
    await trade(lived.store.engine, 2);
    const place = await killed(lived, { bootId: 'boot-2' });
    const detail = await recovered(place, 'snapshot_fallback', lived, seqTo);
    expect(detail).toMatch(
      /went down while commits were not synced; the state is that of .*; the old journal is in journal\.distrusted/,
    );
    expect(readdirSync(place.directory).filter((name) => name.startsWith('journal.distrusted'))).toHaveLength(1);
  });

  test('is refused without a snapshot file', async () => {
    const place = await killed(await live({ durability: 'commit' }), { bootId: 'boot-2' });
    await refused(place, /went down while commits were not synced, and .* holds no whole snapshot file of this store/);
  });

  // Broken, every reboot of the machine would cost what came after the last snapshot file.
  test('is not needed after a clean end, nor for a store that was always synced', async () => {
    const ended = await live({ durability: 'commit' });
    const { headSeq } = ended.store.engine;
    await ended.store.close();
    await recovered({ ...ended.place, bootId: 'boot-2' }, 'clean', ended, headSeq);
    const synced = await live();
    await recovered(await killed(synced, { bootId: 'boot-2' }), 'clean', synced, synced.store.engine.headSeq);
  });

  // Broken: the unsynced commits are forgotten, because the file's own meta row is as old as its last synced one.
  test('is needed also when the file itself says that it was synced', async () => {
    const lived = await live();
    await snapshotOf(lived);
    const { headSeq } = lived.store.engine;
    await lived.store.close();
    const early = crashed(lived.place, { durability: 'commit' });
    const store = await open(early);
    await trade(store.engine, 1);
    const place = crashed(early, { bootId: 'boot-2' });
    await store.close();
    rmSync(join(place.directory, 'journal'), { recursive: true });
    renameSync(join(crashed(lived.place).directory, 'journal'), join(place.directory, 'journal'));
    await recovered(place, 'snapshot_fallback', lived, headSeq);
  });

  // Broken, rows of the damaged file are mixed into the state of the whole one.
  test('goes to an older file when the newest is damaged, and never comes back to that one', async () => {
    const lived = await live({ durability: 'commit' });
    const older = await snapshotOf(lived);
    await trade(lived.store.engine, 3);
    await snapshotOf(lived);
    const [, newest] = listSnapshots(lived.place.snapshots, lived.store.identity);
    const bytes = readFileSync(newest!.path);
    bytes[bytes.length - 20]! ^= 1;
    writeFileSync(newest!.path, bytes);
    const place = await killed(lived, { bootId: 'boot-2' });
    await recovered(place, 'snapshot_fallback', lived, older);
    expect(listSnapshots(place.snapshots, lived.store.identity).map(({ seqTo }) => seqTo)).toEqual([older]);
    expect(existsSync(`${newest!.path}.damaged`)).toBe(true);
  });

  test('takes up an attempt that was itself cut off', async () => {
    const lived = await live({ durability: 'commit' });
    const seqTo = await snapshotOf(lived);
    const place = await killed(lived, { bootId: 'boot-2' });
    renameSync(join(place.directory, 'journal'), join(place.directory, 'journal.distrusted-1'));
    const rubbish = await killed(await live());
    renameSync(join(rubbish.directory, 'journal'), join(place.directory, 'journal.part'));
    await recovered(place, 'snapshot_fallback', lived, seqTo);
  });
});

describe('a journal that cannot be written', () => {
  class Full extends MemoryJournal {
    full = false;

    override async commit(commit: Commit): Promise<boolean> {
      if (this.full) throw new Error('ENOSPC: no space left on device');
      return super.commit(commit);
    }
  }

  test('fails what waits, once, and decides nothing more; a restart has all that was answered', async () => {
    const journal = new Full();
    const fatal: string[] = [];
    const clock = new SetClock();
    const engine = engineOn(journal, {
      clock,
      fatal: (reason, error) => fatal.push(`${reason}: ${(error as Error).message}`),
    });
    fillShop(engine);
    make(engine, startSession);
    await untilWritten(engine);
    const before = stateOf(engine.tables);
    journal.full = true;
    buy(engine, 1);
    const replies: string[] = [];
    const hold = (name: string, seq: number): void =>
      engine.releaseWhenDurable(seq, {
        release: () => replies.push(`${name} released`),
        fail: () => replies.push(`${name} failed`),
      });
    hold('old', engine.durableSeq);
    hold('new', engine.headSeq);
    await expect(engine.whenDurable(engine.headSeq)).rejects.toThrow('the journal has failed');
    hold('late', engine.headSeq);
    expect(replies).toEqual(['old released', 'new failed', 'late failed']);
    expect(fatal).toEqual(['the journal could not be written: ENOSPC: no space left on device']);
    expect(() => make(engine, startSession)).toThrow('the journal has failed');
    engine.tick();
    // Whose time has come stays as it is: the process ends of what failed, and not of an error thrown by its clock.
    clock.ms += 2 * RULES.sessionTtlMs;
    new ExpirySweeper(engine).sweep(100);
    await engine.close();
    expect(fatal).toHaveLength(1);
    expect(stateOf(recover(journal).tables)).toEqual(before);
  });

  test('a reply that cannot be sent is a fault of the engine, not a silent stop', async () => {
    const fatal: string[] = [];
    const engine = engineOn(new MemoryJournal(), { fatal: (reason) => fatal.push(reason) });
    fillShop(engine);
    engine.releaseWhenDurable(engine.headSeq, {
      release: () => {
        throw new Error('the connection is gone');
      },
      fail: () => {},
    });
    await until('the fault is said', () => fatal.length > 0);
    expect(fatal).toEqual(['answering after a commit failed']);
  });

  // Broken, a record decided while the store closes is answered and never written.
  test('what is decided while the store closes is written, what comes later is refused', async () => {
    const journal = new MemoryJournal();
    const engine = engineOn(journal);
    fillShop(engine);
    const closing = engine.close();
    await Promise.resolve();
    make(engine, startSession);
    const state = stateOf(engine.tables);
    await closing;
    expect(stateOf(recover(journal).tables)).toEqual(state);
    expect(() => make(engine, startSession)).toThrow('the store is closed');
    const { commitNumber } = journal.meta!;
    // A commit that was still to come would come now: behind the delay of a group commit, of a millisecond.
    await lull(20);
    expect(journal.meta!.commitNumber).toBe(commitNumber);
    await closeAndVerify(engineOn(journal));
  });

  test('an empty directory for snapshots is no reason to fail', () => {
    expect(listSnapshots(join(newDirectory(), 'nowhere'), { id: 'aa'.repeat(16), timeline: '01234567' })).toEqual([]);
  });
});
