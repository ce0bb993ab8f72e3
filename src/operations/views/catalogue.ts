// Classes, categories and products as clients read them (S 2.1, 2.2, 2.5, 2.6; W §2.1-2.3).
import type { AttributeDefinition, AttributeValue, ImageValue, Texts } from '../../domain/attributes.ts';
import { emptyValue, lookUp, lookUpPlain, own } from '../../domain/attributes.ts';
import { availableMilli } from '../../domain/availability.ts';
import type { Category } from '../../domain/category.ts';
import { tooLarge } from '../../domain/listing.ts';
import { rateIn, taxClassOf } from '../../domain/rules.ts';
import type { Seo } from '../../domain/seo.ts';
import { ATTRIBUTES_MADE_MAX } from '../../domain/shop-class.ts';
import type { ShopClass } from '../../domain/shop-class.ts';
import type { ShopObject } from '../../domain/shop-object.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { Json } from '../../kernel/json.ts';
import { Keyed, Raw, toJson } from '../../kernel/json.ts';
import type { Result } from '../../kernel/result.ts';
import { dateTime, quantity, rate } from './format.ts';

/** How a caller wants the catalogue shown. */
export interface Lens {
  readonly shop: Reader;
  readonly language: string;
  readonly country: string;
  /** Empty: all. */
  readonly needed: readonly string[];
  /** What is not on sale is shown within others, too (Decision 6). */
  readonly inactive: boolean;
  readonly size: Size;
}

/** What a reply holds while it is made. */
interface Size {
  /** How deep PRODUCTS values are shown: products that name each other end here. */
  readonly hops: number;
  /** Objects, and of these what stands in PRODUCTS values. */
  records: number;
  nested: number;
}

const HOPS_MAX = 3;

/** A hundred products that name each other would be a million records three levels down. */
const NESTED_MAX = 1000;

/** '' of a parameter stands for the shop's own. */
export const lens = (
  shop: Reader,
  language: string,
  country = '',
  needed: readonly string[] = [],
  inactive = false,
): Lens => ({
  shop,
  language: language || shop.rules.language,
  country: country || shop.rules.country,
  needed,
  inactive,
  size: { hops: HOPS_MAX, records: 0, nested: 0 },
});

const isFull = ({ shop, size }: Lens): boolean =>
  size.records > shop.rules.recordsMax || (size.hops > 1 && size.nested > NESTED_MAX);

/**
 * A reply with PRODUCTS values shown as deep as fits: three levels, fewer where they come to more than 1,000 records, and
 * none where the reply would be too large with one. What is left out is counted where it is missing.
 *
 * Refuses: RESULT_TOO_LARGE.
 */
export const fitted = (view: Lens, show: (view: Lens) => Result<Json>): Result<Json> => {
  for (let sized = view; ; ) {
    const shown = show(sized);
    if (!shown.ok || !isFull(sized)) return shown;
    const hops = sized.size.hops - 1;
    if (hops < 0) return tooLarge(view.shop, sized.size.records);
    sized = { ...view, size: { hops, records: 0, nested: 0 } };
  }
};

const viewSeo = (seo: Seo, { shop, language }: Lens): Raw => {
  const { permalink = '', title = '', description = '', keywords = '' } = lookUpPlain(seo, language, shop.rules.language) ?? {};
  return new Raw(
    `{"permalink":${toJson(permalink)},"title":${toJson(title)},"description":${toJson(description)},"keywords":${toJson(keywords)}}`,
  );
};

export const viewCategory = (id: number, category: Category, view: Lens): { readonly [name: string]: Json } => ({
  id,
  name: category.name,
  prio: category.prio,
  id_parent: category.parentId,
  label: lookUpPlain(category.labels, view.language, view.shop.rules.language) ?? '',
  seo: viewSeo(category.seo, view),
  attributes: new Keyed(Object.entries(category.attributes).map(([name, value]) => [name, { name, value }])),
});

/** What a text of a category was made of: an event replaces it, and changes nothing within. */
const PARTS = ['name', 'prio', 'parentId', 'labels', 'seo', 'attributes'] as const;

