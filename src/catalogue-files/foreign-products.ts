// Products of other shop systems as records of a catalogue file: one class for the format, the categories, each
// product, and its variations where it has several variants. docs/coming-from.md says what becomes of what.
import { VARIATIONS_MAX } from '../domain/catalogue/create-variation.ts';
import type { ShopRules } from '../domain/rules.ts';
import { refuse, shown } from '../kernel/result.ts';
import type { ForeignTable } from './foreign-table.ts';
import { sourced } from './record-source.ts';
import type { Sourced } from './record-source.ts';

type Texts = { readonly [name: string]: string };

/** What is bought: its own product where there is one, else a variation. */
export interface ForeignVariant {
  readonly line: number;
  readonly sku: string;
  readonly ean?: string;
  readonly price: string;
  /** Pieces; '' where the stock is not counted. */
  readonly stock: string;
  readonly mayOversell?: boolean;
  readonly images?: readonly string[];
  /** Attributes that are its own, such as a colour. */
  readonly values: Texts;
}

export interface ForeignProduct {
  readonly line: number;
  /** Of its own among products: the last part of its address, or its number. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly active: boolean;
  readonly images: readonly string[];
  /** From the root down. */
  readonly categories: readonly (readonly string[])[];
  /** Name of a tax class; one that the shop does not have is left out. */
  readonly tax?: string;
  readonly values: Texts;
  /** Name and description in other languages, by code. */
  readonly translations?: { readonly [language: string]: Texts };
  readonly variants: readonly ForeignVariant[];
}

/** What a reader asks of the shop. */
export interface ForeignRules extends Pick<ShopRules, 'language' | 'languages' | 'currency'> {
  readonly taxClasses: readonly { readonly name: string }[];
}

export interface ForeignShop {
  readonly rules: ForeignRules;
  /** Gets a line for all that the catalogue has no place for. */
  readonly note: (line: string) => void;
}

const OWN = new Set(['name', 'description', 'price', 'image']);

/** A name as an attribute: `Shoe Size` is `shoe_size`. One of an attribute that every product has gets `option_`. */
export const attributeName = (name: string): string => {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
  return OWN.has(plain) ? `option_${plain}` : plain || 'value';
};

/** `image`, `image_2`, `image_3`. */
const imagesOf = (images: readonly string[]): Texts =>
  Object.fromEntries(
    [...new Set(images.filter((image) => image !== ''))].map((image, index) => [
      index === 0 ? 'image' : `image_${index + 1}`,
      image,
    ]),
  );

class Names {
  /** The number that the next product of a name gets. */
  private readonly taken = new Map<string, number>();

  /** The name, or with a number behind it where another product has it. */
  unique(wanted: string): string {
    let name = wanted;
    let nth = this.taken.get(wanted) ?? 1;
    for (; this.taken.has(name); nth += 1) name = `${wanted} (${nth + 1})`;
    this.taken.set(wanted, nth);
    if (name !== wanted) this.taken.set(name, 1);
    return name;
  }
}

const availabilityOf = ({ stock, mayOversell = false }: Pick<ForeignVariant, 'stock' | 'mayOversell'>): object =>
  stock === '' ? { active: 0 } : { active: 1, quantity: Math.max(0, Number(stock)), allow_override: mayOversell };

/** A price is a number with a point; '' is none, and the product's shows. */
const unfit = ({ price, stock }: ForeignVariant): readonly [param: string, value: string] | undefined =>
  !/^(\d+(\.\d+)?)?$/.test(price) ? ['price', price] : !/^(-?\d+(\.\d+)?)?$/.test(stock) ? ['stock', stock] : undefined;

class Records {
  private readonly shop: ForeignShop;
  private readonly className: string;
  private readonly names = new Names();
  private readonly paths = new Set<string>();

  constructor(shop: ForeignShop, className: string) {
    this.shop = shop;
    this.className = className;
  }

  private tax(product: ForeignProduct): { readonly taxclass?: string } {
    const { tax = '' } = product;
    return this.shop.rules.taxClasses.some(({ name }) => name === tax) ? { taxclass: tax } : {};
  }

  private identity({ sku, ean = '' }: ForeignVariant): object {
    return { element_number: sku, ean };
  }

