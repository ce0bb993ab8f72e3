// `kontor serve`: wires store, operations and transports together, and takes them apart in the right order.
import { setFlagsFromString } from 'node:v8';
import type { Config } from '../config/config.ts';
import { SETTINGS, SETTING_NAMES } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { changelog } from '../engine/audit-pages.ts';
import type { Engine, EngineOptions } from '../engine/engine.ts';
import { ChangeFeed } from '../engine/delivery/change-feed.ts';
import { ExpirySweeper } from '../engine/maintenance/expiry-sweeper.ts';
import { SessionCodes } from '../engine/codes/session-codes.ts';
import type { Store } from '../engine/store/store.ts';
import { UsageCounter } from '../engine/maintenance/usage-counter.ts';
import { corsPolicy } from '../http/transport/cors.ts';
import { changeFeedRoute } from '../http/routes/change-feed.ts';
import { paymentNoticesRoute } from '../http/routes/payment-notices.ts';
import { listenNode } from '../http/transport/node-transport.ts';
import { requestHandler } from '../http/server.ts';
import type { Route } from '../http/server.ts';
import type { Listener } from '../http/transport/transport.ts';
import type { HttpClient } from '../kernel/http-call.ts';
import { listenUws, whyNoUws } from '../http/transport/uws-transport.ts';
import { Dispatch } from '../operations/dispatch/dispatch.ts';
import { paymentNoticeHandler } from '../operations/dispatch/payment-notices.ts';
import { slowLimits } from '../operations/context/slow-work.ts';
import { accountServices } from './account-wiring.ts';
import {
  DEMO_CREDENTIALS,
  hasChannel,
  isDemo,
  openFirstChannel,
  randomCredentials,
  rotateFirstChannel,
  saveCredentials,
} from './credentials.ts';
import type { Credentials } from './credentials.ts';
import { isLoopback } from '../outside/http/addresses.ts';
import { UndiciClient } from '../outside/http/http-client.ts';
import { asXml, toXml } from '../outside/xml.ts';
import { PasswordHashing } from '../outside/passwords/password-hash.ts';
import { fillDemoShop } from './demo.ts';
import { yieldToEventLoop } from '../engine/yield-to-event-loop.ts';
import { longListOptions } from './long-list-wiring.ts';
import { imageSizesOf } from './image-wiring.ts';
import { paymentServices } from './payment-wiring.ts';
import { documentServices } from './document-wiring.ts';
import { openConfiguredStore } from './open-store.ts';
import { webhookOutbox, privateAllowed, createMissingWebhooks, webhookServices } from './webhook-wiring.ts';
import { Signals } from './signals.ts';
import { SnapshotSchedule, prepareSnapshotDirectory } from './snapshots.ts';
import { BackgroundTasks } from './background-tasks.ts';

export interface ServeOptions {
  readonly config: Config;
  readonly demo: boolean;
  /** From the environment; replaces the first channel's. */
  readonly credentials: Credentials | undefined;
}

const TICK_MS = 50;
const FEED_TICK_MS = 1000;
const SESSION_LOOKS = 256;

const say = (line: string): void => console.log(`kontor: ${line}`);
const complain = (line: string): void => console.error(`kontor: ${line}`);

const settleChannel = (engine: Engine, { demo, credentials, config }: ServeOptions): void => {
  if (!hasChannel(engine)) {
    const chosen = credentials ?? (demo ? DEMO_CREDENTIALS : randomCredentials());
    openFirstChannel(engine, chosen, demo && credentials === undefined);
    if (demo) fillDemoShop(engine);
    if (credentials !== undefined) say('the first channel has the credentials of the environment');
    else if (!demo) {
      const path = saveCredentials(config.data, chosen);
      say(`first start: username ${chosen.username}, password ${chosen.password}, secret key ${chosen.secretKey}`);
      say(`they are shown this once; they also stand in ${path}`);
    }
  } else if (credentials !== undefined && rotateFirstChannel(engine, credentials)) {
    say('the credentials of the environment replace those of the first channel');
  }
  if (isDemo(engine) && !demo) {
    throw new ConfigError(
      `${config.data} is a demo shop with printed credentials: run "kontor channel rotate --data ${config.data}" first`,
    );
  }
  if (isDemo(engine)) {
    const { username, password, secretKey } = DEMO_CREDENTIALS;
    say(`demo credentials: username ${username}, password ${password}, secret key ${secretKey}`);
  }
};

