// What storefronts list and find: the objects that a caller may see, in the order asked for (S 4.1, 4.3, 4.10).
import { refuse, ok } from '../kernel/result.ts';
import type { Refusal, Result } from '../kernel/result.ts';
import type { Category } from './category.ts';
import type { Constraint, Leaf, Scalar } from './constraint.ts';
import { allOf, equals, fieldsOf } from './constraint.ts';
import type { Found, Query } from './searchable.ts';
import { linked } from './seo.ts';
import type { Linked } from './seo.ts';
import type { ShopObject } from './shop-object.ts';
import type { Reader } from './transaction.ts';

/** How a list is ordered and cut, and who looks at it. */
export interface Wanted extends Pick<Query, 'language' | 'order' | 'descending' | 'skip' | 'limit'> {
  /** Objects that are not on sale count, too (Decision 6). */
  readonly inactive: boolean;
}

const VARIATION = 'main.id_variation';

/** What a caller may find at all. */
const scopeOf = (type: ShopObject['type'], inactive: boolean): Leaf[] => (inactive ? [equals('main.type', type)] : [equals('main.type', type), equals('main.active', 1)]);

const seen = (type: ShopObject['type'], inactive: boolean, constraint?: Constraint): Constraint => {
  const parts: Constraint[] = [equals('main.type', type)];
  // What a caller asks for leaves the fewest, so it is asked first.
  if (constraint !== undefined) parts.push(constraint);
  if (!inactive) parts.push(equals('main.active', 1));
  return allOf(parts);
};

/** Variations stand for their products, and for themselves only where a constraint names them. */
const byRoot = (constraint: Constraint): boolean => !fieldsOf(constraint).has(VARIATION);

export const tooLarge = (shop: Reader, records: number): Refusal =>
  refuse('RESULT_TOO_LARGE', 'right_limit', `The reply would hold ${records} records or more; at most ${shop.rules.recordsMax} are sent at once.`);

/** Refuses: RESULT_TOO_LARGE. */
export const checkSize = (shop: Reader, records: number): Result<void> =>
  records <= shop.rules.recordsMax ? ok(undefined) : tooLarge(shop, records);

const sized = (shop: Reader, found: Result<Found>): Result<Found> => {
  if (!found.ok) return found;
  const size = checkSize(shop, found.value.ids.length);
  return size.ok ? found : size;
};

/** The objects of a category. Refuses: RESULT_TOO_LARGE. */
export const listCategory = (shop: Reader, categoryId: number, type: ShopObject['type'], wanted: Wanted): Result<Found> => {
  const members = shop.index('shopobject').members.of(categoryId);
  shop.see(members);
  const order = wanted.order.length === 0 ? ['prio'] : wanted.order;
  return sized(shop, shop.search('shopobject', { ...wanted, order, constraint: seen(type, wanted.inactive), within: members, byRoot: true }));
};

/** Refuses: RESULT_TOO_LARGE, SEARCH_WARMING_UP. */
export const findObjects = (shop: Reader, type: ShopObject['type'], constraint: Constraint, wanted: Wanted): Result<Found> =>
  sized(shop, shop.search('shopobject', { ...wanted, constraint: seen(type, wanted.inactive, constraint), scope: scopeOf(type, wanted.inactive), byRoot: byRoot(constraint) }));

/** Refuses: RESULT_TOO_LARGE, SEARCH_WARMING_UP. */
export const distinctOfProducts = (shop: Reader, constraint: Constraint, field: string, wanted: Wanted): Result<readonly Scalar[]> => {
  const values = shop.distinct('shopobject', { ...wanted, constraint: seen('product', wanted.inactive, constraint), scope: scopeOf('product', wanted.inactive) }, field);
  if (!values.ok) return values;
  const size = checkSize(shop, values.value.length);
  return size.ok ? values : size;
};

/** Refuses: RESULT_TOO_LARGE, SEARCH_WARMING_UP. */
export const findOthers = (shop: Reader, kind: 'warehouse_entity' | 'class' | 'order' | 'user', query: Query): Result<Found> =>
  sized(shop, shop.search(kind, query));

/** Which category a permalink means (Decision 15); `language` '' = none asked for. Refuses: CATEGORY_NOT_FOUND. */
export const categoryLinked = (shop: Reader, permalink: string, language: string): Result<Linked<Category>> => {
  const holders = shop.index('category').permalinks.holders(permalink);
  if (holders === undefined) shop.missed('category');
  else shop.see(holders);
  const found = holders && linked(holders, language, shop.rules.language, (id) => shop.read('category', id));
  return found === undefined ? refuse('CATEGORY_NOT_FOUND', permalink) : ok(found);
};
