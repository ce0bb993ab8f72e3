// Applies the words of the shop to the search box of a constraint.
import type { Reader } from '../transaction.ts';
import type { AppliedWords } from './compiled-words.ts';
import { leavesOf, mapLeaves } from '../search/constraint.ts';
import type { Constraint, Leaf } from '../search/constraint.ts';

/** The field that stands for the search box. */
const SEARCH = 'search';

/**
 * The constraint with the words of the shop applied to each MATCH of the field `search`, and what they did to the first
 * one that they changed; undefined where they did nothing.
 */
export const withWords = (
  shop: Reader,
  constraint: Constraint,
  language: string,
): { readonly constraint: Constraint; readonly told?: AppliedWords } => {
  const isBox = ({ operator, field, never }: Leaf): boolean => operator === 'MATCH' && field === SEARCH && !never;
  if (!leavesOf(constraint).some(isBox)) return { constraint };
  shop.trackAbsence('search_words');
  const words = shop.index('search_words').compiled(language);
  if (words === undefined) return { constraint };
  let told: AppliedWords | undefined;
  const changed = mapLeaves(constraint, (leaf) => {
    const done = isBox(leaf) ? words.applied(leaf) : undefined;
    told ??= done?.told;
    return done?.leaf ?? leaf;
  });
  return told === undefined ? { constraint } : { constraint: changed, told };
};
