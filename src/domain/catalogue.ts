// Decisions over classes, categories, products, warehouse entities and their stock (S 4.3-4.5, 4.11).
import { DONE, ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { AttributeDefinition, AttributeType, AttributeValue } from './attributes.ts';
import { emptyValue, fitTexts, fitValue } from './attributes.ts';
import type { Category } from './category.ts';
import type { Seo } from './seo.ts';
import { checkPermalinks } from './seo.ts';
import type { ClassType, ShopClass } from './shop-class.ts';
import type { AvailabilityRule, Metadata, ShopObject } from './shop-object.ts';
import type { Transaction } from './transaction.ts';

export type Given = { readonly [language: string]: { readonly [name: string]: unknown } };

/** Refuses: CLASS_NAME_NOT_VALID, CLASS_NAME_ALREADY_IN_USE. */
export const createClass = (tx: Transaction, name: string, classType: ClassType): Result<number> => {
  const holder = tx.index('class').byName.get(name);
  if (holder !== undefined && tx.read('class', holder) !== undefined) return refuse('CLASS_NAME_ALREADY_IN_USE', name);
  return tx.create('class', { type: 'create_class', name, classType });
};

export interface NewAttribute {
  readonly name: string;
  readonly type: AttributeType;
  readonly labels: { readonly [language: string]: string };
  readonly defaults: { readonly [language: string]: unknown };
}

const definition = ({ name, type, labels, defaults }: NewAttribute): Result<Omit<AttributeDefinition, 'number'>> => {
  const fitted: { [language: string]: AttributeValue } = {};
  for (const [language, value] of Object.entries(defaults)) {
    const fit = value === null ? emptyValue(type) : fitValue(type, value);
    if (fit === undefined) {
      return refuse('SHOPOBJECT_ATTRIBUTE_INVALID', name, `${shown(value)} is no ${type} value.`);
    }
    fitted[language] = fit;
  }
  return ok({ name, type, labels, defaults: fitted });
};

/**
 * All or none of the attributes.
 *
 * Refuses: CLASS_NOT_FOUND, SHOPOBJECT_ATTRIBUTE_NAME_NOT_VALID, SHOPOBJECT_ATTRIBUTE_NAME_IS_IN_USE,
 * SHOPOBJECT_ATTRIBUTE_INVALID.
 */
export const addAttributes = (tx: Transaction, classId: number, given: readonly NewAttribute[]): Result<void> => {
  if (tx.read('class', classId) === undefined) return refuse('CLASS_NOT_FOUND', classId);
  const attributes: Omit<AttributeDefinition, 'number'>[] = [];
  for (const one of given) {
    const made = definition(one);
    if (!made.ok) return made;
    attributes.push(made.value);
  }
  return tx.ask('class', classId, { type: 'add_attributes', attributes });
};

export type NewCategory = Pick<Category, 'name' | 'parentId' | 'labels' | 'attributes' | 'seo'>;

/** Refuses: CATEGORY_NOT_FOUND (parent), CATEGORY_NAME_NOT_VALID, and what permalinks refuse. */
export const createCategory = (tx: Transaction, given: NewCategory): Result<number> => {
  const { parentId } = given;
  if (parentId !== 0 && tx.read('category', parentId) === undefined) return refuse('CATEGORY_NOT_FOUND', parentId);
  const { byPermalink, children } = tx.index('category');
  tx.missed('category');
  const links = checkPermalinks(byPermalink, given.seo);
  if (!links.ok) return links;
  return tx.create('category', { type: 'create_category', ...given, prio: children.of(parentId).nextPosition });
};

const classNamed = (tx: Transaction, name: string, type: ClassType): Result<[id: number, state: ShopClass]> => {
  const id = tx.index('class').byName.get(name);
  const state = id === undefined ? undefined : tx.read('class', id);
  if (id === undefined || state === undefined) {
    tx.missed('class');
    return refuse('CLASS_NOT_FOUND', name);
  }
  return state.type === type
    ? ok([id, state])
    : refuse('CLASS_TYPE_NOT_VALID', name, `${shown(name)} is a class of type ${state.type}.`);
};

/** A category's id, or its name. */
export type CategoryRef = number | string;

const categoryIds = (tx: Transaction, refs: readonly CategoryRef[]): Result<number[]> => {
  const ids = new Set<number>();
  for (const ref of refs) {
    const { byName } = tx.index('category');
    const numeric = typeof ref === 'number' ? ref : /^\d{1,15}$/.test(ref) ? Number(ref) : 0;
    const id = tx.read('category', numeric) === undefined ? (byName.get(String(ref))?.[0] ?? 0) : numeric;
    if (tx.read('category', id) === undefined) return refuse('CATEGORY_NOT_FOUND', ref);
    ids.add(id);
  }
  return ok([...ids]);
};

export interface NewProduct {
  readonly className: string;
  readonly name: string;
  readonly active: boolean;
  readonly attributes: Given;
  readonly seo: Seo;
  readonly metadata: Metadata;
  readonly availability: AvailabilityRule;
  /** Undefined: no stock item of its own is opened until the product is managed. */
  readonly quantityMilli: number | undefined;
  readonly categories: readonly CategoryRef[];
  readonly bind: boolean;
}

const checkName = (tx: Transaction, name: string): Result<void> => {
  if (name === '' || name.length > 255) return refuse('SHOPOBJECT_NAME_NOT_VALID', 'name');
  tx.missed('shopobject');
  return tx.index('shopobject').byName.has(name) ? refuse('SHOPOBJECT_NAME_ALREADY_IN_USE', name) : DONE;
};

/**
 * Refuses, in this order: SHOPOBJECT_NAME_NOT_VALID, SHOPOBJECT_NAME_ALREADY_IN_USE, what permalinks refuse,
 * CLASS_NOT_FOUND, CLASS_TYPE_NOT_VALID, SHOPOBJECT_ATTRIBUTE_UNKNOWN, SHOPOBJECT_ATTRIBUTE_INVALID,
 * CATEGORY_NOT_FOUND, WAREHOUSE_ENTITY_NOT_FOUND.
 */
export const createProduct = (tx: Transaction, given: NewProduct): Result<number> => {
  const named = checkName(tx, given.name);
  if (!named.ok) return named;
  const links = checkPermalinks(tx.index('shopobject').byPermalink, given.seo);
  if (!links.ok) return links;
  const found = classNamed(tx, given.className, 'product');
  if (!found.ok) return found;
  const [classId, { attributes: definitions }] = found.value;
  const attributes = fitTexts(definitions, given.attributes);
  if (!attributes.ok) return attributes;
  const categories = categoryIds(tx, given.categories);
  if (!categories.ok) return categories;
  const entity = given.bind ? entityNumbered(tx, given.metadata.element_number) : ok(0);
  if (!entity.ok) return entity;

  const { members } = tx.index('shopobject');
  const memberships = categories.value.map((categoryId) => ({
    categoryId,
    position: members.of(categoryId).nextPosition,
  }));
  const id = tx.create('shopobject', {
    type: 'create_shopobject',
    objectType: 'product',
    name: given.name,
    classId,
    productId: 0,
    active: given.active,
    attributes: attributes.value,
    seo: given.seo,
    metadata: given.metadata,
    availability: given.availability,
    memberships,
  });
  if (!id.ok) return id;
  return openStock(tx, id.value, given, entity.value);
};

const openStock = (tx: Transaction, productId: number, given: NewProduct, entityId: number): Result<number> => {
  if (entityId !== 0) {
    const bound = tx.ask('shopobject', productId, { type: 'bind', entityId, perPieceMilli: 1000 });
    if (!bound.ok) return bound;
  } else if (given.availability.managed || given.quantityMilli !== undefined) {
    const quantityMilli = given.quantityMilli ?? 0;
    const opened = tx.create('stock', { type: 'open_stock', storageId: 0, holderId: productId, quantityMilli });
    if (!opened.ok) return opened;
  }
  return ok(productId);
};

const entityNumbered = (tx: Transaction, elementNumber: string): Result<number> => {
  const id = tx.index('warehouse_entity').byElementNumber.get(elementNumber);
  if (id !== undefined && tx.read('warehouse_entity', id) !== undefined) return ok(id);
  tx.missed('warehouse_entity');
  return refuse('WAREHOUSE_ENTITY_NOT_FOUND', elementNumber);
};

export interface NewWarehouseEntity {
  readonly className: string;
  readonly name: string;
  readonly manufacturerId: number;
  readonly attributes: Given;
  readonly metadata: Metadata;
}

/**
 * Refuses: CLASS_NOT_FOUND, CLASS_TYPE_NOT_VALID, WAREHOUSE_ENTITY_NAME_NOT_VALID, ELEMENT_NUMBER_ALREADY_IN_USE,
 * SHOPOBJECT_ATTRIBUTE_UNKNOWN, SHOPOBJECT_ATTRIBUTE_INVALID.
 */
export const createWarehouseEntity = (tx: Transaction, given: NewWarehouseEntity): Result<number> => {
  const { className, name, manufacturerId, metadata } = given;
  const found = classNamed(tx, className, 'warehouse_entity');
  if (!found.ok) return found;
  const [classId, { attributes: definitions }] = found.value;
  const attributes = fitTexts(definitions, given.attributes);
  if (!attributes.ok) return attributes;
  const number = metadata.element_number;
  if (number !== '' && entityNumbered(tx, number).ok) return refuse('ELEMENT_NUMBER_ALREADY_IN_USE', number);
  return tx.create('warehouse_entity', {
    type: 'create_warehouse_entity',
    name,
    classId,
    manufacturerId,
    attributes: attributes.value,
    metadata,
  });
};

export interface Movement {
  readonly storage: string;
  readonly elementNumber: string;
  readonly quantityMilli: number;
  readonly note: string;
}

const itemIn = (tx: Transaction, storageId: number, entityId: number): number | undefined => {
  const items = tx.index('stock').ofEntity.of(entityId);
  tx.see(items);
  return items.ids.find((id) => tx.read('stock', id)?.storageId === storageId);
};

/** A storage is made by its first placement. Refuses: WAREHOUSE_ENTITY_NOT_FOUND, STORAGE_NAME_NOT_VALID. */
export const placeInventory = (tx: Transaction, given: Movement): Result<void> => {
  const entity = entityNumbered(tx, given.elementNumber);
  if (!entity.ok) return entity;
  const { quantityMilli, note } = given;
  const known = tx.index('storage').get(given.storage);
  const item = known === undefined ? undefined : itemIn(tx, known, entity.value);
  if (item !== undefined) return tx.ask('stock', item, { type: 'place', quantityMilli, note });
  const storage = known === undefined ? tx.create('storage', { type: 'open_storage', name: given.storage }) : ok(known);
  if (!storage.ok) return storage;
  const opened = tx.create('stock', {
    type: 'open_stock',
    storageId: storage.value,
    holderId: entity.value,
    quantityMilli: 0,
  });
  return opened.ok ? tx.ask('stock', opened.value, { type: 'place', quantityMilli, note }) : opened;
};

/** Refuses: WAREHOUSE_ENTITY_NOT_FOUND, INSUFFICIENT_STOCK. */
export const takeInventory = (tx: Transaction, given: Movement): Result<void> => {
  const entity = entityNumbered(tx, given.elementNumber);
  if (!entity.ok) return entity;
  const storage = tx.index('storage').get(given.storage);
  const item = storage === undefined ? undefined : itemIn(tx, storage, entity.value);
  if (item === undefined) {
    tx.missed('stock');
    return refuse('INSUFFICIENT_STOCK', given.elementNumber);
  }
  return tx.ask('stock', item, { type: 'take', quantityMilli: given.quantityMilli, note: given.note });
};

/** Binding again changes the quantity. Refuses: SHOPOBJECT_NOT_FOUND, WAREHOUSE_ENTITY_NOT_FOUND. */
export const addBinding = (
  tx: Transaction,
  productId: number,
  elementNumber: string,
  perPieceMilli: number,
): Result<void> => {
  const product: ShopObject | undefined = tx.read('shopobject', productId);
  if (product === undefined || product.type !== 'product') return refuse('SHOPOBJECT_NOT_FOUND', productId);
  const entity = entityNumbered(tx, elementNumber);
  if (!entity.ok) return entity;
  return tx.ask('shopobject', productId, { type: 'bind', entityId: entity.value, perPieceMilli });
};
