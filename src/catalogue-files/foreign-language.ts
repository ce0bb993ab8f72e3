// Texts of other systems' tables in the languages of the shop.
import type { ForeignShop } from './foreign-products.ts';

export type Texts = { readonly [name: string]: string };
/** Texts in the language of a code; '' is the shop's own. */
export type Local = readonly [code: string, texts: Texts];
export type LocalTexts = { [language: string]: Texts };

/** The shop's language of a code such as `de`, `de-DE` or `de_DE`, its own first; else the code. */
export const languageOf = (code: string, { rules }: ForeignShop): string => {
  const plain = code.toLowerCase().replaceAll('-', '_');
  const fits = (known: string): boolean => known.toLowerCase() === plain || known.toLowerCase().startsWith(`${plain}_`);
  return code === '' ? rules.language : ([rules.language, ...rules.languages].find(fits) ?? code);
};

/** Whether it looks like the code of a language: `de`, `de_DE`, `de-AT`. */
export const isLanguage = (code: string): boolean => /^[a-z]{2}([-_][a-z]{2})?$/i.test(code);

/**
 * Texts of the shop's language, and those of other ones. What it does not have is that of the first language with it.
 */
export const byLanguage = (
  parts: readonly Local[],
  shop: ForeignShop,
): { readonly own: Texts; readonly others: LocalTexts } => {
  const texts = new Map<string, Texts>();
  for (const [code, values] of parts) {
    const language = languageOf(code, shop);
    if (Object.keys(values).length > 0) texts.set(language, { ...texts.get(language), ...values });
  }
  const { [shop.rules.language]: mine = {}, ...others } = Object.fromEntries(texts);
  const own: Texts = Object.assign({}, ...Object.values(others).toReversed(), mine);
  return { own, others };
};
