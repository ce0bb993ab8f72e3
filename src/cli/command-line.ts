// The command line: which command, which settings, which exit code.
//
// A command loads its code when it is called, so a wrong setting is refused, and help is printed, in a tenth of a
// second.
import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileFlags, ImportFlags } from '../catalogue-files/file-options.ts';
import { loadConfig } from '../config/config.ts';
import type { RawSettings } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { FORMAT } from '../engine/disk/format.ts';
import { credentialsFrom } from '../server/credentials.ts';
import type { MemoryFlags } from '../testing/serve-memory.ts';
import type { LogFlags } from './log.ts';
import type { SalvageFlags } from './salvage.ts';
import type { StockFlags } from './stock.ts';
import type { EraseFlags } from './user-erase.ts';

const config = (flags: RawSettings, defaults: RawSettings = {}): ReturnType<typeof loadConfig> =>
  loadConfig(flags, process.env, process.cwd(), defaults);

const DATA = ['--data <dir>', 'data directory (default ./data)'] as const;

interface ServeFlags extends MemoryFlags {
  readonly memory?: boolean;
  readonly demo?: boolean;
  readonly acceptTime?: boolean;
}

/** Throws ConfigError for what a shop in memory cannot have, and for what only it can. */
const memoryFlags = (memory: boolean, own: MemoryFlags, flags: RawSettings): MemoryFlags => {
  const [needless] = Object.entries(own).find(([, value]) => value !== undefined) ?? [];
  if (!memory && needless !== undefined)
    throw new ConfigError(`--${needless} is of a shop in memory: a shop on the disk has the time and the goods it has`);
  const [onDisk] = Object.keys(flags).filter((name) => ['data', 'snapshots', 'durability'].includes(name));
  if (memory && onDisk !== undefined) throw new ConfigError(`--${onDisk} is of a shop on the disk, not of --memory`);
  return own;
};

const addServe = (program: Command): void => {
  program
    .command('serve')
    .description('serve the shop until SIGTERM or SIGINT; SIGUSR2 makes a snapshot file')
    .option('--port <port>', 'port, 0 lets the system choose (default 8080)')
    .option('--host <host>', 'address to listen on (default 127.0.0.1)')
    .option('--data <dir>', 'data directory (default ./data)')
    .option('--snapshots <dir>', 'directory of snapshot files (default ./snapshots)')
    .option('--legacy-port <port>', 'port of the HTTP/1.0-capable listener (default off)')
    .option('--durability <mode>', 'fsync, commit or relaxed (default fsync)')
    .option('--behind-proxy', 'callers come through a proxy that speaks TLS with them')
    .option('--ownership <mode>', 'open or strict: who sees users and orders by id (default open)')
    .option('--reset-token-in-reply <when>', 'auto, on or off (default auto)')
    .option('--accept-time', "start with the system's clock however far it is from the last record (docs/time.md)")
    .option('--memory', 'a shop for tests: nothing is written, everything is gone at the end (docs/testing.md)')
    .option('--clock <moment>', 'with --memory: where its clock stands, such as 2026-12-24T18:00:00Z')
    .option('--catalogue <file>', 'with --memory: JSON lines that it begins with (docs/import.md)')
    .option('--table <file>', 'with --memory: a table of products that it begins with')
    .option('--demo', 'a small shop with printed credentials, on loopback only, data directory by default ./data/demo')
    .action(async ({ demo = false, acceptTime = false, memory = false, ...given }: ServeFlags & RawSettings) => {
      const { clock, catalogue, table, ...flags } = given;
      const inMemory = memoryFlags(memory, { clock, catalogue, table }, flags);
      const settings = config(flags, demo ? { data: join('data', 'demo') } : {});
      if (memory) {
        const credentials = credentialsFrom(process.env, true);
        const { serveMemory } = await import('../testing/serve-memory.ts');
        await serveMemory({ ...inMemory, config: settings, demo, credentials });
        process.exit(0);
      }
      const code = await (
        await import('../server/serve.ts')
      ).serve({ config: settings, demo, acceptTime, credentials: credentialsFrom(process.env, demo) });
      // At once: while Node takes itself apart a late signal would find no handler and end a clean stop as a kill.
      if (code !== 0) (await import('../server/end-process.ts')).endWithFailure();
      process.exit(0);
    });
};

const addOffline = (program: Command): void => {
  program
    .command('verify')
    .argument('[dir]', 'data directory (default ./data)')
    .option('--snapshots <dir>', 'directory of snapshot files (default ./snapshots)')
    .description('check a store that no server has open')
    .action(async (directory: string | undefined, flags: RawSettings) => {
      const { data, snapshots } = config({ ...flags, data: directory });
      if (!(await (await import('./verify.ts')).verify(data, snapshots))) process.exitCode = 1;
    });

  program
    .command('doctor')
    .option('--data <dir>', 'data directory (default ./data)')
    .description('say what of this machine, of the settings and of the fonts a shop should not be opened with')
    .action(async (flags: RawSettings) => {
      if (!(await (await import('./doctor.ts')).doctor(config(flags)))) process.exitCode = 1;
    });

  program
    .command('restore')
    .argument('<file>', 'snapshot file')
    .option('--data <dir>', 'data directory, without a journal (default ./data)')
    .description('make a store from a snapshot file')
    .action(async (file: string, flags: RawSettings) =>
      (await import('./restore.ts')).restore(file, config(flags).data),
    );
};

