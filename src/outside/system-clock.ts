// The system's clock, and the time since the machine was started.
//
// The monotonic clock stops while the machine is suspended; uptime does not, but takes a system call. Their difference
// is therefore read again only when the calendar has moved differently from the monotonic clock, or a tenth of a second
// after the last read. Not promised: the hundredth of a second; uptime has no more.
import { uptime } from 'node:os';
import type { Clock } from '../kernel/clock.ts';

const READ_AGAIN_MS = 100;
const MOVED_MS = 50;
/** Differences below this are the rounding of uptime. */
const SUSPENDED_MS_MIN = 100;

let suspendedMs = uptime() * 1000 - performance.now();
let readMs = performance.now();
let calendarMs = Date.now() - readMs;

export const SYSTEM_CLOCK: Clock = {
  nowMs: () => Date.now(),
  sinceBootMs: () => {
    const monotonicMs = performance.now();
    const difference = Date.now() - monotonicMs;
    if (monotonicMs - readMs >= READ_AGAIN_MS || Math.abs(difference - calendarMs) > MOVED_MS) {
      const present = uptime() * 1000 - monotonicMs;
      if (Math.abs(present - suspendedMs) > SUSPENDED_MS_MIN) suspendedMs = present;
      readMs = monotonicMs;
      calendarMs = difference;
    }
    return monotonicMs + suspendedMs;
  },
};

/** Timers of the system. `after` calls once and returns a function that cancels the call. */
export const SYSTEM_TIMERS = {
  after: (ms: number, run: () => void): (() => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
