// Seeds of the random tests. Each test draws from a seed of its own, made of a base and the test's name, so that a run
// repeats whatever else runs with it. The base is committed; KONTOR_TEST_SEED=<number> sets another one and
// KONTOR_TEST_SEED=random draws one (vitest.config.ts, once per run).
import { hash } from 'node:crypto';

/** The base with which every push is tested. */
const COMMITTED = 20_261_122;

export const BASE_SEED = Number(process.env['KONTOR_TEST_SEED'] ?? COMMITTED);
if (!Number.isSafeInteger(BASE_SEED)) throw new Error('KONTOR_TEST_SEED is a whole number or the word random');

/** Whether the run has another base than every push has. */
export const IS_COMMITTED = BASE_SEED === COMMITTED;

/** A seed for whatever has this name, from 0 to 2³¹ - 1. */
export const seedOf = (name: string): number =>
  Number.parseInt(hash('sha256', `${BASE_SEED} ${name}`, 'hex').slice(0, 8), 16) >>> 1;
