// Catches a decoder that throws, hangs, grows or changes what every object inherits on some bytes, or does not give
// back what it was given; and a fuzzer that does not follow the coverage. `npm run sim -- fuzz-decoders` goes on for
// hours.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import { seedOf } from '../../harness/seed.ts';

/** In a process of its own: its coverage slows down what runs beside it, and its heap has a limit. */
const fuzz = (target: string, executions: number): { readonly status: number | null; readonly output: string } => {
  const main = join(import.meta.dirname, 'main.ts');
  const told = ['--target', target, '--executions', String(executions), '--seed', String(seedOf(`fuzz ${target}`))];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=512', '--import', 'tsx', main, ...told],
    { encoding: 'utf8' },
  );
  return { status, output: stdout + stderr };
};

test('a fault behind five bytes is found by the coverage of each', () => {
  const { status, output } = fuzz('planted', 1_000_000);
  expect(output).toContain('BROKEN planted: "KONTO"');
  expect(status).toBe(1);
});

test.each([
  ['form', 5000],
  ['json', 5000],
  ['constraint', 5000],
  ['xml', 5000],
  ['codec', 5000],
  ['record', 3000],
  ['snapshot', 2000],
  ['csv', 200],
])('%s holds for what the corpus breeds', (target, executions) => {
  const { status, output } = fuzz(target, runs(executions));
  expect(status, output).toBe(0);
});
