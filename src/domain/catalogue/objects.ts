// Decisions over products, their variations, and contents (S 4.4).
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Given } from '../attributes/attributes.ts';
import { fitChanges, fitTexts } from '../attributes/attributes.ts';
import { categoryIds } from './categories.ts';
import type { CategoryRef } from './categories.ts';
import { classNamed } from './classes.ts';
import { UNMANAGED, isActive } from '../stock/sellable.ts';
import { entityNumbered } from './inventory.ts';
import { moveStock } from '../stock/stock-movements.ts';
import { checkTaxClass } from '../rules.ts';
import type { Linked, SeoChanges } from '../attributes/seo.ts';
import { checkPermalinks, linked } from '../attributes/seo.ts';
import type { ShopClass } from './shop-class.ts';
import type { Membership, ShopObject } from './shop-object.ts';
import type { AvailabilityRule } from '../stock/sellable.ts';
import type { Metadata, MetadataChange } from '../attributes/metadata.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { fireContent } from './catalogue-webhooks.ts';

export interface NewContent {
  readonly className: string;
  readonly name: string;
  readonly active: boolean;
  readonly attributes: Given;
  readonly seo: SeoChanges;
  readonly categories: readonly CategoryRef[];
}

export interface NewVariation extends Omit<NewContent, 'className'> {
  readonly metadata: Metadata;
  readonly availability: AvailabilityRule;
  /** Undefined: no stock item of its own is opened until the product is managed. */
  readonly quantityMilli: number | undefined;
}

export interface NewProduct extends NewVariation {
  readonly className: string;
  /** To the warehouse entity with the element number of its metadata. */
  readonly bind: boolean;
}

/** `ownId`: whose name it may be already. */
const checkName = (tx: Transaction, name: string, ownId = 0): Result<void> => {
  if (name === '' || name.length > 255) return refuse('SHOPOBJECT_NAME_NOT_VALID', 'name');
  const holder = tx.index('shopobject').byName.get(name);
  if (holder === undefined || holder === ownId) return DONE;
  tx.missed('shopobject');
  return refuse('SHOPOBJECT_NAME_ALREADY_IN_USE', name);
};

const checkLinks = (tx: Transaction, seo: SeoChanges, ownId = 0): Result<void> => {
  const links = checkPermalinks(tx.index('shopobject').permalinks, seo, ownId);
  if (!links.ok) tx.missed('shopobject');
  return links;
};

/** Those kept keep their positions, new ones go behind the last of the category. Refuses: CATEGORY_NOT_FOUND. */
const placesIn = (
  tx: Transaction,
  refs: readonly CategoryRef[],
  present: readonly Membership[],
): Result<Membership[]> => {
  const ids = categoryIds(tx, refs);
  if (!ids.ok) return ids;
  const { members } = tx.index('shopobject');
  const place = (categoryId: number): Membership =>
    present.find((one) => one.categoryId === categoryId) ?? {
      categoryId,
      position: members.of(categoryId).nextPosition,
    };
  return ok(ids.value.map(place));
};

/** A command that makes an object, checked and not yet given; `found` is refused after name and permalinks (W §3). */
const described = (
  tx: Transaction,
  given: Omit<NewContent, 'className'>,
  found: Result<[id: number, state: ShopClass]>,
) => {
  const named = checkName(tx, given.name);
  if (!named.ok) return named;
  const links = checkLinks(tx, given.seo);
  if (!links.ok) return links;
  if (!found.ok) return found;
  const [classId, { attributes: definitions }] = found.value;
  const attributes = fitTexts(definitions, given.attributes);
  if (!attributes.ok) return attributes;
  const places = placesIn(tx, given.categories, []);
  if (!places.ok) return places;
  const { name, active, seo } = given;
  const type = 'create_shopobject' as const;
  return ok({ type, name, classId, active, attributes: attributes.value, seo, memberships: places.value });
};

/**
 * Refuses, in this order: SHOPOBJECT_NAME_NOT_VALID, SHOPOBJECT_NAME_ALREADY_IN_USE, what permalinks refuse,
 * CLASS_NOT_FOUND, CLASS_TYPE_NOT_VALID, SHOPOBJECT_ATTRIBUTE_UNKNOWN, SHOPOBJECT_ATTRIBUTE_INVALID,
 * CATEGORY_NOT_FOUND, PARAMETER_INVALID for an unknown tax class, WAREHOUSE_ENTITY_NOT_FOUND.
 */
