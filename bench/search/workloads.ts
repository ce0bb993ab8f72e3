// Each kind of search, as the fields of calls.
import type { Asked } from './asked.ts';

export type Fields = { readonly [name: string]: unknown };

const PAGE = { left_limit: '0', right_limit: '24' };

const partOf = (word: string, below: (count: number) => number): string => {
  const from = below(Math.max(1, word.length - 3));
  return word.slice(from, from + 3 + below(3));
};

/** Two neighbours change places. */
const withTypo = (word: string, below: (count: number) => number): string => {
  const at = below(word.length - 1);
  return word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);
};

export const workloads = (asked: Asked): { readonly [name: string]: () => Fields } => {
  const { below, language, brandField, priceMax } = asked;
  const search = (constraint: unknown, more: Fields = {}): Fields => ({
    request: 'search_products',
    language,
    country: 'DE',
    constraint: JSON.stringify(constraint),
    ...PAGE,
    ...more,
  });
  const part = (): string => partOf(asked.word(), below);
  const words = (): string => Array.from({ length: 1 + below(3) }, asked.word).join(' ');
  const anyPage = (): Fields => ({ left_limit: String(below(50)) });
  return {
    'LIKE over names': () => search({ name: ['LIKE', part()] }),
    'LIKE over names, by price': () => search({ name: ['LIKE', part()] }, { order_columns: '["price"]' }),
    'LIKE over descriptions': () => search({ description: ['LIKE', part()] }),
    'LIKE over descriptions, two words': () => search({ description: ['LIKE', `${asked.word()} ${asked.word()}`] }),
    'equality: brand': () => search({ [brandField]: asked.brand() }),
    'equality: element number': () => search({ 'metadata.element_number': asked.number() }),
    'equality: price': () => search({ price: asked.price() }),
    category: () => search({ 'category.id_shopcategory': asked.category() }),
    'category branch by path, price range, by price': () =>
      search(
        { 'category.path.nodes.name': asked.branch(), price: ['BETWEEN', asked.price(), priceMax] },
        { order_columns: '["price"]' },
      ),
    'all, by name': () => search({}, { order_columns: '["main.name"]', ...anyPage() }),
    'all, by an attribute, a text': () => search({}, { order_columns: '["name"]', ...anyPage() }),
    'all, by price': () => search({}, { order_columns: '["price"]', ...anyPage() }),
    'category listing, by price': () => ({
      request: 'get_products_in_category',
      id_category: String(asked.category()),
      language,
      country: 'DE',
      order_columns: '["price"]',
      ...PAGE,
    }),
    'MATCH over names, 1-3 words': () => search({ name: ['MATCH', words()] }),
    'MATCH over names, one with a typo': () => search({ name: ['MATCH', withTypo(asked.word(), below)] }),
    'MATCH over numbers': () => search({ 'metadata.element_number': ['MATCH', asked.number()] }),
    'MATCH over names and numbers': () =>
      search({ OR: { 'main.name': ['MATCH', asked.name()], 'metadata.element_number': ['MATCH', asked.number()] } }),
    'MATCH over everything, 1-3 words': () => search({ search: ['MATCH', words()] }),
    'update_product, a new name': () => ({
      request: 'update_product',
      licence_secret_key: 'bench-secret-key',
      id_product: String(asked.product()),
      attributes: JSON.stringify({
        [language]: { name: `${asked.word()} ${asked.word()} ${asked.word()} ${below(1e6)}` },
      }),
    }),
  };
};
