// What a run says of the time that tests took, and of their outcomes.
import type { TaskMeta } from 'vitest';
import type { TestCase } from 'vitest/node';
import { CONTROL_MS } from './cpu.ts';

const OF_NPM_TEST = new Set(['core', 'isolated']);

declare module 'vitest' {
  interface TaskMeta {
    /**
     * What the test took of processors, and what the control (cpu.ts) took in its worker: at its start, or just behind
     * a long test where that was more. A processor that others use as well does less in the same time.
     */
    readonly cpuMs?: number;
    readonly controlMs?: number;
  }
}

/** What it would have taken on the machine of the limit. */
export const shareMsOf = ({ cpuMs = 0, controlMs = CONTROL_MS }: TaskMeta): number =>
  cpuMs / Math.max(1, controlMs / CONTROL_MS);

type TestState = ReturnType<TestCase['result']>['state'];

/** Whether a test of `npm test` took more than so much. */
export const isLonger = (msMax: number, kind: string, meta: TaskMeta): boolean =>
  OF_NPM_TEST.has(kind) && shareMsOf(meta) > msMax;

/** How many passed, failed and were skipped; one that a run never came to is none of these. */
export const countsOf = (states: readonly TestState[]): readonly [passed: number, failed: number, skipped: number] => {
  const count = (wanted: TestState): number => states.filter((state) => state === wanted).length;
  return [count('passed'), count('failed'), count('skipped')];
};