export const createProduct = (tx: Transaction, given: NewProduct): Result<number> => {
  const command = described(tx, given, classNamed(tx, given.className, 'product'));
  if (!command.ok) return command;
  const taxClass = checkTaxClass(tx.rules, given.metadata);
  if (!taxClass.ok) return taxClass;
  const entity = given.bind ? entityNumbered(tx, given.metadata.element_number ?? '') : ok(0);
  if (!entity.ok) return entity;
  const { metadata, availability } = given;
  const id = tx.create('shopobject', { ...command.value, objectType: 'product', productId: 0, metadata, availability });
  return id.ok ? openStock(tx, id.value, given, entity.value) : id;
};

/** Variations of variations, below the product itself. */
const VARIATION_DEPTH_MAX = 3;

/** All of them are in every reply that shows the product. */
const VARIATIONS_MAX = 1000;

/** The products above it, the nearest first. */
const above = (shop: Reader, { productId }: ShopObject): number[] => {
  const ids: number[] = [];
  for (let id = productId; id !== 0; id = shop.read('shopobject', id)?.productId ?? 0) ids.push(id);
  return ids;
};

/** A product and all that hangs below it. */
const family = (shop: Reader, id: number): number[] => {
  const { variations } = shop.index('shopobject');
  const ids = [id];
  for (const one of ids) ids.push(...(variations.find(one)?.ids ?? []));
  return ids;
};

/**
 * A product of its own that belongs to another, whose class it has; what else it inherits is in inheritance.ts.
 *
 * Refuses, in this order: SHOPOBJECT_NOT_FOUND, VARIATION_TOO_DEEP, VARIATION_LIMIT_REACHED, and what createProduct
 * refuses.
 */
export const createVariation = (tx: Transaction, productId: number, given: NewVariation): Result<number> => {
  const product = tx.read('shopobject', productId);
  if (product?.type !== 'product') return refuse('SHOPOBJECT_NOT_FOUND', productId);
  const parents = above(tx, product);
  if (parents.length >= VARIATION_DEPTH_MAX) return refuse('VARIATION_TOO_DEEP', productId);
  if (family(tx, parents.at(-1) ?? productId).length > VARIATIONS_MAX)
    return refuse('VARIATION_LIMIT_REACHED', productId);
  const { metadata, availability } = given;
  const taxClass = checkTaxClass(tx.rules, metadata);
  if (!taxClass.ok) return taxClass;
  const command = described(tx, given, ok([product.classId, tx.read('class', product.classId)!]));
  if (!command.ok) return command;
  const id = tx.create('shopobject', { ...command.value, objectType: 'product', productId, metadata, availability });
  return id.ok ? openStock(tx, id.value, given, 0) : id;
};

