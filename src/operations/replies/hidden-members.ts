// Which members of replies a role may hide, by group, and what a reply is without them.
//
// The table names members and not paths: a member is hidden wherever it stands in what a reply declares, however deep.
// What the shop's data names, such as an attribute that is called `email`, is no declared member.
// test/operations/replies/hidden-members.test.ts holds it against every reply there is.
import { ADDRESS_FIELDS, COUNTRY_CODES, DETAIL_FIELDS } from '../../domain/cart/order-details.ts';
import type { FieldGroup } from '../../domain/accounts/role.ts';
import type { JsonMask } from '../../kernel/masked-json.ts';
import type { TSchema } from '../../kernel/params.ts';
import { UNIT_MARK } from './members.ts';
import { restOf } from './shape.ts';
import type { ReplySchema as Schema } from './shape.ts';

interface Group {
  /** Members of any record. */
  readonly anywhere: ReadonlySet<string>;
  /** Members of one record, or of the reply of one operation: `Record.member`. */
  readonly within: ReadonlySet<string>;
  /** What members of the group count, as their declaration says; absent: they are named alone. */
  readonly unit?: string;
}

const kinds = ['delivery', 'invoice'].map((kind) => `${kind}_`);
const OF_ORDER = kinds.flatMap((kind) => [...ADDRESS_FIELDS, 'country_code'].map((field) => `order_${kind}${field}`));
const isAddress = (field: string): boolean => kinds.some((kind) => field.startsWith(kind));
const OF_DETAILS = [...DETAIL_FIELDS, ...COUNTRY_CODES].filter(isAddress);

/** The replies that show the details of a session's order; some names mean something else in an order. */
const DETAILS = ['get_order_details', 'set_order_details'];
const USERS = ['User', 'get_user_by_id', 'get_user_data'];

const within = (owners: readonly string[], members: readonly string[]): readonly string[] =>
  owners.flatMap((owner) => members.map((member) => `${owner}.${member}`));

const GROUPS: { readonly [group in FieldGroup]: Group } = {
  addresses: {
    anywhere: new Set(['addresses', 'taxed_again']),
    within: new Set([
      ...within(['Order'], OF_ORDER),
      ...within(DETAILS, OF_DETAILS),
      ...within(USERS, ['attributes', 'additional_attributes']),
      ...within(['PastOrder'], ['delivery', 'invoice']),
      'Draft.name',
    ]),
  },
  contacts: {
    anywhere: new Set(['email', 'order_email', 'phone', 'order_phone', 'former_email']),
    within: new Set([
      ...within(USERS, ['username', 'additional_attributes']),
      ...within(DETAILS, ['username', 'username_creator', 'username_modifier']),
      ...within(['Order', 'Draft', 'OpenCart', 'login_user', 'instant_login', 'reset_user_password'], ['username']),
    ]),
  },
  amounts: {
    anywhere: new Set(['explain']),
    within: new Set(['CouponUse.amount', 'LastLoss.money']),
    unit: 'money',
  },
};

/** Whom a reply tells about themselves: a person of the back office knows their own address. */
const ABOUT_CALLER: ReadonlySet<string> = new Set(['get_rights']);

const isHidden = (groups: readonly FieldGroup[], owner: string, name: string, schema: Schema): boolean =>
  groups.some((group) => {
    const { anywhere, within: named, unit } = GROUPS[group];
    if (anywhere.has(name) || named.has(`${owner}.${name}`)) return true;
    return unit !== undefined && schema[UNIT_MARK]?.startsWith(unit) === true;
  });

/** Whether some role may hide a member of this name. `schema`: its JSON Schema, as documents have it. */
export const mayBeHidden = (name: string, schema: object): boolean =>
  Object.values(GROUPS).some(
    ({ anywhere, within: named, unit }) =>
      anywhere.has(name) ||
      [...named].some((path) => path.endsWith(`.${name}`)) ||
      (unit !== undefined && (schema as Schema)[UNIT_MARK]?.startsWith(unit) === true),
  );

export type Records = ReadonlyMap<string, TSchema>;

/** What one mask or the other leaves out. */
const merged = (one: JsonMask | undefined, other: JsonMask | undefined): JsonMask | undefined => {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  const members = new Map(one.members);
  for (const [name, mask] of other.members) members.set(name, merged(members.get(name), mask)!);
  return {
    hidden: new Set([...one.hidden, ...other.hidden]),
    members,
    rest: merged(one.rest, other.rest),
    items: merged(one.items, other.items),
  };
};

