// Replies in words: a table of members, and links to shared records.
import { EXTRA_MARK, SAYS_MARK, UNIT_MARK } from '../../src/operations/replies/members.ts';
import { WebhookPayload } from '../../src/operations/replies/webhook-payloads.ts';
import { sharedRecords } from '../../src/operations/replies/shape.ts';
import { table } from './markdown.ts';
import { SORTED } from './schema.ts';

export interface ReplySchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly ReplySchema[];
  readonly items?: ReplySchema;
  readonly properties?: { readonly [name: string]: ReplySchema };
  readonly required?: readonly string[];
  readonly patternProperties?: { readonly [pattern: string]: ReplySchema };
  readonly additionalProperties?: ReplySchema | boolean;
  readonly [EXTRA_MARK]?: boolean;
  readonly [SAYS_MARK]?: string;
  readonly [UNIT_MARK]?: string;
}

/** Records that several replies have, by name. */
const SHOWN = [...SORTED.map(([, { reply }]) => reply), WebhookPayload];
export const RECORDS = sharedRecords(SHOWN) as ReadonlyMap<string, ReplySchema>;

/** Of the anchors of a page on GitHub. */
const anchor = (title: string): string => title.toLowerCase();

const recordOf = ({ $ref, title }: ReplySchema): string | undefined =>
  $ref ?? (title !== undefined && RECORDS.has(title) ? title : undefined);

/** The schema of members whose names the shop's data decide. */
const keyedOf = ({ patternProperties = {}, additionalProperties }: ReplySchema): ReplySchema | undefined =>
  Object.values(patternProperties)[0] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);

/** `page`: where the shared records are; '' for the page itself. */
export class ReplyTables {
  private readonly page: string;

  constructor(page: string) {
    this.page = page;
  }

  private link(title: string): string {
    return `[${title}](${this.page}#${anchor(title)})`;
  }

  type(schema: ReplySchema): string {
    const record = recordOf(schema);
    if (record !== undefined) return this.link(record);
    const { anyOf, items, type } = schema;
    if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
    if (anyOf !== undefined) return [...new Set(anyOf.map((one) => this.type(one)))].join(' or ');
    if (type === 'array') return `list of ${items === undefined ? 'any value' : this.type(items)}`;
    if (type === 'object') {
      const keyed = keyedOf(schema);
      return keyed === undefined ? 'object' : `object, by name: ${this.type(keyed)}`;
    }
    return type === 'string' ? 'text' : (type ?? 'any value');
  }

  /** The schema whose members stand below a member: its own, or those of its items. */
  private members(schema: ReplySchema): readonly [suffix: string, of: ReplySchema] | undefined {
    if (recordOf(schema) !== undefined) return undefined;
    if (schema.properties !== undefined) return ['', schema];
    if (schema.items !== undefined) return this.below('[]', schema.items);
    const keyed = keyedOf(schema);
    if (keyed !== undefined) return this.below('.NAME', keyed);
    return schema.anyOf?.map((one) => this.members(one)).find((one) => one !== undefined);
  }

  private below(suffix: string, schema: ReplySchema): readonly [string, ReplySchema] | undefined {
    const found = this.members(schema);
    return found === undefined ? undefined : [`${suffix}${found[0]}`, found[1]];
  }

  private rows(schema: ReplySchema, prefix: string): string[][] {
    const { properties = {}, required = [] } = schema;
    const own = Object.entries(properties).flatMap(([name, of]) => {
      const path = `${prefix}${name}`;
      const unit = of[UNIT_MARK] === undefined ? '' : `; ${of[UNIT_MARK]}`;
      const marks = [of[EXTRA_MARK] === true ? 'extra' : '', required.includes(name) ? '' : 'may be absent'];
      const marked = marks.filter((mark) => mark !== '').join(', ');
      const says = `${of[SAYS_MARK] ?? of.description ?? ''}${unit}${marked === '' ? '' : ` (${marked})`}`;
      const found = this.members(of);
      return [
        [`\`${path}\``, this.type(of), says.trim()],
        ...(found === undefined ? [] : this.rows(found[1], `${path}${found[0]}.`)),
      ];
    });
    const keyed = keyedOf(schema);
    if (keyed === undefined) return own;
    return [...own, [`\`${prefix}NAME\``, this.type(keyed), keyed.description ?? '']];
  }

  /** A table of its members; '' where it is a shared record, or has none. */
  table(schema: ReplySchema): string {
    const rows = this.rows(schema, '');
    return rows.length === 0 ? '' : table(['member', 'type', 'meaning'], rows);
  }

  /** One or several shapes, each in a table of its own, or a link. */
  text(schema: ReplySchema): string {
    const record = recordOf(schema);
    if (record !== undefined) return `The record ${this.link(record)}.`;
    if (schema.anyOf !== undefined && schema.properties === undefined)
      return schema.anyOf.map((one) => this.text(one)).join('\n\nor\n\n');
    return this.table(schema) || `${schema.description ?? 'An object.'}`;
  }
}

const page = new ReplyTables('');

const recordText = ([title, schema]: readonly [string, ReplySchema]): string => `## ${title}

${schema.description ?? ''}

${page.table(schema) || `One of: ${schema.anyOf?.map((one) => page.type(one)).join(', ')}.`}
`;

/** docs/reference/records.md: the records that several replies have. */
export const recordsPage = (): string => `# Records

Written by \`npm run docs\` from \`src/operations/replies/\`; do not edit.

These records stand in replies of several operations ([operations.md](operations.md)). Members come in the order of their table.
\`a.b\` is the member \`b\` of the object \`a\`, \`a[].b\` of every object of the list \`a\`, \`a.NAME.b\` of every object in \`a\`, whose names are
those of the shop's data. An *extra* member is one that Kontor adds to the API that it is compatible with.

${[...RECORDS]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(recordText)
  .join('\n')}`;
