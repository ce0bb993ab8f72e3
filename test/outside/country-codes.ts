// The code of a country, by however many steps it takes to read the languages for it.
import { Interrupted } from '../../src/kernel/interrupted.ts';
import type { Countries } from '../../src/outside/countries.ts';

export const codeInSteps = (countries: Countries, given: string): { readonly code: string; readonly steps: number } => {
  for (let steps = 0; ;)
    try {
      return { code: countries.code(given), steps };
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      for (let isTold = false; !isTold; steps += 1) isTold = error.work.advance(() => true);
    }
};