const openStock = (tx: Transaction, productId: number, given: NewVariation, entityId: number): Result<number> => {
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

/** Refuses what createProduct refuses, but for entities. */
export const createContent = (tx: Transaction, given: NewContent): Result<number> => {
  const command = described(tx, given, classNamed(tx, given.className, 'content'));
  if (!command.ok) return command;
  const nothing = { productId: 0, metadata: {}, availability: UNMANAGED };
  const id = tx.create('shopobject', { ...command.value, objectType: 'content', ...nothing });
  const fired = id.ok ? fireContent(tx, id.value, undefined, tx.read('shopobject', id.value)) : DONE;
  return fired.ok ? id : fired;
};

/** What a member leaves out stays as it is (Decision 5). */
export interface ObjectUpdate {
  readonly name?: string | undefined;
  readonly active?: boolean | undefined;
  /** Merge per language and name; null takes the object's own value away. */
  readonly attributes?: Given;
  /** Merge per language and member; an empty permalink takes it away, null any member. */
  readonly seo?: SeoChanges;
  readonly metadata?: MetadataChange;
  readonly availability?: Partial<AvailabilityRule>;
  /** What its own stock shall be; means nothing while it is bound to warehouse entities. */
  readonly quantityMilli?: number | undefined;
  /** All that it shall be in. */
  readonly categories?: readonly CategoryRef[] | undefined;
}

/**
 * Changes a product, a variation or a content; the same values again are no event.
 *
 * Refuses, in this order: SHOPOBJECT_NOT_FOUND (also for an object of the other type), SHOPOBJECT_NAME_NOT_VALID,
 * SHOPOBJECT_NAME_ALREADY_IN_USE, what permalinks refuse, SHOPOBJECT_ATTRIBUTE_UNKNOWN, SHOPOBJECT_ATTRIBUTE_INVALID,
 * PARAMETER_INVALID for an unknown tax class, CATEGORY_NOT_FOUND.
 */
export const updateObject = (
  tx: Transaction,
  id: number,
  type: ShopObject['type'],
  update: ObjectUpdate,
): Result<void> => {
  const state = tx.read('shopobject', id);
  if (state?.type !== type) return refuse('SHOPOBJECT_NOT_FOUND', id);
  const { name, active, seo = {}, metadata = {}, availability = {}, quantityMilli } = update;
  const named = checkName(tx, name ?? state.name, id);
  if (!named.ok) return named;
  const links = checkLinks(tx, seo, id);
  if (!links.ok) return links;
  const attributes = fitChanges(tx.read('class', state.classId)!.attributes, update.attributes ?? {});
  if (!attributes.ok) return attributes;
  const taxClass = checkTaxClass(tx.rules, metadata, state.metadata.taxclass);
  if (!taxClass.ok) return taxClass;
  const places =
    update.categories === undefined ? ok(state.memberships) : placesIn(tx, update.categories, state.memberships);
  if (!places.ok) return places;
  const change = { name, active, attributes: attributes.value, seo, metadata, availability, memberships: places.value };
  const updated = tx.ask('shopobject', id, { type: 'update_shopobject', ...change });
  if (!updated.ok) return updated;
  if (type === 'content') return fireContent(tx, id, state, tx.read('shopobject', id));
  return quantityMilli === undefined || state.bindings.length > 0 ? DONE : setStock(tx, id, quantityMilli);
};

/** Of its own, whether it is bound or not. */
export const setStock = (tx: Transaction, productId: number, quantityMilli: number): Result<void> => {
  const stockId = tx.index('stock').own.get(productId);
  const item = stockId === undefined ? undefined : tx.read('stock', stockId);
  if (stockId === undefined || item === undefined) {
    const opened = tx.create('stock', { type: 'open_stock', storageId: 0, holderId: productId, quantityMilli });
    return opened.ok ? DONE : opened;
  }
  const more = quantityMilli - item.quantityMilli;
  if (more === 0) return DONE;
  const note = 'update_product';
  return moveStock(tx, stockId, { type: more > 0 ? 'place' : 'take', quantityMilli: Math.abs(more), note });
};

/** With its variations and its own stock. Refuses: SHOPOBJECT_NOT_FOUND (also for an object of the other type). */
export const deleteObject = (tx: Transaction, id: number, type: ShopObject['type']): Result<void> => {
  const state = tx.read('shopobject', id);
  if (state?.type !== type) return refuse('SHOPOBJECT_NOT_FOUND', id);
  const { own } = tx.index('stock');
  for (const one of family(tx, id)) {
    const deleted = tx.ask('shopobject', one, { type: 'delete_shopobject' });
    if (!deleted.ok) return deleted;
    const stockId = own.get(one);
    const closed = stockId === undefined ? DONE : tx.ask('stock', stockId, { type: 'close_stock' });
    if (!closed.ok) return closed;
  }
  return fireContent(tx, id, state, undefined);
};

/** One that a caller may see; `inactive`: also what is not on sale. Refuses: SHOPOBJECT_NOT_FOUND. */
export const objectSeen = (
  shop: Reader,
  id: number,
  type: ShopObject['type'],
  inactive: boolean,
): Result<ShopObject> => {
  const state = shop.read('shopobject', id);
  return state?.type === type && (inactive || isActive(shop, state)) ? ok(state) : refuse('SHOPOBJECT_NOT_FOUND', id);
};

/** Whom a permalink means (Decision 15); `language` '' = none asked for. Refuses: SHOPOBJECT_NOT_FOUND. */
export const objectLinked = (
  shop: Reader,
  permalink: string,
  language: string,
  type: ShopObject['type'],
  inactive: boolean,
): Result<Linked<ShopObject>> => {
  const holders = shop.index('shopobject').permalinks.holders(permalink);
  if (holders === undefined) shop.missed('shopobject');
  else shop.see(holders);
  const found =
    holders &&
    linked(holders, language, shop.rules.language, (id) => {
      const seen = objectSeen(shop, id, type, inactive);
      return seen.ok ? seen.value : undefined;
    });
  return found === undefined ? refuse('SHOPOBJECT_NOT_FOUND', permalink) : ok(found);
};
