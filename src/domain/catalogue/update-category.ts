// Changes a category and moves it in the tree. A category never becomes its own ancestor.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { CategoryChange } from './category.ts';
import { checkFilled } from './filled-index.ts';
import { checkPermalinks, takenLinks } from '../attributes/seo.ts';
import { checkSeen } from '../seen-record.ts';
import type { Transaction } from '../transaction.ts';
import { typedCategory } from './typed-values.ts';
import { freeLinks } from './free-links.ts';
import { fireCategory } from './catalogue-webhooks.ts';

interface CategoryUpdate extends CategoryChange {
  /** Moves it after the last of the new parent's children; 0 makes it a root. */
  readonly parentId?: number | undefined;
  /** Record of the category that the caller has seen; undefined: whatever it is. */
  readonly ifSeq?: number | undefined;
}

/**
 * What is not given stays; labels, attributes and seo merge.
 *
 * Refuses: CATEGORY_NOT_FOUND (the category or its new parent), CHANGED_MEANWHILE, CATEGORY_PARENT_NOT_VALID,
 * CATEGORY_NAME_NOT_VALID, and what permalinks, `checkFilled` and `typedCategory` refuse.
 */
export const updateCategory = (
  tx: Transaction,
  id: number,
  { parentId, ifSeq, ...sent }: CategoryUpdate,
): Result<void> => {
  const state = tx.read('category', id);
  if (state === undefined) return refuse('CATEGORY_NOT_FOUND', id);
  const seen = checkSeen(tx, 'category', id, ifSeq);
  if (!seen.ok) return seen;
  const typed = typedCategory<CategoryChange>(tx, sent, state);
  if (!typed.ok) return typed;
  const change = typed.value;
  const { permalinks, former, children, filled: before } = tx.index('category');
  const links = checkPermalinks(permalinks, change.seo ?? {}, id);
  if (!links.ok) {
    tx.trackAbsence('category');
    return links;
  }
  const parent = parentId === undefined ? DONE : checkParent(tx, id, parentId);
  if (!parent.ok) return parent;
  const taken = takenLinks(former, change.seo ?? {}, id);
  const updated = tx.ask('category', id, { type: 'update_category', ...change });
  if (!updated.ok) return updated;
  const prio = parentId === undefined ? 0 : children.of(parentId).nextPosition;
  const moved = parentId === undefined ? DONE : tx.ask('category', id, { type: 'move_category', parentId, prio });
  if (!moved.ok) return moved;
  const freed = freeLinks(tx, 'category', taken);
  if (!freed.ok) return freed;
  const filled = parentId === undefined && change.constraint === undefined ? DONE : checkFilled(tx, before, id);
  return filled.ok ? fireCategory(tx, id, state, tx.read('category', id)) : filled;
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
