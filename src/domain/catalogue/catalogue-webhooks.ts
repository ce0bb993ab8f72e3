// Fires the webhooks of contents and categories: one message per language that changed, or one without a language when
// the change concerns none.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Category } from './category.ts';
import { sameValue } from '../same-value.ts';
import type { ShopObject } from './shop-object.ts';
import type { Transaction } from '../transaction.ts';
import { fire, isAwaited } from '../webhooks/fire-webhooks.ts';

type PerLanguage = { readonly [language: string]: unknown };

const languagesOf = (before: readonly PerLanguage[], after: readonly PerLanguage[]): string[] => {
  const languages = new Set([...before, ...after].flatMap((perLanguage) => Object.keys(perLanguage)));
  const changed = (language: string): boolean => {
    const values = (all: readonly PerLanguage[]): unknown[] =>
      all.map((perLanguage) => (Object.hasOwn(perLanguage, language) ? perLanguage[language] : null));
    return !sameValue(values(before), values(after));
  };
  return [...languages].filter(changed).sort();
};

/**
 * A change that concerns no language is sent once, without one. Undefined stands for the state before the making and
 * after the end.
 */
const languages = <S extends object>(
  before: S | undefined,
  after: S | undefined,
  texts: (state: S) => readonly PerLanguage[],
): string[] => {
  const changed = languagesOf(before === undefined ? [] : texts(before), after === undefined ? [] : texts(after));
  return changed.length > 0 ? changed : sameValue(before, after) ? [] : [''];
};

export const fireContent = (
  tx: Transaction,
  id: number,
  before: ShopObject | undefined,
  after: ShopObject | undefined,
): Result<void> => {
  if (!isAwaited(tx, 'WEBHOOK_CONTENT_UPDATE') || (before ?? after)?.type !== 'content') return DONE;
  for (const language of languages(before, after, ({ attributes, seo }) => [attributes, seo])) {
    const fired = fire(tx, 'WEBHOOK_CONTENT_UPDATE', { id_shopobject: id, language });
    if (!fired.ok) return fired;
  }
  return DONE;
};

export const fireCategory = (
  tx: Transaction,
  id: number,
  before: Category | undefined,
  after: Category | undefined,
): Result<void> => {
  if (!isAwaited(tx, 'WEBHOOK_CATEGORY_UPDATE')) return DONE;
  for (const language of languages(before, after, ({ labels, localized, seo }) => [labels, localized, seo])) {
    const fired = fire(tx, 'WEBHOOK_CATEGORY_UPDATE', { id_category: id, language });
    if (!fired.ok) return fired;
  }
  return DONE;
};
