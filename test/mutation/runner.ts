// The tests of one mutated file, in the order given: the first failure ends a run, so quick examples stand first.
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import { DEADLINE_MS } from '../harness/until.ts';

const FILES = (process.env['KONTOR_TEST_MUTATION'] ?? '').split(',');
const placeOf = ({ moduleId }: TestSpecification): number => FILES.findIndex((file) => moduleId.endsWith(file));

class AsGiven extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((a, b) => placeOf(a) - placeOf(b)));
  }
}

export default defineConfig({
  test: {
    include: FILES,
    setupFiles: ['test/mutation/setup.ts', 'test/harness/setup.ts'],
    // Files of a run share one copy of src, as in vitest.config.ts. Each mutant has a worker of its own, so that
    // constants which are read at load are mutated, too.
    isolate: false,
    sequence: { sequencer: AsGiven },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: DEADLINE_MS } },
  },
});
