// What a shopper chose for their session: a currency, and the country whose prices and taxes count until the draft
// names where the order goes. Sessions share the few values that there are.
import type { ShopRules } from '../rules.ts';
import { inCurrency } from '../currencies.ts';
import type { OrderDetails } from './order-details.ts';
import { deliveryCountryOf } from './order-details.ts';

/** '': nothing is chosen, and the shop's own counts. */
export interface Chosen {
  readonly currency: string;
  /** Two letters. */
  readonly country: string;
}

export const NOTHING_CHOSEN: Chosen = { currency: '', country: '' };

/** Currencies times countries are a few thousand at most. */
const interned = new Map<string, Chosen>();

export const chosenOf = (currency: string, country: string): Chosen => {
  if (currency === '' && country === '') return NOTHING_CHOSEN;
  const key = `${currency} ${country}`;
  let chosen = interned.get(key);
  if (chosen === undefined) interned.set(key, (chosen = { currency, country }));
  return chosen;
};

/** What is chosen by naming a currency and a country; the shop's own currency is none that is chosen. */
export const chosenIn = (rules: ShopRules, currency: string, country = ''): Chosen =>
  chosenOf(currency === rules.currency ? '' : currency, country);

/** How a session keeps it on disk. */
export const CHOSEN = {
  encode: (chosen: Chosen) => (chosen === NOTHING_CHOSEN ? null : [chosen.currency, chosen.country]),
  decode: (data: readonly [string, string] | null) => (data === null ? NOTHING_CHOSEN : chosenOf(...data)),
};

interface OfSession {
  readonly chosen: Chosen;
}

/** The rules with which amounts of a session's cart are counted: those of its currency. */
export const cartRules = (rules: ShopRules, { chosen }: OfSession): ShopRules => inCurrency(rules, chosen.currency);

/** Where the order will go as far as is known: as the draft says, else as was chosen; '': nothing says it. */
export const countryOf = ({ draft, chosen }: OfSession & { readonly draft: OrderDetails }): string =>
  deliveryCountryOf(draft) || chosen.country;
