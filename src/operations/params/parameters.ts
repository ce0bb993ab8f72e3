// The parameters that several operations share (S 4.1, Decision 5, 9, 10, 19).
import type { CategoryRef } from '../../domain/catalogue/catalogue.ts';
import { parseConstraint } from '../../domain/search/constraint.ts';
import type { Wanted } from '../../domain/listing/listing.ts';
import { toQuantity, parseDecimal } from '../../domain/money.ts';
import type { SeoChanges } from '../../domain/attributes/seo.ts';
import { UNMANAGED } from '../../domain/stock/sellable.ts';
import { NO_METADATA, mergeMetadata } from '../../domain/attributes/metadata.ts';
import type { AvailabilityRule } from '../../domain/stock/sellable.ts';
import type { FullMetadata, Metadata, MetadataChange } from '../../domain/attributes/metadata.ts';
import {
  FlagShape,
  Type,
  alias,
  flagMember,
  json,
  map,
  named,
  oneOf,
  optional,
  isAbsent,
  text,
} from '../../kernel/params.ts';
import type { Param, Static, TObjectOptions, TSchema } from '../../kernel/params.ts';
import { mapOk, ok, refuse, shown } from '../../kernel/result.ts';
import { limit, numberIsNone, order } from './listing-params.ts';
import type { Caller } from '../context/operation.ts';
import type { Result } from '../../kernel/result.ts';

/** '' stands for the shop's own. */
export const language = optional(text('language code; the shop’s own by default', { max: 35 }), '');

/** Whose tax is meant; `taxCountry` understands it. */
export const country = optional(
  text('country, as in addresses: a code of ISO 3166 or a name; the shop’s own by default'),
  '',
);

/** Longer and empty ones are read too, so that their refusal has a name of its own. */
export const name = text('name, 1 to 255 characters', { max: 100_000, empty: true });
export const nameChange = optional(
  text('name, 1 to 255 characters; stays when it is left out', { max: 100_000 }),
  undefined,
);

export const LANGUAGE_LENGTH_MAX = 35;

/** Members by language code. */
export const perLanguage = <S extends TSchema>(values: S, options?: TObjectOptions) =>
  named(LANGUAGE_LENGTH_MAX, values, options);

/** Per language, per attribute name. */
export const attributes = optional(
  json(
    perLanguage(Type.Record(Type.String(), Type.Unknown()), {
      description: 'attribute values per language: {"de_DE":{"price":9.9}}',
      maxProperties: 100,
    }),
  ),
  {},
);

const SeoText = Type.Optional(Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()]));

export const seo: Param<SeoChanges> = optional(
  json(
    perLanguage(
      Type.Union([
        Type.Object({
          permalink: Type.Optional(Type.Union([Type.String(), Type.Null()])),
          title: SeoText,
          description: SeoText,
          keywords: SeoText,
        }),
        Type.Null(),
      ]),
      {
        description:
          'permalink, title, description and keywords per language; null takes one away, or all of a language',
        maxProperties: 100,
      },
    ),
  ),
  {},
);

/** Longer ones are read too: they belong to nothing. */
export const permalink = text('permalink', { max: 100_000 });

const MEASURES = ['length', 'width', 'height', 'weight'] as const;
type Members = { readonly [name: string]: unknown };
type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The members that were sent: an empty text is a value, an empty measure 0, null is none. */
const readMetadata = (given: Members, param: string): Result<MetadataChange> => {
  const made: Writable<MetadataChange> = {};
  for (const field of ['element_number', 'ean', 'notes'] as const) {
    const value = given[field];
    if (value === undefined) continue;
    if (value !== null && (typeof value === 'object' || String(value).length > 10_000)) {
      return refuse('PARAMETER_INVALID', param, `${param}.${field}: a text of at most 10,000 characters is wanted.`);
    }
    made[field] = value === null ? null : String(value);
  }
  const { taxclass } = given;
  if (taxclass !== undefined) {
    const className =
      typeof taxclass === 'object' && taxclass !== null ? ((taxclass as { name?: unknown }).name ?? '') : taxclass;
    if (className !== null && (typeof className === 'object' || String(className).length > 255)) {
      return refuse('PARAMETER_INVALID', param, `${param}.taxclass: the name of a tax class is wanted.`);
    }
    made.taxclass = className === null ? null : String(className);
  }
  for (const field of MEASURES) {
    const sent = field === 'weight' && given['kg'] !== undefined ? (given[field] ?? given['kg']) : given[field];
    if (sent === undefined) continue;
    const measured = sent === '' ? 0 : sent === null ? null : parseDecimal(sent, 6);
    if (measured === undefined)
      return refuse('PARAMETER_INVALID', param, `${param}.${field}: ${shown(sent)} is no number up to 9,007,199,254.`);
    if (measured !== null && measured < 0)
      return refuse('PARAMETER_INVALID', param, `${param}.${field}: ${shown(sent)} is below 0.`);
    made[field] = measured === null ? null : measured / 1e6;
  }
  return ok(made);
};

