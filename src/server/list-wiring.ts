import type { Config } from '../config.ts';
import type { ListOptions } from '../operations/dispatch/open-lists.ts';

/** Long lists, on the loop and the clock of this process. */
export const listsOf = ({ streamedListsMax, streamedListStallTimeoutMs }: Config): ListOptions => ({
  openMax: streamedListsMax,
  stalledMsMax: streamedListStallTimeoutMs,
  soon: (run) => void setImmediate(run),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
});
