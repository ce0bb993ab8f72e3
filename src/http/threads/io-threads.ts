// Listens on threads of their own: each speaks HTTP and TLS, this one decides. Threads share the port, the limit of
// connections and the budget of bodies.
//
// Guaranteed: every request that a thread passes on is decided by this one, in the order of its ring, and threads have
// equal shares of its turns. A thread that ends by itself takes its connections with it, and another one takes its
// place.
// Not promised: an end without harm of a thread that runs out of memory; the process ends then, and a restart recovers.
import { limitCounts } from '../../kernel/limits.ts';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Worker } from 'node:worker_threads';
import type { IoThreadFigures } from '../../kernel/io-thread-figures.ts';
import { BodyMemoryBudget } from '../transport/body-buffer.ts';
import { ConnectionLimit } from '../transport/connection-limit.ts';
import { HandshakeCount } from '../transport/handshakes.ts';
import { cannotListen } from '../transport/transport.ts';
import type { ListenOptions, Listener, RequestHandler } from '../transport/transport.ts';
import { IoThreadHandle } from './io-thread-handle.ts';
import type { Asked } from './io-thread-handle.ts';
import type { HeldFormLimits, IoThreadData } from './io-messages.ts';
import { Pump } from './pump.ts';
import { PublishedRepliesWriter, newPublishedReplies } from './published-replies.ts';
import type { PublishedReplyMemory } from './published-replies.ts';
import { newRing } from './ring.ts';

export interface IoThreadsOptions {
  readonly threads: number;
  readonly transport: IoThreadData['transport'];
  /** Bytes of each of the two rings of a thread; a power of two. */
  readonly ringBytes: number;
  /** Bytes for cached replies that threads send by themselves: whole MiB. */
  readonly cacheBytes: number;
  /** One of this many calls is passed on although there is a cached reply; 0: none is. */
  readonly passOneOf: number;
  /** Limits of large bodies that threads decode; absent: they pass every body on as it is. */
  readonly forms?: HeldFormLimits | undefined;
  /** Starts `file` in a thread. */
  readonly start: (file: URL, data: IoThreadData) => Worker;
  /** Called with why a thread has ended by itself, before another one is started. */
  readonly lost: (reason: string) => void;
}

const FILE = new URL('./io-thread.ts', import.meta.url);
/** Milliseconds between the end of a thread and its successor, so that repeated ends do not take all the time. */
const RESTART_MS = 1000;

/** A thread that listens, with its id in the system: see IoThreadHandle. */
export interface ListeningThread extends IoThreadFigures {
  readonly systemId: number;
}

export interface ThreadedListener extends Listener {
  readonly publisher: PublishedRepliesWriter;
  figures(): readonly ListeningThread[];
}

class IoThreads {
  readonly pump = new Pump();
  readonly threads: IoThreadHandle[] = [];
  private port: number;
  /** Some thread has listened: the others share its port. */
  private isShared = false;
  private isClosing = false;
  /** No connection is accepted. */
  private isDraining = false;
  /** Places whose threads have ended meanwhile. */
  private readonly missing: number[] = [];
  private readonly listen: IoThreadData['listen'];
  private readonly corsOrigins: readonly string[];
  private readonly connections: ConnectionLimit;
  private readonly handshakes: HandshakeCount;
  private readonly bodyBudget: BodyMemoryBudget;
  private readonly refused: NonNullable<ListenOptions['refused']>;
  private readonly handle: RequestHandler;
  private readonly options: IoThreadsOptions;
  private readonly replies: PublishedReplyMemory;
  private readonly publisher: PublishedRepliesWriter;

  constructor(options: ListenOptions, handle: RequestHandler, own: IoThreadsOptions) {
    const { refused = () => {}, cors, connections, handshakes, bodyBudget, ...listen } = options;
    this.corsOrigins = cors?.origins ?? [];
    this.connections = connections ?? new ConnectionLimit();
    this.handshakes = handshakes ?? new HandshakeCount();
    this.bodyBudget = bodyBudget ?? new BodyMemoryBudget(options.bodyMemoryBytesMax);
    this.listen = listen;
    this.refused = refused;
    this.port = options.port;
    this.handle = handle;
    this.options = own;
    this.replies = newPublishedReplies(own.threads, own.cacheBytes);
    this.publisher = new PublishedRepliesWriter(this.replies);
  }

