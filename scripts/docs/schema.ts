// A parameter's JSON Schema, told in words and as OpenAPI 3.1 has it.
import type { Param } from '../../src/kernel/params.ts';
import type { Operation } from '../../src/operations/context/operation.ts';
import { OPERATIONS } from '../../src/operations/dispatch/registry.ts';

/** By name: the order of a module's exports is the runtime's own affair. */
export const SORTED: readonly (readonly [name: string, operation: Operation])[] = [...OPERATIONS].sort(([a], [b]) =>
  a < b ? -1 : 1,
);

export interface Schema {
  readonly [keyword: string]: unknown;
  readonly type?: string;
  readonly const?: unknown;
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

export const schemaOf = (param: Param<unknown>): Schema => param.schema as Schema;

const literals = ({ anyOf }: Schema): unknown[] | undefined => {
  const values = anyOf?.map((one) => one.const);
  return values?.every((value) => value !== undefined) ? values : undefined;
};

const whole = ({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): string => {
  if (maximum === Number.MAX_SAFE_INTEGER) return minimum === 0 ? 'integer' : `integer from ${minimum}`;
  return `integer from ${minimum} to ${maximum}`;
};

/** Whether the value travels as JSON text in a form. */
export const isJson = ({ type, anyOf }: Schema): boolean =>
  type === 'object' ||
  type === 'array' ||
  (anyOf?.some((one) => one.type === 'object' || one.type === 'array') ?? false);

/** As the table of an operation says it. */
export const typeText = (schema: Schema): string => {
  const values = literals(schema);
  if (values !== undefined) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (isJson(schema)) return schema.type === 'object' ? 'JSON object' : schema.type === 'array' ? 'JSON array' : 'JSON';
  switch (schema.type) {
    case 'integer':
      return whole(schema);
    case 'boolean':
      return '1 or 0';
    default:
      // Beyond this a limit only guards the server; the operation has one of its own.
      return schema.maxLength === undefined || schema.maxLength > 10_000 ? 'text' : `text, at most ${schema.maxLength}`;
  }
};

/** Tuples are `prefixItems` in the JSON Schema of OpenAPI 3.1; everything else is the same. */
export const openApiSchema = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(openApiSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { items, additionalItems, ...rest } = schema as {
    readonly items?: unknown;
    readonly additionalItems?: unknown;
  };
  const kept = Object.fromEntries(Object.entries(rest).map(([keyword, value]) => [keyword, openApiSchema(value)]));
  if (items === undefined) return kept;
  return Array.isArray(items)
    ? { ...kept, prefixItems: items.map(openApiSchema), items: additionalItems ?? true }
    : { ...kept, items: openApiSchema(items) };
};
