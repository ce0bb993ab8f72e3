// Products of other shop systems as records of a catalogue file: one class for the format, the categories, stock by
// place, each product, and its variations where it has several variants. Its page in docs/start says what becomes of
// what.
import { VARIATIONS_MAX } from '../domain/catalogue/create-variation.ts';
import type { ShopRules } from '../domain/rules.ts';
import { refuse, shown } from '../kernel/result.ts';
import type { Refusal } from '../kernel/result.ts';
import type { Fields } from './foreign-fields.ts';
import { refusedRows } from './foreign-groups.ts';
import type { ForeignRow } from './foreign-row.ts';
import { taxClassFor, taxLabel } from './foreign-tax.ts';
import type { ForeignTax, KnownTaxClass } from './foreign-tax.ts';
import { sourced } from './record-source.ts';
import type { Note, Sourced } from './record-source.ts';

type Texts = { readonly [name: string]: string };

/** Weight in kilograms; the others in what the table has them in. '' for none. */
export interface Measures {
  readonly weight?: string;
  readonly length?: string;
  readonly width?: string;
  readonly height?: string;
}

interface SeoTexts {
  readonly permalink?: string;
  readonly title?: string;
  readonly description?: string;
}

/** What is bought: its own product where there is one, else a variation. */
export interface ForeignVariant {
  readonly line: number;
  readonly sku: string;
  readonly ean?: string;
  /** '' for none: that of the product shows, or 0. */
  readonly price: string;
  /** FLOAT attributes, such as `compare_at_price`. Shoppers see them: purchase prices do not belong here. */
  readonly prices?: Texts;
  /** Pieces; '' where the stock is not counted. */
  readonly stock: string;
  /** Where the stock is, of a variant with a number of its own; its sum is `stock`. */
  readonly places?: readonly { readonly storage: string; readonly quantity: string }[];
  readonly mayOversell?: boolean;
  /** Undefined: as the product. */
  readonly active?: boolean;
  readonly images?: readonly string[];
  readonly measures?: Measures;
  /** Attributes that are its own, such as a colour. */
  readonly values: Texts;
  /** As of a product. */
  readonly translations?: { readonly [language: string]: Texts };
}

export interface ForeignProduct {
  readonly line: number;
  /** Unique among products: the last part of its address, or its number. */
  readonly name: string;
  readonly title: string;
  /** HTML. */
  readonly description: string;
  readonly active: boolean;
  readonly images: readonly string[];
  /** From the root down. */
  readonly categories: readonly (readonly string[])[];
  readonly tax?: ForeignTax;
  readonly measures?: Measures;
  readonly values: Texts;
  /** Further attributes that hold HTML, such as a short description. */
  readonly html?: Texts;
  /** In the shop's own language. */
  readonly seo?: SeoTexts;
  /** In other languages, by code. */
  readonly localSeo?: { readonly [language: string]: SeoTexts };
  /** Attributes in other languages, by code. */
  readonly translations?: { readonly [language: string]: Texts };
  readonly variants: readonly ForeignVariant[];
}

/** What a reader asks of the shop. */
export interface ForeignRules extends Pick<
  ShopRules,
  'language' | 'languages' | 'country' | 'currency' | 'currencyDigits'
> {
  readonly taxClasses: readonly KnownTaxClass[];
}

export interface ForeignShop {
  readonly rules: ForeignRules;
  readonly note: Note;
  /** Gets what the table calls a tax that the shop has no class for. */
  readonly unknownTax?: ((label: string) => void) | undefined;
}

/** Rows of the table, and the product that they are. */
type Read = readonly [rows: readonly ForeignRow[], product: ForeignProduct];

const OWN = new Set(['name', 'description', 'price', 'image']);
const CHAR_MAX = 255;

/** A name as an attribute: `Shoe Size` is `shoe_size`. One of an attribute that every product has gets `option_`. */
const attributeName = (name: string): string => {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
  return OWN.has(plain) ? `option_${plain}` : plain || 'value';
};

/** Values by the names of their attributes; those of one name are joined, empty ones left out. */
export const attributesOf = (values: Iterable<readonly [name: string, value: string]>): Texts => {
  const texts = new Map<string, string>();
  for (const [name, value] of values) {
    const attribute = attributeName(name);
    const before = texts.get(attribute);
    if (value !== '') texts.set(attribute, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(texts);
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

type Kept = Pick<ForeignVariant, 'stock' | 'mayOversell' | 'places'>;

const availabilityOf = ({ stock, mayOversell = false, places = [] }: Kept): object =>
  stock === ''
    ? { active: 0 }
    : { active: 1, allow_override: mayOversell, ...(places.length === 0 && { quantity: Number(stock) }) };

const numbersOf = (texts: Texts = {}): object =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, Number(text)]),
  );

