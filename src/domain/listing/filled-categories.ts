// What categories that fill themselves find, wherever a list, a search, a facet, a promotion or a product asks for
// categories.
//
// Guaranteed: a product is in such a category exactly while it, or a variation of it, meets the constraint; nothing is
// kept, so a change of a product, a class, the tree or the constraint counts from the next call on. Values are those of
// the shop's language, whatever the language of the call, so that a category has the same products in every language.
// Not here: what is put into a category by hand (`memberships`), which comes first in its list.
import { refuseAt } from '../../kernel/limits.ts';
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { namesCategory, namesFilled } from '../catalogue/filled-index.ts';
import type { FilledIndex } from '../catalogue/filled-index.ts';
import { equals } from '../search/conditions.ts';
import { allOf, anyOf, inLanguage, leafHolds, leavesOf, mapLeaves } from '../search/constraint.ts';
import type { Constraint, Leaf } from '../search/constraint.ts';
import type { Reader } from '../transaction.ts';
import { categoryField } from './category-fields.ts';
import type { FilledLink } from './search-schema.ts';

const NONE: readonly FilledLink[] = [];

/** The constraint of each includes those of the filled categories that it names. */
const expandedAll = (shop: Reader, { entries: all }: FilledIndex): readonly FilledLink[] => {
  const own = new Map(all);
  const known = new Map<number, Constraint>();
  const expanded = (id: number): Constraint => {
    let constraint = known.get(id);
    if (constraint !== undefined) return constraint;
    const inShop = mapLeaves(own.get(id)!, (leaf) => {
      if (!namesCategory(leaf)) return { ...leaf, field: inLanguage(leaf.field, shop.rules.language) };
      const named = all.filter(([other]) => other !== id && namesFilled(shop, leaf, other));
      return anyOf([leaf, ...named.map(([other]) => expanded(other))]);
    });
    known.set(id, (constraint = allOf([equals('main.type', 'product'), inShop])));
    return constraint;
  };
  return all.map(([id]) => ({ id, constraint: expanded(id) }));
};

/** Every category that fills itself, by id. */
export const filledCategories = (shop: Reader): readonly FilledLink[] => {
  const { filled } = shop.index('category');
  shop.track(filled);
  if (filled.size === 0) return NONE;
  shop.trackAbsence('category');
  return filled.known(shop.rules.language, () => expandedAll(shop, filled));
};

const holdsFor = (shop: Reader, leaf: Leaf, id: number, language: string): boolean =>
  leafHolds(leaf, categoryField(shop, id, leaf.field.slice(leaf.field.indexOf('.') + 1), language));

/**
 * The constraint in which conditions on categories are met by what is in them by a constraint as well. `language`: of
 * the names of categories.
 */
export const withFilled = (shop: Reader, constraint: Constraint, language: string): Constraint => {
  if (!leavesOf(constraint).some(namesCategory)) return constraint;
  const filled = filledCategories(shop);
  if (filled.length === 0) return constraint;
  return mapLeaves(constraint, (leaf) => {
    if (!namesCategory(leaf) || leaf.never) return leaf;
    return anyOf([
      leaf,
      ...filled.filter(({ id }) => holdsFor(shop, leaf, id, language)).map((category) => category.constraint),
    ]);
  });
};

/** By constraint of goods: what `withFilled` made of it, and of which categories. */
const ofGoods = new WeakMap<Constraint, readonly [filled: readonly FilledLink[], expanded: Constraint]>();

/** As `withFilled` in the shop's language, for constraints that are asked again and again. */
export const goodsWithFilled = (shop: Reader, goods: Constraint): Constraint => {
  const filled = filledCategories(shop);
  if (filled.length === 0) return goods;
  const known = ofGoods.get(goods);
  // Another change of any category gives another list.
  if (known?.[0] === filled) return known[1];
  const expanded = withFilled(shop, goods, shop.rules.language);
  ofGoods.set(goods, [filled, expanded]);
  return expanded;
};

/** Conditions that a query may have with those of the filled categories that it names. */
const EXPANDED_MAX = 5000;

/** Refuses: CONSTRAINT_INVALID for a query that filled categories make too long. */
export const checkExpanded = (...constraints: readonly Constraint[]): Result<void> => {
  let left = EXPANDED_MAX;
  const rest = [...constraints];
  for (let one = rest.pop(); one !== undefined && left >= 0; one = rest.pop()) {
    if (one.type === 'leaf') left -= 1;
    else rest.push(...one.parts);
  }
  return left >= 0
    ? DONE
    : refuseAt(
        'filled_conditions',
        'CONSTRAINT_INVALID',
        'constraint',
        `Categories that fill themselves make more than ${EXPANDED_MAX} conditions of it.`,
      );
};
