// Catches a checkpoint, an eviction or a replay that breaks one of the rules by which a crash loses nothing: each rule
// is a test that fails when it is broken.
import { describe, expect, test } from 'vitest';
import { copyOf } from './store/copy.ts';
import { checkout } from '../../src/domain/orders/checkout.ts';
import { KIND_NAMES } from '../../src/domain/kinds.ts';
import type { Session } from '../../src/domain/cart/session.ts';
import { unpackChecked } from '../../src/engine/disk/checksummed.ts';
import type { Batch, Commit } from '../../src/engine/journal/journal.ts';
import { MemoryJournal } from '../../src/engine/journal/memory-journal.ts';
import { recover } from '../../src/engine/recovery/recovery.ts';
import { writeSnapshot } from '../../src/engine/snapshots/write-snapshot.ts';
import type { KindName } from '../../src/domain/kind-types.ts';
import { runs } from '../harness/effort.ts';
import { History } from './history.ts';
import { Seeded, SetClock } from './seeded.ts';
import { SimulatedDisk } from './journal/simulated-disk.ts';
import { addPiece, buy, fillShop, make, startSession } from './shop.ts';
import { LIMITS, closeAndVerify, during, engineOn, untilWritten, stateOf } from './store/stores.ts';
import { newDirectory } from '../harness/directories.ts';
import { randomStep } from './traffic.ts';

const seqOf = (bytes: Buffer): number => (unpackChecked(bytes) as [number])[0];

/** Calls its observers after every commit, with the disk as a crash at that moment would leave it. */
class ObservedJournal extends MemoryJournal {
  observers: ((journal: MemoryJournal) => void)[] = [];
  openRanges = 0;

  override async commit(commit: Commit): Promise<boolean> {
    expect(this.openRanges).toBe(0);
    const written = await super.commit(commit);
    for (const observe of this.observers) observe(this);
    return written;
  }

  override *batches(seq: number): Iterable<Batch> {
    yield* this.counted(super.batches(seq));
  }

  override *rows(kind: KindName): Iterable<readonly [number, Buffer]> {
    yield* this.counted(super.rows(kind));
  }

  override *tombstones(kind: KindName): Iterable<readonly [number, Buffer]> {
    yield* this.counted(super.tombstones(kind));
  }

  private *counted<T>(range: Iterable<T>): Iterable<T> {
    this.openRanges += 1;
    try {
      yield* range;
    } finally {
      this.openRanges -= 1;
    }
  }
}

const busy = async (seed: number, steps: number, journal: MemoryJournal, history: History): Promise<void> => {
  const chance = new Seeded(seed);
  const clock = new SetClock();
  const limits = { ...LIMITS, residentActorsMax: 3, replayRecordsMax: 2, checkpointRowsMax: 1 + chance.below(3) };
  const engine = engineOn(journal, { limits, clock, random: chance });
  history.watch(engine);
  fillShop(engine);
  for (let step = 0; step < steps; step += 1) {
    clock.ms += 100;
    randomStep(engine, chance);
    if (chance.chance(0.3)) await untilWritten(engine);
    if (chance.chance(0.3)) engine.tick();
    if (chance.chance(0.1)) {
      const id = 1 + chance.below(engine.tables.session.nextId);
      const ends = engine.tables.session.peek(id) as Session | undefined;
      clock.ms = Math.max(clock.ms, ends?.expiresMs ?? 0);
      if (ends !== undefined) make(engine, (tx) => tx.ask('session', id, { type: 'expire' }));
    }
  }
  await closeAndVerify(engine);
};

const everySeed = async (look: (journal: MemoryJournal, history: History) => void | Promise<void>): Promise<void> => {
  for (let seed = 1; seed <= runs(5); seed += 1) {
    const journal = new ObservedJournal();
    const history = new History();
    const pending: Promise<unknown>[] = [];
    const looked = async (now: MemoryJournal): Promise<void> => look(now, history);
    journal.observers.push((now) => void pending.push(looked(now).catch((error: unknown) => error)));
    await busy(seed, 120, journal, history);
    expect(pending.length).toBeGreaterThan(25);
    for (const error of await Promise.all(pending)) if (error !== undefined) throw error;
  }
};

const rowSeq = (journal: MemoryJournal, key: string): number => {
  const [kind, id] = key.split(' ') as [KindName, string];
  const row = journal.row(kind, Number(id));
  const tombstone = [...journal.tombstones(kind)].find(([one]) => one === Number(id))?.[1];
  return Math.max(row === undefined ? 0 : seqOf(row), tombstone === undefined ? 0 : seqOf(tombstone));
};

