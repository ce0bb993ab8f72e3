// A new store with something in it, written by a clock that stands where its history is.
//
// Guaranteed: everything in it was written by operations of the API and commands of the administration, with the
// times of the history, and no time in it counts as confirmed (docs/operate/time.md). It is on the disk as a whole when
// it is closed. The same day, seed and settings give the same records up to the same moment; what differs between two
// stores are their keys, and all that is derived from them.
import { openFirstChannel } from '../../admin/credentials.ts';
import type { Credentials } from '../../admin/credentials.ts';
import type { Config } from '../../config/config.ts';
import { SystemRandom } from '../../outside/random.ts';
import { historyStartMs } from '../demo/fill.ts';
import { Seeded } from '../demo/seeded.ts';
import { createMissingWebhooks } from '../parts/webhooks.ts';
import { HistoryClock, openNewStore } from './history-store.ts';
import { NewShop } from './new-shop.ts';
import { fillNewStore } from './new-store-contents.ts';
import { recordCurrency } from './shop-currency.ts';

export interface NewStore {
  /** The directory need not exist; what is in it is removed. */
  readonly directory: string;
  readonly config: Config;
  /** Credentials of the first channel. */
  readonly credentials: Credentials;
  /** They are the printed ones. */
  readonly isPrinted: boolean;
  /** `history`: the demo; `goods`: its goods alone; any other text: a file of calls that a test wants made. */
  readonly content: string;
  /** Where the history ends. */
  readonly nowMs: number;
  readonly seed: string;
}

/** Throws StoreLocked while another process writes there, RefusedCall, and what the file system says. */
export const writeNewStore = async (given: NewStore): Promise<void> => {
  const { directory, config, credentials, content, nowMs, seed } = given;
  const hasHistory = content === 'history';
  const clock = new HistoryClock(hasHistory ? historyStartMs(nowMs) : nowMs);
  let failure: unknown;
  // What a real shop derives from chance, nobody else may know.
  const random = hasHistory ? new Seeded(`${seed} records`) : new SystemRandom();
  const store = await openNewStore(directory, config, clock, random, (_reason, error) => void (failure = error));
  try {
    openFirstChannel(store.engine, credentials, given.isPrinted);
    recordCurrency(store.engine);
    createMissingWebhooks(store.engine);
    const shop = new NewShop(store, config, clock, credentials);
    await fillNewStore(shop, given);
    await shop.end();
  } finally {
    await store.close();
  }
  if (failure !== undefined) throw failure;
};
