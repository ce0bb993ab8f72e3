// Links by which a parcel is followed: a template for each carrier, in which {number} stands for the number of the
// parcel. A link is made when the parcel is sent and kept with it, so a changed template changes no order (D113).
import { caseless } from '../../kernel/text.ts';
import type { Carrier } from '../rules.ts';
import { TRACKING_URL_PATTERN } from '../shop/written-settings.ts';

const TEMPLATE = new RegExp(TRACKING_URL_PATTERN);
const PLACE = '{number}';

/** A number of any characters as part of a URL that means nothing else there: quotes and brackets among them. */
const encoded = (number: string): string =>
  encodeURIComponent(number.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * The https URL of a parcel; '' where its carrier has no template. Carriers are known by their names, whatever the case
 * of their letters.
 */
export const trackingUrlOf = (carriers: readonly Carrier[], provider: string, number: string): string => {
  const wanted = caseless(provider.trim());
  const template = carriers.find(({ name }) => caseless(name.trim()) === wanted)?.trackingUrl ?? '';
  if (number.trim() === '' || !TEMPLATE.test(template)) return '';
  const url = template.replace(PLACE, () => encoded(number.trim()));
  return URL.canParse(url) ? url : '';
};
