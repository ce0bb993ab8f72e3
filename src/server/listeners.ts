// Opens the ports of the server: uWebSockets.js, or node:http where that cannot run, and the listener of HTTP/1.0.
import { availableParallelism } from 'node:os';
import type { Config } from '../config/config.ts';
import { requestHandler, routeHandler } from '../http/server.ts';
import type { Following, Route } from '../http/server.ts';
import { listenOnThreads } from '../http/threads/io-threads.ts';
import type { ListeningThread } from '../http/threads/io-threads.ts';
import { ConnectionLimit } from '../http/transport/connection-limit.ts';
import { corsPolicy } from '../http/transport/cors.ts';
import { HandshakeCount } from '../http/transport/handshakes.ts';
import { canShareNode, listenNode } from '../http/transport/node-transport.ts';
import type { Listener, RequestHandler } from '../http/transport/transport.ts';
import { WITHOUT_UWS, listenUws, whyNoUws, withUwsAgain } from '../http/transport/uws-transport.ts';
import { limitJsonValues } from '../kernel/json-reader.ts';
import { urlHost } from '../kernel/http-url.ts';
import type { Code } from '../kernel/refusals.ts';
import type { ReplyPublisher } from '../operations/dispatch/reply-publisher.ts';
import type { Dispatch } from '../operations/dispatch/dispatch.ts';
import { startThread } from '../outside/threads/start-thread.ts';
import { connectionsMax, readDescriptorLimit } from './connections.ts';
import { closeBeforeFailure } from './end-process.ts';
import { logError, logInfo, logWarning } from './observability/log.ts';
import { tlsOf } from './tls.ts';
import type { CallWatch } from './observability/observability.ts';

/** Of a process whose journal has failed. */
const LAST_REPLIES_MS = 100;
const MIB = 1_048_576;
const RING_BYTES = MIB;
const IO_THREADS_MAX = 8;

/** How many the setting means on this machine. */
export const ioThreadsOf = (setting: string, cores = availableParallelism()): number =>
  setting === 'auto' ? Math.max(0, Math.min(IO_THREADS_MAX, cores - 2)) : Number(setting);

type Watch = Pick<CallWatch, 'isTraced' | 'seesOneOf' | 'metrics'>;

/** What the process has whose place this one takes: see ListenOptions. */
export type PredecessorAt = (host: string, port: number) => 'shares' | object | undefined;

/**
 * Linux shares a port among sockets evenly; other systems give all connections to one of them, or refuse the second.
 * Sockets of node:http do so from Node 22.12 on; one that a predecessor hands over is an object of this thread.
 */
export const possibleThreads = (
  transport: 'uws' | 'node',
  predecessor: 'shares' | object | undefined,
  { platform, version } = { platform: process.platform as string, version: process.versions.node },
): number => {
  if (transport === 'node' && typeof predecessor === 'object') return 0;
  return platform === 'linux' && (transport === 'uws' || canShareNode(version)) ? Infinity : 1;
};

const threadsOf = (setting: string, transport: 'uws' | 'node', predecessor: 'shares' | object | undefined): number => {
  const wanted = ioThreadsOf(setting);
  const most = possibleThreads(transport, predecessor);
  if (most < wanted && setting !== 'auto')
    logWarning(
      `ioThreads is lowered from ${wanted} to ${most}: threads cannot share a port here (docs/operate/cores.md)`,
    );
  return Math.min(wanted, most);
};

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
  readonly handshakes: HandshakeCount;
  /** None where the deciding thread speaks HTTP itself. */
  readonly ioThreads: () => readonly ListeningThread[];
  /** Takes the cached replies that I/O threads may send by themselves. */
  readonly publisher: ReplyPublisher | undefined;
}

/** Of both listeners: where calls go. */
export const originOf = ({ host, tlsCert }: Pick<Config, 'host' | 'tlsCert'>, port: number): string =>
  `${tlsCert === '' ? 'http' : 'https'}://${urlHost(host)}:${port}`;

export const refusedOf = (watch: Watch | undefined): ((code: Code) => void) | undefined =>
  watch?.metrics && ((code: Code): void => watch.metrics?.requestRefused(code));

/** One that waits alone is read, however long it may be. */
const largeBodiesOf = ({ largeBodiesBytesMax, bodyBytesMax }: Pick<Config, 'largeBodiesBytesMax' | 'bodyBytesMax'>) =>
  Math.max(largeBodiesBytesMax, bodyBytesMax);

/** What answers the requests of all listeners. */
export const handlerOf = (
  { bodyFieldsMax, fieldNameBytesMax, corsOrigins, ...config }: Config,
  dispatch: Dispatch,
  routes: readonly Route[],
  watch?: Watch,
  following?: Following,
): RequestHandler => {
  const refused = refusedOf(watch);
  const isCrossOrigin = corsPolicy(corsOrigins) !== undefined;
  const largeBodiesBytesMax = largeBodiesOf(config);
  limitJsonValues(config.jsonValuesMax);
  return requestHandler(
    dispatch,
    { bodyFieldsMax, fieldNameBytesMax, largeBodiesBytesMax, isCrossOrigin, following, ...(refused && { refused }) },
    routes,
  );
};

/** What answers the paths of the administration listener beside its own pages. */
export const adminHandlerOf = (
  { bodyFieldsMax, fieldNameBytesMax }: Config,
  routes: readonly Route[],
  following?: Following,
): RequestHandler => routeHandler({ bodyFieldsMax, fieldNameBytesMax, following }, routes);

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
  const handshakes = new HandshakeCount();
  const tls = tlsOf(config);
  const limits = {
    tls,
    connections,
    handshakes,
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
  const transport = whyNot === undefined ? 'uws' : 'node';
  const optionsOf = (at: number) => ({ ...limits, port: at, predecessor: predecessorAt(host, at) });
  const options = optionsOf(port);
  const threads = threadsOf(config.ioThreads, transport, options.predecessor);
  const threaded =
    threads === 0
      ? undefined
      : await listenOnThreads(options, receive, {
          threads,
          transport,
          ringBytes: RING_BYTES,
          cacheBytes: config.ioCacheMb * MIB,
          passOneOf: watch?.seesOneOf ?? 0,
          forms: {
            bodyFieldsMax: config.bodyFieldsMax,
            fieldNameBytesMax: config.fieldNameBytesMax,
            largeBodiesBytesMax: largeBodiesOf(config),
            jsonValuesMax: config.jsonValuesMax,
          },
          start: startThread,
          lost: (reason) => logError(`an I/O thread has ended, another one takes its place: ${reason}`),
        });
  const forget = threaded && closeBeforeFailure(() => void threaded.close(LAST_REPLIES_MS));
  const main: Listener =
    (threaded && { ...threaded, close: (timeoutMs) => threaded.close(timeoutMs).finally(forget) }) ??
    (await (transport === 'uws' ? listenUws : listenNode)(options, receive));
  const publisher = threaded?.publisher;
  const ioThreads = (): readonly ListeningThread[] => threaded?.figures() ?? [];
  const shared = { main, connections, handshakes, ioThreads, publisher };
  if (legacyPort === 0) return { ...shared, all: [main] };
  const legacy = await listenNode(optionsOf(legacyPort), receive).catch(async (error: unknown) => {
    await main.close(0);
    throw error;
  });
  say(`HTTP/1.0 is answered at ${originOf(config, legacy.port)}/srv/service/`);
  return { ...shared, all: [main, legacy] };
};
