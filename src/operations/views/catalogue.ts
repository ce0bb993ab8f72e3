// Classes, categories and products as clients read them.
import type { AttributeDefinition, AttributeValue, ImageValue, Texts } from '../../domain/attributes/attributes.ts';
import { attributeValue } from '../../domain/attributes/attributes.ts';
import { lookUpPlain, own } from '../../domain/by-language.ts';
import { availableMilli } from '../../domain/stock/availability.ts';
import type { Category } from '../../domain/catalogue/category.ts';
import { categoryAttribute, categoryAttributeNames } from '../../domain/catalogue/category.ts';
import { parentOf, resolved, withInherited } from '../../domain/catalogue/inheritance.ts';
import { stepMilliOf } from '../../domain/catalogue/quantity-step.ts';
import { isActive } from '../../domain/stock/sellable.ts';
import { decimal } from '../../domain/money.ts';
import { categoriesOfProduct } from '../../domain/listing/categories-of-product.ts';
import { furtherPrices, sellingPrice } from '../../domain/listing/listed-price.ts';
import { lowestPrice } from '../../domain/listing/lowest-price.ts';
import { isListed } from '../../domain/prices/price-in-force.ts';
import { rateIn, standardPriceField, taxClassOf } from '../../domain/rules.ts';
import type { Seo } from '../../domain/attributes/seo.ts';
import { seoTexts } from '../../domain/attributes/seo.ts';
import { ATTRIBUTES_MADE_MAX } from '../../domain/catalogue/shop-class.ts';
import type { ShopClass } from '../../domain/catalogue/shop-class.ts';
import type { ShopObject } from '../../domain/catalogue/shop-object.ts';
import { isRecordSeen } from '../../domain/catalogue/write-record.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { Json, Shown, ShownRecord } from '../../kernel/json.ts';
import { Keyed, RawJson, toJson } from '../../kernel/json.ts';
import { NONE, atOnce, manyIds } from '../../kernel/many.ts';
import { isAmong } from '../../kernel/text.ts';
import { WrittenMetadata, WrittenSeo } from '../replies/catalogue.ts';
import type * as Replies from '../replies/catalogue.ts';
import { WRITTEN_ATTRIBUTES } from '../replies/attributes.ts';
import type { AttributeHead, Attributes, ShownProducts, ShownRecords } from '../replies/attributes.ts';
import type { TypedRecord } from '../replies/records.ts';
import { dateTime, quantity } from './format.ts';
import { isFull, lazyList } from './view-context.ts';
import type { ViewContext } from './view-context.ts';

const viewSeo = (seo: Seo, { shop, language }: ViewContext): RawJson<Replies.Category['seo']> =>
  WrittenSeo.json(seoTexts(seo, language, shop.rules.language));

export const viewCategory = (id: number, category: Category, view: ViewContext): ShownRecord<Replies.Category> => ({
  id,
  name: category.name,
  prio: category.prio,
  id_parent: category.parentId,
  label: lookUpPlain(category.labels, view.language, view.shop.rules.language) ?? '',
  seo: viewSeo(category.seo, view),
  attributes: new Keyed(
    categoryAttributeNames(category).map((name) => [
      name,
      { name, value: categoryAttribute(category, name, view.language, view.shop.rules.language) ?? '' },
    ]),
  ),
});

/** Members that the JSON of a category depends on: an event replaces each as a whole. */
const PARTS = ['name', 'prio', 'parentId', 'labels', 'seo', 'attributes', 'localized'] as const;

interface KnownCategory {
  readonly made: Category;
  readonly texts: Map<string, RawJson<Replies.Category>>;
}

const knownCategories = new WeakMap<Category, KnownCategory>();

/** A category as JSON, cached for all products in it. */
const categoryText = (id: number, category: Category, view: ViewContext): RawJson<Replies.Category> => {
  let known = knownCategories.get(category);
  if (known === undefined || PARTS.some((part) => known!.made[part] !== category[part])) {
    knownCategories.set(category, (known = { made: { ...category }, texts: new Map() }));
  }
  const { labels, localized, seo } = category;
  const language =
    (own(labels, view.language) ?? own(seo, view.language) ?? own(localized, view.language)) === undefined
      ? view.shop.rules.language
      : view.language;
  let text = known.texts.get(language);
  if (text === undefined)
    known.texts.set(language, (text = flat<Replies.Category>(viewCategory(id, category, { ...view, language }))));
  return text;
};