interface KnownCategory {
  readonly made: Category;
  readonly texts: Map<string, Raw>;
}

const knownCategories = new WeakMap<Category, KnownCategory>();

/** A category as text, which is made once for all products in it. */
const categoryText = (id: number, category: Category, view: Lens): Raw => {
  let known = knownCategories.get(category);
  if (known === undefined || PARTS.some((part) => known!.made[part] !== category[part])) {
    knownCategories.set(category, (known = { made: { ...category }, texts: new Map() }));
  }
  const { labels, seo } = category;
  const language = (own(labels, view.language) ?? own(seo, view.language)) === undefined ? view.shop.rules.language : view.language;
  let text = known.texts.get(language);
  if (text === undefined) known.texts.set(language, (text = flat(viewCategory(id, category, { ...view, language }))));
  return text;
};

/** In one piece: what is put together from pieces is put together again in every reply. */
const flat = (shown: Json): Raw => new Raw(Buffer.from(toJson(shown)).toString());

/** The end of one attribute and the next but for its value, by the language of its label: one of its labels' or the shop's own. */
const heads = new WeakMap<AttributeDefinition, Map<string, string>>();

const headOf = (classId: number, definition: AttributeDefinition, { language: wanted, shop }: Lens): string => {
  const { type, number, name, labels } = definition;
  const language = own(labels, wanted) === undefined ? shop.rules.language : wanted;
  let known = heads.get(definition);
  if (known === undefined) heads.set(definition, (known = new Map()));
  const head = known.get(language);
  if (head !== undefined) return head;
  const shown = { type, id: classId * ATTRIBUTES_MADE_MAX + number, name, label: lookUpPlain(labels, language, shop.rules.language) ?? '' };
  const made = `},${JSON.stringify(name)}:${JSON.stringify(shown).slice(0, -1)},"value":`;
  known.set(language, made);
  return made;
};

const valueOf = (definition: AttributeDefinition, texts: Texts | undefined, view: Lens): AttributeValue => {
  const fallback = view.shop.rules.language;
  return (
    (texts === undefined ? undefined : lookUp(texts, definition.number, view.language, fallback)) ??
    lookUpPlain(definition.defaults, view.language, fallback) ??
    emptyValue(definition.type)
  );
};

const pixels = (size: number): string => (size === 0 ? '""' : `"${size}"`);

/** Of a PRODUCTS attribute; `hop`: how many others it stands in. */
const productsText = (value: AttributeValue, view: Lens, hop: number): string => {
  const ids = Array.isArray(value) ? (value as readonly number[]) : [];
  if (hop >= view.size.hops && ids.length > 0) return `[],"left_out":${ids.length}`;
  const products = ids.flatMap((id) => {
    const product = isFull(view) ? undefined : view.shop.read('shopobject', id);
    return product?.type === 'product' && (product.active || view.inactive) ? [viewProduct(id, product, view, hop + 1)] : [];
  });
  return toJson(products);
};

/** The value and what stands behind it. */
const valueText = (definition: AttributeDefinition, texts: Texts | undefined, view: Lens, hop: number): string => {
  const value = valueOf(definition, texts, view);
  switch (definition.type) {
    case 'IMG': {
      const { value: url, width, height }: ImageValue =
        typeof value === 'object' && !Array.isArray(value) ? (value as ImageValue) : { value: String(value), width: 0, height: 0 };
      return `${toJson(url)},"width":${pixels(width)},"height":${pixels(height)}`;
    }
    case 'PRODUCTS':
      return productsText(value, view, hop);
    default:
      return toJson(value as string | number);
  }
};

/** As text, put together from as few pieces as can be. `hop`: see productsText. */
export const viewAttributes = (classId: number, texts: Texts | undefined, view: Lens, hop: number): Json => {
  const { needed } = view;
  let text = '';
  for (const one of view.shop.read('class', classId)?.attributes ?? []) {
    if (needed.length > 0 && !needed.includes(one.name)) continue;
    const head = headOf(classId, one, view);
    text += text === '' ? `{${head.slice(2)}` : head;
    text += valueText(one, texts, view, hop);
  }
  return new Raw(text === '' ? '{}' : `${text}}}`);
};

