// The command line: which command, which settings, which exit code.
//
// A command loads its code when it is called, so a wrong setting is refused, and help is printed, in a tenth of a
// second.
import { join } from 'node:path';
import type { Command } from 'commander';
import { loadSettings } from '../config/config.ts';
import type { GivenSettings, RawSettings } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { programVersion } from '../config/version.ts';
import { FORMAT } from '../engine/disk/format.ts';
import { credentialsFrom } from '../admin/credentials.ts';
import { lineOf as errorLine } from '../kernel/error-line.ts';
import { DEMO_SETTINGS, useDemoSecrets } from '../server/demo/settings.ts';
import type { TakeOver } from '../server/lifecycle/hand-over.ts';
import type { MemoryFlags } from '../testing/serve-memory.ts';
import { addCommands } from './admin.ts';
import { addCluster } from './cluster.ts';
import { addConfig } from './config.ts';
import type { ExportDataFlags } from './export-data.ts';
import { addExtension } from './extension.ts';
import { addMcp } from './mcp.ts';
import { JSON_FLAG, Printer } from './printer.ts';
import type { RestoreFlags } from './restore.ts';
import type { SalvageFlags } from './salvage.ts';
import { SERVE_HELP, SETTINGS_HELP } from './settings-help.ts';

const given = (flags: RawSettings, defaults: RawSettings = {}): GivenSettings =>
  loadSettings(flags, process.env, process.cwd(), defaults);

const config = (flags: RawSettings): GivenSettings['config'] => given(flags).config;

const printerOf = (flags: RawSettings): Printer => new Printer(flags['json'] === true);

const DATA = ['--data <dir>', 'data directory (default ./data)'] as const;

interface ServeFlags extends MemoryFlags {
  readonly memory?: boolean;
  readonly demo?: boolean;
  readonly acceptTime?: boolean;
  readonly verbose?: boolean;
  readonly sample?: boolean;
  readonly takeOver?: TakeOver;
  readonly follow?: string;
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
    .option('--io-threads <count>', 'threads that speak HTTP beside the one that decides, or auto (default auto)')
    .option('--legacy-port <port>', 'port of the HTTP/1.0-capable listener (default off)')
    .option('--admin-port <port>', 'port of /healthz, /readyz, /metrics and the back office (default off)')
    .option('--admin-host <host>', 'address of that listener (default 127.0.0.1)')
    .option('--back-office <where>', 'auto, admin, public or off: where persons log in (default auto)')
    .option('--log-level <level>', 'debug, info, warn, error or silent (default info)')
    .option('--log-format <format>', 'auto, pretty or json; auto: pretty on a terminal (default auto)')
    .option('--durability <mode>', 'fsync, commit or relaxed (default fsync)')
    .option('--tls-cert <file>', 'certificate in PEM: the server speaks TLS (docs/operate/tls.md)')
    .option('--tls-key <file>', 'its key in PEM')
    .option('--behind-proxy', 'callers come through a proxy that speaks TLS with them')
    .option('--ownership <mode>', 'open or strict: who sees users and orders by id (default open)')
    .option('--reset-token-in-reply <when>', 'auto, on or off (default auto)')
    .option(
      '--accept-time',
      "start with the system's clock however far it is from the last record (docs/operate/time.md)",
    )
    .option('--memory', 'a shop for tests: nothing is written, everything is gone at the end (docs/build/testing.md)')
    .option('--clock <moment>', 'with --memory: where its clock stands, such as 2026-12-24T18:00:00Z')
    .option('--catalogue <file>', 'with --memory: JSON lines that it begins with (docs/sell/import-files.md)')
    .option('--table <file>', 'with --memory: a table of products that it begins with')
    .option(
      '--demo',
      'a shop with a history and printed credentials, on loopback only, in ./data/demo by default (docs/start/demo.md)',
    )
    .option('--sample', 'fill a new shop with the goods of the demo, so that there is something to call')
    .option('--follow <dir>', 'be a standby of the server of this data directory (docs/operate/standby.md)')
    .option('--log <members>', 'etcd://host:port,host:port…: be a node of a cluster (docs/operate/cluster.md)')
    .option('--shop <name>', 'with --log: name of the shop in the log (default main)')
    .option('--node <name>', 'with --log: name of this node')
    .option('--log-in-clear', 'with --log: etcd:// may name other hosts, on a network that nobody else is on')
    .option('--log-tls <dir>', 'with --log: directory with ca.pem of etcd')
    .option('--log-user <name>', 'with --log: user of etcd; KONTOR_LOG_PASSWORD has the password')
    .option('--inner <host:port>', 'with --log: address at which other nodes reach this one')
    .option('--inner-tls <dir>', 'with --log: directory with ca.pem, cert.pem and key.pem of the nodes')
    .option('--verbose', 'print every setting at the start, and not only those that differ from their defaults')
    .addOption(program.createOption('--take-over <how>').choices(['restart', 'upgrade']).hideHelp())
    .addHelpText('after', SERVE_HELP)
    .action(async ({ demo = false, acceptTime = false, memory = false, ...typed }: ServeFlags & RawSettings) => {
      const { clock, catalogue, table, verbose = false, sample = false, takeOver = 'none', follow, ...flags } = typed;
      const inMemory = memoryFlags(memory, { clock, catalogue, table }, flags);
      const { config: settings, sources } = given(flags, demo ? { data: join('data', 'demo'), ...DEMO_SETTINGS } : {});
      if (demo) useDemoSecrets();
      (await import('../server/observability/log.ts')).configureLog(settings);
      (await import('../server/start/start-report.ts')).warnOfUnknownVariables(process.env, settings);
      if (memory) {
        const credentials = credentialsFrom(process.env, true);
        const { serveMemory } = await import('../testing/serve-memory.ts');
        await serveMemory({ ...inMemory, config: settings, demo, credentials });
        process.exit(0);
      }
      const code = await (
        await import('../server/serve.ts')
      ).serve({
        config: settings,
        sources,
        demo,
        sample,
        acceptTime,
        verbose,
        takeOver,
        ...(follow !== undefined && { follow }),
        credentials: credentialsFrom(process.env, demo),
      });
      // At once: while Node shuts down, a late signal would find no handler and turn a clean stop into a kill.
      if (code !== 0) (await import('../server/process/end-process.ts')).endWithFailure(code);
      process.exit(0);
    });
};

