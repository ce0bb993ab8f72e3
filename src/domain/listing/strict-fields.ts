// Which fields a constraint may name when `strict` is on: those that some record of the kind can have.
import { atOnce } from '../../kernel/many.ts';
import type { AttributeDefinition } from '../attributes/attributes.ts';
import { DONE, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { composed } from '../../kernel/text.ts';
import { didYouMean } from '../search/nearest-name.ts';
import type { SearchSchema } from './search-schema.ts';
import type { SearchKind } from '../search/query.ts';
import { SEARCH_SCHEMAS } from './search-schemas.ts';
import type { Reader } from '../transaction.ts';

/** The types of the classes whose attributes count; a kind without classes has none. */
const TYPES: { readonly [K in SearchKind]: readonly string[] } = {
  shopobject: ['product', 'content'],
  warehouse_entity: ['warehouse_entity'],
  class: [],
  order: [],
  user: ['user'],
  typed_record: ['record'],
};

const namesIn = (attributes: readonly AttributeDefinition[]): readonly string[] =>
  attributes.map(({ name }) => composed(name));

const attributeNames = (shop: Reader, types: readonly string[]): ReadonlySet<string> => {
  shop.trackAbsence('class');
  const classes =
    types.length === 0
      ? []
      : atOnce(shop.index('class').byName.all(), 'classes, which are made by hand').flatMap(
          (id) => shop.read('class', id) ?? [],
        );
  return new Set(classes.flatMap(({ type, attributes }) => (types.includes(type) ? namesIn(attributes) : [])));
};

/** Names that a misspelt one may mean: those of columns, of what is computed, and of attributes. */
const namesOf = ({ stored, computed }: Fields, attributes: ReadonlySet<string>): readonly string[] => [
  ...attributes,
  ...[stored, computed].flatMap((fields) => Object.keys(fields)),
];

type Fields = Pick<
  SearchSchema<never>,
  'stored' | 'computed' | 'aliases' | 'linked' | 'named' | 'nameFields' | 'bareNames' | 'texts'
>;

const canHave = (shop: Reader, searchable: Fields, attributes: ReadonlySet<string>, field: string): boolean => {
  const { stored, computed, aliases = {}, linked, named, nameFields, bareNames } = searchable;
  if ([stored, computed, aliases].some((fields) => Object.hasOwn(fields, field)) || attributes.has(field)) return true;
  if (field === 'search' && nameFields.length > 0) return true;
  if (searchable.texts !== undefined && (field === 'main.class' || field === 'main.type')) return true;
  for (const [prefix, { has }] of Object.entries(linked))
    if (field.startsWith(prefix)) return has(field.slice(prefix.length));
  if (bareNames && !field.startsWith('main.') && canHave(shop, searchable, attributes, `main.${field}`)) return true;
  return named?.(shop, field) !== undefined;
};

/**
 * The first field that cannot exist, and a sentence on the name that is meant; undefined: every one can. `type`: type
 * of the objects searched, '' for all of the kind, or the attributes of their class. `columns` may leave out `main.`.
 */
export const unknownField = (
  shop: Reader,
  kind: SearchKind,
  type: string | readonly AttributeDefinition[],
  fields: readonly string[],
  columns: readonly string[] = [],
): { readonly field: string; readonly hint: string } | undefined => {
  const attributes =
    typeof type === 'string' ? attributeNames(shop, type === '' ? TYPES[kind] : [type]) : new Set(namesIn(type));
  const schema: Fields = SEARCH_SCHEMAS[kind];
  // A record may bring such fields with it; all others are those of classes.
  if (schema.named !== undefined) shop.trackAbsence(kind);
  const known = (field: string): boolean => canHave(shop, schema, attributes, field);
  for (const [at, field] of [...fields, ...columns].entries()) {
    if (known(field) || (at >= fields.length && known(`main.${field}`))) continue;
    return { field, hint: didYouMean(field, namesOf(schema, attributes)) };
  }
  return undefined;
};

/** Checks that every field can exist; see `unknownField`. Refuses: CONSTRAINT_INVALID with the field. */
export const checkFields = (...given: Parameters<typeof unknownField>): Result<void> => {
  const unknown = unknownField(...given);
  if (unknown === undefined) return DONE;
  const { field, hint } = unknown;
  return refuse('CONSTRAINT_INVALID', field, `There is no field ${shown(field)} here, and strict is on.${hint}`);
};
