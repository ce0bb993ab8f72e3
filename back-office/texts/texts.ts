// All words of the back office, in two languages. A dictionary that lacks a text, or has one too many, does not
// compile.
import type { Refused } from '../api/call.ts';
import { language } from '../preferences.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import type { Texts } from './en.ts';

export type { Texts };

const DICTIONARIES: { readonly [code in 'en' | 'de']: Texts } = { en, de };

/** The texts in the language that is chosen now; a component that calls it is drawn again when another is chosen. */
export const t = (): Texts => DICTIONARIES[language.value];

/** The name of a role as persons read it; own roles have the name that the shop gave them. */
export const nameOfRole = (role: string): string => {
  const known: { readonly [role: string]: string } = t().shell.roleNames;
  return known[role] ?? role;
};

/** What a refusal means to a person: a sentence of ours where there is one, else the engine's own, which is English. */
export const refusalText = ({ code, message: detail, status }: Refused): string => {
  const known: { readonly [code: string]: string } = t().refusals;
  if (known[code] !== undefined) return known[code];
  if (status === 403) return t().refusals.PERMISSION_DENIED;
  return detail === '' ? t().shell.refused : detail;
};