const printLimits = (config: Config): void => {
  say('effective settings:');
  for (const name of SETTING_NAMES) {
    const value = config[name];
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    console.log(`  ${name.padEnd(28)} ${text.padEnd(14)} ${SETTINGS[name].help}`);
  }
};

const printRecovery = ({ report }: Store): void => {
  const { outcome, detail, rows, records, events, tookMs } = report;
  const rate = tookMs > 0 ? Math.round((events / tookMs) * 1000) : 0;
  say(
    `recovery ${outcome}: ${rows} rows, ${records} records with ${events} events replayed in ${Math.round(tookMs)} ms (${rate} events/s)`,
  );
  if (detail !== '') say(`recovery: ${detail}`);
};

const listenAll = async (
  config: Config,
  dispatch: Dispatch,
  routes: readonly Route[],
): Promise<{ main: Listener; all: Listener[] }> => {
  const { host, port, legacyPort, bodyBytesMax, bodyMemoryBytesMax, bodyTimeoutMs, bodyFieldsMax, fieldNameBytesMax } =
    config;
  const cors = corsPolicy(config.corsOrigins);
  const receive = requestHandler(dispatch, { bodyFieldsMax, fieldNameBytesMax }, routes, cors !== undefined);
  const limits = {
    host,
    bodyBytesMax,
    bodyMemoryBytesMax,
    bodyTimeoutMs,
    clientAddressHeader: config.clientAddressHeader.toLowerCase(),
    cors,
  };
  const whyNot = await whyNoUws();
  if (whyNot !== undefined) complain(`uWebSockets.js cannot be used (${whyNot}); node:http serves instead, slower`);
  const main = await (whyNot === undefined ? listenUws : listenNode)({ ...limits, port }, receive);
  if (legacyPort === 0) return { main, all: [main] };
  const legacy = await listenNode({ ...limits, port: legacyPort }, receive);
  say(`HTTP/1.0 is answered at http://${host}:${legacy.port}/srv/service/`);
  return { main, all: [main, legacy] };
};

/**
 * By itself V8 lets dead objects pile up until the heap is up to four times what is alive, and each page of it costs
 * every collection of young objects about a microsecond (bench/README.md).
 */
const HEAP_GROWTH = '--heap-growing-percent=50';

/**
 * Serves until SIGTERM or SIGINT; resolves with the exit code when everything is on the disk, or the journal has
 * failed. Throws what keeps it from starting.
 */
export const serve = async (options: ServeOptions): Promise<number> => {
  const signals = new Signals();
  const { config, demo } = options;
  if (demo && !isLoopback(config.host))
    throw new ConfigError(`a demo shop listens on loopback only, not on ${config.host}`);
  printLimits(config);
  setFlagsFromString(HEAP_GROWTH);
  prepareSnapshotDirectory(config.snapshots);
  let failed = false;
  const fatal = (reason: string, error: unknown): void => {
    failed = true;
    complain(`${reason}${error === undefined ? '' : `: ${(error as Error).message}`}; stopping, a restart recovers`);
    // What waits is being answered in this turn.
    setTimeout(() => process.exit(1), 200);
  };
  try {
    await served(options, signals, fatal);
    return 0;
  } catch (error) {
    // What comes of a journal that has failed says nothing new.
    if (!failed) throw error;
    return 1;
  }
};

