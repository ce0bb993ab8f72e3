// `kontor mcp`: what an agent is given, as it is typed.
import type { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';

/** About 10,000 tokens, from which on clients warn of long results. */
const RESULT_CHARACTERS = 40_000;
const RESULT_CHARACTERS_MIN = 1000;

interface Flags {
  readonly url?: string;
  readonly credentials?: string;
  readonly allowWrites?: boolean;
  readonly allow?: string;
  readonly areas?: string;
  readonly persons: boolean;
  readonly resultMax: string;
}

const wordsOf = (list: string): string[] =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Throws ConfigError. */
const listed = (flag: string, list: string, isKnown: (name: string) => boolean): ReadonlySet<string> => {
  const names = wordsOf(list);
  const unknown = names.find((name) => !isKnown(name));
  if (unknown !== undefined) throw new ConfigError(`${flag}: there is no ${unknown}`);
  if (names.length === 0) throw new ConfigError(`${flag} names nothing`);
  return new Set(names);
};

/** Throws ConfigError. */
const charactersOf = (typed: string): number => {
  const characters = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
  if (characters < RESULT_CHARACTERS_MIN)
    throw new ConfigError(`--result-max: a number of characters from ${RESULT_CHARACTERS_MIN} on is wanted`);
  return characters;
};

const run = async (flags: Flags, config: Config): Promise<void> => {
  const { allow, allowWrites = false, areas, persons } = flags;
  if (allow !== undefined && allowWrites) throw new ConfigError('--allow and --allow-writes exclude each other');
  const resultMax = charactersOf(flags.resultMax);
  const { OPERATIONS } = await import('../operations/dispatch/registry.ts');
  const { AREAS } = await import('../operations/context/operation.ts');
  const writes = allowWrites
    ? 'all'
    : allow === undefined
      ? new Set<string>()
      : listed('--allow', allow, (name) => OPERATIONS.has(name));
  const own =
    areas === undefined
      ? undefined
      : areas === 'all'
        ? new Set(Object.keys(AREAS))
        : listed('--areas', areas, (name) => Object.hasOwn(AREAS, name));
  const { shopAccess } = await import('./shop-access.ts');
  const access = await shopAccess(flags, config, process.env, allow !== undefined || allowWrites);
  const { programVersion } = await import('../config/version.ts');
  const { serveMcp } = await import('../mcp/serve-mcp.ts');
  serveMcp({
    access,
    writes,
    persons,
    areas: own as ReadonlySet<keyof typeof AREAS> | undefined,
    resultMax,
    version: programVersion(),
  });
};

/** Adds the command; `config` reads the settings of the command line, the environment and the file. */
export const addMcp = (program: Command, config: (flags: { readonly data: unknown }) => Config): void => {
  program
    .command('mcp')
    .description('serve the Model Context Protocol on standard input and output, for agents (docs/build/agents.md)')
    .option('--url <address>', 'of the shop, such as https://shop.example (default: the server of the data directory)')
    .option('--data <dir>', 'data directory of a server on this machine (default ./data)')
    .option('--credentials <file>', 'what kontor channel add NAME --json printed (default KONTOR_LICENCE_…)')
    .option('--allow-writes', 'let the agent change the shop by every operation')
    .option('--allow <operations>', 'let it change the shop by these alone, such as update_product,inventory_place')
    .option('--areas <areas>', 'make tools of all operations of these areas, such as orders,search, or all')
    .option('--no-persons', 'leave out what is about users and orders')
    .option('--result-max <characters>', 'characters of one result', String(RESULT_CHARACTERS))
    .action(async (flags: Flags & { readonly data?: string }) => run(flags, config({ data: flags.data })));
};
