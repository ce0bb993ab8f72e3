// `kontor config`: what a start here would be set to, and what is wrong with that. It opens no store.
import type { Command } from 'commander';
import { SETTING_NAMES, readSettings } from '../config/config.ts';
import type { ReadSettings } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { JSON_FLAG, Printer } from './printer.ts';

const read = (): ReadSettings => readSettings({}, process.env, process.cwd());

interface Flags {
  readonly changed?: boolean;
  readonly json?: boolean;
}

/** False if something is wrong. */
const check = async ({ json = false }: Flags): Promise<boolean> => {
  const settings = read();
  const { settingProblems, templateProblems } = await import('./checks/settings.ts');
  const { extensionProblems } = await import('./checks/extensions.ts');
  const problems = [
    ...(await settingProblems(settings, process.env)),
    ...(await templateProblems(settings.config)),
    ...(await extensionProblems(settings.config)),
  ];
  for (const problem of problems) console.log(json ? JSON.stringify({ problem }) : `WRONG ${problem}`);
  if (!json && problems.length === 0)
    console.log(`ok    ${SETTING_NAMES.length} settings, ${settings.sources.size} of them given; no unknown variable`);
  return problems.length === 0;
};

/** Throws ConfigError for a wrong setting. */
const print = async ({ changed = false, json = false }: Flags): Promise<void> => {
  const { problems, ...given } = read();
  if (problems[0] !== undefined) throw new ConfigError(`${problems[0]} (kontor config check lists all that is wrong)`);
  const { printSettings } = await import('../admin/settings.ts');
  const printer = new Printer(json, '');
  await printSettings(given, changed, { show: async (line, data) => printer.show(line, data) });
};

export const addConfig = (program: Command): void => {
  const config = program
    .command('config')
    .description(
      'settings of a start in this directory, from kontor.config.json and KONTOR_… (docs/reference/settings.md)',
    );

  config
    .command('check')
    .option(...JSON_FLAG)
    .description('say all that is wrong with the settings, unknown variables included')
    .action(async (flags: Flags) => {
      if (!(await check(flags))) process.exitCode = 1;
    });

  config
    .command('print')
    .option('--changed', 'only those that differ from their defaults')
    .option(...JSON_FLAG)
    .description('show every setting of a start here, whatever a running server uses (kontor settings)')
    .action((flags: Flags) => print(flags));
};
