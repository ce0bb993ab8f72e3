// What docs/reference/openapi.json, which is made of the table of operations and comes with the package, says of each
// operation: its parameters and its reply as JSON Schema, its refusals, and a call that was made.
//
// A schema stands by itself: what it refers to is below its `$defs`. Replies may have more members than it names, so
// that a server which is newer than this program is understood.
import { readFileSync } from 'node:fs';
import { mayBeHidden } from '../operations/replies/hidden-members.ts';

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export interface Members {
  readonly [name: string]: unknown;
}

export interface Described {
  readonly params: JsonSchema;
  readonly reply: JsonSchema;
  readonly refusals: readonly string[];
  /** A call that was made, and its reply. */
  readonly example: { readonly call: Members; readonly reply: Members };
}

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: JsonSchema; readonly example: Members } };
}

interface Document {
  readonly paths: {
    readonly [path: string]: { readonly post: { readonly requestBody: Content; readonly responses: { 200: Content } } };
  };
  readonly components: { readonly schemas: { readonly [name: string]: JsonSchema } };
}

const FILE = new URL('../../docs/reference/openapi.json', import.meta.url);
const REFERENCE = '#/components/schemas/';

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names of an object's members that come to everybody, whatever a role hides (docs/operate/roles.md). */
const alwaysThere = (required: readonly unknown[], { properties }: JsonSchema): readonly unknown[] =>
  required.filter((name) => !mayBeHidden(String(name), (properties as Members)[String(name)] ?? {}));

/**
 * `isOpen`: members that are not named may come as well, and those that a role may hide may be absent. Adds the names
 * of records that are referred to.
 */
const referring = (schema: unknown, isOpen: boolean, names: Set<string>): unknown => {
  if (Array.isArray(schema)) return schema.map((one) => referring(one, isOpen, names));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !(isOpen && keyword === 'additionalProperties' && value === false))
      .map(([keyword, value]) => {
        if (isOpen && keyword === 'required' && Array.isArray(value)) return [keyword, alwaysThere(value, schema)];
        if (keyword !== '$ref' || typeof value !== 'string') return [keyword, referring(value, isOpen, names)];
        const name = value.slice(REFERENCE.length);
        names.add(name);
        return [keyword, `#/$defs/${name}`];
      }),
  );
};

export class ApiDescription {
  private readonly document: Document;

  constructor() {
    this.document = JSON.parse(readFileSync(FILE, 'utf8')) as Document;
  }

  private alone(schema: JsonSchema, isOpen: boolean): JsonSchema {
    const { schemas } = this.document.components;
    // Names are added to it while it is read.
    const names = new Set<string>();
    const own = referring(schema, isOpen, names) as JsonSchema;
    const records: { [name: string]: unknown } = {};
    for (const name of names) records[name] = referring(schemas[name], isOpen, names);
    // MCP wants an object at the root, and every reply is one.
    return { type: 'object', ...own, ...(names.size > 0 && { $defs: records }) };
  }

  /** Throws where the document has no such operation: it is older than the table. */
  of(name: string): Described {
    const post = this.document.paths[`/srv/service/${name}`]?.post;
    if (post === undefined)
      throw new Error(`docs/reference/openapi.json has no operation ${name}: npm run docs writes it`);
    const { example: call } = post.requestBody.content['application/json'];
    const { schema, example: reply } = post.responses[200].content['application/json'];
    const [success = {}, refusal = {}] = schema['anyOf'] as readonly JsonSchema[];
    const [, codes] = refusal['allOf'] as readonly { readonly properties: { readonly message: { enum: string[] } } }[];
    return {
      params: this.alone(this.document.components.schemas[`${name}_params`]!, false),
      reply: this.alone(success, true),
      refusals: codes!.properties.message.enum,
      example: { call, reply },
    };
  }
}
