// The pool of worker threads in a process of its own: catches idle threads that keep it alive, and one that ends before
// its jobs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a process ends although its idle threads were not closed, and not before its jobs', () => {
  const code = `
    import { WorkerPool } from './src/outside/threads/worker-pool.ts';
    const pool = new WorkerPool({ file: new URL('./obedient-worker.ts', '${import.meta.url}'), task: 'obeys', threads: 2, queueMax: 1 });
    pool.warm();
    for (const name of ['a', 'b', 'c']) void pool.run({ name }).then(({ reply }) => console.log(reply.name));
  `;
  const { stdout, status } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: join(import.meta.dirname, '..', '..', '..'),
    encoding: 'utf8',
    timeout: 50_000,
  });
  expect([stdout.trim().split('\n').sort(), status]).toEqual([['a', 'b', 'c'], 0]);
});
