// Lists and searches for callers: the records that a caller may see, in the order asked for, up to the shop's cap.
//
// Without the secret key only what is on sale is found (D19). A list has no hidden end: where the cap cuts it, the
// result says so (D55).
import { NO_IDS, idsAtOnce, manyIds } from '../../kernel/many.ts';
import { mapOk, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Steps } from '../../kernel/steps.ts';
import type { Category } from '../catalogue/category.ts';
import type { Constraint, Leaf, Scalar } from '../search/constraint.ts';
import { allOf, familyOf, fieldsOf, mapLeaves, partsOf } from '../search/constraint.ts';
import { equals, foldedLeaf } from '../search/conditions.ts';
import { facetsOf } from './facets.ts';
import { checkExpanded, filledCategories, withFilled } from './filled-categories.ts';
import type { FacetsAsked } from './facets.ts';
import { SEARCH_SCHEMAS } from './search-schemas.ts';
import type { SearchSchema } from './search-schema.ts';
import type { Keyset, SearchResult, SearchQuery, SearchKind } from '../search/query.ts';
import { linked, movedTo, notLinked } from '../attributes/seo.ts';
import type { Linked } from '../attributes/seo.ts';
import type { ShopObject } from '../catalogue/shop-object.ts';
import type { Reader } from '../transaction.ts';

/** Order and limits of a list, and what its caller may see. */
export interface ListOptions extends Pick<
  SearchQuery,
  'language' | 'prices' | 'order' | 'descending' | 'skip' | 'limit' | 'explains'
> {
  /** Includes objects that are not on sale; callers need the secret key for it (D19). */
  readonly inactive: boolean;
  /** What is counted besides. */
  readonly counted?: FacetsAsked;
}

const VARIATION = 'main.id_variation';

/** Conditions of every object that the caller may find. */
const scopeOf = (type: ShopObject['type'], inactive: boolean): Leaf[] =>
  inactive ? [equals('main.type', type)] : [equals('main.type', type), equals('main.active', 1)];

const visibleMatching = (type: ShopObject['type'], inactive: boolean, constraint?: Constraint): Constraint => {
  const parts: Constraint[] = [equals('main.type', type)];
  // The caller's own constraint usually leaves the fewest, so it is tested first.
  if (constraint !== undefined) parts.push(constraint);
  if (!inactive) parts.push(equals('main.active', 1));
  return allOf(parts);
};

/** Variations stand for their products, and for themselves only where a constraint names them. */
const collapsesVariations = (constraint: Constraint): boolean =>
  !partsOf(constraint).some((part) => part.type !== 'family' && fieldsOf(part).has(VARIATION));

/** The constraint, whose group `variation` is met by what the caller may see alone. */
const withVisibleFamily = (constraint: Constraint, visible: (part: Constraint) => Constraint): Constraint => {
  const family = familyOf(constraint);
  if (family === undefined) return constraint;
  const parts = [visible(family.parts[0]!)];
  return allOf(partsOf(constraint).map((part) => (part === family ? { type: 'family', parts } : part)));
};

/** A list, and the shop's cap where it left out records that were asked for; else undefined. */
export interface Listed extends SearchResult {
  readonly recordsMax: number | undefined;
}

/**
 * Returns how many records a list shows: `wanted` (0: all), within what the other lists of the reply, `taken`, leave of
 * the shop's cap.
 */
const withinCap = (shop: Reader, wanted: number, taken: number): number => {
  const { recordsMax } = shop.rules;
  if (recordsMax === 0) return wanted;
  const left = recordsMax - taken;
  return wanted === 0 || wanted > left ? left : wanted;
};

/** Adds the cap to a result that it has cut. */
const withCap = (
  shop: Reader,
  { ids, count, next, ...counted }: SearchResult,
  { skip, limit }: Pick<SearchQuery, 'skip' | 'limit'>,
): Listed => {
  if (next !== undefined) {
    const isCut = next !== 0 && (limit === 0 || ids.length < limit);
    return { ids, count, next, recordsMax: isCut ? shop.rules.recordsMax : undefined };
  }
  const asked = Math.max(0, count - skip);
  const wanted = limit === 0 ? asked : Math.min(asked, limit);
  const recordsMax = ids.length < wanted ? shop.rules.recordsMax : undefined;
  return { ids, count, recordsMax, ...counted };
};

/** What a search asks for within the cap, and how its result is shown. `taken`: records that others have used of it. */
const capped = (
  shop: Reader,
  query: SearchQuery,
  taken: number,
): { readonly asked: SearchQuery; shown(found: SearchResult): Listed } => {
  const limit = withinCap(shop, query.limit, taken);
  // A search whose cap is used up still counts, so it asks for one record and drops it.
  const isSpent = limit === 0 && shop.rules.recordsMax !== 0;
  return {
    asked: { ...query, limit: isSpent ? 1 : limit },
    shown: (found) => withCap(shop, isSpent ? { ...found, ids: NO_IDS } : found, query),
  };
};

