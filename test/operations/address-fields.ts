// The names under which accounts and orders show an address. They are written out here and not imported from `src`:
// shops read them by name, so a name that changes there has to fail a test.

export const ADDRESS_FIELDS: readonly string[] =
  'salutation firstname lastname companyname department street number zip city state country'.split(' ');

/** What a draft and an order show of an address: the country is there as it was sent, and by its code. */
export const SHOWN_ADDRESS_FIELDS: readonly string[] = [...ADDRESS_FIELDS, 'country_code'];
