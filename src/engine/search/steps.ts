// Steps of searches: they yield about every 256 values that they test, every 16,384 documents that they walk over, and
// each millisecond of reading texts.
import type { Steps } from '../../kernel/steps.ts';

export { runToEnd } from '../../kernel/steps.ts';
export type { Steps } from '../../kernel/steps.ts';

/**
 * Values that are tested between two steps, the estimated time to read their texts, and documents that are walked over
 * at some nanoseconds each; tests lower all three.
 */
export const STEPS = { testsMax: 256, readNsMax: 1_000_000, docsMax: 16_384 };

/** Walks over `count` places with a step after each block; `walk` handles one block. */
export function* inBlocks(
  count: number,
  walk: (from: number, to: number) => void,
  blockMax: number = STEPS.docsMax,
): Steps<void> {
  for (let from = 0; from < count; from += blockMax) {
    if (from > 0) yield '';
    walk(from, Math.min(from + blockMax, count));
  }
}