/** As one flat string: V8 would concatenate the pieces of a rope again for every reply. */
const flat = <T>(shown: Json & Shown<T>): RawJson<T> => new RawJson(Buffer.from(toJson(shown)).toString());

/** An attribute up to its value. */
interface WrittenHead {
  readonly head: AttributeHead;
  /** Its JSON, behind the closing brace of the attribute before it. */
  readonly text: string;
}

/** Cached by the language of the label. Languages without a label share the entry of the shop's language. */
const heads = new WeakMap<AttributeDefinition, Map<string, WrittenHead>>();

const headOf = (
  classId: number,
  definition: AttributeDefinition,
  { language: wanted, shop }: ViewContext,
): WrittenHead => {
  const { type, number, name, labels } = definition;
  const language = own(labels, wanted) === undefined ? shop.rules.language : wanted;
  let known = heads.get(definition);
  if (known === undefined) heads.set(definition, (known = new Map()));
  const cached = known.get(language);
  if (cached !== undefined) return cached;
  const head = {
    type,
    id: classId * ATTRIBUTES_MADE_MAX + number,
    name,
    label: lookUpPlain(labels, language, shop.rules.language) ?? '',
  };
  const made = { head, text: `},${JSON.stringify(name)}:${WRITTEN_ATTRIBUTES[type].start(head)}` };
  known.set(language, made);
  return made;
};

/** `hop`: how many PRODUCTS values it is nested in. */
const shownProducts = (value: AttributeValue, view: ViewContext, hop: number): ShownProducts => {
  const ids = Array.isArray(value) ? (value as readonly number[]) : [];
  if (hop >= view.budget.hops) return { products: [], leftOut: ids.length };
  const products = ids.flatMap((id) => {
    const product = isFull(view) ? undefined : view.shop.read('shopobject', id);
    return product?.type === 'product' && (view.showsInactive || isActive(view.shop, product))
      ? [viewProduct(id, product, view, hop + 1)]
      : [];
  });
  return { products, leftOut: 0 };
};

/** As `shownProducts`. */
const shownRecords = (value: AttributeValue, view: ViewContext, hop: number): ShownRecords => {
  const ids = Array.isArray(value) ? (value as readonly number[]) : [];
  if (hop >= view.budget.hops) return { records: [], leftOut: ids.length };
  const records = ids.flatMap((id) => {
    const record = isFull(view) ? undefined : view.shop.read('typed_record', id);
    const isSeen = record !== undefined && isRecordSeen(view.shop, record, view.showsInactive);
    return isSeen ? [viewRecord(id, view, hop + 1)] : [];
  });
  return { records, leftOut: 0 };
};

const imageOf = (value: AttributeValue): ImageValue =>
  typeof value === 'object' && !Array.isArray(value)
    ? (value as ImageValue)
    : { value: String(value), width: 0, height: 0 };

/** The value of an attribute and its further members, as text. */
const valueText = (head: AttributeHead, value: AttributeValue, view: ViewContext, hop: number): string => {
  const { CHAR, FLOAT, IMG, PRODUCTS, RECORDS } = WRITTEN_ATTRIBUTES;
  switch (head.type) {
    case 'IMG':
      return IMG.live(head, imageOf(value));
    case 'PRODUCTS':
      return PRODUCTS.live(head, shownProducts(value, view, hop));
    case 'RECORDS':
      return RECORDS.live(head, shownRecords(value, view, hop));
    case 'FLOAT':
    case 'INT':
    case 'BOOL':
      return FLOAT.live(head, value as number);
    default:
      return CHAR.live(head, value as string);
  }
};

/** As text, put together from as few pieces as can be. `hop`: see productsText. */
export const viewAttributes = (classId: number, texts: Texts, view: ViewContext, hop: number): RawJson<Attributes> => {
  const { neededAttributes: needed } = view;
  let text = '';
  for (const definition of view.shop.read('class', classId)?.attributes ?? []) {
    if (needed.length > 0 && !isAmong(needed, definition.name)) continue;
    const { head, text: before } = headOf(classId, definition, view);
    text += text === '' ? `{${before.slice(2)}` : before;
    const value = attributeValue(definition, texts, view.language, view.shop.rules.language);
    text += valueText(head, value, view, hop);
  }
  return new RawJson(text === '' ? '{}' : `${text}}}`);
};

