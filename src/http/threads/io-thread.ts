// What an I/O thread runs: a transport that listens on the port of the others, and its end of the rings.
import { readlinkSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { limitJsonValues } from '../../kernel/json-reader.ts';
import { countLimitsIn } from '../../kernel/limits.ts';
import { BodyMemoryBudget } from '../transport/body-buffer.ts';
import { ConnectionLimit } from '../transport/connection-limit.ts';
import { corsPolicy } from '../transport/cors.ts';
import { HandshakeCount } from '../transport/handshakes.ts';
import { listenNode } from '../transport/node-transport.ts';
import { listenUws } from '../transport/uws-transport.ts';
import { HeldBodies } from './held-bodies.ts';
import { IoEnd } from './io-end.ts';
import { Pump } from './pump.ts';
import { PublishedRepliesReader } from './published-replies.ts';
import type { IoCommand, IoReport, IoThreadData } from './io-messages.ts';

const data = workerData as IoThreadData;
const { transport, listen, corsOrigins, rings, connections, ownConnections, bodyBytes, connectionsMax } = data;
const port = parentPort!;
const report = (message: IoReport): void => port.postMessage(message);

countLimitsIn(data.limits);
if (data.forms !== undefined) limitJsonValues(data.forms.jsonValuesMax);
const bodyBudget = new BodyMemoryBudget(listen.bodyMemoryBytesMax, bodyBytes);
const end = new IoEnd({
  ...rings,
  keepsBytes: transport === 'node',
  cached: new PublishedRepliesReader(data.replies, data.thread, data.passOneOf),
  bodies: data.forms && new HeldBodies(data.forms, data.forms.largeBodiesBytesMax, bodyBudget),
  wake: () => setImmediate(() => report({ type: 'wake' })),
});
const pump = new Pump();
pump.add(end);

const options = {
  ...listen,
  cors: corsPolicy(corsOrigins),
  connections: new ConnectionLimit(connectionsMax ?? Infinity, connections, ownConnections),
  handshakes: new HandshakeCount(data.handshakes),
  bodyBudget,
  refused: (code: Parameters<IoEnd['refused']>[0]) => end.refused(code),
  gone: (reply: Parameters<IoEnd['gone']>[0]) => end.gone(reply),
};

/** Returns the id that Linux gives this thread. */
const systemId = (): number => {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return 0;
  }
};

const opening = (transport === 'node' ? listenNode : listenUws)(options, end.handle);
opening.then(
  (listener) => report({ type: 'listening', port: listener.port, systemId: systemId() }),
  (error: Error) => {
    report({ type: 'failed', message: error.message });
    port.close();
  },
);

const carryOut = async (command: IoCommand): Promise<number> => {
  const listener = await opening;
  switch (command.type) {
    case 'renew_tls':
      await listener.renewTls();
      return 0;
    case 'drain':
      await listener.drain(command.timeoutMs);
      return 0;
    case 'resume':
      await listener.resume();
      return 0;
    case 'close': {
      const cut = await listener.close(command.timeoutMs);
      // An App that is still open when its thread ends would abort the process.
      setImmediate(() => port.close());
      return cut;
    }
    default:
      return command satisfies never;
  }
};

// A fault of this thread is not the shop's: its connections end, and another thread takes its place. An App that is
// still open when its thread ends would abort the process.
process.on('uncaughtException', (error) => {
  report({ type: 'faulted', message: error.stack ?? String(error) });
  const isOver = (): void => process.exit(1);
  opening.then((listener) => listener.close(0)).then(isOver, isOver);
});

port.on('message', (message: IoCommand | 'wake') => {
  if (message === 'wake') return pump.run();
  carryOut(message).then(
    (value) => report({ type: 'done', id: message.id, value }),
    (error: Error) => report({ type: 'refused', id: message.id, message: error.message }),
  );
});
pump.run();
