// What a setting is, and the kinds of settings: each with its default, its help text and its parser.
import { parseFlag } from '../kernel/flag.ts';
import { Type, json } from '../kernel/params.ts';
import type { Param } from '../kernel/params.ts';

export const HOUR_MS = 3_600_000;

/** What a setting accepts that names a page, or none. */
export const URL_OR_NONE = { pattern: /^(https?:\/\/\S+)?$/, expected: 'a URL' };

/** `bodyBytesMax` → `KONTOR_BODY_BYTES_MAX`. */
export const variableName = (setting: string): string =>
  `KONTOR_${setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** `bodyBytesMax` → `--body-bytes-max`. */
export const flagName = (setting: string): string =>
  `--${setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** A wrong setting, or a command that cannot be carried out. The process ends with its message, which is one line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export interface Setting<T> {
  readonly defaultValue: T;
  /** One line on what the setting decides; the unit of a quantity follows it. */
  readonly help: string;
  /** Unit of a quantity, such as `ms`; '': it is no quantity. */
  readonly unit: string;
  /** When to change it, and what that costs: one or two sentences of docs/reference/settings/. */
  readonly when: string;
  /** Parses text of a flag or variable, or a JSON value of the file. Returns undefined for what is not valid. */
  parse(raw: unknown): T | undefined;
  /** What a value must be, for the message of ConfigError: `a whole number from 1 to 10`. */
  readonly expected: string;
}

/** Settings of one subject: a page of docs/reference/settings/. */
export interface SettingGroup {
  readonly title: string;
  /** One or two sentences under the title of the page. */
  readonly about: string;
  readonly settings: { readonly [name: string]: Setting<unknown> };
}

interface Advice {
  readonly when: string;
}

interface Quantity extends Advice {
  /** Absent: it is a number without a unit. */
  readonly unit?: string;
  /** Absent: 0. */
  readonly min?: number;
  readonly max?: number;
}

export const whole = (
  defaultValue: number,
  help: string,
  { unit = '', min = 0, max = Number.MAX_SAFE_INTEGER, when }: Quantity,
): Setting<number> => ({
  defaultValue,
  help,
  unit,
  when,
  expected:
    max === Number.MAX_SAFE_INTEGER ? `a whole number, at least ${min}` : `a whole number from ${min} to ${max}`,
  parse: (raw) => {
    const text = String(raw).trim();
    const parsed = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    return parsed >= min && parsed <= max ? parsed : undefined;
  },
});

/** A number above 0, with up to three decimals. */
export const thousandths = (
  defaultValue: number,
  help: string,
  { unit, when }: Advice & { readonly unit: string },
): Setting<number> => ({
  defaultValue,
  help,
  unit,
  when,
  expected: 'a number from 0.001 to 999999 with up to three decimals',
  parse: (raw) => {
    const text = String(raw).trim();
    const parsed = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
    return parsed > 0 ? parsed : undefined;
  },
});

interface Text extends Advice {
  /** Absent: any text but an empty one. */
  readonly pattern?: RegExp;
  readonly expected?: string;
}

export const text = (
  defaultValue: string,
  help: string,
  { pattern = /^.+$/s, expected = 'a text', when }: Text,
): Setting<string> => ({
  defaultValue,
  help,
  unit: '',
  when,
  expected,
  parse: (raw) => (typeof raw === 'string' && pattern.test(raw) ? raw : undefined),
});

export const choice = <const T extends string>(
  defaultValue: T,
  help: string,
  { values, when }: Advice & { readonly values: readonly T[] },
): Setting<T> => ({
  defaultValue,
  help,
  unit: '',
  when,
  expected: `one of ${values.join(', ')}`,
  parse: (raw) => values.find((value) => value === raw),
});

export const flag = (defaultValue: boolean, help: string, { when }: Advice): Setting<boolean> => ({
  defaultValue,
  help,
  unit: '',
  when,
  expected: 'true or false',
  parse: parseFlag,
});

export const timeZone = (defaultValue: string, help: string, { when }: Advice): Setting<string> => ({
  defaultValue,
  help,
  unit: '',
  when,
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
export const origins = (help: string, { when }: Advice): Setting<readonly string[]> => ({
  defaultValue: [],
  help,
  unit: '',
  when,
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

/** `shape` validates a value, or its JSON text, by a schema. */
export const jsonSetting = <T>(
  defaultValue: T,
  help: string,
  { shape, when }: Advice & { readonly shape: Param<unknown> },
): Setting<T> => ({
  defaultValue,
  help,
  unit: '',
  when,
  expected: 'JSON of the documented shape',
  parse: (raw) => {
    const read = shape.read(raw, help);
    return read.ok ? (read.value as T) : undefined;
  },
});
