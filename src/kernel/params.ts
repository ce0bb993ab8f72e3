// Parameters of operations. Each is declared once: how the text of a request becomes a value, what leaving it out
// means, and the JSON Schema that documents it.
//
// `readParams` gives every declared parameter a value of its type or refuses the call. Not promised: anything about
// fields that no parameter names; they are ignored (D5).
import * as typebox from 'typebox';
import type { Static, TObjectOptions, TSchema } from 'typebox';
// Not typebox/compile, which is 430 files more at every start of the program.
import { Compile } from 'typebox/schema';
import { composedJson, nameInTwoForms } from './composed-json.ts';
import { readFlag } from './flag.ts';
import { JsonTooLarge, parseJson } from './json-reader.ts';
import { refuseAt } from './limits.ts';
import type { LimitName } from './limits.ts';
import { ok, refuse, shown } from './result.ts';
import type { Result } from './result.ts';
import { memberPath, describeSchemaErrors } from './schema-error.ts';
import { composed } from './text.ts';

export { Compile } from 'typebox/schema';
export type { Static, TObjectOptions, TSchema } from 'typebox';

/** What schemas are made of. The package's own object of this name holds all it has, 200 kB of the built program. */
export const Type = {
  Array: typebox.Array,
  Boolean: typebox.Boolean,
  Integer: typebox.Integer,
  Literal: typebox.Literal,
  Null: typebox.Null,
  Number: typebox.Number,
  Object: typebox.Object,
  Optional: typebox.Optional,
  Partial: typebox.Partial,
  Record: typebox.Record,
  Ref: typebox.Ref,
  String: typebox.String,
  Tuple: typebox.Tuple,
  Union: typebox.Union,
  Unknown: typebox.Unknown,
  Unsafe: typebox.Unsafe,
};

interface Absent<T> {
  readonly value: T;
  /** What leaving it out means, in words for the documents; absent: the value itself is shown. */
  readonly meaning?: string | undefined;
}

/** All have one shape, so that V8 reads the members of any of them at once: a call has a dozen parameters. */
export interface Param<T> {
  readonly schema: TSchema;
  /** Value in a call that leaves it out; undefined: leaving it out is refused. */
  readonly absent: Absent<T> | undefined;
  /** Value for JSON null; undefined: as for leaving it out. */
  readonly cleared: { readonly value: T } | undefined;
  /** What clients send for nothing is refused, but for empty text: leaving it out would do more, or check less. */
  readonly isGuard: boolean;
  /** Other names that clients use for it, asked in this order if the parameter itself is absent. */
  readonly aliases: readonly string[];
  /** The empty text is a value and not an absent parameter. */
  readonly emptyCounts: boolean;
  /** Whether a value is preferred to those under the aliases; undefined: every value that is not absent is. */
  readonly preferred: ((raw: unknown) => boolean) | undefined;
  read(raw: unknown, name: string): Result<T>;
}

export type Params = { readonly [name: string]: Param<unknown> };
export type ArgsOf<P extends Params> = { readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never };

/** Characters that XML 1.0 cannot hold, and ill-formed UTF-16; refused everywhere, since channels may get XML (D8). */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
export const isAllowedText = (text: string): boolean => !FORBIDDEN.test(text);

/** Every line end of Unicode, and what else controls where a text is shown: forbidden in texts of a single line. */
const CONTROLS = /[\p{Cc}\u2028\u2029]/u;
export const isLine = (text: string): boolean => !CONTROLS.test(text);

const JSON_DEPTH_MAX = 32;

const DEEP = 'deep';

/** Depth of a value, found level by level: it may be nested deeper than the stack allows calls. */
const depthOf = (value: unknown): number => {
  const isNested = (one: unknown): one is object => typeof one === 'object' && one !== null;
  let depth = 0;
  for (let level = [value].filter(isNested); level.length > 0; depth += 1)
    level = level.flatMap((one): unknown[] => Object.values(one)).filter(isNested);
  return depth;
};

const FORBIDDEN_TEXT = 'it holds characters that are not allowed';

