// Commands in this process, in a directory that ends with its test: what core tests need of the command line. Nothing
// here starts a process (program.ts does).
import { Command, CommanderError } from 'commander';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lineOf, withCommands } from '../../src/cli/command-line.ts';
import type { RawSettings } from '../../src/config/config.ts';
import { onFailure } from './failure.ts';
import { keep, keptPath } from './run.ts';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Ran extends Ended {
  readonly out: readonly string[];
  readonly err: readonly string[];
}

export type Env = Readonly<Record<string, string>>;

/** Demo shops of tests begin with five products and no history, unless a test wants the whole one: ''. */
export const FIVE_PRODUCTS: Env = {
  KONTOR_TEST_DEMO: fileURLToPath(new URL('../server/demo/five-products.json', import.meta.url)),
};
/** As a person at a terminal sees them. */
export const PRETTY: Env = { KONTOR_LOG_FORMAT: 'pretty' };

export const cleanEnv = (): { [name: string]: string | undefined } =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('KONTOR_') && name !== 'NODE_OPTIONS'),
  );

/** What is said on the console while something runs, by lines. */
export const saying = async (
  run: (said: { readonly out: string[]; readonly err: string[] }) => unknown,
): Promise<{ readonly out: string[]; readonly err: string[] }> => {
  const before = { log: console.log, error: console.error };
  const said = { out: [] as string[], err: [] as string[] };
  Object.assign(console, { log: into(said.out), error: into(said.err) });
  try {
    await run(said);
  } finally {
    Object.assign(console, before);
  }
  return said;
};

const into =
  (list: string[]) =>
  (text: unknown): void =>
    void list.push(...String(text).replace(/\n$/, '').split('\n'));

/** Runs one command here, with a working directory, an environment and a console of its own. */
const runHere = async (directory: string, args: readonly string[], env: Env): Promise<Ran> => {
  const before = { env: process.env, directory: process.cwd() };
  process.exitCode = 0;
  process.env = { ...cleanEnv(), ...(args[0] === 'serve' && PRETTY), ...FIVE_PRODUCTS, ...env };
  process.chdir(directory);
  try {
    const lines = await saying(async ({ out, err }) => {
      const program = new Command('kontor')
        .exitOverride()
        .configureOutput({ writeOut: into(out), writeErr: into(err) });
      try {
        await withCommands(program).parseAsync(args, { from: 'user' });
      } catch (error) {
        // What is wrong about the command line, commander has said.
        if (!(error instanceof CommanderError)) console.error(lineOf(error));
        process.exitCode = error instanceof CommanderError ? error.exitCode : 1;
      }
    });
    return { code: Number(process.exitCode), signal: null, ...lines };
  } finally {
    process.env = before.env;
    process.chdir(before.directory);
    process.exitCode = 0;
  }
};

/** What was typed behind `serve`, by the names of its options. */
export const serveFlags = (args: readonly string[]): RawSettings => {
  const serve = withCommands(new Command('kontor')).commands.find((command) => command.name() === 'serve')!;
  const { operands, unknown } = serve.parseOptions([...args]);
  if (operands.length + unknown.length > 0) throw new Error(`serve takes no ${[...operands, ...unknown].join(' ')}`);
  return serve.opts();
};

/** A temporary directory in which commands run. */
export class CommandPlace {
  readonly directory = mkdtempSync(join(tmpdir(), 'p-'));
  private isKept = false;
  private readonly withdraw: () => void;
  /** What is open in it, in the order in which it was opened. */
  private readonly open = new Set<() => Promise<void>>();

  constructor() {
    this.withdraw = onFailure(() => {
      this.isKept = true;
      return [...this.report(), `its directory is kept as ${keptPath(this.directory)}`].join('\n');
    });
  }

  /** What a failed test shows beside it. */
  protected report(): readonly string[] {
    return [];
  }

  path(...names: string[]): string {
    return join(this.directory, ...names);
  }

  /** As `src` has it; also `serve`, where it is refused before it begins. */
  runHere(args: readonly string[], env: Env = {}): Promise<Ran> {
    mkdirSync(this.directory, { recursive: true });
    return runHere(this.directory, args, env);
  }

  /**
   * Returns what closes something that is open in this directory. A test that fails before it calls that leaves it to
   * `clean`; it is closed once.
   */
  closing(close: () => Promise<void>): () => Promise<void> {
    let closed: Promise<void> | undefined;
    const once = (): Promise<void> => (closed ??= close().finally(() => this.open.delete(once)));
    this.open.add(once);
    return once;
  }

  /** The directory goes whether or not all in it can be closed; rejects with why something cannot. */
  async clean(): Promise<void> {
    this.withdraw();
    try {
      await Promise.all([...this.open].map((close) => close()));
    } finally {
      if (this.isKept) keep(this.directory);
      else rmSync(this.directory, { recursive: true, force: true, maxRetries: 3 });
    }
  }
}
