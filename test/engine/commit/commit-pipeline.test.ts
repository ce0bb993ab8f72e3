// Catches a pipeline that takes what is promised for what is stored: an entry of the audit log that cannot be read yet
// and is not shown, a batch or an entry that is removed twice, a follower that publishes too early.
import { expect, test } from 'vitest';
import { createCategory } from '../../../src/domain/catalogue/create-category.ts';
import { changelog } from '../../../src/engine/audit/audit-pages.ts';
import { ChangeFeed } from '../../../src/engine/delivery/change-feed.ts';
import type { Commit } from '../../../src/engine/journal/journal.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { SimulatedDisk } from '../journal/simulated-disk.ts';
import { FeedReader } from '../delivery/feed-reader.ts';
import { CIPHER } from '../privacy/test-cipher.ts';
import { fillShop, make, remember } from '../shop.ts';
import { LIMITS, engineOn, untilWritten } from '../store/stores.ts';
import { turns } from '../../simulation/turns.ts';

const LATE = 8;

class Recording extends SimulatedDisk {
  readonly commits: Commit[] = [];

  constructor() {
    super(undefined, LATE);
  }

  override enqueue(commit: Commit, promised?: () => void): Promise<boolean> {
    this.commits.push(commit);
    return super.enqueue(commit, promised);
  }
}

const started = (limits: Partial<typeof LIMITS> = {}) => {
  const disk = new Recording();
  const engine = engineOn(disk.plugIn(), { limits: { ...LIMITS, replayRecordsMax: 1, ...limits } });
  const category = (name: string): void =>
    void make(engine, (tx) =>
      createCategory(tx, { parentId: 0, name, labels: { de_DE: name }, attributes: {}, seo: {} }),
    );
  const close = async (): Promise<void> => {
    const closed = engine.close();
    for (let turn = 0; turn < 200; turn += 1) {
      await turns(1);
      await disk.completeNext();
    }
    await closed;
  };
  return { disk, engine, category, close };
};

test('a reply leaves when its record is promised, and what needs the disk waits until it is stored', async () => {
  const { disk, engine, category, close } = started();
  category('one');
  await turns(4);
  const seen: string[] = [];
  engine.releaseWhenDurable(engine.headSeq, { release: () => seen.push('replied'), fail: () => {} });
  void engine.whenDurable(engine.headSeq).then(() => seen.push('durable'));
  void engine.whenStored(engine.headSeq).then(() => seen.push('stored'));
  await turns(4);
  expect(seen).toEqual([]);
  await disk.completeNext();
  await turns(4);
  expect(seen.sort()).toEqual(['durable', 'replied']);
  expect(engine.stored.headSeq).toBe(0);
  // The next commit does not wait for the disk.
  category('two');
  await turns(4);
  expect(disk.commits.map(({ meta }) => meta.headSeq)).toEqual([1, 2]);
  await disk.step(true);
  await turns(4);
  expect(seen).toContain('stored');
  expect(engine.stored.headSeq).toBe(1);
  await close();
});

test('the audit log shows what is durable and not stored yet, and nothing twice', async () => {
  const { disk, engine, category, close } = started();
  const shown = (): number[] =>
    changelog(engine.audit, { object: undefined, sinceMs: 0, afterSeq: 0, entriesMax: 100 }).entries.map(
      ({ seq }) => seq,
    );
  category('one');
  await turns(4);
  expect(shown()).toEqual([]);
  await disk.completeNext();
  await turns(4);
  expect(shown()).toEqual([1]);
  category('two');
  await turns(4);
  await disk.completeNext();
  await turns(4);
  expect(shown()).toEqual([1, 2]);
  await disk.step(true);
  await turns(4);
  expect(shown()).toEqual([1, 2]);
  await close();
  expect(shown()).toEqual([1, 2]);
});

