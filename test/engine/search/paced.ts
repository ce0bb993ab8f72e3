// Searches that are interrupted after every value they test, and what asks for them as dispatch does.
import { afterEach, beforeEach } from 'vitest';
import type { ReadContext } from '../../../src/engine/transactions/read-context.ts';
import { CallPace } from '../../../src/engine/search/call-pace.ts';
import { CANDIDATES } from '../../../src/engine/search/candidates.ts';
import { COLUMNS } from '../../../src/engine/search/column.ts';
import { RANKING } from '../../../src/engine/search/facet-values.ts';
import { SORTING } from '../../../src/engine/search/sort-in-steps.ts';
import { STEPS } from '../../../src/engine/search/steps.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { CallMeter } from '../../../src/kernel/call-meter.ts';
import { Interrupted } from '../../../src/kernel/interrupted.ts';
import type { Result } from '../../../src/kernel/result.ts';
import { make } from '../shop.ts';
import { engineOn } from '../store/stores.ts';
import { Catalogue, OPENING } from './catalogue.ts';
import { parsed } from './queries.ts';
import type { Asked } from './queries.ts';

export const asItIs = {
  sorting: { ...SORTING },
  steps: { ...STEPS },
  candidates: { ...CANDIDATES },
  columns: { ...COLUMNS },
  ranking: { ...RANKING },
};
/** A step of a search tests one value, until the test ends. */
export const interruptEverywhere = (): void => {
  beforeEach(() => {
    Object.assign(STEPS, { testsMax: 1, docsMax: 2 });
    Object.assign(SORTING, { stepMax: 2, valuesMax: 1 });
    CANDIDATES.fewDocsMax = 0;
    COLUMNS.distinctMax = 0;
    RANKING.unitsMin = 0;
  });
  afterEach(() => {
    Object.assign(SORTING, asItIs.sorting);
    Object.assign(STEPS, asItIs.steps);
    Object.assign(CANDIDATES, asItIs.candidates);
    Object.assign(COLUMNS, asItIs.columns);
    Object.assign(RANKING, asItIs.ranking);
  });
};

export const pace = (scansMax = 1e6): CallPace =>
  new CallPace({ budgetMs: 0, scansMax, nowMs: () => 0 }, new CallMeter(Infinity), () => true);

/**
 * Asks until there is a result, as dispatch does; `between` is called where it is interrupted, after every step or
 * after every so many. Counts the interruptions.
 */
export const askPaced = <T>(
  newContext: () => ReadContext,
  callPace: CallPace,
  ask: (shop: ReadContext) => Result<T>,
  between: () => void,
  every = 1,
): { readonly result: Result<T>; readonly interruptions: number } => {
  let interruptions = 0;
  let steps = 0;
  const isDue = (): boolean => (steps += 1) % every === 0;
  for (;;) {
    const shop = newContext();
    shop.paced = { pace: callPace };
    try {
      return { result: ask(shop), interruptions };
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      do {
        between();
        interruptions += 1;
      } while (!error.work.advance(isDue));
    }
  }
};

export const queryOf = (shop: ReadContext, one: Asked): Parameters<ReadContext['search']>[1] => {
  const within =
    one.kind === 'shopobject' && one.within > 0 ? shop.index('shopobject').members.of(one.within) : undefined;
  return { ...one.query, constraint: parsed(one), ...(within !== undefined && { within }) };
};

export const shopOf = (products: number): ReturnType<typeof engineOn> => {
  const engine = engineOn(new MemoryJournal());
  for (const opens of OPENING) make(engine, opens);
  for (let n = 0; n < products; n += 1)
    make(engine, (tx) => new Catalogue(tx).take({ kind: 'object', at: 0, to: 0, n, values: [] }));
  return engine;
};
export const EVERYTHING = { language: 'de_DE', order: [], descending: false, skip: 0, limit: 0 };
