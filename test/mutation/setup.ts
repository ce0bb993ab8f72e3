// Before every test file of a mutant's run. Loading the rest of src takes longer than most tests, so once a test has
// failed no further file is loaded: the mutant is noticed.
import { afterEach } from 'vitest';

/** Files of a run share one worker (runner.ts), and each run has a new one. */
const worker = globalThis as { kontorIsNoticed?: boolean };
if (worker.kontorIsNoticed === true) throw new Error('the mutant is noticed');

afterEach(({ task }) => {
  if (task.result?.state === 'fail') worker.kontorIsNoticed = true;
});
