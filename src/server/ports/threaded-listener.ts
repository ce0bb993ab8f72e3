// The listener of the main port on I/O threads, which close before the process ends by a failure.
import type { Config } from '../../config/config.ts';
import { listenOnThreads } from '../../http/threads/io-threads.ts';
import type { ListeningThread } from '../../http/threads/io-threads.ts';
import type { Listener, RequestHandler } from '../../http/transport/transport.ts';
import type { ReplyPublisher } from '../../operations/dispatch/reply-publisher.ts';
import { startThread } from '../../outside/threads/start-thread.ts';
import { logError } from '../observability/log.ts';
import { closeBeforeFailure } from '../process/end-process.ts';
import { largeBodiesOf } from './handlers.ts';

/** Time for the last replies of a process whose journal has failed. */
const LAST_REPLIES_MS = 100;
const MIB = 1_048_576;
const RING_BYTES = MIB;

type Options = Parameters<typeof listenOnThreads>[0];
type Threads = Pick<Parameters<typeof listenOnThreads>[2], 'threads' | 'transport' | 'passOneOf'>;

export interface ThreadedListener extends Listener {
  readonly publisher: ReplyPublisher;
  figures(): readonly ListeningThread[];
}

/** Rejects where the port cannot be bound, or a thread cannot be started. */
export const listenThreaded = async (
  options: Options,
  receive: RequestHandler,
  config: Config,
  threads: Threads,
): Promise<ThreadedListener> => {
  const threaded = await listenOnThreads(options, receive, {
    ...threads,
    ringBytes: RING_BYTES,
    cacheBytes: config.ioCacheMb * MIB,
    forms: {
      bodyFieldsMax: config.bodyFieldsMax,
      fieldNameBytesMax: config.fieldNameBytesMax,
      largeBodiesBytesMax: largeBodiesOf(config),
      jsonValuesMax: config.jsonValuesMax,
    },
    start: startThread,
    lost: (reason) => logError(`an I/O thread has ended, another one takes its place: ${reason}`),
  });
  const forget = closeBeforeFailure(() => void threaded.close(LAST_REPLIES_MS));
  return { ...threaded, close: (timeoutMs) => threaded.close(timeoutMs).finally(forget) };
};
