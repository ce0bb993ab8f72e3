// Connects long lists to the settings and the event loop.
import type { Config } from '../config/config.ts';
import type { LongListOptions } from '../operations/dispatch/list-scheduler.ts';

/** Limits of long lists, with the event loop and the timers of this process. */
export const longListOptions = ({ streamedListsMax, streamedListStallTimeoutMs }: Config): LongListOptions => ({
  openMax: streamedListsMax,
  stallTimeoutMs: streamedListStallTimeoutMs,
  soon: (run) => void setImmediate(run),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
});
