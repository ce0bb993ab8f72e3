// Opens the ports of the server: uWebSockets.js, or node:http where that cannot run, and the listener of HTTP/1.0.
import type { Config } from '../config/config.ts';
import { requestHandler } from '../http/server.ts';
import type { Route } from '../http/server.ts';
import { ConnectionLimit } from '../http/transport/connection-limit.ts';
import { corsPolicy } from '../http/transport/cors.ts';
import { listenNode } from '../http/transport/node-transport.ts';
import type { Listener } from '../http/transport/transport.ts';
import { WITHOUT_UWS, listenUws, whyNoUws, withUwsAgain } from '../http/transport/uws-transport.ts';
import { urlHost } from '../kernel/http-url.ts';
import type { Code } from '../kernel/refusals.ts';
import type { Dispatch } from '../operations/dispatch/dispatch.ts';
import { connectionsMax, readDescriptorLimit } from './connections.ts';
import { logInfo, logWarning } from './observability/log.ts';
import { tlsOf } from './tls.ts';
import type { CallWatch } from './observability/observability.ts';

interface ListeningOptions {
  readonly routes: readonly Route[];
  readonly say?: (line: string) => void;
  readonly watch?: Pick<CallWatch, 'isTraced' | 'metrics'>;
}

interface Listening {
  /** The one on the configured port. */
  readonly main: Listener;
  readonly all: readonly Listener[];
  readonly connections: ConnectionLimit;
}

/** Of both listeners: where calls go. */
export const originOf = ({ host, tlsCert }: Pick<Config, 'host' | 'tlsCert'>, port: number): string =>
  `${tlsCert === '' ? 'http' : 'https'}://${urlHost(host)}:${port}`;

export const listenAll = async (
  config: Config,
  dispatch: Dispatch,
  { routes, say = logInfo, watch }: ListeningOptions,
): Promise<Listening> => {
  const { host, port, legacyPort, bodyBytesMax, bodyMemoryBytesMax, bodyTimeoutMs, bodyFieldsMax, fieldNameBytesMax } =
    config;
  const cors = corsPolicy(config.corsOrigins);
  const refused = watch?.metrics && ((code: Code): void => watch.metrics?.requestRefused(code));
  const options = { bodyFieldsMax, fieldNameBytesMax, isCrossOrigin: cors !== undefined, ...(refused && { refused }) };
  const receive = requestHandler(dispatch, options, routes);
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
  const main = await (whyNot === undefined ? listenUws : listenNode)({ ...limits, port }, receive);
  if (legacyPort === 0) return { main, all: [main], connections };
  const legacy = await listenNode({ ...limits, port: legacyPort }, receive);
  say(`HTTP/1.0 is answered at ${originOf(config, legacy.port)}/srv/service/`);
  return { main, all: [main, legacy], connections };
};
