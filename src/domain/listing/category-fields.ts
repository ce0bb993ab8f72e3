// Fields of an object's categories that a search may name: `category.name`, `category.path`, …
//
// Values are read from the categories at each search, so a change of a category touches no object.
import type { Many } from '../../kernel/many.ts';
import { lookUpPlain } from '../by-language.ts';
import type { Category } from '../catalogue/category.ts';
import type { FieldValue } from '../search/constraint.ts';
import type { SeoEntry } from '../attributes/seo.ts';
import { seoText } from '../attributes/seo.ts';
import type { Reader } from '../transaction.ts';

type Member = (id: number, category: Category, language: string, fallback: string) => FieldValue;

const seo =
  (member: keyof SeoEntry): Member =>
  (_id, category, language, fallback) =>
    seoText(category.seo, member, language, fallback);

const MEMBERS: { readonly [member: string]: Member } = {
  id_shopcategory: (id) => id,
  id: (id) => id,
  name: (_id, { name }) => name,
  id_shopcategory_parent: (_id, { parentId }) => parentId,
  id_parent: (_id, { parentId }) => parentId,
  prio: (_id, { prio }) => prio,
  label: (_id, { labels }, language, fallback) => lookUpPlain(labels, language, fallback) ?? '',
  permalink: seo('permalink'),
  title: seo('title'),
  description: seo('description'),
  keywords: seo('keywords'),
};

/** Prefix of fields that hold a member of every category on the path. */
export const PATH_NODES_PREFIX = 'path.nodes.';

/** From the root down to the category itself. */
export const pathOf = (shop: Reader, id: number): { readonly id: number; readonly category: Category }[] => {
  const path: { id: number; category: Category }[] = [];
  for (let currentId = id; currentId !== 0;) {
    const category = shop.read('category', currentId);
    if (category === undefined) break;
    path.unshift({ id: currentId, category });
    currentId = category.parentId;
  }
  return path;
};

/** The names from the root down, as `category.path.name` holds them. */
const pathName = (shop: Reader, id: number): string =>
  pathOf(shop, id)
    .map(({ category }) => category.name)
    .join('/');

/** A member of the category itself; undefined for one that categories do not have, and for a category that is gone. */
export const categoryMember = (shop: Reader, id: number, member: string, language: string): FieldValue => {
  const category = shop.read('category', id);
  if (category === undefined || !Object.hasOwn(MEMBERS, member)) return undefined;
  return MEMBERS[member]!(id, category, language, shop.rules.language);
};

/**
 * Undefined for a member that categories do not have, and for a category that is gone. `member` is what follows
 * `category.`.
 */
export const categoryField = (shop: Reader, id: number, member: string, language: string): FieldValue => {
  const isPath = member === 'path' || member === 'path.name';
  if (isPath) return shop.read('category', id) && pathName(shop, id);
  if (!member.startsWith(PATH_NODES_PREFIX)) return categoryMember(shop, id, member, language);
  const ofNode = member.slice(PATH_NODES_PREFIX.length);
  if (shop.read('category', id) === undefined || !Object.hasOwn(MEMBERS, ofNode)) return undefined;
  return pathOf(shop, id).flatMap((node) => categoryMember(shop, node.id, ofNode, language) ?? []);
};

/** Whether categories have such a member; it is what follows `category.`. */
export const isCategoryField = (member: string): boolean =>
  member === 'path' ||
  member === 'path.name' ||
  Object.hasOwn(MEMBERS, member.startsWith(PATH_NODES_PREFIX) ? member.slice(PATH_NODES_PREFIX.length) : member);

/**
 * Whether a field, and what the category finds, is the same in two states of a category; of those on its path each is
 * compared by itself.
 */
export const isSameCategoryField = (
  before: object,
  after: object,
  member: string,
  language: string,
  fallback: string,
): boolean => {
  const [one, other] = [before as Category, after as Category];
  if (one.constraint !== other.constraint) return false;
  const isPath = member === 'path' || member.startsWith('path.');
  if (isPath && one.parentId !== other.parentId) return false;
  const last = member === 'path' ? 'name' : member.slice(member.lastIndexOf('.') + 1);
  const read = Object.hasOwn(MEMBERS, last) ? MEMBERS[last] : undefined;
  return read === undefined || read(0, one, language, fallback) === read(0, other, language, fallback);
};

/** Every category there is, from the roots down. */
export const allCategories = (shop: Reader): Many<number> => shop.index('category').children.fromTheTop;
