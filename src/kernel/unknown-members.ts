// Members of a JSON value that its schema does not name; a lenient reader skips them, a strict one refuses them.
import { Compile } from './params.ts';
import type { TSchema } from './params.ts';

/** The mark of a schema whose values are accepted and mean nothing. */
export const IGNORED_MARK = 'x-ignored';

export interface UnknownMember {
  readonly path: readonly (string | number)[];
  /** Names that the object may have there. */
  readonly known: readonly string[];
}

type Schema = TSchema & {
  readonly [IGNORED_MARK]?: true;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: { readonly [name: string]: Schema };
  readonly patternProperties?: { readonly [pattern: string]: Schema };
  readonly additionalProperties?: Schema | boolean;
};

const checks = new WeakMap<Schema, (value: unknown) => boolean>();
const fits = (schema: Schema, value: unknown): boolean => {
  let check = checks.get(schema);
  if (check === undefined) {
    const compiled = Compile(schema);
    checks.set(schema, (check = (given) => compiled.Check(given)));
  }
  return check(value);
};

const below = (at: string | number, { path, known }: UnknownMember): UnknownMember => ({ path: [at, ...path], known });

const ofObject = (schema: Schema, value: object): UnknownMember[] => {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema;
  const [pattern] = Object.values(patternProperties);
  const other = typeof additionalProperties === 'object' ? additionalProperties : pattern;
  return Object.entries(value).flatMap(([name, member]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : other;
    if (own === undefined) return [{ path: [name], known: Object.keys(properties) }];
    // An object that may have any member, or members that are ignored, has no better names to suggest.
    if (isIgnored(own, member)) return [{ path: [name], known: Object.keys(properties) }];
    return unknownMembers(own, member).map((one) => below(name, one));
  });
};

const variantOf = (schema: Schema, value: unknown): Schema | undefined =>
  schema.anyOf?.find((variant) => fits(variant, value));

const isIgnored = (schema: Schema, value: unknown): boolean =>
  (variantOf(schema, value) ?? schema)[IGNORED_MARK] === true;

/** Finds the unknown members of a value that fits the schema; of any other value, those that can be told. */
export const unknownMembers = (given: TSchema, value: unknown): UnknownMember[] => {
  const schema = given as Schema;
  if (schema.anyOf !== undefined) {
    const variant = variantOf(schema, value);
    return variant === undefined ? [] : unknownMembers(variant, value);
  }
  if (Array.isArray(value))
    return schema.items === undefined
      ? []
      : value.flatMap((item, index) => unknownMembers(schema.items!, item).map((one) => below(index, one)));
  const isObject = typeof value === 'object' && value !== null;
  return isObject && (schema as { readonly type?: unknown }).type === 'object' ? ofObject(schema, value) : [];
};