const addOffline = (program: Command): void => {
  program
    .command('verify')
    .argument('[dir]', 'data directory (default ./data)')
    .option('--snapshots <dir>', 'directory of snapshot files (default ./snapshots)')
    .description('check that journal, rows and snapshot files of a store agree, also while it is served')
    .option(...JSON_FLAG)
    .action(async (directory: string | undefined, { json, ...flags }: RawSettings) => {
      const { data, snapshots } = config({ ...flags, data: directory });
      const printer = printerOf({ json });
      if (!(await (await import('./verify.ts')).verify(data, snapshots, printer))) process.exitCode = 1;
    });

  program
    .command('doctor')
    .option('--data <dir>', 'data directory (default ./data)')
    .option(...JSON_FLAG)
    .description('say what of machine, disks, store, settings and fonts speaks against a shop, and what to do')
    .action(async ({ json, ...flags }: RawSettings) => {
      if (!(await (await import('./doctor.ts')).doctor(flags, json === true))) process.exitCode = 1;
    });

  program
    .command('as-of')
    .argument('<record>', 'number of a record')
    .argument('<kind/id>', 'object, such as product/17')
    .option(...DATA)
    .option('--snapshots <dir>', 'directory of snapshot files (default ./snapshots)')
    .option(...JSON_FLAG)
    .description('print an object as it was at a record as JSON, also while the store is served')
    .action(async (record: string, object: string, { json, ...flags }: RawSettings) =>
      (await import('./as-of.ts')).printAsOf(record, object, config(flags), json === true),
    );

  program
    .command('restore')
    .argument('<file>', 'snapshot file, or one of kontor backup')
    .option('--keys <file>', 'keys that kontor backup --keys wrote')
    .option('--records <dir>', 'data directory whose journal has later records of the same history')
    .option('--to-seq <number>', 'with --records: up to this record (default: all of them)')
    .option('--to-time <moment>', 'with --records: up to this moment, YYYY-MM-DD HH:MM:SS, UTC')
    .option('--data <dir>', 'data directory, without a journal (default ./data)')
    .option(...JSON_FLAG)
    .description('make a store from a snapshot file; docs/operate/backup.md')
    .action(async (file: string, flags: RestoreFlags & RawSettings) => {
      const { data } = config({ data: (flags as RawSettings)['data'] });
      await (await import('./restore.ts')).restore(file, flags, data, printerOf(flags));
    });
};

