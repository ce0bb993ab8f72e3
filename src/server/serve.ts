// `kontor serve`: starts the parts of the server in order, runs the background tasks, and stops: ports and webhooks
// first, the store last. The ports are open before the store is, so that whoever comes early waits.
import { setFlagsFromString } from 'node:v8';
import { ConfigError } from '../config/setting.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineOptions } from '../engine/engine-options.ts';
import { freeBytesSoon } from '../engine/disk/disk-space.ts';
import { ExpirySweeper } from '../engine/maintenance/expiry-sweeper.ts';
import type { ServerActions } from '../admin/command.ts';
import { isDemo } from '../admin/credentials.ts';
import { UsageCounter } from '../engine/maintenance/usage-counter.ts';
import { hasTakenOver } from '../engine/store/following.ts';
import { whyReadOnly } from '../engine/store/read-only.ts';
import type { Store } from '../engine/store/store.ts';
import { yieldToEventLoop } from '../engine/yield-to-event-loop.ts';
import { isLoopback } from '../outside/http/addresses.ts';
import { UndiciClient } from '../outside/http/http-client.ts';
import { openApi } from './api-wiring.ts';
import type { OpenApi } from './api-wiring.ts';
import { BackgroundTasks } from './background-tasks.ts';
import { TICK_MS, tickOf, warm } from './background-ticks.ts';
import type { Ticking } from './background-ticks.ts';
import { openControlSocket } from './control-socket.ts';
import type { ControlSocket } from './control-socket.ts';
import { DEMO_SETTINGS } from './demo/settings.ts';
import { makeDemoStore } from './demo-store.ts';
import { DiskGuard } from './disk-guard.ts';
import { checkDemo, prepareFirstChannel } from './first-channel.ts';
import type { FirstChannelOptions } from './first-channel.ts';
import { failSoon } from './end-process.ts';
import { HandOver } from './hand-over.ts';
import type { Begin, Successor, TakeOver } from './hand-over.ts';
import { imageSizesOf } from './image-wiring.ts';
import { cpuSecondsOf } from './observability/io-thread-metrics.ts';
import { detachLog, logError, logInfo, logWarning, ownConsole } from './observability/log.ts';
import { processMemory } from './memory-wiring.ts';
import { openConfiguredStore } from './open-store.ts';
import { Ports } from './ports.ts';
import { notifyMainProcess, notifyReady } from './systemd.ts';
import { recordCurrency } from './shop-currency.ts';
import { Signals } from './signals.ts';
import type { Operator } from './signals.ts';
import { backgroundScrub } from './scrub-wiring.ts';
import { REPLICATED, joinedOf, roleOf } from './role-wiring.ts';
import type { Joined } from './cluster/join-cluster.ts';
import { SnapshotSchedule, prepareSnapshotDirectory } from './snapshots.ts';
import {
  printDemo,
  printFirstSteps,
  printRecovery,
  printSettings,
  warnOfApplications,
  warnOfSettings,
} from './start-report.ts';
import { LOCK_WAIT_MS, Predecessor } from './take-over.ts';
import { TimeWatch } from './time-watch.ts';
import { untilStop } from './until-stop.ts';
import { openUpgraded } from './upgrade.ts';
import { createMissingWebhooks, webhookOutbox } from './webhook-wiring.ts';

export interface ServeOptions extends FirstChannelOptions {
  /** The system's clock is right, however far it is from the last record. */
  readonly acceptTime: boolean;
  /** Prints all settings at the start, and not only those that differ from their defaults. */
  readonly verbose?: boolean;
  /** Where each setting comes from that has not its default; absent: nobody will ask. */
  readonly sources?: ReadonlyMap<string, string>;
  /** In which way it takes the place of the server that has started it; undefined: nothing can take its own. */
  readonly takeOver?: TakeOver | 'none';
  /** The data directory whose server this one follows; absent: none. */
  readonly follow?: string;
}

const NO_SOURCES: ReadonlyMap<string, string> = new Map();

/** How long callers wait for webhooks that are being called while a successor takes over. It repeats these calls. */
const HAND_OVER_CALLS_MS = 250;

/**
 * By default V8 lets dead objects pile up until the heap is four times what is alive, and each page of it costs every
 * collection of young objects about a microsecond (bench/README.md).
 */
const HEAP_GROWTH = '--heap-growing-percent=50';

