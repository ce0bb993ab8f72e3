// What the server does in the background, with each tick of its timer.
import type { Config } from '../config/config.ts';
import { destroyDueKeys } from '../engine/due-keys.ts';
import type { Engine } from '../engine/engine.ts';
import type { ExpirySweeper } from '../engine/maintenance/expiry-sweeper.ts';
import type { UsageCounter } from '../engine/maintenance/usage-counter.ts';
import type { Store } from '../engine/store/store.ts';
import { yieldToEventLoop } from '../engine/yield-to-event-loop.ts';
import type { OpenApi } from './api-wiring.ts';
import type { BackgroundTasks } from './background-tasks.ts';
import type { DiskGuard } from './disk-guard.ts';
import { countryNamesOf } from './document-wiring.ts';
import type { imageSizesOf } from './image-wiring.ts';
import type { processMemory } from './memory-wiring.ts';
import { logInfo } from './observability/log.ts';
import type { backgroundScrub } from './scrub-wiring.ts';
import type { Operator } from './signals.ts';
import type { SnapshotSchedule } from './snapshots.ts';
import type { Role } from './standby/role.ts';
import type { TimeWatch } from './time-watch.ts';
import type { webhookOutbox } from './webhook-wiring.ts';

export const TICK_MS = 50;
/** Sessions that one tick looks at for having expired. */
const SWEEP_SESSIONS = 256;

export interface Ticking {
  readonly config: Config;
  readonly store: Store;
  readonly api: OpenApi;
  readonly tasks: BackgroundTasks;
  readonly snapshots: SnapshotSchedule;
  readonly disk: DiskGuard;
  readonly sweeper: ExpirySweeper;
  readonly time: TimeWatch;
  readonly scrub: ReturnType<typeof backgroundScrub>;
  readonly outbox: ReturnType<typeof webhookOutbox>;
  readonly images: ReturnType<typeof imageSizesOf>;
  readonly usage: UsageCounter;
  readonly role: Role;
  readonly processUse: ReturnType<typeof processMemory>;
}

/** What the background does with each tick. */
export const tickOf = (ticking: Ticking): (() => void) => {
  const { config, store, api, tasks, snapshots, disk, sweeper, time, scrub } = ticking;
  const { outbox, images, usage, processUse, role } = ticking;
  const { engine } = store;
  /** What decides, or calls somebody outside. */
  const whileLeading = (endMs: number): void => {
    tasks.run('time', () => time.tick());
    tasks.run('expired records', () => sweeper.sweep(SWEEP_SESSIONS, () => performance.now() < endMs));
    tasks.run('webhooks', () => outbox.tick());
    tasks.run('image sizes', () => images.tick(() => performance.now() < endMs));
    tasks.run('usage', () => usage.tick());
  };
  return () => {
    const endMs = performance.now() + config.backgroundSliceMs;
    tasks.run('disk space', () => disk.tick());
    tasks.run('what is shared', () => role.tick());
    if (engine.isLeading) whileLeading(endMs);
    tasks.run('memory', () => engine.memory.measured(processUse.use()));
    tasks.run('rows', () => engine.tick());
    tasks.run('keys', () => engine.destruction.tick());
    tasks.run('published replies', () => api.collect());
    tasks.run('snapshots', () => snapshots.makeIfDue());
    // The sweeper reads sessions that the start has left on the disk, and rests while nothing may be written.
    if (!engine.mayWrite || !engine.isLeading)
      tasks.run('open carts', () => engine.openCarts.advance(() => performance.now() < endMs));
    if (!engine.mayWrite) return;
    // What it finds damaged is written again.
    tasks.run('stored rows', () => scrub.tick((config.scrubMbPerSecond * 1_000_000 * TICK_MS) / 1000));
    if (engine.isLeading)
      tasks.run('due keys', () => destroyDueKeys(engine, store.keys.dueInvoiceKeys(engine.time.confirmedMs)));
  };
};

/** Indexes words in the background, in time slices; whoever searches for words before speeds it up. */
export const warmSearch = async (engine: Engine, sliceMs: number, operator: Operator): Promise<void> => {
  if (!engine.isSearchWarming) return;
  const startedMs = performance.now();
  for (
    let endMs = startedMs + sliceMs;
    !engine.warmSearch(() => performance.now() < endMs);
    endMs = performance.now() + sliceMs
  ) {
    await yieldToEventLoop();
    if (operator.stopping) return;
  }
  logInfo(`words indexed in ${((performance.now() - startedMs) / 1000).toFixed(1)} s, MATCH is ready`);
};

/** Reads names of countries in English and the languages of the shop: one language in each turn of the event loop. */
const warmCountries = async (config: Config, operator: Operator): Promise<void> => {
  const names = countryNamesOf(config);
  do await yieldToEventLoop();
  while (!operator.stopping && !names.readFirst(() => true));
};

/** What the first calls would wait for, in the background after a start. */
export const warm = (engine: Engine, config: Config, operator: Operator): void => {
  void warmSearch(engine, config.backgroundSliceMs, operator);
  void warmCountries(config, operator);
};
