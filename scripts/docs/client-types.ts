// src/client/operations.ts: the types of every operation's parameters, reply and refusals, for the client.
import { REFUSALS } from '../../src/kernel/refusals.ts';
import type { Param } from '../../src/kernel/params.ts';
import type { Operation } from '../../src/operations/context/operation.ts';
import { isBulkOperation } from '../../src/operations/dispatch/registry.ts';
import { refusalsOf } from '../../src/operations/context/refusals-of.ts';
import { SAYS_MARK } from '../../src/operations/replies/members.ts';
import { RECORDS } from './reply.ts';
import { SORTED } from './schema.ts';

interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema | readonly Schema[];
  readonly minItems?: number;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly patternProperties?: { readonly [pattern: string]: Schema };
  readonly additionalProperties?: Schema | boolean;
  readonly 'x-flag'?: boolean;
  readonly [SAYS_MARK]?: string;
}

const isEmptyObject = ({ type, properties }: Schema): boolean =>
  type === 'object' && properties !== undefined && Object.keys(properties).length === 0;

const nameOf = (member: string): string => (/^[A-Za-z_$][\w$]*$/.test(member) ? member : JSON.stringify(member));

const comment = (text: string | undefined, indent: string): string =>
  text === undefined || text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;

/** `sent`: the type of a parameter, which may also be what stands for it on the wire. */
const typeOf = (schema: Schema, indent: string, sent = false): string => {
  const { $ref, title, type, anyOf, items } = schema;
  if ($ref !== undefined) return $ref;
  if (title !== undefined && RECORDS.has(title)) return title;
  if (schema['x-flag'] === true) return 'Flag';
  if (schema.const !== undefined) return typeof schema.const === 'string' ? `'${schema.const}'` : String(schema.const);
  if (anyOf !== undefined)
    return unionOf(
      anyOf.filter((one) => !isEmptyObject(one)),
      indent,
      sent,
    );
  switch (type) {
    case 'string':
      return sent ? 'Text' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return items === undefined ? 'readonly unknown[]' : listOf(items, schema.minItems ?? 0, indent, sent);
    case 'object':
      return objectOf(schema, indent, sent);
    default:
      return 'unknown';
  }
};

const unionOf = (variants: readonly Schema[], indent: string, sent: boolean): string =>
  [...new Set(variants.map((one) => typeOf(one, indent, sent)))].join(' | ');

const listOf = (items: Schema | readonly Schema[], minItems: number, indent: string, sent: boolean): string => {
  if (!Array.isArray(items)) {
    const of = typeOf(items as Schema, indent, sent);
    return `readonly ${/ [|&] |^readonly /.test(of) ? `(${of})` : of}[]`;
  }
  const entries = items.map((one: Schema, at) => `${typeOf(one, indent, sent)}${at < minItems ? '' : '?'}`);
  return `readonly [${entries.join(', ')}]`;
};

const membersOf = (schema: Schema, indent: string, sent: boolean): string => {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties)
    .map(([member, of]) => {
      const isOptional = !required.includes(member);
      const type = typeOf(of, indent, sent);
      return (
        comment(of[SAYS_MARK] ?? of.description, indent) +
        `${indent}readonly ${nameOf(member)}${isOptional ? '?' : ''}: ${type}${isOptional && sent ? ' | undefined' : ''};\n`
      );
    })
    .join('');
};

const objectOf = (schema: Schema, indent: string, sent: boolean): string => {
  const { properties, patternProperties = {}, additionalProperties } = schema;
  const rest =
    Object.values(patternProperties)[0] ??
    (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  const further = rest === undefined ? '' : `{ readonly [name: string]: ${typeOf(rest, `${indent}  `, sent)} }`;
  if (properties === undefined) return further === '' ? 'object' : further;
  const own = `{\n${membersOf(schema, `${indent}  `, sent)}${indent}}`;
  // A member beside those that are declared has a type of its own, which TypeScript cannot say of all others.
  return further === '' ? own : `${own} & { readonly [name: string]: unknown }`;
};

const recordType = ([title, schema]: readonly [string, Schema]): string => {
  const head = comment(schema.description, '');
  return schema.properties === undefined
    ? `${head}export type ${title} =\n  | ${schema.anyOf!.map((one) => typeOf(one, '  ')).join('\n  | ')};\n`
    : `${head}export interface ${title} ${objectOf(schema, '', false)}\n`;
};

const SPECIAL: { readonly [param: string]: string } = { constraint: 'Constraint', filter: 'Constraint' };

const parameters = ({ params, session }: Operation): string => {
  const lines = Object.entries(params).map(([name, one]: [string, Param<unknown>]) => {
    const { description } = one.schema as Schema;
    const isOptional = one.absent !== undefined;
    const cleared = one.cleared === undefined ? '' : ' | null';
    const type = (SPECIAL[name] ?? typeOf(one.schema as Schema, '      ', true)) + cleared;
    return `${comment(description, '      ')}      readonly ${nameOf(name)}${isOptional ? '?' : ''}: ${type}${isOptional ? ' | undefined' : ''};\n`;
  });
  if (session === 'required') lines.unshift('      readonly session: string;\n');
  if (session === 'optional') lines.unshift('      readonly session?: string | undefined;\n');
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}    }`;
};

const entry = ([name, operation]: readonly [string, Operation]): string => {
  const codes = refusalsOf(operation).map((code) => `'${code}'`);
  return `${comment(operation.summary, '  ')}  readonly ${name}: {
    readonly params: ${parameters(operation)};
    readonly reply: ${typeOf(operation.reply as Schema, '    ')};
    readonly code: ${codes.join(' | ')};
  };
`;
};

const OF_THE_SERVER = Object.entries(REFUSALS)
  .filter(([, { status }]) => status !== 200)
  .map(([code]) => code);

const BULK_OPERATIONS = SORTED.map(([name]) => name).filter(isBulkOperation);

/** The client is not to send these again: what they forward to may act. */
const FORWARDING = SORTED.filter(([, { slow, effect }]) => effect === 'read' && slow === 'applications').map(
  ([name]) => name,
);

export const clientTypes = (): string => `// Written by \`npm run docs\` from src/operations; do not edit.
import type { Constraint } from './constraints.ts';

/** A text parameter; numbers are sent as text. */
export type Text = string | number;
/** A flag: true and 1 are the same. */
export type Flag = boolean | 0 | 1;

${[...(RECORDS as ReadonlyMap<string, Schema>)].map(recordType).join('\n')}
/** Codes of refusals that any call may get, before it reaches its operation. */
export type ServerCode =
  | ${OF_THE_SERVER.map((code) => `'${code}'`).join('\n  | ')};

/** What every operation takes, answers and refuses with. */
export interface Operations {
${SORTED.filter(([name]) => name !== 'aggregate')
  .map(entry)
  .join('')}}

/** Operations that a line of a bulk call may name. */
export type BulkOperationName =
  | ${BULK_OPERATIONS.map((name) => `'${name}'`).join('\n  | ')};

/** Operations that change the shop: each call gets an idempotency key. */
export const WRITES: ReadonlySet<string> = new Set(
  '${SORTED.filter(([, { effect }]) => effect === 'write')
    .map(([name]) => name)
    .join(' ')}'.split(' '),
);

/** Operations that are never sent twice. */
export const ONCE: ReadonlySet<string> = new Set(['${FORWARDING.join("', '")}']);
`;
