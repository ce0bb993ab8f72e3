// The country whose rates a cart has been taxed by, as its lines and delivery positions say.
import type { ShopRules } from '../rules.ts';
import type { Cart } from './cart.ts';

/** Returns the country whose rates the cart uses; '' for none, undefined for several. */
export const onlyCountryOf = ({ lines, deliveryPositions }: Cart): string | undefined => {
  let only = '';
  for (const positions of [lines, deliveryPositions])
    for (const { basis } of positions) {
      const country = basis?.[2] ?? '';
      if (country === '' || country === only) continue;
      if (only !== '') return undefined;
      only = country;
    }
  return only;
};

/** Returns the country of an order whose draft names none: the only one that taxed it, else the shop's own. */
export const countryOfCalls = (cart: Cart, rules: ShopRules): string => onlyCountryOf(cart) || rules.country;
