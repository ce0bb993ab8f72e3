// Would catch a shop that waits for whoever reads its log, lines that are lost without a word, and a stop that waits.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FIVE_PRODUCTS, cleanEnv } from '../../harness/commands.ts';
import { newDirectory } from '../../harness/directories.ts';
import { reservePort } from '../../harness/ports.ts';
import { PATIENT } from '../../harness/program.ts';
import { until } from '../../harness/until.ts';
import { CallLoop } from '../call-loop.ts';

const PROGRAM = join(import.meta.dirname, '../../../dist/main.js');
/** Each is a line of ninety bytes or more: together more than a pipe and the lines that wait hold. */
const CALLS = 4_500;
const CALLERS = 20;
const CALL = 'request=get_payment_methods&licence_username=demo_kontor&licence_password=demo-password';

/** What a reader of the pipe finds there now. */
const read = (fd: number): string => {
  const buffer = Buffer.alloc(65_536);
  try {
    return buffer.toString('latin1', 0, readSync(fd, buffer));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return '';
    throw error;
  }
};

test.each(['json', 'pretty'])('nobody waits for a reader of the log that reads no more: %s', async (format) => {
  const directory = newDirectory();
  const [pipe, port, adminPort] = [join(directory, 'log'), await reservePort(), await reservePort()];
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(pipe, constants.O_WRONLY);
  const args = ['serve', '--demo', '--data', 'data', '--port', String(port), '--admin-port', String(adminPort)];
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: directory,
    env: { ...cleanEnv(), ...PATIENT, ...FIVE_PRODUCTS, KONTOR_LOG_FORMAT: format, KONTOR_LOG_ONE_CALL_OF: '1' },
    stdio: ['ignore', writer, writer],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(() => {
    child.kill('SIGKILL');
    closeSync(reader);
  });
  closeSync(writer);
  let said = '';
  await until('the shop is ready', () => (said += read(reader)).includes('ready at'));

  const callers = Array.from({ length: CALLERS }, () => new CallLoop(port, CALL, CALLS / CALLERS));
  await Promise.all(callers.map((caller) => caller.ended));
  const heads = callers.flatMap((caller) => caller.heads);
  expect([heads.length, heads.filter((head) => !head.startsWith('HTTP/1.1 200 '))]).toEqual([CALLS, []]);
  const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  expect(Number(/^kontor_log_lines_dropped_total (\d+)$/m.exec(metrics)![1])).toBeGreaterThan(0);

  said = '';
  await until('it says what was dropped', () => /\d+ lines of the log were dropped/.test((said += read(reader))));
  const lines = said.split('\n').slice(1, -1);
  expect(lines.filter((line) => !line.startsWith(format === 'json' ? '{"level":' : 'kontor: '))).toEqual([]);

  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(read(reader)).toContain('stopping');
});
