// The records of a catalogue file, and those of persons, validated like the parameters of the API;
// docs/sell/import-files.md describes them.
//
// A member that a type of record does not have is refused.
import type { AttributeType, Given } from '../domain/attributes/attributes.ts';
import { ATTRIBUTE_TYPES } from '../domain/attributes/attributes.ts';
import type { SeoChanges } from '../domain/attributes/seo.ts';
import type { RecordName } from '../domain/catalogue/find-record.ts';
import { CLASS_TYPES } from '../domain/catalogue/shop-class.ts';
import type { AvailabilityRule } from '../domain/stock/sellable.ts';
import type { MetadataChange } from '../domain/attributes/metadata.ts';
import { isRecord } from '../kernel/is-record.ts';
import { Type, flag, int, json, map, named, oneOf, optional, readOneOf, readParams, text } from '../kernel/params.ts';
import type { ArgsOf, Param, Params } from '../kernel/params.ts';
import { mapOk, ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { availability } from '../operations/params/availability-params.ts';
import { isPublic, quantityStep } from '../operations/params/class-params.ts';
import { fullMetadata, metadata } from '../operations/params/metadata-params.ts';
import { attributes, name, perLanguage, seo } from '../operations/params/shop-params.ts';
import type { GivenAvailability } from '../operations/params/availability-params.ts';
import { CUSTOMER, PAST_ORDER } from './person-records.ts';
import type { Path } from './paths.ts';

const PathShape = Type.Array(Type.Union([Type.String(), Type.Tuple([Type.String(), Type.Integer({ minimum: 2 })])]), {
  maxItems: 1000,
});
const path: Param<Path> = json(PathShape);
const PlaceShape = Type.Object(
  { path: PathShape, position: Type.Integer({ minimum: 1 }) },
  { additionalProperties: false },
);

/** A category of an object. `position` undefined: it stays, and is the last one of a new object. */
export interface Place {
  readonly path: Path;
  readonly position: number | undefined;
}

const places: Param<readonly Place[]> = map(
  json(Type.Array(Type.Union([PathShape, PlaceShape]), { maxItems: 1000 })),
  (given) => ok(given.map((place): Place => ('path' in place ? place : { path: place, position: undefined }))),
);

/** A member that a record may leave out; what is there stays then. */
const maybe = <T>(param: Param<T>): Param<T | undefined> => optional(param, undefined);

/** Values that other lines of the record bring, or have brought: names of attributes by language (written-lines.ts). */
const elsewhere = maybe(json(perLanguage(Type.Array(Type.String()))));
export type Elsewhere = { readonly [language: string]: readonly string[] };

/** The definitions with their types checked; types may be written in any case. Refuses: PARAMETER_INVALID. */
const typed = <D extends { readonly type: string }>(
  given: readonly D[],
  param: string,
): Result<(Omit<D, 'type'> & { readonly type: AttributeType })[]> => {
  const definitions: (Omit<D, 'type'> & { readonly type: AttributeType })[] = [];
  for (const [index, definition] of given.entries()) {
    const type = readOneOf(ATTRIBUTE_TYPES, definition.type, param, `${param}[${index}].type`);
    if (!type.ok) return type;
    definitions.push({ ...definition, type: type.value });
  }
  return ok(definitions);
};

const CLASS = {
  name,
  class_type: oneOf('what the class is for', CLASS_TYPES),
  quantity_step: quantityStep,
  public: isPublic,
  elsewhere: maybe(json(Type.Array(Type.String()))),
  attributes: maybe(
    map(
      json(
        Type.Array(
          Type.Object(
            {
              name: Type.String(),
              type: Type.String(),
              labels: Type.Optional(perLanguage(Type.String({ maxLength: 255 }))),
              defaults: Type.Optional(perLanguage(Type.Unknown())),
            },
            { additionalProperties: false },
          ),
          { maxItems: 1000 },
        ),
      ),
      typed,
    ),
  ),
};

const CATEGORY = {
  name,
  nth: optional(int('which one of equally named siblings', { min: 1, max: 1_000_000 }), 1),
  parent: optional(path, [] as Path),
  labels: maybe(json(perLanguage(Type.String({ maxLength: 255 })))),
  attributes: maybe(json(named(255, Type.Union([Type.String(), Type.Number()])))),
  attributes_by_language: maybe(json(perLanguage(named(255, Type.Union([Type.String(), Type.Number()]))))),
  seo: maybe(seo),
  constraint: maybe(json(Type.Union([Type.Array(Type.Unknown()), Type.Record(Type.String(), Type.Unknown())]))),
};

const ENTITY = {
  class: optional(text('name of a warehouse entity class'), ''),
  name: maybe(name),
  id_manufacturer: maybe(int('manufacturer id')),
  attributes: maybe(attributes),
  elsewhere,
  metadata: maybe(fullMetadata),
  storages: maybe(
    json(
      Type.Array(
        Type.Object(
          { storage: Type.String(), quantity: Type.Number({ minimum: 0, maximum: 1e9 }) },
          { additionalProperties: false },
        ),
        {
          maxItems: 10_000,
        },
      ),
    ),
  ),
};

const CONTENT = {
  class: optional(text('name of a class'), ''),
  name,
  active: maybe(flag('to be seen')),
  attributes: maybe(attributes),
  elsewhere,
  seo: maybe(seo),
  categories: maybe(places),
};

const PRODUCT = {
  ...CONTENT,
  variation_of: optional(text('name of the product that this is a variation of'), ''),
  metadata: maybe(metadata),
  availability: maybe(availability),
  bindings: maybe(
    json(
      Type.Array(
        Type.Object(
          { element_number: Type.String(), quantity: Type.Number({ minimum: 0.001, maximum: 1e6 }) },
          { additionalProperties: false },
        ),
        { maxItems: 1000 },
      ),
    ),
  ),
};

/** `name`, or `key` for a record that has none, or had none. */
const CALLED = {
  name: optional(text('name of the record', { max: 255 }), ''),
  key: optional(text('what the file calls a record without a name'), ''),
};

const RECORD = {
  class: text('name of a class of records'),
  ...CALLED,
  active: maybe(flag('to be seen')),
  attributes: maybe(attributes),
  elsewhere,
};

const REFERENCES = {
  name: optional(name, ''),
  element_number: optional(text('element number of a warehouse entity', { max: 10_000 }), ''),
  class: optional(text('name of a class of records'), ''),
  key: CALLED.key,
  records: optional(flag('1: lists of records that are not in the line are removed; files of before know none'), false),
  attributes,
  elsewhere,
};

export type ClassRecord = { readonly type: 'class' } & ArgsOf<typeof CLASS>;
export type CategoryRecord = { readonly type: 'category' } & ArgsOf<typeof CATEGORY>;
export type EntityRecord = { readonly type: 'warehouse_entity' } & ArgsOf<typeof ENTITY>;
/** A record of a class of the shop's own, such as a store or a review. */
export type OwnRecord = { readonly type: 'record' } & ArgsOf<typeof RECORD>;
export type ReferencesRecord = { readonly type: 'references' } & ArgsOf<typeof REFERENCES>;
export type CustomerRecord = { readonly type: 'customer' } & ArgsOf<typeof CUSTOMER>;
export type PastOrderRecord = { readonly type: 'past_order' } & ArgsOf<typeof PAST_ORDER>;

/** The wanted state of a product or content. What is undefined stays, or is the default of a new object. */
export interface ObjectRecord {
  readonly type: 'product' | 'content';
  readonly name: string;
  /** Name of the class; '' if the file gives none. */
  readonly class: string;
  readonly variation_of: string;
  readonly active: boolean | undefined;
  readonly attributes: Given | undefined;
  /** Values that are not removed though `attributes` lacks them; absent: none. */
  readonly elsewhere?: Elsewhere | undefined;
  /** Attributes and metadata are cells of a table: an empty cell removes a value, and values without a column stay. */
  readonly cells: boolean;
  readonly seo: SeoChanges | undefined;
  /** From JSON all wanted members, from a table the cells of its columns. */
  readonly metadata: MetadataChange | undefined;
  readonly availability: GivenAvailability<Partial<AvailabilityRule>> | undefined;
  readonly categories: readonly Place[] | undefined;
  readonly bindings: readonly { readonly element_number: string; readonly quantity: number }[] | undefined;
}

export type CatalogueRecord =
  | ClassRecord
  | CategoryRecord
  | EntityRecord
  | ObjectRecord
  | OwnRecord
  | ReferencesRecord
  | CustomerRecord
  | PastOrderRecord;

/** In the order of an export, which has neither customers nor past orders: no type depends on a later one. */
export const RECORD_TYPES = [
  'class',
  'category',
  'warehouse_entity',
  'product',
  'content',
  'record',
  'references',
  'customer',
  'past_order',
] as const;

/** Path of a category, from the root down. */
export const pathOf = ({ parent, name: own, nth }: CategoryRecord): Path => [...parent, nth === 1 ? own : [own, nth]];

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** `{"class":…,"name":…}` or `{"class":…,"key":…}`; undefined if it is neither. */
export const recordNameOf = (value: unknown): RecordName | undefined => {
  if (!isRecord(value)) return undefined;
  const { class: className, name = '', key = '', ...more } = value;
  const isOne = (isText(name) && key === '') || (name === '' && isText(key));
  return isText(className) && isOne && Object.keys(more).length === 0
    ? { class: className, name: name as string, key: key as string }
    : undefined;
};

const NO_PRODUCT = { variation_of: '', metadata: undefined, availability: undefined, bindings: undefined };

type Fields = { readonly [name: string]: unknown };

const read = <P extends Params>(params: P, type: string, { type: _type, ...fields }: Fields): Result<ArgsOf<P>> => {
  for (const member of Object.keys(fields)) {
    if (!Object.hasOwn(params, member)) {
      return refuse('PARAMETER_INVALID', member, `A record of type ${type} has no member ${shown(member)}.`);
    }
  }
  return readParams(params, fields);
};

/** Refuses: PARAMETER_INVALID, PARAMETER_MISSING. */
export const readRecord = (raw: unknown): Result<CatalogueRecord> => {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return refuse('PARAMETER_INVALID', '', 'The line is no JSON object.');
  const fields = raw as Fields;
  const type = RECORD_TYPES.find((known) => known === fields['type']);
  switch (type) {
    case 'class':
      return mapOk(read(CLASS, type, fields), (args) => ({ type, ...args }));
    case 'category':
      return mapOk(read(CATEGORY, type, fields), (args) => ({ type, ...args }));
    case 'warehouse_entity':
      return mapOk(read(ENTITY, type, fields), (args) => ({ type, ...args }));
    case 'product':
      return mapOk(read(PRODUCT, type, fields), (args) => ({ type, cells: false, ...args }));
    case 'content':
      return mapOk(read(CONTENT, type, fields), (args) => ({ type, cells: false, ...NO_PRODUCT, ...args }));
    case 'record':
      return mapOk(read(RECORD, type, fields), (args) => ({ type, ...args }));
    case 'references':
      return mapOk(read(REFERENCES, type, fields), (args) => ({ type, ...args }));
    case 'customer':
      return mapOk(read(CUSTOMER, type, fields), (args) => ({ type, ...args }));
    case 'past_order':
      return mapOk(read(PAST_ORDER, type, fields), (args) => ({ type, ...args }));
    case undefined:
      return refuse(
        'PARAMETER_INVALID',
        'type',
        `${shown(fields['type'] ?? 'nothing')} is none of ${RECORD_TYPES.join(', ')}.`,
      );
    default:
      return ok(type satisfies never);
  }
};
