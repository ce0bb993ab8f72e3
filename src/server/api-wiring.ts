// Connects the API: dispatch with its services, the routes that are not operations, and the ports, which are open.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Roles } from './observability/standby-metrics.ts';
import type { Config, GivenSettings } from '../config/config.ts';
import { stepsBack } from '../domain/time/time-step.ts';
import { WEBHOOK_ANSWER } from '../domain/webhooks/webhook.ts';
import { changelog } from '../engine/audit-pages.ts';
import { SessionCodes } from '../engine/codes/session-codes.ts';
import { ChangeFeed } from '../engine/delivery/change-feed.ts';
import { SessionShares } from '../engine/maintenance/session-shares.ts';
import type { UsageCounter } from '../engine/maintenance/usage-counter.ts';
import { newestLoss } from '../engine/store/loss.ts';
import type { Store } from '../engine/store/store.ts';
import { bulkRoute } from '../http/routes/bulk.ts';
import { changeFeedRoute } from '../http/routes/change-feed.ts';
import { demoReceiverRoute } from '../http/routes/demo-receiver.ts';
import { healthRoute } from '../http/routes/health.ts';
import { IMAGES_DIRECTORY, imagesRoute } from '../http/routes/images.ts';
import { openApiRoute } from '../http/routes/open-api.ts';
import type { Following } from '../http/server.ts';
import type { RequestHandler } from '../http/transport/transport.ts';
import { paymentNoticesRoute } from '../http/routes/payment-notices.ts';
import type { HttpClient } from '../kernel/http-call.ts';
import { NO_IMAGES } from '../operations/context/image-services.ts';
import type { ImageServices } from '../operations/context/image-services.ts';
import type { Services } from '../operations/context/operation.ts';
import type { Payments } from '../operations/context/payment-services.ts';
import { slowLimits } from '../operations/context/slow-work.ts';
import type { CallObserver } from '../operations/dispatch/call-observer.ts';
import { Dispatch } from '../operations/dispatch/dispatch.ts';
import type { ReplyPublisher } from '../operations/dispatch/reply-publisher.ts';
import { paymentNoticeHandler } from '../operations/dispatch/payment-notices.ts';
import { SYSTEM_CLOCK } from '../outside/system-clock.ts';
import { PasswordHashing } from '../outside/passwords/password-hash.ts';
import type { Passwords } from '../outside/passwords/password-hash.ts';
import { asXml, toXml, xmlTemplate } from '../outside/xml.ts';
import { accountServices } from './account-wiring.ts';
import { backOfficeHttp } from './back-office-wiring.ts';
import type { BackgroundTasks } from './background-tasks.ts';
import type { ServerActions } from '../admin/command.ts';
import { exportServices } from '../admin/export-services.ts';
import { randomCredentials } from '../admin/credentials.ts';
import { documentServices } from './document-wiring.ts';
import { adminHandlerOf, handlerOf } from './listeners.ts';
import { logError, logWarning } from './observability/log.ts';
import { pagesOf } from './observability/observability.ts';
import { admissionOptions, balanceOptions, longListOptions, workOptions } from './long-work-wiring.ts';
import { paymentServices } from './payment-wiring.ts';
import { privacyServices } from './privacy-wiring.ts';
import type { Ports } from './ports.ts';
import type { SnapshotSchedule } from './snapshots.ts';
import { privateAllowed } from '../admin/webhook-calls.ts';
import { UnusedImages } from './unused-images.ts';
import { webhookServices } from './webhook-wiring.ts';

const FEED_TICK_MS = 1000;
const API_DESCRIPTION = new URL('../../docs/reference/openapi.json', import.meta.url);

export interface ApiOptions {
  readonly config: Config;
  readonly store: Store;
  readonly client: HttpClient;
  readonly usage: UsageCounter;
  readonly snapshots: SnapshotSchedule;
  readonly tasks: BackgroundTasks;
  readonly ports: Ports;
  /** Undefined where this server follows none. */
  readonly following?: Following | undefined;
  /** What it is to other servers. */
  readonly roles: Roles & Pick<ServerActions, 'whenDestroyed'>;
  /** Where each setting comes from that has not its default. */
  readonly sources: GivenSettings['sources'];
  /** It takes the calls of its own webhooks. */
  readonly demo: boolean;
}

/** What dispatch needs of a server; a shop for tests has it without files and ports. */
export interface DispatchParts extends Pick<ApiOptions, 'config' | 'client' | 'usage'> {
  readonly store: Pick<Store, 'engine' | 'identity'>;
  readonly snapshots: Pick<SnapshotSchedule, 'recordsSinceSnapshot' | 'ageMs' | 'failures'>;
  /** The newest loss that the directory tells of. */
  readonly loss: ReturnType<typeof newestLoss>;
  /** Absent: there are no copies of the store. */
  readonly whenDestroyed?: ServerActions['whenDestroyed'];
  /** Absent: threads that hash. */
  readonly passwords?: Passwords;
  /** Absent: the shop has no folder of pictures. */
  readonly images?: ImageServices;
}

