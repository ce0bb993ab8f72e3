// The language of the reader as the wire writes it: `en` is a language of this page, `en_GB` one of texts in the shop.
import { language } from '../preferences.ts';

const CODES = { en: 'en_GB', de: 'de_DE' } as const;

/** A shop that has nothing in it answers in its own language. */
export const wireLanguage = (): string => CODES[language.value];