const runSearch = (shop: Reader, kind: SearchKind, query: SearchQuery, taken = 0): Result<Listed> => {
  const { asked, shown } = capped(shop, query, taken);
  return mapOk(shop.search(kind, asked), shown);
};

const categoryQuery = (
  shop: Reader,
  categoryId: number,
  type: ShopObject['type'],
  wanted: ListOptions,
): SearchQuery => {
  const members = shop.index('shopobject').members.of(categoryId);
  const order = wanted.order.length === 0 ? ['prio'] : wanted.order;
  const fills = type === 'product' && filledCategories(shop).some(({ id }) => id === categoryId);
  const inIt = fills ? withFilled(shop, equals('category.id', categoryId), '') : undefined;
  const visible = (rest?: Constraint): Constraint =>
    visibleMatching(type, wanted.inactive, inIt && allOf([inIt, ...(rest === undefined ? [] : [rest])]));
  return {
    ...wanted,
    order,
    constraint: visible(),
    ...(fills ? { places: members } : { within: members }),
    collapseToRoots: true,
    ...facetsOf(wanted.counted, undefined, visible),
  };
};

/** The objects of a category. `taken`: records that other lists of the same reply have used of the cap. */
export const listCategory = (
  shop: Reader,
  categoryId: number,
  type: ShopObject['type'],
  wanted: ListOptions,
  taken = 0,
): Result<Listed> => {
  shop.track(shop.index('shopobject').members.of(categoryId));
  return runSearch(shop, 'shopobject', categoryQuery(shop, categoryId, type, wanted), taken);
};

/** `listCategory` as a part of longer work. */
export function* listingCategory(
  shop: Reader,
  categoryId: number,
  type: ShopObject['type'],
  wanted: ListOptions,
  taken: number,
): Steps<Result<Listed>> {
  for (;;) {
    const query = categoryQuery(shop, categoryId, type, wanted);
    const { asked, shown } = capped(shop, query, taken);
    const found = yield* shop.searching('shopobject', asked);
    // Meanwhile another constraint of the category may ask for something else.
    if (JSON.stringify(query.constraint) !== JSON.stringify(categoryQuery(shop, categoryId, type, wanted).constraint))
      continue;
    shop.track(shop.index('shopobject').members.of(categoryId));
    return mapOk(found, shown);
  }
}

/** Refuses: SEARCH_WARMING_UP, CONSTRAINT_INVALID. */
export const findObjects = (
  shop: Reader,
  type: ShopObject['type'],
  asked: Constraint,
  wanted: ListOptions,
): Result<Listed> => {
  const seen = (part: Constraint | undefined): Constraint => visibleMatching(type, wanted.inactive, part);
  const all = (part: Constraint | undefined): Constraint => seen(part && withFilled(shop, part, wanted.language));
  const constraint = seen(withVisibleFamily(withFilled(shop, asked, wanted.language), seen));
  const isShort = checkExpanded(constraint);
  if (!isShort.ok) return isShort;
  return runSearch(shop, 'shopobject', {
    ...wanted,
    constraint,
    scope: scopeOf(type, wanted.inactive),
    collapseToRoots: collapsesVariations(asked),
    ...(shop.rules.searchBoost !== '' && { boost: shop.rules.searchBoost }),
    ...facetsOf(wanted.counted, withVisibleFamily(asked, all), all, partsOf(familyOf(asked)?.parts[0])),
  });
};

/**
 * All different values of a field of products; the reply shows as many as the cap allows. Refuses: SEARCH_WARMING_UP,
 * CONSTRAINT_INVALID.
 */
export const distinctOfProducts = (
  shop: Reader,
  asked: Constraint,
  field: string,
  wanted: ListOptions,
): Result<readonly Scalar[]> => {
  const constraint = visibleMatching('product', wanted.inactive, withFilled(shop, asked, wanted.language));
  const isShort = checkExpanded(constraint);
  if (!isShort.ok) return isShort;
  return shop.distinct('shopobject', { ...wanted, constraint, scope: scopeOf('product', wanted.inactive) }, field);
};

type OtherKind = Exclude<SearchKind, 'shopobject'>;

/** Replaces fields that are compared in another form by the record's own, whatever a class calls its attributes. */
const inFoldedForm = (kind: OtherKind, constraint: Constraint): Constraint => {
  const { folds } = SEARCH_SCHEMAS[kind] as Pick<SearchSchema<never>, 'folds'>;
  if (folds === undefined) return constraint;
  return mapLeaves(constraint, (leaf) => {
    const name = leaf.field.replace(/^main\./, '');
    const fold = Object.hasOwn(folds, name) ? folds[name] : undefined;
    return fold === undefined ? leaf : foldedLeaf(leaf, `main.${name}`, fold);
  });
};

