// How often the random tests try: one setting for every property, simulation, kill and rush test.
//
// KONTOR_TEST is `quick` (the default: `npm test`, also as the first half of `npm run test:all`), `full` (every other
// kind of test in `npm run test:all`) or `nightly` (with fresh seeds: `npm run test:nightly`). `mutation` is for
// test/mutation: as often as `quick`, without shrinking (setup.ts).
const EFFORTS = ['quick', 'full', 'nightly', 'mutation'] as const;
export type Effort = (typeof EFFORTS)[number];

const wanted = process.env['KONTOR_TEST'] ?? 'quick';
const effort = EFFORTS.find((known) => known === wanted);
if (effort === undefined) throw new Error(`KONTOR_TEST: "${wanted}" is not one of ${EFFORTS.join(', ')}`);

export const EFFORT: Effort = effort;

/** `often`: what a law deserves in a full run. Quick ones try a fifth of it, nights a hundred times as much. */
export const runs = (often: number, full = often, nightly = often * 100): number => {
  switch (EFFORT) {
    case 'quick':
    case 'mutation':
      return Math.max(1, Math.round(often / 5));
    case 'full':
      return full;
    case 'nightly':
      return nightly;
  }
};

const IS_SHORT = EFFORT === 'quick' || EFFORT === 'mutation';

/** How long, large or many: the first in a quick run, the second in a full one and in the nights. */
export const size = (quick: number, full: number): number => (IS_SHORT ? quick : full);

/** Like cases that are dear: every third of them in a quick run, all in a full one. */
export const sample = <T>(cases: readonly T[]): readonly T[] =>
  IS_SHORT ? cases.filter((_, index) => index % 3 === 0) : cases;
