// The operations with their parameters and replies as JSON Schema; read once.
import { ask } from './call.ts';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: { readonly [name: string]: Schema };
  readonly additionalProperties?: Schema | boolean;
  readonly patternProperties?: { readonly [pattern: string]: Schema };
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly $ref?: string;
}

/** As the process lists it. */
interface ListedOperation {
  readonly name: string;
  readonly area: string;
  readonly summary: string;
  readonly effect: 'read' | 'write' | 'aggregate';
  /** Security level that the operation requires. */
  readonly level: number;
  readonly isExtension: boolean;
  readonly hasDryRun: boolean;
}

export interface Operation extends ListedOperation {
  readonly params: Schema;
  readonly reply: Schema;
  /** Parameters of a call that was made in a test. */
  readonly example: { readonly [name: string]: unknown } | undefined;
}

export interface OperationList {
  readonly operations: readonly Operation[];
  /** What `$ref` points to: the last part of the path is the name. */
  readonly schemas: { readonly [name: string]: Schema };
}

interface Content {
  readonly content: {
    readonly 'application/json': { readonly schema: Schema; readonly example?: { readonly [name: string]: unknown } };
  };
}

/** The parts of docs/reference/openapi.json that are read here. */
interface OpenApi {
  readonly paths: {
    readonly [path: string]: {
      readonly post?: { readonly requestBody: Content; readonly responses: { readonly '200': Content } };
    };
  };
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
}

let known: Promise<OperationList> | undefined;

/** The levels are those of the process, the schemas those of the document that was built with this page. */
export const readOperations = (): Promise<OperationList> => {
  known ??= Promise.all([ask('/admin/operations'), ask('/back-office/openapi.json')]).then(([listed, document]) => {
    const { paths, components } = document as OpenApi;
    const { schemas } = components;
    const operations = (listed as readonly ListedOperation[]).map((one): Operation => {
      const post = paths[`/srv/service/${one.name}`]?.post;
      const request = post?.requestBody.content['application/json'];
      const reply = post?.responses['200'].content['application/json'].schema ?? {};
      const params = resolved(request?.schema ?? {}, schemas);
      return { ...one, params, reply: reply.anyOf?.[0] ?? reply, example: request?.example };
    });
    return { operations, schemas };
  });
  return known;
};

/** Returns the schema that `$ref` points to, or the given one. */
export const resolved = (schema: Schema, schemas: OperationList['schemas']): Schema =>
  schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1)!] ?? {});

/** The values that a text may have, where they are few and known. */
export const choicesOf = (schema: Schema): readonly string[] | undefined => {
  if (schema.enum !== undefined) return schema.enum.map(String);
  const constants = schema.anyOf?.map((one) => one.const);
  return constants?.every((one) => typeof one === 'string') === true ? (constants as readonly string[]) : undefined;
};

/** Returns the type in a word or two: text, number, list of Order, … */
export const typeName = (schema: Schema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = choicesOf(schema);
  if (choices !== undefined) return choices.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!;
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeName))].join(' | ');
  if (schema.type === 'array') return schema.items === undefined ? 'array' : `${typeName(schema.items)}[]`;
  if (schema.type === undefined) return 'any';
  return typeof schema.type === 'string' ? schema.type : schema.type.join(' | ');
};
