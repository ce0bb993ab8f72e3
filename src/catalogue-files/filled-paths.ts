// Constraints of categories in files, where categories are named by their paths: another shop gives other ids. Products
// have no such name in a constraint, so that an import refuses what names one.
import type { Json } from '../kernel/json.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { CategoryPaths, Path } from './paths.ts';

const NAMES_CATEGORY = /^(category\.(path\.nodes\.)?id(_shopcategory)?|main\.categories)$/;
const NAMES_PRODUCT = /^main\.id(_shopobject|_variation)?$/;

const isPath = (path: unknown): path is Path =>
  Array.isArray(path) &&
  path.every((segment) => typeof segment === 'string' || (Array.isArray(segment) && segment.length === 2));

type Change = (value: unknown, field: string) => unknown;

/** Replaces the values of conditions on ids; `field`: the condition that a value or an operator stands in. */
const mapped = (raw: unknown, change: Change, field = ''): unknown => {
  if (Array.isArray(raw)) return raw.map((item) => mapped(item, change, field));
  if (field !== '') return change(raw, field);
  if (typeof raw !== 'object' || raw === null) return raw;
  return Object.fromEntries(
    Object.entries(raw).map(([key, value]) => {
      const isNamed = NAMES_CATEGORY.test(key) || NAMES_PRODUCT.test(key);
      return [key, mapped(value, change, isNamed ? key : '')];
    }),
  );
};

/** As constraints compare it: also a text or true. */
const isNumber = (value: unknown): boolean =>
  typeof value === 'boolean' || (/\S/.test(String(value ?? '')) && Number.isFinite(Number(value)));

/** A category that is gone has the empty path, which no category has. */
export const withPaths = (constraint: unknown, paths: CategoryPaths): Json =>
  mapped(constraint, (value, field) =>
    NAMES_CATEGORY.test(field) && isNumber(value) ? { path: paths.pathOf(Number(value)) ?? [] } : value,
  ) as Json;

/** Refuses: CATEGORY_NOT_FOUND; CONSTRAINT_INVALID, where it has an id, which is of one shop alone. */
export const withIds = (constraint: unknown, paths: Pick<CategoryPaths, 'idOf'>): Result<unknown> => {
  let isMissing = false;
  let numbered = '';
  const found = mapped(constraint, (value, field) => {
    // 0 is no id in any shop: main.id_variation tells variations from products by it.
    if (isNumber(value) && (NAMES_CATEGORY.test(field) || Number(value) !== 0)) numbered ||= field;
    if (typeof value !== 'object' || value === null || !('path' in value) || NAMES_PRODUCT.test(field)) return value;
    const id = isPath(value.path) ? paths.idOf(value.path) : undefined;
    isMissing ||= id === undefined;
    return id ?? 0;
  });
  if (isMissing)
    return refuse('CATEGORY_NOT_FOUND', 'constraint', 'There is no category with a path of the constraint.');
  if (numbered === '') return ok(found);
  const instead = NAMES_CATEGORY.test(numbered)
    ? 'a category is named by its path'
    : 'products are found by other fields';
  return refuse('CONSTRAINT_INVALID', numbered, `An id is of one shop alone: ${instead}.`);
};
