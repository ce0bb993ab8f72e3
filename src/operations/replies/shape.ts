// Whether a value has the shape that a reply declares: members, types, and the order of members.
import { Compile } from '../../kernel/params.ts';
import type { TSchema } from '../../kernel/params.ts';
import { shown } from '../../kernel/result.ts';
import { describeSchemaErrors, memberPath } from '../../kernel/schema-error.ts';
import { EXTRA_MARK, SAYS_MARK } from './members.ts';
import type { UNIT_MARK } from './members.ts';

/** A JSON Schema as far as replies use it. */
export interface ReplySchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly anyOf?: readonly ReplySchema[];
  readonly items?: ReplySchema;
  readonly properties?: { readonly [name: string]: ReplySchema };
  readonly required?: readonly string[];
  readonly patternProperties?: { readonly [pattern: string]: ReplySchema };
  readonly additionalProperties?: ReplySchema | boolean;
  readonly [UNIT_MARK]?: string;
}

type Members = { readonly [name: string]: unknown };

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a walk along the members of a value asks its schema. */
interface MemberOrder {
  /** Declared members, by the place at which each is declared. */
  readonly places: ReadonlyMap<string, number>;
  /** The schema of members that have none of their own. */
  readonly rest: ReplySchema | undefined;
}

const memberOrder = (schema: ReplySchema): MemberOrder => ({
  places: new Map(Object.keys(schema.properties ?? {}).map((name, place) => [name, place])),
  rest: restOf(schema),
});

/** The schema of the members that it does not name. */
export const restOf = ({ patternProperties = {}, additionalProperties }: ReplySchema): ReplySchema | undefined =>
  Object.values(patternProperties)[0] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);

interface Part {
  readonly name: string | number;
  readonly value: unknown;
  readonly schema: ReplySchema;
}

/** Schemas directly within a schema. */
const within = ({
  anyOf = [],
  items,
  properties = {},
  patternProperties = {},
  additionalProperties,
}: ReplySchema): ReplySchema[] => [
  ...anyOf,
  ...(items === undefined ? [] : [items]),
  ...Object.values(properties),
  ...Object.values(patternProperties),
  ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
];

/** Returns the shared records in schemas, by their titles. Throws where two records have one title. */
export const sharedRecords = (schemas: Iterable<TSchema>): ReadonlyMap<string, TSchema> => {
  const records = new Map<string, TSchema>();
  const texts = new Map<string, string>();
  const collect = (schema: ReplySchema): void => {
    const { title } = schema;
    if (title !== undefined) {
      // Marks belong to the member that holds the record.
      const bare = { ...schema, [EXTRA_MARK]: undefined, [SAYS_MARK]: undefined };
      const text = JSON.stringify(bare);
      if ((texts.get(title) ?? text) !== text) throw new Error(`two records have the title ${title}`);
      if (texts.has(title)) return;
      texts.set(title, text);
      records.set(title, bare as TSchema);
    }
    for (const part of within(schema)) collect(part);
  };
  for (const schema of schemas) collect(schema as ReplySchema);
  return records;
};

/** Checks values against schemas whose references name `records`. */
export class Shapes {
  private readonly records: { readonly [title: string]: TSchema };
  private readonly validators = new Map<ReplySchema, ReturnType<typeof Compile>>();
  private readonly orders = new Map<ReplySchema, MemberOrder>();

  constructor(records: ReadonlyMap<string, TSchema>) {
    this.records = Object.fromEntries(records);
  }

  /** Returns what does not fit, as a sentence; undefined: everything fits. */
  problem(schema: TSchema, value: unknown): string | undefined {
    if (!this.fits(schema, value)) return this.misfit(schema as ReplySchema, value, 'reply');
    return this.isInOrder(schema as ReplySchema, value)
      ? undefined
      : this.misplaced(schema as ReplySchema, value, 'reply');
  }

  fits(schema: TSchema, value: unknown): boolean {
    return this.check(schema as ReplySchema, value);
  }

