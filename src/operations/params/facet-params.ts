// Parameters of lists that count the values of fields beside their page.
import type { FacetsAsked } from '../../domain/listing/facets.ts';
import { Type, int, json, map, optional } from '../../kernel/params.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

/** Fields counted by one call; each is read from every record that is found. */
const FACETS_MAX = 16;
const BOUNDS_MAX = 20;
const RANGES_MAX = 20;
const VALUES_MAX = 1000;
const VALUES_DEFAULT = 50;
const FIELD_MAX = 128;

/** A short name of the tree of categories; an attribute of this name is given as an object. */
const CATEGORY = 'category';
const CATEGORY_TREE = 'category.path.nodes.id';

type Facet = FacetsAsked['fields'][number];

const refused = (why: string): Result<never> => refuse('PARAMETER_INVALID', 'facets', why);

/** `price:0,25,50`: a field with bounds; a field whose name ends like this is given as an object. */
const WITH_BOUNDS = /^(.+):([-+0-9.eE, ]+)$/;

const facetOf = (field: string, bounds: readonly number[] | undefined, ranges: number | undefined): Result<Facet> => {
  const name = shown(field);
  if (field === '' || field.length > FIELD_MAX)
    return refused(`A field has 1 to ${FIELD_MAX} characters; one has ${field.length}.`);
  if (bounds !== undefined && ranges !== undefined) return refused(`${name} has bounds and ranges; give one of them.`);
  if (bounds !== undefined) {
    if (bounds.length === 0 || bounds.length > BOUNDS_MAX)
      return refused(`${name} has ${bounds.length} bounds, of 1 to ${BOUNDS_MAX}.`);
    const wrong = bounds.findIndex((bound, at) => !Number.isFinite(bound) || (at > 0 && bound <= bounds[at - 1]!));
    if (wrong >= 0) return refused(`Bound ${wrong + 1} of ${name} is no number above the one before it.`);
  }
  if (ranges !== undefined && (!Number.isInteger(ranges) || ranges < 2 || ranges > RANGES_MAX))
    return refused(`${name} has ${ranges} ranges, of 2 to ${RANGES_MAX}.`);
  return ok({
    field,
    ...(bounds !== undefined && { bounds }),
    ...(ranges !== undefined && { ranges }),
  });
};

const FacetObject = Type.Object(
  {
    field: Type.String(),
    bounds: Type.Optional(Type.Array(Type.Number())),
    ranges: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
);

const facetFrom = (given: string | { field: string; bounds?: number[]; ranges?: number }): Result<Facet> => {
  if (typeof given !== 'string') return facetOf(given.field, given.bounds, given.ranges);
  if (given === CATEGORY) return facetOf(CATEGORY_TREE, undefined, undefined);
  const [, field = given, listed] = WITH_BOUNDS.exec(given) ?? [];
  const numbers = listed?.split(',').map((one) => (one.trim() === '' ? Number.NaN : Number(one)));
  return facetOf(field, numbers, undefined);
};

const fields = map(
  json(
    Type.Union([Type.Array(Type.Union([Type.String(), FacetObject])), Type.String()], {
      description:
        `fields whose values are counted, at most ${FACETS_MAX}: "colour", "price:0,25,50" or ` +
        '{field, bounds} or {field, ranges}, see docs/sell/search-facets.md',
    }),
    { bare: true },
  ),
  (given): Result<readonly Facet[]> => {
    const list = typeof given === 'string' ? (given === '' ? [] : [given]) : given;
    if (list.length > FACETS_MAX) return refused(`There are ${list.length} facets, of at most ${FACETS_MAX}.`);
    const all: Facet[] = [];
    for (const one of list) {
      const facet = facetFrom(one);
      if (!facet.ok) return facet;
      if (all.some(({ field }) => field === facet.value.field))
        return refused(`The field ${shown(facet.value.field)} is there twice.`);
      all.push(facet.value);
    }
    return ok(all);
  },
);

export const facetParams = {
  facets: optional(fields, [] as readonly Facet[]),
  facet_values_max: optional(
    int('values shown of a facet, those of most products', { min: 1, max: VALUES_MAX }),
    VALUES_DEFAULT,
  ),
};

export interface FacetParams {
  readonly facets: readonly Facet[];
  readonly facet_values_max: number;
}

/** What a call wants counted; undefined: nothing, or it is of an operation that counts nothing. */
export const countedBy = ({
  facets = [],
  facet_values_max: valuesMax = VALUES_DEFAULT,
}: Partial<FacetParams>): FacetsAsked | undefined => (facets.length === 0 ? undefined : { fields: facets, valuesMax });
