// A year of a shop with price lists: lists, tiers, days, groups, logins, countries and currencies at random, and every
// amount beside a slow model. It would catch a place that shows another price than is charged, a list that counts a day
// too long or for the wrong ones, a line that keeps a price it should lose, and a price that changes without a word.
import * as fc from 'fast-check';
import { test } from 'vitest';
import { runs, size } from '../../harness/effort.ts';
import { lived } from './year-places.ts';
import { yearOf } from './year-steps.ts';

test('every place shows, sorts by and charges the price of the model', async () => {
  await fc.assert(
    fc.asyncProperty(yearOf(size(8, 40)), (year) => lived(year, 'some')),
    { numRuns: runs(5, 10, 2000) },
  );
});