test('commits on their way remove no batch and no entry a second time, and the limits hold in the end', async () => {
  const { disk, engine, category, close } = started({ auditEntriesMax: 5 });
  fillShop(engine);
  for (let more = 0; more < 60; more += 1) {
    category(`${more}`);
    engine.snapshotsUpTo = { oldest: engine.stored.headSeq, newest: engine.stored.headSeq };
    await turns(4);
    if (more % 3 > 0) await disk.completeNext();
    else await disk.step(true);
  }
  await close();
  const batches = disk.commits.flatMap(({ truncatedBatches }) => truncatedBatches);
  const entries = disk.commits.flatMap(({ audit }) => audit.remove.map(({ seq }) => seq));
  expect(batches.length).toBeGreaterThan(10);
  expect(entries.length).toBeGreaterThan(10);
  expect(new Set(batches).size).toBe(batches.length);
  expect(new Set(entries).size).toBe(entries.length);
  const cuts = disk.commits.map(({ meta }) => meta.truncatedSeq);
  expect(cuts).toEqual([...cuts].sort((one, two) => one - two));
  expect(disk.durable.auditCount()).toBe(5);
});

test('a reader of the change feed that comes back waits for the disk where it has to be read', async () => {
  const { disk, engine, category, close } = started();
  const feed = new ChangeFeed(engine, { readersMax: 5, stalledMsMax: 10_000 });
  for (const name of ['one', 'two', 'three']) {
    category(name);
    await turns(4);
    await disk.completeNext();
  }
  await turns(4);
  expect([engine.durableSeq, engine.stored.headSeq]).toEqual([3, 0]);
  const reader = new FeedReader();
  feed.subscribe(reader, 0);
  await turns(4);
  expect(reader.text).not.toContain('category');
  for (let stored = 0; stored < 3; stored += 1) {
    await disk.step(true);
    await turns(4);
  }
  await turns(10);
  expect(reader.text.match(/event: category/g)).toHaveLength(3);
  await close();
});

const RECORD_BYTES = 40_000;

// Broken, a follower whose disk is slow holds all that its leader ever writes.
test('a follower folds no more than may wait for the journal, and goes on once the disk has it', async () => {
  const told = new MemoryJournal(CIPHER);
  const leader = engineOn(told);
  for (let call = 1; call <= 20; call += 1) {
    make(leader, (tx) => remember(tx, `${call}`.padEnd(RECORD_BYTES), 60_000));
    await untilWritten(leader);
  }
  const disk = new SimulatedDisk();
  // Nine records are as much as may wait.
  const follower = engineOn(disk.plugIn(), { follows: true, pendingBytesMax: 8.5 * RECORD_BYTES });
  let folded = 0;
  const folding = (async () => {
    for (const batch of told.batches(1)) {
      await follower.fold(batch, undefined, () => undefined);
      folded += 1;
    }
  })();
  await turns(50);
  // As much is under way to the disk as waits for it.
  expect([folded, follower.writeLoad.isFull, disk.waiting]).toEqual([18, true, 1]);
  await disk.completeNext();
  await folding;
  expect([folded, follower.headSeq]).toEqual([20, leader.headSeq]);
});

// Broken, a reply of the new leader waits for what was answered for before.
test('what a node folded and has not stored when it takes the lead takes no promise back', async () => {
  const told = new MemoryJournal(CIPHER);
  const leader = engineOn(told);
  for (const key of ['one', 'two']) {
    make(leader, (tx) => remember(tx, key, 60_000));
    await untilWritten(leader);
  }
  const disk = new SimulatedDisk();
  const follower = engineOn(disk.plugIn(), { follows: true });
  for (const batch of told.batches(1)) {
    await follower.fold(batch, undefined, () => undefined);
    await turns(2);
  }
  follower.notePromised(2);
  follower.lead();
  await disk.completeNext();
  await turns(2);
  expect([follower.stored.headSeq, follower.durableSeq]).toEqual([1, 2]);
});