const served = async (options: ServeOptions, signals: Signals, fatal: EngineOptions['fatal']): Promise<void> => {
  const { config } = options;
  const store = await openConfiguredStore(config, fatal);
  printRecovery(store);
  // What was sent while recovery had the thread comes with the next turn.
  await yieldToEventLoop();
  if (signals.stopping) return end(store);
  const { engine, identity } = store;
  const client = new UndiciClient();
  const usage = new UsageCounter(engine, config);
  const upkeep = new BackgroundTasks(complain);
  let closing: (() => Promise<void>) | undefined;
  try {
    settleChannel(engine, options);
    createMissingWebhooks(engine);
    if (engine.readContext().index('webhook').targets.size > 0) client.warm();
    // Before the first reply: a store that has answered is never taken for a new one.
    await engine.whenDurable(engine.headSeq);
    await store.started;
    closing = await open(store, options, client, usage, upkeep);
  } catch (error) {
    await store.close();
    throw error;
  }
  const { backgroundSliceMs: sliceMs, snapshotFilesMax: keep, snapshotIntervalRecords, snapshots: directory } = config;
  const snapshots = new SnapshotSchedule(
    engine,
    { directory, owner: identity, keep, sliceMs },
    snapshotIntervalRecords,
  );
  behind = () => snapshots.recordsSinceSnapshot;
  const housekeeping = new ExpirySweeper(engine);
  const outbox = webhookOutbox(store, config, client, complain);
  const images = imageSizesOf(engine, config, client, complain);
  void warmUp(engine, sliceMs, signals);
  const ticking = setInterval(() => {
    const endMs = performance.now() + sliceMs;
    upkeep.run('housekeeping', () => housekeeping.sweep(SESSION_LOOKS, () => performance.now() < endMs));
    upkeep.run('rows', () => engine.tick());
    upkeep.run('webhooks', () => outbox.tick());
    upkeep.run('image sizes', () => images.tick(() => performance.now() < endMs));
    upkeep.run('usage', () => usage.tick());
    upkeep.run('snapshots', () => snapshots.makeIfDue());
    upkeep.run('keys of invoices', () => store.keys.destroyDueInvoiceKeys(Date.now()));
  }, TICK_MS);
  signals.onSnapshot(() => void snapshots.make());
  await signals.stop;
  say('stopping');
  await Promise.all([closing(), outbox.stop(config.shutdownTimeoutMs, () => void client.close())]);
  const imagesEnded = images.stop();
  await client.close();
  await imagesEnded;
  clearInterval(ticking);
  usage.flush();
  await snapshots.make();
  await store.close();
  say('stopped');
};

/** A stop that came before anybody was served. */
const end = async (store: Store): Promise<void> => {
  say('stopping');
  await store.close();
  say('stopped');
};

/** Indexes words in slices beside the traffic: MATCH works when it is through. */
const warmUp = async (engine: Engine, sliceMs: number, signals: Signals): Promise<void> => {
  if (!engine.isSearchWarming) return;
  const startedMs = performance.now();
  for (
    let endMs = startedMs + sliceMs;
    !engine.warmSearch(() => performance.now() < endMs);
    endMs = performance.now() + sliceMs
  ) {
    await yieldToEventLoop();
    if (signals.stopping) return;
  }
  say(`words indexed in ${((performance.now() - startedMs) / 1000).toFixed(1)} s, MATCH is ready`);
};

let behind = (): number => 0;

const open = async (
  store: Store,
  options: ServeOptions,
  client: HttpClient,
  usage: UsageCounter,
  upkeep: BackgroundTasks,
): Promise<() => Promise<void>> => {
  const { config } = options;
  const { engine, identity } = store;
  const payments = paymentServices(config, process.env);
  const dispatch = new Dispatch({
    engine,
    service: {
      codes: new SessionCodes(identity.key),
      newCredentials: randomCredentials,
      changelog: (query) => changelog(engine.journal, query),
      changelogCount: () => behind(),
      warming: () => engine.isSearchWarming,
      dataComplete: config.company !== '',
      webhooks: webhookServices(config, identity.key),
      documents: documentServices(config),
      payments,
      usage,
      accounts: accountServices(config, identity.key, {
        passwords: new PasswordHashing(config),
        http: client,
        privateAllowed: privateAllowed(config),
      }),
    },
    storeKey: identity.key,
    strictSecretKey: config.strictSecretKey,
    responseCacheBytesMax: config.responseCacheBytesMax,
    slowLimits: slowLimits(config.slowCallsMax),
    toXml,
    asXml,
    lists: longListOptions(config),
    idempotencyKeysMax: config.idempotencyKeysMax,
    idempotencyKeyTtlMs: config.idempotencyKeyTtlMs,
    logFault: (id, operation, error) =>
      complain(`fault ${id} in ${operation}: ${(error as Error).stack ?? String(error)}`),
  });
  const feed = new ChangeFeed(engine, {
    readersMax: config.feedReadersMax,
    stalledMsMax: config.feedStallTimeoutMs,
    epoch: identity.line,
  });
  const beating = setInterval(() => upkeep.run('change feed', () => feed.tick()), FEED_TICK_MS);
  const notify = paymentNoticeHandler({
    payments,
    nowMs: () => engine.nowMs(),
    decide: (operation, decision, done) => dispatch.decide(operation, decision, done),
  });
  const routes = [
    changeFeedRoute({ feed, permits: (fields) => dispatch.permits(fields) }),
    paymentNoticesRoute(notify),
  ];
  const { main, all } = await listenAll(config, dispatch, routes);
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  say(`ready at http://${host}:${main.port}/srv/service/ (durability ${config.durability})`);
  return async () => {
    clearInterval(beating);
    await Promise.all(all.map((listening) => listening.close(config.shutdownTimeoutMs)));
  };
};
