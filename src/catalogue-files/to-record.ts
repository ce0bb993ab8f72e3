// The state of the shop in the form of records: an export writes them, an import compares with them.
//
// Members are sorted by name or number, so the history of an object does not change the bytes of its record.
import { atOnce } from '../kernel/many.ts';
import { isReference } from '../domain/attributes/attributes.ts';
import type { AttributeDefinition, AttributeValue, Texts } from '../domain/attributes/attributes.ts';
import { own } from '../domain/by-language.ts';
import { allCategories } from '../domain/listing/category-fields.ts';
import type { Category } from '../domain/catalogue/category.ts';
import type { Seo, SeoEntry } from '../domain/attributes/seo.ts';
import type { ShopClass } from '../domain/catalogue/shop-class.ts';
import { NO_METADATA } from '../domain/attributes/metadata.ts';
import type { ShopObject } from '../domain/catalogue/shop-object.ts';
import type { FullMetadata, Metadata } from '../domain/attributes/metadata.ts';
import type { Reader } from '../domain/transaction.ts';
import type { WarehouseEntity } from '../domain/stock/warehouse-entity.ts';
import { withPaths } from './filled-paths.ts';
import type { CategoryPaths, Path } from './paths.ts';
import type { Place } from './record.ts';

export type Members<V> = { [name: string]: V };
export type PerLanguage<V> = Members<Members<V>>;

const isEmpty = (members: object): boolean => Object.keys(members).length === 0;

/** The members in the order of their names. */
const sorted = <V>(members: { readonly [name: string]: V }): Members<V> =>
  Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));

export const shownClass = ({ name, type, attributes, quantityStepMilli, isPublic }: ShopClass) => ({
  type: 'class' as const,
  name,
  class_type: type,
  ...(quantityStepMilli !== 0 && { quantity_step: quantityStepMilli / 1000 }),
  ...(type === 'record' && { public: isPublic }),
  attributes: attributes.map(({ name: attribute, type: kind, labels, defaults }) => ({
    name: attribute,
    type: kind,
    ...(!isEmpty(labels) && { labels: sorted(labels) }),
    ...(!isEmpty(defaults) && { defaults: sorted(defaults) }),
  })),
});

/** The members that were ever sent; an empty text is a value of its own. */
const shownSeo = (seo: Seo): Members<SeoEntry> => {
  const shown: Members<SeoEntry> = {};
  for (const [language, { permalink, title, description, keywords }] of Object.entries(sorted(seo))) {
    shown[language] = Object.fromEntries(
      Object.entries({ permalink, title, description, keywords }).filter(([, text]) => text !== undefined),
    );
  }
  return shown;
};

const categoryPlace = (paths: CategoryPaths, id: number, name: string) => {
  const path = paths.pathOf(id) ?? [name];
  const last = path.at(-1)!;
  return {
    type: 'category' as const,
    name,
    ...(typeof last !== 'string' && { nth: last[1] }),
    ...(path.length > 1 && { parent: path.slice(0, -1) }),
  };
};

/** What a category finds, in a record of its own behind all categories, which it may name. */
export const shownFilling = (paths: CategoryPaths, id: number, { name, constraint }: Category) => ({
  ...categoryPlace(paths, id, name),
  constraint: withPaths(JSON.parse(constraint), paths),
});

export const shownCategory = (
  paths: CategoryPaths,
  id: number,
  { name, labels, attributes, localized, seo }: Category,
) => {
  return {
    ...categoryPlace(paths, id, name),
    labels: sorted(labels),
    attributes: sorted(attributes),
    attributes_by_language: Object.fromEntries(
      Object.entries(sorted(localized)).map(([language, values]) => [language, sorted(values)]),
    ),
    seo: shownSeo(seo),
  };
};

/**
 * An object's own values by language and attribute name. `references` true: only those of the types PRODUCTS and
 * RECORDS; false: all others.
 */
export const shownTexts = (
  definitions: readonly AttributeDefinition[],
  texts: Texts,
  references: boolean,
): PerLanguage<AttributeValue> => {
  const shown: PerLanguage<AttributeValue> = {};
  for (const [language, values] of Object.entries(sorted(texts))) {
    const kept: Members<AttributeValue> = {};
    for (const { number, name, type } of definitions) {
      const value = values[number];
      if (value !== undefined && isReference(type) === references) kept[name] = value;
    }
    if (!isEmpty(kept)) shown[language] = kept;
  }
  return shown;
};

const METADATA_MEMBERS = [...(Object.keys(NO_METADATA) as (keyof FullMetadata)[]), 'quantity_step'] as const;

/** The members that `isShown` selects, in the documented order. */
const shownMetadata = (metadata: Metadata, isShown: (member: keyof Metadata) => boolean): Metadata =>
  Object.fromEntries(METADATA_MEMBERS.filter(isShown).map((member) => [member, metadata[member]]));