/** Only the members that were sent. */
export const metadataChange: Param<MetadataChange> = optional(
  map(
    json(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'element_number, ean, taxclass, length, width, height, weight (or kg), notes',
      }),
    ),
    readMetadata,
  ),
  {},
);

/** Of a new product. */
export const metadata: Param<Metadata> = optional(
  map(metadataChange, (given) => ok(mergeMetadata({}, given))),
  {},
);

/** Of a new warehouse entity. */
export const fullMetadata: Param<FullMetadata> = optional(
  map(metadata, (given) => ok({ ...NO_METADATA, ...given })),
  NO_METADATA,
);

const Quantity = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);
const sentAvailability = json(
  Type.Object(
    {
      quantity: Type.Optional(Quantity),
      quantity_warning: Type.Optional(Quantity),
      active: Type.Optional(FlagShape),
      allow_override: Type.Optional(FlagShape),
    },
    { description: 'quantity, quantity_warning, active and allow_override (1 or 0)' },
  ),
);

/** In 1/1,000 of a piece; undefined where it is absent. Refuses: PARAMETER_INVALID. */
const stockMilli = (raw: unknown, param: string, member: string): Result<number | undefined> => {
  if (isAbsent(raw)) return ok(undefined);
  const milli = parseDecimal(raw, 3);
  if (milli !== undefined && milli >= 0 && milli <= 1e12) return ok(milli);
  return refuse('PARAMETER_INVALID', param, `${param}.${member}: ${shown(raw)} is no number from 0 to 1,000,000,000.`);
};

export interface GivenAvailability<Rule = AvailabilityRule> {
  readonly availability: Rule;
  readonly quantityMilli: number | undefined;
}

/**
 * Only the members that were sent; null and empty text are nothing sent, so that a form's empty field sells nothing
 * out.
 */
export const availabilityChange: Param<GivenAvailability<Partial<AvailabilityRule>>> = optional(
  map(sentAvailability, (given, param) => {
    const quantity = stockMilli(given.quantity, param, 'quantity');
    if (!quantity.ok) return quantity;
    const warning = stockMilli(given.quantity_warning, param, 'quantity_warning');
    if (!warning.ok) return warning;
    const managed = flagMember(given.active, param, `${param}.active`, undefined);
    if (!managed.ok) return managed;
    const override = flagMember(given.allow_override, param, `${param}.allow_override`, undefined);
    if (!override.ok) return override;
    return ok({
      availability: {
        ...(managed.value !== undefined && { managed: managed.value }),
        ...(override.value !== undefined && { override: override.value }),
        ...(warning.value !== undefined && { warningMilli: warning.value }),
      },
      quantityMilli: quantity.value,
    });
  }),
  { availability: {}, quantityMilli: undefined },
);

/** Of a new object: nothing sent means that the stock is not managed, a quantity alone that it is. */
export const availability: Param<GivenAvailability> = optional(
  map(availabilityChange, ({ availability: sent, quantityMilli }) =>
    ok({ availability: { ...UNMANAGED, managed: quantityMilli !== undefined, ...sent }, quantityMilli }),
  ),
  { availability: UNMANAGED, quantityMilli: undefined },
);

const CategoryName = Type.Optional(Type.Union([Type.Number(), Type.String(), Type.Null()]));
const CategoryEntry = Type.Union([
  Type.Number(),
  Type.String(),
  Type.Object({ id: CategoryName, id_category: CategoryName, name: CategoryName }),
]);

const CategoryList = Type.Array(CategoryEntry, { maxItems: 1000 });
const categoryList = json(CategoryList);
const categoryEntry = json(CategoryEntry, { bare: true });

