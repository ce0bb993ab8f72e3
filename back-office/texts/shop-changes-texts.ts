// What changes of the shop's settings mean, in two languages: loaded with their screen.
import { language } from '../preferences.ts';
import { shopChanges as de } from './de-shop-changes.ts';
import { shopChanges as en } from './en-shop-changes.ts';

/** In the language that is chosen now; a component that calls it is drawn again when another is chosen. */
export const shopChangesTexts = (): typeof en => ({ en, de })[language.value];
