// Waiting for what must happen, and never for a time.
import { setTimeout as pause } from 'node:timers/promises';

/** Nothing that works takes this long, on any machine: what a test waits for is broken when it has passed. */
export const DEADLINE_MS = 120_000;

const POLL_MS = 20;

/**
 * Resolves with the first answer that is not undefined or false; rejects with `what` behind the deadline. `pollMs`:
 * more where a probe takes long by itself.
 */
export const until = async <T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  pollMs = POLL_MS,
): Promise<T> => {
  for (const endMs = performance.now() + DEADLINE_MS; performance.now() < endMs; await pause(pollMs)) {
    const answer = await probe();
    if (answer !== undefined && answer !== false) return answer;
  }
  throw new Error(`waited ${DEADLINE_MS / 1000} s in vain: ${what}`);
};

/**
 * Time for what must not happen, where no event can say that it has not: a fault shows the more often, the longer this
 * is, and a slow machine fails no sound program by it.
 */
export const lull = (ms: number): Promise<void> => pause(ms);