  private values({ price, images = [], values }: ForeignVariant): object {
    return { ...values, ...imagesOf(images), ...(price !== '' && { price: Number(price) }) };
  }

  *categories({ line, categories }: ForeignProduct): Generator<Sourced> {
    for (const path of categories) {
      for (const [depth, name] of path.entries()) {
        const parent = path.slice(0, depth);
        const key = JSON.stringify([parent, name]);
        if (this.paths.has(key)) continue;
        this.paths.add(key);
        yield sourced(line, { type: 'category', name, parent });
      }
    }
  }

  *product(product: ForeignProduct): Generator<Sourced> {
    const [first, ...more] = product.variants;
    const wrong = product.variants.find((variant) => unfit(variant) !== undefined);
    if (first === undefined || wrong !== undefined) {
      const [param, value] = (wrong && unfit(wrong)) ?? ['variant', ''];
      const refused = refuse('PARAMETER_INVALID', param, `${shown(value)} is no number; the product is left out.`);
      yield { line: wrong?.line ?? product.line, record: refused };
      return;
    }
    if (more.length >= VARIATIONS_MAX) {
      const why = `${shown(product.name)} has ${product.variants.length} variants; the product is left out.`;
      yield { line: product.line, record: refuse('VARIATION_LIMIT_REACHED', 'variant', why) };
      return;
    }
    yield* this.categories(product);
    const { language } = this.shop.rules;
    const isAlone = more.length === 0;
    const name = this.names.unique(product.name);
    const own = {
      name: product.title,
      description: product.description,
      ...product.values,
      ...imagesOf(product.images),
    };
    const price = first.price === '' ? {} : { price: Number(first.price) };
    const common = { type: 'product', class: this.className, active: product.active };
    yield sourced(product.line, {
      ...common,
      name,
      attributes: { [language]: { ...own, ...(isAlone ? this.values(first) : price) }, ...product.translations },
      metadata: { ...(isAlone && this.identity(first)), ...this.tax(product) },
      // With variations these are what is bought: of the product itself there is none.
      availability: availabilityOf(isAlone ? first : { stock: '0' }),
      ...(product.categories.length > 0 && { categories: product.categories }),
    });
    if (isAlone) return;
    for (const variant of product.variants) {
      const label = Object.values(variant.values).join(', ');
      yield sourced(variant.line, {
        ...common,
        name: this.names.unique(variant.sku || `${name}, ${label || variant.line}`),
        variation_of: name,
        attributes: { [language]: this.values(variant) },
        metadata: { ...this.identity(variant), ...this.tax(product) },
        availability: availabilityOf(variant),
      });
    }
  }
}

const classOf = (name: string, products: readonly ForeignProduct[]): object => {
  const texts = new Set<string>();
  const images = new Set(['image']);
  for (const { values, images: pictures, variants } of products) {
    for (const one of [values, ...variants.map((variant) => variant.values)])
      for (const attribute of Object.keys(one)) if (!OWN.has(attribute)) texts.add(attribute);
    for (const list of [pictures, ...variants.map((variant) => variant.images ?? [])])
      for (const image of Object.keys(imagesOf(list))) images.add(image);
  }
  const attributes = [
    { name: 'name', type: 'CHAR' },
    { name: 'description', type: 'HTML' },
    { name: 'price', type: 'FLOAT' },
    ...[...images].map((image) => ({ name: image, type: 'IMG' })),
    ...[...texts].map((attribute) => ({ name: attribute, type: 'CHAR' })),
  ];
  return { type: 'class', name, class_type: 'product', attributes };
};

/** The records of a table's products, each after those that it needs; then notes on what has no place. */
export const foreignRecords = function* (
  className: string,
  table: ForeignTable,
  products: readonly ForeignProduct[],
  shop: ForeignShop,
): Generator<Sourced> {
  const records = new Records(shop, className);
  yield sourced(1, classOf(className, products));
  for (const product of products) yield* records.product(product);
  yield* table.refused;
  const known = new Set(shop.rules.taxClasses.map(({ name }) => name));
  const taxes = new Set(products.map(({ tax = '' }) => tax).filter((tax) => tax !== '' && !known.has(tax)));
  for (const tax of taxes) shop.note(`the shop has no tax class ${JSON.stringify(tax)}: its first one counts`);
  for (const line of table.placeless()) shop.note(line);
};