  /** Starts the thread that has this place. Rejects where it cannot listen. */
  async start(place: number): Promise<void> {
    const { transport, ringBytes, passOneOf, forms, start } = this.options;
    const { corsOrigins, connections, bodyBudget, replies } = this;
    const thread = new IoThreadHandle({
      data: {
        transport,
        listen: {
          ...this.listen,
          port: this.port,
          ...(this.isShared && { predecessor: 'shares' }),
          sharesPort: this.options.threads > 1,
        },
        corsOrigins,
        forms,
        connectionsMax: connections.max === Infinity ? undefined : connections.max,
        rings: { requests: newRing(ringBytes), replies: newRing(ringBytes) },
        connections: connections.count,
        ownConnections: new Int32Array(new SharedArrayBuffer(4)),
        handshakes: this.handshakes.memory,
        limits: limitCounts(),
        bodyBytes: bodyBudget.reserved,
        replies,
        thread: place,
        passOneOf,
      },
      start: (data) => start(FILE, data),
      handle: this.handle,
      refused: this.refused,
      events: { awake: () => this.pump.run(), lost: (reason) => this.lost(place, reason) },
    });
    const before = this.threads[place];
    if (before !== undefined) this.pump.remove(before.end);
    this.threads[place] = thread;
    this.pump.add(thread.end);
    this.port = await thread.listening;
    this.isShared = true;
    // A handler that throws is no fault of the thread.
    setImmediate(() => this.pump.run());
  }

  async all(command: Asked): Promise<number> {
    if (command.type === 'close') this.isClosing = true;
    if (command.type === 'drain') this.isDraining = true;
    const values = await Promise.all(this.threads.map((thread) => thread.ask(command)));
    return values.reduce((sum, value) => sum + value, 0);
  }

  listener(): ThreadedListener {
    let closed: Promise<number> | undefined;
    let drained: Promise<number> | undefined;
    return {
      port: this.port,
      // A successor listens beside it with one of its own.
      handle: () => undefined,
      renewTls: async () => void (await this.all({ type: 'renew_tls' })),
      drain: async (timeoutMs) => void (await (drained ??= this.all({ type: 'drain', timeoutMs }))),
      resume: async () => {
        await drained;
        drained = undefined;
        await this.all({ type: 'resume' });
        this.isDraining = false;
        for (const place of this.missing.splice(0)) this.restart(place);
      },
      close: (timeoutMs) => (closed ??= this.all({ type: 'close', timeoutMs })),
      publisher: this.publisher,
      figures: () => this.threads.map((thread, place) => figuresOf(thread, this.publisher.sent[place]!)),
    };
  }

  private lost(place: number, reason: string): void {
    if (this.isClosing) return;
    this.publisher.ended(place);
    this.options.lost(reason);
    setTimeout(() => this.restart(place), RESTART_MS).unref();
  }

  private restart(place: number): void {
    if (this.isClosing) return;
    if (this.isDraining) this.missing.push(place);
    else this.start(place).catch((error: Error) => this.lost(place, error.message));
  }
}

const figuresOf = ({ end, connections, systemId }: IoThreadHandle, cachedReplies: number): ListeningThread => ({
  connections,
  requests: end.requests,
  clientsGone: end.clientsGone,
  cachedReplies,
  wakes: end.queue.writer.wakes + end.woken,
  ringBytes: end.reader.usedBytes + end.queue.writer.usedBytes,
  repliesWaiting: end.queue.length,
  systemId,
});

/** Times that another port is chosen because somebody took it before the threads had it. */
const CHOICES_MAX = 5;

/** Not promised: that nobody takes it until it is used. Rejects as `Listen` does. */
const freePort = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(cannotListen(host, 0, error)));
    server.listen({ host, port: 0, exclusive: true }, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Rejects as `Listen` does, and where a thread cannot be started. */
export const listenOnThreads = async (
  options: ListenOptions,
  handle: RequestHandler,
  own: IoThreadsOptions,
): Promise<ThreadedListener> => {
  if (options.port !== 0) return listenOn(options, handle, own);
  // A socket on a port that the system has chosen is not shared.
  for (let choices = 1; ; choices += 1) {
    const port = await freePort(options.host);
    try {
      return await listenOn({ ...options, port }, handle, own);
    } catch (error) {
      if (choices === CHOICES_MAX) throw error;
    }
  }
};

const listenOn = async (
  options: ListenOptions,
  handle: RequestHandler,
  own: IoThreadsOptions,
): Promise<ThreadedListener> => {
  const threads = new IoThreads(options, handle, own);
  try {
    // One after the other: the first may choose the port.
    for (let place = 0; place < own.threads; place += 1) await threads.start(place);
  } catch (error) {
    await threads.all({ type: 'close', timeoutMs: 0 });
    throw error;
  }
  return threads.listener();
};