/** How its products are called, and what of it is not to be read twice. */
class Records {
  private readonly shop: ForeignShop;
  private readonly className: string;
  private readonly taxes: ReadonlyMap<string, string>;
  private readonly names = new Names();
  private readonly paths = new Set<string>();
  /** Numbers of warehouse entities: a second one of a number has its stock by itself. */
  private readonly numbers = new Set<string>();

  constructor(shop: ForeignShop, className: string, taxes: ReadonlyMap<string, string>) {
    this.shop = shop;
    this.className = className;
    this.taxes = taxes;
  }

  private identity({ sku, ean = '' }: ForeignVariant): object {
    return { element_number: sku, ean };
  }

  private values({ price, prices, images = [], values }: ForeignVariant): object {
    return { ...values, ...imagesOf(images), ...numbersOf(prices), ...(price !== '' && { price: Number(price) }) };
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

  /** The variant with its places where they become storages of a warehouse entity; else without. */
  private placed(variant: ForeignVariant): ForeignVariant {
    const { sku, places = [] } = variant;
    if (places.length > 0 && sku !== '' && !this.numbers.has(sku)) {
      this.numbers.add(sku);
      return variant;
    }
    return { ...variant, places: [] };
  }

  private *stored({ line, sku, places = [], stock }: ForeignVariant, name: string): Generator<Sourced> {
    if (places.length === 0 || stock === '') return;
    // In the order in which the shop shows them: what is equal already is left alone.
    const storages = places
      .map(({ storage, quantity }) => ({ storage, quantity: Number(quantity) }))
      .sort((one, other) => (one.storage < other.storage ? -1 : 1));
    const common = { type: 'warehouse_entity', class: `${this.className}_stock`, name };
    yield sourced(line, { ...common, metadata: { element_number: sku }, storages });
  }

  private bindings({ sku, places = [] }: ForeignVariant): object {
    return places.length === 0 ? {} : { bindings: [{ element_number: sku, quantity: 1 }] };
  }

  /** Lines of products that nobody could sell for more than nothing. */
  readonly unpriced: number[] = [];
  /** Lines of products whose permalink another one of the table has. */
  readonly unlinked: number[] = [];
  private readonly links = new Set<string>();

  private seo({ line, seo, localSeo }: ForeignProduct): object {
    if (seo === undefined) return {};
    const { permalink, ...texts } = seo;
    const isTaken = permalink !== undefined && this.links.has(permalink);
    if (isTaken) this.unlinked.push(line);
    else if (permalink !== undefined) this.links.add(permalink);
    return { seo: { [this.shop.rules.language]: isTaken ? texts : seo, ...localSeo } };
  }

  /** The names stay taken whether or not the product is refused: another one is not called so instead. */
  named(product: ForeignProduct): { readonly name: string; readonly variants: readonly string[] } {
    const name = this.names.unique(product.name);
    if (product.variants.length < 2) return { name, variants: [] };
    const variants = product.variants.map(({ sku, values, line }) =>
      this.names.unique(sku || `${name}, ${Object.values(values).join(', ') || line}`),
    );
    return { name, variants };
  }

  /** Why a product is refused although none of its rows is. */
  refusal(product: ForeignProduct): Refusal | undefined {
    if (product.name === '') return refuse('PARAMETER_MISSING', 'name', 'The product has no name.');
    const tax = taxClassFor(product.tax, this.shop.rules.taxClasses, this.taxes);
    if (tax.ok) return undefined;
    this.shop.unknownTax?.(taxLabel(product.tax));
    return tax;
  }

  *product(product: ForeignProduct, { name, variants: names }: ReturnType<Records['named']>): Generator<Sourced> {
    const [first] = product.variants;
    yield* this.categories(product);
    const { language, taxClasses } = this.shop.rules;
    const isAlone = product.variants.length === 1;
    const tax = taxClassFor(product.tax, taxClasses, this.taxes);
    const taxed = tax.ok && tax.value !== '' ? { taxclass: tax.value } : {};
    const own = {
      name: product.title,
      description: product.description,
      ...product.html,
      ...product.values,
      ...imagesOf(product.images),
    };
    const alone = isAlone ? this.placed(first!) : undefined;
    const shownPrice = product.variants.find(({ price }) => price !== '')?.price ?? '';
    const price = shownPrice === '' ? {} : { price: Number(shownPrice) };
    // An attribute without a value is 0, and the product would be sold for that.
    const isPriced = shownPrice !== '';
    if (!isPriced) this.unpriced.push(product.line);
    const common = { type: 'product', class: this.className };
    if (alone !== undefined) yield* this.stored(alone, product.title);
    yield sourced(product.line, {
      ...common,
      active: isPriced && (alone?.active ?? product.active),
      name,
      attributes: {
        [language]: { ...own, ...(alone === undefined ? price : this.values(alone)) },
        ...product.translations,
      },
      ...this.seo(product),
      metadata: {
        ...(alone !== undefined && this.identity(alone)),
        ...taxed,
        ...numbersOf({ ...product.measures }),
        ...numbersOf({ ...alone?.measures }),
      },
      // Variations are bought in place of their product, which then has no stock of its own.
      availability: availabilityOf(alone ?? { stock: '0' }),
      ...(alone !== undefined && this.bindings(alone)),
      ...(product.categories.length > 0 && { categories: product.categories }),
    });
    if (isAlone) return;
    for (const [index, given] of product.variants.entries()) {
      const variant = this.placed(given);
      yield* this.stored(variant, [product.title, ...Object.values(variant.values)].join(', '));
      yield sourced(variant.line, {
        ...common,
        active: isPriced && (variant.active ?? product.active),
        name: names[index]!,
        variation_of: name,
        attributes: { [language]: this.values(variant), ...variant.translations },
        metadata: { ...this.identity(variant), ...taxed, ...numbersOf({ ...variant.measures }) },
        availability: availabilityOf(variant),
        ...this.bindings(variant),
      });
    }
  }
}

/** Attributes of all products; one of texts that are longer than a CHAR holds is a TXT. */
const classesOf = function* (name: string, products: readonly ForeignProduct[]): Generator<object> {
  const types = new Map<string, string>([
    ['name', 'CHAR'],
    ['description', 'HTML'],
    ['price', 'FLOAT'],
    ['image', 'IMG'],
  ]);
  const define = (attribute: string, type: string): void => {
    if (!types.has(attribute) || (types.get(attribute) === 'CHAR' && type === 'TXT')) types.set(attribute, type);
  };
  const ofTexts = (texts: Texts): void => {
    for (const [attribute, text] of Object.entries(texts))
      if (!OWN.has(attribute)) define(attribute, text.length > CHAR_MAX ? 'TXT' : 'CHAR');
  };
  for (const { images, variants } of products)
    for (const list of [images, ...variants.map((variant) => variant.images ?? [])])
      for (const image of Object.keys(imagesOf(list))) define(image, 'IMG');
  for (const { html = {} } of products) for (const attribute of Object.keys(html)) define(attribute, 'HTML');
  for (const { variants } of products)
    for (const { prices = {} } of variants) for (const price of Object.keys(prices)) define(price, 'FLOAT');
  for (const { values, translations = {}, variants } of products)
    for (const one of [
      values,
      ...Object.values(translations),
      ...variants.flatMap((variant) => [variant.values, ...Object.values(variant.translations ?? {})]),
    ])
      ofTexts(one);
  const attributes = [...types].map(([attribute, type]) => ({ name: attribute, type }));
  yield { type: 'class', name, class_type: 'product', attributes };
  const hasPlaces = products.some(({ variants }) => variants.some(({ places = [] }) => places.length > 0));
  if (hasPlaces) yield { type: 'class', name: `${name}_stock`, class_type: 'warehouse_entity' };
};

/** A product has one tax class: a variant's own tax, where its cell is filled, must be the product's. */
export const checkTaxes = <F extends Fields>(rows: readonly ForeignRow<F>[], field: keyof F & string): void => {
  const [first, ...others] = rows;
  if (first?.fault !== undefined) return;
  for (const row of others)
    if (row.text(field) !== '' && row.text(field) !== first!.text(field))
      row.reject(field, 'a variation is taxed otherwise than its product');
};

/** The records of a table's products, each after those that it needs; refused rows among them, by their lines. */
export const foreignRecords = function* (
  className: string,
  read: readonly Read[],
  taxes: ReadonlyMap<string, string>,
  shop: ForeignShop,
): Generator<Sourced> {
  const records = new Records(shop, className, taxes);
  const brought = read.filter(([rows]) => rows.every(({ fault }) => fault === undefined)).map(([, product]) => product);
  for (const raw of classesOf(className, brought)) yield sourced(1, raw);
  for (const [rows, product] of read) {
    const names = records.named(product);
    if (product.variants.length > VARIATIONS_MAX) {
      const why = `${shown(product.name)} has ${product.variants.length} variants; the product is left out.`;
      yield { line: product.line, record: refuse('VARIATION_LIMIT_REACHED', 'variant', why) };
      continue;
    }
    const isWrong = rows.some(({ fault }) => fault !== undefined);
    const why = isWrong ? undefined : records.refusal(product);
    if (isWrong || why !== undefined) yield* refusedRows('product', rows, why);
    else yield* records.product(product, names);
  }
  for (const [what, lines] of [
    ['products without a price, brought switched off', records.unpriced],
    ['products whose permalink another one of the table has, brought without it', records.unlinked],
  ] as const) {
    const more = lines.length > 5 ? ', …' : '';
    if (lines.length > 0) shop.note(`${what}: ${lines.length}, in line ${lines.slice(0, 5).join(', ')}${more}`);
  }
};
