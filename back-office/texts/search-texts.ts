// The words of the screen of searches, in two languages: they are loaded with it.
import { language } from '../preferences.ts';
import { search as de } from './de-search.ts';
import { search as en } from './en-search.ts';

/** In the language that is chosen now; a component that calls it is drawn again when another is chosen. */
export const searchTexts = (): typeof en => ({ en, de })[language.value];