const addSalvage = (program: Command): void => {
  program
    .command('salvage')
    .argument('<dir>', 'journal that was put aside (journal.distrusted-…), or a data directory')
    .option('--after <record>', 'from the record after this one (default: the one that its store fell back to)')
    .option('--snapshots <dir>', 'directory of snapshot files (default ./snapshots)')
    .option('--records', 'list every record')
    .option('--orders <file>', 'write the orders to this new file, as JSON Lines; - is standard output')
    .description('read what a journal still holds, whatever has become of its file; it changes nothing')
    .action(async (directory: string, flags: SalvageFlags & RawSettings) => {
      const settings = config({ snapshots: (flags as RawSettings)['snapshots'] });
      if (!(await import('./salvage.ts')).salvageJournal(directory, flags, settings)) process.exitCode = 1;
    });
};

const addTime = (program: Command): void => {
  const time = program
    .command('time')
    .option(...DATA)
    .description('what a store knows of the time, also while it is served; docs/time.md')
    .action(async (flags: RawSettings) => (await import('./time.ts')).showTime(config(flags)));

  time
    .command('confirm')
    .description("say that the system's clock is right, also to a server that has the store open")
    .action(async (_flags: unknown, command: Command) =>
      (await import('./time.ts')).confirmTime(config(command.optsWithGlobals())),
    );

  time
    .command('repair')
    .description("go back to the system's clock in a store whose records ran ahead, and that no server has open")
    .action(async (_flags: unknown, command: Command) =>
      (await import('./time.ts')).repairTime(config(command.optsWithGlobals())),
    );
};

const addChannels = (program: Command): void => {
  const channel = program
    .command('channel')
    .description('sets of credentials, in a store that no server has open; docs/channels.md');

  channel
    .command('list')
    .option('--data <dir>', 'data directory (default ./data)')
    .description('the channels there are')
    .action(async (flags: RawSettings) => (await import('./channel.ts')).listChannels(config(flags)));

  channel
    .command('rotate')
    .argument('[channel]', 'name or number (default: the first)')
    .option('--data <dir>', 'data directory (default ./data)')
    .description('new random credentials for a channel, shown once')
    .action(async (given: string | undefined, flags: RawSettings) =>
      (await import('./channel.ts')).rotateChannel(config(flags), given),
    );
};

const addWebhooks = (program: Command): void => {
  const webhooks = program
    .command('webhooks')
    .option('--data <dir>', 'data directory (default ./data)')
    .description('webhooks of a store that no server has open: targets, health, what waits')
    .action(async (flags: RawSettings) => (await import('./webhooks.ts')).listWebhooks(config(flags)));

  webhooks
    .command('replay')
    .argument('<name>', 'webhook')
    .requiredOption('--from <seq>', 'number of the first record')
    .description('send again what a webhook was to be told since a record; the next start of the server delivers it')
    .action(async (name: string, { from }: { from: string }, command: Command) =>
      (await import('./webhooks.ts')).replayMessages(name, from, config(command.optsWithGlobals())),
    );
};

const addCatalogue = (program: Command): void => {
  program
    .command('import')
    .argument('<file>', 'catalogue file; - is standard input')
    .option('--data <dir>', 'data directory (default ./data)')
    .option('--format <format>', 'jsonl, csv or best-buy (default: by the name of the file; jsonl for -)')
    .option('--delimiter <character>', 'between the cells of a CSV file: , or ; or tab (default ,)')
    .option('--stock', 'also set the stock of what is there already to what the file says')
    .option(
      '--replace-attributes',
      'also take out or make anew what the classes in the file have otherwise, with its values',
    )
    .option('--report <file>', 'write every refused line to this file, as JSON Lines')
    .option('--line-bytes-max <bytes>', 'longest line that is read (default 1048576)')
    .description('bring a catalogue file into a store that no server has open; docs/import.md describes the formats')
    .action(async (file: string, flags: ImportFlags & RawSettings) => {
      if (!(await (await import('./import.ts')).importCatalogue(file, flags, config(flags)))) process.exitCode = 1;
    });

  program
    .command('export')
    .argument('<file>', 'catalogue file; - is standard output')
    .option('--data <dir>', 'data directory (default ./data)')
    .option('--format <format>', 'jsonl or csv (default: by the name of the file; jsonl for -)')
    .option('--delimiter <character>', 'between the cells of a CSV file: , or ; or tab (default ,)')
    .description('write the catalogue of a store that no server has open; docs/import.md describes the formats')
    .action(async (file: string, flags: FileFlags & RawSettings) =>
      (await import('./export.ts')).exportCatalogue(file, flags, config(flags)),
    );
};