/**
 * Serves until SIGTERM or SIGINT. Resolves with the exit code: 0 when everything is on the disk, 1 when the journal has
 * failed, 3 for a node that has given its lead away by itself. Throws why it cannot start.
 */
export const serve = async (options: ServeOptions): Promise<number> => {
  ownConsole();
  let failed = false;
  const fatal = (reason: string, error: unknown): void => {
    failed = true;
    endAfter(reason, error);
  };
  try {
    return await runServer(options, new Signals(), fatal);
  } catch (error) {
    // An error that follows from the failed journal has been reported already.
    if (!failed) throw error;
    return 1;
  }
};

/** The process cannot go on. Waiting calls get JOURNAL_FAILED in this turn; 200 ms let their replies leave. */
export const endAfter = (reason: string, error: unknown): void => {
  logError(`${reason}${error === undefined ? '' : `: ${(error as Error).message}`}; stopping, a restart recovers`);
  failSoon();
};

/** Until `operator` asks it to stop and everything is on the disk. `ready`: it answers at this address. */
export const runServer = async (
  options: ServeOptions,
  operator: Operator,
  fatal: EngineOptions['fatal'],
  ready: (url: string) => void = () => {},
): Promise<number> => {
  const { config, demo, verbose = false } = options;
  if (demo && !isLoopback(config.host))
    throw new ConfigError(`a demo shop listens on loopback only, not on ${config.host}`);
  printSettings(config, verbose, demo ? DEMO_SETTINGS : {});
  setFlagsFromString(HEAP_GROWTH);
  const readOnly = whyReadOnly(config.data);
  if (readOnly === '') prepareSnapshotDirectory(config.snapshots);
  else logWarning(`${readOnly}: reads are answered, changes are refused; a restart takes changes again once it can`);
  return run(options, operator, fatal, readOnly, ready);
};

const run = async (
  options: ServeOptions,
  operator: Operator,
  fatal: EngineOptions['fatal'],
  readOnly: string,
  ready: (url: string) => void,
): Promise<number> => {
  const { config } = options;
  const isNew = !operator.stopping && readOnly === '' && (await makeDemoStore(options));
  const opened = await open(options, operator, fatal, readOnly);
  if (opened === undefined) return 0;
  detachLog();
  const { store, ports, joined } = opened;
  const { engine } = store;
  const processUse = processMemory(config, engine.memory);
  const client = new UndiciClient();
  const usage = new UsageCounter(engine, config);
  const leads = leading(engine, fatal);
  const role = roleOf({ store, config, usage, joined, follow: options.follow, leads, handshakes: ports.handshakes });
  const { seqTrace } = ports.watch;
  if (seqTrace !== undefined) seqTrace.position = () => role.position;
  const tasks = new BackgroundTasks(logWarning);
  const snapshots = snapshotSchedule(config, store);
  const disk = new DiskGuard(engine, { directory: config.data, reserveMb: config.diskReserveMb });
  const time = new TimeWatch(store, config);
  const handOver = options.takeOver === undefined ? undefined : new HandOver();
  let api: OpenApi;
  let control: ControlSocket | undefined;
  let restart: () => Promise<number>;
  try {
    await disk.check();
    if (engine.isLeading) await prepareToLead(store, options, isNew);
    else if (joined !== undefined) checkDemo(engine, options);
    if (engine.readContext().index('webhook').targets.size > 0) client.warm();
    // Before the ports: whoever waits for the ready line may use it.
    const begin = restarting({ engine, handOver, running: () => control!.running, snapshots, config, ports });
    restart = () => begin({ say: () => Promise.resolve() });
    const server: ServerActions = {
      url: () => ports.url,
      snapshot: () => snapshots.makeNow(),
      confirmTime: () => time.confirm(),
      ioThreads: () => threadFigures(ports),
      ...role.actions,
      restart: (say) => begin({ say }),
      upgrade: (upgradesTo, say) => begin({ upgradesTo, say }),
    };
    const shop = { store, config, sources: options.sources ?? NO_SOURCES, server };
    control = await openControlSocket(shop, role.accept);
    const { following, actions: roles } = role;
    api = openApi({ ...shop, client, usage, snapshots, tasks, ports, following, roles, demo: options.demo });
    await role.begin(api.handle);
  } catch (error) {
    await ports.abandon('SHUTTING_DOWN');
    await control?.close(0);
    await store.close();
    throw error;
  }
  warm(engine, config, operator);
  const ticking = backgroundOf({ config, store, api, client, tasks, snapshots, disk, time, usage, processUse, role });
  const timer = setInterval(tickOf(ticking), TICK_MS);
  operator.onSnapshot(() => void snapshots.make());
  operator.onRenewal(() => void Promise.all([ports.renewTls(), role.renewTls()]));
  warnOfSettings(config);
  void role.ready.then(() => {
    if (isDemo(engine)) printDemo(ports.url, ports.adminOrigin, store);
    logInfo(`ready at ${ports.url} (durability ${config.durability})`);
    void notifyReady();
    ready(ports.url);
  });
  // In its own place, so that nobody is refused; where that cannot be, whoever has started it starts it again.
  const never = new Promise<void>(() => {});
  const over = role.over
    .then(() => restart())
    .then(
      () => never,
      () => {},
    );
  const stopped = Promise.race([operator.stop, over]);
  const successor = await untilStop({ operator, stopped, role, handOver, ports }, config.shutdownTimeoutMs);
  logInfo('stopping');
  api.end();
  await stop({ ...ticking, client, control, ports, timer }, successor);
  if (successor === undefined) return operator.stopping ? 0 : role.exitCode;
  await successor.giveStore();
  handOver?.done(successor);
  await control.close(config.shutdownTimeoutMs);
  return 0;
};

