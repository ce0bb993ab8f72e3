// What all listeners of calls share: where they listen, their limits, their certificate, and what counts refusals.
import type { Config } from '../../config/config.ts';
import { ConnectionLimit } from '../../http/transport/connection-limit.ts';
import { corsPolicy } from '../../http/transport/cors.ts';
import { HandshakeCount } from '../../http/transport/handshakes.ts';
import { connectionsMax, readDescriptorLimit } from './connections.ts';
import { refusedOf } from './handlers.ts';
import type { Watch } from './handlers.ts';
import { tlsOf } from './tls.ts';

/** Throws ConfigError where one of the certificate and its key is not named. */
export const listenerLimits = (config: Config, watch: Watch | undefined, say: (line: string) => void) => {
  const { host, bodyBytesMax, bodyMemoryBytesMax, bodyTimeoutMs, chunkedBodies } = config;
  const refused = refusedOf(watch);
  const descriptors = readDescriptorLimit();
  const connections = new ConnectionLimit(connectionsMax(config.connectionsMax, descriptors));
  say(`at most ${connections.max} connections at a time (${descriptors} descriptors)`);
  return {
    tls: tlsOf(config),
    connections,
    handshakes: new HandshakeCount(),
    host,
    bodyBytesMax,
    bodyMemoryBytesMax,
    bodyTimeoutMs,
    chunkedBodies,
    clientAddressHeader: config.clientAddressHeader.toLowerCase(),
    cors: corsPolicy(config.corsOrigins),
    traced: watch?.isTraced === true,
    ...(refused && { refused }),
  };
};