const addLog = (program: Command): void => {
  program
    .command('log')
    .option('--object <kind/id>', 'one object only, such as product/17')
    .option('--since <date>', 'not before this day or moment, UTC')
    .option('--limit <count>', 'lines, 0 for all (default 1000)')
    .option('--data <dir>', 'data directory (default ./data)')
    .description(
      'who changed what, from what, to what, in a store that no server has open; ' +
        'get_changelog tells it of a running one',
    )
    .action(async (flags: LogFlags & RawSettings) =>
      (await import('./log.ts')).printLog(flags, config({ data: (flags as RawSettings)['data'] })),
    );
};

const addUsers = (program: Command): void => {
  const user = program.command('user').description('accounts in a store that no server has open; docs/users.md');

  user
    .command('add')
    .argument('<name>', 'username')
    .requiredOption('--email <address>', 'e-mail address')
    .requiredOption('--level <level>', 'customer, manager or administrator')
    .option(...DATA)
    .description('make an account that is active at once; its password is shown once')
    .action(async (name: string, flags: { email: string; level: string } & RawSettings) =>
      (await import('./user.ts')).addUser(config(flags), name, flags.email, flags.level),
    );

  user
    .command('reset')
    .argument('<name>', 'username')
    .option(...DATA)
    .description('give an account a new random password, shown once and sent by webhook, and end its logins')
    .action(async (name: string, flags: RawSettings) => (await import('./user.ts')).resetUser(config(flags), name));

  for (const type of ['lock', 'unlock'] as const) {
    user
      .command(type)
      .argument('<name>', 'username')
      .option(...DATA)
      .description(
        type === 'lock' ? 'refuse logins to an account and end those it has' : 'let a locked account log in again',
      )
      .action(async (name: string, flags: RawSettings) =>
        (await import('./user.ts')).lockUser(config(flags), name, type),
      );
  }

  user
    .command('export')
    .argument('<name>', 'username')
    .option(...DATA)
    .description('print everything about a user as JSON')
    .action(async (name: string, flags: RawSettings) =>
      (await import('./user-export.ts')).exportUser(config(flags), name),
    );

  user
    .command('erase')
    .argument('[name]', 'username')
    .option('--order <id>', 'a guest’s order instead of a user')
    .option(...DATA)
    .description('destroy the keys of everything about a person; docs/privacy.md says what stays')
    .action(async (name: string | undefined, flags: EraseFlags & RawSettings) =>
      (await import('./user-erase.ts')).erasePerson(name, flags, config({ data: (flags as RawSettings)['data'] })),
    );
};

const addApps = (program: Command): void => {
  const app = program
    .command('app')
    .description('applications of the back office, in a store that no server has open; docs/users.md');

  app
    .command('add')
    .argument('<name>', 'name, as application_api_call uses it')
    .argument('<url>', 'page that the back office opens')
    .option(...DATA)
    .description('register an application and show its own token')
    .action(async (name: string, url: string, flags: RawSettings) =>
      (await import('./app.ts')).addApp(config(flags), name, url),
    );

  app
    .command('token')
    .argument('<name>', 'application')
    .argument('<user>', 'user of the back office')
    .option(...DATA)
    .description('a token with which the application logs the user in for 24 hours, shown once')
    .action(async (name: string, username: string, flags: RawSettings) =>
      (await import('./app.ts')).issueAppToken(config(flags), name, username),
    );

  app
    .command('list')
    .option(...DATA)
    .description('the applications there are')
    .action(async (flags: RawSettings) => (await import('./app.ts')).listApps(config(flags)));
};

const addStock = (program: Command): void => {
  program
    .command('stock')
    .argument(
      '[number]',
      'element number of a warehouse entity, or product/17 for the stock of a product’s own (default all entities)',
    )
    .option('--movements', 'also how it came to that: the latest 100 movements of every storage')
    .option('--data <dir>', 'data directory (default ./data)')
    .description('storages, stock and what products it makes, in a store that no server has open')
    .action(async (number: string | undefined, flags: StockFlags & RawSettings) =>
      (await import('./stock.ts')).printStock(number, flags, config({ data: flags['data'] })),
    );
};

/** package.json stands beside `src` and beside `dist`. */
const versionLine = (): string => {
  const path = new URL('../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version: string };
  return `kontor ${version}, format version ${FORMAT}`;
};

/**
 * Adds every command to `program`; it sets `process.exitCode` where a command ends with findings, and throws refusals.
 */
export const withCommands = (program: Command): Command => {
  program
    .description('A commerce engine: one process, in memory, journaled before it answers.')
    .version(versionLine(), '--version', 'print the version, and that of the format of stores');
  for (const add of [
    addServe,
    addOffline,
    addSalvage,
    addTime,
    addChannels,
    addWebhooks,
    addCatalogue,
    addLog,
    addUsers,
    addApps,
    addStock,
  ])
    add(program);
  return program;
};

/** What to print about a refusal: one line, whatever was quoted in it. */
export const lineOf = (error: unknown): string =>
  `kontor: ${(error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ')}`;
