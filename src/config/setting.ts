// What a setting is, and the kinds of settings: each with its default, its help text and its parser.
import { parseFlag } from '../kernel/flag.ts';
import { Type, json } from '../kernel/params.ts';
import type { Param } from '../kernel/params.ts';

export const HOUR_MS = 3_600_000;

/** A wrong setting, or a command that cannot be carried out: the process ends with its message as one line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export interface Setting<T> {
  readonly defaultValue: T;
  /** One line for the list of effective settings, with the unit. */
  readonly help: string;
  /** Takes text from flags and environment, and values of JSON from the file; undefined for what is not valid. */
  parse(raw: unknown): T | undefined;
  /** What a value must be, for the message of ConfigError: `a whole number from 1 to 10`. */
  readonly expected: string;
}

export const whole = (defaultValue: number, help: string, min = 0, max = Number.MAX_SAFE_INTEGER): Setting<number> => ({
  defaultValue,
  help,
  expected: `a whole number from ${min} to ${max}`,
  parse: (raw) => {
    const text = String(raw).trim();
    const parsed = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    return parsed >= min && parsed <= max ? parsed : undefined;
  },
});

export const text = (defaultValue: string, help: string, pattern = /^.+$/s, expected = 'a text'): Setting<string> => ({
  defaultValue,
  help,
  expected,
  parse: (raw) => (typeof raw === 'string' && pattern.test(raw) ? raw : undefined),
});

export const choice = <const T extends string>(defaultValue: T, help: string, values: readonly T[]): Setting<T> => ({
  defaultValue,
  help,
  expected: `one of ${values.join(', ')}`,
  parse: (raw) => values.find((value) => value === raw),
});

export const flag = (defaultValue: boolean, help: string): Setting<boolean> => ({
  defaultValue,
  help,
  expected: 'true or false',
  parse: parseFlag,
});

export const timeZone = (defaultValue: string, help: string): Setting<string> => ({
  defaultValue,
  help,
  expected: 'a time zone such as Europe/Berlin',
  parse: (raw) => {
    try {
      return new Intl.DateTimeFormat('en-US', { timeZone: String(raw) }).resolvedOptions().timeZone;
    } catch {
      return undefined;
    }
  },
});

/** Origins as browsers send them: a text is one origin, several separated by commas, or a JSON array. */
export const origins = (help: string): Setting<readonly string[]> => ({
  defaultValue: [],
  help,
  expected: '* or origins such as ["https://shop.example"]',
  parse: (raw) => {
    const isList = typeof raw === 'string' && !raw.trim().startsWith('[');
    const listed = isList ? raw.split(',').map((entry) => entry.trim()) : raw;
    const read = json(Type.Array(Type.String())).read(listed, help);
    if (!read.ok) return undefined;
    const isOrigin = (entry: string): boolean =>
      /^https?:/.test(entry) && URL.canParse(entry) && new URL(entry).origin === entry;
    const isValid = read.value.every((entry) => isOrigin(entry) || (entry === '*' && read.value.length === 1));
    return isValid ? read.value : undefined;
  },
});

/** `param` validates a value, or its JSON text, by a schema. */
export const jsonSetting = <T>(defaultValue: T, help: string, param: Param<unknown>): Setting<T> => ({
  defaultValue,
  help,
  expected: 'JSON of the documented shape',
  parse: (raw) => {
    const read = param.read(raw, help);
    return read.ok ? (read.value as T) : undefined;
  },
});

/** One text for all languages, or one per language code. */
export const LocalizedName = Type.Union([
  Type.String({ minLength: 1 }),
  Type.Record(Type.String({ pattern: '^[A-Za-z_-]{1,35}$' }), Type.String({ minLength: 1 }), { minProperties: 1 }),
]);
