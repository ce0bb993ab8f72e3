// Runs the example alone, as the project's own config runs its tests (test/harness/run.system.test.ts).
import { defineConfig } from 'vitest/config';
import { beginRun } from '../run.ts';

export default defineConfig({
  plugins: [beginRun()],
  test: {
    root: import.meta.dirname,
    include: ['example.ts'],
    pool: 'forks',
    isolate: false,
    setupFiles: ['../setup.ts'],
    testTimeout: 120_000,
    reporters: ['default'],
  },
});
