// Opens the ports of the server: uWebSockets.js, or node:http where that cannot run, and the listener of HTTP/1.0.
import type { Config } from '../../config/config.ts';
import type { ConnectionLimit } from '../../http/transport/connection-limit.ts';
import type { HandshakeCount } from '../../http/transport/handshakes.ts';
import { listenNode } from '../../http/transport/node-transport.ts';
import type { Listener, RequestHandler } from '../../http/transport/transport.ts';
import { WITHOUT_UWS, listenUws, whyNoUws, withUwsAgain } from '../../http/transport/uws-transport.ts';
import { logInfo, logWarning } from '../observability/log.ts';
import type { Watch } from './handlers.ts';
import { threadsOf } from './io-thread-count.ts';
import { listenerLimits } from './listener-limits.ts';
import { originOf } from './origin.ts';
import { listenThreaded } from './threaded-listener.ts';
import type { ThreadedListener } from './threaded-listener.ts';

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
  readonly handshakes: HandshakeCount;
  /** None where the deciding thread speaks HTTP itself. */
  readonly ioThreads: ThreadedListener['figures'];
  /** Takes the cached replies that I/O threads may send by themselves. */
  readonly publisher: ThreadedListener['publisher'] | undefined;
}

/** Rejects where a port cannot be bound; none is then. */
export const listenAll = async (
  config: Config,
  receive: RequestHandler,
  { say = logInfo, watch, predecessorAt = () => undefined }: ListeningOptions = {},
): Promise<Listening> => {
  const { host, port, legacyPort } = config;
  const limits = listenerLimits(config, watch, say);
  const { connections, handshakes } = limits;
  const whyNot = await whyNoUws();
  if (whyNot !== undefined) logWarning(`uWebSockets.js: ${whyNot}; ${WITHOUT_UWS}: ${withUwsAgain()}`);
  const transport = whyNot === undefined ? 'uws' : 'node';
  const optionsOf = (at: number) => ({ ...limits, port: at, predecessor: predecessorAt(host, at) });
  const options = optionsOf(port);
  const threads = threadsOf(config.ioThreads, transport, options.predecessor);
  const passOneOf = watch?.seesOneOf ?? 0;
  const threaded =
    threads === 0 ? undefined : await listenThreaded(options, receive, config, { threads, transport, passOneOf });
  const main = threaded ?? (await (transport === 'uws' ? listenUws : listenNode)(options, receive));
  const ioThreads: Listening['ioThreads'] = () => threaded?.figures() ?? [];
  const shared = { main, connections, handshakes, ioThreads, publisher: threaded?.publisher };
  if (legacyPort === 0) return { ...shared, all: [main] };
  const legacy = await listenNode(optionsOf(legacyPort), receive).catch(async (error: unknown) => {
    await main.close(0);
    throw error;
  });
  say(`HTTP/1.0 is answered at ${originOf(config, legacy.port)}/srv/service/`);
  return { ...shared, all: [main, legacy] };
};
