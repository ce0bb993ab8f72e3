// The words of the screen of records, in two languages: they are loaded with it.
import { language } from '../preferences.ts';
import { records as de } from './de-records.ts';
import { records as en } from './en-records.ts';

/** In the language that is chosen now; a component that calls it is drawn again when another is chosen. */
export const recordsTexts = (): typeof en => ({ en, de })[language.value];