class Masks {
  private readonly groups: readonly FieldGroup[];
  private readonly records: Records;
  /** Masks of shared records: one may stand within itself. */
  private readonly made = new Map<string, JsonMask>();

  constructor(groups: readonly FieldGroup[], records: Records) {
    this.groups = groups;
    this.records = records;
  }

  /** `owner`: the shared record, or else the operation, that the schema is a part of. */
  of(given: Schema, inherited: string): JsonMask | undefined {
    const schema = this.resolved(given);
    const owner = schema.title ?? inherited;
    if (!this.hides(schema, owner, new Set())) return undefined;
    const { title, anyOf, items, properties = {} } = schema;
    const known = title === undefined ? undefined : this.made.get(title);
    if (known !== undefined) return known;
    if (anyOf !== undefined) return anyOf.map((one) => this.of(one, owner)).reduce(merged, undefined);
    const hidden = new Set<string>();
    const members = new Map<string, JsonMask>();
    const mask: { -readonly [K in keyof JsonMask]: JsonMask[K] } = {
      hidden,
      members,
      rest: undefined,
      items: undefined,
    };
    if (title !== undefined) this.made.set(title, mask);
    for (const [name, member] of Object.entries(properties)) {
      if (isHidden(this.groups, owner, name, member)) hidden.add(name);
      else {
        const within = this.of(member, owner);
        if (within !== undefined) members.set(name, within);
      }
    }
    const rest = restOf(schema);
    if (rest !== undefined) mask.rest = this.of(rest, owner);
    if (items !== undefined) mask.items = this.of(items, owner);
    return mask;
  }

  private resolved(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : (this.records.get(schema.$ref) as Schema);
  }

  /** Whether something is hidden in it, at any depth. `seen`: shared records on the way. */
  private hides(given: Schema, inherited: string, seen: Set<string>): boolean {
    const schema = this.resolved(given);
    const { title, anyOf = [], items, properties = {} } = schema;
    if (title !== undefined) {
      if (seen.has(title)) return false;
      seen.add(title);
    }
    const owner = title ?? inherited;
    const rest = restOf(schema);
    const parts = [...anyOf, ...Object.values(properties), ...(rest ? [rest] : []), ...(items ? [items] : [])];
    return (
      Object.entries(properties).some(([name, member]) => isHidden(this.groups, owner, name, member)) ||
      parts.some((part) => this.hides(part, owner, seen))
    );
  }
}

/**
 * What a role that hides `groups` leaves out of the replies of an operation, whose schemas are `replies`; undefined:
 * nothing.
 */
export const maskOf = (
  groups: readonly FieldGroup[],
  operation: string,
  replies: readonly TSchema[],
  records: Records,
): JsonMask | undefined => {
  if (ABOUT_CALLER.has(operation)) return undefined;
  const masks = new Masks(groups, records);
  return replies.map((one) => masks.of(one as Schema, operation)).reduce(merged, undefined);
};

/** The schema of a reply, or of a shared record, to those from whom `groups` are hidden. */
export const withoutHidden = <S extends TSchema>(groups: readonly FieldGroup[], given: S, operation: string): S => {
  if (ABOUT_CALLER.has(operation)) return given;
  const left = (schema: Schema, inherited: string): Schema => {
    const owner = schema.title ?? inherited;
    const { anyOf, items, properties, required, patternProperties, additionalProperties } = schema;
    const shown =
      properties && Object.entries(properties).filter(([name, member]) => !isHidden(groups, owner, name, member));
    const names = new Set(shown?.map(([name]) => name));
    const all = (members: readonly (readonly [string, Schema])[]) =>
      Object.fromEntries(members.map(([name, member]) => [name, left(member, owner)]));
    return {
      ...schema,
      ...(anyOf && { anyOf: anyOf.map((one) => left(one, owner)) }),
      ...(items && { items: left(items, owner) }),
      ...(shown && { properties: all(shown) }),
      ...(required && { required: required.filter((name) => names.has(name)) }),
      ...(patternProperties && { patternProperties: all(Object.entries(patternProperties)) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: left(additionalProperties, owner) }),
    };
  };
  return left(given as Schema, operation) as S;
};
