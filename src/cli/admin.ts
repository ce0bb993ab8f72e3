// Commands of the administration: asked of the running server, or run here on the store that nobody has open.
import { Readable } from 'node:stream';
import type { Command as Program } from 'commander';
import type { Command, Options, Run } from '../admin/command.ts';
import { COMMANDS, GROUPS } from '../admin/commands.ts';
import { callingAddress } from '../admin/control-address.ts';
import { Terminal } from '../admin/terminal.ts';
import type { Output } from '../admin/terminal.ts';
import type { GivenSettings } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import type { Store } from '../engine/store/store.ts';
import { askServer } from './control-client.ts';
import { LocalTerminal } from './local-terminal.ts';
import { holdsStore } from './offline/identity.ts';
import { withExistingStore, withStore } from './offline/store.ts';
import { JSON_FLAG } from './printer.ts';
import { awaitSuccessor } from './successor.ts';

type Given = { readonly [name: string]: string | undefined };
type Flags = { readonly [name: string]: unknown };

/** Where a command is asked from: it reads `input`, and what it says goes to `emit`. */
interface Asking {
  readonly input: AsyncIterable<Buffer>;
  emit(output: Output): Promise<void>;
}

/** A command that does a part of its work in this process, also beside a server. `finish`: what is left at its end. */
interface AskingHere extends Asking {
  finish(): Promise<boolean>;
}

type MakeHere = (given: Given, terminal: LocalTerminal, config: GivenSettings['config']) => Promise<AskingHere>;

const HERE: { readonly [name: string]: MakeHere } = {
  import: async (given, terminal, config) =>
    new (await import('./import-file.ts')).ImportFile(given as never, terminal, config),
  'prices import': async (given, terminal) =>
    new (await import('./table-file.ts')).TableFile(
      given as never,
      terminal,
      (await import('../admin/price-table.ts')).PRICE_TABLE,
    ),
  'delivery import': async (given, terminal) =>
    new (await import('./table-file.ts')).TableFile(
      given as never,
      terminal,
      (await import('../admin/delivery-table.ts')).DELIVERY_TABLE,
    ),
  'words import': async (given, terminal, { language }) => {
    const { readWordFile } = await import('./word-file.ts');
    const words = await readWordFile(given as never, terminal.input, language);
    return { input: Readable.from([words]), emit: (output) => terminal.emit(output), finish: async () => true };
  },
};

/** The terminal of a command that runs in this process. */
class HereTerminal extends Terminal {
  readonly input: AsyncIterable<Buffer>;
  private readonly asking: Asking;

  constructor(asking: Asking) {
    super();
    this.input = asking.input;
    this.asking = asking;
  }

  emit(output: Output): Promise<void> {
    return this.asking.emit(output);
  }
}

const askedHere = async (
  { config, sources }: GivenSettings,
  command: Command,
  given: Given,
  asking: Asking,
): Promise<boolean> => {
  const terminal = new HereTerminal(asking);
  const makesStore = command.makesStore?.(given) === true;
  if (makesStore && !holdsStore(config.data)) console.log(`kontor: ${config.data} becomes a new store`);
  const work = (await command.load()) as Run<Given>;
  let isDone = true;
  const run = async (store: Store | undefined): Promise<void> => {
    isDone = await work({ store: store!, config, sources, server: undefined }, given, terminal);
  };
  const lacksStore = command.mayLackStore?.(given) === true && !holdsStore(config.data);
  if (command.needsNoStore === true || lacksStore) await run(undefined);
  else await (makesStore ? withStore : withExistingStore)(config, run);
  return isDone;
};

/** What this program knows itself. */
const untyped = ({ options }: Command): Given => ({
  ...(options['script'] !== undefined && { node: process.execPath, script: process.argv[1] }),
});

/** False if it ended with findings. Throws ConfigError, StoreLocked, StoreDamage. */
const runCommand = async (
  settings: GivenSettings,
  command: Command,
  typed: Given,
  isJson: boolean,
): Promise<boolean> => {
  const { config } = settings;
  command.check?.(typed);
  const given = { ...typed, ...untyped(command) };
  const terminal = new LocalTerminal(command, given, isJson);
  try {
    const here = await HERE[command.name]?.(given, terminal, config);
    const asking: Asking = here ?? terminal;
    const address = holdsStore(config.data) ? callingAddress(config.data) : undefined;
    const answered = address === undefined ? undefined : await askServer(address, command, given, asking);
    if (command.restartsServer === true) {
      if (answered === undefined) throw new ConfigError(`no server has ${config.data} open`);
      await awaitSuccessor(config.data, (terminal.lastData as { readonly pid: number }).pid);
    }
    const isDone = answered ?? (await askedHere(settings, command, given, asking));
    const isWell = here === undefined || (await here.finish());
    terminal.finish();
    return isDone && isWell;
  } finally {
    terminal.close();
  }
};

/** `--replace-attributes <file>` for replaceAttributes. */
const flagOf = (name: string, value: string | undefined): string => {
  const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return value === undefined ? flag : `${flag} ${value}`;
};

const valuesOf = (options: Options, typed: { readonly [name: string]: unknown }): Given =>
  Object.fromEntries(
    Object.keys(options)
      .filter((name) => typed[name] !== undefined && typed[name] !== false)
      .map((name) => [name, typed[name] === true ? 'on' : String(typed[name])]),
  );

/** Where the words before the last one are, made where they are not there yet. */
const parentOf = (program: Program, words: readonly string[]): Program => {
  let parent = program;
  for (const word of words) {
    const known = parent.commands.find((one) => one.name() === word);
    parent = known ?? parent.command(word).description(GROUPS[word] ?? word);
  }
  return parent;
};

const addCommand = (program: Program, command: Command, settings: (flags: Flags) => GivenSettings): void => {
  const words = command.name.split(' ');
  const made = parentOf(program, words.slice(0, -1)).command(words.at(-1)!).description(command.about);
  for (const [name, { about, required }] of Object.entries(command.args))
    made.argument(required === true ? `<${name}>` : `[${name}]`, about);
  for (const [name, { about, value, required, hidden }] of Object.entries(command.options)) {
    if (hidden === true) continue;
    if (required === true) made.requiredOption(flagOf(name, value), about);
    else made.option(flagOf(name, value), about);
  }
  if (command.usesSnapshots === true)
    made.option('--snapshots <dir>', 'directory of snapshot files (default ./snapshots)');
  made
    .option('--data <dir>', 'data directory (default ./data)')
    .option(...JSON_FLAG)
    .action(async (...typed: unknown[]) => {
      const used = typed.at(-1) as Program;
      const flags = used.optsWithGlobals<Flags>();
      const args = Object.keys(command.args).map((name, index) => [name, typed[index]] as const);
      const given = {
        ...Object.fromEntries(
          args.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]),
        ),
        ...valuesOf(command.options, flags),
      };
      if (!(await runCommand(settings(flags), command, given, flags['json'] === true))) process.exitCode = 1;
    });
};

/** Adds every command; `settings` reads those of the command line, the environment and the file. */
export const addCommands = (program: Program, settings: (flags: Flags) => GivenSettings): void => {
  for (const command of COMMANDS) addCommand(program, command, settings);
};
