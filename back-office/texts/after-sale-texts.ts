// The words of what comes after the sale, in two languages: they are loaded with their part of the page.
import { language } from '../preferences.ts';
import { afterSale as de } from './de-after-sale.ts';
import { afterSale as en } from './en-after-sale.ts';

/** In the language that is chosen now; a component that calls it is drawn again when another is chosen. */
export const afterSaleTexts = (): typeof en => ({ en, de })[language.value];