/** Characters of most texts: none is forbidden, and none has two forms. */
const PLAIN = /^[\t\n\r\u0020-\u02ff]*$/;

interface Problem {
  /** Path from the value to the member with the problem. */
  readonly path: readonly (string | number)[];
  readonly why: string;
}

/** No problem: a text in the value is not composed. */
const UNCOMPOSED: Problem = { path: [], why: '' };

const textProblem = (text: string, why: string): Problem | undefined =>
  PLAIN.test(text)
    ? undefined
    : !isAllowedText(text)
      ? { path: [], why }
      : composed(text) === text
        ? undefined
        : UNCOMPOSED;

/**
 * Returns why a JSON value is not accepted, UNCOMPOSED if a text needs composing, undefined if it is accepted as it is.
 */
const problemOf = (value: unknown, depth = 0): Problem | undefined => {
  if (typeof value === 'string') return textProblem(value, FORBIDDEN_TEXT);
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= JSON_DEPTH_MAX) return { path: [], why: DEEP };
  let uncomposed: Problem | undefined;
  for (const [name, member] of Object.entries(value)) {
    // A member of this name becomes the prototype wherever the object is copied by assignment.
    if (name === '__proto__') return { path: [], why: 'a member may not be named __proto__' };
    const named = textProblem(name, 'a name in it holds characters that are not allowed');
    const problem = named === undefined || named === UNCOMPOSED ? problemOf(member, depth + 1) : undefined;
    if (named === UNCOMPOSED || problem === UNCOMPOSED) uncomposed = UNCOMPOSED;
    if (named !== undefined && named !== UNCOMPOSED) return named;
    if (problem !== undefined && problem !== UNCOMPOSED)
      return { path: [Array.isArray(value) ? Number(name) : name, ...problem.path], why: problem.why };
  }
  return uncomposed;
};

const invalid = (path: string, why: string, name = path): Result<never> =>
  refuse('PARAMETER_INVALID', name, `${path}: ${why}.`);

const beyond = (limit: LimitName, name: string, why: string): Result<never> =>
  refuseAt(limit, 'PARAMETER_INVALID', name, `${name}: ${why}.`);

const asText = (raw: unknown): string | undefined =>
  typeof raw === 'string' ? raw : typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : undefined;

const NO_NAMES: readonly string[] = [];

const param = <T>(schema: TSchema, read: (raw: unknown, name: string) => Result<T>, emptyCounts = false): Param<T> => ({
  schema,
  absent: undefined,
  cleared: undefined,
  isGuard: false,
  aliases: NO_NAMES,
  emptyCounts,
  preferred: undefined,
  read,
});

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Whether a value is a number or the text of one, in decimal notation. */
export const isNumberText = (raw: unknown): boolean =>
  typeof raw === 'number' || (typeof raw === 'string' && NUMBER.test(raw.trim()));

/** A whole number, by default from 0 to 2^53 − 1. */
export const int = (description: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): Param<number> =>
  param(Type.Integer({ description, minimum: min, maximum: max }), (raw, name) => {
    const text = asText(raw)?.trim() ?? '';
    if (!/^[+-]?\d{1,16}(\.0{1,9})?$/.test(text)) return invalid(name, `${shown(raw)} is no whole number`);
    const value = Number(text);
    return value >= min && value <= max ? ok(value) : invalid(name, `${shown(raw)} is not from ${min} to ${max}`);
  });

/** `line`: line ends and control characters are refused. `asSent`: the text is not composed; passwords are not. */
export const text = (
  description: string,
  { max = 255, empty = false, line = false, asSent = false } = {},
): Param<string> =>
  param(
    Type.String({ description, maxLength: max }),
    (raw, name) => {
      const sent = asText(raw);
      if (sent === undefined) return invalid(name, 'a text is wanted');
      const isPlain = PLAIN.test(sent);
      // Text that is far too long is refused below, without being composed.
      const value = isPlain || asSent || sent.length > 4 * max ? sent : composed(sent);
      if (value.length > max) return invalid(name, `it is longer than ${max} characters`);
      if (!isPlain && !isAllowedText(value)) return invalid(name, FORBIDDEN_TEXT);
      return line && !isLine(value) ? invalid(name, 'it holds a line end or a control character') : ok(value);
    },
    empty,
  );

