// A canary that simulations share.
import type { CheckpointRows } from '../../src/engine/commit/checkpoint.ts';
import { CommitPipeline } from '../../src/engine/commit/commit-pipeline.ts';
import { replaced } from '../harness/replaced.ts';

/** Actors leave memory with the first of their rows that are on their way. Returns what puts it back. */
export const evictEarly = (): (() => void) =>
  replaced(
    CommitPipeline.prototype,
    'noteStored' as never,
    (own: (...given: never[]) => void) =>
      function (this: CommitPipeline, meta: { readonly commitNumber: number }, taken: CheckpointRows) {
        for (const actor of [...taken.ended, ...taken.evictable])
          if (actor.dirtySince === 0) actor.rowCommit = meta.commitNumber;
        own.call(this, meta as never, taken as never);
      } as never,
  );
