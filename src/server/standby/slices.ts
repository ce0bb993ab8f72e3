// Folding in slices, so that other work has its turn between two records.
import type { Pause } from '../../engine/folding.ts';
import { yieldToEventLoop } from '../../engine/yield-to-event-loop.ts';

/** To be called between two records: pauses once so many milliseconds have passed since the last pause. */
export const pauseAfter = (sliceMs: number): Pause => {
  let endMs = 0;
  return () => {
    if (performance.now() < endMs) return undefined;
    return yieldToEventLoop().then(() => void (endMs = performance.now() + sliceMs));
  };
};
