// `kontor settings`, and `kontor config print`: settings by subject, with where each comes from. Passwords within URLs
// are not shown; all other secrets are no settings.
import { SETTINGS, SETTING_GROUPS, SETTING_NAMES, isChanged } from '../config/config.ts';
import type { GivenSettings } from '../config/config.ts';
import { withoutPassword } from '../kernel/http-url.ts';
import type { Terminal } from './terminal.ts';

const withoutSecrets = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutPassword(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutSecrets(member)]));
};

const lineOf = (name: string, value: unknown, unit: string, source: string): string => {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `  ${name.padEnd(31)} ${`${text} ${unit}`.trimEnd().padEnd(24)} ${source}`.trimEnd();
};

export interface ShownSetting {
  readonly title: string;
  readonly setting: (typeof SETTING_NAMES)[number];
  /** Passwords within URLs are not shown. */
  readonly value: unknown;
  readonly unit: string;
  readonly default: unknown;
  /** Where the value comes from, such as `flag`; `default`. */
  readonly from: string;
}

/** All settings by subject. */
export const shownSettings = ({ config, sources }: GivenSettings): readonly ShownSetting[] =>
  SETTING_GROUPS.flatMap(({ title, settings }) =>
    SETTING_NAMES.filter((name) => Object.hasOwn(settings, name)).map((name) => {
      const { unit, defaultValue } = SETTINGS[name];
      const value = withoutSecrets(config[name]);
      return { title, setting: name, value, unit, default: defaultValue, from: sources.get(name) ?? 'default' };
    }),
  );

/** `isChangedOnly`: without those that have their defaults. */
export const printSettings = async (
  { config, sources }: GivenSettings,
  isChangedOnly: boolean,
  terminal: Pick<Terminal, 'show'>,
): Promise<void> => {
  let subject = '';
  for (const { title, ...shown } of shownSettings({ config, sources })) {
    const { setting, value, unit, from } = shown;
    if (isChangedOnly && !isChanged(config, setting)) continue;
    if (title !== subject) await terminal.show(title);
    subject = title;
    await terminal.show(lineOf(setting, value, unit, from === 'default' ? '' : from), shown);
  }
};

interface Settings extends GivenSettings {
  readonly server: object | undefined;
}

export const showSettings = async (
  { server, ...given }: Settings,
  { changed }: { readonly changed?: string },
  terminal: Terminal,
): Promise<boolean> => {
  await terminal.note(
    server === undefined
      ? 'kontor: settings of a start here; no server has this data directory open'
      : 'kontor: settings of the running server',
  );
  await printSettings(given, changed !== undefined, terminal);
  return true;
};
