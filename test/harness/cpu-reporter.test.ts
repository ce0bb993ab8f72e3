// Would catch a limit for the time of tests that fails nothing, or one that fails a test because others work meanwhile.
import { expect, test } from 'vitest';
import { isTooLong } from './cpu-reporter.ts';
import { CONTROL_MS, TEST_MS_MAX } from './cpu.ts';

const [allowed, more] = [TEST_MS_MAX, TEST_MS_MAX * 1.1];

test('a test of npm test that takes more of a processor than one may is too long', () => {
  expect(isTooLong('core', { cpuMs: more, controlMs: CONTROL_MS })).toBe(true);
  expect(isTooLong('isolated', { cpuMs: more, controlMs: CONTROL_MS / 2 })).toBe(true);
  expect(isTooLong('core', { cpuMs: allowed, controlMs: CONTROL_MS })).toBe(false);
  expect(isTooLong('system', { cpuMs: more, controlMs: CONTROL_MS })).toBe(false);
});

test('where the control takes twice as long, so may a test', () => {
  expect(isTooLong('core', { cpuMs: 2 * allowed, controlMs: 2 * CONTROL_MS })).toBe(false);
  expect(isTooLong('core', { cpuMs: 2 * more, controlMs: 2 * CONTROL_MS })).toBe(true);
});
