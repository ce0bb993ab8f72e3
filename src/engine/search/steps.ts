// Steps of searches: they yield about every 256 values that they test, every 16,384 documents that they walk over, and
// each millisecond of reading texts.
import { SEARCH_WORK } from '../../domain/search/search-work.ts';
import type { Steps } from '../../kernel/steps.ts';

export { runToEnd } from '../../kernel/steps.ts';
export type { Steps } from '../../kernel/steps.ts';

/**
 * Values that are tested between two steps, the estimated time to read their texts, and documents that are walked over
 * at some nanoseconds each; tests lower all three.
 */
export const STEPS = { testsMax: 256, workNsMax: 1_000_000, docsMax: 16_384 };

/**
 * Nanoseconds, hot and undisturbed, of what a search does most: to walk over a record, to test a word or to test or
 * compare a value, its text aside (bench/notes/search-slices.md).
 */
const WORK_NS = { walked: 3, tested: 50 };

/** Counts records that are walked over, each of them for each word of a query. */
export const countWalked = (count: number): void => void (SEARCH_WORK.ns += count * WORK_NS.walked);

/** Counts words and values that are tested or compared. */
export const countTested = (count: number): void => void (SEARCH_WORK.ns += count * WORK_NS.tested);

/** Walks over `count` places with a step after each block; `walk` handles one block. */
export function* inBlocks(
  count: number,
  walk: (from: number, to: number) => void,
  blockMax: number = STEPS.docsMax,
): Steps<void> {
  for (let from = 0; from < count; from += blockMax) {
    if (from > 0) yield '';
    const to = Math.min(from + blockMax, count);
    walk(from, to);
    countWalked(to - from);
  }
}