const servicesOf = (parts: DispatchParts, payments: Payments): Services => {
  const { config, store, client, usage, snapshots, loss, passwords, whenDestroyed, images = NO_IMAGES } = parts;
  const { engine, identity } = store;
  const sessions = new SessionShares(engine);
  return {
    codes: new SessionCodes(identity.key),
    newCredentials: randomCredentials,
    changelog: (query) => changelog(engine.audit, query, stepsBack(engine.readContext())),
    storeStatus: () => ({
      recordsSinceSnapshot: snapshots.recordsSinceSnapshot,
      snapshotAgeMs: snapshots.ageMs,
      snapshotFailures: snapshots.failures,
      writeRefusal: engine.writeRefusal,
      clockJumpMs: engine.time.jumpMs,
      confirmedMs: engine.time.confirmedMs,
      loss,
    }),
    warming: () => engine.isSearchWarming,
    dataComplete: config.company !== '',
    sessionRefusal: (channelId) => sessions.refusal(channelId),
    webhooks: webhookServices(engine, config, identity.key, client),
    openCarts: engine.openCarts,
    documents: documentServices(config),
    payments,
    usage,
    privacy: privacyServices(engine, config, whenDestroyed),
    images,
    exports: exportServices(engine),
    accounts: accountServices(config, identity.key, {
      passwords: passwords ?? new PasswordHashing(config),
      http: client,
      privateAllowed: privateAllowed(config),
    }),
  };
};

export const newDispatch = (
  parts: DispatchParts,
  payments: Payments,
  observer?: CallObserver,
  publisher?: ReplyPublisher,
): Dispatch => {
  const { config, store } = parts;
  const { engine, identity } = store;
  return new Dispatch({
    observer,
    publisher,
    engine,
    service: servicesOf(parts, payments),
    storeKey: identity.key,
    strictSecretKey: config.strictSecretKey,
    checkReplies: config.checkReplies,
    aggregateBytesMax: config.aggregateBytesMax,
    slowLimits: slowLimits(config.slowCallsMax),
    toXml,
    xmlTemplate,
    asXml,
    lists: longListOptions(config),
    work: workOptions(config),
    admission: admissionOptions(config),
    balance: balanceOptions(config),
    idempotencyKeysMax: config.idempotencyKeysMax,
    idempotencyKeyTtlMs: config.idempotencyKeyTtlMs,
    logFault: (id, operation, error) =>
      logError(`fault ${id} in ${operation}: ${(error as Error).stack ?? String(error)}`),
  });
};

export interface OpenApi {
  /** Answers requests that come by other ways than the ports. */
  readonly handle: RequestHandler;
  /** Counts the calls that I/O threads have answered by themselves. */
  collect(): void;
  /** Refuses searches that go on in slices. */
  endSearches(): void;
  /** Ends the work of the routes, before the ports are closed. */
  end(): void;
}

/** Starts answering, what has waited first. */
export const openApi = (options: ApiOptions): OpenApi => {
  const { config, store, tasks, ports, following } = options;
  const { engine, identity } = store;
  const { watch, connections, handshakes, ioThreads, publisher } = ports;
  const payments = paymentServices(config, { env: process.env, client: options.client, storeId: identity.id });
  const dispatch = newDispatch(
    {
      ...options,
      loss: newestLoss(config.data),
      whenDestroyed: () => options.roles.whenDestroyed(),
      images: new UnusedImages(engine, config, () => SYSTEM_CLOCK.nowMs()),
    },
    payments,
    watch.observer,
    // Other threads cannot ask what is promised.
    watch.seesAll || following !== undefined ? undefined : publisher,
  );
  const feed = new ChangeFeed(engine, {
    readersMax: config.feedReadersMax,
    stalledMsMax: config.feedStallTimeoutMs,
    epoch: identity.feedEpoch,
  });
  const feedTimer = setInterval(() => tasks.run('change feed', () => feed.tick()), FEED_TICK_MS);
  const onNotice = paymentNoticeHandler({
    payments,
    nowMs: () => engine.nowMs(),
    decide: (operation, decision, done) => dispatch.decide(operation, decision, done),
    warn: logWarning,
  });
  const { snapshots, roles } = options;
  const isStopping = (): boolean => ports.isDraining;
  const network = { connections, handshakes, ioThreads };
  const pages = pagesOf({ config, engine, snapshots, dispatch, ...network, watch, isStopping, roles });
  const office = backOfficeHttp({ ...options, storeKey: identity.key, dispatch, engine, feed, pages });
  const description = openApiRoute(() => readFileSync(API_DESCRIPTION, 'utf8'));
  const images = imagesRoute(join(config.data, IMAGES_DIRECTORY));
  const routes = [
    changeFeedRoute({ feed, permits: (fields) => dispatch.permits(fields) }),
    bulkRoute(dispatch, config),
    paymentNoticesRoute(onNotice),
    healthRoute(following),
    description,
    images,
    ...(options.demo ? [demoReceiverRoute(WEBHOOK_ANSWER)] : []),
  ];
  const handle = handlerOf(config, dispatch, [...routes, ...office.passedOn], watch, following);
  const handleHere = handlerOf(config, dispatch, [...routes, ...office.main], watch, following);
  const others = adminHandlerOf(config, [...office.admin, description, images], following);
  ports.open(handleHere, pages && { ...pages, others });
  return {
    handle,
    collect: () => dispatch.collectPublished(),
    endSearches: () => dispatch.endSearches(),
    end: () => clearInterval(feedTimer),
  };
};
