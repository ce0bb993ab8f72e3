// Parameters, declared once: how the wire's text becomes a value, and the JSON Schema that documents it.
import { Type } from 'typebox';
import type { Static, TObjectOptions, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseJson } from './json-reader.ts';
import { ok, refuse, shown } from './result.ts';
import type { Result } from './result.ts';

export { Type } from 'typebox';
export type { TObjectOptions, TSchema } from 'typebox';

export interface Absent<T> {
  readonly value: T;
  /** What it means in words, where the value does not say it. */
  readonly meaning?: string | undefined;
}

export interface Param<T> {
  readonly schema: TSchema;
  /** What a call that leaves it out means; undefined makes leaving it out a refusal. */
  readonly absent: Absent<T> | undefined;
  /** What JSON null means where it is not the same as leaving the parameter out. */
  readonly cleared?: { readonly value: T };
  /** Other names that clients use for it (Decision 5). */
  readonly aliases: readonly string[];
  /** An empty text is a value of its own. */
  readonly emptyCounts: boolean;
  /** Whether a value is taken before those under the aliases; by default every value that is not absent. */
  readonly preferred?: (raw: unknown) => boolean;
  read(raw: unknown, name: string): Result<T>;
}

export type Params = { readonly [name: string]: Param<unknown> };
export type ArgsOf<P extends Params> = { readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never };

/** Text that an XML 1.0 document cannot hold, or that is ill-formed UTF-16, is refused everywhere (Decision 8). */
const UNFIT = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
export const isFitText = (text: string): boolean => !UNFIT.test(text);

const JSON_DEPTH_MAX = 32;

/** Why a JSON value cannot be taken: '' when it can. */
const unfitJson = (value: unknown, depth = 0): string => {
  if (typeof value === 'string') return isFitText(value) ? '' : 'it holds characters that are not allowed';
  if (typeof value !== 'object' || value === null) return '';
  if (depth >= JSON_DEPTH_MAX) return `it is nested deeper than ${JSON_DEPTH_MAX}`;
  for (const [name, member] of Object.entries(value)) {
    // A member of this name is inert here and turns into a prototype wherever the object is copied.
    if (name === '__proto__') return 'a member may not be named __proto__';
    const why = isFitText(name) ? unfitJson(member, depth + 1) : 'it holds characters that are not allowed';
    if (why !== '') return why;
  }
  return '';
};

const invalid = (name: string, why: string): Result<never> => refuse('PARAMETER_INVALID', name, `${name}: ${why}.`);

const asText = (raw: unknown): string | undefined =>
  typeof raw === 'string' ? raw : typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : undefined;

const param = <T>(
  schema: TSchema,
  read: (raw: unknown, name: string) => Result<T>,
  emptyCounts = false,
): Param<T> => ({ schema, absent: undefined, aliases: [], emptyCounts, read });

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Whether a value is a number or the text of one, in decimal notation. */
export const isNumberText = (raw: unknown): boolean => typeof raw === 'number' || (typeof raw === 'string' && NUMBER.test(raw.trim()));

/** A whole number, by default from 0 to 2^53 − 1. */
export const int = (description: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): Param<number> =>
  param(Type.Integer({ description, minimum: min, maximum: max }), (raw, name) => {
    const text = asText(raw)?.trim() ?? '';
    if (!/^[+-]?\d{1,16}(\.0{1,9})?$/.test(text)) return invalid(name, `${shown(raw)} is no whole number`);
    const value = Number(text);
    return value >= min && value <= max ? ok(value) : invalid(name, `${shown(raw)} is not from ${min} to ${max}`);
  });

export const text = (description: string, { max = 255, empty = false } = {}): Param<string> =>
  param(
    Type.String({ description, maxLength: max }),
    (raw, name) => {
      const value = asText(raw);
      if (value === undefined) return invalid(name, 'a text is wanted');
      if (value.length > max) return invalid(name, `it is longer than ${max} characters`);
      return isFitText(value) ? ok(value) : invalid(name, 'it holds characters that are not allowed');
    },
    empty,
  );

export const oneOf = <const T extends string>(description: string, values: readonly T[]): Param<T> =>
  param(Type.Union(values.map((value) => Type.Literal(value)), { description }), (raw, name) => {
    const found = values.find((value) => value === asText(raw));
    return found === undefined ? invalid(name, `${shown(raw)} is none of ${values.join(', ')}`) : ok(found);
  });

