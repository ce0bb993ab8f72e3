// An address as the country prints it, by the lines that `get_address_form` has. What they have no place for follows
// before the country, so that nothing is lost. Without anything but a country there is none, as on documents.
import type { CountryForm } from './address-form.ts';

/** Where the shop does not know the country, or its form cannot be read. */
const USUAL: readonly string[] = [
  '{companyname}',
  '{department}',
  '{salutation}',
  '{firstname} {lastname}',
  '{street} {number}',
  '{zip} {city}',
  '{state}',
  '{country}',
];

const OWN_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const FIELD = /^\{(\w+)\}$/;

const tokensOf = (line: string): readonly string[] => line.split(/(\{\w+\}|\p{L}+)/u).filter((token) => token !== '');

const lineOf = (line: string, valueOf: (field: string) => string): string => {
  let [text, between] = ['', ''];
  for (const token of tokensOf(line)) {
    const field = FIELD.exec(token)?.[1];
    if (field === undefined && !/\p{L}/u.test(token)) {
      between = token;
      continue;
    }
    const value = field === undefined ? token : valueOf(field);
    if (value === '') continue;
    text += text === '' ? value : between + value;
    between = '';
  }
  return text;
};

const RECIPIENT = ['companyname', 'department', 'salutation', 'firstname', 'lastname'];
const PLACE = ['street', 'number', 'zip', 'city', 'state'];

const isOf = (fields: readonly string[], line: string): boolean =>
  tokensOf(line).some((token) => fields.includes(FIELD.exec(token)?.[1] ?? ''));

export const printedAddress = (
  form: Pick<CountryForm, 'lines' | 'local_lines'> | undefined,
  valueOf: (field: string) => string,
): readonly string[] => {
  const isLocal = OWN_SCRIPT.test(['street', 'number', 'city', 'state'].map(valueOf).join(''));
  const all = (isLocal ? form?.local_lines : undefined) ?? form?.lines ?? USUAL;
  const isPlaced = PLACE.some((field) => valueOf(field) !== '');
  // The words of a country's lines, such as its one town, say nothing of an address without any place.
  const lines = isPlaced ? all : all.filter((line) => isOf([...RECIPIENT, 'country'], line));
  const words = new Set(lines.flatMap(tokensOf).map((token) => token.toLowerCase()));
  const left = (...fields: readonly string[]): string =>
    fields
      .map((field) => [field, valueOf(field)] as const)
      .filter(([field, value]) => !words.has(`{${field}}`) && !words.has(value.toLowerCase()))
      .map(([, value]) => value)
      .join(' ')
      .trim();
  const rest = [left('zip', 'city'), left('state')];
  const places = lines.filter((line) => line !== '{country}');
  const ends = isOf(RECIPIENT, places.at(-1) ?? '');
  const first = places.findIndex((line) => isOf(RECIPIENT, line));
  const at = ends ? first : places.length;
  const print = (some: readonly string[]): readonly string[] => some.map((line) => lineOf(line, valueOf));
  const written = [...print(places.slice(0, at)), ...rest, ...print(places.slice(at))].filter((line) => line !== '');
  const country = valueOf('country');
  return written.length === 0 || country === '' ? written : [...written, country];
};
