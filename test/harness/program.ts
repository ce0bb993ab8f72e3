// The built program as a child process, beside servers and commands in this one, in a directory of its own that ends
// with its test: after a failed one it is kept, and the test says what its programs said last.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readlinkSync, realpathSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CommandPlace, FIVE_PRODUCTS, PRETTY, cleanEnv } from './commands.ts';
import type { Ended, Env, Ran } from './commands.ts';
import { DEADLINE_MS } from './until.ts';
import { IO_THREADS } from './variant.ts';

/** As `npm run build` makes it. */
export const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
/** Lines of a program that a failed test shows. */
const LINES_SHOWN = 20;

export type { Ended, Env, Ran };

const ADVICE = /^kontor: (?:ownership is open: |uWebSockets\.js: it has no binary for Node )/;
const READY = /^kontor: ready at (https?:\/\/\S+)/;

/** What a run of the program is to a test: a process, or what stands for one in this process (server-here.ts). */
export interface Child extends Pick<ChildProcess, 'stdout' | 'stderr' | 'exitCode' | 'signalCode' | 'pid'> {
  kill(signal: NodeJS.Signals): boolean;
  /** Both outputs have ended. */
  once(event: 'close', ended: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
}

/** One run of the program. */
export class Program {
  readonly out: string[] = [];
  readonly err: string[] = [];
  /** What every start with these settings advises; nothing is wrong. */
  readonly advice: string[] = [];
  /** When both its outputs are read to the end. */
  readonly ended: Promise<Ended>;
  /** The address of the ready line; empty until then. */
  url = '';
  private readonly child: Child;
  private readonly awaited = new Set<(line: string) => void>();
  private readonly readyUrl: Promise<string>;

  constructor(child: Child) {
    this.child = child;
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('the outputs must be piped');
    this.ended = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
    const url = new Promise<string>((resolve) => {
      createInterface({ input: stdout }).on('line', (line) => {
        this.out.push(line);
        for (const hear of this.awaited) hear(line);
        const found = READY.exec(line)?.[1];
        if (found !== undefined) resolve((this.url = found));
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

  /** The port of its address. */
  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** By SIGTERM; resolves with the exit code, again where it has ended before. */
  async stop(): Promise<number | null> {
    this.signal('SIGTERM');
    return (await this.ended).code;
  }

  async kill(): Promise<Ended> {
    this.signal('SIGKILL');
    return this.ended;
  }
}

/** Every reply of a server that a test starts is checked, unless the test measures what replies take. */
const CHECKED: Env = { KONTOR_CHECK_REPLIES: 'on' };
/** A busy machine makes a server neither refuse a call that has waited, nor say that one was slow. */
export const PATIENT: Env = {
  KONTOR_CALL_WAIT_MS_MAX: '60000',
  KONTOR_CHECKOUT_WAIT_MS_MAX: '60000',
  KONTOR_SLOW_CALL_MS: '0',
};
const THREADED: Env = IO_THREADS === undefined ? {} : { KONTOR_IO_THREADS: IO_THREADS };

/** What servers of tests have in their environment. */
const SERVED: Env = { ...CHECKED, ...PATIENT, ...PRETTY, ...THREADED, ...FIVE_PRODUCTS };
/** A server in this process speaks HTTP on its thread: those of the system would be started for a moment. */
const SERVED_HERE: Env = { KONTOR_IO_THREADS: '0', ...SERVED };

/** A temporary directory and the programs that run in it. */
export class Place extends CommandPlace {
  private readonly programs: Program[] = [];
  private readonly successors = new Set<number>();
  /** Those that have ended, too. */
  private readonly started: { readonly args: readonly string[]; readonly program: Program }[] = [];

  protected override report(): readonly string[] {
    return this.started.slice(-3).map(({ args, program }) => {
      const said = [...program.out, ...program.err].slice(-LINES_SHOWN).map((line) => `  ${line}`);
      return [`${program.running ? 'running' : 'ended'}: kontor ${args.join(' ')}`, ...said].join('\n');
    });
  }

  /** `under`: a command that runs it. `script`: another installation. */
  start(args: readonly string[], env: Env = {}, under: readonly string[] = [], script = PROGRAM): Program {
    mkdirSync(this.directory, { recursive: true });
    if (!existsSync(script)) throw new Error(`${script} is missing: npm run build makes it`);
    const [command = '', ...rest] = [...under, process.execPath, script, ...args];
    const child = spawn(command, rest, {
      cwd: this.directory,
      env: { ...cleanEnv(), ...SERVED, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return this.hold(child, args);
  }

  /** It ends with this directory at the latest; a failed test shows what it said. */
  private hold(child: Child, args: readonly string[]): Program {
    const program = new Program(child);
    this.programs.push(program);
    this.started.push({ args, program });
    void program.ended.then(() => this.programs.splice(this.programs.indexOf(program), 1));
    return program;
  }

  /** A process that a program has started in its place and that is nobody's child here: it ends with the directory. */
  adopt(pid: number): number {
    this.successors.add(pid);
    return pid;
  }

  /** Its number may be somebody else's by now, who works elsewhere. */
  private isOwn(pid: number): boolean {
    if (!existsSync('/proc/self')) return true;
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(this.directory);
    } catch {
      return false;
    }
  }

  private endSuccessor(pid: number): void {
    if (!this.isOwn(pid)) return;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }

  /**
   * Runs a command in this process, as `src` has it: everything but the start of the program, in a tenth of the time.
   */
  run(args: readonly string[], env: Env = {}): Promise<Ran> {
    return args[0] === 'serve' ? this.runBuilt(args, env) : this.runHere(args, env);
  }

  /** Runs the built program to its end. */
  async runBuilt(args: readonly string[], env: Env = {}, under: readonly string[] = []): Promise<Ran> {
    const program = this.start(args, env, under);
    const timer = setTimeout(() => program.signal('SIGKILL'), DEADLINE_MS);
    const ended = await program.ended;
    clearTimeout(timer);
    return { ...ended, out: program.out, err: program.err };
  }

  /** `kontor serve` in this process, which is loaded with its first server. */
  async startHere(args: readonly string[], env: Env = {}): Promise<Program> {
    const { ServerHere } = await import('./server-here.ts');
    mkdirSync(this.directory, { recursive: true });
    const all = { ...cleanEnv(), ...SERVED_HERE, ...env };
    return this.hold(new ServerHere(this.directory, args.slice(1), all), args);
  }

  /** The same; resolves when it answers, and rejects where it ends instead. */
  async serveHere(args: readonly string[], env: Env = {}): Promise<Program> {
    const program = await this.startHere(args, env);
    await program.ready();
    return program;
  }

  /** A start in this process that must be refused: its lines, the last of which says why. */
  async refusedHere(args: readonly string[], env: Env = {}): Promise<Ran> {
    const program = await this.startHere(args, env);
    const isServed = await program.ready().then(
      () => true,
      () => false,
    );
    if (isServed) throw new Error(`kontor ${args.join(' ')} is served: ${program.said}`);
    return { ...(await program.ended), out: program.out, err: program.err };
  }

  override async clean(): Promise<void> {
    for (const pid of this.successors) this.endSuccessor(pid);
    await Promise.all(this.programs.map((program) => program.kill()));
    await super.clean();
  }
}
