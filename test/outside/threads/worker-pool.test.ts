// The pool of worker threads. Catches a queue without its limit or out of order, a job that is never answered, and a
// thread that is not replaced, kept too long or started too early.
import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import './compiled-threads.ts';
import { WorkerPool } from '../../../src/outside/threads/worker-pool.ts';
import type { JobOutcome, PoolSettings } from '../../../src/outside/threads/worker-pool.ts';
import type { Done, Order } from './obedient-worker.ts';

type Pool = WorkerPool<Order, Done>;

const pools: Pool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

const newPool = (settings: Partial<PoolSettings> = {}): Pool => {
  const pool: Pool = new WorkerPool({
    file: new URL('./obedient-worker.ts', import.meta.url),
    task: 'obeys',
    threads: 1,
    queueMax: 100,
    ...settings,
  });
  pools.push(pool);
  return pool;
};

const told = (outcome: JobOutcome<Done>): string => (outcome.ok ? outcome.reply.name : outcome.failure);
const runAll = async (pool: Pool, orders: readonly Order[]): Promise<string[]> =>
  (await Promise.all(orders.map((order) => pool.run(order)))).map(told);
const named = (count: number): Order[] => Array.from({ length: count }, (_, index) => ({ name: `${index}` }));

test('no thread is started before the first job, and an idle one is used again', async () => {
  const threadsOf = (): number => (process.platform === 'linux' ? readdirSync('/proc/self/task').length : 0);
  const before = threadsOf();
  const pool = newPool({ threads: 4, data: { greeting: 'hello' } });
  expect(threadsOf()).toBeLessThanOrEqual(before);
  const ids = new Set<number>();
  for (const order of named(5)) {
    const outcome = await pool.run(order);
    if (!outcome.ok) throw outcome.error;
    expect(outcome.reply).toMatchObject({ name: order.name, data: { greeting: 'hello' } });
    ids.add(outcome.reply.threadId);
  }
  expect(ids.size).toBe(1);
});

test('jobs beyond the queue are refused at once; the others are run in the order in which they came', async () => {
  const pool = newPool({ queueMax: 3 });
  const order: string[] = [];
  const outcomes = await Promise.all(
    named(8).map((job) =>
      pool.run(job).then((outcome) => {
        order.push(told(outcome));
        return told(outcome);
      }),
    ),
  );
  expect(outcomes).toEqual(['0', '1', '2', '3', ...Array<string>(4).fill('queue_full')]);
  expect(order.slice(0, 4)).toEqual(Array<string>(4).fill('queue_full'));
  expect(order.slice(4)).toEqual(['0', '1', '2', '3']);
  expect(await runAll(pool, named(1)), 'the queue has room again').toEqual(['0']);
});

test('all threads work at a time, and one thread has as many jobs at a time as it may', async () => {
  const pool = newPool({ threads: 2, queueMax: 0 });
  const first = pool.run({ name: 'hangs', act: 'wait' });
  expect(await runAll(pool, named(2))).toEqual(['0', 'queue_full']);
  const many = newPool({ jobsPerThread: Infinity, queueMax: 0 });
  const hanging = Array.from({ length: 50 }, () => many.run({ name: 'hangs', act: 'wait' }));
  expect(await runAll(many, named(50))).toEqual(named(50).map(({ name }) => name));
  await Promise.all([pool.close(), many.close()]);
  expect(new Set((await Promise.all([first, ...hanging])).map(told))).toEqual(new Set(['closed']));
});

describe('a job that fails', () => {
  test('by an error: fails alone, with its text, and its thread goes on', async () => {
    const pool = newPool();
    const [before, thrown, after] = await Promise.all([
      pool.run({ name: 'a' }),
      pool.run({ name: 'b', act: 'throw' }),
      pool.run({ name: 'c' }),
    ]);
    expect(thrown).toMatchObject({ ok: false, failure: 'failed' });
    expect(thrown.ok || thrown.error.message).toMatch(/^TypeError: no b\n/);
    expect(before.ok && after.ok && before.reply.threadId === after.reply.threadId).toBe(true);
  });

  test.each(['exit', 'crash'] as const)('by the end of its thread (%s): another runs the next', async (act) => {
    expect(await runAll(newPool(), [{ name: 'a' }, { name: 'b', act }, { name: 'c' }, { name: 'd' }])).toEqual([
      'a',
      'lost',
      'c',
      'd',
    ]);
  });

  test('by its time: its thread is ended although it never yields, and those behind it have their own time', async () => {
    const pool = newPool({ timeoutMs: 600_000 });
    expect(await runAll(pool, [{ name: 'a' }])).toEqual(['a']);
    const hurried = newPool({ timeoutMs: 1 });
    expect(
      await runAll(hurried, [
        { name: 'b', act: 'loop' },
        { name: 'c', act: 'loop' },
      ]),
    ).toEqual(['timed_out', 'timed_out']);
  });
});

test('a closed pool has failed all its jobs and takes no others', async () => {
  const pool = newPool({ queueMax: 2 });
  const jobs = ['wait', 'loop', 'loop'] as const;
  const running = jobs.map((act) => pool.run({ name: act, act }));
  await pool.close();
  expect((await Promise.all(running)).map(told)).toEqual(['closed', 'closed', 'closed']);
  pool.warm();
  expect(await runAll(pool, named(1))).toEqual(['closed']);
});
