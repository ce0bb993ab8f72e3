// Opens the ports of the server: uWebSockets.js, or node:http where that cannot run, and the listener of HTTP/1.0.
import type { Config } from '../config/config.ts';
import { requestHandler } from '../http/server.ts';
import type { Route } from '../http/server.ts';
import { ConnectionLimit } from '../http/transport/connection-limit.ts';
import { corsPolicy } from '../http/transport/cors.ts';
import { listenNode } from '../http/transport/node-transport.ts';
import type { Listener, RequestHandler } from '../http/transport/transport.ts';
import { WITHOUT_UWS, listenUws, whyNoUws, withUwsAgain } from '../http/transport/uws-transport.ts';
import { urlHost } from '../kernel/http-url.ts';
import type { Code } from '../kernel/refusals.ts';
import type { Dispatch } from '../operations/dispatch/dispatch.ts';
import { connectionsMax, readDescriptorLimit } from './connections.ts';
import { logInfo, logWarning } from './observability/log.ts';
import { tlsOf } from './tls.ts';
import type { CallWatch } from './observability/observability.ts';

type Watch = Pick<CallWatch, 'isTraced' | 'metrics'>;

/** What the process has whose place this one takes: see ListenOptions. */
export type PredecessorAt = (host: string, port: number) => 'shares' | object | undefined;

interface ListeningOptions {
  readonly say?: (line: string) => void;
  readonly watch?: Watch;
  readonly predecessorAt?: PredecessorAt;
}

export interface Listening {
  /** The one on the configured port. */
  readonly main: Listener;
  readonly all: readonly Listener[];
  readonly connections: ConnectionLimit;
}

/** Of both listeners: where calls go. */
export const originOf = ({ host, tlsCert }: Pick<Config, 'host' | 'tlsCert'>, port: number): string =>
  `${tlsCert === '' ? 'http' : 'https'}://${urlHost(host)}:${port}`;

export const refusedOf = (watch: Watch | undefined): ((code: Code) => void) | undefined =>
  watch?.metrics && ((code: Code): void => watch.metrics?.requestRefused(code));

/** What answers the requests of all listeners. */
export const handlerOf = (
  { bodyFieldsMax, fieldNameBytesMax, corsOrigins }: Config,
  dispatch: Dispatch,
  routes: readonly Route[],
  watch?: Watch,
): RequestHandler => {
  const refused = refusedOf(watch);
  const isCrossOrigin = corsPolicy(corsOrigins) !== undefined;
  return requestHandler(
    dispatch,
    { bodyFieldsMax, fieldNameBytesMax, isCrossOrigin, ...(refused && { refused }) },
    routes,
  );
};

/** Rejects where a port cannot be bound; none is then. */
export const listenAll = async (
  config: Config,
  receive: RequestHandler,
  { say = logInfo, watch, predecessorAt = () => undefined }: ListeningOptions = {},
): Promise<Listening> => {
  const { host, port, legacyPort, bodyBytesMax, bodyMemoryBytesMax, bodyTimeoutMs } = config;
  const cors = corsPolicy(config.corsOrigins);
  const refused = refusedOf(watch);
  const descriptors = readDescriptorLimit();
  const connections = new ConnectionLimit(connectionsMax(config.connectionsMax, descriptors));
  say(`at most ${connections.max} connections at a time (${descriptors} descriptors)`);
  const tls = tlsOf(config);
  const limits = {
    tls,
    connections,
    host,
    bodyBytesMax,
    bodyMemoryBytesMax,
    bodyTimeoutMs,
    chunkedBodies: config.chunkedBodies,
    clientAddressHeader: config.clientAddressHeader.toLowerCase(),
    cors,
    traced: watch?.isTraced === true,
    ...(refused && { refused }),
  };
  const whyNot = await whyNoUws();
  if (whyNot !== undefined) logWarning(`uWebSockets.js: ${whyNot}; ${WITHOUT_UWS}: ${withUwsAgain()}`);
  const optionsOf = (at: number) => ({ ...limits, port: at, predecessor: predecessorAt(host, at) });
  const main = await (whyNot === undefined ? listenUws : listenNode)(optionsOf(port), receive);
  if (legacyPort === 0) return { main, all: [main], connections };
  const legacy = await listenNode(optionsOf(legacyPort), receive).catch(async (error: unknown) => {
    await main.close(0);
    throw error;
  });
  say(`HTTP/1.0 is answered at ${originOf(config, legacy.port)}/srv/service/`);
  return { main, all: [main, legacy], connections };
};
