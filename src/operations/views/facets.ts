// How a reply shows the counts of fields: with labels in the language of the call.
import { lookUpPlain } from '../../domain/by-language.ts';
import type { FacetCounts, FacetValue, SearchResult } from '../../domain/search/query.ts';
import type { Scalar } from '../../domain/search/constraint.ts';
import { atOnce } from '../../kernel/many.ts';
import { composed } from '../../kernel/text.ts';
import type { Facet } from '../replies/facets.ts';
import type { ViewContext } from './view-context.ts';

/** Fields whose values are ids of categories. */
const CATEGORY_IDS =
  /^(main\.categories|category\.(path\.nodes\.)?(id|id_shopcategory|id_parent|id_shopcategory_parent))$/;

/** The label of the attribute in the oldest class of products that has one in the language, or in that of the shop. */
const fieldLabel = (field: string, { shop, language }: ViewContext): string => {
  const ids = atOnce(shop.index('class').byName.all(), 'classes, which are made by hand');
  for (const id of ids.toSorted((a, b) => a - b)) {
    const { type, attributes } = shop.read('class', id)!;
    const attribute = type === 'product' ? attributes.find(({ name }) => composed(name) === field) : undefined;
    const label = attribute && lookUpPlain(attribute.labels, language, shop.rules.language);
    if (label) return label;
  }
  return field;
};

const categoryOf = (value: Scalar, { shop, language }: ViewContext) => {
  const category = typeof value === 'number' ? shop.read('category', value) : undefined;
  if (category === undefined) return { label: String(value) };
  return {
    label: lookUpPlain(category.labels, language, shop.rules.language) || category.name,
    id_parent: category.parentId,
  };
};

const rangeLabel = (from: number | undefined, to: number | undefined): string =>
  from === undefined ? `< ${to}` : to === undefined ? `≥ ${from}` : `${from} – ${to}`;

const valueOf = (field: string, one: FacetValue, view: ViewContext): Facet['values'][number] => {
  const { value, from, to, count } = one;
  const selected = one.selected ? 1 : 0;
  if (value === undefined)
    return {
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      label: rangeLabel(from, to),
      count,
      selected,
    };
  const { label, ...more } = CATEGORY_IDS.test(field) ? categoryOf(value, view) : { label: String(value) };
  return { value, label, ...more, count, selected };
};

const viewFacet = ({ field, values, more }: FacetCounts, view: ViewContext): Facet => ({
  field,
  label: fieldLabel(field, view),
  values: values.map((value) => valueOf(field, value, view)),
  more,
});

/** The member of a reply; none where nothing was to be counted. */
export const facetsMember = (
  { facets }: Pick<SearchResult, 'facets'>,
  view: ViewContext,
): { readonly facets?: readonly Facet[] } =>
  facets === undefined ? {} : { facets: facets.map((one) => viewFacet(one, view)) };
