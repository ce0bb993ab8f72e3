// A shop with products and contents in categories.
import type { Given, Reply } from '../shop.ts';
import { Goods } from '../shop.ts';

export interface Listing {
  readonly object: string;
  readonly count: number;
  readonly products_count: number;
  readonly contents_count: number;
  readonly products: { readonly [name: string]: { readonly id: number; readonly attributes: Reply } };
  readonly contents: { readonly [name: string]: { readonly id: number; readonly attributes: Reply } };
}

/** Two products and two contents in one category. */
export const open = async (options = {}) => {
  const goods = await Goods.open(options);
  const { shop, categoryId } = goods;
  await shop.make('create_class', { name: 'page', type: 'content' });
  await shop.admin('create_class_attributes', {
    id_class: 2,
    attributes: [
      { name: 'headline', type: 'CHAR' },
      { name: 'price', type: 'FLOAT' },
    ],
  });
  const page = (name: string, headline: string, more: Given = {}): Promise<number> =>
    shop.make('create_content', {
      class: 'page',
      name,
      shop_active: 1,
      attributes: { de_DE: { headline } },
      categories: [categoryId],
      ...more,
    });
  await goods.product(3, { name: 'lamp' });
  await goods.product(1, { name: 'chair' });
  await page('imprint', 'Impressum');
  await page('agb', 'AGB');
  const list = (request: string, more: Given = {}): Promise<Listing> =>
    shop.call<Listing>(request, { id_category: categoryId, ...more });
  return { goods, shop, categoryId, page, list };
};

export const products = async (list: Promise<Listing>): Promise<string[]> => Object.keys((await list).products);

export const contents = async (list: Promise<Listing>): Promise<string[]> => Object.keys((await list).contents);
