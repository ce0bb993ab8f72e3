#!/usr/bin/env node
// The program: what holds for every command, before the first line of it runs.
import { Command } from 'commander';
import { failSoon } from './server/process/end-process.ts';
import { printErrors } from './server/observability/console-errors.ts';

// libuv reads this once, when it starts the thread pool in which the journal commits.
process.env['UV_THREADPOOL_SIZE'] ??= '8';

// A closed pipe on the output must not end the shop.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

// A failed commit rejects promises inside lmdb that no other code can catch; the engine has reported the loss.
process.on('unhandledRejection', (reason) => {
  console.error(`kontor: ${reason instanceof Error ? reason.message : String(reason)}; stopping, a restart recovers`);
  process.exitCode = 1;
  failSoon();
});

printErrors(console.error);

/** Native parts that are not those of this platform or this Node end the program with one line. */
const refuse = (error: unknown): never => {
  const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
  console.error(`kontor: a part of the program cannot be loaded, ${reason}: install Kontor again, with this Node`);
  return process.exit(1);
};

const { lineOf, withCommands } = await import('./cli/command-line.ts').catch(refuse);
try {
  await withCommands(new Command('kontor')).parseAsync();
} catch (error) {
  console.error(lineOf(error));
  await (await import('./server/lifecycle/take-over.ts')).sayFailed(lineOf(error).replace(/^kontor: /, ''));
  process.exit(1);
}
