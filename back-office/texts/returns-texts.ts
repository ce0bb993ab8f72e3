// The words of returns, in two languages: they are loaded with their screens.
import { language } from '../preferences.ts';
import { returns as de } from './de-returns.ts';
import { returns as en } from './en-returns.ts';

/** In the language that is chosen now; a component that calls it is drawn again when another is chosen. */
export const returnsTexts = (): typeof en => ({ en, de })[language.value];