/** An object is left in no category that is not named: what names none is refused. */
const categoryRef = (one: Static<typeof CategoryEntry>, param: string, path: string): Result<CategoryRef> => {
  const named = typeof one === 'object' ? [one.id, one.id_category, one.name] : [one];
  const ref = named.find((given) => given !== undefined && given !== null && given !== '');
  return ref === undefined || ref === null
    ? refuse(
        'PARAMETER_INVALID',
        param,
        `${path}: a category is named by id, id_category or name, not by ${shown(one)}.`,
      )
    : ok(ref);
};

const categoriesGiven = json(
  Type.Union([CategoryList, Type.Object({ categories: Type.Union([CategoryList, CategoryEntry]) }), CategoryEntry], {
    description: 'categories: ids, names or objects with id, id_category or name; one may stand alone',
  }),
  { bare: true },
);

/**
 * `emptyText`: what '' in the place of a name means. An importer's empty cell puts a new object nowhere, and takes none
 * out of where it is.
 */
const sentCategories = (emptyText: 'none' | 'refused') =>
  map(categoriesGiven, (given, param) => {
    const inner = typeof given === 'object' && 'categories' in given ? given.categories : given;
    // An object with `categories` has the shape of a category without id and name, too, whatever that member holds.
    const path = inner === given ? param : `${param}.categories`;
    const list = Array.isArray(inner)
      ? categoryList.read(inner, path)
      : mapOk(categoryEntry.read(inner, path), (one) => [one]);
    if (!list.ok) return { ...list, param };
    const refs: CategoryRef[] = [];
    for (const [at, one] of list.value.entries()) {
      if (one === '' && emptyText === 'none') continue;
      const ref = categoryRef(one, param, Array.isArray(inner) ? `${path}[${at}]` : path);
      if (!ref.ok) return ref;
      refs.push(ref.value);
    }
    return ok(refs);
  });

/** Ids, names, objects with id, id_category or name, one bare id or name, or `{"categories": …}` (Decision 19). */
export const categories: Param<readonly CategoryRef[]> = optional(sentCategories('none'), []);

/** All of them; `[]` takes the object out of every category, nothing sent leaves it where it is. */
export const categoriesChange: Param<readonly CategoryRef[] | undefined> = optional(
  sentCategories('refused'),
  undefined,
);

const names = (description: string, max: number): Param<readonly string[]> =>
  map(
    json(
      Type.Union(
        [
          Type.Array(Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: max })]), { maxItems: max }),
          Type.String(),
          Type.Object({}),
        ],
        { description },
      ),
      {
        bare: true,
      },
    ),
    (given) => {
      // Clients send [] as the text "[]" inside a list, and {} for an empty one.
      const list =
        typeof given === 'string' ? (given === '[]' ? [] : [given]) : Array.isArray(given) ? given.flat() : [];
      return ok(list.filter((one) => one !== ''));
    },
  );

export const neededAttributes = optional(
  numberIsNone(names('attribute names to show; none, or a number = all', 1000)),
  [] as readonly string[],
);

/** Each is a look at every record that is found. */
const ORDER_COLUMNS_MAX = 10;

/** S 4.1 under the names that clients use (Decision 5, 9). */
export const listing = {
  order_columns: alias(
    optional(names('columns to sort by', ORDER_COLUMNS_MAX), [] as readonly string[]),
    'order_column',
  ),
  order,
  left_limit: limit('records to skip; what is no number = 0'),
  right_limit: limit('records to show; 0, or what is no number = all'),
};

export interface Listing {
  readonly order_columns: readonly string[];
  readonly order: string;
  readonly left_limit: number;
  readonly right_limit: number;
}

/** What a call asks of a list; `spoken` is the language that texts are ordered and compared in. */
export const wantedOf = (args: Listing, { backOffice }: Caller, spoken: string): Wanted => ({
  language: spoken,
  order: args.order_columns,
  descending: args.order === 'DESC',
  skip: args.left_limit,
  limit: args.right_limit,
  inactive: backOffice,
});

/** Decision 20. */
export const constraint = map(
  json(
    Type.Union([Type.Array(Type.Unknown()), Type.Record(Type.String(), Type.Unknown())], {
      description: 'conditions: {field: value} or {field: [operator, value]}, see docs/search.md',
    }),
  ),
  (given) => parseConstraint(given),
);

/** S sends PRODUCT, PRODUCT_GR, FREE_ELEMENT, FREE_ELEMENT_GR. */
export const elementType = oneOf('kind of line; _GR raises the quantity of an equal line', [
  'PRODUCT',
  'PRODUCT_GR',
  'FREE_ELEMENT',
  'FREE_ELEMENT_GR',
]);

