// Opens the ports, the log of a node, and the store, with or without a predecessor. The ports are open before the store
// is, so that callers who come early wait. A predecessor answers until the extensions of its successor are loaded.
import { hasTakenOver } from '../../engine/store/following.ts';
import type { Store } from '../../engine/store/store.ts';
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import type { Joined } from '../cluster/join-cluster.ts';
import { logInfo } from '../observability/log.ts';
import { toldOf } from '../parts/webhook-outbox.ts';
import { Ports } from '../ports/ports.ts';
import type { Fatal } from '../process/end-after.ts';
import type { Operator } from '../process/signals.ts';
import { openConfiguredStore } from '../start/open-store.ts';
import { printRecovery, warnOfApplications } from '../start/start-report.ts';
import { REPLICATED, isNode, joinedOf } from './role.ts';
import type { ServeOptions } from './serve-options.ts';
import { LOCK_WAIT_MS, Predecessor } from './take-over.ts';
import { openUpgraded } from './upgrade.ts';

export interface Opened {
  readonly store: Store;
  readonly ports: Ports;
  readonly joined?: Joined | undefined;
  readonly told: ReturnType<typeof toldOf>;
}

type StoreAndPorts = Omit<Opened, 'told'>;

interface Opening {
  readonly options: ServeOptions;
  readonly operator: Operator;
  readonly fatal: Fatal;
  /** See prepareProcess. */
  readonly readOnly: string;
}

/** Resolves when a successor that will decide has loaded its extensions, has waited long enough, or is to stop. */
type Loading = (predecessor: Predecessor) => Promise<void>;

const reportStore = (store: Store, { config }: ServeOptions): void => {
  printRecovery(store);
  warnOfApplications(store, config);
};

/**
 * The store and the ports, which hold what arrives; undefined where a stop was asked for before they were open.
 * Rejects with why one cannot be opened; none is then.
 */
export const openShop = async (opening: Opening): Promise<Opened | undefined> => {
  const { options, operator } = opening;
  const told = toldOf(options.config);
  const { extensions } = told;
  const stop = operator.stop.then(() => {});
  const load: Loading = (predecessor) => Promise.race([extensions?.begin(), predecessor.hasClosed, stop]);
  const opened = await storeAndPorts(opening, load).catch(async (error: unknown) => {
    await extensions?.close();
    throw error;
  });
  if (opened !== undefined) return { ...opened, told };
  await extensions?.close();
  return undefined;
};

const storeAndPorts = async (opening: Opening, load: Loading): Promise<StoreAndPorts | undefined> => {
  const { options, operator, fatal } = opening;
  const { config, takeOver = 'none' } = options;
  const predecessor = takeOver === 'none' ? undefined : await Predecessor.ask(config.data);
  if (predecessor === undefined || takeOver !== 'upgrade') return openAfter(predecessor, opening, load);
  const opened = await openUpgraded({ config, operator, fatal, predecessor, load: () => load(predecessor) });
  if (opened !== undefined) reportStore(opened.store, options);
  return opened;
};

/** Opens the ports beside the predecessor's, waits until it has closed the store, and opens that. */
const openAfter = async (
  predecessor: Predecessor | undefined,
  opening: Opening,
  load: Loading,
): Promise<StoreAndPorts | undefined> => {
  const { options, operator, fatal, readOnly } = opening;
  const { config, acceptTime, follow } = options;
  const isFollowing = (): boolean => follow !== undefined && !hasTakenOver(config.data, follow);
  if (predecessor !== undefined && !isFollowing() && !isNode(config)) await load(predecessor);
  let ports = predecessor && (await Ports.listen(config, predecessor.portAt));
  predecessor?.listens();
  await Promise.race([predecessor?.hasClosed, operator.stop.then(() => {})]);
  let store: Store | undefined;
  let joined: Joined | undefined;
  try {
    if (!operator.stopping) joined = await joinedOf(config, readOnly);
    const listen = async (): Promise<void> => void (ports ??= await Ports.listen(config));
    const accepted = acceptTime ? 'accepted' : undefined;
    const follows = isFollowing() ? follow : undefined;
    const lockWaitMs = predecessor && LOCK_WAIT_MS;
    const lock = { locked: listen, lockWaitMs, follows, ...(joined !== undefined && REPLICATED) };
    if (!operator.stopping) store = await openConfiguredStore(config, fatal, readOnly, undefined, accepted, lock);
    predecessor?.leave();
  } catch (error) {
    await ports?.abandon('SHUTTING_DOWN');
    await joined?.leave();
    throw error;
  }
  if (store !== undefined) reportStore(store, options);
  // Signals that arrived during recovery are delivered in the next turn of the event loop.
  await yieldToEventLoop();
  if (!operator.stopping) return { store: store!, ports: ports!, joined };
  logInfo('stopping');
  await ports?.abandon('SHUTTING_DOWN');
  await store?.close();
  await joined?.leave();
  logInfo('stopped');
  return undefined;
};
