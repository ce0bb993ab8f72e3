// A small shop to search in: three products of one class, one of another, a content; goods > clothes, books.
import { expect } from 'vitest';
import type { Given, ShopOptions } from '../shop.ts';
import { Goods } from '../shop.ts';

interface Found {
  readonly object: string;
  readonly result: readonly { readonly name: string }[];
}

export const openSearch = async (options: ShopOptions = {}) => {
  const goods = await Goods.open(options);
  const { shop, categoryId } = goods;
  await shop.make('create_class', { name: 'book', type: 'product' });
  await shop.admin('create_class_attributes', {
    id_class: 2,
    attributes: [
      { name: 'title', type: 'CHAR' },
      { name: 'pages', type: 'INT' },
      { name: 'description', type: 'HTML' },
    ],
  });
  await shop.make('create_class', { name: 'page', type: 'content' });
  await shop.admin('create_class_attributes', {
    id_class: 3,
    attributes: [
      { name: 'headline', type: 'CHAR' },
      { name: 'body', type: 'HTML' },
    ],
  });
  const clothes = await shop.make('create_category', {
    id_parent: categoryId,
    name: 'clothes',
    labels: { de_DE: 'Kleidung', en_GB: 'Clothes' },
    seo: { de_DE: { permalink: 'kleidung', title: 'Mode' } },
  });
  const books = await shop.make('create_category', { id_parent: 0, name: 'books' });
  await goods.product(20, {
    name: 'shirt',
    attributes: {
      de_DE: { name: 'Blaues Hemd', short_description: 'Baumwolle', price: 20 },
      en_GB: { name: 'Blue Shirt' },
    },
    metadata: { element_number: 'S-1', ean: '4006381333931', weight: 0.2 },
    seo: { de_DE: { permalink: 'blaues-hemd', title: 'Blaues Hemd' }, en_GB: { title: 'Blue shirt' } },
    categories: [categoryId, clothes],
  });
  await goods.product(50, {
    name: 'trousers',
    attributes: { de_DE: { name: 'Hose', short_description: 'gegen Regen, Größe XL', price: 50 } },
    availability: { quantity: 5, quantity_warning: 2, active: 1, allow_override: 0 },
  });
  await goods.product(120, {
    name: 'jacket',
    attributes: { de_DE: { name: 'Regenjacke', short_description: 'dicht', price: 120 } },
    metadata: { kg: 1.5 },
    categories: [clothes],
  });
  const novel = { title: 'Tales from the White Hart', pages: 300, description: '<strong>Das Meer</strong>' };
  await goods.product(0, { class: 'book', name: 'novel', attributes: { de_DE: novel }, categories: [books] });
  const imprint = { headline: 'Impressum', body: '<b>fette</b> Worte, <strong>starke</strong> auch' };
  await shop.make('create_content', { class: 'page', name: 'imprint', shop_active: 1, attributes: { de_DE: imprint } });
  /** The names, in order. */
  const found = async (constraint: unknown, more: Given = {}): Promise<string[]> => {
    const reply = await shop.call<Found>('search_products', { constraint, language: 'de_DE', country: 'DE', ...more });
    expect(reply.object, JSON.stringify(reply)).toBe('search_products_result');
    return reply.result.map(({ name }) => name);
  };
  return { goods, shop, found, clothes, books };
};
