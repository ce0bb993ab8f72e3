// Transports on threads of their own, as the contract suite and others serve with them.
import type { Worker } from 'node:worker_threads';
import type { HeldFormLimits } from '../../../src/http/threads/io-messages.ts';
import { listenOnThreads } from '../../../src/http/threads/io-threads.ts';
import type { ListeningThread, ThreadedListener } from '../../../src/http/threads/io-threads.ts';
import type { IoThreadData } from '../../../src/http/threads/io-messages.ts';
import { RING_BYTES_MIN, RingReader, RingWriter } from '../../../src/http/threads/ring.ts';
import { ConnectionLimit } from '../../../src/http/transport/connection-limit.ts';
import type { Listen, ListenOptions, RequestHandler } from '../../../src/http/transport/transport.ts';
import { startThread } from '../../../src/outside/threads/start-thread.ts';
import { DEADLINE_MS } from '../../harness/until.ts';
import '../../outside/threads/compiled-threads.ts';

/** What a request takes beside its body. */
const ROOM_BYTES = 1_000;

interface Started {
  readonly worker: Worker;
  readonly rings: IoThreadData['rings'];
}

interface ThreadedOptions {
  readonly transport: IoThreadData['transport'];
  readonly threads: number;
  /** See IoThreadsOptions. */
  readonly forms?: HeldFormLimits;
  readonly lost?: (reason: string) => void;
}

/** A server on threads with rings of the least size, so that they fill up. */
export class Threaded {
  readonly port: number;
  /** Of all threads. */
  readonly connections: ConnectionLimit;
  private readonly listener: ThreadedListener;
  private readonly started: readonly Started[];

  private constructor(listener: ThreadedListener, connections: ConnectionLimit, started: readonly Started[]) {
    this.port = listener.port;
    this.listener = listener;
    this.connections = connections;
    this.started = started;
  }

  static async listen(
    options: ListenOptions,
    handle: RequestHandler,
    { transport, threads, forms, lost }: ThreadedOptions,
  ): Promise<Threaded> {
    const { connections = new ConnectionLimit() } = options;
    const started: Started[] = [];
    const listener = await listenOnThreads({ ...options, connections }, handle, {
      threads,
      transport,
      ringBytes: RING_BYTES_MIN,
      cacheBytes: 1_048_576,
      passOneOf: 0,
      forms,
      start: (file, workerData) => {
        const worker = startThread(file, workerData);
        started.push({ worker, rings: workerData.rings });
        return worker;
      },
      lost:
        lost ??
        ((reason) => {
          throw new Error(reason);
        }),
    });
    return new Threaded(listener, connections, started);
  }

  figures(): readonly ListeningThread[] {
    return this.listener.figures();
  }

  close(timeoutMs = 5000): Promise<number> {
    return this.listener.close(timeoutMs);
  }

  get asListener(): ThreadedListener {
    return this.listener;
  }

  /** Holds this thread, which reads the rings, until none of them has room for another record of so many bytes. */
  blockUntilFull(recordBytes: number): void {
    const rings = this.started.map(({ rings: { requests } }) => new RingReader(requests, () => {}));
    const never = new Int32Array(new SharedArrayBuffer(4));
    // At its end a ring may lack as much again.
    const isFull = ({ usedBytes }: RingReader): boolean => RING_BYTES_MIN - usedBytes < 2 * (recordBytes + ROOM_BYTES);
    for (const endMs = performance.now() + DEADLINE_MS; !rings.every(isFull);) {
      if (performance.now() > endMs) throw new Error('the rings of requests do not fill up');
      Atomics.wait(never, 0, 0, 1);
    }
  }

  /** Sends a thread, which must be idle, a record that it does not know. */
  breakThread(index: number): void {
    const { worker, rings } = this.started[index]!;
    const writer = new RingWriter(rings.replies, () => worker.postMessage('wake'));
    const start = writer.reserve(4);
    writer.bytes.writeInt32LE(0, start);
    writer.publish(99, 0, 0, 4);
  }
}

/** As a transport of the contract suite. */
export const onThreads =
  (transport: IoThreadData['transport'], threads = 1): Listen =>
  async (options, handle) =>
    (await Threaded.listen(options, handle, { transport, threads })).asListener;
