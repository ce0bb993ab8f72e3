// `kontor serve` in this process, several at a time: for tests of what a server does. A start of the program takes a
// second of a processor; it is for what a process is: exit codes, kills, full disks and memory (program.ts).
//
// Guaranteed: it is a process (Child) to whoever starts it, with two outputs, signals and an exit code. Settings come
// from flags, environment and file as those of the program do; what refuses a start is the last line, and the exit code
// is 1. A server's lines, and the environment that it reads, are those of its asynchronous context. Directories that
// are named relative to the place are absolute in lines. Threads run the code of the build where there is one.
// Not promised:
// - a kill: SIGKILL stops it as SIGTERM does; and an end at once where the journal fails, which stops it with 1;
// - `kontor restart`, and the levels and formats of the log, which the servers of a process share;
// - that each line has its server: what native code says, and a command that opens a store of its own, has no context,
//   and is said by the server that began first.
// A node that gives its lead away by itself ends the process of the tests: such tests start the program.
import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { credentialsFrom } from '../../src/admin/credentials.ts';
import { lineOf } from '../../src/cli/command-line.ts';
import { loadSettings } from '../../src/config/config.ts';
import { useThreadCode } from '../../src/outside/threads/start-thread.ts';
import { DEMO_SETTINGS, useDemoSecrets } from '../../src/server/demo/settings.ts';
import { configureLog, logError } from '../../src/server/observability/log.ts';
import { runServer } from '../../src/server/serve.ts';
import type { ServeOptions } from '../../src/server/lifecycle/serve-options.ts';
import type { Operator } from '../../src/server/process/signals.ts';
import { warnOfUnknownVariables } from '../../src/server/start/start-report.ts';
import { serveFlags } from './commands.ts';
import type { Child } from './program.ts';

/** Loading tsx in each thread takes longer than most of them live. */
useThreadCode(({ href }) => {
  const built = new URL(href.replace(/\/src\/([^?]+)\.ts$/, '/dist/$1.js'));
  return built.href !== href && existsSync(fileURLToPath(built)) ? built : undefined;
});

const running = new Set<ServerHere>();
const context = new AsyncLocalStorage<ServerHere>();

/** That of whoever is no server. Commands replace it for as long as they run. */
let environment = process.env;
Object.defineProperty(process, 'env', {
  configurable: true,
  enumerable: true,
  get: () => context.getStore()?.env ?? environment,
  set: (replaced: NodeJS.ProcessEnv): void => {
    environment = replaced;
  },
});

const output = (name: 'stdout' | 'stderr') => ({
  write: (line: string): void => {
    const server = context.getStore() ?? [...running][0];
    if (server !== undefined) server[name].write(line);
    else (name === 'stderr' ? console.error : console.log)(line.slice(0, -1));
  },
});
const OUTPUTS = [output('stdout'), output('stderr')] as const;

/** As V8 has it by itself; every server sets it for its process. */
const HEAP_GROWTH = '--heap-growing-percent=0';

const begin = (server: ServerHere): void => {
  configureLog({ logLevel: 'info', logFormat: 'pretty' }, OUTPUTS);
  running.add(server);
};

const end = (server: ServerHere): void => {
  running.delete(server);
  if (running.size === 0) setFlagsFromString(HEAP_GROWTH);
};

/** What `kontor serve` makes of `args`, which follow it, in `directory`. Throws ConfigError. */
const optionsOf = (directory: string, args: readonly string[], env: NodeJS.ProcessEnv): ServeOptions => {
  const flags = serveFlags(args);
  const { demo = false, sample = false, acceptTime = false, verbose = false, follow, ...settings } = flags;
  const defaults = demo === true ? { data: 'data/demo', ...DEMO_SETTINGS } : {};
  const { config, sources } = loadSettings(settings, env, directory, defaults);
  const at = (path: string): string => (path === '' ? '' : resolve(directory, path));
  return {
    config: {
      ...config,
      data: at(config.data),
      snapshots: at(config.snapshots),
      tlsCert: at(config.tlsCert),
      tlsKey: at(config.tlsKey),
      logTls: at(config.logTls),
      innerTls: at(config.innerTls),
    },
    sources,
    demo: demo === true,
    sample: sample === true,
    acceptTime: acceptTime === true,
    verbose: verbose === true,
    credentials: credentialsFrom(env, demo === true),
    ...(typeof follow === 'string' && { follow: at(follow) }),
  };
};

export class ServerHere extends EventEmitter<{ close: [number, null] }> implements Child, Operator {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly pid = process.pid;
  readonly env: NodeJS.ProcessEnv;
  exitCode: number | null = null;
  readonly signalCode = null;
  readonly stop: Promise<void>;
  stopping = false;
  private hasFailed = false;
  private resolveStop = (): void => {};
  private renew = (): void => {};
  private snapshot: (() => void) | undefined;
  private snapshotAsked = false;

  /** `env`: all of it. */
  constructor(directory: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    super();
    this.env = env;
    this.stop = new Promise((stop) => (this.resolveStop = stop));
    begin(this);
    void context.run(this, () => this.run(directory, args));
  }

  private async run(directory: string, args: readonly string[]): Promise<void> {
    const code = await this.serve(directory, args).catch((error: unknown) => {
      // What follows from a failed journal has been said.
      if (!this.hasFailed) this.stderr.write(`${lineOf(error)}\n`);
      return 1;
    });
    this.exitCode = this.hasFailed ? 1 : code;
    const outputs = [this.stdout, this.stderr];
    for (const stream of outputs) stream.end();
    // One that nobody reads any more ends with an error.
    await Promise.allSettled(outputs.map((stream) => finished(stream)));
    end(this);
    this.emit('close', this.exitCode, null);
  }

  /** Also a refused setting is a rejection. */
  private async serve(directory: string, args: readonly string[]): Promise<number> {
    const options = optionsOf(directory, args, this.env);
    if (options.demo) useDemoSecrets();
    warnOfUnknownVariables(this.env, options.config);
    return runServer(options, this, (reason, error) => this.fail(reason, error));
  }

  private fail(reason: string, error: unknown): void {
    logError(`${reason}${error === undefined ? '' : `: ${(error as Error).message}`}; stopping, a restart recovers`);
    this.hasFailed = true;
    this.askStop();
  }

  private askStop(): void {
    this.stopping = true;
    this.resolveStop();
  }

  private askSnapshot(): void {
    if (this.snapshot === undefined) this.snapshotAsked = true;
    else this.snapshot();
  }

  /** False where it has ended. Throws for a signal that a server has no handler of. */
  kill(signal: NodeJS.Signals): boolean {
    if (this.exitCode !== null) return false;
    context.run(this, () => {
      if (['SIGTERM', 'SIGINT', 'SIGKILL'].includes(signal)) this.askStop();
      else if (signal === 'SIGHUP') this.renew();
      else if (signal === 'SIGUSR2') this.askSnapshot();
      else throw new Error(`${signal} is for a process: start the program`);
    });
    return true;
  }

  onSnapshot(make: () => void): void {
    this.snapshot = make;
    if (this.snapshotAsked) make();
  }

  onRenewal(renew: () => void): void {
    this.renew = renew;
  }
}
