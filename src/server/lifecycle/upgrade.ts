// The side of `kontor upgrade` that takes over: makes a copy of the store beside the server that goes on, follows that
// server as a standby does, and leads with the copy in the store's place once the other one has closed the store.
//
// Guaranteed: every record that the old server has promised is there, because the rest is read from its own disk. Until
// the store is closed there, nothing of it is changed; a process that ends before leaves a copy, which the next upgrade
// removes. Not promised: the same memory and disk as before, both are needed twice.
import type { Config } from '../../config/config.ts';
import { mustBeServable } from '../../engine/store/following.ts';
import { readIdentity } from '../../engine/store/identity.ts';
import { prepareUpgrade, removeCopy, upgradePath } from '../../engine/store/upgrade.ts';
import type { Store } from '../../engine/store/store.ts';
import { warmSearch } from '../background/warm-up.ts';
import { openConfiguredStore } from '../start/open-store.ts';
import { Ports } from '../ports/ports.ts';
import type { Fatal } from '../process/end-after.ts';
import type { Operator } from '../process/signals.ts';
import { lockOf, takeRest } from '../standby/leader-store.ts';
import { follow } from './follow-predecessor.ts';
import type { Following } from './follow-predecessor.ts';
import { LOCK_WAIT_MS } from './take-over.ts';
import type { Predecessor } from './take-over.ts';

interface Upgrade {
  readonly config: Config;
  readonly operator: Operator;
  readonly fatal: Fatal;
  readonly predecessor: Predecessor;
  /** Resolves when the extensions are loaded, or were waited for. */
  readonly load: () => Promise<void>;
}

/** Resolves with the ports when the old server has closed the store, or the operator wants this one to stop. */
const untilClosed = async (upgrade: Upgrade, store: Store, { ready, broken }: Following): Promise<Ports> => {
  const { config, operator, predecessor } = upgrade;
  const stop = operator.stop.then(() => {});
  await Promise.race([broken, ready, predecessor.hasClosed, stop]);
  if (!operator.stopping) await warmSearch(store.engine, config.backgroundSliceMs, operator);
  // The old server must not end for one that cannot take its place.
  await Promise.race([broken, undefined]);
  if (!operator.stopping) await upgrade.load();
  predecessor.says('is as far as the server');
  const ports = await Ports.listen(config, predecessor.portAt);
  predecessor.listens();
  await Promise.race([predecessor.hasClosed, stop]);
  return ports;
};

/** Everything is in the store, whose place is the data directory from now on. */
const takeStore = async (config: Config, store: Store, link: Following['link']): Promise<void> => {
  const lock = await lockOf(config.data, LOCK_WAIT_MS);
  try {
    // The old server died, and a standby was promoted in its place.
    mustBeServable(config.data, undefined);
    await link.stop();
    await takeRest(store, link, config.data, upgradePath(config.data));
    await store.moveTo(config.data, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
  store.engine.lead();
};

/**
 * The store, which leads, and the ports; undefined where a stop was asked for. Throws ConfigError, StoreDamage, and
 * what the file system says: the old server goes on, or has ended and a start goes on where it did.
 */
export const openUpgraded = async (
  upgrade: Upgrade,
): Promise<{ readonly store: Store; readonly ports: Ports } | undefined> => {
  const { config, operator, fatal, predecessor } = upgrade;
  const megabytes = await prepareUpgrade(config.data, config.diskReserveMb * 1_048_576);
  predecessor.says(`copies the store, ${megabytes} MB`);
  const at = { directory: upgradePath(config.data), follows: config.data };
  const store = await openConfiguredStore(config, fatal, '', undefined, undefined, at).catch(async (error: unknown) => {
    await removeCopy(config.data);
    throw error;
  });
  predecessor.says(`has read ${store.engine.headSeq} records, and follows`);
  const following = follow(config, store);
  const { link } = following;
  let ports: Ports | undefined;
  try {
    ports = await untilClosed(upgrade, store, following);
    if (!operator.stopping) {
      await takeStore(config, store, link);
      predecessor.leave();
      return { store, ports };
    }
  } catch (error) {
    await end(config, store, link, ports);
    throw error;
  }
  await end(config, store, link, ports);
  return undefined;
};

/** What it has copied goes, and the keys with it, unless a start is to finish what was begun. */
const end = async (config: Config, store: Store, link: Following['link'], ports: Ports | undefined): Promise<void> => {
  await link.stop();
  await ports?.abandon('SHUTTING_DOWN');
  await store.close();
  if (readIdentity(config.data)?.upgradedAt === undefined) await removeCopy(config.data);
};
