// A list of products as its address asks for it: words, a category, values of facets, an order, a page.
import { and, field, or } from '../../src/client/client.ts';
import type { Client, Constraint } from '../../src/client/client.ts';
import type { Choice, Frame, Listing } from './pages.ts';

const PAGE = 24;
/** Facets are the short texts of the products found, such as a colour; one with more values than this is none. */
const VALUES_MAX = 20;

/**
 * The products of a category with all their variations, which are in no category of their own: only so may a variation
 * meet the category and a colour together (docs/sell/search-fields.md).
 */
const goodsOf = async (client: Client, category: number): Promise<Constraint> => {
  const constraint = field('category.path.nodes.id_shopcategory').equals(category);
  const found = await client.search_distinct_products({ constraint, field: 'main.id_shopobject' });
  const [ids, parts]: [(string | number)[], Constraint[]] = [found.ok ? [...found.value.result] : [], []];
  // An `IN` has at most 1,000 values; without any it finds nothing, where an empty `OR` would find everything.
  do parts.push(field('main.id_shopobject').in(ids.splice(0, 1000)));
  while (ids.length > 0);
  return or(...parts);
};

/** `category`: with everything below it. Undefined: the shop refuses the search. */
export const listingOf = async (
  client: Client,
  { tree, say, session }: Frame,
  language: string,
  query: URLSearchParams,
  category: number | undefined,
): Promise<Listing | undefined> => {
  const words = query.get('q') ?? '';
  const goods = category === undefined ? [] : [await goodsOf(client, category)];
  const texts = await client.get_contents_in_category({ id_category: category ?? 0, language });
  const chosen = [...new Set(query.keys())].filter((key) => key.startsWith('f.'));
  const constraint = (besides?: string): Constraint =>
    and(
      ...goods,
      ...(words === '' ? [] : [field('search').match(words)]),
      ...chosen.filter((key) => key !== besides).map((key) => field(key.slice(2)).in(query.getAll(key))),
    );
  /** This page with a value added, or taken out where it is there. */
  const choice = (key: string, value: string, label = value): Choice => {
    const next = new URLSearchParams(query);
    for (const gone of ['page', 'error']) next.delete(gone);
    if (query.has(key, value)) next.delete(key, value);
    else next.append(key, value);
    return { label, href: `?${next}`, chosen: query.has(key, value) };
  };
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
  const wish = { constraint: constraint(), language, session, left_limit: (page - 1) * PAGE, right_limit: PAGE };
  const found = await client.search_products({ ...wish, ...(query.has('sort') && { order_columns: 'main.price' }) });
  if (!found.ok) return undefined;
  const { count, result: products } = found.value;
  const labels = new Map<string, string>(chosen.map((key) => [key, key.slice(2)]));
  for (const { attributes } of products.flatMap((product) => [product, ...product.variations]))
    for (const { type, name, label } of Object.values(attributes))
      if (type === 'CHAR' && name !== 'name') labels.set(`f.${name}`, label || name);
  const facets = [...labels].slice(0, 12).map(async ([key, label]) => {
    const asked = { constraint: constraint(key), field: key.slice(2), language };
    const distinct = await client.search_distinct_products(asked);
    const values = distinct.ok ? distinct.value.result.map(String).filter((value) => value !== '') : [];
    // What is chosen stays on the page, so that it can be taken off, even where nothing is left that has it.
    const all = values.length > VALUES_MAX ? query.getAll(key) : [...new Set([...values, ...query.getAll(key)])];
    return { label, values: all.map((value) => choice(key, value)) };
  });
  return {
    heading: words || ([...tree.values()].flat().find(({ id }) => id === category)?.label ?? say('all')),
    category,
    products,
    count,
    contents: texts.ok ? Object.values(texts.value.contents) : [],
    facets: (await Promise.all(facets)).filter(({ values }) => values.length > 1 || values.some((one) => one.chosen)),
    sort: choice('sort', 'price', say('sort')),
    pages: Array.from({ length: Math.ceil(count / PAGE) }, (_, index) => ({
      ...choice('page', String(index + 1)),
      chosen: page === index + 1,
    })),
  };
};
