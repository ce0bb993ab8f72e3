// Stores that are opened for reading alone, and what of their files may not change.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/engine/store/store.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { SYSTEM_STOPWATCH } from '../../../src/outside/stopwatch.ts';
import { Seeded, SetClock } from '../seeded.ts';
import { RULES } from '../shop.ts';
import { LIMITS } from './stores.ts';
import type { Place } from './stores.ts';

export const openRead = (place: Place, why = 'the disk is full'): Promise<Store> =>
  openStore(
    { ...place, readOnly: why },
    {
      rules: RULES,
      limits: LIMITS,
      clock: new SetClock(),
      stopwatch: SYSTEM_STOPWATCH,
      random: new Seeded(1),
      fatal: (reason, error) => {
        throw new Error(reason, { cause: error });
      },
    },
  );

/** Names and contents of all files; LMDB's lock file aside. */
export const contentsOf = ({ directory, snapshots }: Place): string[] =>
  [directory, snapshots].flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'lock.mdb')
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => `${path} ${readFileSync(path).toString('base64')}`),
  );
