// The fields of an address in a country, as forms of staff show them: in the order of its lines, by the words that
// people there use, with what its post requires. What is missing, or has another form, is said and not refused: staff
// enter what they have been told. A country that the shop does not know has all fields.
import type { Reply } from '../api/call.ts';
import type { AddressWords } from '../texts/en-address.ts';
import { ADDRESS_FIELDS } from './order-fields.ts';

export type CountryForm = Reply<'get_address_form'>;

export interface AddressForm {
  /** Fields by their names, with those that the country has not and that have a value all the same. */
  readonly fieldsWith: (valueOf: (field: string) => string) => readonly string[];
  readonly labelOf: (field: string) => string;
  /** What is to be said of a value; undefined: nothing. */
  readonly hintOf: (field: string, value: string) => string | undefined;
}

const LETTERS_BEFORE = /^[a-z]{1,2}-/i;

const isZip = ({ pattern }: NonNullable<CountryForm['zip']>, value: string): boolean => {
  if (pattern === '') return true;
  const form = new RegExp(`^(?:${pattern})$`, 'i');
  return form.test(value) || form.test(value.replace(LETTERS_BEFORE, ''));
};

const wordOf = (words: { readonly [name: string]: string }, name: string | undefined): string | undefined =>
  name === undefined ? undefined : words[name];

const ownLabel = (form: CountryForm | undefined, words: AddressWords, field: string): string | undefined => {
  if (field === 'zip') return wordOf(words.zip, form?.zip?.name);
  if (field === 'state') return wordOf(words.state, form?.state_name);
  return field === 'city' ? wordOf(words.city, form?.city_name) : undefined;
};

/** `form`: undefined where the country is not known. `labels`: of fields that no country calls otherwise. */
export const addressForm = (
  form: CountryForm | undefined,
  texts: AddressWords,
  labels: { readonly [field: string]: string },
): AddressForm => {
  const names = form?.fields.map(({ name }) => name) ?? ADDRESS_FIELDS;
  const requires = (field: string): boolean =>
    form?.fields.some(({ name, required }) => name === field && required === 1) === true;
  return {
    fieldsWith: (valueOf) => {
      const left = ADDRESS_FIELDS.filter((field) => !names.includes(field) && valueOf(field) !== '');
      return [...names.filter((name) => name !== 'country'), ...left, 'country'];
    },
    labelOf: (field) => ownLabel(form, texts, field) ?? labels[field]!,
    hintOf: (field, value) => {
      if (form === undefined || field === 'country') return undefined;
      const { printable_name: country, fields, zip } = form;
      const text = value.trim();
      if (text === '') return requires(field) ? texts.required(country) : undefined;
      if (!fields.some(({ name }) => name === field)) return texts.unusual(country);
      return field === 'zip' && zip !== undefined && !isZip(zip, text)
        ? texts.otherZip(country, zip.example)
        : undefined;
    },
  };
};
