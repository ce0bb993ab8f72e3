// A list of products as its address asks for it: words, a category, values of facets, an order, a page.
import { and, field, oneVariation, or } from '../../src/client/client.ts';
import type { Client, Constraint } from '../../src/client/client.ts';
import type { Choice, Frame } from './pages.ts';

const PAGE = 24;
const PRICE = 'main.price';
/** A range as an address has it: `25-50`, `-25`, `50-`. */
const within = (range: string): Constraint => {
  const [[from, to], price] = [range.split('-'), field(PRICE)];
  return and(...(from ? [price.atLeast(from)] : []), ...(to ? [price.below(to)] : []));
};

/** `category`: with everything below it. Undefined: the shop refuses the search. */
export const listingOf = async (
  client: Client,
  { tree, say, session }: Frame,
  language: string,
  query: URLSearchParams,
  category: number | undefined,
) => {
  const words = query.get('q') ?? '';
  const texts = await client.get_contents_in_category({ id_category: category ?? 0, language });
  const chosen = [...new Set(query.keys())].filter((key) => key.startsWith('f.'));
  // One variation meets all that is selected, and is shown; the category is the product's (docs/sell/search-fields.md).
  const constraint = [
    ...(category === undefined ? [] : [field('category.path.nodes.id').equals(category)]),
    ...(words === '' ? [] : [field('search').match(words)]),
    // All have an id: facets count what variations have also where nothing is selected.
    oneVariation(
      field('main.id').above(0),
      ...chosen.map((key) =>
        key === `f.${PRICE}` ? or(...query.getAll(key).map(within)) : field(key.slice(2)).in(query.getAll(key)),
      ),
    ),
  ];
  /** This page with a value added, or taken out where it is there. */
  const choice = (key: string, value: string, label = value): Choice => {
    const next = new URLSearchParams(query);
    for (const gone of ['page', 'error']) next.delete(gone);
    if (query.has(key, value)) next.delete(key, value);
    else next.append(key, value);
    return { key: `${key}=${value}`, label, href: `?${next}`, chosen: query.has(key, value) };
  };
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
  const wish = { constraint, language, session, left_limit: (page - 1) * PAGE, right_limit: PAGE };
  const found = await client.search_products({ ...wish, ...(query.has('sort') && { order_columns: PRICE }) });
  if (!found.ok) return undefined;
  const { count, result: products, matched = [], words: told } = found.value;
  // Facets are the price and short texts, such as a colour; what nothing can have is refused, and then there are none.
  const names = new Set(chosen.map((key) => key.slice(2)).filter((name) => name !== PRICE));
  for (const { attributes } of products.flatMap((product) => [product, ...product.variations]))
    for (const { type, name } of Object.values(attributes)) if (type === 'CHAR' && name !== 'name') names.add(name);
  // By name, so that a row stays in its place when a value of it is selected.
  const fields = [...names].slice(0, 12).toSorted();
  const asked = [...fields.map((name) => ({ field: name })), { field: PRICE, ranges: 4 }];
  // From the second product on, so that the report of searches counts one search and not two.
  const rest = { ...wish, left_limit: 1, right_limit: 1 };
  const counted = await client.search_products({ ...rest, facets: asked, facet_values_max: 12 });
  const facets = ((counted.ok && counted.value.facets) || []).map(({ field: name, label, values }) => ({
    label: name === PRICE ? say('price') : label,
    values: values.map(({ value = '', from = '', to = '', ...one }) => ({
      ...choice(`f.${name}`, value === '' ? `${from}-${to}` : `${value}`, one.label),
      count: one.count,
    })),
  }));
  const numbers = Array.from({ length: Math.ceil(count / PAGE) }, (_, at) => at + 1);
  return {
    /** Where the shop sends who searches for these words. */
    redirect: query.size === 1 ? told?.redirect : undefined,
    words,
    heading: words || ([...tree.values()].flat().find(({ id }) => id === category)?.label ?? say('all')),
    category,
    /** Each with the variation that meets what is selected, where the product itself does not. */
    products: products.map((product, at) => ({
      product,
      match: product.variations.find(({ id }) => id === matched[at]?.id_variation),
    })),
    count,
    contents: texts.ok ? Object.values(texts.value.contents) : [],
    facets: facets.filter(({ values }) => values.length > 1 || values.some((one) => one.chosen)),
    selected: chosen.flatMap((key) => query.getAll(key).map((value) => choice(key, value, `${value} ×`))),
    sort: choice('sort', 'price', say('sort')),
    pages: numbers.map((number) => ({ ...choice('page', `${number}`), chosen: page === number })),
  };
};