/** Below `export`, which is a command itself: options after `data` are its own. */
const addExportData = (program: Command): void => {
  program
    .enablePositionalOptions()
    .commands.find((command) => command.name() === 'export')!
    .enablePositionalOptions()
    .command('data')
    .argument('<dir>', 'new directory for the files')
    .option('--format <format>', 'parquet or ndjson (default parquet)')
    .option('--tables <names>', 'tables, separated by commas (default all)')
    .option('--since <export>', 'only what changed since an earlier export: its directory, or its position')
    .option('--without-persons', 'leave out every column that is about a person')
    .option(...DATA)
    .option(...JSON_FLAG)
    .description('write orders, customers, catalogue and stock as tables for a warehouse; docs/operate/export.md')
    .action(async (directory: string, flags: ExportDataFlags & RawSettings) => {
      const { data } = flags as RawSettings;
      await (await import('./export-data.ts')).exportData(directory, flags, config({ data }), printerOf(flags));
    });
};

const addSalvage = (program: Command): void => {
  program
    .command('salvage')
    .argument('<dir>', 'journal that was put aside (journal.distrusted-…), or a data directory')
    .option('--after <record>', 'from the record after this one (default: the one that its store fell back to)')
    .option('--snapshots <dir>', 'directory of snapshot files (default ./snapshots)')
    .option('--records', 'list every record')
    .option('--orders <file>', 'write the orders to this new file, as JSON Lines; - is standard output')
    .option(...JSON_FLAG)
    .description('read what a journal still holds, whatever has become of its file; it changes nothing')
    .action(async (directory: string, flags: SalvageFlags & RawSettings) => {
      const settings = config({ snapshots: (flags as RawSettings)['snapshots'] });
      if (!(await import('./salvage.ts')).salvageJournal(directory, flags, settings, printerOf(flags)))
        process.exitCode = 1;
    });
};

const addTime = (program: Command): void => {
  const time = program
    .command('time')
    .option(...DATA)
    .option(...JSON_FLAG)
    .description('what a store knows of the time, also while it is served; docs/operate/time.md')
    .action(async (flags: RawSettings) => (await import('./time.ts')).showTime(config(flags), printerOf(flags)));

  time
    .command('confirm')
    .description("say that the system's clock is right, also to a server that has the store open")
    .action(async (_flags: unknown, command: Command) =>
      (await import('./time.ts')).confirmTime(config(command.optsWithGlobals()), printerOf(command.optsWithGlobals())),
    );

  time
    .command('repair')
    .description("go back to the system's clock where records ran ahead; of a running server it is what confirm does")
    .action(async (_flags: unknown, command: Command) =>
      (await import('./time.ts')).repairTime(config(command.optsWithGlobals()), printerOf(command.optsWithGlobals())),
    );
};

const versionLine = (): string => `kontor ${programVersion()}, format version ${FORMAT}`;

/**
 * Adds every command to `program`; it sets `process.exitCode` where a command ends with findings, and throws refusals.
 */
export const withCommands = (program: Command): Command => {
  program
    .description('A commerce engine: one process, in memory, journaled before it answers.')
    .version(versionLine(), '--version', 'print the version, and that of the format of stores')
    .addHelpText('after', SETTINGS_HELP);
  for (const add of [addServe, addConfig, addOffline, addSalvage, addTime]) add(program);
  addCluster(program, (flags) => given(flags).config);
  addMcp(program, (flags) => given(flags).config);
  addCommands(program, ({ data, snapshots }) => given({ data, snapshots } as RawSettings));
  addExportData(program);
  addExtension(program, (flags) => given(flags).config);
  return program;
};

/** What to print about a refusal. */
export const lineOf = (error: unknown): string => `kontor: ${errorLine(error)}`;
