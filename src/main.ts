#!/usr/bin/env node
// The command line: which command, which settings, which exit code.
import { Command } from 'commander';
import { join } from 'node:path';
import type { FileFlags, ImportFlags } from './catalogue-files/file-options.ts';
import { addApp, issueAppToken, listApps } from './cli/app.ts';
import { listChannels, rotateChannel } from './cli/channel.ts';
import { credentialsFrom } from './server/credentials.ts';
import { doctor } from './cli/doctor.ts';
import { erasePerson } from './cli/user-erase.ts';
import type { EraseFlags } from './cli/user-erase.ts';
import { exportCatalogue } from './cli/export.ts';
import { importCatalogue } from './cli/import.ts';
import { printLog } from './cli/log.ts';
import type { LogFlags } from './cli/log.ts';
import { restore } from './cli/restore.ts';
import { verify } from './cli/verify.ts';
import { serve } from './server/serve.ts';
import { printStock } from './cli/stock.ts';
import type { StockFlags } from './cli/stock.ts';
import { exportUser } from './cli/user-export.ts';
import { addUser, lockUser, resetUser } from './cli/user.ts';
import { listWebhooks, replayWebhook } from './cli/webhooks.ts';
import { loadConfig } from './config/config.ts';
import type { RawSettings } from './config/config.ts';

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
console.error = (...said: unknown[]): void => {
  const [error] = said;
  if (!(error instanceof Error) || !/[\\/]lmdb[\\/]/.test(error.stack ?? '')) print(...said);
  else if (error.message.includes('Attempting to write')) print();
};

const program = new Command('kontor').description(
  'A commerce engine: one process, in memory, journaled before it answers.',
);

const config = (flags: RawSettings, defaults: RawSettings = {}): ReturnType<typeof loadConfig> =>
  loadConfig(flags, process.env, process.cwd(), defaults);

program
  .command('serve')
  .description('serve the shop until SIGTERM or SIGINT; SIGUSR2 makes a snapshot file')
  .option('--port <port>', 'port, 0 lets the system choose (default 8080)')
  .option('--host <host>', 'address to listen on (default 127.0.0.1)')
  .option('--data <dir>', 'data directory (default ./data)')
  .option('--snapshots <dir>', 'directory of snapshot files (default ./snapshots)')
  .option('--legacy-port <port>', 'port of the HTTP/1.0-capable listener (default off)')
  .option('--durability <mode>', 'fsync, commit or relaxed (default fsync)')
  .option('--demo', 'a small shop with printed credentials, on loopback only, data directory by default ./data/demo')
  .action(async ({ demo = false, ...flags }: { demo?: boolean } & RawSettings) => {
    const settings = config(flags, demo ? { data: join('data', 'demo') } : {});
    const code = await serve({ config: settings, demo, credentials: credentialsFrom(process.env) });
    // At once: while Node takes itself apart a late signal would find no handler and end a clean stop as a kill.
    process.exit(code);
  });

program
  .command('verify')
  .argument('[dir]', 'data directory (default ./data)')
  .option('--snapshots <dir>', 'directory of snapshot files (default ./snapshots)')
  .description('check a store that no server has open')
  .action(async (directory: string | undefined, flags: RawSettings) => {
    const { data, snapshots } = config({ ...flags, data: directory });
    if (!(await verify(data, snapshots))) process.exitCode = 1;
  });

program
  .command('doctor')
  .option('--data <dir>', 'data directory (default ./data)')
  .description('say what of this machine, of the settings and of the fonts a shop should not be opened with')
  .action(async (flags: RawSettings) => {
    if (!(await doctor(config(flags)))) process.exitCode = 1;
  });

program
  .command('restore')
  .argument('<file>', 'snapshot file')
  .option('--data <dir>', 'data directory, without a journal (default ./data)')
  .description('make a store from a snapshot file')
  .action((file: string, flags: RawSettings) => restore(file, config(flags).data));

const channel = program
  .command('channel')
  .description('sets of credentials, in a store that no server has open; docs/channels.md');

channel
  .command('list')
  .option('--data <dir>', 'data directory (default ./data)')
  .description('the channels there are')
  .action((flags: RawSettings) => listChannels(config(flags)));

channel
  .command('rotate')
  .argument('[channel]', 'name or number (default: the first)')
  .option('--data <dir>', 'data directory (default ./data)')
  .description('new random credentials for a channel, shown once')
  .action((given: string | undefined, flags: RawSettings) => rotateChannel(config(flags), given));

const webhooks = program
  .command('webhooks')
  .option('--data <dir>', 'data directory (default ./data)')
  .description('webhooks of a store that no server has open: targets, health, what waits')
  .action((flags: RawSettings) => listWebhooks(config(flags)));