describe('what a crash after any commit leaves', () => {
  test('recovers to the state at its last record, byte for byte', async () => {
    await everySeed(async (journal, history) => {
      const { headSeq } = journal.meta!;
      const copy = await copyOf(journal);
      expect(stateOf(recover(copy).tables)).toEqual(history.stateAt(headSeq));
    });
  });

  // Broken, replay begins behind a change that no row holds: the change is lost.
  test('has in its rows every change up to `checkpointSeq`, which is written in the same commit', async () => {
    await everySeed((journal, history) => {
      const { checkpointSeq } = journal.meta!;
      const last = new Map<string, number>();
      for (let seq = 1; seq <= checkpointSeq; seq += 1)
        for (const { key } of history.changes[seq] ?? []) last.set(key, seq);
      for (const [key, seq] of last) expect(rowSeq(journal, key), key).toBeGreaterThanOrEqual(seq);
    });
  });

  // Broken, a row holds a change that the journal does not have: half a transaction survives.
  test('has no row that is newer than its last record', async () => {
    await everySeed((journal) => {
      const { headSeq } = journal.meta!;
      for (const kind of KIND_NAMES) {
        for (const [id, bytes] of [...journal.rows(kind), ...journal.tombstones(kind)]) {
          expect(seqOf(bytes), `${kind} ${id}`).toBeLessThanOrEqual(headSeq);
        }
      }
    });
  });
});

// Broken (actor.seq instead of the row's), the second event of a record is skipped as already seen.
test('several events of one actor in one record are all replayed, and none of them twice', async () => {
  const journal = new MemoryJournal();
  const engine = engineOn(journal);
  fillShop(engine);
  const sessionId = make(engine, startSession);
  make(engine, (tx) => addPiece(tx, sessionId, 1, false));
  make(engine, (tx) => checkout(tx, sessionId));
  // The first line after a checkout is two events: next_draft_started and line_added.
  make(engine, (tx) => {
    const first = addPiece(tx, sessionId, 1, false);
    return first.ok ? addPiece(tx, sessionId, 2, false) : first;
  });
  await untilWritten(engine);
  const live = stateOf(engine.tables);
  expect(stateOf(recover(await copyOf(journal)).tables)).toEqual(live);
  // Now with the row in place and the record still to be replayed: `checkpointSeq` is held back by an older change.
  engine.tick();
  await untilWritten(engine);
  const withRow = await copyOf(journal);
  withRow.meta = { ...withRow.meta!, checkpointSeq: 0 };
  expect(stateOf(recover(withRow).tables)).toEqual(live);
  await closeAndVerify(engine);
});

// Broken, an actor comes back from an older row and its last change is gone while the process runs on.
test('an actor is evicted only when its row is durable', async () => {
  const disk = new SimulatedDisk();
  const engine = engineOn(disk.plugIn(), { limits: { ...LIMITS, residentActorsMax: 0 } });
  const write = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await disk.completeNext();
    await new Promise((resolve) => setImmediate(resolve));
  };
  fillShop(engine);
  const sessionId = make(engine, startSession);
  const { session: table } = engine.tables;
  const actor = table.resident.get(sessionId)!;
  const evict = (): void => {
    for (let sweep = 0; sweep < 3; sweep += 1) engine.tick();
  };
  for (let sweep = 0; sweep < 3; sweep += 1) table.evict(0, Infinity, 0, 1000);
  expect(table.resident.has(sessionId), 'while it is dirty').toBe(true);
  evict();
  expect(disk.waiting).toBe(1);
  expect(actor.dirtySince, 'its row is on its way').toBe(0);
  expect(table.resident.has(sessionId), 'while its row is on its way').toBe(true);
  await write();
  const image = table.currentRowBytes(sessionId)!;
  evict();
  expect(table.resident.has(sessionId), 'when its row is on the disk').toBe(false);
  expect(actor.seq, 'nothing cached may rely on it').toBe(-1);
  expect(table.currentRowBytes(sessionId)!.equals(image)).toBe(true);
  const closed = engine.close();
  await write();
  await closed;
  await closeAndVerify(engineOn(disk.durable));
});

// Broken, an open range pins pages of the file, which grows for ever. The journal checks at every commit.
test('no range of the journal is open while the engine commits', async () => {
  const journal = new ObservedJournal();
  // More than any machine buys while five files are written: every purchase takes two sessions.
  const engine = engineOn(journal, { limits: { ...LIMITS, sessionsMax: 1_000_000 } });
  fillShop(engine, 100_000);
  const options = {
    directory: newDirectory(),
    owner: { id: 'aa'.repeat(16), timeline: '01234567' },
    keep: 2,
    sliceMs: -1,
  };
  for (let file = 0; file < 5; file += 1) {
    await during(writeSnapshot(engine, options), async () => {
      buy(engine, 1 + (engine.headSeq % 2));
      engine.tick();
      await untilWritten(engine);
      expect(journal.openRanges).toBe(0);
    });
  }
  expect(journal.meta!.commitNumber).toBeGreaterThanOrEqual(5);
  await engine.close();
});
