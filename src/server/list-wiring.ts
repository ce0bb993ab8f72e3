import type { Config } from '../config.ts';
import type { ListOptions } from '../operations/dispatch/open-lists.ts';

/** Long lists, on the loop and the clock of this process. */
export const listsOf = ({ listsMax, listStalledMsMax }: Config): ListOptions => ({
  openMax: listsMax,
  stalledMsMax: listStalledMsMax,
  soon: (run) => void setImmediate(run),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
});
