// `kontor serve --demo` within the process of the tests, several at a time, where what a server does is the subject and
// not what a process is: a start of the built program takes ten times as much.
//
// To whoever starts it, a server is a process (Program): two outputs, signals, an exit code. Its lines are those that
// are said in its asynchronous context. Not promised: a kill; SIGKILL stops it as SIGTERM does. A server whose role or
// journal fails at once ends the process of the tests: such tests start the program.
import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { lineOf } from '../../src/cli/command-line.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { RawSettings } from '../../src/config/config.ts';
import { DEMO_SECRETS, DEMO_SETTINGS } from '../../src/server/demo/settings.ts';
import { configureLog } from '../../src/server/observability/log.ts';
import { runServer } from '../../src/server/serve.ts';
import type { Operator } from '../../src/server/signals.ts';
import { FIVE_PRODUCTS } from './commands.ts';
import type { Env } from './commands.ts';
import { CHECKED, PATIENT } from './program.ts';
import type { Child } from './program.ts';

const running = new Set<ServerHere>();
const speaking = new AsyncLocalStorage<ServerHere>();
/** What native code calls has no context: whoever began first says it. */
const speaker = (): ServerHere | undefined => speaking.getStore() ?? [...running][0];

const LOG = { logLevel: 'info', logFormat: 'pretty' } as const;
const OUTPUTS = [
  { write: (line: string) => void speaker()?.stdout.write(line) },
  { write: (line: string) => void speaker()?.stderr.write(line) },
] as const;
/** As V8 has it by itself; every server sets it for its process. */
const HEAP_GROWTH = '--heap-growing-percent=0';

/** What a process has to itself is lent to the first of them, until the last one has ended. */
let before: NodeJS.ProcessEnv = {};
const begin = (server: ServerHere): void => {
  if (running.size === 0) {
    before = process.env;
    process.env = { ...before, ...DEMO_SECRETS, ...FIVE_PRODUCTS };
  }
  running.add(server);
  configureLog(LOG, OUTPUTS);
};
const end = (server: ServerHere): void => {
  running.delete(server);
  if (running.size > 0) return;
  process.env = before;
  configureLog(LOG);
  setFlagsFromString(HEAP_GROWTH);
};

export class ServerHere extends EventEmitter<{ close: [number, null] }> implements Child, Operator {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly pid = process.pid;
  exitCode: number | null = null;
  readonly signalCode = null;
  readonly stop: Promise<void>;
  stopping = false;
  private readonly resolveStop: () => void;
  private renew = (): void => {};

  /** `flags`: with whole paths, because the working directory is everybody's. */
  constructor(flags: RawSettings, env: Env) {
    super();
    let resolveStop = (): void => {};
    this.stop = new Promise((resolve) => (resolveStop = resolve));
    this.resolveStop = resolveStop;
    begin(this);
    void speaking.run(this, () => this.run(flags, { ...CHECKED, ...PATIENT, ...env }));
  }

  private async run(flags: RawSettings, env: Env): Promise<void> {
    this.exitCode = await this.serve(flags, env).catch((error: unknown) => {
      this.stderr.write(`${lineOf(error)}\n`);
      return 1;
    });
    for (const output of [this.stdout, this.stderr]) output.end();
    await Promise.all([finished(this.stdout), finished(this.stderr)]);
    end(this);
    this.emit('close', this.exitCode, null);
  }

  private async serve(flags: RawSettings, env: Env): Promise<number> {
    const config = loadConfig(flags, env, undefined, DEMO_SETTINGS);
    return new Promise((resolve, reject) => {
      const fatal = (reason: string): void => reject(new Error(reason));
      runServer({ config, demo: true, acceptTime: false, credentials: undefined }, this, fatal).then(resolve, reject);
    });
  }

  kill(signal: NodeJS.Signals): boolean {
    if (signal === 'SIGHUP') speaking.run(this, this.renew);
    else {
      this.stopping = true;
      this.resolveStop();
    }
    return true;
  }

  onSnapshot(): void {}

  onRenewal(renew: () => void): void {
    this.renew = renew;
  }
}
