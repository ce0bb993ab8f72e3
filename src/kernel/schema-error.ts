// Explains why a JSON value does not fit its schema, in one sentence: the deepest member that is wrong, and what is
// wanted there.
import { shown } from './result.ts';

/** An error as typebox reports it. */
export interface SchemaError {
  readonly keyword: string;
  /** A JSON pointer. */
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

const PLAIN_NAME = /^[A-Za-z_]\w*$/;

/** `path` of a member: `attributes[0].type`, `seo["x y"].title`. */
export const memberPath = (path: string, member: string | number): string =>
  typeof member === 'number'
    ? `${path}[${member}]`
    : PLAIN_NAME.test(member)
      ? `${path}.${member}`
      : `${path}[${JSON.stringify(member.slice(0, 80))}]`;

const NAMES: { readonly [type: string]: string } = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
};

const joinedByOr = (texts: readonly string[]): string =>
  [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter((text) => text !== '').join(' or ');

const escaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

interface Place {
  readonly path: string;
  /** The value there; undefined for none. */
  readonly value: unknown;
  readonly last: string;
}

/** The place that a JSON pointer names. */
const placeOf = (name: string, value: unknown, pointer: string): Place => {
  let place: Place = { path: name, value, last: '' };
  for (const step of pointer.split('/').slice(1).map(escaped)) {
    const list = Array.isArray(place.value);
    const within = place.value as { readonly [member: string]: unknown };
    place = {
      path: memberPath(place.path, list ? Number(step) : step),
      value: Object.hasOwn(within, step) ? within[step] : undefined,
      last: step,
    };
  }
  return place;
};

const depth = ({ instancePath }: SchemaError): number => instancePath.split('/').length;

/** Keywords whose errors only repeat that something within is wrong. */
const OUTER: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'additionalProperties', 'propertyNames']);

const paramOf = <T>(error: SchemaError, name: string): T => (error.params as { readonly [name: string]: T })[name]!;

/** The reason, from all errors of one place. */
const whyOf = (errors: readonly SchemaError[], { value, last }: Place): string => {
  const first = errors.find(({ keyword }) => keyword !== 'type') ?? errors[0]!;
  switch (first.keyword) {
    case 'type': {
      const wanted = errors.map((error) => paramOf<string>(error, 'type'));
      return `${joinedByOr([...new Set(wanted)].map((type) => NAMES[type] ?? type))} is wanted, not ${shown(value)}`;
    }
    case 'const': {
      const allowed = errors.flatMap((error) =>
        error.keyword === 'const' ? [String(paramOf<unknown>(error, 'allowedValue'))] : [],
      );
      return `${shown(value)} is none of ${allowed.join(', ')}`;
    }
    case 'required':
      return `the member ${paramOf<readonly string[]>(first, 'requiredProperties').join(', ')} is missing`;
    case 'boolean':
      return `there is no member ${shown(last)}`;
    case 'maxLength':
      return `it is longer than ${paramOf<number>(first, 'limit')} characters`;
    case 'maxItems':
      return `it holds ${(value as readonly unknown[]).length} entries, more than ${paramOf<number>(first, 'limit')}`;
    case 'maxProperties':
      return `it has ${Object.keys(value as object).length} members, more than ${paramOf<number>(first, 'limit')}`;
    case 'minItems':
      return `it holds ${(value as readonly unknown[]).length} entries, fewer than ${paramOf<number>(first, 'limit')}`;
    default:
      return `${shown(value)} ${first.message}`;
  }
};

/** One sentence without its full stop. `name`: the parameter. */
export const describeSchemaErrors = (name: string, value: unknown, errors: readonly SchemaError[]): string => {
  const inner = errors.filter(({ keyword }) => !OUTER.has(keyword));
  const candidates = inner.length > 0 ? inner : errors;
  const deepest = candidates.reduce((best, error) => (depth(error) > depth(best) ? error : best));
  const place = placeOf(name, value, deepest.instancePath);
  return `${place.path}: ${whyOf(
    candidates.filter((error) => error.instancePath === deepest.instancePath),
    place,
  )}`;
};