webhooks
  .command('replay')
  .argument('<name>', 'webhook')
  .requiredOption('--from <seq>', 'number of the first record')
  .description('send again what a webhook was to be told since a record; the next start of the server delivers it')
  .action((name: string, { from }: { from: string }, command: Command) =>
    replayWebhook(name, from, config(command.optsWithGlobals())),
  );

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
    if (!(await importCatalogue(file, flags, config(flags)))) process.exitCode = 1;
  });

program
  .command('export')
  .argument('<file>', 'catalogue file; - is standard output')
  .option('--data <dir>', 'data directory (default ./data)')
  .option('--format <format>', 'jsonl or csv (default: by the name of the file; jsonl for -)')
  .option('--delimiter <character>', 'between the cells of a CSV file: , or ; or tab (default ,)')
  .description('write the catalogue of a store that no server has open; docs/import.md describes the formats')
  .action((file: string, flags: FileFlags & RawSettings) => exportCatalogue(file, flags, config(flags)));

program
  .command('log')
  .option('--object <kind/id>', 'one object only, such as product/17')
  .option('--since <date>', 'not before this day or moment, UTC')
  .option('--limit <count>', 'lines, 0 for all (default 1000)')
  .option('--data <dir>', 'data directory (default ./data)')
  .description(
    'who changed what, from what, to what, in a store that no server has open; get_changelog tells it of a running one',
  )
  .action((flags: LogFlags & RawSettings) => printLog(flags, config({ data: (flags as RawSettings)['data'] })));

const DATA = ['--data <dir>', 'data directory (default ./data)'] as const;
const user = program.command('user').description('accounts in a store that no server has open; docs/users.md');

user
  .command('add')
  .argument('<name>', 'username')
  .requiredOption('--email <address>', 'e-mail address')
  .requiredOption('--level <level>', 'customer, manager or administrator')
  .option(...DATA)
  .description('make an account that is active at once; its password is shown once')
  .action((name: string, flags: { email: string; level: string } & RawSettings) =>
    addUser(config(flags), name, flags.email, flags.level),
  );

user
  .command('reset')
  .argument('<name>', 'username')
  .option(...DATA)
  .description('give an account a new random password, shown once and sent by webhook, and end its logins')
  .action((name: string, flags: RawSettings) => resetUser(config(flags), name));

for (const type of ['lock', 'unlock'] as const) {
  user
    .command(type)
    .argument('<name>', 'username')
    .option(...DATA)
    .description(
      type === 'lock' ? 'refuse logins to an account and end those it has' : 'let a locked account log in again',
    )
    .action((name: string, flags: RawSettings) => lockUser(config(flags), name, type));
}

user
  .command('export')
  .argument('<name>', 'username')
  .option(...DATA)
  .description('print everything about a user as JSON')
  .action((name: string, flags: RawSettings) => exportUser(config(flags), name));

user
  .command('erase')
  .argument('[name]', 'username')
  .option('--order <id>', 'a guest’s order instead of a user')
  .option(...DATA)
  .description('destroy the keys of everything about a person; docs/privacy.md says what stays')
  .action((name: string | undefined, flags: EraseFlags & RawSettings) =>
    erasePerson(name, flags, config({ data: (flags as RawSettings)['data'] })),
  );

const app = program
  .command('app')
  .description('applications of the back office, in a store that no server has open; docs/users.md');

app
  .command('add')
  .argument('<name>', 'name, as application_api_call uses it')
  .argument('<url>', 'page that the back office opens')
  .option(...DATA)
  .description('register an application and show its own token')
  .action((name: string, url: string, flags: RawSettings) => addApp(config(flags), name, url));

app
  .command('token')
  .argument('<name>', 'application')
  .argument('<user>', 'user of the back office')
  .option(...DATA)
  .description('a token with which the application logs the user in for 24 hours, shown once')
  .action((name: string, username: string, flags: RawSettings) => issueAppToken(config(flags), name, username));

app
  .command('list')
  .option(...DATA)
  .description('the applications there are')
  .action((flags: RawSettings) => listApps(config(flags)));

program
  .command('stock')
  .argument(
    '[number]',
    'element number of a warehouse entity, or product/17 for the stock of a product’s own (default all entities)',
  )
  .option('--movements', 'also how it came to that: the latest 100 movements of every storage')
  .option('--data <dir>', 'data directory (default ./data)')
  .description('storages, stock and what products it makes, in a store that no server has open')
  .action((number: string | undefined, flags: StockFlags & RawSettings) =>
    printStock(number, flags, config({ data: flags['data'] })),
  );

try {
  await program.parseAsync();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  // One line, whatever was quoted in it.
  console.error(`kontor: ${message.replaceAll(/\s*\n\s*/g, ' ')}`);
  process.exit(1);
}
