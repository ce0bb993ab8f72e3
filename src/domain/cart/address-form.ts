// What an address of a country consists of: its fields, which of them its post requires, the order of its printed
// lines, the form of its postal codes. Pure; the data is that of address-data.ts.
//
// Not promised: that a postal code of the right form exists, nor lists of states and towns. A country that is not known
// has an address of street and city.
import { caseless } from '../../kernel/text.ts';
import { ADDRESS_ROWS } from './address-data.ts';

/** The parts of an address that countries order. `recipient`: company, department, salutation and name. */
type Part = 'recipient' | 'street' | 'city' | 'state' | 'zip';

const PARTS: { readonly [letter: string]: Part } = { N: 'recipient', A: 'street', C: 'city', S: 'state', Z: 'zip' };

/** The fields of each part, in the order of its lines. */
const FIELDS_OF = {
  recipient: [['companyname'], ['department'], ['salutation'], ['firstname', 'lastname']],
  street: [['street', 'number']],
  city: [['city']],
  state: [['state']],
  zip: [['zip']],
} as const;

export interface ZipForm {
  /** What people there call it: postal, zip, pin or eircode. */
  readonly name: string;
  /** A regular expression for the whole code; '' where any text may be one. */
  readonly pattern: string;
  /** '' where there is none. */
  readonly example: string;
  /** Whether the country's post requires it. */
  readonly isRequired: boolean;
}

export interface AddressForm {
  /** Two letters, as they were given. */
  readonly country: string;
  /** Fields of an address by their names, in the order of its lines, the country last. */
  readonly fields: readonly string[];
  /** Those of `fields` that its post requires. */
  readonly required: readonly string[];
  /** Printed lines: fields in braces, and what stands between them. */
  readonly lines: readonly string[];
  /** Lines of an address that is written in the country's own script; the same as `lines` where they do not differ. */
  readonly localLines: readonly string[];
  readonly zip: ZipForm | undefined;
  /** What people there call the state: province, prefecture, county and so on; '' without one. */
  readonly stateName: string;
  /** What people there call the city: city, post_town, suburb or district; '' without one. */
  readonly cityName: string;
}

interface Known {
  readonly form: AddressForm;
  readonly zipPattern: RegExp | undefined;
  /** Where codes are digits of one part. */
  readonly digitsPattern: RegExp | undefined;
  readonly lines: Template;
  readonly localLines: Template;
}

/** Lines, each of parts and of what stands between them: a token that is the name of a part stands for its value. */
type Template = readonly (readonly string[])[];

const DEFAULT_ROW = ';%N^%A^%C;;C';
/** An address that names no country has every part. */
const UNNAMED_ROW = ';%N^%A^%Z %C^%S;;C';
const TWO_LETTERS = /^[A-Z]{2}$/;

/** Splits before and after parts and words; separators stand between them. */
const tokensOf = (line: string): readonly string[] => line.split(/(%[A-Z]|\p{L}+)/u).filter((token) => token !== '');

const partOf = (token: string): Part | undefined => (token.startsWith('%') ? PARTS[token.slice(1)] : undefined);

const braced = (line: readonly string[]): readonly string[] => {
  if (partOf(line[0]!) === 'recipient')
    return FIELDS_OF.recipient.map((fields) => fields.map((field) => `{${field}}`).join(' '));
  const written = line.map((token) => {
    const part = partOf(token);
    return part === undefined ? token : FIELDS_OF[part][0].map((field) => `{${field}}`).join(' ');
  });
  return [written.join('')];
};

/** The second part of codes of the United States, which may be left out. */
const SECOND_PART = '(?:[ \\-](\\d{4}))?';

/** The pattern of codes of one part of digits, without blanks and hyphens; '' where codes have letters or parts. */
const digitsOf = (pattern: string): string => {
  const written = pattern.replace(SECOND_PART, '(\\d{4})?');
  return /^(?:\\d|\[[\d-]+\]|[\d{}()?:|,])+$/.test(written) ? written : '';
};

const zipPatternOf = (pattern: string, prefix: string): RegExp | undefined =>
  pattern === '' ? undefined : new RegExp(`^(?:${prefix})?(?:${pattern})$`, 'i');