/** A record of a class of the shop's own. `hop`: see productsText. */
export const viewRecord = (id: number, view: ViewContext, hop = 0): ShownRecord<TypedRecord> => {
  const { shop, showsInactive, budget } = view;
  const record = shop.read('typed_record', id)!;
  budget.records += 1;
  if (hop > 0) budget.nested += 1;
  return {
    object: 'record',
    id,
    name: record.name,
    creation_date: dateTime(record.createdMs),
    class: shop.read('class', record.classId)?.name ?? '',
    attributes: viewAttributes(record.classId, record.attributes, view, hop),
    ...(showsInactive && { shop_active: record.active ? 1 : 0, seq: shop.seqOf('typed_record', id) }),
  };
};

export const viewClass = (id: number, shopClass: ShopClass, view: ViewContext): Shown<Replies.ShopClass> => ({
  object: 'class',
  id,
  name: shopClass.name,
  type: shopClass.type,
  creation_date: dateTime(shopClass.createdMs),
  attributes: viewAttributes(id, {}, view, 0),
  ...(shopClass.quantityStepMilli !== 0 && { quantity_step: shopClass.quantityStepMilli / 1000 }),
  ...(shopClass.isPublic && { public: 1 }),
});

/** How a product is sold by its stock. */
export const viewSelling = ({ availability: { managed, override, warningMilli } }: ShopObject) =>
  ({
    quantity_warning: quantity(warningMilli),
    allow_override: override ? 1 : 0,
    active: managed ? 1 : 0,
  }) as const;

/** The only part of a product that sales change: a response fragment. */
const viewAvailability = (shop: Reader, id: number): Shown<Replies.Availability> => {
  const product = shop.read('shopobject', id)!;
  return { quantity: quantity(availableMilli(shop, id, product)), ...viewSelling(product) };
};

export const viewMetadata = (
  { metadata }: ShopObject,
  { shop, country }: ViewContext,
): RawJson<NonNullable<Replies.Product['metadata']>> => {
  const taxClass = taxClassOf(shop.rules, metadata.taxclass ?? '');
  return WrittenMetadata.json({ metadata, taxClass, rateE6: rateIn(shop.rules, taxClass, country) });
};

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Makes the member `variations` of a product's record. */
type Variations = (
  id: number,
  product: ShopObject,
  view: ViewContext,
  hop: number,
  listed: boolean,
) => Shown<Replies.Product['variations']>;

const OF_PRODUCT = 'variations of one product';

/** Variations as full records, in the order of creation. `product`: with its inherited values. */
const viewVariations: Variations = (productId, product, view, hop, listed) => {
  const { variations } = view.shop.index('shopobject');
  const list = variations.find(productId);
  view.shop.track(list ?? variations.begun);
  if (list === undefined) return [];
  if (view.budget.inSlices && hop === 0) {
    const ids = atOnce(list.ids, OF_PRODUCT).filter(
      (id) => view.showsInactive || view.shop.read('shopobject', id)!.active,
    );
    return lazyList(view, 'shopobject', manyIds(ids), (id, recordView) =>
      viewProduct(id, recordView.shop.read('shopobject', id)!, recordView, 0, listed),
    );
  }
  return variationsAtOnce(atOnce(list.ids, OF_PRODUCT), product, view, hop, listed);
};

const variationsAtOnce = (
  ids: readonly number[],
  product: ShopObject,
  view: ViewContext,
  hop: number,
  listed: boolean,
): Shown<Replies.Product>[] =>
  ids.flatMap((id) => {
    if (isFull(view)) return [];
    const variation = view.shop.read('shopobject', id)!;
    if (!variation.active && !view.showsInactive) return [];
    return [productRecord(id, withInherited(variation, product), view, hop, listed, viewVariations)];
  });

const noVariations: Variations = () => [];

const shownCategories = (id: number, product: ShopObject, view: ViewContext): readonly number[] =>
  view.categoriesOf?.(id, product) ?? categoriesOfProduct(view.shop, id, product, view.showsInactive);

/** `product`: with its inherited values. `listed`: metadata and categories are left out. */
const productRecord = (
  id: number,
  product: ShopObject,
  view: ViewContext,
  hop: number,
  listed: boolean,
  variationsOf: Variations,
): ShownRecord<Replies.Product> => {
  view.budget.records += 1;
  if (hop > 0) view.budget.nested += 1;
  const record: Mutable<ShownRecord<Replies.Product>> = {
    object: 'product',
    id,
    name: product.name,
    creation_date: dateTime(product.createdMs),
    class: view.shop.read('class', product.classId)?.name ?? '',
    seo: viewSeo(product.seo, view),
    availability: view.shop.fragment<Replies.Availability>(viewAvailability, id),
    ...(!listed && {
      metadata: viewMetadata(product, view),
      categories: shownCategories(id, product, view).flatMap((categoryId) => {
        const category = view.shop.read('category', categoryId);
        return category === undefined ? [] : [categoryText(categoryId, category, view)];
      }),
    }),
    attributes: viewAttributes(product.classId, product.attributes, view, hop),
    variations: variationsOf(id, product, view, hop, listed),
  };
  if (product.productId !== 0) record.id_parent = product.productId;
  const stepMilli = stepMilliOf(view.shop, product);
  if (stepMilli !== 1000) record.quantity_step = stepMilli / 1000;
  showPrice(record, id, product, view, listed);
  if (view.showsInactive) record.shop_active = product.active ? 1 : 0;
  return record;
};

