// The words of addresses by country, in two languages: they are loaded with the forms that have addresses.
import { language } from '../preferences.ts';
import { address as de } from './de-address.ts';
import { address as en } from './en-address.ts';
import type { AddressWords } from './en-address.ts';

/** In the language that is chosen now; a component that calls it is drawn again when another is chosen. */
export const addressTexts = (): AddressWords => ({ en, de })[language.value];
