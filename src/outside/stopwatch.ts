import { performance } from 'node:perf_hooks';
import type { Stopwatch } from '../kernel/clock.ts';

export const SYSTEM_STOPWATCH: Stopwatch = {
  nowMs: () => performance.now(),
  activeMs: () => performance.eventLoopUtilization().active,
};
