// Deletes a category with all categories below it. The objects in them stay (D46).
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import { fireCategory } from './catalogue-webhooks.ts';

export interface DeletedCategories {
  /** Those below it. */
  readonly below: number;
  /** Products and contents that were in one of them, each once. */
  readonly objects: number;
}

/** The categories below it go, too; what is in them stays, and is in them no longer. Refuses: CATEGORY_NOT_FOUND. */
export const deleteCategory = (tx: Transaction, id: number): Result<DeletedCategories> => {
  if (tx.read('category', id) === undefined) return refuse('CATEGORY_NOT_FOUND', id);
  const { children } = tx.index('category');
  const subtree = [id];
  for (let index = 0; index < subtree.length; index += 1) subtree.push(...(children.find(subtree[index]!)?.ids ?? []));
  const { members } = tx.index('shopobject');
  const objects = new Set(subtree.flatMap((categoryId) => members.find(categoryId)?.ids ?? []));
  for (const categoryId of subtree) {
    const state = tx.read('category', categoryId);
    const deleted = tx.ask('category', categoryId, { type: 'delete_category' });
    const fired = deleted.ok ? fireCategory(tx, categoryId, state, undefined) : deleted;
    if (!fired.ok) return fired;
  }
  return ok({ below: subtree.length - 1, objects: objects.size });
};
