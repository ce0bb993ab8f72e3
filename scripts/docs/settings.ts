import { Command } from 'commander';
import { withCommands } from '../../src/cli/command-line.ts';
import { SETTING_GROUPS } from '../../src/config/config.ts';
import type { SettingGroup } from '../../src/config/setting.ts';
import { flagName, variableName } from '../../src/config/setting.ts';
import type { Setting } from '../../src/config/setting.ts';
import { table } from './markdown.ts';

/** Units that a large quantity is read in, largest first. */
const SCALES: { readonly [unit: string]: readonly (readonly [size: number, unit: string])[] } = {
  ms: [
    [86_400_000, 'days'],
    [3_600_000, 'hours'],
    [60_000, 'minutes'],
    [1000, 'seconds'],
  ],
  bytes: [
    [2 ** 30, 'GiB'],
    [2 ** 20, 'MiB'],
    [2 ** 10, 'KiB'],
  ],
};

/** Such as ` (15 minutes)` for 900000 ms; '' where the unit itself is the best one. */
const inWords = (value: unknown, unit: string): string => {
  if (typeof value !== 'number' || value === 0) return '';
  const scale = SCALES[unit]?.find(([size]) => value % size === 0);
  if (scale === undefined) return '';
  const [size, name] = scale;
  const count = value / size;
  return ` (${count} ${count === 1 ? name.replace(/s$/, '') : name})`;
};

const defaultOf = ({ defaultValue, unit }: Setting<unknown>): string => {
  if (defaultValue === '') return 'empty';
  const value = typeof defaultValue === 'object' ? JSON.stringify(defaultValue) : String(defaultValue);
  return `\`${value}\`${unit === '' ? '' : ` ${unit}`}${inWords(defaultValue, unit)}`;
};

const serveFlags = (): ReadonlySet<string | undefined> => {
  const serve = withCommands(new Command('kontor')).commands.find((command) => command.name() === 'serve');
  return new Set(serve?.options.map(({ long }) => long ?? undefined));
};

const capital = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;

const settingText = (flags: ReadonlySet<string | undefined>, name: string, setting: Setting<unknown>): string => {
  const flag = flagName(name);
  const names = [`\`${variableName(name)}\``, ...(flags.has(flag) ? [`\`${flag}\``] : [])];
  return `## ${name}

${capital(setting.help)}.

- Default: ${defaultOf(setting)}
- Allowed: ${setting.expected}
- When to change it: ${setting.when}
- Also as ${names.join(', ')}
`;
};

const OTHERS = [
  [
    '`KONTOR_LICENCE_USERNAME`, `KONTOR_LICENCE_PASSWORD`, `KONTOR_LICENCE_SECRET_KEY`',
    'credentials of the first channel: all three, or none',
  ],
  ['`KONTOR_PAYMENT_<id>_SECRET`, `KONTOR_PAYMENT_<id>_WEBHOOK_SECRET`', 'secrets of a payment method with a provider'],
  ['`KONTOR_LOG_PASSWORD`', 'password of the user of etcd that `logUser` names'],
  ['`KONTOR_TEST`, `KONTOR_TEST_…`', 'knobs of the engine’s own tests, of no use elsewhere'],
] as const;

const fileOf = (title: string): string => `settings/${title.toLowerCase().replaceAll(' ', '-')}.md`;

/** Text with links of a page in docs/reference/, as a page below docs/reference/settings/ has it. */
const oneDeeper = (text: string): string => text.replaceAll(/\]\((?=[a-z./-]+\.md)/g, '](../');

const groupPage = (flags: ReadonlySet<string | undefined>, { title, about, settings }: SettingGroup): string =>
  oneDeeper(`# Settings: ${title[0]!.toLowerCase()}${title.slice(1)}

Written by \`npm run docs\` from \`src/config/\`; do not edit. [All settings](settings.md)

${about}

${Object.entries(settings)
  .map(([name, setting]) => settingText(flags, name, setting))
  .join('\n')}`);

/**
 * docs/reference/settings/: a page for each group, with what each setting decides, its unit, its default, when to
 * change it.
 */
export const settingsGroupPages = (): readonly (readonly [file: string, text: string])[] => {
  const flags = serveFlags();
  return SETTING_GROUPS.map((group) => [`reference/${fileOf(group.title)}`, groupPage(flags, group)]);
};

/**
 * docs/reference/settings.md: how settings are given, and all of them in tables that lead to the pages of their groups.
 */
export const settingsPage = (): string => {
  const groups = SETTING_GROUPS.map(({ title, about, settings }) => {
    const rows = Object.entries(settings).map(([name, setting]) => [
      `[${name}](${fileOf(title)}#${name.toLowerCase()})`,
      defaultOf(setting),
      setting.help,
    ]);
    return `## ${title}

${about}

${table(['setting', 'default', 'what it decides'], rows)}
`;
  });
  return `# Settings

Written by \`npm run docs\` from \`src/config/\`; do not edit.

A setting comes from a flag of \`kontor serve\`, from an environment variable, from \`kontor.config.json\` in the working
directory, or is its default; the first of these wins. The file is one JSON object of settings by name. Only the settings
that change from shop to shop have flags. A setting takes effect at the next start.

A name that no setting has is refused in the file, with the nearest one; a variable \`KONTOR_…\` that nothing reads is
warned of at the start. \`kontor config check\` refuses both, and says all that is wrong at once.
\`kontor config print\` shows every setting with where it comes from, \`--changed\` those that differ from their
defaults; \`kontor settings\` shows those of the running server. Variables that Kubernetes and Docker make of the names of services, such as \`KONTOR_SERVICE_HOST\` and
\`KONTOR_PORT=tcp://10.0.0.1:8080\`, are passed over.

\`\`\`json
{ "data": "/var/lib/kontor", "currency": "EUR", "timeZone": "Europe/Berlin", "company": "Kontor\\nHamburg" }
\`\`\`

A setting's page says when to change it, and what that costs.

## Other variables

${table(['variable', 'what it is'], OTHERS)}

${groups.join('\n')}`;
};
