// Stores for tests. Every one of them ends in closeAndVerify: close, verify, reopen, and be in the same state.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { KIND_NAMES } from '../../../src/domain/kinds.ts';
import { Engine } from '../../../src/engine/engine.ts';
import type { EngineLimits, EngineOptions } from '../../../src/engine/engine-options.ts';
import type { Journal } from '../../../src/engine/journal/journal.ts';
import { openLmdb } from '../../../src/engine/journal/lmdb-journal.ts';
import type { Durability } from '../../../src/engine/journal/lmdb-journal.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { recover } from '../../../src/engine/recovery/recovery.ts';
import type { Tables } from '../../../src/engine/actors/tables.ts';
import { listSnapshots } from '../../../src/engine/snapshots/snapshot-files.ts';
import { openStore } from '../../../src/engine/store/store.ts';
import { readIdentity } from '../../../src/engine/store/identity.ts';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { verifyStore } from '../../../src/engine/recovery/verify.ts';
import { must } from '../../../src/kernel/result.ts';
import { RULES } from '../shop.ts';
import { Seeded, SetClock, TickingStopwatch } from '../seeded.ts';
import { newDirectory } from '../../harness/directories.ts';

export const LIMITS: EngineLimits = {
  clockJumpMs: 300_000,
  clockFollowMs: 3_600_000,
  // Time is right in tests that are about something else.
  clockConfirmMs: 0,
  clockAheadDaysMax: 36_500,
  sessionsMax: 1000,
  channelSessionsPercent: 100,
  residentActorsMax: 1000,
  pendingRepliesMax: 1000,
  replayRecordsMax: 1_000_000,
  checkpointRowsMax: 1000,
  checkpointPauseMs: 0,
  auditEntriesMax: 10_000,
  feedRetentionRecords: 0,
  journalKeepRecords: 0,
};

/** A test that does not expect its engine to fail ends with the reason. */
const unexpected = (reason: string, error: unknown): void => {
  throw new Error(`the engine failed: ${reason}`, { cause: error });
};

const optionsWith = (given: Partial<EngineOptions> = {}): EngineOptions => ({
  rules: RULES,
  limits: LIMITS,
  clock: new SetClock(),
  // Commits are never held back by time, so that so many turns of the event loop are enough, on any machine.
  stopwatch: new TickingStopwatch(),
  random: new Seeded(1),
  gated: true,
  fatal: unexpected,
  ...given,
});

export const engineOn = (journal: Journal, given: Partial<EngineOptions> = {}): Engine =>
  new Engine(optionsWith(given), recover(journal));

/** Every actor as its row would be, and the next ids: equal means the same state, byte for byte. */
export const stateOf = (tables: Tables): Map<string, string> => {
  const state = new Map<string, string>();
  for (const kind of KIND_NAMES) {
    state.set(`next ${kind}`, String(tables[kind].nextId));
    for (let id = 1; id < tables[kind].nextId; id += 1) {
      const bytes = tables[kind].currentRowBytes(id);
      if (bytes !== undefined) state.set(`${kind} ${id}`, bytes.toString('hex'));
    }
  }
  return state;
};

/** Closes an engine on memory, verifies what it left and recovers the same state from it. */
export const closeAndVerify = async (engine: Engine): Promise<void> => {
  const { journal } = engine;
  must(journal instanceof MemoryJournal, 'a store in a directory is closed by closeAndVerifyStore');
  const before = stateOf(engine.tables);
  await engine.close();
  expect((await verifyStore(journal, undefined)).findings).toEqual([]);
  expect(stateOf(recover(journal).tables)).toEqual(before);
};

export interface Place {
  readonly directory: string;
  readonly snapshots: string;
  readonly durability: Durability;
  readonly bootId: string;
  readonly follows?: string;
  readonly readOnly?: string;
}

export const newPlace = (given: Partial<Place> = {}): Place => ({
  directory: newDirectory(),
  snapshots: newDirectory(),
  durability: 'fsync',
  bootId: 'boot-1',
  ...given,
});

export const open = (place: Place, given: Partial<EngineOptions> = {}): Promise<Store> => {
  const { gated: _, ...options } = optionsWith(given);
  return openStore(place, options);
};

export const journalOf = ({ directory }: Place): Journal =>
  openLmdb(join(directory, 'journal'), 'fsync', SubjectKeys.read(directory).cipher);

export const findingsOf = async (place: Place): Promise<readonly string[]> => {
  const journal = journalOf(place);
  try {
    const identity = readIdentity(place.directory)!;
    return (await verifyStore(journal, listSnapshots(place.snapshots, identity).at(-1), identity.parent?.upToSeq))
      .findings;
  } finally {
    await journal.close();
  }
};

/** The same for a store in a directory. */
export const closeAndVerifyStore = async (place: Place, store: Store): Promise<void> => {
  const before = stateOf(store.engine.tables);
  await store.close();
  expect(await findingsOf(place)).toEqual([]);
  const again = await open(place, { clock: store.engine.clock });
  const { outcome } = again.report;
  const after = stateOf(again.engine.tables);
  await again.close();
  expect(outcome).toBe('clean');
  expect(after).toEqual(before);
};

/** What a killed process leaves of a store: copied while it runs, between two commits. */
export const crashed = (place: Place, given: Partial<Place> = {}): Place => {
  const directory = newDirectory();
  cpSync(place.directory, directory, { recursive: true });
  return { ...place, directory, ...given };
};

/** Takes steps for as long as the work goes on. */
export const during = async <T>(work: Promise<T>, step: () => Promise<void>): Promise<T> => {
  const state = { done: false };
  const finished = work.finally(() => (state.done = true));
  finished.catch(() => {});
  while (!state.done) await step();
  return finished;
};

/** Resolves when all records are durable and what waited for them has run. */
export const untilWritten = async (engine: Engine): Promise<void> => {
  await engine.whenDurable(engine.headSeq);
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