type Foreground = Omit<Ticking, 'sweeper' | 'scrub' | 'outbox' | 'images'> & { readonly client: UndiciClient };

/** With the parts that nobody but the background asks. */
const backgroundOf = (foreground: Foreground): Ticking => {
  const { config, store, client, snapshots } = foreground;
  const { engine } = store;
  return {
    ...foreground,
    sweeper: new ExpirySweeper(engine),
    outbox: webhookOutbox(store, config, client, logWarning),
    images: imageSizesOf(engine, config, client, logWarning),
    scrub: backgroundScrub(engine, () => void snapshots.make()),
  };
};

const makeMissing = (engine: Engine): void => {
  recordCurrency(engine);
  createMissingWebhooks(engine);
};

/** Called when a server that followed decides; it ends where its settings would change what amounts mean. */
const leading = (engine: Engine, fatal: EngineOptions['fatal']) => (): void => {
  try {
    makeMissing(engine);
  } catch (error) {
    fatal('this server must not lead', error);
  }
};

/** What a shop must have before it answers. */
const prepareToLead = async (store: Store, options: ServeOptions, isNew: boolean): Promise<void> => {
  const { engine } = store;
  prepareFirstChannel(engine, options, isNew);
  printFirstSteps(store);
  if (!engine.isReadOnly) makeMissing(engine);
  // Durable before the first reply, so that a store that has answered is never taken for a new one.
  await engine.whenDurable(engine.headSeq);
  await store.started;
};

interface Restarting extends Pick<Ticking, 'config' | 'snapshots'> {
  readonly engine: Engine;
  readonly handOver: HandOver | undefined;
  /** Commands, the one that asks for it among them. */
  readonly running: () => number;
  readonly ports: Ports;
}

/** See ServerActions. Rejects with ConfigError where none may begin. */
const restarting =
  ({ engine, handOver, running, snapshots, config, ports }: Restarting) =>
  async (how: Pick<Begin, 'upgradesTo' | 'say'>): Promise<number> => {
    if (handOver === undefined) throw new ConfigError('a server within another program cannot restart');
    if (how.upgradesTo !== undefined && config.log !== '')
      throw new ConfigError(
        'a node is upgraded by kontor restart, with the new version in its place: docs/operate/cluster-runbook.md',
      );
    if (how.upgradesTo !== undefined && (!engine.isLeading || engine.isReadOnly))
      throw new ConfigError('a server that takes no changes by itself cannot be followed: kontor restart');
    const whenMayStop = async (): Promise<void> => {
      await snapshots.idle();
      if (running() > 1) throw new ConfigError('other commands are running: try again when they have ended');
    };
    return handOver.begin({ ...how, config, ports, whenMayStop });
  };

/** With what the system counts of each. */
const threadFigures = (ports: Ports): ReturnType<ServerActions['ioThreads']> =>
  ports.ioThreads().map((thread) => ({ ...thread, cpuSeconds: cpuSecondsOf(thread.systemId) }));

