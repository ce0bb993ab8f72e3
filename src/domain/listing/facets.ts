// The facets of a list: which fields are counted beside it, and which conditions each of them leaves out.
import { atOnce } from '../../kernel/many.ts';
import { refuse, shown, DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { composed } from '../../kernel/text.ts';
import { allOf, familyOf, fieldsOf, partsOf } from '../search/constraint.ts';
import type { Constraint } from '../search/constraint.ts';
import type { FacetField, FacetsPart, SearchQuery } from '../search/query.ts';
import type { Reader } from '../transaction.ts';
import { unknownField } from './strict-fields.ts';

/** The fields that a call wants counted. */
export interface FacetsAsked {
  readonly fields: readonly Omit<FacetField, 'own' | 'met'>[];
  readonly valuesMax: number;
}

/** Whether a condition is on this field alone. */
const isOwn = (part: Constraint, field: string): boolean => {
  if (part.type === 'family') return false;
  const fields = fieldsOf(part);
  return fields.size === 1 && fields.has(field);
};

/** Fields that variations do not have of their product. */
const OF_PRODUCT = /^(category\.|main\.categories$)/;

type Visible = (rest: Constraint | undefined) => Constraint;

/**
 * Fields without own conditions are counted over one set of records, each of the others over one of its own. `parts`:
 * conditions among which the fields are; `besides`: what is to be met by another of the family.
 */
const partsFor = (
  fields: FacetsAsked['fields'],
  parts: readonly Constraint[],
  besides: readonly Constraint[],
  isQuery: boolean,
  visible: Visible,
): readonly FacetsPart[] => {
  const all = fields.map((one): FacetField => {
    const own = parts.filter((part) => isOwn(part, one.field));
    return { ...one, own: own.length === 0 ? undefined : allOf(own) };
  });
  const baseOf = (left: readonly Constraint[]): Constraint => {
    const rest = [...besides, ...left];
    return visible(rest.length === 0 ? undefined : allOf(rest));
  };
  const plain = all.filter(({ own }) => own === undefined);
  return [
    ...(plain.length === 0 ? [] : [{ base: baseOf(parts), isQuery, fields: plain }]),
    ...all
      .filter(({ own }) => own !== undefined)
      .map((one) => ({ base: baseOf(parts.filter((part) => !isOwn(part, one.field))), isQuery: false, fields: [one] })),
  ];
};

/**
 * The `facets` of a query. Own conditions of a field are the parts at the top of `constraint`, or of its group
 * `variation`, that name this field alone; `visible` adds what the caller may see. Beside the group a field is counted
 * over the variations that meet it, unless conditions outside name the field, or it is one of products alone. `sent`:
 * the conditions of that group without what `visible` adds.
 */
export const facetsOf = (
  asked: FacetsAsked | undefined,
  constraint: Constraint | undefined,
  visible: Visible,
  sent: readonly Constraint[] = [],
): Pick<SearchQuery, 'facets'> => {
  if (asked === undefined) return {};
  const { fields, valuesMax } = asked;
  const family = familyOf(constraint);
  const outer = partsOf(constraint).filter((part) => part !== family);
  const isOuter = ({ field }: FacetsAsked['fields'][number]): boolean =>
    family === undefined || OF_PRODUCT.test(field) || outer.some((part) => isOwn(part, field));
  const inner = fields.filter((field) => !isOuter(field));
  const met = outer.length === 0 ? [] : [{ type: 'family' as const, parts: [visible(allOf(outer))] }];
  const parts = [
    ...partsFor(fields.filter(isOuter), outer, family === undefined ? [] : [family], true, visible),
    ...(inner.length === 0 ? [] : partsFor(inner, sent, met, false, visible)),
  ];
  return { facets: { order: fields.map(({ field }) => field), parts, valuesMax } };
};

/** System fields whose values are texts to be read, and one that decides what is found. */
const NO_FACETS = /^search$|^main\.id_variation$|^metadata\.notes$|^(seo|category)\..*(title|description|keywords)$/;

const refused = (why: string): Result<never> => refuse('PARAMETER_INVALID', 'facets', why);

/** Refuses: PARAMETER_INVALID for a field that nothing has, and for one of long texts. */
export const checkFacets = (shop: Reader, { fields }: FacetsAsked): Result<void> => {
  const names = fields.map(({ field }) => field);
  const unknown = unknownField(shop, 'shopobject', 'product', names);
  if (unknown !== undefined) return refused(`There is no field ${shown(unknown.field)} here.${unknown.hint}`);
  const barred = names.find((name) => NO_FACETS.test(name));
  if (barred !== undefined) return refused(`The values of ${shown(barred)} cannot be counted.`);
  for (const id of atOnce(shop.index('class').byName.all(), 'classes, which are made by hand')) {
    const { type: kind, name, attributes } = shop.read('class', id)!;
    if (kind !== 'product') continue;
    for (const attribute of attributes)
      if ((attribute.type === 'TXT' || attribute.type === 'HTML') && names.includes(composed(attribute.name)))
        return refused(
          `${shown(attribute.name)} is ${attribute.type} in the class ${shown(name)}; of texts, only those of the type ` +
            'CHAR are counted, which have 255 characters at most.',
        );
  }
  return DONE;
};
