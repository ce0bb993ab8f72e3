// Puts categories, or the objects of a category, into a new order. Those named share out the places that they have
// among themselves, so that one call writes no more than it names.
import { idsAtOnce, manyIds } from '../../kernel/many.ts';
import type { ManyIds } from '../../kernel/many.ts';
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { ChildList } from '../ordered-child-index.ts';
import type { Reader, Transaction } from '../transaction.ts';
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

/** Ids that one call puts into order: each of them may be an event. */
export const ORDERED_MAX = 1000;

/** Record that changed one of these last; undefined: they are more than one call orders. */
export const orderSeq = (shop: Reader, kind: 'category' | 'shopobject', ids: ManyIds): number | undefined =>
  ids.length > ORDERED_MAX
    ? undefined
    : Array.from(idsAtOnce(ids, 'ORDERED_MAX')).reduce((seq, id) => Math.max(seq, shop.seqOf(kind, id)), 0);

/**
 * Positions stand in those that have them, so the order was changed where one of these was, after `ifSeq`: as
 * `orderSeq` gave it of these, or of more. Refuses: CHANGED_MEANWHILE.
 */
const checkSeenOrder = (
  tx: Transaction,
  kind: 'category' | 'shopobject',
  ids: readonly number[],
  ifSeq: number | undefined,
): Result<void> => {
  const seq = ifSeq === undefined ? 0 : (orderSeq(tx, kind, manyIds(ids)) ?? 0);
  return seq <= (ifSeq ?? 0)
    ? DONE
    : refuse('CHANGED_MEANWHILE', 'if_seq', `One of them is as of record ${seq}, which is after ${ifSeq}.`);
};

/**
 * Refuses: CATEGORY_NOT_FOUND for one that does not stand below the parent, CHANGED_MEANWHILE, PARAMETER_INVALID for
 * one named twice.
 */
export const orderCategories = (
  tx: Transaction,
  parentId: number,
  ids: readonly number[],
  ifSeq?: number,
): Result<void> => {
  if (hasTwice(ids)) return refuse('PARAMETER_INVALID', 'categories', 'categories: one is named twice.');
  for (const id of ids) if (tx.read('category', id)?.parentId !== parentId) return refuse('CATEGORY_NOT_FOUND', id);
  const seen = checkSeenOrder(tx, 'category', ids, ifSeq);
  if (!seen.ok) return seen;
  const places = placesOf(tx.index('category').children.of(parentId), ids);
  for (const [index, id] of ids.entries()) {
    const before = tx.read('category', id);
    const placed = tx.ask('category', id, { type: 'place_category', prio: places[index]! });
    const fired = placed.ok ? fireCategory(tx, id, before, tx.read('category', id)) : placed;
    if (!fired.ok) return fired;
  }
  return DONE;
};

/**
 * Refuses: SHOPOBJECT_NOT_FOUND for one that is not in the category, CHANGED_MEANWHILE, PARAMETER_INVALID for one named
 * twice.
 */
export const orderObjects = (
  tx: Transaction,
  categoryId: number,
  ids: readonly number[],
  ifSeq?: number,
): Result<void> => {
  if (hasTwice(ids)) return refuse('PARAMETER_INVALID', 'shopobjects', 'shopobjects: one is named twice.');
  for (const id of ids)
    if (tx.read('shopobject', id)?.memberships.some((one) => one.categoryId === categoryId) !== true)
      return refuse('SHOPOBJECT_NOT_FOUND', id);
  const seen = checkSeenOrder(tx, 'shopobject', ids, ifSeq);
  if (!seen.ok) return seen;
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