/** Refuses: SEARCH_WARMING_UP. */
export const findRecords = (shop: Reader, kind: OtherKind, query: SearchQuery): Result<Listed> =>
  runSearch(shop, kind, { ...query, constraint: inFoldedForm(kind, query.constraint) });

/** The place in lists that a record is at; `id` 0: before the newest one. Undefined where there is no such record. */
export const placeInTime = (
  shop: Reader,
  kind: 'order' | 'user' | 'shopobject',
  id: number,
): Pick<Keyset, 'id' | 'ms'> | undefined => {
  if (id === 0) return { id, ms: Infinity };
  const state =
    kind === 'order' ? shop.read('order', id) : kind === 'user' ? shop.read('user', id) : shop.read('shopobject', id);
  return state && { id, ms: state.createdMs };
};

/**
 * Returns the place of an object in creation order; a deleted object keeps its place, because ids are given in that
 * order. Undefined for an id that was never given. Not promised: the place of a deleted object after time has gone
 * back: a page behind it may leave out or repeat what was made around that moment.
 */
const placeOfMaking = (shop: Reader, id: number): Pick<Keyset, 'id' | 'ms'> | undefined => {
  if (id === 0) return { id, ms: -Infinity };
  return placeInTime(shop, 'shopobject', id) ?? (shop.isReserved('shopobject', id) ? { id, ms: undefined } : undefined);
};

/**
 * Products and variations whose stock is managed and at or below their warning quantity, newest first, behind the one
 * with the id `after`, which may be gone; 0: from the newest. `inactive`: also those that are not on sale.
 *
 * Refuses: SHOPOBJECT_NOT_FOUND.
 */
export const findLowStock = (
  shop: Reader,
  { after, limit, inactive }: { readonly after: number; readonly limit: number; readonly inactive: boolean },
): Result<Listed> => {
  const place = after === 0 ? { id: 0, ms: Infinity } : placeOfMaking(shop, after);
  if (place === undefined) return refuse('SHOPOBJECT_NOT_FOUND', after);
  const conditions = [...scopeOf('product', inactive), equals('availability.active', 1), equals('availability.low', 1)];
  return runSearch(shop, 'shopobject', {
    constraint: allOf(conditions),
    language: '',
    order: [],
    descending: false,
    skip: 0,
    limit,
    keyset: { ...place, older: true, counts: false },
  });
};

/**
 * Products without their variations, also those that are not on sale, in the order in which they were made, behind the
 * one with the id `after`, which may be gone; 0: from the first. `counts`: whether all of them are counted.
 *
 * Refuses: SHOPOBJECT_NOT_FOUND.
 */
export const productsAfter = (
  shop: Reader,
  { after, limit, counts }: { readonly after: number; readonly limit: number; readonly counts: boolean },
): Result<Listed> => {
  const place = placeOfMaking(shop, after);
  if (place === undefined) return refuse('SHOPOBJECT_NOT_FOUND', after);
  const found = runSearch(shop, 'shopobject', {
    constraint: allOf([equals('main.type', 'product'), equals(VARIATION, 0)]),
    language: '',
    order: [],
    descending: false,
    skip: 0,
    limit,
    keyset: { ...place, older: false, counts },
  });
  return mapOk(found, (listed) => {
    const ids = Uint32Array.from(idsAtOnce(listed.ids, 'two copies: numbers alone'));
    return { ...listed, ids: manyIds(ids.toReversed()) };
  });
};

/** A list that has no limits of its own, cut by the cap. */
export const capList = (shop: Reader, ids: readonly number[]): Listed => {
  const all = { skip: 0, limit: 0 };
  const limit = withinCap(shop, 0, 0);
  return withCap(shop, { ids: manyIds(limit === 0 ? ids : ids.slice(0, limit)), count: ids.length }, all);
};

/**
 * The category of a permalink (D40); `language` '': none asked for. Refuses: CATEGORY_NOT_FOUND, with what a former
 * permalink has become.
 */
export const categoryByPermalink = (shop: Reader, permalink: string, language: string): Result<Linked<Category>> => {
  const holders = shop.index('category').permalinks.holders(permalink);
  if (holders === undefined) shop.trackAbsence('category');
  else shop.track(holders);
  const find = (id: number): Category | undefined => shop.read('category', id);
  const match = holders && linked(holders, language, shop.rules.language, find);
  if (match !== undefined) return ok(match);
  const former = shop.index('category').former.holders(permalink);
  shop.trackAbsence('category');
  const moved = former && movedTo(former, language, shop.rules.language, find);
  return notLinked(refuse('CATEGORY_NOT_FOUND', permalink), moved);
};
