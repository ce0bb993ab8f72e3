// Puts categories, or the objects of a category, into a new order. Those named share out the places that they have
// among themselves, so that one call writes no more than it names.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { ChildList } from '../ordered-child-index.ts';
import type { Transaction } from '../transaction.ts';
import { fireCategory, fireContent } from './catalogue-webhooks.ts';

/** The places of these children, in ascending order and each once. */
const placesOf = (children: ChildList, ids: readonly number[]): number[] => {
  const places = ids.map((id) => children.position(id)).sort((a, b) => a - b);
  // Equal places are ordered by id, which would not be the order that is wanted.
  for (let index = 1; index < places.length; index += 1)
    places[index] = Math.max(places[index]!, places[index - 1]! + 1);
  return places;
};

const hasTwice = (ids: readonly number[]): boolean => new Set(ids).size < ids.length;

/** Refuses: CATEGORY_NOT_FOUND for one that does not stand below the parent, PARAMETER_INVALID for one named twice. */
export const orderCategories = (tx: Transaction, parentId: number, ids: readonly number[]): Result<void> => {
  if (hasTwice(ids)) return refuse('PARAMETER_INVALID', 'categories', 'categories: one is named twice.');
  for (const id of ids) if (tx.read('category', id)?.parentId !== parentId) return refuse('CATEGORY_NOT_FOUND', id);
  const places = placesOf(tx.index('category').children.of(parentId), ids);
  for (const [index, id] of ids.entries()) {
    const before = tx.read('category', id);
    const placed = tx.ask('category', id, { type: 'place_category', prio: places[index]! });
    const fired = placed.ok ? fireCategory(tx, id, before, tx.read('category', id)) : placed;
    if (!fired.ok) return fired;
  }
  return DONE;
};

/** Refuses: SHOPOBJECT_NOT_FOUND for one that is not in the category, PARAMETER_INVALID for one named twice. */
export const orderObjects = (tx: Transaction, categoryId: number, ids: readonly number[]): Result<void> => {
  if (hasTwice(ids)) return refuse('PARAMETER_INVALID', 'shopobjects', 'shopobjects: one is named twice.');
  for (const id of ids)
    if (tx.read('shopobject', id)?.memberships.some((one) => one.categoryId === categoryId) !== true)
      return refuse('SHOPOBJECT_NOT_FOUND', id);
  const places = placesOf(tx.index('shopobject').members.of(categoryId), ids);
  for (const [index, id] of ids.entries()) {
    const before = tx.read('shopobject', id)!;
    const memberships = before.memberships.map((one) =>
      one.categoryId === categoryId ? { categoryId, position: places[index]! } : one,
    );
    const placed = tx.ask('shopobject', id, { type: 'update_shopobject', memberships });
    const fired = placed.ok ? fireContent(tx, id, before, tx.read('shopobject', id)) : placed;
    if (!fired.ok) return fired;
  }
  return DONE;
};
