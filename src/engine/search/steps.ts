// Steps of searches: they yield about every 256 values that they test, and each millisecond of reading texts.
export { runToEnd } from '../../kernel/steps.ts';
export type { Steps } from '../../kernel/steps.ts';

/** Values that are tested between two steps, and the estimated time to read their texts; tests lower both. */
export const STEPS = { testsMax: 256, readNsMax: 1_000_000 };
