// Loaded into the engine's process by `--import`: appends one line of JSON per second to $SOAK_PROBE. Plain JavaScript,
// so that nothing else is loaded beside it. `heapAfterGc` is what the last collection of the old generation left over.
import { appendFile } from 'node:fs';
import { PerformanceObserver, constants, monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 1000;

if (isMainThread && process.env.SOAK_PROBE !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let heapAfterGc = null;
  new PerformanceObserver((list) => {
    if (list.getEntries().some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR))
      heapAfterGc = process.memoryUsage().heapUsed;
  }).observe({ entryTypes: ['gc'] });
  setInterval(() => {
    const { heapUsed, external } = process.memoryUsage();
    const loopP99Ms = delay.percentile(99) / 1e6;
    delay.reset();
    const line = JSON.stringify({ heapUsed, heapAfterGc, external, loopP99Ms });
    appendFile(process.env.SOAK_PROBE, `${line}\n`, () => {});
  }, EVERY_MS).unref();
}
