// Opens the API: dispatch, the routes that are not operations, and the back office, at the ports, which are open.
import type { GivenSettings } from '../../config/config.ts';
import { ChangeFeed } from '../../engine/delivery/change-feed.ts';
import { newestLoss } from '../../engine/recovery/loss.ts';
import type { RequestHandler } from '../../http/transport/transport.ts';
import { pagesOf } from '../observability/observability.ts';
import type { Roles } from '../observability/standby-metrics.ts';
import { adminHandlerOf, handlerOf, turnsOf } from '../ports/handlers.ts';
import type { Ports } from '../ports/ports.ts';
import { askedServices } from './asked-services.ts';
import { backOfficeHttp } from './back-office.ts';
import type { DispatchParts } from './dispatch-parts.ts';
import { newDispatch } from './dispatch.ts';
import { paymentNotices, refundCalls } from './payment-notices.ts';
import { paymentServices } from './payments.ts';
import { routesOf } from './routes.ts';

const FEED_TICK_MS = 1000;

/** Runs periodic tasks; one that throws stops nothing else. */
interface Tasks {
  run(what: string, work: () => void): void;
}

export interface ApiOptions
  extends
    GivenSettings,
    Pick<DispatchParts, 'store' | 'client' | 'usage' | 'snapshots' | 'extensions'>,
    Pick<Parameters<typeof routesOf>[0], 'following' | 'demo'> {
  readonly tasks: Tasks;
  readonly ports: Ports;
  /** See ServerLife. */
  readonly isStopping: () => boolean;
  /** What it is to other servers. */
  readonly roles: Roles & Required<Pick<DispatchParts, 'whenDestroyed'>>;
}

export interface OpenApi extends Pick<ReturnType<typeof askedServices>, 'mail'> {
  /** Answers requests that come by other ways than the ports. */
  readonly handle: RequestHandler;
  /** Asks payment providers for refunds. */
  readonly refunds: ReturnType<typeof refundCalls>;
  /** Counts the calls that I/O threads have answered by themselves. */
  collect(): void;
  /** See Dispatch. */
  endSearches(): void;
  endLongWork(): void;
  /** Ends the work of the routes, before the ports are closed. */
  end(): void;
}

/** Starts answering, what has waited first. */
export const openApi = (options: ApiOptions): OpenApi => {
  const { config, store, client, snapshots, roles, tasks, ports, following, isStopping } = options;
  const { engine, identity } = store;
  const { watch, connections, handshakes, ioThreads, publisher } = ports;
  const payments = paymentServices(config, {
    env: process.env,
    client,
    storeId: identity.id,
    rules: engine.rules,
    extensions: options.extensions,
  });
  const { mail, ...asked } = askedServices(engine, config, options.extensions);
  const dispatch = newDispatch(
    {
      ...options,
      ...asked,
      loss: newestLoss(config.data),
      whenDestroyed: () => roles.whenDestroyed(),
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
  const notices = paymentNotices(payments, engine, dispatch);
  const network = { connections, handshakes, ioThreads };
  const { extensions } = options;
  const pages = pagesOf({ config, engine, snapshots, dispatch, extensions, ...network, watch, isStopping, roles });
  const large = turnsOf(config);
  const office = backOfficeHttp({ ...options, storeKey: identity.key, dispatch, engine, feed, large, pages });
  const routes = routesOf({ ...options, dispatch, feed, large, notices });
  const handle = handlerOf(config, dispatch, [...routes.main, ...office.passedOn], large, watch, following);
  const handleHere = handlerOf(config, dispatch, [...routes.main, ...office.main], large, watch, following);
  const others = adminHandlerOf(config, [...office.admin, ...routes.admin], following);
  ports.open(handleHere, pages && { ...pages, others });
  return {
    handle,
    refunds: refundCalls(payments, engine),
    mail,
    collect: () => dispatch.collectPublished(),
    endSearches: () => dispatch.endSearches(),
    endLongWork: () => dispatch.endLongWork(),
    end: () => clearInterval(feedTimer),
  };
};
