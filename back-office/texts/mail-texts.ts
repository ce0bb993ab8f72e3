// The words of the screen of mail, in two languages: they are loaded with it.
import { language } from '../preferences.ts';
import { mail as de } from './de-mail.ts';
import { mail as en } from './en-mail.ts';

/** In the language that is chosen now; a component that calls it is drawn again when another is chosen. */
export const mailTexts = (): typeof en => ({ en, de })[language.value];
