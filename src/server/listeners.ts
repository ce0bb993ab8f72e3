// Opens the ports of the server: uWebSockets.js, or node:http where that cannot run, and the listener of HTTP/1.0.
import type { Config } from '../config/config.ts';
import { requestHandler } from '../http/server.ts';
import type { Route } from '../http/server.ts';
import { ConnectionLimit } from '../http/transport/connection-limit.ts';
import { corsPolicy } from '../http/transport/cors.ts';
import { listenNode } from '../http/transport/node-transport.ts';
import type { Listener } from '../http/transport/transport.ts';
import { listenUws, whyNoUws } from '../http/transport/uws-transport.ts';
import type { Dispatch } from '../operations/dispatch/dispatch.ts';
import { connectionsMax, readDescriptorLimit } from './connections.ts';
import { logInfo, logWarning } from './log.ts';

/** `main`: the one on the configured port. */
export const listenAll = async (
  config: Config,
  dispatch: Dispatch,
  routes: readonly Route[],
  say: (line: string) => void = logInfo,
): Promise<{ main: Listener; all: Listener[] }> => {
  const { host, port, legacyPort, bodyBytesMax, bodyMemoryBytesMax, bodyTimeoutMs, bodyFieldsMax, fieldNameBytesMax } =
    config;
  const cors = corsPolicy(config.corsOrigins);
  const receive = requestHandler(dispatch, { bodyFieldsMax, fieldNameBytesMax }, routes, cors !== undefined);
  const descriptors = readDescriptorLimit();
  const connections = new ConnectionLimit(connectionsMax(config.connectionsMax, descriptors));
  say(`at most ${connections.max} connections at a time (${descriptors} descriptors)`);
  const limits = {
    connections,
    host,
    bodyBytesMax,
    bodyMemoryBytesMax,
    bodyTimeoutMs,
    chunkedBodies: config.chunkedBodies,
    clientAddressHeader: config.clientAddressHeader.toLowerCase(),
    cors,
  };
  const whyNot = await whyNoUws();
  if (whyNot !== undefined) logWarning(`uWebSockets.js cannot be used (${whyNot}); node:http serves instead, slower`);
  const main = await (whyNot === undefined ? listenUws : listenNode)({ ...limits, port }, receive);
  if (legacyPort === 0) return { main, all: [main] };
  const legacy = await listenNode({ ...limits, port: legacyPort }, receive);
  say(`HTTP/1.0 is answered at http://${host}:${legacy.port}/srv/service/`);
  return { main, all: [main, legacy] };
};
