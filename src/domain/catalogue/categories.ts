// Decisions over the tree of categories (S 4.3).
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Category, CategoryChange, LocalizedChanges } from './category.ts';
import type { SeoChanges } from '../attributes/seo.ts';
import { checkPermalinks } from '../attributes/seo.ts';
import type { Transaction } from '../transaction.ts';
import { fireCategory } from './catalogue-webhooks.ts';

export type NewCategory = Pick<Category, 'name' | 'parentId' | 'labels' | 'attributes'> & {
  readonly seo: SeoChanges;
  readonly localized?: LocalizedChanges;
};

/** Refuses: CATEGORY_NOT_FOUND (parent), CATEGORY_NAME_NOT_VALID, and what permalinks refuse. */
export const createCategory = (tx: Transaction, given: NewCategory): Result<number> => {
  const { parentId } = given;
  if (parentId !== 0 && tx.read('category', parentId) === undefined) return refuse('CATEGORY_NOT_FOUND', parentId);
  const { permalinks, children } = tx.index('category');
  tx.missed('category');
  const links = checkPermalinks(permalinks, given.seo);
  if (!links.ok) return links;
  const id = tx.create('category', { type: 'create_category', ...given, prio: children.of(parentId).nextPosition });
  const fired = id.ok ? fireCategory(tx, id.value, undefined, tx.read('category', id.value)) : DONE;
  return fired.ok ? id : fired;
};

export interface CategoryUpdate extends CategoryChange {
  /** Moves it behind the last of the new parent's children; 0 makes it a root. */
  readonly parentId?: number | undefined;
}

/**
 * What is not given stays; labels, attributes and seo merge.
 *
 * Refuses: CATEGORY_NOT_FOUND (the category or its new parent), CATEGORY_PARENT_NOT_VALID, CATEGORY_NAME_NOT_VALID, and
 * what permalinks refuse.
 */
export const updateCategory = (tx: Transaction, id: number, { parentId, ...change }: CategoryUpdate): Result<void> => {
  const state = tx.read('category', id);
  if (state === undefined) return refuse('CATEGORY_NOT_FOUND', id);
  const { permalinks, children } = tx.index('category');
  const links = checkPermalinks(permalinks, change.seo ?? {}, id);
  if (!links.ok) {
    tx.missed('category');
    return links;
  }
  const parent = parentId === undefined ? DONE : checkParent(tx, id, parentId);
  if (!parent.ok) return parent;
  const updated = tx.ask('category', id, { type: 'update_category', ...change });
  if (!updated.ok) return updated;
  const prio = parentId === undefined ? 0 : children.of(parentId).nextPosition;
  const moved = parentId === undefined ? DONE : tx.ask('category', id, { type: 'move_category', parentId, prio });
  return moved.ok ? fireCategory(tx, id, state, tx.read('category', id)) : moved;
};

const checkParent = (tx: Transaction, id: number, parentId: number): Result<void> => {
  for (let above = parentId; above !== 0;) {
    if (above === id) return refuse('CATEGORY_PARENT_NOT_VALID', parentId);
    const state = tx.read('category', above);
    if (state === undefined) return refuse('CATEGORY_NOT_FOUND', parentId);
    above = state.parentId;
  }
  return DONE;
};

/** The categories below it go, too; what is in them stays, and is in them no longer. Refuses: CATEGORY_NOT_FOUND. */
export const deleteCategory = (tx: Transaction, id: number): Result<void> => {
  if (tx.read('category', id) === undefined) return refuse('CATEGORY_NOT_FOUND', id);
  const { children } = tx.index('category');
  const doomed = [id];
  for (let at = 0; at < doomed.length; at += 1) doomed.push(...(children.find(doomed[at]!)?.ids ?? []));
  for (const one of doomed) {
    const state = tx.read('category', one);
    const deleted = tx.ask('category', one, { type: 'delete_category' });
    const fired = deleted.ok ? fireCategory(tx, one, state, undefined) : deleted;
    if (!fired.ok) return fired;
  }
  return DONE;
};

/** A category's id, or its name. */
export type CategoryRef = number | string;

/** Each of them once. Refuses: CATEGORY_NOT_FOUND. */
export const categoryIds = (tx: Transaction, refs: readonly CategoryRef[]): Result<number[]> => {
  const ids = new Set<number>();
  for (const ref of refs) {
    const { byName } = tx.index('category');
    const numeric = typeof ref === 'number' ? ref : /^\d{1,15}$/.test(ref) ? Number(ref) : 0;
    const id = tx.read('category', numeric) === undefined ? (byName.get(String(ref)) ?? 0) : numeric;
    if (tx.read('category', id) === undefined) return refuse('CATEGORY_NOT_FOUND', ref);
    ids.add(id);
  }
  return ok([...ids]);
};
