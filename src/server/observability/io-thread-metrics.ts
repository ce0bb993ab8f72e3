// What /metrics tells of the threads that speak HTTP, and of the one that decides.
import { readFileSync } from 'node:fs';
import type { ListeningThread } from '../../http/threads/io-threads.ts';
import type { MetricsPage, Sample } from './metrics-page.ts';

/** CPU seconds of a thread of this process; undefined where the system does not tell. */
export const cpuSecondsOf = (systemId: number): number | undefined => {
  try {
    return Number(readFileSync(`/proc/self/task/${systemId}/schedstat`, 'latin1').split(' ')[0]) / 1e9;
  } catch {
    return undefined;
  }
};

/** `threads`: in the order of their places; none where the deciding thread speaks HTTP itself. */
export const measureIoThreads = (page: MetricsPage, threads: () => readonly ListeningThread[]): void => {
  const each = (value: (figures: ListeningThread) => number): readonly Sample[] =>
    threads().map((figures, place) => ({ value: value(figures), labels: { thread: String(place + 1) } }));
  page.gauge(
    { name: 'kontor_io_thread_connections', help: 'Connections that are open, by I/O thread.', labels: { thread: '' } },
    () => each(({ connections }) => connections),
  );
  page.counter(
    { name: 'kontor_io_thread_requests_total', help: 'Requests that an I/O thread passed on.', labels: { thread: '' } },
    () => each(({ requests }) => requests),
  );
  page.counter(
    {
      name: 'kontor_io_thread_clients_gone_total',
      help: 'Of those, requests whose client left before its reply.',
      labels: { thread: '' },
    },
    () => each(({ clientsGone }) => clientsGone),
  );
  page.counter(
    {
      name: 'kontor_io_thread_cached_replies_total',
      help: 'Cached replies that an I/O thread has sent by itself.',
      labels: { thread: '' },
    },
    () => each(({ cachedReplies }) => cachedReplies),
  );
  page.counter(
    {
      name: 'kontor_io_thread_wakes_total',
      help: 'Times that an I/O thread, or the deciding one for it, was woken.',
      labels: { thread: '' },
    },
    () => each(({ wakes }) => wakes),
  );
  page.gauge(
    { name: 'kontor_io_thread_ring_bytes', help: 'Bytes in the rings of an I/O thread.', labels: { thread: '' } },
    () => each(({ ringBytes }) => ringBytes),
  );
  page.gauge(
    {
      name: 'kontor_io_thread_replies_waiting',
      help: 'Replies without room in the ring of an I/O thread.',
      labels: { thread: '' },
    },
    () => each(({ repliesWaiting }) => repliesWaiting),
  );
  page.counter(
    {
      name: 'kontor_thread_cpu_seconds_total',
      help: 'CPU seconds: the deciding thread, I/O threads.',
      labels: { thread: '`deciding`, and the number of each I/O thread' },
    },
    () =>
      [
        { thread: 'deciding', systemId: process.pid },
        ...threads().map(({ systemId }, place) => ({ thread: String(place + 1), systemId })),
      ].flatMap(({ thread, systemId }) => {
        const value = cpuSecondsOf(systemId);
        return value === undefined ? [] : [{ value, labels: { thread } }];
      }),
  );
};
