// `kontor cluster`: the nodes of a shop and their log. Every command reaches the log and the nodes by itself, by the
// settings of any node, so that it works from wherever these are.
import type { Command } from 'commander';
import { createInterface } from 'node:readline/promises';
import type { Config } from '../config/config.ts';
import type { RawSettings } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import type { EtcdLog } from '../etcd-log/etcd-log.ts';
import type { ClusterConfig, LogPlace } from '../server/cluster/cluster-config.ts';
import { lineOf } from '../kernel/error-line.ts';
import { JSON_FLAG, Printer } from './printer.ts';
import { Progress } from './progress.ts';

type SettingsOf = (flags: RawSettings) => Config;

/** Exit code of `kontor cluster status`, also where the log does not answer. */
const NOBODY_LEADS = 2;
const MB = 1_048_576;

const withLogFlags = (command: Command): Command =>
  command
    .option('--log <members>', 'etcd://host:port,host:port… of the log (setting log)')
    .option('--shop <name>', 'name of the shop in the log (default main)')
    .option('--log-in-clear', 'etcd:// may name other hosts (setting logInClear)')
    .option('--log-tls <dir>', 'directory with ca.pem of etcd (setting logTls)')
    .option('--log-user <name>', 'user of etcd; KONTOR_LOG_PASSWORD has the password')
    .option('--inner-tls <dir>', 'directory with ca.pem, cert.pem and key.pem of the nodes (setting innerTls)')
    .option(...JSON_FLAG);

const withNodeFlags = (command: Command): Command =>
  withLogFlags(command)
    .option('--data <dir>', 'data directory of the node (default ./data)')
    .option('--node <name>', 'name of the node')
    .option('--inner <host:port>', 'address at which other nodes reach it');

const settingsModule = () => import('../server/cluster/cluster-config.ts');

const withLog = async <T>(config: Config, place: LogPlace, work: (log: EtcdLog) => Promise<T>): Promise<T> => {
  const { openLog, PATIENT } = await import('../server/cluster/open-log.ts');
  const log = openLog(place, config, process.env, PATIENT);
  try {
    return await work(log);
  } finally {
    await log.close();
  }
};

const placeOf = async (config: Config): Promise<LogPlace> => (await settingsModule()).logPlaceOf(config);

const nodeOf = async (config: Config): Promise<ClusterConfig> => {
  const { clusterOf, logPlaceOf } = await settingsModule();
  logPlaceOf(config);
  return clusterOf(config)!;
};

const saidTo =
  (printer: Printer) =>
  (line: string): void =>
    printer.note(`${line}`);

const isYes = async (question: string, wanted: string): Promise<boolean> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(question)) === wanted;
  } finally {
    lines.close();
  }
};

/** What a command is given: settings, arguments, and options of its own. */
interface Given {
  readonly config: Config;
  readonly printer: Printer;
  readonly argument: string | undefined;
  readonly yes: unknown;
  readonly isJson: boolean;
}

const init = async ({ config, printer }: Given): Promise<void> => {
  const node = await nodeOf(config);
  const { initShop } = await import('../server/cluster/membership.ts');
  const place = await withLog(config, node, (log) => initShop(node, log, config, saidTo(printer)));
  printer.show(`${config.data} is node ${place.node} of the shop ${place.shop}: start it with kontor serve`, {
    shop: place.shop,
    node: place.node,
    record: place.startSeq,
  });
};

const join = async ({ config, printer, argument: from }: Given): Promise<void> => {
  const node = await nodeOf(config);
  const { joinShop } = await import('../server/cluster/join.ts');
  let bar: Progress | undefined;
  const progress = (bytes: number, ofBytes: number): void => {
    bar ??= new Progress('copy', ofBytes, 'MB');
    bar.update(bytes, Math.ceil(bytes / MB));
  };
  try {
    await withLog(config, node, (log) => joinShop(node, log, config, { from, told: saidTo(printer), progress }));
  } finally {
    (bar as Progress | undefined)?.stop();
  }
  const { shop, node: name } = node;
  printer.show(`${config.data} is node ${name} of the shop ${shop}: start it with kontor serve`, { shop, node: name });
};

const status = async ({ config, isJson }: Given): Promise<void> => {
  const place = await placeOf(config);
  const { clusterReport, clusterLines } = await import('../server/cluster/cluster-status.ts');
  try {
    const report = await withLog(config, place, (log) => clusterReport(place, log, config));
    new Printer(isJson, '').show(clusterLines(report).join('\n'), report);
    process.exitCode = report.exit_code;
  } catch (error) {
    new Printer(isJson).note(lineOf(error));
    process.exitCode = NOBODY_LEADS;
  }
};

