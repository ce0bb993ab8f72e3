// Long work in slices, so that others are served between two of them.
import { yieldToEventLoop } from '../kernel/yield-to-event-loop.ts';
import type { Steps } from '../kernel/steps.ts';

/** How long work that others have not asked for keeps the thread. */
export const SLICE_MS = 4;

/**
 * To be called between two steps of the work: gives a promise once `sliceMs` have passed since the last one; the work
 * goes on when it resolves.
 */
export const pauseAfter = (sliceMs: number): (() => Promise<void> | undefined) => {
  let endMs = 0;
  return () => {
    if (performance.now() < endMs) return undefined;
    return yieldToEventLoop().then(() => void (endMs = performance.now() + sliceMs));
  };
};

/** The value of work in steps. Others are served in between. */
export const inTurns = async <T>(steps: Steps<T>, terminal: { pause(): Promise<void> }): Promise<T> => {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await terminal.pause();
  }
};
