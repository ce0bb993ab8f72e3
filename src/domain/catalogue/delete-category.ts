// Deletes a category with all categories below it. The objects in them stay (D46).
import { NONE, atOnce, eachInSteps } from '../../kernel/many.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { fireCategory } from './catalogue-webhooks.ts';

export interface DeletedCategories {
  /** Those below it. */
  readonly below: number;
}

/** A category and all below it. */
const subtreeOf = (shop: Reader, id: number): readonly number[] => {
  const { children } = shop.index('category');
  const subtree = [id];
  for (const one of subtree) subtree.push(...atOnce(children.find(one)?.ids ?? NONE, 'a write, which ends them all'));
  return subtree;
};

/** Number of products and contents in a category and those below it, each once. Refuses: TOO_EXPENSIVE. */
export const objectsBelow = (shop: Reader, id: number): Result<number> =>
  shop.inSteps('objects', () => ({
    doing: 'the products of the categories',
    *steps() {
      const { members } = shop.index('shopobject');
      const objects = new Set<number>();
      for (const categoryId of subtreeOf(shop, id)) {
        yield '';
        yield* eachInSteps(members.find(categoryId)?.ids ?? NONE, (objectId) => objects.add(objectId));
      }
      return ok(objects.size);
    },
  }));

/** The categories below it go, too; what is in them stays, and is in them no longer. Refuses: CATEGORY_NOT_FOUND. */
export const deleteCategory = (tx: Transaction, id: number): Result<DeletedCategories> => {
  if (tx.read('category', id) === undefined) return refuse('CATEGORY_NOT_FOUND', id);
  const subtree = subtreeOf(tx, id);
  for (const categoryId of subtree) {
    const state = tx.read('category', categoryId);
    const deleted = tx.ask('category', categoryId, { type: 'delete_category' });
    const fired = deleted.ok ? fireCategory(tx, categoryId, state, undefined) : deleted;
    if (!fired.ok) return fired;
  }
  return ok({ below: subtree.length - 1 });
};