const handOver = async ({ config, printer, argument: to = '' }: Given): Promise<void> => {
  const place = await placeOf(config);
  const cluster = await import('../server/cluster/cluster-status.ts');
  const node = await withLog(config, place, (log) => cluster.handOver(place, log, to));
  printer.show(`node ${node} leads next`, { node });
};

const verify = async ({ config, printer }: Given): Promise<void> => {
  const place = await placeOf(config);
  const { compareNodes } = await import('../server/cluster/cluster-status.ts');
  const { nodes, missing, equal, differences } = await withLog(config, place, (log) => compareNodes(place, log));
  for (const difference of differences) {
    const { node, other, firstSeq, lastSeq } = difference;
    printer.show(`records ${firstSeq} to ${lastSeq} of ${node} are not those of ${other}`, difference);
  }
  for (const name of missing) printer.note(`node ${name} does not run, and is not compared`);
  const result = { nodes, missing, equal, differences: differences.length };
  printer.show(`${equal} records are the same on ${nodes.join(', ')}`, result);
  if (differences.length > 0 || missing.length > 0) process.exitCode = 1;
};

const forget = async ({ config, printer, argument: name = '' }: Given): Promise<void> => {
  const place = await placeOf(config);
  const { forgetNode } = await import('../server/cluster/cluster-status.ts');
  await withLog(config, place, (log) => forgetNode(place, log, name));
  const warning = 'its disk still opens persons erased since it was away: destroy it';
  printer.show(`node ${name} is forgotten; ${warning}`, { node: name });
};

const leave = async ({ config, printer }: Given): Promise<void> => {
  const node = await nodeOf(config);
  const { leaveShop } = await import('../server/cluster/membership.ts');
  const isLast = await withLog(config, node, (log) => leaveShop(log, config, saidTo(printer)));
  const line = isLast
    ? `${config.data} is a shop by itself again: start it without --log`
    : `${config.data} is no node any more; the shop goes on with the others: destroy its keys`;
  printer.show(line, { alone: isLast });
};

const reseed = async ({ config, printer, yes }: Given): Promise<void> => {
  const node = await nodeOf(config);
  const { shop } = node;
  const { reseedShop } = await import('../server/cluster/membership.ts');
  const isDone = await withLog(config, node, (log) =>
    reseedShop(node, log, config, saidTo(printer), (head, end, losses) => {
      printer.note(`the new log of ${shop} begins behind record ${end.seq}, entry ${end.at} of ${config.data}`);
      const present = head === undefined ? 'no log now' : `a log up to entry ${head.at}, led by ${head.leader}`;
      printer.note(`etcd has ${present}`);
      for (const loss of losses) printer.note(`${loss.entries} entries of ${loss.node} are lost`);
      if (yes === shop) return Promise.resolve(true);
      if (!process.stdin.isTTY) throw new ConfigError(`nothing was changed: --yes ${shop} says that this is meant`);
      return isYes(`Type the name of the shop to go on (${shop}): `, shop);
    }),
  );
  const line = isDone ? `the log of ${shop} begins anew: start this node, and join the others` : 'nothing was changed';
  printer.show(line, { reseeded: isDone });
};

/** `settings`: of flags, environment and file. */
export const addCluster = (program: Command, settings: SettingsOf): void => {
  const cluster = program
    .command('cluster')
    .description('several nodes that share one shop over a log; docs/operate/cluster.md');
  const add = (name: string, run: (given: Given) => Promise<void>, about: string): Command =>
    cluster
      .command(name)
      .description(about)
      .action(async (...args: unknown[]) => {
        const command = args.at(-1) as Command;
        const { json, yes, ...flags } = command.opts<RawSettings>();
        const [argument] = command.args;
        await run({
          config: settings(flags),
          printer: new Printer(json === true),
          argument,
          yes,
          isJson: json === true,
        });
      });
  withNodeFlags(add('init', init, 'make the store of a stopped server the first node of its shop'));
  withNodeFlags(add('join', join, 'make a data directory a node of the shop, with a copy of another node')).argument(
    '[url]',
    'of the node to copy, such as https://10.0.0.1:8090 (default: one that runs)',
  );
  const codes = 'exit code 0, 1 (degraded) or 2 (nobody leads, or the log does not answer)';
  withLogFlags(add('status', status, `who leads, how far each node is, and what is wrong: ${codes}`));
  withLogFlags(add('hand-over', handOver, 'let another node lead')).argument(
    '[node]',
    'default: the one that has most',
  );
  withLogFlags(add('verify', verify, 'compare the records of all nodes that run'));
  withLogFlags(add('forget', forget, 'no longer wait for a node that is gone for good')).argument('<node>', 'its name');
  withNodeFlags(add('leave', leave, 'take the node of a stopped server out; the last one is a shop by itself again'));
  withNodeFlags(add('reseed', reseed, 'begin a lost log anew with what the store of this stopped node has')).option(
    '--yes <shop>',
    'the name of the shop: it is meant, without a question',
  );
};
