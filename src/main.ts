#!/usr/bin/env node
// The program: what holds for every command, before the first line of it runs.
import { Command } from 'commander';
import { lineOf, withCommands } from './cli/command-line.ts';

// libuv reads it when the pool starts, in which the journal commits.
process.env['UV_THREADPOOL_SIZE'] ??= '8';

// Whoever read the output has gone: no reason to end the shop.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

// A commit that failed rejects promises inside lmdb that nobody else can catch; the engine has said what is lost.
process.on('unhandledRejection', (reason) => {
  console.error(`kontor: ${reason instanceof Error ? reason.message : String(reason)}; stopping, a restart recovers`);
  process.exitCode = 1;
  setTimeout(() => process.exit(1), 200);
});

// LMDB prints the error of a failed commit with its stack, and whoever commits says the same in one line. Of some it
// has begun a line of its own before, which ends here.
const print = console.error;
console.error = (...values: unknown[]): void => {
  const [error] = values;
  if (!(error instanceof Error) || !/[\\/]lmdb[\\/]/.test(error.stack ?? '')) print(...values);
  else if (error.message.includes('Attempting to write')) print();
};

try {
  await withCommands(new Command('kontor')).parseAsync();
} catch (error) {
  console.error(lineOf(error));
  process.exit(1);
}
