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

/** `isChangedOnly`: without those that have their defaults. */
export const printSettings = async (
  { config, sources }: GivenSettings,
  isChangedOnly: boolean,
  terminal: Pick<Terminal, 'show'>,
): Promise<void> => {
  for (const { title, settings } of SETTING_GROUPS) {
    const names = SETTING_NAMES.filter((name) => Object.hasOwn(settings, name));
    const shown = names.filter((name) => !isChangedOnly || isChanged(config, name));
    if (shown.length > 0) await terminal.show(title);
    for (const name of shown) {
      const { unit, defaultValue } = SETTINGS[name];
      const value = withoutSecrets(config[name]);
      const source = sources.get(name);
      const from = source ?? 'default';
      await terminal.show(lineOf(name, value, unit, source ?? ''), {
        setting: name,
        value,
        unit,
        default: defaultValue,
        from,
      });
    }
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
