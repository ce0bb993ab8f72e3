// What runs by the clock in the background, when a file cannot be written.
import { mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { SubjectKeys } from '../../../src/engine/privacy/subject-keys.ts';
import { BackgroundTasks } from '../../../src/server/background/tasks.ts';
import { Place } from '../../harness/program.ts';
import type { Program } from '../../harness/program.ts';
import { scheduled } from '../../engine/privacy/recorded.ts';

const place = new Place();
afterEach(() => place.clean());

test('a part that fails says so once an hour for every cause, and keeps no other part from its turn', () => {
  const said: string[] = [];
  let nowMs = 10;
  const tasks = new BackgroundTasks(
    (line) => said.push(line),
    () => nowMs,
  );
  let done = 0;
  const round = (cause: string): void => {
    tasks.run('keys', () => {
      throw new Error(cause);
    });
    tasks.run('rows', () => (done += 1));
  };
  for (let at = 0; at < 5; at += 1) round('EMFILE:\n too many open files');
  round('ENOSPC');
  const once = ['keys: EMFILE: too many open files; it is tried again', 'keys: ENOSPC; it is tried again'];
  expect(said).toEqual(once);
  nowMs += 3_600_000;
  round('ENOSPC');
  expect(said).toEqual([...once, once[1]]);
  expect(done).toBe(7);
});

// Catches a shop that ends with a stack because a key that is due cannot be destroyed yet.
test('a key file that cannot be written ends nothing', async () => {
  const serve = ['serve', '--demo', '--port', '0'];
  await (await place.serveHere(serve)).stop();
  const path = place.path('data', 'demo', 'subject-keys.json');
  /** A server whose file cannot be written before the key is due; again where it was destroyed before that. */
  const served = async (subject: number, aheadMs: number): Promise<Program> => {
    const dueMs = Date.now() + aheadMs;
    scheduled(SubjectKeys.read(place.path('data', 'demo')), subject, dueMs);
    expect((await place.run(['time', 'confirm', '--data', 'data/demo'])).code).toBe(0);
    const started = await place.serveHere(serve);
    renameSync(path, `${path}.kept`);
    mkdirSync(path);
    if (Date.now() < dueMs) return started;
    await started.stop();
    rmdirSync(path);
    renameSync(`${path}.kept`, path);
    return served(subject + 1, 2 * aheadMs);
  };
  const server = await served(7, 1000);
  await expect.poll(() => server.err.join('\n')).toContain('subject-keys.json cannot be written');
  expect((await fetch(server.url)).status).toBe(405);
  // Keys of messages of the hours before this start are due as well.
  for (const line of server.err) expect(line).toMatch(/^kontor: keys: .*subject-keys\.json.*; it is tried again$/);
  expect(await server.stop()).toBe(0);
});
