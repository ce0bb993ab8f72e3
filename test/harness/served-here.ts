// The server of `kontor serve` in this process: settings, store, ports, control socket and lines as a start has them,
// without the second of a processor that a start of the program takes. For tests of what a server does; signals, exit
// codes, kills and what a process may use need the program (program.ts).
//
// Guaranteed: settings come from flags, environment and file as those of the program do; what refuses a start is the
// line that the program ends with. Directories that are named relative to the place are absolute in lines.
// Not promised: lines of two such servers at a time apart from each other, nor from those of commands that open a store
// of their own meanwhile; and an end of the process where the journal fails, which is a line here.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { credentialsFrom } from '../../src/admin/credentials.ts';
import { lineOf } from '../../src/cli/command-line.ts';
import { loadSettings } from '../../src/config/config.ts';
import { useThreadCode } from '../../src/outside/threads/start-thread.ts';
import { DEMO_SECRETS, DEMO_SETTINGS } from '../../src/server/demo/settings.ts';
import { configureLog, detachLog } from '../../src/server/observability/log.ts';
import { runServer } from '../../src/server/serve.ts';
import type { ServeOptions } from '../../src/server/serve.ts';
import type { Operator } from '../../src/server/signals.ts';
import { warnOfUnknownVariables } from '../../src/server/start-report.ts';
import { serveFlags } from './commands.ts';
import type { Env } from './commands.ts';

/** Threads are those of the build, which tests of programs begin with: loading tsx takes longer than they live. */
useThreadCode(({ href }) => {
  const built = new URL(href.replace(/\/src\/([^?]+)\.ts$/, '/dist/$1.js'));
  return built.href !== href && existsSync(fileURLToPath(built)) ? built : undefined;
});

/** Lines are those of the server that was started last. */
const serving: ServedHere[] = [];

const sink = (trouble: boolean) => ({
  write: (line: string): void => {
    const server = serving.at(-1);
    if (server !== undefined) server.hear(line, trouble);
    else (trouble ? console.error : console.log)(line.slice(0, -1));
  },
});

/** Before a server detaches the log from the console, which is done once. Without one the console has the lines. */
const takeLog = (): void => {
  detachLog();
  configureLog({ logLevel: 'info', logFormat: 'pretty' }, [sink(false), sink(true)]);
};

/** As `kontor serve` makes them of what was typed. Throws ConfigError. */
const optionsOf = (directory: string, args: readonly string[], env: NodeJS.ProcessEnv): ServeOptions => {
  const { demo = false, sample = false, acceptTime = false, verbose = false, ...flags } = serveFlags(args);
  const defaults = demo === true ? { data: 'data/demo', ...DEMO_SETTINGS } : {};
  const { config, sources } = loadSettings(flags, env, directory, defaults);
  const at = (path: string): string => (path === '' ? '' : resolve(directory, path));
  const paths = {
    data: at(config.data),
    snapshots: at(config.snapshots),
    tlsCert: at(config.tlsCert),
    tlsKey: at(config.tlsKey),
  };
  return {
    config: { ...config, ...paths },
    sources,
    demo: demo === true,
    sample: sample === true,
    acceptTime: acceptTime === true,
    verbose: verbose === true,
    credentials: credentialsFrom(env, demo === true),
  };
};

/** One server at a time begins: each has the environment of the process meanwhile. */
let turn: Promise<unknown> = Promise.resolve();

export class ServedHere {
  readonly out: string[] = [];
  readonly err: string[] = [];
  /** See Program. */
  readonly advice: string[] = [];
  /** Of its service, as the ready line has it. */
  url = '';
  private readonly isAdvice: RegExp;
  private ended: Promise<number> = Promise.resolve(0);
  private askStop = (): void => {};
  private makeSnapshot = (): void => {};
  private renew = (): void => {};
  private readonly awaited = new Set<(line: string) => void>();

  private constructor(isAdvice: RegExp) {
    this.isAdvice = isAdvice;
  }

  /** Resolves when it answers. Rejects with why it does not; `said` gets its lines then. */
  static start(
    directory: string,
    args: readonly string[],
    env: Env,
    isAdvice: RegExp,
    said?: (server: ServedHere) => void,
  ): Promise<ServedHere> {
    const started = turn.then(async () => {
      const server = new ServedHere(isAdvice);
      said?.(server);
      await server.begin(directory, args, env);
      return server;
    });
    turn = started.catch(() => {});
    return started;
  }

  private async begin(directory: string, args: readonly string[], env: Env): Promise<void> {
    takeLog();
    serving.push(this);
    const before = process.env;
    process.env = { ...env };
    try {
      const options = optionsOf(directory, args, process.env);
      if (options.demo) for (const [name, secret] of Object.entries(DEMO_SECRETS)) process.env[name] ??= secret;
      warnOfUnknownVariables(process.env, options.config);
      this.url = await this.run(options);
    } catch (error) {
      this.gone();
      this.ended = Promise.resolve(1);
      throw error;
    } finally {
      process.env = before;
    }
  }

  private run(options: ServeOptions): Promise<string> {
    let isStopping = false;
    const stop = new Promise<void>((ask) => {
      this.askStop = () => {
        isStopping = true;
        ask();
      };
    });
    const operator: Operator = {
      stop,
      get stopping() {
        return isStopping;
      },
      onSnapshot: (make) => void (this.makeSnapshot = make),
      onRenewal: (renew) => void (this.renew = renew),
    };
    const failed = (reason: string, error: unknown): void => this.hear(lineOf(`${reason}: ${String(error)}`), true);
    return new Promise((ready, refused) => {
      this.ended = runServer(options, operator, failed, ready).finally(() => this.gone());
      this.ended.then(() => refused(new Error('it ended before it was ready')), refused);
    });
  }

  private gone(): void {
    if (serving.includes(this)) serving.splice(serving.indexOf(this), 1);
  }

  hear(text: string, trouble: boolean): void {
    for (const line of text.replace(/\n$/, '').split('\n')) {
      (!trouble ? this.out : this.isAdvice.test(line) ? this.advice : this.err).push(line);
      for (const hear of this.awaited) hear(line);
    }
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** See Program. */
  line(wanted: RegExp): Promise<string> {
    return new Promise((found) => {
      const hear = (line: string): void => {
        if (!wanted.test(line)) return;
        this.awaited.delete(hear);
        found(line);
      };
      this.awaited.add(hear);
    });
  }

  /** As SIGUSR2 does. */
  snapshot(): void {
    this.makeSnapshot();
  }

  /** As SIGHUP does. */
  renewTls(): void {
    this.renew();
  }

  /** As SIGTERM does; resolves with the exit code, again where it has ended before. */
  stop(): Promise<number> {
    this.askStop();
    return this.ended;
  }
}