/**
 * Reads the one of `values` that a text names, in any case. `path`: the parameter, or a member of it. Refuses:
 * PARAMETER_INVALID.
 */
export const readOneOf = <T extends string>(
  values: readonly T[],
  raw: unknown,
  param: string,
  path = param,
): Result<T> => {
  // As most clients write it.
  if (values.includes(raw as T)) return ok(raw as T);
  const wanted = asText(raw)?.toLowerCase();
  const match = values.find((value) => value.toLowerCase() === wanted);
  return match === undefined ? invalid(path, `${shown(raw)} is none of ${values.join(', ')}`, param) : ok(match);
};

/** One of `values`, in any case. */
export const oneOf = <const T extends string>(description: string, values: readonly T[]): Param<T> =>
  param(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      { description },
    ),
    (raw, name) => readOneOf(values, raw, name),
  );

/** The mark of a flag in a schema, by which the flags of all operations are found. */
export const FLAG_MARK = 'x-flag';

/** 1 or 0, true or false, yes or no, on or off, in any case. */
export const flag = (description: string): Param<boolean> =>
  param(Type.Boolean({ description, [FLAG_MARK]: true }), readFlag);

/** The schema of a flag within a JSON parameter; `flagMember` reads it. */
export const FlagShape = Type.Union([Type.Boolean(), Type.Number(), Type.String(), Type.Null()], { [FLAG_MARK]: true });

/** The flag at `path` of a parameter; `absent` if it is not there. Refuses: PARAMETER_INVALID. */
export const flagMember = <T>(raw: unknown, param: string, path: string, absent: T): Result<boolean | T> =>
  isAbsent(raw) ? ok(absent) : readFlag(raw, param, path);

/** The value of JSON text, a value of a JSON body as it is; undefined for text that is no JSON. */
const readJson = (raw: unknown): unknown => {
  if (typeof raw !== 'string') return raw;
  try {
    return parseJson(raw);
  } catch (error) {
    return error instanceof JsonTooLarge ? error : undefined;
  }
};

/** As `readJson`; undefined for text that is too large, too. */
export const parsedJson = (raw: unknown): unknown => {
  const read = readJson(raw);
  return read instanceof JsonTooLarge ? undefined : read;
};

/**
 * JSON text, or the value itself in a JSON body, that fits the schema; `[]` stands for an empty object. `asSent`:
 * members that are not composed, such as passwords; `all`: nothing is, because its reader composes it.
 */
