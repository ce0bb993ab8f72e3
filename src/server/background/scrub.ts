// The background check of what is stored, with the log and the snapshot files.
import type { Engine } from '../../engine/engine.ts';
import { Scrub } from '../../engine/maintenance/scrub.ts';
import { logWarning } from '../observability/log.ts';

/** `makeSnapshot`: called for a damaged batch; a restart and `verify` begin from the file and need it no more. */
export const backgroundScrub = (engine: Engine, makeSnapshot: () => void): Scrub => {
  const told = new Set<string>();
  /** Each once: a pass meets damage that cannot be mended again. */
  const isNew = (line: string): boolean => {
    if (told.has(line)) return false;
    told.add(line);
    logWarning(line);
    return true;
  };
  return new Scrub(engine, {
    rewritten: logWarning,
    batchDamaged: (line) => {
      if (isNew(`${line}; a snapshot file is written, so that no restart needs it`)) makeSnapshot();
    },
    entryDamaged: isNew,
  });
};
