// Puts categories, or the objects of a category, into a new order. Those named share out the places that they have
// among themselves, so that one call writes no more than it names.
import { idsAtOnce } from '../../kernel/many.ts';
import type { ManyIds } from '../../kernel/many.ts';
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { ChildList } from '../ordered-child-index.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { fireCategory, fireContent } from './catalogue-webhooks.ts';
import { family } from './product-family.ts';

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

const lastSeq = (shop: Reader, kind: 'category' | 'shopobject', ids: readonly number[]): number =>
  ids.reduce((seq, id) => Math.max(seq, shop.seqOf(kind, id)), 0);

/** Record that changed one of these categories last; undefined: they are more than one call orders. */
export const orderSeq = (shop: Reader, ids: ManyIds): number | undefined =>
  ids.length > ORDERED_MAX ? undefined : lastSeq(shop, 'category', Array.from(idsAtOnce(ids, 'ORDERED_MAX')));

const isIn = (shop: Reader, categoryId: number, id: number): boolean =>
  shop.read('shopobject', id)?.memberships.some((one) => one.categoryId === categoryId) === true;

/**
 * The objects whose positions are the place of one in a list of the category: itself, else its variations that are in
 * it, in their order; empty: it is not there.
 */
const placedIn = (shop: Reader, categoryId: number, id: number): readonly number[] => {
  if (isIn(shop, categoryId, id)) return [id];
  const members = shop.index('shopobject').members.of(categoryId);
  return family(shop, id)
    .filter((one) => isIn(shop, categoryId, one))
    .sort((a, b) => members.position(a) - members.position(b) || a - b);
};

/** Variations that a list looks through for those whose positions are places in it. */
const LOOKED_AT_MAX = 10_000;

/** `orderSeq` of objects that a list of the category shows, with those whose positions are their places. */
export const orderSeqIn = (shop: Reader, categoryId: number, ids: ManyIds): number | undefined => {
  if (ids.length > ORDERED_MAX) return undefined;
  let [seq, lookedAt] = [0, 0];
  for (const id of idsAtOnce(ids, 'ORDERED_MAX')) {
    const placed = isIn(shop, categoryId, id) ? [id] : family(shop, id);
    lookedAt += placed.length;
    if (lookedAt > LOOKED_AT_MAX) return undefined;
    for (const one of placed)
      if (one === id || isIn(shop, categoryId, one)) seq = Math.max(seq, shop.seqOf('shopobject', one));
  }
  return seq;
};

/**
 * Positions stand in those that have them, so the order was changed where one of these was, after `ifSeq`: as
 * `orderSeq` gave it of these, or of more. `wanted`: as they were sent, each with its place. Refuses:
 * CHANGED_MEANWHILE.
 */
const checkSeenOrder = (
  tx: Transaction,
  kind: 'category' | 'shopobject',
  ids: readonly number[],
  wanted: readonly (readonly [id: number, place: number])[],
  ifSeq: number | undefined,
): Result<void> => {
  const seq = ifSeq === undefined ? 0 : lastSeq(tx, kind, ids);
  if (seq <= (ifSeq ?? 0)) return DONE;
  const idsOf = (places: typeof wanted): number[] => places.map(([id]) => id);
  const current = idsOf(wanted.toSorted(([a, one], [b, other]) => one - other || a - b));
  const yours = idsOf(wanted);
  const name = kind === 'category' ? 'categories' : 'shopobjects';
  return {
    ...refuse('CHANGED_MEANWHILE', 'if_seq', `One of them is as of record ${seq}, which is after ${ifSeq}.`),
    meanwhile: { seq, changed: current.join() === yours.join() ? [] : [{ name, current, yours }] },
  };
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
  const children = tx.index('category').children.of(parentId);
  const wanted = ids.map((id) => [id, children.position(id)] as const);
  const seen = checkSeenOrder(tx, 'category', ids, wanted, ifSeq);
  if (!seen.ok) return seen;
  const places = placesOf(children, ids);
  for (const [index, id] of ids.entries()) {
    const before = tx.read('category', id);
    const placed = tx.ask('category', id, { type: 'place_category', prio: places[index]! });
    const fired = placed.ok ? fireCategory(tx, id, before, tx.read('category', id)) : placed;
    if (!fired.ok) return fired;
  }
  return DONE;
};

/**
 * A product that is in the category by its variations alone stands for these, side by side.
 *
 * Refuses: SHOPOBJECT_NOT_FOUND for one that is not in the category, CHANGED_MEANWHILE, PARAMETER_INVALID for one named
 * twice, and for variations of more than ORDERED_MAX in all.
 */
export const orderObjects = (
  tx: Transaction,
  categoryId: number,
  named: readonly number[],
  ifSeq?: number,
): Result<void> => {
  const members = tx.index('shopobject').members.of(categoryId);
  const wanted: [id: number, place: number][] = [];
  const ids: number[] = [];
  for (const id of named) {
    const placed = placedIn(tx, categoryId, id);
    if (placed.length === 0) return refuse('SHOPOBJECT_NOT_FOUND', id);
    wanted.push([id, members.position(placed[0]!)]);
    ids.push(...placed);
  }
  if (hasTwice(ids)) return refuse('PARAMETER_INVALID', 'shopobjects', 'shopobjects: one is named twice.');
  if (ids.length > ORDERED_MAX) {
    const detail = `shopobjects: these have ${ids.length} places, and one call orders at most ${ORDERED_MAX}.`;
    return refuse('PARAMETER_INVALID', 'shopobjects', detail);
  }
  const seen = checkSeenOrder(tx, 'shopobject', ids, wanted, ifSeq);
  if (!seen.ok) return seen;
  const places = placesOf(members, ids);
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
