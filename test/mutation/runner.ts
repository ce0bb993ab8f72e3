// The tests of one mutated file, in the order given: the first failure ends a run, so quick examples stand first.
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

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
    setupFiles: ['test/harness/setup.ts'],
    sequence: { sequencer: AsGiven },
    testTimeout: 60_000,
  },
});
