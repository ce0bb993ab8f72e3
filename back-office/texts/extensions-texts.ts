// The words of extensions, in two languages: they are loaded with their screen.
import { language } from '../preferences.ts';
import { extensions as de } from './de-extensions.ts';
import { extensions as en } from './en-extensions.ts';

/** In the language that is chosen now; a component that calls it is drawn again when another is chosen. */
export const extensionsTexts = (): typeof en => ({ en, de })[language.value];
