// What runs beside the calls: watches, which are there before calls are answered, and work that begins afterwards.
import type { Config } from '../../config/config.ts';
import { ExpirySweeper } from '../../engine/maintenance/expiry-sweeper.ts';
import type { Store } from '../../engine/store/store.ts';
import type { HttpClient } from '../../kernel/http-call.ts';
import { logWarning } from '../observability/log.ts';
import { imageSizesOf } from '../parts/image-sizes.ts';
import { processMemory } from '../parts/memory.ts';
import { webhookOutbox } from '../parts/webhook-outbox.ts';
import { DiskGuard } from './disk-guard.ts';
import { backgroundScrub } from './scrub.ts';
import { snapshotSchedule } from './snapshots.ts';
import { BackgroundTasks } from './tasks.ts';
import { TICK_MS, tickOf } from './ticks.ts';
import type { Ticking } from './ticks.ts';
import { TimeWatch } from './time-watch.ts';

/** What the API, commands and metrics ask, too. Nothing of it runs before the first tick. */
export const watchesOf = (config: Config, store: Store) => ({
  processUse: processMemory(config, store.engine.memory),
  tasks: new BackgroundTasks(logWarning),
  snapshots: snapshotSchedule(config, store),
  disk: new DiskGuard(store.engine, { directory: config.data, reserveMb: config.diskReserveMb }),
  time: new TimeWatch(store, config),
});

type Watched = ReturnType<typeof watchesOf> &
  Parameters<typeof webhookOutbox>[0] &
  Pick<Ticking, 'api' | 'usage' | 'role' | 'extensions'> & { readonly client: HttpClient };

/** Makes the parts that nobody but the background asks, and begins to tick. */
export const beginTicks = (watched: Watched) => {
  const { config, store, client, snapshots } = watched;
  const { engine } = store;
  const own = {
    sweeper: new ExpirySweeper(engine),
    outbox: webhookOutbox(watched, client, logWarning),
    images: imageSizesOf(engine, config, client, logWarning),
    scrub: backgroundScrub(engine, () => void snapshots.make()),
  };
  return { ...own, timer: setInterval(tickOf({ ...watched, ...own }), TICK_MS) };
};
