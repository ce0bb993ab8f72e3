// Finds the categories that a call names, by id or by name.
/** A category's id, or its name. */

import { refuse, ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';

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
