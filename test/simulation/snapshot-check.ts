// A snapshot file of a living shop, and the state that it gives back.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../src/engine/engine.ts';
import { MemoryJournal } from '../../src/engine/journal/memory-journal.ts';
import { importSnapshot } from '../../src/engine/snapshots/import-snapshot.ts';
import { recover } from '../../src/engine/recovery/recovery.ts';
import { writeSnapshot } from '../../src/engine/snapshots/write-snapshot.ts';
import { stateOf } from './state-history.ts';
import type { State } from './state-history.ts';
import { AT_ONCE_DISK } from '../engine/store/at-once-disk.ts';

const OWNER = { id: '00112233445566778899aabbccddeeff', timeline: 'a0000000' };

/** Undefined where the engine failed meanwhile. `work`: what goes on while the file is written. */
export const stateBySnapshot = async (
  engine: Engine,
  work: () => Promise<void>,
): Promise<{ readonly seq: number; readonly state: State } | undefined> => {
  // Nobody keeps the file: the journal must not be truncated for it.
  const none = { oldest: 0, newest: 0 };
  Object.defineProperty(engine, 'snapshotsUpTo', { get: () => none, set: () => {}, configurable: true });
  const directory = mkdtempSync(join(tmpdir(), 'kontor-simulated-'));
  try {
    const written = writeSnapshot(engine, {
      directory,
      owner: OWNER,
      keep: 1,
      sliceMs: 1,
      disk: AT_ONCE_DISK,
    });
    const writing = { done: false };
    written.finally(() => (writing.done = true)).catch(() => {});
    while (!writing.done && !engine.hasFailed) await work();
    if (engine.hasFailed) return undefined;
    const { path, seqTo } = await written;
    const journal = new MemoryJournal(engine.journal.cipher);
    await importSnapshot(path, journal);
    return { seq: seqTo, state: stateOf(recover(journal).tables) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
