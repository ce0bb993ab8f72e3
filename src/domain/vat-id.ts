// VAT numbers of the countries of the European Union: their form, and which countries these are.
//
// Not promised: that a number is somebody's; VIES says that, and a shop asks it before it takes an order without tax.

/** What stands behind the prefix, by country. Greece writes EL, Northern Ireland XI. */
const FORMS: { readonly [prefix: string]: RegExp } = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|(GD|HA)\d{3})$/,
};

/** Schemes by which Peppol addresses a company by its number (EAS code list). */
const SCHEMES: { readonly [prefix: string]: string } = {
  AT: '9914',
  BE: '9925',
  BG: '9926',
  CY: '9928',
  CZ: '9929',
  DE: '9930',
  EE: '9931',
  EL: '9933',
  ES: '9920',
  FI: '0213',
  FR: '9957',
  HR: '9934',
  HU: '9910',
  IE: '9935',
  IT: '0211',
  LT: '9937',
  LU: '9938',
  LV: '9939',
  MT: '9943',
  NL: '9944',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  SE: '9955',
  SI: '9949',
  SK: '9950',
};

/** The address of a company in Peppol by its plain number, `9930:DE123456788`; '' where there is no scheme for it. */
export const peppolIdOf = (plain: string): string => {
  const scheme = SCHEMES[plain.slice(0, 2)];
  return scheme === undefined || !isVatId(plain) ? '' : `${scheme}:${plain}`;
};

/** Whether a country, by its two letters, is one of the European Union. */
export const isInUnion = (country: string): boolean =>
  country === 'GR' || (country !== 'EL' && country !== 'XI' && Object.hasOwn(FORMS, country));

/** A number as people write it, without blanks, dots and dashes, in capital letters. */
export const plainVatId = (written: string): string => written.replace(/[\s.-]/g, '').toUpperCase();

/** Whether a plain number has the form of its country. */
export const isVatId = (plain: string): boolean => {
  const prefix = plain.slice(0, 2);
  return Object.hasOwn(FORMS, prefix) && FORMS[prefix]!.test(plain.slice(2));
};

/** The country of a number that has its form, by its two letters in addresses. */
export const countryOfVatId = (plain: string): string => {
  const prefix = plain.slice(0, 2);
  return prefix === 'EL' ? 'GR' : prefix;
};