export const json = <S extends TSchema>(
  schema: S,
  { bare = false, asSent = NO_NAMES }: { readonly bare?: boolean; readonly asSent?: readonly string[] | 'all' } = {},
): Param<Static<S>> => {
  const check = Compile(schema);
  const wantsObject = (schema as { readonly type?: unknown }).type === 'object';
  return param(schema, (raw, name) => {
    // `bare` accepts a text that is no JSON as itself: one name instead of a list of names. It must not begin like a
    // list or an object, which would be a broken one.
    const read = readJson(raw);
    const tooLarge = read instanceof JsonTooLarge ? read : undefined;
    let value =
      (tooLarge === undefined ? read : undefined) ??
      (bare && !(typeof raw === 'string' && /^\s*[[{]/.test(raw)) ? raw : undefined);
    if (value === undefined)
      return tooLarge === undefined ? invalid(name, 'it is no JSON') : beyond(tooLarge.limit, name, tooLarge.message);
    if (wantsObject && Array.isArray(value) && value.length === 0) value = {};
    const problem = problemOf(value);
    if (problem?.why === DEEP)
      return beyond('json_depth', name, `it is nested ${depthOf(value)} deep, ${JSON_DEPTH_MAX} is read at most`);
    if (problem === UNCOMPOSED) {
      const twice = asSent === 'all' ? undefined : nameInTwoForms(value);
      if (twice !== undefined) return invalid(name, `the name ${shown(twice)} is in it twice, in two forms of Unicode`);
      if (asSent !== 'all') value = composedJson(value, asSent);
    } else if (problem !== undefined) return invalid(problem.path.reduce<string>(memberPath, name), problem.why, name);
    if (check.Check(value)) return ok(value as Static<S>);
    return refuse('PARAMETER_INVALID', name, `${describeSchemaErrors(name, value, check.Errors(value)[1])}.`);
  });
};

/**
 * The schema of an object with any names of 1 to `lengthMax` characters; typebox does not enforce `maxLength` on names.
 */
export const named = <S extends TSchema>(lengthMax: number, values: S, options: TObjectOptions = {}) =>
  Type.Record(Type.String({ pattern: `^[\\s\\S]{1,${lengthMax}}$` }), values, {
    additionalProperties: false,
    ...options,
  });

/** May be left out; its value is then `value`, which the documents describe as `meaning`. */
export const optional = <T, const D>(base: Param<T>, value: D, meaning?: string): Param<T | D> => ({
  ...base,
  absent: { value, meaning },
});

/**
 * An amount, a limit or what a caller has seen: optional, and left out by leaving it out alone. A `NaN` of a broken sum
 * would lift it otherwise, and JSON has null for one (D692).
 */
export const guard = <T, const D>(base: Param<T>, value: D, meaning?: string): Param<T | D> => ({
  ...optional(base, value, meaning),
  isGuard: true,
});

export const alias = <T>(base: Param<T>, ...names: string[]): Param<T> => ({ ...base, aliases: names });

export const map = <T, U>(base: Param<T>, to: (value: T, name: string) => Result<U>): Param<U> => ({
  schema: base.schema,
  absent: undefined,
  cleared: undefined,
  isGuard: base.isGuard,
  aliases: base.aliases,
  emptyCounts: base.emptyCounts,
  preferred: undefined,
  read: (raw, name) => {
    const value = base.read(raw, name);
    return value.ok ? to(value.value, name) : value;
  },
});

const JUNK = new Set<unknown>(['undefined', 'null', 'NaN', '[object Object]', '', null, undefined]);
/** Most values have another length than any of these, so that the set is not asked. */
const JUNK_LENGTHS = new Set([...JUNK].map((junk) => (typeof junk === 'string' ? junk.length : 0)));

/** Whether a value is one of those that clients send for a field without a value, such as `undefined` (D5). */
export const isAbsent = (raw: unknown): boolean =>
  raw === undefined || ((typeof raw !== 'string' || JUNK_LENGTHS.has(raw.length)) && JUNK.has(raw));

type FieldsLike = { readonly [name: string]: unknown };

const rawOf = (fields: FieldsLike, name: string, { aliases, preferred }: Param<unknown>): unknown => {
  const raw = fields[name];
  if (aliases.length === 0 || (raw !== undefined && (preferred === undefined ? !isAbsent(raw) : preferred(raw))))
    return raw;
  for (const other of aliases) if (fields[other] !== undefined) return fields[other];
  return raw;
};

/**
 * Reads all parameters of a call. Refuses: PARAMETER_MISSING, PARAMETER_INVALID, and what a parameter itself refuses.
 */
export const readParams = <P extends Params>(params: P, fields: FieldsLike): Result<ArgsOf<P>> => {
  const args: { [name: string]: unknown } = {};
  for (const name in params) {
    const declared = params[name]!;
    const raw = rawOf(fields, name, declared);
    if (raw === null && declared.cleared !== undefined) {
      args[name] = declared.cleared.value;
      continue;
    }
    if (declared.isGuard && raw !== undefined && raw !== '' && isAbsent(raw))
      return invalid(name, `${shown(raw)} is no value: leave it out where none is meant`);
    if (
      raw === undefined ||
      (declared.absent !== undefined ? isAbsent(raw) : (raw === '' || raw === null) && !declared.emptyCounts)
    ) {
      if (declared.absent === undefined) return refuse('PARAMETER_MISSING', name, `The parameter ${name} is required.`);
      args[name] = declared.absent.value;
      continue;
    }
    const value = declared.read(raw, name);
    if (!value.ok) return value;
    args[name] = value.value;
  }
  return ok(args as ArgsOf<P>);
};
