// Which settings of the shop stand in which section of its screen, for the screen and for those who search for one.
import type { Texts } from '../texts/texts.ts';
import type { Held } from './shop-preview.ts';

export type ShopSection = keyof Texts['shop']['sections'];

export const SECTION_PARAMS = {
  home: ['country', 'time_zone', 'currency', 'currency_digits', 'currencies', 'language', 'languages'],
  taxes: ['tax_classes'],
  payment: ['payment_methods'],
  delivery: ['delivery_methods', 'delivery_countries', 'carriers', 'working_days', 'holidays'],
  checkout: ['checkout_requires', 'address_checks', 'cart_hold_ms', 'price_hold_ms', 'session_ttl_ms', 'draft_ttl_ms'],
  people: ['second_factor_roles'],
  documents: [
    'company',
    'company_foot',
    'order_id_first',
    'invoice_number_first',
    'invoice_per',
    'invoice_prefix',
    'cancellation_prefix',
  ],
  seller: ['seller'],
  accounting: ['accounting'],
} as const satisfies { readonly [section in ShopSection]: readonly (keyof Held)[] };

/** The element of a section, which a link to it brings into sight. */
export const sectionId = (section: string): string => `section-${section}`;
