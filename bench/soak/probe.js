// Loaded into the engine's process by `--import`: appends one line of JSON per second to $SOAK_PROBE. Plain JavaScript,
// so that nothing else is loaded beside it.
//
// What the server has no reply for (open sessions, actors in memory, evictions, truncation, scrub) is read from the
// engine's own objects: the modules of the built program are loaded here first, and their classes report to the probe
// when they are used. A name that is no longer there ends the process at its start, so that nothing is sampled as 0.
import { appendFile } from 'node:fs';
import { PerformanceObserver, constants, monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { getHeapSpaceStatistics } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 1000;

/** Runs `before` with the object whenever the method is called. */
const observe = (type, method, before) => {
  const original = type.prototype[method];
  if (typeof original !== 'function') throw new Error(`probe: ${type.name} has no ${method}`);
  type.prototype[method] = function (...args) {
    before(this);
    return original.apply(this, args);
  };
};

const watchEngine = async () => {
  const main = pathToFileURL(process.argv[1]);
  const load = (path) => import(new URL(path, main).href);
  const [{ Engine }, { ActorTable }, { Scrub }] = await Promise.all([
    load('engine/engine.js'),
    load('engine/actors/actor-table.js'),
    load('engine/maintenance/scrub.js'),
  ]);
  let [engine, scrub, evictions] = [undefined, undefined, 0];
  observe(Engine, 'tick', (self) => (engine = self));
  observe(Scrub, 'advance', (self) => (scrub = self));
  observe(ActorTable, 'evictActor', () => (evictions += 1));
  return () => ({
    openSessions: engine?.tables.session.idsInUse ?? null,
    residentActors:
      engine === undefined ? null : Object.values(engine.tables).reduce((sum, { resident }) => sum + resident.size, 0),
    truncatedSeq: engine?.journal.meta?.truncatedSeq ?? null,
    scrubPasses: scrub?.passes ?? null,
    evictions,
  });
};

if (isMainThread && process.env.SOAK_PROBE !== undefined) {
  const watched = await watchEngine();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  // What the last collection of the old generation left over.
  let heapAfterGc = null;
  new PerformanceObserver((list) => {
    if (list.getEntries().some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR))
      heapAfterGc = process.memoryUsage().heapUsed;
  }).observe({ entryTypes: ['gc'] });
  setInterval(() => {
    const { heapUsed, external } = process.memoryUsage();
    const heapPages = getHeapSpaceStatistics().reduce((sum, { physical_space_size: bytes }) => sum + bytes, 0);
    const loopP99Ms = delay.percentile(99) / 1e6;
    delay.reset();
    const line = JSON.stringify({ heapUsed, heapAfterGc, heapPages, external, loopP99Ms, ...watched() });
    appendFile(process.env.SOAK_PROBE, `${line}\n`, () => {});
  }, EVERY_MS).unref();
}