const formOf = (country: string, row: string): Known => {
  const [
    ,
    lines = '',
    local = '',
    required = '',
    pattern = '',
    example = '',
    zipName,
    stateName,
    cityName,
    prefix = '',
  ] = row.split(';');
  const template = lines.split('^').map(tokensOf);
  const localLines = local === '' ? template : local.split('^').map(tokensOf);
  const has = (letter: string): boolean => lines.includes(`%${letter}`);
  const parts = template.flat().flatMap((token) => partOf(token) ?? []);
  const zip = {
    name: zipName || 'postal',
    pattern,
    example,
    isRequired: required.includes('Z'),
  };
  return {
    lines: template,
    localLines,
    zipPattern: zipPatternOf(pattern, prefix),
    digitsPattern: zipPatternOf(digitsOf(pattern), ''),
    form: {
      country,
      fields: [...parts.flatMap((part) => FIELDS_OF[part].flat()), 'country'],
      required: ['street', ...[...required].map((letter) => PARTS[letter]!), 'country'],
      lines: [...template.flatMap(braced), '{country}'],
      localLines: [...localLines.flatMap(braced), '{country}'],
      zip: has('Z') ? zip : undefined,
      stateName: has('S') ? stateName || 'province' : '',
      cityName: has('C') ? cityName || 'city' : '',
    },
  };
};

const ROWS = new Map(ADDRESS_ROWS.map((row) => [row.slice(0, 2), row]));
const KNOWN = new Map<string, Known>();

const known = (country: string): Known => {
  let form = KNOWN.get(country);
  if (form === undefined) {
    form = formOf(country, ROWS.get(country) ?? (TWO_LETTERS.test(country) ? DEFAULT_ROW : UNNAMED_ROW));
    // What is no country is asked for too seldom to be kept.
    if (ROWS.has(country)) KNOWN.set(country, form);
  }
  return form;
};

/** `country`: two letters. */
export const addressFormOf = (country: string): AddressForm => known(country).form;

/** The form of the postal codes of a country, by its two letters; undefined where it has none. */
export const zipFormOf = (country: string): ZipForm | undefined => known(country).form.zip;

/**
 * Whether a text has the form of a postal code of the country, with the country's own letters before it or without, in
 * either case, blanks around it aside. True where the form of its codes is not known.
 */
export const isZipOf = (country: string, zip: string): boolean => known(country).zipPattern?.test(zip.trim()) ?? true;

/**
 * Whether a country can have a code, written without blanks and hyphens. Undefined where its codes have letters or
 * parts, of which a rule may name the first one alone, and where their form is not known.
 */
export const isWholeZipOf = (country: string, code: string): boolean | undefined =>
  known(country).form.zip === undefined ? false : known(country).digitsPattern?.test(code);

/** Countries whose codes are new, or seldom known to those who live there. */
const ZIP_SELDOM_KNOWN: ReadonlySet<string> = new Set(['IE', 'KP']);

/**
 * Whether an address of the country may lack a field that a shop requires: a city or state that its post does not ask
 * for; a postal code where there is none, or seldom a known one. A code that only the post can do without is asked for,
 * because carriers want it. Without a country of two letters nothing may be lacking.
 */
export const mayLack = (country: string, field: string): boolean => {
  if (!TWO_LETTERS.test(country)) return false;
  const { fields, required } = addressFormOf(country);
  if (field === 'zip') return !fields.includes('zip') || ZIP_SELDOM_KNOWN.has(country);
  return (field === 'city' || field === 'state') && !required.includes(field);
};

export interface AddressText {
  /** Lines for all who get it. */
  readonly recipient: readonly string[];
  /** With the number. */
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

const OWN_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const written = (line: readonly string[], address: AddressText): readonly string[] => {
  if (partOf(line[0]!) === 'recipient') return address.recipient;
  let [text, between] = ['', ''];
  for (const token of line) {
    const part = partOf(token);
    if (part === undefined && !/\p{L}/u.test(token)) {
      between = token;
      continue;
    }
    const value = part === undefined ? token : (address[part] as string);
    if (value === '') continue;
    text += text === '' ? value : between + value;
    between = '';
  }
  return text === '' ? [] : [text];
};

/**
 * The lines of an address in the order of its country, without the name of the country. What its form has no place for
 * follows on lines of its own, so that nothing is lost.
 */
export const addressLinesOf = (country: string, address: AddressText): readonly string[] => {
  const { lines, localLines } = known(country);
  const { street, city, state, zip } = address;
  if (street + city + state + zip === '') return address.recipient;
  const template = OWN_SCRIPT.test(street + city + state) ? localLines : lines;
  const placed = new Set(template.flat().map((token) => partOf(token) ?? caseless(token)));
  const isLeft = (part: 'zip' | 'city' | 'state'): boolean => !placed.has(part) && !placed.has(caseless(address[part]));
  const left = (...parts: readonly ('zip' | 'city' | 'state')[]): string =>
    parts
      .filter(isLeft)
      .map((part) => address[part])
      .join(' ')
      .trim();
  const rest = [left('zip', 'city'), left('state')].filter((line) => line !== '');
  const isLast = partOf(template.at(-1)![0]!) === 'recipient';
  const [before, after] = isLast ? [template.slice(0, -1), template.slice(-1)] : [template, []];
  const print = (part: Template): readonly string[] => part.flatMap((line) => written(line, address));
  return [...print(before), ...rest, ...print(after)];
};
