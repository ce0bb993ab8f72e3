// The words of delivery rules, in two languages: they are loaded with their screen.
import { language } from '../preferences.ts';
import { delivery as de } from './de-delivery.ts';
import { delivery as en } from './en-delivery.ts';

/** In the language that is chosen now; a component that calls it is drawn again when another is chosen. */
export const deliveryTexts = (): typeof en => ({ en, de })[language.value];