const TRUE = new Set(['1', 'true', 'yes', 'on']);
const FALSE = new Set(['0', 'false', 'no', 'off', '']);

/** 1 or 0, true or false. */
export const flag = (description: string): Param<boolean> =>
  param(Type.Boolean({ description }), (raw, name) => {
    const value = asText(raw)?.toLowerCase() ?? '?';
    return TRUE.has(value) ? ok(true) : FALSE.has(value) ? ok(false) : invalid(name, `${shown(raw)} is not 1 or 0`);
  });

const parsed = (raw: unknown): unknown => {
  if (typeof raw !== 'string') return raw;
  try {
    return parseJson(raw);
  } catch {
    return undefined;
  }
};

/** JSON text, or the value itself in a JSON body, that fits the schema; `[]` stands for an empty object. */
export const json = <S extends TSchema>(schema: S, { bare = false } = {}): Param<Static<S>> => {
  const check = Compile(schema);
  const wantsObject = (schema as { readonly type?: unknown }).type === 'object';
  return param(schema, (raw, name) => {
    // `bare` takes a text that is no JSON as itself: one name instead of a list of names.
    let value = parsed(raw) ?? (bare ? raw : undefined);
    if (value === undefined) return invalid(name, 'it is no JSON');
    if (wantsObject && Array.isArray(value) && value.length === 0) value = {};
    const why = unfitJson(value);
    if (why !== '') return invalid(name, why);
    return check.Check(value) ? ok(value as Static<S>) : invalid(name, `${shown(value)} has not the shape wanted`);
  });
};

/** The shape of an object with members by name; the library itself holds no name to its `maxLength`. */
export const named = <S extends TSchema>(lengthMax: number, values: S, options: TObjectOptions = {}) =>
  Type.Record(Type.String({ pattern: `^[\\s\\S]{1,${lengthMax}}$` }), values, { additionalProperties: false, ...options });

/** May be left out; it then means `value`, and the documents say `meaning`. */
export const optional = <T, const D>(base: Param<T>, value: D, meaning?: string): Param<T | D> => ({
  ...base,
  absent: { value, meaning },
});

export const alias = <T>(base: Param<T>, ...names: string[]): Param<T> => ({ ...base, aliases: names });

export const map = <T, U>(base: Param<T>, to: (value: T, name: string) => Result<U>): Param<U> => ({
  schema: base.schema,
  absent: undefined,
  aliases: base.aliases,
  emptyCounts: base.emptyCounts,
  read: (raw, name) => {
    const value = base.read(raw, name);
    return value.ok ? to(value.value, name) : value;
  },
});

const JUNK = new Set<unknown>(['undefined', 'null', 'NaN', '[object Object]', '', null, undefined]);
/** Most texts differ by their lengths, and are not made keys of a set for nothing. */
const JUNK_LENGTHS = new Set([...JUNK].map((junk) => (typeof junk === 'string' ? junk.length : 0)));

/** What clients send for nothing at all (Decision 5). */
export const isAbsent = (raw: unknown): boolean => (typeof raw !== 'string' || JUNK_LENGTHS.has(raw.length)) && JUNK.has(raw);

type FieldsLike = { readonly [name: string]: unknown };

const rawOf = (fields: FieldsLike, name: string, { aliases, preferred }: Param<unknown>): unknown => {
  const raw = fields[name];
  if (aliases.length === 0 || (raw !== undefined && (preferred === undefined ? !isAbsent(raw) : preferred(raw)))) return raw;
  for (const other of aliases) if (fields[other] !== undefined) return fields[other];
  return raw;
};

/** All parameters of a call. Refuses: PARAMETER_MISSING, PARAMETER_INVALID, and what a parameter itself refuses. */
export const readParams = <P extends Params>(params: P, fields: FieldsLike): Result<ArgsOf<P>> => {
  const args: { [name: string]: unknown } = {};
  for (const name in params) {
    const one = params[name]!;
    const raw = rawOf(fields, name, one);
    if (raw === null && one.cleared !== undefined) {
      args[name] = one.cleared.value;
      continue;
    }
    if (raw === undefined || (one.absent !== undefined ? isAbsent(raw) : (raw === '' || raw === null) && !one.emptyCounts)) {
      if (one.absent === undefined) return refuse('PARAMETER_MISSING', name, `The parameter ${name} is required.`);
      args[name] = one.absent.value;
      continue;
    }
    const value = one.read(raw, name);
    if (!value.ok) return value;
    args[name] = value.value;
  }
  return ok(args as ArgsOf<P>);
};
