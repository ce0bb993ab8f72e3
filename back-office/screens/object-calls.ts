// Products and contents, which share one form: all that their pages show, read at once, and what changes them.
import type { Category } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import type { Params, Reply } from '../api/call.ts';
import type { Details, Product } from './product-draft.ts';

export type ObjectType = Product['own']['type'];

type Own = Pick<Product['own'], 'id' | 'type'>;
export type ObjectChange = Omit<Params<'update_content'>, 'id_content'> &
  Omit<Params<'update_product'>, 'id_product' | 'class'>;

/** Throws Refused. */
export const updateObject = ({ id, type }: Own, change: ObjectChange) =>
  type === 'product'
    ? call('update_product', { id_product: id, ...change })
    : call('update_content', { id_content: id, ...change });

/** Throws Refused. */
export const deleteObject = ({ id, type }: Own) =>
  type === 'product' ? call('delete_product', { id_product: id }) : call('delete_content', { id_content: id });

export const screenOf = ({ type }: Pick<Own, 'type'>): 'products' | 'contents' =>
  type === 'product' ? 'products' : 'contents';

/** What a content has none of, in the form of a product. */
export const NO_STOCK = { active: 0, quantity: 0, quantity_warning: 0, allow_override: 0 } as const;

const detailsOf = async (own: Own, language: string, signal: AbortSignal): Promise<Details> => {
  if (own.type === 'product') return call('get_product_details', { id_product: own.id, language }, signal);
  const content = await call('get_content_details', { id_content: own.id, language }, signal);
  return { ...content, availability: NO_STOCK, variations: [] } as unknown as Details;
};

/** The categories of a content, whose own reply names none. */
const categoriesOf = (
  { categories }: Reply<'get_shopobject_languages'>,
  language: string,
  signal: AbortSignal,
): Promise<readonly Category[]> =>
  Promise.all(
    categories.map(async ({ id_category: id }) => {
      const { parent_category: category } = await call('get_categories', { id_parent: id, language }, signal);
      return category;
    }),
  );

/** `reader`: language of the page. Throws Refused. */
export const readObject = async (id: number, reader: string, signal: AbortSignal): Promise<Product> => {
  const [own, shop] = await Promise.all([
    call('get_shopobject_languages', { id_shopobject: id }, signal),
    call('get_shop', {}, signal),
  ]);
  const { type } = own;
  const languages = [...new Set([...shop.languages, ...Object.keys(own.values), ...Object.keys(own.seo)])];
  const [classes, categories, ...read] = await Promise.all([
    call('search_classes', { constraint: { 'main.name': own.class, 'main.type': type }, language: reader }, signal),
    type === 'content' ? categoriesOf(own, reader, signal) : undefined,
    ...languages.map((language) => detailsOf(own, language, signal)),
  ]);
  const shown = read.map((details) => (categories === undefined ? details : { ...details, categories }) as Details);
  return {
    details: shown[0]!,
    shown: Object.fromEntries(languages.map((language, at) => [language, shown[at]!])),
    own,
    definition: classes.result[0],
    languages,
    taxClasses: shop.tax_classes.map(({ name }) => name),
    priceFields: shop.price_fields,
  };
};