/**
 * What price lists say a piece costs the buyer; nothing where the attribute is the price. What was shown before a
 * discount is said where lists run, by whatever the price is. `listed`: see above.
 */
const showPrice = (
  record: Mutable<ShownRecord<Replies.Product>>,
  id: number,
  product: ShopObject,
  { shop, prices, language }: ViewContext,
  listed: boolean,
): void => {
  const field = standardPriceField(shop.rules);
  const asked = { field, context: prices };
  const found = sellingPrice(shop, id, product, asked);
  const more = listed ? [] : furtherPrices(shop, id, product, asked, found);
  if (found !== undefined) {
    record.price = decimal(found.priceE4, 4);
    if (found.compareE4 !== 0) record.compare_at = decimal(found.compareE4, 4);
  }
  const lowest = isListed(shop, field)
    ? lowestPrice(shop, id, shop.read('shopobject', id)!, { field, language, context: prices })
    : undefined;
  if (lowest !== undefined) record.lowest_30d = decimal(lowest, 4);
  if (found !== undefined) record.price_list = found.listId;
  if (more.length > 0)
    record.quantity_prices = more.map(({ atMilli, priceE4, compareE4 }) => ({
      from_quantity: decimal(atMilli, 3),
      price: decimal(priceE4, 4),
      ...(compareE4 !== 0 && { compare_at: decimal(compareE4, 4) }),
    }));
  // Its attributes are no prices in another currency.
  if (prices.currency !== shop.rules.currency) record.currency = prices.currency;
};

/** A product, or a variation with its inherited values, with its variations. `hop`: see productsText. */
export const viewProduct = (
  id: number,
  product: ShopObject,
  view: ViewContext,
  hop = 0,
  listed = false,
): ShownRecord<Replies.Product> => productRecord(id, resolved(view.shop, product), view, hop, listed, viewVariations);

/** Products that a variation's page offers for choice: its parent, its siblings, its own variations. */
const viewFamily: Variations = (id, variation, view) => {
  const { productId } = variation;
  const parent = resolved(view.shop, parentOf(view.shop, variation)!);
  const { variations } = view.shop.index('shopobject');
  const list = variations.of(productId);
  view.shop.track(list);
  view.shop.track(variations.find(id) ?? variations.begun);
  const siblings = atOnce(list.ids, OF_PRODUCT).flatMap((siblingId) => {
    const sibling = siblingId === id || isFull(view) ? undefined : view.shop.read('shopobject', siblingId)!;
    if (sibling === undefined || !(sibling.active || view.showsInactive)) return [];
    return [productRecord(siblingId, withInherited(sibling, parent), view, 0, false, noVariations)];
  });
  return [
    productRecord(productId, parent, view, 0, false, noVariations),
    ...siblings,
    ...variationsAtOnce(atOnce(variations.find(id)?.ids ?? NONE, OF_PRODUCT), variation, view, 0, false),
  ];
};

/** A variation's page shows its family under `variations`: the parent and the siblings without variations of theirs. */
export const viewProductDetails = (id: number, product: ShopObject, view: ViewContext): Shown<Replies.Product> =>
  product.productId === 0
    ? viewProduct(id, product, view)
    : productRecord(id, resolved(view.shop, product), view, 0, false, viewFamily);

export const viewContent = (id: number, content: ShopObject, view: ViewContext): ShownRecord<Replies.Content> => {
  view.budget.records += 1;
  return {
    object: 'content',
    id,
    name: content.name,
    creation_date: dateTime(content.createdMs),
    class: view.shop.read('class', content.classId)?.name ?? '',
    seo: viewSeo(content.seo, view),
    attributes: viewAttributes(content.classId, content.attributes, view, 0),
    variations: [],
    ...(view.showsInactive && { shop_active: content.active ? 1 : 0 }),
  };
};
