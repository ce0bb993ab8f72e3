// Would catch a limit for the time of tests that fails nothing, or one that fails a test because others work meanwhile,
// and a test that nobody ran among those that passed.
import { expect, test } from 'vitest';
import { countsOf, isLonger } from './cpu-shares.ts';
import { CONTROL_MS, TEST_MS_MAX } from './cpu.ts';

const [allowed, more] = [TEST_MS_MAX, TEST_MS_MAX * 1.1];

test('a test of npm test that takes more of a processor than one may is too long', () => {
  expect(isLonger(TEST_MS_MAX, 'core', { cpuMs: more, controlMs: CONTROL_MS })).toBe(true);
  expect(isLonger(TEST_MS_MAX, 'isolated', { cpuMs: more, controlMs: CONTROL_MS / 2 })).toBe(true);
  expect(isLonger(TEST_MS_MAX, 'core', { cpuMs: allowed, controlMs: CONTROL_MS })).toBe(false);
  expect(isLonger(TEST_MS_MAX, 'system', { cpuMs: more, controlMs: CONTROL_MS })).toBe(false);
});

test('where the control takes twice as long, so may a test', () => {
  expect(isLonger(TEST_MS_MAX, 'core', { cpuMs: 2 * allowed, controlMs: 2 * CONTROL_MS })).toBe(false);
  expect(isLonger(TEST_MS_MAX, 'core', { cpuMs: 2 * more, controlMs: 2 * CONTROL_MS })).toBe(true);
});

test('a test that was skipped, or never begun, has not passed', () => {
  expect(countsOf(['passed', 'skipped', 'failed', 'passed', 'pending', 'passed'])).toEqual([3, 1, 1]);
});