export const quantity = map(text('pieces, more than 0, with up to three decimals', { max: 40 }), (value, param) => {
  const milli = parseDecimal(value, 3);
  return milli !== undefined && milli <= 0
    ? refuse('PARAMETER_INVALID', param, `${param} ${shown(value)} is not above 0.`)
    : toQuantity(value, param);
});

/** Of all attributes of a line or draft together: a cart of 1,000 lines must stay a reply that can be sent. */
const PAIRS_LENGTH_MAX = 20_000;

type Pairs<None> = readonly (readonly [name: string, value: string | None])[];

const NO_PAIRS: Pairs<never> = [];

/** `none`: what null in the place of a value means. */
const readPairs = <None>(given: unknown, param: string, none: None): Result<Pairs<None>> => {
  const entries: unknown[] = Array.isArray(given) ? given : Object.entries(given as object);
  if (entries.length === 0) return ok(NO_PAIRS);
  const found = new Map<string, string | None>();
  let length = 0;
  for (const [at, entry] of entries.entries()) {
    const [key, value] = Array.isArray(entry)
      ? (entry as unknown[])
      : [(entry as { name?: unknown } | null)?.name, (entry as { value?: unknown } | null)?.value];
    const held = typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
    if (
      typeof key !== 'string' ||
      key === '' ||
      key === '__proto__' ||
      key.length > 255 ||
      (typeof held === 'object' && held !== null)
    ) {
      const path = Array.isArray(given) ? `${param}[${at}]` : param;
      return refuse('PARAMETER_INVALID', param, `${path}: an attribute is {"name": text, "value": text or number}.`);
    }
    const shownValue = held === null ? none : held === undefined ? '' : String(held as string | number | boolean);
    const valueLength = typeof shownValue === 'string' ? shownValue.length : 0;
    if (valueLength > 10_000)
      return refuse(
        'PARAMETER_INVALID',
        param,
        `${param}: the value of ${shown(key)} is longer than 10,000 characters.`,
      );
    found.set(key, shownValue);
    length += key.length + valueLength;
    if (length > PAIRS_LENGTH_MAX)
      return refuse(
        'PARAMETER_INVALID',
        param,
        `${param}: they are longer than ${PAIRS_LENGTH_MAX} characters together.`,
      );
  }
  return ok([...found]);
};

const sentPairs = (meaning: string) =>
  json(
    Type.Union([Type.Array(Type.Unknown(), { maxItems: 200 }), Type.Record(Type.String(), Type.Unknown())], {
      description: `attributes: [{lang,name,value}], [[name,value]] or {name:value}${meaning}`,
    }),
  );

/** `[{lang,name,value}]`, `[[name,value]]` or `{name: value}` as a list of pairs, the last of a name first come. */
export const pairs: Param<Pairs<never>> = optional(
  map(sentPairs(''), (given, param): Result<Pairs<never>> => readPairs(given, param, '') as Result<Pairs<never>>),
  NO_PAIRS,
);

/**
 * The same as changes: null in the place of a value takes the attribute away, null in the place of all of them every
 * one.
 */
export const pairChanges: Param<Pairs<null> | null> = {
  ...optional(
    map(sentPairs('; null takes one away'), (given, param): Result<Pairs<null>> => readPairs(given, param, null)),
    NO_PAIRS,
  ),
  cleared: { value: null },
};

const CouponDate = Type.Union([Type.String({ maxLength: 40 }), Type.Null()]);

/** S 4.12; what is not sent is no date, and not combineable. */
export const couponAttributes = optional(
  map(
    json(
      Type.Object(
        {
          start_date: Type.Optional(CouponDate),
          end_date: Type.Optional(CouponDate),
          combineable: Type.Optional(FlagShape),
        },
        {
          description:
            'start_date and end_date (YYYY-MM-DD), both days included; combineable (1 or 0: whether they may stand beside others)',
        },
      ),
    ),
    ({ start_date: start, end_date: end, combineable: sent }, param) =>
      mapOk(flagMember(sent, param, `${param}.combineable`, false), (combineable) => ({
        startDate: start?.trim() ?? '',
        endDate: end?.trim() ?? '',
        combineable,
      })),
  ),
  { startDate: '', endDate: '', combineable: false },
);

/** What most changes answer (S 7). */
export const done = (object: string) => (): { readonly object: string; readonly status: string } => ({
  object,
  status: 'success',
});
