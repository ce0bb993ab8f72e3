// Threads that end: would catch a place that two threads have at a time, each of which says when nobody reads the same
// memory, and one that accepts connections although the listener does not.
import { EventEmitter } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import type { Worker } from 'node:worker_threads';
import type { IoCommand, IoReport } from '../../../src/http/threads/io-messages.ts';
import { listenOnThreads } from '../../../src/http/threads/io-threads.ts';
import type { ThreadedListener } from '../../../src/http/threads/io-threads.ts';

const LIMITS = { host: '127.0.0.1', port: 0, bodyBytesMax: 1000, bodyTimeoutMs: 1000 };

/** A thread that does what it is told at once. */
class FakeThread extends EventEmitter {
  isAlive = true;

  report(report: IoReport): void {
    this.emit('message', report);
  }

  postMessage(command: IoCommand | 'wake'): void {
    if (command !== 'wake') setImmediate(() => this.report({ type: 'done', id: command.id, value: 0 }));
  }

  end(): void {
    this.isAlive = false;
    this.emit('exit', 1);
  }
}

/** `ends`: numbers of threads that end before they listen. */
const listening = async (ends: readonly number[] = []) => {
  const started: FakeThread[] = [];
  const lost: string[] = [];
  const listener: ThreadedListener = await listenOnThreads(LIMITS, () => {}, {
    threads: 1,
    transport: 'node',
    ringBytes: 65_536,
    cacheBytes: 1_048_576,
    passOneOf: 0,
    start: () => {
      const thread = new FakeThread();
      const number = started.push(thread);
      setImmediate(() =>
        ends.includes(number) ? thread.end() : thread.report({ type: 'listening', port: 1, systemId: 1 }),
      );
      return thread as unknown as Worker;
    },
    lost: (reason) => lost.push(reason),
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return { listener, started, lost, alive: () => started.filter(({ isAlive }) => isAlive).length };
};

const seconds = async (count: number): Promise<void> => {
  for (let second = 0; second < count; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
};

afterEach(() => void vi.useRealTimers());

test('one that ends before it listens is replaced by one', async () => {
  const { started, lost, alive } = await listening([2, 3]);
  started[0]!.end();
  await seconds(10);
  expect([started.length, alive(), lost.length]).toEqual([4, 1, 3]);
});

test('while nothing is accepted none is started, and afterwards the missing ones are', async () => {
  const { listener, started, alive } = await listening();
  const drained = listener.drain(1000);
  started[0]!.end();
  await drained;
  await seconds(5);
  expect(started).toHaveLength(1);
  await listener.resume();
  await seconds(2);
  expect([started.length, alive()]).toEqual([2, 1]);
});