const snapshotSchedule = (config: ServeOptions['config'], { engine, identity: owner }: Store): SnapshotSchedule => {
  const { backgroundSliceMs: sliceMs, snapshotFilesMax: keep, snapshots: directory } = config;
  return new SnapshotSchedule(
    engine,
    { directory, owner, keep, sliceMs },
    { records: config.snapshotIntervalRecords, ms: config.snapshotMs },
    undefined,
    { freeBytes: freeBytesSoon, data: config.data, reserveBytes: config.diskReserveMb * 1_048_576 },
  );
};

interface Stopping extends Ticking {
  readonly client: UndiciClient;
  readonly control: ControlSocket;
  readonly ports: Ports;
  readonly timer: NodeJS.Timeout;
}

/** A server that stops gives searches up that have not ended by then. */
const SEARCH_ENDS_MS = 500;

/** Ends everything but the control socket, on which the caller of a restart waits; the store last. */
const stop = async (stopping: Stopping, successor: Successor | undefined): Promise<void> => {
  const { config, store, api, client, control, ports, timer, outbox, images, scrub, processUse } = stopping;
  const { usage, snapshots, role } = stopping;
  const { shutdownTimeoutMs } = config;
  if (successor !== undefined) control.leave();
  const longSearches = setTimeout(() => api.endSearches(), SEARCH_ENDS_MS);
  await Promise.all([
    successor === undefined ? undefined : notifyMainProcess(successor.pid),
    ports.close(shutdownTimeoutMs),
    role.drain(shutdownTimeoutMs),
    successor === undefined ? control.close(shutdownTimeoutMs) : undefined,
    outbox.stop(successor === undefined ? shutdownTimeoutMs : HAND_OVER_CALLS_MS, () => void client.close()),
  ]).finally(() => clearTimeout(longSearches));
  await role.leave();
  const imagesStopped = images.stop();
  await client.close();
  await imagesStopped;
  clearInterval(timer);
  scrub.close();
  processUse.close();
  api.collect();
  if (store.engine.mayWrite && store.engine.isLeading) usage.flush();
  // A successor reads the journal, which has everything; a file would make callers wait.
  await (successor === undefined ? snapshots.make() : snapshots.idle());
  role.close();
  await store.close();
  logInfo('stopped');
};

interface Opened {
  readonly store: Store;
  readonly ports: Ports;
  readonly joined?: Joined | undefined;
}

/** The store and the ports, which hold what arrives; undefined where a stop was asked for before they were open. */
const open = async (
  { config, acceptTime, takeOver = 'none', follow }: ServeOptions,
  operator: Operator,
  fatal: EngineOptions['fatal'],
  readOnly: string,
): Promise<Opened | undefined> => {
  const predecessor = takeOver === 'none' ? undefined : await Predecessor.ask(config.data);
  if (predecessor !== undefined && takeOver === 'upgrade') {
    const opened = await openUpgraded({ config, operator, fatal, predecessor });
    if (opened !== undefined) {
      printRecovery(opened.store);
      warnOfApplications(opened.store, config);
    }
    return opened;
  }
  let ports = predecessor && (await Ports.listen(config, predecessor.portAt));
  predecessor?.listens();
  await Promise.race([predecessor?.hasClosed, operator.stop.then(() => {})]);
  let store: Store | undefined;
  let joined: Joined | undefined;
  try {
    if (!operator.stopping) joined = await joinedOf(config, readOnly);
    const listen = async (): Promise<void> => void (ports ??= await Ports.listen(config));
    const accepted = acceptTime ? 'accepted' : undefined;
    const follows = follow === undefined || hasTakenOver(config.data, follow) ? undefined : follow;
    const lockWaitMs = predecessor && LOCK_WAIT_MS;
    const lock = { locked: listen, lockWaitMs, follows, ...(joined !== undefined && REPLICATED) };
    if (!operator.stopping) store = await openConfiguredStore(config, fatal, readOnly, undefined, accepted, lock);
    predecessor?.leave();
  } catch (error) {
    await ports?.abandon('SHUTTING_DOWN');
    await joined?.leave();
    throw error;
  }
  if (store !== undefined) {
    printRecovery(store);
    warnOfApplications(store, config);
  }
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
