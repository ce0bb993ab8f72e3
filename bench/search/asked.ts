// What searches ask for: drawn by chance from what a catalogue holds, the same each time.
import { allCategories } from '../../src/domain/listing/category-fields.ts';
import { eachActor } from '../../src/catalogue-files/catalogue.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { must } from '../../src/kernel/result.ts';
import { seeded } from '../stats.ts';
import { CATEGORY_LEVELS, Generator } from './generator.ts';

export interface Asked {
  readonly language: string;
  /** The attribute that says who makes it. */
  readonly brandField: string;
  readonly priceMax: number;
  below(count: number): number;
  /** Of names. */
  word(): string;
  /** How the name of a product begins: its own, not its attribute. */
  name(): string;
  number(): string;
  brand(): string;
  price(): number;
  /** The id of one that holds products. */
  category(): number;
  /** The name of a category with others below it. */
  branch(): string;
  /** An id. */
  product(): number;
}

const LANGUAGE = 1;

/** As often as the generator gives words and vendors: by Zipf's law. */
export const askedOfGenerated = (engine: Engine): Asked => {
  const { product: products } = engine.readContext().index('shopobject').counts;
  const generator = new Generator();
  const below = (count: number): number => generator.below(count);
  const [top, middle, leaves] = CATEGORY_LEVELS;
  return {
    language: 'en_EN',
    brandField: 'vendor',
    priceMax: 190,
    below,
    word: () => generator.some(1, LANGUAGE),
    name: () => `product ${below(products)}`,
    number: () => `KN-${String(below(products)).padStart(7, '0')}`,
    brand: () => `vendor ${below(1000)}`,
    price: () => below(18_000) / 100,
    category: () => top + middle + 1 + below(leaves),
    branch: () => `category ${middle} ${below(middle)}`,
    product: () => 1 + below(products),
  };
};

const WORD = /[\p{L}\p{N}]{3,}/gu;
const SEED = 20261121;

/** As often as words, brands and categories stand in the products themselves. */
export const askedOfBestBuy = (engine: Engine): Asked => {
  const reader = engine.readContext();
  const { language } = engine.rules;
  const random = seeded(SEED);
  const below = (count: number): number => Math.floor(random() * count);
  const some = <T>(from: readonly T[]): T => from[below(from.length)]!;
  const products = [...eachActor(engine, reader, 'shopobject')];
  const [, shopClass] = [...eachActor(engine, reader, 'class')].find(([, { name }]) => name === 'best_buy') ?? [];
  must(shopClass !== undefined, 'the store holds an import of Best Buy');
  const values = <T>(name: string): readonly T[] => {
    const { number } = shopClass.attributes.find((one) => one.name === name)!;
    return products.flatMap(([, { attributes }]) => (attributes[language]?.[number] ?? []) as T);
  };
  const names = products.map(([, { name }]) => name);
  const numbers = products.map(([, { metadata }]) => metadata.element_number ?? '');
  const words = names.flatMap((name) => name.match(WORD) ?? []);
  const [brands, prices] = [values<string>('brand'), values<number>('price')];
  const categories = products.flatMap(([, { memberships }]) => memberships.map(({ categoryId }) => categoryId));
  const parents = new Set([...allCategories(reader)].map((id) => reader.read('category', id)!.parentId));
  const branches = [...parents].filter((id) => id !== 0).map((id) => reader.read('category', id)!.name);
  return {
    language,
    brandField: 'brand',
    priceMax: Math.max(...prices),
    below,
    word: () => some(words),
    name: () => some(names).split(' ').slice(0, 3).join(' '),
    number: () => some(numbers),
    brand: () => some(brands),
    price: () => some(prices),
    category: () => some(categories),
    branch: () => some(branches),
    product: () => some(products)[0],
  };
};
