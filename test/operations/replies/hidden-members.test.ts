// Would catch a new member of a reply, a new document or a new field of a search that shows what a role hides: each
// that looks as if it did must be in a group, or be named here.
import { expect, test } from 'vitest';
import { FIELD_GROUPS } from '../../../src/domain/accounts/role.ts';
import type { FieldGroup } from '../../../src/domain/accounts/role.ts';
import { SEARCH_SCHEMAS } from '../../../src/domain/listing/search-schemas.ts';
import type { TSchema } from '../../../src/kernel/params.ts';
import { mayAskFor } from '../../../src/operations/access/hidden-fields.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { RECORDS } from '../../../src/operations/dispatch/reply-check.ts';
import { OF_EVERY_ROLE, OTHER_WAYS, ROLES } from '../../../src/operations/dispatch/role-table.ts';
import { UNIT_MARK } from '../../../src/operations/replies/members.ts';
import { withoutHidden } from '../../../src/operations/replies/hidden-members.ts';

interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: { readonly [name: string]: Schema };
  readonly patternProperties?: { readonly [pattern: string]: Schema };
  readonly [UNIT_MARK]?: string;
}

/** Paths of members, with their schemas; shared records once, under their titles. */
const membersOf = (left: (schema: TSchema, name: string) => TSchema): ReadonlyMap<string, Schema> => {
  const found = new Map<string, Schema>();
  const walk = (schema: Schema, path: string): void => {
    const { anyOf = [], items, properties = {}, patternProperties = {} } = schema;
    for (const [name, member] of Object.entries(properties)) {
      found.set(`${path}.${name}`, member);
      if (member.title === undefined) walk(member, `${path}.${name}`);
    }
    for (const one of anyOf) if (one.title === undefined) walk(one, path);
    for (const one of Object.values(patternProperties)) if (one.title === undefined) walk(one, `${path}.NAME`);
    if (items !== undefined && items.title === undefined) walk(items, `${path}[]`);
  };
  for (const [title, record] of RECORDS) walk(left(record, title) as Schema, title);
  for (const [name, { reply }] of OPERATIONS)
    if ((reply as Schema).title === undefined) walk(left(reply, name) as Schema, name);
  return found;
};

const ALL = membersOf((schema) => schema);
const SHOWN = Object.fromEntries(
  FIELD_GROUPS.map((group) => [group, membersOf((schema, name) => withoutHidden([group], schema, name))]),
) as { readonly [group in FieldGroup]: ReadonlyMap<string, Schema> };

const NAMES = [...OPERATIONS.keys(), ...Object.keys(OTHER_WAYS)];
const leaks = (name: string, group: FieldGroup): boolean => ROLES.leaking([name], [group]) !== undefined;

const nameOf = (path: string): string => path.split('.').at(-1)!;
const shownOf = (group: FieldGroup, isMeant: (name: string, schema: Schema) => boolean): string[] =>
  [...ALL].flatMap(([path, schema]) => (isMeant(nameOf(path), schema) && SHOWN[group].has(path) ? [path] : [])).sort();

test('every amount of money belongs to a group', () => {
  const isMoney = (name: string, schema: Schema): boolean =>
    schema[UNIT_MARK]?.startsWith('money') === true || /amount|money|total|price|explain/.test(name);
  expect(shownOf('amounts', isMoney)).toMatchSnapshot();
});

test('everything that looks like an address belongs to a group', () => {
  const isAddress = (name: string): boolean =>
    /street|zip|city|country|firstname|lastname|company|salutation|department|address/.test(name);
  expect(shownOf('addresses', isAddress)).toMatchSnapshot();
});

test('everything that looks like an e-mail, a telephone number or a username belongs to a group', () => {
  expect(shownOf('contacts', (name) => /mail|phone|username/.test(name))).toMatchSnapshot();
});

test('a reply that may hold anything, or a document, comes of an operation that no hiding role holds', () => {
  const isOpen = (_name: string, { type, description = '', anyOf, $ref, title }: Schema): boolean =>
    description.startsWith('base64') || (type === undefined && anyOf === undefined && $ref === undefined && !title);
  for (const group of FIELD_GROUPS) {
    const owners = shownOf(group, isOpen).filter((path) => !leaks(path.split('.')[0]!, group));
    expect(owners, group).toMatchSnapshot();
  }
});

test('what leaks, by group; no role holds it by itself', () => {
  for (const group of FIELD_GROUPS) {
    const leaking = NAMES.filter((name) => leaks(name, group));
    expect(leaking, group).toMatchSnapshot();
    expect(leaking.filter((name) => OF_EVERY_ROLE.has(name))).toEqual([]);
  }
});

test('fields of searches that may be named beside hidden groups', () => {
  for (const kind of ['order', 'user'] as const) {
    const { stored, computed, aliases = {} } = SEARCH_SCHEMAS[kind];
    const names = [stored, computed, aliases].flatMap((fields) => Object.keys(fields));
    for (const group of FIELD_GROUPS) {
      const may = (field: string): boolean =>
        mayAskFor({ role: 'r', hidden: [group], may: () => true }, kind, [field]).ok;
      expect([...new Set(names)].filter(may).sort(), `${kind} beside ${group}`).toMatchSnapshot();
      if (group === 'amounts') expect(names.filter(may).filter((field) => field.startsWith('main.cart.'))).toEqual([]);
      // A bare name is no way around it.
      for (const field of names.filter((name) => name.startsWith('main.') && !may(name)))
        if (!['main.order_invoice_number'].includes(field)) expect(may(field.slice(5)), field).toBe(false);
    }
  }
});
