// Commands in this process and the built program as a child process, in a directory of its own that ends with its test:
// after a failed one it is kept, and the test says what its programs said last.
import { Command, CommanderError } from 'commander';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { lineOf, withCommands } from '../../src/cli/command-line.ts';
import { onFailure } from './failure.ts';
import { keep, keptPath } from './run.ts';
import { DEADLINE_MS } from './until.ts';
import { IO_THREADS } from './variant.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
/** Lines of a program that a failed test shows. */
const LINES_SHOWN = 20;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export type Env = Readonly<Record<string, string>>;

const ADVICE = /^kontor: (?:ownership is open: |uWebSockets\.js: it has no binary for Node )/;
const READY = /^kontor: ready at (https?:\/\/\S+)/;

/** One run of the program. */
export class Program {
  readonly out: string[] = [];
  readonly err: string[] = [];
  /** What every start with these settings advises; nothing is wrong. */
  readonly advice: string[] = [];
  /** When both its outputs are read to the end. */
  readonly ended: Promise<Ended>;
  private readonly child: ChildProcess;
  private readonly awaited = new Set<(line: string) => void>();
  private readonly readyUrl: Promise<string>;

  constructor(child: ChildProcess) {
    this.child = child;
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('the outputs must be piped');
    this.ended = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
    const url = new Promise<string>((resolve) => {
      createInterface({ input: stdout }).on('line', (line) => {
        this.out.push(line);
        for (const hear of this.awaited) hear(line);
        const found = READY.exec(line)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    createInterface({ input: stderr }).on('line', (line) => {
      (ADVICE.test(line) ? this.advice : this.err).push(line);
      for (const hear of this.awaited) hear(line);
    });
    this.readyUrl = Promise.race([
      url,
      this.ended.then(({ code, signal }) =>
        Promise.reject(new Error(`ended with ${signal ?? code} before it was ready: ${this.said}`)),
      ),
    ]);
    this.readyUrl.catch(() => {});
  }

  get said(): string {
    return [...this.out.slice(-8), ...this.err].join('\n');
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The address of the ready line; throws when the program ends instead. */
  async ready(): Promise<string> {
    const timer = setTimeout(() => this.signal('SIGKILL'), DEADLINE_MS);
    try {
      return await this.readyUrl;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Resolves in the moment in which a line that comes from now on, on either output, matches. */
  line(wanted: RegExp): Promise<string> {
    return new Promise((resolve) => {
      const hear = (line: string): void => {
        if (!wanted.test(line)) return;
        this.awaited.delete(hear);
        resolve(line);
      };
      this.awaited.add(hear);
    });
  }

  /** Nobody reads its outputs any more. */
  closeOutputs(): void {
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
  }

  get pid(): number {
    return this.child.pid!;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async kill(): Promise<Ended> {
    this.signal('SIGKILL');
    return this.ended;
  }
}

export interface Ran extends Ended {
  readonly out: readonly string[];
  readonly err: readonly string[];
}

/** Every reply of a server that a test starts is checked, unless the test measures what replies take. */
const CHECKED: Env = { KONTOR_CHECK_REPLIES: 'on' };
const THREADED: Env = IO_THREADS === undefined ? {} : { KONTOR_IO_THREADS: IO_THREADS };
/** Demo shops of tests begin with five products and no history, unless a test wants the whole one: ''. */
const FIVE_PRODUCTS: Env = {
  KONTOR_TEST_DEMO: fileURLToPath(new URL('../server/demo/five-products.json', import.meta.url)),
};
/** As a person at a terminal sees them. */
const PRETTY: Env = { KONTOR_LOG_FORMAT: 'pretty' };

const cleanEnv = (): { [name: string]: string | undefined } =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('KONTOR_') && name !== 'NODE_OPTIONS'),
  );

/** Runs one command here, with a working directory, an environment and a console of its own. */
const runHere = async (directory: string, args: readonly string[], env: Env): Promise<Ran> => {
  const before = { env: process.env, directory: process.cwd(), log: console.log, error: console.error };
  const lines = { out: [] as string[], err: [] as string[] };
  const into =
    (list: string[]) =>
    (text: unknown): void =>
      void list.push(...String(text).replace(/\n$/, '').split('\n'));
  process.exitCode = 0;
  process.env = { ...cleanEnv(), ...(args[0] === 'serve' && PRETTY), ...FIVE_PRODUCTS, ...env };
  process.chdir(directory);
  Object.assign(console, { log: into(lines.out), error: into(lines.err) });
  const program = new Command('kontor')
    .exitOverride()
    .configureOutput({ writeOut: into(lines.out), writeErr: into(lines.err) });
  try {
    await withCommands(program).parseAsync(args, { from: 'user' });
  } catch (error) {
    // What is wrong about the command line, commander has said.
    if (!(error instanceof CommanderError)) console.error(lineOf(error));
    process.exitCode = error instanceof CommanderError ? error.exitCode : 1;
  } finally {
    process.env = before.env;
    process.chdir(before.directory);
    Object.assign(console, { log: before.log, error: before.error });
  }
  const code = Number(process.exitCode);
  process.exitCode = 0;
  return { code, signal: null, ...lines };
};

/** A temporary directory and the programs that run in it. */
export class Place {
  readonly directory = mkdtempSync(join(tmpdir(), 'p-'));
  private readonly programs: Program[] = [];
  /** Those that have ended, too. */
  private readonly started: { readonly args: readonly string[]; readonly program: Program }[] = [];
  private isKept = false;
  private readonly withdraw: () => void;

  constructor() {
    this.withdraw = onFailure(() => this.report());
  }

  /** What a failed test shows; its directory stays. */
  private report(): string {
    this.isKept = true;
    const programs = this.started.slice(-3).map(({ args, program }) => {
      const said = [...program.out, ...program.err].slice(-LINES_SHOWN).map((line) => `  ${line}`);
      return [`${program.running ? 'running' : 'ended'}: kontor ${args.join(' ')}`, ...said].join('\n');
    });
    return [...programs, `its directory is kept as ${keptPath(this.directory)}`].join('\n');
  }

  path(...names: string[]): string {
    return join(this.directory, ...names);
  }

  /** `under`: a command that runs it. `script`: another installation. */
  start(args: readonly string[], env: Env = {}, under: readonly string[] = [], script = PROGRAM): Program {
    mkdirSync(this.directory, { recursive: true });
    if (!existsSync(script)) throw new Error(`${script} is missing: npm run build makes it`);
    const [command = '', ...rest] = [...under, process.execPath, script, ...args];
    const child = spawn(command, rest, {
      cwd: this.directory,
      env: { ...cleanEnv(), ...CHECKED, ...PRETTY, ...THREADED, ...FIVE_PRODUCTS, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const program = new Program(child);
    this.programs.push(program);
    this.started.push({ args, program });
    void program.ended.then(() => this.programs.splice(this.programs.indexOf(program), 1));
    return program;
  }

  /**
   * Runs a command in this process, as `src` has it: everything but the start of the program, in a tenth of the time.
   */
  run(args: readonly string[], env: Env = {}): Promise<Ran> {
    return args[0] === 'serve' ? this.runBuilt(args, env) : this.runHere(args, env);
  }

  /** Also `serve`, where it is refused before it begins. */
  runHere(args: readonly string[], env: Env = {}): Promise<Ran> {
    mkdirSync(this.directory, { recursive: true });
    return runHere(this.directory, args, env);
  }

  /** Runs the built program to its end. */
  async runBuilt(args: readonly string[], env: Env = {}, under: readonly string[] = []): Promise<Ran> {
    const program = this.start(args, env, under);
    const timer = setTimeout(() => program.signal('SIGKILL'), DEADLINE_MS);
    const ended = await program.ended;
    clearTimeout(timer);
    return { ...ended, out: program.out, err: program.err };
  }

  async clean(): Promise<void> {
    this.withdraw();
    await Promise.all(this.programs.map((program) => program.kill()));
    if (this.isKept) keep(this.directory);
    else rmSync(this.directory, { recursive: true, force: true, maxRetries: 3 });
  }
}
