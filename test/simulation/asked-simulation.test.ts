// Would catch an order that an extension was against, or that is another one than it was asked about; a lie that counts
// as an answer; a call that is half done while an extension hangs; a start that needs the extension of before.
import { beforeAll, describe, expect, test } from 'vitest';
import { ASKED_CANARIES } from './asked-canaries.ts';
import { noCounts } from './counts.ts';
import { isFoundOut, runOne, seldomAsked } from './shop-runs.ts';

const SEEDS = [1, 2, 4, 5];
const STEPS = 150;

describe('a shop with extensions that lie and hang', () => {
  // What the run loads that shows documents is needed by all.
  beforeAll(() => runOne(SEEDS.at(-1)!, noCounts(), { steps: STEPS, asks: true }));

  const sum = noCounts();

  test.each(SEEDS)('keeps its claims, seed %i', (seed) => runOne(seed, sum, { steps: STEPS, asks: true }));

  test('had them lie about orders and prices', () => {
    expect(seldomAsked(sum)).toEqual([]);
  });

  // All of them in the long runs.
  test.each(Object.entries(ASKED_CANARIES).slice(0, 1))('is found out when %s', (_, canary) => isFoundOut(canary));
});
