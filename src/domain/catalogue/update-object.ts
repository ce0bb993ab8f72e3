// Changes a product, a variation or a content. What a call does not send stays (D7).
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Given } from '../attributes/attributes.ts';
import { fitUpdate } from './fit-references.ts';
import type { CategoryRef } from './find-categories.ts';
import { moveStock } from '../stock/move-stock.ts';
import { checkTaxClass } from '../rules.ts';
import { priceNumbers } from '../calculation/unit-price.ts';
import { takenLinks } from '../attributes/seo.ts';
import type { SeoChanges } from '../attributes/seo.ts';
import type { AvailabilityRule } from '../stock/sellable.ts';
import type { MetadataChange } from '../attributes/metadata.ts';
import type { ShopObject } from './shop-object.ts';
import { checkSeen } from '../seen-record.ts';
import type { Transaction } from '../transaction.ts';
import { freeLinks } from './free-links.ts';
import { fireContent } from './catalogue-webhooks.ts';
import { checkLinks, checkName, checkPrices, placesIn } from './object-checks.ts';

/** What a member leaves out stays as it is. */
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
  /** Record of the object that the caller has seen; undefined: whatever it is. */
  readonly ifSeq?: number | undefined;
}

/**
 * Changes a product, a variation or a content; the same values again are no event.
 *
 * Refuses, in this order: SHOPOBJECT_NOT_FOUND (also for an object of the other type), CHANGED_MEANWHILE,
 * SHOPOBJECT_NAME_NOT_VALID, SHOPOBJECT_NAME_ALREADY_IN_USE, what permalinks refuse, SHOPOBJECT_ATTRIBUTE_UNKNOWN,
 * SHOPOBJECT_ATTRIBUTE_INVALID, PARAMETER_INVALID for an unknown tax class, CATEGORY_NOT_FOUND.
 */
export const updateObject = (
  tx: Transaction,
  id: number,
  type: ShopObject['type'],
  update: ObjectUpdate,
): Result<void> => {
  const state = tx.read('shopobject', id);
  if (state?.type !== type) return refuse('SHOPOBJECT_NOT_FOUND', id);
  const seen = checkSeen(tx, 'shopobject', id, update.ifSeq);
  if (!seen.ok) return seen;
  const { name, active, seo = {}, metadata = {}, availability = {}, quantityMilli } = update;
  const named = checkName(tx, name ?? state.name, id);
  if (!named.ok) return named;
  const links = checkLinks(tx, seo, id);
  if (!links.ok) return links;
  const definitions = tx.read('class', state.classId)!.attributes;
  const attributes = fitUpdate(tx, definitions, update.attributes ?? {}, state.attributes);
  if (!attributes.ok) return attributes;
  const prices = checkPrices(tx.rules, type, definitions, attributes.value);
  if (!prices.ok) return prices;
  const taxClass = checkTaxClass(tx.rules, metadata, state.metadata.taxclass);
  if (!taxClass.ok) return taxClass;
  const places =
    update.categories === undefined ? ok(state.memberships) : placesIn(tx, update.categories, state.memberships);
  if (!places.ok) return places;
  const change = { name, active, attributes: attributes.value, seo, metadata, availability, memberships: places.value };
  const priced = type === 'product' ? priceNumbers(tx.rules, definitions) : [];
  const taken = takenLinks(tx.index('shopobject').former, seo, id);
  const updated = tx.ask('shopobject', id, { type: 'update_shopobject', ...change, priced });
  if (!updated.ok) return updated;
  const freed = freeLinks(tx, 'shopobject', taken);
  if (!freed.ok) return freed;
  if (type === 'content') return fireContent(tx, id, state, tx.read('shopobject', id));
  return quantityMilli === undefined || state.bindings.length > 0 ? DONE : setStock(tx, id, quantityMilli);
};

/** Sets a product's own stock, whether the product is bound or not. */
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
