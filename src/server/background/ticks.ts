// What the server does in the background, with each tick of its timer.
import type { Config } from '../../config/config.ts';
import { destroyDueKeys } from '../../engine/maintenance/due-keys.ts';
import { applyDueChanges } from '../../engine/maintenance/due-changes.ts';
import type { Store } from '../../engine/store/store.ts';
import type { BackgroundTasks } from './tasks.ts';

export const TICK_MS = 50;
/** Sessions that one tick looks at for having expired. */
const SWEEP_SESSIONS = 256;

interface Ticked {
  tick(): void;
}

/** What a tick asks of each part. */
export interface Ticking {
  readonly config: Pick<Config, 'backgroundSliceMs' | 'scrubMbPerSecond'>;
  readonly store: Store;
  readonly tasks: BackgroundTasks;
  readonly api: {
    collect(): void;
    readonly refunds: Ticked;
    readonly mail: { readonly outbox: Ticked } | undefined;
  };
  readonly role: Ticked;
  readonly disk: Ticked;
  readonly time: Ticked;
  readonly usage: Ticked;
  readonly outbox: Ticked;
  /** Undefined: the shop has none. */
  readonly extensions: Ticked | undefined;
  readonly snapshots: { makeIfDue(): void };
  readonly sweeper: { sweep(sessionsMax: number, goOn: () => boolean): void };
  readonly images: { tick(goOn: () => boolean): void };
  readonly scrub: { tick(bytes: number, goOn: () => boolean): void };
  readonly processUse: { use(): Parameters<Store['engine']['memory']['setUse']>[0] };
}

/** What the background does with each tick. */
export const tickOf = (ticking: Ticking): (() => void) => {
  const { config, store, api, tasks, snapshots, disk, sweeper, time, scrub } = ticking;
  const { outbox, extensions, images, usage, processUse, role } = ticking;
  const { engine } = store;
  /** What decides, or calls somebody outside. */
  const whileLeading = (endMs: number): void => {
    tasks.run('time', () => time.tick());
    tasks.run('due changes', () => applyDueChanges(engine));
    tasks.run('expired records', () => sweeper.sweep(SWEEP_SESSIONS, () => performance.now() < endMs));
    if (extensions !== undefined) tasks.run('extensions', () => extensions.tick());
    tasks.run('webhooks', () => outbox.tick());
    tasks.run('mail', () => api.mail?.outbox.tick());
    tasks.run('refunds', () => api.refunds.tick());
    tasks.run('image sizes', () => images.tick(() => performance.now() < endMs));
    tasks.run('usage', () => usage.tick());
  };
  return () => {
    const endMs = performance.now() + config.backgroundSliceMs;
    tasks.run('disk space', () => disk.tick());
    tasks.run('what is shared', () => role.tick());
    if (engine.isLeading) whileLeading(endMs);
    tasks.run('memory', () => engine.memory.setUse(processUse.use()));
    tasks.run('rows', () => engine.tick());
    tasks.run('keys', () => engine.destruction.tick());
    tasks.run('published replies', () => api.collect());
    tasks.run('snapshots', () => snapshots.makeIfDue());
    // The sweeper reads sessions that the start has left on the disk, and rests while nothing may be written.
    if (!engine.mayWrite || !engine.isLeading)
      tasks.run('open carts', () => engine.openCarts.advance(() => performance.now() < endMs));
    if (!engine.mayWrite) return;
    // What it finds damaged is written again.
    // A slice of its own: where others use up theirs, stored rows are read all the same.
    const scrubEndMs = performance.now() + config.backgroundSliceMs;
    const scrubBytes = (config.scrubMbPerSecond * 1_000_000 * TICK_MS) / 1000;
    tasks.run('stored rows', () => scrub.tick(scrubBytes, () => performance.now() < scrubEndMs));
    if (engine.isLeading)
      tasks.run('due keys', () => destroyDueKeys(engine, store.keys.dueInvoiceKeys(engine.time.confirmedMs)));
  };
};
