// What a search box suggests while somebody types: categories by their labels, and words that the names of what was
// found go on with. Words come from products that the caller may find, so nothing else shows through them.
import { lookUpPlain } from '../by-language.ts';
import { attributeNamed, attributeValue, plainValue } from '../attributes/attributes.ts';
import type { Category } from '../catalogue/category.ts';
import { wordsOf } from '../search/text-fold.ts';
import { matchKey } from '../search/word-match.ts';
import type { Reader } from '../transaction.ts';
import { eachInSteps } from '../../kernel/many.ts';
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Steps } from '../../kernel/steps.ts';
import { allCategories } from './category-fields.ts';

/** Products whose names are read for words, and what is shown at most. */
export const SUGGESTED = { namesRead: 30, productsMax: 20, categoriesMax: 5, textsMax: 5 };

/** Keys of the words of a category's labels and name, by these texts, as long as both are what they were. */
interface Known {
  readonly labels: Category['labels'];
  readonly name: string;
  readonly byText: Map<string, readonly string[]>;
}

const known = new WeakMap<Category, Known>();

const keysOf = (text: string): readonly string[] => wordsOf(text).map(matchKey);

/** Cached by the text that is shown: a caller may name any language, and the labels of a category are few. */
export const labelKeys = (category: Category, language: string, fallback: string): readonly string[] => {
  const { labels, name } = category;
  let held = known.get(category);
  if (held?.labels !== labels || held.name !== name) known.set(category, (held = { labels, name, byText: new Map() }));
  const text = lookUpPlain(labels, language, fallback) || name;
  let keys = held.byText.get(text);
  if (keys === undefined) held.byText.set(text, (keys = keysOf(text)));
  return keys;
};

/** How a name answers a query, whose last word may be a beginning: 3 it is the query, 2 it begins so, 1, 0 not. */
const answers = (keys: readonly string[], query: readonly string[]): number => {
  const last = query.length - 1;
  const isAt = (key: string | undefined, place: number): boolean =>
    key !== undefined && (place === last ? key.startsWith(query[place]!) : key === query[place]);
  if (!query.every((_, place) => keys.some((key) => isAt(key, place)))) return 0;
  if (!query.every((_, place) => isAt(keys[place], place))) return 1;
  return keys.length === query.length && keys[last] === query[last] ? 3 : 2;
};

/** Ids of the categories that a text begins to name: the whole name first, then what begins so, then by id. */
export function* suggestedCategories(shop: Reader, text: string, language: string): Steps<Result<readonly number[]>> {
  const query = keysOf(text);
  const found: { readonly id: number; readonly rank: number }[] = [];
  const { language: fallback } = shop.rules;
  shop.trackAbsence('category');
  const visit = (id: number): void => {
    const category = shop.untracked(() => shop.read('category', id));
    const rank = category === undefined ? 0 : answers(labelKeys(category, language, fallback), query);
    if (rank === 0) return;
    found.push({ id, rank });
    if (found.length < 100) return;
    found.sort((a, b) => b.rank - a.rank || a.id - b.id).length = SUGGESTED.categoriesMax;
  };
  if (query.length > 0) yield* eachInSteps(allCategories(shop), visit);
  found.sort((a, b) => b.rank - a.rank || a.id - b.id);
  return ok(found.slice(0, SUGGESTED.categoriesMax).map(({ id }) => id));
}

/** The names of a product that its shoppers read: its own, and the attribute `name` in the language. */
const namesOf = (shop: Reader, id: number, language: string): readonly string[] => {
  const product = shop.read('shopobject', id);
  if (product === undefined) return [];
  const definition = attributeNamed(shop.read('class', product.classId)?.attributes ?? [], 'name');
  const shown = definition && plainValue(attributeValue(definition, product.attributes, language, shop.rules.language));
  return typeof shown === 'string' && shown !== '' ? [shown] : [product.name];
};

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * The text with its last word gone on with, as names of these products do; those of most products first. What the
 * search for these products has tracked covers their names.
 */
export const suggestedTexts = (
  shop: Reader,
  text: string,
  language: string,
  found: readonly number[],
): readonly string[] => {
  const last = [...text.matchAll(WORD)].at(-1);
  if (last === undefined) return [];
  const [typed] = keysOf(last[0]);
  if (typed === undefined) return [];
  const counts = new Map<string, number>();
  const names = (id: number): readonly string[] => shop.untracked(() => namesOf(shop, id, language));
  for (const id of found) {
    const words = names(id).flatMap((name) => name.toLowerCase().match(WORD) ?? []);
    for (const word of new Set(words)) {
      const [key = ''] = keysOf(word);
      if (key !== typed && key.startsWith(typed)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const before = text.slice(0, last.index);
  return [...counts]
    .sort(([a, inA], [b, inB]) => inB - inA || (a < b ? -1 : 1))
    .slice(0, SUGGESTED.textsMax)
    .map(([word]) => before + word);
};
