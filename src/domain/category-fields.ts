// What a search may ask of the categories that an object is in (W §6.1).
import { lookUpPlain } from './attributes.ts';
import type { Category } from './category.ts';
import type { FieldValue } from './constraint.ts';
import type { Reader } from './transaction.ts';

type Member = (id: number, category: Category, language: string, fallback: string) => FieldValue;

const seo =
  (member: 'permalink' | 'title' | 'description' | 'keywords'): Member =>
  (_id, category, language, fallback) =>
    lookUpPlain(category.seo, language, fallback)?.[member] ?? '';

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

/** From the root down to the category itself. */
export const pathOf = (shop: Reader, id: number): { readonly id: number; readonly category: Category }[] => {
  const path: { id: number; category: Category }[] = [];
  for (let at = id; at !== 0; ) {
    const category = shop.read('category', at);
    if (category === undefined) break;
    path.unshift({ id: at, category });
    at = category.parentId;
  }
  return path;
};

/** The names from the root down, as `category.path.name` holds them. */
export const pathName = (shop: Reader, id: number): string =>
  pathOf(shop, id)
    .map(({ category }) => category.name)
    .join('/');

/** Undefined for a member that categories do not have, and for a category that is gone. `member` is what follows `category.`. */
export const categoryField = (shop: Reader, id: number, member: string, language: string): FieldValue => {
  const category = shop.read('category', id);
  if (category === undefined) return undefined;
  const fallback = shop.rules.language;
  if (member === 'path' || member === 'path.name') return pathName(shop, id);
  const ofNode = member.startsWith('path.nodes.') ? member.slice('path.nodes.'.length) : undefined;
  const read = Object.hasOwn(MEMBERS, ofNode ?? member) ? MEMBERS[ofNode ?? member] : undefined;
  if (read === undefined) return undefined;
  if (ofNode !== undefined) return pathOf(shop, id).flatMap((node) => read(node.id, node.category, language, fallback) ?? []);
  return read(id, category, language, fallback);
};

/** Every category there is, from the roots down. */
export const allCategories = (shop: Reader): number[] => {
  const { children } = shop.index('category');
  const ids = [...children.of(0).ids];
  for (const id of ids) ids.push(...(children.find(id)?.ids ?? []));
  return ids;
};