/** Quantity of a product's own stock; 0 for managed stock without a stock item, undefined if none is kept. */
export const ownMilli = (shop: Reader, id: number, state: ShopObject): number | undefined => {
  const stockId = shop.index('stock').own.get(id);
  const item = stockId === undefined ? undefined : shop.read('stock', stockId);
  return item?.quantityMilli ?? (state.availability.managed && shownBindings(shop, state).length === 0 ? 0 : undefined);
};

/** Sorted by element number, because the stored order has no meaning. */
export const shownBindings = (shop: Reader, { bindings }: ShopObject): { element_number: string; quantity: number }[] =>
  bindings
    .flatMap(({ entityId, perPieceMilli }) => {
      const number = shop.read('warehouse_entity', entityId)?.metadata.element_number ?? '';
      return number === '' ? [] : [{ element_number: number, quantity: perPieceMilli / 1000 }];
    })
    .sort((a, b) => (a.element_number < b.element_number ? -1 : 1));

export const shownPaths = (paths: Pick<CategoryPaths, 'pathOf'>, { memberships }: ShopObject): Path[] =>
  memberships.flatMap(({ categoryId }) => {
    const path = paths.pathOf(categoryId);
    return path === undefined ? [] : [path];
  });

const AT_BEGINNING = 'a command, before its first record';

/** Categories whose objects are not in the order of their ids, which is the order of their records. */
export const reordered = (shop: Reader): Set<number> => {
  const { members } = shop.index('shopobject');
  const isReordered = (id: number): boolean =>
    atOnce(members.of(id).ids, AT_BEGINNING).some((member, index, ids) => member < (ids[index - 1] ?? 0));
  return new Set(atOnce(allCategories(shop), AT_BEGINNING).filter(isReordered));
};

/** The paths of an object's categories, with its position in those of `positioned`. */
const shownPlaces = (
  paths: CategoryPaths,
  positioned: ReadonlySet<number>,
  { memberships }: ShopObject,
): (Path | Place)[] =>
  memberships.flatMap(({ categoryId, position }) => {
    const path = paths.pathOf(categoryId);
    return path === undefined ? [] : [positioned.has(categoryId) ? { path, position } : path];
  });

export const classOf = (shop: Reader, { classId }: { readonly classId: number }): ShopClass =>
  shop.read('class', classId)!;

/** `positioned`: categories for which the record gives the object's position. */
export const shownObject = (
  shop: Reader,
  paths: CategoryPaths,
  positioned: ReadonlySet<number>,
  id: number,
  state: ShopObject,
) => {
  const shopClass = classOf(shop, state);
  const { managed, override, warningMilli } = state.availability;
  const quantityMilli = ownMilli(shop, id, state);
  return {
    type: state.type,
    class: shopClass.name,
    name: state.name,
    ...(state.productId !== 0 && { variation_of: shop.read('shopobject', state.productId)!.name }),
    active: state.active,
    attributes: shownTexts(shopClass.attributes, state.attributes, false),
    seo: shownSeo(state.seo),
    categories: shownPlaces(paths, positioned, state),
    ...(state.type === 'product' && {
      metadata: shownMetadata(state.metadata, (member) => state.metadata[member] !== undefined),
      availability: {
        active: managed,
        ...(override && { allow_override: true }),
        ...(warningMilli !== 0 && { quantity_warning: warningMilli / 1000 }),
        ...(quantityMilli !== undefined && { quantity: quantityMilli / 1000 }),
      },
      bindings: shownBindings(shop, state),
    }),
  };
};

export const shownStorages = (shop: Reader, entityId: number): { storage: string; quantity: number }[] =>
  atOnce(shop.index('stock').ofEntity.of(entityId).ids, 'storages that hold one entity')
    .flatMap((id) => {
      const item = shop.read('stock', id)!;
      const storage = shop.read('storage', item.storageId);
      return storage === undefined ? [] : [{ storage: storage.name, quantity: item.quantityMilli / 1000 }];
    })
    .sort((a, b) => (a.storage < b.storage ? -1 : 1));

export const shownEntity = (shop: Reader, id: number, state: WarehouseEntity) => {
  const shopClass = classOf(shop, state);
  return {
    type: 'warehouse_entity' as const,
    class: shopClass.name,
    name: state.name,
    id_manufacturer: state.manufacturerId,
    attributes: shownTexts(shopClass.attributes, state.attributes, false),
    metadata: shownMetadata(
      state.metadata,
      (member) => member !== 'quantity_step' && state.metadata[member] !== NO_METADATA[member],
    ),
    storages: shownStorages(shop, id),
  };
};

/** The text of a value in a cell; '' for none. */
export const cellText = (value: AttributeValue | undefined): string =>
  value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** As `cellText`, with numbers as they are. */
export const cellOf = (value: AttributeValue | undefined): string | number =>
  typeof value === 'number' ? value : cellText(value);

/** An object's value of an attribute in a language. */
export const valueIn = (texts: Texts, language: string, number: number): AttributeValue | undefined =>
  own(texts, language)?.[number];
