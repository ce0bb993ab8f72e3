// The threads that hash passwords, as the system schedules them: catches one that competes with the thread that serves.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { PasswordHashing } from '../../../src/outside/passwords/password-hash.ts';

const open: PasswordHashing[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

/** Nice value and scheduling policy of each thread, by its id; proc_pid_stat(5): policy 5 is SCHED_IDLE. */
const claims = (): ReadonlyMap<string, readonly [nice: number, policy: string]> =>
  new Map(
    readdirSync('/proc/self/task').map((task) => {
      const fields = readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ')[1]!.split(' ');
      return [task, [Number(fields[16]), fields[38]!]];
    }),
  );

test.runIf(process.platform === 'linux')('its thread, and no other, has less claim to the processor', async () => {
  const lower = Math.min(19, getPriority() + 10);
  const before = claims();
  const policy = spawnSync('chrt', ['-h']).error === undefined ? '5' : before.get(String(process.pid))![1];
  const passwords = new PasswordHashing({
    passwordThreads: 1,
    passwordQueueMax: 1,
    passwordMemoryKib: 64,
    passwordPasses: 1,
  });
  open.push(passwords);
  expect(await passwords.hash('Secret1')).toMatchObject({ ok: true });
  const after = claims();
  // Other test files may have left threads.
  const kept = [...before.keys()].filter((task) => after.has(task));
  expect(kept.map((task) => after.get(task))).toEqual(kept.map((task) => before.get(task)));
  const own = [...after].filter(([task]) => !before.has(task)).map(([, claim]) => claim);
  expect(own).toContainEqual([lower, policy]);
});
