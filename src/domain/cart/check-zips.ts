// Refuses postal codes that are none in their country, for a shop that says so (`addressChecks`). It is off unless the
// shop turns it on: clients that exist send what they always sent, and what a post accepts may have changed since the
// data was made.
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { ShopRules } from '../rules.ts';
import { isZipOf, zipFormOf } from './address-form.ts';
import { fieldOf } from './order-details.ts';
import type { OrderDetails } from './order-details.ts';

const KINDS = ['delivery', 'invoice'] as const;

/**
 * Checks the postal code of each address of which a change sends the code or the country. `fields`: what it sends. A
 * delivery address without a country is in the shop's own. Refuses: ZIP_NOT_VALID with the field.
 */
export const checkZips = (
  before: OrderDetails,
  fields: { readonly [field: string]: string },
  { addressChecks, country: ownCountry }: ShopRules,
): Result<void> => {
  if (!addressChecks) return DONE;
  for (const kind of KINDS) {
    const [zipField, codeField] = [`${kind}_zip`, `${kind}_country_code`];
    if (fields[zipField] === undefined && fields[codeField] === undefined) continue;
    const zip = fields[zipField] ?? fieldOf(before, zipField);
    const country = (fields[codeField] ?? fieldOf(before, codeField)) || (kind === 'delivery' ? ownCountry : '');
    if (zip === '' || isZipOf(country, zip)) continue;
    const { example = '' } = zipFormOf(country) ?? {};
    return refuse('ZIP_NOT_VALID', zipField, `${zipField}: a postal code of ${country} is such as ${example}.`);
  }
  return DONE;
};