  private check(schema: ReplySchema, value: unknown): boolean {
    return this.validator(schema).Check(value);
  }

  private validator(schema: ReplySchema): ReturnType<typeof Compile> {
    let validator = this.validators.get(schema);
    if (validator === undefined)
      this.validators.set(schema, (validator = Compile(this.records, schema as unknown as TSchema)));
    return validator;
  }

  /** Returns the schema of what is in a value: behind a reference, or the variant that the value is meant as. */
  private resolved(schema: ReplySchema, value: unknown): ReplySchema {
    if (schema.$ref !== undefined) return this.resolved(this.records[schema.$ref] as ReplySchema, value);
    const { anyOf = [] } = schema;
    const isMeant = ({ properties }: ReplySchema): boolean =>
      properties?.['type'] !== undefined && isMembers(value) && this.check(properties['type'], value['type']);
    const variant = anyOf.find((one) => this.check(one, value)) ?? anyOf.find(isMeant);
    return variant === undefined ? schema : this.resolved(variant, value);
  }

  /** Returns the members of a value that its schema declares, with their schemas; for a list its entries. */
  private parts(schema: ReplySchema, value: object): Part[] {
    const { items, properties } = schema;
    const rest = restOf(schema);
    const parts: readonly (readonly [string | number, unknown, ReplySchema | undefined])[] = Array.isArray(value)
      ? value.map((entry, index) => [index, entry, items])
      : Object.entries(value).map(([name, member]) => [name, member, properties?.[name] ?? rest]);
    return parts.flatMap(([name, part, of]) => (of === undefined ? [] : [{ name, value: part, schema: of }]));
  }

  /** Returns why a value does not fit, for the innermost part that is wrong by itself. */
  private misfit(given: ReplySchema, value: unknown, path: string): string {
    const schema = this.resolved(given, value);
    const parts = typeof value === 'object' && value !== null ? this.parts(schema, value) : [];
    const wrong = parts.find((part) => !this.check(part.schema, part.value));
    return wrong === undefined
      ? describeSchemaErrors(path, value, this.validator(schema).Errors(value)[1])
      : this.misfit(wrong.schema, wrong.value, memberPath(path, wrong.name));
  }

  /** Whether no member is misplaced: the same walk, without a word on where, for replies that are right. */
  private isInOrder(given: ReplySchema, value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return true;
    const schema = this.resolved(given, value);
    if (Array.isArray(value)) {
      const { items } = schema;
      return items === undefined || value.every((entry) => this.isInOrder(items, entry));
    }
    let order = this.orders.get(schema);
    if (order === undefined) this.orders.set(schema, (order = memberOrder(schema)));
    let reached = -1;
    for (const name of Object.keys(value)) {
      const place = order.places.get(name);
      if (place !== undefined && place < reached) return false;
      reached = place ?? reached;
      const member = (value as Members)[name];
      const of = place === undefined ? order.rest : schema.properties![name];
      if (of !== undefined && typeof member === 'object' && !this.isInOrder(of, member)) return false;
    }
    return true;
  }

  /** Returns the first member that is not where its schema has it; `value` fits the schema otherwise. */
  private misplaced(given: ReplySchema, value: unknown, path: string): string | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    const schema = this.resolved(given, value);
    const here = schema.properties && outOfOrder(Object.keys(schema.properties), value as Members, path);
    if (here !== undefined) return here;
    for (const part of this.parts(schema, value)) {
      const problem = this.misplaced(part.schema, part.value, memberPath(path, part.name));
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
}

const outOfOrder = (declared: readonly string[], value: Members, path: string): string | undefined => {
  const names = Object.keys(value).filter((name) => declared.includes(name));
  const ordered = declared.filter((name) => Object.hasOwn(value, name));
  const index = names.findIndex((name, at) => name !== ordered[at]);
  return index < 0
    ? undefined
    : `${memberPath(path, names[index]!)}: it comes where ${shown(ordered[index]!)} is declared to come`;
};
