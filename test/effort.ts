// How often the random tests try: one setting for every property, simulation, kill and rush test.
//
// KONTOR_TEST is `short` (the default: what `npm test` runs), `long` (in `npm run check`) or `nightly` (a hundred times
// `short`, with fresh seeds: `npm run test:nightly`). `mutation` is for test/mutation: often enough to notice, seldom
// enough to end.
const EFFORTS = ['short', 'long', 'nightly', 'mutation'] as const;
export type Effort = (typeof EFFORTS)[number];

const wanted = process.env['KONTOR_TEST'] ?? 'short';
const effort = EFFORTS.find((known) => known === wanted);
if (effort === undefined) throw new Error(`KONTOR_TEST: "${wanted}" is not one of ${EFFORTS.join(', ')}`);

export const EFFORT: Effort = effort;

/** How often to try: `short`, or `long` in the check; at night a hundred times `short`, or ten times `long` if more. */
export const runs = (short: number, long = short * 2): number => {
  switch (EFFORT) {
    case 'short':
      return short;
    case 'long':
      return long;
    case 'nightly':
      return Math.max(short * 100, long * 10);
    case 'mutation':
      return Math.max(1, Math.round(short / 5));
  }
};

/** Like cases that each start the program: every third of them in the short form, all in the check. */
export const sample = <T>(cases: readonly T[]): readonly T[] =>
  EFFORT === 'short' || EFFORT === 'mutation' ? cases.filter((_, index) => index % 3 === 0) : cases;