export const viewClass = (id: number, shopClass: ShopClass, view: Lens): Json => ({
  object: 'class',
  id,
  name: shopClass.name,
  type: shopClass.type,
  creation_date: dateTime(shopClass.createdMs),
  attributes: viewAttributes(id, undefined, view, 0),
});

/** Sales change it, and nothing else of the product. */
const viewAvailability = (shop: Reader, id: number): Json => {
  const product = shop.read('shopobject', id)!;
  const { managed, override, warningMilli } = product.availability;
  return {
    quantity: quantity(availableMilli(shop, id, product)),
    quantity_warning: quantity(warningMilli),
    allow_override: override ? 1 : 0,
    active: managed ? 1 : 0,
  };
};

const viewMetadata = ({ metadata }: ShopObject, { shop, country }: Lens): Raw => {
  const taxClass = taxClassOf(shop.rules, metadata.taxclass ?? '');
  const { element_number = '', ean = '', length = 0, width = 0, height = 0, weight = 0, notes = '' } = metadata;
  const { name, calculation } = taxClass;
  const value = rate(rateIn(shop.rules, taxClass, country));
  return new Raw(
    `{"element_number":${toJson(element_number)},"ean":${toJson(ean)},` +
      `"taxclass":{"name":${toJson(name)},"calculation":${toJson(calculation)},"value":${toJson(value)}},` +
      `"length":${toJson(length)},"width":${toJson(width)},"height":${toJson(height)},"weight":${toJson(weight)},"notes":${toJson(notes)}}`,
  );
};

/** Full records of the same shape, in the order they were made (W §2.3). */
const viewVariations = (productId: number, view: Lens, hop: number, listed: boolean, without = 0): Json[] => {
  const { variations } = view.shop.index('shopobject');
  const list = variations.find(productId);
  view.shop.see(list ?? variations.begun);
  if (list === undefined) return [];
  return list.ids.flatMap((id) => {
    if (id === without || isFull(view)) return [];
    const variation = view.shop.read('shopobject', id)!;
    return variation.active || view.inactive ? [viewProduct(id, variation, view, hop, listed)] : [];
  });
};

/** The full record; lists leave out metadata and categories (S 2.2). */
export const viewProduct = (
  id: number,
  product: ShopObject,
  view: Lens,
  hop = 0,
  listed = false,
): { readonly [name: string]: Json } => {
  view.size.records += 1;
  if (hop > 0) view.size.nested += 1;
  return {
    object: 'product',
    id,
    name: product.name,
    creation_date: dateTime(product.createdMs),
    class: view.shop.read('class', product.classId)?.name ?? '',
    seo: viewSeo(product.seo, view),
    availability: view.shop.apart(viewAvailability, id),
    ...(!listed && {
      metadata: viewMetadata(product, view),
      categories: product.memberships.flatMap(({ categoryId }) => {
        const category = view.shop.read('category', categoryId);
        return category === undefined ? [] : [categoryText(categoryId, category, view)];
      }),
    }),
    attributes: viewAttributes(product.classId, product.attributes, view, hop),
    variations: viewVariations(id, view, hop, listed),
  };
};

/** Behind the variations of a variation stand its siblings, so that a picker on its page offers them (W §2.3). */
export const viewProductDetails = (id: number, product: ShopObject, view: Lens): Json => {
  const record = viewProduct(id, product, view);
  if (product.productId === 0) return record;
  const siblings = viewVariations(product.productId, view, 0, false, id);
  return { ...record, variations: [...(record['variations'] as readonly Json[]), ...siblings] };
};

export const viewContent = (id: number, content: ShopObject, view: Lens): { readonly [name: string]: Json } => {
  view.size.records += 1;
  return {
    object: 'content',
    id,
    name: content.name,
    creation_date: dateTime(content.createdMs),
    class: view.shop.read('class', content.classId)?.name ?? '',
    seo: viewSeo(content.seo, view),
    attributes: viewAttributes(content.classId, content.attributes, view, 0),
    variations: [],
  };
};
