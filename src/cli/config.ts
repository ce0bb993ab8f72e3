// `kontor config`: what a start here would be set to, and what is wrong with that. It opens no store.
import type { Command } from 'commander';
import { SETTINGS, SETTING_GROUPS, SETTING_NAMES, isChanged, readSettings, valueLine } from '../config/config.ts';
import type { Config, ReadSettings, SettingName } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';

const read = (): ReadSettings => readSettings({}, process.env, process.cwd());

interface Flags {
  readonly changed?: boolean;
  readonly json?: boolean;
}

/** False if something is wrong. */
const check = async ({ json = false }: Flags): Promise<boolean> => {
  const settings = read();
  const { settingProblems, templateProblems } = await import('./checks/settings.ts');
  const problems = [...(await settingProblems(settings, process.env)), ...(await templateProblems(settings.config))];
  for (const problem of problems) console.log(json ? JSON.stringify({ problem }) : `WRONG ${problem}`);
  if (!json && problems.length === 0)
    console.log(`ok    ${SETTING_NAMES.length} settings, ${settings.sources.size} of them given; no unknown variable`);
  return problems.length === 0;
};

const lineOf = (config: Config, name: SettingName, source: string | undefined): string =>
  `  ${name.padEnd(31)} ${valueLine(config, name).padEnd(24)} ${source ?? ''}`.trimEnd();

/** Throws ConfigError for a wrong setting. */
const print = ({ changed = false, json = false }: Flags): void => {
  const { config, sources, problems } = read();
  if (problems[0] !== undefined) throw new ConfigError(`${problems[0]} (kontor config check lists all that is wrong)`);
  for (const { title, settings } of SETTING_GROUPS) {
    const names = SETTING_NAMES.filter((name) => Object.hasOwn(settings, name));
    const shown = names.filter((name) => !changed || isChanged(config, name));
    if (!json && shown.length > 0) console.log(title);
    for (const name of shown) {
      const { unit, defaultValue } = SETTINGS[name];
      const from = sources.get(name);
      const entry = { setting: name, value: config[name], unit, default: defaultValue, from: from ?? 'default' };
      console.log(json ? JSON.stringify(entry) : lineOf(config, name, from));
    }
  }
};

const JSON_FLAG = ['--json', 'results as JSON, a line each'] as const;

export const addConfig = (program: Command): void => {
  const config = program
    .command('config')
    .description('settings of a start in this directory, from kontor.config.json and KONTOR_… (docs/settings.md)');

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
    .description('show every setting with its value, its unit, and where it comes from')
    .action((flags: Flags) => print(flags));
};
